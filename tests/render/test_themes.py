"""A theme's colours tell apart what must be told apart, also to eyes that lack a kind of cone."""

from dataclasses import replace
from itertools import combinations, product

import pytest
from PIL import Image, ImageColor

from engine.deflexion.notation import GOLD, SILVER
from render import THEMES
from render.compositor import compose_scene, finished
from render.painters.arena import BOARD as ARENA_BOARD
from render.painters.deflexion import BOARD as DEFLEXION_BOARD
from render.painters.legion import BOARD as LEGION_BOARD
from render.painters.reflix import BOARD as REFLIX_BOARD
from render.palette import COLOURS, TRANSPARENT
from render.scene import Board, Figure, Floor, Tile
from render.themes import CONTRAST, Colour, Theme
from render.tiles import Ground
from tests.render.difference import share_that_differs
from tests.render.samples import (
    ARENA,
    KHET,
    LEGION,
    REFLIX,
    SAMPLES,
    arena,
    khet,
    legion,
    reflix,
    sample,
)
from tests.render.vision import VISIONS, contrast, seen, seen_picture

SHAPES_NEED = 3.0
"""The contrast that WCAG 2.2 asks of a shape that carries meaning (1.4.11)."""
WORDS_NEED = 4.5
LEAST = 2.4
"""What a line needs that is not alone: the beam has a core, a glow and arrowheads besides."""
SIZE = 72
BOARDS = (DEFLEXION_BOARD, ARENA_BOARD, REFLIX_BOARD, LEGION_BOARD)
NAMES = ("deflexion", "arena", "reflix", "legion")


def apart(one: Colour, other: Colour, vision: str = "common") -> float:
    first, second = ImageColor.getrgb(one)[:3], ImageColor.getrgb(other)[:3]
    return contrast(seen(first, vision), seen(second, vision))


def body(theme: Theme, seat: str) -> Colour:
    return theme.sides[seat].middle


def picture(board: Board, theme: Theme, floor: Floor, figure: Figure) -> Image.Image:
    return finished(board, Ground(0, None, floor), Tile(figure), theme, SIZE)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_captions_read_on_the_band(theme: Theme) -> None:
    assert apart(theme.label, theme.band) >= WORDS_NEED


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_every_piece_stands_out_from_every_square_by_its_body_or_its_outline(
    theme: Theme, vision: str
) -> None:
    for square, seat in product(theme.squares, theme.sides):
        edges = body(theme, seat), theme.sides[seat].dark
        assert max(apart(edge, square, vision) for edge in edges) >= SHAPES_NEED, (square, seat)


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_the_mirrors_of_both_sides_stand_out_from_the_zone(theme: Theme, vision: str) -> None:
    for square, seat in product(theme.floors[Floor.ZONE], REFLIX_BOARD.seats):
        edges = body(theme, seat), theme.mirror, theme.rim
        assert max(apart(edge, square, vision) for edge in edges) >= SHAPES_NEED, (square, seat)


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_the_zone_is_lighter_than_the_squares_round_it(theme: Theme, vision: str) -> None:
    black: Colour = "#000000"
    darkest = min(apart(tone, black, vision) for tone in theme.floors[Floor.ZONE])
    lightest = max(apart(tone, black, vision) for tone in theme.squares)
    assert darkest > 1.04 * lightest


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_the_beam_stands_out_from_every_square_by_its_line_or_its_core(
    theme: Theme, vision: str
) -> None:
    for square in (tone for tones in theme.floors.values() for tone in tones):
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
def test_in_the_contrast_theme_what_stands_on_the_walk_stands_out_from_it(vision: str) -> None:
    for walk in CONTRAST.floors[Floor.WALK]:
        assert apart(CONTRAST.rim, walk, vision) >= SHAPES_NEED
        for line in (CONTRAST.beam, CONTRAST.accent, CONTRAST.mirror):
            assert apart(line, walk, vision) >= LEAST, line


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("board", BOARDS, ids=NAMES)
def test_in_the_contrast_theme_one_side_is_light_and_the_other_dark(
    board: Board, vision: str
) -> None:
    one, other = (CONTRAST.sides[seat] for seat in board.seats)
    for light, dark in product((one.middle, one.light), (other.middle, other.light)):
        assert apart(light, dark, vision) >= WORDS_NEED


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("board", BOARDS, ids=NAMES)
def test_the_sides_differ_to_every_kind_of_eyes(board: Board, theme: Theme, vision: str) -> None:
    one, other = board.seats
    pieces = [(floor, each) for floor, all_ in board.cast.items() for each in all_]
    own = [(floor, figure) for floor, figure in pieces if figure.seat == one]
    assert len(own) >= 4
    for floor, piece in own:
        images = [picture(board, theme, floor, replace(piece, seat=seat)) for seat in (one, other)]
        first, second = (seen_picture(image, vision) for image in images)
        assert share_that_differs(first, second, 24) > 0.08, piece
        assert share_that_differs(first.convert("L"), second.convert("L"), 16) > 0.05, piece


def test_no_two_themes_share_their_look() -> None:
    for one, other in combinations(THEMES.values(), 2):
        assert one.squares != other.squares
        assert one.band != other.band


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_no_picture_uses_the_index_that_is_kept_for_transparent_pixels(theme: Theme) -> None:
    assert COLOURS <= TRANSPARENT
    lasers = (*map(sample, SAMPLES), *map(khet, KHET), *map(arena, ARENA), *map(reflix, REFLIX))
    for painted in (*lasers, *map(legion, LEGION)):
        assert max(compose_scene(painted, theme).tobytes()) < TRANSPARENT
