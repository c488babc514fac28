"""Arena's painter: what stands where, what the shot did, and what the arena did after it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from types import MappingProxyType
from typing import Final

from engine.arena.notation import BLACK, CORNERS, SEATS, WHITE, Kind, Piece
from engine.arena.state import ArenaView
from engine.core import Event, Seat, Square, View
from engine.events import (
    ColumnsRetracted,
    ColumnsRose,
    Damaged,
    Destroyed,
    EdgesFlipped,
    Fired,
    Moved,
    Rotated,
    Rubble,
)
from engine.grid import Corner, Diagonal, Direction
from render.painters.beam import passages
from render.scene import Accent, Badge, Board, Cell, End, Figure, Floor, Scene, Tile
from render.words.arena import tell

FILES: Final = ("", *"abcdefghi", "")
RANKS: Final = ("", *"987654321", "")
LAST: Final = len(FILES) - 1


def _cells() -> Iterator[tuple[Square, Cell]]:
    """Yield every square with its place."""
    inner = range(1, LAST)
    for column, row in product(inner, inner):
        yield f"{FILES[column]}{RANKS[row]}", Cell(column, row)
    for index in inner:
        yield f"N{FILES[index]}", Cell(index, 0)
        yield f"S{FILES[index]}", Cell(index, LAST)
        yield f"W{RANKS[index]}", Cell(0, index)
        yield f"E{RANKS[index]}", Cell(LAST, index)
    yield from (("NW", Cell(0, 0)), ("NE", Cell(LAST, 0)))
    yield from (("SW", Cell(0, LAST)), ("SE", Cell(LAST, LAST)))


CELLS: Final[Mapping[Square, Cell]] = MappingProxyType(dict(_cells()))

TURNS: Final[Mapping[str, int]] = MappingProxyType(
    {
        **{corner: index for index, corner in enumerate(Corner)},
        **{heading.name: heading for heading in Direction},
        Diagonal.BACKSLASH: 0,
        Diagonal.SLASH: 1,
    }
)
"""Quarter turns clockwise from the way in which a sprite is drawn."""

SPRITES: Final[Mapping[Kind, str]] = MappingProxyType(
    {
        Kind.KING: "pharaoh",
        Kind.CANNON: "cannon",
        Kind.GUARD: "guard",
        Kind.DOUBLE: "djed",
        Kind.MIRROR: "pyramid",
    }
)
RUBBLE: Final = Figure("rubble", None)
STANDS: Final = 3
"""For how many actions columns stand."""

BOARD: Final = Board(
    seats=(WHITE, BLACK),
    files=FILES,
    ranks=RANKS,
    cells=CELLS,
    cast={
        Floor.SQUARE: (
            *(Figure(SPRITES[kind], seat) for kind, seat in product(Kind, SEATS)),
            *(Figure("dug-in guard", seat, sides=(Direction.N,)) for seat in SEATS),
            Figure("djed", WHITE, 0, badge=Badge.LOCKED),
            Figure("cannon", WHITE, 0, badge=Badge.COOLING),
            Figure("column", None, numeral=STANDS),
            RUBBLE,
        ),
        Floor.WALK: (Figure("blade", None, 0), Figure("plate", None, 0)),
    },
    floors={place: Floor.WALK for square, place in CELLS.items() if square[0].isupper()},
)
CORNER_PLATES: Final[Mapping[Square, Figure]] = MappingProxyType(
    {square: Figure("plate", None, TURNS[diagonal]) for square, diagonal in CORNERS.items()}
)
ENDS: Final[Mapping[str, End]] = MappingProxyType(
    {
        "left": End.FADE,
        "column": End.BAR,
        "guard": End.BAR,
        "cannon": End.BAR,
        "mirror": End.BURST,
        "king": End.BURST,
    }
)


def paint(view: View, events: Sequence[Event]) -> Scene:
    """Return the scene of the position in the view, after the events of the turn that led to it.

    Raises ``TypeError`` for the view of another game.
    """
    if not isinstance(view, ArenaView):
        raise TypeError(f"this painter knows Arena, not {view.game}")
    fired = next((event for event in events if isinstance(event, Fired)), None)
    muzzle = _cannon(view, fired.seat) if fired else None
    beam = passages(fired.rays, _end(fired, events), muzzle) if fired else {}
    figures = dict(_figures(view))
    earlier = dict(_before_shot(view, events)) if fired else {}
    accents = dict(_accents(view, events, muzzle))
    ghosts = {
        square: figure
        for square, figure in earlier.items()
        if figure and square in beam and _leaves_ghost(figure, figures.get(square))
    }
    rose = {
        square for event in events if isinstance(event, ColumnsRose) for square in event.squares
    }
    return Scene(
        board=BOARD,
        tiles={
            CELLS[square]: Tile(
                figures.get(square),
                ghosts.get(square),
                beam.get(square, ()),
                accents.get(square),
                is_later=square in rose and square in beam,
            )
            for square in {**figures, **ghosts, **beam, **accents}
        },
        shining=fired.seat if fired else None,
        words=tell(view, events, muzzle),
        course=tuple(CELLS[square] for square in (muzzle, *fired.path) if square) if fired else (),
        before_shot={CELLS[square]: figure for square, figure in earlier.items()},
    )


def piece_figure(piece: Piece, *, is_cooling: bool = False) -> Figure:
    """Return what stands for the piece in the picture."""
    if piece.kind is Kind.GUARD:
        return _guard(piece.seat, piece.hits)
    badge = Badge.LOCKED if piece.is_locked else Badge.COOLING if is_cooling else None
    turn = None if piece.facing is None else TURNS[piece.facing]
    return Figure(SPRITES[piece.kind], piece.seat, turn, badge=badge)


def _guard(seat: Seat, hits: Sequence[str]) -> Figure:
    """Return a Guard Tower that was struck on these sides: dug in, unless there are none."""
    if not hits:
        return Figure(SPRITES[Kind.GUARD], seat)
    return Figure("dug-in guard", seat, sides=tuple(sorted(Direction[side] for side in hits)))


def _blade(diagonal: Diagonal) -> Figure:
    return Figure("blade", None, TURNS[diagonal])


def _column(actions_left: int) -> Figure:
    return Figure("column", None, numeral=actions_left)


def _figures(view: ArenaView) -> Iterator[tuple[Square, Figure]]:
    """Yield all that stands in the arena."""
    yield from CORNER_PLATES.items()
    for square, diagonal in view.edges.items():
        yield square, _blade(diagonal)
    for square in view.rubble:
        yield square, RUBBLE
    for square in view.columns:
        yield square, _column(view.raised_left)
    for square, piece in view.pieces.items():
        is_cooling = piece.kind is Kind.CANNON and view.cooldown[piece.seat]
        yield square, piece_figure(piece, is_cooling=is_cooling)


def _before_shot(
    view: ArenaView, events: Sequence[Event]
) -> Iterator[tuple[Square, Figure | None]]:
    """Yield what stood when the laser fired, wherever something else stands now."""
    standing = {square: _column(view.raised_left + 1) for square in view.columns}
    struck: dict[Square, Figure] = {}
    for event in events:
        match event:
            case Fired(seat=seat):
                square = _cannon(view, seat)
                yield square, piece_figure(view.pieces[square])
            case Damaged(square=square, side=side):
                piece = view.pieces[square]
                struck[square] = _guard(piece.seat, [hit for hit in piece.hits if hit != side])
            case Rubble(seat, square, hits):
                side = _struck_side(events)
                struck[square] = _guard(seat, [hit for hit in hits if hit != side])
            case Destroyed(seat, kind, facing, square):
                struck[square] = piece_figure(Piece(seat, Kind(kind), facing))
            case EdgesFlipped(squares):
                yield from ((square, _blade(view.edges[square].turned)) for square in squares)
                yield from standing.items()
            case ColumnsRose(squares):
                yield from ((square, None) for square in squares)
            case ColumnsRetracted(squares):
                yield from ((square, _column(1)) for square in squares)
            case _:
                pass
    # Last, since a column may have risen where the shot had made room.
    yield from struck.items()


def _struck_side(events: Sequence[Event]) -> str:
    """Return the side on which the beam came to its end."""
    (fired,) = (event for event in events if isinstance(event, Fired))
    return fired.rays[-1].entering.opposite.name


def _leaves_ghost(earlier: Figure, now: Figure | None) -> bool:
    """Return whether the beam would be misunderstood without what stood there."""
    is_piece = now is not None and now.seat is not None
    return not is_piece and (
        now is None or (earlier.sprite, earlier.turn) != (now.sprite, now.turn)
    )


def _end(fired: Fired, events: Sequence[Event]) -> End:
    """Return how the beam ends in the picture: a tower that collapsed bursts."""
    if any(isinstance(event, Rubble) for event in events):
        return End.BURST
    return ENDS[fired.end]


def _cannon(view: ArenaView, seat: Seat) -> Square:
    """Return where the seat's cannon stands: it never leaves the board."""
    return next(
        square
        for square, piece in view.pieces.items()
        if piece.kind is Kind.CANNON and piece.seat == seat
    )


def _accents(
    view: ArenaView, events: Sequence[Event], muzzle: Square | None
) -> Iterator[tuple[Square, Accent]]:
    """Yield the squares that the action touched, and the mirrors that flipped after it."""
    if muzzle:
        yield muzzle, Accent.TOUCHED
    for event in events:
        match event:
            case Moved(origin=origin, target=target):
                yield origin, Accent.TOUCHED
                yield target, Accent.TOUCHED
            case Rotated(square=square, turn=turn):
                # A cannon's turn is always written R, but back to north or south it goes left.
                is_left = turn == "L" or view.pieces[square].facing in ("N", "S")
                yield square, Accent.TURNED_LEFT if is_left else Accent.TURNED_RIGHT
            case EdgesFlipped(squares):
                yield from ((square, Accent.FLIPPED) for square in squares)
            case _:
                pass
