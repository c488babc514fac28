"""What a position is worth, in a game's own measure: in words, and on a scale to be drawn.

A worth is the engine's score to the first of the game's seats.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.core import Seat
from engine.search import SURE, WIN
from render.chart import RIM

HALF_WAY = 1.5
"""How many units lie half-way from the middle of the scale to its rim."""

RULED = (1, 3)
"""The units that a chart has lines for."""

MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True, slots=True)
class Measure:
    """The measure of a game without chance, which has no secrets either when it is over.

    ``unit`` is how much of the engine's score makes 1, and ``meaning`` says what 1 is. From
    ``decisive`` on a side is as good as through, though no end was seen.
    """

    unit: int
    meaning: str
    decisive: int

    def scaled(self, worth: int) -> float:
        """Return how far from the middle the worth lies, from -1 to 1: only what is sure at 1.

        The further out the smaller is the step from one unit to the next.

        >>> measure = Measure(100, "a Pyramid", 4_000)
        >>> [round(measure.scaled(worth), 2) for worth in (0, 150, -4_000, WIN - 5)]
        [0.0, 0.45, -0.87, 1.0]
        """
        if abs(worth) > SURE:
            return 1.0 if worth > 0 else -1.0
        return RIM * worth / (abs(worth) + HALF_WAY * self.unit)

    def told(self, worth: int, seats: Sequence[Seat]) -> str:
        """Return the worth in words that stand after "from" or "to".

        >>> measure, seats = Measure(100, "a Pyramid", 4_000), ("silver", "gold")
        >>> [measure.told(worth, seats) for worth in (124, -80, 4, WIN - 3, -WIN)]
        ['+1.2', '−0.8', '0.0', "Silver's win in 2", "Gold's win"]
        """
        winner = seats[0 if worth > 0 else 1].title()
        if abs(worth) > SURE:
            # Of the actions that lead there every other one is the winner's.
            moves = (WIN - abs(worth) + 1) // 2
            return f"{winner}'s win in {moves}" if moves else f"{winner}'s win"
        if abs(worth) >= self.decisive:
            return f"{winner}'s all but sure win"
        rounded = f"{worth / self.unit:+.1f}"
        return "0.0" if rounded[1:] == "0.0" else rounded.replace("-", MINUS)

    def ruler(self) -> Mapping[str, float]:
        """Return the lines of a chart: their labels, and where they lie on the scale."""
        units = (sign * number for number in RULED for sign in (1, -1))
        return {f"{number:+d}": self.scaled(number * self.unit) for number in units}
