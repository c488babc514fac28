"""Passing, and the ways in which a game ends."""

import pytest

from engine.core import IllegalAction, Result
from engine.legion.game import LEGION
from tests.engine.legion.positions import applied, deployed, events, legal, start

CORNERED = (
    "blue commander a1",
    "blue fortress disabled b1",
    "red legionnaire defend a2",
    "red legionnaire defend b2",
)


def test_a_seat_without_an_activation_passes_and_does_not_lose() -> None:
    state = start(*CORNERED, "red infantry defend g5")
    assert legal(state) == {"pass"}
    after = applied(state, "pass")
    assert (after.to_move, after.result, after.truth().quiet) == ("red", None, 1)
    assert [event["event"] for event in events(state, "pass")] == ["passed"]


def test_a_pass_counts_among_the_quiet_actions() -> None:
    state = start(*CORNERED, quiet=79, score={"blue": 3, "red": 4})
    assert applied(state, "pass").result == Result("red", "points")


def test_a_seat_that_can_act_does_not_pass() -> None:
    with pytest.raises(IllegalAction, match="passes only when"):
        applied(deployed(), "pass")


@pytest.mark.parametrize(
    ("who", "text"),
    [
        ("legionnaire attack d4", "d4xd5"),
        ("cavalry charge c3", "c3xd5"),
        ("chariot charge d3", "d3xd5"),
        ("archer volley d3", "d3*d5"),
        ("siege deployed d2", "d2*d5"),
        ("fortress active d4", "d4*d5"),
        ("commander d4", "d4xd5"),
        ("hidden e6", "e6xd5"),
    ],
)
def test_whoever_captures_a_commander_wins(who: str, text: str) -> None:
    state = start(f"blue {who}", "red commander d5", quiet=79, score={"blue": 0, "red": 9})
    after = applied(state, text)
    assert after.result == Result("blue", "commander")
    assert (after.to_move, after.legal_actions("red")) == (None, ())
    assert (after.truth().quiet, after.truth().score) == (0, {"blue": 0, "red": 9})


@pytest.mark.parametrize(
    ("score", "winner"), [((3, 2), "blue"), ((2, 3), "red"), ((3, 3), None), ((0, 0), None)]
)
@pytest.mark.parametrize("text", ["d4f", "d4t", "d4-d5", "f4!"])
def test_after_eighty_quiet_actions_the_points_decide(
    text: str, score: tuple[int, int], winner: str | None
) -> None:
    points = dict(zip(("blue", "red"), score, strict=True))
    units = ("blue infantry attack d4", "blue hidden f4")
    assert applied(start(*units, quiet=78, score=points), text).result is None
    after = applied(start(*units, quiet=79, score=points), text)
    assert after.result == Result(winner, "points")
    assert after.truth().quiet == 80


def test_a_capture_begins_the_count_anew() -> None:
    state = start("blue infantry attack d4", "red infantry attack d5", quiet=79)
    after = applied(state, "d4xd5")
    assert (after.result, after.truth().quiet) == (None, 0)


@pytest.mark.parametrize(("blue", "winner"), [(6, "blue"), (4, "red"), (5, None)])
def test_in_a_timed_game_the_points_decide_when_time_runs_out(
    blue: int, winner: str | None
) -> None:
    score = {"blue": blue, "red": 5}
    assert start(score=score, timed=True).adjudicate() == Result(winner, "time")
    for mover, other in (("blue", "red"), ("red", "blue")):
        untimed = start(score=score, to_move=mover)
        assert untimed.adjudicate() == Result(other, "time")


def test_outside_play_time_decides_nothing() -> None:
    assert LEGION.start({"timed": True}).adjudicate() is None
    over = applied(start("blue commander d4", "red commander d5", timed=True), "d4xd5")
    assert over.adjudicate() is None
