"""The pieces, marks and lasers, each drawn in hundredths of a square and facing its first way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from PIL import Image, ImageFilter

from render.canvas import OVERSAMPLING, Canvas, Point
from render.scene import Accent, Figure, Mark
from render.themes import Theme, Tones

Sprite: TypeAlias = Callable[[Canvas, Theme, Tones], None]

MIRROR_WIDTH: Final = 6.5
RIM_WIDTH: Final = 12.5
SHADOW_STRENGTH: Final = 0.42


def draw_figure(
    figure: Figure, theme: Theme, size: int, oversampling: int = OVERSAMPLING
) -> Image.Image:
    """Return the piece with its drop shadow on a transparent square, ``size`` pixels wide."""
    canvas = Canvas(size, figure.turn or 0, oversampling)
    SPRITES[figure.sprite](canvas, theme, theme.sides[figure.seat])
    piece = canvas.finish()
    shape = piece.getchannel("A").point(lambda alpha: round(alpha * SHADOW_STRENGTH))
    offset = Image.new("L", piece.size)
    offset.paste(shape, (0, round(size * 0.03)))
    shadow = Image.new("RGBA", piece.size, theme.shadow)
    shadow.putalpha(offset.filter(ImageFilter.GaussianBlur(size * 0.018)))
    return Image.alpha_composite(shadow, piece)


def draw_mark(mark: Mark, theme: Theme, size: int, oversampling: int = OVERSAMPLING) -> Image.Image:
    """Return the mark on a transparent square, ``size`` pixels wide."""
    canvas = Canvas(size, 0, oversampling)
    match mark:
        case Mark.HEXAGON:
            points = [(34, 50), (42, 36), (58, 36), (66, 50), (58, 64), (42, 64)]
            canvas.polygon(points, theme.marks[mark])
        case Mark.DISC:
            canvas.disc((50, 50), 15, theme.marks[mark])
    return canvas.finish()


def draw_accent(
    accent: Accent, theme: Theme, size: int, oversampling: int = OVERSAMPLING
) -> Image.Image:
    """Return the outline of a touched square on a transparent square, ``size`` pixels wide."""
    canvas = Canvas(size, 0, oversampling)
    low, high, width = 4.0, 96.0, 4.2
    canvas.outline([(low, low), (high, low), (high, high), (low, high)], theme.accent, width)
    match accent:
        case Accent.TOUCHED:
            pass
        case Accent.TURNED_RIGHT:
            _arrows(canvas, theme, low)
        case Accent.TURNED_LEFT:
            _arrows(canvas, theme, high)
    return canvas.finish()


def _arrows(canvas: Canvas, theme: Theme, edge: float) -> None:
    """Put an arrowhead on two opposite sides; ``edge`` at the low end turns them clockwise."""
    for way, y in ((1, edge), (-1, 100 - edge)):
        tip, tail = 50 + 12 * way, 50 - 8 * way
        canvas.polygon([(tip, y), (tail, y - 11), (tail, y + 11)], theme.accent)


def _mirror(canvas: Canvas, theme: Theme, start: Point, end: Point) -> None:
    """Draw a mirror: a white edge in a dark rim, wider than anything else on a piece."""
    canvas.line([start, end], theme.rim, RIM_WIDTH)
    (x1, y1), (x2, y2) = start, end
    inset = 0.025
    inner = [
        (x1 + (x2 - x1) * inset, y1 + (y2 - y1) * inset),
        (x2 + (x1 - x2) * inset, y2 + (y1 - y2) * inset),
    ]
    canvas.line(inner, theme.mirror, MIRROR_WIDTH)


def _pyramid(canvas: Canvas, theme: Theme, tones: Tones) -> None:
    """Draw a pyramid whose mirror looks to the north-east."""
    body = [(13.0, 20.0), (13.0, 87.0), (80.0, 87.0)]
    canvas.outline(body, tones.dark, 6)
    canvas.polygon(body, tones.middle)
    canvas.polygon([(22.5, 44), (22.5, 77.5), (56, 77.5)], tones.light)
    if tones.stud:
        canvas.disc((32, 68), 7.2, tones.stud)
    _mirror(canvas, theme, (9.5, 9.5), (90.5, 90.5))


def _djed(canvas: Canvas, theme: Theme, tones: Tones) -> None:
    """Draw a Djed on the diagonal from north-west to south-east: two mirrors, back to back."""
    canvas.line([(15, 15), (85, 85)], tones.dark, 30)
    canvas.line([(18, 18), (82, 82)], tones.middle, 14)
    for shift in (-9.2, 9.2):
        _mirror(canvas, theme, (14 + shift, 14 - shift), (86 + shift, 86 - shift))
    canvas.line([(27, 27), (73, 73)], tones.light, 5)
    canvas.disc((50, 50), 11.5, tones.dark)
    canvas.disc((50, 50), 7.5, tones.stud or tones.light)


def _obelisk(canvas: Canvas, theme: Theme, tones: Tones) -> None:
    """Draw an obelisk: a tapering shaft on a plinth, one face in the light."""
    shaft = [(50.0, 10.0), (61.0, 25.0), (67.0, 79.0), (33.0, 79.0), (39.0, 25.0)]
    plinth = [(25.0, 79.0), (75.0, 79.0), (75.0, 90.0), (25.0, 90.0)]
    for part in (shaft, plinth):
        canvas.outline(part, tones.dark, 6)
        canvas.polygon(part, tones.middle)
    canvas.polygon([(50, 13), (50, 76), (36.5, 76), (41.5, 26)], tones.light)
    canvas.polygon([(25, 79), (75, 79), (75, 82), (25, 82)], tones.dark)
    if tones.stud:
        canvas.disc((50, 61), 7.2, tones.stud)


def _pharaoh(canvas: Canvas, theme: Theme, tones: Tones) -> None:
    """Draw a Pharaoh: a face in a striped headcloth on a round shield."""
    canvas.disc((50, 50), 41, tones.dark)
    canvas.disc((50, 50), 37, tones.middle)
    canvas.disc((50, 50), 33.5, tones.dark)
    cloth = [(50.0, 20.0), (64.0, 23.0), (71.0, 36.0), (77.0, 67.0), (64.0, 77.0)]
    cloth += [(100 - x, y) for x, y in reversed(cloth[1:])]
    canvas.polygon(cloth, tones.light)
    for height in (44.0, 54.0, 64.0):
        for side in (1, -1):
            outer, inner = 50 + side * 30, 50 + side * 13
            canvas.line([(outer, height + 4), (inner, height - 2)], tones.dark, 4)
    canvas.polygon([(37, 66), (63, 66), (60, 80), (40, 80)], tones.middle)
    canvas.polygon([(36, 36), (64, 36), (62.5, 55), (55, 66), (45, 66), (37.5, 55)], tones.dark)
    canvas.polygon([(39, 38), (61, 38), (59.5, 54), (53.5, 63), (46.5, 63), (40.5, 54)], theme.skin)
    canvas.polygon([(34, 33), (66, 33), (66, 38.5), (34, 38.5)], tones.middle)
    canvas.line([(42.5, 46), (47.5, 46)], tones.dark, 3.4)
    canvas.line([(52.5, 46), (57.5, 46)], tones.dark, 3.4)
    canvas.polygon([(47, 61), (53, 61), (52, 75), (48, 75)], tones.dark)
    canvas.disc((50, 31), 5.2, tones.dark)
    canvas.disc((50, 31), 2.4, tones.stud or tones.light)


SPRITES: Mapping[str, Sprite] = MappingProxyType(
    {"pyramid": _pyramid, "djed": _djed, "obelisk": _obelisk, "pharaoh": _pharaoh}
)
