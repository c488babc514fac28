"""What every game keeps to, whichever it is: one suite over the registry."""

import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

import engine
from engine.core import (
    JSON,
    BadChance,
    BadOption,
    Game,
    GameOver,
    IllegalAction,
    InvalidAction,
    NotYourTurn,
    Phase,
    State,
    Step,
    UnknownGame,
)
from engine.record import Entry, Record
from engine.registry import GAMES, game
from tests.engine.beginning import begin, begun, setups


def _rules_of(options: Mapping[str, JSON]) -> Mapping[str, JSON]:
    """The option that says which rules are played, where a game has more than one set of them."""
    return {key: value for key, value in options.items() if key == "rules"}


STARTS = [
    pytest.param(rules, options, id=f"{rules.name}-{number}")
    for rules in GAMES.values()
    for number, options in enumerate(rules.samples, start=1)
]
over_games = pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES)
over_starts = pytest.mark.parametrize(("rules", "options"), STARTS)


def play(state: State, rng: random.Random, plies: int) -> Iterator[tuple[State, Step]]:
    """Random play: each state with the step taken from it."""
    for _ in range(plies):
        if state.to_move is None:
            return
        action = rng.choice(state.legal_actions(state.to_move))
        step = state.apply(state.to_move, action, rng=rng)
        yield state, step
        state = step.state


def test_an_unknown_game_is_named_in_the_refusal() -> None:
    with pytest.raises(UnknownGame, match="chess"):
        game("chess")


@over_games
def test_a_game_describes_itself_in_json(rules: Game) -> None:
    assert GAMES[rules.name] is rules
    assert len(set(rules.seats)) == 2
    assert json.loads(json.dumps(rules.options)) == rules.options


@over_games
def test_an_unknown_option_is_refused_by_name(rules: Game) -> None:
    with pytest.raises(BadOption, match="colour"):
        rules.start({"colour": "red"})


@over_starts
def test_completed_options_start_the_same_game_again(
    rules: Game, options: Mapping[str, JSON]
) -> None:
    complete = rules.complete(options, random.Random(1))
    assert json.loads(json.dumps(complete)) == rules.complete(complete) == complete
    assert rules.start(complete).truth() == rules.start(complete).truth()


@over_starts
def test_texts_of_actions_parse_back_and_come_sorted(
    rules: Game, options: Mapping[str, JSON]
) -> None:
    for state, _ in play(begin(rules, options), random.Random(2), 30):
        assert state.to_move is not None
        actions = state.legal_actions(state.to_move)
        texts = [str(action) for action in actions]
        assert texts == sorted(set(texts))
        assert tuple(rules.parse(text) for text in texts) == actions


@over_starts
def test_every_legal_action_applies_and_the_state_stays_as_it_is(
    rules: Game, options: Mapping[str, JSON]
) -> None:
    for state, _ in play(begin(rules, options), random.Random(3), 12):
        assert state.to_move is not None
        before = state.truth()
        actions = state.legal_actions(state.to_move)
        for action in actions:
            step = state.apply(state.to_move, action, rng=random.Random(3))
            assert step.action == action
            assert step.state.ply == state.ply + 1
        assert state.truth() == before
        assert state.legal_actions(state.to_move) == actions


@over_starts
def test_only_the_seat_to_move_may_act(rules: Game, options: Mapping[str, JSON]) -> None:
    for state, step in play(begin(rules, options), random.Random(4), 12):
        (other,) = set(rules.seats) - {state.to_move}
        assert state.legal_actions(other) == ()
        with pytest.raises(NotYourTurn):
            state.apply(other, step.action, rng=random.Random(4))


@over_starts
def test_a_finished_game_takes_no_action_and_tells_its_result(
    rules: Game, options: Mapping[str, JSON]
) -> None:
    *_, (_, last) = play(begin(rules, options), random.Random(5), 5_000)
    state = last.state
    assert state.phase is Phase.OVER
    assert state.result is not None
    assert state.result.winner in (*rules.seats, None)
    assert (state.to_move, state.adjudicate()) == (None, None)
    assert [event.to_json()["event"] for event in last.events][-1] == "game_over"
    for seat in rules.seats:
        assert state.legal_actions(seat) == ()
        with pytest.raises(GameOver):
            state.apply(seat, last.action, rng=random.Random(5))


@over_starts
def test_views_and_events_are_json_and_a_state_starts_a_game_where_it_stands(
    rules: Game, options: Mapping[str, JSON]
) -> None:
    for state, step in play(begin(rules, options), random.Random(6), 12):
        whole = json.loads(json.dumps(state.truth().to_json()))
        for seat in (*rules.seats, None):
            assert json.loads(json.dumps(state.view(seat).to_json())).keys() == whole.keys()
        for event in step.events:
            assert json.loads(json.dumps(event.to_json()))["event"]
        again = rules.start(rules.complete(_rules_of(options) | {"state": whole}))
        assert again.truth() == state.truth()
        assert state.to_move is not None
        assert again.legal_actions(state.to_move) == state.legal_actions(state.to_move)


@over_starts
def test_without_time_the_seat_to_move_loses_or_the_points_decide(
    rules: Game, options: Mapping[str, JSON]
) -> None:
    for state, _ in play(begin(rules, options), random.Random(7), 40):
        result = state.adjudicate()
        assert result is not None
        assert result.reason == "time"
        if not options.get("timed"):
            assert {result.winner, state.to_move} == set(rules.seats)
            continue
        score = state.truth().to_json()["score"]
        assert isinstance(score, Mapping)
        best = [seat for seat in rules.seats if score[seat] == max(score.values())]
        assert [result.winner] == (best if len(best) == 1 else [None])


@over_starts
def test_a_record_replays_to_the_same_states(rules: Game, options: Mapping[str, JSON]) -> None:
    start = begun(rules, options)
    steps = list(play(begin(rules, options), random.Random(8), 40))
    entries = tuple(
        Entry(state.to_move or "", str(step.action), step.chance) for state, step in steps
    )
    text = json.dumps(replace(start, entries=(*start.entries, *entries)).to_json())
    record = Record.from_json(json.loads(text))
    assert json.loads(json.dumps(record.to_json())) == json.loads(text)
    replayed = [step.state.truth() for step in record.replay()]
    assert replayed[len(start.entries) :] == [step.state.truth() for _, step in steps]


@over_starts
def test_perft_counts_what_can_be_played(rules: Game, options: Mapping[str, JSON]) -> None:
    state = begin(rules, options)
    assert state.to_move is not None
    actions = state.legal_actions(state.to_move)
    nexts = [state.apply(state.to_move, action, rng=random.Random(9)).state for action in actions]
    assert state.perft(0) == 1
    assert state.perft(1) == len(actions)
    assert state.perft(2) == sum(following.perft(1) for following in nexts)


@over_starts
def test_while_setups_are_made_nobody_is_to_move_and_they_can_be_made_anew(
    rules: Game, options: Mapping[str, JSON]
) -> None:
    state = rules.start(rules.complete(options, random.Random(0)))
    if state.phase is not Phase.SETUP:
        assert rules.sample_setups == {} or "state" in options
        return
    made = list(setups(rules, state))
    assert state.awaited == tuple(seat for seat, _ in made) == rules.seats
    for seat, setup in made:
        for again in (*rules.sample_setups[seat], setup):
            assert (state.to_move, state.adjudicate(), state.ply) == (None, None, 0)
            assert not any(state.legal_actions(seat) for seat in rules.seats)
            state = state.apply(seat, rules.parse(again)).state
            if state.phase is not Phase.SETUP:
                break
            assert seat not in state.awaited
    assert (state.phase, state.awaited) == (Phase.PLAY, (state.to_move,))
    with pytest.raises(IllegalAction):
        state.apply(made[0][0], rules.parse(made[0][1]))


@over_starts
def test_a_setup_is_seen_by_its_own_seat_alone(rules: Game, options: Mapping[str, JSON]) -> None:
    start = rules.start(rules.complete(options, random.Random(0)))
    for seat, _ in setups(rules, start):
        (other,) = set(rules.seats) - {seat}
        samples = rules.sample_setups[seat]
        assert len(samples) > 1
        steps = [start.apply(seat, rules.parse(setup)) for setup in samples]
        assert len({json.dumps(step.state.view(seat).to_json()) for step in steps}) == len(samples)
        for viewer in (other, None):
            assert len({json.dumps(step.state.view(viewer).to_json()) for step in steps}) == 1
            assert len({step.seen_by(viewer) for step in steps}) == 1
        assert len({step.action.public for step in steps}) == 1


@over_games
def test_chance_is_refused_where_there_is_none(rules: Game) -> None:
    state = begin(rules, next(iter(rules.samples)))
    if rules.has_chance:
        pytest.skip("this game has chance")
    assert state.to_move is not None
    with pytest.raises(BadChance):
        state.apply(state.to_move, state.legal_actions(state.to_move)[0], chance={})


@over_starts
def test_chance_is_drawn_or_given_and_its_lack_refused_where_there_is_some(
    rules: Game, options: Mapping[str, JSON]
) -> None:
    if not rules.has_chance:
        pytest.skip("this game has no chance")
    steps = list(play(begin(rules, options), random.Random(10), 12))
    assert any(step.chance is not None for _, step in steps)
    for state, step in steps:
        assert state.to_move is not None
        if step.chance is None:
            continue
        again = state.apply(state.to_move, step.action, chance=step.chance)
        assert (again.state.truth(), again.events) == (step.state.truth(), step.events)
        with pytest.raises(BadChance):
            state.apply(state.to_move, step.action)


@over_games
@pytest.mark.parametrize("text", ["", " ", "banana", "\x00", "é" * 10_000, "a1-a2 ", "a1—a2"])
def test_what_is_no_action_is_refused_in_a_short_sentence(rules: Game, text: str) -> None:
    with pytest.raises(InvalidAction) as refusal:
        rules.parse(text)
    assert str(refusal.value).endswith(".")
    assert len(str(refusal.value)) < 200
    assert str(refusal.value).isprintable()


def test_no_interpreted_module_makes_a_vec() -> None:
    """A compiled function that is given one keeps its memory for good."""
    compiled = {"beam", "memory", "search", "board", "evaluate"}
    for path in sorted(Path(engine.__file__).parent.rglob("*.py")):
        assert path.stem in compiled or "librt" not in path.read_text("utf-8"), path
