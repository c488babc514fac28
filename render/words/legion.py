"""Legion in words: the activation, the score, the result, and the units with their states."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from engine.core import Event, Phase, Result, Seat, Square
from engine.events import Ready
from engine.legion.board import QUIET_LIMIT
from engine.legion.events import (
    Captured,
    Disabled,
    Entered,
    Flipped,
    Moved,
    Passed,
    Revealed,
    Shot,
    Turned,
)
from engine.legion.notation import NORTH, SEATS, Unit
from engine.legion.setup import Armies
from engine.legion.state import LegionView
from engine.legion.units import FLIPS, Army, Kind
from render.scene import Words
from render.words.numbers import count
from render.words.pieces import whose
from render.words.results import ended_by_players

ARMIES: Final[Mapping[Army, str]] = {Army.ROME: "Rome", Army.EGYPT: "Egypt"}
NAMES: Final[Mapping[Kind, tuple[str, str]]] = {
    Kind.LEGIONNAIRE: ("legionnaire", "legionnaires"),
    Kind.INFANTRY: ("infantry", "infantry"),
    Kind.CAVALRY: ("cavalry", "cavalry"),
    Kind.CHARIOT: ("chariot", "chariots"),
    Kind.SIEGE: ("siege", "sieges"),
    Kind.ARCHER: ("archer", "archers"),
    Kind.COMMANDER: ("Commander", "Commanders"),
    Kind.FORTRESS: ("Fortress", "Fortresses"),
    Kind.ASSASSIN: ("Assassin", "Assassins"),
}
"""Each kind's name for one and for more, in the order in which units are told."""


def tell(view: LegionView, events: Sequence[Event]) -> Words:
    """Return the words that go with the picture of what the view knows after these events."""
    score = () if view.phase is Phase.SETUP else (_score(view.score),)
    return Words(
        story=" ".join(_story(view, events)) or _so_far(view),
        turn=_turn(view),
        outcome=_outcome(view.result, view.score) if view.result else None,
        brief=" ".join((*score, *(_brief(view.units, view.armies, seat) for seat in SEATS))),
        full=(*score, *(line for seat in SEATS for line in _full(view.units, view.armies, seat))),
        path="",
    )


def tell_deployment(units: Mapping[Square, Unit], armies: Armies) -> Words:
    """Return the words that go with the picture of one seat's deployment so far."""
    (seat,) = armies
    return Words(
        story=f"{whose(seat, 'deployment')} so far.",
        turn="",
        outcome=None,
        brief=_brief(units, armies, seat),
        full=tuple(_full(units, armies, seat)),
        path="",
    )


def standing(view: LegionView, seat: Seat) -> Iterator[str]:
    """Yield how it stands for the seat, in a few words each."""
    if view.phase is Phase.SETUP:
        yield "ready" if view.ready[seat] else "deploying"
        return
    yield count(view.score[seat], "point")
    if view.to_move == seat:
        yield "to move"
    if view.result and view.result.winner == seat:
        yield "won"


def _score(score: Mapping[Seat, int]) -> str:
    return f"Score: {', '.join(f'{seat.title()} {score[seat]}' for seat in SEATS)}."


def _so_far(view: LegionView) -> str:
    """Return how far the game is, when there is nothing that just happened."""
    if view.phase is Phase.SETUP:
        return "The armies are deployed in private."
    if not all(view.ready.values()):
        return "The game ended before both armies were deployed."
    return f"After {count(view.ply, 'turn')}." if view.ply else "The game begins."


def _turn(view: LegionView) -> str:
    """Return who is to act."""
    if view.phase is not Phase.SETUP:
        return f"{view.to_move.title()} is to move." if view.to_move else ""
    match [seat for seat in SEATS if not view.ready[seat]]:
        case [seat]:
            (other,) = set(SEATS) - {seat}
            return f"{seat.title()} is deploying, {other.title()} is ready."
        case _:
            return f"{' and '.join(map(str.title, SEATS))} are deploying."


def _story(view: LegionView, events: Sequence[Event]) -> Iterator[str]:
    """Yield a sentence on the activation and one on the points that it brought."""
    match events:
        case [Ready(seat), *_]:
            both = "" if view.phase is Phase.SETUP else ", and the game begins"
            yield f"{seat.title()} is ready{both}."
        case [Passed(seat), *_]:
            yield f"{seat.title()} had no unit to activate and passed."
        case [Moved(seat, origin=origin, target=target), *more] if not _struck(more):
            yield f"{whose(seat, _mover(view, target))} {origin} → {target}."
        case _:
            deeds = list(_deeds(view, events))
            if deeds:
                yield f"{_subject(view, events)} {', then '.join(deeds)}."
    scored = [
        f"{event.by.title()} scored {count(event.points, 'point')}"
        for event in events
        if isinstance(event, Captured | Disabled) and event.points
    ]
    if scored:
        yield f"{' and '.join(scored)}."


def _struck(events: Sequence[Event]) -> bool:
    return any(isinstance(event, Captured | Entered) for event in events)


def _mover(view: LegionView, square: Square) -> str:
    """Return what the view knows of the unit that went to this square."""
    return _name(view.units[square])


def _name(unit: Unit) -> str:
    return f"hidden {NAMES[unit.kind][0]}" if unit.is_hidden else NAMES[unit.kind][0]


def _subject(view: LegionView, events: Sequence[Event]) -> str:
    """Return the unit that was activated, and where it stood."""
    for event in events:
        match event:
            case Flipped(seat, kind, square):
                return f"{whose(seat, NAMES[kind][0])} on {square}"
            case Revealed(seat, square):
                return f"{whose(seat, NAMES[Kind.ASSASSIN][0])} on {square}"
            case Turned(seat, _, square):
                return f"{whose(seat, _mover(view, square))} on {square}"
            case Moved(seat, _, origin, target):
                return f"{whose(seat, _mover(view, target))} on {origin}"
            case Shot(seat, kind, origin):
                return f"{whose(seat, NAMES[Kind(kind)][0])} on {origin}"
            case Disabled(by=by):
                (lost,) = (e for e in events if isinstance(e, Captured) and e.seat == by)
                return f"{whose(by, NAMES[lost.kind][0])} on {lost.square}"
            case _:
                pass
    return ""


def _deeds(view: LegionView, events: Sequence[Event]) -> Iterator[str]:
    """Yield what the unit did, one thing after another."""
    shoots = any(isinstance(event, Shot) for event in events)
    for event in events:
        match event:
            case Flipped(state=state):
                yield f"changed to {state}"
            case Turned(facing=facing):
                yield f"turned to face {facing}"
            case Revealed():
                yield "revealed itself"
            case Moved(target=target) if not _struck(events):
                yield f"moved to {target}"
            case Captured(seat, kind, square, by, was_hidden=was_hidden) if seat != by:
                is_lost = any(isinstance(e, Disabled) and e.by == seat for e in events)
                if not is_lost:
                    hidden = "hidden " if was_hidden else ""
                    victim = whose(seat, f"{hidden}{NAMES[kind][0]}")
                    yield f"{'shot' if shoots else 'captured'} {victim} on {square}"
            case Disabled(seat, square):
                fortress = f"{whose(seat, NAMES[Kind.FORTRESS][0])} on {square}"
                if shoots:
                    yield f"shot at {fortress} and disabled it"
                else:
                    yield f"stormed {fortress}, disabled it and was lost"
            case Entered(seat, square):
                yield f"entered {whose(seat, NAMES[Kind.FORTRESS][0])} on {square}"
            case _:
                pass


def _outcome(result: Result, score: Mapping[Seat, int]) -> str:
    """Return how the game ended."""
    match result:
        case Result(winner=str(winner), reason="commander"):
            return f"{winner.title()} wins: {_loser(winner)}'s Commander was captured."
        case Result(winner=str(winner), reason="fortress"):
            return f"{winner.title()} wins: a unit entered {_loser(winner)}'s Fortress."
        case Result(winner=str(winner), reason="points"):
            return f"{winner.title()} wins with {_against(winner, score)}: {_QUIET}."
        case Result(winner=None, reason="points"):
            return f"A draw at {count(score[SEATS[0]], 'point')} each: {_QUIET}."
        case Result(winner=str(winner), reason="time"):
            return f"{ended_by_players(result)[:-1]}, with {_against(winner, score)}."
        case Result(winner=None, reason="time"):
            return f"A draw at {count(score[SEATS[0]], 'point')} each: the time ran out."
        case _:
            return ended_by_players(result)


_QUIET: Final = f"{QUIET_LIMIT} turns in a row without a capture"


def _loser(winner: Seat) -> str:
    (loser,) = set(SEATS) - {winner}
    return loser.title()


def _against(winner: Seat, score: Mapping[Seat, int]) -> str:
    """Return the points of the winner and of the other."""
    return f"{count(score[winner], 'point')} to {score[_loser(winner).lower()]}"


def _brief(units: Mapping[Square, Unit], armies: Armies, seat: Seat) -> str:
    """Return the seat's units in one sentence, with the states of those that have any."""
    parts = []
    for unit, squares in _groups(units, seat):
        words = [_noun(unit, squares)]
        if unit.state:
            words.append(unit.state)
        if unit.kind in FLIPS and not _is_forward(unit):
            words.append("facing home")
        parts.append(" ".join((*words, *squares)))
    return f"{seat.title()} ({ARMIES[armies[seat]]}): {', '.join(parts)}."


def _full(units: Mapping[Square, Unit], armies: Armies, seat: Seat) -> Iterator[str]:
    """Yield a heading for the seat, then a line for its units of each kind, state and facing."""
    yield f"{seat.title()}, with the army of {ARMIES[armies[seat]]}, has:"
    for unit, squares in _groups(units, seat):
        state = f" ({unit.state})" if unit.state else ""
        facing = f", facing {unit.facing}" if unit.kind in FLIPS or unit.is_hidden else ""
        yield f"- {_noun(unit, squares)}{state}{facing}: {', '.join(squares)}"


def _groups(units: Mapping[Square, Unit], seat: Seat) -> Sequence[tuple[Unit, Sequence[Square]]]:
    """Return a sample of the seat's units of each sort with the squares of all of that sort."""
    groups: dict[Unit, list[Square]] = defaultdict(list)
    for square, unit in sorted(units.items()):
        if unit.seat == seat:
            groups[unit].append(square)
    kinds = list(NAMES)
    order = sorted(
        groups.items(),
        key=lambda item: (
            kinds.index(item[0].kind),
            item[0].state or "",
            not _is_forward(item[0]),
        ),
    )
    return order


def _is_forward(unit: Unit) -> bool:
    """Return whether the unit faces the enemy's side."""
    return (unit.facing == NORTH) == (unit.seat == SEATS[0])


def _noun(unit: Unit, squares: Sequence[Square]) -> str:
    if unit.is_hidden:
        return _name(unit)
    one, more = NAMES[unit.kind]
    return one if len(squares) == 1 else more
