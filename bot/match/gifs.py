"""Games and shots that move, as files; each is drawn beside the event loop."""

from __future__ import annotations

import asyncio
import re

from bot.match.errors import Refused
from bot.match.review import Review
from bot.posting import Attachment, Posting
from render import animate, animate_shot
from render.scene import Scene

MOST_MOVES = 300
"""Moves of one GIF; at 10 KB each they stay well within what Discord takes."""

LAST_MOVES = 10


async def game_gif(review: Review, first: int, last: int, limit: int) -> Posting:
    """Return a GIF of the positions after ``first`` to ``last`` actions.

    Raises ``Refused`` when it is longer than a GIF may be or larger than ``limit`` bytes.
    """
    if last - first > MOST_MOVES:
        raise Refused(
            f"A GIF has at most {MOST_MOVES} moves, these are {last - first}. Pick a range."
        )
    return await asyncio.to_thread(_game_gif, review, first, last, limit)


async def shot_gif(review: Review, limit: int) -> Posting:
    """Return a GIF of the action that led to the shown position, its beam running.

    Raises ``Refused`` at the start of a game, or when it is larger than ``limit`` bytes.
    """
    if review.ply == 0:
        raise Refused("Nothing has been done yet at the start of a game. Step to a move first.")
    return await asyncio.to_thread(_shot_gif, review, limit)


def asked_range(review: Review, first: str, last: str) -> tuple[int, int]:
    """Return the range that was filled in, in order. Raises ``Refused`` when it is none."""
    asked = [text.strip() for text in (first, last)]
    if not all(re.fullmatch(r"\d{1,9}", text, re.ASCII) for text in asked):
        raise Refused(f"Write two numbers from 0, the start, to {review.last}.")
    begin, end = sorted(min(int(text), review.last) for text in asked)
    return begin, end


def _game_gif(review: Review, first: int, last: int, limit: int) -> Posting:
    scenes = [review.scene(ply) for ply in range(first, last + 1)]
    begin = f"moves {first} to {last}" if first else f"from the start to move {last}"
    name = f"review-{review.match.id}-{first}-{last}.gif"
    return _posting(review, animate(scenes, review.theme), begin, scenes[-1], name, limit)


def _shot_gif(review: Review, limit: int) -> Posting:
    before, after = review.scene(review.ply - 1), review.scene(review.ply)
    name = f"review-{review.match.id}-{review.ply}-shot.gif"
    data = animate_shot(before, after, review.theme)
    return _posting(review, data, f"move {review.ply}", after, name, limit)


def _posting(review: Review, data: bytes, what: str, end: Scene, name: str, limit: int) -> Posting:
    if len(data) > limit:
        raise Refused(
            f"This GIF has {len(data) / 2**20:.1f} MB, and Discord takes {limit / 2**20:.1f} MB "
            "here. Pick fewer moves."
        )
    told = " ".join(filter(None, (end.story, end.outcome or end.words.turn)))
    alt = f"{what[0].upper()}{what[1:]}, moving. At the end: {told}"[:1000]
    return Posting(f"{review.name} · {what}", attachments=(Attachment(data, name, alt),))
