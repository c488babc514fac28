"""A square canvas for sprites: drawn large, in hundredths of its side, and then reduced."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from PIL import Image, ImageDraw

Point: TypeAlias = tuple[float, float]
Ink: TypeAlias = "str | tuple[int, int, int, int]"

OVERSAMPLING: Final = 4


class Canvas:
    """A transparent square, ``size`` pixels wide, on which (0, 0) to (100, 100) is drawn.

    What is drawn is turned by ``turn`` quarter turns clockwise about the middle. A later shape
    replaces what lies under it, translucent or not.
    """

    def __init__(self, size: int, turn: int = 0, oversampling: int = OVERSAMPLING) -> None:
        self._oversampling = oversampling
        self._unit = size * oversampling / 100
        self._turn = turn % 4
        self._image = Image.new("RGBA", (size * oversampling, size * oversampling))
        self._draw = ImageDraw.Draw(self._image)

    def polygon(self, points: Iterable[Point], fill: Ink) -> None:
        """Fill the polygon."""
        self._draw.polygon(self._pixels(points), fill=fill)

    def line(self, points: Sequence[Point], fill: Ink, width: float) -> None:
        """Draw a line with round joints and flat ends."""
        self._draw.line(
            self._pixels(points), fill=fill, width=round(width * self._unit), joint="curve"
        )

    def outline(self, points: Sequence[Point], fill: Ink, width: float) -> None:
        """Draw the closed line through the points, rounded at every corner."""
        self.line([*points, points[0]], fill, width)
        for point in points:
            self.disc(point, width / 2, fill)

    def disc(self, centre: Point, radius: float, fill: Ink) -> None:
        """Fill the disc."""
        ((x, y),) = self._pixels([centre])
        reach = radius * self._unit
        self._draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill=fill)

    def finish(self) -> Image.Image:
        """Return the drawing reduced to its real size."""
        return self._image.reduce(self._oversampling)

    def _pixels(self, points: Iterable[Point]) -> list[Point]:
        return [(x * self._unit, y * self._unit) for x, y in map(self._turned, points)]

    def _turned(self, point: Point) -> Point:
        x, y = point
        for _ in range(self._turn):
            x, y = 100 - y, x
        return x, y
