"""The last shot of a game, seen to run before its result is read."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.match.boards import board_name, scene_at
from bot.posting import Attachment, Posting
from data import EntryKind, Match, Store
from render import animate_shot


async def in_motion(store: Store, match: Match, board: Posting, theme: str) -> Posting:
    """Return the board with its last shot in motion, if it ended the game and all want it so.

    That is the server and both players; whoever wants none is spared it in their own games.
    """
    ends = match.result is not None and match.entries[-1].kind is EntryKind.ACTION
    if board.picture is None or not ends or not await _is_wanted(store, match):
        return board
    last = len(match.turns)
    before, after = scene_at(match, last - 1), scene_at(match, last)
    data = await asyncio.to_thread(animate_shot, before, after, theme)
    name = f"{board_name(match.id, match.seq)}.gif"
    return replace(board, picture=None, attachments=(Attachment(data, name, board.picture.alt),))


async def _is_wanted(store: Store, match: Match) -> bool:
    if not (await store.people.server(match.guild_id)).animate:
        return False
    chosen = [await store.people.preferences(member) for member in match.players.values()]
    return all(each.animate for each in chosen)
