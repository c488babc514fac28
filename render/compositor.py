"""Any Scene to pixels: finished squares, kept by what is on them, are pasted on a kept frame."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from typing import Final, TypeVar

from PIL import Image

from engine.core import Seat
from engine.grid import Direction
from render.frame import (
    BAND,
    CAPTION_HEIGHT,
    CAPTION_INSET,
    compose_caption,
    frame,
    origin,
    square_size,
)
from render.palette import quantised
from render.scene import Board, Caption, Emitter, Laser, Orientation, Scene, Tile
from render.themes import THEMES, Theme
from render.tiles import Ground, compose, compose_emitter, emitter_box, grounds

COMPRESSION: Final = 3

Lying = TypeVar("Lying", Tile, Ground)


def draw(scene: Scene, theme: str = "papyrus") -> bytes:
    """Return the scene as a palette PNG. Raises ``KeyError`` for a theme that is none."""
    buffer = BytesIO()
    compose_scene(scene, THEMES[theme]).save(buffer, "PNG", compress_level=COMPRESSION)
    return buffer.getvalue()


def compose_scene(scene: Scene, theme: Theme) -> Image.Image:
    """Return the scene as an image in the theme's palette."""
    board, size, turn = scene.board, square_size(scene.board), scene.orientation
    left, top = origin(board)
    image = frame(board, turn, theme).copy()
    bare, resting = grounds(board, scene.shining), grounds(board)
    shining = {cell: Tile() for cell in bare if bare[cell] != resting[cell]}
    for cell, tile in {**shining, **scene.tiles}.items():
        place = board.place(cell, turn)
        square = finished(board, lying(bare[cell], turn), lying(tile, turn), theme, size)
        image.paste(square, (left + place.column * size, top + place.row * size))
    for emitter in board.frame_emitters:
        laser = Laser.SHINING if emitter.seat == scene.shining else Laser.RESTING
        heading, position = emitter_place(scene, emitter)
        image.paste(finished_emitter(board, emitter.seat, heading, laser, theme, size), position)
    for caption in scene.captions if board.is_captioned else ():
        drawn = finished_caption(board, caption, theme)
        image.paste(drawn, caption_place(scene, caption, drawn.width))
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


@lru_cache(128)
def finished_caption(board: Board, caption: Caption, theme: Theme) -> Image.Image:
    """Return a caption in the palette of board and theme. Do not draw on it."""
    return quantised(compose_caption(caption, theme), board, theme)


def lying(thing: Lying, orientation: Orientation) -> Lying:
    """Return the tile or the ground as it looks on a board that lies this way."""
    match orientation:
        case Orientation.UPRIGHT:
            return thing
        case Orientation.TURNED:
            return thing.turned()


def caption_place(scene: Scene, caption: Caption, width: int) -> tuple[int, int]:
    """Return where the image of a caption goes, in pixels: what is a seat's at its side."""
    columns, rows = scene.board.columns, scene.board.rows
    size = square_size(scene.board)
    left, top = origin(scene.board)
    at_top = (CAPTION_INSET, 2 * top + rows * size - CAPTION_INSET - CAPTION_HEIGHT)
    if caption.seat is None:
        return left + columns * size - width, at_top[0]
    upright = scene.orientation is Orientation.UPRIGHT
    is_bottom = (caption.seat == scene.board.seats[0]) == upright
    return left, at_top[is_bottom]


def emitter_place(scene: Scene, emitter: Emitter) -> tuple[Direction, tuple[int, int]]:
    """Return the laser's heading in the picture, and where its image goes, in pixels."""
    size = square_size(scene.board)
    across, down = origin(scene.board)
    column, row = scene.board.place(emitter.cell, scene.orientation)
    match scene.orientation:
        case Orientation.UPRIGHT:
            heading = emitter.heading
        case Orientation.TURNED:
            heading = emitter.heading.opposite
    left, top, _, _ = emitter_box(heading, size, BAND)
    return heading, (across + column * size + left, down + row * size + top)
