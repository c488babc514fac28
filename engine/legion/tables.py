"""The tables of the units, laid out flat for the board: what each code does in each direction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.legion.notation import GRID
from engine.legion.units import FORMS, POINTS, Form, Kind, UnitState, Way, other_state

EMPTY: Final = 0
FORM_BITS: Final = 31
BORDER: Final = 31
SOUTH_BIT: Final = 32
RED_BIT: Final = 64
CODES: Final = 128
"""A unit's code is its form's, the number of its place in ``FORMS`` from 1, with the bits of one
that faces south and of one that is Red's."""

FORM_OF: Final[dict[int, Form]] = dict(enumerate(FORMS, start=1))

DIRECTIONS: Final = (
    GRID.stride,
    GRID.stride + 1,
    1,
    1 - GRID.stride,
    -GRID.stride,
    -GRID.stride - 1,
    -1,
    GRID.stride - 1,
)
"""The step to the neighbour in each direction, clockwise from north."""


def form_code(kind: Kind, state: UnitState | None, cover: Kind | None = None) -> int:
    """Return the code of the form without bits. Raises ``KeyError`` if there is none."""
    return _CODES[kind, state, cover]


_CODES: Final = {(form.kind, form.state, form.cover): code for code, form in FORM_OF.items()}


def reaches() -> list[int]:
    """Return for ``8 * code + direction`` how far the unit moves, strikes and shoots that way.

    Each takes four bits, and four more how far it moves if it stands next to a Legionnaire.
    """
    table = [0] * (8 * CODES)
    for code, form in _units():
        for way in Way:
            table[8 * code + _direction(code, way)] = (
                form.moves.get(way, 0)
                | form.melee.get(way, 0) << 4
                | form.shots.get(way, 0) << 8
                | form.moves_beside.get(way, 0) << 12
            )
    return table


def blocks() -> list[int]:
    """Return for ``8 * code + direction`` 1 if captures that come from there are blocked."""
    table = [0] * (8 * CODES)
    for code, form in _units():
        for way in form.blocks:
            table[8 * code + _direction(code, way)] = 1
    return table


def resists() -> list[int]:
    """Return for ``CODES * shooter + unit`` 1 if the unit is immune to that shooter."""
    table = [0] * (CODES * CODES)
    for shooter, shooting in _units():
        for code, form in _units():
            if shooting.kind in form.immune_to and not shooting.pierces:
                table[CODES * shooter + code] = 1
    return table


def flipped() -> list[int]:
    """Return for each code that of the unit in its other state, ``EMPTY`` if it has none."""
    table = [EMPTY] * CODES
    for code, form in _units():
        if form.flips:
            other = other_state(form.kind, form.state)
            table[code] = code & ~FORM_BITS | form_code(form.kind, other)
    return table


def revealed() -> list[int]:
    """Return for each code that of the unit as it is once it has struck: itself, for most."""
    table = list(range(CODES))
    for code, form in _units():
        if form.cover is not None:
            table[code] = code & ~FORM_BITS | form_code(Kind.ASSASSIN, None)
    return table


def hidden() -> list[int]:
    """Return for each code 1 if it is a hidden Assassin."""
    return _marked(lambda form: form.cover is not None)


def turns() -> list[int]:
    """Return for each code 1 if the unit may make an about-face."""
    return _marked(lambda form: form.turns)


def leaps() -> list[int]:
    """Return for each code 1 if the unit moves by a knight's leap."""
    return _marked(lambda form: form.leaps)


def pierces() -> list[int]:
    """Return for each code 1 if blocking does not stop the unit."""
    return _marked(lambda form: form.pierces)


def legionnaires() -> list[int]:
    """Return for each code 1 if the unit passes for a Legionnaire."""
    return _marked(lambda form: form.seen_kind is Kind.LEGIONNAIRE)


def bends() -> list[int]:
    """Return for each code how far the unit goes with a corner on the way."""
    return _each(lambda form: form.bends)


def points() -> list[int]:
    """Return for each code what the other side scores for what is done to the unit."""
    return _each(lambda form: 0 if form.state is UnitState.DISABLED else POINTS[form.kind])


def remains() -> list[int]:
    """Return for each code what a capture leaves of the unit: a Fortress, but disabled."""
    table = [EMPTY] * CODES
    for code, form in _units():
        if form.state is UnitState.ACTIVE:
            table[code] = code & ~FORM_BITS | form_code(Kind.FORTRESS, UnitState.DISABLED)
    return table


def leap_targets() -> list[int]:
    """Return for ``8 * cell`` and the seven after it where a leap ends; 0 if off the board."""
    table = [0] * (8 * GRID.size)
    steps = [(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)]
    for square, cell in GRID.cells.items():
        for place, (across, up) in enumerate(steps):
            target = f"{chr(ord(square[0]) + across)}{int(square[1:]) + up}"
            table[8 * cell + place] = GRID.cells.get(target, 0)
    return table


def _units() -> list[tuple[int, Form]]:
    """Return every code of a unit, with its form."""
    bits = (0, SOUTH_BIT, RED_BIT, SOUTH_BIT + RED_BIT)
    return [(code | bit, form) for code, form in FORM_OF.items() for bit in bits]


def _direction(code: int, way: Way) -> int:
    """Return the direction on the board of a unit's way."""
    return (way + 4 * (code & SOUTH_BIT != 0)) % 8


def _marked(has: Callable[[Form], bool]) -> list[int]:
    """Return for each code 1 if its form has that."""
    return _each(lambda form: int(has(form)))


def _each(measure: Callable[[Form], int]) -> list[int]:
    """Return for each code the number of its form, 0 for what is no unit."""
    table = [0] * CODES
    for code, form in _units():
        table[code] = measure(form)
    return table
