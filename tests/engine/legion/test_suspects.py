"""What all who have watched a game know of where an Assassin may be hidden, and no more."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.legion.deployment import front_row
from engine.legion.game import LEGION
from engine.legion.notation import SEATS
from engine.legion.state import LegionState
from tests.engine.legion.positions import applied, deployed, start


def suspected(state: LegionState, seat: str) -> set[str]:
    """The suspects of the seat, which are the same in every view."""
    views = [state.view(viewer).suspects[seat] for viewer in (*SEATS, None)]
    assert views[0] == views[1] == views[2]
    assert list(views[0]) == sorted(views[0])
    return set(views[0])


def test_nobody_is_suspected_before_both_have_deployed() -> None:
    state = LEGION.start({})
    assert suspected(state, "blue") == suspected(state, "red") == set()
    state = applied(state, "deploy c2", "blue")
    assert suspected(state, "blue") == suspected(state, "red") == set()


def test_at_first_the_front_row_in_defend_is_suspected_and_no_other_unit() -> None:
    state = deployed("deploy c2 a2=attack h2=attack f1=attack", "deploy")
    assert suspected(state, "blue") == set(front_row("blue")) - {"a2", "h2"}
    assert suspected(state, "red") == set(front_row("red"))


def test_a_unit_that_flips_is_cleared_for_ever_and_one_that_moves_or_turns_is_not() -> None:
    state = deployed("deploy c2", "deploy c7")
    for text in ("e2f", "d7-d6", "e2f", "d6t", "a2-a3", "a7t"):
        state = applied(state, text)
    assert state.view("red").units["e2"].state == "defend"
    assert suspected(state, "blue") == set(front_row("blue")) - {"e2", "a2"} | {"a3"}
    assert suspected(state, "red") == set(front_row("red")) - {"d7"} | {"d6"}


@pytest.mark.parametrize("text", ["d2f-d3", "d2ft"])
def test_a_unit_that_flips_beside_its_commander_and_acts_is_cleared(text: str) -> None:
    state = applied(deployed("deploy c2", "deploy c7"), text)
    assert suspected(state, "blue") == set(front_row("blue")) - {"d2"}


def test_once_an_assassin_has_shown_itself_or_fallen_nobody_is_suspected() -> None:
    shown = applied(deployed("deploy c2", "deploy c7"), "c2!")
    assert (suspected(shown, "blue"), len(suspected(shown, "red"))) == (set(), 8)
    units = (
        "blue hidden d4",
        "red infantry defend d5",
        "red hidden e5",
        "blue legionnaire defend a1",
    )
    struck = applied(start(*units), "d4xe5")
    assert suspected(struck, "blue") == suspected(struck, "red") == set()


def test_a_suspect_that_falls_is_one_less() -> None:
    units = ("blue hidden d4", "blue cavalry charge b1", "red infantry defend a3", "red hidden e6")
    state = start(*units)
    assert suspected(state, "red") == {"a3", "e6"}
    state = applied(state, "b1xa3")
    assert suspected(state, "red") == {"e6"}


def test_in_a_game_from_its_midst_an_assassin_is_feared_that_may_have_fallen() -> None:
    units = ("blue cavalry charge b1", "red infantry defend a3", "red infantry attack c3")
    for score in (0, 5):
        state = start(*units, score={"blue": score, "red": 0})
        assert suspected(state, "red") == {"a3"}
    assert suspected(start(*units, "red assassin e6"), "red") == set()


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10_000))
def test_a_hidden_assassin_is_always_among_the_suspects_of_a_game_from_its_beginning(
    seed: int,
) -> None:
    rng = random.Random(seed)
    state = deployed(*(f"deploy {rng.choice(front_row(seat))}" for seat in SEATS))
    for _ in range(60):
        if state.to_move is None:
            return
        state = applied(state, str(rng.choice(state.legal_actions(state.to_move))))
        truth = state.truth().units
        for seat in SEATS:
            hidden = {s for s, unit in truth.items() if unit.is_hidden and unit.seat == seat}
            suspects = suspected(state, seat)
            assert hidden <= suspects
            assert bool(hidden) == bool(suspects)
            seen = state.view(None).units
            assert all(seen[s].seat == seat and seen[s].state == "defend" for s in suspects)
