"""Texts of Reflix: what they mean, that they come back, and what is wrong with the others."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core import InvalidAction
from engine.reflix.notation import (
    GRID,
    Mark,
    Placed,
    Rotate,
    Setup,
    Slide,
    format_objects,
    parse_action,
    parse_objects,
)

SQUARES = st.sampled_from(sorted(GRID.cells))
OBJECTS = st.lists(st.builds(Placed, st.sampled_from(Mark), SQUARES), max_size=12)
CLASSIC = "T d8 W c8 e8 S b7 d7 f7 M a8/ g8\\"


def test_row_1_is_the_top_row_and_row_9_the_bottom_row() -> None:
    assert GRID.cells["d1"] - GRID.cells["d2"] == GRID.stride
    assert (len(GRID.cells), GRID.extent) == (63, "columns a to g, rows 1 to 9")


@given(
    st.builds(Rotate, SQUARES, st.sampled_from("LR"))
    | st.builds(Slide, SQUARES, SQUARES)
    | OBJECTS.filter(len).map(lambda objects: parse_action(f"setup {format_objects(objects)}"))
)
def test_an_action_and_its_text_are_one(action: Setup | Rotate | Slide) -> None:
    assert parse_action(str(action)) == action


@given(st.permutations(list(parse_objects(CLASSIC))), st.data())
def test_objects_come_in_any_order_and_are_written_in_one(
    objects: list[Placed], data: st.DataObject
) -> None:
    letters = {Mark.SLASH: "M", Mark.BACKSLASH: "M"}
    parts = []
    for placed in objects:
        diagonal = str(placed.mark) if placed.mark in letters else ""
        parts.append(f"{letters.get(placed.mark, placed.mark)} {placed.square}{diagonal}")
    text = data.draw(st.sampled_from([" ", "  "])).join(parts)
    assert parse_action(f"setup {text}") == parse_action(f"setup {CLASSIC}")
    assert str(Setup(tuple(objects))) == f"setup {CLASSIC}"


def refuse(text: str) -> str:
    """The sentences with which the text is refused."""
    with pytest.raises(InvalidAction) as refusal:
        parse_action(text)
    sentence = str(refusal.value)
    assert sentence.endswith(".")
    assert sentence.isprintable()
    assert len(sentence) < 400
    return sentence


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("d6", "write d6R to turn a mirror, d6-e6 to slide it"),
        ("d6xe6", "“d6xe6” is not a move"),
        ("D6R", "“D6” is off the board, which has columns a to g, rows 1 to 9."),
        ("h6R", "“h6” is off the board"),
        ("d6-d10", "“d10” is off the board"),
        ("d6-h6", "“h6” is off the board"),
        ("d6U", "a mirror makes one quarter turn, d6R."),
        ("d6xx", "“d6xx” is not a move: write d6R"),
        ("d6RR", "a mirror makes one quarter turn, d6R."),
        ("Setup T d8", "“Setup T d8” is not a move"),
        ("setup", "“” is no fortress: write it like “T d8 W c8 e8 S b7 d7 f7 M a8/ g8\\”."),
        ("setup  ", "is no fortress"),
        (f"setup {CLASSIC * 9}", "is no fortress"),
        ("setup d8 W c8", "“d8” has no letter before it that says what stands there."),
        ("setup T d8/", "“d8/” has a diagonal, which only a fixed mirror, M, has."),
        ("setup M a8 g8\\", "The fixed mirror on “a8” needs “/” or “\\” after it."),
        ("setup t d8", "“t” is neither a square nor a kind of object, T, W, S, M."),
        ("setup T d8 X e8", "“X” is neither a square nor a kind of object"),
        ("setup T d8, W c8", "“d8,” is neither a square nor a kind of object"),
        ("setup M a8//", "“a8//” is neither a square nor a kind of object"),
    ],
)
def test_a_text_that_is_no_action_is_refused_with_its_reason(text: str, reason: str) -> None:
    assert reason in refuse(text)


def test_every_part_of_a_fortress_that_cannot_be_read_is_named() -> None:
    sentence = refuse("setup q T d8\\ M a8 g8\\")
    for part in ("“q” is neither", "“d8\\” has a diagonal", "mirror on “a8” needs"):
        assert part in sentence


@given(st.text(max_size=30) | st.text("TWSMabg8/\\ ", max_size=210))
def test_whatever_stands_after_the_word_is_read_or_refused(text: str) -> None:
    try:
        parse_action(f"setup {text}")
    except InvalidAction:
        refuse(f"setup {text}")
