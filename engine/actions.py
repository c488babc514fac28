"""What the actions of several games have in common: the squares they name, and their text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core import Action, Square


@dataclass(frozen=True, slots=True)
class FromTo(Action):
    """Something that is done from one square to another; the sign between them says what."""

    sign: ClassVar[str] = "-"

    origin: Square
    target: Square

    def __str__(self) -> str:
        """Return the notation.

        >>> str(FromTo("d4", "e5"))
        'd4-e5'
        """
        return f"{self.origin}{self.sign}{self.target}"

    @property
    def squares(self) -> tuple[Square, ...]:
        """The squares that the action names, that of what acts before all."""
        return (self.origin, self.target)


@dataclass(frozen=True, slots=True)
class QuarterTurn(Action):
    """A quarter turn on the spot: ``L`` counter-clockwise, ``R`` clockwise."""

    square: Square
    turn: str

    def __str__(self) -> str:
        """Return the notation.

        >>> str(QuarterTurn("d4", "L"))
        'd4L'
        """
        return f"{self.square}{self.turn}"

    @property
    def squares(self) -> tuple[Square, ...]:
        """The square that the action names."""
        return (self.square,)
