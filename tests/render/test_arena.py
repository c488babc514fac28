"""Arena's scenes say what stands, what the shot did, and what the arena did after it."""

import random
from itertools import combinations

import pytest

from engine.arena.notation import BLACK, CORNERS, RING, SEATS, WHITE, Kind, Piece
from engine.core import Event, Phase, Result, State, View
from engine.events import (
    ColumnsRetracted,
    ColumnsRose,
    Damaged,
    Destroyed,
    EdgesFlipped,
    Moved,
    Passed,
    Rotated,
    Rubble,
)
from engine.grid import Diagonal, Direction
from engine.registry import game
from render import THEMES, Scene, alt_text, describe, scene
from render.animation import shot
from render.compositor import finished
from render.painters import arena as painter
from render.scene import Accent, Badge, Cell, End, Figure, Floor, Tile
from render.sprites import draw_figure
from render.themes import PAPYRUS
from render.tiles import Ground, grounds
from tests.render.arena import LEFT_BY_RING, E, N, S, W, shot_up, view
from tests.render.difference import share_that_differs
from tests.render.samples import ARENA, arena, arena_turn

BOARD = painter.BOARD
DOUBLES = [(turn, badge) for turn in (0, 1) for badge in (None, Badge.LOCKED)]
DAMAGES = [(side,) for side in Direction] + [*combinations(Direction, 2)]


def tile(painted: Scene, square: str) -> Tile:
    return painted.tiles[BOARD.cell(square)]


def at_rest(painted: Scene) -> dict[Cell, Figure]:
    return {cell: tile.figure for cell, tile in painted.tiles.items() if tile.figure}


def test_every_square_of_board_and_ring_has_a_place_of_its_own() -> None:
    assert len(BOARD.cells) == 11 * 11 == len(set(BOARD.cells.values()))
    places = {"a1": (1, 9), "i9": (9, 1), "Na": (1, 0), "Si": (9, 10), "W1": (0, 9), "E9": (10, 1)}
    assert {square: BOARD.cell(square) for square in places} == places
    assert {square: BOARD.cell(square) for square in CORNERS} == {
        "NW": (0, 0),
        "NE": (10, 0),
        "SE": (10, 10),
        "SW": (0, 10),
    }


def test_the_ring_is_a_walk_round_the_board() -> None:
    ring = {BOARD.cell(square) for square in (*RING, *CORNERS)}
    walk = {cell for cell, ground in grounds(BOARD).items() if ground.floor is Floor.WALK}
    assert walk == ring


@pytest.mark.parametrize(
    ("piece", "figure"),
    [
        (Piece(WHITE, Kind.KING, None), Figure("pharaoh", WHITE)),
        (Piece(BLACK, Kind.MIRROR, "NE"), Figure("pyramid", BLACK, 0)),
        (Piece(BLACK, Kind.MIRROR, "NW"), Figure("pyramid", BLACK, 3)),
        (Piece(WHITE, Kind.DOUBLE, "\\"), Figure("djed", WHITE, 0)),
        (Piece(WHITE, Kind.DOUBLE, "/"), Figure("djed", WHITE, 1)),
        (
            Piece(WHITE, Kind.DOUBLE, "/", is_locked=True),
            Figure("djed", WHITE, 1, badge=Badge.LOCKED),
        ),
        (Piece(BLACK, Kind.GUARD, None), Figure("guard", BLACK)),
        (
            Piece(BLACK, Kind.GUARD, None, ("E", "N")),
            Figure("dug-in guard", BLACK, sides=(N, E)),
        ),
    ],
)
def test_a_piece_stands_as_it_faces_and_shows_its_state(piece: Piece, figure: Figure) -> None:
    assert tile(scene(view({"d4": piece})), "d4").figure == figure


def test_only_the_cannon_that_cools_shows_it() -> None:
    painted = scene(view(cooling=BLACK))
    assert tile(painted, "b1").figure == Figure("cannon", WHITE, 0)
    assert tile(painted, "h9").figure == Figure("cannon", BLACK, 2, badge=Badge.COOLING)


def test_columns_tell_how_long_they_stand_and_rubble_lies() -> None:
    painted = scene(view(columns=("c3", "f7"), raised_left=2, rubble=("e5",)))
    assert (
        tile(painted, "c3").figure
        == tile(painted, "f7").figure
        == Figure("column", None, numeral=2)
    )
    assert tile(painted, "e5").figure == Figure("rubble", None)


def test_the_mirrors_of_the_ring_stand_as_they_lie_and_the_corners_are_plates() -> None:
    painted = scene(view(edges={"Nc": Diagonal.BACKSLASH}))
    assert tile(painted, "Nc").figure == Figure("blade", None, 0)
    assert tile(painted, "Nd").figure == Figure("blade", None, 1)
    assert tile(painted, "NW").figure == tile(painted, "SE").figure == Figure("plate", None, 1)
    assert tile(painted, "NE").figure == tile(painted, "SW").figure == Figure("plate", None, 0)


def test_a_damaged_side_turns_with_the_board() -> None:
    figure = Figure("dug-in guard", WHITE, sides=(N, E))
    assert figure.turned() == Figure("dug-in guard", WHITE, sides=(S, W))


def test_the_view_of_another_game_is_an_error() -> None:
    with pytest.raises(TypeError, match="legion"):
        painter.paint(View("legion", Phase.PLAY, 0, WHITE, None), ())


LOOKS = [
    *(Figure("pyramid", seat, turn) for seat in SEATS for turn in range(4)),
    *(Figure("djed", seat, turn, badge=badge) for seat in SEATS for turn, badge in DOUBLES),
    *(Figure("cannon", seat, turn) for seat in SEATS for turn in range(4)),
    *(Figure("cannon", seat, 1, badge=Badge.COOLING) for seat in SEATS),
    *(Figure("guard", seat) for seat in SEATS),
    *(Figure("dug-in guard", seat, sides=sides) for seat in SEATS for sides in DAMAGES),
    *(Figure("pharaoh", seat) for seat in SEATS),
    *(Figure("column", None, numeral=left) for left in (1, 2, 3)),
    Figure("rubble", None),
]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", [64, 32])
def test_every_piece_with_its_side_facing_and_state_looks_different_in_grey(
    theme: str, size: int
) -> None:
    bare = Ground(0, None)
    images = [
        finished(BOARD, bare, Tile(figure), THEMES[theme], size).convert("L") for figure in LOOKS
    ]
    for (one, image), (other, another) in combinations(zip(LOOKS, images, strict=True), 2):
        assert share_that_differs(image, another, 24) > 0.01, (one, other)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", [64, 32])
def test_the_ring_shows_in_grey_how_each_mirror_stands_and_what_flipped(
    theme: str, size: int
) -> None:
    walk = Ground(0, None, Floor.WALK)
    tiles = [
        Tile(Figure("blade", None, turn), accent=accent)
        for turn in (0, 1)
        for accent in (None, Accent.FLIPPED)
    ] + [Tile(Figure("plate", None, turn)) for turn in (0, 1)]
    images = [finished(BOARD, walk, one, THEMES[theme], size).convert("L") for one in tiles]
    for (one, image), (other, another) in combinations(zip(tiles, images, strict=True), 2):
        assert share_that_differs(image, another, 24) > 0.02, (one, other)


def test_light_passes_rubble_between_its_stones() -> None:
    """In the middle of each side and of the square nothing is drawn."""
    rubble = draw_figure(Figure("rubble", None), PAPYRUS, 64).getchannel("A")
    lanes = [(0, 32), (63, 32), (32, 0), (32, 63), (32, 32), (16, 32), (48, 32), (32, 16), (32, 48)]
    assert [rubble.getpixel(place) for place in lanes] == [0] * len(lanes)


@pytest.mark.parametrize(
    ("event", "accents"),
    [
        (
            Moved(WHITE, "mirror", "a2", "a3"),
            {"a2": Accent.TOUCHED, "a3": Accent.TOUCHED},
        ),
        (Rotated(WHITE, "mirror", "a2", "L"), {"a2": Accent.TURNED_LEFT}),
        (Rotated(WHITE, "mirror", "a2", "R"), {"a2": Accent.TURNED_RIGHT}),
        (LEFT_BY_RING, {"b1": Accent.TOUCHED}),
        (Passed(WHITE), {}),
    ],
)
def test_the_last_action_is_outlined_and_what_flipped_is_marked(
    event: Event, accents: dict[str, Accent]
) -> None:
    pieces = {"a2": Piece(WHITE, Kind.MIRROR, "NE")}
    painted = scene(view(pieces), (event, EdgesFlipped(("E3", "Nb"))))
    expected = accents | {"E3": Accent.FLIPPED, "Nb": Accent.FLIPPED}
    assert {cell: tile.accent for cell, tile in painted.tiles.items() if tile.accent} == {
        BOARD.cell(square): accent for square, accent in expected.items()
    }


@pytest.mark.parametrize(
    ("facing", "accent"),
    [
        ("E", Accent.TURNED_RIGHT),
        ("N", Accent.TURNED_LEFT),
        ("W", Accent.TURNED_RIGHT),
        ("S", Accent.TURNED_LEFT),
    ],
)
def test_a_cannons_arrow_goes_the_way_it_turned(facing: str, accent: Accent) -> None:
    cannon = Piece(WHITE, Kind.CANNON, facing)
    painted = scene(view({"b1": cannon}), (Rotated(WHITE, "cannon", "b1", "R"),))
    assert tile(painted, "b1").accent is accent


def test_the_beam_begins_at_the_muzzle_and_runs_through_the_ring() -> None:
    painted = scene(view(), (LEFT_BY_RING, EdgesFlipped(())))
    (source,) = tile(painted, "b1").beam
    (last,) = tile(painted, "Nb").beam
    assert (source.is_source, source.leaving) == (True, N)
    assert (last.entering, last.leaving, last.end) == (N, W, End.FADE)
    squares = ["b1", *(f"b{row}" for row in range(2, 10)), "Nb"]
    assert painted.course == tuple(BOARD.cell(square) for square in squares)


def test_a_mirror_that_flipped_on_the_beams_way_has_a_ghost_of_how_it_stood() -> None:
    painted = scene(view(), (LEFT_BY_RING, EdgesFlipped(("E3", "Nb"))))
    assert tile(painted, "Nb").ghost == Figure("blade", None, 0)
    assert tile(painted, "Nb").figure == Figure("blade", None, 1)
    assert tile(painted, "E3").ghost is None


@pytest.mark.parametrize("end", ["column", "guard", "cannon"])
def test_a_beam_that_is_stopped_ends_in_a_bar(end: str) -> None:
    if end == "column":
        stopping = view(columns=("b5", "c3", "d3", "e3"), raised_left=1)
    else:
        stopping = view({"b5": Piece(BLACK, Kind(end), "S" if end == "cannon" else None)})
    painted = scene(stopping, (shot_up(end, 5),))
    assert tile(painted, "b5").beam[-1].end is End.BAR
    assert tile(painted, "b5").ghost is None


@pytest.mark.parametrize(
    ("kind", "facing", "sprite"), [("mirror", "NE", "pyramid"), ("king", None, "pharaoh")]
)
def test_a_destroyed_piece_is_a_ghost_beneath_a_burst(
    kind: str, facing: str | None, sprite: str
) -> None:
    destroyed = Destroyed(BLACK, kind, facing, "b5", WHITE)
    painted = scene(view(), (shot_up(kind, 5), destroyed))
    assert tile(painted, "b5").beam[-1].end is End.BURST
    assert tile(painted, "b5").ghost == Figure(sprite, BLACK, None if facing is None else 0)
    assert tile(painted, "b5").figure is None


def test_a_damaged_guard_stands_with_its_new_side_and_no_ghost() -> None:
    damaged = Damaged(BLACK, "guard", "b5", "S", WHITE)
    piece = Piece(BLACK, Kind.GUARD, None, ("S", "W"))
    painted = scene(view({"b5": piece}), (shot_up("guard", 5), damaged))
    assert tile(painted, "b5").figure == Figure("dug-in guard", BLACK, sides=(S, W))
    assert tile(painted, "b5").ghost is None
    assert painted.before_shot[BOARD.cell("b5")] == Figure("dug-in guard", BLACK, sides=(W,))


def test_a_guard_that_collapsed_is_a_ghost_with_its_old_sides_over_rubble() -> None:
    collapsed = Rubble(BLACK, "b5", ("E", "N", "S"), WHITE)
    painted = scene(view(rubble=("b5",)), (shot_up("guard", 5), collapsed))
    assert tile(painted, "b5").ghost == Figure("dug-in guard", BLACK, sides=(N, E))
    assert tile(painted, "b5").figure == Figure("rubble", None)
    assert tile(painted, "b5").beam[-1].end is End.BURST


def test_a_column_that_rose_on_the_beams_way_is_drawn_over_it() -> None:
    rose = ("b5", "c3", "d3", "e3")
    events = (LEFT_BY_RING, EdgesFlipped(()), ColumnsRose(rose))
    painted = scene(view(columns=rose, raised_left=3), events)
    assert tile(painted, "b5").is_later
    assert tile(painted, "b5").ghost is None
    assert not tile(painted, "c3").is_later
    assert painted.before_shot[BOARD.cell("b5")] is None


def test_of_columns_that_retracted_only_the_one_that_stopped_the_beam_is_a_ghost() -> None:
    events = (shot_up("column", 5), EdgesFlipped(()), ColumnsRetracted(("b5", "c3", "d3", "e3")))
    painted = scene(view(), events)
    assert tile(painted, "b5").ghost == Figure("column", None, numeral=1)
    assert BOARD.cell("c3") not in painted.tiles
    assert painted.before_shot[BOARD.cell("c3")] == Figure("column", None, numeral=1)


def test_marked_squares_are_outlined_on_the_board_and_in_the_ring() -> None:
    painted = scene(view(), marked=("d4", "Nc"))
    marked = {cell for cell, tile in painted.tiles.items() if tile.accent is Accent.TOUCHED}
    assert marked == {BOARD.cell("d4"), BOARD.cell("Nc")}
    assert tile(painted, "Nc").figure == Figure("blade", None, 1)
    assert painted.story.endswith("Marked: d4, Nc.")
    for square in ("j1", "a0", "Nj", ""):
        with pytest.raises(ValueError, match="no square of this board"):
            scene(view(), marked=(square,))


def random_turns(seed: int, turns: int) -> list[tuple[State, State, tuple[Event, ...]]]:
    """Return turns of a seeded game, with much fire: before, after, and what happened."""
    rng = random.Random(seed)
    rules = game("arena")
    state, found = rules.start(rules.complete({}, rng)), []
    for _ in range(turns):
        if state.to_move is None:
            break
        actions = state.legal_actions(state.to_move)
        fire = [action for action in actions if str(action) == "FIRE"]
        action = fire[0] if fire and rng.random() < 0.6 else rng.choice(actions)
        step = state.apply(state.to_move, action, rng=rng)
        found.append((state, step.state, step.events))
        state = step.state
    return found


@pytest.mark.parametrize("seed", range(12))
def test_when_the_laser_fires_all_stands_as_before_the_turn(seed: int) -> None:
    for old, new, events in random_turns(seed, 80):
        before, after = scene(old.view(None)), scene(new.view(None), events)
        if after.course:
            _, (acted, _), *_ = shot(before, after)
            assert at_rest(acted) == at_rest(before)


@pytest.mark.parametrize("seed", range(12))
def test_every_turn_is_told_within_the_limits(seed: int) -> None:
    for _, new, events in random_turns(seed, 80):
        painted = scene(new.view(None), events)
        assert len(alt_text(painted)) <= 1_000
        lines = describe(painted)
        assert len(lines) <= 1_800
        assert "West edge" in lines


def test_when_a_king_falls_the_arena_stays_as_it_is() -> None:
    """The columns had as long to stand when the laser fired as they have now."""
    destroyed = Destroyed(BLACK, "king", None, "b5", WHITE)
    over = view(columns=("c3", "d3", "e3", "f3"), raised_left=2, result=Result(WHITE, "king"))
    painted = scene(over, (shot_up("king", 5), destroyed))
    assert BOARD.cell("c3") not in painted.before_shot


@pytest.mark.parametrize("name", [name for name in ARENA if name != "opening"])
def test_the_shot_runs_on_the_old_mirrors_and_then_the_arena_moves(name: str) -> None:
    before, after = arena_turn(name)
    scenes = [painted for painted, _ in shot(before, after)]
    flipped = {cell for cell, tile in after.tiles.items() if tile.accent is Accent.FLIPPED}
    assert flipped or name == "king"
    for painted in scenes[:-1]:
        assert all(painted.tiles[cell].figure == before.tiles[cell].figure for cell in flipped)
        assert not any(tile.accent is Accent.FLIPPED for tile in painted.tiles.values())
    assert scenes[-1] == after
    whole = scenes[-2]
    assert {cell: tile.beam for cell, tile in whole.tiles.items() if tile.beam} == {
        cell: tile.beam for cell, tile in after.tiles.items() if tile.beam
    }


def test_facing_black_turns_the_board() -> None:
    assert arena("opening", BLACK).orientation is not arena("opening", WHITE).orientation
