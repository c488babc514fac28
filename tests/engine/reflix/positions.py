"""Positions to test on: written in short, or reached by random play."""

import random

from hypothesis import strategies as st

from engine.core import JSON, Seat, Step
from engine.events import Contact, Fired
from engine.reflix.fortress import CLASSIC, format_fortress, random_fortress
from engine.reflix.notation import NORTH, SOUTH, Mark, MirrorPiece, parse_action, parse_objects
from engine.reflix.state import REFLIX, ReflixState

STARTING = "b6/S d6\\S f5\\S f4/N d4\\N b5\\N"
ASIDE = "a6/S a5/S a4/S g6/N g5/N g4/N"
"""Mirrors out of the way of both emitters."""
CLASSIC_TEXT = {seat: format_fortress(fortress) for seat, fortress in CLASSIC.items()}
MARKS = tuple(str(mark) for mark in Mark)


def mirrors(text: str) -> dict[str, JSON]:
    """The mirrors of a STATE, of a text like ``b6/S d4\\N``."""
    seats = {"S": SOUTH, "N": NORTH}
    return {part[:2]: {"seat": seats[part[3]], "diagonal": part[2]} for part in text.split()}


def state_of(
    standing: str = ASIDE, south: str = "", north: str = "", **changes: JSON
) -> dict[str, JSON]:
    """The STATE with these mirrors and fortresses, classic where none is given."""
    texts = {SOUTH: south or CLASSIC_TEXT[SOUTH], NORTH: north or CLASSIC_TEXT[NORTH]}
    whole: dict[str, JSON] = {
        "game": "reflix",
        "phase": "play",
        "ply": 0,
        "to_move": SOUTH,
        "result": None,
        "mirrors": mirrors(standing),
        "fortresses": {
            seat: {placed.square: str(placed.mark) for placed in parse_objects(text)}
            for seat, text in texts.items()
        },
        "ready": {SOUTH: True, NORTH: True},
        "round": 1,
        "hits": {SOUTH: None, NORTH: None},
    }
    return whole | changes


def start(standing: str = ASIDE, south: str = "", north: str = "", **changes: JSON) -> ReflixState:
    """A game that starts so."""
    return REFLIX.start({"state": state_of(standing, south, north, **changes)})


def set_up(first: Seat = SOUTH, south: str = "", north: str = "") -> ReflixState:
    """A game at the beginning of play, with these fortresses, classic where none is given."""
    state = REFLIX.start({"first": first})
    for seat, text in ((SOUTH, south), (NORTH, north)):
        step = state.apply(seat, parse_action(f"setup {text or CLASSIC_TEXT[seat]}"))
        assert isinstance(step.state, ReflixState)
        state = step.state
    return state


def play(state: ReflixState, *texts: str) -> Step:
    """The last step after these moves of the seats in turn."""
    for text in texts:
        assert state.to_move is not None
        step = state.apply(state.to_move, parse_action(text))
        assert isinstance(step.state, ReflixState)
        state = step.state
    return step


def fired(step: Step) -> Fired:
    """The shot of a step."""
    (shot,) = [event for event in step.events if isinstance(event, Fired)]
    return shot


def touched(step: Step) -> list[str]:
    """The squares of the shields that the shot of a step touched, in order."""
    return [event.square for event in step.events if isinstance(event, Contact)]


def mirrors_of(state: ReflixState) -> dict[str, MirrorPiece]:
    """The movable mirrors of a state."""
    return dict(state.truth().mirrors)


@st.composite
def states(draw: st.DrawFn) -> ReflixState:
    """States in play with random fortresses, some moves after the start."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    texts = [format_fortress(random_fortress(seat, rng)) for seat in (SOUTH, NORTH)]
    state = set_up(draw(st.sampled_from([SOUTH, NORTH])), *texts)
    for _ in range(draw(st.integers(0, 16))):
        assert state.to_move is not None
        step = state.apply(state.to_move, rng.choice(state.legal_actions(state.to_move)))
        if step.state.result is not None:
            break
        assert isinstance(step.state, ReflixState)
        state = step.state
    return state
