"""A theme's colours tell apart what must be told apart, also to eyes that lack a kind of cone."""

from itertools import combinations, product

import pytest
from PIL import Image, ImageColor

from engine.deflexion.notation import GOLD, SEATS, SILVER, Kind
from render import THEMES
from render.compositor import compose_scene, finished
from render.painters.deflexion import BOARD
from render.palette import COLOURS, TRANSPARENT
from render.scene import Figure, Tile
from render.themes import CONTRAST, Colour, Theme
from render.tiles import Ground
from tests.render.difference import share_that_differs
from tests.render.samples import SAMPLES, sample
from tests.render.vision import VISIONS, contrast, seen, seen_picture

SHAPES_NEED = 3.0
"""The contrast that WCAG 2.2 asks of a shape that carries meaning (1.4.11)."""
WORDS_NEED = 4.5
LEAST = 2.4
"""What a line needs that is not alone: the beam has a core, a glow and arrowheads besides."""
BARE = Ground(0, None)
SIZE = 72


def apart(one: Colour, other: Colour, vision: str = "common") -> float:
    first, second = ImageColor.getrgb(one)[:3], ImageColor.getrgb(other)[:3]
    return contrast(seen(first, vision), seen(second, vision))


def body(theme: Theme, seat: str) -> Colour:
    return theme.sides[seat].middle


def picture(theme: Theme, figure: Figure) -> Image.Image:
    return finished(BOARD, BARE, Tile(figure), theme, SIZE)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_captions_read_on_the_band(theme: Theme) -> None:
    assert apart(theme.label, theme.band) >= WORDS_NEED


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_every_piece_stands_out_from_every_square_by_its_body_or_its_outline(
    theme: Theme, vision: str
) -> None:
    for square, seat in product(theme.squares, SEATS):
        edges = body(theme, seat), theme.sides[seat].dark
        assert max(apart(edge, square, vision) for edge in edges) >= SHAPES_NEED, (square, seat)


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_the_beam_stands_out_from_every_square_by_its_line_or_its_core(
    theme: Theme, vision: str
) -> None:
    for square in theme.squares:
        lines = theme.beam, theme.core
        assert max(apart(line, square, vision) for line in lines) >= LEAST, square


@pytest.mark.parametrize("vision", VISIONS)
def test_in_the_contrast_theme_every_line_that_tells_something_stands_out_from_the_squares(
    vision: str,
) -> None:
    silver, gold = CONTRAST.sides[SILVER], CONTRAST.sides[GOLD]
    for square, line in product(
        CONTRAST.squares,
        (CONTRAST.beam, CONTRAST.accent, CONTRAST.rim, silver.dark, gold.dark, gold.middle),
    ):
        assert apart(line, square, vision) >= SHAPES_NEED, (square, line)


@pytest.mark.parametrize("vision", VISIONS)
def test_in_the_contrast_theme_one_side_is_light_and_the_other_dark(vision: str) -> None:
    silver, gold = CONTRAST.sides[SILVER], CONTRAST.sides[GOLD]
    for light, dark in product((silver.middle, silver.light), (gold.middle, gold.light)):
        assert apart(light, dark, vision) >= WORDS_NEED


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_the_sides_differ_to_every_kind_of_eyes(theme: Theme, vision: str) -> None:
    for name in Kind:
        silver, gold = (seen_picture(picture(theme, Figure(name, seat)), vision) for seat in SEATS)
        assert share_that_differs(silver, gold, 24) > 0.08, name
        assert share_that_differs(silver.convert("L"), gold.convert("L"), 16) > 0.05, name


def test_no_two_themes_share_their_look() -> None:
    for one, other in combinations(THEMES.values(), 2):
        assert one.squares != other.squares
        assert one.band != other.band


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_no_picture_uses_the_index_that_is_kept_for_transparent_pixels(theme: Theme) -> None:
    assert COLOURS <= TRANSPARENT
    for name in SAMPLES:
        assert max(compose_scene(sample(name), theme).tobytes()) < TRANSPARENT
