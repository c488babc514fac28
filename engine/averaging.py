"""A search over several cases at once: what chance may do next, or what is hidden from the mover.

Every case is a position of its own, and the same cases follow each action, so that no action has
more luck than another. What counts is not the average worth but the average prospect of winning:
between being far ahead and further still lies less than between losing and standing even.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.search import DEEPEST, SURE, WIN, Node, Search

_WHOLE: Final = 1_000_000
"""The prospect of a win that is sure, as against 0 for an even game."""
_WIDTHS: Final = (0, 1_000, 1_000, 16, 8, 4)
"""How many actions are looked at in an iteration of that depth, the best of the one before."""
_LAST_WIDTH: Final = 3
"""The same for all that are deeper."""


@dataclass(slots=True)
class Branch:
    """An action at the root: where it leads in each case.

    ``end`` is what it is worth if it ends the game; ``nodes`` are the positions that it leads to
    otherwise, one for each case; ``noise`` is a level's; ``luck`` is how much better its prospect
    is than these few cases make it seem, as far as more cases have shown it.
    """

    action: int
    noise: int
    end: int | None
    nodes: Sequence[Node]
    luck: int = 0
    score: int = 0


@dataclass(frozen=True, slots=True)
class Cases:
    """How the cases are averaged: how likely each is as against the others, and the measure.

    ``scale`` is the worth at which a side has half of what it can have over an even game.
    """

    weights: Sequence[int]
    scale: int

    def prospect(self, score: int) -> int:
        """Return the prospect of winning that a worth stands for, from -1,000,000 to 1,000,000."""
        if abs(score) > SURE:
            return _WHOLE if score > 0 else -_WHOLE
        return _WHOLE * score // (abs(score) + self.scale)

    def worth(self, prospect: int) -> int:
        """Return the worth that a prospect stands for: of a sure one, as much as can be."""
        most = _WHOLE * 50 // 51
        limited = max(-most, min(most, prospect))
        return limited * self.scale // (_WHOLE - abs(limited))

    def average(self, scores: Sequence[int], luck: int = 0) -> int:
        """Return the worth of the average prospect, and the least worth if all ends are sure.

        ``luck`` is added to the prospect.
        """
        if min(scores) > SURE or max(scores) < -SURE:
            return min(scores)
        prospects = map(self.prospect, scores)
        whole = sum(map(int.__mul__, prospects, self.weights))
        return self.worth(whole // sum(self.weights) + luck)


def search_averaged(
    search: Search, branches: list[Branch], cases: Cases, most_depth: int
) -> tuple[int, int]:
    """Return the action that is best on average and its worth, deeper and deeper as ``run`` does.

    The depth of the last finished iteration is left in ``search.depth``.
    """
    best = branches[0]
    for depth in range(1, (most_depth or DEEPEST) + 1):
        search.nodes += 1
        width = _WIDTHS[depth] if depth < len(_WIDTHS) else _LAST_WIDTH
        del branches[width:]
        leader: Branch | None = None
        for branch in branches:
            score = _look(search, branch, cases, depth)
            if search.has_stopped:
                # What was not looked at to its end is hardly worse than what loses for sure.
                if leader is not None and leader.score < min(-SURE, branch.score):
                    leader = branch
                break
            branch.score = score
            if leader is None or branch.score > leader.score:
                leader = branch
        best = leader or best
        if search.has_stopped:
            break
        search.depth = depth
        # The best of this iteration comes first, and stays best among equals.
        branches.sort(key=lambda branch: -branch.score)
        if not most_depth and WIN - abs(best.score) <= depth:
            break
    return best.action, best.score


def _look(search: Search, branch: Branch, cases: Cases, depth: int) -> int:
    """Return what an action is worth on average; of no meaning when the search has stopped."""
    if branch.end is not None:
        return branch.end
    scores = [-search.look(node, depth - 1) for node in branch.nodes]
    score = cases.average(scores, branch.luck)
    return score if abs(score) > SURE else score + branch.noise
