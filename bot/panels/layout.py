"""The controls with which a member builds a layout of Deflexion."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.posting import Button, ControlId, Option, Rows, Select, Style
from engine.core import Square
from engine.deflexion.notation import GRID, Kind, Piece, Position, parse_code

FILES: Final = "abcdefghij"
RANKS: Final = "87654321"

_LETTERS: Final = ("K", "P^", "P>", "Pv", "P<", "D>", "D^", "O")
_ALL: Final = "".join(_LETTERS)
_EVERY: Final = parse_code(f"{_ALL}2/10/10/10/10/10/10/{_ALL.lower()}2 s").pieces
PIECES: Final[Mapping[str, Piece]] = {
    text: _EVERY[f"{file}{rank}"]
    for rank, letters in (("8", _LETTERS), ("1", tuple(map(str.lower, _LETTERS))))
    for file, text in zip(FILES, letters, strict=False)
}
"""Every piece that can be placed, by how a position code writes it."""

_ARROWS: Final = {"NE": " ↗", "SE": " ↘", "SW": " ↙", "NW": " ↖", "/": " ╱", "\\": " ╲"}


@dataclass(frozen=True, slots=True)
class Pick:
    """What the next press is about: the piece that can be placed, and the square.

    >>> str(Pick("P^", "e4")), Pick.parse("P^e4") == Pick("P^", "e4"), Pick.parse("P^k4")
    ('P^e4', True, None)
    """

    piece: str = "K"
    square: Square = "e1"

    def __str__(self) -> str:
        return f"{self.piece}{self.square}"

    @classmethod
    def parse(cls, text: str) -> Pick | None:
        """Return the pick that the text names, ``None`` when it names none."""
        piece, square = text[:-2], text[-2:]
        return cls(piece, square) if piece in PIECES and square in GRID.cells else None


FIRST_PICK: Final = Pick()


@dataclass(frozen=True, slots=True)
class Bench:
    """A layout being built, as its controls need it; layout 0 is one not saved yet."""

    layout_id: int
    position: Position
    pick: Pick
    can_undo: bool
    can_save: bool


def piece_name(piece: Piece) -> str:
    """Return a piece in words with an arrow to where its mirror looks: ``Gold Pyramid ↗``."""
    arrow = _ARROWS[piece.facing] if piece.facing else ""
    return f"{piece.seat.capitalize()} {piece.kind.capitalize()}{arrow}"


def editor_rows(bench: Bench) -> Rows:
    """Return the selects of piece, file and rank, and two rows of buttons.

    Every id carries the pick, so that a press means what the member saw when they pressed.
    """
    pick, pieces = bench.pick, bench.position.pieces
    on_square = pieces.get(pick.square)
    turns = on_square is not None and on_square.kind in (Kind.PYRAMID, Kind.DJED)

    def button(do: str, label: str, *, works: bool = True) -> Button:
        return Button(_id(bench, do), label, is_disabled=not works)

    return (
        Select(
            _id(bench, "piece"),
            "Pick a piece to place",
            tuple(
                Option(text, piece_name(piece), text == pick.piece)
                for text, piece in PIECES.items()
            ),
        ),
        Select(
            _id(bench, "file"),
            "Pick a column",
            tuple(Option(file, f"Column {file}", file == pick.square[0]) for file in FILES),
        ),
        Select(
            _id(bench, "rank"),
            "Pick a square",
            tuple(
                Option(rank, _square_name(pick.square[0] + rank, pieces), rank == pick.square[1])
                for rank in RANKS
            ),
        ),
        (
            button("place", "Place", works=on_square != PIECES[pick.piece]),
            button("left", "⟲", works=turns),
            button("right", "⟳", works=turns),
            button("remove", "Remove", works=on_square is not None),
        ),
        (
            button("mirror", "Mirror"),
            button("clear", "Clear", works=bool(pieces)),
            button("undo", "Undo", works=bench.can_undo),
            Button(_id(bench, "save"), "Save", Style.SUCCESS, is_disabled=not bench.can_save),
        ),
    )


def _square_name(square: Square, pieces: Mapping[Square, Piece]) -> str:
    return f"{square} · {piece_name(pieces[square])}" if square in pieces else square


def _id(bench: Bench, do: str) -> ControlId:
    return ControlId(0, bench.layout_id, "layout", f"{do}:{bench.pick}")
