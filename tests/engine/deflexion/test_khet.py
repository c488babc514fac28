"""Each rule of Khet 2.0 that is not Deflexion's, as a player would check it."""

import pytest
from hypothesis import assume, given, settings

from engine import beam
from engine.core import BadOption, IllegalAction, State, Step
from engine.deflexion import board as rules
from engine.deflexion.evaluate import WORTHS, DeflexionNode
from engine.deflexion.notation import GRID, SEATS, Position, format_code, parse_action
from engine.deflexion.rulesets import KHET_RULES, rule_set_of
from engine.deflexion.setup import board_of, laser_faults
from engine.deflexion.state import DEFLEXION, DeflexionState
from engine.events import Destroyed, Fired, Rotated, Swapped
from tests.engine.deflexion.positions import code, khet, positions, start


def play(state: State, *texts: str) -> Step:
    """The last step after these actions of the seats in turn."""
    for text in texts:
        assert state.to_move is not None
        step = state.apply(state.to_move, parse_action(text))
        state = step.state
    return step


def fired(step: Step) -> Fired:
    """The shot of a step."""
    (shot,) = [event for event in step.events if isinstance(event, Fired)]
    return shot


def legal(state: DeflexionState, square: str) -> set[str]:
    """The texts of what the piece on the square may do."""
    texts = {str(action) for action in state.legal_actions(state.to_move or "")}
    return {text for text in texts if text.startswith(square)}


def refusal(state: DeflexionState, text: str) -> str:
    """The sentence with which the action is refused."""
    with pytest.raises(IllegalAction) as refused:
        play(state, text)
    return str(refused.value)


@pytest.mark.parametrize("layout", KHET_RULES.layouts)
def test_a_layout_has_thirteen_pieces_a_side(layout: str) -> None:
    pieces = khet_layout(layout).position.pieces.values()
    for seat in SEATS:
        kinds = sorted(str(piece.kind) for piece in pieces if piece.seat == seat)
        assert kinds == sorted(
            ["pharaoh", "sphinx", *["anubis"] * 2, *["djed"] * 2, *["pyramid"] * 7]
        )


def khet_layout(layout: str) -> DeflexionState:
    """The start of a predefined layout."""
    return DEFLEXION.start({"rules": "khet2", "layout": layout})


@pytest.mark.parametrize(
    ("to_move", "sphinxes", "turn", "after"),
    [
        ("silver", "S^j1 sva8", "j1L", "S<j1 sva8"),
        ("silver", "S<j1 sva8", "j1R", "S^j1 sva8"),
        ("gold", "S^j1 sva8", "a8L", "S^j1 s>a8"),
        ("gold", "S^j1 s>a8", "a8R", "S^j1 sva8"),
    ],
)
def test_a_sphinx_only_turns_and_only_to_where_it_fires_into_the_board(
    to_move: str, sphinxes: str, turn: str, after: str
) -> None:
    text = code(f"Kb2 kb7 {sphinxes}", to_move)
    state = DEFLEXION.start({"rules": "khet2", "code": text})
    assert legal(state, turn[:2]) == {turn}
    step = play(state, turn)
    (other,) = set(SEATS) - {to_move}
    assert code_of(step.state) == code(f"Kb2 kb7 {after}", other)
    assert step.events[0] == Rotated(to_move, "sphinx", turn[:2], turn[2])
    wrong = turn[:2] + ("R" if turn[2] == "L" else "L")
    assert refusal(state, wrong) == (
        f"The Sphinx on {turn[:2]} would fire out of the board; it can turn the other way: {turn}."
    )


def test_the_laser_starts_beside_the_sphinx_in_the_direction_in_which_it_has_just_turned() -> None:
    up, left = play(khet("A^d4"), "d4R"), play(khet(""), "j1L")
    assert fired(up).path == tuple(f"j{row}" for row in range(2, 9))
    assert fired(left).path == tuple(f"{column}1" for column in "ihgf")
    assert (fired(left).end, fired(left).at) == ("hit", "f1")
    down, right = play(khet("", "gold"), "f8-e8"), play(khet("", "gold"), "a8L")
    assert fired(down).path == tuple(f"a{row}" for row in range(7, 0, -1))
    assert fired(right).path == tuple(f"{column}8" for column in "bcdef")


def test_turning_ones_sphinx_on_ones_own_pharaoh_loses() -> None:
    step = play(khet(""), "j1L")
    assert step.state.result is not None
    assert (step.state.result.winner, step.state.result.reason) == ("gold", "pharaoh")


def test_neither_a_sphinx_moves_nor_does_a_pharaoh_turn() -> None:
    state = khet("")
    assert refusal(state, "j1-j2") == "A Sphinx never moves, it only turns."
    assert refusal(state, "f1R") == "In Khet 2.0 a Pharaoh does not turn."
    assert not {text for text in legal(state, "f1") if text[-1] in "LR"}
    assert "f1R" in legal(start(""), "f1")


@pytest.mark.parametrize(
    ("mark", "end"), [("^", "hit"), (">", "hit"), ("v", "shield"), ("<", "hit")]
)
def test_an_anubis_stops_a_beam_at_its_shield_and_falls_to_any_other(mark: str, end: str) -> None:
    step = play(khet(f"A{mark}j4 Pvd3"), "d3L")
    shot = fired(step)
    assert (shot.end, shot.at, shot.path[-1]) == (end, "j4", "j4")
    fallen = [event for event in step.events if isinstance(event, Destroyed)]
    assert [event.square for event in fallen] == (["j4"] if end == "hit" else [])
    quiet = step.state.truth().to_json()["quiet"]
    assert quiet == (0 if end == "hit" else 1)


def test_an_anubis_turns_both_ways_and_its_shield_with_it() -> None:
    state = khet("Avd4")
    assert {text for text in legal(state, "d4") if text[-1] in "LR"} == {"d4L", "d4R"}
    for text, expected in (("d4L", "A>d4"), ("d4R", "A<d4")):
        after = play(state, text).state
        assert code_of(after) == code(f"Kf1 kf8 S^j1 sva8 {expected}", "gold")


def test_a_beam_stops_at_either_sphinx_and_removes_nothing() -> None:
    other = play(khet("D^j5 d^a5 Pvd4"), "d4L")
    assert (fired(other).end, fired(other).at) == ("sphinx", "a8")
    round_trip = code("Kf2 kf8 S^j1 sva8 D^j4 D>c4 D^c1 Pvd7")
    own = play(DEFLEXION.start({"rules": "khet2", "code": round_trip}), "d7L")
    assert (fired(own).end, fired(own).at, fired(own).mirrors) == ("sphinx", "j1", 3)
    assert fired(own).path == (
        *("j2", "j3", "j4", "i4", "h4", "g4", "f4", "e4", "d4", "c4", "c3", "c2"),
        *("c1", "d1", "e1", "f1", "g1", "h1", "i1", "j1"),
    )
    for step in (other, own):
        assert not any(isinstance(event, Destroyed) for event in step.events)


def test_a_djed_swaps_with_a_pyramid_or_an_anubis_of_either_side_and_nothing_else() -> None:
    state = khet("D>d4 P^c5 pvd5 A^e5 avc4 d>e4 D^c3")
    swaps = {text for text in legal(state, "d4") if "x" in text}
    assert swaps == {"d4xc5", "d4xd5", "d4xe5", "d4xc4"}
    step = play(state, "d4xc4")
    assert step.events[0] == Swapped("silver", "djed", "d4", "c4", "gold", "anubis")
    assert "av" in code_of(step.state)
    for pieces, text, what in (
        ("D>i2", "i2xj1", "a Sphinx"),
        ("D>f2", "f2xf1", "a Pharaoh"),
        ("D>d4 d>d5", "d4xd5", "another Djed"),
    ):
        assert text not in legal(khet(pieces), text[:2])
        assert refusal(khet(pieces), text) == (
            f"A Djed swaps with a pyramid or an Anubis, never with {what}."
        )


def code_of(state: State) -> str:
    assert isinstance(state, DeflexionState)
    return state.truth().code


@pytest.mark.parametrize(
    ("pieces", "to_move", "text", "is_legal"),
    [
        ("A^b4", "silver", "b4-a4", False),
        ("a^b4", "gold", "b4-a4", True),
        ("A^h2", "silver", "h2-i1", False),
        ("D>j4 avi4", "silver", "j4xi4", False),
        ("D>j4 Avi4", "silver", "j4xi4", True),
        ("D>b5 ava5", "silver", "b5xa5", False),
        ("d>a5 Avb5", "gold", "a5xb5", False),
        ("d>i4 Avj4", "gold", "i4xj4", False),
        ("D>b8 avc8", "silver", "b8xc8", False),
    ],
)
def test_reserved_squares_bind_movers_and_displaced_pieces_alike(
    pieces: str, to_move: str, text: str, is_legal: bool
) -> None:
    assert (text in legal(khet(pieces, to_move), text[:2])) is is_legal


def test_the_draws_are_those_of_deflexion() -> None:
    turns = ("d4R", "d5R") * 3
    assert play(khet("D>d4 d>d5"), *turns).state.result is None
    third = play(khet("D>d4 d>d5"), *turns, "d4R", "d5R").state.result
    assert third is not None
    assert third.reason == "repetition"
    late = khet("D>d4").truth().to_json() | {"quiet": 99}
    quiet = play(DEFLEXION.start({"rules": "khet2", "state": late}), "d4R").state.result
    assert quiet is not None
    assert quiet.reason == "quiet"


def fault(pieces: str, rule_set: str = "khet2") -> str:
    """The sentences with which a position is refused."""
    with pytest.raises(BadOption) as refused:
        DEFLEXION.start({"rules": rule_set, "code": code(pieces)})
    return str(refused.value)


@pytest.mark.parametrize(
    ("pieces", "reason"),
    [
        ("Kf1 kf8 sva8", "Silver has no Sphinx and needs one on j1."),
        ("Kf1 kf8 S^j1", "Gold has no Sphinx and needs one on a8."),
        (
            "Kf1 kf8 S^j2 sva8",
            "Silver has a Sphinx on j2; its place is j1, and it never moves.",
        ),
        (
            "Kf1 kf8 S^j1 S^j2 sva8",
            "Silver has 2 Sphinxes and may have only one. "
            "Silver has a Sphinx on j2; its place is j1, and it never moves.",
        ),
        (
            "Kf1 kf8 Svj1 sva8",
            "Silver's Sphinx on j1 fires out of the board; it can look up (“^”) or left (“<”).",
        ),
        (
            "Kf1 kf8 S^j1 s<a8",
            "Gold's Sphinx on a8 fires out of the board; it can look down (“v”) or right (“>”).",
        ),
        ("Kf1 kf8 S^j1 sva8 Od4 oe5", "Khet 2.0 knows no obelisk, and there is one on d4 and e5."),
        ("Kf1 S^j1 sva8", "Gold has no Pharaoh and needs one."),
        ("Kf1 Ke1 kf8 S^j1 sva8", "Silver has 2 Pharaohs and may have only one."),
        ("Kf1 kf8 S^j1 sva8 A^a4", "Silver has a piece on a4, reserved for Gold."),
        ("Kf1 kf8 S<j1 sva8", "Silver's laser strikes Silver's Pharaoh as it stands."),
        ("Kf1 ka4 S^j1 sva8", "Gold's laser strikes Gold's Pharaoh as it stands."),
        ("Kf1 kd4 S^j1 sva8 D^j4", "Silver's laser strikes Gold's Pharaoh as it stands."),
    ],
)
def test_every_fault_of_a_position_has_a_sentence_of_its_own(pieces: str, reason: str) -> None:
    assert fault(pieces) == reason


def test_all_faults_of_a_position_are_named_at_once() -> None:
    said = fault("Ke1 Kf1 svj1 S<a8 Od4 p>j4")
    for part in (
        "Silver has 2 Pharaohs",
        "Gold has no Pharaoh",
        "no obelisk",
        "Silver has a Sphinx on a8; its place is j1",
        "Gold has a Sphinx on j1; its place is a8",
        "Gold has a piece on j1 and j4",
    ):
        assert part in said


@pytest.mark.parametrize(
    ("pieces", "reason"),
    [
        ("Kf1 kf8 A^d4 ave5", "Deflexion knows no Anubis, and there is one on d4 and e5."),
        ("Kf1 kf8 S^j1", "Deflexion knows no Sphinx, and there is one on j1."),
    ],
)
def test_the_pieces_of_khet_are_none_of_deflexions(pieces: str, reason: str) -> None:
    assert fault(pieces, "deflexion") == reason


@pytest.mark.parametrize(
    ("rule_set", "layouts"),
    [
        ("deflexion", "classic, imhotep and dynasty"),
        ("khet2", "classic, imhotep, dynasty, mercury and sophie"),
    ],
)
def test_the_layouts_of_one_rule_set_are_not_the_others(rule_set: str, layouts: str) -> None:
    with pytest.raises(BadOption, match=f"The option layout is one of {layouts}\\."):
        DEFLEXION.start({"rules": rule_set, "layout": "moon"})
    with pytest.raises(BadOption, match="one of classic, imhotep and dynasty\\."):
        DEFLEXION.start({"layout": "mercury"})
    assert khet_layout("mercury").truth() != khet_layout("sophie").truth()


def test_the_usual_layout_is_classic() -> None:
    assert DEFLEXION.complete({"rules": "khet2"}) == {"rules": "khet2", "layout": "classic"}


def test_a_state_goes_on_under_the_rules_that_are_named_with_it() -> None:
    whole = khet("Avd4 d>e5", "gold").truth().to_json()
    assert DEFLEXION.start({"rules": "khet2", "state": whole}).truth().to_json() == whole
    with pytest.raises(BadOption, match="Deflexion knows no Sphinx"):
        DEFLEXION.start({"state": whole})


@given(positions(KHET_RULES))
def test_a_code_is_accepted_unless_a_laser_strikes_a_pharaoh(position: Position) -> None:
    assume(not laser_faults(position, KHET_RULES))
    options = {"rules": "khet2", "code": format_code(position)}
    assert DEFLEXION.start(options).position == position
    assert rule_set_of(position) is KHET_RULES


@given(positions(KHET_RULES))
def test_a_beam_ends_without_closing_a_loop(position: Position) -> None:
    board = board_of(position, rule_set=KHET_RULES)
    for side in range(len(SEATS)):
        path: list[int] = []
        end = beam.reaction_of(board.fire(side, path))
        assert end in (beam.LEFT, rules.HIT, rules.SHIELD, rules.AT_SPHINX)
        assert len(set(path)) == len(path)


@settings(max_examples=60, deadline=None)
@given(positions(KHET_RULES))
def test_gains_are_what_the_shots_take_those_of_a_turned_sphinx_too(position: Position) -> None:
    walked = DeflexionNode(board_of(position, rule_set=KHET_RULES))
    board = walked.board
    actions = walked.actions()
    taken = []
    for action in actions:
        removed = board.make(action)
        board.unmake()
        assert board.foresee(action) == removed
        taken.append(WORTHS[removed] * (1 if removed >> 4 != board.side else -1))
    gains = list(walked.gains(actions))
    assert all(gain in (0, truth) for gain, truth in zip(gains, taken, strict=True))
    assert max(0, *gains) == max(0, *taken)
    assert all(gain == truth for gain, truth in zip(gains, taken, strict=True) if truth < 0)


def test_a_sphinx_cannot_be_lost_and_is_worth_nothing() -> None:
    for bit in (0, rules.GOLD_BIT):
        assert [WORTHS[bit + rules.SPHINX + i] for i in range(2)] == [0, 0]
    assert all(
        rules.REACTIONS[4 * rules.SPHINX + heading] == rules.AT_SPHINX for heading in range(4)
    )
    assert GRID.names[rules.LASERS[2]] == "j1"
