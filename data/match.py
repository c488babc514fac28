"""A kept game: what was agreed, who sits where, every entry, and the replay of them all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from engine.core import JSON, Chance, Event, Game, GameError, Phase, Result, Seat, State
from engine.record import RESIGNATION, TIME, Record
from engine.record import Entry as RecordEntry

COMPUTER = 1
"""Stands in games for the computer; Discord gives nobody this id."""

COMPUTER_NAME = "the computer"


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
    SETUP = "setup"
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
"""What begins a turn: clocks run from there, and offers do not stop them.

Of setups only the last does, with which play begins.
"""


def is_timed(options: Mapping[str, JSON]) -> bool:
    """Return whether a game with these options has one clock for the whole of it."""
    return options.get("timed") is True


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
    the one whose time ran out, none when both had to set up or the clock was the whole game's.
    ``action`` is notation, which of a ``SETUP`` is its seat's secret, or the reason of an ``END``.
    """

    seq: int
    kind: EntryKind
    at: int
    seat: Seat | None = None
    action: str | None = None
    chance: Chance | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """One applied action or setup: the entry's number, what happened, and the state it led to."""

    seq: int
    seat: Seat
    action: str
    chance: Chance | None
    events: tuple[Event, ...]
    state: State


@dataclass(frozen=True, slots=True)
class Match:
    """A game between members, or of one with the computer, valid for the entries it was read with.

    ``level`` is how well the computer plays, ``None`` when it does not.
    ``setups`` are all that were made, ``turns`` the actions of play that stand; ``result`` also
    covers what the rules do not know, such as a resignation.
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
    level: str | None = None
    entries: tuple[Entry, ...] = ()
    setups: tuple[Turn, ...] = ()
    turns: tuple[Turn, ...] = ()
    result: Result | None = None

    @property
    def seq(self) -> int:
        """The number of the newest entry."""
        return self.entries[-1].seq if self.entries else -1

    @property
    def state(self) -> State:
        """The state now."""
        return self.at_ply(len(self.turns))

    @property
    def is_set_up(self) -> bool:
        """Whether play has begun, though the game may be over."""
        return self.state.phase is not Phase.SETUP

    @property
    def is_disclosed(self) -> bool:
        """Whether nothing is a secret any more: the game was played, and is over.

        One that ended while sides were set up keeps what was sent for it.
        """
        return self.result is not None and self.is_set_up

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
    def clock_began(self) -> Entry:
        """The entry from which the clock counts that runs now: a turn's, or the whole game's.

        That of a timed game counts from the beginning of play; the time to deploy before it is
        as long, and counts from the start.
        """
        if not is_timed(self.options):
            return self._turn_began
        kind = EntryKind.SETUP if self.is_set_up and self.setups else EntryKind.START
        return next(entry for entry in reversed(self.entries) if entry.kind is kind)

    @property
    def _turn_began(self) -> Entry:
        begins = TURN_BEGINS | {EntryKind.SETUP} if self.is_set_up else TURN_BEGINS
        return next(entry for entry in reversed(self.entries) if entry.kind in begins)

    @property
    def to_move(self) -> Seat | None:
        """The seat that is to act, ``None`` when nobody alone is or the game is over."""
        return None if self.result else self.state.to_move

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats without whom the game does not go on: of those that set up maybe both."""
        return () if self.result else self.state.awaited

    @property
    def computer(self) -> Seat | None:
        """The seat that the computer plays, ``None`` when it plays none."""
        return None if self.level is None else self.seat_of(COMPUTER)

    @property
    def is_personal(self) -> bool:
        """Whether it is played with the computer in a place where the bot may not post by itself.

        Such a game belongs to no server, and its boards are answers to its player's own acts.
        """
        return self.guild_id is None and self.level is not None

    def setup_of(self, seat: Seat) -> Turn | None:
        """Return the seat's newest setup, which is a secret until the rules reveal it."""
        return next((setup for setup in reversed(self.setups) if setup.seat == seat), None)

    def seat_of(self, member_id: int) -> Seat | None:
        """Return the seat that the member plays, ``None`` for everybody else."""
        return next((seat for seat, id_ in self.players.items() if id_ == member_id), None)

    def since_last_turn_of(self, seat: Seat | None) -> tuple[Turn, ...]:
        """Return the seat's last turn and those after it, which an undo takes back; or none."""
        last = max((n for n, turn in enumerate(self.turns) if turn.seat == seat), default=None)
        return () if last is None else self.turns[last:]

    def at_ply(self, ply: int) -> State:
        """Return the state after that many actions; after none, what the setups have led to."""
        if ply:
            return self.turns[ply - 1].state
        return self.setups[-1].state if self.setups else self.start

    def events_at(self, ply: int) -> tuple[Event, ...]:
        """Return what the action that led to this ply did."""
        return self.turns[ply - 1].events if ply else ()

    def as_of(self, seq: int) -> Match:
        """Return the match as it stood when the entry ``seq`` was its newest."""
        if seq == self.seq:
            return self
        if seq > self.seq:
            raise ValueError(f"game {self.id} has no entry {seq} yet")
        bare = replace(self, entries=(), setups=(), turns=(), result=None, status=Status.RUNNING)
        return bare.extended(entry for entry in self.entries if entry.seq <= seq)

    def extended(self, entries: Iterable[Entry]) -> Match:
        """Return the match with further entries applied, in their order."""
        match = self
        for entry in entries:
            match = match._with(entry)
        return match

    def _with(self, entry: Entry) -> Match:
        setups, turns, result = self.setups, self.turns, self.result
        match entry.kind:
            case EntryKind.SETUP:
                setups = (*setups, self._turn(entry))
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
                result = self.state.adjudicate() if self.is_set_up else self._late_setup()
            case EntryKind.END:
                result = Result(None, "ended")
            case EntryKind.LAPSE:
                result = Result(None, "lapsed")
            case _:
                pass
        return replace(
            self,
            entries=(*self.entries, entry),
            setups=setups,
            turns=turns,
            result=result,
            status=Status.OVER if result else Status.RUNNING,
        )

    def _turn(self, entry: Entry) -> Turn:
        if entry.seat is None or entry.action is None:
            raise ValueError(f"entry {entry.seq} of game {self.id} is no whole action")
        try:
            action = self.game.parse(entry.action)
            step = self.state.apply(entry.seat, action, chance=entry.chance)
        except GameError as error:
            # The reason may name what is a secret, and this error ends in a log.
            why = type(error).__name__
            raise ValueError(
                f"entry {entry.seq} of game {self.id} does not replay: {why}"
            ) from None
        return Turn(entry.seq, entry.seat, entry.action, step.chance, step.events, step.state)

    def _late_setup(self) -> Result:
        """Return how the game ends when the time to set up is over."""
        match self.awaited:
            case [late]:
                return Result(next(seat for seat in self.game.seats if seat != late), TIME)
            case _:
                return Result(None, "lapsed")

    def record(self) -> Record:
        """Return the record that replays what stands, with how the game ended.

        Setups with which no play began stay secret, and so are left out.
        """
        made = [self.setup_of(seat) for seat in self.game.seats] if self.is_set_up else []
        # In the order in which they were made, as the last of them began the play.
        standing = sorted((setup for setup in made if setup), key=lambda setup: setup.seq)
        moves = (RecordEntry(t.seat, t.action, t.chance) for t in (*standing, *self.turns))
        return Record(self.game.name, self.options, tuple(moves), self.result)
