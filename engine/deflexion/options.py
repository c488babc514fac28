"""The options that a game of Deflexion starts from, read with every fault named."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.core import JSON, BadOption, quote
from engine.deflexion.board import QUIET_LIMIT
from engine.deflexion.notation import SEATS, Position, parse_code
from engine.deflexion.setup import LAYOUTS, laser_faults, piece_faults
from engine.options import MOST_PLIES, read_count, state_faults, unknown

RULES: Final = "deflexion"
DEFAULT_LAYOUT: Final = "classic"

DESCRIPTION: Final[Mapping[str, JSON]] = {
    "layout": {"values": list(LAYOUTS), "default": DEFAULT_LAYOUT},
    "code": {"form": "position code"},
    "state": {"form": "state"},
    "rules": {"values": [RULES], "default": RULES},
}

_STARTS: Final = ("layout", "code", "state")
_STATE_KEYS: Final = ("code", "quiet")


@dataclass(frozen=True, slots=True)
class Start:
    """Where a game starts, and the options completed that say so."""

    options: Mapping[str, JSON]
    position: Position
    ply: int = 0
    quiet: int = 0


def read_options(options: Mapping[str, JSON]) -> Start:
    """Return the start that the options ask for. Raises ``BadOption`` naming every fault."""
    faults = unknown("There is no option", options, DESCRIPTION)
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
    faults += state_faults("deflexion", SEATS, state, _STATE_KEYS)
    ply = read_count(state, "ply", MOST_PLIES, faults)
    quiet = read_count(state, "quiet", QUIET_LIMIT - 1, faults)
    position = _read_code(state["code"], faults) if "code" in state else None
    mover = state.get("to_move")
    if mover in SEATS and position is not None and mover != position.to_move:
        faults.append("The state's to_move and the last letter of its code differ.")
    return None if position is None else Start(complete, position, ply, quiet)


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
