"""What the states of all games have in common: a board, the plies played, and the result."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Generic, Protocol, Self, TypeVar

from engine import events
from engine.core import (
    Action,
    BadChance,
    Chance,
    Event,
    IllegalAction,
    NotYourTurn,
    Phase,
    Result,
    Seat,
    State,
    Step,
)


class Board(Protocol):
    """What a state asks of the board of any game."""

    @property
    def side(self) -> int:
        """Which of the game's seats is to move: 0 or 1."""

    def copy(self) -> Self:
        """Return an independent board at the same position."""

    def perft(self, depth: int) -> int:
        """Return the number of action sequences of that length."""


BoardT = TypeVar("BoardT", bound=Board)


@dataclass(frozen=True, slots=True, eq=False)
class BoardState(State, Generic[BoardT]):
    """A state that is a board that nobody changes, the plies played, and the result.

    Each game says which actions its board has and what they lead to, and adds what the board does
    not know.
    """

    _board: BoardT
    _ply: int
    _result: Result | None

    @property
    def phase(self) -> Phase:
        """The phase: setup, play or over."""
        if self._result is not None:
            return Phase.OVER
        return Phase.PLAY if self._is_set_up else Phase.SETUP

    @property
    def ply(self) -> int:
        """The number of play actions applied so far."""
        return self._ply

    @property
    def to_move(self) -> Seat | None:
        """The seat that is to act, ``None`` during setup and at the end."""
        return self.game.seats[self._board.side] if self.phase is Phase.PLAY else None

    @property
    def result(self) -> Result | None:
        """The result, ``None`` while the game goes on."""
        return self._result

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats without a setup, and then the seat to move."""
        if self.phase is Phase.SETUP:
            return tuple(seat for seat in self.game.seats if not self._is_ready(seat))
        return () if self.to_move is None else (self.to_move,)

    def copied_board(self) -> BoardT:
        """Return a board at this position, with all that it knows, for a search to change."""
        return self._board.copy()

    def legal_actions(self, seat: Seat) -> tuple[Action, ...]:
        """Return what the seat may do now, sorted by notation; empty when it may not act."""
        return tuple(sorted(self._actions(), key=str)) if seat == self.to_move else ()

    def perft(self, depth: int) -> int:
        """Return the number of action sequences of that length; there is none outside play.

        Ends by repetition or by quiet play are not applied, and an arena does not move.
        """
        return self._board.copy().perft(depth) if self.phase is Phase.PLAY else int(depth == 0)

    def ended(self, result: Result) -> Self:
        """Return the state as the last of a game that its players, a moderator or time ended."""
        return replace(self, _result=result)

    @property
    def _is_set_up(self) -> bool:
        """Whether all setups are made, so that the game came to play."""
        return all(self._is_ready(seat) for seat in self.game.seats)

    def _is_ready(self, seat: Seat) -> bool:
        """Return whether the seat has made its setup; always where a game begins with play."""
        return True

    @abstractmethod
    def _actions(self) -> Iterable[Action]:
        """Return what the seat to move may do, in any order."""

    def _common(self) -> tuple[str, Phase, int, Seat | None, Result | None]:
        """Return the fields that every view has, in order."""
        return self.game.name, self.phase, self._ply, self.to_move, self._result

    def _check_turn(self, seat: Seat) -> None:
        """Raise ``NotYourTurn`` if in play another seat is to move."""
        if seat != self.to_move:
            raise NotYourTurn(f"It is {self.game.seats[self._board.side].title()}'s turn.")

    def _check_refusal(self, refusal: str | None) -> None:
        """Raise ``IllegalAction`` if there is a reason for it."""
        if refusal is not None:
            raise IllegalAction(refusal)

    def _check_no_chance(self, chance: Chance | None) -> None:
        """Raise ``BadChance`` if one is given to a game that has none."""
        if chance is not None:
            raise BadChance(f"Nothing is drawn by chance in {self.game.title}.")

    def _led_to(
        self,
        board: BoardT,
        result: Result | None,
        happened: Iterable[Event],
        action: Action,
        chance: Chance | None = None,
    ) -> Step:
        """Return the step to the next ply with that board and result, its action canonical."""
        if result is not None:
            happened = (*happened, events.GameOver(result.winner, result.reason))
        state = replace(self, _board=board, _ply=self._ply + 1, _result=result)
        return Step(state, tuple(happened), chance, action)
