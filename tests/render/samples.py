"""Scenes from played games, for the tests that look at pictures.

Deflexion's are a layout and the actions that lead to the picture. The others' are records in files
of their own: of Khet 2.0 a layout and all moves; of Arena a position out of a drawn game, and one
action with the chance drawn after it; of Reflix the setups and all moves; of Legion deployments, or
a position and what followed.
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


def _records(game_name: str) -> Mapping[str, Record]:
    """Return the records of the game by their names."""
    text = (Path(__file__).parent / f"{game_name}.json").read_text("utf-8")
    return {name: Record.from_json(value) for name, value in json.loads(text).items()}


ARENA = _records("arena")
KHET = _records("khet")
REFLIX = _records("reflix")
LEGION = _records("legion")


def arena(name: str, facing: Seat | None = None) -> Scene:
    """Return the last scene of Arena's record of that name."""
    return arena_turn(name, facing)[1]


def arena_turn(name: str, facing: Seat | None = None) -> tuple[Scene, Scene]:
    """Return the scenes before and after the last action of Arena's record of that name."""
    return _turn(ARENA[name], facing, None)


def khet(name: str, facing: Seat | None = None) -> Scene:
    """Return the last scene of Khet 2.0's record of that name."""
    return khet_turn(name, facing)[1]


def khet_turn(name: str, facing: Seat | None = None) -> tuple[Scene, Scene]:
    """Return the scenes before and after the last action of Khet 2.0's record of that name."""
    return _turn(KHET[name], facing, None)


def reflix(name: str, facing: Seat | None = None, viewer: Seat | None = None) -> Scene:
    """Return the last scene of Reflix's record of that name, as the viewer may see it."""
    return reflix_turn(name, facing, viewer)[1]


def reflix_turn(
    name: str, facing: Seat | None = None, viewer: Seat | None = None
) -> tuple[Scene, Scene]:
    """Return the scenes before and after the last action of Reflix's record of that name."""
    return _turn(REFLIX[name], facing, viewer)


def legion(name: str, facing: Seat | None = None, viewer: Seat | None = None) -> Scene:
    """Return the last scene of Legion's record of that name, as the viewer may see it."""
    return legion_turn(name, facing, viewer)[1]


def legion_turn(
    name: str, facing: Seat | None = None, viewer: Seat | None = None
) -> tuple[Scene, Scene]:
    """Return the scenes before and after the last action of Legion's record of that name."""
    return _turn(LEGION[name], facing, viewer)


def _turn(record: Record, facing: Seat | None, viewer: Seat | None) -> tuple[Scene, Scene]:
    """Return the scenes before and after a record's last action."""
    shown = [scene(record.start().view(viewer), facing=facing)]
    for step in record.replay():
        shown.append(scene(step.state.view(viewer), step.seen_by(viewer), facing=facing))
    return shown[max(0, len(shown) - 2)], shown[-1]
