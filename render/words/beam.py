"""The way of a beam in words, for every laser game."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.core import Square
from engine.events import Fired
from engine.grid import Direction
from render.words.numbers import count

COMPASS = {Direction.N: "north", Direction.E: "east", Direction.S: "south", Direction.W: "west"}


def length(fired: Fired) -> str:
    """Return how far the beam ran and over how many mirrors."""
    over = f" over {count(fired.mirrors, 'mirror')}" if fired.mirrors else ""
    return f"{count(len(fired.rays), 'square')}{over}"


def path(fired: Fired, start: str, name: Callable[[Square], str] = str) -> str:
    """Return the beam's corners: how it came onto its way, every turn, and where it ended.

    ``name`` says how the game shows a square.
    """
    if not fired.rays:
        return ""
    return f"The beam {start}: {', '.join(_legs(fired, name))}."


def _legs(fired: Fired, name: Callable[[Square], str]) -> Iterator[str]:
    """Yield each straight way, by its heading and its last square."""
    last = len(fired.rays) - 1
    for index, ray in enumerate(fired.rays):
        if index == last or fired.rays[index + 1].entering is not ray.entering:
            yield f"{COMPASS[ray.entering]} to {name(ray.square)}"
