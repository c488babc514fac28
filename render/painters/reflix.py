"""Reflix's painter: both fortresses or what covers them, the mirrors between them, the shot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from types import MappingProxyType
from typing import Final

from engine.core import BadOption, Event, GameError, Phase, Seat, Square, View
from engine.events import Contact, Fired, Moved, Ray, Rotated
from engine.grid import Diagonal, Direction
from engine.reflix.board import ROUNDS
from engine.reflix.fortress import fortress_of, own_squares, square_faults
from engine.reflix.notation import (
    MIRROR_MARKS,
    NORTH,
    SEATS,
    SOUTH,
    START,
    ZONE_ROWS,
    Fortress,
    Mark,
    MirrorPiece,
    Placed,
    parse_objects,
)
from engine.reflix.state import ReflixView
from render.painters.beam import passages
from render.scene import (
    Accent,
    Board,
    Caption,
    Cell,
    Emitter,
    End,
    Figure,
    Floor,
    Scene,
    Segment,
    Tile,
)
from render.words.reflix import standing, tell, tell_fortress

FILES: Final = tuple("ABCDEFG")
RANKS: Final = tuple("123456789")
CELLS: Final[Mapping[Square, Cell]] = MappingProxyType(
    {
        f"{file.lower()}{rank}": Cell(column, row)
        for row, rank in enumerate(RANKS)
        for column, file in enumerate(FILES)
    }
)
HOME: Final[Mapping[Seat, Sequence[Square]]] = {seat: own_squares(seat) for seat in SEATS}
SPRITES: Final[Mapping[Mark, str]] = MappingProxyType(
    {
        Mark.TARGET: "target",
        Mark.WALL: "wall",
        Mark.SHIELD: "shield",
        Mark.SLASH: "fixed mirror",
        Mark.BACKSLASH: "fixed mirror",
    }
)
TURNS: Final[Mapping[str, int]] = MappingProxyType({Diagonal.BACKSLASH: 0, Diagonal.SLASH: 1})
"""Quarter turns clockwise from the way in which a mirror is drawn."""

BOARD: Final = Board(
    seats=(SOUTH, NORTH),
    files=FILES,
    ranks=RANKS,
    cells=CELLS,
    cast={
        Floor.SQUARE: tuple(
            Figure(sprite, seat)
            for sprite, seat in product(dict.fromkeys((*SPRITES.values(), "veil")), SEATS)
        ),
        Floor.ZONE: tuple(Figure("capped mirror", seat) for seat in SEATS),
    },
    emitters=(
        Emitter(SOUTH, CELLS["d7"], Direction.N),
        Emitter(NORTH, CELLS["d3"], Direction.S),
    ),
    floors={cell: Floor.ZONE for square, cell in CELLS.items() if int(square[1:]) in ZONE_ROWS},
    is_captioned=True,
)
ENDS: Final[Mapping[str, End]] = MappingProxyType(
    {
        "target": End.BURST,
        "own target": End.BAR,
        "wall": End.BAR,
        "edge": End.FADE,
        "loop": End.RING,
    }
)


def paint(view: View, events: Sequence[Event]) -> Scene:
    """Return the scene of what the view knows, after the events of the move that led to it.

    A fortress that the view does not know is covered, whether or not it is set up. Raises
    ``TypeError`` for the view of another game.
    """
    if not isinstance(view, ReflixView):
        raise TypeError(f"this painter knows Reflix, not {view.game}")
    fired = next((event for event in events if isinstance(event, Fired)), None)
    course = _course(fired) if fired else ()
    cracked = [event.square for event in events if isinstance(event, Contact)]
    beam = passages(course, ENDS[fired.end], cracked=cracked) if fired else {}
    figures = dict(_figures(view.mirrors, view.fortresses))
    accents = dict(_accents(events))
    return Scene(
        board=BOARD,
        tiles=_tiles(figures, beam, accents),
        shining=fired.seat if fired else None,
        words=tell(view, events),
        course=tuple(CELLS[ray.square] for ray in course),
        captions=tuple(_captions(view)),
    )


def paint_position(code: str) -> Scene:
    """Return the scene of a fortress so far, on either seat's rows, before the first move.

    The code is that of its objects, none of them if it is empty; allowed or not, each has a square
    of its own outside the zone. Raises ``BadOption`` for a code that describes nothing of the kind.
    """
    fortresses = _drafted(code)
    return Scene(
        board=BOARD,
        tiles=_tiles(dict(_figures(START, fortresses)), {}, {}),
        shining=None,
        words=tell_fortress(fortresses),
        captions=tuple(Caption(seat, seat.title()) for seat in SEATS),
    )


def _course(fired: Fired) -> tuple[Ray, ...]:
    """Return the beam's way as it is drawn: a loop comes back to where it began, and ends there."""
    if fired.end != "loop":
        return fired.rays
    first = fired.rays[0]
    return (*fired.rays, Ray(first.square, first.entering, None))


def _tiles(
    figures: Mapping[Square, Figure],
    beam: Mapping[Square, tuple[Segment, ...]],
    accents: Mapping[Square, Accent],
) -> Mapping[Cell, Tile]:
    return {
        CELLS[square]: Tile(figures.get(square), None, beam.get(square, ()), accents.get(square))
        for square in {**figures, **beam, **accents}
    }


def _figures(
    mirrors: Mapping[Square, MirrorPiece], fortresses: Mapping[Seat, Fortress | None]
) -> Iterator[tuple[Square, Figure]]:
    """Yield the movable mirrors, and what stands in each fortress or covers it."""
    for square, mirror in mirrors.items():
        yield square, Figure("capped mirror", mirror.seat, TURNS[mirror.diagonal])
    for seat, fortress in fortresses.items():
        if fortress is None:
            yield from ((square, Figure("veil", seat)) for square in HOME[seat])
        else:
            yield from ((square, _object(mark, seat)) for square, mark in fortress.items())


def _object(mark: Mark, seat: Seat) -> Figure:
    return Figure(SPRITES[mark], seat, TURNS[mark] if mark in MIRROR_MARKS else None)


def _accents(events: Sequence[Event]) -> Iterator[tuple[Square, Accent]]:
    """Yield the squares that the move touched, and how."""
    for event in events:
        match event:
            case Moved(origin=origin, target=target):
                yield origin, Accent.TOUCHED
                yield target, Accent.TOUCHED
            case Rotated(square=square):
                yield square, Accent.TURNED_RIGHT
            case _:
                pass


def _captions(view: ReflixView) -> Iterator[Caption]:
    """Yield how far the game is, and how it stands for each seat."""
    if view.phase is Phase.SETUP:
        yield Caption(None, "Setup")
    else:
        yield Caption(None, f"Round {view.round} of {ROUNDS}")
    for seat in SEATS:
        yield Caption(seat, " · ".join((seat.title(), *standing(view, seat))))


def _drafted(code: str) -> Mapping[Seat, Fortress]:
    """Return what the code puts on each seat's rows. Raises ``BadOption``."""
    try:
        objects = parse_objects(code) if code else ()
    except GameError as error:
        raise BadOption(str(error)) from error
    sides: dict[Seat, list[Placed]] = {seat: [] for seat in SEATS}
    for placed in objects:
        # What is on no seat's rows is named as a fault of South's.
        sides[NORTH if placed.square in HOME[NORTH] else SOUTH].append(placed)
    if faults := [fault for seat in SEATS for fault in square_faults(sides[seat], seat)]:
        raise BadOption(" ".join(faults))
    return {seat: fortress_of(sides[seat]) for seat in SEATS}
