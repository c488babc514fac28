"""Squares in full colour, composed of layers: ground, mark, outline, piece, and the beam on top."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image

from engine.core import Seat
from engine.grid import Direction
from render.beams import draw_emitter, draw_segment
from render.canvas import OVERSAMPLING
from render.scene import Laser, Mark, Tile
from render.sprites import draw_accent, draw_figure, draw_mark
from render.themes import Theme

GHOST_STRENGTH: Final = 0.45

_figure = lru_cache(512)(draw_figure)
_segment = lru_cache(512)(draw_segment)
_mark = lru_cache(64)(draw_mark)
_accent = lru_cache(64)(draw_accent)


class Ground(NamedTuple):
    """A square with nothing on it: which of the two tones, and what is printed there."""

    shade: int
    mark: Mark | None


def compose(
    ground: Ground, tile: Tile, theme: Theme, size: int, oversampling: int = OVERSAMPLING
) -> Image.Image:
    """Return the square in full colour, ``size`` pixels wide."""
    image = Image.new("RGBA", (size, size), theme.squares[ground.shade])
    thickness = max(1, size // 72)
    image.paste(theme.hairline, (0, 0, size, thickness))
    image.paste(theme.hairline, (0, 0, thickness, size))
    for layer in _layers(ground, tile, theme, size, oversampling):
        image.alpha_composite(layer)
    return image.convert("RGB")


def compose_emitter(
    seat: Seat,
    heading: Direction,
    laser: Laser,
    theme: Theme,
    size: int,
    depth: int,
    oversampling: int = OVERSAMPLING,
) -> Image.Image:
    """Return a laser on the band in full colour: a square cut to the band's ``depth`` in pixels."""
    image = Image.new("RGBA", (size, size), theme.band)
    image.alpha_composite(draw_emitter(seat, heading, laser, theme, size, oversampling))
    return image.convert("RGB").crop(emitter_box(heading, size, depth))


def emitter_box(heading: Direction, size: int, depth: int) -> tuple[int, int, int, int]:
    """Return the part of the square beyond the edge that lies on the band next to the board."""
    match heading:
        case Direction.N:
            return 0, 0, size, depth
        case Direction.E:
            return size - depth, 0, size, size
        case Direction.S:
            return 0, size - depth, size, size
        case Direction.W:
            return 0, 0, depth, size


def _layers(
    ground: Ground, tile: Tile, theme: Theme, size: int, oversampling: int
) -> Iterator[Image.Image]:
    if ground.mark is not None:
        yield _mark(ground.mark, theme, size, oversampling)
    if tile.accent is not None:
        yield _accent(tile.accent, theme, size, oversampling)
    if tile.ghost is not None:
        yield _faint(_figure(tile.ghost, theme, size, oversampling))
    if tile.figure is not None:
        yield _figure(tile.figure, theme, size, oversampling)
    for segment in tile.beam:
        yield _segment(segment, theme, size, oversampling)


def _faint(image: Image.Image) -> Image.Image:
    ghost = image.copy()
    ghost.putalpha(image.getchannel("A").point(lambda alpha: round(alpha * GHOST_STRENGTH)))
    return ghost
