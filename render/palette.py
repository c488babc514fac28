"""The palette that all pictures of a board share in a theme, from samples of what can appear."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import product
from math import dist, isqrt
from typing import Final

from PIL import Image, ImageColor

from engine.grid import Direction
from render.beams import BANDS
from render.scene import Accent, Board, End, Laser, Segment, Tile
from render.sprites.cards import is_gilt
from render.themes import Colour, Theme
from render.tiles import Ground, compose, compose_emitter, grounds
from render.track import Offset, Tip, Track, Trail

TRANSPARENT: Final = 63
"""The index that no picture uses, for pixels that a GIF leaves as they were."""
COLOURS: Final = 48
"""All that a picture uses; more make it larger and look no better."""
SAMPLE: Final = 36
"""The samples' side in pixels: small, since only their colours count."""
LABEL_STEPS: Final = 6
NEAR: Final = 8.0
"""The distance in RGB below which a blend may as well be one of the theme's own colours."""


@lru_cache
def palette(board: Board, theme: Theme) -> Image.Image:
    """Return an image that carries the palette: the colours of board and theme, then blends."""
    own = _own_colours(board, theme)
    blends: Counter[tuple[int, ...]] = Counter()
    for sample in _samples(board, theme):
        for number, colour in sample.getcolors(SAMPLE * SAMPLE) or ():
            if isinstance(colour, tuple) and min(dist(colour, known) for known in own) > NEAR:
                blends[colour] += number
    # The square root keeps a wide band of glow from taking every colour of a narrow edge.
    weighted = [colour for colour, number in blends.items() for _ in range(isqrt(number))]
    sheet = Image.new("RGB", (len(weighted), 1))
    sheet.putdata(weighted)
    chosen = sheet.quantize(COLOURS - len(own), method=Image.Quantize.MEDIANCUT, kmeans=1)
    carrier = Image.new("P", (1, 1))
    carrier.putpalette(
        [channel for colour in own for channel in colour] + (chosen.getpalette() or [])
    )
    return carrier


def quantised(image: Image.Image, board: Board, theme: Theme) -> Image.Image:
    """Return the image in the palette of board and theme, without dithering."""
    return image.quantize(palette=palette(board, theme), dither=Image.Dither.NONE)


def _own_colours(board: Board, theme: Theme) -> tuple[tuple[int, ...], ...]:
    """Return the theme's colours that cover areas: they must come out exactly."""
    owners = dict.fromkeys(figure.seat for figures in board.cast.values() for figure in figures)
    sides = (theme.tones(seat) for seat in owners)
    tones = (
        tone
        for side in sides
        for tone in (side.dark, side.middle, side.light, side.stud)
        if tone is not None
    )
    marks = (theme.marks[mark] for mark in dict.fromkeys(mark for _, mark in board.marks))
    frame = (theme.band, theme.label, theme.line, theme.hairline)
    lines = (theme.skin, theme.mirror, theme.rim, theme.core, theme.beam, theme.accent)
    cast = (figure for figures in board.cast.values() for figure in figures)
    gilt = (theme.gilt,) if any(map(is_gilt, cast)) else ()
    flat = (*frame, *_floors(board, theme), *marks, *tones, *lines, *gilt)
    glow = _glow(board, theme) if board.has_lasers else ()
    return tuple(dict.fromkeys((*map(_rgb, flat), *glow)))


def _floors(board: Board, theme: Theme) -> tuple[Colour, ...]:
    """Return the colours of the board's bare squares."""
    return tuple(dict.fromkeys(tone for floor in board.cast for tone in theme.floors[floor]))


def _glow(board: Board, theme: Theme) -> Iterator[tuple[int, ...]]:
    """Yield what each band of the beam's glow makes of each of the bare squares."""
    for square, (_, alpha) in product(_floors(board, theme), BANDS):
        yield tuple(
            round((alpha * over + (255 - alpha) * under) / 255)
            for over, under in zip(_rgb(theme.beam), _rgb(square), strict=True)
        )


def _rgb(colour: Colour) -> tuple[int, ...]:
    return ImageColor.getrgb(colour)[:3]


def _samples(board: Board, theme: Theme) -> Iterator[Image.Image]:
    north = Direction.N
    lines, burst = _lines(board)
    shines = (None, *(emitter.seat for emitter in board.edge_emitters))
    bare = (ground for seat in shines for ground in grounds(board, seat).values())
    for ground in dict.fromkeys(bare):
        for accent in (None, *Accent):
            yield compose(ground, Tile(accent=accent), theme, SAMPLE)
        for line in lines:
            yield compose(ground, line, theme, SAMPLE)
    stands = [(floor, figure) for floor, figures in board.cast.items() for figure in figures]
    for shade, (floor, figure) in product((0, 1), stands):
        for tile in (Tile(figure), replace(lines[0], figure=figure), replace(burst, ghost=figure)):
            yield compose(Ground(shade, None, floor), tile, theme, SAMPLE)
    for seat, laser in product({emitter.seat for emitter in board.frame_emitters}, Laser):
        yield compose_emitter(seat, north, laser, theme, SAMPLE, SAMPLE)
    for step in range(LABEL_STEPS):
        band = Image.new("RGB", (SAMPLE, SAMPLE), theme.band)
        label = Image.new("RGB", (SAMPLE, SAMPLE), theme.label)
        yield Image.blend(band, label, step / (LABEL_STEPS - 1))


def _lines(board: Board) -> tuple[tuple[Tile, ...], Tile]:
    """Return samples of the lines that cross the board's squares, and of how one ends in a burst.

    They are those of a laser's beam, or those that units leave.
    """
    north, east = Direction.N, Direction.E
    if board.has_lasers:
        beam = Segment(north, north, has_arrow=True)
        bends = (beam, Segment(north, east), *(Segment(north, north, end) for end in End))
        burst = Tile(beam=(Segment(north, None, End.BURST),))
        return tuple(Tile(beam=(segment,)) for segment in bends), burst
    here, there = Offset(0, 0), Offset(0, -1)
    tracks = (*(Track(trail, there, here, tip) for trail, tip in product(Trail, Tip)),)
    starts = (*(Track(trail, here, there) for trail in Trail),)
    burst = Tile(tracks=(Track(Trail.VOLLEY, there, here, Tip.BURST),))
    return tuple(Tile(tracks=(track,)) for track in (*starts, *tracks)), burst
