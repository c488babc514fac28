"""The options that a game of Legion starts from, read with every fault named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.core import JSON, BadOption, Seat, Square, listed, quote
from engine.legion.board import QUIET_LIMIT
from engine.legion.notation import FACINGS, GRID, NAMES, SEATS, Unit
from engine.legion.setup import Armies, Position
from engine.legion.units import FORMS, Army, Kind, UnitState
from engine.options import MOST_PLIES, read_count, state_faults, unknown

DEFAULT_ARMIES: Final[Armies] = {"blue": Army.ROME, "red": Army.EGYPT}

_ARMY_NAMES: Final = [str(army) for army in Army]

DESCRIPTION: Final[Mapping[str, JSON]] = {
    "armies": {
        seat: {"values": _ARMY_NAMES, "default": str(DEFAULT_ARMIES[seat])} for seat in SEATS
    },
    "timed": {"values": [False, True], "default": False},
    "state": {"form": "state"},
}

MOST_POINTS: Final = 1_000
"""How many points a side can have in a state to start from; more than all units are worth."""

_STATE_KEYS: Final = ("armies", "units", "score", "quiet", "ready")
_UNIT_KEYS: Final = ("seat", "kind", "state", "facing")
_MOST_NAMED: Final = 5


@dataclass(frozen=True, slots=True)
class Start:
    """Where a game starts, and the options completed that say so.

    Without a position it starts with the deployment.
    """

    options: Mapping[str, JSON]
    armies: Armies
    is_timed: bool
    position: Position | None = None
    ply: int = 0


def read_options(options: Mapping[str, JSON]) -> Start:
    """Return the start that the options ask for. Raises ``BadOption`` naming every fault."""
    faults = unknown("There is no option", options, DESCRIPTION)
    timed = options.get("timed", False)
    is_timed = timed is True
    if not isinstance(timed, bool):
        faults.append("The option timed is true or false.")
    if "armies" in options and "state" in options:
        faults.append("Only one of the options armies and state can be given.")
    start: Start | None = None
    match options.get("state"):
        case Mapping() as state:
            start = _read_state({"timed": is_timed, "state": state}, is_timed, state, faults)
        case _ if "state" in options:
            faults.append("The option state is an object.")
        case _:
            armies = _read_armies("The option armies", options.get("armies", {}), faults)
            named = {seat: str(army) for seat, army in armies.items()}
            start = Start({"armies": named, "timed": is_timed}, armies, is_timed)
    if faults or start is None:
        raise BadOption(" ".join(faults))
    return start


def _read_armies(what: str, given: JSON, faults: list[str]) -> Armies:
    """Return the army of each seat, the default one where none is given."""
    armies = dict(DEFAULT_ARMIES)
    if not isinstance(given, Mapping):
        faults.append(f"{what} is an object that names an army for {' and '.join(SEATS)}.")
        return armies
    faults += unknown(f"{what} has no seat", given, SEATS)
    for seat in SEATS:
        match given.get(seat, str(armies[seat])):
            case str(name) if name in _ARMY_NAMES:
                armies[seat] = Army(name)
            case _:
                faults.append(f"{what}: {seat}'s is {' or '.join(_ARMY_NAMES)}.")
    return armies


def _read_state(
    complete: Mapping[str, JSON], is_timed: bool, state: Mapping[str, JSON], faults: list[str]
) -> Start:
    """Return the start that a state in play is."""
    faults += state_faults("legion", SEATS, state, _STATE_KEYS)
    ply = read_count(state, "ply", MOST_PLIES, faults)
    quiet = read_count(state, "quiet", QUIET_LIMIT - 1, faults)
    given = state.get("armies", {})
    armies = _read_armies("The state's armies", given, faults)
    if isinstance(given, Mapping) and "armies" in state:
        faults += [f"The state's armies lack {seat}." for seat in SEATS if seat not in given]
    units = _read_units(state["units"], faults) if "units" in state else {}
    score = _read_score(state["score"], faults) if "score" in state else {}
    if "ready" in state and state["ready"] != dict.fromkeys(SEATS, True):
        faults.append(f"The state's ready is true for {' and '.join(SEATS)}, as play has begun.")
    mover = state.get("to_move")
    to_move = mover if isinstance(mover, str) else SEATS[0]
    return Start(complete, armies, is_timed, Position(armies, units, to_move, quiet, score), ply)


def _read_score(value: JSON, faults: list[str]) -> dict[Seat, int]:
    """Return the points of both seats."""
    if not isinstance(value, Mapping):
        faults.append(f"The state's score is an object with {' and '.join(SEATS)}.")
        return {}
    faults += unknown("The state's score has no seat", value, SEATS)
    score: dict[Seat, int] = {}
    for seat in SEATS:
        match value.get(seat):
            case bool():
                pass
            case int(points) if 0 <= points <= MOST_POINTS:
                score[seat] = points
                continue
        faults.append(f"The state's score for {seat} is a whole number from 0 to {MOST_POINTS}.")
    return score


def _read_units(value: JSON, faults: list[str]) -> dict[Square, Unit]:
    """Return the units on their squares, those at least that are in order."""
    if not isinstance(value, Mapping):
        faults.append("The state's units are an object of squares.")
        return {}
    units: dict[Square, Unit] = {}
    wrong: list[str] = []
    for square, described in sorted(value.items()):
        if square not in GRID.cells:
            wrong.append(GRID.off_board(quote(square)))
            continue
        unit = _read_unit(square, described, wrong)
        if unit is not None:
            units[square] = unit
    if len(wrong) > _MOST_NAMED:
        wrong[_MOST_NAMED:] = [f"{len(wrong) - _MOST_NAMED} more faults are in the units."]
    faults += wrong
    counts = Counter(
        (_one_of(described, "seat", SEATS), _one_of(described, "kind", tuple(Kind)))
        for described in value.values()
        if isinstance(described, Mapping)
    )
    for seat in SEATS:
        for kind in (Kind.COMMANDER, Kind.FORTRESS):
            if counts[seat, kind] != 1:
                number = "more than one" if counts[seat, kind] else "no"
                faults.append(f"{seat.title()} has {number} {NAMES[kind]} instead of exactly one.")
    return units


def _read_unit(square: Square, value: JSON, faults: list[str]) -> Unit | None:
    """Return one unit, ``None`` when it is none that can be."""
    if not isinstance(value, Mapping):
        faults.append(f"The unit on {square} is not an object.")
        return None
    before = len(faults)
    faults += unknown(f"The unit on {square} has no key", value, (*_UNIT_KEYS, "hidden"))
    faults += [
        f"The unit on {square} lacks the key {key}." for key in _UNIT_KEYS if key not in value
    ]
    seat, kind = _one_of(value, "seat", SEATS), _one_of(value, "kind", tuple(Kind))
    state, facing = value.get("state"), _one_of(value, "facing", FACINGS)
    is_hidden = "hidden" in value
    if "seat" in value and seat is None:
        faults.append(f"The seat of the unit on {square} is {' or '.join(SEATS)}.")
    if "facing" in value and facing is None:
        faults.append(f"The facing of the unit on {square} is {' or '.join(FACINGS)}.")
    if "kind" in value and kind is None:
        faults.append(f"The kind of the unit on {square} is one of {listed(Kind)}.")
    if is_hidden and (value["hidden"] is not True or kind != Kind.ASSASSIN):
        faults.append(f"The key hidden of the unit on {square} is true, and an Assassin's.")
    elif kind is not None and "state" in value:
        possible = _possible_states(Kind(kind), is_hidden=is_hidden)
        if state not in possible:
            told = listed(("null" if state is None else state for state in possible), "or")
            faults.append(f"The state of the {NAMES[Kind(kind)]} on {square} is {told}.")
    if len(faults) > before or seat is None or kind is None or facing is None:
        return None
    return Unit(
        seat, Kind(kind), UnitState(state) if isinstance(state, str) else None, facing, is_hidden
    )


def _one_of(value: Mapping[str, JSON], key: str, known: tuple[str, ...]) -> str | None:
    """Return the text under the key if it is one of the known ones."""
    found = value.get(key)
    return found if isinstance(found, str) and found in known else None


def _possible_states(kind: Kind, *, is_hidden: bool) -> list[str | None]:
    """Return the states in which such a unit can be."""
    forms = [form for form in FORMS if form.kind is kind and (form.cover is not None) == is_hidden]
    states = [None if form.state is None else str(form.state) for form in forms]
    return list(dict.fromkeys(states))
