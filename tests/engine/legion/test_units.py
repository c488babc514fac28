"""The table of the units, row by row, written out by hand for a unit on d4 that faces north."""

from dataclasses import dataclass

import pytest

from engine.legion.state import LegionState
from tests.engine.legion.positions import SQUARES, legal, start, targets

RING = "c3 c4 c5 d3 d5 e3 e4 e5"
LEAPS = "b3 b5 c2 c6 e2 e6 f3 f5"


@dataclass(frozen=True)
class Row:
    """Where a unit on an empty board goes, and where it captures a lone enemy that comes alone."""

    unit: str
    moves: str = ""
    melee: str = ""
    shots: str = ""
    flip: bool = True
    turn: bool = True
    reveal: bool = False


ROWS = [
    Row("legionnaire defend", moves="d5 d3"),
    Row("legionnaire attack", moves="d5 d3", melee="c5 d5 e5"),
    Row("infantry defend", moves="d5 d3 c4 e4"),
    Row("infantry attack", moves="d5 d3 c4 e4", melee="d5 c4 e4"),
    Row("cavalry charge", moves=LEAPS, melee=LEAPS),
    Row("cavalry maneuver", moves="d5 d6 d7 a4 b4 c4 e4 f4 g4"),
    Row("chariot charge", moves="d5 d6 d7 a4 b4 c4 e4 f4 g4", melee="d5 d6 d7 a4 b4 c4 e4 f4 g4"),
    Row(
        "chariot maneuver",
        moves=(
            "d5 d6 d7 d8 d3 d2 d1 a4 b4 c4 e4 f4 g4 h4 "
            "c5 b5 a5 c6 b6 c7 e5 f5 g5 e6 f6 e7 c3 b3 a3 c2 b2 c1 e3 f3 g3 e2 f2 e1"
        ),
    ),
    Row("archer maneuver", moves="c5 b6 a7 e5 f6 g7 c3 b2 a1 e3 f2 g1", melee="c5 d5 e5"),
    Row("archer volley", shots="d5 d6 d7 c5 b6 a7 e5 f6 g7"),
    Row("siege packed", moves=RING),
    Row("siege deployed", shots="d5 d6 d7 d8 a4 b4 c4 e4 f4 g4 h4"),
    Row("commander", moves=RING, melee=RING, flip=False, turn=False),
    Row(
        "fortress active",
        shots="d5 d6 d3 d2 c4 b4 e4 f4 c5 b6 e5 f6 c3 b2 e3 f2",
        flip=False,
        turn=False,
    ),
    Row("fortress disabled", flip=False, turn=False),
    Row("assassin", moves=RING, melee=RING, flip=False, turn=False),
    Row("hidden", moves="d5 d3", melee=RING, flip=False, reveal=True),
    Row("hidden egypt", moves="d5 d3 c4 e4", melee=RING, flip=False, reveal=True),
]
over_rows = pytest.mark.parametrize("row", ROWS, ids=lambda row: row.unit)


ORIGINS = {"north": "d4", "south": "e5"}
"""Where the unit stands with each facing: its board turned by half a turn is the other's."""


def around(squares: str, facing: str) -> set[str]:
    """The squares, which are meant for the unit that faces north, as they lie for this facing."""
    if facing == "north":
        return set(squares.split())
    return {f"{chr(ord('a') + ord('h') - ord(c))}{9 - int(row)}" for c, row in squares.split()}


def lone(row: Row, facing: str, *enemies: str) -> LegionState:
    """The unit of the row with the two that its side must have, and enemies likewise."""
    kind, *egypt = row.unit.split(" egypt")
    corners = ("blue fortress active a8", "blue commander h8", "red commander h1")
    units = [
        f"{corner[:-3]} {square} {facing}"
        for corner in (*corners, "red fortress active h2")
        if not f"blue {kind}".startswith(" ".join(corner.split()[:2]))
        for square in around(corner[-2:], facing)
    ]
    armies = {"blue": "egypt" if egypt else "rome", "red": "egypt"}
    return start(*units, f"blue {kind} {ORIGINS[facing]} {facing}", *enemies, armies=armies)


@over_rows
@pytest.mark.parametrize("facing", ORIGINS)
def test_a_unit_moves_as_its_row_says(row: Row, facing: str) -> None:
    assert targets(lone(row, facing), "-", ORIGINS[facing]) == around(row.moves, facing)


@over_rows
@pytest.mark.parametrize("facing", ORIGINS)
def test_a_unit_captures_as_its_row_says(row: Row, facing: str) -> None:
    alone, origin = lone(row, facing), ORIGINS[facing]
    taken: dict[str, set[str]] = {"x": set(), "*": set()}
    for square in set(SQUARES) - set(alone.truth().units):
        state = lone(row, facing, f"red siege packed {square}")
        assert targets(state, "-", origin) <= targets(alone, "-", origin) - {square}
        for sign, squares in taken.items():
            assert targets(state, sign, origin) <= {square}
            squares |= targets(state, sign, origin)
    assert taken == {"x": around(row.melee, facing), "*": around(row.shots, facing)}


@over_rows
def test_a_unit_flips_turns_and_reveals_as_its_row_says(row: Row) -> None:
    found = {text for text in legal(lone(row, "north"), "d4") if len(text) == 3}
    assert found == {
        text for text, can in (("d4f", row.flip), ("d4t", row.turn), ("d4!", row.reveal)) if can
    }


BLOCKED = {
    "legionnaire defend": "F FL FR",
    "legionnaire attack": "",
    "infantry defend": "F",
    "infantry attack": "",
    "cavalry charge": "",
    "cavalry maneuver": "",
    "chariot charge": "",
    "chariot maneuver": "",
    "archer maneuver": "",
    "archer volley": "",
    "siege packed": "",
    "siege deployed": "",
    "assassin": "",
    "hidden": "F FL FR",
    "hidden egypt": "F",
}
SIDES = {
    "F": (0, -1),
    "B": (0, 1),
    "L": (1, 0),
    "R": (-1, 0),
    "FL": (1, -1),
    "FR": (-1, -1),
    "BL": (1, 1),
    "BR": (-1, 1),
}
"""Columns and rows from a unit that faces south to its neighbour on each side."""


def beside(side: str, far: int = 1) -> str:
    """The square so far from d5 on that side of a unit there that faces south."""
    across, up = SIDES[side]
    return f"{chr(ord('d') + far * across)}{5 + far * up}"


@pytest.mark.parametrize(("unit", "blocked"), BLOCKED.items())
@pytest.mark.parametrize("side", SIDES)
def test_a_unit_blocks_captures_from_its_blocked_sides(unit: str, blocked: str, side: str) -> None:
    kind, *egypt = unit.split(" egypt")
    keys = {"armies": {"blue": "rome", "red": "egypt" if egypt else "rome"}}
    enemy = f"red {kind} d5 south"
    is_open = side not in blocked.split()
    at = beside(side)
    commander = start(f"blue commander {at}", enemy, **keys)
    assert targets(commander, "x", at) == ({"d5"} if is_open else set())
    assert "d5" in targets(start(f"blue assassin {at}", enemy, **keys), "x", at)
    assert "d5" in targets(start(f"blue hidden {at}", enemy, **keys), "x", at)


def facing_from(side: str) -> str:
    """A facing for a unit on that side of d5 that has d5 ahead of it, or beside it."""
    return "south" if side in ("B", "BL", "BR") else "north"


IMMUNE = {"legionnaire defend", "hidden", "fortress active"}


@pytest.mark.parametrize("unit", [*BLOCKED, "fortress active"])
@pytest.mark.parametrize("side", SIDES)
def test_shots_are_stopped_by_blocking_and_by_immunity_but_not_those_of_a_siege(
    unit: str, side: str
) -> None:
    kind, *egypt = unit.split(" egypt")
    keys = {"armies": {"blue": "rome", "red": "egypt" if egypt else "rome"}}
    enemy = f"red {kind} d5 south"
    is_stopped = unit in IMMUNE or side in BLOCKED.get(unit, "").split()
    at = beside(side, 2)
    hit = set() if is_stopped else {"d5"}
    shots = targets(start(f"blue fortress active {at}", enemy, **keys), "*", at)
    assert shots & {"d5"} == hit
    facing = facing_from(side)
    volley = targets(start(f"blue archer volley {at} {facing}", enemy, **keys), "*", at)
    assert volley == (set() if side in "LR" else hit)
    siege = targets(start(f"blue siege deployed {at} {facing}", enemy, **keys), "*", at)
    assert siege == ({"d5"} if len(side) == 1 else set())


def test_a_legionnaire_immune_to_an_archers_shots_is_not_immune_to_its_melee() -> None:
    state = start("blue archer maneuver d4", "red legionnaire defend d5 north")
    assert targets(state, "x") == {"d5"}
    assert targets(start("blue archer maneuver d4", "red legionnaire defend d5"), "x") == set()
