"""Reflix in words: the move, the shot, the score, the result, and the position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.core import Event, Phase, Result, Seat, Square
from engine.events import Contact, Fired, Moved, Ready, Rotated
from engine.reflix.board import ROUNDS
from engine.reflix.fortress import kind_of, own_squares
from engine.reflix.notation import MIRROR_MARKS, NORTH, SEATS, SOUTH, START, Fortress, MirrorPiece
from engine.reflix.state import MIRROR, ReflixView
from render.scene import Words
from render.words.beam import length, path
from render.words.numbers import count, counted
from render.words.pieces import brief, full, whose
from render.words.results import ended_by_players

NAMES: Final[Mapping[str, str]] = {
    name: name for name in (MIRROR, "target", "wall", "shield", "fixed mirror")
}


@dataclass(frozen=True, slots=True)
class _Standing:
    """A mirror or an object of a fortress, as words on pieces want it."""

    seat: Seat
    kind: str
    facing: str | None


def tell(view: ReflixView, events: Sequence[Event]) -> Words:
    """Return the words that go with the picture of what the view knows after these events."""
    fired = next((event for event in events if isinstance(event, Fired)), None)
    pieces = _pieces(view.mirrors, view.fortresses)
    covered = tuple(_covered(view))
    scores = () if view.phase is Phase.SETUP else (_scores(view),)
    sides = (brief(pieces, seat, NAMES) for seat in SEATS)
    lines = (line for seat in SEATS for line in full(pieces, seat, NAMES))
    return Words(
        story=" ".join(_story(view, events)) or _so_far(view),
        turn=_turn(view),
        outcome=_outcome(view.result, view.hits) if view.result else None,
        brief=" ".join((*scores, *sides, *covered)),
        full=(*scores, *lines, *covered),
        path=path(fired, f"began on {fired.rays[0].square.upper()}", str.upper) if fired else "",
    )


def tell_fortress(fortresses: Mapping[Seat, Fortress]) -> Words:
    """Return the words that go with the picture of fortresses so far."""
    pieces = _pieces(START, fortresses)
    built = [seat for seat in SEATS if fortresses[seat]]
    return Words(
        story=f"{' and '.join(map(_fortress, built))}." if built else "A fortress without objects.",
        turn="",
        outcome=None,
        brief=" ".join(brief(pieces, seat, NAMES) for seat in SEATS),
        full=tuple(line for seat in SEATS for line in full(pieces, seat, NAMES)),
        path="",
    )


def standing(view: ReflixView, seat: Seat) -> Iterator[str]:
    """Yield how it stands for the seat, in a few words each."""
    if view.phase is Phase.SETUP:
        yield "ready" if view.ready[seat] else "setting up"
        return
    yield _score(view.hits[seat])
    if view.to_move == seat:
        yield "to move"
    if view.result and view.result.winner == seat:
        yield "won"


def _score(contacts: int | None) -> str:
    if contacts is None:
        return "no hit yet"
    return f"hit past {_past(contacts)}"


def _scores(view: ReflixView) -> str:
    """Return whether each seat has hit, in a sentence."""
    if all(contacts is None for contacts in view.hits.values()):
        return "Nobody has hit a target."
    return f"{'; '.join(f'{seat.title()}: {_score(view.hits[seat])}' for seat in SEATS)}."


def _so_far(view: ReflixView) -> str:
    """Return how far the game is, when there is nothing that just happened."""
    if view.phase is Phase.SETUP:
        return "The fortresses are set up in private."
    if None in view.fortresses.values():
        return "The game ended before both fortresses were set up."
    return f"After {count(view.ply, 'move')}." if view.ply else "The game begins."


def _turn(view: ReflixView) -> str:
    """Return who is to act."""
    if view.phase is not Phase.SETUP:
        mover = view.to_move
        return f"{mover.title()} is to move in round {view.round} of {ROUNDS}." if mover else ""
    match [seat for seat in SEATS if not view.ready[seat]]:
        case [seat]:
            (other,) = set(SEATS) - {seat}
            return f"{seat.title()} is setting up, {other.title()} is ready."
        case _:
            return f"{SOUTH.title()} and {NORTH.title()} are setting up."


def _story(view: ReflixView, events: Sequence[Event]) -> Iterator[str]:
    """Yield a sentence on the action and one on the shot."""
    for event in events:
        match event:
            case Ready(seat):
                both = "" if view.phase is Phase.SETUP else ", and both fortresses are revealed"
                yield f"{seat.title()} is ready{both}."
            case Moved(seat, kind, origin, target):
                yield f"{whose(seat, NAMES[kind])} {origin.upper()} → {target.upper()}."
            case Rotated(seat, kind, square):
                yield f"{whose(seat, NAMES[kind])} on {square.upper()} turned."
            case Fired():
                yield f"The laser ran {length(event)}{_shields(events)} and {_effect(event)}."
            case _:
                pass


def _shields(events: Sequence[Event]) -> str:
    """Return through how many shields the beam passed, between commas."""
    touched = [event for event in events if isinstance(event, Contact)]
    if not touched:
        return ""
    return f", through {len(touched)} of {whose(touched[0].seat, NAMES['shield'])}s,"


def _effect(fired: Fired) -> str:
    """Return what the shot did."""
    match fired.end, fired.at:
        case "target", _:
            return "hit the target"
        case ("own target" | "wall") as end, str(at):
            owner = next(seat for seat in SEATS if at in own_squares(seat))
            kind = end.removeprefix("own ")
            return f"was stopped by {whose(owner, NAMES[kind], but_of=fired.seat)} on {at.upper()}"
        case "loop", _:
            return f"closed a loop on {fired.rays[0].square.upper()}"
        case _:
            return "left the board"


def _outcome(result: Result, hits: Mapping[Seat, int | None]) -> str:
    """Return how the game ended."""
    match result:
        case Result(winner=str(winner), reason="target"):
            return f"{winner.title()} wins: only {winner.title()} hit the target."
        case Result(winner=str(winner), reason="contacts"):
            (loser,) = (seat for seat in SEATS if seat != winner)
            return (
                f"{winner.title()} wins: both hit the target in the same round, "
                f"{winner.title()} past {_past(hits[winner])} and {loser.title()} past "
                f"{_past(hits[loser])}."
            )
        case Result(winner=None, reason="equal contacts"):
            return f"A draw: both hit the target in the same round, each past {_past(hits[SOUTH])}."
        case Result(winner=None, reason="rounds"):
            return f"A draw: nobody hit a target in {count(ROUNDS, 'round')}."
        case _:
            return ended_by_players(result)


def _past(contacts: int | None) -> str:
    return counted(contacts or 0, "shield")


def _covered(view: ReflixView) -> Iterator[str]:
    """Yield a sentence on each fortress that the view does not know."""
    for seat in SEATS:
        if view.fortresses[seat] is None:
            yield f"{_fortress(seat)} is covered."


def _fortress(seat: Seat) -> str:
    return whose(seat, "fortress")


def _pieces(
    mirrors: Mapping[Square, MirrorPiece], fortresses: Mapping[Seat, Fortress | None]
) -> Mapping[Square, _Standing]:
    """Return all that stands on the board, by its squares as they are shown."""
    found = {
        square.upper(): _Standing(mirror.seat, MIRROR, mirror.diagonal)
        for square, mirror in mirrors.items()
    }
    for seat, fortress in fortresses.items():
        for square, mark in (fortress or {}).items():
            facing = str(mark) if mark in MIRROR_MARKS else None
            found[square.upper()] = _Standing(seat, kind_of(mark), facing)
    return found
