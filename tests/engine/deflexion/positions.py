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
from engine.deflexion.rulesets import (
    DEFLEXION_RULES,
    KHET_RULES,
    LASER_HEADINGS,
    LASER_SQUARES,
    RULE_SETS,
    RuleSet,
)
from engine.deflexion.setup import reserved_for
from engine.deflexion.state import DEFLEXION, DeflexionState

PHARAOHS = "Kf1 kf8"
SPHINXES = "S^j1 sva8"


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


def khet(pieces: str, to_move: str = "silver", sphinxes: str = SPHINXES) -> DeflexionState:
    """A game of Khet 2.0 that starts with these pieces, two pharaohs and the sphinxes."""
    text = code(f"{PHARAOHS} {sphinxes} {pieces}", to_move)
    return DEFLEXION.start({"rules": "khet2", "code": text})


SQUARES = sorted(GRID.cells)
FACINGS = {
    Kind.PYRAMID: ("NE", "SE", "SW", "NW"),
    Kind.DJED: ("/", "\\"),
    Kind.OBELISK: (None,),
    Kind.PHARAOH: (None,),
    Kind.ANUBIS: ("N", "E", "S", "W"),
}
OTHERS = {
    rule_set: tuple(kind for kind in FACINGS if kind in rule_set.kinds and kind != Kind.PHARAOH)
    for rule_set in RULE_SETS.values()
}
"""The kinds of which there may be any number."""


@st.composite
def pieces(draw: st.DrawFn, square: str, kinds: tuple[Kind, ...]) -> Piece:
    """A piece that may stand on the square."""
    owner = reserved_for(square)
    kind = draw(st.sampled_from(kinds))
    seat = draw(st.sampled_from(SEATS)) if owner is None else owner
    return Piece(seat, kind, draw(st.sampled_from(FACINGS[kind])))


@st.composite
def positions(draw: st.DrawFn, rule_set: RuleSet = DEFLEXION_RULES) -> Position:
    """Positions with one pharaoh a side and up to thirty other pieces, crowded ones too."""
    found = {}
    if rule_set.has_sphinxes:
        for seat, headings in LASER_HEADINGS.items():
            facing = draw(st.sampled_from(headings)).name
            found[LASER_SQUARES[seat]] = Piece(seat, Kind.SPHINX, facing)
    free = [square for square in SQUARES if square not in found]
    for square in draw(st.lists(st.sampled_from(free), min_size=2, max_size=32, unique=True)):
        found[square] = draw(pieces(square, OTHERS[rule_set]))
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
    rule_set = draw(st.sampled_from((DEFLEXION_RULES, KHET_RULES)))
    if draw(st.booleans()):
        try:
            text = format_code(draw(positions(rule_set)))
            return DEFLEXION.start({"rules": rule_set.name, "code": text})
        except BadOption:
            pass
    layout = draw(st.sampled_from(list(rule_set.layouts)))
    state = DEFLEXION.start({"rules": rule_set.name, "layout": layout})
    for pick in draw(st.lists(st.integers(0, 10_000), max_size=30)):
        assert state.to_move is not None
        actions = state.legal_actions(state.to_move)
        following = state.apply(state.to_move, actions[pick % len(actions)]).state
        if following.result is not None:
            break
        assert isinstance(following, DeflexionState)
        state = following
    return state
