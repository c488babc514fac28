"""Cannons and guard towers, seen from above."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.grid import Direction
from render.canvas import Canvas, Point
from render.themes import Theme, Tones

MUZZLE: Final = 39.0
"""How far a cannon's muzzle is from the middle of its square, in hundredths."""
MOUND: Final[tuple[Point, ...]] = (
    (30, 4), (52, 7), (72, 3), (90, 14), (94, 34), (96, 52), (93, 72), (95, 86),
    (78, 95), (58, 93), (40, 97), (20, 94), (5, 84), (7, 62), (3, 44), (7, 22), (14, 9),
)  # fmt: skip
CLODS: Final = ((12, 70, 4), (28, 90, 3.5), (70, 91, 4), (91, 24, 3.5), (32, 9.5, 3.5), (90, 80, 3))


def cannon(canvas: Canvas, theme: Theme, tones: Tones) -> None:
    """Draw a cannon that points to the north, a lens in its muzzle."""
    for x in (14.0, 74.0):
        _block(canvas, (x, 48, x + 12, 88), tones.dark, tones.dark, 4)
        canvas.line([(x + 6, 53), (x + 6, 83)], tones.middle, 5)
    _block(canvas, (24, 63, 76, 74), tones.dark, tones.middle, 5)
    barrel = [(38, 80), (62, 80), (58, 15), (42, 15)]
    canvas.outline(barrel, tones.dark, 6)
    canvas.polygon(barrel, tones.middle)
    canvas.polygon([(41, 78), (50, 78), (50, 17), (44, 17)], tones.light)
    canvas.disc((50, 70), 20, tones.dark)
    canvas.disc((50, 70), 16, tones.middle)
    canvas.disc((50, 70), 11, tones.light)
    if tones.stud:
        canvas.disc((50, 70), 6.5, tones.stud)
    _block(canvas, (38, 10, 62, 20), tones.dark, tones.middle, 6)
    canvas.disc((50, 50 - MUZZLE + 2), 7, tones.dark)
    canvas.disc((50, 50 - MUZZLE + 2), 5, theme.beam)


def guard(canvas: Canvas, theme: Theme, tones: Tones) -> None:
    """Draw a tower from above: a wall with battlements round a court."""
    outer = [(19, 19), (81, 19), (81, 81), (19, 81)]
    canvas.outline(outer, tones.dark, 8)
    canvas.polygon(outer, tones.dark)
    for across in (18.0, 41.5, 65.0):
        for along in (18.0, 65.0):
            for x, y in ((across, along), (along, across)):
                _block(canvas, (x, y, x + 17, y + 17), tones.middle, tones.middle, 0)
    _block(canvas, (28, 28, 72, 72), tones.dark, tones.light, 5)
    if tones.stud:
        canvas.disc((50, 50), 8, tones.stud)


def dug_in_guard(canvas: Canvas, theme: Theme, tones: Tones) -> None:
    """Draw a tower with a mound of earth thrown up round it."""
    canvas.outline(MOUND, theme.stone.dark, 4)
    canvas.polygon(MOUND, theme.stone.middle)
    for x, y, radius in CLODS:
        canvas.disc((x, y), radius, theme.stone.dark)
    guard(canvas, theme, tones)


def crack(canvas: Canvas, theme: Theme, tones: Tones, side: Direction) -> None:
    """Break the wall of a dug-in tower on this side: a gap in it, and a crack into the court."""
    gap: list[Point] = [
        (34, 12),
        (66, 12),
        (61, 22),
        (64, 29),
        (55, 27),
        (51, 44),
        (46, 28),
        (37, 31),
        (40, 21),
    ]
    canvas.outline(spun(gap, side), tones.dark, 5)
    canvas.polygon(spun(gap, side), theme.stone.middle)


def spun(points: Sequence[Point], quarters: int) -> list[Point]:
    """Return the points after that many quarter turns clockwise round the middle."""
    for _ in range(quarters):
        points = [(100 - y, x) for x, y in points]
    return list(points)


def _block(
    canvas: Canvas,
    box: tuple[float, float, float, float],
    edge: str,
    fill: str,
    width: float,
) -> None:
    left, top, right, bottom = box
    corners: list[Point] = [(left, top), (right, top), (right, bottom), (left, bottom)]
    if width:
        canvas.outline(corners, edge, width)
    canvas.polygon(corners, fill)
