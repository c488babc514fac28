"""A square canvas for sprites: drawn large, in hundredths of its side, and then reduced."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from itertools import pairwise
from typing import Final, TypeAlias

from PIL import Image, ImageDraw, ImageFont

Point: TypeAlias = tuple[float, float]
Ink: TypeAlias = "str | tuple[int, int, int, int]"

OVERSAMPLING: Final = 4


class Canvas:
    """A transparent square, ``size`` pixels wide, on which (0, 0) to (100, 100) is drawn.

    A later shape replaces what lies under it, translucent or not. Pillow counts the last pixel of
    a box as inside; here it is outside, so that edges on whole pixels come out sharp.
    """

    def __init__(self, size: int, oversampling: int = OVERSAMPLING) -> None:
        self._oversampling = oversampling
        self._pixel = 100 / size
        self._unit = size * oversampling / 100
        self._image = Image.new("RGBA", (size * oversampling, size * oversampling))
        self._draw = ImageDraw.Draw(self._image)
        self._left, self._top = 0.0, 0.0

    def part(self, left: float, top: float, side: float) -> Canvas:
        """Return a square part of this canvas, to be drawn on in hundredths of its own side."""
        smaller = copy(self)
        smaller._left, smaller._top = self._pixels((left, top))
        smaller._unit = self._unit * side / 100
        return smaller

    def even(self, width: float) -> float:
        """Return the width made an even number of pixels: a line round the middle comes out sharp.

        Sharp lines also compress well.
        """
        return max(1, round(width / self._pixel / 2)) * 2 * self._pixel

    def polygon(self, points: Iterable[Point], fill: Ink) -> None:
        """Fill the polygon."""
        self._draw.polygon([self._pixels(point) for point in points], fill=fill)

    def line(self, points: Sequence[Point], fill: Ink, width: float) -> None:
        """Draw a line with round joints and flat ends."""
        for (x1, y1), (x2, y2) in pairwise(points):
            reach = width / 2
            if x1 == x2:
                self._box(x1 - reach, min(y1, y2), x1 + reach, max(y1, y2), fill)
            elif y1 == y2:
                self._box(min(x1, x2), y1 - reach, max(x1, x2), y1 + reach, fill)
            else:
                ends = self._pixels((x1, y1)), self._pixels((x2, y2))
                self._draw.line(ends, fill=fill, width=round(width * self._unit))
        for joint in points[1:-1]:
            self.disc(joint, width / 2, fill)

    def outline(self, points: Sequence[Point], fill: Ink, width: float) -> None:
        """Draw the closed line through the points, rounded at every corner."""
        self.line([*points, points[0]], fill, width)
        self.disc(points[0], width / 2, fill)

    def disc(self, centre: Point, radius: float, fill: Ink) -> None:
        """Fill the disc."""
        (x, y), reach = self._pixels(centre), radius * self._unit
        self._draw.ellipse((x - reach, y - reach, x + reach - 1, y + reach - 1), fill=fill)

    def oval(self, box: tuple[float, float, float, float], fill: Ink) -> None:
        """Fill the oval in the box of left, top, right and bottom."""
        left, top, right, bottom = box
        (x1, y1), (x2, y2) = self._pixels((left, top)), self._pixels((right, bottom))
        self._draw.ellipse((x1, y1, x2 - 1, y2 - 1), fill=fill)

    def text(self, centre: Point, text: str, fill: Ink, height: float) -> None:
        """Write the text round the centre."""
        font = ImageFont.load_default(height * self._unit)
        self._draw.text(self._pixels(centre), text, fill, font, anchor="mm")

    def finish(self, turn: int = 0) -> Image.Image:
        """Return the drawing at its real size, after ``turn`` quarter turns clockwise."""
        image = self._image.reduce(self._oversampling)
        match turn % 4:
            case 1:
                return image.transpose(Image.Transpose.ROTATE_270)
            case 2:
                return image.transpose(Image.Transpose.ROTATE_180)
            case 3:
                return image.transpose(Image.Transpose.ROTATE_90)
            case _:
                return image

    def _box(self, left: float, top: float, right: float, bottom: float, fill: Ink) -> None:
        (x1, y1), (x2, y2) = self._pixels((left, top)), self._pixels((right, bottom))
        self._draw.rectangle((round(x1), round(y1), round(x2) - 1, round(y2) - 1), fill=fill)

    def _pixels(self, point: Point) -> Point:
        x, y = point
        return self._left + x * self._unit, self._top + y * self._unit
