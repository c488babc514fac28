"""The search of Arena: what it keeps is right, and it reckons with how the arena moves."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.arena import board as rules
from engine.arena.board import Board
from engine.arena.chance import FLIP_PROBABILITY, read
from engine.arena.computer import COMPUTER, SAMPLES, SCALE, _branch, draw
from engine.arena.evaluate import CROSSING, WORTH_KING, ArenaNode
from engine.arena.notation import GRID, RING, RING_CELLS
from engine.arena.state import ARENA, ArenaState, unpack
from engine.computer import Limits
from engine.search import DRAWN, GOES_ON, LOST, WIN, WON, Search
from tests.engine.arena.positions import CALM, start
from tests.engine.minimax import minimax


def never() -> bool:
    return False


def played(seed: int, plies: int) -> ArenaState:
    """The state after so many random actions, or as many as the game has before its end."""
    rng = random.Random(seed)
    state = ARENA.start(ARENA.complete({}, rng))
    for _ in range(plies):
        assert state.to_move is not None
        action = rng.choice(state.legal_actions(state.to_move))
        following = state.apply(state.to_move, action, rng=rng).state
        assert isinstance(following, ArenaState)
        if following.result is not None:
            break
        state = following
    return state


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 1_000), st.integers(0, 60), st.randoms(use_true_random=False))
def test_what_is_kept_up_to_date_is_what_a_fresh_look_gives(
    seed: int, plies: int, rng: random.Random
) -> None:
    node = ArenaNode(played(seed, plies).copied_board())
    before = (list(node.board.cells), node.number(), node.material, list(node.kings))
    count = 0
    for _ in range(8):
        side = node.board.side
        packed = rng.choice(list(node.actions()))
        foreseen = dict(zip(list(node.actions()), list(node.gains(node.actions())), strict=True))
        outcome = node.play(packed)
        count += 1
        if outcome in (WON, LOST):
            assert outcome == (WON if foreseen[packed] > 0 else LOST)
            break
        assert (outcome == DRAWN) == (node.board.quiet >= rules.QUIET_LIMIT)
        fresh = ArenaNode(node.board.copy())
        assert (node.number(), node.material) == (fresh.number(), fresh.material)
        assert list(node.kings) == list(fresh.kings)
        assert node.board.side != side
    for _ in range(count):
        node.take_back()
    after = (list(node.board.cells), node.number(), node.material, list(node.kings))
    assert before == after


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 1_000), st.integers(0, 80))
def test_a_gain_is_what_material_changes_by(seed: int, plies: int) -> None:
    node = ArenaNode(played(seed, plies).copied_board())
    sign = 1 if node.board.side == rules.WHITE else -1
    before = node.material
    actions = node.actions()
    for action, gain in zip(list(actions), list(node.gains(actions)), strict=True):
        if node.play(action) in (GOES_ON, DRAWN):
            assert gain == sign * (node.material - before)
        node.take_back()


@pytest.mark.parametrize("seed", range(6))
def test_pruning_and_memory_change_no_worth_while_the_arena_stands_still(seed: int) -> None:
    board = played(seed, 12 * seed).copied_board()
    worth = minimax(ArenaNode(board.copy()), 2, 2)
    for table in (0, 4096):
        search = Search(ArenaNode(board.copy()), never, 0, 2, table)
        search.run(2, [])
        assert search.score == worth


@pytest.mark.parametrize("seed", range(20))
def test_the_worth_does_not_depend_on_who_is_white(seed: int) -> None:
    board = played(seed, 3 * seed).copied_board()
    turned = list(board.cells)[::-1]
    for cell, code in enumerate(turned):
        turned[cell] = _turned(code)
    swapped = board.cooling >> 1 | (board.cooling & 1) << 1
    other = Board(
        turned,
        1 - board.side,
        quiet=board.quiet,
        cooling=swapped,
        raised_left=board.raised_left,
        rise_in=board.rise_in,
    )
    assert ArenaNode(board).evaluate() == ArenaNode(other).evaluate()


def _turned(code: int) -> int:
    """What stands there after half a turn of the board, the sides changed."""
    shape = code & rules.SHAPE_BITS
    if shape < rules.KING:
        return code
    for first in (rules.CANNON, rules.MIRROR):
        if first <= shape < first + 4:
            shape = first + (shape - first + 2) % 4
    if shape >= rules.GUARD:
        mask = shape - rules.GUARD
        shape = rules.GUARD + ((mask << 2 | mask >> 2) & 15)
    return shape + (rules.BLACK_BIT - code // rules.BLACK_BIT * rules.BLACK_BIT)


def test_a_mirror_is_worth_more_near_a_square_from_which_it_could_aim_at_the_king() -> None:
    def worth(pieces: str, **more: tuple[str, ...]) -> int:
        return ArenaNode(start(f"ki5 {pieces}", **more).copied_board()).evaluate()

    far, near = worth("Me4NW"), worth("Mc4NW")
    assert near - far == 2 * CROSSING
    assert worth("Me4NW", rubble=("b5",)) == worth("Mc4NW", rubble=("b5",))
    assert worth("Mc4NW gf5") == worth("Me4NW gf5")


@pytest.mark.parametrize("depth", [1, 2])
def test_a_win_at_once_is_taken(depth: int) -> None:
    found = COMPUTER.search(start("kb9"), Limits(never, depth=depth), 0, random.Random(1))
    assert (str(found.action), found.score) == ("FIRE", WIN - 1)


def test_a_king_in_the_line_of_fire_steps_out_of_it() -> None:
    state = start("Kh4 ch9S", to_move="white")
    found = COMPUTER.search(state, Limits(never, depth=2), 0, random.Random(1))
    after = state.apply("white", found.action, chance=CALM).state
    assert isinstance(after, ArenaState)
    assert after.to_move is not None
    shot = after.apply("black", ARENA.parse("FIRE"), rng=random.Random(1))
    assert shot.state.result is None


def test_the_seed_decides_and_nothing_else() -> None:
    state = played(3, 30)
    found = [
        COMPUTER.search(state, Limits(never, depth=2), 5, random.Random(seed))
        for seed in (4, 4, 5, 6)
    ]
    assert found[0] == found[1]
    assert len({each.score for each in found}) > 1


def test_the_worth_of_an_action_is_its_average_prospect_over_what_the_arena_may_do() -> None:
    state = played(8, 40)
    found = COMPUTER.search(state, Limits(never, depth=1, quiescence_plies=0), 0, random.Random(2))
    rng = random.Random(2)
    draws = [draw(rng) for _ in range(SAMPLES)]
    best = -1.0
    for action in list(state.copied_board().actions()):
        prospects = []
        for drawn in draws:
            board = state.copied_board()
            if board.make(action) & rules.SHAPE_BITS == rules.KING:
                break
            drawn.carry_out(board)
            worth = -ArenaNode(board).evaluate()
            prospects.append(worth / (abs(worth) + SCALE))
        else:
            best = max(best, sum(prospects) / SAMPLES)
    assert abs(found.score - best * SCALE / (1 - abs(best))) < 2


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 1_000), st.integers(0, 60))
def test_the_arena_moves_as_its_rules_say(seed: int, plies: int) -> None:
    board = played(seed, plies).copied_board()
    board.make(rules.pack(rules.PASS, 0, 0))
    drawn = draw(random.Random(seed))
    moved = board.copy()
    drawn.carry_out(moved)
    columns = [c for c in GRID.names if moved.cells[c] == rules.COLUMN != board.cells[c]]
    chance = {
        "flips": [name for name in RING if RING_CELLS[name] in drawn.flips],
        "columns": [GRID.names[cell] for cell in columns] or None,
        "next_rise": drawn.next_rise if board.raised_left == 1 else None,
    }
    same = board.copy()
    read(same, chance).carry_out(same)
    assert list(moved.cells) == list(same.cells)
    assert (moved.rise_in, moved.raised_left) == (same.rise_in, same.raised_left)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 1_000), st.integers(0, 60), st.randoms(use_true_random=False))
def test_what_a_shot_would_hit_once_the_arena_has_moved_is_what_it_then_hits(
    seed: int, plies: int, rng: random.Random
) -> None:
    board = played(seed, plies).copied_board()
    node = ArenaNode(board)
    before = list(board.cells)
    draws = [draw(rng) for _ in range(6)]
    columns = rng.choice([0, rules.COLUMNS]) if rules.COLUMN not in before else 0
    ways = [cell for each in draws for cell in (*each.flips, *each.order, 0)]
    found = node.hits(ways, columns)
    assert list(board.cells) == before
    for each, hit in zip(draws, list(found), strict=True):
        moved = board.copy()
        moved.rise_in, moved.raised_left = 1 if columns else 9, 0
        each.carry_out(moved)
        shooter = ArenaNode(moved)
        worth = shooter.material if moved.side == rules.WHITE else -shooter.material
        outcome = shooter.play(rules.pack(rules.FIRE, 0, 0))
        if outcome in (WON, LOST):
            assert hit == (WORTH_KING if outcome == WON else -WORTH_KING)
        else:
            after = shooter.material if moved.side == rules.BLACK else -shooter.material
            assert hit == after - worth


@pytest.mark.parametrize(
    ("rises", "retracts"), [(True, False), (False, True), (False, False)], ids=str
)
def test_what_answers_an_action_is_shot_where_the_arena_has_moved(
    rises: bool, retracts: bool
) -> None:
    rng = random.Random(3)
    fire = rules.pack(rules.FIRE, 0, 0)
    shots = []
    for seed in range(60):
        board = played(seed, seed).copied_board()
        if (board.rise_in == 1, board.raised_left == 1) != (rises, retracts):
            continue
        node, draws = ArenaNode(board), [draw(rng) for _ in range(8)]
        ways = [c for each in draws for c in (*each.flips, *(each.order if rises else ()), 0)]
        for action in list(node.actions()):
            _, following, hits = _branch(node, action, draws, ways)
            for after, hit in zip(following, hits, strict=bool(hits)):
                gains = dict(zip(after.actions(), after.gains(after.actions()), strict=True))
                assert hit == gains[fire]
                shots.append(hit)
    assert any(shots)


def test_mirrors_flip_as_often_as_the_rules_say() -> None:
    rng = random.Random(1)
    flips = Counter(cell for _ in range(400) for cell in draw(rng).flips)
    assert set(flips) == {RING_CELLS[name] for name in RING}
    assert abs(flips.total() / 400 / len(RING) - FLIP_PROBABILITY) < 0.02


def test_a_search_stopped_at_once_still_names_a_legal_action() -> None:
    state = played(2, 10)
    found = COMPUTER.search(state, Limits(lambda: True), 0, random.Random(1))
    assert found.depth == 0
    assert found.action in state.legal_actions(str(state.to_move))
    assert found.action in [unpack(a) for a in list(state.copied_board().actions())]
