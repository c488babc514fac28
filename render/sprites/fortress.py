"""What stands in a fortress, what covers it, and the mirrors that slide before it."""

from __future__ import annotations

from typing import Final

from PIL import ImageColor

from render.canvas import Canvas, Ink, Point
from render.sprites.lasers import mirror
from render.themes import Theme, Tones

GLASS: Final = 205
"""How opaque a pane is."""
FOLDS: Final = (6.0, 85.6)
"""Where a veil is folded, counted from the left."""


def emblem(canvas: Canvas, tones: Tones, centre: Point, reach: float) -> None:
    """Draw a side's own shape: a disc, or a square on its corner for the side with the stud."""
    emblem_shape(canvas, tones, centre, reach, tones.dark)
    if tones.stud is None:
        emblem_shape(canvas, tones, centre, reach * 0.72, tones.light)
    else:
        emblem_shape(canvas, tones, centre, reach * 0.63, tones.middle)
        canvas.disc(centre, reach * 0.28, tones.stud)


def emblem_shape(canvas: Canvas, tones: Tones, centre: Point, reach: float, fill: Ink) -> None:
    """Fill the outline of a side's own shape."""
    if tones.stud is None:
        canvas.disc(centre, reach, fill)
    else:
        (x, y), size = centre, reach * 1.14
        canvas.polygon([(x, y - size), (x + size, y), (x, y + size), (x - size, y)], fill)


def capped_mirror(canvas: Canvas, theme: Theme, tones: Tones) -> None:
    """Draw a two-sided mirror from north-west to south-east, capped with its side's shape."""
    canvas.line([(20, 20), (80, 80)], tones.dark, 21)
    canvas.line([(20, 20), (80, 80)], tones.middle, 11)
    for shift in (-6.0, 6.0):
        mirror(canvas, theme, (16 + shift, 16 - shift), (84 + shift, 84 - shift))
    for place in (18.0, 82.0):
        emblem(canvas, tones, (place, place), 14)


def target(canvas: Canvas, theme: Theme, tones: Tones) -> None:
    """Draw a bull's-eye."""
    rings = ((38, tones.dark), (34, tones.middle), (26, tones.light), (18, tones.middle))
    for radius, colour in (*rings, (10, tones.light)):
        canvas.disc((50, 50), radius, colour)
    canvas.disc((50, 50), 5, tones.stud or tones.dark)


def wall(canvas: Canvas, theme: Theme, tones: Tones) -> None:
    """Draw a wall of bricks."""
    canvas.outline([(15, 18), (85, 18), (85, 84), (15, 84)], tones.dark, 6)
    canvas.polygon([(15, 18), (85, 18), (85, 84), (15, 84)], tones.dark)
    for row in range(4):
        top = 18.5 + 16.6 * row
        starts = (15.0, 39.5, 64.0) if row % 2 else (15.0, 27.25, 51.75, 76.25)
        ends = (*(start - 3.5 for start in starts[1:]), 85.0)
        for left, right in zip(starts, ends, strict=True):
            canvas.polygon(_box(left, top, right, top + 13), tones.middle)
            canvas.polygon(_box(left, top, right, top + 4), tones.light)


def shield(canvas: Canvas, theme: Theme, tones: Tones) -> None:
    """Draw a thin pane of glass, held at its corners."""
    pane = _box(20, 20, 80, 80)
    canvas.outline(pane, tones.dark, 9)
    canvas.outline(pane, tones.middle, 4)
    canvas.polygon(_box(22, 22, 78, 78), _translucent(theme.glass, GLASS))
    for shift, width in ((0.0, 6.0), (12.0, 3.0)):
        canvas.line([(28 + shift, 62), (62 + shift, 28)], theme.core, width)
    for x, y in ((20, 20), (80, 20), (80, 80), (20, 80)):
        emblem(canvas, tones, (x, y), 10.5)


def fixed_mirror(canvas: Canvas, theme: Theme, tones: Tones) -> None:
    """Draw a mirror from north-west to south-east on a plate that is bolted down."""
    plate = _box(16, 16, 84, 84)
    canvas.outline(plate, tones.dark, 7)
    canvas.polygon(plate, tones.middle)
    mirror(canvas, theme, (12, 12), (88, 88))
    for x, y in ((72, 28), (28, 72)):
        canvas.disc((x, y), 8.5, tones.dark)
        canvas.disc((x, y), 5.5, tones.light)
        canvas.line([(x - 4, y + 4), (x + 4, y - 4)], tones.dark, 2.5)


def veil(canvas: Canvas, theme: Theme, tones: Tones) -> None:
    """Draw a cloth that covers the whole square, with its side's shape on it."""
    canvas.polygon(_box(0, 0, 100, 100), tones.middle)
    for left in FOLDS:
        canvas.polygon(_box(left, 0, left + 2.8, 100), tones.dark)
        canvas.polygon(_box(left + 5.6, 0, left + 8.4, 100), tones.light)
    emblem(canvas, tones, (50, 50), 22)


def _translucent(colour: str, alpha: int) -> Ink:
    red, green, blue = ImageColor.getrgb(colour)[:3]
    return red, green, blue, alpha


def _box(left: float, top: float, right: float, bottom: float) -> list[Point]:
    return [(left, top), (right, top), (right, bottom), (left, bottom)]
