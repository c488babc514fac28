"""Reflix's rules, on positions made for each of them and on random ones."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core import Action, BadChance, GameOver, IllegalAction, NotYourTurn, Result
from engine.events import Contact, Moved, Ready, Rotated
from engine.events import GameOver as GameEnded
from engine.reflix import board as rules
from engine.reflix.board import Board
from engine.reflix.fortress import CLASSIC, codes_of
from engine.reflix.notation import NORTH, SEATS, SOUTH, START, Rotate, Setup, parse_action
from engine.reflix.state import REFLIX, ReflixState
from tests.engine.reflix import model
from tests.engine.reflix.positions import (
    CLASSIC_TEXT,
    fired,
    mirrors_of,
    play,
    set_up,
    start,
    states,
    touched,
)

NO_SHIELD_ON_D = "T d2 W c2 e2 S b3 c3 f3 M a2\\ g2/"
"""North's classic fortress, but for the shield before its target."""


def test_the_game_of_the_rules_goes_as_they_say() -> None:
    state = set_up(NORTH)
    assert state.to_move == NORTH
    first = play(state, "d4-c4")
    assert fired(first).path == ("d4", "d5", "d6", "e6", "f6", "g6")
    second = play(state, "d4-c4", "d6R")
    assert fired(second).path == ("d6", "e6", "f6", "g6")
    third = play(state, "d4-c4", "d6R", "c4-c5")
    assert fired(third).path == ("d4", "d5", "d6", "c6", "b6", "b7", "b8", "b9")
    assert {(fired(step).end, fired(step).at) for step in (first, second, third)} == {
        ("edge", None)
    }
    assert touched(third) == ["b7"]
    assert third.state.truth().to_json()["hits"] == {"south": None, "north": None}
    fourth = play(state, "d4-c4", "d6R", "c4-c5", "d6-e6")
    assert (fired(fourth).path, fired(fourth).end) == (("d6", "d5", "d4", "d3", "d2"), "target")
    assert fourth.events == (
        Moved("south", "mirror", "d6", "e6"),
        fired(fourth),
        Contact("d3", "north", "south"),
        GameEnded("south", "target"),
    )
    assert fourth.state.result == Result("south", "target")
    last = fourth.state.truth().to_json()
    assert (last["hits"], last["round"], last["ply"]) == ({"south": 1, "north": None}, 2, 4)


def test_the_mirrors_stand_at_the_start_as_the_rules_say_each_side_half_a_turn_of_the_other() -> (
    None
):
    assert {square: str(mirror.diagonal) for square, mirror in mirrors_of(set_up()).items()} == {
        **{"b6": "/", "d6": "\\", "f5": "\\"},
        **{"f4": "/", "d4": "\\", "b5": "\\"},
    }
    for square, mirror in START.items():
        across = chr(ord("a") + ord("g") - ord(square[0])) + str(10 - int(square[1]))
        assert START[across].diagonal is mirror.diagonal
        assert START[across].seat != mirror.seat


def test_a_mirror_turns_or_slides_along_its_row_or_column_up_to_the_next_mirror() -> None:
    state = start("d5/S d4\\N f5/N a6/S")
    actions = {str(action) for action in state.legal_actions("south")}
    assert actions == {
        *("d5R", "d5-c5", "d5-b5", "d5-a5", "d5-e5", "d5-d6"),
        *("a6R", "a6-a5", "a6-a4", *(f"a6-{column}6" for column in "bcdefg")),
    }


def test_left_means_right() -> None:
    left, right = (play(set_up(), f"d6{turn}") for turn in "LR")
    assert str(left.action) == str(right.action) == "d6R"
    assert left.events == right.events
    assert left.events[0] == Rotated("south", "mirror", "d6", "R")
    assert str(mirrors_of(set_up())["d6"].diagonal) == "\\"
    assert isinstance(left.state, ReflixState)
    assert str(mirrors_of(left.state)["d6"].diagonal) == "/"


@pytest.mark.parametrize(
    ("mirror", "headings"),
    [
        ("/", {"N": "E", "E": "N", "S": "W", "W": "S"}),
        ("\\", dict(zip("NWSE", "WNES", strict=True))),
    ],
)
def test_a_mirror_of_either_side_turns_a_beam_as_the_rules_say(
    mirror: str, headings: dict[str, str]
) -> None:
    # Each heading arises at d5: South's beam comes up, North's down, the others round a corner.
    ways = {
        "N": (SOUTH, "a4/S"),
        "S": (NORTH, "a4/S"),
        "W": (SOUTH, "d6/S g6/N g5\\N"),
        "E": (SOUTH, "d6\\S a6\\N a5/N"),
    }
    for heading, (seat, others) in ways.items():
        for whose in "SN":
            text = f"{others} b4/S f4/N d5{mirror}{whose}"
            move = "b4R" if seat == SOUTH else "f4R"
            step = play(start(text, to_move=seat), move)
            (ray,) = [ray for ray in fired(step).rays if ray.square == "d5"]
            assert ray.leaving is not None
            assert (ray.entering.name, ray.leaving.name) == (heading, headings[heading])


def test_a_wall_of_either_side_stops_a_beam() -> None:
    other = play(start(north="T d1 W d2 e2 S b3 d3 f3 M a2\\ g2/"), "a4R")
    assert (fired(other).end, fired(other).at, touched(other)) == ("wall", "d2", ["d3"])
    own = play(start("d6/S g6\\S b5/S a4/N", south="T d8 W g8 e8 S b7 d7 f7 M a8/ c8\\"), "b5R")
    assert (fired(own).path, fired(own).end) == (
        ("d6", "e6", "f6", "g6", "g7", "g8"),
        "wall",
    )


def test_ones_own_target_stops_a_beam_without_effect() -> None:
    step = play(start("d6/S g6\\S b5/S a4/N", south="T g8 W c8 e8 S b7 g7 f7 M a8/ d8\\"), "b5R")
    assert (fired(step).end, fired(step).at) == ("own target", "g8")
    assert touched(step) == [], "one's own shields are no contacts"
    assert step.state.truth().to_json()["hits"] == {"south": None, "north": None}
    assert step.state.result is None


LOOPING = "T a9 W b9 e9 S d7 e8 c7 M f8/ d8\\"


def test_a_beam_that_comes_back_to_its_emitter_closes_a_loop() -> None:
    step = play(start("d5/S f5\\N a4/S", south=LOOPING), "a4R")
    assert fired(step).path == ("d6", "d5", "e5", "f5", "f6", "f7", "f8", "e8", "d8", "d7")
    assert (fired(step).end, fired(step).at) == ("loop", None)
    assert step.state.to_move == NORTH


def test_a_beam_may_cross_its_own_course() -> None:
    step = play(start("d5/S e5\\N e6/N a4/S b4/N"), "a4R")
    assert fired(step).path == ("d6", "d5", "e5", "e6", "d6", "c6", "b6", "a6")
    assert fired(step).end == "edge"


TWICE = "T d2 W a1 b1 S d3 b3 g1 M a3/ f3\\"


def test_a_shield_is_touched_once_a_shot_however_often_the_beam_passes() -> None:
    step = play(start("d6\\S a6\\S f5/S d5\\N g4/S", north=TWICE), "g4R")
    path = fired(step).path
    assert path.count("d3") == 2
    assert (path[-1], fired(step).end) == ("d2", "target")
    assert touched(step) == ["b3", "d3"], "in the order in which the beam first passes them"
    assert step.state.truth().to_json()["hits"] == {"south": 2, "north": None}
    assert step.state.result is None, "North still has its move"


def test_no_emitter_blocks_a_beam_that_crosses_its_edge() -> None:
    south, north = (
        play(start(to_move=seat), move) for seat, move in ((SOUTH, "a4R"), (NORTH, "g4R"))
    )
    assert fired(south).path == ("d6", "d5", "d4", "d3", "d2")
    assert fired(north).path == ("d4", "d5", "d6", "d7", "d8")


@pytest.mark.parametrize("first", SEATS)
def test_the_other_seat_has_its_move_in_the_round_in_which_one_scores(first: str) -> None:
    second = model.OTHER[first]
    moves = {SOUTH: "a4R", NORTH: "g4R"}
    scored = play(start(to_move=first), moves[first])
    assert scored.state.result is None
    assert scored.state.to_move == second
    blocked = {SOUTH: "a4-d4", NORTH: "g4-d4"}[second]
    missed = play(start(to_move=first), moves[first], blocked)
    assert missed.state.result == Result(first, "target")
    assert missed.events[-1] == GameEnded(first, "target")
    assert (missed.state.to_move, missed.state.truth().to_json()["round"]) == (None, 1)
    with pytest.raises(GameOver):
        missed.state.apply(first, parse_action(moves[first]))


def test_the_second_of_a_round_ends_the_game_by_a_hit_at_once() -> None:
    step = play(start("a4/S d5/N g4/N a5/S"), "a4R", "d5-e5")
    assert fired(step).end == "target"
    assert step.state.result == Result(NORTH, "target")


def test_equal_contacts_are_a_draw() -> None:
    step = play(start(), "a4R", "g4R")
    assert step.state.result == Result(None, "equal contacts")
    assert step.state.truth().to_json()["hits"] == {"south": 1, "north": 1}


@pytest.mark.parametrize("first", SEATS)
def test_fewer_contacts_win(first: str) -> None:
    moves = ["a4R", "g4R"] if first == SOUTH else ["g4R", "a4R"]
    step = play(start(north=NO_SHIELD_ON_D, to_move=first), *moves)
    assert step.state.result == Result(SOUTH, "contacts")
    assert step.state.truth().to_json()["hits"] == {"south": 0, "north": 1}


def test_a_hit_is_final() -> None:
    for contacts in (3, 0):
        state = start(hits={"south": contacts, "north": None})
        step = play(state, "a4R")
        assert (fired(step).end, touched(step)) == ("target", ["d3"])
        assert step.state.truth().to_json()["hits"] == {"south": contacts, "north": None}
        assert play(state, "a4R", "g4-d4").state.result == Result(SOUTH, "target")


@pytest.mark.parametrize("first", SEATS)
def test_ten_rounds_without_a_hit_are_a_draw(first: str) -> None:
    state = set_up(first)
    moves = ("b6R", "f4R") if first == SOUTH else ("f4R", "b6R")
    rounds = []
    for ply in range(20):
        assert state.result is None
        assert state.to_move == (first, model.OTHER[first])[ply % 2]
        rounds.append(state.truth().round)
        step = play(state, moves[ply % 2])
        assert isinstance(step.state, ReflixState)
        state = step.state
    assert rounds == [1 + ply // 2 for ply in range(20)]
    assert (state.result, state.truth().round, state.ply) == (Result(None, "rounds"), 10, 20)
    assert step.events[-1] == GameEnded(None, "rounds")


def test_a_hit_in_the_tenth_round_still_counts() -> None:
    step = play(start(round=10, ply=18), "a4R", "g4-d4")
    assert step.state.result == Result(SOUTH, "target")


def test_a_state_goes_on_within_its_round() -> None:
    state = start(ply=5, round=3, to_move=SOUTH, hits={"south": None, "north": 2})
    step = play(state, "a4R")
    assert step.state.result == Result(SOUTH, "contacts")
    later = play(start(ply=5, round=3, to_move=NORTH), "g4-d4")
    assert (later.state.truth().to_json()["round"], later.state.to_move) == (4, SOUTH)


def test_both_set_up_in_any_order_and_again_until_both_are_ready() -> None:
    state = REFLIX.start({})
    assert (state.phase, state.to_move, state.awaited) == ("setup", None, SEATS)
    north = state.apply(NORTH, parse_action(f"setup {CLASSIC_TEXT[NORTH]}"))
    assert (north.events, north.state.awaited) == ((Ready(NORTH),), (SOUTH,))
    again = north.state.apply(NORTH, parse_action(f"setup {NO_SHIELD_ON_D}"))
    assert again.events == (Ready(NORTH),)
    south = again.state.apply(SOUTH, parse_action(f"setup {CLASSIC_TEXT[SOUTH]}"))
    assert (south.state.phase, south.state.to_move, south.state.ply) == ("play", SOUTH, 0)
    whole = south.state.truth().to_json()
    assert isinstance(whole["fortresses"], dict)
    assert whole["fortresses"][NORTH]["c3"] == "S"
    assert whole == south.state.view(None).to_json()
    for seat in SEATS:
        with pytest.raises(IllegalAction, match="can no longer be changed"):
            south.state.apply(seat, parse_action(f"setup {CLASSIC_TEXT[seat]}"))


def test_a_setup_is_recorded_sorted() -> None:
    canonical = parse_action(f"setup {CLASSIC_TEXT[SOUTH]}")
    assert isinstance(canonical, Setup)
    step = REFLIX.start({}).apply(SOUTH, Setup(canonical.objects[::-1]))
    assert step.action == canonical


def test_a_fortress_is_its_owners_secret_until_both_are_ready() -> None:
    state = REFLIX.start({}).apply(SOUTH, parse_action(f"setup {CLASSIC_TEXT[SOUTH]}")).state
    assert isinstance(state, ReflixState)
    for seat in (NORTH, None):
        view = state.view(seat)
        assert view.fortresses == {SOUTH: None, NORTH: None}
        assert view.ready == {SOUTH: True, NORTH: False}
    assert state.view(SOUTH).fortresses == {SOUTH: CLASSIC[SOUTH], NORTH: None}
    assert state.truth() == state.view(SOUTH)


def test_mirrors_wait_for_the_fortresses() -> None:
    state = REFLIX.start({})
    for seat in SEATS:
        assert state.legal_actions(seat) == ()
        with pytest.raises(IllegalAction, match="once both fortresses are set up"):
            state.apply(seat, parse_action("d6R"))
    assert (state.perft(0), state.perft(1), state.adjudicate()) == (1, 0, None)


def test_only_a_seat_of_the_game_acts_and_only_by_its_actions() -> None:
    class Dance(Action):
        def __str__(self) -> str:
            return "dance"

    for state in (REFLIX.start({}), set_up()):
        with pytest.raises(NotYourTurn, match="“white”"):
            state.apply("white", Rotate("d6"))
        with pytest.raises(IllegalAction, match="not a move in Reflix"):
            state.apply(SOUTH, Dance())
    with pytest.raises(BadChance):
        REFLIX.start({}).apply(SOUTH, parse_action(f"setup {CLASSIC_TEXT[SOUTH]}"), chance={})


@given(st.integers(0, 2**32), states())
def test_a_plain_model_of_the_rules_plays_every_game_alike(seed: int, state: ReflixState) -> None:
    rng = random.Random(seed)
    view = state.truth()
    game = model.Game(
        str(state.to_move),
        {
            model.place(square): str(mark)
            for fortress in view.fortresses.values()
            for square, mark in (fortress or {}).items()
        },
        {model.place(s): (m.seat, str(m.diagonal)) for s, m in view.mirrors.items()},
        state.ply,
        view.round,
        dict(view.hits),
    )
    while state.to_move is not None:
        legal = game.legal()
        assert [str(action) for action in state.legal_actions(state.to_move)] == legal
        assert state.perft(1) == len(legal)
        text = rng.choice(legal)
        step = play(state, text)
        shot = game.play(text)
        assert fired(step).path == tuple(shot.path)
        assert fired(step).end == shot.end
        assert set(touched(step)) == shot.contacts
        assert len(touched(step)) == len(shot.contacts)
        assert isinstance(step.state, ReflixState)
        state = step.state
        view = state.truth()
        assert (view.hits, view.round) == (game.hits, game.round)
        assert state.result == (Result(*game.result) if game.result else None)
        assert {model.place(s): (m.seat, str(m.diagonal)) for s, m in view.mirrors.items()} == (
            game.mirrors
        )
        assert state.to_move == (None if game.result else game.to_move)


@given(states(), st.lists(st.integers(0, 10_000), min_size=1, max_size=20))
def test_unmaking_gives_back_what_was(state: ReflixState, picks: list[int]) -> None:
    view = state.truth()
    fortresses = {seat: fortress or {} for seat, fortress in view.fortresses.items()}
    side = SEATS.index(str(state.to_move))
    board = Board(codes_of(view.mirrors, fortresses), side, view.round, state.ply % 2)

    def snapshot() -> tuple[object, ...]:
        cells, hits = list(board.cells), list(board.hits)
        return cells, hits, board.side, board.turn, board.played, board.ending

    trail = []
    for pick in picks:
        trail.append(snapshot())
        moves = list(board.moves())
        board.make(moves[pick % len(moves)])
        if board.ending != rules.ONGOING:
            break
    for before in reversed(trail):
        board.unmake()
        assert snapshot() == before


@given(states())
def test_a_state_stays_as_it_is_whatever_is_played_from_it(state: ReflixState) -> None:
    assert state.to_move is not None
    before = state.truth()
    for action in state.legal_actions(state.to_move):
        after = state.apply(state.to_move, action).state
        assert isinstance(after, ReflixState)
        assert len(mirrors_of(after)) == 6
    state.perft(2)
    assert state.truth() == before
