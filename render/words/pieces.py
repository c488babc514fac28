"""Pieces in words, for every game whose pieces have a seat, a kind and a facing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Protocol

from engine.core import Seat, Square

FACINGS: Final[Mapping[str, str]] = {
    "N": "pointing north",
    "E": "pointing east",
    "S": "pointing south",
    "W": "pointing west",
    "NE": "facing north-east",
    "SE": "facing south-east",
    "SW": "facing south-west",
    "NW": "facing north-west",
    "/": "from south-west to north-east",
    "\\": "from north-west to south-east",
}
NO_FACINGS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType({})
WAYS: Final[Mapping[str, str]] = {"L": "counter-clockwise", "R": "clockwise"}


class Piece(Protocol):
    """What is told of a piece."""

    @property
    def seat(self) -> Seat:
        """Whose it is."""

    @property
    def kind(self) -> str:
        """What it is."""

    @property
    def facing(self) -> str | None:
        """How it stands, if that makes a difference."""


def whose(seat: Seat, name: str, but_of: Seat | None = None) -> str:
    """Return the piece with its owner, who may be the one that acts: ``but_of``.

    >>> whose("gold", "Djed"), whose("gold", "Djed", but_of="gold")
    ("Gold's Djed", "Gold's own Djed")
    """
    own = "own " if seat == but_of else ""
    return f"{seat.title()}'s {own}{name}"


def brief(pieces: Mapping[Square, Piece], seat: Seat, names: Mapping[str, str]) -> str:
    """Return the seat's pieces in one short sentence; ``names`` are the kinds in their order."""
    parts = [
        f"{_noun(names[kind], squares)} {facing + ' ' if facing else ''}{' '.join(squares)}"
        for (kind, facing), squares in _groups(pieces, seat, names).items()
    ]
    return f"{seat.title()}: {', '.join(parts) or 'no pieces'}."


def full(
    pieces: Mapping[Square, Piece],
    seat: Seat,
    names: Mapping[str, str],
    facings: Mapping[str, Mapping[str, str]] = NO_FACINGS,
) -> Iterator[str]:
    """Yield a heading for the seat, then one line for its pieces of each kind and facing.

    ``facings`` says in words how a piece stands, for kinds of which it is said in their own way.
    """
    groups = _groups(pieces, seat, names)
    yield f"{seat.title()} has:" if groups else f"{seat.title()} has no pieces."
    for (kind, facing), squares in groups.items():
        how = f" {facings.get(kind, FACINGS)[facing]}" if facing else ""
        yield f"- {_noun(names[kind], squares)}{how}: {', '.join(squares)}"


def _groups(
    pieces: Mapping[Square, Piece], seat: Seat, names: Mapping[str, str]
) -> Mapping[tuple[str, str | None], list[Square]]:
    """Return the seat's squares by kind and facing, in the order in which rule books name them."""
    groups: dict[tuple[str, str | None], list[Square]] = defaultdict(list)
    for square, piece in pieces.items():
        if piece.seat == seat:
            groups[piece.kind, piece.facing].append(square)
    kinds, facings = list(names), list(FACINGS)
    order = sorted(groups, key=lambda key: (kinds.index(key[0]), facings.index(key[1] or "N")))
    return {key: sorted(groups[key]) for key in order}


def _noun(name: str, squares: Sequence[Square]) -> str:
    return name if len(squares) == 1 or name.endswith("s") else f"{name}s"
