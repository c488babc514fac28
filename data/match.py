"""A kept game: what was agreed, who sits where, every entry, and the replay of them all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from engine.core import JSON, Chance, Event, Game, Result, Seat, State
from engine.record import RESIGNATION, Record
from engine.record import Entry as RecordEntry


class Status(StrEnum):
    """Where a game stands, from the challenge on."""

    OFFERED = "offered"
    RUNNING = "running"
    OVER = "over"
    DECLINED = "declined"
    CANCELLED = "cancelled"
    LAPSED = "lapsed"


class EntryKind(StrEnum):
    """What an entry records."""

    START = "start"
    ACTION = "action"
    RESIGN = "resign"
    DRAW_OFFER = "draw offer"
    DRAW_DECLINE = "draw decline"
    DRAW = "draw"
    UNDO_REQUEST = "undo request"
    UNDO_DECLINE = "undo decline"
    UNDO = "undo"
    TIMEOUT = "timeout"
    END = "end"
    LAPSE = "lapse"


PENDING = {EntryKind.DRAW_OFFER, EntryKind.UNDO_REQUEST}
"""What the other seat may answer, as long as it is the newest entry."""

TURN_BEGINS = frozenset({EntryKind.START, EntryKind.ACTION, EntryKind.UNDO})
"""What begins a turn: clocks run from there, and offers do not stop them."""


@dataclass(frozen=True, slots=True)
class LayoutName:
    """What a member's own layout was called when a game was agreed, and whose it was."""

    name: str
    owner_id: int

    @classmethod
    def read(cls, name: str | None, owner_id: int | None) -> LayoutName | None:
        """Return what was kept, ``None`` when nothing was, or its owner took it away."""
        return None if name is None or owner_id is None else cls(name, owner_id)


@dataclass(frozen=True, slots=True)
class Entry:
    """One accepted thing. ``seq`` counts from 0, the start, and never returns.

    ``seat`` is the seat that did it; of an ``UNDO`` the one that asked for it, of a ``TIMEOUT``
    the one whose time ran out. ``action`` is notation, or the reason of an ``END``.
    """

    seq: int
    kind: EntryKind
    at: int
    seat: Seat | None = None
    action: str | None = None
    chance: Chance | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """One applied action: the entry's number, what happened, and the state it led to."""

    seq: int
    seat: Seat
    action: str
    chance: Chance | None
    events: tuple[Event, ...]
    state: State


@dataclass(frozen=True, slots=True)
class Match:
    """A game between members, valid for the entries it was read with.

    ``turns`` are the actions that stand; ``result`` also covers what the rules do not know,
    such as a resignation.
    """

    id: int
    game: Game
    options: Mapping[str, JSON]
    status: Status
    guild_id: int | None
    channel_id: int
    players: Mapping[Seat, int]
    start: State
    clock: int | None = None
    layout: LayoutName | None = None
    undeliverable: bool = False
    entries: tuple[Entry, ...] = ()
    turns: tuple[Turn, ...] = ()
    result: Result | None = None

    @property
    def seq(self) -> int:
        """The number of the newest entry."""
        return self.entries[-1].seq if self.entries else -1

    @property
    def state(self) -> State:
        """The state now."""
        return self.turns[-1].state if self.turns else self.start

    @property
    def pending(self) -> Entry | None:
        """The draw offer or undo request that waits for an answer; any other entry ends it."""
        newest = self.entries[-1] if self.entries else None
        return newest if newest and newest.kind in PENDING and not self.result else None

    @property
    def turn_seq(self) -> int:
        """The number of the entry with which the present turn began."""
        return self._turn_began.seq

    @property
    def moved_at(self) -> int:
        """When the present turn began."""
        return self._turn_began.at

    @property
    def _turn_began(self) -> Entry:
        return next(entry for entry in reversed(self.entries) if entry.kind in TURN_BEGINS)

    @property
    def to_move(self) -> Seat | None:
        """The seat that is to act, ``None`` when nobody alone is or the game is over."""
        return None if self.result else self.state.to_move

    def seat_of(self, member_id: int) -> Seat | None:
        """Return the seat that the member plays, ``None`` for everybody else."""
        return next((seat for seat, id_ in self.players.items() if id_ == member_id), None)

    def since_last_turn_of(self, seat: Seat | None) -> tuple[Turn, ...]:
        """Return the seat's last turn and those after it, which an undo takes back; or none."""
        last = max((n for n, turn in enumerate(self.turns) if turn.seat == seat), default=None)
        return () if last is None else self.turns[last:]

    def at_ply(self, ply: int) -> State:
        """Return the state after that many actions."""
        return self.turns[ply - 1].state if ply else self.start

    def events_at(self, ply: int) -> tuple[Event, ...]:
        """Return what the action that led to this ply did."""
        return self.turns[ply - 1].events if ply else ()

    def as_of(self, seq: int) -> Match:
        """Return the match as it stood when the entry ``seq`` was its newest."""
        if seq == self.seq:
            return self
        if seq > self.seq:
            raise ValueError(f"game {self.id} has no entry {seq} yet")
        bare = replace(self, entries=(), turns=(), result=None, status=Status.RUNNING)
        return bare.extended(entry for entry in self.entries if entry.seq <= seq)

    def extended(self, entries: Iterable[Entry]) -> Match:
        """Return the match with further entries applied, in their order."""
        match = self
        for entry in entries:
            match = match._with(entry)
        return match

    def _with(self, entry: Entry) -> Match:
        turns, result = self.turns, self.result
        match entry.kind:
            case EntryKind.ACTION:
                turn = self._turn(entry)
                turns, result = (*turns, turn), turn.state.result
            case EntryKind.UNDO:
                turns = turns[: len(turns) - len(self.since_last_turn_of(entry.seat))]
            case EntryKind.RESIGN:
                winner = next(seat for seat in self.game.seats if seat != entry.seat)
                result = Result(winner, RESIGNATION)
            case EntryKind.DRAW:
                result = Result(None, "agreement")
            case EntryKind.TIMEOUT:
                result = self.state.adjudicate()
            case EntryKind.END:
                result = Result(None, "ended")
            case EntryKind.LAPSE:
                result = Result(None, "lapsed")
            case _:
                pass
        return replace(
            self,
            entries=(*self.entries, entry),
            turns=turns,
            result=result,
            status=Status.OVER if result else Status.RUNNING,
        )

    def _turn(self, entry: Entry) -> Turn:
        if entry.seat is None or entry.action is None:
            raise ValueError(f"entry {entry.seq} of game {self.id} is no whole action")
        action = self.game.parse(entry.action)
        step = self.state.apply(entry.seat, action, chance=entry.chance)
        return Turn(entry.seq, entry.seat, entry.action, step.chance, step.events, step.state)

    def record(self) -> Record:
        """Return the record that replays the actions that stand, with how the game ended."""
        moves = tuple(RecordEntry(turn.seat, turn.action, turn.chance) for turn in self.turns)
        return Record(self.game.name, self.options, moves, self.result)
