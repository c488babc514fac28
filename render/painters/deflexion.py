"""The painter of Deflexion and Khet 2.0: figures, what a turn touched, where light went."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Final

from engine.core import Event, Square, View
from engine.deflexion.notation import GOLD, SEATS, SILVER, Kind, Piece, Position, parse_code
from engine.deflexion.rulesets import DEFLEXION_RULES, KHET_RULES, LASER_SQUARES, rule_set_of
from engine.deflexion.state import DeflexionView
from engine.events import Destroyed, Fired, Moved, Rotated, Swapped
from engine.grid import Corner, Diagonal, Direction
from render.painters.beam import passages
from render.scene import Accent, Board, Cell, Emitter, End, Figure, Floor, Mark, Scene, Tile
from render.words.deflexion import tell, tell_position

FILES: Final = tuple("abcdefghij")
RANKS: Final = tuple("87654321")
CELLS: Final = {
    f"{file}{rank}": Cell(column, row)
    for row, rank in enumerate(RANKS)
    for column, file in enumerate(FILES)
}
SILVER_SQUARES: Final = (*(f"j{rank}" for rank in RANKS), "b1", "b8")
GOLD_SQUARES: Final = (*(f"a{rank}" for rank in RANKS), "i1", "i8")

BOARD: Final = Board(
    seats=(SILVER, GOLD),
    files=FILES,
    ranks=RANKS,
    cells=CELLS,
    cast={
        Floor.SQUARE: tuple(
            Figure(kind, seat) for kind, seat in product(DEFLEXION_RULES.kinds, SEATS)
        )
    },
    marks=(
        *((CELLS[square], Mark.HEXAGON) for square in SILVER_SQUARES),
        *((CELLS[square], Mark.DISC) for square in GOLD_SQUARES),
    ),
    emitters=(
        Emitter(SILVER, Cell(9, 8), Direction.N),
        Emitter(GOLD, Cell(0, -1), Direction.S),
    ),
)
KHET_BOARD: Final = replace(
    BOARD,
    cast={
        Floor.SQUARE: tuple(
            Figure(kind, seat, sides=(Direction.N,) if kind is Kind.ANUBIS else ())
            for kind, seat in product(KHET_RULES.kinds, SEATS)
        )
    },
    emitters=(),
)
"""The same board without lasers beside it: its own are pieces."""

TURNS: Final[Mapping[str, int]] = {
    **{corner: index for index, corner in enumerate(Corner)},
    Diagonal.BACKSLASH: 0,
    Diagonal.SLASH: 1,
    **{heading.name: int(heading) for heading in Direction},
}
"""Quarter turns clockwise from the way in which a sprite is drawn."""

ENDS: Final[Mapping[str, End]] = {
    "hit": End.BURST,
    "wall": End.BAR,
    "shield": End.BAR,
    "sphinx": End.BAR,
}


def paint(view: View, events: Sequence[Event]) -> Scene:
    """Return the scene of the position in the view, after the events of the turn that led to it.

    Raises ``TypeError`` for the view of another game.
    """
    if not isinstance(view, DeflexionView):
        raise TypeError(f"this painter knows Deflexion, not {view.game}")
    position = parse_code(view.code)
    fired = next((event for event in events if isinstance(event, Fired)), None)
    figures = {square: figure(piece) for square, piece in position.pieces.items()}
    ghosts = {
        event.square: figure(Piece(event.seat, Kind(event.kind), event.facing))
        for event in events
        if isinstance(event, Destroyed)
    }
    accents = dict(_accents(events))
    board = _board(position)
    source = LASER_SQUARES[fired.seat] if fired and board is KHET_BOARD else None
    beam = passages(fired.rays, ENDS[fired.end], source) if fired else {}
    return Scene(
        board=board,
        tiles={
            CELLS[square]: Tile(
                figures.get(square), ghosts.get(square), beam.get(square, ()), accents.get(square)
            )
            for square in {**figures, **ghosts, **beam, **accents}
        },
        shining=fired.seat if fired else None,
        words=tell(view, position, events),
        course=tuple(CELLS[square] for square in (source, *fired.path) if square) if fired else (),
        before_shot={CELLS[square]: ghost for square, ghost in ghosts.items()},
    )


def paint_position(code: str) -> Scene:
    """Return the scene of a position that no game need have led to.

    Raises ``BadOption`` for a code that describes no position.
    """
    position = parse_code(code)
    return Scene(
        board=_board(position),
        tiles={CELLS[square]: Tile(figure(piece)) for square, piece in position.pieces.items()},
        shining=None,
        words=tell_position(position),
    )


def figure(piece: Piece) -> Figure:
    """Return what stands for the piece in the picture."""
    if piece.kind is Kind.ANUBIS and piece.facing:
        return Figure(piece.kind, piece.seat, sides=(Direction[piece.facing],))
    return Figure(piece.kind, piece.seat, TURNS[piece.facing] if piece.facing else None)


def _board(position: Position) -> Board:
    """Return the board on which the position's pieces are played."""
    return KHET_BOARD if rule_set_of(position) is KHET_RULES else BOARD


def _accents(events: Sequence[Event]) -> Iterator[tuple[Square, Accent]]:
    """Yield the squares that the turn's action touched, and how."""
    for event in events:
        match event:
            case Moved(origin=origin, target=target) | Swapped(origin=origin, target=target):
                yield origin, Accent.TOUCHED
                yield target, Accent.TOUCHED
            case Rotated(square=square, turn="L"):
                yield square, Accent.TURNED_LEFT
            case Rotated(square=square):
                yield square, Accent.TURNED_RIGHT
            case _:
                pass
