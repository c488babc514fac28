"""Deflexion in words: the turn, the result, and the position."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from engine.core import Event, Result, Seat, Square
from engine.deflexion.notation import SEATS, Kind, Position
from engine.deflexion.state import DeflexionView
from engine.events import Destroyed, Fired, Moved, Rotated, Swapped
from render.scene import Words
from render.words.beam import count, length, path

NAMES: Final[Mapping[str, str]] = {
    Kind.PHARAOH: "Pharaoh",
    Kind.DJED: "Djed",
    Kind.PYRAMID: "pyramid",
    Kind.OBELISK: "obelisk",
}
FACINGS: Final[Mapping[str, str]] = {
    "NE": "facing north-east",
    "SE": "facing south-east",
    "SW": "facing south-west",
    "NW": "facing north-west",
    "/": "from south-west to north-east",
    "\\": "from north-west to south-east",
}
TURNS: Final[Mapping[str, str]] = {"L": "counter-clockwise", "R": "clockwise"}


def tell(view: DeflexionView, position: Position, events: Sequence[Event]) -> Words:
    """Return the words that go with the picture of the position after these events."""
    fired = next((event for event in events if isinstance(event, Fired)), None)
    return Words(
        story=" ".join(_story(events)) or _standing(view),
        turn=f"{view.to_move.title()} is to move." if view.to_move else "",
        outcome=_outcome(view.result, events) if view.result else None,
        brief=" ".join(_brief(position, seat) for seat in SEATS),
        full=tuple(line for seat in SEATS for line in _full(position, seat)),
        path=path(fired) if fired else "",
    )


def tell_position(position: Position, marked: Sequence[Square]) -> Words:
    """Return the words that go with the picture of a position on which nothing happened."""
    return Words(
        story=f"A position, with {', '.join(marked)} marked." if marked else "A position.",
        turn=f"{position.to_move.title()} is to move.",
        outcome=None,
        brief=" ".join(_brief(position, seat) for seat in SEATS),
        full=tuple(line for seat in SEATS for line in _full(position, seat)),
        path="",
    )


def _standing(view: DeflexionView) -> str:
    """Return how far the game is, when there is nothing that just happened."""
    return f"After {count(view.ply, 'turn')}." if view.ply else "The game begins."


def _story(events: Sequence[Event]) -> Iterator[str]:
    """Yield a sentence on the action and one on the shot."""
    destroyed = next((event for event in events if isinstance(event, Destroyed)), None)
    for event in events:
        match event:
            case Moved(seat, kind, origin, target):
                yield f"{_whose(seat, kind)} {origin} → {target}."
            case Swapped(seat, kind, origin, target, other_seat, other_kind):
                other = _whose(other_seat, other_kind, but_of=seat)
                yield f"{_whose(seat, kind)} {origin} changed places with {other} on {target}."
            case Rotated(seat, kind, square, turn):
                way = f" {TURNS[turn]}" if kind == Kind.PYRAMID else ""
                yield f"{_whose(seat, kind)} on {square} turned{way}."
            case Fired():
                yield f"The laser ran {length(event)} and {_effect(event, destroyed)}."
            case _:
                pass


def _effect(fired: Fired, destroyed: Destroyed | None) -> str:
    """Return what the shot did."""
    if destroyed is None:
        return "ended at the edge of the board"
    victim = _whose(destroyed.seat, destroyed.kind, but_of=fired.seat)
    return f"destroyed {victim} on {destroyed.square}"


def _whose(seat: Seat, kind: str, but_of: Seat | None = None) -> str:
    """Return the piece with its owner, who may be the one that acts: ``but_of``."""
    own = "own " if seat == but_of else ""
    return f"{seat.title()}'s {own}{NAMES[kind]}"


def _outcome(result: Result, events: Sequence[Event]) -> str:
    """Return how the game ended."""
    match result:
        case Result(winner=str(winner), reason="pharaoh"):
            return f"{winner.title()} wins: {_fatal_shot(winner, events)}."
        case Result(winner=None, reason="repetition"):
            return "A draw: the same position stood for the third time."
        case Result(winner=None, reason="quiet"):
            return "A draw: 100 turns in a row without a piece removed."
        case Result(winner=None, reason="ended" | "lapsed"):
            return "The game is over without a winner."
        case Result(winner=None, reason=reason):
            return f"A draw by {reason}."
        case Result(winner=str(winner), reason="time"):
            return f"{winner.title()} wins on time."
        case Result(winner=winner, reason=reason):
            return f"{str(winner).title()} wins by {reason}."


def _fatal_shot(winner: Seat, events: Sequence[Event]) -> str:
    """Return which laser struck the Pharaoh of the seat that did not win."""
    (loser,) = (seat for seat in SEATS if seat != winner)
    victim = f"{loser.title()}'s Pharaoh"
    fired = next((event for event in events if isinstance(event, Fired)), None)
    if fired is not None and fired.seat == loser:
        return f"{loser.title()}'s own laser struck {victim}"
    return f"the laser struck {victim}"


def _groups(position: Position, seat: Seat) -> Mapping[tuple[Kind, str | None], list[Square]]:
    """Return the seat's squares by kind and facing, in the order in which rule books name them."""
    groups: dict[tuple[Kind, str | None], list[Square]] = defaultdict(list)
    for square, piece in position.pieces.items():
        if piece.seat == seat:
            groups[piece.kind, piece.facing].append(square)
    kinds, facings = list(Kind), list(FACINGS)
    order = sorted(groups, key=lambda key: (kinds.index(key[0]), facings.index(key[1] or "NE")))
    return {key: sorted(groups[key]) for key in order}


def _brief(position: Position, seat: Seat) -> str:
    """Return the seat's pieces in one short sentence."""
    groups = _groups(position, seat).items()
    parts = [
        f"{_noun(kind, squares)} {facing + ' ' if facing else ''}{' '.join(squares)}"
        for (kind, facing), squares in groups
    ]
    return f"{seat.title()}: {', '.join(parts) or 'no pieces'}."


def _full(position: Position, seat: Seat) -> Iterator[str]:
    """Yield a heading for the seat, then one line for its pieces of each kind and facing."""
    groups = _groups(position, seat)
    yield f"{seat.title()} has:" if groups else f"{seat.title()} has no pieces."
    for (kind, facing), squares in groups.items():
        how = f" {FACINGS[facing]}" if facing else ""
        yield f"- {_noun(kind, squares)}{how}: {', '.join(squares)}"


def _noun(kind: Kind, squares: Sequence[Square]) -> str:
    return NAMES[kind] if len(squares) == 1 else f"{NAMES[kind]}s"
