"""Matches of the computer's levels against each other, or against random play."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from engine.computer import LEVELS
from engine.core import JSON, Action, Game, GameError, Phase, Seat, State, listed, quote
from engine.registry import game
from engine.thinking import best, seeded

RANDOM: Final = "random"
"""The player that does anything allowed."""
NO_OPTIONS: Final[Mapping[str, JSON]] = MappingProxyType({})
_STARTS: Final = frozenset({"layout", "code", "state"})
"""The options any of which says where every game of a match begins."""
OPENING_PLIES: Final = 2
"""Random actions at the beginning of a game without chance and setup, so that games differ."""


@dataclass(frozen=True, slots=True)
class Score:
    """How a match stands for its first player: games won, drawn and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """The number of games."""
        return self.won + self.drawn + self.lost

    @property
    def share(self) -> float:
        """The share of the points, a draw half a point."""
        return (self.won + self.drawn / 2) / self.games

    @property
    def margin(self) -> float:
        """Half the 95 % interval of the share, from the variance of the games' points."""
        squares = self.won + self.drawn / 4
        variance = max(0.0, squares / self.games - self.share**2)
        return 1.96 * math.sqrt(variance / self.games)

    def __str__(self) -> str:
        """Return the score in words.

        >>> str(Score(won=120, drawn=40, lost=40))
        '+120 =40 -40: 70.0 % of the points, 95 % interval 64.5 to 75.5 %'
        """
        low, high = self.share - self.margin, self.share + self.margin
        return (
            f"+{self.won} ={self.drawn} -{self.lost}: {100 * self.share:.1f} % of the points, "
            f"95 % interval {100 * low:.1f} to {100 * high:.1f} %"
        )


def match(
    name: str, first: str, second: str, games: int, options: Mapping[str, JSON] = NO_OPTIONS
) -> Iterator[Score]:
    """Yield the score after each game of a match, every second game with the colours swapped.

    Two games in a row begin alike, with the ``options`` and, of a game that has them, the named
    layouts in turn. The same match is played the same everywhere. Raises ``GameError``.
    """
    rules = game(name)
    for player in (first, second):
        if player not in (*LEVELS, RANDOM):
            known = listed((*LEVELS, RANDOM))
            raise GameError(f"There is no player {quote(player)}. There is {known}.")
    score = Score()
    for number in range(games):
        players = (first, second) if number % 2 == 0 else (second, first)
        seats = dict(zip(rules.seats, players, strict=True))
        winner = play(rules, seats, number, options)
        if winner is None:
            score = Score(score.won, score.drawn + 1, score.lost)
        elif (winner == rules.seats[0]) == (number % 2 == 0):
            score = Score(score.won + 1, score.drawn, score.lost)
        else:
            score = Score(score.won, score.drawn, score.lost + 1)
        yield score


def play(
    rules: Game, players: Mapping[Seat, str], number: int, options: Mapping[str, JSON] = NO_OPTIONS
) -> Seat | None:
    """Return who wins one game, ``None`` for a draw."""
    opening, rng = seeded(number // 2), seeded(number)
    state = rules.start(rules.complete(_options(rules, number // 2, options), opening))
    if state.phase is Phase.SETUP:
        for seat in rules.seats:
            level = LEVELS[0] if players[seat] == RANDOM else players[seat]
            setup, _ = best(state, level, rng, _never, seat)
            state = state.apply(seat, setup).state
    elif not rules.has_chance:
        state = opened(state, opening)
    while state.to_move is not None:
        player = players[state.to_move]
        if player == RANDOM:
            action = _any_of(state, rng)
        else:
            action, _ = best(state, player, rng, _never, None)
        state = _after(state, action, rng)
    return state.result.winner if state.result else None


def opened(start: State, rng: random.Random) -> State:
    """Return the state after a few random actions that do not end the game."""
    while True:
        state = start
        for _ in range(OPENING_PLIES):
            if state.to_move is not None:
                state = _after(state, _any_of(state, rng), rng)
        if state.to_move is not None:
            return state


def _options(rules: Game, number: int, given: Mapping[str, JSON]) -> Mapping[str, JSON]:
    """Return the options of a game of the match: the layouts of the rules given, in turn."""
    if not _STARTS.isdisjoint(given):
        return given
    layouts = [
        sample["layout"]
        for sample in rules.samples
        if "layout" in sample and sample.get("rules") == given.get("rules")
    ]
    return {**given, "layout": layouts[number % len(layouts)]} if layouts else given


def _any_of(state: State, rng: random.Random) -> Action:
    """Return an action of the seat to move at random."""
    return rng.choice(state.legal_actions(state.to_move or ""))


def _after(state: State, action: Action, rng: random.Random) -> State:
    """Return what the action of the seat to move leads to."""
    return state.apply(state.to_move or "", action, rng=rng).state


def _never() -> bool:
    """Return that a search is not to stop: a level's own bounds end it."""
    return False
