"""Why an action is not allowed, in a sentence for the player who tried it."""

from __future__ import annotations

from engine.arena import board as rules
from engine.arena.board import Board
from engine.arena.notation import GRID, NAMES, SEATS, Fire, Kind, Move, Pass, Piece, Rotate
from engine.arena.setup import piece_of
from engine.core import Square


def explain(board: Board, action: Move | Rotate | Fire | Pass) -> str | None:
    """Return why the side to move may not do this, ``None`` when nothing speaks against it."""
    match action:
        case Pass():
            return None
        case Fire():
            return _explain_fire(board)
        case Move(origin, target):
            own = _own_piece(board, origin, target)
            return own if isinstance(own, str) else _explain_move(board, own, action)
        case Rotate(square, turn):
            own = _own_piece(board, square)
            return own if isinstance(own, str) else _explain_rotation(own, square, turn)


def _own_piece(board: Board, *squares: Square) -> Piece | str:
    """Return the piece of the side to move on the first square, or why there is none."""
    for square in squares:
        if square not in GRID.cells:
            return GRID.off_board(square)
    origin = squares[0]
    code = board.cells[GRID.cells[origin]]
    if code == rules.RUBBLE:
        return f"There is no piece on {origin}, only rubble."
    if code == rules.COLUMN:
        return f"There is no piece on {origin}, only a column."
    if code == rules.EMPTY:
        return f"There is no piece on {origin}."
    piece, mover = piece_of(code), SEATS[board.side]
    if piece.seat != mover:
        return (
            f"The {NAMES[piece.kind]} on {origin} is {piece.seat.title()}'s, "
            f"and it is {mover.title()}'s turn."
        )
    return piece


def _explain_fire(board: Board) -> str | None:
    """Return why the cannon may not fire."""
    if board.cooling >> board.side & 1 == 0:
        return None
    return (
        f"{SEATS[board.side].title()}'s cannon cools down from its last shot; "
        "it can fire again after this turn."
    )


def _explain_move(board: Board, piece: Piece, move: Move) -> str | None:
    """Return why one's own piece may not move there."""
    match piece:
        case Piece(kind=Kind.CANNON):
            return "A cannon never moves; it can only rotate."
        case Piece(kind=Kind.GUARD, hits=hits) if hits:
            return (
                f"The guard tower on {move.origin} is dug in since a laser struck it, "
                "and never moves."
            )
        case Piece(kind=Kind.DOUBLE, is_locked=True):
            return (
                f"The double mirror on {move.origin} is locked until "
                f"{piece.seat.title()} moves another piece; it can rotate."
            )
    return _explain_distance(piece, move) or _explain_target(board, move.target)


def _explain_distance(piece: Piece, move: Move) -> str | None:
    """Return why the target cannot be reached in one step."""
    name = NAMES[piece.kind]
    if move.origin == move.target:
        return f"The {name} stands on {move.origin} already."
    columns = abs(ord(move.origin[0]) - ord(move.target[0]))
    rows = abs(int(move.origin[1]) - int(move.target[1]))
    if columns + rows > 1:
        return (
            f"A {name} goes one square along a row or a column, "
            f"and {move.target} is not the next one from {move.origin}."
        )
    return None


def _explain_target(board: Board, target: Square) -> str | None:
    """Return why no piece may move to the square."""
    code = board.cells[GRID.cells[target]]
    if code == rules.EMPTY:
        return None
    if code == rules.RUBBLE:
        return f"Rubble lies on {target}, and no piece can enter it."
    if code == rules.COLUMN:
        return f"A column stands on {target}."
    piece = piece_of(code)
    return f"{target} is occupied by {piece.seat.title()}'s {NAMES[piece.kind]}."


def _explain_rotation(piece: Piece, square: Square, turn: str) -> str | None:
    """Return why one's own piece may not rotate so."""
    if piece.kind in (Kind.KING, Kind.GUARD):
        return f"The {NAMES[piece.kind]} on {square} cannot rotate; it can only move."
    if turn not in ("L", "R"):
        return "A piece makes a quarter turn, L counter-clockwise or R clockwise."
    return None
