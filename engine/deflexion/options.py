"""The options that a game of Deflexion starts from, read with every fault named."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from engine.core import JSON, BadOption, quote
from engine.deflexion.board import QUIET_LIMIT
from engine.deflexion.notation import SEATS, Position, parse_code
from engine.deflexion.setup import LAYOUTS, laser_faults, piece_faults

RULES: Final = "deflexion"
DEFAULT_LAYOUT: Final = "classic"

DESCRIPTION: Final[Mapping[str, JSON]] = {
    "layout": {"values": list(LAYOUTS), "default": DEFAULT_LAYOUT},
    "code": {"form": "position code"},
    "state": {"form": "state"},
    "rules": {"values": [RULES], "default": RULES},
}

_STARTS: Final = ("layout", "code", "state")
_STATE_KEYS: Final = ("game", "phase", "ply", "to_move", "result", "code", "quiet")
_MOST_PLIES: Final = 1_000_000
_MOST_NAMED: Final = 5


@dataclass(frozen=True, slots=True)
class Start:
    """Where a game starts, and the options completed that say so."""

    options: Mapping[str, JSON]
    position: Position
    ply: int = 0
    quiet: int = 0


def read_options(options: Mapping[str, JSON]) -> Start:
    """Return the start that the options ask for. Raises ``BadOption`` naming every fault."""
    faults = _unknown("There is no option", options, DESCRIPTION)
    if options.get("rules", RULES) != RULES:
        faults.append(f"The option rules can only be {quote(RULES)}.")
    given = [key for key in _STARTS if key in options]
    if len(given) > 1:
        faults.append(f"Only one of the options {' and '.join(given)} can be given.")
    key = given[0] if given else "layout"
    value = options.get(key, DEFAULT_LAYOUT)
    complete: Mapping[str, JSON] = {"rules": RULES, key: value}
    start: Start | None = None
    match key, value:
        case "layout", str(name) if name in LAYOUTS:
            start = Start(complete, parse_code(LAYOUTS[name]))
        case "layout", _:
            faults.append(f"The option layout is one of {', '.join(LAYOUTS)}.")
        case "state", Mapping():
            start = _read_state(complete, value, faults)
        case "state", _:
            faults.append("The option state is an object.")
        case _:
            position = _read_code(value, faults)
            if position is not None:
                faults += laser_faults(position)
                start = Start(complete, position)
    if faults or start is None:
        raise BadOption(" ".join(faults))
    return start


def _read_state(
    complete: Mapping[str, JSON], state: Mapping[str, JSON], faults: list[str]
) -> Start | None:
    """Return the start that a state in play is."""
    faults += _unknown("The state has no key", state, _STATE_KEYS)
    faults += [f"The state lacks the key {key}." for key in _STATE_KEYS if key not in state]
    if state.get("game", "deflexion") != "deflexion":
        faults.append("The state is not one of deflexion.")
    if state.get("phase", "play") != "play":
        faults.append("The state's phase is not play, so no game can start from it.")
    if state.get("result") is not None:
        faults.append("The state has a result, so no game can start from it.")
    ply = _read_count(state, "ply", _MOST_PLIES, faults)
    quiet = _read_count(state, "quiet", QUIET_LIMIT - 1, faults)
    position = _read_code(state["code"], faults) if "code" in state else None
    mover = state.get("to_move")
    if "to_move" in state and mover not in SEATS:
        faults.append(f"The state's to_move is neither {' nor '.join(SEATS)}.")
    elif "to_move" in state and position is not None and mover != position.to_move:
        faults.append("The state's to_move and the last letter of its code differ.")
    return None if position is None else Start(complete, position, ply, quiet)


def _unknown(what: str, given: Iterable[str], known: Container[str]) -> list[str]:
    """Return a sentence that names the keys that are not known, the first few of many."""
    keys = [quote(key) for key in given if key not in known]
    if len(keys) > _MOST_NAMED:
        keys[_MOST_NAMED:] = [f"{len(keys) - _MOST_NAMED} more of those given"]
    return [f"{what} {' or '.join(keys)}."] if keys else []


def _read_count(state: Mapping[str, JSON], key: str, most: int, faults: list[str]) -> int:
    """Return a counter of a state, 0 when it is missing or wrong."""
    match state.get(key, 0):
        case bool():
            pass
        case int(count) if 0 <= count <= most:
            return count
    faults.append(f"The state's {key} is a whole number from 0 to {most}.")
    return 0


def _read_code(code: JSON, faults: list[str]) -> Position | None:
    """Return the position of a code, ``None`` when it describes none."""
    if not isinstance(code, str):
        faults.append("A position code is a text.")
        return None
    try:
        position = parse_code(code)
    except BadOption as fault:
        faults.append(str(fault))
        return None
    faults += piece_faults(position)
    return position
