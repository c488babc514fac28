"""Which unit is the Assassin, nobody but its owner can get from the bot while the game runs."""

from pathlib import Path

import pytest

from bot.playground.server import StandIn
from tests.discord.conftest import Club, running
from tests.discord.legion import act, begin, deploy, opened, press
from tests.discord.test_secrecy import Spy, everything, logged, other

__all__ = ["logged", "other"]

PLAYED = ("d2-d3", "d7-d6", "c2-c3", "h7-h6", "f2t", "e7f", "f2t")
"""What is played in both games: the units on c2 and f2 are the Assassin in one each."""


async def watched(standin: StandIn, path: Path, assassin: str) -> Spy:
    """What others get while Ada deploys, with her Assassin there, and both play."""
    async with running(standin, f"sqlite+aiosqlite:///{path}") as club:
        spy = Spy(club.ada)
        standin.world.listeners.append(spy.hear)
        cleo = standin.world.add_member("Cleo")
        await begin(club, clock="1 day")
        panel = await opened(club, club.ada, "setup")
        await press(club, club.ada, panel, "assassin", assassin)
        await everything(club, spy, club.ben, cleo)
        await press(club, club.ada, panel, "ready")
        await standin.wait_for(lambda: "Blue is ready" in club.newest().content)
        await deploy(club, club.ben, "b7", "e7")
        await everything(club, spy, club.ben, cleo)
        for number, action in enumerate(PLAYED):
            mover = (club.ada, club.ben)[number % 2]
            await _look_around(club, assassin)
            await act(club, mover, action)
        await everything(club, spy, club.ben, cleo)
        shown = await club.command(club.ada, "review")
        assert shown.message
        await club.press(club.ada, shown.message, "publish")
        await club.command(club.ada, "move", action="a1-a2")
        await club.settle()
        standin.world.listeners.remove(spy.hear)
        return spy


async def _look_around(club: Club, assassin: str) -> None:
    """Ada looks at what only she may see, and lets the bot refuse what only she may be refused."""
    await opened(club, club.ada, "ownview")
    await club.command(club.ada, "move", action=f"{assassin}f")


async def test_others_get_the_same_whichever_unit_is_the_assassin(
    standin: StandIn, other: StandIn, tmp_path: Path, logged: pytest.LogCaptureFixture
) -> None:
    first = await watched(standin, tmp_path / "first.db", "c2")
    second = await watched(other, tmp_path / "second.db", "f2")
    assert first.heard == second.heard
    assert first.pictures == second.pictures
    assert any("Blue's legionnaire c2 → c3." in told for told in first.heard)
    for text in ("ssassin", "deploy c2", "deploy f2"):
        assert text not in logged.text
