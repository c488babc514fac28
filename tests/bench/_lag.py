"""``python -m tests.bench._lag N``: the bot with N searches beside it, and how late its loop is.

Stopped with SIGTERM it prints by how many milliseconds at most the event loop came late.
"""

from __future__ import annotations

import asyncio
import json
import sys
from time import perf_counter

from bot.__main__ import play
from bot.app import Ricochet
from bot.searching import SearchFailed
from bot.settings import load
from bot.thinkers import Thinkers
from data import Store
from engine.record import Record
from engine.registry import game

BETWEEN_LOOKS = 0.002
"""Seconds between two looks at the clock."""


async def run(count: int) -> float:
    """Play until SIGTERM; return the worst lag in seconds."""
    settings = load()
    store = await Store.open(settings.database_url.get_secret_value())
    thinkers = Thinkers(max(1, count))
    bot = Ricochet(settings, store, thinkers=thinkers)
    playing = asyncio.create_task(play(bot, settings.token))
    searches = [asyncio.create_task(_search(thinkers, seed)) for seed in range(count)]
    while thinkers.at_work < count or len(thinkers.pids) < count or not bot.is_ready():
        await asyncio.sleep(BETWEEN_LOOKS)
    worst = await _worst_lag(bot)
    await asyncio.gather(playing, *searches)
    await store.close()
    return worst


async def _search(thinkers: Thinkers, seed: int) -> None:
    """Search again and again, for as long as a hard move takes."""
    rules = game("deflexion")
    start = json.dumps(Record(rules.name, rules.complete({}), ()).to_json())
    while True:
        try:
            await thinkers.choose(start, "hard", seed)
        except SearchFailed:
            return


async def _worst_lag(bot: Ricochet) -> float:
    worst = 0.0
    while not bot.is_stopping:
        before = perf_counter()
        await asyncio.sleep(BETWEEN_LOOKS)
        worst = max(worst, perf_counter() - before - BETWEEN_LOOKS)
    return worst


if __name__ == "__main__":
    sys.stdout.write(f"{1000 * asyncio.run(run(int(sys.argv[1]))):.1f}\n")
