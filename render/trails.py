"""Lines that a charge or a volley leaves, drawn square by square."""

from __future__ import annotations

from math import hypot
from typing import Final

from PIL import Image

from render.beams import draw_star
from render.canvas import OVERSAMPLING, Canvas, Point
from render.themes import Theme
from render.track import Offset, Tip, Track, Trail

CARD: Final = 43.0
"""How far from the middle of a square, across or down, a line keeps clear of what stands there."""
SHAFT: Final = 9.0
CASING: Final = 3.0
HEAD_LENGTH: Final = 24.0
HEAD_REACH: Final = 16.0
DASH, GAP = 15.0, 9.0


def draw_track(
    track: Track, theme: Theme, size: int, oversampling: int = OVERSAMPLING
) -> Image.Image:
    """Return the line's part on a transparent square, ``size`` pixels wide, without its burst."""
    canvas = Canvas(size, oversampling)
    start, end = _ends(track)
    match track.trail:
        case Trail.CHARGE:
            for casing, colour in ((CASING, theme.core), (0.0, theme.accent)):
                canvas.disc(start, SHAFT + casing, colour)
                _arrow(canvas, start, end, colour, casing)
        case Trail.VOLLEY:
            for casing, colour in ((CASING, theme.core), (0.0, theme.beam)):
                _volley(canvas, start, end, colour, casing)
    return canvas.finish()


def draw_impact(
    track: Track, theme: Theme, size: int, oversampling: int = OVERSAMPLING
) -> Image.Image:
    """Return the part of the burst in which the line ends, on a transparent square."""
    canvas = Canvas(size, oversampling)
    end = _ends(track)[1] if track.tip is Tip.CLASH else _middle(track.end)
    draw_star(canvas.part(end[0] - 36, end[1] - 36, 72), theme)
    return canvas.finish()


def _ends(track: Track) -> tuple[Point, Point]:
    """Return where the line is drawn from and to, in hundredths of this square."""
    start, end = _middle(track.start), _middle(track.end)
    span = max(abs(end[0] - start[0]), abs(end[1] - start[1]))
    clear = CARD / span
    step = (end[0] - start[0]) * clear, (end[1] - start[1]) * clear
    if track.trail is Trail.VOLLEY:
        start = start[0] + step[0], start[1] + step[1]
    return start, (end[0] - step[0], end[1] - step[1])


def _middle(offset: Offset) -> Point:
    return 50.0 + 100 * offset.across, 50.0 + 100 * offset.down


def _arrow(canvas: Canvas, start: Point, end: Point, colour: str, casing: float) -> None:
    """Draw a shaft with a head at its end."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    along = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    neck = end[0] - along[0] * HEAD_LENGTH * 0.8, end[1] - along[1] * HEAD_LENGTH * 0.8
    canvas.line([start, neck], colour, SHAFT + 2 * casing)
    _head(canvas, end, along, colour, casing)


def _head(canvas: Canvas, end: Point, along: Point, colour: str, casing: float) -> None:
    """Draw an arrowhead with its point there."""
    point = end[0] + along[0] * casing * 1.6, end[1] + along[1] * casing * 1.6
    back = end[0] - along[0] * (HEAD_LENGTH + casing), end[1] - along[1] * (HEAD_LENGTH + casing)
    reach = HEAD_REACH + 1.5 * casing
    aside = -along[1] * reach, along[0] * reach
    canvas.polygon(
        [point, (back[0] + aside[0], back[1] + aside[1]), (back[0] - aside[0], back[1] - aside[1])],
        colour,
    )


def _volley(canvas: Canvas, start: Point, end: Point, colour: str, casing: float) -> None:
    """Draw a line of dashes, the last of which has a head."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    along = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    reached = 0.0
    while reached < length - HEAD_LENGTH:
        far = min(reached + DASH, length - HEAD_LENGTH * 0.8)
        first, last = (
            (start[0] + along[0] * place, start[1] + along[1] * place)
            for place in (reached - casing * 0.6, far + casing * 0.6)
        )
        canvas.line([first, last], colour, SHAFT * 0.8 + 2 * casing)
        reached += DASH + GAP
    _head(canvas, end, along, colour, casing)
