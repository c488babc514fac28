"""Challenges as they are kept: found by their maker, their age, and the game they follow."""

from dataclasses import replace

import pytest

from data import Conflict, Offer, Status, Store
from tests.data.conftest import ADA, BEN, CHANNEL, CLEO, GUILD, begun

PLAIN = Offer("deflexion", {"layout": "classic"}, "first", GUILD, CHANNEL, ADA, BEN, 1000)
SEATS = {"silver": ADA, "gold": BEN}


async def test_a_challenge_is_read_as_it_was_kept(store: Store) -> None:
    asked = replace(PLAIN, opponent_id=None, clock=3600, wants_thread=True)
    offer_id = await store.offers.keep(asked)
    await store.offers.note_message(offer_id, 55)
    assert await store.offers.find(offer_id) == replace(asked, id=offer_id, message_id=55)
    assert await store.offers.find(offer_id + 1) is None


async def test_open_challenges_are_a_members_own_and_not_old(store: Store) -> None:
    old = await store.offers.keep(PLAIN)
    new = await store.offers.keep(replace(PLAIN, at=1001))
    await store.offers.keep(replace(PLAIN, challenger_id=CLEO, at=1001))
    closed = await store.offers.keep(replace(PLAIN, at=1001))
    await store.offers.close(closed, Status.CANCELLED)
    assert [offer.id for offer in await store.offers.open_of(ADA, 1000)] == [new]
    assert [offer.id for offer in await store.offers.open_until(1000)] == [old]


async def test_a_challenge_counts_as_unanswered_when_it_was_seen_and_not_taken(
    store: Store,
) -> None:
    async def newest() -> int | None:
        found = await store.offers.unanswered(ADA, BEN, 999)
        return found.id if found else None

    await begun(store)
    assert await newest() is None
    unseen = await store.offers.keep(PLAIN)
    assert await newest() == unseen
    await store.offers.close(unseen, Status.CANCELLED)
    assert await newest() is None
    await store.offers.note_message(unseen, 55)
    assert await newest() == unseen
    assert await store.offers.unanswered(ADA, BEN, 1000) is None
    assert await store.offers.unanswered(BEN, ADA, 0) is None


async def test_a_challenge_may_begin_in_another_channel(store: Store) -> None:
    first = await begun(store)
    offer_id = await store.offers.keep(PLAIN)
    match = await store.start(offer_id, PLAIN.options, SEATS, 2, CHANNEL + 1)
    assert (match.channel_id, first.channel_id) == (CHANNEL + 1, CHANNEL)
    assert await store.running_in(CHANNEL + 1) == match.id


async def test_a_game_has_one_rematch_in_every_process(store: Store, url: str) -> None:
    match = await begun(store)
    assert await store.offers.rematch_of(match.id) is None
    other = await Store.open(url)
    first = await store.offers.keep(PLAIN, rematch_of=match.id)
    with pytest.raises(Conflict):
        await other.offers.keep(PLAIN, rematch_of=match.id)
    assert await store.offers.find(first + 1) is None
    await store.offers.close(first, Status.DECLINED)
    second = await other.offers.keep(PLAIN, rematch_of=match.id)
    await other.close()
    found = await store.offers.rematch_of(match.id)
    assert found
    assert found.id == second
    await store.start(second, PLAIN.options, SEATS, 2, CHANNEL + 1)
    with pytest.raises(Conflict):
        await store.offers.keep(PLAIN, rematch_of=match.id)
