"""The rules of Legion as a value."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Final

from engine.core import JSON, Game, Seat
from engine.legion.notation import SEATS, LegionAction, parse_action
from engine.legion.options import DESCRIPTION, read_options
from engine.legion.state import LegionState, started

_MELEE: Final[Mapping[str, JSON]] = {
    "game": "legion",
    "phase": "play",
    "ply": 40,
    "to_move": "red",
    "result": None,
    "armies": {"blue": "rome", "red": "egypt"},
    "score": {"blue": 5, "red": 4},
    "quiet": 70,
    "ready": {"blue": True, "red": True},
    "units": {
        square: {"seat": seat, "kind": kind, "state": state, "facing": facing}
        | ({"hidden": True} if kind == "assassin" and state else {})
        for square, seat, kind, state, facing in (
            ("c2", "blue", "commander", None, "north"),
            ("d1", "blue", "fortress", "disabled", "north"),
            ("b3", "blue", "legionnaire", "attack", "north"),
            ("c4", "blue", "assassin", "defend", "north"),
            ("d4", "blue", "legionnaire", "defend", "south"),
            ("d3", "blue", "siege", "packed", "north"),
            ("f4", "blue", "cavalry", "charge", "north"),
            ("f7", "red", "commander", None, "south"),
            ("e8", "red", "fortress", "active", "south"),
            ("e6", "red", "infantry", "attack", "south"),
            ("d5", "red", "assassin", None, "south"),
            ("g5", "red", "infantry", "defend", "south"),
            ("g6", "red", "archer", "volley", "south"),
            ("e2", "red", "chariot", "charge", "north"),
            ("h4", "red", "chariot", "maneuver", "south"),
        )
    },
}
"""A position in the midst of a game, in which every kind of action can be done."""


class Legion(Game):
    """The rules of Legion as a value."""

    name: ClassVar[str] = "legion"
    title: ClassVar[str] = "Legion"
    seats: ClassVar[tuple[Seat, Seat]] = SEATS
    has_chance: ClassVar[bool] = False
    has_secrets: ClassVar[bool] = True
    options: ClassVar[Mapping[str, JSON]] = DESCRIPTION

    @property
    def samples(self) -> Iterable[Mapping[str, JSON]]:
        """Both armies for either seat, a timed game, and one in the midst of it."""
        yield {}
        yield {"armies": {"blue": "egypt", "red": "rome"}, "timed": True}
        yield {"state": _MELEE}

    @property
    def sample_setups(self) -> Mapping[Seat, Sequence[str]]:
        """Deployments that either army can make."""
        return {
            "blue": ("deploy c2 d2=attack f1=attack h1=charge", "deploy", "deploy h2 a1=charge"),
            "red": ("deploy f7 c8=attack e7=attack", "deploy", "deploy a7 a8=charge b7=attack"),
        }

    def complete(
        self, options: Mapping[str, JSON], rng: random.Random | None = None
    ) -> Mapping[str, JSON]:
        """Return the options with every default filled in. Raises ``BadOption``."""
        return read_options(options).options

    def start(self, options: Mapping[str, JSON]) -> LegionState:
        """Return the first state. Raises ``BadOption`` naming every fault."""
        start = read_options(options)
        return started(self, start.armies, start.position, start.ply, is_timed=start.is_timed)

    def parse(self, text: str) -> LegionAction:
        """Return the action that the notation names. Raises ``InvalidAction``."""
        return parse_action(text)


LEGION: Final = Legion()
