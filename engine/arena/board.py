"""The rules of Arena, once: a position of small ints that makes and unmakes actions.

Compiled by mypyc. What stands on a cell is one int, its seat's bit and its shape; an action is
one int, its kind, origin and target; cells are those of ``notation.GRID``, the ring's included.
The rest of the package gives these ints names, says why something is not allowed, and draws how
the arena moves, which cannot be unmade.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, pop, vec
from mypy_extensions import i64

from engine import beam
from engine.arena.notation import CORNERS, GRID, RING_CELLS, Kind
from engine.grid import Corner, Diagonal, Direction

EMPTY: Final = 0
RUBBLE: Final = 1
COLUMN: Final = 2
EDGE: Final = 3
"""The first of two shapes, in the order of ``Diagonal``: a mirror of the ring."""
BORDER: Final = 5
KING: Final = 6
"""The first shape that is a piece; every later one is as well."""
CANNON: Final = 7
"""The first of four shapes, in the order of ``Direction``."""
MIRROR: Final = 11
"""The first of four shapes, in the order of ``Corner``."""
DOUBLE: Final = 15
"""The first of two shapes, in the order of ``Diagonal``: a double mirror that may move."""
LOCKED: Final = 17
"""The first of two shapes, in the order of ``Diagonal``: a double mirror that may not."""
GUARD: Final = 32
"""A guard without damage; with damage, plus the bit ``1 << Direction`` of each side."""
SHAPE_BITS: Final = 63
BLACK_BIT: Final = 64
CODES: Final = 128

HITS_TO_COLLAPSE: Final = 3
"""Different sides of a guard that a laser has to strike."""


def _shapes() -> dict[int, tuple[Kind, str | None, tuple[str, ...], bool]]:
    """Return what each shape of a piece is: its kind, facing and hits, and if it is locked."""
    shapes: dict[int, tuple[Kind, str | None, tuple[str, ...], bool]] = {}
    shapes[KING] = (Kind.KING, None, (), False)
    for direction in Direction:
        shapes[CANNON + direction] = (Kind.CANNON, direction.name, (), False)
    for i, corner in enumerate(Corner):
        shapes[MIRROR + i] = (Kind.MIRROR, str(corner), (), False)
    for i, diagonal in enumerate(Diagonal):
        shapes[DOUBLE + i] = (Kind.DOUBLE, str(diagonal), (), False)
        shapes[LOCKED + i] = (Kind.DOUBLE, str(diagonal), (), True)
    for mask in range(16):
        hits = tuple(sorted(side.name for side in Direction if mask >> side & 1))
        if len(hits) < HITS_TO_COLLAPSE:
            shapes[GUARD + mask] = (Kind.GUARD, None, hits, False)
    return shapes


SHAPES: Final = _shapes()

WHITE: Final = 0
BLACK: Final = 1

MOVE: Final = 0
TURN_LEFT: Final = 1
TURN_RIGHT: Final = 2
FIRE: Final = 3
PASS: Final = 4

COLUMN_END: Final = beam.OWN_ENDS
MIRROR_END: Final = beam.OWN_ENDS + 1
GUARD_END: Final = beam.OWN_ENDS + 2
CANNON_END: Final = beam.OWN_ENDS + 3
KING_END: Final = beam.OWN_ENDS + 4

ONGOING: Final = 0
WHITE_WINS: Final = 1
BLACK_WINS: Final = 2
QUIET: Final = 3

QUIET_LIMIT: Final = 100
"""Actions in a row, both sides counted, in which no laser damaged or destroyed anything."""
COLUMNS: Final = 4
"""How many columns rise together."""
STANDING: Final = 3
"""Actions for which columns stand."""

STEPS: Final = vec[i64](GRID.steps)
CELLS: Final = vec[i64](sorted(GRID.names))


def _turned_codes(quarters: int) -> list[int]:
    """Return for each code that of the same piece after so many quarter turns clockwise.

    What does not rotate keeps its code.
    """
    codes = list(range(CODES))
    for bit in (0, BLACK_BIT):
        for i in range(2):
            codes[bit + DOUBLE + i] = bit + DOUBLE + 1 - i
            codes[bit + LOCKED + i] = bit + LOCKED + 1 - i
        for i in range(4):
            # A cannon has two directions: north and east, or south and west.
            codes[bit + CANNON + i] = bit + CANNON + (i ^ 1)
            codes[bit + MIRROR + i] = bit + MIRROR + (i + quarters) % 4
    return codes


def _moving_codes() -> list[int]:
    """Return for each code 1 if it is a piece that may move, else 0."""
    moving = (KING, GUARD, DOUBLE, DOUBLE + 1, *range(MIRROR, MIRROR + 4))
    return [int(code & SHAPE_BITS in moving) for code in range(CODES)]


def _reactions() -> list[int]:
    """Return the table of what each code does to a beam, for ``beam.trace``."""
    return [_reaction(code & SHAPE_BITS, h) for code in range(CODES) for h in Direction]


def _reaction(shape: int, heading: Direction) -> int:
    """Return what one shape does to a beam of that heading."""
    if shape in (EMPTY, RUBBLE):
        return int(heading)
    if shape == COLUMN:
        return COLUMN_END
    if shape in (EDGE, EDGE + 1):
        return int(tuple(Diagonal)[shape - EDGE].reflect(heading))
    if shape not in SHAPES:
        return beam.LEFT
    kind, facing, _, _ = SHAPES[shape]
    if kind is Kind.DOUBLE and facing is not None:
        return int(Diagonal(facing).reflect(heading))
    if kind is Kind.MIRROR and facing is not None:
        out = Corner(facing).reflect(heading)
        return MIRROR_END if out is None else int(out)
    return {Kind.GUARD: GUARD_END, Kind.CANNON: CANNON_END, Kind.KING: KING_END}[kind]


def frame() -> list[int]:
    """Return the codes of an empty board, the fixed corners and what lies around them set."""
    codes = [BORDER] * GRID.size
    for cell in GRID.names:
        codes[cell] = EMPTY
    for name, diagonal in CORNERS.items():
        codes[RING_CELLS[name]] = EDGE + tuple(Diagonal).index(diagonal)
    return codes


TURNED_LEFT: Final = vec[i64](_turned_codes(3))
TURNED_RIGHT: Final = vec[i64](_turned_codes(1))
MOVES: Final = vec[i64](_moving_codes())
REACTIONS: Final = vec[i64](_reactions())


def pack(kind: i64, origin: i64, target: i64) -> i64:
    """Return the action as one int; what it does not need is 0."""
    return (kind * 256 + origin) * 256 + target


def is_piece_of(code: i64, side: i64) -> bool:
    """Return whether the code is a piece of that side."""
    return code & SHAPE_BITS >= KING and code // BLACK_BIT == side


def collapses(code: i64) -> bool:
    """Return whether a guard, damaged as the code says, has been struck on too many sides."""
    sides = 0
    for heading in range(4):
        sides += code >> heading & 1
    return sides >= HITS_TO_COLLAPSE


class Board:
    """A position with the side to move and what bears on how it goes on. It changes in place."""

    def __init__(
        self,
        codes: list[int],
        side: i64,
        *,
        quiet: i64,
        cooling: i64,
        raised_left: i64,
        rise_in: i64,
    ) -> None:
        """Set up the codes, one for each cell of the grid, and the counters."""
        self.cells: vec[i64] = vec[i64](codes)
        self.side: i64 = side
        self.quiet: i64 = quiet
        """Actions since a laser damaged or destroyed something."""
        self.cooling: i64 = cooling
        """The bit ``1 << side`` of each side whose cannon cannot fire on its next turn."""
        self.raised_left: i64 = raised_left
        """Actions for which the columns still stand, 0 while they are underground."""
        self.rise_in: i64 = rise_in
        """Actions after which the columns rise, 0 while they stand."""
        self.cannons: vec[i64] = vec[i64]([0, 0])
        """The cell of each side's cannon, which never moves."""
        for cell in CELLS:
            code = self.cells[cell]
            shape = code & SHAPE_BITS
            if shape >= CANNON and shape < MIRROR:
                self.cannons[code // BLACK_BIT] = cell
        self.undone: vec[i64] = vec[i64]()
        """What ``unmake`` needs: the cells that an action changed, and then the rest."""

    def copy(self) -> Board:
        """Return an independent board at the same position, which cannot be unmade further."""
        return Board(
            list(self.cells),
            self.side,
            quiet=self.quiet,
            cooling=self.cooling,
            raised_left=self.raised_left,
            rise_in=self.rise_in,
        )

    def actions(self) -> vec[i64]:
        """Return every legal action of the side to move, as if the game was not over."""
        found = vec[i64](capacity=64)
        cells = self.cells
        side = self.side
        for origin in CELLS:
            code = cells[origin]
            if not is_piece_of(code, side):
                continue
            if MOVES[code] != 0:
                for step in STEPS:
                    if cells[origin + step] == EMPTY:
                        found = append(found, pack(MOVE, origin, origin + step))
            turned = TURNED_RIGHT[code]
            if turned != code:
                found = append(found, pack(TURN_RIGHT, origin, 0))
                if TURNED_LEFT[code] != turned:
                    found = append(found, pack(TURN_LEFT, origin, 0))
        if self.cooling >> self.side & 1 == 0:
            found = append(found, pack(FIRE, 0, 0))
        return append(found, pack(PASS, 0, 0))

    def make(self, action: i64, path: list[int] | None = None) -> i64:
        """Carry out a legal action; the arena does not move.

        Return the code of the piece that a laser damaged, as it was before, or ``EMPTY``. The
        passages of a beam are appended to ``path``.
        """
        before = len(self.undone)
        kept = (self.quiet * 4 + self.cooling) * 256
        kind = action >> 16
        origin = action >> 8 & 255
        struck: i64 = EMPTY
        self.cooling &= ~(1 << self.side)
        if kind == MOVE:
            self._move(origin, action & 255)
        elif kind == TURN_LEFT:
            self._put(origin, TURNED_LEFT[self.cells[origin]])
        elif kind == TURN_RIGHT:
            self._put(origin, TURNED_RIGHT[self.cells[origin]])
        elif kind == FIRE:
            self.cooling |= 1 << self.side
            struck = self._strike(self.fire(self.side, path))
        self.quiet = self.quiet + 1 if struck == EMPTY else 0
        self.side = 1 - self.side
        self.undone = append(self.undone, kept + len(self.undone) - before)
        return struck

    def unmake(self) -> None:
        """Take back the last action made; the arena must not have moved since."""
        self.undone, kept = pop(self.undone)
        for _ in range(kept & 255):
            self.undone, change = pop(self.undone)
            self.cells[change // CODES] = change & (CODES - 1)
        self.cooling = kept >> 8 & 3
        self.quiet = kept >> 10
        self.side = 1 - self.side

    def _put(self, cell: i64, code: i64) -> None:
        """Set what stands on a cell, and note what stood there."""
        self.undone = append(self.undone, cell * CODES + self.cells[cell])
        self.cells[cell] = code

    def _move(self, origin: i64, target: i64) -> None:
        """Move a piece, which frees its side's double mirrors, and locks one that moves."""
        cells = self.cells
        code = cells[origin]
        shape = code & SHAPE_BITS
        locked = LOCKED + BLACK_BIT * self.side
        for cell in CELLS:
            other = cells[cell]
            if other == locked or other == locked + 1:
                self._put(cell, other - LOCKED + DOUBLE)
        self._put(origin, EMPTY)
        is_double = shape >= DOUBLE and shape < DOUBLE + 2
        self._put(target, code - DOUBLE + LOCKED if is_double else code)

    def _strike(self, passage: i64) -> i64:
        """Do what a beam does at its end; return the code of what it damaged or ``EMPTY``."""
        cell = beam.cell_of(passage)
        struck = self.cells[cell]
        end = beam.reaction_of(passage)
        if end in (MIRROR_END, KING_END):
            self._put(cell, EMPTY)
            return struck
        if end == GUARD_END:
            side = (beam.entering_of(passage) + 2) % 4
            damaged = struck | 1 << side
            if damaged != struck:
                self._put(cell, RUBBLE if collapses(damaged) else damaged)
                return struck
        return EMPTY

    def fire(self, side: i64, path: list[int] | None = None) -> i64:
        """Return the last passage of that side's beam as the pieces stand; nothing is harmed."""
        cannon = self.cannons[side]
        heading = (self.cells[cannon] & SHAPE_BITS) - CANNON
        return beam.trace(self.cells, REACTIONS, STEPS, cannon + STEPS[heading], heading, path)

    def empty_cells(self) -> list[int]:
        """Return the cells on which a column can rise."""
        return [cell for cell in CELLS if self.cells[cell] == EMPTY]

    def move_arena(self, flips: list[int], columns: list[int], next_rise: i64) -> None:
        """Flip mirrors of the ring, and count on to columns that rise or retract.

        ``columns`` are the cells on which they rise, if they do now; ``next_rise`` is after how
        many actions they rise again, if they retract now.
        """
        cells = self.cells
        for cell in flips:
            cells[cell] = EDGE + EDGE + 1 - cells[cell]
        if self.raised_left > 0:
            self.raised_left -= 1
            if self.raised_left == 0:
                for square in CELLS:
                    if cells[square] == COLUMN:
                        cells[square] = EMPTY
                self.rise_in = next_rise
        else:
            self.rise_in -= 1
            if self.rise_in == 0:
                for cell in columns:
                    cells[cell] = COLUMN
                self.raised_left = STANDING
        self.undone = vec[i64]()

    def ending(self, struck: i64) -> i64:
        """Return how the game stands after an action in which a laser damaged ``struck``."""
        if struck == KING:
            return BLACK_WINS
        if struck == KING + BLACK_BIT:
            return WHITE_WINS
        return QUIET if self.quiet >= QUIET_LIMIT else ONGOING

    def perft(self, depth: i64) -> i64:
        """Return the number of action sequences of that length.

        The arena does not move in them, and quiet play does not end them.
        """
        if depth == 0:
            return 1
        actions = self.actions()
        if depth == 1:
            return len(actions)
        leaves: i64 = 0
        for action in actions:
            struck = self.make(action)
            if struck & SHAPE_BITS != KING:
                leaves += self.perft(depth - 1)
            self.unmake()
        return leaves
