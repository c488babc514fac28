"""Why something is not allowed is said in a sentence, and said of nothing that is allowed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core import IllegalAction
from engine.deflexion.notation import Move, Rotate, Swap, parse_action
from engine.deflexion.state import DeflexionState
from tests.engine.deflexion.positions import SQUARES, start, states


def neighbourhood(square: str) -> list[str]:
    """The square and those around it that are on the board."""
    return [
        name
        for column in range(ord(square[0]) - 1, ord(square[0]) + 2)
        for row in range(int(square[1]) - 1, int(square[1]) + 2)
        if (name := f"{chr(column)}{row}") in SQUARES
    ]


@given(states())
def test_exactly_what_is_not_legal_is_refused_and_with_a_reason(state: DeflexionState) -> None:
    assert state.to_move is not None
    actions = set(state.legal_actions(state.to_move))
    own = [square for square, piece in state.position.pieces.items() if piece.seat == state.to_move]
    for origin in own:
        for target in neighbourhood(origin):
            for action in (Move(origin, target), Swap(origin, target)):
                if action not in actions:
                    refuse(state, action)
                else:
                    state.apply(state.to_move, action)


@given(states(), st.data())
def test_texts_that_name_nothing_legal_are_refused_with_a_reason(
    state: DeflexionState, data: st.DataObject
) -> None:
    assert state.to_move is not None
    squares = st.sampled_from(SQUARES)
    action = data.draw(
        st.builds(Move, squares, squares)
        | st.builds(Swap, squares, squares)
        | st.builds(Rotate, squares, st.sampled_from("LR"))
    )
    legal = state.legal_actions(state.to_move)
    same = parse_action(str(action).replace("L", "R"))
    if action in legal or (isinstance(action, Rotate) and same in legal):
        assert state.apply(state.to_move, action).action in legal
    else:
        refuse(state, action)


def refuse(state: DeflexionState, action: Move | Swap | Rotate) -> str:
    """The sentence with which the action is refused."""
    assert state.to_move is not None
    with pytest.raises(IllegalAction) as refusal:
        state.apply(state.to_move, action)
    sentence = str(refusal.value)
    assert sentence.endswith(".")
    return sentence


@pytest.mark.parametrize(
    ("pieces", "text", "reason"),
    [
        ("", "d4-d5", "There is no piece on d4."),
        ("", "d4R", "There is no piece on d4."),
        ("pvd4", "d4-d5", "The pyramid on d4 is Gold's, and it is Silver's turn."),
        ("pvd4", "d4R", "The pyramid on d4 is Gold's, and it is Silver's turn."),
        ("Pvd4", "d4-d4", "The pyramid stands on d4 already."),
        ("Pvd4", "d4-d6", "d6 is not next to d4: a piece goes one square at a time."),
        ("Pvd4", "d4-f5", "f5 is not next to d4: a piece goes one square at a time."),
        ("Pvd4 Od5", "d4-d5", "d5 is occupied by Silver's obelisk."),
        ("Pvd4 od5", "d4-d5", "d5 is occupied by Gold's obelisk."),
        (
            "D>d4 od5",
            "d4-d5",
            "d5 is occupied by Gold's obelisk; the Djed can change places with it: d4xd5.",
        ),
        ("D>d4 d>d5", "d4-d5", "d5 is occupied by Gold's Djed."),
        ("Ob4", "b4-a4", "a4 is reserved for Gold, so Silver's obelisk cannot go there."),
        ("Oh2", "h2-i1", "i1 is reserved for Gold, so Silver's obelisk cannot go there."),
        ("Pvd4 Od5", "d4xd5", "Only a Djed can swap, not the pyramid on d4."),
        ("Od4 Pvd5", "d4xd5", "Only a Djed can swap, not the obelisk on d4."),
        ("D>d4", "d4xd4", "The Djed stands on d4 already."),
        ("D>d4 Od6", "d4xd6", "d6 is not next to d4: a piece goes one square at a time."),
        ("D>d4", "d4xd5", "d5 is empty, so there is nothing to swap with."),
        (
            "D>d4 D^d5",
            "d4xd5",
            "A Djed swaps with a pyramid or an obelisk, never with another Djed.",
        ),
        ("D>f2", "f2xf1", "A Djed swaps with a pyramid or an obelisk, never with a Pharaoh."),
        (
            "D>b4 pva4",
            "b4xa4",
            "a4 is reserved for Gold, so Silver's Djed cannot go there.",
        ),
        (
            "D>j4 pvi4",
            "j4xi4",
            "j4 is reserved for Silver, so Gold's pyramid cannot go there.",
        ),
    ],
)
def test_the_reason_is_the_one_that_applies(pieces: str, text: str, reason: str) -> None:
    assert refuse(start(pieces), parse_action(text)) == reason


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (Move("d4", "z9"), "z9 is off the board"),
        (Rotate("k1", "R"), "k1 is off the board"),
        (Rotate("d4", "U"), "A piece makes a quarter turn"),
    ],
)
def test_actions_that_no_text_gives_are_refused_too(action: Move | Rotate, reason: str) -> None:
    assert reason in refuse(start("Pvd4"), action)
