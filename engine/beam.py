"""The one beam tracer of the laser games, driven by tables and compiled by mypyc.

A game describes what its lasers do in a table of reactions: for what stands on a cell and the
heading in which the beam enters, either the heading in which it goes on, or how it ends. A tracer
that knows no piece serves every game, in the rules, the events and the search alike.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

NOTHING: Final = 0
"""What stands on a cell that every beam passes straight, in every game."""
LEFT: Final = 4
"""The beam left the board: the reaction of the border, in every heading."""
LOOP: Final = 5
"""The beam closed a loop. No table holds it; the tracer finds it out."""
OWN_ENDS: Final = 6
"""The first of the ends that a game numbers itself, up to 15: a hit, a wall, a shield."""


def trace(
    cells: vec[i64],
    reactions: vec[i64],
    steps: vec[i64],
    cell: i64,
    heading: i64,
    path: list[int] | None,
) -> i64:
    """Return the last passage of the beam that enters ``cell`` with ``heading``.

    A passage packs a cell, the heading in which the beam enters it, and the reaction there; take
    it apart with ``cell_of``, ``entering_of`` and ``reaction_of``. ``cells`` says what stands on
    each cell, ``reactions[4 * occupant + heading]`` what becomes of the beam, ``steps`` how far
    each heading goes on. Every passage on the board is appended to ``path``, in order: that is
    all of them but the last when the beam left the board or closed a loop.
    """
    # Optics are reversible: no two ways into a cell share one way out. So a beam cannot run into
    # the middle of its own course, and the first passage to come back is the first of all.
    start = cell
    start_heading = heading
    step = steps[heading]
    while True:
        occupant = cells[cell]
        if occupant != NOTHING:
            reaction = reactions[4 * occupant + heading]
            if reaction == LEFT:
                return (cell * 4 + heading) * 16 + LEFT
            if path is not None:
                path.append((cell * 4 + heading) * 16 + reaction)
            if reaction > LEFT:
                return (cell * 4 + heading) * 16 + reaction
            heading = reaction
            step = steps[heading]
        elif path is not None:
            path.append((cell * 4 + heading) * 16 + heading)
        cell += step
        if cell == start and heading == start_heading:
            return (cell * 4 + heading) * 16 + LOOP


def trace_marking(
    cells: vec[i64],
    reactions: vec[i64],
    steps: vec[i64],
    cell: i64,
    heading: i64,
    marks: vec[i64],
    mark: i64,
) -> i64:
    """Return what ``trace`` does, and set ``marks[cell] = mark`` for each cell on the way.

    So a search learns which cells the beam's course depends on: those it enters, and no others.
    """
    start = cell
    start_heading = heading
    step = steps[heading]
    while True:
        marks[cell] = mark
        occupant = cells[cell]
        if occupant != NOTHING:
            reaction = reactions[4 * occupant + heading]
            if reaction >= LEFT:
                return (cell * 4 + heading) * 16 + reaction
            heading = reaction
            step = steps[heading]
        cell += step
        if cell == start and heading == start_heading:
            return (cell * 4 + heading) * 16 + LOOP


def trace_passages(
    cells: vec[i64],
    reactions: vec[i64],
    steps: vec[i64],
    cell: i64,
    heading: i64,
    passages: vec[i64],
) -> i64:
    """Return how many passages the beam has, the last included, and put them into ``passages``.

    That has room for two passages of each cell. So a search can follow a beam again from where
    something was changed. The beam must come from outside, so that it cannot loop.
    """
    step = steps[heading]
    count: i64 = 0
    while True:
        occupant = cells[cell]
        reaction = heading
        if occupant != NOTHING:
            reaction = reactions[4 * occupant + heading]
        passages[count] = (cell * 4 + heading) * 16 + reaction
        count += 1
        if reaction >= LEFT:
            return count
        heading = reaction
        step = steps[heading]
        cell += step


def cell_of(passage: i64) -> i64:
    """Return the cell of a passage."""
    return passage >> 6


def entering_of(passage: i64) -> i64:
    """Return the heading in which the beam enters the cell."""
    return passage >> 4 & 3


def reaction_of(passage: i64) -> i64:
    """Return the heading in which the beam goes on, or from ``LEFT`` up how it ends."""
    return passage & 15
