"""What a position of Arena is worth, and its board as the search walks it.

Compiled by mypyc. Worth is counted in hundredths of a Mirror, from the view of the side to move;
its terms:

- **material**: Mirrors, and Guard Towers, the less the more sides of them are damaged; Double
  Mirrors, the Cannon and rubble cannot be lost;
- **shots**: what each cannon would hit as everything stands, if it may fire on its next turn. The
  side to move can take it at once; the other only if it is neither warded off nor spoilt by the
  ring;
- **turns**: the same of each cannon's other direction, for which it must turn first;
- **crossings**: an empty square on which a cannon's beam crosses a line that leads to the other
  King. A mirror brought there aims at him, and no move of the ring spoils that; so it counts how
  near the side's nearest mirror is. What lies beyond the ring is left out on both ways;
- **quiet**: the nearer the draw that quiet play leads to, the less all of this counts, so that who
  is ahead does not let it come.

In this walk the ring and the columns stay as they are; how they move is drawn at its root.
"""

from __future__ import annotations

import random
from typing import Final

from librt.vecs import append, pop, vec
from mypy_extensions import i64

from engine import beam
from engine.arena.board import (
    BLACK,
    BLACK_BIT,
    CANNON,
    CELLS,
    CODES,
    COLUMN,
    DOUBLE,
    EDGE,
    EMPTY,
    FIRE,
    GUARD,
    GUARD_END,
    KING,
    KING_END,
    MIRROR,
    MIRROR_END,
    QUIET_LIMIT,
    REACTIONS,
    RUBBLE,
    SHAPE_BITS,
    SHAPES,
    STEPS,
    Board,
    collapses,
)
from engine.arena.notation import GRID
from engine.search import DRAWN, GOES_ON, LOST, WON, Node

WORTH_MIRROR: Final = 100
WORTHS_GUARD: Final = (160, 110, 60)
"""A Guard Tower with no, one and two sides damaged."""
WORTH_KING: Final = 700
"""As the target of a shot that is still to come; its loss itself is an end and not a worth."""

SHOT_OF_MOVER: Final = 60
"""The percentage of what the mover's cannon would hit now that counts as taken."""
SHOT_OF_OTHER: Final = 30
TURN: Final = 12
"""The percentage for a cannon that must turn first, whoever's it is."""
CROSSING: Final = 8
"""What each step is worth that a mirror is nearer to a crossing than ``FARTHEST``."""
FARTHEST: Final = 7
EARLY: Final = 40
"""How many quiet actions there are before the draw that they lead to takes from any lead."""


def _reactions() -> list[int]:
    """Return the table of reactions with a ring that ends every beam."""
    reactions = list(REACTIONS)
    reactions[4 * EDGE : 4 * EDGE + 8] = [beam.LEFT] * 8
    return reactions


def _aims() -> list[int]:
    """Return for each code of a mirror that may move its side and one more, 0 for all others."""
    aims = [0] * CODES
    for bit in (0, BLACK_BIT):
        for shape in (*range(MIRROR, MIRROR + 4), DOUBLE, DOUBLE + 1):
            aims[bit + shape] = bit // BLACK_BIT + 1
    return aims


def _away() -> list[int]:
    """Return for ``256 * cell + other`` how many moves lie between two squares."""
    away = [0] * (256 * 256)
    for cell, square in GRID.names.items():
        for other, target in GRID.names.items():
            columns = abs(ord(square[0]) - ord(target[0]))
            away[256 * cell + other] = columns + abs(int(square[1:]) - int(target[1:]))
    return away


def _worths() -> list[int]:
    """Return for each code what such a piece is worth to its owner, Kings left out."""
    worths = [0] * CODES
    for bit in (0, BLACK_BIT):
        for i in range(4):
            worths[bit + MIRROR + i] = WORTH_MIRROR
        for mask in range(16):
            if GUARD + mask in SHAPES:
                worths[bit + GUARD + mask] = WORTHS_GUARD[mask.bit_count()]
    return worths


def _keys() -> list[int]:
    """Return a random-looking number of 62 bits for each code on each cell, 0 for empty ones."""
    rng = random.Random(36)  # noqa: S311, the same on every machine
    keys = [rng.getrandbits(62) for _ in range(256 * CODES)]
    keys[:256] = [0] * 256
    return keys


WORTHS: Final = vec[i64](_worths())
AIMS: Final = vec[i64](_aims())
AWAY: Final = vec[i64](_away())
WITHIN: Final = vec[i64](_reactions())
KEYS: Final = vec[i64](_keys())
TURN_KEYS: Final = vec[i64]([KEYS[256 * RUBBLE + 248 + i] for i in range(8)])
"""A number for each side to move with each of the cannons that cool down."""


class ArenaNode(Node):
    """A board of Arena, which it changes, with what evaluation needs kept up to date."""

    def __init__(self, board: Board) -> None:
        """Walk from the position of the board."""
        self.board: Board = board
        self.key: i64 = 0
        """The number of what stands on the board and the ring."""
        self.material: i64 = 0
        """What White's pieces are worth, less Black's."""
        for cell in range(GRID.size):
            self._count(cell, board.cells[cell], 1)
        self.kings: vec[i64] = vec[i64]([0, 0])
        """The cell of each side's King; where it stood, once it is destroyed."""
        for cell in CELLS:
            if board.cells[cell] & SHAPE_BITS == KING:
                self.kings[board.cells[cell] // BLACK_BIT] = cell
        self.passages: vec[i64] = vec[i64]([0] * (2 * GRID.size))
        """Those of the beam whose crossings were looked for last."""
        self.lines: vec[i64] = vec[i64]([0] * GRID.size)
        """For each cell the number of the last look at which a line led from it to the King."""
        self.beams: i64 = 0
        self.kept: vec[i64] = vec[i64]()
        """For each action played the key, the material and the mover's King before it."""

    def _count(self, cell: i64, code: i64, sign: i64) -> None:
        """Count in what stands on a cell, or with -1 as sign count it out."""
        self.key ^= KEYS[256 * code + cell]
        self.material += sign * (WORTHS[code] if code < BLACK_BIT else -WORTHS[code])

    def actions(self) -> vec[i64]:
        """Return every legal action of the side to move."""
        return self.board.actions()

    def play(self, action: i64) -> i64:
        """Carry out an action and return how the game stands."""
        board = self.board
        side = board.side
        king = self.kings[side]
        self.kept = append(append(append(self.kept, self.key), self.material), king)
        if action >> 8 == king:
            self.kings[side] = action & 255
        struck = board.make(action)
        undone = board.undone
        last = len(undone) - 1
        for i in range(last - (undone[last] & 255), last):
            cell = undone[i] // CODES
            self._count(cell, undone[i] & (CODES - 1), -1)
            self._count(cell, board.cells[cell], 1)
        if struck & SHAPE_BITS == KING:
            return WON if struck // BLACK_BIT == board.side else LOST
        return DRAWN if board.quiet >= QUIET_LIMIT else GOES_ON

    def take_back(self) -> None:
        """Take back the last action."""
        self.kept, king = pop(self.kept)
        self.kept, self.material = pop(self.kept)
        self.kept, self.key = pop(self.kept)
        self.board.unmake()
        self.kings[self.board.side] = king

    def number(self) -> i64:
        """Return the position's number; when columns rise and how quiet it was is left out."""
        return self.key ^ TURN_KEYS[2 * self.board.cooling + self.board.side]

    def gains(self, actions: vec[i64]) -> vec[i64]:
        """Return for each action what its shot takes; only one of them is a shot."""
        gains = vec[i64](capacity=len(actions))
        for action in actions:
            gain: i64 = 0
            if action >> 16 == FIRE:
                gain = self._taken(self.board.fire(self.board.side))
            gains = append(gains, gain)
        return gains

    def hits(self, ways: list[int], columns: i64) -> vec[i64]:
        """Return what the mover's shot takes in each of several ways in which the arena may move.

        ``ways`` are the cells of the ring that flip and, if ``columns`` rise, those on which they
        may: on so many of the first that are empty. The cells of each way are followed by a 0.
        What the shot takes from the mover itself is negative; a King counts ``WORTH_KING``.
        """
        # They come as a list: a compiled function never gives the memory of a vec back that an
        # interpreted one has made for it.
        board = self.board
        found = vec[i64]()
        first: i64 = 0
        for i in range(len(ways)):
            if ways[i] != 0:
                continue
            changed = self._move_arena(ways, first, i, columns)
            found = append(found, self._taken(board.fire(board.side)))
            for each in changed:
                board.cells[each // CODES] = each & (CODES - 1)
            first = i + 1
        return found

    def _move_arena(self, ways: list[int], first: i64, end: i64, columns: i64) -> vec[i64]:
        """Carry out one of the ways and return each cell that it changes, and what stood there."""
        cells = self.board.cells
        changed = vec[i64]()
        for i in range(first, end):
            cell: i64 = ways[i]
            code = cells[cell]
            if code == EDGE or code == EDGE + 1:
                cells[cell] = EDGE + EDGE + 1 - code
            elif code == EMPTY and columns > 0:
                cells[cell] = COLUMN
                columns -= 1
            else:
                continue
            changed = append(changed, cell * CODES + code)
        return changed

    def evaluate(self) -> i64:
        """Return what the position is worth to the side to move, term by term as above."""
        board = self.board
        side = board.side
        worth = self.material if side != BLACK else -self.material
        if board.cooling >> side & 1 == 0:
            taken = self._taken(board.fire(side))
            if taken > 0:
                worth += taken * SHOT_OF_MOVER // 100
        taken = self._taken(self._turned(side))
        if taken > 0:
            worth += taken * TURN // 100
        if board.cooling >> (1 - side) & 1 == 0:
            taken = self._taken(board.fire(1 - side))
            if taken < 0:
                worth -= -taken * SHOT_OF_OTHER // 100
        taken = self._taken(self._turned(1 - side))
        if taken < 0:
            worth -= -taken * TURN // 100
        worth += self._aim(side) - self._aim(1 - side)
        if board.quiet > EARLY:
            worth = worth * (QUIET_LIMIT - board.quiet) // (QUIET_LIMIT - EARLY)
        return worth

    def _aim(self, side: i64) -> i64:
        """Return what a side's mirror is worth that is near a crossing of its cannon's beam."""
        board = self.board
        cells = board.cells
        cannon = board.cannons[side]
        heading = (cells[cannon] & SHAPE_BITS) - CANNON
        self.beams += 1
        lines = self.lines
        king = self.kings[1 - side]
        for way in range(4):
            beam.trace_marking(cells, WITHIN, STEPS, king + STEPS[way], way, lines, self.beams)
        passages = self.passages
        start = cannon + STEPS[heading]
        nearest = FARTHEST
        for i in range(beam.trace_passages(cells, WITHIN, STEPS, start, heading, passages)):
            crossing = beam.cell_of(passages[i])
            if lines[crossing] == self.beams and cells[crossing] == EMPTY:
                for cell in CELLS:
                    if AIMS[cells[cell]] == side + 1:
                        nearest = min(nearest, AWAY[256 * crossing + cell])
        return CROSSING * (FARTHEST - nearest)

    def _turned(self, side: i64) -> i64:
        """Return the last passage of the side's beam if its cannon stood the other way."""
        board = self.board
        cannon = board.cannons[side]
        heading = (board.cells[cannon] & SHAPE_BITS) - CANNON ^ 1
        start = cannon + STEPS[heading]
        return beam.trace(board.cells, REACTIONS, STEPS, start, heading, None)

    def _taken(self, passage: i64) -> i64:
        """Return what such a beam takes from the side not to move, negative from the mover."""
        end = beam.reaction_of(passage)
        code = self.board.cells[beam.cell_of(passage)]
        worth: i64 = 0
        if end == KING_END:
            worth = WORTH_KING
        elif end == MIRROR_END:
            worth = WORTHS[code]
        elif end == GUARD_END:
            damaged = code | 1 << (beam.entering_of(passage) + 2) % 4
            worth = WORTHS[code] - (0 if collapses(damaged) else WORTHS[damaged])
        return worth if code // BLACK_BIT != self.board.side else -worth
