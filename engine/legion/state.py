"""Legion as a value: states that never change, and the game that starts them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from engine.core import (
    JSON,
    Action,
    Chance,
    Game,
    IllegalAction,
    NotYourTurn,
    Phase,
    Result,
    Seat,
    Square,
    State,
    Step,
    View,
    quote,
)
from engine.events import Ready
from engine.legion import board as rules
from engine.legion import suspects
from engine.legion.board import Board
from engine.legion.codes import events_of, pack, unpack
from engine.legion.deployment import canonical, default_units, deployed
from engine.legion.notation import (
    GRID,
    SEATS,
    Deploy,
    LegionAction,
    PlayAction,
    Unit,
    squares_of,
)
from engine.legion.refusal import explain
from engine.legion.setup import Armies, Position, board_of, disguised, units_of
from engine.legion.suspects import Suspects
from engine.state import BoardState

_REASONS: Final = {rules.COMMANDER: "commander", rules.FORTRESS: "fortress"}


@dataclass(frozen=True, slots=True)
class LegionView(View):
    """What somebody may know of a state.

    ``quiet`` counts the actions since the last capture or disabling; ``ready`` says who has
    deployed; ``suspects`` are the squares of units of which all who have watched the game know that
    one of them may be the seat's hidden Assassin. They tell how the position came about, and are
    left out where positions are compared and written down.
    """

    armies: Armies
    units: Mapping[Square, Unit]
    score: Mapping[Seat, int]
    quiet: int
    ready: Mapping[Seat, bool]
    suspects: Mapping[Seat, tuple[Square, ...]] = field(default_factory=dict, compare=False)

    def to_json(self) -> dict[str, JSON]:
        """Return the STATE object of the line protocol."""
        shown = View.to_json(self) | {
            "armies": {seat: str(army) for seat, army in self.armies.items()},
            "units": {square: unit.to_json() for square, unit in self.units.items()},
        }
        return {key: value for key, value in shown.items() if key != "suspects"}


@dataclass(frozen=True, slots=True, eq=False)
class LegionState(BoardState[Board]):
    """A state of Legion, with what the board does not know.

    Until both seats are ready, a seat that has not deployed stands as if it had chosen nothing.
    """

    _game: Game
    _armies: Armies
    _is_timed: bool
    _ready: frozenset[Seat]
    _suspects: Suspects

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._game

    def _is_ready(self, seat: Seat) -> bool:
        """Return whether the seat has deployed."""
        return seat in self._ready

    def _actions(self) -> Iterable[Action]:
        """Return what the seat to move may do, in any order."""
        return map(unpack, self._board.actions())

    def _applied(
        self, seat: Seat, action: Action, chance: Chance | None, rng: random.Random | None
    ) -> Step:
        """Return what a deployment or another action leads to."""
        if seat not in SEATS:
            raise NotYourTurn(f"Nobody plays {quote(seat)}; there are {' and '.join(SEATS)}.")
        if not isinstance(action, LegionAction):
            raise IllegalAction("This is not a move in Legion.")
        self._check_no_chance(chance)
        if self.phase is Phase.SETUP:
            if isinstance(action, Deploy):
                return self._deploy(seat, action)
            raise IllegalAction(
                "The first turn comes when both have deployed: write deploy, the Assassin's "
                "square, and states as in a1=charge."
            )
        if isinstance(action, Deploy):
            raise IllegalAction("Both have deployed, and the game has begun.")
        self._check_turn(seat)
        return self._act(seat, action)

    def _deploy(self, seat: Seat, action: Deploy) -> Step:
        """Return what a legal deployment leads to, which others do not see."""
        army = self._armies[seat]
        units = units_of(self._board)
        others = {square: unit for square, unit in units.items() if unit.seat != seat}
        own = deployed(seat, army, action)
        units = others | own
        ready = self._ready | {seat}
        state = replace(
            self,
            _board=board_of(_beginning(self._armies, units)),
            _ready=ready,
            _suspects=suspects.at_first(units) if len(ready) == len(SEATS) else suspects.NOBODY,
        )
        return Step(state, (Ready(seat),), None, canonical(seat, army, action))

    def _act(self, seat: Seat, action: PlayAction) -> Step:
        """Return what an action of the seat to move leads to."""
        for square in squares_of(action):
            if square not in GRID.cells:
                raise IllegalAction(GRID.off_board(square))
        before = self._board
        packed = pack(action)
        if packed not in before.actions():
            raise IllegalAction(explain(self._position_seen_by(seat), action))
        after = before.copy()
        result = _result_of(after, after.ending(after.make(packed)), seat)
        feared = suspects.after(self._suspects, seat, action, before, after)
        state = replace(self, _suspects=feared)
        return state._led_to(after, result, events_of(before, action), action)

    def view(self, seat: Seat | None) -> LegionView:
        """Return what the seat may know; ``None`` asks for what everybody may know."""
        truth = self.truth()
        if self.phase is Phase.OVER and self._is_set_up:
            return truth
        return replace(truth, units=self._units_seen_by(seat))

    def truth(self) -> LegionView:
        """Return the whole truth: both Assassins, also while they are hidden."""
        return LegionView(
            *self._common(),
            armies=self._armies,
            units=units_of(self._board),
            score=dict(zip(SEATS, self._board.scores, strict=True)),
            quiet=self._board.quiet,
            ready={seat: self._is_ready(seat) for seat in SEATS},
            suspects={seat: tuple(sorted(squares)) for seat, squares in self._suspects.items()},
        )

    def _units_seen_by(self, seat: Seat | None) -> Mapping[Square, Unit]:
        """Return the units with what the seat may not know left out."""
        units = units_of(self._board)
        if not self._is_set_up:
            for other in SEATS:
                if other != seat:
                    units |= default_units(other, self._armies[other])
        return {
            square: unit if unit.seat == seat else disguised(unit, self._armies[unit.seat])
            for square, unit in units.items()
        }

    def _position_seen_by(self, seat: Seat) -> Position:
        """Return the position with what the seat may not know left out."""
        view = self.view(seat)
        return Position(self._armies, view.units, seat, view.quiet, view.score)

    def adjudicate(self) -> Result | None:
        """Return who wins if time runs out now, ``None`` outside play.

        In a timed game that is who has more points, else the seat that is not to move.
        """
        if self._is_timed and self.phase is Phase.PLAY:
            return _by_points(self._board, "time")
        return State.adjudicate(self)


def started(
    game: Game, armies: Armies, position: Position | None, ply: int, *, is_timed: bool
) -> LegionState:
    """Return the state in play with that position, or without one the state before deployment."""
    if position is not None:
        seen = {
            square: disguised(unit, armies[unit.seat]) for square, unit in position.units.items()
        }
        feared = suspects.in_midst(seen, armies)
        board, ready = board_of(position), frozenset(SEATS)
    else:
        feared = suspects.NOBODY
        board, ready = board_of(_undeployed(armies)), frozenset[Seat]()
    return LegionState(board, ply, None, game, armies, is_timed, ready, feared)


def _undeployed(armies: Armies) -> Position:
    """Return the position before anybody has chosen anything."""
    units: dict[Square, Unit] = {}
    for seat in SEATS:
        units |= deployed(seat, armies[seat], Deploy(None))
    return _beginning(armies, units)


def _beginning(armies: Armies, units: Mapping[Square, Unit]) -> Position:
    """Return the position of the first turn with these units."""
    return Position(armies, units, SEATS[0], 0, dict.fromkeys(SEATS, 0))


def _result_of(board: Board, ending: int, mover: Seat) -> Result | None:
    """Return the result for what the board says after an action of ``mover``."""
    match ending:
        case rules.ONGOING:
            return None
        case rules.QUIET:
            return _by_points(board, "points")
        case _:
            return Result(mover, _REASONS[ending])


def _by_points(board: Board, reason: str) -> Result:
    """Return the win of the side with more points, or the draw."""
    blue, red = board.scores
    if blue == red:
        return Result(None, reason)
    return Result(SEATS[0] if blue > red else SEATS[1], reason)
