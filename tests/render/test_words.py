"""What is told of a picture: what happened first, everything within the limits."""

from dataclasses import replace

import pytest

from engine.core import Event, Phase, Result
from engine.deflexion.notation import GOLD, SILVER, Kind, Piece, Position, format_code
from engine.deflexion.state import DeflexionView
from engine.events import Destroyed, Fired, Moved, Ray, Rotated, Swapped
from engine.grid import Direction
from render import alt_text, describe, scene
from tests.render.samples import SAMPLES, play, sample

START = "4okop>2/2pv7/3P<6/p^1Pv1d^d>1p>1P</p>1P<1D>D^1p^1Pv/6p>3/7P^2/2P<OKO4 s"
SQUARES = [f"{file}{rank}" for rank in range(1, 9) for file in "abcdefghij"]
HIT = Fired(
    SILVER, (Ray("j1", Direction.N, Direction.W), Ray("i1", Direction.W, None)), "hit", "i1"
)


def story(*events: Event) -> str:
    view = DeflexionView("deflexion", Phase.PLAY, 1, GOLD, None, START, 0)
    return scene(view, events).story


def outcome(winner: str | None, reason: str, *events: Event) -> str | None:
    result = Result(winner, reason)
    view = DeflexionView("deflexion", Phase.OVER, 1, None, result, START, 0)
    return scene(view, events).outcome


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Moved(SILVER, "pyramid", "d4", "e5"), "Silver's pyramid d4 → e5."),
        (
            Swapped(SILVER, "djed", "d4", "e5", GOLD, "obelisk"),
            "Silver's Djed d4 changed places with Gold's obelisk on e5.",
        ),
        (
            Swapped(GOLD, "djed", "d4", "e5", GOLD, "pyramid"),
            "Gold's Djed d4 changed places with Gold's own pyramid on e5.",
        ),
        (Rotated(GOLD, "pyramid", "d4", "L"), "Gold's pyramid on d4 turned counter-clockwise."),
        (Rotated(GOLD, "pyramid", "d4", "R"), "Gold's pyramid on d4 turned clockwise."),
        (Rotated(SILVER, "pharaoh", "e1", "R"), "Silver's Pharaoh on e1 turned."),
    ],
)
def test_the_story_tells_the_action(event: Event, words: str) -> None:
    assert story(event) == words


def test_the_story_tells_the_shot_that_left_the_board() -> None:
    assert sample("beam").story == (
        "Silver's pyramid f1 → g2. "
        "The laser ran 22 squares over 7 mirrors and ended at the edge of the board."
    )


def test_the_story_tells_what_was_destroyed_and_whose_it_was() -> None:
    by_gold = replace(HIT, seat=GOLD)
    obelisk = Destroyed(SILVER, "obelisk", None, "i1", SILVER)
    assert story(HIT, obelisk) == (
        "The laser ran 2 squares over 1 mirror and destroyed Silver's own obelisk on i1."
    )
    assert story(by_gold, replace(obelisk, by=GOLD)) == (
        "The laser ran 2 squares over 1 mirror and destroyed Silver's obelisk on i1."
    )


def test_without_events_the_story_tells_how_far_the_game_is() -> None:
    start, _ = play("classic", ())
    later, _ = play("classic", ("h2L",))
    assert scene(start.view(None)).story == "The game begins."
    assert scene(later.view(None)).story == "After 1 turn."


@pytest.mark.parametrize(
    ("winner", "reason", "words"),
    [
        (GOLD, "pharaoh", "Gold wins: the laser struck Silver's Pharaoh."),
        (None, "repetition", "A draw: the same position stood for the third time."),
        (None, "quiet", "A draw: 100 turns in a row without a piece removed."),
        (None, "agreement", "A draw by agreement."),
        (SILVER, "time", "Silver wins on time."),
    ],
)
def test_the_outcome_tells_who_won_and_why(winner: str | None, reason: str, words: str) -> None:
    assert outcome(winner, reason) == words


def test_the_outcome_tells_that_a_seat_struck_its_own_pharaoh() -> None:
    assert outcome(GOLD, "pharaoh", HIT) == (
        "Gold wins: Silver's own laser struck Silver's Pharaoh."
    )


def test_a_game_that_goes_on_has_no_outcome() -> None:
    assert sample("destroyed").outcome is None
    assert sample("win").outcome == "Gold wins: the laser struck Silver's Pharaoh."


@pytest.mark.parametrize("name", SAMPLES)
def test_the_alt_text_tells_what_happened_first_then_the_turn_the_pieces_and_the_beam(
    name: str,
) -> None:
    painted = sample(name)
    words = painted.words
    expected = [painted.story, painted.outcome or words.turn, words.brief, words.path]
    assert alt_text(painted) == " ".join(part for part in expected if part)


def test_the_beams_path_is_told_by_its_corners() -> None:
    assert sample("destroyed").words.path == (
        "The beam came in on j1: north to j4, west to i4, north to i5, west to f5, "
        "south to f4, west to e4, north to e5, east to f5, north to f7."
    )


def test_the_description_names_every_piece_with_its_facing() -> None:
    lines = describe(sample("opening")).splitlines()
    assert lines[0] == "The game begins. Silver is to move."
    assert "- Djed from south-west to north-east: e4" in lines
    assert "- pyramids facing north-west: c1, c4, d6, j5" in lines
    told = [square for line in lines if line.startswith("- ") for square in line[-60:].split()]
    assert sum(square.strip(",") in SQUARES for square in told) == 24


def test_the_texts_keep_their_limits_on_a_full_board_and_the_longest_beam() -> None:
    facings = {Kind.PYRAMID: ("NE", "SE", "SW", "NW"), Kind.DJED: ("/", "\\")}
    kinds = [Kind.PYRAMID] * 4 + [Kind.DJED] * 2 + [Kind.OBELISK]
    pieces = {}
    for index, square in enumerate(SQUARES):
        kind = kinds[index % 7]
        choices = facings.get(kind)
        facing = choices[index // 7 % len(choices)] if choices else None
        pieces[square] = Piece((SILVER, GOLD)[index % 2], kind, facing)
    rays = tuple(
        Ray(square, heading, Direction((heading + 1) % 4))
        for index, square in enumerate(SQUARES * 2)
        for heading in [Direction(index % 4)]
    )
    code = format_code(Position(pieces, GOLD))
    view = DeflexionView("deflexion", Phase.PLAY, 99, GOLD, None, code, 0)
    swap = Swapped(SILVER, "djed", "d4", "e5", SILVER, "pyramid")
    destroyed = Destroyed(SILVER, "obelisk", None, "j8", SILVER)
    painted = scene(view, (swap, Fired(SILVER, rays, "hit", "j8"), destroyed))
    assert len(painted.words.path) > 1_000
    assert 900 < len(alt_text(painted)) <= 1_000
    assert alt_text(painted).startswith(f"{painted.story} Gold is to move. Silver: ")
    assert alt_text(painted).endswith(" …")
    assert all(square in describe(painted) for square in SQUARES)
    assert len(describe(painted)) <= 1_800
