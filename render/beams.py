"""The beam on one square, and the lasers it comes from: flat bands of glow round a white core."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from PIL import Image, ImageColor

from engine.core import Seat
from engine.grid import Direction
from render.canvas import OVERSAMPLING, Canvas, Point
from render.scene import Bend, End, Laser, Segment
from render.sprites.arms import MUZZLE
from render.themes import Theme

OVERLAP: Final = 4.0
"""How far a beam is drawn beyond the square's edge, so that it is cut there cleanly."""
BANDS: Final = ((25.0, 56), (16.67, 112))
"""The glow: widths in hundredths of a square, and how opaque."""
LINE: Final = 8.33
CORE: Final = 2.78
CUT: Final = 12.0
"""How far from the middle a corner is cut."""
STOPPED: Final = 36.0
"""How far from the middle a piece stops the beam, on the side where it is struck."""
CENTRE: Final = (50.0, 50.0)
BURST_GLOW: Final = ((25.0, 56), (18.0, 112))
"""The glow of a burst: radii, and how opaque."""
CRACKS: Final[tuple[tuple[Point, ...], ...]] = (
    ((50, 50), (60, 39), (66, 40), (77, 25)),
    ((60, 39), (61, 26)),
    ((50, 50), (63, 58), (66, 66), (78, 72)),
    ((50, 50), (40, 61), (33, 61), (23, 76)),
    ((40, 61), (40, 74)),
    ((50, 50), (37, 43), (35, 34), (23, 27)),
    ((37, 43), (24, 45)),
)
"""The lines by which glass breaks, beside the beam that passes through the middle."""
FADE_STEPS: Final = ((12.5, 22.22, 0.7), (22.22, 31.94, 0.4), (31.94, 41.67, 0.2))
"""A beam that leaves: from and to which distance from the middle, and how strong."""


def draw_segment(
    segment: Segment, theme: Theme, size: int, oversampling: int = OVERSAMPLING
) -> Image.Image:
    """Return the beam's passage on a transparent square, ``size`` pixels wide.

    It is drawn as if it entered northward and then turned to its real heading.
    """
    canvas = Canvas(size, oversampling)
    leaving = segment.entering if segment.leaving is None else segment.leaving
    way_out = leaving.turned(-segment.entering)
    if segment.is_source:
        _source(canvas, theme)
        return canvas.finish(segment.entering)
    start = _point(Direction.S, 50 + OVERLAP)
    corner = _corner(segment.bend, way_out) if segment.is_turn else ()
    if segment.cracks:
        _crack(canvas, theme)
    if segment.end is End.BURST:
        for radius, alpha in BURST_GLOW:
            canvas.disc(CENTRE, radius, _ink(theme.beam, alpha))
    is_stopped = segment.end is End.BAR and segment.leaving is None
    if is_stopped:
        _line(canvas, theme, [start, _point(Direction.S, STOPPED)])
    elif segment.leaving is None:
        _line(canvas, theme, [start, CENTRE])
    elif segment.end is End.FADE:
        _line(canvas, theme, [start, *corner, _point(way_out, FADE_STEPS[0][0])])
        for near, far, share in FADE_STEPS:
            _line(canvas, theme, [_point(way_out, near), _point(way_out, far)], share)
    else:
        _line(canvas, theme, [start, *corner, _point(way_out, 50 + OVERLAP)])
    match segment.end:
        case End.BURST:
            draw_star(canvas, theme)
        case End.BAR:
            if is_stopped:
                _bar(canvas, theme, Direction.S, STOPPED)
            else:
                _bar(canvas, theme, way_out, 46.0)
        case End.RING:
            for radius, colour in ((22, theme.beam), (16.5, theme.core), (11, theme.beam)):
                canvas.disc(CENTRE, radius, colour)
        case End.FADE | None:
            pass
    if segment.has_arrow and not is_stopped:
        _arrow(canvas, theme)
    return canvas.finish(segment.entering)


def draw_emitter(
    seat: Seat,
    heading: Direction,
    laser: Laser,
    theme: Theme,
    size: int,
    oversampling: int = OVERSAMPLING,
) -> Image.Image:
    """Return a laser on a transparent square, ``size`` pixels wide, beyond the board's edge."""
    canvas = Canvas(size, oversampling)
    tones = theme.sides[seat]
    _rounded(canvas, (25, 5.56, 75, 45.83), 9, tones.dark)
    _rounded(canvas, (29.17, 9.72, 70.83, 41.67), 6, tones.middle)
    lens: list[Point] = [(50, 13), (62, 36), (38, 36)]
    canvas.outline(lens, tones.dark, 6)
    canvas.polygon(lens, theme.beam)
    match laser:
        case Laser.RESTING:
            pass
        case Laser.SHINING:
            _line(canvas, theme, [(50, -OVERLAP), (50, 28)])
            canvas.disc((50, 28), 6.5, theme.beam)
            canvas.disc((50, 28), 4.0, theme.core)
    return canvas.finish(heading)


def draw_edge_emitter(
    seat: Seat,
    side: Direction,
    heading: Direction,
    laser: Laser,
    theme: Theme,
    size: int,
    oversampling: int = OVERSAMPLING,
) -> Image.Image:
    """Return the half of a laser that lies on a square which has it on this side.

    It is drawn as if it fired northward: its back on the square behind the edge, its lens on the
    square before it, both near the middle of that side, where no piece reaches.
    """
    canvas = Canvas(size, oversampling)
    tones = theme.sides[seat]
    y = 0.0 if side is heading else 100.0
    _rounded(canvas, (31, y - 7, 69, y + 13), 4, tones.dark)
    _rounded(canvas, (34.5, y - 3.5, 65.5, y + 9.5), 2.5, tones.middle)
    lens: list[Point] = [(50, y - 15), (58, y - 4), (42, y - 4)]
    canvas.outline(lens, tones.dark, 5)
    canvas.polygon(lens, theme.beam)
    if tones.stud:
        for x in (41, 59):
            canvas.disc((x, y + 4.5), 3, tones.stud)
    match laser:
        case Laser.RESTING:
            pass
        case Laser.SHINING:
            if side is heading:
                # On the square before it the beam itself is drawn, and twice would be too much.
                _line(canvas, theme, [(50, y - OVERLAP), (50, y + 3)])
            canvas.disc((50, y + 3), 6, theme.beam)
            canvas.disc((50, y + 3), 3.5, theme.core)
    return canvas.finish(heading)


def _ink(colour: str, alpha: int) -> tuple[int, int, int, int]:
    red, green, blue = ImageColor.getrgb(colour)[:3]
    return red, green, blue, alpha


def _point(heading: Direction, distance: float) -> Point:
    """Return the point that lies so far from the middle in this direction."""
    match heading:
        case Direction.N:
            return 50, 50 - distance
        case Direction.E:
            return 50 + distance, 50
        case Direction.S:
            return 50, 50 + distance
        case Direction.W:
            return 50 - distance, 50


def _corner(bend: Bend, way_out: Direction) -> tuple[Point, ...]:
    """Return the points by which a northward beam turns to its way out."""
    match bend:
        case Bend.SHARP:
            return (CENTRE,)
        case Bend.CUT:
            return _point(Direction.S, CUT), _point(way_out, CUT)


def _line(canvas: Canvas, theme: Theme, path: list[Point], share: float = 1.0) -> None:
    for width, alpha in BANDS:
        canvas.line(path, _ink(theme.beam, round(alpha * share)), canvas.even(width))
    canvas.line(path, _ink(theme.beam, round(255 * share)), canvas.even(LINE))
    canvas.line(path, _ink(theme.core, round(255 * share)), canvas.even(CORE))


def _source(canvas: Canvas, theme: Theme) -> None:
    """Draw the beam's beginning: from a glowing muzzle to the edge."""
    muzzle = _point(Direction.N, MUZZLE)
    _line(canvas, theme, [_point(Direction.N, 50 + OVERLAP), muzzle])
    canvas.disc(muzzle, 7.5, theme.beam)
    canvas.disc(muzzle, 4.5, theme.core)


def _crack(canvas: Canvas, theme: Theme) -> None:
    """Draw cracks that run out from the middle of a pane of glass."""
    for casing, colour in ((3.0, theme.core), (0.0, theme.rim)):
        for crack in CRACKS:
            canvas.line(crack, colour, 3.4 + casing)


def draw_star(canvas: Canvas, theme: Theme) -> None:
    """Draw a star of eight rays round a white disc."""
    star = [
        (50 + reach * sin(index * pi / 8), 50 - reach * cos(index * pi / 8))
        for index, reach in enumerate((36.0, 9.5, 27.0, 9.5) * 4)
    ]
    canvas.polygon(star, theme.beam)
    canvas.disc(CENTRE, 12, theme.beam)
    canvas.disc(CENTRE, 8, theme.core)


def _bar(canvas: Canvas, theme: Theme, heading: Direction, distance: float) -> None:
    """Draw a bar across the beam where it stops."""
    x, y = _point(heading, distance)
    across = (20, 0) if heading in (Direction.N, Direction.S) else (0, 20)
    ends = [(x - across[0], y - across[1]), (x + across[0], y + across[1])]
    canvas.line(ends, theme.beam, 8.5)
    for end in ends:
        canvas.disc(end, 4.25, theme.beam)


def _arrow(canvas: Canvas, theme: Theme) -> None:
    """Draw an arrowhead on the first half of the way in."""
    canvas.polygon([(50, 64), (61.5, 86), (38.5, 86)], theme.beam)
    canvas.polygon([(50, 69), (57, 83), (43, 83)], theme.core)


def _rounded(
    canvas: Canvas, box: tuple[float, float, float, float], radius: float, fill: str
) -> None:
    left, top, right, bottom = box
    inner = [
        (left + radius, top + radius),
        (right - radius, top + radius),
        (right - radius, bottom - radius),
        (left + radius, bottom - radius),
    ]
    canvas.polygon(inner, fill)
    canvas.outline(inner, fill, 2 * radius)
