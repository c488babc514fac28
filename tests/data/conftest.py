"""A store on a fresh file, and what tests put into it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from data import Match, Offer, Store

ADA, BEN, CLEO = 101, 102, 103
CHANNEL, GUILD = 7, 3


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite+aiosqlite:///{tmp_path / 'ricochet.db'}"


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    store = await Store.open(url)
    yield store
    await store.close()


async def begun(store: Store, *, channel: int = CHANNEL) -> Match:
    """A game between Ada (Silver) and Ben (Gold) that has just begun."""
    options = {"rules": "deflexion", "layout": "classic"}
    offer = Offer("deflexion", options, "first", GUILD, channel, ADA, BEN, 1000)
    game_id = await store.offers.keep(offer)
    return await store.start(game_id, options, {"silver": ADA, "gold": BEN}, 1001)
