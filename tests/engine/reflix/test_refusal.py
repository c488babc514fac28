"""Why something is not allowed is said in a sentence, and said of nothing that is allowed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core import IllegalAction, NotYourTurn
from engine.reflix.notation import GRID, NORTH, SOUTH, Rotate, Slide, parse_action
from engine.reflix.state import ReflixState
from tests.engine.reflix.positions import set_up, start, states

SQUARES = sorted(GRID.cells)


def refuse(state: ReflixState, action: Rotate | Slide) -> str:
    """The sentence with which the action of the seat to move is refused."""
    assert state.to_move is not None
    before = state.truth()
    with pytest.raises(IllegalAction) as refusal:
        state.apply(state.to_move, action)
    assert state.truth() == before
    assert str(refusal.value).endswith(".")
    return str(refusal.value)


@given(states(), st.lists(st.sampled_from(SQUARES), min_size=3, max_size=3))
def test_exactly_what_is_not_legal_is_refused_and_with_a_reason(
    state: ReflixState, elsewhere: list[str]
) -> None:
    assert state.to_move is not None
    legal = set(state.legal_actions(state.to_move))
    zone = [square for square in SQUARES if square[1] in "456"]
    for origin in {*state.truth().mirrors, elsewhere[0]}:
        for action in (Rotate(origin), *(Slide(origin, target) for target in zone + elsewhere)):
            if action in legal:
                assert state.apply(state.to_move, action).action == action
            else:
                with pytest.raises(IllegalAction, match=r"\.$"):
                    state.apply(state.to_move, action)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("d5R", "There is no mirror on d5."),
        ("d5-d6", "There is no mirror on d5."),
        ("d4R", "The mirror on d4 is North's, and it is South's turn."),
        ("d4-c4", "The mirror on d4 is North's, and it is South's turn."),
        ("a8R", "The fixed mirror on a8 belongs to South's fortress, in which nothing moves."),
        ("d8-d7", "The target on d8 belongs to South's fortress, in which nothing moves."),
        ("c2-c4", "The wall on c2 belongs to North's fortress, in which nothing moves."),
        ("d3L", "The shield on d3 belongs to North's fortress, in which nothing moves."),
        ("d6-d6", "The mirror stands on d6 already."),
        ("d6-d7", "d7 is out of the ricochet zone, rows 4 to 6, which no mirror leaves."),
        ("d6-a9", "a9 is out of the ricochet zone, rows 4 to 6, which no mirror leaves."),
        ("f5-f3", "f3 is out of the ricochet zone, rows 4 to 6, which no mirror leaves."),
        ("d6-e5", "e5 is not in line with d6: a mirror slides along its row or column."),
        ("d6-b6", "b6 is occupied by South's mirror."),
        ("f5-f4", "f4 is occupied by North's mirror."),
        ("d6-d4", "d4 is occupied by North's mirror."),
        ("d6-a6", "South's mirror on b6 is in the way."),
        ("f5-a5", "North's mirror on b5 is in the way."),
    ],
)
def test_the_reason_is_the_one_that_applies(text: str, reason: str) -> None:
    action = parse_action(text)
    assert isinstance(action, Rotate | Slide)
    assert refuse(set_up(), action) == reason


def test_a_mirror_in_the_way_is_named_on_a_column_too() -> None:
    assert refuse(start("d6/S d5/N"), Slide("d6", "d4")) == "North's mirror on d5 is in the way."


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (Slide("d6", "z9"), "z9 is off the board, which has columns a to g, rows 1 to 9."),
        (Rotate("h1"), "h1 is off the board"),
        (Rotate("d6", "U"), "A mirror makes a quarter turn, R; L gives the same."),
    ],
)
def test_actions_that_no_text_gives_are_refused_too(action: Rotate | Slide, reason: str) -> None:
    assert reason in refuse(set_up(), action)


def test_whose_turn_it_is_is_said_first() -> None:
    for seat, other, name in ((SOUTH, NORTH, "South"), (NORTH, SOUTH, "North")):
        with pytest.raises(NotYourTurn, match=f"It is {name}'s turn"):
            set_up(seat).apply(other, parse_action("d5R"))
