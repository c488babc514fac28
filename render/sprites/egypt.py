"""The pieces that Khet 2.0 has beside Deflexion's: Anubis with his shield, and the Sphinx."""

from __future__ import annotations

from typing import Final

from engine.grid import Direction
from render.canvas import Canvas, Point
from render.sprites.arms import MUZZLE, spun
from render.themes import Theme, Tones

HEAD: Final[tuple[Point, ...]] = (
    (30, 20), (39, 41), (45, 44), (55, 44), (61, 41), (70, 20), (75, 46), (69, 57), (60, 64),
    (56, 79), (50, 84), (44, 79), (40, 64), (31, 57), (25, 46),
)  # fmt: skip
"""A jackal's head from the front, ears upright."""
SHIELD: Final[tuple[Point, ...]] = (
    (8, 17), (11, 9), (23, 4), (77, 4), (89, 9), (92, 17), (77, 16), (23, 16),
)  # fmt: skip
BODY: Final[tuple[Point, ...]] = (
    (36, 46), (64, 46), (70, 60), (79, 68), (81, 85), (71, 92), (29, 92), (19, 85), (21, 68),
    (30, 60),
)  # fmt: skip
"""A lying lion from above, its haunches to the south."""
CLOTH: Final[tuple[Point, ...]] = ((41, 34), (59, 34), (69, 43), (73, 64), (27, 64), (31, 43))
LENS: Final[tuple[Point, ...]] = ((50, 50 - MUZZLE - 4), (62, 30), (38, 30))


def anubis(canvas: Canvas, theme: Theme, tones: Tones) -> None:
    """Draw the head of a jackal, which stands upright whichever way the shield faces."""
    canvas.outline(HEAD, tones.dark, 7)
    canvas.polygon(HEAD, tones.middle)
    for side in (1, -1):
        canvas.polygon(_both(side, [(31, 28), (37, 42), (30, 46)]), tones.light)
        canvas.polygon(_both(side, [(33, 50), (44, 55), (43, 58), (36, 55)]), tones.dark)
    canvas.polygon([(46, 47), (54, 47), (53, 73), (47, 73)], tones.light)
    canvas.disc((50, 78), 5, tones.dark)
    if tones.stud:
        canvas.disc((50, 53), 6, tones.stud)


def shield(canvas: Canvas, theme: Theme, tones: Tones, side: Direction) -> None:
    """Draw the shield on this side: a broad plain plate that bulges outwards."""
    plate = spun(SHIELD, side)
    canvas.outline(plate, tones.dark, 6)
    canvas.polygon(plate, tones.light)


def sphinx(canvas: Canvas, theme: Theme, tones: Tones) -> None:
    """Draw a Sphinx from above that lies and looks to the north, a lens between its paws."""
    for side in (1, -1):
        paw = _both(side, [(15, 12), (29, 12), (31, 58), (17, 58)])
        canvas.outline(paw, tones.dark, 6)
        canvas.polygon(paw, tones.middle)
        canvas.polygon(_both(side, [(15, 12), (29, 12), (29, 20), (15, 20)]), tones.light)
    canvas.outline(BODY, tones.dark, 6)
    canvas.polygon(BODY, tones.middle)
    canvas.line([(50, 64), (50, 90)], tones.dark, 4)
    canvas.outline(CLOTH, tones.dark, 6)
    canvas.polygon(CLOTH, tones.light)
    for height in (46.0, 52.5, 59.0):
        for side in (1, -1):
            canvas.line(_both(side, [(29, height + 2), (42, height)]), tones.dark, 3.6)
    canvas.disc((50, 49), 10.5, tones.dark)
    canvas.disc((50, 49), 7.5, theme.skin)
    canvas.outline(LENS, tones.dark, 7)
    canvas.polygon(LENS, theme.beam)
    if tones.stud:
        for x in (31, 69):
            canvas.disc((x, 79), 6, tones.stud)


def _both(side: int, points: list[Point]) -> list[Point]:
    """Return the points, mirrored from left to right if ``side`` is -1."""
    return points if side == 1 else [(100 - x, y) for x, y in points]
