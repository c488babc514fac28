"""Why something is not allowed is said in a sentence, from what the mover knows."""

import random

import pytest

from engine.core import IllegalAction, InvalidAction, NotYourTurn
from engine.legion.game import LEGION
from engine.legion.notation import Flip, Melee, Move, PlayAction, Reveal, Shoot, Turn
from engine.legion.state import LegionState
from tests.engine.legion.positions import SQUARES, applied, deployed, start

ROMANS = {"blue": "rome", "red": "rome"}

REFUSALS = [
    ("", "d4-d5", "There is no unit on d4."),
    ("", "d4!", "There is no unit on d4."),
    ("red infantry attack d4", "d4-d5", "The infantry on d4 is Red's, and it is Blue's turn."),
    ("blue infantry attack d4", "d4!", "The infantry on d4 is no hidden Assassin"),
    ("blue assassin d4", "d4!", "The Assassin on d4 is revealed already."),
    ("blue hidden d4", "d4f", "The Assassin stays in defend while it is hidden"),
    ("blue commander d4", "d4f", "The Commander on d4 has no other state"),
    ("blue fortress active d4", "d4f", "The Fortress on d4 has no other state"),
    ("blue assassin d4", "d4f", "The Assassin on d4 has no other state"),
    ("blue infantry defend d4", "d4f-d5", "not next to its Commander, so in one turn it can flip"),
    ("blue infantry defend d4", "d4ft", "not next to its Commander, so in one turn it can flip"),
    ("blue commander d4", "d4t", "The Commander on d4 never turns."),
    ("blue fortress active d4", "d4t", "The Fortress on d4 never turns."),
    ("blue assassin d4", "d4t", "The Assassin on d4 never turns."),
    # moves
    ("blue infantry attack d4", "d4-d4", "The infantry on d4 stands there already."),
    (
        "blue infantry attack d4; blue archer volley d5",
        "d4-d5",
        "d5 is occupied by Blue's archer.",
    ),
    (
        "blue infantry attack d4; red archer volley d5",
        "d4-d5",
        "d5 is occupied by Red's archer; to capture it is d4xd5.",
    ),
    (
        "blue archer volley d4; red archer volley d5",
        "d4-d5",
        "d5 is occupied by Red's archer; to capture it is d4*d5.",
    ),
    (
        "blue infantry attack d4; red infantry defend d5",
        "d4-d5",
        "d5 is occupied by Red's infantry.",
    ),
    (
        "blue legionnaire attack d4; red fortress disabled e5",
        "d4-e5",
        "That way the Fortress on e5 is entered by a capture: d4xe5.",
    ),
    (
        "blue infantry attack d4",
        "d4-e5",
        "The infantry on d4 can move only forward, right, back and left, and faces north",
    ),
    ("blue infantry attack d4", "d4-d6", "can move up to 1 square far, and d6 is 2 away."),
    ("blue archer volley d4", "d4-d5", "does not move while its state is volley."),
    ("blue siege deployed d4", "d4-d5", "does not move while its state is deployed."),
    ("blue fortress disabled d4", "d4-d5", "does not move while its state is disabled."),
    ("blue cavalry maneuver d4", "d4-d3", "can move only forward, right and left, and faces north"),
    ("blue cavalry maneuver d4", "d4-d8", "can move up to 3 squares far, and d8 is 4 away."),
    (
        "blue cavalry maneuver d4; blue archer volley d5",
        "d4-d6",
        "Blue's archer on d5 is in the way to d6.",
    ),
    ("blue cavalry charge d4", "d4-d5", "goes by a knight's leap while its state is charge"),
    ("blue chariot maneuver d4", "d4-g6", "up to 4 squares along rows and columns, with one corn"),
    ("blue legionnaire attack d4", "d4-e4", "only while it stands next to another legionnaire"),
    ("blue legionnaire attack d4", "d4-f4", "only while it stands next to another legionnaire"),
    (
        "blue legionnaire attack d4; blue legionnaire attack d5",
        "d4-f4",
        "can move up to 1 square far, and f4 is 2 away.",
    ),
    ("blue commander d4", "d4-e6", "The Commander on d4 can move only forward, forward right"),
    # melee
    ("blue infantry attack d4", "d4xd5", "d5 is empty, so there is nothing to capture; to go"),
    ("blue infantry attack d4", "d4xe5", "e5 is empty, so there is nothing to capture."),
    ("blue infantry attack d4; blue archer volley d5", "d4xd5", "occupied by Blue's archer."),
    (
        "blue infantry attack d4; red fortress disabled d5",
        "d4xd5",
        "The disabled Fortress on d5 is entered by a move: d4-d5.",
    ),
    ("blue archer volley d4; red archer volley d5", "d4xd5", "from where it stands: d4*d5."),
    (
        "blue infantry defend d4; red archer volley d5",
        "d4xd5",
        "The infantry on d4 does not capture hand to hand while its state is defend.",
    ),
    (
        "blue infantry attack d4; red archer volley e5",
        "d4xe5",
        "can capture hand to hand only forward, right and left, and faces north, so not to e5.",
    ),
    (
        "blue infantry attack d4 south; red archer volley d5",
        "d4xd5",
        "can capture hand to hand only forward, right and left, and faces south, so not to d5.",
    ),
    (
        "blue chariot charge d4; red archer volley d8",
        "d4xd8",
        "can capture hand to hand up to 3 squares far, and d8 is 4 away.",
    ),
    (
        "blue chariot charge d4; red archer volley d5; red archer volley d6",
        "d4xd6",
        "Red's archer on d5 is in the way to d6.",
    ),
    ("blue cavalry charge d4; red archer volley d5", "d4xd5", "goes by a knight's leap"),
    ("blue commander d4; red fortress active d5", "d4xd5", "never storms an active Fortress"),
    (
        "blue commander d4; red infantry defend d5",
        "d4xd5",
        "Red's infantry on d5 blocks captures from that side.",
    ),
    ("blue commander d4; red hidden d5", "d4xd5", "Red's infantry on d5 blocks captures from"),
    # shots
    ("blue archer volley d4", "d4*d5", "d5 is empty, so there is nothing to shoot at."),
    ("blue archer volley d4; blue archer volley d5", "d4*d5", "occupied by Blue's archer."),
    (
        "blue siege deployed d4; red fortress disabled d5",
        "d4*d5",
        "The Fortress on d5 is disabled, and no shot can be aimed at it.",
    ),
    ("blue archer maneuver d4; red archer volley d5", "d4*d5", "does not shoot while its state is"),
    ("blue commander d4; red archer volley d5", "d4*d5", "The Commander on d4 does not shoot."),
    (
        "blue archer volley d4; red archer volley d3",
        "d4*d3",
        "can shoot only forward, forward right and forward left, and faces north, so not to d3.",
    ),
    ("blue archer volley d4; red archer volley d8", "d4*d8", "can shoot up to 3 squares far"),
    (
        "blue siege deployed d4; red archer volley d5; red archer volley d6",
        "d4*d6",
        "Red's archer on d5 is in the way to d6.",
    ),
    (
        "blue archer volley d4; red infantry defend d6",
        "d4*d6",
        "Red's infantry on d6 blocks captures from that side.",
    ),
    (
        "blue archer volley d4; red legionnaire defend d6 north",
        "d4*d6",
        "Red's legionnaire on d6 is immune to shots of the archer.",
    ),
    (
        "blue fortress active d4; red fortress active d6",
        "d4*d6",
        "Red's Fortress on d6 is immune to shots of the Fortress.",
    ),
    # after a flip
    (
        "blue commander c3; blue infantry attack d4; red archer volley d5",
        "d4fxd5",
        "does not capture hand to hand while its state is defend.",
    ),
]


@pytest.mark.parametrize(("units", "text", "reason"), REFUSALS)
def test_what_is_not_allowed_is_refused_with_its_reason(units: str, text: str, reason: str) -> None:
    state = start(*(unit for unit in units.split("; ") if unit))
    assert reason in refused(state, LEGION.parse(text))


def refused(state: LegionState, action: PlayAction) -> str:
    """The sentence with which the action is refused."""
    with pytest.raises(IllegalAction) as refusal:
        state.apply(state.to_move or "", action)
    sentence = str(refusal.value)
    assert sentence.endswith(".")
    assert len(sentence) < 200
    return sentence


@pytest.mark.parametrize(
    "action", [Flip("d9"), Reveal("i1"), Move("d4", "d0"), Melee("x1", "d4"), Shoot("d4", "")]
)
def test_a_square_off_the_board_is_refused_by_name(action: PlayAction) -> None:
    assert "is off the board" in refused(start("blue infantry attack d4"), action)


def test_the_other_seat_waits_for_its_turn() -> None:
    with pytest.raises(NotYourTurn, match="It is Blue's turn"):
        applied(deployed(), "e7-e6", "red")


@pytest.mark.parametrize(
    "text",
    ["e2", "e2F", "e2t-e3", "e2f!", "e2!f", "e2ff", "e2-e3ff", "e2-e3-e4", "PASS"],
)
def test_what_is_no_action_is_refused_with_the_notation(text: str) -> None:
    with pytest.raises(InvalidAction, match="is not a move: write e2-e3 for a move"):
        LEGION.parse(text)


@pytest.mark.parametrize("text", ["e2-e3f", "e2xe3f", "b1*b4f", "e2tf", "e2f-e3f", "e2ftf"])
def test_acting_first_and_flipping_after_is_refused_as_the_wrong_order(text: str) -> None:
    with pytest.raises(InvalidAction, match="flips last, but a unit can flip only before it acts"):
        LEGION.parse(text)


def every_activation(origin: str) -> list[PlayAction]:
    """Everything that can be written down of a unit on that square."""
    alone: list[PlayAction] = [Flip(origin), Turn(origin), Turn(origin, flips=True), Reveal(origin)]
    return alone + [
        act(origin, target, flips)
        for act in (Move, Melee, Shoot)
        for target in SQUARES
        for flips in (False, True)
    ]


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_written_down_is_legal_or_refused_with_a_reason(seed: int) -> None:
    rng = random.Random(seed)
    armies = {seat: rng.choice(["rome", "egypt"]) for seat in LEGION.seats}
    state = deployed("deploy b2 a1=charge", "deploy g7 h8=charge", armies)
    for _ in range(rng.randrange(20, 60)):
        actions = state.legal_actions(state.to_move or "")
        if not actions:
            return
        state = applied(state, str(rng.choice(actions)))
    view = state.view(state.to_move)
    legal = set(state.legal_actions(state.to_move or ""))
    own = [square for square, unit in view.units.items() if unit.seat == state.to_move]
    for action in rng.sample([a for square in own for a in every_activation(square)], 400):
        if action in legal:
            state.apply(state.to_move or "", action)
        else:
            assert "cannot go to" not in refused(state, action)
