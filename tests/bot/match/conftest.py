"""The match service on a real store, with a clock that tests set."""

import random
from collections.abc import AsyncIterator, Awaitable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from sqlalchemy import insert

from bot.match.challenges import Challenges, Place
from bot.match.clocks import Clocks
from bot.match.play import Play
from bot.match.terms import Terms
from bot.posting import Posting, Select
from data import Match, Offer, Store
from data.schema import entries
from engine.core import GameError

ADA, BEN, CLEO = 101, 102, 103
CHANNEL, GUILD = 7, 3
HERE = Place(GUILD, CHANNEL)


@dataclass
class Club:
    store: Store
    challenges: Challenges
    play: Play
    time: int = 1_800_000_000

    async def offer(
        self, opponent: int | None = BEN, place: Place = HERE, **terms: str
    ) -> tuple[Offer, Posting]:
        """Ada's challenge, noted as posted: the message's number follows the challenge's."""
        asked = Terms(**{"side": "first", **terms})
        offer, posting = await self.challenges.offer(ADA, opponent, asked, place)
        await self.store.offers.note_message(offer.id, 1000 + offer.id)
        return offer, posting

    async def challenge(self, channel: int = CHANNEL, side: str = "first") -> int:
        offer, _ = await self.offer(place=replace(HERE, channel_id=channel), side=side)
        return offer.id

    async def begin(self) -> Match:
        return await self.challenges.accept(await self.challenge(), BEN)


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'ricochet.db'}")
    chance = random.Random(1)

    def clock() -> int:
        return made.time

    play = Play(store, clock, chance, Clocks(store, clock))
    made = Club(store, Challenges(store, clock, chance), play)
    yield made
    await store.close()


async def spoil(store: Store, game_id: int) -> None:
    """Let the game's newest entry be an action that its rules do not allow."""
    match = await store.match(game_id)
    assert match
    entry = {"game_id": game_id, "seq": match.seq + 1, "kind": "action", "seat": "silver"}
    row = {**entry, "action": "a1-a2", "at": match.entries[-1].at}
    await store._database.write(insert(entries).values(row))


def labels(posting: Posting) -> list[str]:
    return [b.label for row in posting.rows if not isinstance(row, Select) for b in row]


async def refusal(work: Awaitable[object]) -> str:
    with pytest.raises(GameError) as error:
        await work
    return str(error.value)
