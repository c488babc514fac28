"""The units of two ancient armies as silhouettes: in ink on paper, in hundredths of a square."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin

from render.canvas import Canvas, Point
from render.themes import Colour


def legionnaire(canvas: Canvas, ink: Colour, paper: Colour) -> None:
    """Draw a tall oblong shield with a boss, and a javelin beside it."""
    shield: list[Point] = [(10, 16), (24, 8), (52, 8), (66, 16), (66, 88), (52, 96), (24, 96)]
    canvas.polygon([*shield, (10, 88)], ink)
    for x, y in ((20, 24), (56, 24), (20, 80), (56, 80)):
        canvas.line([(38, 52), (x, y)], paper, 6)
    canvas.disc((38, 52), 15, paper)
    canvas.disc((38, 52), 8.5, ink)
    canvas.line([(84, 18), (84, 98)], ink, 7)
    canvas.polygon([(84, 0), (94, 30), (74, 30)], ink)


def infantry(canvas: Canvas, ink: Colour, paper: Colour) -> None:
    """Draw a shield with a round top and an ankh on it, and a sickle sword beside it."""
    canvas.disc((36, 36), 29, ink)
    canvas.polygon([(7, 36), (65, 36), (65, 97), (7, 97)], ink)
    canvas.disc((36, 36), 14, paper)
    canvas.disc((36, 36), 6.5, ink)
    canvas.line([(18, 58), (54, 58)], paper, 8)
    canvas.line([(36, 48), (36, 88)], paper, 8)
    canvas.line([(80, 60), (80, 98)], ink, 8)
    canvas.line([(72, 70), (88, 70)], ink, 6)
    canvas.line(_arc((76, 34), 22, 175, -20), ink, 11)
    canvas.line([(80, 62), (77, 54)], ink, 9)


def cavalry(canvas: Canvas, ink: Colour, paper: Colour) -> None:
    """Draw a horse's head with its mane and bridle."""
    head: list[Point] = [
        (26, 98), (92, 98), (89, 70), (84, 44), (72, 22), (58, 12), (54, 0), (44, 11), (32, 20),
        (20, 42), (5, 62), (8, 74), (20, 79), (32, 72), (46, 68), (54, 60), (50, 74), (34, 86),
    ]  # fmt: skip
    canvas.polygon(head, ink)
    canvas.disc((39, 34), 5, paper)
    canvas.line([(20, 46), (34, 66)], paper, 5)
    for start, end in (((64, 22), (56, 34)), ((76, 40), (64, 50)), ((82, 60), (68, 68))):
        canvas.line([start, end], paper, 5)


def chariot(canvas: Canvas, ink: Colour, paper: Colour) -> None:
    """Draw a light car on a spoked wheel, its pole to the right."""
    car: list[Point] = [(4, 8), (16, 8), (22, 34), (56, 34), (70, 14), (80, 14), (68, 52), (14, 52)]
    canvas.polygon(car, ink)
    canvas.line([(60, 46), (98, 62)], ink, 9)
    canvas.disc((40, 66), 34, paper)
    for radius, colour in ((31, ink), (22.5, paper)):
        canvas.disc((40, 66), radius, colour)
    for degrees in (0, 60, 120):
        canvas.line([_at((40, 66), 26, degrees), _at((40, 66), -26, degrees)], ink, 6)
    canvas.disc((40, 66), 8, ink)


def siege(canvas: Canvas, ink: Colour, paper: Colour) -> None:
    """Draw a catapult: a frame on wheels, its arm raised with a stone."""
    canvas.line([(2, 78), (98, 78)], ink, 11)
    for x in (22, 78):
        canvas.disc((x, 84), 15, ink)
        canvas.disc((x, 84), 5, paper)
    canvas.line([(40, 76), (54, 34), (72, 76)], ink, 9)
    canvas.line([(20, 74), (76, 22)], ink, 9)
    canvas.line([(62, 20), (74, 32), (92, 28)], ink, 8)
    canvas.disc((83, 13), 13, ink)


def archer(canvas: Canvas, ink: Colour, paper: Colour) -> None:
    """Draw a bent bow with an arrow on the string, up to the right."""
    bow = _arc((38, 62), 46, 118, -28)
    canvas.line(bow, ink, 11)
    for end in (bow[0], bow[-1]):
        canvas.disc(end, 6.5, ink)
    canvas.line([bow[0], (18, 82), bow[-1]], ink, 4.5)
    canvas.line([(6, 94), (82, 18)], ink, 8)
    canvas.polygon([(99, 1), (90, 36), (64, 10)], ink)
    for x, y in ((4, 82), (18, 96)):
        canvas.line([(12, 88), (x, y)], ink, 7)


def roman_commander(canvas: Canvas, ink: Colour, paper: Colour) -> None:
    """Draw a helmet in profile under a great crest."""
    canvas.line(_arc((50, 52), 42, 178, 12), ink, 17)
    canvas.disc((50, 52), 31, paper)
    canvas.disc((50, 54), 28, ink)
    canvas.polygon([(22, 54), (42, 54), (40, 80), (22, 97), (8, 94)], ink)
    canvas.polygon([(54, 62), (84, 62), (84, 99), (60, 99)], paper)
    canvas.polygon([(48, 62), (62, 62), (72, 84), (60, 98), (48, 84)], ink)
    canvas.line([(22, 57), (84, 57)], paper, 4)
    canvas.line([(24, 62), (86, 62)], ink, 7)


def egyptian_commander(canvas: Canvas, ink: Colour, paper: Colour) -> None:
    """Draw a bearded face in a striped headcloth."""
    half: list[Point] = [(50, 2), (70, 6), (82, 24), (96, 76), (74, 96), (60, 78)]
    canvas.polygon(_mirrored(half), ink)
    for side in (1, -1):
        for y in (44.0, 58.0, 72.0):
            canvas.line([(50 + side * 19, y), (50 + side * (25 + y * 0.24), y + 8)], paper, 6)
    canvas.polygon(_mirrored([(50, 28), (67, 28), (67, 48), (62, 64), (50, 72)]), paper)
    for x in (41.5, 58.5):
        canvas.line([(x - 5, 44), (x + 5, 44)], ink, 6)
    canvas.polygon([(43, 66), (57, 66), (55, 98), (45, 98)], ink)
    canvas.disc((50, 16), 6.5, paper)


def roman_fortress(canvas: Canvas, ink: Colour, paper: Colour) -> None:
    """Draw a tower with battlements, a gate and a banner that flies."""
    wall: list[Point] = [(50, 38), (60, 38), (60, 28), (76, 28), (76, 38), (94, 38), (94, 56)]
    canvas.polygon(_mirrored([*wall, (84, 60), (84, 98)]), ink)
    canvas.polygon([(78, 28), (94, 28), (94, 40), (78, 40)], ink)
    canvas.polygon([(6, 28), (22, 28), (22, 40), (6, 40)], ink)
    canvas.polygon([(60, 30), (76, 30), (76, 40), (60, 40)], paper)
    canvas.polygon([(24, 30), (40, 30), (40, 40), (24, 40)], paper)
    _gate(canvas, paper)
    canvas.line([(50, 0), (50, 40)], ink, 6)
    canvas.polygon([(50, 0), (84, 9), (50, 20)], ink)


def egyptian_fortress(canvas: Canvas, ink: Colour, paper: Colour) -> None:
    """Draw a gate between two sloping towers, the sun above it."""
    for side in (1, -1):
        canvas.polygon(_across(side, [(4, 98), (10, 30), (40, 30), (50, 98)]), ink)
        canvas.polygon(_across(side, [(5, 14), (46, 14), (41, 25), (9, 25)]), ink)
        canvas.line(_across(side, [(26, 44), (28, 98)]), paper, 7)
    canvas.polygon([(38, 56), (62, 56), (62, 66), (38, 66)], ink)
    canvas.disc((50, 40), 16, paper)
    canvas.disc((50, 40), 11.5, ink)


def roman_ruin(canvas: Canvas, ink: Colour, paper: Colour) -> None:
    """Draw what is left of a tower, cracked through, with blocks that fell from it."""
    wall: list[Point] = [
        (8, 98), (8, 24), (20, 16), (27, 30), (38, 24), (42, 42), (52, 48), (60, 62), (70, 60),
        (78, 76), (92, 74), (92, 98),
    ]  # fmt: skip
    canvas.polygon(wall, ink)
    canvas.line([(24, 22), (33, 44), (22, 62), (32, 98)], paper, 7)
    canvas.polygon([(50, 98), (50, 82), (59, 74), (68, 84), (68, 98)], paper)
    canvas.polygon([(66, 40), (82, 34), (88, 48), (72, 54)], ink)
    canvas.polygon([(60, 16), (70, 20), (66, 30), (56, 26)], ink)


def egyptian_ruin(canvas: Canvas, ink: Colour, paper: Colour) -> None:
    """Draw what is left of two towers, and the sun that fell from between them."""
    canvas.polygon([(2, 98), (8, 30), (18, 22), (25, 36), (36, 26), (40, 60), (47, 98)], ink)
    canvas.line([(22, 32), (29, 52), (19, 68), (28, 98)], paper, 7)
    canvas.polygon([(78, 98), (76, 76), (82, 66), (88, 76), (94, 70), (98, 98)], ink)
    canvas.polygon([(54, 22), (92, 34), (88, 46), (52, 34)], ink)
    canvas.disc((62, 84), 14, ink)


def roman_assassin(canvas: Canvas, ink: Colour, paper: Colour) -> None:
    """Draw somebody in a hood who holds a dagger."""
    _hooded(canvas, ink, paper)
    canvas.polygon([(50, 70), (57, 80), (50, 100), (43, 80)], paper)
    canvas.line([(36, 72), (64, 72)], paper, 6)


def egyptian_assassin(canvas: Canvas, ink: Colour, paper: Colour) -> None:
    """Draw somebody in a hood of striped cloth who holds a curved dagger."""
    _hooded(canvas, ink, paper)
    for side in (1, -1):
        for y in (58.0, 72.0, 86.0):
            canvas.line([(50 + side * 22, y), (50 + side * 46, y + 8)], paper, 5)
    canvas.line([(42, 72), (58, 72)], paper, 6)
    canvas.line(_arc((30, 80), 22, 30, -50), paper, 7)


def dagger(canvas: Canvas, ink: Colour, paper: Colour) -> None:
    """Draw a dagger, its point down to the left."""
    canvas.polygon([(14, 90), (20, 62), (58, 24), (76, 42), (38, 80)], ink)
    canvas.line([(24, 78), (62, 40)], paper, 5)
    canvas.line([(44, 16), (84, 56)], ink, 13)
    canvas.line([(66, 34), (86, 14)], ink, 14)
    canvas.disc((87, 13), 11, ink)


def _hooded(canvas: Canvas, ink: Colour, paper: Colour) -> None:
    canvas.polygon(_mirrored([(50, 0), (66, 8), (78, 28), (80, 48), (98, 99), (50, 99)]), ink)
    canvas.polygon(_mirrored([(50, 14), (62, 22), (68, 40), (64, 56), (50, 66)]), paper)
    canvas.polygon(_mirrored([(50, 21), (57, 26), (62, 40), (59, 52), (50, 59)]), ink)
    for side in (1, -1):
        canvas.line([(50 + side * 3, 43), (50 + side * 10, 38)], paper, 5.5)


def _gate(canvas: Canvas, paper: Colour) -> None:
    canvas.disc((50, 76), 11, paper)
    canvas.polygon([(39, 76), (61, 76), (61, 98), (39, 98)], paper)


def _mirrored(half: Sequence[Point]) -> list[Point]:
    """Return the shape whose right half, from top to bottom, this is."""
    return [*half, *((100 - x, y) for x, y in reversed(half))]


def _across(side: int, points: Sequence[Point]) -> list[Point]:
    """Return the points on the right, or mirrored on the left, of the middle."""
    return [(50 + side * x, y) for x, y in points]


def _at(centre: Point, radius: float, degrees: float) -> Point:
    """Return a point round the centre, counter-clockwise from the right."""
    angle = radians(degrees)
    return centre[0] + radius * cos(angle), centre[1] - radius * sin(angle)


def _arc(centre: Point, radius: float, start: int, end: int) -> list[Point]:
    """Return points along an arc, clockwise, by degrees counter-clockwise from the right."""
    return [_at(centre, radius, degrees) for degrees in range(start, end - 1, -3)]
