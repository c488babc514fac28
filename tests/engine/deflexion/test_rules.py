"""Deflexion's rules, on positions made for each of them and on random ones."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import beam
from engine.core import Action, GameOver, IllegalAction, Result, Step
from engine.deflexion import board as rules
from engine.deflexion.notation import SEATS, Position, parse_action
from engine.deflexion.setup import board_of, reserved_for
from engine.deflexion.state import DEFLEXION, DeflexionState
from engine.events import Destroyed, Fired, Moved, Rotated, Swapped
from engine.events import GameOver as GameEnded
from tests.engine.deflexion.positions import SQUARES, code, positions, start, states


def play(state: DeflexionState, *texts: str) -> Step:
    """The last step after these actions of the seats in turn."""
    for text in texts:
        assert state.to_move is not None
        step = state.apply(state.to_move, parse_action(text))
        assert isinstance(step.state, DeflexionState)
        state = step.state
    return step


def fired(step: Step) -> Fired:
    """The shot of a step."""
    (shot,) = [event for event in step.events if isinstance(event, Fired)]
    return shot


def legal(state: DeflexionState, square: str) -> set[str]:
    """The texts of what the piece on the square may do."""
    texts = {str(action) for action in state.legal_actions(state.to_move or "")}
    return {text for text in texts if text.startswith(square)}


def test_a_piece_moves_one_square_in_any_of_eight_directions_onto_an_empty_one() -> None:
    around = {f"d4-{column}{row}" for column in "cde" for row in "345"} - {"d4-d4"}
    assert legal(start("Od4"), "d4") == around | {"d4R"}
    assert legal(start("Od4 Oe5 oc3"), "d4") == around - {"d4-e5", "d4-c3"} | {"d4R"}


def test_squares_reserved_for_the_other_side_are_those_of_the_rules() -> None:
    owners = {square: reserved_for(square) for square in SQUARES}
    silver = {f"j{row}" for row in range(1, 9)} | {"b1", "b8"}
    gold = {f"a{row}" for row in range(1, 9)} | {"i1", "i8"}
    assert {square for square, owner in owners.items() if owner == "silver"} == silver
    assert {square for square, owner in owners.items() if owner == "gold"} == gold


def test_no_piece_moves_onto_a_square_reserved_for_the_other_side() -> None:
    assert legal(start("Ob7"), "b7") == {"b7-b8", "b7-c8", "b7-c7", "b7-c6", "b7-b6", "b7R"}
    assert legal(start("oi2", "gold"), "i2") == {
        *("i2-i1", "i2-h1", "i2-h2", "i2-h3", "i2-i3", "i2R")
    }


def test_a_djed_swaps_with_a_pyramid_or_an_obelisk_of_either_side_and_nothing_else() -> None:
    state = start("D>d4 P^c5 pvd5 Oe5 oc4 d>e4 D^c3")
    swaps = {text for text in legal(state, "d4") if "x" in text}
    assert swaps == {"d4xc5", "d4xd5", "d4xe5", "d4xc4"}
    beside_pharaohs = DEFLEXION.start({"code": code("Kd3 kd5 D>d4")})
    assert not {text for text in legal(beside_pharaohs, "d4") if "x" in text}


def test_only_a_djed_swaps() -> None:
    assert not {text for text in legal(start("P^d4 Od5 oe5"), "d4") if "x" in text}


def test_neither_piece_of_a_swap_rotates() -> None:
    after = play(start("D>d4 pve5"), "d4xe5").state
    assert isinstance(after, DeflexionState)
    assert after.truth().code == code("Kf1 kf8 pvd4 D>e5", "gold")


@pytest.mark.parametrize(
    ("pieces", "to_move", "text", "is_legal"),
    [
        ("D>j4 pvi4", "silver", "j4xi4", False),
        ("D>j4 Pvi4", "silver", "j4xi4", True),
        ("D>i4 Pvj4", "silver", "i4xj4", True),
        ("D>b5 pva5", "silver", "b5xa5", False),
        ("d>a5 Pvb5", "gold", "a5xb5", False),
        ("d>a5 pvb5", "gold", "a5xb5", True),
        ("d>b5 pva5", "gold", "b5xa5", True),
        ("d>i4 Pvj4", "gold", "i4xj4", False),
        ("D>b8 pvc8", "silver", "b8xc8", False),
        ("d>i1 Pvh1", "gold", "i1xh1", False),
    ],
)
def test_a_swap_brings_neither_piece_onto_a_square_reserved_for_the_other_side(
    pieces: str, to_move: str, text: str, is_legal: bool
) -> None:
    assert (text in legal(start(pieces, to_move), text[:2])) is is_legal


def test_only_a_pyramid_has_two_turns() -> None:
    state = start("Pvd4 D>b3 Oh6")
    turns = {text for text in legal(state, "") if text[-1] in "LR"}
    assert turns == {"d4L", "d4R", "b3R", "h6R", "f1R"}


def test_turns_go_the_way_that_is_written() -> None:
    state = start("P^d4 D>b3")
    for text, expected in (("d4L", "P<d4 D>b3"), ("d4R", "P>d4 D>b3"), ("b3R", "P^d4 D^b3")):
        after = play(state, text).state
        assert isinstance(after, DeflexionState)
        assert after.truth().code == code(f"Kf1 kf8 {expected}", "gold")


@pytest.mark.parametrize("square", ["f1", "b3", "h6"])
def test_left_means_right_where_both_give_the_same(square: str) -> None:
    left, right = (play(start("D>b3 Oh6"), square + turn) for turn in "LR")
    assert left.action == right.action == parse_action(f"{square}R")
    assert left.events == right.events
    assert isinstance(left.events[0], Rotated)
    assert left.events[0].turn == "R"
    assert left.state.truth() == right.state.truth()


def test_each_laser_fires_along_its_own_column_once_its_owner_has_acted() -> None:
    state = start("Od4 od5")
    silver, both = play(state, "d4R"), play(state, "d4R", "d5R")
    assert fired(silver).path == tuple(f"j{row}" for row in range(1, 9))
    assert fired(both).path == tuple(f"a{row}" for row in range(8, 0, -1))
    assert {(fired(step).end, fired(step).at) for step in (silver, both)} == {("wall", None)}


@pytest.mark.parametrize(
    ("pieces", "end", "mirrors", "removed"),
    [
        ("Oj4", "hit", 0, "obelisk"),
        ("P^j4", "hit", 0, "pyramid"),
        ("P<j4", "hit", 0, "pyramid"),
        ("P>j4", "wall", 1, None),
        ("Pvj4 od4", "hit", 1, "obelisk"),
        ("D^j4 D^d4", "wall", 2, None),
        ("D^j4 D>d4", "wall", 2, None),
        ("D^j4 p<d4", "hit", 1, "pyramid"),
        ("D^j4 p^d4", "wall", 2, None),
        ("D^j4 p>d4", "wall", 2, None),
    ],
)
def test_what_a_beam_meets_turns_it_or_is_removed(
    pieces: str, end: str, mirrors: int, removed: str | None
) -> None:
    step = play(start(pieces), "f1R")
    shot = fired(step)
    assert (shot.end, shot.mirrors) == (end, mirrors)
    fallen = [event for event in step.events if isinstance(event, Destroyed)]
    assert [event.kind for event in fallen] == ([removed] if removed else [])
    assert [event.square for event in fallen] == ([shot.at] if removed else [])


def test_events_tell_who_did_what_to_whom() -> None:
    swapped = play(start("D>i3 pvi4 Oj2"), "i3xi4").events
    assert swapped[0] == Swapped("silver", "djed", "i3", "i4", "gold", "pyramid")
    assert swapped[2] == Destroyed("silver", "obelisk", None, "j2", "silver")
    moved = play(start("oa2 Od4", "gold"), "a2-a3").events
    assert moved[0] == Moved("gold", "obelisk", "a2", "a3")
    assert moved[2] == Destroyed("gold", "obelisk", None, "a3", "gold")


def test_a_removed_piece_is_gone_and_the_quiet_count_begins_again() -> None:
    quiet = play(start("Oi4 Od4"), "d4-d5", "f8R", "i4-j4").state.truth()
    assert (quiet.to_json()["quiet"], quiet.to_json()["code"]) == (
        0,
        code("Kf1 kf8 Od5", "gold"),
    )


def test_whose_pharaoh_is_hit_loses_whoever_fired() -> None:
    other = play(DEFLEXION.start({"code": code("Ke1 kd4 D>j4")}), "j4R")
    assert other.state.result == Result("silver", "pharaoh")
    own = play(DEFLEXION.start({"code": code("Ki3 ke8")}), "i3-j3")
    assert own.state.result == Result("gold", "pharaoh")
    assert own.events[-1] == GameEnded("gold", "pharaoh")
    assert own.state.to_move is None
    assert own.state.truth().to_json()["code"] == code("ke8", "gold")
    with pytest.raises(GameOver):
        own.state.apply("gold", parse_action("e8R"))


def test_the_third_time_of_a_position_is_a_draw_the_start_counted() -> None:
    state = start("")
    assert play(state, "f1R", "f8R", "f1R").state.result is None
    assert play(state, "f1R", "f8R", "f1R", "f8R").state.result == Result(None, "repetition")
    moved = ("f1-e1", "f8-e8", "e1-f1", "e8-f8")
    assert play(state, *moved, *moved[:3]).state.result is None
    assert play(state, *moved, *moved).state.result == Result(None, "repetition")


def test_another_side_to_move_or_another_facing_is_another_position() -> None:
    turns = ("d4R", "f8R") * 5
    assert play(start("Pvd4"), *turns).state.result is None
    assert play(start("Pvd4"), *("d4R", "f8R") * 8).state.result == Result(None, "repetition")


def test_a_hundred_turns_without_a_loss_are_a_draw_unless_a_repetition_came_first() -> None:
    def later(quiet: int) -> DeflexionState:
        whole = start("").truth().to_json() | {"quiet": quiet, "ply": 200}
        return DEFLEXION.start({"state": whole})

    assert play(later(98), "f1-e1").state.result is None
    assert play(later(98), "f1-e1", "f8-e8").state.result == Result(None, "quiet")
    assert play(later(96), "f1R", "f8R", "f1R", "f8R").state.result == Result(None, "repetition")


def test_a_shot_on_the_last_quiet_turn_decides() -> None:
    whole = start("Oj4").truth().to_json() | {"quiet": 99}
    step = play(DEFLEXION.start({"state": whole}), "f1R")
    assert (step.state.result, step.state.truth().to_json()["quiet"]) == (None, 0)


def test_perft_does_not_apply_the_draws() -> None:
    fresh = start("")
    late = DEFLEXION.start({"state": fresh.truth().to_json() | {"quiet": 99}})
    repeated = play(fresh, "f1R", "f8R", "f1R").state
    assert late.perft(3) == fresh.perft(3)
    assert repeated.perft(3) == play(fresh, "f1R").state.perft(3)


@given(states(), st.lists(st.integers(0, 10_000), min_size=1, max_size=12))
def test_unmaking_gives_back_what_was_and_keys_agree_with_recounted_ones(
    state: DeflexionState, picks: list[int]
) -> None:
    board = board_of(state.position, rule_set=state.rule_set)

    def snapshot() -> tuple[object, ...]:
        return list(board.cells), board.side, board.quiet, board.key, list(board.earlier)

    trail = []
    for pick in picks:
        trail.append(snapshot())
        actions = list(board.actions())
        removed = board.make(actions[pick % len(actions)])
        assert board.key == rules.Board(list(board.cells), board.side, board.quiet).key
        if removed % rules.GOLD_BIT == rules.PHARAOH:
            break
    for before in reversed(trail):
        board.unmake()
        assert snapshot() == before


@given(states())
def test_a_state_stays_as_it_is_whatever_is_played_from_it(state: DeflexionState) -> None:
    assert state.to_move is not None
    before = state.truth()
    for action in state.legal_actions(state.to_move):
        state.apply(state.to_move, action)
    state.perft(2)
    assert state.truth() == before


@given(states())
def test_no_piece_ever_stands_on_a_square_reserved_for_the_other_side(
    state: DeflexionState,
) -> None:
    for action in state.legal_actions(state.to_move or ""):
        after = state.apply(state.to_move or "", action).state
        assert isinstance(after, DeflexionState)
        for square, piece in after.position.pieces.items():
            assert reserved_for(square) in (None, piece.seat)


@given(positions())
def test_a_beam_ends_without_closing_a_loop(position: Position) -> None:
    board = board_of(position)
    for side in range(len(SEATS)):
        path: list[int] = []
        end = beam.reaction_of(board.fire(side, path))
        assert end in (beam.LEFT, rules.HIT)
        assert len(set(path)) == len(path)


def test_an_action_of_no_game_is_refused() -> None:
    class Dance(Action):
        def __str__(self) -> str:
            return "dance"

    with pytest.raises(IllegalAction, match="not a move in Deflexion"):
        start("").apply("silver", Dance())
