"""Arena's rules, on positions made for each of them and on random ones."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import beam
from engine.arena import board as rules
from engine.arena.notation import GRID, Kind, Position, parse_action
from engine.arena.refusal import explain
from engine.arena.setup import board_of, position_of
from engine.arena.state import ARENA, ArenaState
from engine.core import BadChance, GameOver, IllegalAction, NotYourTurn, Phase, Result, Step
from engine.events import (
    ColumnsRetracted,
    ColumnsRose,
    Damaged,
    Destroyed,
    EdgesFlipped,
    Fired,
    Moved,
    Passed,
    Rotated,
    Rubble,
)
from engine.events import GameOver as GameEnded
from tests.engine.arena.positions import (
    CALM,
    SQUARES,
    fired,
    happened,
    legal,
    piece,
    play,
    positions,
    start,
)


def after(step: Step) -> ArenaState:
    """The state that a step led to."""
    assert isinstance(step.state, ArenaState)
    return step.state


def shot(state: ArenaState) -> tuple[tuple[str, ...], str, str | None]:
    """The path and the end of a shot of the side to move."""
    found = fired(play(state, "FIRE"))
    return found.path, found.end, found.at


# Moving and rotating


@pytest.mark.parametrize("text", ["Ke5", "Me5NE", "De5/", "Ge5"])
def test_a_piece_moves_one_square_along_a_row_or_a_column_onto_an_empty_one(text: str) -> None:
    around = {"e5-e6", "e5-f5", "e5-e4", "e5-d5"}
    assert {each for each in legal(start(text), "e5") if "-" in each} == around
    crowded = start(f"{text} Ge6 me4NE", rubble=("f5",), columns=("d5", "a1", "a2", "a3"),
                    raised_left=2)  # fmt: skip
    assert {each for each in legal(crowded, "e5") if "-" in each} == set()


def test_no_piece_leaves_the_board() -> None:
    assert legal(start("Ga1"), "a1") == {"a1-a2"}
    assert legal(start("Gi9"), "i9") == {"i9-i8"}


def test_a_piece_moves_and_all_else_stays() -> None:
    before = start("Me5NE")
    step = play(before, "e5-e6")
    assert step.events[0] == Moved("white", "mirror", "e5", "e6")
    assert piece(after(step), "e6") == piece(before, "e5")
    assert after(step).truth().pieces.keys() == before.truth().pieces.keys() - {"e5"} | {"e6"}


def test_king_and_guard_do_not_rotate_the_mirror_does_both_ways_and_others_one() -> None:
    state = start("Ka5 Gb5 Mc5NE Dd5/")
    turns = {text for text in legal(state) if text[-1] in "LR" and text[0].islower()}
    assert turns == {"c5L", "c5R", "d5R", "b1R"}


@pytest.mark.parametrize(
    ("before", "turn", "facing"),
    [
        ("NE", "R", "SE"), ("SE", "R", "SW"), ("SW", "R", "NW"), ("NW", "R", "NE"),
        ("NE", "L", "NW"), ("NW", "L", "SW"), ("SW", "L", "SE"), ("SE", "L", "NE"),
    ],
)  # fmt: skip
def test_a_mirror_turns_the_way_that_is_written(before: str, turn: str, facing: str) -> None:
    step = play(start(f"Me5{before}"), f"e5{turn}")
    assert piece(after(step), "e5").facing == facing
    assert step.events[0] == Rotated("white", "mirror", "e5", turn)


@pytest.mark.parametrize(
    ("text", "square", "facing"),
    [("De5/", "e5", "\\"), ("De5\\!", "e5", "/"), ("Cb1N", "b1", "E"), ("Cb1E", "b1", "N")],
)
def test_left_means_right_for_a_double_mirror_and_a_cannon(
    text: str, square: str, facing: str
) -> None:
    left, right = (play(start(text), square + turn) for turn in "LR")
    assert left.action == right.action == parse_action(f"{square}R")
    assert left.events == right.events
    assert isinstance(left.events[0], Rotated)
    assert left.events[0].turn == "R"
    assert piece(after(left), square).facing == piece(after(right), square).facing == facing


def test_blacks_cannon_turns_between_south_and_west() -> None:
    state = start("", "black")
    once = play(state, "h9R")
    assert piece(after(once), "h9").facing == "W"
    assert piece(after(play(after(once), "PASS", "h9L")), "h9").facing == "S"


def test_pass_does_nothing_but_end_the_turn() -> None:
    before = start("Me5NE")
    step = play(before, "PASS")
    assert step.events[0] == Passed("white")
    assert after(step).truth().pieces == before.truth().pieces
    assert (after(step).to_move, after(step).ply) == ("black", 1)


# The lock of a double mirror


def test_a_double_mirror_that_moved_is_locked_and_may_still_rotate() -> None:
    state = after(play(start("De5/ Ma1NE"), "e5-e6", "PASS"))
    assert piece(state, "e6").is_locked
    assert legal(state, "e6") == {"e6R"}
    turned = after(play(state, "e6R"))
    assert (piece(turned, "e6").facing, piece(turned, "e6").is_locked) == ("\\", True)


@pytest.mark.parametrize(
    ("texts", "is_locked"),
    [
        (("a1-a2",), False),
        (("g1-g2",), False),
        (("g5-g6",), False),
        (("a1R",), True),
        (("e6R",), True),
        (("b1R",), True),
        (("PASS",), True),
        (("FIRE",), True),
        (("PASS", "h9R", "PASS"), True),
        (("PASS", "a9-a8"), True),
    ],
)
def test_only_a_move_of_another_own_piece_frees_a_double_mirror(
    texts: tuple[str, ...], is_locked: bool
) -> None:
    state = start("De6/! Ma1NE Gg5 ma9NE")
    state = after(play(state, *texts))
    assert piece(state, "e6").is_locked is is_locked


def test_the_move_of_the_other_double_mirror_frees_one_and_locks_the_other() -> None:
    state = after(play(start("De6/! Da1\\"), "a1-a2", "PASS"))
    assert not piece(state, "e6").is_locked
    assert piece(state, "a2").is_locked
    assert legal(state, "a2") == {"a2R"}
    again = after(play(state, "e6-e7", "PASS"))
    assert piece(again, "e7").is_locked
    assert not piece(again, "a2").is_locked


def test_each_side_has_locks_of_its_own() -> None:
    state = after(play(start("De6/! Ma1NE dc3/!"), "a1-a2"))
    assert piece(state, "c3").is_locked
    assert not piece(state, "e6").is_locked


# The cannon's shot


def test_fire_starts_on_the_square_next_to_the_cannon_in_its_direction() -> None:
    assert shot(start("gb3"))[0] == ("b2", "b3")
    assert shot(start("Cb1E gd1"))[0] == ("c1", "d1")
    assert shot(start("Gh7", "black"))[0] == ("h8", "h7")
    assert shot(start("ch9W Gf9", "black"))[0] == ("g9", "f9")


@pytest.mark.parametrize(
    ("edges", "path"),
    [
        ({"Nb": "/", "Nc": "/"}, ("Nb", "Nc")),
        ({"Nb": "\\", "Na": "\\"}, ("Nb", "Na")),
        (
            {"Nb": "\\", "Na": "/", "Sa": "\\", "Sb": "\\"},
            ("Nb", "Na", *(f"a{row}" for row in range(9, 0, -1)), "Sa", "Sb"),
        ),
        (
            {"Nb": "\\", "Na": "/", "Sa": "/", "W1": "\\"},
            ("Nb", "Na", *(f"a{row}" for row in range(9, 0, -1)), "Sa", "SW", "W1"),
        ),
    ],
)
def test_a_beam_that_leaves_the_board_goes_along_the_ring_and_leaves_or_comes_back(
    edges: dict[str, str], path: tuple[str, ...]
) -> None:
    up = tuple(f"b{row}" for row in range(2, 10))
    assert shot(start(edges=edges)) == (up + path, "left", None)


@pytest.mark.parametrize(
    ("pieces", "to_move", "edges", "path", "at"),
    [
        ("Ci8N", "white", {"E9": "\\"}, "i9 Ni NE E9", None),
        ("Ci8N", "white", {}, "i9 Ni NE E9 i9 h9", "h9"),
        ("Ch9E ca2S", "white", {"Ni": "\\"}, "i9 E9 NE Ni", None),
        ("Ca8N", "white", {"Na": "\\"}, "a9 Na NW W9", None),
        ("cb9W", "black", {"W9": "\\"}, "a9 W9 NW Na", None),
        ("ci2S", "black", {"Si": "\\"}, "i1 Si SE E1", None),
        ("Ch1E", "white", {"E1": "\\"}, "i1 E1 SE Si", None),
        ("ca2S", "black", {}, "a1 Sa SW W1 a1 b1", "b1"),
        ("Cc5N cb1W", "black", {"Sa": "\\"}, "a1 W1 SW Sa", None),
    ],
)
def test_a_beam_goes_round_every_corner_either_way(
    pieces: str, to_move: str, edges: dict[str, str], path: str, at: str | None
) -> None:
    end = "cannon" if at else "left"
    assert shot(start(pieces, to_move, edges)) == (tuple(path.split()), end, at)


def test_a_shot_from_the_edge_of_the_board_begins_in_the_ring() -> None:
    assert shot(start("Ca9N")) == (("Na", "Nb"), "left", None)


@pytest.mark.parametrize("seat", ["d", "D"])
@pytest.mark.parametrize(("facing", "last"), [("/", "c4"), ("\\", "a4")])
def test_a_double_mirror_of_either_side_reflects_and_stays(
    seat: str, facing: str, last: str
) -> None:
    state = start(f"{seat}b4{facing} gc4 ga4")
    assert shot(state) == (("b2", "b3", "b4", last), "guard", last)
    assert piece(after(play(state, "FIRE")), "b4") == piece(state, "b4")


def test_a_locked_double_mirror_reflects_as_any_other() -> None:
    assert shot(start("Db4/! gc4"))[0][-1] == "c4"


@pytest.mark.parametrize("letter", ["m", "M"])
@pytest.mark.parametrize(("facing", "last"), [("SE", "c4"), ("SW", "a4")])
def test_the_reflective_face_of_a_mirror_turns_the_beam(
    letter: str, facing: str, last: str
) -> None:
    state = start(f"{letter}b4{facing} gc4 ga4")
    assert shot(state) == (("b2", "b3", "b4", last), "guard", last)
    assert piece(after(play(state, "FIRE")), "b4").facing == facing


@pytest.mark.parametrize(("letter", "owner"), [("m", "black"), ("M", "white")])
@pytest.mark.parametrize("facing", ["NE", "NW"])
def test_a_mirror_struck_elsewhere_is_destroyed_whoever_fired(
    letter: str, owner: str, facing: str
) -> None:
    step = play(start(f"{letter}b4{facing} gb5"), "FIRE")
    assert fired(step).path == ("b2", "b3", "b4")
    assert (fired(step).end, fired(step).at) == ("mirror", "b4")
    assert happened(step) == [Destroyed(owner, "mirror", facing, "b4", "white")]
    assert "b4" not in after(step).truth().pieces
    assert after(step).truth().rubble == ()


@pytest.mark.parametrize(
    ("pieces", "edges", "at"),
    [("cb6S", {}, "b6"), ("", {"Nb": "\\", "Sa": "\\"}, "b1")],
)
def test_a_cannon_of_either_side_stops_the_beam_and_stays(
    pieces: str, edges: dict[str, str], at: str
) -> None:
    state = start(pieces, edges=edges)
    step = play(state, "FIRE")
    assert (fired(step).end, fired(step).at) == ("cannon", at)
    assert happened(step) == []
    assert after(step).truth().pieces == state.truth().pieces


def test_a_column_stops_the_beam_and_nothing_is_damaged() -> None:
    state = start("gb5", columns=("b4", "d4", "e4", "f4"), raised_left=3)
    step = play(state, "FIRE")
    assert fired(step).path == ("b2", "b3", "b4")
    assert (fired(step).end, fired(step).at) == ("column", "b4")
    assert happened(step) == []
    assert (after(step).truth().columns, after(step).truth().quiet) == (state.truth().columns, 1)


def test_a_beam_passes_straight_through_rubble() -> None:
    path = ("b2", "b3", "b4", "b5", "b6")
    assert shot(start("gb6", rubble=("b3", "b5"))) == (path, "guard", "b6")


# Guards


def test_a_guard_is_damaged_on_the_side_that_is_struck_and_dug_in() -> None:
    state = start("Gb4")
    assert "b4-b5" in legal(state)
    step = play(state, "FIRE")
    assert happened(step) == [Damaged("white", "guard", "b4", "S", "white")]
    assert piece(after(step), "b4").hits == ("S",)
    assert legal(after(play(after(step), "PASS")), "b4") == set()


@pytest.mark.parametrize(
    ("pieces", "side"),
    [
        ("gb4", "S"),
        ("Db4/ gd4", "W"),
        ("Db6/ Dd6\\ gd4", "N"),
        ("Db6\\ Da6/ ga4", "N"),
        ("Db6/ De6\\ De4/ gc4", "E"),
    ],
)
def test_the_side_that_is_struck_looks_to_where_the_beam_comes_from(pieces: str, side: str) -> None:
    (event,) = happened(play(start(pieces), "FIRE"))
    assert isinstance(event, Damaged)
    assert (event.seat, event.side, event.by) == ("black", side, "white")


def test_a_damaged_side_struck_again_changes_nothing_and_stops_the_beam() -> None:
    step = play(start("gb4S gb5", quiet=5), "FIRE")
    assert (fired(step).end, fired(step).at, happened(step)) == ("guard", "b4", [])
    assert piece(after(step), "b4").hits == ("S",)
    assert after(step).truth().quiet == 6


@pytest.mark.parametrize("hits", ["", "E", "N", "W"])
def test_two_different_sides_leave_a_guard_standing(hits: str) -> None:
    step = play(start(f"gb4{hits}"), "FIRE")
    assert piece(after(step), "b4").hits == tuple(sorted((*hits, "S")))
    assert after(step).truth().rubble == ()


@pytest.mark.parametrize("hits", ["EN", "EW", "NW"])
def test_a_guard_collapses_into_rubble_at_its_third_different_side(hits: str) -> None:
    step = play(start(f"gb4{hits} gb6", quiet=5), "FIRE")
    assert fired(step).path[-1] == fired(step).at == "b4"
    assert fired(step).end == "guard"
    assert happened(step) == [Rubble("black", "b4", tuple(sorted((*hits, "S"))), "white")]
    view = after(step).truth()
    assert (view.rubble, view.quiet, "b4" in view.pieces) == (("b4",), 0, False)
    again = after(play(after(step), "PASS", "PASS", "PASS"))
    assert shot(again)[2] == "b6"


# The cannon cools down


def test_a_cannon_cannot_fire_on_its_owners_next_turn_and_can_on_the_one_after() -> None:
    for between in ("PASS", "b1R", "g1-g2"):
        state = after(play(start(), "FIRE"))
        assert state.truth().cooldown == {"white": True, "black": False}
        state = after(play(state, "PASS"))
        assert state.truth().cooldown["white"]
        assert "FIRE" not in legal(state)
        state = after(play(state, between))
        assert not state.truth().cooldown["white"]
        assert "FIRE" in legal(after(play(state, "PASS")))


def test_each_cannon_cools_down_by_itself() -> None:
    state = after(play(start(), "FIRE", "FIRE"))
    assert state.truth().cooldown == {"white": True, "black": True}
    state = after(play(state, "PASS"))
    assert state.truth().cooldown == {"white": False, "black": True}
    assert "FIRE" not in legal(state)


# The end


def test_a_king_that_is_hit_loses_before_the_arena_moves() -> None:
    step = play(start("kb5", quiet=7), "FIRE")
    assert step.chance is None
    assert [type(event) for event in step.events] == [Fired, Destroyed, GameEnded]
    assert step.events[1:] == (
        Destroyed("black", "king", None, "b5", "white"),
        GameEnded("white", "king"),
    )
    state = after(step)
    assert (state.result, state.phase) == (Result("white", "king"), Phase.OVER)
    view = state.truth()
    assert (view.to_move, view.ply, view.quiet, view.rise_in) == (None, 1, 0, 16)
    assert (view.cooldown["white"], "b5" in view.pieces) == (True, False)
    assert (state.perft(0), state.perft(1), state.legal_actions("black")) == (1, 0, ())
    with pytest.raises(GameOver):
        state.apply("black", parse_action("PASS"), chance=CALM)


def test_fire_into_the_own_king_is_legal_and_loses() -> None:
    state = start("Kb5")
    assert "FIRE" in legal(state)
    step = play(state, "FIRE")
    assert after(step).result == Result("black", "king")
    assert step.events[1:] == (
        Destroyed("white", "king", None, "b5", "white"),
        GameEnded("black", "king"),
    )


def test_a_king_hit_by_black_ends_the_game_for_white() -> None:
    assert after(play(start("Kh4", "black"), "FIRE")).result == Result("black", "king")
    assert after(play(start("kh4", "black"), "FIRE")).result == Result("white", "king")


@pytest.mark.parametrize("columns", [(), ("a4", "c4", "d4", "e4")])
def test_a_hundred_actions_without_damage_are_a_draw_once_the_arena_has_moved(
    columns: tuple[str, ...],
) -> None:
    state = start(quiet=98, rise_in=2, columns=columns, raised_left=2 if columns else 0)
    state = after(play(state, "PASS"))
    assert (state.result, state.truth().quiet) == (None, 99)
    chance = {
        "flips": ["E1"],
        "columns": None if columns else ["a4", "c4", "d4", "e4"],
        "next_rise": 8 if columns else None,
    }
    with pytest.raises(BadChance):
        state.apply("black", parse_action("PASS"))
    step = play(state, "PASS", chance=chance)
    assert after(step).result == Result(None, "quiet")
    moved = ColumnsRetracted if columns else ColumnsRose
    assert [type(event) for event in step.events] == [Passed, EdgesFlipped, moved, GameEnded]
    view = after(step).truth()
    assert (view.quiet, view.edges["E1"], view.to_move) == (100, "\\", None)
    assert bool(view.columns) is not bool(columns)


@pytest.mark.parametrize(
    ("pieces", "quiet"),
    [("gb4", 0), ("mb4NE", 0), ("Mb4NE", 0), ("gb4EN", 0), ("gb4S", 100), ("db4/", 100)],
)
def test_only_new_damage_begins_the_quiet_actions_anew(pieces: str, quiet: int) -> None:
    state = after(play(start(pieces, quiet=99), "FIRE"))
    assert state.truth().quiet == quiet
    assert (state.result is None) is (quiet == 0)


def test_the_seat_that_is_not_to_move_is_refused() -> None:
    with pytest.raises(NotYourTurn, match="White's turn"):
        start().apply("black", parse_action("PASS"), chance=CALM)


# Invariants


EVERY_ACTION = [
    *(parse_action(text) for text in ("FIRE", "PASS")),
    *(parse_action(square + turn) for square in SQUARES for turn in "LR"),
    *(
        parse_action(f"{origin}-{GRID.names[GRID.cells[origin] + step]}")
        for origin in SQUARES
        for step in (0, *GRID.steps, GRID.steps[0] + GRID.steps[1], 2 * GRID.steps[1])
        if GRID.cells[origin] + step in GRID.names
    ),
]


@given(positions())
def test_what_nothing_speaks_against_is_what_is_legal(position: Position) -> None:
    board = board_of(position)
    state = ArenaState(board, 0, None)
    allowed = {
        str(action)
        for action in EVERY_ACTION
        if explain(board, action) is None
        if not (str(action)[-1] == "L" and _turns_both_ways_alike(position, str(action)[:2]))
    }
    assert allowed == legal(state)


def _turns_both_ways_alike(position: Position, square: str) -> bool:
    return position.pieces[square].kind in (Kind.DOUBLE, Kind.CANNON)


@given(positions())
def test_a_board_gives_its_position_back(position: Position) -> None:
    assert position_of(board_of(position)) == position


@given(positions(), st.lists(st.integers(0, 10**6), max_size=12))
def test_unmake_takes_back_every_action_made(position: Position, choices: list[int]) -> None:
    board = board_of(position)
    seen = []
    for choice in choices:
        actions = list(board.actions())
        seen.append(position_of(board))
        struck = board.make(actions[choice % len(actions)])
        if struck & rules.SHAPE_BITS == rules.KING:
            break
    for before in reversed(seen):
        board.unmake()
        assert position_of(board) == before
    assert len(board.undone) == 0


@given(positions())
def test_a_copy_goes_its_own_way(position: Position) -> None:
    board = board_of(position)
    other = board.copy()
    other.make(rules.pack(rules.PASS, 0, 0))
    other.move_arena([], [], 8)
    assert position_of(board) == position
    assert other.side == 1 - board.side


@given(positions())
def test_every_shot_ends_once_and_enters_no_square_twice_the_same_way(position: Position) -> None:
    board = board_of(position)
    for side in (rules.WHITE, rules.BLACK):
        path: list[int] = []
        last = board.fire(side, path)
        assert beam.reaction_of(last) in {beam.LEFT, *range(rules.COLUMN_END, rules.KING_END + 1)}
        assert len(set(path)) == len(path)
    assert position_of(board) == position


def test_perft_leaves_out_the_arena_and_the_draw() -> None:
    near, far = start(rise_in=1, quiet=99), start(rise_in=16)
    assert near.perft(3) == far.perft(3)
    assert near.truth().rise_in == 1


def test_what_is_no_action_of_arena_is_refused() -> None:
    with pytest.raises(IllegalAction, match="Arena"):
        start().apply("white", object(), chance=CALM)  # type: ignore[arg-type]


def test_no_view_hides_anything() -> None:
    state = start()
    assert state.view("white") == state.view("black") == state.view(None) == state.truth()
    assert ARENA.has_chance
    assert not ARENA.has_secrets
