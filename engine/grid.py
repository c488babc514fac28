"""Squares, directions and turns on a square board, shared by every game."""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import Final

from engine.core import InvalidAction, Square, quote

SQUARE: Final = r"([A-Za-z]+[0-9]+)"
"""The group of a pattern for what looks like a square, on the board or not."""


class Direction(IntEnum):
    """A heading along a row or a column, clockwise from north."""

    N = 0
    E = 1
    S = 2
    W = 3

    def turned(self, quarters: int) -> Direction:
        """Return the heading after that many quarter turns clockwise."""
        return Direction((self + quarters) % 4)

    @property
    def opposite(self) -> Direction:
        """The heading that points the other way."""
        return self.turned(2)


class Diagonal(StrEnum):
    """How a two-sided mirror stands, written as it looks."""

    SLASH = "/"
    BACKSLASH = "\\"

    @property
    def turned(self) -> Diagonal:
        """The diagonal after a quarter turn, which is the other one, either way."""
        return Diagonal.BACKSLASH if self is Diagonal.SLASH else Diagonal.SLASH

    def reflect(self, heading: Direction) -> Direction:
        """Return the heading in which a beam leaves that met the mirror with ``heading``.

        >>> Diagonal.SLASH.reflect(Direction.N).name, Diagonal.BACKSLASH.reflect(Direction.N).name
        ('E', 'W')
        """
        return Direction(heading ^ 1 if self is Diagonal.SLASH else 3 - heading)


class Corner(StrEnum):
    """The corner that the face of a one-sided mirror looks to."""

    NE = "NE"
    SE = "SE"
    SW = "SW"
    NW = "NW"

    def turned(self, quarters: int) -> Corner:
        """Return the corner after that many quarter turns clockwise."""
        corners = tuple(Corner)
        return corners[(corners.index(self) + quarters) % 4]

    def reflect(self, heading: Direction) -> Direction | None:
        """Return the heading in which a beam leaves, ``None`` if it strikes the mirror's back.

        >>> [(heading.name, Corner.NE.reflect(heading)) for heading in (Direction.S, Direction.N)]
        [('S', <Direction.E: 1>), ('N', None)]
        """
        sides = tuple(Direction[letter] for letter in self)
        if heading.opposite not in sides:
            return None
        return sides[0] if heading.opposite is sides[1] else sides[1]


class Grid:
    """A board's squares as cells of one flat list, with a border of further cells around them.

    A step off the board comes onto the border, so that walking the list needs no arithmetic on
    rows and columns. ``steps`` is how far the list index goes on for each ``Direction``.
    """

    __slots__ = ("cells", "columns", "names", "rows", "size", "steps", "stride")

    def __init__(
        self, columns: int, rows: int, *, first_row: Direction = Direction.S, border: int = 1
    ) -> None:
        """Lay out the board; ``first_row`` is the side of it on which row 1 lies.

        ``border`` is how many cells wide the border is.
        """
        self.columns: Final = columns
        self.rows: Final = rows
        self.stride: Final = columns + 2 * border
        self.size: Final = self.stride * (rows + 2 * border)
        self.steps: Final = (self.stride, 1, -self.stride, -1)
        self.names: Final[dict[int, Square]] = {}
        for up in range(rows):
            row = up + 1 if first_row is Direction.S else rows - up
            for across in range(columns):
                cell = (up + border) * self.stride + across + border
                self.names[cell] = f"{chr(ord('a') + across)}{row}"
        self.cells: Final[dict[Square, int]] = {name: cell for cell, name in self.names.items()}

    @property
    def extent(self) -> str:
        """The squares that there are, in words."""
        last = chr(ord("a") + self.columns - 1)
        return f"columns a to {last}, rows 1 to {self.rows}"

    def off_board(self, name: str) -> str:
        """Return the sentence that the board has no such square."""
        return f"{name} is off the board, which has {self.extent}."

    def parse(self, text: str) -> Square:
        """Return the square that the text names. Raises ``InvalidAction`` if it names none."""
        if text not in self.cells:
            raise InvalidAction(self.off_board(quote(text)))
        return text
