"""The whole bot through discord.py's real client, against the stand-in."""

import asyncio
import random
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from discord.gateway import KeepAliveHandler

from bot.app import Ricochet
from bot.playground.interactions import Interaction
from bot.playground.server import StandIn
from bot.playground.world import Channel, Member, Message
from bot.settings import Settings
from bot.thinkers import Thinkers
from data import Match, Store
from tests.discord.reading import boards, control


class Hands(ThreadPoolExecutor):
    """The loop's threads, which can be asked whether they draw."""

    def __init__(self) -> None:
        super().__init__()
        self._under_way: set[Future[Any]] = set()

    @property
    def are_busy(self) -> bool:
        return bool(self._under_way)

    def submit(self, work: Callable[..., Any], /, *args: object, **kwargs: object) -> Future[Any]:
        future = super().submit(work, *args, **kwargs)
        self._under_way.add(future)
        future.add_done_callback(self._under_way.discard)
        return future


@dataclass
class Club:
    """A server with Ada and Ben in it, and the bot online."""

    standin: StandIn
    store: Store
    bot: Ricochet
    hands: Hands

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
        """Ada's challenge to Ben, as posted; she moves first."""
        asked = {"opponent": self.ben, "side": "first", **options}
        before = set(self.games.messages)
        await self.standin.command(self.ada, self.games, "challenge", **asked)

        def posted() -> list[Message]:
            new = [m for id_, m in self.games.messages.items() if id_ not in before]
            return [message for message in new if message.ephemeral_for is None]

        # On a busy machine the answer is a word that it will come, and then it comes.
        await self.standin.wait_for(posted)
        return posted()[0]

    async def begin(self, **options: object) -> Match:
        """A game that Ben has accepted, its first board posted."""
        posted = len(self.boards())
        message = await self.challenge(**options)
        await self.press(self.ben, message, "accept")
        await self.standin.wait_for(lambda: len(self.boards()) > posted)
        await self.settle()
        game, _, _ = self.boards()[-1]
        match = await self.store.match(game)
        assert match
        return match

    async def press(self, member: Member, message: Message, verb: str, *values: str) -> Interaction:
        """Press the message's one control with that verb, or verb and argument."""
        interaction = await self.standin.press(member, message, control(message, verb), *values)
        assert interaction
        return interaction

    async def command(
        self, member: Member, name: str, /, channel: Channel | None = None, **options: object
    ) -> Interaction:
        """A command whose answer is there, or has made way for a board."""
        place = channel or self.games
        done = await self.standin.command(member, place, name, **options)
        await self.standin.wait_for(
            lambda: not done.is_loading or (done.message and done.message.id not in place.messages)
        )
        return done

    async def play(self, member: Member, action: str) -> None:
        """Press the action under the newest board, its piece picked; wait for the next one."""
        board = self.newest()
        posted = len(self.boards())
        if action.isupper():
            await self.press(member, board, action.lower())
        else:
            await self.press(member, board, "pick", action[:2])
            verb = "turn" if action[2:] in ("L", "R") else "go"
            await self.press(member, board, f"{verb}:{action}")
        await self.standin.wait_for(lambda: len(self.boards()) > posted)
        newest = self.boards()[-1][1]
        await self.standin.wait_for(
            lambda: all(seq == newest for _, seq, board in self.boards() if board.components)
        )
        await self.settle()

    async def settle(self) -> None:
        """Return when nothing goes on: nothing at the stand-in, in the store or in a thread."""
        await self.standin.settle()
        while self.store._database._under_way or self.hands.are_busy:
            await asyncio.sleep(0.01)
            await self.standin.settle()

    async def pass_time(self, seconds: float) -> None:
        """Let so much time pass in which the bot was there all along."""
        # Noted before, too: the bot's own look at the clock may come right after the jump.
        await self.store.keep_fact("alive:", str(self.bot.clock() + int(seconds)))
        self.standin.clock.advance(seconds)
        await self.store.keep_fact("alive:", str(self.bot.clock()))
        await self.bot.keep_time()

    def private(self, member: Member) -> list[Message]:
        """The messages that only this member sees."""
        return [m for m in self.standin.visible(self.games, member) if m.ephemeral_for]

    async def said_privately(self, member: Member) -> str:
        """What the newest message says that only this member sees."""
        await self.standin.wait_for(lambda: self.private(member))
        await self.settle()
        return self.private(member)[-1].content


def settings_for(standin: StandIn, **more: object) -> Settings:
    given = {name.lower(): value for name, value in standin.environment().items()}
    return Settings(_env_file=None, **given, **more)  # type: ignore[arg-type]


@asynccontextmanager
async def running(
    standin: StandIn,
    url: str,
    chance: random.Random | None = None,
    thinkers: Thinkers | None = None,
    **more: object,
) -> AsyncIterator[Club]:
    """The bot in this process, online until the block ends."""
    store = await Store.open(url)
    bot = Ricochet(
        settings_for(standin, **more),
        store,
        lambda: int(standin.clock.now().timestamp()),
        chance,
        thinkers,
    )
    hands = Hands()
    asyncio.get_running_loop().set_default_executor(hands)
    playing = asyncio.create_task(bot.start(standin.token))
    try:
        await standin.wait_online()
        yield Club(standin, store, bot, hands)
    finally:
        await bot.stop()
        await asyncio.wait_for(playing, 10)
        for thread in threading.enumerate():
            # discord.py forgets the heartbeat of a connection that was only just being made.
            if isinstance(thread, KeepAliveHandler) and thread.ws._connection is bot._connection:
                thread.stop()
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
