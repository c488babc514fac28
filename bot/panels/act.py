"""What a private panel is in which one acts: in games whose choices alone would tell a secret."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from bot.panels.panel import Board
from bot.posting import ControlId, Rows
from engine.core import Action

Ids: TypeAlias = Callable[[str, str], ControlId]
"""From what a control does, and about what, to its identity."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What is chosen so far: the picked square or ``""``, and the page of what can be done.

    >>> str(Choice("e2", 1)), Choice.parse("e2.1"), Choice.parse("?")
    ('e2.1', Choice(pick='e2', page=1), Choice(pick='', page=0))
    """

    pick: str = ""
    page: int = 0

    @classmethod
    def parse(cls, text: str) -> Choice:
        """Return the choice that was kept as this text, or none made yet."""
        found = re.fullmatch(r"([a-z]\d|)\.(\d{1,3})", text, re.ASCII)
        return cls(found[1], int(found[2])) if found else cls()

    def __str__(self) -> str:
        return f"{self.pick}.{self.page}"


class ActPanel(Protocol):
    """How one acts in one game, in private."""

    def rows(self, board: Board, choice: Choice, id_: Ids) -> Rows:
        """Return the controls for the seat, as its owner may see the board."""

    def secret(self, board: Board) -> str | None:
        """Return what the seat alone knows of the board, in words; ``None`` if that is nothing."""

    def told(self, board: Board, action: Action) -> str:
        """Return the action in notation and words, to be asked whether it is meant."""
