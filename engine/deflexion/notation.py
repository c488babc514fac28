"""How Deflexion is written down: pieces, position codes and actions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Final

from engine.actions import FromTo, QuarterTurn
from engine.core import BadOption, InvalidAction, Seat, Square, listed, quote
from engine.grid import SQUARE, Corner, Diagonal, Grid

SILVER: Final[Seat] = "silver"
GOLD: Final[Seat] = "gold"
SEATS: Final[tuple[Seat, Seat]] = (SILVER, GOLD)
GRID: Final = Grid(10, 8)

LONGEST_CODE: Final = 2 * 80 + 7 + 2
"""Characters of the longest position code: a piece with its mark on every square."""

LONGEST_ACTION: Final = 24
"""Characters of a text that is read as an action at all, to say what is wrong with it."""


class Kind(StrEnum):
    """What a piece is."""

    PHARAOH = "pharaoh"
    DJED = "djed"
    PYRAMID = "pyramid"
    OBELISK = "obelisk"
    ANUBIS = "anubis"
    SPHINX = "sphinx"


NAMES: Final[Mapping[str, str]] = {
    Kind.PHARAOH: "Pharaoh",
    Kind.DJED: "Djed",
    Kind.PYRAMID: "pyramid",
    Kind.OBELISK: "obelisk",
    Kind.ANUBIS: "Anubis",
    Kind.SPHINX: "Sphinx",
}
"""What the pieces are called in sentences: names bear a capital, common nouns do not."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece.

    A pyramid's facing is a corner, a djed's a diagonal, that of an anubis the side of its shield,
    a sphinx's the direction in which it fires; the others have none.
    """

    seat: Seat
    kind: Kind
    facing: str | None


@dataclass(frozen=True, slots=True)
class Position:
    """Anything one can write down: pieces on squares and the seat to move, legal or not."""

    pieces: Mapping[Square, Piece]
    to_move: Seat


@dataclass(frozen=True, slots=True)
class Move(FromTo):
    """A piece goes one square in any of the eight directions."""


@dataclass(frozen=True, slots=True)
class Swap(FromTo):
    """A djed changes places with the piece on a neighbouring square."""

    sign: ClassVar[str] = "x"


@dataclass(frozen=True, slots=True)
class Rotate(QuarterTurn):
    """A piece makes a quarter turn."""


_LETTERS: Final = {
    "K": Kind.PHARAOH,
    "D": Kind.DJED,
    "P": Kind.PYRAMID,
    "O": Kind.OBELISK,
    "A": Kind.ANUBIS,
    "S": Kind.SPHINX,
}
_DIRECTIONS: Final = {"^": "N", ">": "E", "v": "S", "<": "W"}
_MARKS: Final[Mapping[Kind, Mapping[str, str]]] = {
    Kind.PYRAMID: {"^": Corner.NE, ">": Corner.SE, "v": Corner.SW, "<": Corner.NW},
    Kind.DJED: {"^": Diagonal.BACKSLASH, ">": Diagonal.SLASH},
    Kind.PHARAOH: {"": ""},
    Kind.OBELISK: {"": ""},
    Kind.ANUBIS: _DIRECTIONS,
    Kind.SPHINX: _DIRECTIONS,
}
_TO_MOVE: Final = {"s": SILVER, "g": GOLD}

_TEXTS: Final = {
    (kind, facing): letter + mark
    for letter, kind in _LETTERS.items()
    for mark, facing in _MARKS[kind].items()
}
_RANK_PART: Final = re.compile(r"([0-9]+)|([A-Za-z])([\^>v<]?)")
_ACTION: Final = re.compile(rf"{SQUARE}(?:([-x]){SQUARE}|([LRUlru]+))")


def parse_code(text: str) -> Position:
    """Return the position that the code describes. Raises ``BadOption``, a fault for each rank.

    >>> position = parse_code("4okop>2/2pv7/10/10/10/10/7P^2/2P<OKO4 s")
    >>> position.pieces["c1"], position.to_move
    (Piece(seat='silver', kind=<Kind.PYRAMID: 'pyramid'>, facing='NW'), 'silver')
    """
    if len(text) > LONGEST_CODE:
        raise BadOption(
            f"A position code has at most {LONGEST_CODE} characters, this one has {len(text)}."
        )
    board, _, mover = text.partition(" ")
    ranks = board.split("/")
    if len(ranks) != GRID.rows:
        raise BadOption(
            f"A position code has {GRID.rows} ranks separated by “/”, this one has {len(ranks)}."
        )
    faults: list[str] = []
    pieces: dict[Square, Piece] = {}
    for index, rank in enumerate(ranks):
        try:
            pieces |= _parse_rank(GRID.rows - index, rank)
        except BadOption as fault:
            faults.append(str(fault))
    if mover not in _TO_MOVE:
        faults.append("A position code ends with a space and the side to move, “s” or “g”.")
    if faults:
        raise BadOption(" ".join(faults))
    return Position(pieces, _TO_MOVE[mover])


def _parse_rank(row: int, rank: str) -> Iterator[tuple[Square, Piece]]:
    """Yield the squares and pieces of one rank of a position code."""
    column = 0
    place = 0
    while place < len(rank):
        part = _RANK_PART.match(rank, place)
        if part is None:
            raise BadOption(f"Rank {row} of the position code has a stray {quote(rank[place])}.")
        run, letter, mark = part.groups()
        if run is None:
            if column < GRID.columns:
                yield f"{chr(ord('a') + column)}{row}", _parse_piece(row, letter, mark)
            column += 1
        elif run.startswith("0") or len(run) > 2:
            raise BadOption(f"Rank {row} of the position code has a wrong number {quote(run)}.")
        else:
            column += int(run)
        place = part.end()
    if column != GRID.columns:
        raise BadOption(
            f"Rank {row} of the position code has {column} squares instead of {GRID.columns}."
        )


def _parse_piece(row: int, letter: str, mark: str) -> Piece:
    """Return the piece of one letter and its mark."""
    kind = _LETTERS.get(letter.upper())
    if kind is None:
        raise BadOption(f"Rank {row} of the position code has an unknown piece {quote(letter)}.")
    if mark not in _MARKS[kind]:
        marks = [f"“{mark}”" for mark in _MARKS[kind] if mark]
        need = f"needs {listed(marks, 'or')} after it" if marks else "takes no mark"
        piece = f"the {NAMES[kind]} {quote(letter)}"
        raise BadOption(f"Rank {row} of the position code: {piece} {need}.")
    seat = SILVER if letter.isupper() else GOLD
    return Piece(seat, kind, str(_MARKS[kind][mark]) or None)


def format_code(position: Position) -> str:
    """Return the position code; ``parse_code`` gives the same position back.

    >>> format_code(Position({"a8": Piece("gold", Kind.DJED, "/")}, "gold"))
    'd>9/10/10/10/10/10/10/10 g'
    """
    ranks: list[str] = []
    for row in range(GRID.rows, 0, -1):
        rank, empty = "", 0
        for column in range(GRID.columns):
            piece = position.pieces.get(f"{chr(ord('a') + column)}{row}")
            if piece is None:
                empty += 1
                continue
            text = _TEXTS[piece.kind, piece.facing or ""]
            rank += (str(empty) if empty else "") + (text if piece.seat == SILVER else text.lower())
            empty = 0
        ranks.append(rank + (str(empty) if empty else ""))
    return f"{'/'.join(ranks)} {position.to_move[0]}"


def parse_action(text: str) -> Move | Swap | Rotate:
    """Return the action that the text names. Raises ``InvalidAction`` saying why it names none.

    >>> parse_action("d4-e5"), parse_action("d4xe5"), parse_action("d4L")
    (Move(origin='d4', target='e5'), Swap(origin='d4', target='e5'), Rotate(square='d4', turn='L'))
    """
    match = _ACTION.fullmatch(text) if len(text) <= LONGEST_ACTION else None
    if match is None:
        raise InvalidAction(
            f"{quote(text)} is not a move: write d4-e5 for a move, d4xe5 for a swap, "
            "d4L or d4R for a quarter turn."
        )
    origin, sign, target, turn = match.groups()
    for square in filter(None, (origin, target)):
        GRID.parse(square)
    if sign is None and turn not in ("L", "R"):
        raise InvalidAction(
            f"{quote(text)} is not a move: a piece makes one quarter turn, "
            f"{origin}L counter-clockwise or {origin}R clockwise, and no half turn."
        )
    match sign:
        case "-":
            return Move(origin, target)
        case "x":
            return Swap(origin, target)
        case _:
            return Rotate(origin, turn)
