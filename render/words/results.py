"""Results in words that several games share."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core import Event, Result, Seat
from engine.events import Fired


def ended_by_players(result: Result) -> str:
    """Return how a game ended for no reason of its own rules: by the players, or by their time."""
    match result:
        case Result(winner=None, reason="ended" | "lapsed"):
            return "The game is over without a winner."
        case Result(winner=None, reason=reason):
            return f"A draw by {reason}."
        case Result(winner=str(winner), reason="time"):
            return f"{winner.title()} wins on time."
        case Result(winner=winner, reason=reason):
            return f"{str(winner).title()} wins by {reason}."


def won_by_laser(winner: Seat, loser: Seat, victim: str, events: Sequence[Event]) -> str:
    """Return that the winner won, and whose laser struck the loser's most precious piece."""
    fired = next((event for event in events if isinstance(event, Fired)), None)
    is_own = fired is not None and fired.seat == loser
    laser = f"{loser.title()}'s own laser" if is_own else "the laser"
    return f"{winner.title()} wins: {laser} struck {loser.title()}'s {victim}."
