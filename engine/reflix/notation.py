"""How Reflix is written down: fortresses and actions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from engine.actions import FromTo, QuarterTurn
from engine.core import Action, InvalidAction, Seat, Square, quote
from engine.grid import SQUARE, Diagonal, Direction, Grid

SOUTH: Final[Seat] = "south"
NORTH: Final[Seat] = "north"
SEATS: Final[tuple[Seat, Seat]] = (SOUTH, NORTH)
GRID: Final = Grid(7, 9, first_row=Direction.N)
ZONE_ROWS: Final = (4, 5, 6)
"""The rows of the ricochet zone; those above are North's fortress, those below South's."""

LONGEST_ACTION: Final = 24
"""Characters of a text that is read as a turn or a slide at all, to say what is wrong with it."""
LONGEST_SETUP: Final = 200
"""Characters of a text that is read as a fortress at all; a proper one has about 40."""


class Mark(StrEnum):
    """What stands on a square of a fortress, a fixed mirror as its diagonal."""

    TARGET = "T"
    WALL = "W"
    SHIELD = "S"
    SLASH = "/"
    BACKSLASH = "\\"


MIRROR_MARKS: Final = (Mark.SLASH, Mark.BACKSLASH)

Fortress: TypeAlias = Mapping[Square, Mark]
"""The objects of one seat's fortress on their squares, allowed by the rules or not."""


@dataclass(frozen=True, slots=True)
class MirrorPiece:
    """A movable mirror: whose it is, and how it stands."""

    seat: Seat
    diagonal: Diagonal


START: Final[Mapping[Square, MirrorPiece]] = {
    "b6": MirrorPiece(SOUTH, Diagonal.SLASH),
    "d6": MirrorPiece(SOUTH, Diagonal.BACKSLASH),
    "f5": MirrorPiece(SOUTH, Diagonal.BACKSLASH),
    "f4": MirrorPiece(NORTH, Diagonal.SLASH),
    "d4": MirrorPiece(NORTH, Diagonal.BACKSLASH),
    "b5": MirrorPiece(NORTH, Diagonal.BACKSLASH),
}
"""The movable mirrors as they stand when play begins."""


@dataclass(frozen=True, slots=True)
class Placed:
    """One object as a setup names it, its square perhaps off the board."""

    mark: Mark
    square: str


@dataclass(frozen=True, slots=True)
class Setup(Action):
    """A seat sets up its fortress: anything that one can write down, allowed or not."""

    objects: tuple[Placed, ...]

    def __str__(self) -> str:
        r"""Return the notation, the objects sorted.

        >>> str(parse_action("setup W e8 c8 T d8 S b7 d7 f7 M g8\\ a8/"))
        'setup T d8 W c8 e8 S b7 d7 f7 M a8/ g8\\'
        """
        return f"setup {format_objects(self.objects)}"

    @property
    def public(self) -> str:
        """The notation as all may read it, whether or not the other seat is ready."""
        return "setup"


@dataclass(frozen=True, slots=True)
class Rotate(QuarterTurn):
    """A mirror makes a quarter turn, which either way gives the other diagonal."""

    turn: str = "R"


@dataclass(frozen=True, slots=True)
class Slide(FromTo):
    """A mirror slides along its row or column."""


_LETTERS: Final[Mapping[str, tuple[Mark, ...]]] = {
    "T": (Mark.TARGET,),
    "W": (Mark.WALL,),
    "S": (Mark.SHIELD,),
    "M": MIRROR_MARKS,
}
_OBJECT: Final = re.compile(rf"{SQUARE}([/\\]?)")
_ACTION: Final = re.compile(rf"{SQUARE}(?:-{SQUARE}|([LRUlru]+))")
_EXAMPLE: Final = "“T d8 W c8 e8 S b7 d7 f7 M a8/ g8\\”"
_MOST_NAMED: Final = 4


def parse_action(text: str) -> Setup | Rotate | Slide:
    """Return the action that the text names. Raises ``InvalidAction`` saying why it names none.

    >>> parse_action("d6R"), parse_action("d6-e6")
    (Rotate(square='d6', turn='R'), Slide(origin='d6', target='e6'))
    >>> parse_action("setup T d8").objects
    (Placed(mark=<Mark.TARGET: 'T'>, square='d8'),)
    """
    word, _, rest = text.partition(" ")
    if word == "setup":
        return Setup(parse_objects(rest))
    match = _ACTION.fullmatch(text) if len(text) <= LONGEST_ACTION else None
    if match is None:
        raise InvalidAction(
            f"{quote(text)} is not a move: write d6R to turn a mirror, d6-e6 to slide it; "
            f"a fortress is “setup” and its objects."
        )
    origin, target, turn = match.groups()
    for square in filter(None, (origin, target)):
        GRID.parse(square)
    if target is not None:
        return Slide(origin, target)
    if turn not in ("L", "R"):
        raise InvalidAction(
            f"{quote(text)} is not a move: a mirror makes one quarter turn, {origin}R."
        )
    return Rotate(origin, turn)


def parse_objects(text: str) -> tuple[Placed, ...]:
    r"""Return the objects that the text of a fortress names, sorted.

    They come in any order, each after the letter of its kind or another of it. Raises
    ``InvalidAction`` naming every part that cannot be read.

    >>> [(str(placed.mark), placed.square) for placed in parse_objects("M g8\\ a8/ T d8")]
    [('T', 'd8'), ('/', 'a8'), ('\\', 'g8')]
    """
    if len(text) > LONGEST_SETUP or not text.split():
        raise InvalidAction(f"{quote(text)} is no fortress: write it like {_EXAMPLE}.")
    faults: list[str] = []
    objects: list[Placed] = []
    letter = ""
    for part in text.split():
        if part in _LETTERS:
            letter = part
            continue
        try:
            objects.append(_parse_object(letter, part))
        except InvalidAction as fault:
            faults.append(str(fault))
    if faults:
        faults[_MOST_NAMED:] = ["More is wrong after that."] if len(faults) > _MOST_NAMED else []
        raise InvalidAction(f"{' '.join(faults)} A fortress is written like {_EXAMPLE}.")
    return tuple(sorted(objects, key=_place_in_text))


def _parse_object(letter: str, part: str) -> Placed:
    """Return the object of one part of a fortress, after that letter or none."""
    match = _OBJECT.fullmatch(part)
    if match is None:
        raise InvalidAction(f"{quote(part)} is neither a square nor a kind of object, T, W, S, M.")
    square, diagonal = match.groups()
    if not letter:
        raise InvalidAction(f"{quote(part)} has no letter before it that says what stands there.")
    if letter == "M":
        if not diagonal:
            raise InvalidAction(f"The fixed mirror on {quote(part)} needs “/” or “\\” after it.")
        return Placed(Mark(diagonal), square)
    if diagonal:
        raise InvalidAction(f"{quote(part)} has a diagonal, which only a fixed mirror, M, has.")
    return Placed(_LETTERS[letter][0], square)


def format_objects(objects: Iterable[Placed]) -> str:
    """Return the text of a fortress, sorted by kind and square; ``parse_objects`` reads it.

    >>> format_objects([Placed(Mark.SLASH, "a8"), Placed(Mark.WALL, "c8"), Placed(Mark.WALL, "b8")])
    'W b8 c8 M a8/'
    """
    ordered = sorted(objects, key=_place_in_text)
    return " ".join(part for letter in _LETTERS for part in _group(letter, ordered))


def objects_of(fortress: Fortress) -> tuple[Placed, ...]:
    """Return the objects of a fortress, sorted.

    >>> objects_of({"d8": Mark.TARGET})
    (Placed(mark=<Mark.TARGET: 'T'>, square='d8'),)
    """
    objects = (Placed(mark, square) for square, mark in fortress.items())
    return tuple(sorted(objects, key=_place_in_text))


def _group(letter: str, objects: Iterable[Placed]) -> Iterator[str]:
    """Yield the letter and the objects that come after it, nothing when there are none."""
    marks = _LETTERS[letter]
    parts = [
        placed.square + (str(placed.mark) if placed.mark in MIRROR_MARKS else "")
        for placed in objects
        if placed.mark in marks
    ]
    if parts:
        yield letter
        yield from parts


def _place_in_text(placed: Placed) -> tuple[int, str, str]:
    """Return what objects are sorted by: their kind, their square and the diagonal."""
    kind = next(i for i, marks in enumerate(_LETTERS.values()) if placed.mark in marks)
    return kind, placed.square, placed.mark
