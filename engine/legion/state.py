"""Legion as a value: states that never change, and the game that starts them."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from engine.core import (
    JSON,
    Action,
    BadChance,
    Chance,
    Game,
    GameOver,
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
from engine.events import GameOver as GameEnded
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
class LegionState(State):
    """A state of Legion: a board that nobody changes, and what the board does not know.

    Until both seats are ready, a seat that has not deployed stands as if it had chosen nothing.
    """

    _game: Game
    _armies: Armies
    _is_timed: bool
    _board: Board
    _ready: tuple[bool, bool]
    _suspects: Suspects
    _ply: int = 0
    _result: Result | None = None

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._game

    @property
    def phase(self) -> Phase:
        """The phase: setup, play or over."""
        if self._result is not None:
            return Phase.OVER
        return Phase.PLAY if all(self._ready) else Phase.SETUP

    @property
    def ply(self) -> int:
        """The number of play actions applied so far."""
        return self._ply

    @property
    def to_move(self) -> Seat | None:
        """The seat that is to act, ``None`` during setup and at the end."""
        return SEATS[self._board.side] if self.phase is Phase.PLAY else None

    @property
    def result(self) -> Result | None:
        """The result, ``None`` while the game goes on."""
        return self._result

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats without whose action the game does not go on."""
        if self.phase is Phase.SETUP:
            return tuple(
                seat for seat, is_ready in zip(SEATS, self._ready, strict=True) if not is_ready
            )
        return () if self.to_move is None else (self.to_move,)

    def legal_actions(self, seat: Seat) -> tuple[Action, ...]:
        """Return what the seat may do now, sorted by notation; empty when it may not act."""
        if seat != self.to_move:
            return ()
        return tuple(sorted((unpack(packed) for packed in self._board.actions()), key=str))

    def apply(
        self,
        seat: Seat,
        action: Action,
        *,
        chance: Chance | None = None,
        rng: random.Random | None = None,
    ) -> Step:
        """Return what the action leads to; the state itself stays as it is.

        Raises ``GameOver``, ``NotYourTurn``, ``IllegalAction`` with the reason, or ``BadChance``.
        """
        if self._result is not None:
            raise GameOver("The game is over.")
        if seat not in SEATS:
            raise NotYourTurn(f"Nobody plays {quote(seat)}; there are {' and '.join(SEATS)}.")
        if not isinstance(action, LegionAction):
            raise IllegalAction("This is not a move in Legion.")
        if chance is not None:
            raise BadChance("Nothing is drawn by chance in Legion.")
        if self.phase is Phase.SETUP:
            if isinstance(action, Deploy):
                return self._deploy(seat, action)
            raise IllegalAction(
                "The first turn comes when both have deployed: write deploy, the Assassin's "
                "square, and states as in a1=charge."
            )
        if isinstance(action, Deploy):
            raise IllegalAction("Both have deployed, and the game has begun.")
        if seat != self.to_move:
            raise NotYourTurn(f"It is {SEATS[self._board.side].title()}'s turn.")
        return self._act(seat, action)

    def _deploy(self, seat: Seat, action: Deploy) -> Step:
        """Return what a legal deployment leads to, which others do not see."""
        army = self._armies[seat]
        units = units_of(self._board)
        others = {square: unit for square, unit in units.items() if unit.seat != seat}
        own = deployed(seat, army, action)
        blue, red = (
            is_ready or seat == of for of, is_ready in zip(SEATS, self._ready, strict=True)
        )
        units = others | own
        state = replace(
            self,
            _board=board_of(_beginning(self._armies, units)),
            _ready=(blue, red),
            _suspects=suspects.at_first(units) if blue and red else suspects.NOBODY,
        )
        return Step(state, (Ready(seat),), None, canonical(seat, army, action))

    def _act(self, seat: Seat, action: PlayAction) -> Step:
        """Return what an action of the seat to move leads to."""
        for square in squares_of(action):
            if square not in GRID.cells:
                raise IllegalAction(f"{square} is off the board, which has {GRID.extent}.")
        before = self._board
        packed = pack(action)
        if packed not in before.actions():
            raise IllegalAction(explain(self._position_seen_by(seat), action))
        after = before.copy()
        result = self._ended(seat, after, after.ending(after.make(packed)))
        events = tuple(events_of(before, action))
        if result is not None:
            events = (*events, GameEnded(result.winner, result.reason))
        state = replace(
            self,
            _board=after,
            _suspects=suspects.after(self._suspects, seat, action, before, after),
            _ply=self._ply + 1,
            _result=result,
        )
        return Step(state, events, None, action)

    def _ended(self, mover: Seat, board: Board, ending: int) -> Result | None:
        """Return the result for what the board says after an action of ``mover``."""
        match ending:
            case rules.ONGOING:
                return None
            case rules.QUIET:
                return _by_points(board, "points")
            case _:
                return Result(mover, _REASONS[ending])

    def view(self, seat: Seat | None) -> LegionView:
        """Return what the seat may know; ``None`` asks for what everybody may know."""
        truth = self.truth()
        if self.phase is Phase.OVER:
            return truth
        return replace(truth, units=self._units_seen_by(seat))

    def truth(self) -> LegionView:
        """Return the whole truth: both Assassins, also while they are hidden."""
        return LegionView(
            game=self._game.name,
            phase=self.phase,
            ply=self._ply,
            to_move=self.to_move,
            result=self._result,
            armies=self._armies,
            units=units_of(self._board),
            score=dict(zip(SEATS, self._board.scores, strict=True)),
            quiet=self._board.quiet,
            ready=dict(zip(SEATS, self._ready, strict=True)),
            suspects={seat: tuple(sorted(squares)) for seat, squares in self._suspects.items()},
        )

    def _units_seen_by(self, seat: Seat | None) -> Mapping[Square, Unit]:
        """Return the units with what the seat may not know left out."""
        units = units_of(self._board)
        if self.phase is Phase.SETUP:
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

    def perft(self, depth: int) -> int:
        """Return the number of action sequences of that length; quiet play does not end them.

        There is none before both have deployed.
        """
        if self.phase is not Phase.PLAY:
            return int(depth == 0)
        return self._board.copy().perft(depth)

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
        return LegionState(game, armies, is_timed, board_of(position), (True, True), feared, ply)
    board = board_of(_undeployed(armies))
    return LegionState(game, armies, is_timed, board, (False, False), suspects.NOBODY)


def _undeployed(armies: Armies) -> Position:
    """Return the position before anybody has chosen anything."""
    units: dict[Square, Unit] = {}
    for seat in SEATS:
        units |= deployed(seat, armies[seat], Deploy(None))
    return _beginning(armies, units)


def _beginning(armies: Armies, units: Mapping[Square, Unit]) -> Position:
    """Return the position of the first turn with these units."""
    return Position(armies, units, SEATS[0], 0, dict.fromkeys(SEATS, 0))


def _by_points(board: Board, reason: str) -> Result:
    """Return the win of the side with more points, or the draw."""
    blue, red = board.scores
    if blue == red:
        return Result(None, reason)
    return Result(SEATS[0] if blue > red else SEATS[1], reason)
