"""Matches of the computer against itself."""

import pytest

from engine.registry import GAMES
from engine.selfplay import OPENING_PLIES, Score, match, opened
from engine.thinking import seeded
from tests.engine.test_protocol import run


def test_a_match_is_the_same_each_time_and_its_colours_are_swapped() -> None:
    played = list(match("reflix", "easy", "random", 8))
    assert [score.games for score in played] == list(range(1, 9))
    assert played == list(match("reflix", "easy", "random", 8))
    other_way = list(match("reflix", "random", "easy", 8))[-1]
    assert played[-1].share > 0.5 > other_way.share


@pytest.mark.parametrize("name", ["deflexion", "arena"])
def test_random_play_comes_to_an_end(name: str) -> None:
    assert list(match(name, "random", "random", 2))[-1].games == 2


def test_no_opening_ends_the_game() -> None:
    rules = GAMES["deflexion"]
    for layout in ("classic", "imhotep", "dynasty"):
        start = rules.start(rules.complete({"layout": layout}))
        for seed in range(60):
            state = opened(start, seeded(seed))
            assert (state.ply, state.result) == (OPENING_PLIES, None)


def test_the_interval_of_a_score_is_that_of_its_games() -> None:
    even = Score(won=50, drawn=0, lost=50)
    assert (even.share, round(even.margin, 3)) == (0.5, 0.098)
    assert Score(won=0, drawn=9, lost=0).margin == 0
    assert Score(won=10, drawn=80, lost=10).margin < even.margin


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("chess", "easy", "hard"), "There is no game “chess”"),
        (("reflix", "easy", "expert"), "There is no player “expert”"),
        (("reflix", "easy", "hard", "--games", "0"), "invalid choice"),
    ],
)
def test_a_match_that_cannot_be_says_why(arguments: tuple[str, ...], reason: str) -> None:
    finished = run("selfplay", *arguments)
    assert (finished.returncode, finished.stdout) == (2, "")
    assert reason in finished.stderr


def test_the_command_line_tells_how_a_match_ended() -> None:
    finished = run("selfplay", "reflix", "easy", "random", "--games", "2")
    assert finished.stdout.startswith("reflix: easy against random (")
    assert "), 2 games +" in finished.stdout
    assert "95 % interval" in finished.stdout
