"""The tracer's passages as the rays that events tell of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine import beam
from engine.core import Square
from engine.events import Ray
from engine.grid import Direction


def rays_of(path: Iterable[int], names: Mapping[int, Square]) -> tuple[Ray, ...]:
    """Return what the passages stand for, in order; ``names`` are those of the cells."""
    return tuple(_ray(passage, names) for passage in path)


def _ray(passage: int, names: Mapping[int, Square]) -> Ray:
    """Return what the passage stands for."""
    reaction = beam.reaction_of(passage)
    leaving = Direction(reaction) if reaction < beam.LEFT else None
    return Ray(names[beam.cell_of(passage)], Direction(beam.entering_of(passage)), leaving)
