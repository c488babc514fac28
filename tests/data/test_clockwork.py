"""Which games time has something to do with, whatever else happens in them."""

from data import Entry, EntryKind, Match, Offer, Outage, Store
from tests.data.conftest import ADA, BEN, CHANNEL, GUILD

HOUR = 3600
T = 1_800_000_000


async def begun(store: Store, *, clock: int | None = HOUR, channel: int = CHANNEL) -> Match:
    """A game that began at ``T``, Silver to move."""
    options = {"rules": "deflexion", "layout": "classic"}
    offer = Offer("deflexion", options, "first", GUILD, channel, ADA, BEN, T - 60, clock)
    game_id = await store.offers.keep(offer)
    return await store.start(game_id, options, {"silver": ADA, "gold": BEN}, T)


async def entered(store: Store, match: Match, kind: EntryKind, at: int, **more: str) -> Match:
    return await store.append(match, Entry(match.seq + 1, kind, at, **more))


async def test_a_game_is_found_when_a_quarter_of_the_time_is_left_and_again_past_the_deadline(
    store: Store,
) -> None:
    match = await begun(store)
    found = store.clockwork.run_down
    assert await found(T + 2699) == []
    assert await found(T + 2700) == [match.id]
    assert await store.clockwork.note_reminder(match.id, match.turn_seq, match.seq)
    assert await found(T + 3600) == []
    assert await found(T + 3601) == [match.id]


async def test_games_without_a_clock_and_finished_ones_are_never_found(store: Store) -> None:
    await begun(store, clock=None)
    over = await begun(store, channel=8)
    await entered(store, over, EntryKind.RESIGN, T + 5, seat="gold")
    assert await store.clockwork.run_down(T + 100 * HOUR) == []
    assert await store.clockwork.silent_since(T + 1) == [1]


async def test_an_offer_neither_stops_the_clock_nor_leaves_a_game_silent(store: Store) -> None:
    match = await begun(store)
    match = await entered(store, match, EntryKind.DRAW_OFFER, T + 2000, seat="gold")
    assert await store.clockwork.run_down(T + 2700) == [match.id]
    assert await store.clockwork.silent_since(T + 2000) == []
    assert await store.clockwork.silent_since(T + 2001) == [match.id]
    assert (match.turn_seq, match.moved_at) == (0, T)


async def test_a_move_begins_a_turn_of_its_own(store: Store) -> None:
    match = await begun(store)
    assert await store.clockwork.note_reminder(match.id, match.turn_seq, match.seq)
    moved = await entered(store, match, EntryKind.ACTION, T + 2800, seat="silver", action="h2-h3")
    assert await store.clockwork.run_down(T + 3601) == []
    assert await store.clockwork.run_down(T + 2800 + 2700) == [match.id]
    assert (moved.turn_seq, moved.moved_at) == (1, T + 2800)


async def test_a_turn_is_reminded_of_once_and_not_when_somebody_acted_meanwhile(
    store: Store,
) -> None:
    match = await begun(store)
    note = store.clockwork.note_reminder
    assert await note(match.id, 0, 0)
    assert not await note(match.id, 0, 0)
    moved = await entered(store, match, EntryKind.ACTION, T + 9, seat="silver", action="h2-h3")
    after = await entered(store, moved, EntryKind.ACTION, T + 10, seat="gold", action="a4-b3")
    assert not await note(match.id, 1, 1), "the player has moved since the game was read"
    assert await note(match.id, after.turn_seq, after.seq)
    assert not await note(match.id, after.turn_seq, after.seq)


async def test_a_game_whose_channel_is_gone_is_found_for_its_deadline_alone(store: Store) -> None:
    match = await begun(store)
    await store.ledger.mark_undeliverable(match.id)
    assert await store.clockwork.run_down(T + 3000) == []
    assert await store.clockwork.run_down(T + 3601) == [match.id]


async def test_outages_come_back_in_order_and_grow_but_never_shrink(store: Store) -> None:
    keep = store.clockwork.note_outage
    for outage in (Outage(500, 900), Outage(100, 450), Outage(500, 1000), Outage(500, 700)):
        await keep(outage)
    assert await store.clockwork.outages(0) == [Outage(100, 450), Outage(500, 1000)]
    assert await store.clockwork.outages(451) == [Outage(500, 1000)]
