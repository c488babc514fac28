"""Deflexion and Khet 2.0 in words: the turn, the result, and the position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from engine.core import Event, Result
from engine.deflexion.notation import NAMES, SEATS, Kind, Position
from engine.deflexion.rulesets import LASER_SQUARES, rule_set_of
from engine.deflexion.state import DeflexionView
from engine.events import Destroyed, Fired, Moved, Rotated, Swapped
from render.scene import Words
from render.words.beam import COMPASS, length, path
from render.words.numbers import count
from render.words.pieces import WAYS, brief, full, whose
from render.words.results import ended_by_players, won_by_laser

FACINGS: Final[Mapping[str, Mapping[str, str]]] = {
    Kind.ANUBIS: {way.name: f"with the shield to the {name}" for way, name in COMPASS.items()},
    Kind.SPHINX: {way.name: f"firing {name}" for way, name in COMPASS.items()},
}
WITH_WAY: Final = (Kind.PYRAMID, Kind.ANUBIS, Kind.SPHINX)
"""The kinds of which it is told which way they turned: it makes a difference."""


def tell(view: DeflexionView, position: Position, events: Sequence[Event]) -> Words:
    """Return the words that go with the picture of the position after these events."""
    fired = next((event for event in events if isinstance(event, Fired)), None)
    return Words(
        story=" ".join(_story(position, events)) or _standing(view),
        turn=f"{view.to_move.title()} is to move." if view.to_move else "",
        outcome=_outcome(view.result, events) if view.result else None,
        brief=" ".join(brief(position.pieces, seat, NAMES) for seat in SEATS),
        full=tuple(line for seat in SEATS for line in full(position.pieces, seat, NAMES, FACINGS)),
        path=_path(position, fired) if fired else "",
    )


def tell_position(position: Position) -> Words:
    """Return the words that go with the picture of a position on which nothing happened."""
    return Words(
        story="A position.",
        turn=f"{position.to_move.title()} is to move.",
        outcome=None,
        brief=" ".join(brief(position.pieces, seat, NAMES) for seat in SEATS),
        full=tuple(line for seat in SEATS for line in full(position.pieces, seat, NAMES, FACINGS)),
        path="",
    )


def _path(position: Position, fired: Fired) -> str:
    if not fired.rays:
        return ""
    home = LASER_SQUARES[fired.seat]
    if rule_set_of(position).has_sphinxes:
        return path(fired, f"left the Sphinx on {home}")
    return path(fired, f"came in on {fired.rays[0].square}")


def _standing(view: DeflexionView) -> str:
    """Return how far the game is, when there is nothing that just happened."""
    return f"After {count(view.ply, 'turn')}." if view.ply else "The game begins."


def _story(position: Position, events: Sequence[Event]) -> Iterator[str]:
    """Yield a sentence on the action and one on the shot."""
    destroyed = next((event for event in events if isinstance(event, Destroyed)), None)
    for event in events:
        match event:
            case Moved(seat, kind, origin, target):
                yield f"{whose(seat, NAMES[kind])} {origin} → {target}."
            case Swapped(seat, kind, origin, target, other_seat, other_kind):
                own = whose(seat, NAMES[kind])
                other = whose(other_seat, NAMES[other_kind], but_of=seat)
                yield f"{own} {origin} changed places with {other} on {target}."
            case Rotated(seat, kind, square, turn):
                way = f" {WAYS[turn]}" if kind in WITH_WAY else ""
                yield f"{whose(seat, NAMES[kind])} on {square} turned{way}."
            case Fired():
                yield f"The laser ran {length(event)} and {_effect(position, event, destroyed)}."
            case _:
                pass


def _effect(position: Position, fired: Fired, destroyed: Destroyed | None) -> str:
    """Return what the shot did, or what stopped it: that stands in the position."""
    if fired.at is not None and fired.end in ("shield", "sphinx"):
        piece = position.pieces[fired.at]
        stopped_by = f"{whose(piece.seat, NAMES[piece.kind], but_of=fired.seat)} on {fired.at}"
        shield = "the shield of " if fired.end == "shield" else ""
        return f"was stopped by {shield}{stopped_by}"
    if destroyed is None:
        return "ended at the edge of the board"
    victim = whose(destroyed.seat, NAMES[destroyed.kind], but_of=fired.seat)
    return f"destroyed {victim} on {destroyed.square}"


def _outcome(result: Result, events: Sequence[Event]) -> str:
    """Return how the game ended."""
    match result:
        case Result(winner=str(winner), reason="pharaoh"):
            (loser,) = (seat for seat in SEATS if seat != winner)
            return won_by_laser(winner, loser, NAMES[Kind.PHARAOH], events)
        case Result(winner=None, reason="repetition"):
            return "A draw: the same position stood for the third time."
        case Result(winner=None, reason="quiet"):
            return "A draw: 100 turns in a row without a piece removed."
        case _:
            return ended_by_players(result)
