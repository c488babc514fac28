"""A match is what its entries make of it."""

from data import Entry, EntryKind, Match, Store
from engine.core import Result
from tests.data.conftest import begun

MOVES = (("silver", "h2-h3"), ("gold", "a4-b3"), ("silver", "c1-c2"))


async def played(store: Store) -> Match:
    match = await begun(store)
    for seat, text in MOVES:
        match = await store.append(
            match, Entry(match.seq + 1, EntryKind.ACTION, 2000 + match.seq, seat, text)
        )
    return match


def entry(match: Match, kind: EntryKind, seat: str | None) -> Entry:
    return Entry(match.seq + 1, kind, 9000, seat)


async def test_an_undo_goes_back_to_before_the_askers_own_last_move(store: Store) -> None:
    match = await played(store)
    undone = match.extended([entry(match, EntryKind.UNDO, "gold")])
    assert [turn.action for turn in undone.turns] == ["h2-h3"]
    assert (undone.to_move, undone.seq) == ("gold", match.seq + 1)
    undone = match.extended([entry(match, EntryKind.UNDO, "silver")])
    assert [turn.action for turn in undone.turns] == ["h2-h3", "a4-b3"]
    assert undone.to_move == "silver"
    again = undone.extended([Entry(undone.seq + 1, EntryKind.ACTION, 9001, "silver", "d6-d7")])
    assert [turn.action for turn in again.turns] == ["h2-h3", "a4-b3", "d6-d7"]


async def test_an_offer_is_pending_until_anything_else_happens(store: Store) -> None:
    match = await played(store)
    assert match.pending is None
    offered = match.extended([entry(match, EntryKind.DRAW_OFFER, "silver")])
    assert offered.pending
    assert offered.pending.seat == "silver"
    assert offered.moved_at == match.moved_at, "an offer does not stop the clock"
    moved = offered.extended([Entry(offered.seq + 1, EntryKind.ACTION, 9001, "gold", "b3-b4")])
    assert moved.pending is None
    declined = offered.extended([entry(offered, EntryKind.DRAW_DECLINE, "gold")])
    assert declined.pending is None
    assert declined.to_move == "gold"


async def test_what_ends_a_game_outside_the_rules_gives_its_result(store: Store) -> None:
    match = await played(store)
    for kind, seat, result in (
        (EntryKind.DRAW, "gold", Result(None, "agreement")),
        (EntryKind.RESIGN, "gold", Result("silver", "resignation")),
        (EntryKind.TIMEOUT, "gold", Result("silver", "time")),
        (EntryKind.END, None, Result(None, "ended")),
        (EntryKind.LAPSE, None, Result(None, "lapsed")),
    ):
        over = match.extended([entry(match, kind, seat)])
        assert (over.result, over.to_move, over.pending) == (result, None, None)
