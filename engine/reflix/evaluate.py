"""What a position of Reflix is worth, and its board as the search walks it.

Compiled by mypyc. Worth is from the view of the side to move; its terms:

- **crossings**: squares of the zone where a side's beam crosses a way that leads to the other's
  target. A mirror brought there, in the right diagonal, scores; so each counts, and those of the
  side to move a little more;
- **detours**: squares of such a way that lie open in line with a beam, which takes two mirrors;
- **ways**: squares of the zone from which a beam could reach a target at all, for the other side;
- **hit**: a side that has scored, while the other has a move left to answer it. Quiescence looks at
  the answers; that none was found is worth far more than any position, and less than an end.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from engine import beam
from engine.reflix.board import (
    DECIDED,
    EMITTER_CELLS,
    EMITTER_HEADINGS,
    EMPTY,
    IS_ZONE,
    NO_HIT,
    ONGOING,
    REACTIONS,
    STEPS,
    TARGET,
    TARGET_HIT,
    ZONE,
    Board,
)
from engine.reflix.notation import GRID
from engine.search import DRAWN, GOES_ON, LOST, WON, Node

CROSSING_OF_MOVER: Final = 30
CROSSING_OF_OTHER: Final = 24
WAY: Final = 3
DETOUR: Final = 2
HIT_WORTH: Final = 5_000
"""What a hit is worth that the other side can still answer, less what its contacts spoil."""

_LOW: Final = (1 << 31) - 1
_MOST: Final = (1 << 53) - 1


class ReflixNode(Node):
    """A board of Reflix, which it changes."""

    def __init__(self, board: Board) -> None:
        """Walk from the position of the board."""
        self.board: Board = board
        self.targets: vec[i64] = vec[i64]([0, 0])
        """The cell of each side's target."""
        for cell in GRID.names:
            for side in range(2):
                if board.cells[cell] == TARGET + side:
                    self.targets[side] = cell
        self.lit: vec[i64] = vec[i64]([0] * GRID.size)
        """For each cell the number of the beam that passed it last, of those that were marked."""
        self.ways: vec[i64] = vec[i64]([0] * GRID.size)
        """For each cell the same of the ways to a target."""
        self.beams: i64 = 0

    def actions(self) -> vec[i64]:
        """Return every legal move of the side to move."""
        return self.board.moves()

    def play(self, action: i64) -> i64:
        """Carry out a move and return how the game stands."""
        board = self.board
        side = board.side
        board.make(action)
        if board.ending == ONGOING:
            return GOES_ON
        own = board.hits[side]
        other = board.hits[1 - side]
        if board.ending != DECIDED or own == other:
            return DRAWN
        if other == NO_HIT or (own != NO_HIT and own < other):
            return WON
        return LOST

    def take_back(self) -> None:
        """Take back the last move."""
        self.board.unmake()

    def number(self) -> i64:
        """Return the position's number: the mirrors, whose move it is, the round and the hits."""
        board = self.board
        cells = board.cells
        number: i64 = board.turn * 4 + board.played * 2 + board.side
        number = number * 16 + board.hits[0] + 1
        number = number * 16 + board.hits[1] + 1
        for cell in ZONE:
            code = cells[cell]
            if code != 0:
                number = _mixed(number * 512 + cell * 5 + code)
        return number

    def gains(self, actions: vec[i64]) -> vec[i64]:
        """Return 1 for each move that scores; of those that leave the beam as it is, the first.

        Only what touches the beam's way can change it.
        """
        board = self.board
        side = board.side
        scores = TARGET_HIT + 1 - side
        last = self._mark(EMITTER_CELLS[side], EMITTER_HEADINGS[side], self.lit)
        beams = self.beams
        unchanged: i64 = 1 if beam.reaction_of(last) == scores else 0
        lit = self.lit
        gains = vec[i64](capacity=len(actions))
        for action in actions:
            gain: i64 = 0
            if lit[action >> 7] == beams or lit[action & 127] == beams:
                if beam.reaction_of(board.foresee(action)) == scores:
                    gain = 1
            else:
                gain = unchanged
                unchanged = 0
            gains = append(gains, gain)
        return gains

    def evaluate(self) -> i64:
        """Return what the position is worth to the side to move, term by term as above."""
        board = self.board
        side = board.side
        if board.hits[1 - side] != NO_HIT:
            return board.hits[1 - side] - HIT_WORTH
        own = self._prospect(side, CROSSING_OF_MOVER)
        return own - self._prospect(1 - side, CROSSING_OF_OTHER)

    def _prospect(self, side: i64, crossing: i64) -> i64:
        """Return what a side can hope for: its crossings, and the ways to the other's target."""
        self._mark(EMITTER_CELLS[side], EMITTER_HEADINGS[side], self.lit)
        own = self.beams
        target = self.targets[1 - side]
        for heading in range(4):
            self._mark(target + STEPS[heading], heading, self.ways)
        worth: i64 = 0
        for cell in ZONE:
            if self.ways[cell] > own:
                worth += WAY
                if self.lit[cell] == own:
                    worth += crossing
            if self.lit[cell] == own:
                worth += DETOUR * self._detours(cell, own)
        return worth

    def _detours(self, start: i64, own: i64) -> i64:
        """Return how many squares of a way lie open in line with a square that a beam passes."""
        cells = self.board.cells
        found: i64 = 0
        for step in STEPS:
            cell = start + step
            while IS_ZONE[cell] != 0 and cells[cell] == EMPTY:
                if self.ways[cell] > own:
                    found += 1
                cell += step
        return found

    def _mark(self, cell: i64, heading: i64, marks: vec[i64]) -> i64:
        """Mark a beam's way with the next number, and return its last passage."""
        self.beams += 1
        return beam.trace_marking(
            self.board.cells, REACTIONS, STEPS, cell, heading, marks, self.beams
        )


def _mixed(number: i64) -> i64:
    """Return a number of 53 bits, in which every bit depends on all of the one given."""
    number ^= number >> 29
    number = (number & _LOW) * 0x7F4A7C15 + (number >> 31) * 0x5BD1E995
    number = (number ^ number >> 33) & _MOST
    number = (number & _LOW) * 0x1CE4E5B9 + (number >> 31) * 0x133111EB
    return (number ^ number >> 31) & _MOST
