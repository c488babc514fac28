"""The search of Legion: what it sees is there, and what is hidden from the mover stays so."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.computer import Limits
from engine.legion import board as rules
from engine.legion.computer import COMPUTER, WORLDS, hiding_places, seen_by_mover, worlds
from engine.legion.deployment import front_row
from engine.legion.evaluate import WORTHS_OF_KINDS, LegionNode
from engine.legion.game import LEGION
from engine.legion.notation import SEATS, Deploy
from engine.legion.setup import board_of
from engine.legion.state import LegionState
from engine.legion.tables import FORM_OF
from engine.legion.units import Kind, UnitState
from engine.search import DRAWN, GOES_ON, LOST, WIN, WON, Search
from tests.engine.minimax import minimax


def never() -> bool:
    return False


def begun(blue: str = "deploy", red: str = "deploy", **options: object) -> LegionState:
    """A game after these deployments."""
    state = LEGION.start(LEGION.complete(options))  # type: ignore[arg-type]
    for seat, text in zip(SEATS, (blue, red), strict=True):
        following = state.apply(seat, LEGION.parse(text)).state
        assert isinstance(following, LegionState)
        state = following
    return state


def played(seed: int, plies: int, red: str = "deploy") -> LegionState:
    """The state after so many random actions, or as many as the game has before its end."""
    rng = random.Random(seed)
    state = begun("deploy a1=charge c2=attack h1=charge f2=attack", red)
    for _ in range(plies):
        assert state.to_move is not None
        action = rng.choice(state.legal_actions(state.to_move))
        following = state.apply(state.to_move, action).state
        assert isinstance(following, LegionState)
        if following.result is not None:
            break
        state = following
    return state


def node_of(state: LegionState) -> LegionNode:
    """The position as its mover sees it."""
    return COMPUTER.node(state)


@pytest.mark.parametrize("seed", range(6))
def test_nothing_depends_on_where_the_others_assassin_really_stands(seed: int) -> None:
    first, other = begun(red="deploy b7"), begun(red="deploy g7")
    rng = random.Random(seed)
    for ply in range(7):
        assert first.to_move is not None
        if ply % 2:
            common = set(map(str, first.legal_actions("red")))
            common &= set(map(str, other.legal_actions("red")))
            text = rng.choice(sorted(common))
        else:
            assert first.view("blue") == other.view("blue")
            found = [
                COMPUTER.search(state, Limits(never, depth=1), 9, random.Random(seed))
                for state in (first, other)
            ]
            assert found[0] == found[1]
            text = str(found[0].action)
        after = []
        for state in (first, other):
            assert state.to_move is not None
            after.append(state.apply(state.to_move, LEGION.parse(text)).state)
        first, other = (state for state in after if isinstance(state, LegionState))
        if first.view("blue") != other.view("blue"):
            return


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 500), st.integers(0, 60))
def test_every_world_looks_like_the_view_and_one_of_the_places_is_the_true_one(
    seed: int, plies: int
) -> None:
    state = played(seed, plies)
    view = seen_by_mover(state)
    drawn = worlds(view, random.Random(seed))
    assert 1 <= len(drawn) <= WORLDS
    legal = list(LegionNode(board_of(drawn[0].position)).actions())
    for world in (each.position for each in drawn):
        assert list(LegionNode(board_of(world)).actions()) == legal
        shown = {
            square: replace(unit, kind=view.units[square].kind, is_hidden=False)
            if unit.is_hidden and unit.seat != state.to_move
            else unit
            for square, unit in world.units.items()
        }
        assert shown == view.units
    hidden = [
        square
        for square, unit in state.truth().units.items()
        if unit.is_hidden and unit.seat != state.to_move
    ]
    places = hiding_places(view)
    assert set(hidden) <= set(places)
    assert bool(hidden) == bool(places)
    assert sorted(map(str, state.legal_actions(str(state.to_move)))) == sorted(
        str(COMPUTER.unpack(action)) for action in legal
    )


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 500), st.integers(0, 80), st.randoms(use_true_random=False))
def test_outcomes_and_gains_are_those_of_the_rules(
    seed: int, plies: int, rng: random.Random
) -> None:
    node = node_of(played(seed, plies))
    board = node.board
    before = (list(board.cells), node.number(), node.evaluate())
    actions = node.actions()
    gains = dict(zip(list(actions), list(node.gains(actions)), strict=True))
    for action in rng.sample(list(gains), min(12, len(gains))):
        side, lead = board.side, worths_of(board)
        outcome = node.play(action)
        if outcome == GOES_ON:
            change = worths_of(board) - lead
            assert gains[action] == (change if side == 0 else -change)
        elif board.quiet >= rules.QUIET_LIMIT:
            lead = board.scores[side] - board.scores[1 - side]
            assert outcome == (WON if lead > 0 else LOST if lead < 0 else DRAWN)
        else:
            assert (outcome, gains[action]) == (WON, 3_000)
        node.take_back()
    assert before == (list(board.cells), node.number(), node.evaluate())


def worths_of(board: rules.Board) -> int:
    """What Blue's units are worth wherever they stand, less Red's."""
    worth = 0
    for cell in list(rules.CELLS):
        unit = board.cells[cell]
        if unit != rules.EMPTY:
            form = FORM_OF[unit & rules.FORM_BITS]
            if form.state is not UnitState.DISABLED:
                worth += WORTHS_OF_KINDS[form.kind] * (-1 if unit & rules.RED_BIT else 1)
    return worth


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 500), st.integers(0, 80), st.randoms(use_true_random=False))
def test_what_is_kept_up_to_date_is_what_a_fresh_look_gives(
    seed: int, plies: int, rng: random.Random
) -> None:
    node = node_of(played(seed, plies))
    for _ in range(8):
        if node.play(rng.choice(list(node.actions()))) != GOES_ON:
            break
        fresh = LegionNode(node.board.copy())
        assert (node.number(), node.placed) == (fresh.number(), fresh.placed)
        assert node.evaluate() == fresh.evaluate()


@pytest.mark.parametrize("seed", range(5))
def test_pruning_and_memory_change_no_worth(seed: int) -> None:
    state = played(seed, 12 * seed)
    worth = minimax(node_of(state), 2, 1)
    for table in (0, 4096):
        search = Search(node_of(state), never, 0, 1, table)
        search.run(2, [])
        assert search.score == worth


def test_a_commander_is_captured_at_once() -> None:
    units = {
        "e1": ("blue", "commander", None, "north"),
        "d1": ("blue", "fortress", "active", "north"),
        "d7": ("blue", "legionnaire", "attack", "north"),
        "d8": ("red", "commander", None, "south"),
        "e8": ("red", "fortress", "active", "south"),
    }
    state = begun().truth().to_json() | {
        "units": {
            square: {"seat": seat, "kind": kind, "state": form, "facing": facing}
            for square, (seat, kind, form, facing) in units.items()
        }
    }
    won = LEGION.start(LEGION.complete({"state": state}))
    found = COMPUTER.search(won, Limits(never, depth=2), 0, random.Random(1))
    assert (str(found.action), found.score) == ("d7xd8", WIN - 1)


@pytest.mark.parametrize("seat", SEATS)
def test_the_computer_deploys_legally_and_variously_whatever_the_other_has(seat: str) -> None:
    empty = LEGION.start(LEGION.complete({}))
    (other,) = set(SEATS) - {seat}
    chosen = set()
    for seed in range(24):
        level = COMPUTER.levels["hard"]
        deployment = COMPUTER.set_up(empty, seat, level, random.Random(seed), never)
        assert isinstance(deployment, Deploy)
        assert empty.apply(seat, deployment).state.awaited == (other,)
        their = COMPUTER.set_up(empty, other, level, random.Random(seed), never)
        late = empty.apply(other, their).state
        assert COMPUTER.set_up(late, seat, level, random.Random(seed), never) == deployment
        chosen.add(deployment.assassin)
    assert len(chosen) > 4
    assert chosen <= set(front_row(seat))


def test_a_unit_that_attacks_is_not_taken_for_the_assassin() -> None:
    state = begun(red="deploy d7 a7=attack b7=attack")
    places = hiding_places(state.view("blue"))
    assert {"a7", "b7"}.isdisjoint(places)
    assert "d7" in places
    for square in places:
        unit = state.view("blue").units[square]
        assert (unit.kind, unit.state) == (Kind.INFANTRY, UnitState.DEFEND)
