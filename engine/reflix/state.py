"""Reflix as a value: states that never change, and the game that starts them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from engine import beam
from engine.core import (
    JSON,
    Action,
    Chance,
    Event,
    Game,
    IllegalAction,
    NotYourTurn,
    Phase,
    Result,
    Seat,
    Square,
    Step,
    View,
    quote,
)
from engine.events import Contact, Fired, Moved, Ready, Rotated
from engine.grid import Diagonal
from engine.rays import rays_of
from engine.reflix import board as rules
from engine.reflix.board import Board
from engine.reflix.fortress import CLASSIC, checked, codes_of, mirrored, parse_fortress
from engine.reflix.notation import (
    GRID,
    NORTH,
    SEATS,
    SOUTH,
    Fortress,
    MirrorPiece,
    Rotate,
    Setup,
    Slide,
    objects_of,
    parse_action,
)
from engine.reflix.options import DESCRIPTION, Start, read_options
from engine.reflix.refusal import explain
from engine.state import BoardState

MIRROR: Final = "mirror"
"""The kind of every piece that moves."""

_ENDS: Final = {beam.LEFT: "edge", beam.LOOP: "loop", rules.WALL_HIT: "wall"}
_OTHER_FORTRESS: Final = parse_fortress("T b9 W a7 g7 S b8 c8 d8 M b7\\ f9/")


@dataclass(frozen=True, slots=True)
class ReflixView(View):
    """What one seat, the public or the referee may know of a state.

    A fortress is ``None`` while it is not set up, or hidden. ``round`` counts from 1 and at the
    end is the last one played; ``hits`` are the contacts of each seat's first hit.
    """

    mirrors: Mapping[Square, MirrorPiece]
    fortresses: Mapping[Seat, Fortress | None]
    ready: Mapping[Seat, bool]
    round: int
    hits: Mapping[Seat, int | None]

    def to_json(self) -> dict[str, JSON]:
        """Return the STATE object of the line protocol."""
        # A bare super() fails in a dataclass with slots.
        return View.to_json(self) | {
            "mirrors": {
                square: {"seat": mirror.seat, "diagonal": str(mirror.diagonal)}
                for square, mirror in self.mirrors.items()
            },
            "fortresses": {
                seat: None if fortress is None else {s: str(mark) for s, mark in fortress.items()}
                for seat, fortress in self.fortresses.items()
            },
        }


@dataclass(frozen=True, slots=True, eq=False)
class ReflixState(BoardState[Board]):
    """A state of Reflix, with the fortresses that stand."""

    _fortresses: Mapping[Seat, Fortress]

    @property
    def game(self) -> Game:
        """The game that is played."""
        return REFLIX

    def _is_ready(self, seat: Seat) -> bool:
        """Return whether the seat's fortress stands."""
        return seat in self._fortresses

    def _actions(self) -> Iterable[Action]:
        """Return what the seat to move may do, in any order."""
        return map(unpack, self._board.moves())

    def _applied(
        self, seat: Seat, action: Action, chance: Chance | None, rng: random.Random | None
    ) -> Step:
        """Return what a setup or a move leads to."""
        if seat not in SEATS:
            raise NotYourTurn(f"{' and '.join(SEATS).title()} play, and not {quote(seat)}.")
        match action:
            case Setup():
                step = self._set_up(seat, action)
            case Rotate() | Slide():
                step = self._move(seat, action)
            case _:
                raise IllegalAction("This is not a move in Reflix.")
        self._check_no_chance(chance)
        return step

    def _set_up(self, seat: Seat, setup: Setup) -> Step:
        """Return what a setup leads to: play, once both fortresses stand."""
        if self.phase is not Phase.SETUP:
            raise IllegalAction("Both fortresses stand already and can no longer be changed.")
        fortress = checked(setup.objects, seat)
        fortresses = {**self._fortresses, seat: fortress}
        board = self._board
        if len(fortresses) == len(SEATS):
            codes = codes_of(_mirrors_of(board), fortresses)
            board = Board(codes, board.side, board.turn, board.played)
        state = replace(self, _board=board, _fortresses=fortresses)
        return Step(state, (Ready(seat),), None, Setup(objects_of(fortress)))

    def _move(self, seat: Seat, action: Rotate | Slide) -> Step:
        """Return what a turn or a slide and the shot after it lead to."""
        if self.phase is Phase.SETUP:
            raise IllegalAction("Mirrors move once both fortresses are set up.")
        self._check_turn(seat)
        self._check_refusal(explain(_mirrors_of(self._board), self._fortresses, seat, action))
        after = self._board.copy()
        path: list[int] = []
        packed = _pack(action)
        last = after.make(packed, path)
        canonical = unpack(packed)
        shot = _shot(seat, path, last, after.contacts(SEATS.index(seat)))
        return self._led_to(after, _result_of(after), (_acted(seat, canonical), *shot), canonical)

    def view(self, seat: Seat | None) -> ReflixView:
        """Return what the seat may know: until both stand, of fortresses only its own."""
        whole = self.truth()
        if self._is_set_up:
            return whole
        shown = {each: whole.fortresses[each] if each == seat else None for each in SEATS}
        return replace(whole, fortresses=shown)

    def truth(self) -> ReflixView:
        """Return the whole truth, hidden fortresses included."""
        return ReflixView(
            *self._common(),
            mirrors=_mirrors_of(self._board),
            fortresses={seat: self._fortresses.get(seat) for seat in SEATS},
            ready={seat: self._is_ready(seat) for seat in SEATS},
            round=self._board.turn,
            hits=_hits_of(self._board),
        )


def _result_of(board: Board) -> Result | None:
    """Return the result on a board, ``None`` while the game goes on."""
    match board.ending:
        case rules.DECIDED:
            return _decided(_hits_of(board))
        case rules.OUT_OF_ROUNDS:
            return Result(None, "rounds")
        case _:
            return None


def _decided(hits: Mapping[Seat, int | None]) -> Result:
    """Return the result of a round at whose end somebody has scored."""
    scored = {contacts: seat for seat, contacts in hits.items() if contacts is not None}
    if None in hits.values():
        return Result(next(iter(scored.values())), "target")
    if len(scored) == 1:
        return Result(None, "equal contacts")
    return Result(scored[min(scored)], "contacts")


def _mirrors_of(board: Board) -> dict[Square, MirrorPiece]:
    """Return the movable mirrors of a board, sorted by square."""
    found = {}
    for cell in rules.ZONE:
        code = board.cells[cell] - rules.MIRROR
        if code >= 0:
            found[GRID.names[cell]] = MirrorPiece(SEATS[code // 2], tuple(Diagonal)[code % 2])
    return dict(sorted(found.items()))


def _hits_of(board: Board) -> dict[Seat, int | None]:
    """Return for each seat the contacts of its first hit, ``None`` if it has not scored."""
    return {
        seat: None if board.hits[side] == rules.NO_HIT else board.hits[side]
        for side, seat in enumerate(SEATS)
    }


def _pack(action: Rotate | Slide) -> int:
    """Return a legal move as the board's int."""
    match action:
        case Rotate(square):
            return rules.pack(GRID.cells[square], 0)
        case Slide(origin, target):
            return rules.pack(GRID.cells[origin], GRID.cells[target])


def unpack(packed: int) -> Rotate | Slide:
    """Return the move that the board's int stands for."""
    origin = GRID.names[packed >> 7]
    return Slide(origin, GRID.names[packed & 127]) if packed & 127 else Rotate(origin)


def _acted(seat: Seat, action: Rotate | Slide) -> Event:
    """Return the event of the move itself."""
    match action:
        case Rotate(square, turn):
            return Rotated(seat, MIRROR, square, turn)
        case Slide(origin, target):
            return Moved(seat, MIRROR, origin, target)


def _shot(seat: Seat, path: list[int], last: int, touched: Sequence[int]) -> tuple[Event, ...]:
    """Return the events of the seat's beam with this path, last passage and shields touched."""
    (other,) = set(SEATS) - {seat}
    reaction = beam.reaction_of(last)
    end = _ENDS.get(reaction)
    if end is None:
        own = rules.TARGET_HIT + SEATS.index(seat)
        end = "own target" if reaction == own else "target"
    rays = rays_of(path, GRID.names)
    at = None if reaction in (beam.LEFT, beam.LOOP) else rays[-1].square
    contacts = (Contact(GRID.names[cell], other, seat) for cell in touched)
    return (Fired(seat, rays, end, at), *contacts)


def _begin(start: Start) -> ReflixState:
    """Return the first state."""
    codes = codes_of(start.mirrors, start.fortresses)
    # The seats take turns, so an odd number of plies is within a round.
    board = Board(codes, SEATS.index(start.to_move), start.round, start.ply % 2)
    for side, seat in enumerate(SEATS):
        contacts = start.hits[seat]
        board.hits[side] = rules.NO_HIT if contacts is None else contacts
    return ReflixState(board, start.ply, None, start.fortresses)


class Reflix(Game):
    """The rules of Reflix as a value."""

    name: ClassVar[str] = "reflix"
    title: ClassVar[str] = "Reflix"
    seats: ClassVar[tuple[Seat, Seat]] = SEATS
    has_chance: ClassVar[bool] = False
    has_secrets: ClassVar[bool] = True
    options: ClassVar[Mapping[str, JSON]] = DESCRIPTION

    @property
    def samples(self) -> Iterable[Mapping[str, JSON]]:
        """Either seat first, and a state in the middle of a round in which one has scored."""
        yield from ({"first": seat} for seat in SEATS)
        start = replace(read_options({}), to_move=NORTH, fortresses=CLASSIC)
        halfway = replace(start, ply=9, round=5, hits={SOUTH: 1, NORTH: None})
        yield {"state": _begin(halfway).truth().to_json()}

    @property
    def sample_setups(self) -> Mapping[Seat, Sequence[str]]:
        """The classic fortress and another one."""
        pairs = (CLASSIC, {SOUTH: _OTHER_FORTRESS, NORTH: mirrored(_OTHER_FORTRESS)})
        return {seat: [str(Setup(objects_of(pair[seat]))) for pair in pairs] for seat in SEATS}

    def complete(
        self, options: Mapping[str, JSON], rng: random.Random | None = None
    ) -> Mapping[str, JSON]:
        """Return the options with every default filled in. Raises ``BadOption``."""
        return read_options(options).options

    def start(self, options: Mapping[str, JSON]) -> ReflixState:
        """Return the first state. Raises ``BadOption`` naming every fault."""
        return _begin(read_options(options))

    def parse(self, text: str) -> Setup | Rotate | Slide:
        """Return the action that the notation names. Raises ``InvalidAction``."""
        return parse_action(text)


REFLIX: Final = Reflix()
