"""Deflexion as a value: states that never change, and the game that starts them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from engine import beam
from engine.core import (
    JSON,
    Action,
    Chance,
    Event,
    Game,
    IllegalAction,
    Result,
    Seat,
    Step,
    View,
)
from engine.deflexion import board as rules
from engine.deflexion.board import Board
from engine.deflexion.notation import (
    GRID,
    SEATS,
    Move,
    Position,
    Rotate,
    Swap,
    format_code,
    parse_action,
)
from engine.deflexion.options import DESCRIPTION, read_options
from engine.deflexion.refusal import explain
from engine.deflexion.rulesets import DEFLEXION_RULES, KHET_RULES, RULE_SETS, RuleSet
from engine.deflexion.setup import board_of, piece_of, position_of
from engine.events import Destroyed, Fired, Moved, Rotated, Swapped
from engine.rays import rays_of
from engine.state import BoardState

_RESULTS: Final = {
    rules.ONGOING: None,
    rules.SILVER_WINS: Result("silver", "pharaoh"),
    rules.GOLD_WINS: Result("gold", "pharaoh"),
    rules.REPETITION: Result(None, "repetition"),
    rules.QUIET: Result(None, "quiet"),
}
_ENDS: Final = {rules.HIT: "hit", rules.SHIELD: "shield", rules.AT_SPHINX: "sphinx"}


@dataclass(frozen=True, slots=True)
class DeflexionView(View):
    """What everybody may know of a state, which here is everything.

    ``code`` is the position code, also when the game is over; ``quiet`` counts the moves since
    the last piece was removed.
    """

    code: str
    quiet: int


class DeflexionState(BoardState[Board]):
    """A state of Deflexion."""

    __slots__ = ()

    @property
    def game(self) -> Game:
        """The game that is played."""
        return DEFLEXION

    @property
    def rule_set(self) -> RuleSet:
        """The rule set that is played."""
        return tuple(RULE_SETS.values())[self._board.number]

    @property
    def position(self) -> Position:
        """The pieces on their squares, and the side that would move next."""
        return position_of(self._board)

    def _actions(self) -> Iterable[Action]:
        """Return what the seat to move may do, in any order."""
        return map(unpack, self._board.actions())

    def _applied(
        self, seat: Seat, action: Action, chance: Chance | None, rng: random.Random | None
    ) -> Step:
        """Return what the action and the shot after it lead to."""
        self._check_turn(seat)
        if not isinstance(action, Move | Swap | Rotate):
            raise IllegalAction("This is not a move in Deflexion.")
        self._check_refusal(explain(self.position, action, self.rule_set))
        self._check_no_chance(chance)
        before, after = self._board, self._board.copy()
        path: list[int] = []
        packed = _pack(before, action)
        removed = after.make(packed, path)
        canonical = unpack(packed)
        events = (_acted(seat, before, canonical), *_shot(seat, path, removed))
        return self._led_to(after, _RESULTS[after.ending(removed)], events, canonical)

    def view(self, seat: Seat | None) -> DeflexionView:
        """Return the whole truth, which everybody may know."""
        return self.truth()

    def truth(self) -> DeflexionView:
        """Return the whole truth."""
        return DeflexionView(
            *self._common(),
            code=format_code(self.position),
            quiet=self._board.quiet,
        )


def _pack(board: Board, action: Move | Swap | Rotate) -> int:
    """Return a legal action as the board's int; a turn that both ways give the same is ``R``."""
    match action:
        case Move(origin, target):
            return rules.pack(rules.MOVE, GRID.cells[origin], GRID.cells[target])
        case Swap(origin, target):
            return rules.pack(rules.SWAP, GRID.cells[origin], GRID.cells[target])
        case Rotate(square, turn):
            way = rules.TURN_LEFT if turn == "L" else rules.TURN_RIGHT
            return board.turn(GRID.cells[square], way)


def unpack(packed: int) -> Move | Swap | Rotate:
    """Return the action that the board's int stands for."""
    origin = GRID.names[packed >> 7 & 127]
    match packed >> 14:
        case rules.MOVE:
            return Move(origin, GRID.names[packed & 127])
        case rules.SWAP:
            return Swap(origin, GRID.names[packed & 127])
        case rules.TURN_LEFT:
            return Rotate(origin, "L")
        case _:
            return Rotate(origin, "R")


def _acted(seat: Seat, before: Board, action: Move | Swap | Rotate) -> Event:
    """Return the event of the action itself."""
    match action:
        case Move(origin, target):
            kind = piece_of(before.cells[GRID.cells[origin]]).kind
            return Moved(seat, kind, origin, target)
        case Swap(origin, target):
            kind = piece_of(before.cells[GRID.cells[origin]]).kind
            partner = piece_of(before.cells[GRID.cells[target]])
            return Swapped(seat, kind, origin, target, partner.seat, partner.kind)
        case Rotate(square, turn):
            return Rotated(seat, piece_of(before.cells[GRID.cells[square]]).kind, square, turn)


def _shot(seat: Seat, path: list[int], removed: int) -> tuple[Event, ...]:
    """Return the events of the beam with this path, which removed that piece or ``EMPTY``."""
    rays = rays_of(path, GRID.names)
    end = _ENDS.get(beam.reaction_of(path[-1])) if path else None
    if end is None:
        return (Fired(seat, rays, "wall", None),)
    square = rays[-1].square
    shot = Fired(seat, rays, end, square)
    if removed == rules.EMPTY:
        return (shot,)
    struck = piece_of(removed)
    return (
        shot,
        Destroyed(struck.seat, struck.kind, struck.facing, square, seat),
    )


class Deflexion(Game):
    """The rules of Deflexion as a value."""

    name: ClassVar[str] = "deflexion"
    title: ClassVar[str] = "Deflexion"
    seats: ClassVar[tuple[Seat, Seat]] = SEATS
    has_chance: ClassVar[bool] = False
    has_secrets: ClassVar[bool] = False
    options: ClassVar[Mapping[str, JSON]] = DESCRIPTION

    @property
    def samples(self) -> Iterable[Mapping[str, JSON]]:
        """The predefined layouts, and positions in which swaps and reserved squares matter."""
        yield from ({"layout": layout} for layout in DEFLEXION_RULES.layouts)
        yield {"code": "p<3k5/d^P>8/3d>6/o1D^4O2/8p>D>/10/3P<4o1/4K4P> s"}
        khet = {"rules": KHET_RULES.name}
        yield from (khet | {"layout": layout} for layout in KHET_RULES.layouts)
        yield khet | {"code": "sv3k5/d^Pv8/3d>6/a>1D^4Av2/8p>D>/10/3P<4a^1/4K4S^ s"}

    def complete(
        self, options: Mapping[str, JSON], rng: random.Random | None = None
    ) -> Mapping[str, JSON]:
        """Return the options with every default filled in. Raises ``BadOption``."""
        return read_options(options).options

    def start(self, options: Mapping[str, JSON]) -> DeflexionState:
        """Return the first state. Raises ``BadOption`` naming every fault."""
        start = read_options(options)
        board = board_of(start.position, start.quiet, start.rule_set)
        return DeflexionState(board, start.ply, None)

    def parse(self, text: str) -> Move | Swap | Rotate:
        """Return the action that the notation names. Raises ``InvalidAction``."""
        return parse_action(text)


DEFLEXION: Final = Deflexion()
