import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeAlias

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, async_playwright

from bot.playground import StandIn
from tests.bot.playground.conftest import connected
from tests.bot.playground.sample import SampleBot

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
PHONE = (390, 844)
DESKTOP = (1280, 800)

Opened: TypeAlias = Callable[..., Awaitable[Page]]


@pytest_asyncio.fixture
async def standin() -> AsyncIterator[StandIn]:
    async with StandIn() as serving:
        yield serving


@pytest_asyncio.fixture
async def client(standin: StandIn, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[SampleBot]:
    async with connected(standin, monkeypatch) as ready:
        yield ready


@pytest_asyncio.fixture
async def browser(chromium_path: str) -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        running = await playwright.chromium.launch(executable_path=chromium_path, args=ARGUMENTS)
        yield running
        await running.close()


@pytest_asyncio.fixture
async def opened(standin: StandIn, browser: Browser) -> AsyncIterator[Opened]:
    """Opens the page as a member; at the end no page may have had an error of its own."""
    errors: list[str] = []
    async with contextlib.AsyncExitStack() as stack:

        async def open_page(name: str = "Ada", size: tuple[int, int] = DESKTOP) -> Page:
            width, height = size
            is_phone = size == PHONE
            context = await browser.new_context(
                viewport={"width": width, "height": height}, is_mobile=is_phone, has_touch=is_phone
            )
            stack.push_async_callback(context.close)
            page = await context.new_page()
            page.set_default_timeout(10_000)
            page.on("pageerror", lambda error: errors.append(str(error)))
            await page.goto(f"{standin.url}/?member={standin.member(name).id}")
            await page.wait_for_selector("html[data-ready]")
            return page

        yield open_page
    assert errors == []
