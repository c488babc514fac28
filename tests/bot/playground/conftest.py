import asyncio
import contextlib
from collections.abc import AsyncIterator

import discord
import pytest
import pytest_asyncio
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.playground import StandIn
from tests.bot.playground.raw import Raw
from tests.bot.playground.sample import SampleBot


@pytest_asyncio.fixture
async def standin() -> AsyncIterator[StandIn]:
    async with StandIn() as serving:
        yield serving


@contextlib.asynccontextmanager
async def connected(
    standin: StandIn, monkeypatch: pytest.MonkeyPatch, intents: discord.Intents | None = None
) -> AsyncIterator[SampleBot]:
    """A sample bot that is ready, closed again at the end."""
    monkeypatch.setattr(Route, "BASE", standin.api_base)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(standin.gateway_url))
    client = SampleBot(intents)
    running = asyncio.create_task(client.start(standin.token))
    ready = asyncio.create_task(client.wait_until_ready())
    try:
        await asyncio.wait({running, ready}, return_when=asyncio.FIRST_COMPLETED, timeout=10)
        if running.done():
            await running
        assert ready.done()
        yield client
    finally:
        ready.cancel()
        await client.close()
        with contextlib.suppress(discord.DiscordException):
            await running


@pytest_asyncio.fixture
async def client(standin: StandIn, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[SampleBot]:
    async with connected(standin, monkeypatch) as ready:
        yield ready


@pytest_asyncio.fixture
async def raw(standin: StandIn) -> AsyncIterator[Raw]:
    async with Raw.connected(standin) as requests:
        yield requests
