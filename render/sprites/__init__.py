"""What stands on squares and what is printed there, drawn in hundredths of a square."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from PIL import Image, ImageFilter

from engine.grid import Direction
from render.canvas import OVERSAMPLING, Canvas
from render.scene import Figure
from render.sprites import arms, egypt, fortress, lasers, stone
from render.sprites.badges import draw_badge
from render.sprites.cards import CARDS, draw_card
from render.themes import Theme, Tones

Sprite: TypeAlias = Callable[[Canvas, Theme, Tones], None]
SideMark: TypeAlias = Callable[[Canvas, Theme, Tones, Direction], None]

SHADOW_DROP: Final = 0.02
SHADOW_BLUR: Final = 0.012
SHADOW_STRENGTH: Final = 0.4

SPRITES: Mapping[str, Sprite] = MappingProxyType(
    {
        "pyramid": lasers.pyramid,
        "djed": lasers.djed,
        "obelisk": lasers.obelisk,
        "pharaoh": lasers.pharaoh,
        "anubis": egypt.anubis,
        "sphinx": egypt.sphinx,
        "cannon": arms.cannon,
        "guard": arms.guard,
        "dug-in guard": arms.dug_in_guard,
        "blade": stone.blade,
        "plate": stone.plate,
        "column": stone.column,
        "rubble": stone.rubble,
        "capped mirror": fortress.capped_mirror,
        "target": fortress.target,
        "wall": fortress.wall,
        "shield": fortress.shield,
        "fixed mirror": fortress.fixed_mirror,
        "veil": fortress.veil,
    }
)
SIDE_MARKS: Mapping[str, SideMark] = MappingProxyType(
    {"dug-in guard": arms.crack, "anubis": egypt.shield}
)
"""What a figure's ``sides`` look like, for the sprites that have any."""


def draw_figure(
    figure: Figure, theme: Theme, size: int, oversampling: int = OVERSAMPLING
) -> Image.Image:
    """Return the piece with its drop shadow on a transparent square, ``size`` pixels wide."""
    canvas = Canvas(size, oversampling)
    tones = theme.tones(figure.seat)
    if figure.sprite in CARDS:
        draw_card(canvas, theme, tones, figure)
    else:
        SPRITES[figure.sprite](canvas, theme, tones)
    for side in figure.sides:
        SIDE_MARKS[figure.sprite](canvas, theme, tones, side)
    if figure.numeral is not None:
        canvas.text(stone.NUMERAL_PLACE, str(figure.numeral), tones.dark, stone.NUMERAL_HEIGHT)
    piece = canvas.finish(figure.turn or 0)
    if figure.badge is not None:
        piece.alpha_composite(draw_badge(figure, figure.badge, theme, size, oversampling))
    shape = Image.new("L", piece.size)
    shape.paste(piece.getchannel("A"), (0, round(size * SHADOW_DROP)))
    soft = shape.filter(ImageFilter.GaussianBlur(size * SHADOW_BLUR))
    shadow = Image.new("RGBA", piece.size, theme.shadow)
    shadow.putalpha(soft.point(lambda alpha: round(alpha / 128) * 128 * SHADOW_STRENGTH))
    return Image.alpha_composite(shadow, piece)
