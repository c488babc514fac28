"""The health answer, for whoever restarts a bot that hangs."""

from __future__ import annotations

from aiohttp import web

from bot.app import NEVER, SILENT_SECONDS, Ricochet
from data import StoreError

UNPOSTED_SECONDS = 300


async def serve_health(bot: Ricochet, port: int) -> web.AppRunner:
    """Answer ``GET /`` on the port: 200 while all is well, 503 with the reason otherwise.

    Raises ``OSError`` when the port is taken.
    """

    async def health(_request: web.Request) -> web.Response:
        fault = await _fault(bot)
        return web.Response(text=fault or "ok", status=503 if fault else 200)

    app = web.Application()
    app.router.add_get("/", health)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    # Every address: whoever asks sits outside the container.
    await web.TCPSite(runner, "0.0.0.0", port).start()  # noqa: S104
    return runner


async def _fault(bot: Ricochet) -> str | None:
    if any(shard.is_closed() for shard in bot.shards.values()):
        return "a shard's connection is closed"
    if bot.heard_at == NEVER:
        return "Discord's gateway has not been heard yet"
    if not bot.is_heard:
        return f"Discord's gateway was not heard for {SILENT_SECONDS:.0f} seconds"
    try:
        oldest = await bot.store.ledger.oldest_unposted_at()
    except StoreError as error:
        return str(error)
    if oldest is not None and bot.clock() - oldest > UNPOSTED_SECONDS:
        return f"a board has been unposted for {UNPOSTED_SECONDS} seconds"
    return None
