"""The whole bot through discord.py's real client, against the stand-in."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.app import Ricochet
from bot.match.posting import ControlId
from bot.playground.interactions import Interaction
from bot.playground.server import StandIn
from bot.playground.world import Channel, Member, Message
from bot.settings import Settings
from data import Match, Store

BOARD = re.compile(r"(\d+)-(\d+)\.png")

SHORT_GAME = ("j4-j3", "f5-g6", "j3-j4", "g6-g5")
"""Legal moves from the classic layout that end nothing."""


@dataclass
class Club:
    """A server with Ada and Ben in it, and the bot online."""

    standin: StandIn
    store: Store
    bot: Ricochet

    @property
    def ada(self) -> Member:
        return self.standin.member("Ada")

    @property
    def ben(self) -> Member:
        return self.standin.member("Ben")

    @property
    def games(self) -> Channel:
        return self.standin.channel("games")

    def boards(self) -> list[tuple[int, int, Message]]:
        return boards(self.games)

    def newest(self) -> Message:
        return self.boards()[-1][2]

    async def challenge(self, **options: object) -> Message:
        """Ada's challenge to Ben, as posted; she plays Silver."""
        asked = {"opponent": self.ben, "side": "first", **options}
        interaction = await self.standin.command(self.ada, self.games, "challenge", **asked)
        assert interaction.message
        return interaction.message

    async def begin(self) -> Match:
        """A game that Ben has accepted, its first board posted."""
        message = await self.challenge()
        await self.press(self.ben, message, "accept")
        await self.standin.wait_for(self.boards)
        await self.standin.settle()
        game, _, _ = self.boards()[-1]
        match = await self.store.match(game)
        assert match
        return match

    async def press(self, member: Member, message: Message, verb: str, *values: str) -> Interaction:
        """Press the message's one control with that verb, or verb and argument."""
        interaction = await self.standin.press(member, message, control(message, verb), *values)
        assert interaction
        return interaction

    async def play(self, member: Member, action: str) -> None:
        """Pick the piece and press the action under the newest board; wait for the next one."""
        board = self.newest()
        posted = len(self.boards())
        await self.press(member, board, "pick", action[:2])
        verb = "turn" if action[2:] in ("L", "R") else "go"
        await self.press(member, board, f"{verb}:{action}")
        await self.standin.wait_for(lambda: len(self.boards()) > posted)
        await self.standin.settle()

    def private(self, member: Member) -> list[Message]:
        """The messages that only this member sees."""
        return [m for m in self.standin.visible(self.games, member) if m.ephemeral_for]

    async def said_privately(self, member: Member) -> str:
        """What the newest message says that only this member sees."""
        await self.standin.wait_for(lambda: self.private(member))
        await self.standin.settle()
        return self.private(member)[-1].content


async def until(holds: Callable[[], Awaitable[bool]]) -> None:
    """Wait until the store, say, is as it should be."""
    async with asyncio.timeout(10):
        while not await holds():
            await asyncio.sleep(0.01)


def boards(channel: Channel) -> list[tuple[int, int, Message]]:
    """Every board in the channel, oldest first: game, entry, message."""
    found = []
    for message in channel.messages.values():
        for attachment in message.attachments:
            match = BOARD.fullmatch(attachment.filename)
            if match and message.ephemeral_for is None:
                found.append((int(match[1]), int(match[2]), message))
    return found


def controls(message: Message) -> dict[str, dict[str, object]]:
    """The message's components by custom id."""
    return {
        component["custom_id"]: component
        for row in message.components
        for component in row["components"]
    }


def control(message: Message, verb: str) -> str:
    """The custom id of the one control with that verb, or verb and argument."""
    found = []
    for custom_id in controls(message):
        parsed = ControlId.parse(custom_id)
        assert parsed, custom_id
        full = f"{parsed.verb}:{parsed.argument}" if parsed.argument else parsed.verb
        if verb in (parsed.verb, full):
            found.append(custom_id)
    assert len(found) == 1, f"{verb}: {found or list(controls(message))}"
    return found[0]


def settings_for(standin: StandIn, **more: object) -> Settings:
    given = {name.lower(): value for name, value in standin.environment().items()}
    return Settings(_env_file=None, **given, **more)  # type: ignore[arg-type]


@asynccontextmanager
async def running(standin: StandIn, url: str, **more: object) -> AsyncIterator[Club]:
    """The bot in this process, online until the block ends."""
    store = await Store.open(url)
    bot = Ricochet(settings_for(standin, **more), store)
    playing = asyncio.create_task(bot.start(standin.token))
    try:
        await standin.wait_online()
        yield Club(standin, store, bot)
    finally:
        await bot.stop()
        await asyncio.wait_for(playing, 10)
        await store.close()


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite+aiosqlite:///{tmp_path / 'ricochet.db'}"


@pytest.fixture
async def standin() -> AsyncIterator[StandIn]:
    async with StandIn() as standin:
        yield standin


@pytest.fixture
async def club(standin: StandIn, url: str) -> AsyncIterator[Club]:
    async with running(standin, url) as club:
        yield club
