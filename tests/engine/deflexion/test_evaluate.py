"""What positions of Deflexion are worth to the search, and what their shots take."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.deflexion import board as rules
from engine.deflexion.evaluate import WORTHS, DeflexionNode
from engine.deflexion.notation import GRID, Piece, Position
from engine.deflexion.setup import board_of
from engine.deflexion.state import DeflexionState
from engine.grid import Corner
from engine.search import DRAWN, GOES_ON, SURE
from tests.engine.deflexion.positions import khet, positions, start, states


def takings(walked: DeflexionNode) -> dict[int, int]:
    """What the shot of each action takes, found by taking it."""
    board = walked.board
    side = board.side
    found = {}
    for action in walked.actions():
        removed = board.make(action)
        board.unmake()
        assert board.foresee(action) == removed
        found[int(action)] = WORTHS[removed] * (1 if removed >> 4 != side else -1)
    return found


@settings(max_examples=60, deadline=None)
@given(states())
def test_gains_are_what_the_shots_take(state: DeflexionState) -> None:
    walked = DeflexionNode(state.copied_board())
    taken = takings(walked)
    gains = list(walked.gains(walked.actions()))
    assert all(gain in (0, truth) for gain, truth in zip(gains, taken.values(), strict=True))
    assert max(0, *gains) == max(0, *taken.values())
    assert all(
        gain == truth for gain, truth in zip(gains, taken.values(), strict=True) if truth < 0
    )


@settings(max_examples=60, deadline=None)
@given(states())
def test_shots_are_the_actions_that_gain_the_greatest_gain_first(state: DeflexionState) -> None:
    walked = DeflexionNode(state.copied_board())
    gains = zip(walked.actions(), walked.gains(walked.actions()), strict=True)
    shots = list(walked.shots())
    assert sorted(shots) == sorted(action for action, gain in gains if gain > 0)
    taken = takings(walked)
    assert shots == sorted(shots, key=lambda action: -taken[action])


@pytest.mark.parametrize(
    ("sphinxes", "pieces"), [("S^j1 sva8", "pvh1"), ("S<j1 sva8", "P^h1 Pvj5 pve5")]
)
def test_a_shot_by_a_sphinx_that_turns_is_seen(sphinxes: str, pieces: str) -> None:
    walked = DeflexionNode(khet(pieces, sphinxes=sphinxes).copied_board())
    sphinx = GRID.cells["j1"]
    (turn,) = (a for a in walked.actions() if a >> 14 > rules.SWAP and a >> 7 & 127 == sphinx)
    assert turn in list(walked.shots())


@settings(max_examples=60, deadline=None)
@given(states(), st.integers(-200, 200))
def test_no_action_is_worth_more_than_its_ceiling(state: DeflexionState, floor: int) -> None:
    walked = DeflexionNode(state.copied_board())
    actions = list(walked.actions())
    gains = walked.gains(walked.actions())
    ceilings = walked.ceilings(walked.actions(), gains, floor)
    if len(ceilings) == 0:
        assert any(takings(walked).values()) or walked.board.quiet + 1 >= rules.QUIET_LIMIT
        return
    for action, gain, ceiling in zip(actions, gains, ceilings, strict=True):
        if gain != 0:
            assert ceiling >= SURE
            continue
        outcome = walked.play(action)
        assert outcome in (GOES_ON, DRAWN)
        worth = -walked.evaluate() if outcome == GOES_ON else 0
        shot = walked.board.fire(walked.board.side)
        walked.take_back()
        assert worth <= max(ceiling, floor)
        if outcome == GOES_ON and shot & 15 != rules.HIT and ceiling != 0:
            assert worth == ceiling


@settings(max_examples=60, deadline=None)
@given(states(), st.integers(-200, 200))
def test_what_comes_first_in_the_order_is_found_by_itself(
    state: DeflexionState, floor: int
) -> None:
    walked = DeflexionNode(state.copied_board())
    board = walked.board
    actions = walked.actions()
    found = walked.gains(actions)
    gains = dict(zip(actions, found, strict=True))
    limits = walked.ceilings(actions, found, floor)
    ceilings = dict(zip(actions, limits, strict=True)) if len(limits) > 0 else {}
    shot = walked.best_shot()
    if walked.takes > 0:
        assert shot == 0
    else:
        assert shot == (max(gains, key=gains.__getitem__) if max(gains.values()) > 0 else 0)
    for action in anywhere():
        assert board.allows(action) == (action in gains)
        assert walked.is_quiet(action, floor) == (
            gains.get(action) == 0 and walked.takes <= 0 and ceilings.get(action, SURE) > floor
        )


def anywhere() -> list[int]:
    """Every action that there is in any position."""
    found = []
    for origin in rules.CELLS:
        for kind in (rules.TURN_LEFT, rules.TURN_RIGHT):
            found.append(rules.pack(kind, origin, 0))
        for target in (origin + step for step in rules.AROUND):
            if target in GRID.names:
                found += [rules.pack(kind, origin, target) for kind in (rules.MOVE, rules.SWAP)]
    return found


def test_an_action_that_would_draw_has_no_ceiling_below_a_draw() -> None:
    walked = DeflexionNode(start("p>b3 p>b4 p>b5").copied_board())
    moves = [(origin, target) for origin, target in (("f1", "e1"), ("f8", "e8"), ("e1", "f1"))]
    for origin, target in moves:
        cells = GRID.cells
        assert walked.play(rules.pack(rules.MOVE, cells[origin], cells[target])) == GOES_ON
    actions = walked.actions()
    home = rules.pack(rules.MOVE, GRID.cells["e8"], GRID.cells["f8"])
    place = list(actions).index(home)
    assert walked.board.side == rules.GOLD
    assert walked.ceilings(actions, walked.gains(actions), -1_000)[place] >= 0
    assert walked.play(home) == DRAWN


@settings(max_examples=40, deadline=None)
@given(states())
def test_a_pass_changes_nothing_but_what_the_laser_hits(state: DeflexionState) -> None:
    walked = DeflexionNode(state.copied_board())
    board = walked.board
    before, side, number = list(board.cells), board.side, walked.number()
    struck = board.fire(side)
    walked.play_pass()
    changed = [cell for cell, code in enumerate(board.cells) if code != before[cell]]
    assert changed == ([struck >> 6] if struck & 15 == rules.HIT else [])
    assert board.side != side
    assert changed or walked.number() != number
    walked.take_back()
    assert (list(board.cells), board.side, walked.number()) == (before, side, number)


def turned(position: Position) -> Position:
    """The same position with the sides changed and the board turned by half a turn."""
    other = {"silver": "gold", "gold": "silver"}
    pieces = {}
    for square, piece in position.pieces.items():
        square = f"{chr(ord('a') + ord('j') - ord(square[0]))}{9 - int(square[1])}"
        facing = piece.facing
        if facing in list(Corner):
            facing = Corner(facing).turned(2)
        pieces[square] = Piece(other[piece.seat], piece.kind, facing)
    return Position(pieces, other[position.to_move])


@settings(max_examples=60, deadline=None)
@given(positions())
def test_the_worth_does_not_depend_on_who_is_silver(position: Position) -> None:
    one, other = DeflexionNode(board_of(position)), DeflexionNode(board_of(turned(position)))
    assert one.evaluate() == other.evaluate()
