"""A position read from the keys that STATE has in the line protocol, with every fault named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import chain
from typing import Final

from engine.arena import board as rules
from engine.arena.notation import GRID, NAMES, RING, SEATS, WHITE, Kind, Piece, Position
from engine.arena.setup import PERIODS
from engine.core import JSON, Seat, Square, listed
from engine.grid import Corner, Diagonal, Direction
from engine.options import read_count, read_squares, state_faults, unknown

_OWN_KEYS: Final = (
    "pieces",
    "edges",
    "rubble",
    "columns",
    "raised_left",
    "rise_in",
    "cooldown",
    "quiet",
)
_PIECE_KEYS: Final = ("seat", "kind", "facing", "hits", "locked")
_CANNON_FACINGS: Final = {"white": ("N", "E"), "black": ("S", "W")}
_ONE_EACH: Final = (Kind.KING, Kind.CANNON)


def read_position(state: Mapping[str, JSON], faults: list[str]) -> Position | None:
    """Return the position of a STATE in play, which is right when no faults were added."""
    faults += state_faults("arena", SEATS, state, _OWN_KEYS)
    pieces = _read_pieces(state.get("pieces", {}), faults)
    edges = read_edges(state["edges"], faults) if "edges" in state else {}
    rubble = read_squares("The squares of rubble", state.get("rubble", ()), GRID.cells, faults)
    columns = read_squares("The columns", state.get("columns", ()), GRID.cells, faults)
    _check_squares(pieces, rubble, columns, faults)
    raised_left = read_count(state, "raised_left", rules.STANDING, faults)
    rise_in = _read_rise(state, columns, raised_left, faults)
    mover = state.get("to_move")
    return Position(
        pieces=pieces,
        edges=edges,
        to_move=mover if isinstance(mover, str) else WHITE,
        rubble=rubble,
        columns=columns,
        raised_left=raised_left,
        rise_in=rise_in,
        cooling=_read_cooldown(state.get("cooldown"), faults) if "cooldown" in state else (),
        quiet=read_count(state, "quiet", rules.QUIET_LIMIT - 1, faults),
    )


def read_edges(value: JSON, faults: list[str]) -> dict[Square, Diagonal]:
    """Return the edge mirrors of an object."""
    if not isinstance(value, Mapping):
        faults.append("The edges are an object of the 36 ring squares, each “/” or “\\”.")
        return {}
    faults += unknown("The edges have an unknown square", value, RING)
    if missing := [square for square in RING if square not in value]:
        faults.append(f"The edges lack {listed(missing)}.")
    marks = {square: value[square] for square in RING if square in value}
    if wrong := [square for square, mark in marks.items() if mark not in ("/", "\\")]:
        faults.append(f"The edges have neither “/” nor “\\” on {listed(wrong)}.")
    return {square: Diagonal(str(mark)) for square, mark in marks.items() if square not in wrong}


def _read_pieces(value: JSON, faults: list[str]) -> dict[Square, Piece]:
    """Return the pieces on their squares."""
    if not isinstance(value, Mapping):
        faults.append("The state's pieces are an object of squares to pieces.")
        return {}
    faults += unknown("The pieces have an unknown square", value, GRID.cells)
    pieces = {
        square: piece
        for square in sorted(GRID.cells)
        if square in value and (piece := _read_piece(square, value[square], faults))
    }
    count = Counter((piece.seat, piece.kind) for piece in pieces.values())
    for seat in SEATS:
        for kind in _ONE_EACH:
            if not count[seat, kind]:
                faults.append(f"{seat.title()} has no {NAMES[kind]} and needs one.")
            elif count[seat, kind] > 1:
                faults.append(
                    f"{seat.title()} has {count[seat, kind]} {NAMES[kind]}s and may have only one."
                )
    return pieces


def _read_piece(square: Square, value: JSON, faults: list[str]) -> Piece | None:
    """Return the piece on a square, ``None`` when it cannot be told what it is."""
    if not isinstance(value, Mapping):
        faults.append(f"The piece on {square} is not an object.")
        return None
    faults += unknown(f"The piece on {square} has no key", value, _PIECE_KEYS)
    missing = [key for key in _PIECE_KEYS if key not in value]
    faults += [f"The piece on {square} lacks the key {key}." for key in missing]
    seat, kind = value.get("seat"), value.get("kind")
    if not isinstance(seat, str) or seat not in SEATS:
        faults.append(f"The piece on {square} is neither white nor black.")
    elif not isinstance(kind, str) or kind not in tuple(Kind):
        faults.append(f"The kind of the piece on {square} is one of {listed(Kind)}.")
    elif not missing:
        facing = _read_facing(square, seat, Kind(kind), value["facing"], faults)
        hits = _read_hits(square, Kind(kind), value["hits"], faults)
        is_locked = _read_lock(square, Kind(kind), value["locked"], faults)
        return Piece(seat, Kind(kind), facing, hits, is_locked)
    return None


def _read_facing(
    square: Square, seat: Seat, kind: Kind, value: JSON, faults: list[str]
) -> str | None:
    """Return where a piece faces."""
    facings: tuple[str, ...]
    match kind:
        case Kind.CANNON:
            facings = _CANNON_FACINGS[seat]
        case Kind.MIRROR:
            facings = tuple(Corner)
        case Kind.DOUBLE:
            facings = tuple(Diagonal)
        case Kind.KING | Kind.GUARD:
            if value is not None:
                faults.append(f"The {NAMES[kind]} on {square} has no facing: it is null.")
            return None
    if isinstance(value, str) and value in facings:
        return value
    faults.append(
        f"The facing of {seat.title()}'s {NAMES[kind]} on {square} is one of {listed(facings)}."
    )
    return None


def _read_hits(square: Square, kind: Kind, value: JSON, faults: list[str]) -> tuple[str, ...]:
    """Return the damaged sides of a guard, sorted; others have none."""
    sides = [direction.name for direction in Direction]
    if not isinstance(value, list | tuple) or not all(side in sides for side in value):
        faults.append(f"The hits of the piece on {square} are a list of N, E, S or W.")
        return ()
    hits = tuple(sorted(str(side) for side in value))
    if len(set(hits)) < len(hits):
        faults.append(f"The hits of the piece on {square} name a side twice.")
    if hits and kind is not Kind.GUARD:
        faults.append(f"Only a guard tower has hits, not the {NAMES[kind]} on {square}.")
    elif len(set(hits)) >= rules.HITS_TO_COLLAPSE:
        faults.append(f"The guard tower on {square} would be rubble: it stands at most two hits.")
    return hits


def _read_lock(square: Square, kind: Kind, value: JSON, faults: list[str]) -> bool:
    """Return whether a double mirror is locked; others never are."""
    if not isinstance(value, bool):
        faults.append(f"The piece on {square} is locked or not: true or false.")
        return False
    if value and kind is not Kind.DOUBLE:
        faults.append(f"Only a double mirror can be locked, not the {NAMES[kind]} on {square}.")
    return value


def _check_squares(
    pieces: Mapping[Square, Piece],
    rubble: tuple[Square, ...],
    columns: tuple[Square, ...],
    faults: list[str],
) -> None:
    """Add what is wrong with who stands where."""
    count = Counter(chain(pieces, rubble, columns))
    if shared := sorted(square for square, number in count.items() if number > 1):
        faults.append(f"More than one object is on {' and on '.join(shared)}.")
    if len(columns) not in (0, rules.COLUMNS):
        faults.append(f"Four columns stand or none, not {len(columns)}.")
    elif len(GRID.cells) - len({*pieces, *rubble}) < rules.COLUMNS:
        faults.append("The columns need four squares without pieces and rubble.")


def _read_rise(
    state: Mapping[str, JSON], columns: tuple[Square, ...], raised_left: int, faults: list[str]
) -> int | None:
    """Return after how many actions the columns rise, ``None`` while they stand."""
    if columns and raised_left == 0:
        faults.append(f"The state's raised_left is from 1 to {rules.STANDING} while columns stand.")
    if not columns and raised_left > 0:
        faults.append("The state's raised_left is 0 while no columns stand.")
    if columns:
        if state.get("rise_in") is not None:
            faults.append("The state's rise_in is null while columns stand.")
        return None
    if "rise_in" not in state:
        return 1
    return read_count(state, "rise_in", PERIODS[-1], faults, least=1)


def _read_cooldown(value: JSON, faults: list[str]) -> tuple[Seat, ...]:
    """Return the seats whose cannon cools down."""
    if (
        isinstance(value, Mapping)
        and value.keys() == set(SEATS)
        and all(isinstance(cools, bool) for cools in value.values())
    ):
        return tuple(seat for seat in SEATS if value[seat])
    faults.append("The state's cooldown is an object of white and black, each true or false.")
    return ()
