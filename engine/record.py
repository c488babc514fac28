"""A record of a game: options and entries, which replay to every position of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.core import JSON, BadRecord, Chance, GameError, Seat, State, Step, quote
from engine.registry import game


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
    """Enough to replay a game exactly: its name, its completed options and its entries."""

    game: str
    options: Mapping[str, JSON]
    entries: tuple[Entry, ...]

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

    def to_json(self) -> dict[str, JSON]:
        """Return the record as the line protocol has it."""
        return {
            "game": self.game,
            "options": self.options,
            "entries": [entry.to_json() for entry in self.entries],
        }

    @classmethod
    def from_json(cls, value: JSON) -> Record:
        """Return the record, replayed once to its end to prove it.

        Its actions are in canonical form. Raises ``BadRecord`` saying what is wrong or where it
        breaks.
        """
        fields = _read_fields("The record", value, {"game", "options", "entries"})
        match fields:
            case {"game": str(name), "options": Mapping() as options, "entries": list(entries)}:
                read = (_read_entry(number, entry) for number, entry in enumerate(entries, start=1))
                return cls(name, options, tuple(read)).canonical()
            case _:
                raise BadRecord("A record has a game, options and a list of entries.")

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
        return Record(self.game, options, entries)


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


def _read_fields(what: str, value: JSON, known: set[str]) -> Mapping[str, JSON]:
    """Return an object that has none but the known keys."""
    if not isinstance(value, Mapping):
        raise BadRecord(f"{what} is not an object.")
    for key in value:
        if key not in known:
            raise BadRecord(f"{what} has an unknown key {quote(key)}.")
    return value
