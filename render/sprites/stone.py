"""What belongs to no side: a board's own mirrors, its plates and columns, and rubble."""

from __future__ import annotations

from typing import Final

from render.canvas import Canvas, Point
from render.themes import Theme, Tones

NUMERAL_PLACE: Final = (50.0, 57.0)
NUMERAL_HEIGHT: Final = 42.0
STONES: Final[tuple[tuple[Point, ...], ...]] = (
    ((9, 30), (16, 12), (31, 9), (36, 24), (26, 36), (13, 37)),
    ((68, 11), (86, 13), (92, 28), (79, 36), (66, 27)),
    ((8, 72), (20, 63), (34, 68), (37, 84), (24, 92), (11, 88)),
    ((64, 74), (74, 63), (90, 68), (92, 84), (78, 92), (66, 87)),
)
PEBBLES: Final = ((38, 40, 3.5), (62, 41, 3), (41, 62, 3), (61, 60, 4), (50, 88, 3), (50, 12, 3))


def blade(canvas: Canvas, theme: Theme, tones: Tones) -> None:
    """Draw a slim mirror on a pivot, from north-west to south-east, with two faces."""
    canvas.line([(14, 14), (86, 86)], theme.rim, 11)
    canvas.line([(16.5, 16.5), (83.5, 83.5)], theme.mirror, 5.5)
    canvas.disc((50, 50), 8, theme.rim)
    canvas.disc((50, 50), 4.5, tones.light)


def plate(canvas: Canvas, theme: Theme, tones: Tones) -> None:
    """Draw a mirror from north-west to south-east that is bolted down for good."""
    edge: list[Point] = [(9, 9), (91, 9), (91, 91), (9, 91)]
    canvas.outline(edge, tones.dark, 8)
    canvas.polygon(edge, tones.middle)
    canvas.line([(13, 13), (87, 87)], theme.rim, 15)
    canvas.line([(15, 15), (85, 85)], theme.mirror, 8)
    for x, y in ((78, 22), (22, 78)):
        canvas.disc((x, y), 9, tones.dark)
        canvas.disc((x, y), 6, tones.light)
        canvas.line([(x - 4, y + 4), (x + 4, y - 4)], tones.dark, 2.5)


def column(canvas: Canvas, theme: Theme, tones: Tones) -> None:
    """Draw a tall drum of stone, standing, with a face for a numeral."""
    _drum(canvas, tones, (19, 74, 81, 95), 5)
    _drum(canvas, tones, (25, 14, 75, 87), 8)
    canvas.polygon([(29, 26), (38, 30), (38, 84), (29, 80)], tones.light)
    canvas.polygon([(38, 40), (71, 40), (71, 74), (38, 74)], tones.light)
    _drum(canvas, tones, (17, 5, 83, 28), 9)
    canvas.oval((21, 7, 79, 22), tones.light)


def rubble(canvas: Canvas, theme: Theme, tones: Tones) -> None:
    """Draw low broken stones that leave both ways over the square free for light."""
    for stone in STONES:
        canvas.outline(stone, tones.dark, 4.5)
        canvas.polygon(stone, tones.middle)
        (x1, y1), (x2, y2), (x3, y3) = stone[:3]
        canvas.polygon([(x1 + 3, y1), (x2 + 1, y2 + 2), (x3 - 2, y3 + 4)], tones.light)
    for x, y, radius in PEBBLES:
        canvas.disc((x, y), radius, tones.dark)


def _drum(
    canvas: Canvas, tones: Tones, box: tuple[float, float, float, float], height: float
) -> None:
    """Draw a drum in the box whose ends are ovals, ``height`` from the middle to their top."""
    left, top, right, bottom = box
    for inset, fill in ((0.0, tones.dark), (3.5, tones.middle)):
        x1, x2, y1, y2 = left + inset, right - inset, top + height, bottom - height
        canvas.oval((x1, bottom - 2 * height, x2, bottom - inset), fill)
        canvas.polygon([(x1, y1), (x2, y1), (x2, y2), (x1, y2)], fill)
        canvas.oval((x1, top + inset, x2, top + 2 * height), fill)
