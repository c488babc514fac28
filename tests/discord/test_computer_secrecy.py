"""How the computer has set up nobody can get from the bot, nor guess, while it is a secret."""

import itertools
import json
import random
from pathlib import Path

import pytest

from bot.playground.server import StandIn
from data import Match
from engine import thinking
from engine.record import Record
from engine.registry import game as find_game
from tests.discord.conftest import Club, running
from tests.discord.legion import deploy, opened
from tests.discord.reading import until
from tests.discord.solo import newest, settled
from tests.discord.test_secrecy import Spy, everything, logged, other

__all__ = ["logged", "other"]


class Seeded(random.Random):
    """Chance whose first draw of a seed is the one that is given; what else it draws is alike."""

    def __init__(self, seed: int) -> None:
        super().__init__(1)
        self.first: list[int] = [seed]

    def getrandbits(self, k: int, /) -> int:
        bits = super().getrandbits(k)
        return self.first.pop() if self.first and k > 60 else bits


def twins(game: str) -> tuple[int, int]:
    """Seeds of setups that differ, but in Legion only in where the Assassin is: states are seen."""
    rules = find_game(game)
    record = json.dumps(Record(game, rules.complete({}), ()).to_json())
    found: dict[str, tuple[int, str]] = {}
    for seed in itertools.count():
        setup = thinking.choose(record, "easy", seed, lambda: False, rules.seats[1])
        _, secret, *states = setup.split() if game == "legion" else ("", setup)
        before, other_secret = found.setdefault(" ".join(states), (seed, secret))
        if other_secret != secret:
            return before, seed
    raise AssertionError


async def watched(standin: StandIn, path: Path, game: str, seed: int) -> tuple[Spy, Match]:
    """What everybody gets of a game with the computer until it is its turn in play."""
    url = f"sqlite+aiosqlite:///{path}"
    async with running(standin, url, Seeded(seed)) as club:
        # Nothing of it is anybody's own: its player is as curious as others are.
        spy = Spy(club.standin.world.bot)
        standin.world.listeners.append(spy.hear)
        cleo = standin.world.add_member("Cleo")
        await club.command(club.ada, "play", game=game, level="easy", side="first")
        await settled(club, 1)
        if game == "legion":
            await deploy(club, club.ada, "c2")
            await opened(club, club.ada, "ownview")
            await hold_its_turn(club)
            await club.command(club.ada, "move", action="d2-d3")
            await settled(club, 3)
            await everything(club, spy, club.ada, cleo)
        else:
            await everything(club, spy, club.ada, cleo)
            await club.bot.play.resign(1, club.ada.id)
            await club.bot.delivery.deliver(1)
            await everything(club, spy, cleo)
        standin.world.listeners.remove(spy.hear)
        return spy, await newest(club)


async def hold_its_turn(club: Club) -> None:
    """Let the computer think of no answer: what it plays may well depend on its secret."""
    await until(lambda: rests(club))
    club.bot.turns.stop()


async def rests(club: Club) -> bool:
    return not club.bot.turns.tasks


def setup_of(match: Match) -> str:
    setup = match.setup_of(match.computer or "")
    assert setup
    return setup.action


@pytest.mark.parametrize("game", ["reflix", "legion"])
async def test_everybody_gets_the_same_however_it_has_set_up(
    standin: StandIn,
    other: StandIn,
    tmp_path: Path,
    logged: pytest.LogCaptureFixture,
    game: str,
) -> None:
    seeds = twins(game)
    first, one = await watched(standin, tmp_path / "first.db", game, seeds[0])
    second, two = await watched(other, tmp_path / "second.db", game, seeds[1])
    assert setup_of(one) != setup_of(two)
    assert first.heard == second.heard
    assert first.pictures == second.pictures
    for match in (one, two):
        assert setup_of(match) not in logged.text
        assert setup_of(match).partition(" ")[2] not in logged.text
