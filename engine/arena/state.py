"""Arena as a value: states that never change, and the game that starts them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from engine.arena import board as rules
from engine.arena import chance as arena
from engine.arena.board import Board
from engine.arena.chance import ArenaMove
from engine.arena.notation import (
    GRID,
    SEATS,
    Fire,
    Move,
    Pass,
    Piece,
    Rotate,
    parse_action,
)
from engine.arena.options import DESCRIPTION, read_options
from engine.arena.refusal import explain
from engine.arena.report import acted, arena_moved, shot
from engine.arena.samples import BEGINNING, MIDDLE
from engine.arena.setup import board_of, position_of
from engine.core import (
    JSON,
    Action,
    BadChance,
    Chance,
    Game,
    IllegalAction,
    Result,
    Seat,
    Square,
    Step,
    View,
)
from engine.grid import Diagonal
from engine.state import BoardState

_RESULTS: Final = {
    rules.ONGOING: None,
    rules.WHITE_WINS: Result("white", "king"),
    rules.BLACK_WINS: Result("black", "king"),
    rules.QUIET: Result(None, "quiet"),
}


@dataclass(frozen=True, slots=True)
class ArenaView(View):
    """What everybody may know of a state, which here is everything.

    ``edges`` are the 36 mirrors of the ring; ``raised_left`` is for how many more actions the
    columns stand, 0 while they are underground, ``rise_in`` after how many actions they rise,
    ``None`` while they stand; ``cooldown`` tells whose cannon cannot fire on that seat's next
    turn, or in this one; ``quiet`` counts the actions since a laser last did damage. Squares are
    sorted.
    """

    pieces: Mapping[Square, Piece]
    edges: Mapping[Square, Diagonal]
    rubble: tuple[Square, ...]
    columns: tuple[Square, ...]
    raised_left: int
    rise_in: int | None
    cooldown: Mapping[Seat, bool]
    quiet: int

    def to_json(self) -> dict[str, JSON]:
        """Return the STATE object of the line protocol."""
        pieces = {square: piece.to_json() for square, piece in self.pieces.items()}
        edges = {square: str(diagonal) for square, diagonal in self.edges.items()}
        return View.to_json(self) | {
            "pieces": pieces,
            "edges": edges,
            "rubble": list(self.rubble),
            "columns": list(self.columns),
        }


class ArenaState(BoardState[Board]):
    """A state of Arena."""

    __slots__ = ()

    @property
    def game(self) -> Game:
        """The game that is played."""
        return ARENA

    def _actions(self) -> Iterable[Action]:
        """Return what the seat to move may do, in any order."""
        return map(unpack, self._board.actions())

    def _applied(
        self, seat: Seat, action: Action, chance: Chance | None, rng: random.Random | None
    ) -> Step:
        """Return what the action leads to.

        The arena moves after it as ``chance`` says or ``rng`` draws, unless a king fell.
        """
        self._check_turn(seat)
        if not isinstance(action, Move | Rotate | Fire | Pass):
            raise IllegalAction("This is not a move in Arena.")
        self._check_refusal(explain(self._board, action))
        before, after = self._board, self._board.copy()
        path: list[int] = []
        packed = _pack(before, action)
        struck = after.make(packed, path)
        result = _RESULTS[after.ending(struck)]
        canonical = unpack(packed)
        events = [*acted(seat, before, canonical), *shot(seat, path, struck, after)]
        move = _arena_move(after, result, chance, rng)
        if move is not None:
            events += arena_moved(after, move)
            move.carry_out(after)
        drawn = None if move is None else move.to_json()
        return self._led_to(after, result, events, canonical, drawn)

    def view(self, seat: Seat | None) -> ArenaView:
        """Return the whole truth, which everybody may know."""
        return self.truth()

    def truth(self) -> ArenaView:
        """Return the whole truth."""
        position = position_of(self._board)
        return ArenaView(
            *self._common(),
            pieces=position.pieces,
            edges=position.edges,
            rubble=position.rubble,
            columns=position.columns,
            raised_left=position.raised_left,
            rise_in=position.rise_in,
            cooldown={seat: seat in position.cooling for seat in SEATS},
            quiet=position.quiet,
        )


def _arena_move(
    board: Board, result: Result | None, chance: Chance | None, rng: random.Random | None
) -> ArenaMove | None:
    """Return how the arena moves after the action that led to the board, ``None`` if not at all.

    Raises ``BadChance``.
    """
    if result is not None and result.reason == "king":
        if chance is not None:
            raise BadChance("A king fell, so the arena does not move and nothing is drawn.")
        return None
    if chance is not None:
        return arena.read(board, chance)
    if rng is None:
        raise BadChance("The arena moves after this action, and its chance is missing.")
    return arena.draw(board, rng)


def _pack(board: Board, action: Move | Rotate | Fire | Pass) -> int:
    """Return a legal action as the board's int; a turn that both ways give the same is ``R``."""
    match action:
        case Move(origin, target):
            return rules.pack(rules.MOVE, GRID.cells[origin], GRID.cells[target])
        case Rotate(square, turn):
            cell = GRID.cells[square]
            code = board.cells[cell]
            is_left = turn == "L" and rules.TURNED_LEFT[code] != rules.TURNED_RIGHT[code]
            return rules.pack(rules.TURN_LEFT if is_left else rules.TURN_RIGHT, cell, 0)
        case Fire():
            return rules.pack(rules.FIRE, 0, 0)
        case Pass():
            return rules.pack(rules.PASS, 0, 0)


def unpack(packed: int) -> Move | Rotate | Fire | Pass:
    """Return the action that the board's int stands for."""
    origin = packed >> 8 & 255
    match packed >> 16:
        case rules.MOVE:
            return Move(GRID.names[origin], GRID.names[packed & 255])
        case rules.TURN_LEFT:
            return Rotate(GRID.names[origin], "L")
        case rules.TURN_RIGHT:
            return Rotate(GRID.names[origin], "R")
        case rules.FIRE:
            return Fire()
        case _:
            return Pass()


class Arena(Game):
    """The rules of Arena as a value."""

    name: ClassVar[str] = "arena"
    title: ClassVar[str] = "Arena"
    seats: ClassVar[tuple[Seat, Seat]] = SEATS
    has_chance: ClassVar[bool] = True
    has_secrets: ClassVar[bool] = False
    options: ClassVar[Mapping[str, JSON]] = DESCRIPTION

    @property
    def samples(self) -> Iterable[Mapping[str, JSON]]:
        """A start, and a position in which all that can stand on a board does."""
        edges = {square: str(diagonal) for square, diagonal in BEGINNING.edges.items()}
        yield {"edges": edges, "rise_in": BEGINNING.rise_in}
        yield {"state": ArenaState(board_of(MIDDLE), 40, None).truth().to_json()}

    def complete(
        self, options: Mapping[str, JSON], rng: random.Random | None = None
    ) -> Mapping[str, JSON]:
        """Return the options with what they leave open drawn. Raises ``BadOption``."""
        return read_options(options, rng).options

    def start(self, options: Mapping[str, JSON]) -> ArenaState:
        """Return the first state. Raises ``BadOption`` naming every fault."""
        start = read_options(options)
        return ArenaState(board_of(start.position), start.ply, None)

    def parse(self, text: str) -> Move | Rotate | Fire | Pass:
        """Return the action that the notation names. Raises ``InvalidAction``."""
        return parse_action(text)


ARENA: Final = Arena()
