"""A plain model of a game: what was accepted, replayed by the rules alone, and its clock."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.playground.world import Channel, Member
from data import Entry, EntryKind
from engine.core import Result, Seat, State
from engine.registry import game as find_game

LAPSES_AFTER = 30 * 24 * 3600
HOUR = 3600

Told = tuple[EntryKind, Seat | None, str | None]
"""What an entry says, but for its time."""


@dataclass
class PlainGame:
    """One game as it should be; ``attempt`` is what somebody just tried to do in it."""

    id: int
    channel: Channel
    players: dict[Seat, Member]
    clock: int | None
    began_at: int
    chance_to_act: float
    told: list[Told] = field(default_factory=lambda: [(EntryKind.START, None, None)])
    states: list[State] = field(default_factory=list)
    result: Result | None = None
    attempt: Told | None = None
    moved_at: int = 0
    acted_at: int = 0

    def __post_init__(self) -> None:
        rules = find_game("deflexion")
        self.states = [rules.start({"rules": "deflexion", "layout": "classic"})]
        self.moved_at = self.acted_at = self.began_at

    @property
    def state(self) -> State:
        return self.states[-1]

    @property
    def mover(self) -> Member:
        assert self.state.to_move
        return self.players[self.state.to_move]

    def try_(self, kind: EntryKind, seat: Seat, action: str | None = None) -> None:
        """Note what is attempted, to be taken up if the store has it."""
        self.attempt = (kind, seat, action)

    def follow(self, entries: tuple[Entry, ...], now: int, outages: list[tuple[int, int]]) -> bool:
        """Take up what was accepted, and nothing else; return whether the attempt was.

        The clock decides here by itself, as the game has to have decided.
        """
        found = [(entry.kind, entry.seat, entry.action) for entry in entries]
        is_accepted = self.attempt is not None and found[len(self.told) :][:1] == [self.attempt]
        if is_accepted and self.attempt:
            self._take(self.attempt, entries[len(self.told)].at)
        self.attempt = None
        if self.result is None and (end := self._by_time(now, outages)):
            self._take(end, now)
        assert found == self.told, f"game {self.id}"
        return is_accepted

    def _by_time(self, now: int, outages: list[tuple[int, int]]) -> Told | None:
        if self.clock is not None and now > _moved(self.moved_at + self.clock, outages):
            return (EntryKind.TIMEOUT, self.state.to_move, None)
        if now > _moved(self.acted_at + LAPSES_AFTER, outages):
            return (EntryKind.LAPSE, None, None)
        return None

    def _take(self, told: Told, at: int) -> None:
        kind, seat, action = told
        self.told.append(told)
        self.acted_at = at
        other = next((each for each in self.players if each != seat), None)
        match kind:
            case EntryKind.ACTION:
                assert seat
                assert action
                step = self.state.apply(seat, find_game("deflexion").parse(action))
                self.states.append(step.state)
                self.moved_at, self.result = at, step.state.result
            case EntryKind.RESIGN:
                self.result = Result(other, "resignation")
            case EntryKind.TIMEOUT:
                self.result = Result(other, "time")
            case EntryKind.DRAW:
                self.result = Result(None, "agreement")
            case EntryKind.LAPSE:
                self.result = Result(None, "lapsed")
            case _:
                pass


def _moved(deadline: int, outages: list[tuple[int, int]]) -> int:
    """The deadline, an hour after the outage in which, or soon after which, it fell."""
    for began, ended in outages:
        if began <= deadline <= ended + HOUR:
            deadline = ended + HOUR
    return deadline
