"""The options that a game of Arena starts from, read with every fault named."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.arena.notation import Position
from engine.arena.position import read_edges, read_position
from engine.arena.setup import PERIODS, draw_edges, read_period, start
from engine.core import JSON, BadOption
from engine.options import MOST_PLIES, read_count, unknown

DESCRIPTION: Final[Mapping[str, JSON]] = {
    "edges": {"form": "object of the 36 ring squares to / or \\", "default": "drawn at random"},
    "rise_in": {"least": PERIODS[0], "most": PERIODS[-1], "default": "drawn at random"},
    "state": {"form": "state"},
}


@dataclass(frozen=True, slots=True)
class Start:
    """Where a game starts, and the options completed that say so."""

    options: Mapping[str, JSON]
    position: Position
    ply: int = 0


def read_options(options: Mapping[str, JSON], rng: random.Random | None = None) -> Start:
    """Return the start that the options ask for; ``rng`` draws what they leave open.

    Raises ``BadOption`` naming every fault, also when something is open and nothing draws it.
    """
    faults = unknown("There is no option", options, DESCRIPTION)
    if "state" in options:
        faults += [
            f"The options state and {key} cannot be given together."
            for key in ("edges", "rise_in")
            if key in options
        ]
        found = _start_from_state(options["state"], faults)
    else:
        found = _start_afresh(options, rng, faults)
    if faults or found is None:
        raise BadOption(" ".join(faults))
    return found


def _start_afresh(
    options: Mapping[str, JSON], rng: random.Random | None, faults: list[str]
) -> Start | None:
    """Return the start of a game from its beginning."""
    if rng is None:
        faults += [
            f"The option {key} is missing, and nothing draws it."
            for key in ("edges", "rise_in")
            if key not in options
        ]
    edges, rise_in = None, None
    if "edges" in options:
        edges = read_edges(options["edges"], faults)
    if "rise_in" in options:
        rise_in = read_period("The option rise_in", options["rise_in"], faults)
    if faults:
        return None
    if rng is not None:
        edges = draw_edges(rng) if edges is None else edges
        rise_in = rng.choice(PERIODS) if rise_in is None else rise_in
    if edges is None or rise_in is None:
        return None
    written = {square: str(diagonal) for square, diagonal in edges.items()}
    return Start({"edges": written, "rise_in": rise_in}, start(edges, rise_in))


def _start_from_state(state: JSON, faults: list[str]) -> Start | None:
    """Return the start that a state in play is."""
    if not isinstance(state, Mapping):
        faults.append("The option state is an object.")
        return None
    position = read_position(state, faults)
    ply = read_count(state, "ply", MOST_PLIES, faults)
    return None if position is None else Start({"state": state}, position, ply)
