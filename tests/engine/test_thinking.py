"""The computer players of every game, as a bot and as the line protocol ask for them."""

import json
import random
from time import perf_counter
from typing import Any

import pytest

from engine.computer import LEVELS, Limits
from engine.core import Game, GameError, Phase, Result
from engine.protocol import Session
from engine.record import Entry, Record
from engine.registry import COMPUTERS, GAMES
from engine.search import WIN
from engine.thinking import analyse, choose, search, seeded
from tests.engine.arena.positions import CALM
from tests.engine.beginning import begin, begun
from tests.engine.process import ENVIRONMENT, EngineProcess

PLAYED = [GAMES[name] for name in COMPUTERS]
WITH_SHOTS = "5ko3/5pv4/2pv1D>D^2P<1/p^1P<7/4d^1d>p>1Pv/10/2p^1P<2P^2/4K1O3 s"
SILVER_WINS_NEXT = "10/5o4/1O8/10/10/5k2D^1/3d^P<1K3/10 s"


def never() -> bool:
    return False


def ask(session: Session, cmd: str, **request: object) -> dict[str, Any]:
    """The session's answer."""
    answer = json.loads(session.answer(json.dumps({"cmd": cmd} | request).encode()))
    assert isinstance(answer, dict)
    return answer


def opened(name: str, options: dict[str, object] | None = None) -> Session:
    """A session with a game."""
    session = Session(random.Random(1), perf_counter)
    assert ask(session, "new", game=name, options=options or {})["ok"]
    return session


def text_of(record: Record) -> str:
    return json.dumps(record.to_json())


def test_every_game_has_a_computer() -> None:
    assert COMPUTERS.keys() == GAMES.keys()


@pytest.mark.parametrize("rules", PLAYED, ids=lambda rules: rules.name)
def test_every_computer_has_every_level(rules: Game) -> None:
    assert tuple(COMPUTERS[rules.name].levels) == LEVELS


@pytest.mark.parametrize("rules", PLAYED, ids=lambda rules: rules.name)
@pytest.mark.parametrize("level", ["easy", "medium"])
def test_a_level_chooses_a_legal_action_and_with_a_seed_the_same(rules: Game, level: str) -> None:
    for options in rules.samples:
        state, record = begin(rules, options), text_of(begun(rules, options))
        assert state.to_move is not None
        chosen = choose(record, level, 5, never)
        assert chosen in map(str, state.legal_actions(state.to_move))
        if level == "easy":
            assert chosen == choose(record, level, 5, never)


@pytest.mark.parametrize("rules", PLAYED, ids=lambda rules: rules.name)
def test_the_strongest_level_plays_what_it_has_when_it_is_stopped(rules: Game) -> None:
    options = next(iter(rules.samples))
    state, record = begin(rules, options), text_of(begun(rules, options))
    asked = 0

    def should_stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > 40

    assert state.to_move is not None
    chosen = choose(record, "hard", 5, should_stop)
    assert chosen in map(str, state.legal_actions(state.to_move))


@pytest.mark.parametrize("rules", PLAYED, ids=lambda rules: rules.name)
def test_two_easy_computers_play_legally(rules: Game) -> None:
    options = next(iter(rules.samples))
    record = begun(rules, options)
    rng = random.Random(3)
    state = record.end()
    for number in range(24):
        if state.phase is Phase.OVER:
            break
        assert state.to_move is not None
        chosen = choose(text_of(record), "easy", number, never)
        step = state.apply(state.to_move, rules.parse(chosen), rng=rng)
        entry = Entry(state.to_move, chosen, step.chance)
        record = Record(record.game, record.options, (*record.entries, entry))
        state = step.state
    assert state.ply > 0


def test_the_weakest_level_varies_with_the_seed() -> None:
    record = text_of(begun(GAMES["deflexion"], {}))
    assert len({choose(record, "easy", seed, never) for seed in range(12)}) > 2


def test_analysis_tells_the_first_seat_what_each_position_is_worth() -> None:
    rules = GAMES["deflexion"]
    record = begun(rules, {"code": SILVER_WINS_NEXT})
    found = json.loads(analyse(text_of(record), 0, 2_000, never))
    assert found == {"score": WIN - 1, "best": found["best"], "depth": 1}
    state = record.start()
    won = state.apply("silver", rules.parse(found["best"])).state
    assert won.result is not None
    assert won.result.winner == "silver"
    spoilt = Record(record.game, record.options, (Entry("silver", "g2R"),))
    assert abs(json.loads(analyse(text_of(spoilt), 1, 2_000, never))["score"]) < WIN
    with pytest.raises(GameError, match="has 1 entries"):
        analyse(text_of(spoilt), 2, 2_000, never)


def test_what_is_compared_is_the_mean_of_two_depths_unless_the_deeper_shows_an_end() -> None:
    quiet = begin(GAMES["deflexion"], {})
    deeper, shallower = (search(quiet, Limits(never, depth), seeded(0)) for depth in (3, 2))
    assert deeper.score != shallower.score
    assert deeper.steady == (deeper.score + shallower.score) // 2
    decided = begin(GAMES["deflexion"], {"code": SILVER_WINS_NEXT})
    found = search(decided, Limits(never, 3), seeded(0))
    assert (found.score, found.steady) == (WIN - 1, WIN - 1)


def test_a_search_answers_as_the_protocol_says() -> None:
    session = opened("deflexion", {"code": SILVER_WINS_NEXT})
    answer = ask(session, "search", depth=3, id=4)
    assert answer.keys() == {"ok", "action", "score", "depth", "nodes", "seconds", "id"}
    assert (answer["score"], answer["depth"]) == (WIN - 1, 3)
    assert answer["seconds"] >= 0
    state = ask(session, "apply", action=answer["action"])["state"]
    assert state["result"] == {"winner": "silver", "reason": "pharaoh"}
    assert ask(session, "search", depth=1)["error"] == "game_over"
    assert ask(session, "best", level="easy")["error"] == "game_over"


def test_without_quiescence_fewer_nodes_are_searched() -> None:
    session = opened("deflexion", {"code": WITH_SHOTS})
    with_it = ask(session, "search", depth=1)["nodes"]
    assert ask(session, "search", depth=1, quiescence=False)["nodes"] < with_it


def test_a_level_answers_as_the_protocol_says_and_the_same_with_a_seed() -> None:
    session = opened("deflexion")
    answer = ask(session, "best", level="easy", seed=11)
    assert answer.keys() == {"ok", "action", "depth", "nodes", "seconds"}
    again = ask(session, "best", level="easy", seed=11)
    assert {**answer, "seconds": 0} == {**again, "seconds": 0}
    assert ask(session, "state")["state"]["ply"] == 0


@pytest.mark.parametrize("seconds", [0.05, 0.25, 1])
def test_a_search_ends_in_its_seconds_by_the_sessions_clock(seconds: float) -> None:
    now = 0.0

    def clock() -> float:
        nonlocal now
        now += 0.001
        return now

    session = Session(random.Random(1), clock)
    ask(session, "new", game="deflexion")
    answer = ask(session, "search", seconds=seconds)
    assert seconds <= answer["seconds"] < seconds * 1.05
    assert answer["action"] in ask(session, "legal")["actions"]


def test_of_two_bounds_the_first_that_is_reached_ends_the_search() -> None:
    session = opened("deflexion")
    assert ask(session, "search", depth=1, seconds=600)["depth"] == 1


@pytest.mark.parametrize(
    "request_",
    [
        {"cmd": "search"},
        {"cmd": "search", "depth": 0},
        {"cmd": "search", "depth": -1},
        {"cmd": "search", "depth": 1_000},
        {"cmd": "search", "depth": 2.0},
        {"cmd": "search", "depth": True},
        {"cmd": "search", "depth": "2"},
        {"cmd": "search", "seconds": 0},
        {"cmd": "search", "seconds": -1},
        {"cmd": "search", "seconds": 3_601},
        {"cmd": "search", "seconds": "1"},
        {"cmd": "search", "seconds": True},
        {"cmd": "search", "depth": 1, "seconds": 0},
        {"cmd": "search", "depth": 1, "seed": 1.5},
        {"cmd": "search", "depth": 1, "quiescence": 0},
        {"cmd": "best"},
        {"cmd": "best", "level": "expert"},
        {"cmd": "best", "level": 3},
        {"cmd": "best", "level": "easy", "seed": True},
        {"cmd": "best", "level": "easy", "seed": "1"},
        {"cmd": "best", "level": "easy", "seat": "white"},
    ],
)
def test_a_request_to_think_that_cannot_be_met_says_why(request_: dict[str, Any]) -> None:
    session = opened("deflexion")
    answer = ask(session, request_.pop("cmd"), **request_)
    assert (answer["ok"], answer["error"]) == (False, "bad_request")
    assert answer["message"].endswith(".")


@pytest.mark.parametrize("name", ["arena", "legion", "reflix"])
def test_what_cannot_be_thought_about_is_said_in_every_game_and_changes_nothing(name: str) -> None:
    rules = GAMES[name]
    session = opened(name)
    thinks: list[dict[str, object]] = [
        {"cmd": "search", "depth": 1},
        {"cmd": "best", "level": "hard"},
    ]
    if rules.sample_setups:
        refuses(session, thinks, "bad_request")
        refuses(session, [{"cmd": "best", "level": "hard", "seat": "gold"}], "bad_request")
        for seat, setups in rules.sample_setups.items():
            assert ask(session, "apply", seat=seat, action=setups[0])["ok"]
    first, second = rules.seats
    bounds = [{"depth": 0}, {"depth": 1_000}, {"seconds": 0}, {"seconds": -1}, {}]
    refuses(session, [{"cmd": "search", **bound} for bound in bounds], "bad_request")
    refuses(session, [{"cmd": "best", "level": "expert"}], "bad_request")
    refuses(session, [{"cmd": "best", "level": "easy", "seat": second}], "not_your_turn")
    assert ask(session, "best", level="easy", seat=first, seed=1)["ok"]
    assert ask(session, "load", record=ended(rules))["ok"]
    refuses(session, thinks, "game_over")


def test_the_computer_plays_the_same_in_every_process() -> None:
    played = []
    for hashing in ("1", "2"):
        process = EngineProcess({**ENVIRONMENT, "PYTHONHASHSEED": hashing})
        answers = []
        for name, rules in GAMES.items():
            # An arena that is given, so that both play the same game.
            options = next(iter(rules.samples)) if rules.has_chance else {}
            assert process.ask("new", game=name, options=options)["ok"]
            for seat in rules.sample_setups:
                chosen = process.ask("best", level="hard", seat=seat, seed=5)["action"]
                assert process.ask("apply", seat=seat, action=chosen)["ok"]
                answers.append(chosen)
            answers.append(process.ask("best", level="medium", seed=5)["action"])
            chance = CALM if rules.has_chance else None
            assert process.ask("apply", action=answers[-1], chance=chance)["ok"]
            answers.append(process.ask("best", level="easy", seed=5)["action"])
        assert process.close() == (0, b"", b"")
        played.append(answers)
    assert played[0] == played[1]


def refuses(session: Session, requests: list[dict[str, object]], code: str) -> None:
    """Each of the requests is refused with the code and a sentence, and the game stays."""
    before = ask(session, "state")
    for request_ in requests:
        answer = json.loads(session.answer(json.dumps(request_).encode()))
        assert (answer["ok"], answer["error"]) == (False, code), request_
        assert answer["message"].endswith(".")
        assert answer["message"][0].isupper()
    assert ask(session, "state") == before


def ended(rules: Game) -> object:
    """The record of a game that its first seat has given up."""
    record = begun(rules, next(iter(rules.samples)))
    end = Result(rules.seats[1], "resignation")
    return Record(record.game, record.options, record.entries, end).to_json()


def test_the_computer_thinks_only_for_the_seat_to_move() -> None:
    session = opened("deflexion")
    assert ask(session, "best", level="easy", seat="gold")["error"] == "not_your_turn"
    assert ask(session, "best", level="easy", seat="silver")["ok"]


def test_a_setup_needs_its_seat_and_a_search_needs_play() -> None:
    session = opened("reflix")
    assert ask(session, "best", level="easy")["error"] == "bad_request"
    assert ask(session, "search", depth=1)["error"] == "bad_request"
    answer = ask(session, "best", level="easy", seat="north", seed=4)
    assert ask(session, "apply", seat="north", action=answer["action"])["ok"]
    assert ask(session, "best", level="easy", seat="white")["error"] == "bad_request"
    record = text_of(Record.from_json(ask(session, "record")["record"]))
    chosen = choose(record, "easy", 4, never, "south")
    assert ask(session, "apply", seat="south", action=chosen)["state"]["phase"] == "play"
