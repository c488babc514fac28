"""How Legion is written down: squares, units and actions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from engine.actions import FromTo
from engine.core import JSON, Action, InvalidAction, Seat, Square, listed, quote
from engine.grid import SQUARE, Grid
from engine.legion.units import Kind, UnitState

BLUE: Final[Seat] = "blue"
RED: Final[Seat] = "red"
SEATS: Final[tuple[Seat, Seat]] = (BLUE, RED)
GRID: Final = Grid(8, 8)

NORTH: Final = "north"
SOUTH: Final = "south"
FACINGS: Final = (NORTH, SOUTH)

NAMES: Final[Mapping[Kind, str]] = {
    kind: kind.title() if kind in (Kind.COMMANDER, Kind.FORTRESS, Kind.ASSASSIN) else kind.value
    for kind in Kind
}
"""What the units are called in sentences: of three each side has one, by name."""

LONGEST_ACTION: Final = 400
"""Characters of a text that is read as an action at all; a full deployment has about half."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit: its state is ``None`` for a Commander and a revealed Assassin."""

    seat: Seat
    kind: Kind
    state: UnitState | None
    facing: str
    is_hidden: bool = False

    def to_json(self) -> dict[str, JSON]:
        """Return the unit of the line protocol, which has the key ``hidden`` only when it is."""
        state = None if self.state is None else str(self.state)
        fields: dict[str, JSON] = {
            "seat": self.seat,
            "kind": str(self.kind),
            "state": state,
            "facing": self.facing,
        }
        return fields | {"hidden": True} if self.is_hidden else fields


@dataclass(frozen=True, slots=True)
class Flip(Action):
    """A unit changes its state, and does nothing more."""

    origin: Square

    def __str__(self) -> str:
        """Return the notation.

        >>> str(Flip("e2"))
        'e2f'
        """
        return f"{self.origin}f"


@dataclass(frozen=True, slots=True)
class Turn(Action):
    """A unit makes an about-face, by its Commander's aura after a flip."""

    origin: Square
    flips: bool = False

    def __str__(self) -> str:
        """Return the notation.

        >>> str(Turn("e2")), str(Turn("e2", flips=True))
        ('e2t', 'e2ft')
        """
        return f"{self.origin}{'f' if self.flips else ''}t"


@dataclass(frozen=True, slots=True)
class Aimed(FromTo):
    """What a unit does with another square, by its Commander's aura after a flip."""

    flips: bool = False

    def __str__(self) -> str:
        """Return the notation.

        >>> str(Move("e2", "e3")), str(Melee("e2", "e3", flips=True)), str(Shoot("b1", "b4"))
        ('e2-e3', 'e2fxe3', 'b1*b4')
        """
        return f"{self.origin}{'f' if self.flips else ''}{self.sign}{self.target}"


@dataclass(frozen=True, slots=True)
class Move(Aimed):
    """A unit goes to another square."""


@dataclass(frozen=True, slots=True)
class Melee(Aimed):
    """A unit captures and goes there."""

    sign: ClassVar[str] = "x"


@dataclass(frozen=True, slots=True)
class Shoot(Aimed):
    """A unit captures from where it stands."""

    sign: ClassVar[str] = "*"


@dataclass(frozen=True, slots=True)
class Reveal(Action):
    """A hidden Assassin shows itself."""

    origin: Square

    def __str__(self) -> str:
        """Return the notation.

        >>> str(Reveal("e2"))
        'e2!'
        """
        return f"{self.origin}!"


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """A seat that can activate no unit lets the other one go on."""

    def __str__(self) -> str:
        """Return the notation.

        >>> str(Pass())
        'pass'
        """
        return "pass"


@dataclass(frozen=True, slots=True)
class Deploy(Action):
    """A seat's choice of the Assassin's square, ``None`` for the usual one, and of states."""

    assassin: Square | None
    states: tuple[tuple[Square, UnitState], ...] = ()

    def __str__(self) -> str:
        """Return the notation.

        >>> str(Deploy("e2", (("a1", UnitState.CHARGE),))), str(Deploy(None))
        ('deploy e2 a1=charge', 'deploy')
        """
        square = () if self.assassin is None else (self.assassin,)
        return " ".join(("deploy", *square, *(f"{at}={state}" for at, state in self.states)))

    @property
    def public(self) -> str:
        """The notation without the secrets: where the Assassin stands is its owner's to know.

        >>> Deploy("c2").public
        'deploy'
        """
        return "deploy"


Activation = Flip | Turn | Move | Melee | Shoot | Reveal
PlayAction = Activation | Pass
LegionAction = PlayAction | Deploy


def squares_of(action: PlayAction) -> tuple[Square, ...]:
    """Return the squares that the action names.

    >>> squares_of(Move("e2", "e3")), squares_of(Pass())
    (('e2', 'e3'), ())
    """
    match action:
        case Aimed():
            return action.squares
        case Pass():
            return ()
        case _:
            return (action.origin,)


_ACTIVATION: Final = re.compile(rf"{SQUARE}(?:(f?)([-x*]){SQUARE}|(f|t|ft|!))")
_FLIPS_AFTER: Final = re.compile(rf"{SQUARE}(?:f?[-x*]{SQUARE}|f?t)f")
_HOW: Final = (
    "write e2-e3 for a move, e2xe3 or b1*b4 for a capture, e2f for a flip, e2t for a turn, "
    "e2! to reveal, pass, or deploy"
)


def parse_action(text: str) -> LegionAction:
    """Return the action that the text names. Raises ``InvalidAction`` saying why it names none.

    >>> parse_action("e2fxe3"), parse_action("e2t"), parse_action("deploy c2")
    (Melee(origin='e2', target='e3', flips=True), Turn(origin='e2', flips=False), \
Deploy(assassin='c2', states=()))
    """
    if len(text) <= LONGEST_ACTION:
        if text == "pass":
            return Pass()
        word, _, rest = text.partition(" ")
        if word == "deploy":
            return _parse_deploy(rest.split())
        match = _ACTIVATION.fullmatch(text)
        if match is not None:
            return _parse_activation(*match.groups())
        if _FLIPS_AFTER.fullmatch(text):
            raise InvalidAction(
                f"{quote(text)} flips last, but a unit can flip only before it acts, as in e2f-e3."
            )
    raise InvalidAction(f"{quote(text)} is not a move: {_HOW}.")


def _parse_activation(
    origin: str, flip: str | None, sign: str | None, target: str | None, alone: str | None
) -> Activation:
    """Return the activation with these parts of a text."""
    square = GRID.parse(origin)
    flips = flip == "f"
    match sign, target, alone:
        case "-", str(), _:
            return Move(square, GRID.parse(target), flips)
        case "x", str(), _:
            return Melee(square, GRID.parse(target), flips)
        case "*", str(), _:
            return Shoot(square, GRID.parse(target), flips)
        case _, _, "f":
            return Flip(square)
        case _, _, "!":
            return Reveal(square)
        case _:
            return Turn(square, flips=alone == "ft")


def _parse_deploy(words: list[str]) -> Deploy:
    """Return the deployment with these words after the first."""
    assassin: Square | None = None
    if words and "=" not in words[0]:
        assassin = GRID.parse(words.pop(0))
    return Deploy(assassin, tuple(_parse_choice(word) for word in words))


def _parse_choice(word: str) -> tuple[Square, UnitState]:
    """Return the square and the state of ``a1=charge``."""
    square, sign, state = word.partition("=")
    if not square or not sign or not state:
        raise InvalidAction(
            f"{quote(word)} is no choice: write deploy, the Assassin's square, "
            "and then states as in a1=charge."
        )
    if state not in tuple(UnitState):
        raise InvalidAction(f"{quote(state)} is no state: it is one of {listed(UnitState)}.")
    return GRID.parse(square), UnitState(state)
