"""Games with the computer that belong to no server: nothing finds them but their player."""

from dataclasses import replace

from data import COMPUTER, Entry, EntryKind, Match, Offer, Posted, Status, Store
from tests.data.conftest import ADA, BEN, CHANNEL, GUILD

OFFER = Offer(
    "deflexion", {"rules": "deflexion", "layout": "classic"}, "first", None, CHANNEL, ADA,
    COMPUTER, 1000, level="easy",
)  # fmt: skip


async def played(store: Store, channel: int = CHANNEL, member: int = ADA) -> Match:
    offer = replace(OFFER, channel_id=channel, challenger_id=member)
    return await store.begin(offer, {"silver": member, "gold": COMPUTER})


async def test_only_what_belongs_to_no_server_is_personal(store: Store) -> None:
    assert (await played(store)).is_personal
    seats = {"silver": ADA, "gold": COMPUTER}
    elsewhere = replace(OFFER, guild_id=GUILD, channel_id=CHANNEL + 1)
    assert not (await store.begin(elsewhere, seats)).is_personal


async def test_no_search_for_what_is_left_to_do_finds_a_personal_game(store: Store) -> None:
    match = await played(store)
    match = await store.append(match, Entry(1, EntryKind.ACTION, 1001, "silver", "h2-h3"))
    await store.ledger.record_posting(Posted(match.id, 0, CHANNEL, 5, has_controls=True), 1001)
    await store.ledger.record_posting(Posted(match.id, 1, CHANNEL, 6, has_controls=True), 1001)
    await store.append(match, Entry(2, EntryKind.ACTION, 1002, "gold", "c7-c6"))
    assert await store.ledger.unposted() == []
    assert await store.ledger.oldest_unposted_at() is None
    assert await store.ledger.stale_postings() == []
    assert await store.clockwork.with_computer() == {}
    # Asked for by its number it says the same as any other.
    assert await store.ledger.unposted(match.id) == [(match.id, 2)]
    assert [each.seq for each in await store.ledger.stale_postings(match.id)] == [0]


async def test_a_personal_game_in_which_nobody_acts_lapses_like_others(store: Store) -> None:
    match = await played(store)
    assert await store.clockwork.silent_since(2000) == [match.id]
    await store.append(match, Entry(1, EntryKind.LAPSE, 2000))
    assert await store.clockwork.silent_since(3000) == []
    assert await store.running_in(CHANNEL) is None


async def test_lists_of_what_belongs_to_no_server_are_ones_own(store: Store) -> None:
    own, other = await played(store), await played(store, CHANNEL + 1, BEN)
    statuses = [Status.RUNNING]
    assert [each.game_id for each in await store.played_in(None, ADA, 10)] == [own.id]
    assert [each.game_id for each in await store.played_in(None, BEN, 10)] == [other.id]
    assert await store.played_in(GUILD, ADA, 10) == []
    assert await store.catalogue.count(None, None, statuses) == 0
    assert await store.catalogue.page(None, ADA, statuses, offset=0, limit=5) == [own.id]
    assert await store.running_of(BEN, None) == [other.id]
