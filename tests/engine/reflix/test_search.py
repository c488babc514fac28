"""The search of Reflix and its fortresses: what it sees is there, and what is hidden stays so."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.computer import LEVELS
from engine.reflix.board import Board
from engine.reflix.computer import COMPUTER
from engine.reflix.evaluate import HIT_WORTH, ReflixNode
from engine.reflix.fortress import CLASSIC, codes_of, fortress_of, random_fortress
from engine.reflix.notation import NORTH, SEATS, SOUTH, START, Fortress, Setup, objects_of
from engine.reflix.siege import danger, traps
from engine.reflix.state import REFLIX, ReflixState, unpack
from engine.search import DRAWN, GOES_ON, LOST, WIN, WON, Search
from tests.engine.minimax import is_lost, is_won, minimax, played


def never() -> bool:
    return False


def drawn(seed: int, plies: int = 0) -> Board:
    """A board with random fortresses, after so many random moves or up to the end."""
    rng = random.Random(seed)
    fortresses = {seat: random_fortress(seat, rng) for seat in SEATS}
    board = Board(codes_of(START, fortresses), seed % 2, 1, 0)
    for _ in range(plies):
        move = rng.choice(list(board.moves()))
        board.make(move)
        if board.ending:
            board.unmake()
            break
    return board.copy()


def searched(board: Board, depth: int, plies: int, table: int) -> Search:
    search = Search(ReflixNode(board.copy()), never, 0, plies, table)
    search.run(depth, [])
    return search


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("plies", [0, 2])
def test_pruning_and_memory_change_no_worth(seed: int, plies: int) -> None:
    board = drawn(seed, seed)
    for depth in (1, 2, 3):
        if depth == 3 and seed % 4:
            continue
        worth = minimax(ReflixNode(board.copy()), depth, plies)
        for table in (0, 4096):
            search = searched(board, depth, plies, table)
            assert search.score == worth
            assert played(ReflixNode(board.copy()), search.best, depth, plies) == worth


def test_the_rules_agree_that_an_end_is_forced() -> None:
    seen = set()
    for seed in range(60):
        board = drawn(seed, 4)
        search = searched(board, 3, 0, 4096)
        left = WIN - abs(search.score)
        if left > 3:
            continue
        state = _state(board)
        assert is_won(state, left) if search.score > 0 else is_lost(state, left)
        seen.add(left if search.score > 0 else -left)
    assert len(seen) >= 4


def _state(board: Board) -> ReflixState:
    """The state with this board."""
    return ReflixState(board.copy(), 0, None, CLASSIC)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10_000), st.randoms(use_true_random=False))
def test_outcomes_are_those_of_the_rules(seed: int, rng: random.Random) -> None:
    node, state = ReflixNode(drawn(seed)), _state(drawn(seed))
    before = (list(node.board.cells), node.number())
    count = 0
    outcome = GOES_ON
    while outcome == GOES_ON:
        packed = rng.choice(list(node.actions()))
        mover = state.to_move
        assert mover is not None
        outcome = node.play(packed)
        count += 1
        following = state.apply(mover, unpack(packed)).state
        assert isinstance(following, ReflixState)
        state = following
        if state.result is None:
            assert outcome == GOES_ON
            assert node.number() == ReflixNode(state.copied_board()).number()
        else:
            winner = state.result.winner
            assert outcome == (DRAWN if winner is None else WON if winner == mover else LOST)
    for _ in range(count):
        node.take_back()
    assert before == (list(node.board.cells), node.number())


def test_different_positions_have_different_numbers() -> None:
    seen: dict[int, tuple[object, ...]] = {}
    for seed in range(30):
        rng = random.Random(seed)
        node = ReflixNode(drawn(1))
        while not node.board.ending:
            board = node.board
            whole = (*board.cells, board.side, board.turn, board.played, *board.hits)
            assert seen.setdefault(node.number(), whole) == whole
            node.play(rng.choice(list(node.actions())))
    assert len(seen) > 200


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10_000))
def test_gains_are_the_moves_that_score(seed: int) -> None:
    node = ReflixNode(drawn(seed, seed % 15))
    side = node.board.side
    actions = node.actions()
    scores = []
    for action in actions:
        foreseen = node.board.foresee(action)
        assert node.board.make(action) == foreseen
        scores.append(int(node.board.hits[side] >= 0))
        node.board.unmake()
    gains = list(node.gains(actions))
    assert all(gain <= truth for gain, truth in zip(gains, scores, strict=True))
    assert max(gains) == max(scores)


def test_the_worth_does_not_depend_on_who_is_south() -> None:
    for seed in range(40):
        board = drawn(seed, seed % 9)
        other = Board(list(board.cells)[::-1], 1 - board.side, board.turn, board.played)
        for cell, code in enumerate(list(other.cells)):
            swapped = {1: 3, 2: 4, 3: 1, 4: 2, 8: 9, 9: 8, 10: 11, 11: 10}
            other.cells[cell] = swapped.get(code, code)
        other.hits[0], other.hits[1] = board.hits[1], board.hits[0]
        assert ReflixNode(board).evaluate() == ReflixNode(other).evaluate()


def test_a_hit_that_can_still_be_answered_is_no_end() -> None:
    for seed in range(200):
        board = drawn(seed)
        node = ReflixNode(board)
        scoring = [a for a, g in zip(*_gains(node), strict=True) if g]
        if scoring:
            assert node.play(scoring[0]) == GOES_ON
            assert node.evaluate() <= 3 - HIT_WORTH
            return
    raise AssertionError("no first move scores")


def _gains(node: ReflixNode) -> tuple[list[int], list[int]]:
    actions = node.actions()
    return list(actions), list(node.gains(actions))


@pytest.mark.parametrize("level", LEVELS[:2])
@pytest.mark.parametrize("seat", SEATS)
def test_the_computer_sets_up_fortresses_that_are_allowed_and_vary(level: str, seat: str) -> None:
    state = REFLIX.start({})
    chosen = [
        COMPUTER.set_up(state, seat, COMPUTER.levels[level], random.Random(seed), never)
        for seed in range(6)
    ]
    for setup in chosen:
        assert state.apply(seat, setup).state.awaited != state.awaited
    assert len(set(map(str, chosen))) == len(chosen)


@pytest.mark.parametrize("level", LEVELS[:2])
def test_the_computer_does_not_read_the_others_fortress(level: str) -> None:
    empty = REFLIX.start({})
    chosen = set()
    for seed in range(4):
        fortress = random_fortress(SOUTH, random.Random(seed))
        state = empty.apply(SOUTH, Setup(objects_of(fortress))).state
        for each in (empty, state):
            rng = random.Random(9)
            chosen.add(str(COMPUTER.set_up(each, NORTH, COMPUTER.levels[level], rng, never)))
    assert len(chosen) == 1


@pytest.mark.parametrize("seat", SEATS)
def test_the_strongest_level_hides_behind_a_fortress_that_no_two_moves_hit(seat: str) -> None:
    state = REFLIX.start({})
    setups = [
        COMPUTER.set_up(state, seat, COMPUTER.levels["hard"], random.Random(seed), never)
        for seed in range(2)
    ]
    assert setups[0] != setups[1]
    for setup in setups:
        assert isinstance(setup, Setup)
        assert ways_to_hit(fortress_of(setup.objects), seat, 2) == 0


def ways_to_hit(fortress: Fortress, seat: str, moves: int) -> int:
    """How many sequences of so many moves hit it from the start, its owner doing nothing."""
    side = SEATS.index(seat)
    found = 0
    for move in list(Board(codes_of(START, {seat: fortress}), 1 - side, 1, 0).moves()):
        board = Board(codes_of(START, {seat: fortress}), 1 - side, 1, 0)
        board.make(move)
        if board.hits[1 - side] >= 0:
            found += int(moves == 1)
        elif moves == 2:
            again = Board(list(board.cells), 1 - side, 1, 0)
            for other in list(again.moves()):
                again.make(other)
                found += int(again.hits[1 - side] >= 0)
                again.unmake()
    return found


@pytest.mark.parametrize("seed", range(6))
def test_the_danger_to_a_fortress_grows_with_the_moves_that_hit_it(seed: int) -> None:
    seat = SEATS[seed % 2]
    rng = random.Random(seed)
    fortresses = [random_fortress(seat, rng) for _ in range(40)]
    by_danger = sorted(fortresses, key=lambda fortress: danger(fortress, seat, 1))
    at_once = [ways_to_hit(fortress, seat, 1) for fortress in by_danger]
    assert at_once == sorted(at_once)
    assert at_once[0] < at_once[-1]
    safest = min(fortresses, key=lambda fortress: danger(fortress, seat, 2))
    assert (ways_to_hit(safest, seat, 1), ways_to_hit(safest, seat, 2)) == (0, 0)


@pytest.mark.parametrize("seed", range(6))
def test_a_trap_is_an_answer_after_which_the_rules_let_the_mover_hit(seed: int) -> None:
    board = drawn(seed + 20, 2 * seed)
    side = board.side
    before = list(board.cells)
    for move in list(board.moves())[::4]:
        expected = 0
        after = board.copy()
        after.make(move)
        for answer in list(after.moves()) if not after.ending else []:
            answered = after.copy()
            answered.make(answer)
            if answered.hits[1 - side] >= 0 or answered.ending:
                continue
            for last in list(answered.moves()):
                final = answered.copy()
                final.make(last)
                if final.hits[side] >= 0:
                    expected += 1
                    break
        if list(board.hits) == list(after.hits):
            assert traps(board, move) == expected
    assert list(board.cells) == before


def test_a_setup_that_is_told_to_stop_is_allowed_and_the_best_tried_so_far() -> None:
    state = REFLIX.start({})
    level = COMPUTER.levels["hard"]
    asked = 0

    def stops_after_some() -> bool:
        nonlocal asked
        asked += 1
        return asked > 20

    hurried = COMPUTER.set_up(state, SOUTH, level, random.Random(3), stops_after_some)
    assert asked < 60
    at_once = COMPUTER.set_up(state, SOUTH, level, random.Random(3), lambda: True)
    dangers = []
    for setup in (hurried, at_once):
        assert isinstance(setup, Setup)
        assert state.apply(SOUTH, setup).state.awaited == (NORTH,)
        dangers.append(danger(fortress_of(setup.objects), SOUTH, 2))
    assert dangers[0] < dangers[1]


def test_a_level_has_a_fixed_depth() -> None:
    assert all(level.depth and not level.nodes for level in COMPUTER.levels.values())
