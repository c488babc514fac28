"""Deflexion as a value: states that never change, and the game that starts them."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core import View


@dataclass(frozen=True, slots=True)
class DeflexionView(View):
    """What everybody may know of a state, which here is everything.

    ``code`` is the position code, also when the game is over; ``quiet`` counts the moves since
    the last piece was removed.
    """

    code: str
    quiet: int
