"""The palette that all pictures of a theme share, chosen from samples of all that can appear."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Final

from PIL import Image, ImageColor

from engine.grid import Direction
from render.scene import Accent, End, Figure, Laser, Mark, Segment, Tile
from render.sprites import SPRITES
from render.themes import Theme
from render.tiles import Ground, compose, compose_emitter

COLOURS: Final = 96
SAMPLE: Final = 36
"""The samples' side in pixels: small, since only their colours count."""
LABEL_STEPS: Final = 6


@lru_cache
def palette(theme: Theme) -> Image.Image:
    """Return an image that carries the theme's palette: its own colours, then all blends."""
    samples = [image.convert("RGB") for image in _samples(theme)]
    sheet = Image.new("RGB", (SAMPLE, SAMPLE * len(samples)))
    for row, sample in enumerate(samples):
        sheet.paste(sample.resize((SAMPLE, SAMPLE), Image.Resampling.NEAREST), (0, row * SAMPLE))
    pinned = [ImageColor.getrgb(colour)[:3] for colour in _pinned(theme)]
    blends = sheet.quantize(COLOURS - len(pinned), method=Image.Quantize.MEDIANCUT, kmeans=1)
    carrier = Image.new("P", (1, 1))
    flat = [channel for colour in pinned for channel in colour]
    carrier.putpalette(flat + (blends.getpalette() or []))
    return carrier


def quantised(image: Image.Image, theme: Theme) -> Image.Image:
    """Return the image in the theme's palette, without dithering."""
    return image.quantize(palette=palette(theme), dither=Image.Dither.NONE)


def _pinned(theme: Theme) -> list[str]:
    """Return the colours that large areas have: they must come out exactly."""
    return [
        theme.band,
        theme.label,
        theme.line,
        *theme.squares,
        theme.hairline,
        *theme.marks.values(),
        theme.mirror,
        theme.beam,
        theme.accent,
    ]


def _samples(theme: Theme) -> Iterator[Image.Image]:
    north, east = Direction.N, Direction.E
    beam = Segment(north, north, has_arrow=True)
    bends = (beam, Segment(north, east), *(Segment(north, north, end) for end in End))
    for shade, mark in product((0, 1), (None, *Mark)):
        for accent in (None, *Accent):
            yield compose(Ground(shade, mark), Tile(accent=accent), theme, SAMPLE)
        for segment in bends:
            yield compose(Ground(shade, mark), Tile(beam=(segment,)), theme, SAMPLE)
    for shade, name, seat in product((0, 1), SPRITES, theme.sides):
        figure = Figure(name, seat)
        for tile in (
            Tile(figure),
            Tile(figure, beam=(beam,)),
            Tile(ghost=figure, beam=(Segment(north, None, End.BURST),)),
        ):
            yield compose(Ground(shade, None), tile, theme, SAMPLE)
    for seat, laser in product(theme.sides, Laser):
        yield compose_emitter(seat, north, laser, theme, SAMPLE, SAMPLE)
    for step in range(LABEL_STEPS):
        band = Image.new("RGB", (SAMPLE, SAMPLE), theme.band)
        label = Image.new("RGB", (SAMPLE, SAMPLE), theme.label)
        yield Image.blend(band, label, step / (LABEL_STEPS - 1))
