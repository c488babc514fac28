"""How Legion's units and actions are called in controls and suggestions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.core import Action, Square
from engine.legion.notation import Flip, Melee, Move, Pass, Reveal, Shoot, Turn, Unit
from engine.legion.units import Army, Kind, UnitState, other_state

ARMIES: Final[Mapping[Army, str]] = {Army.ROME: "Rome", Army.EGYPT: "Egypt"}


def unit_name(square: Square, unit: Unit) -> str:
    """Return a unit with its square and state, as a choice of its owner shows it.

    >>> unit_name("e2", Unit("blue", Kind.SIEGE, UnitState.PACKED, "north"))
    'e2 Siege · Packed'
    >>> unit_name("e2", Unit("blue", Kind.ASSASSIN, UnitState.DEFEND, "north", True))
    'e2 Assassin, hidden · Defend'
    """
    hidden = ", hidden" if unit.is_hidden else ""
    state = f" · {unit.state.capitalize()}" if unit.state else ""
    return f"{square} {unit.kind.capitalize()}{hidden}{state}"


def deed(action: Action, units: Mapping[Square, Unit]) -> str:
    """Return what the action does, in words, as the owner of the unit sees the board.

    >>> deed(Move("e2", "e3", flips=True), {})
    'flip, then move to e3'
    """
    match action:
        case Flip(origin):
            unit = units[origin]
            return f"flip to {other_state(unit.kind, unit.state)}"
        case Reveal():
            return "reveal itself"
        case Pass():
            return "do nothing"
        case Turn(flips=flips):
            act = "turn about"
        case Move(target=target, flips=flips):
            act = f"enter {_met(target, units)}" if target in units else f"move to {target}"
        case Melee(target=target, flips=flips):
            act = f"{_melee(units[target])} {_met(target, units)}"
        case Shoot(target=target, flips=flips):
            act = f"shoot {_met(target, units)}"
        case _:
            raise ValueError(f"no action of Legion: {action}")
    return f"flip, then {act}" if flips else act


def action_name(action: Action, units: Mapping[Square, Unit]) -> str:
    """Return an action in notation and words.

    >>> action_name(Move("e2", "e3"), {"e2": Unit("blue", Kind.COMMANDER, None, "north")})
    'e2-e3 Commander: move to e3'
    """
    if isinstance(action, Pass):
        return f"{action} and {deed(action, units)}"
    kind = units[str(action)[:2]].kind
    return f"{action} {kind.capitalize()}: {deed(action, units)}"


def _melee(met: Unit) -> str:
    match met.kind, met.state:
        case Kind.FORTRESS, UnitState.DISABLED:
            return "enter"
        case Kind.FORTRESS, _:
            return "storm"
        case _:
            return "capture"


def _met(square: Square, units: Mapping[Square, Unit]) -> str:
    return f"{units[square].kind.capitalize()} on {square}"
