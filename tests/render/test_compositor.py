"""Squares are kept by what is on them, lie the right way round, and touch nothing beside them."""

from dataclasses import replace
from io import BytesIO
from itertools import combinations, product

import pytest
from PIL import Image

from engine.core import Phase
from engine.deflexion.notation import GOLD, SEATS, SILVER
from engine.deflexion.state import DeflexionView
from engine.grid import Direction
from render import THEMES, draw, scene
from render.compositor import compose_scene, finished, finished_emitter
from render.painters.deflexion import BOARD
from render.scene import Accent, Bend, Cell, End, Figure, Laser, Mark, Segment, Tile
from render.themes import PAPYRUS
from render.tiles import Ground
from tests.render.difference import share_that_differs
from tests.render.samples import SAMPLES, play, sample

BARE = Ground(0, None)
SIZE, BAND = 72, 40
FACINGS = {"pyramid": (0, 1, 2, 3), "djed": (0, 1), "obelisk": (None,), "pharaoh": (None,)}
FIGURES = [(name, turn) for name, turns in FACINGS.items() for turn in turns]
WAYS = [
    (entering, leaving)
    for entering in Direction
    for leaving in Direction
    if leaving is not entering.opposite
]


def view(code: str) -> DeflexionView:
    return DeflexionView("deflexion", Phase.PLAY, 1, SILVER, None, code, 0)


def square(image: Image.Image, column: int, row: int) -> Image.Image:
    """Cut the square out of a picture, by its place from the left and from the top."""
    left, top = BAND + column * SIZE, BAND + row * SIZE
    return image.crop((left, top, left + SIZE, top + SIZE)).convert("RGB")


def tile(content: Tile, theme: str = "papyrus") -> Image.Image:
    return finished(BOARD, BARE, content, THEMES[theme], SIZE).convert("RGB")


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", [72, 36])
def test_every_piece_and_facing_looks_different_in_grey(theme: str, size: int) -> None:
    images = {
        key: finished(BOARD, BARE, Tile(Figure(name, seat, turn)), THEMES[theme], size).convert("L")
        for key in product(FIGURES, SEATS)
        for (name, turn), seat in [key]
    }
    for one, other in combinations(images, 2):
        assert share_that_differs(images[one], images[other], 24) > 0.03, (one, other)


@pytest.mark.parametrize("theme", THEMES)
def test_a_passage_of_the_beam_looks_different_for_every_way_end_and_arrow(theme: str) -> None:
    straight = Segment(Direction.N, Direction.N)
    beams = [Segment(entering, leaving, has_arrow=True) for entering, leaving in WAYS]
    beams += [Segment(Direction.N, None, end) for end in (End.BURST, End.BAR, End.RING)]
    beams += [replace(straight, end=end) for end in (End.BAR, End.FADE)] + [straight]
    beams += [Segment(Direction.N, Direction.E, bend=Bend.CUT)]
    images = [tile(Tile(beam=(beam,)), theme).convert("L") for beam in beams]
    for (one, image), (other, another) in combinations(zip(beams, images, strict=True), 2):
        assert share_that_differs(image, another, 24) > 0.005, (one, other)


def test_every_accent_and_mark_looks_different_in_grey() -> None:
    figure = Figure("pyramid", SILVER, 0)
    accents = [tile(Tile(figure, accent=accent)).convert("L") for accent in (None, *Accent)]
    marks = [
        finished(BOARD, Ground(0, mark), Tile(), PAPYRUS, SIZE).convert("L")
        for mark in (None, *Mark)
    ]
    for images, least in ((accents, 0.02), (marks, 0.005)):
        for one, other in combinations(images, 2):
            assert share_that_differs(one, other, 12) > least


def test_the_beam_goes_on_across_the_border_of_two_squares() -> None:
    """The columns of pixels on either side of a border are the same: no seam shows."""
    first = tile(Tile(beam=(Segment(Direction.E, Direction.E),)))
    second = tile(Tile(beam=(Segment(Direction.E, Direction.N),)))
    middle = slice(24, 48)
    left = [first.getpixel((SIZE - 1, y)) for y in range(SIZE)][middle]
    right = [second.getpixel((1, y)) for y in range(SIZE)][middle]
    assert left == right


def test_a_destroyed_piece_shows_as_a_ghost_beneath_the_burst() -> None:
    burst = (Segment(Direction.N, None, End.BURST),)
    ghost = tile(Tile(ghost=Figure("obelisk", GOLD), beam=burst))
    assert share_that_differs(ghost, tile(Tile(beam=burst))) > 0.05
    assert share_that_differs(ghost, tile(Tile(figure=Figure("obelisk", GOLD), beam=burst))) > 0.05


def test_the_turned_board_shows_the_pieces_after_half_a_turn() -> None:
    """A pyramid to the north-east on d4 looks, for Gold, like one to the south-west on g5."""
    turned = compose_scene(scene(view("10/10/10/10/3P^6/10/10/10 s"), facing=GOLD), PAPYRUS)
    upright = compose_scene(scene(view("10/10/10/6Pv3/10/10/10/10 s")), PAPYRUS)
    assert square(turned, 6, 3).tobytes() == square(upright, 6, 3).tobytes()
    assert square(turned, 3, 4).tobytes() == square(upright, 3, 4).tobytes()


def test_the_turned_board_shows_marks_and_lasers_after_half_a_turn() -> None:
    turned = compose_scene(sample("opening", facing=GOLD), PAPYRUS)
    upright = compose_scene(sample("opening"), PAPYRUS)
    assert square(turned, 0, 6).tobytes() == square(upright, 9, 1).tobytes()
    laser = finished_emitter(BOARD, GOLD, Direction.N, Laser.RESTING, PAPYRUS, SIZE)
    left = BAND + 9 * SIZE + (SIZE - laser.width) // 2
    corner = turned.crop((left, turned.height - BAND, left + laser.width, turned.height))
    assert corner.tobytes() == laser.tobytes()


def test_the_first_seats_own_side_is_at_the_bottom_unless_the_second_asks() -> None:
    assert draw(sample("beam", facing=SILVER)) == draw(sample("beam"))
    assert draw(sample("beam", facing=GOLD)) != draw(sample("beam"))


def test_a_turn_changes_no_pixel_of_a_square_that_it_did_not_touch() -> None:
    chosen = SAMPLES["destroyed"]
    before, _ = play(chosen.layout, chosen.actions[:-1])
    after = sample("destroyed")
    old = compose_scene(scene(before.view(None)), PAPYRUS)
    new = compose_scene(after, PAPYRUS)
    touched = {
        cell
        for cell, content in after.tiles.items()
        if content.beam or content.accent or content.ghost
    }
    for column, row in product(range(10), range(8)):
        same = square(old, column, row).tobytes() == square(new, column, row).tobytes()
        assert same == (Cell(column, row) not in touched)


def test_equal_tiles_are_composed_once() -> None:
    content = Tile(Figure("pyramid", SILVER, 0))
    again = Tile(Figure("pyramid", SILVER, 0))
    assert finished(BOARD, BARE, content, PAPYRUS, SIZE) is finished(
        BOARD, BARE, again, PAPYRUS, SIZE
    )


def test_drawing_leaves_what_is_kept_as_it_was() -> None:
    first = draw(sample("opening"))
    draw(sample("win"))
    draw(sample("beam", facing=GOLD))
    assert draw(sample("opening")) == first


def test_every_theme_draws_every_sample_in_its_own_colours() -> None:
    for name in SAMPLES:
        images = [Image.open(BytesIO(draw(sample(name), theme))).convert("RGB") for theme in THEMES]
        for one, other in combinations(images, 2):
            assert share_that_differs(one, other) > 0.5


def test_a_theme_that_is_none_is_an_error() -> None:
    with pytest.raises(KeyError, match="sunset"):
        draw(sample("opening"), "sunset")
