"""The rules of Reflix, once: a position of small ints that makes and unmakes moves.

Compiled by mypyc. What stands on a cell is one int; a move is one int, its origin and target;
cells are those of ``notation.GRID``. The rest of the package gives these ints names and says why
something is not allowed.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, pop, vec
from mypy_extensions import i64

from engine import beam
from engine.grid import Diagonal, Direction
from engine.reflix.notation import GRID, SEATS, ZONE_ROWS

EMPTY: Final = 0
MIRROR: Final = 1
"""The first movable mirror: South's two in the order of ``Diagonal``, then North's."""
FIXED: Final = 5
"""The first of two fixed mirrors, in the order of ``Diagonal``."""
WALL: Final = 7
SHIELD: Final = 8
"""South's shield; North's comes next."""
TARGET: Final = 10
"""South's target; North's comes next."""
BORDER: Final = 12

SOUTH: Final = 0
NORTH: Final = 1

WALL_HIT: Final = beam.OWN_ENDS
TARGET_HIT: Final = beam.OWN_ENDS + 1
"""The beam ends on South's target; on North's it is one more."""

ONGOING: Final = 0
DECIDED: Final = 1
"""At least one seat has scored, and the round is over."""
OUT_OF_ROUNDS: Final = 2

ROUNDS: Final = 10
NO_HIT: Final = -1

STEPS: Final = vec[i64](GRID.steps)
ZONE: Final = vec[i64](
    sorted(cell for cell, square in GRID.names.items() if int(square[1:]) in ZONE_ROWS)
)
"""The cells of the ricochet zone."""
IS_ZONE: Final = vec[i64]([int(cell in list(ZONE)) for cell in range(GRID.size)])
EMITTER_CELLS: Final = vec[i64]([GRID.cells["d6"], GRID.cells["d4"]])
"""The first cell that each side's beam enters."""
EMITTER_HEADINGS: Final = vec[i64]([Direction.N, Direction.S])
FRONT_CELLS: Final = vec[i64](
    [GRID.cells[f"{column}{row}"] for row in (7, 3) for column in "abcdefg"]
)
"""The cells of South's row next to the zone, then those of North's."""
COLUMNS: Final[i64] = GRID.columns


def _reactions() -> list[int]:
    """Return the table of what stands on a cell does to a beam, for ``beam.trace``."""
    rows = [[int(heading) for heading in Direction] for _ in range(BORDER + 1)]
    for i, diagonal in enumerate(Diagonal):
        turned = [int(diagonal.reflect(heading)) for heading in Direction]
        for mirror in (MIRROR, MIRROR + 2, FIXED):
            rows[mirror + i] = turned
    rows[WALL] = [WALL_HIT] * 4
    for side in range(len(SEATS)):
        rows[TARGET + side] = [TARGET_HIT + side] * 4
    rows[BORDER] = [beam.LEFT] * 4
    return [reaction for row in rows for reaction in row]


REACTIONS: Final = vec[i64](_reactions())


def pack(origin: i64, target: i64) -> i64:
    """Return the move as one int; a turn's target is 0."""
    return origin * 128 + target


def is_reachable(codes: list[int], side: i64) -> bool:
    """Return whether a laser can reach the side's target, on a board with its fortress alone.

    The rule allows three mirrors anywhere in the zone. That comes to this: some beam that enters
    the side's front row from the zone reaches the target before it comes out again. Every beam
    that reaches the target has entered for the last time so; and two mirrors bring the opponent's
    beam down any column, one on the square where it begins and one on that column in the same
    row, or none at all down its own column.
    """
    cells = vec[i64](codes)
    # With nothing else on the board, a beam that comes out again runs straight off it.
    heading = EMITTER_HEADINGS[1 - side]
    for column in range(COLUMNS):
        start = FRONT_CELLS[side * COLUMNS + column]
        last = beam.trace(cells, REACTIONS, STEPS, start, heading, None)
        if beam.reaction_of(last) == TARGET_HIT + side:
            return True
    return False


class Board:
    """A position with the side to move, the round and the hits. It changes in place."""

    def __init__(self, codes: list[int], side: i64, turn: i64, played: i64) -> None:
        """Set up the codes, one for each cell of the grid, the border's included.

        ``turn`` is the number of the round, ``played`` how many sides have moved in it: 0 or 1.
        """
        self.cells: vec[i64] = vec[i64](codes)
        self.side: i64 = side
        self.turn: i64 = turn
        self.played: i64 = played
        self.hits: vec[i64] = vec[i64]([NO_HIT, NO_HIT])
        """For each side the contacts of its first hit, or ``NO_HIT``."""
        self.ending: i64 = ONGOING
        self.undone: vec[i64] = vec[i64]()
        """What ``unmake`` needs for each move made: the round, whether it scored, the move."""

    def copy(self) -> Board:
        """Return an independent board at the same position, which cannot be unmade further."""
        board = Board(list(self.cells), self.side, self.turn, self.played)
        board.hits[SOUTH] = self.hits[SOUTH]
        board.hits[NORTH] = self.hits[NORTH]
        board.ending = self.ending
        return board

    def moves(self) -> vec[i64]:
        """Return every legal move of the side to move, as if the game was not over."""
        found = vec[i64](capacity=64)
        cells = self.cells
        first = MIRROR + 2 * self.side
        for origin in ZONE:
            code = cells[origin]
            if code != first and code != first + 1:
                continue
            found = append(found, pack(origin, 0))
            for step in STEPS:
                target = origin + step
                while IS_ZONE[target] != 0 and cells[target] == EMPTY:
                    found = append(found, pack(origin, target))
                    target += step
        return found

    def make(self, move: i64, path: list[int] | None = None) -> i64:
        """Carry out a legal move and fire; return the last passage of the beam.

        The beam's passages are appended to ``path``.
        """
        side = self.side
        self._displace(move >> 7, move & 127)
        passage = self.fire(side, path)
        has_scored: i64 = 0
        if beam.reaction_of(passage) == TARGET_HIT + 1 - side and self.hits[side] == NO_HIT:
            has_scored = 1
            self.hits[side] = len(self.contacts(side))
        self.undone = append(self.undone, (self.turn * 2 + has_scored) << 14 | move)
        self.side = 1 - side
        self.played = 1 - self.played
        if self.played == 0:
            self._end_round()
        return passage

    def unmake(self) -> None:
        """Take back the last move made."""
        self.undone, undone = pop(self.undone)
        self.side = 1 - self.side
        self.played = 1 - self.played
        self.ending = ONGOING
        self.turn = undone >> 15
        if undone >> 14 & 1 != 0:
            self.hits[self.side] = NO_HIT
        origin = undone >> 7 & 127
        target = undone & 127
        if target == 0:
            self._displace(origin, 0)
        else:
            self._displace(target, origin)

    def foresee(self, move: i64) -> i64:
        """Return the last passage of the beam that ``make`` would bring about."""
        origin = move >> 7
        target = move & 127
        self._displace(origin, target)
        passage = self.fire(self.side)
        if target == 0:
            self._displace(origin, 0)
        else:
            self._displace(target, origin)
        return passage

    def _displace(self, origin: i64, target: i64) -> None:
        """Bring the mirror from its cell to another; to cell 0 means to turn it."""
        cells = self.cells
        code = cells[origin]
        if target == 0:
            cells[origin] = (code - MIRROR ^ 1) + MIRROR
        else:
            cells[target] = code
            cells[origin] = EMPTY

    def _end_round(self) -> None:
        """Decide the game if it is decided, or begin the next round."""
        if self.hits[SOUTH] != NO_HIT or self.hits[NORTH] != NO_HIT:
            self.ending = DECIDED
        elif self.turn >= ROUNDS:
            self.ending = OUT_OF_ROUNDS
        else:
            self.turn += 1

    def fire(self, side: i64, path: list[int] | None = None) -> i64:
        """Return the last passage of that side's beam as the mirrors stand."""
        return beam.trace(
            self.cells, REACTIONS, STEPS, EMITTER_CELLS[side], EMITTER_HEADINGS[side], path
        )

    def contacts(self, side: i64) -> list[int]:
        """Return the cells of the other side's shields that the side's beam passes, each once."""
        path: list[int] = []
        self.fire(side, path)
        shield = SHIELD + 1 - side
        touched: list[int] = []
        for passage in path:
            cell = beam.cell_of(passage)
            if self.cells[cell] == shield and cell not in touched:
                touched.append(cell)
        return touched

    def perft(self, depth: i64) -> i64:
        """Return the number of move sequences of that length; a finished game has none."""
        if depth == 0:
            return 1
        if self.ending != ONGOING:
            return 0
        moves = self.moves()
        if depth == 1:
            return len(moves)
        leaves: i64 = 0
        for move in moves:
            self.make(move)
            leaves += self.perft(depth - 1)
            self.unmake()
        return leaves
