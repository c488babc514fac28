"""Legion's scenes say what stands and what an activation did, and hide an Assassin that hides."""

import random
from dataclasses import replace
from itertools import combinations, pairwise, product

import pytest

from engine.core import BadOption, Event, Phase, View
from engine.grid import Direction
from engine.legion.notation import BLUE, NORTH, RED, SEATS, SOUTH, Unit
from engine.legion.state import LegionState, LegionView
from engine.legion.units import FORMS, FRONT_LINE, Army, Kind, UnitState
from render import THEMES, Scene, alt_text, describe, draw, position_scene, scene
from render.animation import shot
from render.compositor import caption_place, compose_scene, finished, finished_caption
from render.frame import origin
from render.painters import legion as painter
from render.scene import Accent, Badge, Caption, Cell, Figure, Orientation, Tile
from render.sprites.cards import is_gilt
from render.themes import PAPYRUS
from render.tiles import Ground
from render.track import Offset, Tip, Track, Trail
from tests.engine.legion.positions import deployed, start
from tests.engine.legion.test_secrecy import shared_steps, twins
from tests.render.difference import share_that_differs
from tests.render.gallery import DEPLOYMENT
from tests.render.samples import LEGION, legion, legion_turn

N, S = Direction.N, Direction.S
BOARD = painter.BOARD
BARE = Ground(0, None)
SIZE = 72
MELEE = (
    "blue commander e1",
    "blue fortress active d1",
    "blue cavalry charge d4",
    "blue archer maneuver b1",
    "blue legionnaire defend e2",
    "blue hidden a2",
    "red commander d8",
    "red fortress active e8",
    "red chariot charge h5",
    "red infantry attack e6",
)


def tile(painted: Scene, square: str) -> Tile:
    return painted.tiles.get(BOARD.cell(square), Tile())


def figures(painted: Scene) -> dict[Cell, Figure]:
    return {cell: tile.figure for cell, tile in painted.tiles.items() if tile.figure}


def accents(painted: Scene) -> dict[str, Accent]:
    squares = {cell: square for square, cell in BOARD.cells.items()}
    return {squares[cell]: tile.accent for cell, tile in painted.tiles.items() if tile.accent}


def ends(painted: Scene) -> set[tuple[Trail, Tip, Cell, Cell]]:
    """Return the lines on the board: what left them, how they end, from where to where."""
    return {
        (
            track.trail,
            track.tip,
            Cell(cell.column + track.start.across, cell.row + track.start.down),
            Cell(cell.column + track.end.across, cell.row + track.end.down),
        )
        for cell, tile in painted.tiles.items()
        for track in tile.tracks
    }


def line(trail: Trail, tip: Tip, origin: str, target: str) -> tuple[Trail, Tip, Cell, Cell]:
    return trail, tip, BOARD.cell(origin), BOARD.cell(target)


def done(text: str, *units: str, to_move: str = BLUE) -> Scene:
    """Return the public scene after the action in a position with these units."""
    state = start(*(units or MELEE), to_move=to_move)
    step = state.apply(to_move, state.game.parse(text))
    return scene(step.state.view(None), step.seen_by(None))


def looks() -> list[Figure]:
    """Return everything that can stand on a square, for both sides and facing either way."""
    found = {}
    for form, army, seat, facing in product(FORMS, Army, SEATS, (NORTH, SOUTH)):
        unit = Unit(seat, form.kind, form.state, facing, form.cover is not None)
        found[painter.unit_figure(unit, army)] = unit
    return list(found)


LOOKS = looks()


def test_row_1_is_at_the_bottom_and_so_is_the_first_seat() -> None:
    assert (BOARD.columns, BOARD.rows, BOARD.seats) == (8, 8, (BLUE, RED))
    places = {"a1": (0, 7), "h1": (7, 7), "a8": (0, 0), "e2": (4, 6)}
    assert {square: BOARD.cell(square) for square in places} == places
    assert len(BOARD.cells) == 64 == len(set(BOARD.cells.values()))


def test_each_unit_stands_with_its_state_its_front_and_its_walls() -> None:
    painted = legion("opening")
    assert {
        square: tile(painted, square).figure for square in ("a2", "d2", "b1", "e1", "d1", "a7")
    } == {
        "a2": Figure("legionnaire", BLUE, badge=Badge.DEFEND, front=N, walls=(0, 1, 7)),
        "d2": Figure("legionnaire", BLUE, badge=Badge.ATTACK, front=N),
        "b1": Figure("siege", BLUE, badge=Badge.DEPLOYED, front=N),
        "e1": Figure("roman commander", BLUE),
        "d1": Figure("roman fortress", BLUE),
        "a7": Figure("infantry", RED, badge=Badge.DEFEND, front=S, walls=(4,)),
    }
    assert len(figures(painted)) == 32


@pytest.mark.parametrize("army", Army)
@pytest.mark.parametrize("facing", [NORTH, SOUTH])
def test_walls_stand_on_exactly_the_sides_that_the_rules_block(army: Army, facing: str) -> None:
    for form in FORMS:
        unit = Unit(BLUE, form.kind, form.state, facing, form.cover is not None)
        if form.cover is None or form.cover is FRONT_LINE[army]:
            blocked = {(way + (0 if facing == NORTH else 4)) % 8 for way in form.blocks}
            assert set(painter.unit_figure(unit, army).walls) == blocked


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("wall", range(8))
def test_a_wall_is_seen_on_its_side_and_on_no_other(theme: str, wall: int) -> None:
    figure = Figure("infantry", RED, badge=Badge.DEFEND, front=N)
    bare, walled = (
        finished(BOARD, BARE, Tile(each), THEMES[theme], SIZE).convert("L")
        for each in (figure, replace(figure, walls=(wall,)))
    )
    third = SIZE // 3
    places = [(1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1), (0, 0)]
    changes = []
    for column, row in places:
        box = (column * third, row * third, (column + 1) * third, (row + 1) * third)
        changes.append(share_that_differs(bare.crop(box), walled.crop(box), 16))
    assert max(changes) == changes[wall] > 0.08


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", [72, 36])
def test_every_unit_state_side_and_facing_looks_different_in_grey(theme: str, size: int) -> None:
    images = [
        finished(BOARD, BARE, Tile(figure), THEMES[theme], size).convert("L") for figure in LOOKS
    ]
    for (one, image), (other, another) in combinations(zip(LOOKS, images, strict=True), 2):
        assert share_that_differs(image, another, 24) > 0.025, (one, other)


def test_a_mirror_match_is_told_apart_in_grey_by_every_card() -> None:
    painted = legion("mirror")
    pairs = 0
    for one, other in product(figures(painted).values(), repeat=2):
        if one.sprite == other.sprite and (one.seat, other.seat) == (BLUE, RED):
            upright = replace(other, front=one.front, walls=one.walls, badge=one.badge)
            images = [
                finished(BOARD, BARE, Tile(figure), PAPYRUS, 36).convert("L")
                for figure in (one, upright)
            ]
            assert share_that_differs(*images, 40) > 0.25
            pairs += 1
    assert pairs > 50


@pytest.mark.parametrize("viewer", SEATS)
def test_its_owner_sees_the_assassin_in_gold_and_as_what_it_passes_for(viewer: str) -> None:
    public, own = legion("opening"), legion("opening", viewer=viewer)
    square, cover = {BLUE: ("c2", "legionnaire"), RED: ("f7", "infantry")}[viewer]
    changed = {cell for cell in own.tiles if own.tiles[cell] != public.tiles[cell]}
    assert changed == {BOARD.cell(square)}
    hidden, seen = tile(own, square).figure, tile(public, square).figure
    assert seen is not None
    assert hidden == replace(seen, sprite=f"gilt {cover}")
    assert seen.sprite == cover
    assert f"hidden Assassin defend {square}" in alt_text(own)


@pytest.mark.parametrize("name", LEGION)
def test_nobody_else_is_shown_or_told_of_an_assassin_in_hiding(name: str) -> None:
    for painted in legion_turn(name):
        if painted.outcome is None:
            assert not any(is_gilt(figure) for figure in figures(painted).values())
            assert "hidden Assassin defend" not in describe(painted) + alt_text(painted)


@pytest.mark.parametrize("seed", range(6))
def test_two_games_that_differ_in_the_assassin_alone_are_one_picture_and_the_same_words(
    seed: int,
) -> None:
    rng = random.Random(seed)
    games, owner = twins(rng)
    others = [seat for seat in (*SEATS, None) if seat != owner]
    for viewer in others:
        first, second = (scene(game.view(viewer), facing=viewer) for game in games)
        assert first == second
    for steps in shared_steps(games, rng):
        for viewer in others:
            first, second = (
                scene(step.state.view(viewer), step.seen_by(viewer), facing=viewer)
                for step in steps
            )
            assert first == second
            assert (alt_text(first), describe(first)) == (alt_text(second), describe(second))
            assert draw(first) == draw(second)


@pytest.mark.parametrize("seed", range(4))
def test_the_picture_tells_no_more_than_its_view_whatever_the_events_tell(seed: int) -> None:
    """Should the whole truth of an activation be handed over, what is not revealed stays hidden."""
    games, owner = twins(random.Random(seed))
    for steps in shared_steps(games, random.Random(seed)):
        for step in steps:
            for viewer in (None, *(seat for seat in SEATS if seat != owner)):
                view = step.state.view(viewer)
                assert scene(view, step.events) == scene(view, step.seen_by(viewer))


def test_before_both_have_deployed_only_the_usual_states_are_seen() -> None:
    state = LEGION["half"].end()
    public, own = scene(state.view(None)), scene(state.view(BLUE))
    assert figures(public) == figures(legion("setup"))
    assert tile(own, "c2").figure == Figure(
        "gilt legionnaire", BLUE, badge=Badge.DEFEND, front=N, walls=(0, 1, 7)
    )
    assert tile(own, "h1").figure == Figure("cavalry", BLUE, badge=Badge.CHARGE, front=N)


def test_when_the_game_is_over_both_assassins_are_shown() -> None:
    shown = [figure for figure in figures(legion("entered")).values() if is_gilt(figure)]
    assert [figure.seat for figure in shown] == [BLUE]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("b1-d3", {"b1": Accent.TOUCHED, "d3": Accent.TOUCHED}),
        ("e2t", {"e2": Accent.TURNED_ABOUT}),
        ("e2f", {"e2": Accent.CHANGED}),
        ("e2f-e3", {"e2": Accent.TOUCHED, "e3": Accent.CHANGED}),
        ("e2ft", {"e2": Accent.TURNED_ABOUT}),
        ("a2!", {"a2": Accent.TOUCHED}),
        ("d4xe6", {"d4": Accent.TOUCHED, "e6": Accent.TOUCHED}),
    ],
)
def test_the_last_activation_is_outlined(text: str, expected: dict[str, Accent]) -> None:
    assert accents(done(text)) == expected


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("charge", {line(Trail.CHARGE, Tip.HEAD, "d4", "e6")}),
        ("bombard", {line(Trail.VOLLEY, Tip.BURST, "b4", "b6")}),
        ("volley", {line(Trail.VOLLEY, Tip.BURST, "b7", "e4")}),
        ("disabled", {line(Trail.VOLLEY, Tip.CLASH, "h8", "e8")}),
        ("storm", {line(Trail.CHARGE, Tip.CLASH, "e7", "e8")}),
        ("strike", {line(Trail.CHARGE, Tip.HEAD, "c6", "b7")}),
        ("entered", {line(Trail.CHARGE, Tip.HEAD, "d6", "e8")}),
        ("turn", set()),
        ("flipped", set()),
        ("reveal", set()),
    ],
)
def test_what_charges_or_shoots_leaves_a_line_to_its_target(
    name: str, lines: set[tuple[Trail, Tip, Cell, Cell]]
) -> None:
    assert ends(legion(name)) == lines


def test_a_charge_without_a_capture_leaves_a_line_and_a_step_does_not() -> None:
    assert ends(done("d4-f5")) == {line(Trail.CHARGE, Tip.HEAD, "d4", "f5")}
    assert ends(done("h5-f5", to_move=RED)) == {line(Trail.CHARGE, Tip.HEAD, "h5", "f5")}
    assert ends(done("b1-d3")) == set()


@pytest.mark.parametrize(
    ("name", "square", "fallen", "stands"),
    [
        ("charge", "e6", Figure("infantry", RED), "cavalry"),
        ("bombard", "b6", Figure("infantry", RED), None),
        ("volley", "e4", Figure("cavalry", BLUE), None),
        ("storm", "e7", Figure("legionnaire", BLUE), None),
        ("strike", "b7", Figure("egyptian assassin", RED), "roman assassin"),
        ("entered", "e8", Figure("egyptian ruin", RED), "cavalry"),
        ("commander", "e1", Figure("roman commander", BLUE), "infantry"),
    ],
)
def test_what_fell_is_a_ghost_or_small_beside_what_took_its_place(
    name: str, square: str, fallen: Figure, stands: str | None
) -> None:
    found = tile(legion(name), square)
    assert (found.figure.sprite if found.figure else None) == stands
    assert (found.ghost, found.fallen) == ((None, fallen) if stands else (fallen, None))
    others = [t for cell, t in legion(name).tiles.items() if cell != BOARD.cell(square)]
    assert not any(other.ghost or other.fallen for other in others)


@pytest.mark.parametrize("name", ["disabled", "storm"])
def test_a_disabled_fortress_lies_in_ruins(name: str) -> None:
    before, after = legion_turn(name)
    assert tile(before, "e8").figure == Figure("egyptian fortress", RED)
    assert tile(after, "e8").figure == Figure("egyptian ruin", RED)


@pytest.mark.parametrize("trail", Trail)
def test_a_line_crosses_the_squares_on_its_way_and_no_others(trail: Trail) -> None:
    def crossed(origin: str, target: str) -> set[str]:
        names = {cell: square for square, cell in BOARD.cells.items()}
        cells = BOARD.cell(origin), BOARD.cell(target)
        return {names[cell] for cell, _ in painter.parts(trail, *cells, Tip.HEAD)}

    assert crossed("a1", "a4") == {"a1", "a2", "a3", "a4"}
    assert crossed("h5", "f5") == {"h5", "g5", "f5"}
    assert crossed("d4", "e6") == {"d4", "d5", "e5", "e6"}
    diagonal = crossed("b7", "e4")
    assert {"b7", "c6", "d5", "e4"} < diagonal
    assert not diagonal & {"b5", "b4", "d7", "e7", "e6", "c4"}


@pytest.mark.parametrize("trail", Trail)
@pytest.mark.parametrize(("origin", "target"), [("a3", "d3"), ("d4", "e6"), ("b7", "e4")])
def test_a_line_runs_on_across_the_borders_of_squares(
    trail: Trail, origin: str, target: str
) -> None:
    """The pixels on either side of a border that a line crosses are nearly the same."""
    whole = scene(deployed().view(None))
    parts = dict(painter.parts(trail, BOARD.cell(origin), BOARD.cell(target), Tip.HEAD))
    image = compose_scene(
        replace(whole, tiles={cell: Tile(tracks=(track,)) for cell, track in parts.items()}),
        PAPYRUS,
    ).convert("RGB")
    left, top = origin_of_board()
    bare = compose_scene(replace(whole, tiles={}), PAPYRUS).convert("RGB")
    for column in range(1, 8):
        x = left + column * SIZE
        strips = [
            [
                image.getpixel((place, y)) != bare.getpixel((place, y))
                for y in range(top, top + 8 * SIZE)
            ]
            for place in (x - 1, x + 1)
        ]
        differing = sum(one != other for one, other in zip(*strips, strict=True))
        assert differing <= 12, column


def origin_of_board() -> tuple[int, int]:
    return origin(BOARD)


@pytest.mark.parametrize("name", ["charge", "volley", "storm", "strike"])
def test_the_turned_board_shows_lines_and_fronts_after_half_a_turn(name: str) -> None:
    upright, turned = legion(name), legion(name, facing=RED)
    assert turned.orientation is Orientation.TURNED
    for cell, content in upright.tiles.items():
        assert content.turned().turned() == content
        for track in content.tracks:
            assert track.turned().start == Offset(-track.start.across, -track.start.down)
        if content.figure and content.figure.front is not None:
            assert content.turned().figure != content.figure
        assert turned.tiles[cell] == content


@pytest.mark.parametrize("theme", THEMES)
def test_every_line_and_every_end_of_one_looks_different_in_grey(theme: str) -> None:
    here, there, beyond = Offset(0, 0), Offset(0, -1), Offset(0, 1)
    content = [Tile(tracks=(Track(trail, there, beyond),)) for trail in Trail]
    content += [Tile(tracks=(Track(trail, here, there),)) for trail in Trail]
    content += [Tile(tracks=(Track(Trail.VOLLEY, there, here, tip),)) for tip in Tip]
    content += [Tile(), Tile(Figure("siege", BLUE)), Tile(ghost=Figure("siege", BLUE))]
    content += [Tile(Figure("siege", BLUE), fallen=Figure("chariot", RED))]
    images = [finished(BOARD, BARE, each, THEMES[theme], SIZE).convert("L") for each in content]
    for (one, image), (other, another) in combinations(zip(content, images, strict=True), 2):
        assert share_that_differs(image, another, 24) > 0.005, (one, other)


@pytest.mark.parametrize(
    ("name", "texts"),
    [
        ("setup", ("Deployment", "Blue · Rome · deploying", "Red · Egypt · deploying")),
        ("half", ("Deployment", "Blue · Rome · ready", "Red · Egypt · deploying")),
        (
            "charge",
            (
                "0 of 80 without a capture",
                "Blue · Rome · 5 points",
                "Red · Egypt · 7 points · to move",
            ),
        ),
        (
            "entered",
            (
                "4 of 80 without a capture",
                "Blue · Rome · 4 points · won",
                "Red · Egypt · 7 points",
            ),
        ),
    ],
)
def test_the_captions_tell_the_score_and_whose_turn_it_is(
    name: str, texts: tuple[str, ...]
) -> None:
    captions = legion(name).captions
    assert tuple(caption.text for caption in captions) == texts
    assert [caption.seat for caption in captions] == [None, BLUE, RED]


@pytest.mark.parametrize("facing", SEATS)
def test_the_longest_captions_find_room_in_the_frame(facing: str) -> None:
    painted = legion("opening", facing)
    headline = finished_caption(BOARD, Caption(None, "79 of 80 without a capture"), PAPYRUS)
    start_of_it, _ = caption_place(painted, Caption(None, ""), headline.width)
    for seat in SEATS:
        caption = Caption(seat, f"{seat.title()} · Egypt · 57 points · to move")
        drawn = finished_caption(BOARD, caption, PAPYRUS)
        x, _ = caption_place(painted, caption, drawn.width)
        assert x + drawn.width + 20 < start_of_it


def test_a_deployment_so_far_is_drawn_as_its_owner_sees_it() -> None:
    painted = position_scene(DEPLOYMENT, game="legion", marked=("b7",), facing=RED)
    assert tile(painted, "c7").figure == Figure(
        "gilt infantry", RED, badge=Badge.DEFEND, front=S, walls=(4,)
    )
    assert tile(painted, "a8").figure == Figure("chariot", RED, badge=Badge.CHARGE, front=S)
    assert accents(painted) == {"b7": Accent.TOUCHED}
    assert {figure.seat for figure in figures(painted).values()} == {RED}
    assert len(figures(painted)) == 16
    assert painted.orientation is Orientation.TURNED
    assert painted.story == "Red's deployment so far. Marked: b7."
    assert alt_text(painted).endswith("Fortress active e8, hidden Assassin defend c7.")
    assert draw(painted).startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        ("", "is no deployment"),
        ("blue rome", "is no deployment"),
        ("blue gaul deploy", "is no deployment"),
        ("green rome deploy", "is no deployment"),
        ("blue rome e2-e3", "is no deployment"),
        ("blue rome deploy e9", "off the board"),
        ("blue rome deploy e3", "front row, a2 to h2, not on e3"),
        ("red egypt deploy c7 a8=packed", "begins in maneuver or in charge"),
        ("red egypt deploy c7 c7=attack", "begins in defend"),
        ("red egypt deploy c7 a1=charge", "No unit of Red begins on a1"),
    ],
)
def test_what_is_no_deployment_is_an_error(code: str, fault: str) -> None:
    with pytest.raises(BadOption, match=fault):
        position_scene(code, game="legion")


def test_the_view_of_another_game_is_an_error() -> None:
    with pytest.raises(TypeError, match="reflix"):
        painter.paint(View("reflix", Phase.PLAY, 0, BLUE, None), ())


def random_steps(seed: int) -> list[tuple[LegionView, tuple[Event, ...]]]:
    """Return the views and events of a seeded game as some viewer may see them."""
    rng = random.Random(seed)
    armies = {seat: rng.choice(("rome", "egypt")) for seat in SEATS}
    state, found = deployed(armies=armies), []
    viewer = rng.choice((None, *SEATS))
    for _ in range(120):
        if state.to_move is None:
            break
        actions = state.legal_actions(state.to_move)
        violent = [action for action in actions if set(str(action)) & set("x*!")]
        action = rng.choice(violent if violent and rng.random() < 0.5 else actions)
        step = state.apply(state.to_move, action)
        assert isinstance(step.state, LegionState)
        state = step.state
        found.append((state.view(viewer), tuple(step.seen_by(viewer))))
    return found


@pytest.mark.parametrize("seed", range(20))
def test_every_activation_is_shown_and_told_within_the_limits(seed: int) -> None:
    for view, events in random_steps(seed):
        painted = scene(view, events)
        assert painted.story.endswith(".")
        assert painted.story != f"After {view.ply} turns."
        assert alt_text(painted).startswith(painted.story)
        assert not alt_text(painted).endswith("…")
        assert len(describe(painted)) <= 1_800
        assert describe(painted).splitlines()[-1] == painted.words.full[-1]
        assert figures(painted).keys() == {BOARD.cell(square) for square in view.units}
        struck = [
            cell for cell, content in painted.tiles.items() if content.ghost or content.fallen
        ]
        assert len(struck) <= 1


def test_the_fullest_board_is_told_whole() -> None:
    """All units of either side stand in as many different states as they can, facing both ways."""
    armies = {BLUE: Army.ROME, RED: Army.ROME}
    units = {}
    squares = iter(BOARD.cells)
    for seat in SEATS:
        for kind, states, number in (
            (Kind.LEGIONNAIRE, (UnitState.DEFEND, UnitState.ATTACK), 9),
            (Kind.CAVALRY, (UnitState.CHARGE, UnitState.MANEUVER), 2),
            (Kind.SIEGE, (UnitState.PACKED, UnitState.DEPLOYED), 2),
        ):
            for index in range(number):
                facing = (NORTH, SOUTH)[index // 2 % 2]
                units[next(squares)] = Unit(seat, kind, states[index % 2], facing)
        units[next(squares)] = Unit(seat, Kind.COMMANDER, None, NORTH)
        units[next(squares)] = Unit(seat, Kind.FORTRESS, UnitState.DISABLED, NORTH)
        units[next(squares)] = Unit(seat, Kind.ASSASSIN, UnitState.DEFEND, SOUTH, is_hidden=True)
    score, ready = {BLUE: 47, RED: 46}, dict.fromkeys(SEATS, True)
    view = LegionView("legion", Phase.PLAY, 399, RED, None, armies, units, score, 79, ready)
    painted = scene(view)
    assert not alt_text(painted).endswith("…")
    assert describe(painted).splitlines()[-1] == painted.words.full[-1]


@pytest.mark.parametrize("name", ["charge", "volley", "storm"])
def test_an_animation_shows_the_line_before_what_it_does(name: str) -> None:
    before, after = legion_turn(name)
    first, aimed, last = [painted for painted, _ in shot(before, after)]
    assert last == after
    assert figures(first) == figures(aimed) == figures(before)
    assert not ends(first)
    lines = {(trail, start_, end) for trail, _, start_, end in ends(after)}
    assert {(trail, start_, end) for trail, _, start_, end in ends(aimed)} == lines
    assert {tip for _, tip, _, _ in ends(aimed)} == {Tip.HEAD}
    assert not any(content.ghost or content.fallen for content in aimed.tiles.values())
    assert aimed.captions == before.captions


def test_an_animation_of_a_step_is_before_and_after() -> None:
    before, after = legion_turn("flipped")
    assert [figures(painted) for painted, _ in shot(before, after)] == [
        figures(before),
        figures(after),
    ]


def test_consecutive_pictures_of_a_game_differ() -> None:
    drawn = [draw(scene(view, events)) for view, events in random_steps(3)[:30]]
    assert all(one != other for one, other in pairwise(drawn))
