"""The rules of Legion, once: a position of small ints that makes and unmakes actions.

Compiled by mypyc. A unit is one int, its form with the bits of its facing and its seat; an action
is one int, what is done, its origin and its target; cells are those of ``notation.GRID``. The rest
of the package gives these ints names and says why something is not allowed.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, pop, vec
from mypy_extensions import i64

from engine.legion import tables
from engine.legion.notation import GRID
from engine.legion.units import Kind, UnitState

EMPTY: Final[i64] = tables.EMPTY
BORDER: Final[i64] = tables.BORDER
FORM_BITS: Final[i64] = tables.FORM_BITS
SOUTH_BIT: Final[i64] = tables.SOUTH_BIT
RED_BIT: Final[i64] = tables.RED_BIT
CODES: Final[i64] = tables.CODES

PASS: Final = 0
FLIP: Final = 8
"""The bit of a flip, alone or before what the aura lets follow."""
TURN: Final = 1
MOVE: Final = 2
MELEE: Final = 3
SHOOT: Final = 4
REVEAL: Final = 5

ONGOING: Final = 0
COMMANDER: Final = 1
FORTRESS: Final = 2
QUIET: Final = 3

QUIET_LIMIT: Final = 80
"""Actions in a row, passes counted, without a capture or a disabling."""

STEPS: Final = vec[i64](tables.DIRECTIONS)
SIZE: Final[i64] = GRID.size
BESIDE: Final = vec[i64](
    [int(away - GRID.size in tables.DIRECTIONS) for away in range(2 * GRID.size)]
)
"""For the distance of two cells and ``SIZE`` more 1 if they are neighbours, else 0."""
CELLS: Final = vec[i64](sorted(GRID.names))
REACHES: Final = vec[i64](tables.reaches())
BLOCKS: Final = vec[i64](tables.blocks())
RESISTS: Final = vec[i64](tables.resists())
FLIPPED: Final = vec[i64](tables.flipped())
REVEALED: Final = vec[i64](tables.revealed())
HIDDEN: Final = vec[i64](tables.hidden())
TURNS: Final = vec[i64](tables.turns())
LEAPS: Final = vec[i64](tables.leaps())
LEAP_TARGETS: Final = vec[i64](tables.leap_targets())
BENDS: Final = vec[i64](tables.bends())
PIERCES: Final = vec[i64](tables.pierces())
LEGIONNAIRES: Final = vec[i64](tables.legionnaires())
POINTS: Final = vec[i64](tables.points())
REMAINS: Final = vec[i64](tables.remains())

COMMANDER_FORM: Final[i64] = tables.form_code(Kind.COMMANDER, None)
ACTIVE_FORM: Final[i64] = tables.form_code(Kind.FORTRESS, UnitState.ACTIVE)
DISABLED_FORM: Final[i64] = tables.form_code(Kind.FORTRESS, UnitState.DISABLED)


def pack(kind: i64, origin: i64, target: i64) -> i64:
    """Return the action as one int; without a target it is 0, and a pass is all 0."""
    return (kind * 128 + origin) * 128 + target


class Board:
    """A position with the side to move, the score and the quiet actions. It changes in place."""

    def __init__(self, codes: list[int], side: i64, quiet: i64, scores: list[int]) -> None:
        """Set up the codes, one for each cell of the grid, the border's included."""
        self.cells: vec[i64] = vec[i64](codes)
        self.side: i64 = side
        self.quiet: i64 = quiet
        """Actions since a capture or a disabling."""
        self.scores: vec[i64] = vec[i64](scores)
        """The points of each side."""
        self.commanders: vec[i64] = vec[i64]([0, 0])
        """The cell of each side's Commander; where it stood, once it is captured."""
        for cell in CELLS:
            code = self.cells[cell]
            if code & FORM_BITS == COMMANDER_FORM:
                self.commanders[code >> 6] = cell
        self.undone: vec[i64] = vec[i64]()
        """What ``unmake`` needs for each action made: quiet, points, codes and the action."""

    def copy(self) -> Board:
        """Return an independent board at the same position, which cannot be unmade further."""
        return Board(list(self.cells), self.side, self.quiet, list(self.scores))

    def actions(self) -> vec[i64]:
        """Return every legal action of the side to move, as if the game was not over."""
        found = vec[i64](capacity=128)
        bit = RED_BIT * self.side
        for origin in CELLS:
            code = self.cells[origin]
            if code == EMPTY or code & RED_BIT != bit:
                continue
            found = self.acts(found, code, origin, 0)
            flipped = FLIPPED[code]
            if flipped != EMPTY:
                found = append(found, pack(FLIP, origin, 0))
                if self.is_beside_commander(origin):
                    found = self.acts(found, flipped, origin, FLIP)
            if HIDDEN[code] != 0:
                found = append(found, pack(REVEAL, origin, 0))
        if len(found) == 0:
            found = append(found, PASS)
        return found

    def is_beside_commander(self, cell: i64) -> bool:
        """Return whether the cell is next to the Commander of the side to move."""
        return BESIDE[SIZE + cell - self.commanders[self.side]] != 0

    def is_beside_legionnaire(self, cell: i64) -> bool:
        """Return whether the cell is next to what passes for a Legionnaire of the side to move."""
        bit = RED_BIT * self.side
        for step in STEPS:
            code = self.cells[cell + step]
            if LEGIONNAIRES[code] != 0 and code & RED_BIT == bit:
                return True
        return False

    def acts(self, found: vec[i64], code: i64, origin: i64, flip: i64) -> vec[i64]:
        """Return ``found`` with what a unit of this code may do from there, but flip and reveal."""
        if TURNS[code] != 0:
            found = append(found, pack(TURN | flip, origin, 0))
        if LEAPS[code] != 0:
            return self._leaps(found, origin, flip)
        if BENDS[code] != 0:
            return self._bends(found, origin, flip, BENDS[code])
        direction: i64 = 0
        while direction < 8:
            reach = REACHES[8 * code + direction]
            if reach >> 12 != 0 and self.is_beside_legionnaire(origin):
                reach |= reach >> 12
            if reach & 4095 != 0:
                found = self._line(found, code, origin, flip, direction, reach)
            direction += 1
        return found

    def _line(
        self, found: vec[i64], code: i64, origin: i64, flip: i64, direction: i64, reach: i64
    ) -> vec[i64]:
        """Return ``found`` with what the unit may do along one direction."""
        moves = reach & 15
        strikes = reach >> 4 & 15
        shoots = reach >> 8 & 15
        # Not less than any of them, and five times as fast as their maximum.
        farthest = moves | strikes | shoots
        step = STEPS[direction]
        target = origin
        far: i64 = 1
        while far <= farthest:
            target += step
            met = self.cells[target]
            if met != EMPTY:
                break
            if far <= moves:
                found = append(found, pack(MOVE | flip, origin, target))
            far += 1
        if far > farthest or met == BORDER or met & RED_BIT == RED_BIT * self.side:
            return found
        form = met & FORM_BITS
        if form == DISABLED_FORM:
            if far <= moves:
                return append(found, pack(MOVE | flip, origin, target))
            if far <= strikes:
                return append(found, pack(MELEE | flip, origin, target))
            return found
        if PIERCES[code] == 0 and BLOCKS[8 * met + (direction + 4) % 8] != 0:
            return found
        if far <= strikes and not (form == ACTIVE_FORM and code & FORM_BITS == COMMANDER_FORM):
            return append(found, pack(MELEE | flip, origin, target))
        if far <= shoots and RESISTS[CODES * code + met] == 0:
            return append(found, pack(SHOOT | flip, origin, target))
        return found

    def _leaps(self, found: vec[i64], origin: i64, flip: i64) -> vec[i64]:
        """Return ``found`` with every knight's leap, which goes over all and is never blocked."""
        place = 8 * origin
        while place < 8 * origin + 8:
            target = LEAP_TARGETS[place]
            place += 1
            if target == 0:
                continue
            met = self.cells[target]
            if met == EMPTY:
                found = append(found, pack(MOVE | flip, origin, target))
            elif met & RED_BIT != RED_BIT * self.side:
                act: i64 = MOVE if met & FORM_BITS == DISABLED_FORM else MELEE
                found = append(found, pack(act | flip, origin, target))
        return found

    def _bends(self, found: vec[i64], origin: i64, flip: i64, farthest: i64) -> vec[i64]:
        """Return ``found`` with every square within reach along rows and columns, one corner."""
        reached = vec[i64](capacity=32)
        direction: i64 = 0
        while direction < 8:
            corner = origin
            far: i64 = 1
            while far <= farthest:
                corner += STEPS[direction]
                reached = self._reach(reached, corner)
                if self.cells[corner] != EMPTY:
                    break
                for side in (2, 6):
                    target = corner
                    more = far + 1
                    while more <= farthest:
                        target += STEPS[(direction + side) % 8]
                        reached = self._reach(reached, target)
                        if self.cells[target] != EMPTY:
                            break
                        more += 1
                far += 1
            direction += 2
        for target in reached:
            found = append(found, pack(MOVE | flip, origin, target))
        return found

    def _reach(self, reached: vec[i64], target: i64) -> vec[i64]:
        """Return ``reached`` with the target, if a move may end there and none did before."""
        met = self.cells[target]
        enterable = DISABLED_FORM | RED_BIT * (1 - self.side)
        if met != EMPTY and met & ~SOUTH_BIT != enterable:
            return reached
        for earlier in reached:
            if earlier == target:
                return reached
        return append(reached, target)

    def make(self, action: i64) -> i64:
        """Carry out a legal action; return how the game stands, leaving quiet play aside."""
        cells = self.cells
        act = action >> 14 & 7
        origin = action >> 7 & 127
        target = action & 127
        code = cells[origin]
        after = FLIPPED[code] if action >> 14 & FLIP != 0 else code
        taken: i64 = EMPTY
        lost: i64 = 0
        if act == TURN:
            after ^= SOUTH_BIT
        elif act == REVEAL:
            after = REVEALED[after]
        elif act != PASS:
            taken = cells[target]
            cells[target] = REMAINS[taken]
            if act == MELEE:
                after = REVEALED[after]
            if act != SHOOT:
                if cells[target] != EMPTY:
                    lost = POINTS[after]
                else:
                    cells[target] = after
                    if after & FORM_BITS == COMMANDER_FORM:
                        self.commanders[self.side] = target
                after = EMPTY
        cells[origin] = after
        gained = POINTS[taken]
        self.scores[self.side] += gained
        self.scores[1 - self.side] += lost
        undone = ((self.quiet * 16 + gained) * 16 + lost) * CODES + taken
        self.undone = append(self.undone, (undone * CODES + code) << 18 | action)
        ending: i64 = ONGOING
        if taken & FORM_BITS == COMMANDER_FORM:
            ending = COMMANDER
        elif taken & FORM_BITS == DISABLED_FORM:
            ending = FORTRESS
        self.quiet = self.quiet + 1 if taken == EMPTY or ending == FORTRESS else 0
        self.side = 1 - self.side
        return ending

    def unmake(self) -> None:
        """Take back the last action made."""
        self.undone, undone = pop(self.undone)
        self.side = 1 - self.side
        self.quiet = undone >> 40
        self.scores[self.side] -= undone >> 36 & 15
        self.scores[1 - self.side] -= undone >> 32 & 15
        origin = undone >> 7 & 127
        code = undone >> 18 & (CODES - 1)
        act = undone >> 14 & 7
        if MOVE <= act <= SHOOT:
            self.cells[undone & 127] = undone >> 25 & (CODES - 1)
            if code & FORM_BITS == COMMANDER_FORM:
                self.commanders[self.side] = origin
        self.cells[origin] = code

    def ending(self, ending: i64) -> i64:
        """Return how the game stands after an action of which ``make`` returned ``ending``."""
        if ending == ONGOING and self.quiet >= QUIET_LIMIT:
            return QUIET
        return ending

    def perft(self, depth: i64) -> i64:
        """Return the number of action sequences of that length; quiet play does not end them."""
        if depth == 0:
            return 1
        actions = self.actions()
        if depth == 1:
            return len(actions)
        leaves: i64 = 0
        for action in actions:
            if self.make(action) == ONGOING:
                leaves += self.perft(depth - 1)
            self.unmake()
        return leaves
