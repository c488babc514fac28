"""What is printed on squares, and what tells of the last action, in hundredths of a square."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Final

from PIL import Image

from render.canvas import OVERSAMPLING, Canvas, Point
from render.scene import Accent, Badge, Mark
from render.themes import Theme

BADGE_PLACE: Final = (19.0, 81.0)
"""In the south-west, which every sprite leaves free, as it does the north-east."""


def draw_mark(mark: Mark, theme: Theme, size: int, oversampling: int = OVERSAMPLING) -> Image.Image:
    """Return the mark on a transparent square, ``size`` pixels wide."""
    canvas = Canvas(size, oversampling)
    match mark:
        case Mark.HEXAGON:
            points = [(34, 50), (42, 36), (58, 36), (66, 50), (58, 64), (42, 64)]
            canvas.polygon(points, theme.marks[mark])
        case Mark.DISC:
            canvas.disc((50, 50), 15, theme.marks[mark])
    return canvas.finish()


def draw_outline(theme: Theme, size: int, oversampling: int = OVERSAMPLING) -> Image.Image:
    """Return the outline of a square that the last action touched, ``size`` pixels wide."""
    canvas = Canvas(size, oversampling)
    low, high = 4.86, 95.14
    canvas.outline([(low, low), (high, low), (high, high), (low, high)], theme.accent, 4.17)
    return canvas.finish()


def draw_curved_arrow(
    accent: Accent, turn: int, theme: Theme, size: int, oversampling: int = OVERSAMPLING
) -> Image.Image:
    """Return the arrow of a rotation on a transparent square, ``size`` pixels wide.

    It goes round the north-east corner of a piece that has made ``turn`` quarter turns: the side
    that every sprite leaves free. A mirror that flipped has two arrows there, small and in a ring.
    """
    if accent is Accent.FLIPPED:
        return _draw_flip(turn, theme, size, oversampling)
    canvas = Canvas(size, oversampling)
    way = -1 if accent is Accent.TURNED_LEFT else 1
    for casing, colour in ((2.4, theme.core), (0.0, theme.accent)):
        shaft = [_bearing(way, degrees, 38) for degrees in range(-38, 12, 2)]
        canvas.line(shaft, colour, 5 + 2 * casing)
        head = [(9 - casing, 28 - casing), (9 - casing, 48 + casing), (38 + casing, 38)]
        canvas.polygon([_bearing(way, degrees, radius) for degrees, radius in head], colour)
    return canvas.finish(turn)


def _bearing(way: int, degrees: float, radius: float) -> Point:
    """Return a point round the middle, counted from north-east, clockwise if ``way`` is 1."""
    angle = radians(45 + way * degrees)
    return 50 + radius * sin(angle), 50 - radius * cos(angle)


def draw_badge(
    badge: Badge, turn: int, theme: Theme, size: int, oversampling: int = OVERSAMPLING
) -> Image.Image:
    """Return the badge of a piece that has made ``turn`` quarter turns: upright in its corner."""
    canvas = Canvas(size, oversampling)
    x, y = _spun(BADGE_PLACE, turn)
    match badge:
        case Badge.LOCKED:
            for casing, colour in ((3.0, theme.core), (0.0, theme.rim)):
                canvas.disc((x, y - 5), 9.5 + casing, colour)
                canvas.polygon(_box((x, y + 5), 12 + casing, 9.5 + casing), colour)
            canvas.disc((x, y - 5), 5, theme.core)
            canvas.polygon(_box((x, y + 5), 12, 9.5), theme.rim)
            canvas.disc((x, y + 4), 3.4, theme.core)
            canvas.line([(x, y + 4), (x, y + 11)], theme.core, 3)
        case Badge.COOLING:
            canvas.disc((x, y), 17, theme.core)
            canvas.disc((x, y), 14.5, theme.rim)
            for degrees in (0, 60, 120):
                across, down = 10.5 * sin(radians(degrees)), 10.5 * cos(radians(degrees))
                canvas.line([(x - across, y - down), (x + across, y + down)], theme.core, 4)
    return canvas.finish()


def _draw_flip(turn: int, theme: Theme, size: int, oversampling: int) -> Image.Image:
    """Return two arrows that chase each other round a point in the corner."""
    canvas = Canvas(size, oversampling)
    x, y = 80.0, 20.0
    for casing, colour in ((2.6, theme.core), (0.0, theme.accent)):
        for half in (0, 180):
            arc = [_round((x, y), half + degrees, 11) for degrees in range(-5, 105, 5)]
            canvas.line(arc, colour, 5 + 2 * casing)
            head = [(95.0, 3.0 - casing), (95.0, 19.0 + casing), (150.0 + 6 * casing, 11.0)]
            canvas.polygon(
                [_round((x, y), half + degrees, radius) for degrees, radius in head], colour
            )
    return canvas.finish(turn)


def _round(centre: Point, degrees: float, radius: float) -> Point:
    """Return a point round the centre, clockwise from north."""
    angle = radians(degrees)
    return centre[0] + radius * sin(angle), centre[1] - radius * cos(angle)


def _box(centre: Point, reach: float, rise: float) -> list[Point]:
    (x, y) = centre
    return [
        (x - reach, y - rise),
        (x + reach, y - rise),
        (x + reach, y + rise),
        (x - reach, y + rise),
    ]


def _spun(point: Point, quarters: int) -> Point:
    """Return the point after that many quarter turns clockwise round the middle."""
    for _ in range(quarters):
        point = 100 - point[1], point[0]
    return point
