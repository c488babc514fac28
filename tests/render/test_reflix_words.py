"""What is told of Reflix: the move, the shot and the shields it passed, the score, the result."""

from dataclasses import replace

import pytest

from engine.core import Event, Phase, Result
from engine.events import Contact, Fired, Moved, Ray, Ready, Rotated
from engine.grid import Direction
from engine.reflix.notation import NORTH, SOUTH
from engine.reflix.state import ReflixView
from render import alt_text, describe, scene
from tests.render.samples import REFLIX, reflix

N, E, S, W = Direction
RAYS = (Ray("d6", N, N), Ray("d5", N, E), Ray("e5", E, E), Ray("f5", E, N), Ray("f4", N, None))
CONTACTS = tuple(Contact(square, NORTH, SOUTH) for square in ("b3", "d3", "f3"))


def view(
    name: str = "opening",
    *,
    hits: tuple[int | None, int | None] = (None, None),
    turn: int = 3,
    result: Result | None = None,
) -> ReflixView:
    """Return the last public view of the sample, with these hits of South and North."""
    state = REFLIX[name].end().view(None)
    assert isinstance(state, ReflixView)
    if result:
        state = replace(state, phase=Phase.OVER, to_move=None, result=result)
    return replace(state, hits=dict(zip((SOUTH, NORTH), hits, strict=True)), round=turn)


def shot(end: str, at: str | None) -> Fired:
    return Fired(SOUTH, RAYS, end, at)


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Moved(SOUTH, "mirror", "d6", "e6"), "South's mirror D6 → E6."),
        (Rotated(NORTH, "mirror", "b5", "R"), "North's mirror on B5 turned."),
        (Ready(NORTH), "North is ready, and both fortresses are revealed."),
        (shot("target", "d2"), "The laser ran 5 squares over 2 mirrors and hit the target."),
        (
            shot("wall", "c2"),
            "The laser ran 5 squares over 2 mirrors and was stopped by North's wall on C2.",
        ),
        (
            shot("wall", "c8"),
            "The laser ran 5 squares over 2 mirrors and was stopped by South's own wall on C8.",
        ),
        (
            shot("own target", "d8"),
            "The laser ran 5 squares over 2 mirrors and was stopped by South's own target on D8.",
        ),
        (shot("edge", "f1"), "The laser ran 5 squares over 2 mirrors and left the board."),
        (shot("loop", None), "The laser ran 5 squares over 2 mirrors and closed a loop on D6."),
    ],
)
def test_the_story_tells_the_move_and_the_shot(event: Event, words: str) -> None:
    assert scene(view(), (event,)).story == words


@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_story_tells_how_many_shields_were_touched(number: int) -> None:
    assert scene(view(), (shot("target", "d2"), *CONTACTS[:number])).story == (
        f"The laser ran 5 squares over 2 mirrors, through {number} of North's shields, "
        "and hit the target."
    )


@pytest.mark.parametrize(
    ("name", "story", "turn"),
    [
        (
            "setup",
            "The fortresses are set up in private.",
            "South and North are setting up.",
        ),
        ("half", "South is ready.", "North is setting up, South is ready."),
        (
            "opening",
            "North is ready, and both fortresses are revealed.",
            "South is to move in round 1 of 10.",
        ),
        (
            "loop",
            "South's mirror on D6 turned. The laser ran 12 squares over 4 mirrors and closed a "
            "loop on D6.",
            "North is to move in round 3 of 10.",
        ),
    ],
)
def test_the_alt_text_tells_what_happened_first_and_then_whose_turn_it_is(
    name: str, story: str, turn: str
) -> None:
    assert alt_text(reflix(name)).startswith(f"{story} {turn} ")


def test_without_events_the_story_tells_how_far_the_game_is() -> None:
    assert scene(view()).story == "The game begins."
    assert scene(view("own")).story == "After 1 move."
    given_up = view("setup", result=Result(SOUTH, "resignation"))
    assert scene(given_up).story == "The game ended before both fortresses were set up."


@pytest.mark.parametrize(
    ("hits", "words"),
    [
        ((None, None), "Nobody has hit a target."),
        ((2, None), "South: hit past two shields; North: no hit yet."),
        ((0, 1), "South: hit past no shields; North: hit past one shield."),
    ],
)
def test_the_score_is_told_to_all_who_read(hits: tuple[int | None, int | None], words: str) -> None:
    painted = scene(view(hits=hits))
    assert words in alt_text(painted)
    assert words in describe(painted).splitlines()


@pytest.mark.parametrize(
    ("hits", "winner", "reason", "words"),
    [
        ((1, None), SOUTH, "target", "South wins: only South hit the target."),
        (
            (2, 0),
            NORTH,
            "contacts",
            "North wins: both hit the target in the same round, "
            "North past no shields and South past two shields.",
        ),
        (
            (1, 1),
            None,
            "equal contacts",
            "A draw: both hit the target in the same round, each past one shield.",
        ),
        ((None, None), None, "rounds", "A draw: nobody hit a target in 10 rounds."),
        ((None, None), None, "agreement", "A draw by agreement."),
        ((None, None), None, "lapsed", "The game is over without a winner."),
        ((None, None), NORTH, "time", "North wins on time."),
        ((None, None), SOUTH, "resignation", "South wins by resignation."),
    ],
)
def test_the_outcome_tells_who_won_and_why(
    hits: tuple[int | None, int | None], winner: str | None, reason: str, words: str
) -> None:
    assert scene(view(hits=hits, result=Result(winner, reason))).outcome == words


def test_the_last_shot_of_the_loser_is_not_told_as_what_won() -> None:
    """The seat that scored first has won, though the other one fired last."""
    missed = Fired(NORTH, (Ray("d4", S, E), Ray("e4", E, E)), "edge", None)
    over = view(hits=(1, None), result=Result(SOUTH, "target"))
    assert scene(over, (missed,)).outcome == "South wins: only South hit the target."


def test_the_path_is_told_in_the_captions_squares() -> None:
    assert reflix("loop").words.path == (
        "The beam began on D6: north to D6, east to G6, south to G9, west to D9, north to D7."
    )


def test_the_description_tells_every_object_and_mirror() -> None:
    assert describe(scene(view())).splitlines() == [
        "The game begins. South is to move in round 3 of 10.",
        "Nobody has hit a target.",
        "South has:",
        "- mirror from south-west to north-east: B6",
        "- mirrors from north-west to south-east: D6, F5",
        "- target: D8",
        "- walls: C8, E8",
        "- shields: B7, D7, F7",
        "- fixed mirror from south-west to north-east: A8",
        "- fixed mirror from north-west to south-east: G8",
        "North has:",
        "- mirror from south-west to north-east: F4",
        "- mirrors from north-west to south-east: B5, D4",
        "- target: D2",
        "- walls: C2, E2",
        "- shields: B3, D3, F3",
        "- fixed mirror from south-west to north-east: G2",
        "- fixed mirror from north-west to south-east: A2",
    ]


@pytest.mark.parametrize(
    ("viewer", "covered"),
    [
        (None, ["South's fortress is covered.", "North's fortress is covered."]),
        (SOUTH, ["North's fortress is covered."]),
    ],
)
def test_what_is_hidden_is_told_to_be_covered(viewer: str | None, covered: list[str]) -> None:
    lines = describe(reflix("half", viewer=viewer)).splitlines()
    assert lines[-len(covered) :] == covered
    assert ("- target: D8" in lines) == (viewer == SOUTH)
