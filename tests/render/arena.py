"""Views of Arena that no game need have led to, and shots over them, for tests of its pictures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.arena.notation import BLACK, RING, WHITE, Kind, Piece
from engine.arena.state import ArenaView
from engine.core import Phase, Result, Seat, Square
from engine.events import Fired, Ray
from engine.grid import Diagonal, Direction

N, E, S, W = Direction
CANNONS: Final = {
    "b1": Piece(WHITE, Kind.CANNON, "N"),
    "h9": Piece(BLACK, Kind.CANNON, "S"),
}
SLASHES: Final = dict.fromkeys(RING, Diagonal.SLASH)


def view(
    pieces: Mapping[Square, Piece] | None = None,
    *,
    edges: Mapping[Square, Diagonal] | None = None,
    rubble: tuple[Square, ...] = (),
    columns: tuple[Square, ...] = (),
    raised_left: int = 0,
    cooling: Seat | None = None,
    ply: int = 5,
    to_move: Seat | None = BLACK,
    result: Result | None = None,
) -> ArenaView:
    """Return the view of these pieces and both cannons in a ring that is all slashes but this."""
    return ArenaView(
        game="arena",
        phase=Phase.OVER if result else Phase.PLAY,
        ply=ply,
        to_move=None if result else to_move,
        result=result,
        pieces=CANNONS | dict(pieces or {}),
        edges=SLASHES | dict(edges or {}),
        rubble=rubble,
        columns=columns,
        raised_left=raised_left,
        rise_in=None if columns else 12,
        cooldown={WHITE: cooling == WHITE, BLACK: cooling == BLACK},
        quiet=0,
    )


def shot_up(end: str, last: int) -> Fired:
    """Return White's shot up column b that ends so on that row."""
    ways = [Ray(f"b{row}", N, None if row == last else N) for row in range(2, last + 1)]
    return Fired(WHITE, tuple(ways), end, f"b{last}")


LEFT_BY_RING: Final = Fired(
    WHITE, (*(Ray(f"b{row}", N, N) for row in range(2, 10)), Ray("Nb", N, W)), "left", None
)
"""White's shot up column b that the ring turns west; where it goes on from there is left out."""
