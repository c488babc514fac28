"""What is printed on squares, and what tells of the last action, in hundredths of a square."""

from __future__ import annotations

from math import cos, radians, sin

from PIL import Image

from render.canvas import OVERSAMPLING, Canvas, Point
from render.scene import Accent, Mark
from render.themes import Theme


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
    that every sprite leaves free. What flipped or changed has two arrows there, small and in a
    ring, and what turned about one that bends back.
    """
    if accent in (Accent.FLIPPED, Accent.CHANGED):
        return _draw_flip(turn, theme, size, oversampling)
    if accent is Accent.TURNED_ABOUT:
        return _draw_about(turn, theme, size, oversampling)
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


def _draw_about(turn: int, theme: Theme, size: int, oversampling: int) -> Image.Image:
    """Return an arrow that goes up, bends, and comes back down."""
    canvas = Canvas(size, oversampling)
    for casing, colour in ((2.6, theme.core), (0.0, theme.accent)):
        bend = [_round((80, 16), degrees, 9) for degrees in range(-90, 91, 6)]
        canvas.line([(71, 34 + casing), *bend, (89, 24)], colour, 5.5 + 2 * casing)
        head = [(89 - 9 - casing, 23 - casing), (89 + 9 + casing, 23 - casing), (89, 38 + casing)]
        canvas.polygon(head, colour)
    return canvas.finish(turn)


def _round(centre: Point, degrees: float, radius: float) -> Point:
    """Return a point round the centre, clockwise from north."""
    angle = radians(degrees)
    return centre[0] + radius * sin(angle), centre[1] - radius * cos(angle)
