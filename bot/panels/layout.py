"""How a member builds a layout of Deflexion or Khet 2.0: the controls, and what each does."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.panels.editor import Draft, Ids
from bot.posting import Button, Option, Rows, Select
from engine.core import BadOption, Square
from engine.deflexion.layout import MOST_OTHERS, layout_faults, mirrored, read_layout
from engine.deflexion.notation import (
    GRID,
    SEATS,
    SILVER,
    Kind,
    Piece,
    Position,
    format_code,
    parse_code,
)
from engine.deflexion.rulesets import DEFLEXION_RULES, LASER_HEADINGS, LASER_SQUARES, RuleSet
from engine.grid import Corner, Diagonal, Direction

FILES: Final = "abcdefghij"
RANKS: Final = "87654321"

_SHAPES: Final = ("K", "P^", "P>", "Pv", "P<", "D>", "D^", "O", "A^", "A>", "Av", "A<")
PIECES: Final[Mapping[str, Piece]] = {
    text: parse_code(f"{text}9/10/10/10/10/10/10/10 s").pieces["a8"]
    for text in (*_SHAPES, *map(str.lower, _SHAPES))
}
"""Every piece that can be placed, by how a position code writes it.

A Sphinx cannot: it stands in its place from the start, and only turns.
"""

_ARROWS: Final = {
    **{"NE": " ↗", "SE": " ↘", "SW": " ↙", "NW": " ↖", "/": " ╱", "\\": " ╲"},
    **{"N": " ↑", "E": " →", "S": " ↓", "W": " ←"},
}


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


def piece_name(piece: Piece) -> str:
    """Return a piece in words with an arrow to where it faces: ``Gold Pyramid ↗``."""
    arrow = _ARROWS[piece.facing] if piece.facing else ""
    return f"{piece.seat.capitalize()} {piece.kind.capitalize()}{arrow}"


class LayoutEditor:
    """Any piece of either side on any square, and one side made as the other is."""

    offered_in = "`layout` of /challenge and /play"
    facing = None

    def __init__(self, rule_set: RuleSet) -> None:
        """Build layouts of this rule set."""
        self._rule_set: Final = rule_set
        self.game: Final = rule_set.name
        self.noun: Final = "layout" if rule_set is DEFLEXION_RULES else f"{rule_set.title} layout"
        self.starts: Final = rule_set.layouts
        self.empty: Final = Draft(
            format_code(Position(dict(_fixed(rule_set)), SILVER)), str(FIRST_PICK)
        )
        self.pieces: Final = {
            text: piece for text, piece in PIECES.items() if piece.kind in rule_set.kinds
        }
        """Those that can be placed."""

    def is_pick(self, text: str) -> bool:
        """Return whether a control can carry this pick."""
        pick = Pick.parse(text)
        return pick is not None and pick.piece in self.pieces

    def is_code(self, text: str) -> bool:
        """Return whether this can have been built so far."""
        try:
            parse_code(text)
        except BadOption:
            return False
        return True

    def is_form(self, text: str) -> bool:
        """Return whether it is written as position codes are, whatever is wrong with it."""
        board = text.partition(" ")[0].upper()
        is_khet = not {"A", "S"}.isdisjoint(board)
        return text.count("/") > len(RANKS) // 2 and is_khet == self._rule_set.has_sphinxes

    def square(self, draft: Draft) -> Square:
        """Return the picked square."""
        return _picked(draft).square

    def pressed(self, draft: Draft, do: str, chosen: str, chance: random.Random) -> Draft | None:
        """Return the draft after a press; ``None`` when nothing is pressed that way."""
        pick = _picked(draft)
        if do in ("place", "remove") and _is_sphinx(_pieces(draft).get(pick.square)):
            return None
        match do:
            case "piece" if chosen in self.pieces:
                return draft.picking(str(Pick(chosen, pick.square)))
            case "file" if moved := Pick.parse(f"{pick.piece}{chosen}{pick.square[1]}"):
                return draft.picking(str(moved))
            case "rank" if moved := Pick.parse(f"{pick.piece}{pick.square[0]}{chosen}"):
                return draft.picking(str(moved))
            case "place":
                return _with(draft, {**_pieces(draft), pick.square: PIECES[pick.piece]})
            case "left":
                return _turned(draft, -1)
            case "right":
                return _turned(draft, 1)
            case "remove":
                return _with(draft, {s: p for s, p in _pieces(draft).items() if s != pick.square})
            case "mirror":
                position = mirrored(parse_code(draft.code), PIECES[pick.piece].seat)
                return draft.with_code(format_code(position))
        return None

    def faults(self, code: str) -> Sequence[str]:
        """Return what is wrong with the position as a layout."""
        return layout_faults(parse_code(code), self._rule_set)

    def read(self, typed: str) -> str:
        """Return the code of the layout. Raises ``BadOption`` with every fault."""
        return format_code(read_layout(typed, self._rule_set))

    def told(self, draft: Draft) -> Iterator[str]:
        """Yield what is picked, how many pieces there are, and what Mirror would do."""
        pick, position = _picked(draft), parse_code(draft.code)
        picked = PIECES[pick.piece]
        there = position.pieces.get(pick.square)
        standing = f"now {piece_name(there)}" if there else "empty"
        yield f"Picked: {piece_name(picked)} for **{pick.square}**, {standing}."
        yield " · ".join(_count(position, seat) for seat in SEATS)
        (other,) = set(SEATS) - {picked.seat}
        yield (
            f"Mirror gives {other.capitalize()} what {picked.seat.capitalize()} has, turned by "
            "half a turn. A hexagon is for Silver alone, a disc for Gold alone."
        )

    def rows(self, draft: Draft, id_: Ids, ends: Sequence[Button]) -> Rows:
        """Return the selects of piece, file and rank, and two rows of buttons."""
        pick, pieces = _picked(draft), _pieces(draft)
        on_square = pieces.get(pick.square)
        turns = on_square is not None and on_square.facing is not None
        is_free = not _is_sphinx(on_square)

        def button(do: str, label: str, *, works: bool = True) -> Button:
            return Button(id_(do), label, is_disabled=not works)

        return (
            Select(
                id_("piece"),
                "Pick a piece to place",
                tuple(
                    Option(text, piece_name(piece), text == pick.piece)
                    for text, piece in self.pieces.items()
                ),
            ),
            Select(
                id_("file"),
                "Pick a column",
                tuple(Option(file, f"Column {file}", file == pick.square[0]) for file in FILES),
            ),
            Select(
                id_("rank"),
                "Pick a square",
                tuple(
                    Option(
                        rank, _square_name(pick.square[0] + rank, pieces), rank == pick.square[1]
                    )
                    for rank in RANKS
                ),
            ),
            (
                button("place", "Place", works=is_free and on_square != PIECES[pick.piece]),
                button("left", "⟲", works=turns),
                button("right", "⟳", works=turns),
                button("remove", "Remove", works=is_free and on_square is not None),
            ),
            (
                button("mirror", "Mirror"),
                button("clear", "Clear", works=draft.code != self.empty.code),
                button("undo", "Undo", works=bool(draft.past)),
                *ends,
            ),
        )


def _picked(draft: Draft) -> Pick:
    return Pick.parse(draft.pick) or FIRST_PICK


def _pieces(draft: Draft) -> Mapping[Square, Piece]:
    return parse_code(draft.code).pieces


def _with(draft: Draft, pieces: Mapping[Square, Piece]) -> Draft:
    return draft.with_code(format_code(Position(pieces, SILVER)))


def _turned(draft: Draft, quarters: int) -> Draft:
    """Return the draft with what stands on the picked square turned clockwise."""
    pieces, square = _pieces(draft), _picked(draft).square
    match pieces.get(square):
        case Piece(kind=Kind.PYRAMID, facing=str(facing)) as piece:
            turned = replace(piece, facing=str(Corner(facing).turned(quarters)))
        case Piece(kind=Kind.DJED, facing=str(facing)) as piece:
            turned = replace(piece, facing=str(Diagonal(facing).turned))
        case Piece(kind=Kind.ANUBIS, facing=str(facing)) as piece:
            turned = replace(piece, facing=Direction[facing].turned(quarters).name)
        case Piece(seat=seat, kind=Kind.SPHINX, facing=str(facing)) as piece:
            (other,) = set(LASER_HEADINGS[seat]) - {Direction[facing]}
            turned = replace(piece, facing=other.name)
        case _:
            return draft
    return _with(draft, {**pieces, square: turned})


def _fixed(rule_set: RuleSet) -> Iterator[tuple[Square, Piece]]:
    """Yield what stands on every layout of the rule set."""
    if rule_set.has_sphinxes:
        for seat, square in LASER_SQUARES.items():
            yield square, Piece(seat, Kind.SPHINX, LASER_HEADINGS[seat][0].name)


def _is_sphinx(piece: Piece | None) -> bool:
    return piece is not None and piece.kind is Kind.SPHINX


def _square_name(square: Square, pieces: Mapping[Square, Piece]) -> str:
    return f"{square} · {piece_name(pieces[square])}" if square in pieces else square


def _count(position: Position, seat: str) -> str:
    own = [piece.kind for piece in position.pieces.values() if piece.seat == seat]
    others = len(own) - own.count(Kind.PHARAOH)
    return (
        f"{seat.capitalize()}: Pharaoh {own.count(Kind.PHARAOH)}/1, others {others}/{MOST_OTHERS}"
    )
