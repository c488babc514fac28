"""What a position of Deflexion is worth, and its board as the search walks it.

Compiled by mypyc. Worth is counted in hundredths of a Pyramid, from the view of the side to move.
Its terms:

- **material**: what stands on the board, a Pyramid, an Obelisk or an Anubis; Djeds and Sphinxes
  cannot be lost;
- **place**: a Pyramid, and less so a Djed, is worth a little more towards the middle columns and
  the other side, where beams pass; a Pharaoh more at home;
- **shelter**: for each side of a Pharaoh the squares up to the first piece, from any of which a
  beam can be turned on it;
- **shots**: what each laser hits as the pieces stand. The side to move takes it unless its own
  action spoils the shot; the other side takes it unless the action wards it off.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, pop, vec
from mypy_extensions import i64

from engine import beam
from engine.deflexion.board import (
    ANUBIS,
    CELLS,
    CODES,
    DJED,
    EMPTY,
    GOLD_BIT,
    GOLD_KEY,
    HIT,
    KEYS,
    OBELISK,
    PHARAOH,
    PYRAMID,
    QUIET_LIMIT,
    REACTIONS,
    STEPS,
    SWAP,
    TURN_LEFT,
    TURN_RIGHT,
    TURNED_LEFT,
    TURNED_RIGHT,
    Board,
    pack,
)
from engine.deflexion.notation import GRID
from engine.search import DRAWN, GOES_ON, LOST, SURE, WON, Node

WORTH_PYRAMID: Final = 100
WORTH_OBELISK: Final = 70
WORTH_ANUBIS: Final = 80
WORTH_PHARAOH: Final = 600
"""As the target of a shot that is still to come; its loss itself is an end and not a worth."""

OPEN_SQUARE: Final = 12
"""What an open square beside a Pharaoh costs, and as many more in line.

Three times what was first thought of it, it won 62.5 % of the points of 140 games.
"""
MOST_OPEN: Final = 4

SHOT_OF_MOVER: Final = 70
"""The percentage of what the mover's laser hits now that counts as taken."""
SHOT_OF_OTHER: Final = 25
"""The percentage of what the other laser hits now that counts as lost."""

_LATEST: Final = 256
"""More than any place in a beam's course."""
_PASS: Final[i64] = pack(TURN_RIGHT, 0, 0)
"""A turn of a cell of the border, which changes nothing."""


def _worths() -> list[int]:
    """Return for each code what such a piece is worth, whoever has it."""
    worths = [0] * CODES
    for bit in (0, GOLD_BIT):
        worths[bit + PHARAOH] = WORTH_PHARAOH
        worths[bit + OBELISK] = WORTH_OBELISK
        for i in range(4):
            worths[bit + PYRAMID + i] = WORTH_PYRAMID
            worths[bit + ANUBIS + i] = WORTH_ANUBIS
    return worths


def _places() -> list[int]:
    """Return for ``128 * code + cell`` what the piece is worth there, to Silver."""
    places = [0] * (128 * CODES)
    for square, cell in GRID.cells.items():
        column = ord(square[0]) - ord("a")
        middle = min(column, 9 - column)
        for side, bit in enumerate((0, GOLD_BIT)):
            forward = (int(square[1]) - 1, 8 - int(square[1]))[side]
            sign = 1 - 2 * side
            places[128 * (bit + PHARAOH) + cell] = sign * -12 * forward
            places[128 * (bit + OBELISK) + cell] = sign * (WORTH_OBELISK - forward)
            for i in range(2):
                places[128 * (bit + DJED + i) + cell] = sign * (2 * middle + 2 * forward)
            for i in range(4):
                worth = WORTH_PYRAMID + 2 * middle + 2 * min(forward, 5)
                places[128 * (bit + PYRAMID + i) + cell] = sign * worth
                places[128 * (bit + ANUBIS + i) + cell] = sign * (WORTH_ANUBIS - forward)
    return places


WORTHS: Final = vec[i64](_worths())
PLACES: Final = vec[i64](_places())


class DeflexionNode(Node):
    """A board of Deflexion, which it changes, with what evaluation needs kept up to date."""

    def __init__(self, board: Board) -> None:
        """Walk from the position of the board."""
        self.board: Board = board
        self.placed: i64 = 0
        """Material and places, to Silver."""
        self.pharaohs: vec[i64] = vec[i64]([0, 0])
        """The cell of each side's Pharaoh."""
        for cell in CELLS:
            code = board.cells[cell]
            self.placed += PLACES[128 * code + cell]
            if code & (GOLD_BIT - 1) == PHARAOH:
                self.pharaohs[code >> 4] = cell
        self.kept: vec[i64] = vec[i64]()
        """For each action played what it was before: the worth and the two cells."""
        self.start: i64 = len(board.earlier)
        """Positions from here on are those of this search."""
        self.passages: vec[i64] = vec[i64]([0] * (2 * GRID.size))
        """Those of the mover's beam in the position that was looked at last."""
        self.count: i64 = 0
        self.traced: i64 = -1
        """The number of that position."""
        self.takes: i64 = 0
        """What the beam takes there as the pieces stand, negative from the mover."""
        self.marked: i64 = -1
        """The number of the position whose beam was marked last."""
        self.marks: vec[i64] = vec[i64]([0] * GRID.size)
        """For each cell on the beam ``base`` and the more, the earlier the beam comes there."""
        self.base: i64 = 0
        self.near: vec[i64] = vec[i64]([0] * GRID.size)
        """For each cell the number of the last position in which it sheltered a Pharaoh."""

    def actions(self) -> vec[i64]:
        """Return every legal action of the side to move."""
        return self.board.actions()

    def play(self, action: i64) -> i64:
        """Carry out an action and return how the game stands."""
        board = self.board
        cells = board.cells
        pharaohs = self.pharaohs
        self.kept = append(
            self.kept, (self.placed + (1 << 30)) << 16 | pharaohs[0] << 8 | pharaohs[1]
        )
        origin = action >> 7 & 127
        if action >> 14 <= SWAP:
            target = action & 127
            code = cells[origin]
            partner = cells[target]
            self.placed += PLACES[128 * code + target] - PLACES[128 * code + origin]
            self.placed += PLACES[128 * partner + origin] - PLACES[128 * partner + target]
            if code & (GOLD_BIT - 1) == PHARAOH:
                pharaohs[code >> 4] = target
        removed = board.make(action)
        if removed != EMPTY:
            self.placed -= PLACES[128 * removed + board.struck_last()]
            if removed & (GOLD_BIT - 1) == PHARAOH:
                return WON if removed >> 4 == board.side else LOST
        elif self._is_drawn():
            return DRAWN
        return GOES_ON

    def take_back(self) -> None:
        """Take back the last action."""
        self.kept, kept = pop(self.kept)
        self.placed = (kept >> 16) - (1 << 30)
        self.pharaohs[0] = kept >> 8 & 255
        self.pharaohs[1] = kept & 255
        self.board.unmake()

    def number(self) -> i64:
        """Return the position's number."""
        return self.board.key

    def _is_drawn(self) -> bool:
        """Return whether the position is a draw, or as good as one.

        That a position comes a second time within the search shows that it can come a third.
        """
        board = self.board
        if board.quiet < 2:
            return False
        if board.quiet >= QUIET_LIMIT:
            return True
        earlier = board.earlier
        key = board.key
        last = len(earlier)
        times: i64 = 0
        i = last - 2
        while i >= 0 and i >= last - board.quiet:
            if earlier[i] == key:
                times += 1
                if i >= self.start or times == 2:
                    return True
            i -= 2
        return False

    def gains(self, actions: vec[i64]) -> vec[i64]:
        """Return for each action what its shot takes, of those that leave the beam the first's."""
        self._mark()
        marks = self.marks
        base = self.base
        unchanged = self.takes
        gains = actions[:]
        for i in range(len(actions)):
            action = actions[i]
            first = marks[action >> 7 & 127]
            if action >> 14 <= SWAP:
                first = max(first, marks[action & 127])
            if first > base:
                gains[i] = self._foresee(action, base + _LATEST - first)
            else:
                gains[i] = unchanged
                unchanged = min(unchanged, 0)
        return gains

    def shots(self) -> vec[i64]:
        """Return the actions whose shot takes something, the most first; see ``gains``."""
        self._mark()
        base = self.base
        found = vec[i64]()
        gains = vec[i64]()
        if self.takes > 0:
            for action in self.board.actions():
                if self._first_touch(action) <= base:
                    found = append(found, action)
                    gains = append(gains, self.takes)
                    break
        for action in self.board.actions_touching(self.marks, base):
            gain = self._foresee(action, base + _LATEST - self._first_touch(action))
            if gain > 0:
                found = append(found, action)
                gains = append(gains, gain)
                place = len(found) - 1
                while place > 0 and gains[place - 1] < gain:
                    gains[place] = gains[place - 1]
                    found[place] = found[place - 1]
                    place -= 1
                gains[place] = gain
                found[place] = action
        return found

    def ceilings(self, actions: vec[i64], gains: vec[i64], floor: i64) -> vec[i64]:
        """Return for each action what it can be worth at most, if its shot hits nothing.

        Then nothing but place and shelter speaks for the side that takes it. There is no saying
        where the quiet of the game may end, or where the beam hits something as it stands.
        """
        board = self.board
        self._trace()
        if board.quiet + 1 >= QUIET_LIMIT or self.takes > 0:
            return vec[i64]()
        may_recur = floor < 0 and board.quiet >= 3
        cells = board.cells
        sign = 1 - 2 * board.side
        self._surround()
        near = self.near
        key = board.key
        shelter = self._openness(1) - self._openness(0)
        standing = self.placed + shelter
        places = PLACES
        ceilings = actions[:]
        for i in range(len(actions)):
            if gains[i] != 0:
                ceilings[i] = SURE
                continue
            action = actions[i]
            origin = action >> 7 & 127
            ceiling = standing
            if action >> 14 <= SWAP:
                target = action & 127
                code = cells[origin]
                partner = cells[target]
                ceiling += places[128 * code + target] - places[128 * code + origin]
                if partner != EMPTY:
                    ceiling += places[128 * partner + origin] - places[128 * partner + target]
                if near[origin] == key or near[target] == key:
                    ceiling += self._shelter_after(origin, target) - shelter
            ceiling *= sign
            if may_recur and ceiling < 0 and self._recurs(action):
                ceiling = 0
            ceilings[i] = ceiling
        return ceilings

    def best_shot(self) -> i64:
        """Return the first of the actions that gain most, 0 if none does or it cannot be told."""
        self._mark()
        best: i64 = 0
        most: i64 = 0
        # Where the beam hits as the pieces stand, nearly every action gains.
        if self.takes <= 0:
            base = self.base
            for action in self.board.actions_touching(self.marks, base):
                gain = self._foresee(action, base + _LATEST - self._first_touch(action))
                if gain > most:
                    best = action
                    most = gain
        return best

    def is_quiet(self, action: i64, floor: i64) -> bool:
        """Return whether an action is for sure legal, gains nothing, and may exceed ``floor``."""
        self._mark()
        if self.takes > 0 or not self.board.allows(action):
            return False
        first = self._first_touch(action)
        gain = self.takes
        if first > self.base:
            gain = self._foresee(action, self.base + _LATEST - first)
        if gain != 0:
            return False
        ceilings = self.ceilings(vec[i64]([action]), vec[i64]([0]), floor)
        return len(ceilings) == 0 or ceilings[0] > floor

    def may_pass(self) -> bool:
        """Return whether to pass is never much better: there is always a piece of no moment."""
        return True

    def play_pass(self) -> i64:
        """Fire without an action."""
        return self.play(_PASS)

    def evaluate(self) -> i64:
        """Return what the position is worth to the side to move, term by term as above."""
        board = self.board
        side = board.side
        worth = self.placed - self._openness(0) + self._openness(1)
        if side != 0:
            worth = -worth
        self._trace()
        if self.takes > 0:
            worth += self.takes * SHOT_OF_MOVER // 100
        # A laser that has just hit nothing hits nothing as the pieces stand.
        if len(board.undone) > 0 and board.struck_last() == 0:
            return worth
        last = board.fire(1 - side)
        if _hits(last):
            taken = self._taken(board.cells[beam.cell_of(last)])
            if taken < 0:
                worth += taken * SHOT_OF_OTHER // 100
        return worth

    def _trace(self) -> None:
        """Follow the mover's beam, unless this was done for the position just now."""
        board = self.board
        if self.traced == board.key:
            return
        self.traced = board.key
        heading = board.heading(board.side)
        first = board.laser(board.side) + STEPS[heading]
        self.count = beam.trace_passages(
            board.cells, REACTIONS, STEPS, first, heading, self.passages
        )
        last = self.passages[self.count - 1]
        self.takes = self._taken(board.cells[beam.cell_of(last)]) if _hits(last) else 0

    def _mark(self) -> None:
        """Mark the cells on the mover's beam: only what touches one can change its course."""
        self._trace()
        if self.marked == self.traced:
            return
        self.marked = self.traced
        self.base += 2 * _LATEST
        marks = self.marks
        passages = self.passages
        for i in range(self.count - 1, -1, -1):
            marks[beam.cell_of(passages[i])] = self.base + _LATEST - i
        # A laser that turns, as a Sphinx does, changes all of it.
        marks[self.board.laser(self.board.side)] = self.base + _LATEST + 1

    def _foresee(self, action: i64, place: i64) -> i64:
        """Return what the shot takes after an action that touches the beam from that place on."""
        if place < 0:
            return self._taken(self.board.foresee(action))
        passage = self.passages[place]
        first, heading = beam.cell_of(passage), beam.entering_of(passage)
        return self._taken(self.board.foresee(action, first, heading))

    def _first_touch(self, action: i64) -> i64:
        """Return the greater of the marks that the action touches."""
        first = self.marks[action >> 7 & 127]
        if action >> 14 <= SWAP:
            return max(first, self.marks[action & 127])
        return first

    def _taken(self, removed: i64) -> i64:
        """Return what removing that piece takes from the side not to move, 0 for ``EMPTY``."""
        worth = WORTHS[removed]
        return worth if removed >> 4 != self.board.side else -worth

    def _openness(self, side: i64) -> i64:
        """Return what the open squares in line with a side's Pharaoh cost it."""
        cells = self.board.cells
        open_squares: i64 = 0
        for step in STEPS:
            cell = self.pharaohs[side] + step
            left: i64 = MOST_OPEN
            while left > 0 and cells[cell] == EMPTY:
                open_squares += 1
                left -= 1
                cell += step
        return open_squares * OPEN_SQUARE

    def _surround(self) -> None:
        """Mark the cells on which the shelter of a Pharaoh depends."""
        cells = self.board.cells
        near = self.near
        key = self.board.key
        for pharaoh in self.pharaohs:
            near[pharaoh] = key
            for step in STEPS:
                cell = pharaoh + step
                left: i64 = MOST_OPEN
                while left > 0 and cells[cell] == EMPTY:
                    near[cell] = key
                    left -= 1
                    cell += step
                if left > 0:
                    near[cell] = key

    def _shelter_after(self, origin: i64, target: i64) -> i64:
        """Return what the Pharaohs' shelter is worth to Silver after a move or a swap."""
        cells = self.board.cells
        pharaohs = self.pharaohs
        code = cells[origin]
        partner = cells[target]
        cells[target] = code
        cells[origin] = partner
        if code & (GOLD_BIT - 1) == PHARAOH:
            pharaohs[code >> 4] = target
        shelter = self._openness(1) - self._openness(0)
        if code & (GOLD_BIT - 1) == PHARAOH:
            pharaohs[code >> 4] = origin
        cells[target] = partner
        cells[origin] = code
        return shelter

    def _recurs(self, action: i64) -> bool:
        """Return whether a move or turn that hits nothing may lead to an earlier position."""
        board = self.board
        cells = board.cells
        origin = action >> 7 & 127
        code = cells[origin]
        key = board.key ^ GOLD_KEY ^ KEYS[128 * code + origin]
        kind = action >> 14
        if kind <= SWAP:
            target = action & 127
            partner = cells[target]
            key ^= KEYS[128 * code + target]
            key ^= KEYS[128 * partner + origin] ^ KEYS[128 * partner + target]
        else:
            turned = TURNED_LEFT[code] if kind == TURN_LEFT else TURNED_RIGHT[code]
            key ^= KEYS[128 * turned + origin]
        earlier = board.earlier
        last = len(earlier)
        i = last - 1
        while i >= 0 and i >= last - board.quiet:
            if earlier[i] == key:
                return True
            i -= 2
        return False


def _hits(passage: i64) -> bool:
    """Return whether a beam with this last passage removes something."""
    return beam.reaction_of(passage) == HIT
