"""How soon a fortress could be hit, for the computer's choice of its own, and what tempts to it.

When it chooses, nothing is known of the other side's fortress, so that it is left away; and the
side itself leaves its mirrors where they stand at the start. What counts is how many ways the other
side then has to a hit with a few moves of its own in a row.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine import beam
from engine.core import Seat
from engine.reflix import board as rules
from engine.reflix.board import Board
from engine.reflix.fortress import codes_of
from engine.reflix.notation import SEATS, START, Fortress

_LATER: Final = 100
"""How many ways that take a move more are as bad as one."""
_WAY: Final = 4
"""How bad a way is as against one shield fewer before the target: no fortress has so many."""


def danger(fortress: Fortress, seat: Seat, moves: int) -> int:
    """Return how easily the seat's fortress is hit with up to so many moves; less is better.

    Sooner ways count more; among equals, shields that every beam to the target passes count.
    """
    side = SEATS.index(seat)
    board = Board(codes_of(START, {seat: fortress}), 1 - side, 1, 0)
    found: int = -_shields(board, side)
    goal = rules.TARGET_HIT + side
    boards = [board]
    for left in range(moves - 1, -1, -1):
        hits = sum(beam.reaction_of(b.foresee(m)) == goal for b in boards for m in list(b.moves()))
        found += _WAY * hits * _LATER**left
        if left:
            boards = _advanced(boards, goal)
    return found


def traps(board: Board, move: int) -> int:
    """Return after how many answers to the move its mover could hit at once.

    An answer that hits is none of them. The board is left as it was.
    """
    own_target = rules.TARGET_HIT + board.side
    their_target = rules.TARGET_HIT + 1 - board.side
    board.make(move)
    found = 0
    for answer in list(board.moves()):
        hit = beam.reaction_of(board.make(answer)) == own_target
        if not hit and board.ending == rules.ONGOING:
            ends = (beam.reaction_of(board.foresee(last)) for last in list(board.moves()))
            found += their_target in ends
        board.unmake()
    board.unmake()
    return found


def _advanced(boards: Iterable[Board], goal: int) -> list[Board]:
    """Return where the moves lead that do not hit, each position once, its mover to move again."""
    following: dict[tuple[int, ...], Board] = {}
    for board in boards:
        for move in list(board.moves()):
            if beam.reaction_of(board.foresee(move)) != goal:
                board.make(move)
                cells = tuple(board.cells)
                board.unmake()
                if cells not in following:
                    following[cells] = Board(list(cells), board.side, 1, 0)
    return list(following.values())


def _shields(board: Board, side: int) -> int:
    """Return how many of the side's shields a beam passes at least that reaches its target."""
    fewest = rules.ROUNDS
    for column in range(rules.COLUMNS):
        start = rules.FRONT_CELLS[side * rules.COLUMNS + column]
        heading = rules.EMITTER_HEADINGS[1 - side]
        path: list[int] = []
        last = beam.trace(board.cells, rules.REACTIONS, rules.STEPS, start, heading, path)
        if beam.reaction_of(last) == rules.TARGET_HIT + side:
            passed = {beam.cell_of(passage) for passage in path}
            fewest = min(fewest, sum(board.cells[c] == rules.SHIELD + side for c in passed))
    return fewest
