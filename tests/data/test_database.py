"""A database that cannot be used is refused in a sentence, and nothing is changed."""

import asyncio
import contextlib
import sqlite3
import subprocess
import sys
import traceback
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, event, text

import data
from data import Entry, EntryKind, Posted, Store, StoreError
from data.schema import REVISION, metadata
from tests.data.conftest import CHANNEL, begun
from tests.data.test_store import action


async def refused(url: str) -> str:
    with pytest.raises(StoreError) as error:
        await Store.open(url)
    return str(error.value)


async def test_a_directory_is_no_database(tmp_path: Path) -> None:
    assert "must name a file" in await refused(f"sqlite+aiosqlite:///{tmp_path}")


async def test_a_file_in_the_way_of_the_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "var").write_text("a file")
    assert "cannot be opened" in await refused(f"sqlite+aiosqlite:///{tmp_path}/var/ricochet.db")


async def test_a_read_only_database_is_refused_at_the_start(tmp_path: Path, url: str) -> None:
    await (await Store.open(url)).close()
    path = tmp_path / "ricochet.db"
    read_only = f"sqlite+aiosqlite:///file:{path}?mode=ro&uri=true"
    assert "cannot be written" in await refused(read_only)


async def test_garbage_is_refused_and_left_as_it_is(tmp_path: Path, url: str) -> None:
    path = tmp_path / "ricochet.db"
    path.write_bytes(b"no database at all" * 500)
    assert "damaged" in await refused(url)
    assert path.read_bytes() == b"no database at all" * 500


async def test_a_page_overwritten_in_the_middle_is_refused(tmp_path: Path, url: str) -> None:
    store = await Store.open(url)
    await begun(store)
    await store.close()
    path = tmp_path / "ricochet.db"
    content = bytearray(path.read_bytes())
    content[4096 * 2 : 4096 * 3] = b"\xff" * 4096
    path.write_bytes(content)
    assert "damaged" in await refused(url)


async def test_a_newer_schema_is_refused_and_left_as_it_is(tmp_path: Path, url: str) -> None:
    await (await Store.open(url)).close()
    path = tmp_path / "ricochet.db"
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    assert "newer version" in await refused(url)
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == ("9999",)


@pytest.mark.parametrize(
    "address",
    [
        "nonsense",
        "mysql://host/name",
        "sqlite:///x",
        "://",
        "",
        "postgresql+asyncpg://u@h:abc/x",
        "postgresql+asyncpg://u@[::1/x",
    ],
)
async def test_an_address_of_nothing_usable_is_refused_without_repeating_it(address: str) -> None:
    assert "DATABASE_URL" in await refused(address)


async def test_a_disk_that_fills_on_commit_changes_nothing(store: Store, url: str) -> None:
    match = await begun(store)
    engine = store._database.engine

    @event.listens_for(engine, "begin")
    def fill(connection: object) -> None:
        connection.exec_driver_sql("PRAGMA max_page_count = 1")  # type: ignore[attr-defined]

    # A long text needs more pages than the file has.
    long = Entry(1, EntryKind.RESIGN, 3000, "silver", "x" * 100_000)
    with pytest.raises(StoreError, match="full"):
        await store.append(match, long)
    event.remove(engine, "begin", fill)
    assert await store.match(match.id) == match
    await store.close()
    again = await Store.open(url)
    kept = await again.match(match.id)
    assert kept is not None
    assert kept.entries == match.entries
    await again.append(kept, action(match, "j5R"))
    await again.close()


async def test_the_migrations_lead_to_the_schema(tmp_path: Path, url: str) -> None:
    await (await Store.open(url)).close()
    engine = create_engine(f"sqlite:///{tmp_path / 'ricochet.db'}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()
    script = ScriptDirectory(str(Path(data.__file__).parent / "migrations"))
    assert script.get_current_head() == REVISION


async def test_alembic_is_imported_only_for_an_old_schema(url: str) -> None:
    await (await Store.open(url)).close()
    code = (
        "import asyncio, sys; from data import Store\n"
        f"store = asyncio.run(Store.open({url!r}))\n"
        "print('alembic' in sys.modules)"
    )
    root = Path(data.__file__).parent.parent
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=root)
    assert run.stdout.strip() == "False", run.stderr


async def test_a_cancelled_asker_leaves_no_connection_waiting(url: str) -> None:
    store = await Store.open(url)
    match = await begun(store)
    for moment in range(40):
        asking = asyncio.ensure_future(store.match(match.id))
        for _ in range(moment % 8):
            await asyncio.sleep(0)
        asking.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asking
    assert await store.match(match.id) == match
    async with asyncio.timeout(5):
        await store.close()


async def test_an_older_database_is_brought_up_to_date_with_its_games(
    tmp_path: Path, url: str
) -> None:
    store = await Store.open(url)
    match = await begun(store)
    await store.close()
    path = tmp_path / "ricochet.db"
    with sqlite3.connect(path) as connection:
        # As the first version made it: without what later migrations add.
        connection.execute("DROP INDEX ix_open_games")
        connection.execute("DROP TABLE analyses")
        for table in ("preferences", "servers", "layout_shares", "layouts", "drafts", "outages"):
            connection.execute(f"DROP TABLE {table}")
        columns = ("clock", "wants_thread", "message_id", "reminded_seq", "is_open")
        for column in (*columns, "layout_name", "layout_owner_id", "level"):
            connection.execute(f"ALTER TABLE games DROP COLUMN {column}")
        connection.execute("UPDATE alembic_version SET version_num = '0001'")
    newer = await Store.open(url)
    kept = await newer.match(match.id)
    assert kept is not None
    assert (kept.entries, kept.clock, kept.layout) == (match.entries, None, None)
    assert (kept.level, kept.computer) == (None, None)
    await newer.close()


async def test_older_games_are_open_that_run_or_have_a_board_to_be_posted_or_stripped(
    tmp_path: Path, url: str
) -> None:
    store = await Store.open(url)
    running, unposted, unstripped, done = [await begun(store, channel=n) for n in range(4)]
    for match in (running, unposted, unstripped, done):
        for seq in (0, 1):
            posted = Posted(match.id, seq, CHANNEL, 10 * match.id + seq, has_controls=True)
            if (match, seq) != (unposted, 1):
                await store.ledger.record_posting(posted, 5)
        if match is not unstripped:
            await store.ledger.mark_stripped(Posted(match.id, 0, CHANNEL, 1, has_controls=True))
        if match is not running:
            await store.append(match, Entry(1, EntryKind.RESIGN, 4, "gold"))
    await store.close()
    with sqlite3.connect(tmp_path / "ricochet.db") as connection:
        connection.execute("DROP INDEX ix_open_games")
        connection.execute("DROP TABLE analyses")
        for column in ("is_open", "layout_name", "layout_owner_id", "level"):
            connection.execute(f"ALTER TABLE games DROP COLUMN {column}")
        connection.execute("UPDATE alembic_version SET version_num = '0002'")
    newer = await Store.open(url)
    await newer.close()
    with sqlite3.connect(tmp_path / "ricochet.db") as connection:
        found = connection.execute("SELECT id FROM games WHERE is_open ORDER BY id").fetchall()
    assert found == [(running.id,), (unposted.id,), (unstripped.id,)]


async def test_a_first_start_that_was_killed_half_way_is_begun_anew(
    tmp_path: Path, url: str
) -> None:
    """A kill rolls the whole migration back, so there is never a schema without its version."""
    root = Path(data.__file__).parent.parent
    code = (
        "import asyncio, os; from alembic.operations import Operations\n"
        "from data import Store\n"
        "made = Operations.create_table\n"
        "def die(self, name, *rest, **more):\n"
        "    made(self, name, *rest, **more)\n"
        "    if name == 'entries': os._exit(9)\n"
        "Operations.create_table = die\n"
        f"asyncio.run(Store.open({url!r}))\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=root)
    assert run.returncode == 9, run.stderr
    store = await Store.open(url)
    await begun(store)
    await store.close()


async def test_what_was_to_be_written_is_not_in_the_words_of_a_fault(store: Store) -> None:
    with pytest.raises(StoreError) as error:
        await store._database.write(
            text("INSERT INTO nowhere VALUES (:it)").bindparams(it="s3cret")
        )
    causes = "".join(traceback.format_exception(error.value))
    assert "s3cret" not in causes
    assert "nowhere" in causes


async def test_an_address_with_a_null_byte_is_refused(tmp_path: Path) -> None:
    assert (await refused(f"sqlite+aiosqlite:///{tmp_path}/\0.db")).endswith(".")


async def test_a_database_of_another_program_is_left_alone(tmp_path: Path, url: str) -> None:
    path = tmp_path / "ricochet.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE games (title TEXT)")
    assert "another program" in await refused(url)
    with sqlite3.connect(path) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master").fetchall()
    assert tables == [("games",)]
