"""The computer player of Deflexion."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar, Final

from engine.computer import Computer, Level
from engine.core import Action, GameError, State
from engine.deflexion.evaluate import DeflexionNode
from engine.deflexion.state import DeflexionState, unpack


class DeflexionComputer(Computer):
    """Plays Deflexion by searching its board."""

    levels: ClassVar[Mapping[str, Level]] = MappingProxyType(
        {
            "easy": Level(depth=1, nodes=0, noise=60),
            "medium": Level(depth=0, nodes=2_500, noise=20),
            "hard": Level(depth=0, nodes=120_000, noise=2),
        }
    )

    def node(self, state: State) -> DeflexionNode:
        """Return the position for the search to walk from."""
        if not isinstance(state, DeflexionState):
            raise GameError("This is not a game of Deflexion.")
        return DeflexionNode(state.copied_board())

    def unpack(self, packed: int) -> Action:
        """Return the action that the board's int stands for."""
        return unpack(packed)


COMPUTER: Final = DeflexionComputer()
