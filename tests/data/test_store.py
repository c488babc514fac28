"""What is committed stays, once, and is found again."""

import asyncio

import pytest

from data import ChannelBusy, Conflict, Entry, EntryKind, Match, Offer, Posted, Status, Store
from engine.core import Result
from tests.data.conftest import ADA, BEN, CHANNEL, CLEO, GUILD, begun


def action(match: Match, text: str, seat: str = "silver") -> Entry:
    return Entry(match.seq + 1, EntryKind.ACTION, 2000 + match.seq, seat, text)


def truth(match: Match) -> tuple[object, ...]:
    return match.state.truth().to_json(), match.entries, match.result, match.status, match.players


async def test_a_game_replays_the_same_in_another_process(store: Store, url: str) -> None:
    match = await begun(store)
    for text, seat in (("j5R", "silver"), ("a4L", "gold"), ("h2-h3", "silver")):
        match = await store.append(match, action(match, text, seat))
    other = await Store.open(url)
    again = await other.match(match.id)
    await other.close()
    assert again is not None
    assert truth(again) == truth(match)
    assert [turn.action for turn in again.turns] == ["j5R", "a4L", "h2-h3"]
    assert again.record().to_json() == match.record().to_json()


async def test_a_kept_match_follows_entries_of_another_process(store: Store, url: str) -> None:
    match = await begun(store)
    other = await Store.open(url)
    theirs = await other.match(match.id)
    assert theirs is not None
    await other.append(theirs, action(theirs, "j5R"))
    await other.close()
    followed = await store.match(match.id)
    assert followed is not None
    assert (followed.seq, followed.state.ply) == (1, 1)


async def test_a_second_writer_of_the_same_entry_fails(store: Store, url: str) -> None:
    match = await begun(store)
    other = await Store.open(url)
    stale = await other.match(match.id)
    assert stale is not None
    await store.append(match, action(match, "j5R"))
    with pytest.raises(Conflict):
        await other.append(stale, action(stale, "h2-h3"))
    await other.close()
    kept = await store.match(match.id)
    assert kept is not None
    assert [turn.action for turn in kept.turns] == ["j5R"]


async def test_of_twenty_writers_at_once_one_gets_the_number(store: Store) -> None:
    match = await begun(store)
    tries = await asyncio.gather(
        *(store.append(match, action(match, "j5R")) for _ in range(20)), return_exceptions=True
    )
    assert sum(isinstance(result, Match) for result in tries) == 1
    assert sum(isinstance(result, Conflict) for result in tries) == 19


async def test_a_resignation_ends_the_game_for_the_other_seat(store: Store) -> None:
    match = await begun(store)
    match = await store.append(match, Entry(1, EntryKind.RESIGN, 3000, "silver"))
    assert (match.status, match.result) == (Status.OVER, Result("gold", "resignation"))
    assert match.to_move is None
    assert await store.running_in(CHANNEL) is None
    (over,) = await store.played_in(GUILD, ADA, 25)
    assert (over.game_id, over.result, over.ended_at) == (match.id, match.result, 3000)
    assert over.players == {"silver": ADA, "gold": BEN}


async def test_a_channels_newest_game_and_a_servers_games_may_run_or_be_over(store: Store) -> None:
    assert await store.newest_in(CHANNEL) is None
    over = await begun(store)
    await store.append(over, Entry(1, EntryKind.RESIGN, 3000, "silver"))
    assert await store.newest_in(CHANNEL) == over.id
    running = await begun(store)
    assert await store.newest_in(CHANNEL) == running.id
    listed = [(game.game_id, game.result) for game in await store.played_in(GUILD, ADA, 25)]
    assert listed == [(running.id, None), (over.id, Result("gold", "resignation"))]
    assert await store.played_in(GUILD + 1, ADA, 25) == []


async def test_a_match_shows_how_it_stood_at_an_earlier_entry(store: Store) -> None:
    match = await begun(store)
    start = match.state.truth().to_json()
    match = await store.append(match, action(match, "j5R"))
    match = await store.append(match, Entry(2, EntryKind.RESIGN, 3000, "gold"))
    assert match.as_of(0).state.truth().to_json() == start
    assert (match.as_of(1).seq, match.as_of(1).result) == (1, None)
    assert match.as_of(2) is match


async def test_a_channel_has_one_running_game(store: Store) -> None:
    await begun(store)
    with pytest.raises(ChannelBusy):
        await begun(store)
    elsewhere = await begun(store, channel=CHANNEL + 1)
    with pytest.raises(ChannelBusy):
        await store.move_game(elsewhere.id, CHANNEL)
    await store.move_game(elsewhere.id, CHANNEL + 2)
    moved = await store.match(elsewhere.id)
    assert moved is not None
    assert moved.channel_id == CHANNEL + 2


async def test_a_challenge_is_settled_once(store: Store) -> None:
    offer = Offer("deflexion", {"layout": "classic"}, "first", GUILD, CHANNEL, ADA, BEN, 1)
    ids = [await store.offers.keep(offer) for _ in range(2)]
    await store.offers.close(ids[0], Status.DECLINED)
    for again in (Status.CANCELLED, Status.DECLINED):
        with pytest.raises(Conflict):
            await store.offers.close(ids[0], again)
    with pytest.raises(Conflict):
        await store.start(ids[0], offer.options, {"silver": ADA, "gold": BEN}, 2)
    assert await store.match(ids[0]) is None
    seats = {"silver": ADA, "gold": BEN}
    tries = await asyncio.gather(
        *(store.start(ids[1], offer.options, seats, 2) for _ in range(5)), return_exceptions=True
    )
    assert sum(isinstance(result, Match) for result in tries) == 1


async def test_the_ledger_knows_what_stands_on_no_board(store: Store) -> None:
    ledger = store.ledger
    match = await begun(store)
    match = await store.append(match, action(match, "j5R"))
    assert await ledger.unposted() == [(match.id, 0), (match.id, 1)]
    assert await ledger.oldest_unposted_at() == 1001
    await ledger.record_posting(Posted(match.id, 0, CHANNEL, 501, has_controls=True), 2)
    assert await ledger.unposted(match.id) == [(match.id, 1)]
    assert await ledger.stale_postings() == [], (
        "until a newer one stands, a board keeps its controls"
    )
    await ledger.mark_undeliverable(match.id)
    assert await ledger.unposted() == []
    assert await ledger.oldest_unposted_at() is None
    assert await ledger.unposted(match.id) == [(match.id, 1)]
    await ledger.record_posting(Posted(match.id, 1, CHANNEL, 502, has_controls=True), 3)
    kept = await store.match(match.id)
    assert kept is not None
    assert not kept.undeliverable
    (stale,) = await ledger.stale_postings()
    assert (stale.seq, stale.message_id) == (0, 501)
    await ledger.mark_stripped(stale)
    assert await ledger.stale_postings(match.id) == []
    await ledger.record_posting(Posted(match.id, 1, CHANNEL, 503, has_controls=True), 4)
    newest = await ledger.newest_posting(match.id)
    assert newest == Posted(match.id, 1, CHANNEL, 503, has_controls=True)


async def test_names_and_facts_are_brought_up_to_date(store: Store) -> None:
    await store.people.remember({ADA: "Ada", BEN: "Ben"})
    await store.people.remember({ADA: "Ada of the 𓂀"})
    assert await store.people.names([ADA, BEN, CLEO]) == {ADA: "Ada of the 𓂀", BEN: "Ben"}
    assert await store.fact("commands") is None
    await store.keep_fact("commands", "1")
    await store.keep_fact("commands", "2")
    assert await store.fact("commands") == "2"


async def test_a_members_running_games_are_of_one_server(store: Store) -> None:
    first = await begun(store)
    second = await begun(store, channel=CHANNEL + 1)
    assert await store.running_of(BEN, GUILD) == [second.id, first.id]
    assert await store.running_of(BEN, GUILD + 1) == []
    assert await store.running_of(CLEO, GUILD) == []
