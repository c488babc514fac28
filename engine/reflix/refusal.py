"""Why a move is not allowed, in a sentence for the player who tried it."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core import Seat, Square
from engine.reflix.fortress import kind_of
from engine.reflix.notation import (
    GRID,
    ZONE_ROWS,
    Fortress,
    MirrorPiece,
    Rotate,
    Slide,
)


def explain(
    mirrors: Mapping[Square, MirrorPiece],
    fortresses: Mapping[Seat, Fortress],
    seat: Seat,
    action: Rotate | Slide,
) -> str | None:
    """Return why the seat to move may not do this, ``None`` when nothing speaks against it."""
    origin = action.squares[0]
    for square in action.squares:
        if square not in GRID.cells:
            return GRID.off_board(square)
    mirror = mirrors.get(origin)
    if mirror is None:
        return _explain_no_mirror(fortresses, origin)
    if mirror.seat != seat:
        return (
            f"The mirror on {origin} is {mirror.seat.title()}'s, and it is {seat.title()}'s turn."
        )
    match action:
        case Slide():
            return _explain_slide(mirrors, action)
        case Rotate(turn="L" | "R"):
            return None
        case Rotate():
            return "A mirror makes a quarter turn, R; L gives the same."


def _explain_no_mirror(fortresses: Mapping[Seat, Fortress], square: Square) -> str:
    """Return why nothing on the square can be moved."""
    for seat, fortress in fortresses.items():
        if square in fortress:
            return (
                f"The {kind_of(fortress[square])} on {square} belongs to {seat.title()}'s "
                "fortress, in which nothing moves."
            )
    return f"There is no mirror on {square}."


def _explain_slide(mirrors: Mapping[Square, MirrorPiece], slide: Slide) -> str | None:
    """Return why one's own mirror may not slide there."""
    origin, target = slide.origin, slide.target
    if origin == target:
        return f"The mirror stands on {origin} already."
    if int(target[1:]) not in ZONE_ROWS:
        return (
            f"{target} is out of the ricochet zone, rows {ZONE_ROWS[0]} to {ZONE_ROWS[-1]}, "
            "which no mirror leaves."
        )
    if origin[0] != target[0] and origin[1:] != target[1:]:
        return f"{target} is not in line with {origin}: a mirror slides along its row or column."
    for square in _way(origin, target):
        if square in mirrors:
            owner = mirrors[square].seat.title()
            if square == target:
                return f"{target} is occupied by {owner}'s mirror."
            return f"{owner}'s mirror on {square} is in the way."
    return None


def _way(origin: Square, target: Square) -> list[Square]:
    """Return the squares that a slide enters, in order, to the last."""
    start, end = GRID.cells[origin], GRID.cells[target]
    step = GRID.stride if origin[0] == target[0] else 1
    step = step if end > start else -step
    return [GRID.names[cell] for cell in range(start + step, end + step, step)]
