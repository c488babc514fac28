"""Positions to test on: written in short, or drawn at random."""

from hypothesis import strategies as st

from engine.core import BadOption
from engine.deflexion.notation import (
    GRID,
    SEATS,
    Kind,
    Piece,
    Position,
    format_code,
    parse_code,
)
from engine.deflexion.setup import reserved_for
from engine.deflexion.state import DEFLEXION, DeflexionState

PHARAOHS = "Kf1 kf8"


def code(pieces: str, to_move: str = "silver") -> str:
    """The position code of pieces like ``Kf1 p>d4``."""
    found = {}
    for text in pieces.split():
        rank = parse_code(f"{text[:-2]}9/10/10/10/10/10/10/10 s")
        found[text[-2:]] = rank.pieces["a8"]
    return format_code(Position(found, to_move))


def start(pieces: str, to_move: str = "silver") -> DeflexionState:
    """A game that starts with these pieces and the two pharaohs on f1 and f8."""
    return DEFLEXION.start({"code": code(f"{PHARAOHS} {pieces}", to_move)})


SQUARES = sorted(GRID.cells)
FACINGS = {
    Kind.PYRAMID: ("NE", "SE", "SW", "NW"),
    Kind.DJED: ("/", "\\"),
    Kind.OBELISK: (None,),
    Kind.PHARAOH: (None,),
}


@st.composite
def pieces(draw: st.DrawFn, square: str, kinds: tuple[Kind, ...]) -> Piece:
    """A piece that may stand on the square."""
    owner = reserved_for(square)
    kind = draw(st.sampled_from(kinds))
    seat = draw(st.sampled_from(SEATS)) if owner is None else owner
    return Piece(seat, kind, draw(st.sampled_from(FACINGS[kind])))


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Positions with one pharaoh a side and up to thirty other pieces, crowded ones too."""
    squares = draw(st.lists(st.sampled_from(SQUARES), min_size=2, max_size=32, unique=True))
    found = {}
    for square in squares:
        found[square] = draw(pieces(square, (Kind.PYRAMID, Kind.DJED, Kind.OBELISK)))
    free = [square for square in SQUARES if square not in found]
    for seat in SEATS:
        homes = [square for square in free if reserved_for(square) in (None, seat)]
        home = draw(st.sampled_from(homes))
        free.remove(home)
        found[home] = Piece(seat, Kind.PHARAOH, None)
    return Position(found, draw(st.sampled_from(SEATS)))


@st.composite
def states(draw: st.DrawFn) -> DeflexionState:
    """States in play: a random position, or what random play makes of a layout."""
    if draw(st.booleans()):
        try:
            return DEFLEXION.start({"code": format_code(draw(positions()))})
        except BadOption:
            pass
    state = DEFLEXION.start({"layout": draw(st.sampled_from(["classic", "imhotep", "dynasty"]))})
    for pick in draw(st.lists(st.integers(0, 10_000), max_size=30)):
        assert state.to_move is not None
        actions = state.legal_actions(state.to_move)
        following = state.apply(state.to_move, actions[pick % len(actions)]).state
        if following.result is not None:
            break
        assert isinstance(following, DeflexionState)
        state = following
    return state
