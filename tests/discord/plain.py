"""A plain model of a game: what members did, replayed by the rules alone, and its clock."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from bot.playground.world import Channel, Member
from data import Entry, EntryKind, Match, Status
from engine.core import Action, Result, Seat, State
from engine.registry import game as find_game

LAPSES_AFTER = 30 * 24 * 3600
HOUR = 3600
RULES = find_game("deflexion")
OPTIONS = {"rules": "deflexion", "layout": "classic"}

OFFERS = (EntryKind.DRAW_OFFER, EntryKind.UNDO_REQUEST)
REFUSALS = (EntryKind.DRAW_DECLINE, EntryKind.UNDO_DECLINE)

Told = tuple[EntryKind, Seat | None, str | None]
"""What an entry says, but for its time."""


class Heard(StrEnum):
    """What a member knows of what they tried: it is done, it is not, or nobody told them."""

    DONE = "done"
    REFUSED = "refused"
    NOTHING = "nothing"


@dataclass
class PlainGame:
    """One game as it should be; ``attempt`` is what somebody just tried to do in it."""

    id: int
    channel: Channel
    players: dict[Seat, Member]
    clock: int | None
    began_at: int
    pace: float
    told: list[Told] = field(default_factory=list)
    times: list[int] = field(default_factory=list)
    asked: list[Member | None] = field(default_factory=list)
    """Whom each entry's board may ping."""
    turns: list[tuple[Seat, State]] = field(default_factory=list)
    result: Result | None = None
    attempt: Told | None = None
    moved_at: int = 0
    reminders: list[tuple[int, Member]] = field(default_factory=list)
    """The deadlines of which somebody is to be reminded."""
    _is_reminded: bool = False

    def __post_init__(self) -> None:
        self._take((EntryKind.START, None, None), self.began_at)

    @property
    def seq(self) -> int:
        return len(self.told) - 1

    @property
    def state(self) -> State:
        return self.turns[-1][1] if self.turns else RULES.start(OPTIONS)

    @property
    def seat(self) -> Seat:
        """The seat that is to move."""
        assert self.state.to_move
        return self.state.to_move

    @property
    def mover(self) -> Member:
        return self.players[self.seat]

    @property
    def waiting(self) -> Member:
        """The player who is not to move."""
        return self.players[other(self.seat)]

    def actions(self) -> list[Action]:
        """What the seat to move may do, in an order that is always the same."""
        return sorted(self.state.legal_actions(self.seat), key=str)

    def after(self, action: Action) -> State:
        return self.state.apply(self.seat, action).state

    # Following the record

    def follow(self, entries: tuple[Entry, ...], heard: Heard) -> bool:
        """Take up the attempt if the record has it; return whether it does.

        What its member was told binds: what is done has to be there, what is not must not.
        """
        found = [(entry.kind, entry.seat, entry.action) for entry in entries]
        is_there = self.attempt is not None and found[len(self.told) :][:1] == [self.attempt]
        if heard is Heard.DONE:
            assert is_there, f"game {self.id} lost {self.attempt}, which was said to be done"
        if heard is Heard.REFUSED:
            assert not is_there, f"game {self.id} has {self.attempt}, which was refused"
        if is_there and self.attempt:
            self._take(self.attempt, entries[len(self.told)].at)
        self.attempt = None
        assert found == self.told, f"game {self.id}"
        return is_there

    def follow_time(
        self, entries: tuple[Entry, ...], now: int, outages: list[tuple[int, int]], hears: bool
    ) -> None:
        """Let the clock decide here by itself, as the game has to have decided.

        ``hears``: whether the game's channel can be posted to, so that a reminder is due.
        """
        deadline = self.deadline(outages)
        if self.result is None and deadline is not None and self.clock is not None:
            is_low = deadline - self.clock // 4 <= now <= deadline
            if is_low and hears and not self._is_reminded:
                self._is_reminded = True
                self.reminders.append((deadline, self.mover))
        lapses_at = _moved(self.times[-1] + LAPSES_AFTER, outages)
        if self.result is None and deadline is not None and now > deadline:
            self._take((EntryKind.TIMEOUT, self.seat, None), entries[len(self.told)].at)
        elif self.result is None and now > lapses_at:
            self._take((EntryKind.LAPSE, None, None), entries[len(self.told)].at)
        found = [(entry.kind, entry.seat, entry.action) for entry in entries]
        assert found == self.told, f"game {self.id} at {now}"

    def deadline(self, outages: list[tuple[int, int]]) -> int | None:
        """Until when the player to move may act."""
        return None if self.clock is None else _moved(self.moved_at + self.clock, outages)

    def _take(self, told: Told, at: int) -> None:
        kind, seat, action = told
        self.told.append(told)
        self.times.append(at)
        match kind:
            case EntryKind.ACTION:
                assert seat
                assert action
                state = self.state.apply(seat, RULES.parse(action)).state
                self.turns.append((seat, state))
                self.result = state.result
            case EntryKind.UNDO:
                last = max(n for n, (mover, _) in enumerate(self.turns) if mover == seat)
                del self.turns[last:]
            case EntryKind.RESIGN:
                self.result = Result(other(seat), "resignation")
            case EntryKind.TIMEOUT:
                self.result = Result(other(seat), "time")
            case EntryKind.DRAW:
                self.result = Result(None, "agreement")
            case EntryKind.LAPSE:
                self.result = Result(None, "lapsed")
            case _:
                pass
        if kind in (EntryKind.START, EntryKind.ACTION, EntryKind.UNDO):
            self.moved_at, self._is_reminded = at, False
        self.asked.append(self._asked(kind, seat))

    def _asked(self, kind: EntryKind, seat: Seat | None) -> Member | None:
        if self.result:
            return None
        if kind in OFFERS:
            return self.players[other(seat)]
        return None if kind in REFUSALS and seat == self.seat else self.mover

    def match(self, seq: int, guild_id: int) -> Match:
        """The game up to that entry as the bot would read it, made of this reckoning alone."""
        bare = Match(
            id=self.id,
            game=RULES,
            options=OPTIONS,
            status=Status.RUNNING,
            guild_id=guild_id,
            channel_id=self.channel.id,
            players={seat: self.players[seat].id for seat in RULES.seats},
            start=RULES.start(OPTIONS),
            clock=self.clock,
        )
        said = enumerate(zip(self.told[: seq + 1], self.times, strict=False))
        return bare.extended(
            Entry(number, kind, at, seat, action) for number, ((kind, seat, action), at) in said
        )


def other(seat: Seat | None) -> Seat:
    """The seat across the board."""
    return next(each for each in RULES.seats if each != seat)


def _moved(deadline: int, outages: list[tuple[int, int]]) -> int:
    """The deadline, an hour after the outage in which, or soon after which, it fell."""
    for began, ended in outages:
        if began <= deadline <= ended + HOUR:
            deadline = ended + HOUR
    return deadline
