"""Every action that is not allowed is refused with the sentence that says why."""

import pytest

from engine.arena.notation import Move, Rotate, parse_action
from engine.arena.state import ArenaState
from engine.core import Action, IllegalAction
from tests.engine.arena.positions import CALM, start

CROWDED = start(
    "Ka5 Ge5 Gg5EN De3/! Mc3NE me6NE",
    columns=("d3", "b8", "d8", "f8"),
    raised_left=2,
    rubble=("c4", "f4"),
    cooling=("white",),
)


def refusal(state: ArenaState, action: Action) -> str:
    """The sentence, after which the state is as it was."""
    before = state.truth()
    with pytest.raises(IllegalAction) as refused:
        state.apply(state.to_move or "", action, chance=CALM)
    assert state.truth() == before
    return str(refused.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("FIRE", "White's cannon cools down from its last shot; "
                 "it can fire again after this turn."),
        ("b1-b2", "A cannon never moves; it can only rotate."),
        ("g5-g6", "The guard tower on g5 is dug in since a laser struck it, and never moves."),
        ("e3-e4", "The double mirror on e3 is locked until White moves another piece; "
                  "it can rotate."),
        ("c3-c4", "Rubble lies on c4, and no piece can enter it."),
        ("c3-d3", "A column stands on d3."),
        ("e5-e6", "e6 is occupied by Black's mirror."),
        ("a5R", "The King on a5 cannot rotate; it can only move."),
        ("e5L", "The guard tower on e5 cannot rotate; it can only move."),
        ("g5R", "The guard tower on g5 cannot rotate; it can only move."),
        ("e6R", "The mirror on e6 is Black's, and it is White's turn."),
        ("e6-e7", "The mirror on e6 is Black's, and it is White's turn."),
        ("a1-a2", "There is no piece on a1."),
        ("f4R", "There is no piece on f4, only rubble."),
        ("d3-e3", "There is no piece on d3, only a column."),
        ("e5-e5", "The guard tower stands on e5 already."),
        ("e5-f6", "A guard tower goes one square along a row or a column, and f6 is not the next "
                  "one from e5."),
        ("e5-e7", "A guard tower goes one square along a row or a column, and e7 is not the next "
                  "one from e5."),
        ("a5-c5", "A King goes one square along a row or a column, and c5 is not the next one "
                  "from a5."),
    ],
)  # fmt: skip
def test_an_illegal_action_is_refused_with_the_reason(text: str, sentence: str) -> None:
    assert refusal(CROWDED, parse_action(text)) == sentence


def test_a_guard_moves_no_more_from_its_first_damage_on() -> None:
    for hits in ("N", "EW"):
        assert "dug in" in refusal(start(f"Ge5{hits}"), parse_action("e5-e6"))


def test_actions_that_no_text_names_are_refused_too() -> None:
    assert "off the board" in refusal(CROWDED, Move("a9", "Na"))
    assert "off the board" in refusal(CROWDED, Move("Na", "a9"))
    assert "off the board" in refusal(CROWDED, Rotate("NE", "R"))
    assert "quarter turn" in refusal(CROWDED, Rotate("c3", "180"))


def test_what_is_refused_to_white_is_refused_to_black_in_blacks_name() -> None:
    state = start("de3/!", "black", cooling=("black",))
    assert refusal(state, parse_action("FIRE")).startswith("Black's cannon")
    assert "until Black moves" in refusal(state, parse_action("e3-e4"))
