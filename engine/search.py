"""The search that every game's computer player shares: alpha-beta over one native base class.

Compiled by mypyc. It knows no game: a ``Node`` is a position that plays actions and takes them
back, and each game makes one of its board in its ``evaluate.py``. Nor does it know a clock: it
asks now and then whether it is to stop.

A search that **selects** is after the best action in the time there is: it looks less deep at what
comes late in the order and leaves out what hardly can matter. One that does not finds exactly what
looking at everything to its depth would.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from engine.memory import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    MOST_ENTRIES,
    Order,
    Table,
    action_of,
    depth_of,
    meaning_of,
    packed,
    place_of,
    score_of,
    zeros,
)

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

# The order in which actions are tried: the one that was best before, those whose shot hits by what
# they hit, killers, and the rest by how often they have cut; last, shots at one's own pieces.
_GAIN: Final = 1 << 24
_KILLER: Final = 1 << 22
_CEILING: Final = 1 << 14
_STEEP: Final = 100
_BETWEEN_QUESTIONS: Final = 32
"""Nodes from one question whether to stop to the next, a power of two."""
_NOTHING: Final = vec[i64]()

_WINDOW: Final = 30
"""How far from the last score the next is looked for first, either way."""
_WIDEST_WINDOW: Final = 1_000
_SWING: Final = 200
"""By how much more than who acts last can account for, what is seen an action deeper is news."""
_LESS_DEEP: Final = 2
"""By how much less deep, and a quarter of the depth, it is seen whether a pass is good enough."""


def _reductions() -> list[int]:
    """Return for ``64 * depth + place`` by how much less deep a late action is looked at first."""
    found = [0] * (64 * 64)
    for depth in range(2, 64):
        for place in range(2, 64):
            found[64 * depth + place] = int(math.log(depth) * math.log(place) / 4 + 0.5)
    return found


_REDUCTIONS: Final = vec[i64](_reductions())


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

    def shots(self) -> vec[i64]:
        """Return the actions that gain something, the most first."""
        actions = self.actions()
        gains = self.gains(actions)
        found = vec[i64]()
        for i in range(len(actions)):
            if gains[i] > 0:
                found = append(found, actions[i])
        return found

    def ceilings(self, actions: vec[i64], gains: vec[i64], floor: i64) -> vec[i64]:
        """Return for each action what it can be worth at most to the side that takes it.

        That is if the other side could leave it at that, as in quiescence. A draw need not count
        if it is worth no more than ``floor``. A game that knows no bounds returns none.
        """
        return _NOTHING

    def best_shot(self) -> i64:
        """Return the first of the actions that gain most, 0 if none does or it cannot be told."""
        return 0

    def is_quiet(self, action: i64, floor: i64) -> bool:
        """Return whether an action is for sure legal, gains nothing, and may exceed ``floor``."""
        return False

    def may_pass(self) -> bool:
        """Return whether to pass here is never much better than every action."""
        return False

    def play_pass(self) -> i64:
        """Do nothing but what the turn does by itself; return what ``play`` does."""
        raise NotImplementedError


class Search:
    """One search from a position, iteration by iteration."""

    def __init__(
        self,
        node: Node,
        should_stop: Callable[[], bool],
        most_nodes: i64,
        quiescence_plies: i64 = QUIESCENCE_PLIES,
        largest_table: i64 = MOST_ENTRIES,
        selects: bool = False,
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
        self.selects: bool = selects
        self.table: Table = Table(largest_table)
        self.order: Order = Order(2 * DEEPEST)
        self.line: vec[i64] = zeros(2 * DEEPEST)
        """The action that led to each ply, 0 for a pass."""
        self.nodes: i64 = 0
        self.has_stopped: bool = False
        self.best: i64 = 0
        """The best action found; at first, simply one."""
        self.score: i64 = 0
        """What the position was found worth to the side to move."""
        self.last: vec[i64] = vec[i64]([0, 0])
        """The scores of the last two finished iterations, the deeper one first."""
        self.depth: i64 = 0
        """The depth of the deepest finished iteration, 0 when none was finished."""
        self.is_better: bool = False
        """Whether the action that is being tried at the root was seen to be better than the best,
        and only its score is still looked for."""

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
            if not self.table.grow(self.nodes, self.should_stop):
                self.has_stopped = True
                return
            self._search_window(actions, noise, iteration)
            if self.has_stopped:
                return
            self.last[1] = self.last[0] if iteration > 1 else self.score
            self.last[0] = self.score
            self.depth = iteration
            if depth == 0 and WIN - max(self.score, -self.score) <= iteration:
                return

    def steady_score(self) -> i64:
        """Return what the position was found worth, seen as deep by one side as by the other.

        That is the mean of the last two finished iterations, as a side seems to stand better at
        depths at which it acts last; unless the score tells of more than that.
        """
        mean = (self.last[0] + self.last[1]) // 2
        return mean if -_SWING < self.score - mean < _SWING else self.score

    def look(self, node: Node, depth: i64) -> i64:
        """Return what a position one action from the root is worth to the side to move there.

        So games with chance search from several positions with one table and one bound. Check
        ``has_stopped`` afterwards; ``depth`` is then theirs to set.
        """
        if not self.table.grow(self.nodes, self.should_stop):
            self.has_stopped = True
            return 0
        self.node = node
        return self._search(depth, -INFINITE, INFINITE, 1)

    def _search_window(self, actions: vec[i64], noise: vec[i64], depth: i64) -> None:
        """Find the best action and its score, first in a narrow window round the last score."""
        low: i64 = -INFINITE
        high: i64 = INFINITE
        width: i64 = _WINDOW
        if self.selects and depth >= 4:
            low = self.score - width
            high = self.score + width
        while True:
            score = self._search_root(actions, noise, depth, low, high)
            if self.has_stopped:
                return
            if low < score < high:
                self.score = score
                return
            width *= 4
            if score <= low:
                low = score - width if width < _WIDEST_WINDOW else -INFINITE
            else:
                high = score + width if width < _WIDEST_WINDOW else INFINITE

    def _search_root(
        self, actions: vec[i64], noise: vec[i64], depth: i64, alpha: i64, beta: i64
    ) -> i64:
        """Return the best score, and bring its action to the front for the next time."""
        self.nodes += 1
        best: i64 = -INFINITE
        for i in range(len(actions)):
            action = actions[i]
            # The offset moves the window instead of the score. A sure end is none the less sure.
            shift = noise[i] if -SURE < alpha < SURE else 0
            reduction = self._reduction(depth, i) if self.selects and i > 3 else 0
            self.is_better = False
            score = self._try(action, depth, alpha - shift, beta - shift, 0, reduction, i == 0)
            if -SURE < score < SURE:
                score += noise[i]
            if self.has_stopped:
                # Nor can what was not looked at to its end be worse than what loses for sure.
                if self.is_better or (i > 0 and alpha < -SURE):
                    self.best = action
                return best
            if score > best:
                best = score
                if score > alpha:
                    alpha = score
                    self.best = action
                    self.score = score
                    _bring_forward(actions, i)
                    _bring_forward(noise, i)
                    if score >= beta:
                        return score
        return best

    def _try(
        self,
        action: i64,
        depth: i64,
        alpha: i64,
        beta: i64,
        ply: i64,
        reduction: i64,
        is_first: bool,
    ) -> i64:
        """Return what an action is worth to the side that takes it, within the window."""
        node = self.node
        outcome = node.play(action)
        if outcome != GOES_ON:
            score = worth(outcome, ply + 1)
        else:
            self.line[ply] = action
            if is_first:
                score = -self._search(depth - 1, -beta, -alpha, ply + 1)
            else:
                score = -self._search(depth - 1 - reduction, -alpha - 1, -alpha, ply + 1)
                if reduction > 0 and score > alpha and not self.has_stopped:
                    score = -self._search(depth - 1, -alpha - 1, -alpha, ply + 1)
                if score > alpha and score < beta and not self.has_stopped:
                    if ply == 0:
                        self.is_better = True
                    score = -self._search(depth - 1, -beta, -alpha, ply + 1)
        node.take_back()
        return score

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
        entry = self.table.find(number)
        if entry != 0:
            known = action_of(entry)
            found = depth_of(entry)
            # What was seen from deeper down is no less true, but it is not what this depth shows.
            if found == depth or (found > depth and self.selects):
                score = _from_table(score_of(entry), ply)
                meaning = meaning_of(entry)
                if (
                    meaning == EXACT
                    or (meaning == AT_LEAST and score >= beta)
                    or (meaning == AT_MOST and score <= alpha)
                ):
                    return score
        if self.selects and beta - alpha == 1 and -SURE < beta < SURE:
            score = self._search_pass(depth, beta, ply)
            if score >= beta or self.has_stopped:
                return score
        floor = alpha
        best = -INFINITE
        if known != 0:
            best = self._try(known, depth, alpha, beta, ply, 0, True)
            if self.has_stopped:
                return 0
            if best >= beta:
                self.order.note_cut(known, self.line[ply - 1], depth, ply)
                self._keep(number, AT_LEAST, depth, ply, best, known)
                return best
            alpha = max(alpha, best)
        return self._search_actions(depth, alpha, beta, ply, number, known, best, floor)

    def _search_pass(self, depth: i64, beta: i64, ply: i64) -> i64:
        """Return a score of at least ``beta`` if the position is that good without an action."""
        node = self.node
        if depth < 2 or self.line[ply - 1] == 0 or not node.may_pass() or node.evaluate() < beta:
            return -INFINITE
        score: i64 = -INFINITE
        if node.play_pass() == GOES_ON:
            self.line[ply] = 0
            score = -self._search(depth - 1 - _LESS_DEEP - depth // 4, -beta, 1 - beta, ply + 1)
        node.take_back()
        return min(score, SURE)

    def _search_actions(
        self,
        depth: i64,
        alpha: i64,
        beta: i64,
        ply: i64,
        number: i64,
        known: i64,
        best: i64,
        floor: i64,
    ) -> i64:
        """Return what ``_search`` does, by trying the actions; ``known`` was tried already."""
        node = self.node
        first: i64 = 0
        first_score: i64 = 0
        if depth == 1:
            # Most of these positions are cut by their first action: it is tried before the others
            # are so much as listed.
            shot = node.best_shot()
            first = shot if shot != 0 else self._quiet_killer(alpha, ply)
            if first != 0 and first != known:
                first_score = self._try(first, depth, alpha, beta, ply, 0, known == 0)
                if self.has_stopped:
                    return 0
                if first_score >= beta:
                    if shot == 0:
                        self.order.note_cut(first, self.line[ply - 1], depth, ply)
                    self._keep(number, AT_LEAST, depth, ply, first_score, first)
                    return first_score
        actions = node.actions()
        ranks = node.gains(actions)
        ceilings = node.ceilings(actions, ranks, alpha) if depth == 1 else _NOTHING
        count = len(actions)
        if len(ceilings) > 0:
            count = 0
            for i in range(len(actions)):
                ceiling = ceilings[i]
                if ceiling > alpha:
                    actions[count] = actions[i]
                    ranks[count] = ranks[i]
                    ceilings[count] = ceiling
                    count += 1
                else:
                    best = max(best, ceiling)
        self._rank(actions, ranks, ceilings, count, alpha, ply)
        best_action = known
        for i in range(count):
            _bring_best(actions, ranks, i, count)
            action = actions[i]
            if action == known:
                continue
            rank = ranks[i]
            reduction: i64 = 0
            if self.selects and rank < _KILLER - 1 and i > 1:
                reduction = self._reduction(depth, i)
                if beta - alpha > 1:
                    reduction = max(0, reduction - 1)
            is_first = i == 0 and known == 0
            if action == first:
                score = first_score
            else:
                score = self._try(action, depth, alpha, beta, ply, reduction, is_first)
            if self.has_stopped:
                return 0
            if score > best:
                best = score
                if score > alpha:
                    best_action = action
                    alpha = score
                    if score >= beta:
                        if rank < _GAIN:
                            self.order.note_cut(action, self.line[ply - 1], depth, ply)
                            for j in range(i if depth > 1 else 0):
                                if ranks[j] < _GAIN and ranks[j] > -_GAIN:
                                    self.order.adjust(actions[j], -depth * depth * 64, ply)
                        break
        meaning = AT_MOST if best <= floor else AT_LEAST if best >= beta else EXACT
        self._keep(number, meaning, depth, ply, best, best_action)
        return best

    def _quiet_killer(self, alpha: i64, ply: i64) -> i64:
        """Return the ply's last killer if it would be tried first where nothing gains, else 0."""
        killer = self.order.killers[2 * ply]
        return killer if killer != 0 and self.node.is_quiet(killer, alpha) else 0

    def _keep(
        self, number: i64, meaning: i64, depth: i64, ply: i64, score: i64, action: i64
    ) -> None:
        """Remember what was found of the position."""
        self.table.keep(number, packed(_to_table(score, ply), meaning, depth, action))

    def _quiesce(self, plies: i64, alpha: i64, beta: i64, ply: i64) -> i64:
        """Return what the position is worth once shots that hit have been looked at."""
        if self._is_time_up():
            return 0
        node = self.node
        best = node.evaluate()
        if best >= beta or plies == 0:
            return best
        alpha = max(alpha, best)
        for action in node.shots():
            outcome = node.play(action)
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

    def _reduction(self, depth: i64, place: i64) -> i64:
        """Return by how much less deep an action so late in the order is looked at first."""
        return _REDUCTIONS[64 * min(depth, 63) + min(place, 63)]

    def _rank(
        self,
        actions: vec[i64],
        ranks: vec[i64],
        ceilings: vec[i64],
        count: i64,
        alpha: i64,
        ply: i64,
    ) -> None:
        """Make of what the actions gain how early each is to be tried: the higher, the earlier."""
        order = self.order
        first_killer = order.killers[2 * ply]
        second_killer = order.killers[2 * ply + 1]
        reply = order.replies[place_of(self.line[ply - 1], ply + 1)]
        history = order.history
        for i in range(count):
            action = actions[i]
            if ranks[i] != 0:
                ranks[i] *= _GAIN
            elif action == first_killer:
                ranks[i] = _KILLER + 1
            elif action == second_killer:
                ranks[i] = _KILLER
            elif action == reply:
                ranks[i] = _KILLER - 1
            else:
                ranks[i] = history[place_of(action, ply)]
                if len(ceilings) > 0:
                    ranks[i] += max(-_STEEP, min(_STEEP, ceilings[i] - alpha)) * _CEILING


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


def _bring_forward(values: vec[i64], place: i64) -> None:
    """Bring the value from there to the front."""
    value = values[place]
    while place > 0:
        values[place] = values[place - 1]
        place -= 1
    values[0] = value


def _bring_best(actions: vec[i64], ranks: vec[i64], start: i64, count: i64) -> None:
    """Bring the action of the highest rank from ``start`` on there."""
    place = start
    highest = ranks[start]
    for i in range(start + 1, count):
        if ranks[i] > highest:
            place = i
            highest = ranks[i]
    if place != start:
        actions[start], actions[place] = actions[place], actions[start]
        ranks[start], ranks[place] = ranks[place], ranks[start]
