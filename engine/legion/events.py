"""What happens in Legion besides the events of every game.

A hidden Assassin's own steps and turns are seen by others as those of its cover.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine import events
from engine.core import JSON, Event, Seat, Square
from engine.legion.units import Kind, UnitState


@dataclass(frozen=True, slots=True)
class Moved(events.Moved):
    """A unit went from one square to another; ``cover`` is what a hidden Assassin passes for."""

    cover: Kind | None = None

    def seen_by(self, seat: Seat | None) -> Event:
        """Return the event as the seat may know it: only the owner sees through a cover."""
        if self.cover is None or seat == self.seat:
            return self
        return replace(self, kind=self.cover, cover=None)

    def to_json(self) -> dict[str, JSON]:
        """Return the event for the line protocol, with ``hidden`` only where it is true."""
        return _uncovered(Event.to_json(self))


@dataclass(frozen=True, slots=True)
class Turned(Event):
    """A unit made an about-face, and now faces ``facing``; ``cover`` as of ``Moved``."""

    seat: Seat
    kind: Kind
    square: Square
    facing: str
    cover: Kind | None = None

    def seen_by(self, seat: Seat | None) -> Event:
        """Return the event as the seat may know it: only the owner sees through a cover."""
        if self.cover is None or seat == self.seat:
            return self
        return replace(self, kind=self.cover, cover=None)

    def to_json(self) -> dict[str, JSON]:
        """Return the event for the line protocol, with ``hidden`` only where it is true."""
        return _uncovered(Event.to_json(self))


@dataclass(frozen=True, slots=True)
class Flipped(Event):
    """A unit changed to this state."""

    seat: Seat
    kind: Kind
    square: Square
    state: UnitState


@dataclass(frozen=True, slots=True)
class Revealed(Event):
    """A hidden Assassin showed itself on the square, by choice or by its strike."""

    seat: Seat
    square: Square


@dataclass(frozen=True, slots=True)
class Shot(Event):
    """A unit shot over ``path``, the squares from the first to the one it struck."""

    seat: Seat
    kind: Kind
    origin: Square
    path: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class Captured(Event):
    """A unit of ``seat`` fell on the square, and ``by`` scored its points.

    Of a unit lost in storming a Fortress, the square is the one from which it came. A hidden
    Assassin is shown as it falls.
    """

    seat: Seat
    kind: Kind
    square: Square
    by: Seat
    points: int
    was_hidden: bool


@dataclass(frozen=True, slots=True)
class Disabled(Event):
    """The Fortress of ``seat`` on the square was disabled, for which ``by`` scored points."""

    seat: Seat
    square: Square
    by: Seat
    points: int


@dataclass(frozen=True, slots=True)
class Entered(Event):
    """A unit of ``by`` entered the disabled Fortress of ``seat`` on the square."""

    seat: Seat
    square: Square
    by: Seat


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A seat could activate no unit."""

    seat: Seat


def _uncovered(whole: dict[str, JSON]) -> dict[str, JSON]:
    """Return the event with the key ``hidden`` in place of a cover."""
    is_hidden = whole.pop("cover") is not None
    return whole | {"hidden": True} if is_hidden else whole
