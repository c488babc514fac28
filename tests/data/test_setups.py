"""A game that begins with secret setups, as it is kept, over the rules of Reflix."""

import json
import traceback

import pytest

from data import Conflict, Entry, EntryKind, Match, Offer, Status, Store, setup_draft
from engine.core import Phase, Result
from engine.record import Record
from tests.data.conftest import ADA, BEN, CHANNEL, GUILD

T = 1_800_000_000
HOUR = 3600
SOUTH = "setup T d8 W c8 e8 S b7 d7 f7 M a8/ g8\\"
OTHER = "setup T b9 W a7 g7 S b8 c8 d8 M b7\\ f9/"
NORTH = "setup T d2 W c2 e2 S b3 d3 f3 M a2\\ g2/"


async def begun(store: Store, clock: int | None = HOUR) -> Match:
    """A game in which Ada, South, and Ben, North, have yet to set up."""
    offer = Offer("reflix", {"first": "south"}, "first", GUILD, CHANNEL, ADA, BEN, T - 60, clock)
    game_id = await store.offers.keep(offer)
    return await store.start(game_id, {"first": "south"}, {"south": ADA, "north": BEN}, T)


async def entered(
    store: Store, match: Match, kind: EntryKind, at: int, seat: str | None, action: str = ""
) -> Match:
    return await store.append(match, Entry(match.seq + 1, kind, at, seat, action or None))


async def set_up(store: Store, match: Match, at: int, seat: str, action: str) -> Match:
    return await entered(store, match, EntryKind.SETUP, at, seat, action)


async def test_play_begins_when_both_have_set_up_in_either_order(store: Store) -> None:
    match = await begun(store)
    assert (match.awaited, match.to_move, match.is_set_up) == (("south", "north"), None, False)
    match = await set_up(store, match, T + 10, "north", NORTH)
    assert (match.awaited, match.to_move, match.turns) == (("south",), None, ())
    match = await set_up(store, match, T + 20, "south", OTHER)
    assert (match.awaited, match.to_move, match.is_set_up) == (("south",), "south", True)
    assert match.at_ply(0) is match.state
    match = await entered(store, match, EntryKind.ACTION, T + 30, "south", "d6R")
    assert match.at_ply(0).phase is Phase.PLAY
    assert [turn.action for turn in match.turns] == ["d6R"]
    again = await Store(store._database).match(match.id)
    assert again
    assert again.state.truth() == match.state.truth(), "a restart replays it"


async def test_the_newest_setup_of_a_seat_stands_and_is_what_the_record_tells(store: Store) -> None:
    match = await begun(store)
    match = await set_up(store, match, T + 10, "south", SOUTH)
    match = await set_up(store, match, T + 20, "north", NORTH)
    assert [setup.seat for setup in match.setups] == ["south", "north"]
    match = await entered(store, match, EntryKind.RESIGN, T + 40, "north")
    told = json.loads(json.dumps(match.record().to_json()))
    assert [entry["action"] for entry in told["entries"]] == [SOUTH, NORTH]
    assert Record.from_json(told) == match.record()
    changed = await begun_again(store)
    changed = await set_up(store, changed, T + 10, "south", SOUTH)
    changed = await set_up(store, changed, T + 20, "south", OTHER)
    changed = await set_up(store, changed, T + 30, "north", NORTH)
    setup = changed.setup_of("south")
    assert setup
    assert setup.action == OTHER
    assert [entry.action for entry in changed.record().entries] == [OTHER, NORTH]


async def begun_again(store: Store) -> Match:
    offer = Offer("reflix", {"first": "south"}, "first", GUILD, 99, ADA, BEN, T, None)
    game_id = await store.offers.keep(offer)
    return await store.start(game_id, {"first": "south"}, {"south": ADA, "north": BEN}, T)


async def test_of_two_setups_at_once_one_is_refused_and_can_come_after(store: Store) -> None:
    match = await begun(store)
    await set_up(store, match, T + 10, "south", SOUTH)
    with pytest.raises(Conflict):
        await set_up(store, match, T + 10, "north", NORTH)
    newest = await store.match(match.id)
    assert newest
    assert (await set_up(store, newest, T + 11, "north", NORTH)).is_set_up


async def test_the_clock_runs_from_the_start_until_both_are_ready(store: Store) -> None:
    match = await begun(store)
    match = await set_up(store, match, T + 1000, "south", SOUTH)
    assert (match.turn_seq, match.moved_at) == (0, T)
    match = await set_up(store, match, T + 2000, "south", OTHER)
    assert (match.turn_seq, match.moved_at) == (0, T)
    assert await store.clockwork.run_down(T + HOUR - HOUR // 4) == [match.id]
    assert await store.clockwork.run_down(T + HOUR + 1) == [match.id]
    match = await set_up(store, match, T + 3000, "north", NORTH)
    assert (match.turn_seq, match.moved_at) == (3, T + 3000)
    assert await store.clockwork.run_down(T + HOUR + 1) == []
    assert await store.clockwork.run_down(T + 3000 + HOUR + 1) == [match.id]


async def test_who_is_late_to_set_up_loses_and_if_both_are_nobody_wins(store: Store) -> None:
    match = await begun(store)
    nobody = match.extended([Entry(1, EntryKind.TIMEOUT, T + 9000, None)])
    assert (nobody.result, nobody.status) == (Result(None, "lapsed"), Status.OVER)
    ready = await set_up(store, match, T + 10, "north", NORTH)
    late = ready.extended([Entry(2, EntryKind.TIMEOUT, T + 9000, "south")])
    assert late.result == Result("north", "time")
    resigned = ready.extended([Entry(2, EntryKind.RESIGN, T + 9000, "north")])
    for over in (nobody, late, resigned):
        assert over.awaited == ()
        record = over.record()
        assert record.entries == (), "no fortress that nobody has seen is told"
        assert Record.from_json(json.loads(json.dumps(record.to_json()))) == record


async def test_drafts_go_with_what_they_were_for(store: Store) -> None:
    match = await begun(store)
    people, kind = store.people, setup_draft(match.id)

    async def kept() -> list[int]:
        return [member for member in (ADA, BEN) if await people.draft(member, kind)]

    for member in (ADA, BEN):
        await people.keep_draft(member, kind, "secret", T)
        await people.keep_draft(member, "layout", "other", T)
    match = await set_up(store, match, T + 10, "south", SOUTH)
    assert await kept() == [BEN], "what was sent stands instead"
    await people.keep_draft(ADA, kind, "changed", T)
    match = await set_up(store, match, T + 20, "north", NORTH)
    assert await kept() == []
    assert await people.draft(ADA, "layout") == "other"
    other = await begun_again(store)
    await people.keep_draft(BEN, setup_draft(other.id), "secret", T)
    await entered(store, other, EntryKind.RESIGN, T + 30, "south")
    assert await people.draft(BEN, setup_draft(other.id)) is None


async def test_nobody_gets_the_opponents_setup_with_their_own_data(store: Store) -> None:
    match = await begun(store)
    match = await set_up(store, match, T + 10, "south", SOUTH)
    await store.people.keep_draft(ADA, setup_draft(match.id), "T d9", T)
    own, others = [json.dumps(await store.personal.kept(each)) for each in (ADA, BEN)]
    assert json.dumps(SOUTH) in own
    assert "d8" not in others
    assert "d9" not in others
    assert '"setup"' in others, "that there is one is no secret"
    await set_up(store, match, T + 20, "north", NORTH)
    assert "b7" not in json.dumps(await store.personal.kept(BEN))


async def test_a_setup_that_no_longer_replays_is_named_by_its_number_alone(store: Store) -> None:
    match = await begun(store)
    broken = Entry(1, EntryKind.SETUP, T + 10, "south", SOUTH.replace("T d8", "T d7"))
    with pytest.raises(ValueError, match="entry 1 of game 1 does not replay") as fault:
        match.extended((broken,))
    logged = "".join(traceback.format_exception(fault.value))
    assert not any(square in logged for square in ("d7", "c8", "e8"))
