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
from engine.arena.evaluate import ArenaNode
from engine.arena.notation import RING, RING_CELLS
from engine.arena.setup import PERIODS
from engine.arena.state import ArenaState, unpack
from engine.computer import Computer, Found, Level, Limits
from engine.core import Action, GameError, State
from engine.search import DEEPEST, GOES_ON, SURE, WIN, Search, worth

SAMPLES: Final = 6
"""How many ways in which the arena may move are looked at after each action."""
_SURE_TO_AVERAGE: Final = 3_000
"""What a win that comes about in some of these ways counts in their average."""


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


@dataclass(slots=True)
class Branch:
    """An action at the root: how it ends the game if it does, and where it leads if not.

    There is a position for each way in which the arena may move.
    """

    action: int
    noise: int
    end: int | None
    nodes: list[ArenaNode]
    score: int = 0


class ArenaComputer(Computer):
    """Plays Arena by the average over several ways in which the arena may move.

    These are drawn once and are the same for every action, so that no action has more luck than
    another. After its first move the arena stands still in the search.
    """

    levels: ClassVar[Mapping[str, Level]] = MappingProxyType(
        {
            "easy": Level(depth=1, nodes=0, noise=70, quiescence_plies=0),
            "medium": Level(depth=2, nodes=0, noise=25, quiescence_plies=1),
            "hard": Level(depth=3, nodes=0, noise=0, quiescence_plies=2),
        }
    )

    def search(self, state: State, limits: Limits, noise: int, rng: random.Random) -> Found:
        """Return the best action of the seat to move, on average."""
        node = self.node(state)
        draws = [draw(rng) for _ in range(SAMPLES)]
        actions = list(node.actions())
        branches = [_branch(node, a, rng.randint(-noise, noise), draws) for a in actions]
        search = Search(node, limits.should_stop, limits.nodes, limits.quiescence_plies)
        best, score = branches[0], int(node.evaluate())
        for depth in range(1, (limits.depth or DEEPEST) + 1):
            # The best of the last iteration comes first, and stays best among equals.
            branches.sort(key=lambda branch: -branch.score)
            for branch in branches:
                branch.score = _average(search, branch, depth)
                if search.has_stopped:
                    return Found(self.unpack(best.action), score, search.depth, search.nodes)
            best = max(branches, key=lambda branch: branch.score)
            score = best.score
            search.depth = depth
            if not limits.depth and WIN - abs(score) <= depth:
                break
        return Found(self.unpack(best.action), score, search.depth, search.nodes)

    def node(self, state: State) -> ArenaNode:
        """Return the position for the search to walk from."""
        if not isinstance(state, ArenaState):
            raise GameError("This is not a game of Arena.")
        return ArenaNode(state.copied_board())

    def unpack(self, packed: int) -> Action:
        """Return the action that the board's int stands for."""
        return unpack(packed)


def _branch(node: ArenaNode, action: int, noise: int, draws: list[Draw]) -> Branch:
    """Return where an action leads."""
    outcome = node.play(action)
    nodes = []
    if outcome == GOES_ON:
        for drawn in draws:
            board = node.board.copy()
            drawn.carry_out(board)
            nodes.append(ArenaNode(board))
    node.take_back()
    return Branch(action, noise, None if outcome == GOES_ON else worth(outcome, 1), nodes)


def _average(search: Search, branch: Branch, depth: int) -> int:
    """Return what an action is worth on average; when it surely wins or loses, when it does."""
    if branch.end is not None:
        return branch.end
    scores = [-search.look(node, depth - 1) for node in branch.nodes]
    if min(scores) > SURE or max(scores) < -SURE:
        return min(scores)
    limited = (max(-_SURE_TO_AVERAGE, min(_SURE_TO_AVERAGE, score)) for score in scores)
    return sum(limited) // len(scores) + branch.noise


COMPUTER: Final = ArenaComputer()
