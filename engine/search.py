"""The search that every game's computer player shares: alpha-beta over one native base class.

Compiled by mypyc. It knows no game: a ``Node`` is a position that plays actions and takes them
back, and each game makes one of its board in its ``evaluate.py``. Nor does it know a clock: it
asks now and then whether it is to stop.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from librt.vecs import extend, vec
from mypy_extensions import i64

GOES_ON: Final = 0
WON: Final = 1
"""The action won the game for the side that took it."""
LOST: Final = 2
DRAWN: Final = 3

WIN: Final = 1_000_000
"""The score of a won game, less the number of actions that lead to it."""
SURE: Final = WIN - 1_000
"""A score beyond this, either way, is a win that was seen to its end."""
INFINITE: Final = 2 * WIN
DEEPEST: Final = 64
"""The deepest iteration, in actions."""
QUIESCENCE_PLIES: Final = 4
"""How many shots in a row that hit are looked at beyond the depth."""

EXACT: Final = 1
AT_LEAST: Final = 2
AT_MOST: Final = 3

_HISTORY: Final = 1 << 16
_MOST_HISTORY: Final = 1 << 20
_SMALL_TABLE: Final = 1 << 12
_LARGE_TABLE: Final = 1 << 20
_BETWEEN_QUESTIONS: Final = 16
"""Nodes from one question whether to stop to the next, a power of two."""

# The order in which actions are tried: the one that was best before, those whose shot hits by what
# they hit, killers, and the rest by how often they have cut; last, shots at one's own pieces.
_FIRST: Final = 1 << 40
_GAIN: Final = 1 << 24
_KILLER: Final = 1 << 22


class Node:
    """A position in a search. Every game has its own; it changes in place."""

    def actions(self) -> vec[i64]:
        """Return every legal action of the side to move; never none, each from 1 to 2**24 - 1."""
        raise NotImplementedError

    def gains(self, actions: vec[i64]) -> vec[i64]:
        """Return for each action what its shot takes from the other side, negative from one's own.

        Of actions that leave a shot as it is only the first shows what it takes, so that what
        quiescence looks at stays short.
        """
        raise NotImplementedError

    def play(self, action: i64) -> i64:
        """Carry out an action and return how the game stands: ``GOES_ON``, ``WON`` and so on."""
        raise NotImplementedError

    def take_back(self) -> None:
        """Take back the last action."""
        raise NotImplementedError

    def number(self) -> i64:
        """Return the position's number, the same for equal positions, in 62 bits."""
        raise NotImplementedError

    def evaluate(self) -> i64:
        """Return what the position is worth to the side to move; far less than ``SURE``."""
        raise NotImplementedError


class Search:
    """One search from a position, iteration by iteration."""

    def __init__(
        self,
        node: Node,
        should_stop: Callable[[], bool],
        most_nodes: i64,
        quiescence_plies: i64 = QUIESCENCE_PLIES,
        largest_table: i64 = _LARGE_TABLE,
    ) -> None:
        """Prepare a search that ends after ``most_nodes``, 0 for no bound, or when told to stop.

        The bound on nodes holds from the second iteration on, so that there is always one.
        ``largest_table`` is the most entries of the transposition table, a power of two; with 0
        there is none.
        """
        self.node: Node = node
        self.should_stop: Callable[[], bool] = should_stop
        self.most_nodes: i64 = most_nodes
        self.quiescence_plies: i64 = quiescence_plies
        self.largest_table: i64 = largest_table
        self.nodes: i64 = 0
        self.has_stopped: bool = False
        self.best: i64 = 0
        """The best action of the deepest finished iteration; at first, simply one."""
        self.score: i64 = 0
        """What that iteration found the position worth to the side to move."""
        self.depth: i64 = 0
        """The depth of that iteration, 0 when none was finished."""
        self.size: i64 = min(_SMALL_TABLE, largest_table)
        self.numbers: vec[i64] = _zeros(self.size)
        self.entries: vec[i64] = _zeros(self.size)
        """Of each number what was found: the score, its meaning, the depth and the best action."""
        self.killers: vec[i64] = _zeros(2 * (DEEPEST + 1))
        self.history: vec[i64] = _zeros(_HISTORY)

    def run(self, depth: i64, offsets: list[int]) -> None:
        """Search deeper and deeper, up to ``depth``, until stopped.

        With 0 as depth it goes on until no deeper search could find a shorter way to the end.
        ``offsets`` are added to the scores of the actions at the root, in their order: a level's
        noise. With no offsets the play is at full strength.
        """
        actions = self.node.actions()
        noise = vec[i64](offsets if offsets else [0] * len(actions))
        self.best = actions[0]
        self.score = self.node.evaluate()
        for iteration in range(1, (depth if depth > 0 else DEEPEST) + 1):
            self._grow()
            best, score = self._search_root(actions, noise, iteration)
            if self.has_stopped:
                return
            self.best = best
            self.score = score
            self.depth = iteration
            if depth == 0 and WIN - max(score, -score) <= iteration:
                return

    def look(self, node: Node, depth: i64) -> i64:
        """Return what a position one action from the root is worth to the side to move there.

        So games with chance search from several positions with one table and one bound. Check
        ``has_stopped`` afterwards; ``depth`` is then theirs to set.
        """
        self._grow()
        self.node = node
        return self._search(depth, -INFINITE, INFINITE, 1)

    def _search_root(self, actions: vec[i64], noise: vec[i64], depth: i64) -> tuple[i64, i64]:
        """Return the best action and its score, and bring it to the front for the next time."""
        self.nodes += 1
        best: i64 = actions[0]
        place: i64 = 0
        alpha: i64 = -INFINITE
        for i in range(len(actions)):
            offset = noise[i]
            outcome = self.node.play(actions[i])
            if outcome != GOES_ON:
                score = worth(outcome, 1)
            elif i == 0:
                score = offset - self._search(depth - 1, -INFINITE, INFINITE, 1)
            else:
                # The offset moves the window instead of the score.
                bound = alpha - offset
                score = offset - self._search(depth - 1, -bound - 1, -bound, 1)
                if score > alpha and not self.has_stopped:
                    score = offset - self._search(depth - 1, -INFINITE, -bound, 1)
            self.node.take_back()
            if self.has_stopped:
                return best, alpha
            if score > alpha:
                alpha = score
                best = actions[i]
                place = i
        offset = noise[place]
        while place > 0:
            actions[place] = actions[place - 1]
            noise[place] = noise[place - 1]
            place -= 1
        actions[0] = best
        noise[0] = offset
        return best, alpha

    def _search(self, depth: i64, alpha: i64, beta: i64, ply: i64) -> i64:
        """Return what the position is worth within the window, beyond it a bound."""
        if depth <= 0:
            return self._quiesce(self.quiescence_plies, alpha, beta, ply)
        if self._is_time_up():
            return 0
        if WIN - ply - 1 <= alpha:
            return alpha  # Not even a win at once would be soon enough.
        number = self.node.number()
        known: i64 = 0
        if self.size > 0:
            slot = number & (self.size - 1)
            entry = self.entries[slot]
            if entry != 0 and self.numbers[slot] == number:
                known = entry & 0xFFFFFF
                if entry >> 24 & 255 >= depth:
                    score = _from_table((entry >> 34) - INFINITE, ply)
                    meaning = entry >> 32 & 3
                    if (
                        meaning == EXACT
                        or (meaning == AT_LEAST and score >= beta)
                        or (meaning == AT_MOST and score <= alpha)
                    ):
                        return score
        return self._search_actions(depth, alpha, beta, ply, number, known)

    def _search_actions(
        self, depth: i64, alpha: i64, beta: i64, ply: i64, number: i64, known: i64
    ) -> i64:
        """Return what ``_search`` does, by trying the actions; ``known`` is to be the first."""
        node = self.node
        actions = node.actions()
        ranks = self._rank(actions, known, ply)
        best: i64 = -INFINITE
        best_action: i64 = 0
        floor = alpha
        is_sorted = False
        for i in range(len(actions)):
            if not is_sorted:
                is_sorted = _bring_best(actions, ranks, i)
            action = actions[i]
            outcome = node.play(action)
            if outcome != GOES_ON:
                score = worth(outcome, ply + 1)
            elif i == 0:
                score = -self._search(depth - 1, -beta, -alpha, ply + 1)
            else:
                score = -self._search(depth - 1, -alpha - 1, -alpha, ply + 1)
                if score > alpha and score < beta:
                    score = -self._search(depth - 1, -beta, -alpha, ply + 1)
            node.take_back()
            if self.has_stopped:
                return 0
            if score > best:
                best = score
                best_action = action
                if score > alpha:
                    alpha = score
                    if score >= beta:
                        self._remember_cut(action, ranks[i], depth, ply)
                        break
        if self.size > 0:
            meaning = AT_MOST if best <= floor else AT_LEAST if best >= beta else EXACT
            slot = number & (self.size - 1)
            self.numbers[slot] = number
            self.entries[slot] = _packed(_to_table(best, ply), meaning, depth, best_action)
        return best

    def _quiesce(self, plies: i64, alpha: i64, beta: i64, ply: i64) -> i64:
        """Return what the position is worth once shots that hit have been looked at."""
        if self._is_time_up():
            return 0
        node = self.node
        best = node.evaluate()
        if best >= beta or plies == 0:
            return best
        alpha = max(alpha, best)
        actions = node.actions()
        gains = node.gains(actions)
        for i in range(len(actions)):
            if gains[i] <= 0:
                continue
            outcome = node.play(actions[i])
            if outcome != GOES_ON:
                score = worth(outcome, ply + 1)
            else:
                score = -self._quiesce(plies - 1, -beta, -alpha, ply + 1)
            node.take_back()
            if self.has_stopped:
                return 0
            if score > best:
                best = score
                alpha = max(alpha, score)
                if score >= beta:
                    break
        return best

    def _is_time_up(self) -> bool:
        """Count a node and return whether the search is to stop now."""
        self.nodes += 1
        if self.has_stopped:
            return True
        if self.most_nodes > 0 and self.nodes > self.most_nodes and self.depth > 0:
            self.has_stopped = True
        elif self.nodes & (_BETWEEN_QUESTIONS - 1) == 0:
            self.has_stopped = self.should_stop()
        return self.has_stopped

    def _rank(self, actions: vec[i64], known: i64, ply: i64) -> vec[i64]:
        """Return how early each action is to be tried: the higher, the earlier."""
        ranks = self.node.gains(actions)
        first_killer = self.killers[2 * ply]
        second_killer = self.killers[2 * ply + 1]
        for i in range(len(actions)):
            action = actions[i]
            if action == known:
                ranks[i] = _FIRST
            elif ranks[i] != 0:
                ranks[i] *= _GAIN
            elif action in (first_killer, second_killer):
                ranks[i] = _KILLER
            else:
                ranks[i] = self.history[action & (_HISTORY - 1)]
        return ranks

    def _remember_cut(self, action: i64, rank: i64, depth: i64, ply: i64) -> None:
        """Note an action that was too good to be allowed, unless its shot alone explains that."""
        if rank >= _GAIN and rank != _FIRST:
            return
        if self.killers[2 * ply] != action:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = action
        place = action & (_HISTORY - 1)
        self.history[place] = min(self.history[place] + depth * depth, _MOST_HISTORY)

    def _grow(self) -> None:
        """Give the table more room when the search has outgrown it."""
        while self.nodes * 2 > self.size and self.size < self.largest_table:
            numbers = self.numbers
            entries = self.entries
            old = self.size
            self.size *= 4
            self.numbers = _zeros(self.size)
            self.entries = _zeros(self.size)
            for i in range(old):
                if entries[i] != 0:
                    slot = numbers[i] & (self.size - 1)
                    self.numbers[slot] = numbers[i]
                    self.entries[slot] = entries[i]


def _zeros(count: i64) -> vec[i64]:
    """Return that many zeros, a large table quickly too."""
    zeros = vec[i64]([0] * min(count, _SMALL_TABLE))
    while len(zeros) < count:
        zeros = extend(zeros, zeros[: count - len(zeros)])
    return zeros


def worth(outcome: i64, ply: i64) -> i64:
    """Return what an end after so many actions is worth to the side that brought it about."""
    if outcome == WON:
        return WIN - ply
    if outcome == LOST:
        return ply - WIN
    return 0


def _to_table(score: i64, ply: i64) -> i64:
    """Return the score with a sure end counted from the position itself and not from the root."""
    if score > SURE:
        return score + ply
    return score - ply if score < -SURE else score


def _from_table(score: i64, ply: i64) -> i64:
    """Return the score with a sure end counted from the root."""
    if score > SURE:
        return score - ply
    return score + ply if score < -SURE else score


def _packed(score: i64, meaning: i64, depth: i64, action: i64) -> i64:
    """Return an entry of the table, never 0."""
    return (((score + INFINITE) * 4 + meaning) * 256 + depth) << 24 | action


def _bring_best(actions: vec[i64], ranks: vec[i64], start: i64) -> bool:
    """Bring the action of the highest rank from ``start`` on there.

    Return whether the rest is in order as it stands, because none of it has a rank.
    """
    place = start
    for i in range(start + 1, len(actions)):
        if ranks[i] > ranks[place]:
            place = i
    actions[start], actions[place] = actions[place], actions[start]
    ranks[start], ranks[place] = ranks[place], ranks[start]
    return ranks[start] < 0
