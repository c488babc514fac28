"""The scenes of every painter say what the view and the events say."""

import random

import pytest

from engine.core import BadOption, Event, State, View
from engine.deflexion.notation import GOLD, SILVER
from engine.events import Ray
from engine.grid import Direction
from engine.registry import GAMES
from render import alt_text, describe, draw, position_scene, scene
from render.painters import PAINTERS, POSITION_PAINTERS, deflexion
from render.painters.beam import passages
from render.scene import Accent, Bend, Cell, End, Figure, Orientation
from tests.render.samples import play, sample

N, E, S, W = Direction


def random_positions(name: str) -> list[tuple[State, tuple[Event, ...]]]:
    """Return the positions of a seeded game of each sample, with the events that led there."""
    rng = random.Random(7)
    positions: list[tuple[State, tuple[Event, ...]]] = []
    for options in GAMES[name].samples:
        state = GAMES[name].start(GAMES[name].complete(options, rng))
        positions.append((state, ()))
        for _ in range(40):
            if state.to_move is None:
                break
            action = rng.choice(state.legal_actions(state.to_move))
            step = state.apply(state.to_move, action, rng=rng)
            state = step.state
            positions.append((state, step.events))
    return positions


def test_every_painter_is_that_of_a_game() -> None:
    assert PAINTERS.keys() <= GAMES.keys()


@pytest.mark.parametrize("name", PAINTERS)
def test_every_position_of_a_game_is_drawn_and_told_within_the_limits(name: str) -> None:
    for state, events in random_positions(name):
        painted = scene(state.view(None), events)
        assert draw(painted).startswith(b"\x89PNG")
        assert 0 < len(alt_text(painted)) <= 1_000
        assert 0 < len(describe(painted)) <= 1_800
        assert painted.story
        assert (painted.outcome is None) == (state.result is None)


def test_the_view_of_another_game_is_an_error() -> None:
    state, _ = play("classic", ())
    view = state.view(None)
    other = View("arena", view.phase, view.ply, view.to_move, view.result)
    with pytest.raises(TypeError, match="arena"):
        deflexion.paint(other, ())


def test_pieces_stand_on_their_squares_turned_as_they_face() -> None:
    tiles = sample("opening").tiles
    assert tiles[Cell(0, 3)].figure == Figure("pyramid", GOLD, 0)
    assert tiles[Cell(2, 7)].figure == Figure("pyramid", SILVER, 3)
    assert tiles[Cell(4, 3)].figure == Figure("djed", GOLD, 0)
    assert tiles[Cell(4, 4)].figure == Figure("djed", SILVER, 1)
    assert tiles[Cell(4, 7)].figure == Figure("pharaoh", SILVER)
    assert len(tiles) == 24


def test_facing_the_second_seat_turns_the_board() -> None:
    assert sample("opening", facing=GOLD).orientation is Orientation.TURNED
    assert sample("opening", facing=SILVER).orientation is Orientation.UPRIGHT
    assert sample("opening").orientation is Orientation.UPRIGHT


@pytest.mark.parametrize(
    ("action", "accents"),
    [
        ("j4-i3", {Cell(9, 4): Accent.TOUCHED, Cell(8, 5): Accent.TOUCHED}),
        ("e4R", {Cell(4, 4): Accent.TURNED_RIGHT}),
        ("h2L", {Cell(7, 6): Accent.TURNED_LEFT}),
        ("h2R", {Cell(7, 6): Accent.TURNED_RIGHT}),
    ],
)
def test_the_last_action_is_outlined_on_the_squares_it_touched(
    action: str, accents: dict[Cell, Accent]
) -> None:
    state, events = play("classic", (action,))
    tiles = scene(state.view(None), events).tiles
    assert {cell: tile.accent for cell, tile in tiles.items() if tile.accent} == accents


def test_a_destroyed_piece_is_a_ghost_on_the_square_where_the_beam_bursts() -> None:
    tile = sample("destroyed").tiles[Cell(5, 1)]
    assert tile.figure is None
    assert tile.ghost == Figure("obelisk", GOLD)
    assert tile.beam[-1].end is End.BURST


def test_only_the_laser_that_fired_shines() -> None:
    assert sample("opening").shining is None
    assert sample("destroyed").shining == SILVER
    assert sample("win").shining == GOLD


def test_a_beam_that_leaves_the_board_ends_in_a_bar_at_the_edge() -> None:
    last = sample("beam").tiles[Cell(9, 6)].beam[-1]
    assert (last.entering, last.leaving, last.end) == (E, E, End.BAR)


def test_arrowheads_stand_where_a_way_begins_and_every_few_squares() -> None:
    up = [Ray(f"a{row}", N, N) for row in range(1, 9)]
    rays = [*up, Ray("a9", N, E), Ray("b9", E, None)]
    beam = passages(rays, End.BURST)
    assert [square for square, (segment,) in beam.items() if segment.has_arrow] == [
        "a1",
        "a5",
        "a9",
        "b9",
    ]


def test_passages_over_one_square_are_kept_in_the_order_of_travel() -> None:
    rays = [Ray("d4", N, N), Ray("d5", N, E), Ray("d4", W, W)]
    first, second = passages(rays, End.FADE)["d4"]
    assert (first.entering, second.entering) == (N, W)
    assert (first.bend, second.bend) == (Bend.SHARP, Bend.SHARP)


def test_two_bends_on_one_square_are_cut_so_that_they_do_not_touch() -> None:
    rays = [Ray("d4", N, E), Ray("d5", N, W), Ray("d4", S, W)]
    beam = passages(rays, End.BAR)
    assert [segment.bend for segment in beam["d4"]] == [Bend.CUT, Bend.CUT]
    assert [segment.bend for segment in beam["d5"]] == [Bend.SHARP]


def test_a_bare_position_shows_the_pieces_of_its_code_and_nothing_that_happened() -> None:
    painted = position_scene("p^9/10/10/10/3P>6/10/10/10 g")
    assert {cell: tile.figure for cell, tile in painted.tiles.items()} == {
        Cell(0, 0): Figure("pyramid", GOLD, 0),
        Cell(3, 4): Figure("pyramid", SILVER, 1),
    }
    assert (painted.shining, painted.outcome) == (None, None)
    assert alt_text(painted).startswith("A position. Gold is to move.")


def test_a_position_without_a_piece_is_drawn_and_told() -> None:
    painted = position_scene("10/10/10/10/10/10/10/10 s")
    assert draw(painted).startswith(b"\x89PNG")
    assert describe(painted).endswith("Silver has no pieces.\nGold has no pieces.")
    assert alt_text(painted).endswith("Silver: no pieces. Gold: no pieces.")


def test_marked_squares_are_outlined_whether_a_piece_stands_there_or_not() -> None:
    painted = position_scene("10/10/10/10/3P>6/10/10/10 s", marked=("d4", "j1"), facing=GOLD)
    assert {cell for cell, tile in painted.tiles.items() if tile.accent is Accent.TOUCHED} == {
        Cell(3, 4),
        Cell(9, 7),
    }
    assert painted.orientation is Orientation.TURNED
    assert painted.story == "A position. Marked: d4, j1."


def test_what_is_no_position_or_no_square_is_an_error() -> None:
    with pytest.raises(BadOption, match="ranks"):
        position_scene("10/10 s")
    for square in ("k1", "a9", "", "a"):
        with pytest.raises(ValueError, match="no square of this board"):
            position_scene("10/10/10/10/10/10/10/10 s", marked=(square,))


def test_every_painter_of_positions_belongs_to_a_game() -> None:
    assert POSITION_PAINTERS.keys() <= GAMES.keys()
