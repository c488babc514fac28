"""The computer player of Reflix."""

from __future__ import annotations

import random
from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar, Final

from engine.computer import Computer, Level
from engine.core import Action, GameError, Seat, State
from engine.reflix.board import Board
from engine.reflix.evaluate import ReflixNode
from engine.reflix.fortress import codes_of, random_fortress
from engine.reflix.notation import SEATS, START, Fortress, Setup, objects_of
from engine.reflix.state import ReflixState, unpack
from engine.search import Search

_TRIAL_DEPTH: Final = 4
_MOST_SURE: Final = 200
"""The most that one game, seen ahead, says for or against a fortress."""


class ReflixComputer(Computer):
    """Plays Reflix by searching its board to a depth that each level has."""

    levels: ClassVar[Mapping[str, Level]] = MappingProxyType(
        {
            "easy": Level(depth=1, nodes=0, noise=40, quiescence_plies=0),
            "medium": Level(depth=2, nodes=0, noise=10, quiescence_plies=0),
            "hard": Level(depth=7, nodes=0, noise=0),
        }
    )

    def set_up(self, state: State, seat: Seat, level: Level, rng: random.Random) -> Action:
        """Return a fortress drawn at random; of several the one that holds out best.

        The better the level the more are drawn, and tried out against others that are drawn.
        """
        if seat not in SEATS:
            raise GameError(f"The seat is {' or '.join(SEATS)}.")
        (other,) = set(SEATS) - {seat}
        drawn = [random_fortress(seat, rng) for _ in range(2 * level.depth - 1)]
        if len(drawn) == 1:
            return Setup(objects_of(drawn[0]))
        others = [random_fortress(other, rng) for _ in range(level.depth - 1)]
        best = max(drawn, key=lambda own: sum(_prospect(seat, own, them) for them in others))
        return Setup(objects_of(best))

    def node(self, state: State) -> ReflixNode:
        """Return the position for the search to walk from."""
        if not isinstance(state, ReflixState):
            raise GameError("This is not a game of Reflix.")
        return ReflixNode(state.copied_board())

    def unpack(self, packed: int) -> Action:
        """Return the move that the board's int stands for."""
        return unpack(packed)


def _prospect(seat: Seat, own: Fortress, others: Fortress) -> int:
    """Return what the beginning of a game with these fortresses is worth to a seat.

    The other seat moves first, which tries a fortress harder.
    """
    (other,) = set(SEATS) - {seat}
    codes = codes_of(START, {seat: own, other: others})
    search = Search(ReflixNode(Board(codes, SEATS.index(other), 1, 0)), lambda: False, 0)
    search.run(_TRIAL_DEPTH, [])
    return -max(-_MOST_SURE, min(_MOST_SURE, search.score))


COMPUTER: Final = ReflixComputer()
