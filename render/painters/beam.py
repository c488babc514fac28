"""The beam of any laser game as passages over squares, with arrowheads where they help."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final

from engine.core import Square
from engine.events import Ray
from render.scene import Bend, End, Segment

ARROW_EVERY: Final = 3
"""On a long straight way every so many squares carry an arrowhead."""


def passages(
    rays: Sequence[Ray],
    end: End,
    source: Square | None = None,
    *,
    cracked: Collection[Square] = (),
) -> Mapping[Square, tuple[Segment, ...]]:
    """Return the beam's passages over each square, in travel order; the last shows the end.

    An arrowhead stands where a straight way begins, and then every few squares. ``source`` is
    where the laser stands when that is a square of the board. On ``cracked`` squares the first
    passage cracks the glass that stands there.
    """
    found: dict[Square, tuple[Segment, ...]] = {}
    if source is not None:
        heading = rays[0].entering
        found[source] = (Segment(heading, heading, is_source=True),)
    since_arrow = ARROW_EVERY
    last = len(rays) - 1
    for index, ray in enumerate(rays):
        after_turn = index > 0 and rays[index - 1].entering is not ray.entering
        since_arrow += 1
        has_arrow = after_turn or since_arrow > ARROW_EVERY
        if has_arrow:
            since_arrow = 0
        segment = Segment(
            ray.entering,
            ray.leaving,
            end if index == last else None,
            has_arrow,
            cracks=ray.square in cracked and ray.square not in found,
        )
        found[ray.square] = (*found.get(ray.square, ()), segment)
    return {square: _apart(beam) for square, beam in found.items()}


def _apart(beam: tuple[Segment, ...]) -> tuple[Segment, ...]:
    """Return the passages with their corners cut if there are two, so that they do not touch."""
    if sum(segment.is_turn for segment in beam) < 2:
        return beam
    return tuple(replace(segment, bend=Bend.CUT) for segment in beam)
