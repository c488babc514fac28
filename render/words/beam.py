"""The way of a beam in words, for every laser game."""

from __future__ import annotations

from collections.abc import Iterator

from engine.events import Fired
from engine.grid import Direction

COMPASS = {Direction.N: "north", Direction.E: "east", Direction.S: "south", Direction.W: "west"}


def count(number: int, noun: str) -> str:
    """Return the number with its noun.

    >>> count(1, "mirror"), count(3, "mirror")
    ('1 mirror', '3 mirrors')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def length(fired: Fired) -> str:
    """Return how far the beam ran and over how many mirrors."""
    over = f" over {count(fired.mirrors, 'mirror')}" if fired.mirrors else ""
    return f"{count(len(fired.rays), 'square')}{over}"


def path(fired: Fired) -> str:
    """Return the beam's corners: where it came onto the board, every turn, and where it ended."""
    if not fired.rays:
        return ""
    return f"The beam came in on {fired.rays[0].square}: {', '.join(_legs(fired))}."


def _legs(fired: Fired) -> Iterator[str]:
    """Yield each straight way, by its heading and its last square."""
    last = len(fired.rays) - 1
    for index, ray in enumerate(fired.rays):
        if index == last or fired.rays[index + 1].entering is not ray.entering:
            yield f"{COMPASS[ray.entering]} to {ray.square}"
