"""The board makes and unmakes, and keeps what no action changes."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.legion import board as rules
from engine.legion.codes import pack, unpack
from engine.legion.deployment import front_row
from engine.legion.game import LEGION
from engine.legion.notation import SEATS
from engine.legion.setup import Position, board_of, units_of
from engine.legion.state import LegionState, LegionView
from engine.legion.units import POINTS
from tests.engine.legion.positions import applied, deployed, start


def reached(seed: int) -> LegionState:
    """A state some random actions after a random deployment."""
    rng = random.Random(seed)
    armies = {seat: rng.choice(["rome", "egypt"]) for seat in SEATS}
    state = deployed(*(f"deploy {rng.choice(front_row(seat))}" for seat in SEATS), armies)
    for _ in range(rng.randrange(120)):
        if state.to_move is None:
            break
        actions = state.legal_actions(state.to_move)
        # Captures are rare: prefer them, so that positions with few units come about.
        sharp = [action for action in actions if set(str(action)) & set("x*")]
        state = applied(state, str(rng.choice(sharp or actions)))
    return state


def board(state: LegionState) -> rules.Board:
    """The board of the whole truth."""
    view = state.truth()
    to_move = view.to_move or SEATS[0]
    return board_of(Position(view.armies, view.units, to_move, view.quiet, view.score))


def snapshot(at: rules.Board) -> tuple[object, ...]:
    """All that an action may change."""
    return list(at.cells), at.side, at.quiet, list(at.scores), list(at.commanders)


@settings(max_examples=25)
@given(st.integers(0, 2**32))
def test_unmaking_brings_back_everything(seed: int) -> None:
    state = reached(seed)
    if state.to_move is None:
        return
    at = board(state)
    before = snapshot(at)
    for action in at.actions():
        made = at.make(action)
        if made == rules.ONGOING:
            between = snapshot(at)
            assert snapshot(at.copy()) == between
            for answer in list(at.actions())[:8]:
                at.make(answer)
                at.unmake()
                assert snapshot(at) == between
        at.unmake()
        assert snapshot(at) == before
        assert pack(unpack(action)) == action


def worth(view: LegionView, seat: str) -> int:
    """The points of the units that a seat has on the board, an active Fortress counted."""
    return sum(
        POINTS[unit.kind]
        for unit in view.units.values()
        if unit.seat == seat and unit.state != "disabled"
    )


@settings(max_examples=25)
@given(st.integers(0, 2**32))
def test_what_one_side_scores_the_other_has_lost(seed: int) -> None:
    view = reached(seed).truth()
    for seat, other in (SEATS, SEATS[::-1]):
        lost = 9 * 1 + 2 * 3 + 2 * 4 + 5 + 8 - worth(view, other)
        assert view.score[seat] == lost


@settings(max_examples=25)
@given(st.integers(0, 2**32))
def test_while_the_game_goes_on_each_side_has_its_commander_and_its_fortress(seed: int) -> None:
    state = reached(seed)
    if state.result is not None:
        return
    counts = Counter((unit.seat, unit.kind) for unit in state.truth().units.values())
    assert all(counts[seat, kind] == 1 for seat in SEATS for kind in ("commander", "fortress"))
    assert units_of(board(state)) == state.truth().units


@pytest.mark.parametrize("blue", ["rome", "egypt"])
@pytest.mark.parametrize("red", ["rome", "egypt"])
def test_from_the_usual_deployment_there_are_so_many_sequences(blue: str, red: str) -> None:
    # 8 steps of the front row, 13 flips, 14 turns, the Assassin's reveal; and from the aura 3
    # flips with a turn and 2 with a step. No first action takes anything from the other side.
    state = deployed(armies={"blue": blue, "red": red})
    assert (state.perft(1), state.perft(2)) == (41, 41 * 41)


def test_a_finished_game_has_no_sequences() -> None:
    state = start("blue commander d4", "red commander d5", "red hidden a2")
    one = state.perft(1)
    after = {str(action): applied(state, str(action)) for action in state.legal_actions("blue")}
    over = applied(state, "d4xd5")
    assert (over.perft(0), over.perft(1)) == (1, 0)
    assert len(after) == one
    assert state.perft(2) == sum(following.perft(1) for following in after.values())


def test_the_sample_in_the_midst_of_a_game_has_every_kind_of_action() -> None:
    (options,) = [options for options in LEGION.samples if "state" in options]
    state = LEGION.start(options)
    replies = [applied(state, str(action)) for action in state.legal_actions("red")]
    texts = [
        str(action)[2:]
        for following in (state, *replies)
        for action in following.legal_actions(following.to_move or "")
    ]
    assert set("-x*ft!") <= set("".join(texts))
    assert (state.perft(1), state.perft(2)) == (63, 2530)
