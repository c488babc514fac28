"""How the arena moves after an action: drawn, written down, and read with every fault named."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.arena import board as rules
from engine.arena.board import Board
from engine.arena.notation import CORNERS, GRID, RING, RING_CELLS
from engine.arena.setup import PERIODS, read_period
from engine.core import JSON, BadChance, Chance, Square
from engine.options import read_squares, unknown

FLIP_PROBABILITY: Final = 0.25
"""The probability with which each edge mirror flips, independently of all others."""

_KEYS: Final = ("flips", "columns", "next_rise")


@dataclass(frozen=True, slots=True)
class ArenaMove:
    """What the arena does after one action.

    ``flips`` are the mirrors that flip and ``columns`` the squares on which columns rise, sorted;
    ``next_rise`` is after how many actions those rise again that retract.
    """

    flips: tuple[Square, ...]
    columns: tuple[Square, ...] | None
    next_rise: int | None

    def to_json(self) -> dict[str, JSON]:
        """Return the chance as the line protocol has it."""
        columns = None if self.columns is None else list(self.columns)
        return {"flips": list(self.flips), "columns": columns, "next_rise": self.next_rise}

    def carry_out(self, board: Board) -> None:
        """Move the arena on the board."""
        flips = [RING_CELLS[square] for square in self.flips]
        columns = [GRID.cells[square] for square in self.columns or ()]
        board.move_arena(flips, columns, self.next_rise or 0)


def is_rising(board: Board) -> bool:
    """Return whether columns rise when the arena moves next."""
    return board.rise_in == 1


def is_retracting(board: Board) -> bool:
    """Return whether the columns retract when the arena moves next."""
    return board.raised_left == 1


def draw(board: Board, rng: random.Random) -> ArenaMove:
    """Return how the arena moves after the action that led to the board."""
    flips = tuple(square for square in RING if rng.random() < FLIP_PROBABILITY)
    columns: tuple[Square, ...] | None = None
    if is_rising(board):
        cells = rng.sample(board.empty_cells(), rules.COLUMNS)
        columns = tuple(sorted(GRID.names[cell] for cell in cells))
    next_rise = rng.choice(PERIODS) if is_retracting(board) else None
    return ArenaMove(flips, columns, next_rise)


def read(board: Board, chance: Chance) -> ArenaMove:
    """Return the move of the arena that was recorded for the action that led to the board.

    Raises ``BadChance`` naming every fault.
    """
    faults = unknown("The chance of an action has no key", chance, _KEYS)
    move = ArenaMove(
        _read_flips(chance, faults),
        _read_columns(board, chance, faults),
        _read_period(board, chance, faults),
    )
    if faults:
        raise BadChance(" ".join(faults))
    return move


def _read_flips(chance: Chance, faults: list[str]) -> tuple[Square, ...]:
    """Return the mirrors that flip, sorted."""
    if "flips" not in chance:
        faults.append("The chance of an action lacks the key flips.")
        return ()
    flips = read_squares("The flips", chance["flips"], RING_CELLS, faults)
    faults += [
        f"{square} is a corner of the ring, whose mirror never flips."
        for square in flips
        if square in CORNERS
    ]
    return flips


def _read_columns(board: Board, chance: Chance, faults: list[str]) -> tuple[Square, ...] | None:
    """Return the squares on which columns rise, sorted."""
    value = chance.get("columns")
    if not is_rising(board):
        if value is not None:
            faults.append("No columns rise after this action.")
        return None
    if value is None:
        faults.append("Columns rise after this action, and the chance does not say where.")
        return None
    columns = read_squares("The columns", value, GRID.cells, faults)
    if isinstance(value, Sequence) and not isinstance(value, str) and len(value) != rules.COLUMNS:
        faults.append(f"Four columns rise together, and the chance has {len(value)}.")
    for square in columns:
        match board.cells[GRID.cells[square]]:
            case rules.EMPTY:
                continue
            case rules.RUBBLE:
                faults.append(f"No column can rise on {square}, where rubble lies.")
            case _:
                faults.append(f"No column can rise on {square}, where a piece stands.")
    return columns


def _read_period(board: Board, chance: Chance, faults: list[str]) -> int | None:
    """Return after how many actions the columns that retract now rise again."""
    value = chance.get("next_rise")
    if not is_retracting(board):
        if value is not None:
            faults.append("No columns retract after this action, so there is no next_rise.")
        return None
    if value is None:
        faults.append("Columns retract after this action, and the chance lacks its next_rise.")
        return None
    return read_period("The chance's next_rise", value, faults)
