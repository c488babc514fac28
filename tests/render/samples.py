"""Scenes from played games, for the tests that look at pictures.

Deflexion's are a layout and the actions that lead to the picture; Arena's are records in
``arena.json``: a position out of a drawn game, and one action with the chance drawn after it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.core import Event, Seat, State
from engine.record import Record
from engine.registry import game
from render import Scene, scene


@dataclass(frozen=True, slots=True)
class Sample:
    """A layout of Deflexion and the actions played from it."""

    layout: str
    actions: tuple[str, ...] = ()


SAMPLES: Mapping[str, Sample] = {
    "opening": Sample("classic"),
    "beam": Sample("dynasty", ("h4-i4", "a5L", "i4-j5", "f8-g7", "f1-g2")),
    "destroyed": Sample("imhotep", ("d6-e7", "e8-f7", "c1R", "i5R", "e4R")),
    "win": Sample("imhotep", ("f1-f2", "g6R", "c1R", "g3R", "b4R", "f5R")),
}


def play(layout: str, actions: Sequence[str]) -> tuple[State, tuple[Event, ...]]:
    """Return the state after the actions, and the events of the last one."""
    rules = game("deflexion")
    state = rules.start(rules.complete({"layout": layout}))
    events: tuple[Event, ...] = ()
    for action in actions:
        assert state.to_move is not None
        step = state.apply(state.to_move, rules.parse(action))
        state, events = step.state, step.events
    return state, events


def sample(name: str, facing: Seat | None = None) -> Scene:
    """Return the scene of that name."""
    chosen = SAMPLES[name]
    state, events = play(chosen.layout, chosen.actions)
    return scene(state.view(None), events, facing=facing)


ARENA: Mapping[str, Record] = {
    name: Record.from_json(value)
    for name, value in json.loads((Path(__file__).parent / "arena.json").read_text("utf-8")).items()
}


def arena(name: str, facing: Seat | None = None) -> Scene:
    """Return the last scene of Arena's record of that name."""
    return arena_turn(name, facing)[1]


def arena_turn(name: str, facing: Seat | None = None) -> tuple[Scene, Scene]:
    """Return the scenes before and after the last action of Arena's record of that name."""
    record = ARENA[name]
    shown = [scene(record.start().view(None), facing=facing)]
    for step in record.replay():
        shown.append(scene(step.state.view(None), step.events, facing=facing))
    return shown[max(0, len(shown) - 2)], shown[-1]
