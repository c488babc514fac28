"""Lines from square to square as the parts that each square has of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from render.scene import Cell
from render.track import Offset, Tip, Track, Trail, crosses


def parts(trail: Trail, origin: Cell, target: Cell, tip: Tip) -> Iterator[tuple[Cell, Track]]:
    """Yield each cell that the line crosses, with its part of it."""
    columns = range(min(origin.column, target.column), max(origin.column, target.column) + 1)
    rows = range(min(origin.row, target.row), max(origin.row, target.row) + 1)
    for cell in (Cell(column, row) for column, row in product(columns, rows)):
        start = Offset(origin.column - cell.column, origin.row - cell.row)
        end = Offset(target.column - cell.column, target.row - cell.row)
        if crosses(start, end):
            yield cell, Track(trail, start, end, tip)
