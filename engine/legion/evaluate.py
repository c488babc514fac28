"""What a position of Legion is worth, and its board as the search walks it.

Compiled by mypyc. Worth is counted in hundredths of a front-line unit, from the view of the side
to move; its terms:

- **units**: what each is worth, which is not what it scores: a Cavalry does more than an Archer,
  and an Assassin that has shown itself little;
- **place**: rows forward, which expose an Archer, a Siege and a Commander, and bring a hidden
  Assassin nearer; a mount or a Siege in the state in which it captures;
- **Fortress**: for a disabled one, how near the nearest enemy stands;
- **lead**: more points, the more the nearer the end is that quiet play leads to.

The worths were first fitted to the results of 105 games of the computer against itself (logistic
regression over 6,000 positions), and then rounded towards what the units score.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from librt.vecs import append, pop, vec
from mypy_extensions import i64

from engine.legion import tables
from engine.legion.board import (
    ACTIVE_FORM,
    BORDER,
    CELLS,
    CODES,
    COMMANDER_FORM,
    DISABLED_FORM,
    EMPTY,
    FORM_BITS,
    MELEE,
    MOVE,
    ONGOING,
    QUIET,
    RED_BIT,
    SHOOT,
    Board,
)
from engine.legion.notation import GRID
from engine.legion.units import Kind, UnitState
from engine.search import DRAWN, GOES_ON, LOST, WON, Node

WORTHS_OF_KINDS: Final[Mapping[Kind, int]] = MappingProxyType(
    {
        Kind.LEGIONNAIRE: 100,
        Kind.INFANTRY: 100,
        Kind.SIEGE: 270,
        Kind.ARCHER: 280,
        Kind.CAVALRY: 450,
        Kind.CHARIOT: 350,
        Kind.ASSASSIN: 350,
        Kind.FORTRESS: 700,
        Kind.COMMANDER: 0,
    }
)
"""What each kind is worth; a Fortress as long as it is active."""
FORWARD: Final[Mapping[Kind, int]] = MappingProxyType(
    {
        Kind.LEGIONNAIRE: 3,
        Kind.INFANTRY: 3,
        Kind.SIEGE: -20,
        Kind.ARCHER: -20,
        Kind.CAVALRY: 0,
        Kind.CHARIOT: 0,
        Kind.ASSASSIN: 0,
        Kind.FORTRESS: 0,
        Kind.COMMANDER: -6,
    }
)
"""What each row forward is worth to a unit."""
FORWARD_HIDDEN: Final = 20
"""What it is worth to a hidden Assassin."""
READY_STATE: Final = 10
"""What a state is worth in which a mount or a Siege captures."""
NEAR_FORTRESS: Final = 40
"""What each step costs a disabled Fortress that the nearest enemy is nearer than eight."""
EARLY: Final = 40
"""How many quiet actions there are before the end that they lead to matters."""
ENDS: Final = 3_000
"""The gain of an action that wins, for the order in which actions are tried."""

_READY: Final = (UnitState.CHARGE, UnitState.DEPLOYED)


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
                kind = form.kind
                worth = 0 if form.state is UnitState.DISABLED else WORTHS_OF_KINDS[kind]
                worth += forward * (FORWARD_HIDDEN if form.cover else FORWARD[kind])
                if form.state in _READY:
                    worth += READY_STATE
                worths[128 * code + cell] = sign * worth
    return worths


def _prizes() -> list[int]:
    """Return for each code what the unit is worth, wherever it stands."""
    prizes = [0] * CODES
    for form_code, form in tables.FORM_OF.items():
        for bits in range(0, CODES, tables.SOUTH_BIT):
            if form.state is not UnitState.DISABLED:
                prizes[form_code | bits] = WORTHS_OF_KINDS[form.kind]
    return prizes


def _keys() -> list[int]:
    """Return a random-looking number of 62 bits for each code on each cell, 0 for empty ones."""
    rng = random.Random(64)  # noqa: S311, the same on every machine
    keys = [rng.getrandbits(62) for _ in range(128 * CODES)]
    keys[:128] = [0] * 128
    return keys


def _far() -> list[int]:
    """Return for ``128 * cell + other`` how many steps lie between two squares."""
    far = [0] * (128 * 128)
    for square, cell in GRID.cells.items():
        for other, other_cell in GRID.cells.items():
            columns = abs(ord(square[0]) - ord(other[0]))
            far[128 * cell + other_cell] = max(columns, abs(int(square[1]) - int(other[1])))
    return far


PRIZES: Final = vec[i64](_prizes())
WORTHS: Final = vec[i64](_worths())
KEYS: Final = vec[i64](_keys())
SIDE_KEYS: Final = vec[i64](KEYS[128 * BORDER : 128 * BORDER + 2])
"""A number for each side to move."""
FAR: Final = vec[i64](_far())


class LegionNode(Node):
    """A board of Legion, which it changes, with what evaluation needs kept up to date."""

    def __init__(self, board: Board) -> None:
        """Walk from the position of the board."""
        self.board: Board = board
        self.key: i64 = 0
        """The number of what stands on the board."""
        self.placed: i64 = 0
        """What Blue's units are worth where they stand, less Red's."""
        self.fortresses: vec[i64] = vec[i64]([0, 0])
        """The cell of each side's Fortress, which never moves."""
        for cell in CELLS:
            code = board.cells[cell]
            self._count(cell, code, 1)
            if code & FORM_BITS in (ACTIVE_FORM, DISABLED_FORM):
                self.fortresses[code // RED_BIT] = cell
        self.kept: vec[i64] = vec[i64]()
        """For each action played the key and the worth before it."""

    def _count(self, cell: i64, code: i64, sign: i64) -> None:
        """Count in what stands on a cell, or with -1 as sign count it out."""
        self.key ^= KEYS[128 * code + cell]
        self.placed += sign * WORTHS[128 * code + cell]

    def actions(self) -> vec[i64]:
        """Return every legal action of the side to move."""
        return self.board.actions()

    def play(self, action: i64) -> i64:
        """Carry out an action and return how the game stands."""
        board = self.board
        side = board.side
        cells = board.cells
        origin = action >> 7 & 127
        target = action & 127
        self.kept = append(append(self.kept, self.key), self.placed)
        self._count(origin, cells[origin], -1)
        if target != 0:
            self._count(target, cells[target], -1)
        ending = board.ending(board.make(action))
        self._count(origin, cells[origin], 1)
        if target != 0:
            self._count(target, cells[target], 1)
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
        self.kept, self.placed = pop(self.kept)
        self.kept, self.key = pop(self.kept)
        self.board.unmake()

    def number(self) -> i64:
        """Return the position's number; how quiet it was, and the score, are left out."""
        return self.key ^ SIDE_KEYS[self.board.side]

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
                    gain = PRIZES[taken]
                    if form == ACTIVE_FORM and act == MELEE:
                        gain -= PRIZES[cells[action >> 7 & 127]]
            gains = append(gains, gain)
        return gains

    def evaluate(self) -> i64:
        """Return what the position is worth to the side to move, term by term as above."""
        board = self.board
        worth = self.placed
        for side in range(2):
            fortress = self.fortresses[side]
            if board.cells[fortress] & FORM_BITS == DISABLED_FORM:
                danger = self._danger(fortress, side)
                worth += danger if side == 1 else -danger
        late = board.quiet - EARLY
        if late > 0:
            lead = board.scores[0] - board.scores[1]
            if lead != 0:
                worth += late * late // 8 if lead > 0 else -(late * late // 8)
        return worth if board.side == 0 else -worth

    def _danger(self, fortress: i64, side: i64) -> i64:
        """Return what the nearest enemy costs a side's disabled Fortress."""
        cells = self.board.cells
        nearest: i64 = 8
        for cell in CELLS:
            code = cells[cell]
            if code != EMPTY and code // RED_BIT != side:
                nearest = min(nearest, FAR[128 * fortress + cell])
        return NEAR_FORTRESS * (8 - nearest)
