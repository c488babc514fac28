"""Nobody but its owner can tell which unit of the front row is the Assassin."""

import json
import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core import GameError, Result, Seat, Step
from engine.legion.deployment import front_row
from engine.legion.game import LEGION
from engine.legion.notation import SEATS, Flip, Melee, Move, PlayAction, Reveal, Shoot
from engine.legion.state import LegionState
from engine.record import Entry, Record
from tests.engine.legion.positions import (
    SQUARES,
    applied,
    deployed,
    start,
    unit,
)

ARMIES = ("rome", "egypt")


def received(state: LegionState, seat: Seat | None) -> str:
    """All that the engine shows of a state to a seat, or to everybody."""
    return json.dumps([state.view(seat).to_json(), str(state.view(seat)), state.awaited])


def told(step: Step, seat: Seat | None) -> str:
    """All that the engine shows of a step to a seat, or to everybody."""
    events = step.seen_by(seat)
    return json.dumps([[event.to_json() for event in events], str(events), step.action.public])


def refusals(state: LegionState, seat: Seat, rng: random.Random) -> list[str]:
    """What the seat is told of a few things that it tries, allowed or not."""
    answers = []
    for _ in range(12):
        act = rng.choice([Move, Melee, Shoot])
        tried: PlayAction = act(rng.choice(SQUARES), rng.choice(SQUARES), rng.random() < 0.3)
        if rng.random() < 0.2:
            tried = rng.choice([Flip, Reveal])(rng.choice(SQUARES))
        try:
            state.apply(seat, tried)
            answers.append(f"{tried} is allowed")
        except GameError as refusal:
            answers.append(f"{tried} {refusal.code} {refusal}")
    return answers


def twins(rng: random.Random) -> tuple[list[LegionState], Seat]:
    """Two games in which another unit of that seat's front row is the Assassin."""
    owner = rng.choice(SEATS)
    armies = {seat: rng.choice(ARMIES) for seat in SEATS}
    setups = {}
    for seat in SEATS:
        row = rng.sample(front_row(seat), 8)
        choices = [f"{square}=attack" for square in row[2:] if rng.random() < 0.3]
        setups[seat] = (row[:2], choices)
    games = []
    for number in range(2):
        texts = {
            seat: " ".join(["deploy", squares[number if seat == owner else 0], *choices])
            for seat, (squares, choices) in setups.items()
        }
        games.append(deployed(texts["blue"], texts["red"], armies))
    return games, owner


def shared_steps(games: list[LegionState], rng: random.Random) -> Iterator[list[Step]]:
    """Steps with one action that both games allow and that reveals nothing in either."""
    for _ in range(60):
        mover = games[0].to_move
        if mover is None:
            return
        common = set.intersection(*(set(game.legal_actions(mover)) for game in games))
        for action in rng.sample(sorted(common, key=str), min(len(common), 12)):
            steps = [game.apply(mover, action) for game in games]
            names = [{event.to_json()["event"] for event in step.events} for step in steps]
            fallen = [
                [str(event.to_json().get("was_hidden")) for event in step.events] for step in steps
            ]
            if fallen[0] == fallen[1] and names[0] == names[1] and steps[0].state.to_move:
                break
        else:
            return
        yield steps
        games[:] = [state for step in steps if isinstance(state := step.state, LegionState)]


@settings(max_examples=8)
@given(st.integers(0, 2**32))
def test_two_games_that_differ_in_the_assassin_alone_look_the_same(seed: int) -> None:
    rng = random.Random(seed)
    games, owner = twins(rng)
    others = [seat for seat in (*SEATS, None) if seat != owner]
    for steps in shared_steps(games, rng):
        for viewer in others:
            assert told(steps[0], viewer) == told(steps[1], viewer)
            first, second = (
                received(step.state, viewer)
                for step in steps
                if isinstance(step.state, LegionState)
            )
            assert first == second
        for step in steps:
            assert step.state.adjudicate() == steps[0].state.adjudicate()
        (rival,) = set(SEATS) - {owner}
        states = [step.state for step in steps if isinstance(step.state, LegionState)]
        seed_here = rng.random()
        first_answers, second_answers = (
            refusals(state, rival, random.Random(seed_here)) for state in states
        )
        assert first_answers == second_answers
        assert states[0].legal_actions(rival) == states[1].legal_actions(rival)


def test_the_twin_games_do_play_on_and_differ_in_truth() -> None:
    plies, moved = 0, 0
    for seed in range(6):
        games, owner = twins(random.Random(seed))
        for steps in shared_steps(games, random.Random(seed)):
            events = [event for step in steps for event in step.events]
            moved += sum(event.seen_by(None) != event for event in events)
        plies += games[0].ply
        places = [
            {square for square, unit in units.items() if unit.seat == owner and unit.is_hidden}
            for units in (game.truth().units for game in games)
        ]
        assert places[0] != places[1]
    assert plies > 100
    assert moved > 3


@settings(max_examples=8)
@given(st.integers(0, 2**32))
def test_the_word_is_not_said_before_the_assassin_is_known(seed: int) -> None:
    rng = random.Random(seed)
    armies = {seat: rng.choice(ARMIES) for seat in SEATS}
    setups = [f"deploy {rng.choice(front_row(seat))}" for seat in SEATS]
    state = deployed(setups[0], setups[1], armies)
    for _ in range(80):
        if state.to_move is None:
            break
        hidden = {unit.seat for unit in state.truth().units.values() if unit.is_hidden}
        known = {unit.seat for unit in state.truth().units.values() if unit.kind == "assassin"}
        if hidden != set(SEATS) or known != hidden:
            break
        assert "assassin" not in received(state, None).lower()
        for seat in SEATS:
            seen = json.dumps(state.view(seat).to_json())
            assert seen.count("assassin") == 1
            assert seen.count("hidden") == 1
        step = state.apply(state.to_move, rng.choice(state.legal_actions(state.to_move)))
        names = {event.to_json()["event"] for event in step.events}
        if names <= {"moved", "turned", "flipped"}:
            assert "assassin" not in told(step, None).lower()
        assert isinstance(step.state, LegionState)
        state = step.state


# What others see of it, one by one


@pytest.mark.parametrize(
    ("text", "kind"), [("d4-d5", "moved"), ("d4t", "turned")], ids=["move", "turn"]
)
@pytest.mark.parametrize(("army", "cover"), [("rome", "legionnaire"), ("egypt", "infantry")])
def test_a_step_of_a_hidden_assassin_is_seen_as_one_of_its_cover(
    text: str, kind: str, army: str, cover: str
) -> None:
    armies = {"blue": army, "red": "rome"}
    hidden = start("blue hidden d4", armies=armies)
    ordinary = start(f"blue {cover} defend d4", armies=armies)
    step, plain = (state.apply("blue", LEGION.parse(text)) for state in (hidden, ordinary))
    (event,) = step.events
    assert event.to_json()["kind"] == "assassin"
    assert event.to_json()["hidden"] is True
    assert (event.to_json()["event"], step.seen_by("blue")) == (kind, step.events)
    for viewer in ("red", None):
        assert step.seen_by(viewer) == plain.events
        assert "hidden" not in step.seen_by(viewer)[0].to_json()


def test_the_opponents_hidden_assassin_is_an_ordinary_unit_in_a_refusal() -> None:
    state = start("blue commander d4", "red hidden d5")
    with pytest.raises(GameError, match=r"Red's infantry on d5 blocks captures from that side\."):
        applied(state, "d4xd5")
    with pytest.raises(GameError, match=r"The infantry on d5 is Red's, and it is Blue's turn\."):
        applied(state, "d5!")


def test_when_the_game_is_over_everybody_sees_the_truth() -> None:
    state = start("blue commander d4", "red commander d5", "red hidden a2", "blue hidden h7")
    step = state.apply("blue", LEGION.parse("d4xd5"))
    for viewer in (*SEATS, None):
        assert step.state.view(viewer) == step.state.truth()
        assert unit(state.view(viewer), "a2") == (
            "red hidden south" if viewer == "red" else "red infantry defend south"
        )


def test_a_hidden_assassin_that_enters_is_shown_as_the_game_is_over() -> None:
    state = start("blue hidden d4", "red fortress disabled d5")
    step = state.apply("blue", LEGION.parse("d4-d5"))
    assert step.seen_by("red") == step.events
    assert [event.to_json()["event"] for event in step.events] == ["moved", "entered", "game_over"]


def test_where_the_assassin_stands_is_not_in_what_others_read_of_a_deployment() -> None:
    for text in ("deploy", "deploy c2", "deploy h2 a1=charge"):
        step = LEGION.start({}).apply("blue", LEGION.parse(text))
        assert step.action.public == "deploy"
        assert told(step, "red") == told(step, None)
    strike = start("blue hidden d4", "red archer volley d5")
    for text in ("d4-d3", "d4xd5", "d4!"):
        assert LEGION.parse(text).public == text
        assert str(strike.apply("blue", LEGION.parse(text)).action) == text


def test_a_game_that_was_given_up_shows_the_truth_once_it_was_played() -> None:
    setups = (Entry("blue", "deploy c2"), Entry("red", "deploy b7"))
    end = Result("red", "resignation")
    for entries, is_shown in (((*setups, Entry("blue", "e2-e3")), True), (setups[:1], False)):
        over = Record("legion", {}, entries, end).end()
        for viewer in (None, "red"):
            assert (over.view(viewer) == over.truth()) is is_shown
