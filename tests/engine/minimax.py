"""What a search must find, worked out without pruning, ordering or memory."""

from engine import search
from engine.core import State
from engine.search import Node


def minimax(node: Node, depth: int, plies: int, ply: int = 0) -> int:
    """The worth of a position to the side to move: to the depth, then so many hits in a row."""
    if depth == 0:
        return quiesced(node, plies, ply)
    return max(played(node, action, depth, plies, ply) for action in list(node.actions()))


def played(node: Node, action: int, depth: int, plies: int, ply: int = 0) -> int:
    """The worth of an action to the side that takes it."""
    outcome = node.play(action)
    worth = ended(outcome, ply + 1)
    if worth is None:
        worth = -minimax(node, depth - 1, plies, ply + 1)
    node.take_back()
    return worth


def quiesced(node: Node, plies: int, ply: int) -> int:
    """The worth of a position in which the side to move may leave it at that, or hit."""
    worths = [node.evaluate()]
    if plies:
        actions = node.actions()
        for action, gain in zip(list(actions), list(node.gains(actions)), strict=True):
            if gain <= 0:
                continue
            worth = ended(node.play(action), ply + 1)
            worths.append(-quiesced(node, plies - 1, ply + 1) if worth is None else worth)
            node.take_back()
    return max(worths)


def ended(outcome: int, ply: int) -> int | None:
    """The worth of an end after so many actions, to the side that brought it about."""
    return {
        search.WON: search.WIN - ply,
        search.LOST: ply - search.WIN,
        search.DRAWN: 0,
    }.get(outcome)


def is_won(state: State, plies: int) -> bool:
    """Whether the seat to move can win within so many actions, whatever the other does."""
    seat = state.to_move
    assert seat is not None
    for action in state.legal_actions(seat):
        following = state.apply(seat, action).state
        if following.result is not None:
            if following.result.winner == seat:
                return True
        elif plies > 1 and is_lost(following, plies - 1):
            return True
    return False


def is_lost(state: State, plies: int) -> bool:
    """Whether the seat to move loses within so many actions, whatever it does."""
    seat = state.to_move
    assert seat is not None
    for action in state.legal_actions(seat):
        following = state.apply(seat, action).state
        if following.result is not None:
            if following.result.winner in (seat, None):
                return False
        elif plies == 1 or not is_won(following, plies - 1):
            return False
    return True
