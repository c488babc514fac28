"""Positions of Legion to test on, written in short: ``blue infantry attack d4 south``."""

from collections.abc import Mapping
from typing import Any

from engine.core import JSON
from engine.legion.game import LEGION
from engine.legion.notation import GRID, SEATS
from engine.legion.state import LegionState, LegionView
from engine.legion.units import FORMS

SQUARES = sorted(GRID.cells)
CORNERS = {
    ("blue", "commander"): "blue commander h8",
    ("blue", "fortress"): "blue fortress active a8",
    ("red", "commander"): "red commander h1",
    ("red", "fortress"): "red fortress active h2",
}
"""Where the units stand that each side must have, out of the way of one on d4."""

UNIT_STATES = {str(form.state) for form in FORMS if form.state}


def described(unit: str) -> tuple[str, dict[str, JSON]]:
    """The square of a unit and what the line protocol says of it.

    ``hidden`` before the state ``defend`` is an Assassin in hiding; who says no facing faces the
    enemy.
    """
    seat, kind, *words = unit.split()
    state = next((word for word in words if word in UNIT_STATES), None)
    facing = next((word for word in words if word in ("north", "south")), None)
    (square,) = [word for word in words if word in GRID.cells]
    fields: dict[str, JSON] = {
        "seat": seat,
        "kind": kind,
        "state": state,
        "facing": facing or ("north" if seat == "blue" else "south"),
    }
    if kind == "hidden":
        fields |= {"kind": "assassin", "state": "defend", "hidden": True}
    return square, fields


def position(*units: str, **keys: JSON) -> dict[str, Any]:
    """The STATE with these units, Blue to move; other keys replace those that it has."""
    words = [unit.split() for unit in units]
    needed = [
        text
        for (seat, kind), text in CORNERS.items()
        if not any(word[:2] == [seat, kind] for word in words)
    ]
    state: dict[str, Any] = {
        "game": "legion",
        "phase": "play",
        "ply": 0,
        "to_move": "blue",
        "result": None,
        "armies": {"blue": "rome", "red": "egypt"},
        "units": dict(described(unit) for unit in (*units, *needed)),
        "score": {"blue": 0, "red": 0},
        "quiet": 0,
        "ready": {"blue": True, "red": True},
    }
    assert len(state["units"]) == len(units) + len(needed)
    return state | keys


def start(*units: str, timed: bool = False, **keys: JSON) -> LegionState:
    """A game that starts with these units, and those that each side must have."""
    return LEGION.start({"state": position(*units, **keys), "timed": timed})


def deployed(
    blue: str = "deploy", red: str = "deploy", armies: Mapping[str, JSON] | None = None
) -> LegionState:
    """A game in which both have deployed so."""
    state = LEGION.start({} if armies is None else {"armies": armies})
    for seat, text in zip(SEATS, (blue, red), strict=True):
        state = applied(state, text, seat)
    return state


def legal(state: LegionState, start: str = "") -> set[str]:
    """The actions of the seat to move in notation, those that begin so."""
    assert state.to_move is not None
    texts = (str(action) for action in state.legal_actions(state.to_move))
    return {text for text in texts if text.startswith(start)}


def targets(state: LegionState, sign: str, origin: str = "d4") -> set[str]:
    """The squares that ``-``, ``x`` or ``*`` leads to from there, without a flip."""
    start = origin + sign
    return {text.removeprefix(start) for text in legal(state, start)}


def applied(state: LegionState, text: str, seat: str | None = None) -> LegionState:
    """The state after the action of the seat, of the one to move when none is named."""
    after = state.apply(seat or state.to_move or "", LEGION.parse(text)).state
    assert isinstance(after, LegionState)
    return after


def events(state: LegionState, text: str) -> list[dict[str, JSON]]:
    """The events of the action, as the line protocol has them."""
    step = state.apply(state.to_move or "", LEGION.parse(text))
    return [event.to_json() for event in step.events]


def unit(view: LegionView, square: str) -> str | None:
    """The unit on the square in short, without its square."""
    found = view.units.get(square)
    if found is None:
        return None
    kind = "hidden" if found.is_hidden else found.kind
    state = "" if found.state is None or found.is_hidden else f" {found.state}"
    return f"{found.seat} {kind}{state} {found.facing}"
