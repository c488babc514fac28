"""Arena as a value: what everybody sees of a state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.arena.notation import Piece
from engine.core import JSON, Seat, Square, View
from engine.grid import Diagonal


@dataclass(frozen=True, slots=True)
class ArenaView(View):
    """What everybody may know of a state, which here is everything.

    ``edges`` are the 36 mirrors of the ring; ``raised_left`` is for how many more actions the
    columns stand, 0 while they are underground, ``rise_in`` after how many actions they rise,
    ``None`` while they stand; ``cooldown`` tells whose cannon cannot fire on that seat's next
    turn, or in this one; ``quiet`` counts the actions since a laser last did damage. Squares are
    sorted.
    """

    pieces: Mapping[Square, Piece]
    edges: Mapping[Square, Diagonal]
    rubble: tuple[Square, ...]
    columns: tuple[Square, ...]
    raised_left: int
    rise_in: int | None
    cooldown: Mapping[Seat, bool]
    quiet: int

    def to_json(self) -> dict[str, JSON]:
        """Return the STATE object of the line protocol."""
        pieces = {square: piece.to_json() for square, piece in self.pieces.items()}
        edges = {square: str(diagonal) for square, diagonal in self.edges.items()}
        return View.to_json(self) | {"pieces": pieces, "edges": edges}
