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
from engine.averaging import Branch, Cases, search_averaged
from engine.computer import Computer, Found, Level, Limits
from engine.core import Action, GameError, State
from engine.search import GOES_ON, Search, worth

SAMPLES: Final = 8
"""How many ways in which the arena may move are looked at after each action."""

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
        branches = []
        for action in list(node.actions()):
            end, following = _branch(node, action, draws)
            branches.append(Branch(action, rng.randint(-noise, noise), end, following))
        search = Search(
            node,
            limits.should_stop,
            limits.nodes,
            limits.quiescence_plies,
            selects=limits.selects,
        )
        best, score = search_averaged(search, branches, Cases([1] * SAMPLES, SCALE), limits.depth)
        return Found(self.unpack(best), score, search.depth, search.nodes)

    def node(self, state: State) -> ArenaNode:
        """Return the position for the search to walk from."""
        if not isinstance(state, ArenaState):
            raise GameError("This is not a game of Arena.")
        return ArenaNode(state.copied_board())

    def unpack(self, packed: int) -> Action:
        """Return the action that the board's int stands for."""
        return unpack(packed)


def _branch(node: ArenaNode, action: int, draws: list[Draw]) -> tuple[int | None, list[ArenaNode]]:
    """Return how an action ends the game, if it does, and where it leads with each draw."""
    outcome = node.play(action)
    following = []
    if outcome == GOES_ON:
        for drawn in draws:
            board = node.board.copy()
            drawn.carry_out(board)
            following.append(ArenaNode(board))
    node.take_back()
    return None if outcome == GOES_ON else worth(outcome, 1), following


COMPUTER: Final = ArenaComputer()
