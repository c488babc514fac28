"""What a search remembers: what was found of positions, and which actions were good before.

Compiled by mypyc.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from librt.vecs import extend, vec
from mypy_extensions import i64

MOST_ENTRIES: Final = 1 << 20
_FEWEST_ENTRIES: Final = 1 << 12
_BETWEEN_QUESTIONS: Final = 1 << 13
"""Entries moved from one question whether to stop to the next, a power of two."""

EXACT: Final = 1
AT_LEAST: Final = 2
AT_MOST: Final = 3

MOST_HISTORY: Final = 1 << 20
"""No action's history goes beyond this, either way."""
_MOST_CHANGE: Final = MOST_HISTORY // 4
_PLACES: Final = 1 << 17
_ACTION: Final = (1 << 16) - 1
_OFFSET: Final = 1 << 22
"""Makes every score in an entry positive."""


class Table:
    """What was found of positions, by their number. Two share a place: the deepest and the last."""

    def __init__(self, most: i64) -> None:
        """Start with few entries and grow to ``most``, a power of two, or 0 for no table."""
        self.most: i64 = most
        self.size: i64 = min(_FEWEST_ENTRIES, most)
        self.numbers: vec[i64] = zeros(self.size)
        self.entries: vec[i64] = zeros(self.size)

    def find(self, number: i64) -> i64:
        """Return the entry of the position with that number, 0 if there is none."""
        if self.size == 0:
            return 0
        slot = number & (self.size - 2)
        if self.numbers[slot] == number:
            return self.entries[slot]
        if self.numbers[slot + 1] == number:
            return self.entries[slot + 1]
        return 0

    def keep(self, number: i64, entry: i64) -> None:
        """Keep the entry of a position, in place of a shallower one or else of the last."""
        if self.size == 0:
            return
        slot = number & (self.size - 2)
        numbers = self.numbers
        entries = self.entries
        if numbers[slot] != number:
            if depth_of(entries[slot]) > depth_of(entry):
                slot += 1
            else:
                numbers[slot + 1] = numbers[slot]
                entries[slot + 1] = entries[slot]
        numbers[slot] = number
        entries[slot] = entry

    def grow(self, nodes: i64, should_stop: Callable[[], bool]) -> bool:
        """Make more room when a search of so many nodes has outgrown it.

        Return whether the search may go on: told to stop, the table has lost what it knew.
        """
        while nodes * 2 > self.size and self.size < self.most:
            numbers = self.numbers
            entries = self.entries
            old = self.size
            self.size *= 4
            self.numbers = zeros(self.size)
            self.entries = zeros(self.size)
            for i in range(old):
                if i & (_BETWEEN_QUESTIONS - 1) == 0 and should_stop():
                    return False
                if entries[i] != 0:
                    self.keep(numbers[i], entries[i])
        return True


class Order:
    """Which actions have been too good to be allowed, and are worth trying early elsewhere."""

    def __init__(self, deepest: i64) -> None:
        """Know nothing yet, of searches of up to so many actions in a row."""
        self.killers: vec[i64] = zeros(2 * deepest)
        """For each ply the last two."""
        self.replies: vec[i64] = zeros(_PLACES)
        """For each action the last answer."""
        self.history: vec[i64] = zeros(_PLACES)
        """For each action how often it has been, and how often it has not."""

    def note_cut(self, action: i64, before: i64, depth: i64, ply: i64) -> None:
        """Note an action, after another one, that was too good to be allowed."""
        if self.killers[2 * ply] != action:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = action
        self.replies[place_of(before, ply + 1)] = action
        self.adjust(action, depth * depth * 64, ply)

    def adjust(self, action: i64, change: i64, ply: i64) -> None:
        """Add to an action's history, the less the more of it there is."""
        place = place_of(action, ply)
        history = self.history[place]
        change = max(-_MOST_CHANGE, min(_MOST_CHANGE, change))
        self.history[place] = history + change - history * max(change, -change) // MOST_HISTORY


def place_of(action: i64, ply: i64) -> i64:
    """Return where the history of an action is kept, of either side apart."""
    return (action & _ACTION) * 2 + (ply & 1)


def zeros(count: i64) -> vec[i64]:
    """Return that many zeros, a large table quickly too."""
    found = vec[i64]([0] * min(count, _FEWEST_ENTRIES))
    while len(found) < count:
        found = extend(found, found[: count - len(found)])
    return found


def packed(score: i64, meaning: i64, depth: i64, action: i64) -> i64:
    """Return an entry of the table, never 0."""
    return (((score + _OFFSET) * 4 + meaning) * 256 + depth) << 24 | action


def score_of(entry: i64) -> i64:
    """Return the score of an entry."""
    return (entry >> 34) - _OFFSET


def meaning_of(entry: i64) -> i64:
    """Return what the score of an entry means: ``EXACT`` and so on."""
    return entry >> 32 & 3


def depth_of(entry: i64) -> i64:
    """Return to what depth the position of an entry was searched."""
    return entry >> 24 & 255


def action_of(entry: i64) -> i64:
    """Return the best action of the position of an entry."""
    return entry & 0xFFFFFF
