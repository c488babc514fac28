"""Squares in full colour, composed of layers: ground, mark, outline, piece, and the beam on top."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image

from engine.core import Seat
from engine.grid import Direction
from render.beams import draw_edge_emitter, draw_emitter, draw_segment
from render.canvas import OVERSAMPLING, Canvas
from render.scene import Accent, Board, Cell, Figure, Floor, Laser, Mark, Tile
from render.sprites import draw_figure
from render.sprites.marks import draw_curved_arrow, draw_mark, draw_outline
from render.themes import Theme
from render.track import Tip, Trail
from render.trails import draw_impact, draw_track

GHOST_STRENGTH: Final = 0.55
ARROWS: Final = frozenset(Accent) - {Accent.TOUCHED}
FALLEN_SHARE: Final = 0.5
"""How large what fell is drawn beside what took its place."""
EMITTER_MARGIN: Final = 0.2
"""How much of a square's width is left on either side of a laser."""

figure_layer = lru_cache(512)(draw_figure)
segment_layer = lru_cache(512)(draw_segment)
mark_layer = lru_cache(64)(draw_mark)
outline_layer = lru_cache(16)(draw_outline)
arrow_layer = lru_cache(64)(draw_curved_arrow)
edge_layer = lru_cache(64)(draw_edge_emitter)
track_layer = lru_cache(256)(draw_track)
impact_layer = lru_cache(64)(draw_impact)


class EdgeLaser(NamedTuple):
    """The half that a square has of a laser on its edge: on which side of it, and its heading."""

    seat: Seat
    side: Direction
    heading: Direction
    laser: Laser

    def turned(self) -> EdgeLaser:
        """Return the half as it lies on the board turned by half a turn."""
        return self._replace(side=self.side.opposite, heading=self.heading.opposite)


class Ground(NamedTuple):
    """A square with nothing on it: which of the two tones, what is printed there, what it is.

    ``lasers`` are those that stand on its edges.
    """

    shade: int
    mark: Mark | None
    floor: Floor = Floor.SQUARE
    lasers: tuple[EdgeLaser, ...] = ()

    def turned(self) -> Ground:
        """Return the ground as it lies on the board turned by half a turn."""
        return self._replace(lasers=tuple(laser.turned() for laser in self.lasers))


@lru_cache(32)
def grounds(board: Board, shining: Seat | None = None) -> Mapping[Cell, Ground]:
    """Return what each cell of the board looks like when it is bare, with this laser shining."""
    marks, lasers = dict(board.marks), _edge_lasers(board, shining)
    cells = [Cell(column, row) for row in range(board.rows) for column in range(board.columns)]
    return {
        cell: Ground(
            sum(cell) % 2,
            marks.get(cell),
            board.floors.get(cell, Floor.SQUARE),
            tuple(lasers[cell]),
        )
        for cell in cells
    }


def _edge_lasers(board: Board, shining: Seat | None) -> Mapping[Cell, list[EdgeLaser]]:
    """Return the halves of the lasers that stand on edges, by their cells."""
    found: dict[Cell, list[EdgeLaser]] = defaultdict(list)
    for seat, cell, heading in board.edge_emitters:
        laser = Laser.SHINING if seat == shining else Laser.RESTING
        found[cell].append(EdgeLaser(seat, heading, heading, laser))
        found[cell.beside(heading)].append(EdgeLaser(seat, heading.opposite, heading, laser))
    return found


def compose(
    ground: Ground, tile: Tile, theme: Theme, size: int, oversampling: int = OVERSAMPLING
) -> Image.Image:
    """Return the square in full colour, ``size`` pixels wide."""
    image = Image.new("RGBA", (size, size), theme.floors[ground.floor][ground.shade])
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
    """Return the part of the square beyond the edge that the laser takes up on the band."""
    near, far = round(size * EMITTER_MARGIN), round(size * (1 - EMITTER_MARGIN))
    match heading:
        case Direction.N:
            return near, 0, far, depth
        case Direction.E:
            return size - depth, near, size, far
        case Direction.S:
            return near, size - depth, far, size
        case Direction.W:
            return 0, near, depth, far


def _layers(
    ground: Ground, tile: Tile, theme: Theme, size: int, oversampling: int
) -> Iterator[Image.Image]:
    if ground.mark is not None:
        yield mark_layer(ground.mark, theme, size, oversampling)
    if tile.accent not in (None, Accent.FLIPPED):
        yield outline_layer(theme, size, oversampling)
    if tile.ghost is not None:
        yield _faint(figure_layer(tile.ghost, theme, size, oversampling))
    for track in tile.tracks:
        if track.trail is Trail.CHARGE:
            yield track_layer(track, theme, size, oversampling)
    if tile.figure is not None and not tile.is_later:
        yield figure_layer(tile.figure, theme, size, oversampling)
    if tile.fallen is not None:
        yield _fallen(tile.fallen, theme, size, oversampling)
    if tile.accent in ARROWS:
        yield arrow_layer(tile.accent, _arrow_turn(tile.figure), theme, size, oversampling)
    for laser in ground.lasers:
        yield edge_layer(*laser, theme, size, oversampling)
    for segment in tile.beam:
        yield segment_layer(segment, theme, size, oversampling)
    for track in tile.tracks:
        if track.trail is Trail.VOLLEY:
            yield track_layer(track, theme, size, oversampling)
        if track.tip is not Tip.HEAD:
            yield impact_layer(track, theme, size, oversampling)
    if tile.figure is not None and tile.is_later:
        yield figure_layer(tile.figure, theme, size, oversampling)


def _arrow_turn(figure: Figure | None) -> int:
    """Return by how many quarter turns an arrow leaves the north-east, to where there is room."""
    if figure is None:
        return 0
    return 1 if figure.front is Direction.S else figure.turn or 0


def _fallen(figure: Figure, theme: Theme, size: int, oversampling: int) -> Image.Image:
    """Return what fell, small in the north-east, with a cross at its corner."""
    side = round(size * FALLEN_SHARE)
    ground = Canvas(side, oversampling)
    ground.outline([(18, 18), (82, 18), (82, 82), (18, 82)], theme.core, 22)
    canvas = Canvas(side, oversampling)
    for width, colour in ((22, theme.core), (12, theme.beam)):
        reach = 17 + width / 4
        for up in (-reach, reach):
            canvas.line([(25 - reach, 75 - up), (25 + reach, 75 + up)], colour, width)
    small = ground.finish()
    small.alpha_composite(figure_layer(figure, theme, side, oversampling))
    small.alpha_composite(canvas.finish())
    layer = Image.new("RGBA", (size, size))
    layer.paste(small, (size - side, 0))
    return layer


def _faint(image: Image.Image) -> Image.Image:
    ghost = image.copy()
    ghost.putalpha(image.getchannel("A").point(lambda alpha: round(alpha * GHOST_STRENGTH)))
    return ghost
