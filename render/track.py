"""Straight lines over the board, as the parts that each square has of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from math import hypot
from typing import Final, NamedTuple

REACH: Final = 20.0
"""How far a line and its head reach to either side."""


class Trail(StrEnum):
    """What left a straight line over the board: a unit that charged, or a volley."""

    CHARGE = "charge"
    VOLLEY = "volley"


class Tip(StrEnum):
    """How such a line ends: with its head alone, with a burst there, or in a clash before that."""

    HEAD = "head"
    BURST = "burst"
    CLASH = "clash"


class Offset(NamedTuple):
    """Where a square lies as seen from another one, in squares to the right and down."""

    across: int
    down: int


@dataclass(frozen=True, slots=True)
class Track:
    """The part that a square has of a straight line between the middles of two squares.

    Both are told as seen from this square, so that equal parts of lines are equal.
    """

    trail: Trail
    start: Offset
    end: Offset
    tip: Tip = Tip.HEAD

    def turned(self) -> Track:
        """Return the part as it lies on the board turned by half a turn."""
        start, end = (Offset(-x, -y) for x, y in (self.start, self.end))
        return replace(self, start=start, end=end)


def crosses(start: tuple[int, int], end: tuple[int, int]) -> bool:
    """Return whether a square has a part of the line, which is told as seen from the square.

    >>> crosses((0, -1), (0, 2)), crosses((1, -1), (1, 2)), crosses((0, 1), (1, 0))
    (True, False, True)
    """
    (x1, y1), (x2, y2) = start, end
    if not (min(x1, x2) <= 0 <= max(x1, x2) and min(y1, y2) <= 0 <= max(y1, y2)):
        return False
    along, down = x2 - x1, y2 - y1
    off = abs(along * y1 - down * x1)
    return off < (abs(along) + abs(down)) / 2 + hypot(along, down) * REACH / 100
