"""What can happen in an action, as values that painters and words match on."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core import JSON, Event, Seat, Square
from engine.grid import Direction


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A piece went from one square to another."""

    seat: Seat
    kind: str
    origin: Square
    target: Square


@dataclass(frozen=True, slots=True)
class Swapped(Event):
    """A piece changed places with another, which belongs to ``other_seat``."""

    seat: Seat
    kind: str
    origin: Square
    target: Square
    other_seat: Seat
    other_kind: str


@dataclass(frozen=True, slots=True)
class Rotated(Event):
    """A piece made a quarter turn, ``L`` counter-clockwise or ``R`` clockwise."""

    seat: Seat
    kind: str
    square: Square
    turn: str


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A seat did nothing."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Ray:
    """The beam on one square: its heading as it enters, and as it leaves (``None``: it ends)."""

    square: Square
    entering: Direction
    leaving: Direction | None


@dataclass(frozen=True, slots=True)
class Fired(Event):
    """A laser fired: the beam square by square, how it ended, and where (``None``: nowhere)."""

    seat: Seat
    rays: tuple[Ray, ...]
    end: str
    at: Square | None

    @property
    def path(self) -> tuple[Square, ...]:
        """The squares in the order in which the beam enters them."""
        return tuple(ray.square for ray in self.rays)

    @property
    def mirrors(self) -> int:
        """How often the beam was turned."""
        return sum(ray.leaving not in (None, ray.entering) for ray in self.rays)

    def to_json(self) -> dict[str, JSON]:
        """Return the ``fired`` event of the line protocol."""
        return {
            "event": "fired",
            "seat": self.seat,
            "path": self.path,
            "end": self.end,
            "at": self.at,
        }


@dataclass(frozen=True, slots=True)
class Destroyed(Event):
    """A laser of ``by`` removed a piece that belonged to ``seat``."""

    seat: Seat
    kind: str
    facing: str | None
    square: Square
    by: Seat


@dataclass(frozen=True, slots=True)
class Damaged(Event):
    """A laser of ``by`` damaged one more side of a piece of ``seat``, which stands all the same."""

    seat: Seat
    kind: str
    square: Square
    side: str
    by: Seat


@dataclass(frozen=True, slots=True)
class Rubble(Event):
    """A guard of ``seat`` collapsed; what is left of it lies on its square for good.

    ``hits`` are the sides that a laser struck, sorted, the last one by ``by`` among them.
    """

    seat: Seat
    square: Square
    hits: tuple[str, ...]
    by: Seat


@dataclass(frozen=True, slots=True)
class EdgesFlipped(Event):
    """The arena flipped these mirrors of its ring, sorted; there may be none."""

    squares: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class ColumnsRose(Event):
    """Columns rose out of the ground on these squares, sorted."""

    squares: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class ColumnsRetracted(Event):
    """The columns on these squares, sorted, went back into the ground."""

    squares: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class Contact(Event):
    """A beam of ``by`` passed a shield that belongs to ``seat``: once a shot, however often."""

    square: Square
    seat: Seat
    by: Seat


@dataclass(frozen=True, slots=True)
class Ready(Event):
    """A seat has made its setup, which the event does not tell."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    """The game ended."""

    winner: Seat | None
    reason: str
