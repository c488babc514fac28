"""Any Scene to pixels: finished squares, kept by what is on them, are pasted on a kept frame."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from typing import Final

from PIL import Image

from engine.core import Seat
from engine.grid import Direction
from render.frame import BAND, frame, square_size
from render.palette import quantised
from render.scene import Board, Emitter, Laser, Orientation, Scene, Tile
from render.themes import THEMES, Theme
from render.tiles import Ground, compose, compose_emitter, emitter_box, grounds

COMPRESSION: Final = 3


def draw(scene: Scene, theme: str = "papyrus") -> bytes:
    """Return the scene as a palette PNG. Raises ``KeyError`` for a theme that is none."""
    buffer = BytesIO()
    compose_scene(scene, THEMES[theme]).save(buffer, "PNG", compress_level=COMPRESSION)
    return buffer.getvalue()


def compose_scene(scene: Scene, theme: Theme) -> Image.Image:
    """Return the scene as an image in the theme's palette."""
    board, size = scene.board, square_size(scene.board)
    image = frame(board, scene.orientation, theme).copy()
    bare = grounds(board)
    for cell, tile in scene.tiles.items():
        place = board.place(cell, scene.orientation)
        square = finished(board, bare[cell], lying(tile, scene.orientation), theme, size)
        image.paste(square, (BAND + place.column * size, BAND + place.row * size))
    for emitter in board.emitters:
        laser = Laser.SHINING if emitter.seat == scene.shining else Laser.RESTING
        heading, position = emitter_place(scene, emitter)
        image.paste(finished_emitter(board, emitter.seat, heading, laser, theme, size), position)
    return image


@lru_cache(2048)
def finished(board: Board, ground: Ground, tile: Tile, theme: Theme, size: int) -> Image.Image:
    """Return the square in the palette of board and theme, ``size`` pixels wide.

    Do not draw on it.
    """
    return quantised(compose(ground, tile, theme, size), board, theme)


@lru_cache(64)
def finished_emitter(
    board: Board, seat: Seat, heading: Direction, laser: Laser, theme: Theme, size: int
) -> Image.Image:
    """Return a laser on the band in the palette of board and theme. Do not draw on it."""
    return quantised(compose_emitter(seat, heading, laser, theme, size, BAND), board, theme)


def lying(tile: Tile, orientation: Orientation) -> Tile:
    """Return the tile as it looks on a board that lies this way."""
    match orientation:
        case Orientation.UPRIGHT:
            return tile
        case Orientation.TURNED:
            return tile.turned()


def emitter_place(scene: Scene, emitter: Emitter) -> tuple[Direction, tuple[int, int]]:
    """Return the laser's heading in the picture, and where its image goes, in pixels."""
    size = square_size(scene.board)
    column, row = scene.board.place(emitter.cell, scene.orientation)
    match scene.orientation:
        case Orientation.UPRIGHT:
            heading = emitter.heading
        case Orientation.TURNED:
            heading = emitter.heading.opposite
    left, top, _, _ = emitter_box(heading, size, BAND)
    return heading, (BAND + column * size + left, BAND + row * size + top)
