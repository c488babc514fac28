"""What is told of Arena: the action, the shot and what it did, then what the arena did."""

import pytest

from engine.arena.notation import BLACK, RING, WHITE, Kind, Piece
from engine.core import Event, Result
from engine.events import (
    ColumnsRetracted,
    ColumnsRose,
    Damaged,
    Destroyed,
    EdgesFlipped,
    Fired,
    Moved,
    Passed,
    Ray,
    Rotated,
    Rubble,
)
from engine.grid import Diagonal
from render import alt_text, describe, scene
from tests.render.arena import LEFT_BY_RING, N, shot_up, view
from tests.render.samples import ARENA, arena


def story(*events: Event, **changes: int) -> str:
    guard = Piece(BLACK, Kind.GUARD, None, ("S",))
    pieces = {
        "a2": Piece(WHITE, Kind.MIRROR, "NE"),
        "b5": guard,
        "c2": Piece(WHITE, Kind.DOUBLE, "/"),
        "d4": guard,
    }
    return scene(view(pieces, **changes), events).story


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Moved(WHITE, "mirror", "a2", "a3"), "White's mirror a2 → a3."),
        (Moved(BLACK, "king", "e8", "e7"), "Black's King e8 → e7."),
        (Rotated(WHITE, "mirror", "a2", "R"), "White's mirror on a2 turned clockwise."),
        (Rotated(WHITE, "mirror", "a2", "L"), "White's mirror on a2 turned counter-clockwise."),
        (Rotated(WHITE, "double", "c2", "R"), "White's double mirror on c2 turned."),
        (Rotated(BLACK, "cannon", "h9", "R"), "Black's cannon on h9 turned and is pointing south."),
        (Passed(BLACK), "Black passed."),
        (
            LEFT_BY_RING,
            "White fired: the laser ran 9 squares over 1 mirror and left the arena.",
        ),
        (
            shot_up("column", 5),
            "White fired: the laser ran 4 squares and was stopped by the column on b5.",
        ),
    ],
)
def test_the_story_tells_the_action(event: Event, words: str) -> None:
    assert story(event) == words


@pytest.mark.parametrize(
    ("events", "effect"),
    [
        (
            (Damaged(BLACK, "guard", "b5", "S", WHITE),),
            "damaged Black's guard tower on b5 from the south",
        ),
        (
            (Rubble(WHITE, "b5", ("E", "N", "S"), WHITE),),
            "brought down White's own guard tower on b5, which now is rubble",
        ),
        (
            (Destroyed(BLACK, "mirror", "NE", "b5", WHITE),),
            "destroyed Black's mirror on b5",
        ),
        (
            (Destroyed(WHITE, "mirror", "NE", "b5", WHITE),),
            "destroyed White's own mirror on b5",
        ),
    ],
)
def test_the_story_tells_what_the_shot_did(events: tuple[Event, ...], effect: str) -> None:
    assert story(shot_up("guard", 5), *events) == (
        f"White fired: the laser ran 4 squares and {effect}."
    )


def test_the_story_tells_which_piece_stopped_the_beam() -> None:
    rays = (Ray("d2", N, N), Ray("d3", N, N), Ray("d4", N, None))
    assert story(Fired(WHITE, rays, "guard", "d4")) == (
        "White fired: the laser ran 3 squares and was stopped by Black's guard tower on d4, "
        "damaged from the south before."
    )
    assert story(Fired(WHITE, (*rays[:2], Ray("b1", N, None)), "cannon", "b1")) == (
        "White fired: the laser ran 3 squares and was stopped by White's own cannon on b1."
    )


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "No mirrors flipped."),
        (1, "One mirror flipped."),
        (7, "Seven mirrors flipped."),
        (20, "Twenty mirrors flipped."),
        (36, "Thirty-six mirrors flipped."),
    ],
)
def test_the_story_tells_in_words_how_many_mirrors_flipped(number: int, words: str) -> None:
    assert story(Passed(WHITE), EdgesFlipped(RING[:number])) == f"White passed. {words}"


def test_the_story_tells_what_the_columns_did() -> None:
    squares = ("c4", "d6", "f5", "g2")
    flipped = EdgesFlipped(RING[:7])
    assert story(Passed(WHITE), flipped, ColumnsRose(squares), raised_left=3) == (
        "White passed. Seven mirrors flipped. "
        "Columns rose on c4, d6, f5 and g2 and stand for three actions."
    )
    assert story(Passed(WHITE), flipped, ColumnsRetracted(squares)) == (
        "White passed. Seven mirrors flipped. The columns on c4, d6, f5 and g2 retracted."
    )


def test_without_events_the_story_tells_how_far_the_game_is() -> None:
    assert scene(view(ply=0)).story == "The game begins."
    assert scene(view(ply=1)).story == "After 1 action."


@pytest.mark.parametrize(
    ("winner", "reason", "words"),
    [
        (WHITE, "king", "White wins: the laser struck Black's King."),
        (BLACK, "king", "Black wins: White's own laser struck White's King."),
        (None, "quiet", "A draw: 100 actions in a row without damage."),
        (None, "agreement", "A draw by agreement."),
        (None, "lapsed", "The game is over without a winner."),
        (BLACK, "time", "Black wins on time."),
        (WHITE, "resignation", "White wins by resignation."),
    ],
)
def test_the_outcome_tells_who_won_and_why(winner: str | None, reason: str, words: str) -> None:
    painted = scene(view(result=Result(winner, reason)), (shot_up("king", 5),))
    assert painted.outcome == words


@pytest.mark.parametrize("name", ARENA)
def test_the_alt_text_tells_what_happened_first_then_the_turn_and_the_path_last(name: str) -> None:
    painted = arena(name)
    words = painted.words
    assert alt_text(painted).startswith(f"{painted.story} {painted.outcome or words.turn} White:")
    assert bool(words.path) == (name != "opening")
    whole = f"{painted.story} {painted.outcome or words.turn} {words.brief} {words.path}".strip()
    told = alt_text(painted)
    assert told == whole or whole.startswith(told.removesuffix(" …"))


def test_the_path_begins_at_the_cannon_and_runs_along_the_ring() -> None:
    assert scene(view(), (LEFT_BY_RING,)).words.path == (
        "The beam left the cannon on b1: north to Nb."
    )


def test_the_description_tells_every_state_and_all_mirrors_of_the_ring() -> None:
    painted = scene(
        view(
            {
                "d4": Piece(BLACK, Kind.GUARD, None, ("N", "W")),
                "c2": Piece(WHITE, Kind.DOUBLE, "/", is_locked=True),
                "e2": Piece(WHITE, Kind.KING, None),
            },
            edges={"Na": Diagonal.BACKSLASH, "W9": Diagonal.BACKSLASH},
            columns=("c4", "d6"),
            raised_left=2,
            rubble=("g7",),
            cooling=WHITE,
        )
    )
    assert describe(painted).splitlines() == [
        "After 5 actions. Black is to move.",
        "White has:",
        "- King: e2",
        "- cannon pointing north: b1",
        "- double mirror from south-west to north-east: c2",
        "Black has:",
        "- cannon pointing south: h9",
        "- guard tower: d4",
        "Damaged: d4 (north and west).",
        "Locked: c2.",
        "White's cannon is cooling.",
        "Columns on c4 and d6 stand for two more actions.",
        "Rubble: g7.",
        "North edge, a to i: `\\ / / / / / / / /`",
        "East edge, 1 to 9: `/ / / / / / / / /`",
        "South edge, a to i: `/ / / / / / / / /`",
        "West edge, 1 to 9: `/ / / / / / / / \\`",
    ]


def test_while_columns_are_underground_it_is_told_when_they_rise() -> None:
    assert "Columns rise after twelve more actions." in describe(scene(view()))
