"""The rules of Deflexion, once: a position of small ints that makes and unmakes actions.

Compiled by mypyc. A piece is one int, its seat's bit and its shape; an action is one int, its
kind, origin and target; cells are those of ``notation.GRID``. The rest of the package gives these
ints names and says why something is not allowed. What differs between the rule sets is in the
tables, and where the lasers are.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

from librt.vecs import append, pop, vec
from mypy_extensions import i64

from engine import beam
from engine.deflexion.notation import GRID, SEATS, Kind
from engine.deflexion.rulesets import LASER_HEADINGS, LASER_SQUARES, RULE_SETS, RuleSet
from engine.grid import Corner, Diagonal, Direction

EMPTY: Final = 0
PHARAOH: Final = 1
OBELISK: Final = 2
DJED: Final = 3
"""The first of two shapes, in the order of ``Diagonal``."""
PYRAMID: Final = 5
"""The first of four shapes, in the order of ``Corner``."""
ANUBIS: Final = 9
"""The first of four shapes, in the order of ``Direction``: the side of its shield."""
SPHINX: Final = 13
"""The first of two shapes: a Sphinx that fires along its column, then along its row.

It does so into the board, so that its side tells whether up or down, left or right.
"""
BORDER: Final = 15
GOLD_BIT: Final = 16
CODES: Final = 32

SHAPES: Final[dict[int, tuple[Kind, str | None]]] = {
    PHARAOH: (Kind.PHARAOH, None),
    OBELISK: (Kind.OBELISK, None),
    **{DJED + i: (Kind.DJED, str(diagonal)) for i, diagonal in enumerate(Diagonal)},
    **{PYRAMID + i: (Kind.PYRAMID, str(corner)) for i, corner in enumerate(Corner)},
    **{ANUBIS + i: (Kind.ANUBIS, direction.name) for i, direction in enumerate(Direction)},
    **{SPHINX + i: (Kind.SPHINX, None) for i in range(2)},
}
"""What each shape is: the kind of piece and its facing, which of a Sphinx takes its side too."""

SILVER: Final = 0
GOLD: Final = 1

MOVE: Final = 0
SWAP: Final = 1
TURN_LEFT: Final = 2
TURN_RIGHT: Final = 3

HIT: Final = beam.OWN_ENDS
SHIELD: Final = beam.OWN_ENDS + 1
"""The beam came in at the side of an Anubis' shield."""
AT_SPHINX: Final = beam.OWN_ENDS + 2
"""The beam came to a Sphinx, its own or the other."""

GOES: Final = 1
SWAPS: Final = 2
TURNS_RIGHT: Final = 4
TURNS_LEFT: Final = 8

ONGOING: Final = 0
SILVER_WINS: Final = 1
GOLD_WINS: Final = 2
REPETITION: Final = 3
QUIET: Final = 4

TIMES_TO_REPEAT: Final = 3
QUIET_LIMIT: Final = 100
"""Turns in a row, both sides counted, without a piece removed."""

STEPS: Final = vec[i64](GRID.steps)
AROUND: Final = vec[i64](
    [GRID.stride * up + across for up in (1, 0, -1) for across in (-1, 0, 1) if up or across]
)
"""The steps to the eight neighbours."""
SIZE: Final[i64] = GRID.size
CELLS: Final = vec[i64](sorted(GRID.names))


def _closed_cells(side: int) -> list[int]:
    """Return for each cell 1 if it is reserved for the other side, else 0."""
    column, corners = (("a", ("i1", "i8")), ("j", ("b1", "b8")))[side]
    closed = [0] * GRID.size
    for square, cell in GRID.cells.items():
        closed[cell] = int(square[0] == column or square in corners)
    return closed


def _turned_codes(quarters: int) -> list[int]:
    """Return for each code that of the same piece after so many quarter turns clockwise."""
    codes = list(range(CODES))
    for bit in (0, GOLD_BIT):
        for i in range(2):
            codes[bit + DJED + i] = bit + DJED + (i + quarters) % 2
            codes[bit + SPHINX + i] = bit + SPHINX + (i + quarters) % 2
        for i in range(4):
            codes[bit + PYRAMID + i] = bit + PYRAMID + (i + quarters) % 4
            codes[bit + ANUBIS + i] = bit + ANUBIS + (i + quarters) % 4
    return codes


def _codes_of(*kinds: Kind) -> list[int]:
    """Return for each code 1 if it is a piece of one of these kinds, else 0."""
    shapes = [shape for shape, (kind, _) in SHAPES.items() if kind in kinds]
    return [int(code % GOLD_BIT in shapes) for code in range(CODES)]


def _abilities(rule_set: RuleSet) -> list[int]:
    """Return for each code what such a piece can do, the bits ``GOES`` to ``TURNS_LEFT``."""
    table = [0] * CODES
    for shape, (kind, _) in SHAPES.items():
        able = GOES if kind is not Kind.SPHINX else 0
        if kind is Kind.DJED:
            able |= SWAPS
        if kind in rule_set.turning:
            # From along its column to along its row, either Sphinx turns left; what looks the
            # same after either quarter turn has one action.
            if shape != SPHINX:
                able |= TURNS_RIGHT
            if shape == SPHINX or kind in (Kind.PYRAMID, Kind.ANUBIS):
                able |= TURNS_LEFT
        table[shape] = table[GOLD_BIT + shape] = able
    return table


def _laser_cells(rule_set: RuleSet) -> list[int]:
    """Return the cell of each side's laser: the Sphinx's, or that of the border beside it."""
    cells = []
    for seat in SEATS:
        cell = GRID.cells[LASER_SQUARES[seat]]
        into_board = GRID.steps[LASER_HEADINGS[seat][0]]
        cells.append(cell if rule_set.has_sphinxes else cell - into_board)
    return cells


def _headings() -> list[int]:
    """Return for ``GOLD_BIT * side + shape`` in which direction the laser of that shape fires."""
    headings = [0] * CODES
    for side, seat in enumerate(SEATS):
        along_column, along_row = LASER_HEADINGS[seat]
        headings[GOLD_BIT * side + BORDER] = along_column
        headings[GOLD_BIT * side + SPHINX] = along_column
        headings[GOLD_BIT * side + SPHINX + 1] = along_row
    return headings


def _reactions() -> list[int]:
    """Return the table of what each code does to a beam, for ``beam.trace``."""
    table = [0] * (4 * CODES)
    for code in range(CODES):
        for heading in Direction:
            table[4 * code + heading] = _reaction(code % GOLD_BIT, heading)
    return table


def _reaction(shape: int, heading: Direction) -> int:
    """Return what one shape does to a beam of that heading."""
    if shape == EMPTY:
        return int(heading)
    match SHAPES.get(shape):
        case None:
            return beam.LEFT
        case Kind.DJED, str(diagonal):
            return int(Diagonal(diagonal).reflect(heading))
        case Kind.PYRAMID, str(corner):
            out = Corner(corner).reflect(heading)
            return HIT if out is None else int(out)
        case Kind.ANUBIS, str(side):
            return SHIELD if heading.opposite is Direction[side] else HIT
        case Kind.SPHINX, _:
            return AT_SPHINX
        case _:
            return HIT


def _keys() -> list[int]:
    """Return a random-looking number of 62 bits for each code on each cell, 0 for empty ones.

    They are the same on every machine.
    """
    keys = [0] * (128 * CODES)
    for place in range(128, 128 * CODES):
        digest = blake2b(str(place).encode(), digest_size=8).digest()
        keys[place] = int.from_bytes(digest, "big") >> 2
    return keys


CLOSED: Final = vec[i64](_closed_cells(SILVER) + _closed_cells(GOLD))
"""For ``side * SIZE + cell`` 1 if the cell is reserved for the other side, else 0."""
ABILITIES: Final = vec[i64]([able for rules in RULE_SETS.values() for able in _abilities(rules)])
"""For ``CODES * number + code`` what such a piece can do under the rule set of that number."""
IS_SWAPPED: Final = vec[i64](_codes_of(Kind.PYRAMID, Kind.OBELISK, Kind.ANUBIS))
"""For each code 1 if a piece of either side can swap with it."""
EVERYWHERE: Final = vec[i64]([1] * GRID.size)
"""Marks that every action touches."""
LASERS: Final = vec[i64]([cell for rules in RULE_SETS.values() for cell in _laser_cells(rules)])
"""For ``2 * number + side`` the cell of that side's laser, which itself is not in its way."""
HEADINGS: Final = vec[i64](_headings())
"""For ``GOLD_BIT * side + shape`` in which direction the laser of that shape fires."""
TURNED_LEFT: Final = vec[i64](_turned_codes(3))
TURNED_RIGHT: Final = vec[i64](_turned_codes(1))
REACTIONS: Final = vec[i64](_reactions())
KEYS: Final = vec[i64](_keys())
GOLD_KEY: Final[i64] = KEYS[128 * BORDER]


def pack(kind: i64, origin: i64, target: i64) -> i64:
    """Return the action as one int; a turn's target is 0."""
    return (kind * 128 + origin) * 128 + target


class Board:
    """A position with the side to move and what bears on the draws. It changes in place."""

    def __init__(self, codes: list[int], side: i64, quiet: i64, number: i64 = 0) -> None:
        """Set up the codes, one for each cell of the grid, the border's included.

        ``number`` is the rule set's.
        """
        self.cells: vec[i64] = vec[i64](codes)
        self.number: i64 = number
        self.side: i64 = side
        self.quiet: i64 = quiet
        """Turns since a piece was removed."""
        self.key: i64 = GOLD_KEY * side
        """The position's number: pieces, facings and side to move."""
        for cell in CELLS:
            self.key ^= KEYS[128 * self.cells[cell] + cell]
        self.earlier: vec[i64] = vec[i64]()
        """The numbers of the positions before this one, as far back as they can come again."""
        self.found: vec[i64] = vec[i64]([0] * (10 * len(CELLS)))
        """Room for the actions of any position."""
        self.undone: vec[i64] = vec[i64]()
        """What ``unmake`` needs for each action made: quiet, cell, code removed and the action."""

    def copy(self) -> Board:
        """Return an independent board at the same position, which cannot be unmade further."""
        board = Board(list(self.cells), self.side, self.quiet, self.number)
        board.earlier = self.earlier[max(0, len(self.earlier) - self.quiet) :]
        return board

    def actions(self) -> vec[i64]:
        """Return every legal action of the side to move, as if the game was not over."""
        return self.actions_touching(EVERYWHERE, 0)

    def actions_touching(self, marks: vec[i64], base: i64) -> vec[i64]:
        """Return those of the legal actions that touch a cell of which the mark exceeds ``base``.

        A turn touches its cell, a move or a swap two.
        """
        found = self.found
        count: i64 = 0
        cells = self.cells
        closed_cells = CLOSED
        around = AROUND
        bit = GOLD_BIT * self.side
        closed = SIZE * self.side
        abilities = CODES * self.number
        for origin in CELLS:
            code = cells[origin]
            if code == EMPTY or code & GOLD_BIT != bit:
                continue
            able = ABILITIES[abilities + code]
            touches = marks[origin] > base
            if able & GOES != 0:
                for step in around:
                    target = origin + step
                    if not touches and marks[target] <= base:
                        continue
                    partner = cells[target]
                    if partner == EMPTY:
                        if closed_cells[closed + target] == 0:
                            found[count] = pack(MOVE, origin, target)
                            count += 1
                    elif (
                        able & SWAPS != 0
                        and IS_SWAPPED[partner] != 0
                        and closed_cells[closed + target] == 0
                        and closed_cells[SIZE * (partner >> 4) + origin] == 0
                    ):
                        found[count] = pack(SWAP, origin, target)
                        count += 1
            if touches:
                if able & TURNS_RIGHT != 0:
                    found[count] = pack(TURN_RIGHT, origin, 0)
                    count += 1
                if able & TURNS_LEFT != 0:
                    found[count] = pack(TURN_LEFT, origin, 0)
                    count += 1
        return found[:count]

    def allows(self, action: i64) -> bool:
        """Return whether an action that was legal in some position is so in this one."""
        cells = self.cells
        kind = action >> 14
        origin = action >> 7 & 127
        code = cells[origin]
        if code == EMPTY or code & GOLD_BIT != GOLD_BIT * self.side:
            return False
        able = ABILITIES[CODES * self.number + code]
        if kind == TURN_RIGHT:
            return able & TURNS_RIGHT != 0
        if kind == TURN_LEFT:
            return able & TURNS_LEFT != 0
        target = action & 127
        partner = cells[target]
        if able & GOES == 0 or CLOSED[SIZE * self.side + target] != 0:
            return False
        if kind == MOVE:
            return partner == EMPTY
        return (
            able & SWAPS != 0
            and IS_SWAPPED[partner] != 0
            and CLOSED[SIZE * (partner >> 4) + origin] == 0
        )

    def make(self, action: i64, path: list[int] | None = None) -> i64:
        """Carry out a legal action and fire; return the code of the piece removed, or ``EMPTY``.

        The beam's passages are appended to ``path``.
        """
        cells = self.cells
        kind = action >> 14
        origin = action >> 7 & 127
        code = cells[origin]
        self.earlier = append(self.earlier, self.key)
        self.key ^= GOLD_KEY ^ KEYS[128 * code + origin]
        if kind <= SWAP:
            target = action & 127
            partner = cells[target]
            cells[target] = code
            cells[origin] = partner
            self.key ^= KEYS[128 * code + target]
            self.key ^= KEYS[128 * partner + origin] ^ KEYS[128 * partner + target]
        else:
            turned = TURNED_LEFT[code] if kind == TURN_LEFT else TURNED_RIGHT[code]
            cells[origin] = turned
            self.key ^= KEYS[128 * turned + origin]
        passage = self.fire(self.side, path)
        struck: i64 = 0
        removed: i64 = EMPTY
        if beam.reaction_of(passage) == HIT:
            struck = beam.cell_of(passage)
            removed = cells[struck]
            cells[struck] = EMPTY
            self.key ^= KEYS[128 * removed + struck]
        undone = ((self.quiet * 128 + struck) * CODES + removed) << 16 | action
        self.undone = append(self.undone, undone)
        self.quiet = self.quiet + 1 if removed == EMPTY else 0
        self.side = 1 - self.side
        return removed

    def unmake(self) -> None:
        """Take back the last action made."""
        self.undone, undone = pop(self.undone)
        self.earlier, self.key = pop(self.earlier)
        self.side = 1 - self.side
        self.quiet = undone >> 28
        cells = self.cells
        removed = undone >> 16 & (CODES - 1)
        if removed != EMPTY:
            cells[undone >> 21 & 127] = removed
        kind = undone >> 14 & 3
        origin = undone >> 7 & 127
        if kind <= SWAP:
            target = undone & 127
            code = cells[target]
            cells[target] = cells[origin]
            cells[origin] = code
        elif kind == TURN_LEFT:
            cells[origin] = TURNED_RIGHT[cells[origin]]
        else:
            cells[origin] = TURNED_LEFT[cells[origin]]

    def foresee(self, action: i64, first: i64 = 0, heading: i64 = 0) -> i64:
        """Return what ``make`` would: the code of the piece removed, or ``EMPTY``.

        The beam is followed from where it enters the cell ``first`` in that heading, which the
        action must not change; with 0 from its laser.
        """
        cells = self.cells
        kind = action >> 14
        origin = action >> 7 & 127
        target = action & 127 if kind <= SWAP else origin
        code = cells[origin]
        partner = cells[target]
        cells[origin] = partner
        if kind <= SWAP:
            cells[target] = code
        else:
            cells[origin] = TURNED_LEFT[code] if kind == TURN_LEFT else TURNED_RIGHT[code]
        if first == 0:
            passage = self.fire(self.side)
        else:
            passage = beam.trace(cells, REACTIONS, STEPS, first, heading, None)
        removed = cells[beam.cell_of(passage)] if beam.reaction_of(passage) == HIT else EMPTY
        cells[target] = partner
        cells[origin] = code
        return removed

    def struck_last(self) -> i64:
        """Return the cell from which the last action made removed a piece, 0 if it did not."""
        return self.undone[-1] >> 21 & 127

    def fire(self, side: i64, path: list[int] | None = None) -> i64:
        """Return the last passage of that side's beam as the pieces stand; nothing is removed."""
        heading = self.heading(side)
        first = self.laser(side) + STEPS[heading]
        return beam.trace(self.cells, REACTIONS, STEPS, first, heading, path)

    def laser(self, side: i64) -> i64:
        """Return the cell of that side's laser."""
        return LASERS[2 * self.number + side]

    def heading(self, side: i64) -> i64:
        """Return the heading in which that side's laser fires."""
        return HEADINGS[GOLD_BIT * side + (self.cells[self.laser(side)] & (GOLD_BIT - 1))]

    def turn(self, origin: i64, turn: i64) -> i64:
        """Return the turn of the piece there, as the one of which there is an action.

        ``turn`` is ``TURN_LEFT`` or ``TURN_RIGHT``; of a piece that looks the same after either
        both mean the same.
        """
        able = ABILITIES[CODES * self.number + self.cells[origin]]
        if turn == TURN_LEFT and able & TURNS_LEFT != 0:
            return pack(TURN_LEFT, origin, 0)
        return pack(TURN_RIGHT, origin, 0)

    def ending(self, removed: i64) -> i64:
        """Return how the game stands after an action that removed ``removed``."""
        if removed == PHARAOH:
            return GOLD_WINS
        if removed == PHARAOH + GOLD_BIT:
            return SILVER_WINS
        # What stood before the last removal cannot come again.
        times: i64 = 1
        since = max(0, len(self.earlier) - self.quiet)
        for key in self.earlier[since:]:
            if key == self.key:
                times += 1
        if times >= TIMES_TO_REPEAT:
            return REPETITION
        return QUIET if self.quiet >= QUIET_LIMIT else ONGOING

    def perft(self, depth: i64) -> i64:
        """Return the number of action sequences of that length; draws are not applied."""
        if depth == 0:
            return 1
        actions = self.actions()
        if depth == 1:
            return len(actions)
        leaves: i64 = 0
        for action in actions:
            removed = self.make(action)
            if removed & (GOLD_BIT - 1) != PHARAOH:
                leaves += self.perft(depth - 1)
            self.unmake()
        return leaves
