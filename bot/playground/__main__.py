"""`python -m bot.playground`: the stand-in, and the unmodified bot connected to it."""

from __future__ import annotations

import asyncio
import contextlib
import math
import os
import signal
import sys
import tempfile
import webbrowser
from argparse import ArgumentParser
from asyncio.subprocess import Process
from pathlib import Path

from bot.playground.server import StandIn
from bot.playground.world import Permission

FIRST_PORT = 8421
FOR_DISCORD_ALONE = {"DEV_GUILD", "SHARD_COUNT", "SHARD_IDS", "HEALTH_PORT"}
_PORTS_TRIED = 20
_ABOUT = "Play in the browser without Discord, until Ctrl-C. There is nothing to set."
_STOP_SECONDS = 6.0


def _say(sentence: str) -> None:
    sys.stdout.write(sentence + "\n")
    sys.stdout.flush()


async def _serve_somewhere(stack: contextlib.AsyncExitStack) -> StandIn:
    """Return a serving stand-in on the first port that is free."""
    for port in range(FIRST_PORT, FIRST_PORT + _PORTS_TRIED):
        with contextlib.suppress(OSError):
            return await stack.enter_async_context(StandIn(port))
    return await stack.enter_async_context(StandIn())


def _make_host(standin: StandIn) -> None:
    """Let Ada keep the server, so that what only its keepers may can be tried."""
    keeps = Permission.MANAGE_GUILD | Permission.MANAGE_MESSAGES
    standin.world.add_role("Host", keeps, standin.member("Ada"))


def _open_browser(url: str) -> None:
    """Open the page where somebody can look at it; a machine without a screen is left alone."""
    has_display = sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    if not has_display or os.environ.get("CI"):
        return
    with contextlib.suppress(webbrowser.Error, OSError):
        webbrowser.open(url)


async def _start_bot(standin: StandIn, folder: str) -> Process:
    environment = {k: v for k, v in os.environ.items() if k not in FOR_DISCORD_ALONE}
    environment |= standin.environment()
    # The stand-in forgets its channels when it ends, and so does the bot its games with them.
    environment["DATABASE_URL"] = f"sqlite+aiosqlite:///{folder}/ricochet.db"
    # The bot runs in the temporary folder, where no .env says what is meant for Discord.
    safe_path = ["-P"] if sys.flags.safe_path else []
    if not safe_path:
        environment["PYTHONPATH"] = str(Path(__file__).parents[2])
    command = [sys.executable, *safe_path, "-m", "bot"]
    # A session of its own: Ctrl-C reaches the bot once, through us, as a SIGTERM.
    return await asyncio.create_subprocess_exec(
        *command, env=environment, cwd=folder, start_new_session=True
    )


async def _stop_bot(bot: Process) -> None:
    if bot.returncode is not None:
        return
    bot.terminate()
    try:
        await asyncio.wait_for(bot.wait(), _STOP_SECONDS)
    except TimeoutError:
        bot.kill()
        await bot.wait()


async def run() -> int:
    """Return the exit code: 0 when told to stop, the bot's own when it never got online.

    A bot that ends later is started again, as whoever runs one on Discord would have it.
    """
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, stopped.set)
    async with contextlib.AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="ricochet-"))
        standin = await _serve_somewhere(stack)
        _make_host(standin)
        bot = await _start_bot(standin, folder)
        _say(f"Ricochet is playing at {standin.url} (Ctrl-C stops it)")
        browser = loop.run_in_executor(None, _open_browser, standin.url)
        try:
            while await _watch(standin, bot, stopped) and not stopped.is_set():
                _say(f"The bot ended by itself with code {bot.returncode} and is started again.")
                bot = await _start_bot(standin, folder)
        finally:
            await _stop_bot(bot)
        await browser
        if stopped.is_set():
            return 0
        code = bot.returncode or 0
        _say(f"The bot ended by itself with code {code}.")
        return code if code >= 0 else 128 - code


async def _watch(standin: StandIn, bot: Process, stopped: asyncio.Event) -> bool:
    """Wait for the end of the bot or of us; return whether the bot had come online."""
    online = asyncio.create_task(standin.wait_online(math.inf))
    ended, asked = asyncio.create_task(bot.wait()), asyncio.create_task(stopped.wait())
    await asyncio.wait({ended, asked}, return_when=asyncio.FIRST_COMPLETED)
    was_online = online.done()
    for task in (online, ended, asked):
        task.cancel()
    return was_online


def main() -> None:
    """Run until stopped and leave with the exit code."""
    ArgumentParser(prog="python -m bot.playground", description=_ABOUT).parse_args()
    sys.exit(asyncio.run(run()))


if __name__ == "__main__":
    main()
