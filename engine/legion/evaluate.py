"""What a position of Legion is worth, and its board as the search walks it.

Compiled by mypyc. Worth is counted in hundredths of a point, from the view of the side to move;
its terms:

- **material**: what each unit scores when it is captured, an active Fortress included;
- **state**: a unit in the state in which it captures, and a front-line unit on the way forward;
- **Commander**: the nearer to home the better;
- **Fortress**: for a disabled one, how near the nearest enemy stands.
"""

from __future__ import annotations

import random
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from engine.legion import tables
from engine.legion.board import (
    ACTIVE_FORM,
    CELLS,
    CODES,
    COMMANDER_FORM,
    DISABLED_FORM,
    EMPTY,
    FORM_BITS,
    MELEE,
    MOVE,
    ONGOING,
    POINTS,
    QUIET,
    RED_BIT,
    SHOOT,
    Board,
)
from engine.legion.notation import GRID
from engine.legion.units import Kind, UnitState
from engine.search import DRAWN, GOES_ON, LOST, WON, Node

POINT: Final = 100
READY_STATE: Final = 14
"""What a state is worth in which the unit captures."""
FORWARD: Final = 4
"""What each row forward is worth to a front-line unit."""
COMMANDER_ROW: Final = 12
"""What each row forward costs a Commander."""
NEAR_FORTRESS: Final = 60
"""What an enemy beside a disabled Fortress costs it, less for each step further away."""
ENDS: Final = 3_000
"""The gain of an action that wins, for the order in which actions are tried."""

_READY: Final = (UnitState.ATTACK, UnitState.CHARGE, UnitState.VOLLEY, UnitState.DEPLOYED)


def _worths() -> list[int]:
    """Return for ``128 * code + cell`` what the unit is worth there, to Blue."""
    worths = [0] * (128 * CODES)
    for form_code, form in tables.FORM_OF.items():
        for bits in range(0, CODES, tables.SOUTH_BIT):
            code = form_code | bits
            sign = -1 if code & tables.RED_BIT else 1
            for square, cell in GRID.cells.items():
                row = int(square[1:])
                forward = 8 - row if code & tables.RED_BIT else row - 1
                worth = POINT * POINTS[code]
                if form.state in _READY:
                    worth += READY_STATE
                if form.kind in (Kind.LEGIONNAIRE, Kind.INFANTRY):
                    worth += FORWARD * forward
                if form.kind is Kind.COMMANDER:
                    worth -= COMMANDER_ROW * forward
                worths[128 * code + cell] = sign * worth
    return worths


def _keys() -> list[int]:
    """Return a random-looking number of 62 bits for each code on each cell."""
    rng = random.Random(64)  # noqa: S311, the same on every machine
    return [rng.getrandbits(62) for _ in range(128 * CODES)]


def _far() -> list[int]:
    """Return for ``128 * cell + other`` how many steps lie between two squares."""
    far = [0] * (128 * 128)
    for square, cell in GRID.cells.items():
        for other, other_cell in GRID.cells.items():
            columns = abs(ord(square[0]) - ord(other[0]))
            far[128 * cell + other_cell] = max(columns, abs(int(square[1]) - int(other[1])))
    return far


WORTHS: Final = vec[i64](_worths())
KEYS: Final = vec[i64](_keys())
FAR: Final = vec[i64](_far())


class LegionNode(Node):
    """A board of Legion, which it changes."""

    def __init__(self, board: Board) -> None:
        """Walk from the position of the board."""
        self.board: Board = board

    def actions(self) -> vec[i64]:
        """Return every legal action of the side to move."""
        return self.board.actions()

    def play(self, action: i64) -> i64:
        """Carry out an action and return how the game stands."""
        board = self.board
        side = board.side
        ending = board.ending(board.make(action))
        if ending == ONGOING:
            return GOES_ON
        if ending != QUIET:
            return WON
        lead = board.scores[side] - board.scores[1 - side]
        if lead == 0:
            return DRAWN
        return WON if lead > 0 else LOST

    def take_back(self) -> None:
        """Take back the last action."""
        self.board.unmake()

    def number(self) -> i64:
        """Return the position's number; how quiet it was, and the score, are left out."""
        cells = self.board.cells
        number: i64 = KEYS[self.board.side]
        for cell in CELLS:
            code = cells[cell]
            if code != EMPTY:
                number ^= KEYS[128 * code + cell]
        return number

    def gains(self, actions: vec[i64]) -> vec[i64]:
        """Return for each action what it captures, less the unit that storms a Fortress."""
        cells = self.board.cells
        gains = vec[i64](capacity=len(actions))
        for action in actions:
            gain: i64 = 0
            act = action >> 14 & 7
            if act >= MOVE and act <= SHOOT:
                taken = cells[action & 127]
                form = taken & FORM_BITS
                if form in (COMMANDER_FORM, DISABLED_FORM):
                    gain = ENDS
                elif taken != EMPTY:
                    gain = POINT * POINTS[taken]
                    if form == ACTIVE_FORM and act == MELEE:
                        gain -= POINT * POINTS[cells[action >> 7 & 127]]
            gains = append(gains, gain)
        return gains

    def evaluate(self) -> i64:
        """Return what the position is worth to the side to move, term by term as above."""
        board = self.board
        cells = board.cells
        worth: i64 = 0
        for cell in CELLS:
            code = cells[cell]
            if code != EMPTY:
                worth += WORTHS[128 * code + cell]
                if code & FORM_BITS == DISABLED_FORM:
                    danger = self._danger(cell, code // RED_BIT)
                    worth += danger if code >= RED_BIT else -danger
        return worth if board.side == 0 else -worth

    def _danger(self, fortress: i64, side: i64) -> i64:
        """Return what the nearest enemy costs a side's disabled Fortress."""
        cells = self.board.cells
        nearest: i64 = 8
        for cell in CELLS:
            code = cells[cell]
            if code != EMPTY and code // RED_BIT != side:
                nearest = min(nearest, FAR[128 * fortress + cell])
        return NEAR_FORTRESS * (9 - nearest) // 8 * 4
