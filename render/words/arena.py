"""Arena in words: the action, what the arena did after it, the result, and the position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from engine.arena.notation import NAMES, SEATS, Kind
from engine.arena.state import ArenaView
from engine.core import Event, Result, Square, listed
from engine.events import (
    ColumnsRetracted,
    ColumnsRose,
    Damaged,
    Destroyed,
    EdgesFlipped,
    Fired,
    Moved,
    Passed,
    Rotated,
    Rubble,
)
from engine.grid import Direction
from render.scene import Words
from render.words.beam import COMPASS, length, path
from render.words.numbers import count, counted
from render.words.pieces import FACINGS, WAYS, brief, full, whose
from render.words.results import ended_by_players, won_by_laser

SIDES: Final[Mapping[str, str]] = {heading.name: name for heading, name in COMPASS.items()}
EDGES: Final[Mapping[str, tuple[str, str]]] = {
    "N": ("North edge, a to i", "abcdefghi"),
    "E": ("East edge, 1 to 9", "123456789"),
    "S": ("South edge, a to i", "abcdefghi"),
    "W": ("West edge, 1 to 9", "123456789"),
}


def tell(view: ArenaView, events: Sequence[Event], muzzle: Square | None) -> Words:
    """Return the words that go with the picture of the position after these events.

    ``muzzle`` is where the cannon stands that fired.
    """
    fired = next((event for event in events if isinstance(event, Fired)), None)
    states = tuple(_states(view))
    sides = (brief(view.pieces, seat, NAMES) for seat in SEATS)
    lines = (line for seat in SEATS for line in full(view.pieces, seat, NAMES))
    return Words(
        story=" ".join(_story(view, events)) or _standing(view),
        turn=f"{view.to_move.title()} is to move." if view.to_move else "",
        outcome=_outcome(view.result, events) if view.result else None,
        brief=" ".join((*sides, *states)),
        full=(*lines, *states, *_edges(view)),
        path=path(fired, f"left the cannon on {muzzle}") if fired else "",
    )


def _standing(view: ArenaView) -> str:
    """Return how far the game is, when there is nothing that just happened."""
    return f"After {count(view.ply, 'action')}." if view.ply else "The game begins."


def _story(view: ArenaView, events: Sequence[Event]) -> Iterator[str]:
    """Yield a sentence on the action, and then on each thing that the arena did."""
    for event in events:
        match event:
            case Moved(seat, kind, origin, target):
                yield f"{whose(seat, NAMES[kind])} {origin} → {target}."
            case Rotated(seat, kind, square):
                yield f"{whose(seat, NAMES[kind])} on {square} turned{_way(view, event)}."
            case Passed(seat):
                yield f"{seat.title()} passed."
            case Fired(seat=seat):
                effect = _effect(view, event, events)
                yield f"{seat.title()} fired: the laser ran {length(event)} and {effect}."
            case EdgesFlipped(squares):
                yield f"{counted(len(squares), 'mirror').capitalize()} flipped."
            case ColumnsRose(squares):
                stand = counted(view.raised_left, "action")
                yield f"Columns rose on {listed(squares)} and stand for {stand}."
            case ColumnsRetracted(squares):
                yield f"The columns on {listed(squares)} retracted."
            case _:
                pass


def _way(view: ArenaView, event: Rotated) -> str:
    """Return how the piece turned, where both ways do not give the same."""
    match event.kind:
        case Kind.MIRROR:
            return f" {WAYS[event.turn]}"
        case Kind.CANNON:
            facing = view.pieces[event.square].facing
            return f" and is {FACINGS[facing]}" if facing else ""
        case _:
            return ""


def _effect(view: ArenaView, fired: Fired, events: Sequence[Event]) -> str:
    """Return what the shot did."""
    for event in events:
        match event:
            case Damaged(seat, kind, square, side):
                victim = whose(seat, NAMES[kind], but_of=fired.seat)
                return f"damaged {victim} on {square} from the {SIDES[side]}"
            case Rubble(seat, square):
                victim = whose(seat, NAMES[Kind.GUARD], but_of=fired.seat)
                return f"brought down {victim} on {square}, which now is rubble"
            case Destroyed(seat, kind, _, square):
                victim = whose(seat, NAMES[kind], but_of=fired.seat)
                return f"destroyed {victim} on {square}"
            case _:
                pass
    match fired.end, fired.at:
        case "column", str(at):
            return f"was stopped by the column on {at}"
        case "cannon" | "guard", str(at):
            piece = view.pieces[at]
            stopper = whose(piece.seat, NAMES[piece.kind], but_of=fired.seat)
            side = SIDES[fired.rays[-1].entering.opposite.name]
            already = f", damaged from the {side} before" if piece.kind is Kind.GUARD else ""
            return f"was stopped by {stopper} on {at}{already}"
        case _:
            return "left the arena"


def _outcome(result: Result, events: Sequence[Event]) -> str:
    """Return how the game ended."""
    match result:
        case Result(winner=str(winner), reason="king"):
            (loser,) = (seat for seat in SEATS if seat != winner)
            return won_by_laser(winner, loser, NAMES[Kind.KING], events)
        case Result(winner=None, reason="quiet"):
            return "A draw: 100 actions in a row without damage."
        case _:
            return ended_by_players(result)


def _states(view: ArenaView) -> Iterator[str]:
    """Yield a sentence on each thing besides where the pieces stand and how they face."""
    damaged = [
        f"{square} ({listed(SIDES[side] for side in _clockwise(piece.hits))})"
        for square, piece in sorted(view.pieces.items())
        if piece.hits
    ]
    if damaged:
        yield f"Damaged: {', '.join(damaged)}."
    locked = [square for square, piece in sorted(view.pieces.items()) if piece.is_locked]
    if locked:
        yield f"Locked: {', '.join(locked)}."
    for seat in SEATS:
        if view.cooldown[seat]:
            yield f"{whose(seat, NAMES[Kind.CANNON])} is cooling."
    if view.columns:
        left = counted(view.raised_left, "more action")
        yield f"Columns on {listed(view.columns)} stand for {left}."
    elif view.rise_in is not None:
        yield f"Columns rise after {counted(view.rise_in, 'more action')}."
    if view.rubble:
        yield f"Rubble: {', '.join(view.rubble)}."


def _clockwise(sides: Sequence[str]) -> Sequence[str]:
    return sorted(sides, key=lambda side: Direction[side])


def _edges(view: ArenaView) -> Iterator[str]:
    """Yield a line for the mirrors along each edge, in code spans: a backslash stays one there."""
    for edge, (caption, places) in EDGES.items():
        yield f"{caption}: `{' '.join(view.edges[edge + place] for place in places)}`"
