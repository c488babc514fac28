"""The options that a game of Reflix starts from, read with every fault named."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from engine.core import JSON, BadOption, Seat, Square, listed, quote
from engine.grid import Diagonal
from engine.options import MOST_PLIES, read_count, state_faults, unknown
from engine.reflix.board import ROUNDS
from engine.reflix.fortress import count_faults, fortress_of, square_faults
from engine.reflix.notation import (
    GRID,
    SEATS,
    SOUTH,
    START,
    ZONE_ROWS,
    Fortress,
    Mark,
    MirrorPiece,
    Placed,
)

DESCRIPTION: Final[Mapping[str, JSON]] = {
    "first": {"values": list(SEATS), "default": SOUTH},
    "state": {"form": "state"},
}

_STATE_KEYS: Final = ("mirrors", "fortresses", "ready", "round", "hits")
_SHIELDS: Final = 3
_MOST_NAMED: Final = 5


@dataclass(frozen=True, slots=True)
class Start:
    """Where a game starts, and the options completed that say so.

    Without fortresses it starts with the setup.
    """

    options: Mapping[str, JSON]
    to_move: Seat
    """The seat that moves next, once both fortresses stand."""
    mirrors: Mapping[Square, MirrorPiece]
    fortresses: Mapping[Seat, Fortress]
    ply: int = 0
    round: int = 1
    hits: Mapping[Seat, int | None] = field(default_factory=lambda: dict.fromkeys(SEATS))


def read_options(options: Mapping[str, JSON]) -> Start:
    """Return the start that the options ask for. Raises ``BadOption`` naming every fault."""
    faults = unknown("There is no option", options, DESCRIPTION)
    first = options.get("first", SOUTH)
    if not isinstance(first, str) or first not in SEATS:
        faults.append(f"The option first is {' or '.join(SEATS)}.")
        first = SOUTH
    start = Start({"first": first}, first, START, {})
    if "state" in options:
        if "first" in options:
            faults.append("Only one of the options first and state can be given.")
        state = options["state"]
        if isinstance(state, Mapping):
            start = _read_state(state, faults)
        else:
            faults.append("The option state is an object.")
    if faults:
        raise BadOption(" ".join(faults))
    return start


def _read_state(state: Mapping[str, JSON], faults: list[str]) -> Start:
    """Return the start that a state in play is, whatever it is when there are faults."""
    faults += state_faults("reflix", SEATS, state, _STATE_KEYS)
    mover = state.get("to_move")
    return Start(
        options={"state": state},
        to_move=mover if isinstance(mover, str) else SOUTH,
        mirrors=_read_mirrors(state["mirrors"], faults) if "mirrors" in state else {},
        fortresses=_read_fortresses(state, faults),
        ply=read_count(state, "ply", MOST_PLIES, faults),
        round=read_count(state, "round", ROUNDS, faults, least=1),
        hits=_read_hits(state, faults),
    )


def _read_mirrors(value: JSON, faults: list[str]) -> Mapping[Square, MirrorPiece]:
    """Return the movable mirrors of a state, of which each seat needs one to be able to move."""
    if not isinstance(value, Mapping):
        faults.append("Under mirrors a state has an object of squares.")
        return {}
    mirrors: dict[Square, MirrorPiece] = {}
    wrong: list[str] = []
    outside: list[str] = []
    for square, mirror in sorted(value.items()):
        if square not in GRID.cells or int(square[1:]) not in ZONE_ROWS:
            outside.append(quote(square))
        match mirror:
            case {"seat": str(seat), "diagonal": "/" | "\\" as diagonal, **rest} if (
                seat in SEATS and not rest
            ):
                mirrors[square] = MirrorPiece(seat, Diagonal(diagonal))
            case _:
                wrong.append(quote(square))
    if outside:
        faults.append(
            f"The state's mirrors stand on rows {ZONE_ROWS[0]} to {ZONE_ROWS[-1]}, "
            f"not on {_named(outside)}."
        )
    if wrong:
        faults.append(
            f"The state's mirror on {_named(wrong)} is not a seat, {' or '.join(SEATS)}, and a "
            "diagonal, “/” or “\\”."
        )
    elif bare := set(SEATS) - {mirror.seat for mirror in mirrors.values()}:
        faults += [f"{seat.title()} has no mirror to move." for seat in SEATS if seat in bare]
    return mirrors


def _read_fortresses(state: Mapping[str, JSON], faults: list[str]) -> Mapping[Seat, Fortress]:
    """Return the fortresses of a state, which are both complete."""
    read = {
        seat: _read_fortress(seat, fortress, faults)
        for seat, fortress in _by_seat(state, "fortresses", faults).items()
    }
    ready = _by_seat(state, "ready", faults)
    if any(each is not True for each in ready.values()):
        faults.append("The state's ready is true for both seats, or no game can start from it.")
    return read


def _read_fortress(seat: Seat, value: JSON, faults: list[str]) -> Fortress:
    """Return one fortress of a state: all its objects, on squares of its seat."""
    if not isinstance(value, Mapping):
        faults.append(f"{seat.title()}'s fortress in the state is not an object of squares.")
        return {}
    wrong: list[str] = []
    objects: list[Placed] = []
    for square, mark in sorted(value.items()):
        if isinstance(mark, str) and mark in tuple(Mark):
            objects.append(Placed(Mark(mark), square))
        else:
            wrong.append(quote(square))
    if wrong:
        faults.append(
            f"What {seat.title()}'s fortress has on {_named(wrong)} is none of {listed(Mark)}."
        )
    else:
        faults += count_faults(objects, seat)
    faults += square_faults(objects, seat)
    return fortress_of(objects)


def _read_hits(state: Mapping[str, JSON], faults: list[str]) -> Mapping[Seat, int | None]:
    """Return for each seat the contacts of its hit, ``None`` if it has not scored."""
    hits: dict[Seat, int | None] = dict.fromkeys(SEATS)
    for seat, count in _by_seat(state, "hits", faults).items():
        match count:
            case None:
                continue
            case bool():
                pass
            case int(contacts) if 0 <= contacts <= _SHIELDS:
                hits[seat] = contacts
                continue
        faults.append(
            f"{seat.title()}'s hits in the state are null or a whole number from 0 to {_SHIELDS}."
        )
    return hits


def _by_seat(state: Mapping[str, JSON], key: str, faults: list[str]) -> Mapping[Seat, JSON]:
    """Return what a state has for each seat under a key, nothing when that is wrong."""
    if key not in state:
        return {}
    value = state[key]
    if not isinstance(value, Mapping) or value.keys() != set(SEATS):
        faults.append(f"Under {key} a state has an object with {' and '.join(SEATS)}.")
        return {}
    return {seat: value[seat] for seat in SEATS}


def _named(quoted: list[str]) -> str:
    """Return what is quoted for a sentence, the first few of many."""
    if len(quoted) > _MOST_NAMED:
        quoted = [*quoted[:_MOST_NAMED], f"{len(quoted) - _MOST_NAMED} more"]
    return listed(quoted, "or")
