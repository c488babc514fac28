"""`python -m bot.playground` with the product's own bot."""

import asyncio
import os
import re
import signal
import sys
from pathlib import Path

import aiohttp
import pytest

ROOT = Path(__file__).resolve().parents[3]


async def start(**settings: str) -> asyncio.subprocess.Process:
    kept = {key: value for key, value in os.environ.items() if not key.startswith("DISCORD_")}
    kept.pop("DATABASE_URL", None)
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot.playground",
        cwd=ROOT,
        env=kept | {"CI": "true"} | settings,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )


async def address(process: asyncio.subprocess.Process) -> str:
    assert process.stdout is not None
    line = (await asyncio.wait_for(process.stdout.readline(), 20)).decode()
    found = re.search(r"http://127\.0\.0\.1:\d+", line)
    assert found, line
    return found[0]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
async def test_it_prints_its_address_and_stops_when_told(number: signal.Signals) -> None:
    process = await start()
    url = await address(process)
    async with aiohttp.ClientSession() as session, session.get(url) as page:
        assert (page.status, page.content_type) == (200, "text/html")
    process.send_signal(number)
    assert await asyncio.wait_for(process.wait(), 15) == 0


async def test_two_take_two_ports() -> None:
    first, second = await start(), await start()
    assert await address(first) != await address(second)
    for process in (first, second):
        process.send_signal(signal.SIGINT)
        assert await asyncio.wait_for(process.wait(), 15) == 0


async def test_it_ends_with_the_code_of_a_bot_that_ends_by_itself() -> None:
    process = await start(LOG_LEVEL="none")
    assert process.stdout is not None
    output, _ = await asyncio.wait_for(process.communicate(), 20)
    assert process.returncode == 2
    assert "ended by itself with code 2" in output.decode()


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="tells children by /proc")
async def test_a_bot_that_was_killed_is_started_again() -> None:
    process = await start()
    url = await address(process)
    async with (
        aiohttp.ClientSession() as http,
        http.ws_connect(f"{url}/playground/socket") as socket,
    ):

        async def until_online() -> None:
            async for message in socket:
                frame = message.json()
                if frame["type"] == "world" and frame["bot"]["online"]:
                    return

        await asyncio.wait_for(until_online(), 20)
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        os.kill(int(children[0]), signal.SIGKILL)
        assert process.stdout is not None
        line = (await asyncio.wait_for(process.stdout.readline(), 20)).decode()
        assert "started again" in line
        await asyncio.wait_for(until_online(), 20)
    process.send_signal(signal.SIGTERM)
    assert await asyncio.wait_for(process.wait(), 15) == 0
