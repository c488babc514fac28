"""``python -m bot``: connects to Discord and plays until it is told to stop."""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import signal
import sys
from argparse import ArgumentParser

import aiohttp
import discord

from bot import log as logs
from bot.app import Ricochet
from bot.health import serve_health
from bot.settings import BadSettings, Settings, load
from data import Store, StoreError

log = logging.getLogger("bot")

_ABOUT = (
    "Connect to Discord and play until told to stop. The environment and .env hold all settings."
)

WRONG_SETUP = 2
CLOSE_SECONDS = 0.5


async def run(settings: Settings, token: str) -> None:
    """Play until SIGTERM or SIGINT."""
    store = await Store.open(settings.database_url.get_secret_value())
    bot = Ricochet(settings, store)
    health = None
    try:
        if settings.health_port:
            try:
                health = await serve_health(bot, settings.health_port)
            except OSError as error:
                is_taken = error.errno == errno.EADDRINUSE
                why = "is taken by another program" if is_taken else "may not be used by this user"
                raise BadSettings(f"HEALTH_PORT {why}.") from None
        await play(bot, token)
    finally:
        if health:
            await health.cleanup()
        await store.close()


async def play(bot: Ricochet, token: str) -> None:
    """Play until SIGTERM or SIGINT, and stop the bot."""
    stopping = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stopping.set)
    playing = asyncio.create_task(_start(bot, token))
    waiting = asyncio.create_task(stopping.wait())
    await asyncio.wait({playing, waiting}, return_when=asyncio.FIRST_COMPLETED)
    await bot.stop()
    waiting.cancel()
    # A connection that is only just being made does not notice that it is closed.
    _, unfinished = await asyncio.wait({playing}, timeout=CLOSE_SECONDS)
    if unfinished:
        playing.cancel()
    else:
        playing.result()


async def _start(bot: Ricochet, token: str) -> None:
    """Do what ``bot.start`` does, and let garbage collection pass over what is there to stay.

    Whenever it looks through all of that, nobody is answered for a tenth of a second.
    """
    await bot.login(token)
    gc.collect()
    gc.freeze()
    settling = asyncio.create_task(_pass_over_servers(bot))
    try:
        await bot.connect()
    finally:
        settling.cancel()


async def _pass_over_servers(bot: Ricochet) -> None:
    await bot.wait_until_ready()
    gc.freeze()


def main() -> int:
    """Run the bot and return the process's exit code."""
    ArgumentParser(prog="python -m bot", description=_ABOUT).parse_args()
    try:
        settings = load()
        logs.set_up(settings.log_level)
        asyncio.run(run(settings, settings.token))
    except (BadSettings, StoreError) as error:
        return _give_up(str(error), WRONG_SETUP)
    except discord.LoginFailure:
        return _give_up("Discord does not know this DISCORD_TOKEN: copy it anew.", WRONG_SETUP)
    except discord.PrivilegedIntentsRequired:
        return _give_up("Discord refused the intent GUILDS for this bot.", WRONG_SETUP)
    except discord.HTTPException as error:
        log.debug("gave up", exc_info=error)
        return _give_up(f"Discord refused to let the bot start (status {error.status}).", 1)
    except (aiohttp.ClientError, discord.DiscordException, OSError) as error:
        log.debug("gave up", exc_info=error)
        return _give_up(f"Discord cannot be reached ({type(error).__name__}).", 1)
    return 0


def _give_up(sentence: str, code: int) -> int:
    sys.stderr.write(f"{sentence}\n")
    return code


if __name__ == "__main__":
    sys.exit(main())
