"""Reflix's scenes say what stands, hide what is hidden, and show what the shot did."""

import random
from dataclasses import replace
from itertools import combinations

import pytest

from engine.core import BadOption, Event, Phase, Result, State, View
from engine.events import Contact, Moved, Ray, Rotated
from engine.grid import Direction
from engine.reflix.fortress import CLASSIC, format_fortress, mirrored, own_squares, parse_fortress
from engine.reflix.notation import NORTH, SEATS, SOUTH
from engine.registry import game
from render import THEMES, Scene, alt_text, describe, draw, position_scene, scene
from render.animation import shot
from render.compositor import caption_place, compose_scene, finished, finished_caption
from render.frame import origin, square_size
from render.painters import reflix as painter
from render.scene import Accent, Caption, Cell, End, Figure, Floor, Orientation, Segment, Tile
from render.sprites import draw_figure
from render.themes import PAPYRUS
from render.tiles import grounds
from tests.render.difference import share_that_differs
from tests.render.gallery import DRAFT
from tests.render.samples import REFLIX, reflix, reflix_turn

N, E, S, W = Direction
BOARD = painter.BOARD
SECRET = {SOUTH: parse_fortress("T b9 W a7 g7 S b8 c8 d8 M b7\\ f9/")}
SECRET[NORTH] = mirrored(SECRET[SOUTH])
PLAYED = [name for name, record in REFLIX.items() if len(record.entries) > 2]
LONGEST = ("Round 10 of 10", "North · hit past three shields · to move")


def tile(painted: Scene, square: str) -> Tile:
    return painted.tiles[BOARD.cell(square)]


def figures(painted: Scene) -> dict[Cell, Figure]:
    return {cell: tile.figure for cell, tile in painted.tiles.items() if tile.figure}


def accents(painted: Scene) -> dict[Cell, Accent]:
    return {cell: tile.accent for cell, tile in painted.tiles.items() if tile.accent}


def begun(*seats: str) -> State:
    """Return the state after these seats have set up their secret fortress."""
    state = game("reflix").start({"first": "south"})
    for seat in seats:
        setup = state.game.parse(f"setup {format_fortress(SECRET[seat])}")
        state = state.apply(seat, setup).state
    return state


def played(name: str) -> tuple[State, tuple[Event, ...]]:
    """Return the last state of a sample and the events that led to it."""
    *_, step = REFLIX[name].replay()
    return step.state, step.events


def test_row_1_is_at_the_top_and_the_first_seat_at_the_bottom() -> None:
    assert (BOARD.columns, BOARD.rows, BOARD.seats) == (7, 9, (SOUTH, NORTH))
    assert (BOARD.files, BOARD.ranks) == (tuple("ABCDEFG"), tuple("123456789"))
    places = {"a1": (0, 0), "g1": (6, 0), "a9": (0, 8), "g9": (6, 8), "d6": (3, 5)}
    assert {square: BOARD.cell(square) for square in places} == places
    assert len(BOARD.cells) == 63 == len(set(BOARD.cells.values()))


def test_rows_4_to_6_are_the_zone() -> None:
    zone = {cell for cell, ground in grounds(BOARD).items() if ground.floor is Floor.ZONE}
    assert zone == {Cell(column, row) for column in range(7) for row in (3, 4, 5)}


def test_the_lasers_stand_on_the_edges_before_d7_and_d3_and_on_no_square() -> None:
    lasers = {
        cell: [(laser.seat, laser.side, laser.heading) for laser in ground.lasers]
        for cell, ground in grounds(BOARD).items()
        if ground.lasers
    }
    assert lasers == {
        BOARD.cell("d7"): [(SOUTH, N, N)],
        BOARD.cell("d6"): [(SOUTH, S, N)],
        BOARD.cell("d3"): [(NORTH, S, S)],
        BOARD.cell("d4"): [(NORTH, N, S)],
    }
    assert BOARD.frame_emitters == ()


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("square", ["d7", "d6", "d3", "d4"])
def test_a_laser_on_an_edge_leaves_the_square_free(theme: str, square: str) -> None:
    """All but a strip along that edge looks as it does on any other square."""
    size = square_size(BOARD)
    ground = grounds(BOARD)[BOARD.cell(square)]
    (laser,) = ground.lasers
    bare, held = (
        finished(BOARD, each, Tile(), THEMES[theme], size).convert("RGB")
        for each in (ground._replace(lasers=()), ground)
    )
    strip = round(0.2 * size)
    free = (0, strip, size, size) if laser.side is N else (0, 0, size, size - strip)
    assert bare.crop(free).tobytes() == held.crop(free).tobytes()
    assert share_that_differs(bare, held) > 0.02


@pytest.mark.parametrize("facing", SEATS)
def test_only_the_laser_that_fired_shines_whichever_way_the_board_lies(facing: str) -> None:
    """Against the board at rest two lasers may differ: one of them does."""
    after = reflix("own", facing)
    size, (left, top) = square_size(BOARD), origin(BOARD)
    resting = reflix("opening", facing)
    dark, lit = (compose_scene(one, PAPYRUS).convert("RGB") for one in (resting, after))
    for square, shines in (("d7", True), ("d3", False)):
        column, row = BOARD.place(BOARD.cell(square), after.orientation)
        edge = row if (square == "d7") == (facing == SOUTH) else row + 1
        x, y = left + column * size, top + edge * size
        # Of the laser's two halves only the one behind the edge: before it runs the beam.
        behind = (y, y + 10) if edge == row else (y - 10, y)
        box = (x + 30, behind[0], x + 42, behind[1])
        assert (dark.crop(box).tobytes() != lit.crop(box).tobytes()) == shines


def test_each_object_of_a_fortress_and_each_mirror_stands_as_it_lies() -> None:
    painted = reflix("opening")
    assert {
        square: tile(painted, square).figure
        for square in ("d8", "c8", "b7", "a8", "g8", "a2", "d2", "b6", "d6", "f4", "d4")
    } == {
        "d8": Figure("target", SOUTH),
        "c8": Figure("wall", SOUTH),
        "b7": Figure("shield", SOUTH),
        "a8": Figure("fixed mirror", SOUTH, 1),
        "g8": Figure("fixed mirror", SOUTH, 0),
        "a2": Figure("fixed mirror", NORTH, 0),
        "d2": Figure("target", NORTH),
        "b6": Figure("capped mirror", SOUTH, 1),
        "d6": Figure("capped mirror", SOUTH, 0),
        "f4": Figure("capped mirror", NORTH, 1),
        "d4": Figure("capped mirror", NORTH, 0),
    }
    assert len(figures(painted)) == 22


LOOKS = [
    *(Figure(sprite, seat) for sprite in ("target", "wall", "shield", "veil") for seat in SEATS),
    *(Figure("fixed mirror", seat, turn) for seat in SEATS for turn in (0, 1)),
    *(Figure("capped mirror", seat, turn) for seat in SEATS for turn in (0, 1)),
]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", [72, 36])
@pytest.mark.parametrize("floor", [Floor.SQUARE, Floor.ZONE])
def test_all_that_stands_with_its_side_and_diagonal_looks_different_in_grey(
    theme: str, size: int, floor: Floor
) -> None:
    ground = grounds(BOARD)[Cell(0, 0)]._replace(floor=floor)
    images = [
        finished(BOARD, ground, Tile(figure), THEMES[theme], size).convert("L") for figure in LOOKS
    ]
    for (one, image), (other, another) in combinations(zip(LOOKS, images, strict=True), 2):
        assert share_that_differs(image, another, 24) > 0.03, (one, other)


def test_a_veil_covers_every_pixel_of_its_square() -> None:
    for seat in SEATS:
        veil = draw_figure(Figure("veil", seat), PAPYRUS, 72)
        assert veil.getchannel("A").getextrema() == (255, 255)


@pytest.mark.parametrize("viewer", [None, *SEATS])
@pytest.mark.parametrize("ready", [(), (SOUTH,), (NORTH,)])
def test_a_fortress_that_the_viewer_does_not_know_is_covered_whole(
    viewer: str | None, ready: tuple[str, ...]
) -> None:
    painted = scene(begun(*ready).view(viewer))
    for seat in SEATS:
        shown = {square: tile(painted, square).figure for square in SECRET[seat]}
        rows = {cell: figure for cell, figure in figures(painted).items() if figure.seat == seat}
        if viewer == seat and seat in ready:
            assert Figure("veil", seat) not in rows.values()
            assert shown["b9" if seat == SOUTH else "b1"] == Figure("target", seat)
        else:
            covered = {BOARD.cell(square) for square in own_squares(seat)}
            assert {c for c, f in rows.items() if f == Figure("veil", seat)} == covered


@pytest.mark.parametrize("seat", SEATS)
def test_two_hidden_fortresses_make_one_picture_and_the_same_words(seat: str) -> None:
    (other,) = set(SEATS) - {seat}
    shown = []
    for fortress in (SECRET[seat], CLASSIC[seat]):
        start = game("reflix").start({"first": "south"})
        step = start.apply(seat, start.game.parse(f"setup {format_fortress(fortress)}"))
        for viewer in (None, other):
            painted = scene(step.state.view(viewer), step.seen_by(viewer))
            shown.append((draw(painted), alt_text(painted), describe(painted)))
    assert shown[:2] == shown[2:]


def test_a_game_that_ended_in_its_setup_is_drawn_with_what_is_hidden_covered() -> None:
    over = replace(REFLIX["half"], result=Result(None, "lapsed")).end()
    painted = scene(over.view(None))
    assert [f.sprite for f in figures(painted).values()].count("veil") == 2 * 21
    assert painted.outcome == "The game is over without a winner."


def test_when_both_are_ready_nothing_is_covered() -> None:
    assert "veil" not in {figure.sprite for figure in figures(reflix("opening")).values()}


@pytest.mark.parametrize(
    ("name", "end", "square"),
    [
        ("hit", End.BURST, "d2"),
        ("own", End.BAR, "e9"),
        ("crossing", End.BAR, "d8"),
        ("shields", End.FADE, "g1"),
        ("loop", End.RING, "d6"),
    ],
)
def test_the_beam_ends_in_what_happened(name: str, end: End, square: str) -> None:
    painted = reflix(name)
    ends = {cell: t.beam[-1].end for cell, t in painted.tiles.items() if t.beam and t.beam[-1].end}
    assert ends == {BOARD.cell(square): end}
    assert painted.course[-1] == BOARD.cell(square)


def test_a_loop_comes_back_to_the_square_where_it_began() -> None:
    painted = reflix("loop")
    first, last = tile(painted, "d6").beam
    assert (first.entering, first.leaving, first.end) == (N, E, None)
    assert (last.entering, last.leaving, last.end) == (N, None, End.RING)
    assert painted.course[0] == painted.course[-1] == BOARD.cell("d6")


def test_the_target_that_was_hit_still_stands_beneath_the_burst() -> None:
    assert tile(reflix("hit"), "d2").figure == Figure("target", NORTH)


@pytest.mark.parametrize("name", PLAYED)
def test_the_opponents_shields_crack_where_the_beam_passed_and_no_others(name: str) -> None:
    _, events = played(name)
    touched = {BOARD.cell(event.square) for event in events if isinstance(event, Contact)}
    cracked = {
        cell for cell, t in reflix(name).tiles.items() if any(segment.cracks for segment in t.beam)
    }
    assert cracked == touched
    assert bool(touched) == (name in ("hit", "shields", "crossing"))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", [72, 36])
def test_a_cracked_shield_looks_different_from_a_whole_one_in_grey(theme: str, size: int) -> None:
    ground = grounds(BOARD)[Cell(0, 0)]
    for seat in SEATS:
        whole, cracked = (
            finished(
                BOARD,
                ground,
                Tile(Figure("shield", seat), beam=(Segment(N, N, cracks=cracks),)),
                THEMES[theme],
                size,
            ).convert("L")
            for cracks in (False, True)
        )
        assert share_that_differs(whole, cracked, 40) > 0.03


def test_a_shield_passed_twice_cracks_at_the_first_passage() -> None:
    rays = (Ray("d3", N, N), Ray("c3", W, W), Ray("d3", E, E))
    beam = painter.passages(rays, End.FADE, cracked=("d3",))
    assert [segment.cracks for segment in beam["d3"]] == [True, False]


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (Moved(SOUTH, "mirror", "d6", "e6"), {"d6": Accent.TOUCHED, "e6": Accent.TOUCHED}),
        (Rotated(NORTH, "mirror", "b5", "R"), {"b5": Accent.TURNED_RIGHT}),
    ],
)
def test_the_last_move_is_outlined(event: Moved | Rotated, expected: dict[str, Accent]) -> None:
    state, _ = played("opening")
    painted = scene(state.view(None), (event,))
    assert accents(painted) == {BOARD.cell(square): each for square, each in expected.items()}


@pytest.mark.parametrize(
    ("name", "texts"),
    [
        ("setup", ("Setup", "South · setting up", "North · setting up")),
        ("half", ("Setup", "South · ready", "North · setting up")),
        ("opening", ("Round 1 of 10", "South · no hit yet · to move", "North · no hit yet")),
        ("hit", ("Round 2 of 10", "South · hit past one shield · won", "North · no hit yet")),
    ],
)
def test_the_captions_tell_the_round_and_the_score(name: str, texts: tuple[str, ...]) -> None:
    captions = reflix(name).captions
    assert tuple(caption.text for caption in captions) == texts
    assert [caption.seat for caption in captions] == [None, SOUTH, NORTH]


@pytest.mark.parametrize("facing", SEATS)
def test_a_caption_stands_at_the_side_of_its_seat_and_within_the_frame(facing: str) -> None:
    painted = reflix("opening", facing)
    image = compose_scene(painted, PAPYRUS)
    _, top = origin(BOARD)
    for seat in SEATS:
        caption = Caption(seat, LONGEST[1])
        drawn = finished_caption(BOARD, caption, PAPYRUS)
        x, y = caption_place(painted, caption, drawn.width)
        is_own = seat == facing
        assert (y > image.height - top) == is_own
        assert (y + drawn.height < top) == (not is_own)
        headline = Caption(None, LONGEST[0])
        width = finished_caption(BOARD, headline, PAPYRUS).width
        start, height = caption_place(painted, headline, width)
        assert height < top
        assert x + drawn.width + 20 < start
        assert start + width <= image.width - x


def test_a_made_up_fortress_stands_on_its_rows_with_what_is_marked_outlined() -> None:
    painted = position_scene(DRAFT, game="reflix", marked=("d8", "c9"))
    own = {BOARD.cell(square) for square in own_squares(SOUTH)}
    assert {cell: figure for cell, figure in figures(painted).items() if cell in own} == {
        BOARD.cell("c9"): Figure("wall", SOUTH),
        BOARD.cell("e8"): Figure("wall", SOUTH),
        BOARD.cell("b7"): Figure("shield", SOUTH),
        BOARD.cell("f7"): Figure("shield", SOUTH),
        BOARD.cell("a8"): Figure("fixed mirror", SOUTH, 1),
        BOARD.cell("g8"): Figure("fixed mirror", SOUTH, 0),
    }
    marked = {BOARD.cell("d8"): Accent.TOUCHED, BOARD.cell("c9"): Accent.TOUCHED}
    assert accents(painted) == marked
    assert painted.story == "South's fortress. Marked: D8, C9."
    assert draw(painted).startswith(b"\x89PNG")


def test_a_fortress_of_north_is_drawn_on_norths_rows_and_at_its_own_bottom() -> None:
    painted = position_scene("T d2", game="reflix", facing=NORTH)
    assert tile(painted, "d2").figure == Figure("target", NORTH)
    assert painted.orientation is Orientation.TURNED
    assert painted.story == "North's fortress."


def test_a_fortress_without_objects_is_drawn_and_told() -> None:
    painted = position_scene("", game="reflix")
    assert {figure.sprite for figure in figures(painted).values()} == {"capped mirror"}
    assert alt_text(painted).startswith("A fortress without objects. South: mirror / B6")


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        ("T d5", "rows 7 to 9, not on d5"),
        ("T h8", "no “h8”"),
        ("T d8 W d8", "more than one object on d8"),
        ("W d2 S d2", "more than one object on d2"),
        ("Q d8", "neither a square nor a kind"),
        ("M a8", "needs “/” or"),
    ],
)
def test_what_is_no_fortress_is_an_error(code: str, fault: str) -> None:
    with pytest.raises(BadOption, match=fault):
        position_scene(code, game="reflix")


def test_the_view_of_another_game_is_an_error() -> None:
    with pytest.raises(TypeError, match="legion"):
        painter.paint(View("legion", Phase.PLAY, 0, SOUTH, None), ())


def random_moves(seed: int) -> list[tuple[State, State, tuple[Event, ...]]]:
    """Return the moves of a seeded game from one of the sample setups: before, after, events."""
    rng = random.Random(seed)
    rules = game("reflix")
    state, found = rules.start(rules.complete({})), []
    for seat in SEATS:
        setup = rng.choice(rules.sample_setups[seat])
        state = state.apply(seat, rules.parse(setup)).state
    while state.to_move:
        step = state.apply(state.to_move, rng.choice(state.legal_actions(state.to_move)))
        found.append((state, step.state, step.events))
        state = step.state
    return found


@pytest.mark.parametrize("seed", range(20))
def test_every_move_is_shown_and_told_within_the_limits(seed: int) -> None:
    for old, new, events in random_moves(seed):
        before, after = scene(old.view(None)), scene(new.view(None), events)
        assert len(alt_text(after)) <= 1_000
        assert len(describe(after)) <= 1_800
        assert all(part in alt_text(after) for part in (after.story, after.words.path))
        _, (acted, _), *_ = shot(before, after)
        assert figures(acted) == figures(after)


@pytest.mark.parametrize("name", PLAYED)
def test_the_beam_runs_square_by_square_and_cracks_each_shield_as_it_passes(name: str) -> None:
    before, after = reflix_turn(name)
    first, standing, *running, last = [painted for painted, _ in shot(before, after)]
    assert last == after
    assert (first.shining, standing.shining) == (None, None)
    assert len(running) == len(after.course)
    for reached, painted in enumerate(running):
        lit = [segment for t in painted.tiles.values() for segment in t.beam]
        assert len(lit) == reached
        assert sum(segment.cracks for segment in lit) == sum(
            after.tiles[cell].beam[0].cracks for cell in set(after.course[:reached])
        )


def test_the_captions_tell_of_a_hit_once_the_beam_is_there() -> None:
    before, after = reflix_turn("hit")
    *running, last = [painted for painted, _ in shot(before, after)]
    assert all(painted.captions == before.captions for painted in running)
    assert last.captions == after.captions != before.captions
