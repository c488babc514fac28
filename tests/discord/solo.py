"""Games of Ada with the computer, as steps of tests."""

from __future__ import annotations

from bot.playground.world import Channel, Message
from data import Match
from tests.discord.conftest import Club
from tests.discord.reading import boards


async def settled(club: Club, seq: int, channel: Channel | None = None) -> Message:
    """The board of that entry, once it stands and is the only one with controls."""
    place = channel or club.games

    def seqs() -> list[int]:
        newest = boards(place)[-1][0] if boards(place) else 0
        return [s for game, s, m in boards(place) if m.components and game == newest]

    await club.standin.wait_for(lambda: seqs() == [seq], 60)
    await club.settle()
    return boards(place)[-1][2]


async def begin(club: Club, **options: str) -> Message:
    """The first board of Ada's game with the computer; she moves first if it is not said."""
    await club.command(club.ada, "play", **{"level": "easy", "side": "first", **options})
    return await settled(club, 0)


async def newest(club: Club) -> Match:
    """The game whose board is the newest in the channel."""
    match = await club.store.match(club.boards()[-1][0])
    assert match
    return match


async def moved(club: Club, action: str) -> Message:
    """The newest board once the computer has answered Ada's move."""
    seq = (await newest(club)).seq
    await club.command(club.ada, "move", action=action)
    return await settled(club, seq + 2)
