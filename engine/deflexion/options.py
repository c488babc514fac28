"""The options that a game of Deflexion starts from, read with every fault named."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.core import JSON, BadOption, listed, quote
from engine.deflexion.board import QUIET_LIMIT
from engine.deflexion.notation import SEATS, Position, parse_code
from engine.deflexion.rulesets import DEFLEXION_RULES, KHET_RULES, RULE_SETS, RuleSet
from engine.deflexion.setup import laser_faults, piece_faults
from engine.options import MOST_PLIES, read_count, state_faults, unknown

DEFAULT_LAYOUT: Final = "classic"

DESCRIPTION: Final[Mapping[str, JSON]] = {
    "layout": {
        "values": list(DEFLEXION_RULES.layouts),
        "default": DEFAULT_LAYOUT,
        "values_with": {KHET_RULES.name: list(KHET_RULES.layouts)},
    },
    "code": {"form": "position code"},
    "state": {"form": "state"},
    "rules": {"values": list(RULE_SETS), "default": DEFLEXION_RULES.name},
}

_STARTS: Final = ("layout", "code", "state")
_STATE_KEYS: Final = ("code", "quiet")


@dataclass(frozen=True, slots=True)
class Start:
    """Where a game starts, and the options completed that say so."""

    options: Mapping[str, JSON]
    rule_set: RuleSet
    position: Position
    ply: int = 0
    quiet: int = 0


def read_options(options: Mapping[str, JSON]) -> Start:
    """Return the start that the options ask for. Raises ``BadOption`` naming every fault."""
    faults = unknown("There is no option", options, DESCRIPTION)
    rule_set = _read_rules(options.get("rules", DEFLEXION_RULES.name), faults)
    given = [key for key in _STARTS if key in options]
    if len(given) > 1:
        faults.append(f"Only one of the options {listed(given)} can be given.")
    key = given[0] if given else "layout"
    value = options.get(key, DEFAULT_LAYOUT)
    complete: Mapping[str, JSON] = {"rules": rule_set.name, key: value}
    start: Start | None = None
    match key, value:
        case "layout", str(name) if name in rule_set.layouts:
            start = Start(complete, rule_set, parse_code(rule_set.layouts[name]))
        case "layout", _:
            faults.append(f"The option layout is one of {listed(rule_set.layouts)}.")
        case "state", Mapping():
            start = _read_state(complete, rule_set, value, faults)
        case "state", _:
            faults.append("The option state is an object.")
        case _:
            position = _read_code(value, rule_set, faults)
            if position is not None:
                faults += laser_faults(position, rule_set)
                start = Start(complete, rule_set, position)
    if faults or start is None:
        raise BadOption(" ".join(faults))
    return start


def _read_rules(value: JSON, faults: list[str]) -> RuleSet:
    """Return the rule set of that name; when there is none, Deflexion's and a fault."""
    if isinstance(value, str) and value in RULE_SETS:
        return RULE_SETS[value]
    faults.append(f"The option rules is {' or '.join(quote(name) for name in RULE_SETS)}.")
    return DEFLEXION_RULES


def _read_state(
    complete: Mapping[str, JSON], rule_set: RuleSet, state: Mapping[str, JSON], faults: list[str]
) -> Start | None:
    """Return the start that a state in play is."""
    faults += state_faults("deflexion", SEATS, state, _STATE_KEYS)
    ply = read_count(state, "ply", MOST_PLIES, faults)
    quiet = read_count(state, "quiet", QUIET_LIMIT - 1, faults)
    position = _read_code(state["code"], rule_set, faults) if "code" in state else None
    mover = state.get("to_move")
    if mover in SEATS and position is not None and mover != position.to_move:
        faults.append("The state's to_move and the last letter of its code differ.")
    return None if position is None else Start(complete, rule_set, position, ply, quiet)


def _read_code(code: JSON, rule_set: RuleSet, faults: list[str]) -> Position | None:
    """Return the position of a code, ``None`` when it describes none."""
    if not isinstance(code, str):
        faults.append("A position code is a text.")
        return None
    try:
        position = parse_code(code)
    except BadOption as fault:
        faults.append(str(fault))
        return None
    faults += piece_faults(position, rule_set)
    return position
