"""What is told of Legion: the activation, its points, the result, and the units in their states."""

from dataclasses import replace

import pytest

from engine.core import Phase, Result
from engine.events import Ready
from engine.legion.events import Passed
from engine.legion.notation import BLUE, RED, SEATS
from engine.legion.state import LegionView
from engine.legion.units import Army
from engine.record import Record
from render import alt_text, describe, position_scene, scene
from tests.engine.legion.positions import start
from tests.render.samples import LEGION, legion

UNITS = (
    "blue commander e1",
    "blue fortress active d1",
    "blue legionnaire defend e2",
    "blue hidden c4",
    "blue assassin h5",
    "blue cavalry charge d4",
    "blue siege deployed b4",
    "blue archer volley g4",
    "blue infantry attack a5",
    "blue chariot maneuver a1 south",
    "red commander d8",
    "red fortress active e8",
    "red infantry attack e6",
    "red siege packed b6",
    "red hidden d5",
    "red archer maneuver g7",
    "red cavalry maneuver h6",
)


def view(name: str = "opening", result: Result | None = None, **score: int) -> LegionView:
    """Return the last public view of the sample, over with this result and these points."""
    found = LEGION[name].end().view(None)
    assert isinstance(found, LegionView)
    if result:
        found = replace(found, phase=Phase.OVER, to_move=None, result=result)
    return replace(found, score={seat: score.get(seat, 0) for seat in SEATS})


def told(text: str, seat: str = BLUE, viewer: str | None = None) -> str:
    """Return the story of the action in the midst of a game, as the viewer reads it."""
    step = start(*UNITS, to_move=seat).apply(seat, start().game.parse(text))
    return scene(step.state.view(viewer), step.seen_by(viewer)).story


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a1-a3", "Blue's chariot a1 → a3."),
        ("e1-f1", "Blue's Commander e1 → f1."),
        ("c4-c5", "Blue's legionnaire c4 → c5."),
        ("e2f", "Blue's legionnaire on e2 changed to attack."),
        ("e2t", "Blue's legionnaire on e2 turned to face south."),
        ("c4t", "Blue's legionnaire on c4 turned to face south."),
        ("e2ft", "Blue's legionnaire on e2 changed to attack, then turned to face south."),
        ("e2f-e3", "Blue's legionnaire on e2 changed to attack, then moved to e3."),
        ("c4!", "Blue's Assassin on c4 revealed itself."),
        (
            "d4xe6",
            "Blue's cavalry on d4 captured Red's infantry on e6. Blue scored 1 point.",
        ),
        ("b4*b6", "Blue's siege on b4 shot Red's siege on b6. Blue scored 3 points."),
        ("g4*g7", "Blue's archer on g4 shot Red's archer on g7. Blue scored 3 points."),
        (
            "h5xh6",
            "Blue's Assassin on h5 captured Red's cavalry on h6. Blue scored 4 points.",
        ),
        (
            "c4xd5",
            "Blue's Assassin on c4 revealed itself, then captured Red's hidden Assassin on d5. "
            "Blue scored 5 points.",
        ),
    ],
)
def test_the_story_tells_the_activation_and_the_points(text: str, words: str) -> None:
    assert told(text) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("c4-c5", "Blue's hidden Assassin c4 → c5."),
        ("c4t", "Blue's hidden Assassin on c4 turned to face south."),
        ("e2f", "Blue's legionnaire on e2 changed to attack."),
    ],
)
def test_its_owner_is_told_of_the_assassin_and_the_other_is_not(text: str, words: str) -> None:
    assert told(text, viewer=BLUE) == words
    assert told(text, viewer=RED) == words.replace("hidden Assassin", "legionnaire")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("storm", "Blue's legionnaire on e7 stormed Red's Fortress on e8, disabled it and was "
                  "lost. Blue scored 8 points and Red scored 1 point."),
        ("disabled", "Blue's siege on h8 shot at Red's Fortress on e8 and disabled it. "
                     "Blue scored 8 points."),
        ("entered", "Blue's cavalry on d6 entered Red's Fortress on e8."),
        ("commander", "Red's infantry on e2 captured Blue's Commander on e1."),
        ("volley", "Red's archer on b7 shot Blue's cavalry on e4. Red scored 4 points."),
    ],
)  # fmt: skip
def test_the_story_tells_of_fortresses_and_commanders(name: str, words: str) -> None:
    assert legion(name).story == words


def test_an_assassin_that_enters_by_a_strike_or_storms_is_told_to_have_revealed_itself() -> None:
    ends = {
        "active": "stormed Red's Fortress on e8, disabled it and was lost. "
        "Blue scored 8 points and Red scored 5 points.",
        "disabled": "entered Red's Fortress on e8.",
    }
    for state, words in ends.items():
        game = start("blue hidden d7", f"red fortress {state} e8")
        step = game.apply(BLUE, game.game.parse("d7xe8"))
        story = scene(step.state.view(None), step.seen_by(None)).story
        assert story == f"Blue's Assassin on d7 revealed itself, then {words}"


def test_the_story_tells_who_passed_and_who_is_ready() -> None:
    assert scene(view(), (Passed(RED),)).story == "Red had no unit to activate and passed."
    assert scene(view(), (Ready(RED),)).story == "Red is ready, and the game begins."
    assert scene(view("half"), (Ready(BLUE),)).story == "Blue is ready."


@pytest.mark.parametrize(
    ("name", "story", "turn"),
    [
        (
            "setup",
            "The armies are deployed in private.",
            "Blue and Red are deploying.",
        ),
        ("half", "The armies are deployed in private.", "Red is deploying, Blue is ready."),
        ("opening", "The game begins.", "Blue is to move."),
        ("charge", "After 32 turns.", "Red is to move."),
    ],
)
def test_without_events_the_story_tells_how_far_the_game_is(
    name: str, story: str, turn: str
) -> None:
    painted = scene(LEGION[name].end().view(None))
    assert (painted.story, painted.words.turn) == (story, turn)


@pytest.mark.parametrize(
    ("winner", "reason", "words"),
    [
        (BLUE, "commander", "Blue wins: Red's Commander was captured."),
        (RED, "fortress", "Red wins: a unit entered Blue's Fortress."),
        (
            BLUE,
            "points",
            "Blue wins with 9 points to 4: 80 turns in a row without a capture.",
        ),
        (
            None,
            "points",
            "A draw at 9 points each: 80 turns in a row without a capture.",
        ),
        (BLUE, "time", "Blue wins on time, with 9 points to 4."),
        (RED, "time", "Red wins on time, with 4 points to 9."),
        (None, "time", "A draw at 9 points each: the time ran out."),
        (RED, "resignation", "Red wins by resignation."),
        (None, "agreement", "A draw by agreement."),
        (None, "ended", "The game is over without a winner."),
    ],
)
def test_the_outcome_tells_who_won_and_why(winner: str | None, reason: str, words: str) -> None:
    red = 9 if winner is None else 4
    painted = scene(view("opening", Result(winner, reason), blue=9, red=red))
    assert painted.outcome == words


def test_a_timed_game_that_runs_out_is_told_with_its_points() -> None:
    game = start(*UNITS, timed=True, score={"blue": 1, "red": 3})
    result = game.adjudicate()
    assert result == Result(RED, "time")
    found = replace(game.view(None), phase=Phase.OVER, to_move=None, result=result)
    assert scene(found).outcome == "Red wins on time, with 3 points to 1."


def test_a_game_that_goes_on_has_no_outcome() -> None:
    assert legion("charge").outcome is None
    assert legion("commander").outcome == "Red wins: Blue's Commander was captured."


def test_the_alt_text_tells_what_happened_then_the_turn_the_score_and_the_units() -> None:
    assert alt_text(legion("charge")) == (
        "Blue's cavalry on d4 captured Red's infantry on e6. Blue scored 1 point. "
        "Red is to move. Score: Blue 5, Red 7. "
        "Blue (Rome): legionnaire attack g4, legionnaires defend a2 c4, "
        "legionnaire defend facing home c5, cavalry charge e6, cavalry maneuver facing home e4, "
        "siege deployed b4, siege packed g1, Commander e1, Fortress active d1. "
        "Red (Egypt): infantry defend b6 c7 f7, infantry defend facing home a3, "
        "chariot charge h5, chariot maneuver h8, archer maneuver g7, archer volley b7, "
        "Commander d8, Fortress active e8."
    )


def test_the_description_names_every_unit_with_its_state_and_its_facing() -> None:
    lines = describe(legion("turn", viewer=BLUE)).splitlines()
    assert lines == [
        "Blue's hidden Assassin on a2 turned to face south. Red is to move.",
        "Score: Blue 4, Red 7.",
        "Blue, with the army of Rome, has:",
        "- legionnaire (attack), facing north: g4",
        "- legionnaire (defend), facing north: c4",
        "- legionnaire (defend), facing south: c5",
        "- cavalry (charge), facing north: d4",
        "- cavalry (maneuver), facing south: e4",
        "- siege (deployed), facing north: b4",
        "- siege (packed), facing north: g1",
        "- Commander: e1",
        "- Fortress (active): d1",
        "- hidden Assassin (defend), facing south: a2",
        "Red, with the army of Egypt, has:",
        "- infantry (attack), facing south: e6",
        "- infantry (defend), facing south: b6, c7, f7",
        "- infantry (defend), facing north: a3",
        "- chariot (charge), facing south: h5",
        "- chariot (maneuver), facing south: h8",
        "- archer (maneuver), facing south: g7",
        "- archer (volley), facing south: b7",
        "- Commander: d8",
        "- Fortress (active): e8",
    ]


def test_before_play_there_is_no_score_to_tell() -> None:
    assert "Score" not in alt_text(legion("half")) + describe(legion("half"))
    assert describe(legion("half", viewer=BLUE)).count("hidden Assassin (defend)") == 1


def test_a_deployment_so_far_is_told_with_its_assassin() -> None:
    painted = position_scene("blue rome deploy c2 a1=charge", game="legion")
    lines = describe(painted).splitlines()
    assert lines[0].strip() == "Blue's deployment so far."
    assert "- cavalry (charge), facing north: a1" in lines
    assert "- hidden Assassin (defend), facing north: c2" in lines


@pytest.mark.parametrize("army", Army)
def test_units_of_which_there_are_several_have_a_plural(army: Army) -> None:
    armies = {"blue": str(army), "red": str(army)}
    state = Record("legion", {"armies": armies, "timed": False}, ()).start()
    words = {
        Army.ROME: ("legionnaires", "- cavalry (", "- sieges ("),
        Army.EGYPT: ("- infantry (", "- chariots (", "- archers ("),
    }
    assert all(describe(scene(state.view(None))).count(word) == 2 for word in words[army])
