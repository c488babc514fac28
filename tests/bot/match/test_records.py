"""Record files: what is handed out replays, and what is no record is refused in words."""

import gzip
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bot.match.records import LARGEST, MOST_ENTRIES, NO_GAME, record_file, replay_file
from bot.match.review import Review, review_posting
from data import Entry, EntryKind, Status
from engine.core import BadRecord

ROOT = Path(__file__).parents[3]
MOVES = ("h2-h3", "a4-b3", "d6-d7", "g3-g2", "c1-c2", "h8-h7", "c4R", "e5R")


def record(moves: tuple[str, ...] = MOVES, **fields: object) -> bytes:
    """A record file of a game by the classic layout."""
    seats = ("silver", "gold")
    entries = [{"seat": seats[n % 2], "action": action} for n, action in enumerate(moves)]
    value = {"game": "deflexion", "options": {"layout": "classic"}, "entries": entries}
    return json.dumps(value | fields).encode()


async def refusal(data: bytes) -> str:
    with pytest.raises(BadRecord) as error:
        await replay_file(data)
    return str(error.value)


async def test_a_record_replays_to_its_end_and_is_nobodys_game() -> None:
    match = await replay_file(record())
    assert (match.id, dict(match.players)) == (NO_GAME, {})
    assert [turn.action for turn in match.turns] == list(MOVES)
    assert match.result is not None
    assert match.result.reason == "pharaoh"
    assert "from a file" in review_posting(Review(match, 8, "papyrus")).text


async def test_what_is_handed_out_replays_here_and_in_the_line_protocol() -> None:
    file = record_file(await replay_file(record()))
    assert file.name.endswith(".json")
    again = await replay_file(file.data)
    assert [turn.action for turn in again.turns] == list(MOVES)
    request = json.dumps({"cmd": "load", "record": json.loads(file.data)})
    answer = subprocess.run(
        [sys.executable, "-m", "engine"],
        input=request, capture_output=True, text=True, check=True, cwd=ROOT,
    )  # fmt: skip
    loaded = json.loads(answer.stdout)
    assert loaded["ok"]
    assert loaded["state"]["result"] == {"winner": "silver", "reason": "pharaoh"}


ENDS = {
    EntryKind.RESIGN: ("Gold wins by resignation.", "gold", "resignation"),
    EntryKind.TIMEOUT: ("Gold wins on time.", "gold", "time"),
    EntryKind.DRAW: ("A draw by agreement.", None, "agreement"),
    EntryKind.END: ("The game is over without a winner.", None, "ended"),
    EntryKind.LAPSE: ("The game is over without a winner.", None, "lapsed"),
}


@pytest.mark.parametrize("kind", ENDS)
async def test_a_game_that_players_or_time_ended_replays_with_its_end(kind: EntryKind) -> None:
    told, winner, reason = ENDS[kind]
    running = await replay_file(record(MOVES[:4]))
    assert "result" not in json.loads(record_file(running).data)
    match = running.extended([Entry(running.seq + 1, kind, 0, "silver", "why")])
    file = record_file(match)
    assert json.loads(file.data)["result"] == {"winner": winner, "reason": reason}
    again = await replay_file(file.data)
    assert (again.result, again.status, again.to_move) == (match.result, Status.OVER, None)
    assert (
        review_posting(Review(again, 4, "papyrus")).text
        == review_posting(Review(replace(match, id=NO_GAME), 4, "papyrus")).text
    )
    assert f"**{told}**" in review_posting(Review(again, 4, "papyrus")).text
    assert told not in review_posting(Review(again, 3, "papyrus")).text
    assert record_file(again).data == file.data


async def test_the_record_of_a_game_that_its_rules_ended_says_so_too() -> None:
    file = record_file(await replay_file(record()))
    assert json.loads(file.data)["result"] == {"winner": "silver", "reason": "pharaoh"}


async def test_a_record_may_begin_with_a_byte_order_mark_and_have_no_move() -> None:
    match = await replay_file(b"\xef\xbb\xbf" + record(()))
    assert match.turns == ()


HOSTILE = {
    "empty": (b"", "not in JSON"),
    "words": (b"I won, believe me", "not in JSON"),
    "picture": (b"\x89PNG\r\n\x1a\n\xff", "not text in UTF-8"),
    "other encoding": (record().decode().encode("utf-16"), "not text in UTF-8"),
    "zipped": (gzip.compress(bytes(10_000_000)), "not text in UTF-8"),
    "one megabyte": (b" " * 2**20, "at most 256 KB"),
    "deep": (b"[" * LARGEST, "nested too deeply"),
    "deep options": (record(options=json.loads("[" * 400 + "]" * 400)), "options"),
    "deep layout": (record(options={"layout": json.loads("[" * 400 + "]" * 400)}), "layout"),
    "huge number": (b'{"game": 1' + b"0" * 5_000 + b"}", "not in JSON"),
    "huge power": (record(options={"layout": 1e308}), "layout"),
    "list": (b"[]", "not an object"),
    "null": (b"null", "not an object"),
    "no entries": (b'{"game": "deflexion", "options": {}}', "list of entries"),
    "other game": (record(game="chess"), "no game “chess”"),
    "game of another kind": (record(game=7), "a game, options and a list"),
    "unknown layout": (record(options={"layout": "mine"}), "no start"),
    "entries of another kind": (record(entries={"0": "h2-h3"}), "list of entries"),
    "entry of another kind": (record(entries=["h2-h3"]), "Entry 1 of the record"),
    "action of another kind": (record(entries=[{"seat": "silver", "action": 3}]), "Entry 1"),
    "chance of another kind": (
        record(entries=[{"seat": "silver", "action": "h2-h3", "chance": 6}]), "chance of entry 1"
    ),
    "chance where there is none": (
        record(entries=[{"seat": "silver", "action": "h2-h3", "chance": {}}]), "entry 1"
    ),
    "stranger's seat": (record(entries=[{"seat": "bronze", "action": "h2-h3"}]), "entry 1"),
    "illegal action": (record((*MOVES[:3], "a1-a9")), "breaks at entry 4, “a1-a9” by “gold”"),
    "after the end": (record((*MOVES, "h3-h4")), "breaks at entry 9"),
    "forged winner": (
        record(result={"winner": "gold", "reason": "pharaoh"}),
        "claims “gold” as its winner, for the reason “pharaoh”, but its actions end with “silver”",
    ),
    "game without its end": (record(result=None), "claims the game still going on"),
    "too long": (record(("h2-h3",) * (MOST_ENTRIES + 1)), "2,001 entries"),
    "half a sign": (record(game="\ud800"), "no game"),
}  # fmt: skip


@pytest.mark.parametrize("data, words", HOSTILE.values(), ids=HOSTILE)  # noqa: PT006
async def test_what_is_no_record_is_refused_in_a_sentence(data: bytes, words: str) -> None:
    said = await refusal(data)
    assert words in said
    assert len(said) < 500
    assert said.encode()
