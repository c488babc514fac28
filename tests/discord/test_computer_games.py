"""A game against the computer in each game at each level, from `/play` to its end."""

import itertools
import random
from collections.abc import AsyncIterator

import pytest

from bot.playground.server import StandIn
from bot.thinkers import Thinkers
from data import COMPUTER, EntryKind, Match
from engine.computer import LEVELS
from engine.core import Result
from engine.record import RESIGNATION
from engine.registry import GAMES
from tests.discord.conftest import Club, running
from tests.discord.legion import deploy
from tests.discord.reading import control
from tests.discord.reflix import SOUTH, set_up
from tests.discord.solo import newest, settled

SECONDS = 0.3
"""After so long a search here plays the best that it has: the rules are not compiled."""

MOVES = 6
"""So many moves Ada makes before she gives up."""

OPEN = "4k5/10/3p>6/10/10/6P<3/10/4K5 s"
"""Deflexion in which a shot soon hits."""


@pytest.fixture
async def quick(standin: StandIn, url: str) -> AsyncIterator[Club]:
    async with running(standin, url, thinkers=Thinkers(1, SECONDS)) as club:
        yield club


async def begin(club: Club, game: str, level: str) -> Match:
    """A game in which both sides are set up and Ada is to move."""
    options = {"game": game, "level": level, "side": "first"}
    if game == "deflexion":
        await club.store.shelf.add(club.ada.id, game, "Open", OPEN, 1)
        options["layout"] = "own:1"
    await club.command(club.ada, "play", **options)
    await settled(club, 0 if game in ("deflexion", "arena") else 1)
    match game:
        case "reflix":
            await set_up(club, club.ada, SOUTH)
        case "legion":
            await deploy(club, club.ada, "c2")
    return await newest(club)


def chosen(match: Match, chance: random.Random) -> str:
    """Ada's action: one that wins at once if there is one, any other if not."""
    seat = match.state.game.seats[0]
    actions = sorted(match.state.legal_actions(seat), key=str)
    if match.game.has_secrets or match.game.has_chance:
        return str(chance.choice(actions))
    won = Result(seat, "pharaoh")
    wins = [action for action in actions if match.state.apply(seat, action).state.result == won]
    return str(chance.choice(wins or actions))


async def played(club: Club, match: Match, action: str) -> Match:
    """The game once Ada has acted and the computer has answered, or it is over."""
    await club.command(club.ada, "move", action=action)
    after = await club.store.match(match.id)
    assert after
    assert after.seq > match.seq
    if after.result is None:
        await settled(club, match.seq + 2)
    return await newest(club)


@pytest.mark.parametrize(("game", "level"), list(itertools.product(GAMES, LEVELS)))
async def test_a_game_is_played_to_its_end(quick: Club, game: str, level: str) -> None:
    club, chance = quick, random.Random(f"{game} {level}")
    match = await begin(club, game, level)
    moves = 0
    while match.result is None and (moves < MOVES or game == "reflix"):
        match = await played(club, match, chosen(match, chance))
        moves += 1
    if match.result is None:
        await club.bot.play.resign(match.id, club.ada.id)
        await club.bot.delivery.deliver(match.id)
        match = await newest(club)
    assert match.result
    assert (match.result.reason == RESIGNATION) is (match.entries[-1].kind is EntryKind.RESIGN)
    await club.standin.wait_for(lambda: len(club.boards()) == match.seq + 1)
    assert [seq for _, seq, _ in club.boards()] == list(range(match.seq + 1))
    control(club.newest(), "rematch")
    by_seat = {entry.seat for entry in match.entries if entry.kind is EntryKind.ACTION}
    assert match.computer in by_seat
    assert match.players[match.computer or ""] == COMPUTER
    assert match.record().end().result
