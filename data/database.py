"""Opening the database: engine, connection settings, migrations, and faults in plain words."""

from __future__ import annotations

import asyncio
import importlib.resources
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Executable,
    Row,
    Table,
    event,
    insert,
    inspect,
    text,
    update,
)
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from data.schema import REVISION

Returned = TypeVar("Returned")

WRITES_AT_ONCE = "writes_at_once"
"""An execution option: the transaction takes SQLite's lock for writing when it begins."""


class StoreError(Exception):
    """The database cannot be used or did not take a change; the text is a sentence for people."""


class Database:
    """Transactions, each with its errors in plain words and carried to its end."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._under_way: set[asyncio.Task[Any]] = set()

    @property
    def engine(self) -> Engine:
        """The engine below, for what listens to it."""
        return self._engine.sync_engine

    async def close(self) -> None:
        """Let what is under way finish, then give back every connection."""
        if self._under_way:
            await asyncio.wait(self._under_way)
        await self._engine.dispose()

    async def transact(self, work: Callable[[AsyncConnection], Awaitable[Returned]]) -> Returned:
        """Return what the work returns, all of it in one transaction.

        It is not cut off when the task that waits for it is cancelled: aiosqlite would then
        wait for its connection for ever.
        """
        task = asyncio.ensure_future(self._transact(work))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return await asyncio.shield(task)

    async def _transact(self, work: Callable[[AsyncConnection], Awaitable[Returned]]) -> Returned:
        with plain_errors():
            async with self._engine.begin() as connection:
                return await work(connection)

    async def rows(self, query: Executable) -> Sequence[Row[Any]]:
        """Return every row of a query."""

        async def ask(connection: AsyncConnection) -> Sequence[Row[Any]]:
            return (await connection.execute(query)).all()

        return await self.transact(ask)

    async def write(self, *statements: Executable) -> None:
        """Carry out the statements in one transaction."""

        async def write(connection: AsyncConnection) -> None:
            for statement in statements:
                await connection.execute(statement)

        await self.transact(write)

    async def put(
        self,
        table: Table,
        key: ColumnElement[bool],
        row: Mapping[str, object],
        others: Mapping[str, object] | None = None,
        then: Sequence[Executable] = (),
    ) -> None:
        """Insert the row, or bring the one with its key up to date.

        The ``others`` are columns that only a new row gets; the statements ``then`` follow in
        the same transaction.
        """

        async def put(connection: AsyncConnection) -> None:
            changed = await connection.execute(update(table).where(key).values(**row))
            if not changed.rowcount:
                await connection.execute(insert(table).values({**(others or {}), **row}))
            for statement in then:
                await connection.execute(statement)

        try:
            await self.transact(put)
        except IntegrityError:
            # Somebody else inserted it between the two statements: now there is one to update.
            await self.transact(put)


async def open_database(url: str) -> Database:
    """Return the database at the address, its schema the newest.

    Raises ``StoreError`` when the address is wrong, or the database cannot be opened, written
    or understood.
    """
    with _plain_words():
        parsed = make_url(url)
        _prepare_file(parsed)
        # A fault in the log must not tell what was to be written: it may be a secret setup.
        engine = create_async_engine(parsed, hide_parameters=True)
        if parsed.get_backend_name() == "sqlite":
            event.listen(engine.sync_engine, "connect", _set_up_sqlite)
            event.listen(engine.sync_engine, "begin", _begin_sqlite)
    try:
        with _plain_words(), plain_errors():
            # The lock for writing comes first: what was read before it could be out of date.
            writing = engine.execution_options(**{WRITES_AT_ONCE: True})
            async with writing.begin() as connection:
                if parsed.get_backend_name() == "sqlite":
                    await connection.run_sync(_check_sqlite)
                await connection.run_sync(_migrate)
    except BaseException:
        await engine.dispose()
        raise
    return Database(engine)


@contextmanager
def plain_errors() -> Iterator[None]:
    """Turn the database's errors into ``StoreError``; a taken key stays ``IntegrityError``."""
    try:
        yield
    except IntegrityError:
        raise
    except (SQLAlchemyError, OSError) as error:
        raise StoreError(_sentence(str(getattr(error, "orig", None) or error))) from error


@contextmanager
def _plain_words() -> Iterator[None]:
    try:
        yield
    except (ArgumentError, ModuleNotFoundError, SQLAlchemyError, ValueError) as error:
        raise StoreError(
            "DATABASE_URL is no address of a database that Ricochet can open: it looks like "
            "sqlite+aiosqlite:///var/ricochet.db or postgresql+asyncpg://user@host/name "
            "(which needs the extra ricochet[postgres])."
        ) from error
    except OSError as error:
        raise StoreError(_sentence(str(error))) from error


def _sentence(fault: str) -> str:
    """Return what a person can do about a driver's message."""
    low = fault.lower()
    if "disk is full" in low or "no space" in low:
        return "The disk that holds the database is full. Make room on it."
    if "readonly" in low or "read-only" in low or "permission denied" in low:
        return "The database cannot be written. Give the bot's user write access to it."
    if "not a database" in low or "malformed" in low or "corrupt" in low:
        return "The database is damaged. Put a backup in its place."
    if any(words in low for words in ("unable to open", "a directory", "file exists")):
        return (
            "The database cannot be opened. DATABASE_URL must name a file, in a folder that the "
            "bot may write to."
        )
    if "already exists" in low:
        return "The database holds tables of another program. Give Ricochet one of its own."
    if "locked" in low:
        return "The database is locked by another program."
    return "The database did not answer as it should."


def _prepare_file(url: URL) -> None:
    """Make the folder of a SQLite file, as the default address points into one not there yet."""
    if url.get_backend_name() == "sqlite" and url.database and "uri" not in url.query:
        path = Path(url.database)
        if path.is_dir():
            raise IsADirectoryError(f"{path} is a directory")
        if url.database != ":memory:":
            path.parent.mkdir(parents=True, exist_ok=True)


def _set_up_sqlite(connection: Any, _record: object) -> None:  # noqa: ANN401 - the driver's own
    # The driver would begin transactions by itself, but not before a change of the schema.
    connection.isolation_level = None
    cursor = connection.cursor()
    pragmas = (
        "journal_mode=WAL",
        # A commit is on the disk before a board is posted, whatever happens to the machine.
        "synchronous=FULL",
        "foreign_keys=ON",
        "busy_timeout=5000",
        # What a member had deleted does not stay in unused parts of the file.
        "secure_delete=ON",
    )
    try:
        for pragma in pragmas:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()
    except Exception:
        # Nobody else would, and its thread would wait for ever.
        connection.close()
        raise


def _begin_sqlite(connection: Connection) -> None:
    at_once = connection.get_execution_options().get(WRITES_AT_ONCE, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if at_once else "BEGIN")


def _check_sqlite(connection: Connection) -> None:
    """Refuse a damaged or unwritable file at the start, not in the middle of a game."""
    if connection.execute(text("PRAGMA quick_check(1)")).scalar() != "ok":
        raise StoreError("The database is damaged. Put a backup in its place.")
    version = connection.execute(text("PRAGMA user_version")).scalar() or 0
    connection.execute(text(f"PRAGMA user_version = {int(version)}"))


def _migrate(connection: Connection) -> None:
    """Bring the schema up to ``REVISION``; Alembic is imported only when it is old."""
    found = None
    if inspect(connection).has_table("alembic_version"):
        found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    if found == REVISION:
        return
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(importlib.resources.files("data") / "migrations"))
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if found is not None and found not in known:
        raise StoreError(
            "The database was made by a newer version of Ricochet. Start that version, or give "
            "this one another database."
        )
    config.attributes["connection"] = connection
    command.upgrade(config, REVISION)
