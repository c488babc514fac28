"""Personal games as steps of tests: begun, acted in, and shown by answers alone."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from bot.playground.server import StandIn
from bot.playground.world import Channel, Member, Message
from bot.searching import SearchFailed
from data import Match
from tests.discord.conftest import Club
from tests.discord.reading import BOARD

PLACES = ("Ada", "Ada, Ben", "tavern")
"""A conversation with the bot, a group without it, and a channel of a server without it."""

WON = "10/10/10/10/4k4P>/10/10/4K5 s"
"""Deflexion in which Silver wins by j4R."""


def shown(place: Channel) -> list[tuple[int, int, Message]]:
    """The boards in a place as they show now, oldest message first: game, entry, message."""
    found = []
    for message in place.messages.values():
        for attachment in message.attachments:
            if name := BOARD.fullmatch(attachment.filename):
                found.append((int(name[1]), int(name[2]), message))
    return found


def newest(place: Channel) -> Message:
    return shown(place)[-1][2]


def channel_requests(standin: StandIn) -> list[str]:
    """What the bot asked of channels by itself, which nothing in a personal game may."""
    return [each.path for each in standin.requests if each.path.startswith("/channels/")]


async def showing(club: Club, place: Channel, seq: int, game: int | None = None) -> Message:
    """The message that shows that entry of the place's newest game, once it does."""

    def found() -> list[Message]:
        last = max((id_ for id_, _, _ in shown(place)), default=0) if game is None else game
        return [m for id_, s, m in shown(place) if (id_, s) == (last, seq)]

    await club.standin.wait_for(found, 60)
    await club.settle()
    return found()[-1]


async def begin(
    club: Club, place: Channel, member: Member | None = None, **options: object
) -> Message:
    """The first board of a game with the computer, in which the member moves first."""
    asked = {"level": "easy", "side": "first", **options}
    begun = await club.standin.command(member or club.ada, place, "play", **asked)
    await club.standin.wait_for(lambda: begun.message and begun.message.attachments)
    # Still at work in the game, the command could also show what comes of the first move.
    await club.settle()
    assert begun.message
    return begun.message


async def game_in(club: Club, place: Channel) -> Match:
    """The newest game in the place."""
    id_ = await club.store.newest_in(place.id)
    match = await club.store.match(id_) if id_ is not None else None
    assert match
    return match


async def play(club: Club, board: Message, action: str, member: Member | None = None) -> None:
    """Press the action under the board, its piece picked; return when it is acknowledged."""
    member = member or club.ada
    await club.press(member, board, "pick", action[:2])
    verb = "turn" if action[2:] in ("L", "R") else "go"
    await club.press(member, board, f"{verb}:{action}")


async def said(club: Club, place: Channel, member: Member) -> str:
    """What the newest message says that this member alone sees."""

    def found() -> list[Message]:
        return [m for m in place.messages.values() if m.ephemeral_for is member]

    await club.standin.wait_for(found)
    await club.settle()
    return found()[-1].content


async def refusal(club: Club, place: Channel, member: Member, name: str, **options: object) -> str:
    """What a command says instead of a board; to the member alone, unless that took long."""
    asked = await club.standin.command(member, place, name, **options)
    await club.standin.wait_for(lambda: asked.message and not asked.is_loading)
    assert asked.message
    assert not asked.message.attachments
    assert asked.message.ephemeral_for in (member, None)
    return asked.message.content


class Gate:
    """Holds the computer back before it thinks, until the test lets it; it thinks for real.

    ``failures`` says how often it finds nothing first.
    """

    def __init__(self, club: Club) -> None:
        self.asked = 0
        self.failures = 0
        self.opened = asyncio.Event()
        choose: Callable[..., Awaitable[str]] = club.bot.thinkers.choose

        async def later(record: str, level: str, seed: int, seat: str = "") -> str:
            self.asked += 1
            await self.opened.wait()
            if self.failures:
                self.failures -= 1
                raise SearchFailed("nothing found")
            return await choose(record, level, seed, seat)

        club.bot.thinkers.choose = later  # type: ignore[method-assign]
