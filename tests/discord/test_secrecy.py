"""What a fortress is, nobody but its owner can get from the bot before both are ready."""

import json
import logging
import re
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot import log
from bot.playground.server import StandIn
from bot.playground.world import Event, Member, Message, Subject
from tests.discord.conftest import Club, running
from tests.discord.reading import controls
from tests.discord.reflix import begin, load, opened, press, ready

PASSING = re.compile(r"\d{15,}|<t:\d+:\w>|\d{4}-\d\d-\d\d(T[\d:+]+)?|\b[0-9a-f]{8}\b")
"""What differs between two servers in which the same is done: ids of Discord, times, nonces."""

SECRETS = ("T e9 W f9 g9 S c7 f8 g7 M a9\\ e7\\", "T c8 W a7 b7 S a8 e9 f7 M a9\\ d8/")
"""Fortresses that nothing else tells of."""

ASKED = (
    ("games", {}), ("review", {}), ("board", {}), ("move", {"action": "d8"}),
    ("layout list", {}), ("layout show", {"layout": "Mine"}),
    ("layout show", {"layout": "own:1"}), ("preferences", {"my_data": "download"}),
)  # fmt: skip
TYPED = (
    ("move", "action"), ("review", "game"), ("board", "game"), ("layout show", "layout"),
    ("layout new", "start"), ("challenge", "layout"),
)  # fmt: skip
PRESSED = ("menu", "describe", "ownside", "gif", "moves", "publish", "record", "act", "ownview")


@dataclass
class Spy:
    """Notes everything that anybody but the owner of a fortress can receive."""

    owner: Member
    heard: set[str] = field(default_factory=set)
    pictures: set[bytes] = field(default_factory=set)

    def hear(self, _: Event, subject: Subject) -> None:
        if isinstance(subject, Message) and subject.ephemeral_for is not self.owner:
            self.note([subject.content, subject.components, subject.embeds])
            for file in subject.attachments:
                self.note([file.filename, file.description])
                if file.content_type.startswith("image/"):
                    self.pictures.add(file.data)
                else:
                    self.note(file.data.decode())

    def note(self, told: object) -> None:
        self.heard.add(PASSING.sub("#", json.dumps(told, ensure_ascii=False)))


@pytest.fixture
def logged(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    """All that the bot logs when it logs the most."""
    before = {name: logging.getLogger(name).level for name in log.TELLTALES}
    caplog.set_level(logging.DEBUG)
    log.set_up("DEBUG")
    yield caplog
    for name, level in before.items():
        logging.getLogger(name).setLevel(level)


@pytest.fixture
async def other() -> AsyncIterator[StandIn]:
    async with StandIn() as standin:
        yield standin


async def watched(standin: StandIn, path: Path, code: str) -> Spy:
    """What others get while Ada sets up with the fortress, keeps it, changes it, and is ready."""
    async with running(standin, f"sqlite+aiosqlite:///{path}") as club:
        spy = Spy(club.ada)
        standin.world.listeners.append(spy.hear)
        cleo = standin.world.add_member("Cleo")
        await begin(club, clock="1 day")
        await club.press(cleo, club.newest(), "setup")
        panel = await opened(club, club.ada)
        await load(club, club.ada, panel, code=code)
        await press(club, club.ada, panel, "square", "a7")
        await standin.submit(await press(club, club.ada, panel, "keep"), name="Mine")
        await standin.settle()
        await everything(club, spy, club.ben, cleo)
        await ready(club, club.ada, panel)
        await everything(club, spy, club.ben, cleo)
        again = await opened(club, club.ada)
        await press(club, club.ada, again, "clear")
        shown = await standin.command(club.ada, club.games, "review")
        await standin.wait_for(lambda: shown.message and not shown.is_loading)
        assert shown.message
        await club.press(club.ada, shown.message, "publish")
        await standin.settle()
        await club.bot.play.resign(club.boards()[-1][0], club.ben.id)
        await club.bot.delivery.deliver(club.boards()[-1][0])
        await everything(club, spy, club.ben, cleo)
        standin.world.listeners.remove(spy.hear)
        return spy


async def everything(club: Club, spy: Spy, *members: Member) -> None:
    """All that these members can ask of the bot, and every button that they then can press."""
    standin = club.standin
    for member in members:
        for name, options in ASKED:
            await standin.command(member, club.games, name, **options)
            await club.settle()
        for name, option in TYPED:
            spy.note(await standin.autocomplete(member, club.games, name, **{option: ""}))
        private = [m for m in club.private(member) if m.components and not m.is_dismissed]
        for message in (club.newest(), *private):
            for id_ in list(controls(message)):
                component = controls(message).get(id_, {"disabled": True})
                is_button = "options" not in component and not component.get("disabled")
                if is_button and id_.split(":")[3] in PRESSED:
                    await standin.press(member, message, id_)
                    await club.settle()


async def test_others_get_the_same_whatever_was_set_up(
    standin: StandIn, other: StandIn, tmp_path: Path, logged: pytest.LogCaptureFixture
) -> None:
    first = await watched(standin, tmp_path / "first.db", SECRETS[0])
    second = await watched(other, tmp_path / "second.db", SECRETS[1])
    assert first.heard == second.heard
    assert first.pictures == second.pictures
    assert any("South is ready" in told for told in first.heard)
    for code in SECRETS:
        objects, _, mirrors = code.partition(" M")
        for told in (*first.heard, *second.heard, logged.text):
            assert objects not in told
            assert mirrors not in told.replace("\\\\", "\\")
