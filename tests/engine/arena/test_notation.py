"""Squares of the board and its ring, and the texts of actions."""

import pytest

from engine.arena.notation import (
    CELL_NAMES,
    CORNERS,
    GRID,
    RING,
    RING_CELLS,
    Fire,
    Kind,
    Move,
    Pass,
    Piece,
    Rotate,
    parse_action,
)
from engine.core import InvalidAction
from engine.grid import Diagonal, Direction

N, E, S, W = GRID.steps


def test_the_ring_has_36_edge_mirrors_and_four_corners_that_lead_a_beam_round() -> None:
    assert (len(RING), len(CORNERS), len(RING_CELLS), len(CELL_NAMES)) == (36, 4, 40, 121)
    assert list(RING) == sorted(RING)
    assert RING[:2] + RING[9:11] + RING[18:19] + RING[-1:] == ("E1", "E2", "Na", "Nb", "Sa", "W9")
    assert {name: CORNERS[name].reflect(heading) for name, heading in (
        ("NW", Direction.N), ("NE", Direction.E), ("SE", Direction.S), ("SW", Direction.W)
    )} == {"NW": Direction.E, "NE": Direction.S, "SE": Direction.W, "SW": Direction.N}  # fmt: skip


def test_each_mirror_of_the_ring_lies_next_to_its_square() -> None:
    assert [CELL_NAMES[GRID.cells[square] + step] for square, step in (
        ("a9", N), ("i9", N), ("a1", S), ("i1", S), ("a1", W), ("a9", W), ("i1", E), ("i9", E)
    )] == ["Na", "Ni", "Sa", "Si", "W1", "W9", "E1", "E9"]  # fmt: skip
    assert [CELL_NAMES[RING_CELLS[name] + step] for name, step in (
        ("NW", E), ("NW", S), ("NE", W), ("NE", S), ("SE", N), ("SE", W), ("SW", N), ("SW", E)
    )] == ["Na", "W9", "Ni", "E9", "E1", "Si", "W1", "Sa"]  # fmt: skip
    assert all(0 <= cell + step < GRID.size for cell in CELL_NAMES for step in GRID.steps)


def test_a_piece_is_written_as_the_protocol_has_it() -> None:
    assert Piece("white", Kind.GUARD, None, ("E", "W")).to_json() == {
        "seat": "white", "kind": "guard", "facing": None, "hits": ["E", "W"], "locked": False
    }  # fmt: skip
    assert Piece("black", Kind.DOUBLE, Diagonal.SLASH, (), True).to_json()["locked"] is True


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("a2-a3", Move("a2", "a3")),
        ("a2-i9", Move("a2", "i9")),
        ("b2L", Rotate("b2", "L")),
        ("b2R", Rotate("b2", "R")),
        ("FIRE", Fire()),
        ("PASS", Pass()),
    ],
)
def test_a_text_names_an_action_and_the_action_its_text(text: str, action: object) -> None:
    assert parse_action(text) == action
    assert str(action) == text


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("fire", "“fire” is not a move: write a2-a3 for a move, a2L or a2R for a quarter turn"),
        ("a2xa3", "is not a move"),
        ("a2-a3-a4", "is not a move"),
        ("-a3", "is not a move"),
        ("a2-", "is not a move"),
        ("a2-3", "is not a move"),
        ("a9-a10", "“a10” is off the board, which has columns a to i, rows 1 to 9."),
        ("i1-j1", "“j1” is off the board"),
        ("a9-Na", "“Na” is off the board"),
        ("A2-a3", "“A2” is off the board"),
        ("W1R", "“W1” is off the board"),
        ("a02-a3", "“a02” is off the board"),
        ("b2r", "“b2r” is not a move: a piece makes one quarter turn, b2L counter-clockwise"),
        ("b2xx", "“b2xx” is not a move: write a2-a3"),
        ("b2LL", "one quarter turn"),
    ],
)
def test_what_names_no_action_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(InvalidAction) as refusal:
        parse_action(text)
    assert reason in str(refusal.value)
