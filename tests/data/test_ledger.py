"""Searching for work costs what is open, however many games were ever played."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import event, text

from data import Entry, EntryKind, Match, Posted, Store
from tests.data.conftest import CHANNEL, begun

SEARCHES = ("unposted", "oldest_unposted_at", "stale_postings", "run_down", "silent_since")


@pytest.fixture
async def over(store: Store) -> Match:
    """A game that was resigned, of which only the start is posted."""
    match = await begun(store)
    await store.ledger.record_posting(board(match, 0), 1)
    return await store.append(match, Entry(1, EntryKind.RESIGN, 1005, "gold"))


def board(match: Match, seq: int) -> Posted:
    return Posted(match.id, seq, CHANNEL, 500 + seq, has_controls=True)


@contextmanager
def heard(store: Store) -> Iterator[list[tuple[str, tuple[object, ...]]]]:
    """Everything that is asked of the database meanwhile."""
    asked: list[tuple[str, tuple[object, ...]]] = []

    def hear(
        _connection: object, _cursor: object, words: str, values: tuple[object, ...], *_: object
    ) -> None:
        asked.append((words, values))

    event.listen(store._database.engine, "before_cursor_execute", hear)
    yield asked
    event.remove(store._database.engine, "before_cursor_execute", hear)


async def is_open(store: Store, match: Match) -> bool:
    query = text("SELECT is_open FROM games WHERE id = :id").bindparams(id=match.id)
    (row,) = await store._database.rows(query)
    return bool(row.is_open)


async def search(store: Store, name: str) -> None:
    if name in ("run_down", "silent_since"):
        await getattr(store.clockwork, name)(1_000_000)
    else:
        await getattr(store.ledger, name)()


@pytest.mark.parametrize("name", SEARCHES)
async def test_a_search_for_work_goes_by_the_open_games(store: Store, name: str) -> None:
    with heard(store) as asked:
        await search(store, name)
    ((words, values),) = [each for each in asked if each[0] != "BEGIN"]

    async with store._database._engine.connect() as connection:
        plan = (await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {words}", values)).all()
    scans = [step.detail for step in plan if step.detail.startswith("SCAN")]
    assert any("INDEX ix_open_games" in scan for scan in scans), plan
    tables = ("games", "entries", "postings")
    assert not [s for s in scans if s.split()[1] in tables and "open_games" not in s], plan


async def test_a_game_is_closed_once_it_is_over_posted_and_stripped(
    store: Store, over: Match
) -> None:
    assert await is_open(store, over), "its end is still to be posted"
    await store.ledger.record_posting(board(over, 1), 2)
    assert await store.ledger.stale_postings() == [board(over, 0)]
    assert await is_open(store, over), "its first board is still to be stripped"
    await store.ledger.mark_stripped(board(over, 0))
    assert not await is_open(store, over)


async def test_a_running_game_stays_open_with_every_board_posted(store: Store) -> None:
    match = await begun(store)
    await store.ledger.record_posting(board(match, 0), 1)
    assert await is_open(store, match)


async def test_a_game_stays_open_while_its_channel_takes_nothing(store: Store, over: Match) -> None:
    after = Posted(over.id, 1, CHANNEL, 501, has_controls=False)
    await store.ledger.mark_stripped(board(over, 0))
    await store.ledger.mark_undeliverable(over.id)
    assert await is_open(store, over), "its channel may come back"
    await store.ledger.record_posting(after, 2)
    assert not await is_open(store, over)
    assert await store.ledger.unposted(over.id) == []


async def test_a_posting_is_one_transaction_and_writes_no_game_that_could_be_posted_to(
    store: Store,
) -> None:
    match = await begun(store)
    transactions: list[object] = []
    engine = store._database.engine
    event.listen(engine, "begin", transactions.append)
    before = await store._database.rows(text("SELECT total_changes() AS n"))
    transactions.clear()
    await store.ledger.record_posting(board(match, 0), 1)
    assert len(transactions) == 1
    after = await store._database.rows(text("SELECT total_changes() AS n"))
    assert after[0].n - before[0].n == 1
