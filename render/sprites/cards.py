"""Units as cards: a silhouette on it, a chevron on the side it faces, ramparts round it.

Both sides' cards differ by shape, and one is light with dark ink and the other dark with light ink.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import isclose
from types import MappingProxyType
from typing import Final, TypeAlias

from engine.grid import Direction
from render.canvas import Canvas, Point
from render.scene import Figure
from render.sprites import units
from render.themes import Colour, Theme, Tones

Icon: TypeAlias = Callable[[Canvas, Colour, Colour], None]

ICONS: Final[Mapping[str, Icon]] = MappingProxyType(
    {
        "legionnaire": units.legionnaire,
        "infantry": units.infantry,
        "cavalry": units.cavalry,
        "chariot": units.chariot,
        "siege": units.siege,
        "archer": units.archer,
        "roman commander": units.roman_commander,
        "egyptian commander": units.egyptian_commander,
        "roman fortress": units.roman_fortress,
        "egyptian fortress": units.egyptian_fortress,
        "roman ruin": units.roman_ruin,
        "egyptian ruin": units.egyptian_ruin,
        "roman assassin": units.roman_assassin,
        "egyptian assassin": units.egyptian_assassin,
    }
)
GILT: Final = "gilt "
"""What a sprite's name begins with that has a dagger and a gold outline."""
CARDS: Final = frozenset((*ICONS, "gilt legionnaire", "gilt infantry"))

LOW, HIGH = 14.0, 86.0
"""Where a card begins and ends, both ways."""
CUT, ROUND = 18.0, 14.0
"""How much of a corner is cut on the one side's cards and rounded on the other's."""
SHOULDER: Final = 29.0
"""How far from the edge the sides end of a card that comes to a point where it faces."""
CHEVRON: Final[tuple[Point, ...]] = ((27, 37), (50, 23), (73, 37))
WALL: Final[tuple[Point, ...]] = (
    (15, 15), (15, 2), (25, 2), (25, 7.5), (35, 7.5), (35, 2), (45, 2), (45, 7.5), (55, 7.5),
    (55, 2), (65, 2), (65, 7.5), (75, 7.5), (75, 2), (85, 2), (85, 15),
)  # fmt: skip
"""A stretch of wall on the north side, with battlements."""
TOWER: Final[tuple[Point, ...]] = ((83, 2), (98, 2), (98, 27), (87, 27), (87, 17), (83, 15))
"""The corner of a wall, to the north-east."""


def is_gilt(figure: Figure) -> bool:
    """Return whether the figure has a dagger and a gold outline."""
    return figure.sprite.startswith(GILT)


def draw_card(canvas: Canvas, theme: Theme, tones: Tones, figure: Figure) -> None:
    """Draw the unit's card with all that tells of it, but its badge."""
    for wall in figure.walls:
        _draw_wall(canvas, theme, wall)
    ink, paper = (tones.dark, tones.light) if tones.stud is None else (tones.stud, tones.middle)
    edge = tones.middle if tones.stud is None else tones.light
    fills = [(0.0, tones.dark), (3.0, edge), (6.0, paper)]
    if is_gilt(figure):
        fills = [(-4.0, theme.rim), (-2.0, theme.gilt), (5.0, tones.dark), (7.5, paper)]
    for inset, fill in fills:
        _fill(canvas, _outline(inset, tones, figure.front), tones, fill)
    icon = ICONS[figure.sprite.removeprefix(GILT)]
    match figure.front:
        case None:
            icon(canvas.part(23, 23, 54), ink, paper)
        case front:
            canvas.line(_spun(CHEVRON, front), ink, 6.5)
            icon(canvas.part(35, 38 if front is Direction.N else 17, 45), ink, paper)
    if is_gilt(figure):
        _draw_dagger(canvas.part(61, 58 if figure.front is Direction.N else 12, 30), theme)


def _draw_dagger(canvas: Canvas, theme: Theme) -> None:
    """Draw the sign of what only its owner may know."""
    canvas.disc((50, 50), 55, theme.rim)
    canvas.disc((50, 50), 47, theme.gilt)
    units.dagger(canvas.part(14, 14, 72), theme.rim, theme.gilt)


def _outline(inset: float, tones: Tones, front: Direction | None) -> list[Point]:
    """Return the card, so much smaller on all sides, its corners cut, its front pointed."""
    low, high = LOW + inset, HIGH - inset
    cut = ROUND - inset if tones.stud is None else CUT - inset * 0.6
    back: list[Point] = [(high, high - cut), (high - cut, high), (low + cut, high)]
    back.append((low, high - cut))
    if front is None:
        return [*back, (low, low + cut), (low + cut, low), (high - cut, low), (high, low + cut)]
    shoulder, point = SHOULDER + inset * 0.6, LOW - 4 + inset * 1.15
    return _spun([*back, (low, shoulder), (50, point), (high, shoulder)], front)


def _fill(canvas: Canvas, outline: Sequence[Point], tones: Tones, fill: Colour) -> None:
    """Fill the card, with round corners for the side without a stud."""
    canvas.polygon(outline, fill)
    if tones.stud is None:
        for (x1, y1), (x2, y2) in zip(outline, [*outline[1:], outline[0]], strict=True):
            # Only at a corner that is cut does an edge go as far across as down.
            reach = abs(x2 - x1)
            if isclose(reach, abs(y2 - y1)):
                x = min(x1, x2, key=_off_middle)
                y = min(y1, y2, key=_off_middle)
                canvas.disc((x, y), reach, fill)


def _off_middle(place: float) -> float:
    return abs(place - 50)


def _draw_wall(canvas: Canvas, theme: Theme, wall: int) -> None:
    """Draw the rampart on a side, or round a corner."""
    quarters, is_corner = divmod(wall, 2)
    shape = _spun(TOWER if is_corner else WALL, quarters)
    canvas.outline(shape, theme.stone.dark, 3.5)
    canvas.polygon(shape, theme.stone.middle)
    lit: list[Point] = [(86, 6), (94, 6), (94, 23)] if is_corner else [(18.5, 10.5), (81.5, 10.5)]
    canvas.line(_spun(lit, quarters), theme.stone.light, 4)


def _spun(points: Sequence[Point], quarters: int) -> list[Point]:
    """Return the points after that many quarter turns clockwise round the middle."""
    turned = list(points)
    for _ in range(quarters):
        turned = [(100 - y, x) for x, y in turned]
    return turned
