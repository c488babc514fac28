"""Records as files: one read from a stranger is proven before anything of it is shown."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

from bot.posting import Attachment
from data import Entry, EntryKind, Match, Status
from engine.core import JSON, BadRecord
from engine.record import Record
from engine.registry import game as find_game

LARGEST = 256 * 1024
"""Bytes of a record file; a game of a thousand moves has about a fifth of it."""

MOST_ENTRIES = 2_000
"""Entries of a record that is replayed here."""

NO_GAME = 0
"""The number of a game that was never kept; it fits a control's id."""

_START = 0

RECORD_NAME = "record.json"
"""What a record is called that goes along with its own replay."""


async def replay_file(data: bytes) -> Match:
    """Return the game of a record file, replayed beside the event loop; it is kept nowhere.

    Raises ``BadRecord`` with what is wrong, or where it breaks.
    """
    return await asyncio.to_thread(_replay, data)


def record_file(match: Match) -> Attachment:
    """Return the game's record as a file that replays, and that the line protocol loads."""
    text = json.dumps(match.record().to_json(), ensure_ascii=False, indent=1)
    return Attachment(f"{text}\n".encode(), f"record-{match.id}.json")


def too_large() -> BadRecord:
    """Return the refusal of a file that is too large to be looked at."""
    return BadRecord(f"A record file has at most {LARGEST // 1024} KB; this one is larger.")


def _replay(data: bytes) -> Match:
    if len(data) > LARGEST:
        raise too_large()
    value = _read(data)
    entries = value.get("entries") if isinstance(value, dict) else None
    if isinstance(entries, list) and len(entries) > MOST_ENTRIES:
        raise BadRecord(
            f"This record has {len(entries):,} entries; I replay records of up to {MOST_ENTRIES:,}."
        )
    return _match_of(Record.from_json(value))


def _read(data: bytes) -> JSON:
    """Return what the file says, which no compression or other trick can make larger than it is."""
    try:
        value: JSON = json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise BadRecord("This file is not a record: it is not text in UTF-8.") from None
    except RecursionError:
        raise BadRecord("This file is not a record: it is nested too deeply.") from None
    except ValueError:
        raise BadRecord("This file is not a record: it is not in JSON.") from None
    return value


def _match_of(record: Record) -> Match:
    """Return the record as a game that nobody played and nobody keeps."""
    game = find_game(record.game)
    bare = Match(
        id=NO_GAME,
        game=game,
        options=record.options,
        status=Status.RUNNING,
        guild_id=None,
        channel_id=0,
        players={},
        start=game.start(record.options),
    )
    match = bare.extended([Entry(0, EntryKind.START, _START)])
    for number, made in enumerate(record.entries, start=1):
        kind = EntryKind.ACTION if match.is_set_up else EntryKind.SETUP
        match = match.extended([Entry(number, kind, _START, made.seat, made.action, made.chance)])
    if record.result is None:
        return match
    return replace(match, result=record.result, status=Status.OVER)
