"""What is written down comes back, and what makes no sense is refused with its fault."""

from collections.abc import Callable
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core import BadOption, GameError, InvalidAction
from engine.deflexion.notation import (
    GRID,
    Move,
    Position,
    Rotate,
    Swap,
    format_code,
    parse_action,
    parse_code,
)
from engine.deflexion.rulesets import DEFLEXION_RULES, KHET_RULES
from engine.deflexion.setup import board_of, position_of
from tests.engine.deflexion.positions import SQUARES, positions

squares = st.sampled_from(SQUARES)
ACTIONS = (
    st.builds(Move, squares, squares)
    | st.builds(Swap, squares, squares)
    | st.builds(Rotate, squares, st.sampled_from("LR"))
)


Parsed = TypeVar("Parsed")


def attempt(parse: Callable[[str], Parsed], text: str) -> tuple[Parsed, None] | tuple[None, str]:
    """What the text means, or the sentence that says why it means nothing."""
    try:
        return parse(text), None
    except GameError as fault:
        return None, str(fault)


@given(positions())
def test_codes_and_boards_give_the_position_back(position: Position) -> None:
    text = format_code(position)
    assert parse_code(text) == position
    assert format_code(parse_code(text)) == text
    assert position_of(board_of(position)) == position


@given(positions(KHET_RULES))
def test_codes_and_boards_of_khet_give_the_position_back(position: Position) -> None:
    text = format_code(position)
    assert parse_code(text) == position
    assert position_of(board_of(position, rule_set=KHET_RULES)) == position


@pytest.mark.parametrize("facings", ["^^", "vv", "<<", ">>"])
def test_the_longest_code_is_read(facings: str) -> None:
    rank = "".join(f"A{facing}" for facing in facings * 5)
    assert len(parse_code(f"{'/'.join([rank] * 8)} s").pieces) == 80


@pytest.mark.parametrize("layout", DEFLEXION_RULES.layouts.values(), ids=DEFLEXION_RULES.layouts)
def test_a_layout_has_twelve_pieces_a_side_turned_by_half_a_turn(layout: str) -> None:
    position = parse_code(layout)
    names = [GRID.names[cell] for cell in sorted(GRID.names)]
    for square, opposite in zip(names, reversed(names), strict=True):
        piece, other = position.pieces.get(square), position.pieces.get(opposite)
        assert (piece and piece.kind) == (other and other.kind)
        assert piece is None or other is None or piece.seat != other.seat
    assert len(position.pieces) == 24


@given(st.text(max_size=40) | st.text("KDPOASkdpoas^>v<0123456789/ sg", max_size=80))
def test_a_text_is_a_code_only_if_it_is_the_code_of_a_position(text: str) -> None:
    position, fault = attempt(parse_code, text)
    assert fault is None or (fault.isprintable() and len(fault) < 120)
    assert position is None or format_code(position) == text


EMPTY = "10/10/10/10/10/10/10"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "8 ranks"),
        ("x" * 10_000, "at most 169 characters, this one has 10000"),
        (f"{EMPTY} s", "8 ranks separated by “/”, this one has 7"),
        (f"{EMPTY}/10", "the side to move"),
        (f"{EMPTY}/10 x", "the side to move"),
        (f"{EMPTY}/10  s", "the side to move"),
        (f"{EMPTY}/9 s", "Rank 1 .* has 9 squares instead of 10"),
        (f"{EMPTY}/9OO s", "Rank 1 .* has 11 squares instead of 10"),
        (f"{EMPTY}/55 s", "Rank 1 .* has 55 squares instead of 10"),
        (f"{EMPTY}/0O9 s", "wrong number “0”"),
        (f"{EMPTY}/1000 s", "wrong number “1000”"),
        (f"{EMPTY}/Q9 s", "unknown piece “Q”"),
        (f"{EMPTY}/A9 s", "the Anubis “A” needs “\\^”, “>”, “v” or “<” after it"),
        (f"{EMPTY}/s9 s", "the Sphinx “s” needs “\\^”, “>”, “v” or “<” after it"),
        (f"{EMPTY}/P9 s", "the pyramid “P” needs “\\^”, “>”, “v” or “<” after it"),
        (f"{EMPTY}/dv9 s", "the Djed “d” needs “\\^” or “>” after it"),
        (f"{EMPTY}/K^9 s", "the Pharaoh “K” takes no mark"),
        (f"{EMPTY}/^9 s", "stray “\\^”"),
        (f"{EMPTY}/é9 s", "stray “é”"),
        (f"{EMPTY}/１０ s", "stray “１”"),
    ],
)
def test_a_faulty_code_is_refused_with_its_fault(text: str, reason: str) -> None:
    with pytest.raises(BadOption, match=reason):
        parse_code(text)


def test_the_faults_of_every_rank_are_named_at_once() -> None:
    with pytest.raises(BadOption) as error:
        parse_code("4k5/P9/X9/99/10/10/10/4K4p q")
    for named in ("Rank 7", "Rank 6", "Rank 5", "side to move"):
        assert named in str(error.value)
    assert "Rank 8" not in str(error.value)


@given(ACTIONS)
def test_actions_parse_back(action: Move | Swap | Rotate) -> None:
    assert parse_action(str(action)) == action


@given(st.text(max_size=12) | st.from_regex(r"[a-k][0-9]([-x][a-k][0-9]|[LRlr])?", fullmatch=True))
def test_a_text_is_an_action_only_if_it_is_the_text_of_one(text: str) -> None:
    action, fault = attempt(parse_action, text)
    assert fault is None or (fault.isprintable() and len(fault) < 200)
    assert action is None or str(action) == text


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("d4", "is not a move: write d4-e5"),
        ("d4-", "is not a move: write d4-e5"),
        ("d4-e5-f6", "is not a move: write d4-e5"),
        (" d4-e5", "is not a move: write d4-e5"),
        ("k4-j4", "“k4” is off the board, which has columns a to j, rows 1 to 8"),
        ("a8-a9", "“a9” is off the board"),
        ("d0R", "“d0” is off the board"),
        ("d4LL", "one quarter turn, d4L counter-clockwise or d4R clockwise, and no half turn"),
        ("d4U", "no half turn"),
        ("d4xx", "“d4xx” is not a move: write d4-e5"),
        ("d4l", "d4L counter-clockwise"),
    ],
)
def test_what_is_no_action_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(InvalidAction, match=reason):
        parse_action(text)
