"""The pieces of the laser games, each drawn in hundredths of a square and facing its first way."""

from __future__ import annotations

from typing import Final

from render.canvas import Canvas, Point
from render.themes import Theme, Tones

MIRROR_WIDTH: Final = 6.5
RIM_WIDTH: Final = 12.5


def mirror(canvas: Canvas, theme: Theme, start: Point, end: Point) -> None:
    """Draw a mirror: a white edge in a dark rim, wider than anything else on a piece."""
    canvas.line([start, end], theme.rim, RIM_WIDTH)
    (x1, y1), (x2, y2) = start, end
    inset = 0.025
    inner = [
        (x1 + (x2 - x1) * inset, y1 + (y2 - y1) * inset),
        (x2 + (x1 - x2) * inset, y2 + (y1 - y2) * inset),
    ]
    canvas.line(inner, theme.mirror, MIRROR_WIDTH)


def pyramid(canvas: Canvas, theme: Theme, tones: Tones) -> None:
    """Draw a pyramid whose mirror looks to the north-east."""
    body = [(12.5, 19.4), (12.5, 87.5), (80.6, 87.5)]
    canvas.outline(body, tones.dark, 5.56)
    canvas.polygon(body, tones.middle)
    canvas.polygon([(20.83, 40.3), (20.83, 79.17), (59.7, 79.17)], tones.light)
    if tones.stud:
        canvas.disc((31, 69), 7.5, tones.stud)
    mirror(canvas, theme, (9.5, 9.5), (90.5, 90.5))


def djed(canvas: Canvas, theme: Theme, tones: Tones) -> None:
    """Draw a Djed on the diagonal from north-west to south-east: two mirrors, back to back."""
    canvas.line([(16, 16), (84, 84)], tones.dark, 28)
    canvas.line([(19, 19), (81, 81)], tones.middle, 14)
    canvas.line([(23, 23), (77, 77)], tones.light, 6)
    for shift in (-9.0, 9.0):
        mirror(canvas, theme, (15 + shift, 15 - shift), (85 + shift, 85 - shift))
    if tones.stud:
        for place in (27, 50, 73):
            canvas.disc((place, place), 5.6, tones.stud)


def obelisk(canvas: Canvas, theme: Theme, tones: Tones) -> None:
    """Draw an obelisk: a tapering shaft on a plinth, one face in the light."""
    shaft = [(50.0, 10.0), (61.0, 25.0), (67.0, 79.17), (33.0, 79.17), (39.0, 25.0)]
    plinth = [(25.0, 79.17), (75.0, 79.17), (75.0, 90.28), (25.0, 90.28)]
    for part in (shaft, plinth):
        canvas.outline(part, tones.dark, 5.56)
        canvas.polygon(part, tones.middle)
    canvas.polygon([(50, 13), (50, 76), (36.5, 76), (41.5, 26)], tones.light)
    canvas.polygon([(25, 79.17), (75, 79.17), (75, 81.94), (25, 81.94)], tones.dark)
    if tones.stud:
        canvas.disc((50, 61), 7.2, tones.stud)


def pharaoh(canvas: Canvas, theme: Theme, tones: Tones) -> None:
    """Draw a Pharaoh: a bearded face in a striped headcloth, on a round shield."""
    for radius, colour in ((41, tones.dark), (37.5, tones.middle), (32, tones.dark)):
        canvas.disc((50, 50), radius, colour)
    cloth = [(50.0, 21.0), (62.0, 24.0), (69.0, 36.0), (75.5, 64.0), (64.0, 76.0)]
    canvas.polygon([*cloth, *((100 - x, y) for x, y in reversed(cloth[1:]))], tones.light)
    for side in (1, -1):
        for height in (43.0, 52.5, 62.0):
            canvas.line([(50 + side * 30, height + 6), (50 + side * 10, height)], tones.dark, 3.6)
    canvas.polygon([(35, 37), (65, 37), (63, 56), (56, 66), (44, 66), (37, 56)], tones.dark)
    canvas.polygon([(38.5, 40), (61.5, 40), (60, 55), (54, 63), (46, 63), (40, 55)], theme.skin)
    canvas.polygon([(34, 33.5), (66, 33.5), (66.5, 40), (33.5, 40)], tones.middle)
    for side in (1, -1):
        canvas.line([(50 + side * 3, 47.5), (50 + side * 8, 47.5)], tones.dark, 3.6)
    canvas.polygon([(46.5, 60), (53.5, 60), (52.5, 76), (47.5, 76)], tones.dark)
    canvas.disc((50, 30), 4.4, tones.dark)
    if tones.stud:
        for x, y in ((18, 50), (82, 50), (50, 18), (50, 82)):
            canvas.disc((x, y), 3, tones.stud)
