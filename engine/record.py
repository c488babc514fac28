"""A record of a game: options and entries, which replay to every position of it, and its end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from engine.core import JSON, BadRecord, Chance, GameError, Phase, Result, Seat, State, Step, quote
from engine.registry import game

RESIGNATION: Final = "resignation"
"""The reason of a win over a seat that gave up."""

TIME: Final = "time"
"""The reason of a result that the clock brought about."""

WITHOUT_WINNER: Final = ("agreement", "ended", "lapsed")
"""The reasons of an end that nobody won: both agreed, it was stopped, or nobody went on."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One action that was accepted: who did it, its notation, and the chance drawn after it."""

    seat: Seat
    action: str
    chance: Chance | None = None

    def to_json(self) -> dict[str, JSON]:
        """Return the entry as the line protocol has it."""
        return {"seat": self.seat, "action": self.action, "chance": self.chance}


@dataclass(frozen=True, slots=True)
class Record:
    """Enough to replay a game exactly: its name, its completed options and its entries.

    ``result`` is how it ended. A game that its rules ended shows that by its entries as well; of
    one that its players or time ended nothing else does.
    """

    game: str
    options: Mapping[str, JSON]
    entries: tuple[Entry, ...]
    result: Result | None = None

    def start(self) -> State:
        """Return the state before the first entry. Raises ``BadRecord``."""
        try:
            return game(self.game).start(self.options)
        except GameError as fault:
            raise BadRecord(f"The record has no start: {fault}") from fault

    def replay(self) -> Iterator[Step]:
        """Yield the step of each entry, up to one that breaks. Raises ``BadRecord`` there."""
        state = self.start()
        for number, entry in enumerate(self.entries, start=1):
            try:
                action = state.game.parse(entry.action)
                step = state.apply(entry.seat, action, chance=entry.chance)
            except GameError as fault:
                where = f"entry {number}, {quote(entry.action)} by {quote(entry.seat)}"
                raise BadRecord(f"The record breaks at {where}: {fault}") from fault
            yield step
            state = step.state

    def end(self) -> State:
        """Return the state after the last entry, over if the game is. Raises ``BadRecord``."""
        state = self.start()
        for step in self.replay():
            state = step.state
        return state if state.result or not self.result else state.ended(self.result)

    def to_json(self) -> dict[str, JSON]:
        """Return the record as the line protocol has it; only one with a result has that key."""
        fields: dict[str, JSON] = {
            "game": self.game,
            "options": self.options,
            "entries": [entry.to_json() for entry in self.entries],
        }
        return fields | {"result": self.result.to_json()} if self.result else fields

    @classmethod
    def from_json(cls, value: JSON) -> Record:
        """Return the record, replayed once to its end to prove it.

        Its actions are in canonical form, and its result stays only where they do not show it.
        Raises ``BadRecord`` saying what is wrong, where it breaks, or that it claims another end
        than its actions show.
        """
        fields = _read_fields("The record", value, {"game", "options", "entries", "result"})
        match fields:
            case {"game": str(name), "options": Mapping() as options, "entries": list(entries)}:
                read = (_read_entry(number, entry) for number, entry in enumerate(entries, start=1))
                record = cls(name, options, tuple(read)).canonical()
            case _:
                raise BadRecord("A record has a game, options and a list of entries.")
        if "result" not in fields:
            return record
        return replace(record, result=_proven(_read_result(fields["result"]), record.end()))

    def canonical(self) -> Record:
        """Return the same record with complete options and every action in canonical form."""
        try:
            options = game(self.game).complete(self.options)
        except GameError as fault:
            raise BadRecord(f"The record has no start: {fault}") from fault
        entries = tuple(
            Entry(entry.seat, str(step.action), step.chance)
            for entry, step in zip(self.entries, self.replay(), strict=True)
        )
        return Record(self.game, options, entries, self.result)


def _read_entry(number: int, value: JSON) -> Entry:
    """Return one entry of a record."""
    fields = _read_fields(f"Entry {number} of the record", value, {"seat", "action", "chance"})
    chance = fields.get("chance")
    if chance is not None and not isinstance(chance, Mapping):
        raise BadRecord(f"The chance of entry {number} is neither an object nor null.")
    match fields:
        case {"seat": str(seat), "action": str(action)}:
            return Entry(seat, action, chance)
        case _:
            raise BadRecord(f"Entry {number} of the record needs a seat and an action.")


def _read_result(value: JSON) -> Result | None:
    """Return the result that a record claims, ``None`` when it claims that the game goes on."""
    if value is None:
        return None
    fields = _read_fields("The result of the record", value, {"winner", "reason"})
    match fields:
        case {"winner": str() | None as winner, "reason": str(reason)}:
            return Result(winner, reason)
        case _:
            raise BadRecord(
                "The result of a record needs a winner, which may be null, and a reason."
            )


def _proven(claimed: Result | None, last: State) -> Result | None:
    """Return the claimed result if it says more than the actions; ``None`` if they show it.

    Raises ``BadRecord`` when the actions lead to another end, or to none that it could have.
    """
    shown = last.result
    if claimed == shown:
        return None
    if shown is None and claimed is not None and _can_be(claimed, last):
        return claimed
    raise BadRecord(f"The record claims {_told(claimed)}, but its actions end with {_told(shown)}.")


def _can_be(claimed: Result, last: State) -> bool:
    """Return whether players, a moderator or time can have ended the game so."""
    if claimed.reason == TIME and last.phase is not Phase.SETUP:
        return claimed == last.adjudicate()
    # Who was late to set up, a record does not tell: it would tell the other's setup.
    if claimed.reason in (RESIGNATION, TIME):
        return claimed.winner in last.game.seats
    return claimed.reason in WITHOUT_WINNER and claimed.winner is None


def _told(result: Result | None) -> str:
    """Return a result in words."""
    if result is None:
        return "the game still going on"
    who = "no winner" if result.winner is None else f"{quote(result.winner)} as its winner"
    return f"{who}, for the reason {quote(result.reason)}"


def _read_fields(what: str, value: JSON, known: set[str]) -> Mapping[str, JSON]:
    """Return an object that has none but the known keys."""
    if not isinstance(value, Mapping):
        raise BadRecord(f"{what} is not an object.")
    for key in value:
        if key not in known:
            raise BadRecord(f"{what} has an unknown key {quote(key)}.")
    return value
