"""What the controls of boards share: arrows that move a piece, and buttons that turn it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.panels.panel import Board
from bot.posting import Button, ControlId
from engine.core import Action, Square

COMPASS: Final[Mapping[tuple[int, int], tuple[str, str]]] = {
    (-1, 1): ("↖", "north-west"),
    (0, 1): ("↑", "north"),
    (1, 1): ("↗", "north-east"),
    (-1, 0): ("←", "west"),
    (1, 0): ("→", "east"),
    (-1, -1): ("↙", "south-west"),
    (0, -1): ("↓", "south"),
    (1, -1): ("↘", "south-east"),
}
"""Each step of file and rank: its glyph, and its name."""

TURNS: Final[Mapping[str, tuple[str, str]]] = {
    "L": ("⟲", "counter-clockwise"),
    "R": ("⟳", "clockwise"),
}
"""Each quarter turn: its glyph, and its name."""


def step_between(origin: Square, target: Square) -> tuple[int, int]:
    """Return how many files east and ranks north the target lies.

    >>> step_between("d4", "e3")
    (1, -1)
    """
    return ord(target[0]) - ord(origin[0]), int(target[1:]) - int(origin[1:])


def way_between(origin: Square, target: Square) -> str:
    """Return the name of the step between two neighbours.

    >>> way_between("d4", "e3")
    'south-east'
    """
    return COMPASS[step_between(origin, target)][1]


def actions_from(board: Board, square: Square) -> list[Action]:
    """Return what the piece on the square may do."""
    return [action for action in board.actions if str(action)[:2] == square]


def control_id(board: Board, verb: str, argument: str = "") -> ControlId:
    """Return the identity of a control under the board."""
    return ControlId(board.game_id, board.seq, verb, argument)


def resting(board: Board, name: str, label: str) -> Button:
    """Return a button that cannot be pressed now; its name sets it apart from the others."""
    return Button(control_id(board, "none", name), label, is_disabled=True)


def arrow(board: Board, step: tuple[int, int], action: Action | None) -> Button:
    """Return the button that moves the picked piece a step; without an action it rests."""
    glyph, name = COMPASS[step]
    if action is None:
        return resting(board, name, glyph)
    return Button(control_id(board, "go", str(action)), glyph)


def turner(board: Board, letter: str, square: Square | None) -> Button:
    """Return the button that turns the piece on the square; without a square it rests."""
    glyph, name = TURNS[letter]
    if square is None:
        return resting(board, name, glyph)
    return Button(control_id(board, "turn", f"{square}{letter}"), glyph)
