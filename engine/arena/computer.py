"""The computer player of Arena, which reckons with how the arena may move."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar, Final

from engine.arena import board as rules
from engine.arena.board import Board
from engine.arena.chance import FLIP_PROBABILITY, is_retracting, is_rising
from engine.arena.evaluate import WORTH_KING, ArenaNode
from engine.arena.notation import RING, RING_CELLS
from engine.arena.setup import PERIODS
from engine.arena.state import ArenaState, unpack
from engine.averaging import Branch, Cases, search_averaged
from engine.computer import Computer, Found, Level, Limits
from engine.core import Action, GameError, State
from engine.search import GOES_ON, WIN, worth

SAMPLES: Final = 8
"""How many ways in which the arena may move are looked at after each action."""

CHANCES: Final = 320
"""How many ways in which it may move are asked for what the other side could hit at once."""
SCALE: Final = 500
"""By how much a side is ahead that has as good as three games in four won."""


@dataclass(frozen=True, slots=True)
class Draw:
    """One way in which the arena may move, whatever the action was.

    Columns rise on the first cells of ``order`` that are empty then.
    """

    flips: list[int]
    order: list[int]
    next_rise: int

    def carry_out(self, board: Board) -> None:
        """Move the arena on the board."""
        columns = []
        if is_rising(board):
            empty = set(board.empty_cells())
            columns = [cell for cell in self.order if cell in empty][: rules.COLUMNS]
        board.move_arena(self.flips, columns, self.next_rise if is_retracting(board) else 0)


def draw(rng: random.Random) -> Draw:
    """Return a way in which the arena may move, each as likely as the rules say."""
    flips = [RING_CELLS[square] for square in RING if rng.random() < FLIP_PROBABILITY]
    cells = list(rules.CELLS)
    return Draw(flips, rng.sample(cells, len(cells)), rng.choice(PERIODS))


_UNMOVED: Final = Draw([], [], PERIODS[0])
"""What the arena does in any case: columns retract that have stood their time."""


class ArenaComputer(Computer):
    """Plays Arena by the average over several ways in which the arena may move.

    These are drawn once and are the same for every action, so that no action has more luck than
    another. After its first move the arena stands still in the search.
    """

    levels: ClassVar[Mapping[str, Level]] = MappingProxyType(
        {
            "easy": Level(depth=1, nodes=0, noise=110, quiescence_plies=0),
            "medium": Level(depth=2, nodes=0, noise=25, quiescence_plies=1),
            "hard": Level(depth=3, nodes=0, noise=0, quiescence_plies=2),
        }
    )

    def search(self, state: State, limits: Limits, noise: int, rng: random.Random) -> Found:
        """Return the best action of the seat to move, on average."""
        node = self.node(state)
        draws = [draw(rng) for _ in range(SAMPLES)]
        # What the other side may hit at once is rare and decides games: that takes more cases.
        more = () if noise else (*draws, *(draw(rng) for _ in range(CHANCES - SAMPLES)))
        rises = is_rising(node.board)
        ways = [cell for each in more for cell in (*each.flips, *(each.order if rises else ()), 0)]
        cases = Cases([1] * SAMPLES, SCALE)
        branches = []
        for action in list(node.actions()):
            end, following, hits = _branch(node, action, draws, ways)
            luck = _luck(cases, hits)
            branches.append(Branch(action, rng.randint(-noise, noise), end, following, luck))
        search = limits.search_from(node)
        best, score = search_averaged(search, branches, cases, limits.depth)
        return Found(self.unpack(best), score, search.depth, search.nodes)

    def node(self, state: State) -> ArenaNode:
        """Return the position for the search to walk from."""
        if not isinstance(state, ArenaState):
            raise GameError("This is not a game of Arena.")
        return ArenaNode(state.copied_board())

    def unpack(self, packed: int) -> Action:
        """Return the action that the board's int stands for."""
        return unpack(packed)


def _branch(
    node: ArenaNode, action: int, draws: list[Draw], ways: list[int]
) -> tuple[int | None, list[ArenaNode], list[int]]:
    """Return how an action ends the game, if it does, and where it leads with each draw.

    Third comes what a shot that answers it takes in each of the ways in which the arena moves;
    nothing while the other cannon cools down.
    """
    outcome = node.play(action)
    following = []
    hits: list[int] = []
    if outcome == GOES_ON:
        for drawn in draws:
            board = node.board.copy()
            drawn.carry_out(board)
            following.append(ArenaNode(board))
        if not node.board.cooling >> node.board.side & 1:
            board = node.board.copy()
            _UNMOVED.carry_out(board)
            columns = rules.COLUMNS if is_rising(node.board) else 0
            hits = list(ArenaNode(board).hits(ways, columns))
    node.take_back()
    return None if outcome == GOES_ON else worth(outcome, 1), following, hits


def _luck(cases: Cases, hits: list[int]) -> int:
    """Return by how much a prospect is better than the draws say, by what shots hit in more cases.

    The first of the hits are those of the draws.
    """
    if not hits:
        return 0
    whole = cases.prospect(WIN)
    loss = {hit: whole if hit >= WORTH_KING else max(0, cases.prospect(hit)) for hit in set(hits)}
    losses = [loss[hit] for hit in hits]
    return sum(losses[:SAMPLES]) // SAMPLES - sum(losses) // len(losses)


COMPUTER: Final = ArenaComputer()
