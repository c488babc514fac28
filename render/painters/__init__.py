"""One painter per game: from a view and the last action's events to a Scene."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TypeAlias

from engine.core import Event, Seat, Square, View
from render.painters import arena, deflexion, legion, reflix
from render.scene import Accent, Orientation, Scene, Tile

Painter: TypeAlias = Callable[[View, Sequence[Event]], Scene]
PositionPainter: TypeAlias = Callable[[str], Scene]

PAINTERS: Mapping[str, Painter] = MappingProxyType(
    {
        "deflexion": deflexion.paint,
        "arena": arena.paint,
        "reflix": reflix.paint,
        "legion": legion.paint,
    }
)
POSITION_PAINTERS: Mapping[str, PositionPainter] = MappingProxyType(
    {
        "deflexion": deflexion.paint_position,
        "reflix": reflix.paint_position,
        "legion": legion.paint_position,
    }
)


def scene(
    view: View,
    events: Sequence[Event] = (),
    *,
    marked: Sequence[Square] = (),
    facing: Seat | None = None,
) -> Scene:
    """Return the picture of what the view knows, with what the last action's events tell.

    ``marked`` squares are outlined, on a board that is to explain something. ``facing`` is the seat
    that wants its own side at the bottom; without it the first seat's is. Raises ``ValueError`` for
    a marked square that is off the board.
    """
    return _facing(_marked(PAINTERS[view.game](view, events), marked), facing)


def position_scene(
    code: str,
    *,
    game: str = "deflexion",
    marked: Sequence[Square] = (),
    facing: Seat | None = None,
) -> Scene:
    """Return the picture of a bare position, legal or not, with the ``marked`` squares outlined.

    Raises ``BadOption`` for a code that describes no position of the game, ``KeyError`` for a game
    without codes, and ``ValueError`` for a marked square that is off the board.
    """
    return _facing(_marked(POSITION_PAINTERS[game](code), marked), facing)


def _marked(plain: Scene, squares: Sequence[Square]) -> Scene:
    """Return the scene with the squares outlined, and its story naming them."""
    if not squares:
        return plain
    cells = [plain.board.cell(square) for square in squares]
    tiles = {cell: replace(plain.tiles.get(cell, Tile()), accent=Accent.TOUCHED) for cell in cells}
    story = f"{plain.story} Marked: {', '.join(map(plain.board.shown, squares))}."
    return replace(plain, tiles={**plain.tiles, **tiles}, words=replace(plain.words, story=story))


def _facing(upright: Scene, seat: Seat | None) -> Scene:
    """Return the scene with the seat's own side at the bottom."""
    if seat == upright.board.seats[1]:
        return replace(upright, orientation=Orientation.TURNED)
    return upright
