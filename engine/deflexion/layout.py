"""Layouts of one's own: what one must be to start a game, and half of it mirrored to the rest.

The option ``code`` of a game is freer: it knows no limit to the number of pieces, and may have
Gold begin.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from engine.core import BadOption, Seat, Square
from engine.deflexion.notation import (
    GRID,
    SEATS,
    SILVER,
    Kind,
    Piece,
    Position,
    parse_code,
)
from engine.deflexion.rulesets import RuleSet
from engine.deflexion.setup import laser_faults, piece_faults
from engine.grid import Corner, Diagonal, Direction

MOST_OTHERS: Final = 14
"""How many pieces a side may have beside its Pharaoh."""


def layout_faults(position: Position, rule_set: RuleSet) -> list[str]:
    """Return why the position is no layout to start from, a sentence for each fault."""
    faults = piece_faults(position, rule_set)
    others = Counter(p.seat for p in position.pieces.values() if p.kind is not Kind.PHARAOH)
    faults += [
        f"{seat.title()} has {others[seat]} pieces beside its Pharaoh; at most {MOST_OTHERS} are "
        "allowed."
        for seat in SEATS
        if others[seat] > MOST_OTHERS
    ]
    if position.to_move != SILVER:
        faults.append("Silver makes the first move, so the code ends with a space and “s”.")
    return faults + laser_faults(position, rule_set)


def read_layout(code: str, rule_set: RuleSet) -> Position:
    """Return the layout that the code describes. Raises ``BadOption`` naming every fault."""
    position = parse_code(code)
    if faults := layout_faults(position, rule_set):
        raise BadOption(" ".join(faults))
    return position


def across(square: Square) -> Square:
    """Return where the square comes to lie when the board is turned by half a turn.

    >>> across("a1"), across("e4")
    ('j8', 'f5')
    """
    column, row = ord(square[0]) - ord("a"), int(square[1:])
    return f"{chr(ord('a') + GRID.columns - 1 - column)}{GRID.rows + 1 - row}"


def mirrored(position: Position, seat: Seat) -> Position:
    """Return the position in which the other side's pieces are the seat's, turned by half a turn.

    Raises ``BadOption`` when pieces of the seat stand on squares that mirror each other.
    """
    (other,) = set(SEATS) - {seat}
    own = {square: p for square, p in position.pieces.items() if p.seat == seat}
    for square in sorted(own):
        if across(square) in own:
            raise BadOption(
                f"{seat.title()} has pieces on {square} and {across(square)}, which mirror each "
                "other. Remove one of them first."
            )
    copies = {
        across(square): Piece(other, piece.kind, _half_turned(piece.facing))
        for square, piece in own.items()
    }
    return Position(own | copies, position.to_move)


def _half_turned(facing: str | None) -> str | None:
    """Return the facing after half a turn; a two-sided mirror then lies as before."""
    if facing is None or facing in tuple(Diagonal):
        return facing
    if facing in tuple(Corner):
        return str(Corner(facing).turned(2))
    return Direction[facing].opposite.name
