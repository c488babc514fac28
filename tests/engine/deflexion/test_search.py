"""The search of Deflexion: it finds what is there, prunes nothing that counts, and stops."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.deflexion import board as rules
from engine.deflexion.evaluate import DeflexionNode
from engine.deflexion.notation import GRID, Position
from engine.deflexion.setup import board_of
from engine.deflexion.state import DEFLEXION, DeflexionState, unpack
from engine.search import DRAWN, GOES_ON, QUIESCENCE_PLIES, SURE, WIN, Search
from tests.engine.deflexion.positions import positions, start, states
from tests.engine.minimax import is_lost, is_won, minimax, played

ENDS = {
    "10/5o4/1O8/10/10/5k2D^1/3d^P<1K3/10 s": 1,
    "10/7pv2/4p^5/8D^1/7k2/6D>1K1/10/10 s": 1,
    "10/4D^1k3/10/10/1d^6K1/10/10/10 s": -2,
    "10/10/10/10/8P<1/10/1p^1K1k4/10 s": -2,
    "10/10/2K7/3p>2k1P<1/1p^8/10/10/10 s": 3,
    "10/1K8/7kP<1/2d>7/8Pv1/10/10/10 s": 3,
    "10/10/2D>7/5k4/10/1d^2K5/4d>1d^3/10 s": -4,
    "10/4o5/7o2/10/1o8/4d>1kP>2/3K6/10 s": 5,
}
"""Positions, and after how many actions Silver, to move, wins or (below 0) loses."""


def never() -> bool:
    return False


def node(code: str) -> DeflexionNode:
    """A position to walk from."""
    return DeflexionNode(DEFLEXION.start({"code": code}).copied_board())


def searched(code: str, depth: int, plies: int = QUIESCENCE_PLIES, table: int = 4096) -> Search:
    """A finished search of the position."""
    search = Search(node(code), never, 0, plies, table)
    search.run(depth, [])
    return search


def after_best(search: Search) -> DeflexionNode:
    """The position after the best action of a search from the start."""
    walked = DeflexionNode(DEFLEXION.start({}).copied_board())
    walked.play(search.best)
    return walked


def after(state: DeflexionState, *actions: str) -> DeflexionState:
    """The state after these actions, the seats in turn."""
    for text in actions:
        assert state.to_move is not None
        following = state.apply(state.to_move, DEFLEXION.parse(text)).state
        assert isinstance(following, DeflexionState)
        state = following
    return state


@pytest.mark.parametrize(("code", "plies"), ENDS.items())
@pytest.mark.parametrize("table", [0, 4096])
def test_a_forced_end_is_found_at_its_depth_and_counted(code: str, plies: int, table: int) -> None:
    search = searched(code, abs(plies), 0, table)
    assert search.score == (WIN - plies if plies > 0 else -WIN - plies)
    if abs(plies) > 1:
        assert abs(searched(code, abs(plies) - 1, 0, table).score) < SURE


@pytest.mark.parametrize("code", [code for code, plies in ENDS.items() if abs(plies) <= 3])
def test_the_rules_agree_that_the_end_is_forced_and_no_sooner(code: str) -> None:
    state = DEFLEXION.start({"code": code})
    plies = ENDS[code]
    if plies > 0:
        assert is_won(state, plies)
        assert plies == 1 or not is_won(state, plies - 2)
    else:
        assert is_lost(state, -plies)


@pytest.mark.parametrize("code", [code for code, plies in ENDS.items() if plies > 1])
def test_a_win_is_played_to_its_end_the_shortest_way(code: str) -> None:
    state = DEFLEXION.start({"code": code})
    for left in range(ENDS[code], 0, -1):
        assert state.result is None
        search = Search(DeflexionNode(state.copied_board()), never, 0)
        search.run(left, [])
        assert abs(search.score) == WIN - left
        state = after(state, str(unpack(search.best)))
    assert state.result is not None
    assert state.result.winner == "silver"


@pytest.mark.parametrize("code", [code for code, plies in ENDS.items() if plies == 1])
def test_a_win_at_once_is_better_than_one_that_is_sure_already(code: str) -> None:
    assert Search(node(code), never, 0)._search(1, WIN - 10, WIN - 9, 1) == WIN - 2


def test_without_a_depth_the_search_ends_once_no_shorter_win_can_be() -> None:
    search = searched("10/1K8/7kP<1/2d>7/8Pv1/10/10/10 s", 0)
    assert (search.score, search.depth) == (WIN - 3, 3)


@settings(max_examples=25, deadline=None)
@given(states(), st.integers(0, 2))
def test_the_search_finds_what_minimax_finds(state: DeflexionState, plies: int) -> None:
    worth = minimax(DeflexionNode(state.copied_board()), 1, plies)
    for table in (0, 4096):
        search = Search(DeflexionNode(state.copied_board()), never, 0, plies, table)
        search.run(1, [])
        assert search.score == worth


@pytest.mark.parametrize("layout", ["mercury", "sophie"])
def test_without_quiescence_two_actions_deep_it_finds_the_same_in_khet(layout: str) -> None:
    state = DEFLEXION.start({"rules": "khet2", "layout": layout})
    search = Search(DeflexionNode(state.copied_board()), never, 0, 0)
    search.run(2, [])
    assert search.score == minimax(DeflexionNode(state.copied_board()), 2, 0)


@pytest.mark.parametrize("code", ENDS)
@pytest.mark.parametrize("depth", [2, 3])
def test_pruning_and_memory_change_no_worth(code: str, depth: int) -> None:
    worth = minimax(node(code), depth, 1)
    for table in (0, 4096):
        search = searched(code, depth, 1, table)
        assert search.score == worth
        assert played(node(code), search.best, depth, 1) == worth


@pytest.mark.parametrize("code", list(ENDS)[::3])
def test_a_levels_noise_is_added_to_each_action_but_to_no_sure_end(code: str) -> None:
    walked = node(code)
    actions = list(walked.actions())
    rng = random.Random(7)
    noise = [rng.randint(-200, 200) for _ in actions]
    worths = [played(walked, action, 2, 1) for action in actions]
    seeming = [w if abs(w) > SURE else w + n for w, n in zip(worths, noise, strict=True)]
    search = Search(walked, never, 0, 1)
    search.run(2, noise)
    assert seeming[actions.index(search.best)] == search.score == max(seeming)


def test_the_search_stops_when_told_and_keeps_what_it_finished() -> None:
    asked = 0

    def should_stop() -> bool:
        nonlocal asked
        asked += 1
        return asked == 100

    search = Search(DeflexionNode(DEFLEXION.start({}).copied_board()), should_stop, 0)
    search.run(0, [])
    assert (search.has_stopped, asked) == (True, 100)
    assert search.nodes <= 100 * 32
    deepest = search.depth
    assert deepest >= 1
    again = Search(DeflexionNode(DEFLEXION.start({}).copied_board()), never, 0)
    again.run(deepest, [])
    # Either it stands, or the iteration that was stopped has found better.
    further = -Search(after_best(search), never, 0).look(after_best(search), deepest)
    assert search.score in (again.score, further)
    assert search.best == again.best or search.score == further


@pytest.mark.parametrize(("code", "plies"), ENDS.items())
def test_a_search_that_selects_finds_a_forced_end_too(code: str, plies: int) -> None:
    search = Search(node(code), never, 0, selects=True)
    search.run(0, [])
    assert search.score == (WIN - plies if plies > 0 else -WIN - plies)


@settings(max_examples=15, deadline=None)
@given(states())
def test_a_search_that_selects_is_sure_only_of_what_is_forced(state: DeflexionState) -> None:
    search = Search(DeflexionNode(state.copied_board()), never, 300, selects=True)
    search.run(0, [])
    plies = WIN - abs(search.score)
    if plies <= 2:
        assert is_won(state, plies) if search.score > 0 else is_lost(state, plies)


def test_a_search_stopped_at_once_still_names_a_legal_action() -> None:
    state = DEFLEXION.start({})
    search = Search(DeflexionNode(state.copied_board()), lambda: True, 0)
    search.run(0, [])
    assert search.depth == 0
    assert unpack(search.best) in state.legal_actions("silver")


def test_a_bound_on_nodes_holds_after_the_first_iteration() -> None:
    search = Search(DeflexionNode(DEFLEXION.start({}).copied_board()), never, 1_000)
    search.run(0, [])
    assert search.nodes == 1_001
    one = Search(DeflexionNode(DEFLEXION.start({}).copied_board()), never, 1)
    one.run(0, [])
    assert one.depth == 1


@settings(max_examples=40, deadline=None)
@given(positions(), st.randoms(use_true_random=False))
def test_what_is_kept_up_to_date_is_what_a_fresh_look_gives(
    position: Position, rng: random.Random
) -> None:
    walked = DeflexionNode(board_of(position))
    before = (list(walked.board.cells), walked.number(), walked.placed, list(walked.pharaohs))
    played_actions = 0
    while played_actions < 8:
        outcome = walked.play(rng.choice(list(walked.actions())))
        played_actions += 1
        if outcome != GOES_ON:
            break
        fresh = DeflexionNode(walked.board.copy())
        assert (fresh.placed, list(fresh.pharaohs)) == (walked.placed, list(walked.pharaohs))
        assert fresh.number() == walked.number()
    for _ in range(played_actions):
        walked.take_back()
    assert before == (
        list(walked.board.cells),
        walked.number(),
        walked.placed,
        list(walked.pharaohs),
    )


def test_a_position_that_comes_again_in_the_search_is_a_draw() -> None:
    walked = DeflexionNode(start("").copied_board())
    outcomes = []
    for square in ("f1", "f8"):
        outcomes.append(walked.play(rules.pack(rules.TURN_RIGHT, GRID.cells[square], 0)))
    assert outcomes == [GOES_ON, DRAWN]


def test_a_position_from_before_the_search_is_a_draw_the_third_time() -> None:
    state = after(start(""), "f1R", "f8R", "f1-e1", "f8-e8")
    walked = DeflexionNode(state.copied_board())
    moves = (("e1", "f1"), ("e8", "f8"))
    packed = [rules.pack(rules.MOVE, GRID.cells[a], GRID.cells[b]) for a, b in moves]
    assert [walked.play(action) for action in packed] == [GOES_ON, DRAWN]
    once = DeflexionNode(after(start(""), "f1-e1", "f8-e8").copied_board())
    assert [once.play(action) for action in packed] == [GOES_ON, GOES_ON]
