"""Small signs beside a piece, for a state that its shape does not show."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import cos, radians, sin
from types import MappingProxyType
from typing import Final, TypeAlias

from PIL import Image

from engine.grid import Direction
from render.canvas import OVERSAMPLING, Canvas, Point
from render.scene import Badge, Figure
from render.themes import Colour, Theme

Sign: TypeAlias = Callable[[Canvas, Colour], None]

CORNER_PLACE: Final = (19.0, 81.0)
"""In the south-west, which the sprites of the laser games leave free, as the north-east."""
CARD_PLACE: Final = (24.0, 75.0)
"""In the south-west of a card that faces north; in the north-west if it faces south."""
REACH: Final = 16.5
"""How far a round badge reaches."""


def draw_badge(
    figure: Figure, badge: Badge, theme: Theme, size: int, oversampling: int = OVERSAMPLING
) -> Image.Image:
    """Return the badge of the figure on a transparent square: upright in its corner."""
    turn = figure.turn or 0
    canvas = Canvas(size, oversampling)
    match badge:
        case Badge.LOCKED:
            _draw_lock(canvas, theme, _spun(CORNER_PLACE, turn))
        case Badge.COOLING:
            _draw_flake(canvas, theme, _spun(CORNER_PLACE, turn))
        case _:
            x, y = CARD_PLACE
            _draw_state(canvas, theme, (x, 100 - y if figure.front is Direction.S else y), badge)
    return canvas.finish()


def _draw_state(canvas: Canvas, theme: Theme, centre: Point, badge: Badge) -> None:
    """Draw the sign of a unit's state: light on dark if it can strike so, dark on light if not."""
    sign = STRIKING.get(badge)
    ground, colour = (theme.core, theme.rim) if sign is None else (theme.rim, theme.core)
    canvas.disc(centre, REACH, colour)
    canvas.disc(centre, REACH - 2.5, ground)
    inner = 20.0
    x, y = centre
    place = canvas.part(x - inner / 2, y - inner / 2, inner)
    (sign or RESTING[badge])(place, colour)


def _draw_lock(canvas: Canvas, theme: Theme, centre: Point) -> None:
    x, y = centre
    for casing, colour in ((3.0, theme.core), (0.0, theme.rim)):
        canvas.disc((x, y - 5), 9.5 + casing, colour)
        canvas.polygon(_box((x, y + 5), 12 + casing, 9.5 + casing), colour)
    canvas.disc((x, y - 5), 5, theme.core)
    canvas.polygon(_box((x, y + 5), 12, 9.5), theme.rim)
    canvas.disc((x, y + 4), 3.4, theme.core)
    canvas.line([(x, y + 4), (x, y + 11)], theme.core, 3)


def _draw_flake(canvas: Canvas, theme: Theme, centre: Point) -> None:
    x, y = centre
    canvas.disc((x, y), 17, theme.core)
    canvas.disc((x, y), 14.5, theme.rim)
    for degrees in (0, 60, 120):
        across, down = 10.5 * sin(radians(degrees)), 10.5 * cos(radians(degrees))
        canvas.line([(x - across, y - down), (x + across, y + down)], theme.core, 4)


def _swords(canvas: Canvas, colour: Colour) -> None:
    for side in (1, -1):
        canvas.line([(50 - side * 44, 94), (50 + side * 46, 4)], colour, 14)
        canvas.line([(50 - side * 44, 60), (50 - side * 10, 94)], colour, 13)


def _shield(canvas: Canvas, colour: Colour) -> None:
    canvas.polygon([(10, 4), (90, 4), (90, 50), (74, 80), (50, 98), (26, 80), (10, 50)], colour)


def _wheel(canvas: Canvas, colour: Colour) -> None:
    rim = [
        (50 + 42 * sin(radians(turn)), 50 - 42 * cos(radians(turn))) for turn in range(0, 360, 6)
    ]
    canvas.outline(rim, colour, 15)
    for degrees in (0, 90):
        across, down = 40 * cos(radians(degrees)), 40 * sin(radians(degrees))
        canvas.line([(50 - across, 50 - down), (50 + across, 50 + down)], colour, 12)


def _lance(canvas: Canvas, colour: Colour) -> None:
    canvas.line([(6, 94), (70, 30)], colour, 16)
    canvas.polygon([(102, -2), (88, 62), (38, 12)], colour)


def _arrows(canvas: Canvas, colour: Colour) -> None:
    for x, top in ((14, 16), (50, 2), (86, 16)):
        canvas.line([(x, top + 10), (x, top + 80)], colour, 10)
        canvas.polygon([(x, top - 6), (x + 19, top + 30), (x - 19, top + 30)], colour)


def _crate(canvas: Canvas, colour: Colour) -> None:
    canvas.outline([(8, 22), (92, 22), (92, 88), (8, 88)], colour, 13)
    canvas.line([(8, 22), (92, 88)], colour, 10)
    canvas.line([(92, 22), (8, 88)], colour, 10)


def _throw(canvas: Canvas, colour: Colour) -> None:
    path = [
        (48 - 42 * cos(radians(turn)), 88 - 66 * sin(radians(turn))) for turn in range(0, 106, 5)
    ]
    canvas.line([(6, 100), *path], colour, 14)
    canvas.disc((80, 62), 19, colour)


STRIKING: Final[Mapping[Badge, Sign]] = MappingProxyType(
    {
        Badge.ATTACK: _swords,
        Badge.CHARGE: _lance,
        Badge.VOLLEY: _arrows,
        Badge.DEPLOYED: _throw,
    }
)
RESTING: Final[Mapping[Badge, Sign]] = MappingProxyType(
    {Badge.DEFEND: _shield, Badge.MANEUVER: _wheel, Badge.PACKED: _crate}
)


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
