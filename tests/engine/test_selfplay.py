"""Matches of the computer against itself."""

import pytest

from engine.registry import GAMES
from engine.selfplay import OPENING_PLIES, Score, _options, match, opened, play
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


def test_the_games_of_a_match_begin_with_the_layouts_of_the_rules_in_turn() -> None:
    rules = GAMES["deflexion"]
    players = dict.fromkeys(rules.seats, "random")
    turns = [_options(rules, number, {"rules": "khet2"}) for number in range(6)]
    named = ["classic", "imhotep", "dynasty", "mercury", "sophie", "classic"]
    assert turns == [{"rules": "khet2", "layout": layout} for layout in named]
    assert _options(rules, 3, {}) == {"layout": "classic"}
    assert _options(rules, 3, {"layout": "dynasty"}) == {"layout": "dynasty"}
    assert play(rules, players, 4, {"rules": "khet2"}) in (*rules.seats, None)


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
        (("deflexion", "easy", "hard", "--start", "moon"), "The option layout is one of"),
        (("deflexion", "easy", "hard", "--start", "{"), "no object in JSON"),
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
    start = '{"rules":"khet2"}'
    khet = run("selfplay", "deflexion", "random", "random", "--games", "2", "--start", start)
    assert khet.stdout.startswith(f"deflexion {start}: random against random (")
    assert "95 % interval" in finished.stdout
