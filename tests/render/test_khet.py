"""Khet 2.0's pictures and words: its own two pieces, and what stops a beam."""

import pytest

from engine.deflexion.notation import GOLD, SILVER
from engine.grid import Direction
from render import alt_text, describe, position_scene
from render.animation import shot
from render.painters import deflexion
from render.scene import Cell, End, Figure
from tests.render.samples import KHET, khet, khet_turn, sample

N, E, S, W = Direction


def test_an_anubis_stands_upright_with_its_shield_on_the_side_it_faces() -> None:
    tiles = khet("shield").tiles
    assert tiles[Cell(6, 6)].figure == Figure("anubis", SILVER, sides=(N,))
    assert tiles[Cell(4, 6)].figure == Figure("anubis", SILVER, sides=(W,))
    assert tiles[Cell(3, 1)].figure == Figure("anubis", GOLD, sides=(S,))


def test_a_sphinx_looks_where_it_fires_and_no_laser_stands_beside_the_board() -> None:
    painted = khet("sphinx")
    assert painted.tiles[Cell(9, 7)].figure == Figure("sphinx", SILVER, 3)
    assert painted.tiles[Cell(0, 0)].figure == Figure("sphinx", GOLD, 1)
    assert painted.board.emitters == ()
    assert sample("opening").board.emitters != ()
    assert painted.board is khet("opening").board is deflexion.KHET_BOARD


def test_the_beam_begins_at_the_sphinx() -> None:
    painted = khet("sphinx")
    (source,) = painted.tiles[Cell(9, 7)].beam
    assert (source.is_source, source.entering) == (True, W)
    assert painted.course[:2] == (Cell(9, 7), Cell(8, 7))


@pytest.mark.parametrize(
    ("name", "cell"), [("shield", Cell(6, 6)), ("sphinx", Cell(0, 0)), ("own", Cell(0, 0))]
)
def test_what_stops_a_beam_stands_and_has_a_bar(name: str, cell: Cell) -> None:
    tile = khet(name).tiles[cell]
    assert tile.figure is not None
    assert tile.ghost is None
    assert (tile.beam[-1].end, tile.beam[-1].leaving) == (End.BAR, None)


def test_a_beam_that_comes_back_to_its_sphinx_is_drawn_after_the_one_that_left() -> None:
    first, last = khet("own").tiles[Cell(0, 0)].beam
    assert (first.is_source, first.entering) == (True, S)
    assert (last.is_source, last.entering) == (False, W)


@pytest.mark.parametrize("name", [name for name in KHET if name != "opening"])
def test_a_shot_runs_from_the_sphinx_to_its_end(name: str) -> None:
    before, after = khet_turn(name)
    frames = [frame for frame, _ in shot(before, after)]
    assert frames[-1] is after
    lit = [sum(len(tile.beam) for tile in frame.tiles.values()) for frame in frames]
    assert lit == sorted(lit)
    assert lit[-1] == len(after.course)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("shield", "and was stopped by the shield of Silver's own Anubis on g2."),
        ("sphinx", "and was stopped by Gold's Sphinx on a8."),
        ("own", "and was stopped by Gold's own Sphinx on a8."),
        ("destroyed", "and destroyed Silver's own Anubis on f1."),
        ("destroyed", "Silver's Sphinx on j1 turned counter-clockwise."),
        ("opening", "The game begins."),
    ],
)
def test_the_story_tells_what_stopped_the_beam(name: str, told: str) -> None:
    assert told in khet(name).story
    assert told in alt_text(khet(name))


def test_the_way_of_the_beam_begins_at_the_sphinx_in_words() -> None:
    assert "The beam left the Sphinx on j1: north to j3, west to f3" in alt_text(khet("shield"))


def test_a_position_in_words_tells_where_shields_are_and_where_lasers_point() -> None:
    told = describe(khet("sphinx"))
    for line in (
        "- Anubis with the shield to the north: e2, e3",
        "- Sphinx firing west: j1",
        "- Anubis with the shield to the south: f7",
        "- Sphinx firing east: a8",
    ):
        assert line in told


def test_a_bare_position_with_a_sphinx_has_no_laser_beside_the_board() -> None:
    bare = position_scene("s>9/10/10/10/10/10/10/9S^ s")
    assert bare.board is deflexion.KHET_BOARD
    assert position_scene("10/10/10/10/10/10/10/10 s").board is deflexion.BOARD
