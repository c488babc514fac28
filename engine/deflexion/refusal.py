"""Why an action is not allowed, in a sentence for the player who tried it."""

from __future__ import annotations

from engine.core import Seat, Square
from engine.deflexion.notation import GRID, NAMES, Kind, Move, Piece, Position, Rotate, Swap
from engine.deflexion.rulesets import RuleSet
from engine.deflexion.setup import reserved_for
from engine.grid import Direction


def explain(position: Position, action: Move | Swap | Rotate, rule_set: RuleSet) -> str | None:
    """Return why the seat to move may not do this, ``None`` when nothing speaks against it."""
    origin = action.squares[0]
    for square in action.squares:
        if square not in GRID.cells:
            return GRID.off_board(square)
    piece = position.pieces.get(origin)
    if piece is None:
        return f"There is no piece on {origin}."
    if piece.seat != position.to_move:
        return (
            f"The {NAMES[piece.kind]} on {origin} is {piece.seat.title()}'s, "
            f"and it is {position.to_move.title()}'s turn."
        )
    match action:
        case Move():
            return _explain_move(position, piece, action, rule_set)
        case Swap():
            return _explain_swap(position, piece, action, rule_set)
        case Rotate(turn="L" | "R"):
            return _explain_turn(piece, action, rule_set)
        case Rotate():
            return "A piece makes a quarter turn, L counter-clockwise or R clockwise."


def _explain_turn(piece: Piece, turn: Rotate, rule_set: RuleSet) -> str | None:
    """Return why one's own piece may not make this quarter turn."""
    if piece.kind not in rule_set.turning:
        return f"In {rule_set.title} a {NAMES[piece.kind]} does not turn."
    if piece.kind is Kind.SPHINX and piece.facing is not None:
        allowed = "L" if Direction[piece.facing] % 2 == 0 else "R"
        if turn.turn != allowed:
            return (
                f"The Sphinx on {turn.square} would fire out of the board; it can turn the other "
                f"way: {turn.square}{allowed}."
            )
    return None


def _explain_move(position: Position, piece: Piece, move: Move, rule_set: RuleSet) -> str | None:
    """Return why one's own piece may not move there."""
    if piece.kind is Kind.SPHINX:
        return "A Sphinx never moves, it only turns."
    if distant := _explain_distance(piece, move.origin, move.target):
        return distant
    occupant = position.pieces.get(move.target)
    if occupant is not None:
        sentence = f"{move.target} is occupied by {_owned(occupant)}"
        swap = Swap(move.origin, move.target)
        if piece.kind is Kind.DJED and _explain_swap(position, piece, swap, rule_set) is None:
            return f"{sentence}; the Djed can change places with it: {swap}."
        return f"{sentence}."
    return _explain_reserved(piece, move.target)


def _explain_swap(position: Position, piece: Piece, swap: Swap, rule_set: RuleSet) -> str | None:
    """Return why one's own piece may not change places with what stands there."""
    if piece.kind is not Kind.DJED:
        return f"Only a Djed can swap, not the {NAMES[piece.kind]} on {swap.origin}."
    if distant := _explain_distance(piece, swap.origin, swap.target):
        return distant
    partner = position.pieces.get(swap.target)
    if partner is None:
        return f"{swap.target} is empty, so there is nothing to swap with."
    if partner.kind not in (Kind.PYRAMID, Kind.OBELISK, Kind.ANUBIS):
        other = ("another " if partner.kind is Kind.DJED else "a ") + NAMES[partner.kind]
        second = NAMES[Kind.ANUBIS if rule_set.has_sphinxes else Kind.OBELISK]
        return f"A Djed swaps with a pyramid or an {second}, never with {other}."
    return _explain_reserved(piece, swap.target) or _explain_reserved(partner, swap.origin)


def _explain_distance(piece: Piece, origin: Square, target: Square) -> str | None:
    """Return why the target cannot be reached in one step."""
    if origin == target:
        return f"The {NAMES[piece.kind]} stands on {origin} already."
    columns = abs(ord(origin[0]) - ord(target[0]))
    rows = abs(int(origin[1:]) - int(target[1:]))
    if max(columns, rows) > 1:
        return f"{target} is not next to {origin}: a piece goes one square at a time."
    return None


def _explain_reserved(piece: Piece, square: Square) -> str | None:
    """Return why the piece may not stand on the square, whoever would bring it there."""
    owner: Seat | None = reserved_for(square)
    if owner in (None, piece.seat):
        return None
    return f"{square} is reserved for {owner.title()}, so {_owned(piece)} cannot go there."


def _owned(piece: Piece) -> str:
    """Return the piece in words, with its owner."""
    return f"{piece.seat.title()}'s {NAMES[piece.kind]}"
