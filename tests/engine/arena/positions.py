"""Positions to test on, written in short or drawn at random, and how to play on from them."""

import re
from collections.abc import Mapping

from hypothesis import strategies as st

from engine.arena.notation import BLACK, GRID, RING, SEATS, WHITE, Kind, Piece, Position
from engine.arena.setup import board_of
from engine.arena.state import ArenaState
from engine.core import JSON, Chance, Event, Step
from engine.events import Fired
from engine.grid import Diagonal

SQUARES = sorted(GRID.cells)
CALM: Chance = {"flips": [], "columns": None, "next_rise": None}
"""What the arena does when it does nothing, and columns neither rise nor retract."""

DEFAULTS = "Kg1 kc9 Cb1N ch9S"
"""The pieces that every position needs, where none of their kind is given."""

_KINDS = {"K": Kind.KING, "C": Kind.CANNON, "G": Kind.GUARD, "D": Kind.DOUBLE, "M": Kind.MIRROR}


def start(
    pieces: str = "",
    to_move: str = WHITE,
    edges: Mapping[str, str] | None = None,
    *,
    rise_in: int | None = 16,
    columns: tuple[str, ...] = (),
    raised_left: int = 0,
    rubble: tuple[str, ...] = (),
    cooling: tuple[str, ...] = (),
    quiet: int = 0,
) -> ArenaState:
    """A game at a position: the pieces like ``Ma2NE gd8EN De4/!``, the ring ``/`` all around.

    An upper-case letter is White's; a guard is followed by its damaged sides, a double mirror that
    is locked by ``!``.
    """
    found: dict[str, Piece] = {}
    for text in [*DEFAULTS.split(), *pieces.split()]:
        letter, square, rest = re.fullmatch(r"(\w)([a-i]\d)(.*)", text).groups()  # type: ignore[union-attr]
        kind, seat = _KINDS[letter.upper()], WHITE if letter.isupper() else BLACK
        if kind in (Kind.KING, Kind.CANNON):
            found = {s: p for s, p in found.items() if (p.kind, p.seat) != (kind, seat)}
        hits = tuple(sorted(rest)) if kind is Kind.GUARD else ()
        facing = None if kind in (Kind.KING, Kind.GUARD) else rest.rstrip("!")
        found[square] = Piece(seat, kind, facing, hits, rest.endswith("!"))
    ring = dict.fromkeys(RING, "/") | (edges or {})
    position = Position(
        found,
        {square: Diagonal(mark) for square, mark in ring.items()},
        to_move,
        rubble,
        columns,
        raised_left,
        None if columns else rise_in,
        cooling,
        quiet,
    )
    return ArenaState(board_of(position), 0, None)


def play(state: ArenaState, *texts: str, chance: Chance | None = None) -> Step:
    """The last step after these actions of the seats in turn, the arena calm unless told."""
    for text in texts:
        assert state.to_move is not None
        is_last = chance is not None and text == texts[-1]
        given = chance if is_last else calm(state, text)
        step = state.apply(state.to_move, state.game.parse(text), chance=given)
        assert isinstance(step.state, ArenaState)
        state = step.state
    return step


def calm(state: ArenaState, text: str) -> Chance | None:
    """``CALM``, or nothing after an action in which a king falls."""
    assert state.to_move is not None
    try:
        state.apply(state.to_move, state.game.parse(text), chance=CALM)
    except ValueError as refusal:
        if "king fell" in str(refusal):
            return None
        raise
    return CALM


def fired(step: Step) -> Fired:
    """The shot of a step."""
    (shot,) = [event for event in step.events if isinstance(event, Fired)]
    return shot


def happened(step: Step) -> list[Event]:
    """The events of a step between its shot and the arena's move."""
    shot = step.events.index(fired(step))
    names = [event.to_json()["event"] for event in step.events]
    last = names.index("edges_flipped") if "edges_flipped" in names else len(names)
    return list(step.events[shot + 1 : last])


def legal(state: ArenaState, square: str = "") -> set[str]:
    """The texts of what the piece on the square, or the whole side, may do."""
    texts = {str(action) for action in state.legal_actions(state.to_move or "")}
    return {text for text in texts if text.startswith(square)}


def piece(state: ArenaState, square: str) -> Piece:
    """The piece on a square."""
    return state.truth().pieces[square]


def as_options(state: ArenaState) -> dict[str, JSON]:
    """The options that start a game where the state stands."""
    return {"state": state.truth().to_json()}


_FACINGS = {
    Kind.MIRROR: ("NE", "SE", "SW", "NW"),
    Kind.DOUBLE: ("/", "\\"),
    Kind.GUARD: (None,),
}
_HITS = [(), (), ("E",), ("N",), ("S", "W"), ("E", "N"), ("N", "S")]


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Positions with a king and a cannon a side and anything else, crowded ones too."""
    squares = draw(st.lists(st.sampled_from(SQUARES), min_size=8, max_size=50, unique=True))
    kings_and_cannons = (
        Piece(WHITE, Kind.KING, None),
        Piece(BLACK, Kind.KING, None),
        Piece(WHITE, Kind.CANNON, draw(st.sampled_from(["N", "E"]))),
        Piece(BLACK, Kind.CANNON, draw(st.sampled_from(["S", "W"]))),
    )
    has_columns = draw(st.booleans())
    pieces = dict(zip(squares, kings_and_cannons, strict=False))
    rest = squares[8 if has_columns else 4 :]
    rubble = rest[: draw(st.integers(0, 5))]
    for square in rest[len(rubble) :]:
        kind = draw(st.sampled_from(sorted(_FACINGS)))
        pieces[square] = Piece(
            draw(st.sampled_from(SEATS)),
            kind,
            draw(st.sampled_from(_FACINGS[kind])),
            draw(st.sampled_from(_HITS)) if kind is Kind.GUARD else (),
            kind is Kind.DOUBLE and draw(st.booleans()),
        )
    marks = draw(st.lists(st.sampled_from(list(Diagonal)), min_size=36, max_size=36))
    return Position(
        pieces=dict(sorted(pieces.items())),
        edges=dict(zip(RING, marks, strict=True)),
        to_move=draw(st.sampled_from(SEATS)),
        rubble=tuple(sorted(rubble)),
        columns=tuple(sorted(squares[4:8])) if has_columns else (),
        raised_left=draw(st.integers(1, 3)) if has_columns else 0,
        rise_in=None if has_columns else draw(st.integers(1, 16)),
        cooling=tuple(seat for seat in SEATS if draw(st.booleans())),
        quiet=draw(st.integers(0, 99)),
    )
