"""A game that its players, a moderator or time ended, and not its rules."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from engine.core import (
    Action,
    Chance,
    Game,
    GameOver,
    Phase,
    Result,
    Seat,
    State,
    Step,
    View,
)


@dataclass(frozen=True, slots=True, eq=False)
class EndedState(State):
    """The last state of such a game: nothing more can be done in it, and it has this result."""

    _last: State
    _result: Result

    @property
    def game(self) -> Game:
        """The game that was played."""
        return self._last.game

    @property
    def phase(self) -> Phase:
        """The phase: over."""
        return Phase.OVER

    @property
    def ply(self) -> int:
        """The number of play actions applied."""
        return self._last.ply

    @property
    def to_move(self) -> Seat | None:
        """The seat that is to act: none."""
        return None

    @property
    def result(self) -> Result | None:
        """The result."""
        return self._result

    def legal_actions(self, seat: Seat) -> tuple[Action, ...]:
        """Return what the seat may do now: nothing."""
        return ()

    def apply(
        self,
        seat: Seat,
        action: Action,
        *,
        chance: Chance | None = None,
        rng: random.Random | None = None,
    ) -> Step:
        """Raise ``GameOver``."""
        raise GameOver("The game is over.")

    def view(self, seat: Seat | None) -> View:
        """Return what the seat may know, which is all, unless the game never came to play."""
        is_played = self._last.phase is Phase.PLAY
        return self._over(self._last.truth() if is_played else self._last.view(seat))

    def truth(self) -> View:
        """Return the whole truth, secrets included."""
        return self._over(self._last.truth())

    def perft(self, depth: int) -> int:
        """Return the number of action sequences of that length: a finished game has none."""
        return 0 if depth else 1

    def _over(self, view: View) -> View:
        return replace(view, phase=Phase.OVER, to_move=None, result=self._result)
