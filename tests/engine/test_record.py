"""Records replay exactly, or say where they break."""

import pytest

from engine.core import JSON, BadRecord, GameOver
from engine.record import Entry, Record


def record(*entries: JSON, **fields: JSON) -> dict[str, JSON]:
    """A record of Deflexion as JSON, with some fields replaced."""
    whole: dict[str, JSON] = {"game": "deflexion", "options": {}, "entries": list(entries)}
    return whole | fields


FIRST: dict[str, JSON] = {"seat": "silver", "action": "e1R", "chance": None}
SECOND: dict[str, JSON] = {"seat": "gold", "action": "f8L"}


def test_a_record_comes_back_complete_and_in_canonical_form() -> None:
    assert Record.from_json(record(FIRST, SECOND)) == Record(
        "deflexion",
        {"layout": "classic", "rules": "deflexion"},
        (Entry("silver", "e1R"), Entry("gold", "f8R")),
    )


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (None, "The record is not an object"),
        ([], "The record is not an object"),
        ({}, "A record has a game, options and a list of entries"),
        (record(entries=None), "A record has a game, options and a list of entries"),
        (record(options=[]), "A record has a game, options and a list of entries"),
        (record(game=7), "A record has a game, options and a list of entries"),
        (record(extra=1), "unknown key “extra”"),
        (record(game="chess"), "no start: There is no game “chess”"),
        (record(options={"layout": "moon"}), "no start: The option layout"),
        (record(FIRST, 7), "Entry 2 of the record is not an object"),
        (record(FIRST, {"seat": "gold"}), "Entry 2 of the record needs a seat and an action"),
        (record(FIRST | {"note": ""}), "Entry 1 of the record has an unknown key “note”"),
        (record(FIRST | {"chance": 1}), "The chance of entry 1"),
        (record(FIRST | {"chance": {}}), "breaks at entry 1, “e1R” by “silver”"),
        (record(FIRST, FIRST), "breaks at entry 2, “e1R” by “silver”: It is Gold's turn"),
        (record(FIRST, SECOND | {"action": "f8"}), "breaks at entry 2, “f8” by “gold”"),
        (record(FIRST, SECOND | {"action": "e1R"}), "The Pharaoh on e1 is Silver's"),
        (record(FIRST, SECOND | {"seat": "white"}), "breaks at entry 2, “f8L” by “white”"),
    ],
)
def test_a_broken_record_says_what_is_wrong_and_where(value: JSON, reason: str) -> None:
    with pytest.raises(BadRecord, match=reason):
        Record.from_json(value)


def test_a_broken_record_replays_up_to_the_break() -> None:
    broken = Record("deflexion", {}, (Entry("silver", "e1R"), Entry("gold", "e1R")))
    replay = broken.replay()
    assert next(replay).state.ply == 1
    with pytest.raises(BadRecord, match="entry 2"):
        next(replay)


def test_a_record_ends_with_its_game() -> None:
    code = "4k5/10/10/10/10/8K1/10/10 s"
    over = record(
        {"seat": "silver", "action": "i3-j3"},
        {"seat": "gold", "action": "e8-e7"},
        options={"code": code},
    )
    with pytest.raises(BadRecord, match=r"entry 2, .*: The game is over\."):
        Record.from_json(over)


OVER: dict[str, JSON] = {
    "options": {"code": "4k5/10/10/10/10/8K1/10/10 s"},
    "entries": [{"seat": "silver", "action": "i3-j3"}],
}
"""A game that Gold wins at once, as Silver's own laser strikes Silver's Pharaoh."""


def end(winner: JSON, reason: JSON) -> JSON:
    return {"winner": winner, "reason": reason}


@pytest.mark.parametrize(
    ("claimed", "phase"),
    [
        (None, "play"),
        (end("silver", "resignation"), "over"),
        (end("gold", "resignation"), "over"),
        (end("silver", "time"), "over"),
        (end(None, "agreement"), "over"),
        (end(None, "ended"), "over"),
        (end(None, "lapsed"), "over"),
    ],
)
def test_an_end_that_no_rule_brings_about_is_taken_from_the_record(
    claimed: JSON, phase: str
) -> None:
    value = record(FIRST, result=claimed)
    read = Record.from_json(value)
    state = read.end()
    assert state.truth().to_json()["result"] == state.view("gold").to_json()["result"] == claimed
    assert (state.phase, state.ply) == (phase, 1)
    assert read.to_json().get("result") == claimed
    assert Record.from_json(read.to_json()) == read
    if claimed:
        assert (state.to_move, state.legal_actions("gold"), state.adjudicate()) == (None, (), None)
        assert (state.perft(0), state.perft(1)) == (1, 0)
        with pytest.raises(GameOver):
            state.apply("gold", state.game.parse("f8R"))


def test_an_end_that_the_actions_show_may_be_said_or_left_out() -> None:
    said = record(**OVER, result=end("gold", "pharaoh"))
    assert Record.from_json(said) == Record.from_json(record(**OVER))
    assert "result" not in Record.from_json(said).to_json()


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (record(**OVER, result=end("silver", "pharaoh")), "claims “silver” as its winner"),
        (
            record(**OVER, result=end("gold", "resignation")),
            "end with “gold” as .* reason “pharaoh”",
        ),
        (record(**OVER, result=end(None, "agreement")), "claims no winner"),
        (record(**OVER, result=None), "claims the game still going on"),
        (record(FIRST, result=end("silver", "pharaoh")), "end with the game still going on"),
        (record(FIRST, result=end(None, "repetition")), "for the reason “repetition”"),
        (record(FIRST, result=end("gold", "time")), "claims “gold” as its winner"),
        (record(FIRST, result=end(None, "time")), "claims no winner, for the reason “time”"),
        (record(FIRST, result=end(None, "resignation")), "claims no winner"),
        (record(FIRST, result=end("white", "resignation")), "claims “white” as its winner"),
        (record(FIRST, result=end("gold", "agreement")), "claims “gold” as its winner"),
        (record(FIRST, result=end("gold", "lapsed")), "claims “gold” as its winner"),
        (record(FIRST, result=end("gold", "ended")), "claims “gold” as its winner"),
        (record(FIRST, result=end("gold", "boredom")), "for the reason “boredom”"),
        (record(FIRST, result="gold"), "The result of the record is not an object"),
        (record(FIRST, result={"reason": "time"}), "needs a winner, which may be null"),
        (record(FIRST, result=end(7, "time")), "needs a winner, which may be null"),
        (record(FIRST, result=end("gold", None)), "needs a winner, which may be null"),
        (record(FIRST, result={"winner": "gold", "reason": "time", "by": 2}), "unknown key “by”"),
    ],
)
def test_an_end_that_cannot_have_been_is_refused(value: JSON, reason: str) -> None:
    with pytest.raises(BadRecord, match=reason):
        Record.from_json(value)
