"""Fortresses: what one must be, every fault of one that is not, and some to begin with."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from engine.core import IllegalAction, Seat, Square, listed, quote
from engine.grid import Diagonal
from engine.reflix import board as rules
from engine.reflix.notation import (
    GRID,
    MIRROR_MARKS,
    NORTH,
    SEATS,
    SOUTH,
    Fortress,
    Mark,
    MirrorPiece,
    Placed,
    format_objects,
    objects_of,
    parse_objects,
)

ROWS: Final[Mapping[Seat, tuple[int, ...]]] = {SOUTH: (7, 8, 9), NORTH: (1, 2, 3)}
"""The rows of each seat's fortress, from the top of the picture."""
FRONT_ROW: Final[Mapping[Seat, int]] = {SOUTH: 7, NORTH: 3}
"""The row of each seat next to the zone, where no target may stand."""

_NUMBERS: Final = {"target": 1, "wall": 2, "shield": 3, "fixed mirror": 2}
"""How many objects of each kind make a fortress."""
_KINDS: Final = {
    Mark.TARGET: "target",
    Mark.WALL: "wall",
    Mark.SHIELD: "shield",
    Mark.SLASH: "fixed mirror",
    Mark.BACKSLASH: "fixed mirror",
}
_MOST_NAMED: Final = 8


def kind_of(mark: Mark) -> str:
    """Return what the mark stands for, in words."""
    return _KINDS[mark]


def own_squares(seat: Seat) -> list[Square]:
    """Return the squares of a seat's own rows, sorted."""
    return sorted(square for square in GRID.cells if int(square[1:]) in ROWS[seat])


def count_faults(objects: Iterable[Placed], seat: Seat) -> list[str]:
    """Return a sentence for each kind of which there are too many or too few."""
    found = Counter(_KINDS[placed.mark] for placed in objects)
    has = f"{seat.title()}'s fortress has"
    return [
        f"{has} {found[kind]} {_plural(kind, found[kind])} instead of {number}."
        if found[kind]
        else f"{has} no {_plural(kind, number)} and needs {number}."
        for kind, number in _NUMBERS.items()
        if found[kind] != number
    ]


def square_faults(objects: Sequence[Placed], seat: Seat) -> list[str]:
    """Return a sentence for each way in which objects stand where they cannot."""
    faults = []
    squares = [placed.square for placed in objects]
    if off := [square for square in squares if square not in GRID.cells]:
        faults.append(f"The board has {GRID.extent}, and no {_listed(off)}.")
    own = own_squares(seat)
    if outside := [square for square in squares if square in GRID.cells and square not in own]:
        rows = ROWS[seat]
        faults.append(
            f"{seat.title()}'s objects stand on rows {rows[0]} to {rows[-1]}, "
            f"not on {_listed(outside)}."
        )
    if twice := [square for square, times in Counter(squares).items() if times > 1]:
        faults.append(f"There is more than one object on {_listed(twice)}.")
    return faults


def fortress_faults(objects: Sequence[Placed], seat: Seat, owner: Seat | None = None) -> list[str]:
    """Return why the objects are no fortress of the seat, a sentence for each fault.

    It is the owner's, if one is given: it may be written on the other seat's rows.
    Whether a laser can enter is asked of an otherwise faultless fortress. A target in the front
    row hides no seal: a beam always reaches it.
    """
    faults = count_faults(objects, owner or seat) + square_faults(objects, seat)
    front = FRONT_ROW[seat]
    exposed = [
        placed.square
        for placed in objects
        if placed.mark is Mark.TARGET and placed.square in _row(front)
    ]
    if exposed:
        faults.append(
            f"The target on {_listed(exposed)} may not stand in row {front}, next to the zone."
        )
    if not faults and not can_be_entered(fortress_of(objects), seat):
        (other,) = set(SEATS) - {owner or seat}
        faults.append(
            "No laser could enter this fortress: wherever three mirrors stood in the zone, "
            f"{other.title()}'s beam would not reach the target."
        )
    return faults


def fortress_of(objects: Iterable[Placed]) -> Fortress:
    """Return the fortress of objects that stand on squares of their own."""
    return MappingProxyType(
        {p.square: p.mark for p in sorted(objects, key=lambda placed: placed.square)}
    )


def checked(objects: Sequence[Placed], seat: Seat, owner: Seat | None = None) -> Fortress:
    """Return the seat's fortress of these objects. Raises ``IllegalAction`` naming every fault."""
    if faults := fortress_faults(objects, seat, owner):
        raise IllegalAction(" ".join(faults))
    return fortress_of(objects)


def can_be_entered(fortress: Fortress, seat: Seat) -> bool:
    """Return whether the opponent's beam could reach the target with three mirrors in the zone."""
    return rules.is_reachable(codes_of({}, {seat: fortress}), SEATS.index(seat))


def codes_of(
    mirrors: Mapping[Square, MirrorPiece], fortresses: Mapping[Seat, Fortress]
) -> list[int]:
    """Return what stands on each cell of the board, as the rules' ints."""
    codes = [rules.BORDER] * GRID.size
    for cell in GRID.names:
        codes[cell] = rules.EMPTY
    for square, mirror in mirrors.items():
        first = rules.MIRROR + 2 * SEATS.index(mirror.seat)
        codes[GRID.cells[square]] = first + list(Diagonal).index(mirror.diagonal)
    for side, seat in enumerate(SEATS):
        for square, mark in fortresses.get(seat, {}).items():
            codes[GRID.cells[square]] = _code_of(mark, side)
    return codes


def _code_of(mark: Mark, side: int) -> int:
    """Return an object of the side's fortress as the rules' int."""
    match mark:
        case Mark.TARGET:
            return rules.TARGET + side
        case Mark.SHIELD:
            return rules.SHIELD + side
        case Mark.WALL:
            return rules.WALL
        case _:
            return rules.FIXED + MIRROR_MARKS.index(mark)


def parse_fortress(text: str, owner: Seat | None = None) -> Fortress:
    r"""Return the fortress that a text describes, whichever seat's rows it is on.

    It is the owner's if one is given, otherwise that of the seat on whose rows it is.
    Raises ``InvalidAction`` or ``IllegalAction`` naming every fault.

    >>> parse_fortress("T d8 W c8 e8 S b7 d7 f7 M a8/ g8\\")["d8"]
    <Mark.TARGET: 'T'>
    """
    objects = parse_objects(text)
    north = sum(placed.square in own_squares(NORTH) for placed in objects)
    return checked(objects, NORTH if 2 * north > len(objects) else SOUTH, owner)


def format_fortress(fortress: Fortress) -> str:
    r"""Return the text of a fortress; ``parse_fortress`` gives the same fortress back.

    >>> format_fortress(CLASSIC["north"])
    'T d2 W c2 e2 S b3 d3 f3 M a2\\ g2/'
    """
    return format_objects(objects_of(fortress))


def mirrored(fortress: Fortress) -> Fortress:
    r"""Return the fortress as the other seat would have it, its top and bottom exchanged.

    >>> mirrored({"a8": Mark.SLASH})["a2"]
    <Mark.BACKSLASH: '\\'>
    """
    return fortress_of(
        Placed(_flipped(mark), f"{square[0]}{GRID.rows + 1 - int(square[1:])}")
        for square, mark in fortress.items()
    )


def fitted(fortress: Fortress, seat: Seat) -> Fortress:
    """Return the fortress on the seat's own rows, mirrored if it stands on the other's."""
    own = own_squares(seat)
    return fortress if all(square in own for square in fortress) else mirrored(fortress)


def random_fortress(seat: Seat, rng: random.Random) -> Fortress:
    """Return a fortress that the seat may set up, each as likely as any other."""
    squares = own_squares(seat)
    while True:
        target, *others = rng.sample(squares, sum(_NUMBERS.values()))
        marks = (*[Mark.WALL] * 2, *[Mark.SHIELD] * 3, *rng.choices(MIRROR_MARKS, k=2))
        objects = [Placed(Mark.TARGET, target), *map(Placed, marks, others)]
        if not fortress_faults(objects, seat):
            return fortress_of(objects)


def _flipped(mark: Mark) -> Mark:
    """Return the mark seen in a mirror that lies flat."""
    return Mark(Diagonal(mark).turned) if mark in MIRROR_MARKS else mark


def _plural(kind: str, number: int) -> str:
    """Return the kind of so many objects."""
    return kind if number == 1 else f"{kind}s"


def _row(row: int) -> list[Square]:
    """Return the squares of a row."""
    return [square for square in GRID.cells if int(square[1:]) == row]


def _listed(squares: Sequence[str]) -> str:
    """Return squares for a sentence, each once, the first few of many."""
    names = [square if square in GRID.cells else quote(square) for square in sorted(set(squares))]
    if len(names) > _MOST_NAMED:
        names[_MOST_NAMED:] = [f"{len(names) - _MOST_NAMED} more"]
    return listed(names, "or")


_CLASSIC: Final = parse_fortress("T d8 W c8 e8 S b7 d7 f7 M a8/ g8\\")
CLASSIC: Final[Mapping[Seat, Fortress]] = {SOUTH: _CLASSIC, NORTH: mirrored(_CLASSIC)}
"""The fortress that each seat is offered as a start."""
