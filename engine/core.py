"""What a game is: the values and errors that every game package shares."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import ClassVar, TypeAlias

JSON: TypeAlias = "bool | int | float | str | Sequence[JSON] | Mapping[str, JSON] | None"
Seat: TypeAlias = str
Square: TypeAlias = str
"""A square's text, lower case: ``d4``, or a ring square of the arena: ``Nc``."""
Chance: TypeAlias = Mapping[str, JSON]
"""The recorded outcome of what a game drew at random after one action."""


class GameError(ValueError):
    """Something a player or a program asked for cannot be; the text says why, to a player.

    ``code`` is the error's stable name in the line protocol.
    """

    code: ClassVar[str] = "bad_request"


class InvalidAction(GameError):
    """The text is no action of this game at all."""

    code = "illegal_action"


class IllegalAction(GameError):
    """The action parses, but the rules do not allow it now."""

    code = "illegal_action"


class NotYourTurn(GameError):
    """The seat that asks is not the seat that is to act."""

    code = "not_your_turn"


class GameOver(GameError):
    """The game has ended: nothing more can be played."""

    code = "game_over"


class BadOption(GameError):
    """A game cannot start from these options; the text names every fault."""

    code = "bad_option"


class BadChance(GameError):
    """The chance given does not fit the action, or is missing."""

    code = "bad_chance"


class BadRecord(GameError):
    """A record does not replay; the text says where it breaks."""

    code = "bad_record"


class UnknownGame(GameError):
    """No game has this name."""

    code = "unknown_game"


def quote(text: str) -> str:
    """Return the text in quotation marks for a sentence: printable, and cut when it is long.

    >>> quote("d4" + chr(7)), quote("x" * 10_000)
    ('“d4�”', '“xxxxxxxxxxxxxxxxxxxxxxxx…”')
    """
    shown = text if len(text) <= 24 else text[:24] + "…"
    return "“" + "".join(c if c.isprintable() else "�" for c in shown) + "”"


def listed(names: Iterable[str], conjunction: str = "and") -> str:
    """Return the names, of which there is one at least, as one reads them out.

    >>> listed(["Deflexion", "Khet 2.0", "Reflix"]), listed(["a1", "b1"], "or"), listed(["a1"])
    ('Deflexion, Khet 2.0 and Reflix', 'a1 or b1', 'a1')
    """
    *all_but_last, last = names
    return f"{', '.join(all_but_last)} {conjunction} {last}" if all_but_last else last


class Phase(StrEnum):
    """Where a game stands."""

    SETUP = "setup"
    PLAY = "play"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: the winning seat, or ``None`` for a draw, and a stable reason."""

    winner: Seat | None
    reason: str

    def to_json(self) -> dict[str, JSON]:
        """Return the RESULT of the line protocol."""
        return {"winner": self.winner, "reason": self.reason}


@dataclass(frozen=True, slots=True)
class Action(ABC):
    """One thing a seat does. ``str(action)`` is its notation, which parses back to it."""

    @abstractmethod
    def __str__(self) -> str:
        """Return the action's notation."""

    @property
    def public(self) -> str:
        """The notation as all may read it while the game goes on.

        Most actions hold nothing that is secret.
        """
        return str(self)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in one action, for pictures and words."""

    def seen_by(self, seat: Seat | None) -> Event:
        """Return the event as the seat may know it; ``None`` asks for what everybody may know.

        Most events hold nothing that is secret.
        """
        return self

    def to_json(self) -> dict[str, JSON]:
        """Return the event for the line protocol, its snake-case name under ``event``."""
        name = "".join(f"_{c.lower()}" if c.isupper() else c for c in type(self).__name__)
        return {"event": name.lstrip("_")} | {
            field.name: getattr(self, field.name) for field in fields(self)
        }


@dataclass(frozen=True, slots=True)
class View:
    """What one seat, the public or the referee may know of a state.

    Each game adds its own fields; ``to_json`` gives the STATE of the line protocol.
    """

    game: str
    phase: Phase
    ply: int
    to_move: Seat | None
    result: Result | None

    def to_json(self) -> dict[str, JSON]:
        """Return the STATE object of the line protocol."""
        own = {f.name: getattr(self, f.name) for f in fields(self)}
        result = None if self.result is None else self.result.to_json()
        return own | {"phase": str(self.phase), "result": result}


@dataclass(frozen=True, slots=True)
class Step:
    """What an action led to: the new state, the events in order, and the chance used.

    ``action`` is the action in its canonical form, which is the one to record: of two texts that
    mean the same, the one that ``legal_actions`` lists.
    """

    state: State
    events: tuple[Event, ...]
    chance: Chance | None
    action: Action

    def seen_by(self, seat: Seat | None) -> tuple[Event, ...]:
        """Return the events as the seat may know them; when the game is over, as they were."""
        if self.state.phase is Phase.OVER:
            return self.events
        return tuple(event.seen_by(seat) for event in self.events)


class State(ABC):
    """A position with all that bears on how it goes on. It never changes."""

    __slots__ = ()

    @property
    @abstractmethod
    def game(self) -> Game:
        """The game that is played."""

    @property
    @abstractmethod
    def phase(self) -> Phase:
        """The phase: setup, play or over."""

    @property
    @abstractmethod
    def ply(self) -> int:
        """The number of play actions applied so far."""

    @property
    @abstractmethod
    def to_move(self) -> Seat | None:
        """The seat that is to act, ``None`` during setup and at the end."""

    @property
    @abstractmethod
    def result(self) -> Result | None:
        """The result, ``None`` while the game goes on."""

    @property
    @abstractmethod
    def awaited(self) -> tuple[Seat, ...]:
        """The seats without whose action the game does not go on: in a setup there may be two."""

    @abstractmethod
    def legal_actions(self, seat: Seat) -> tuple[Action, ...]:
        """Return what the seat may do now, sorted by notation; empty when it may not act.

        Setups are too many to be listed: while they are made it is empty.
        """

    def apply(
        self,
        seat: Seat,
        action: Action,
        *,
        chance: Chance | None = None,
        rng: random.Random | None = None,
    ) -> Step:
        """Return what the action leads to; the state itself stays as it is.

        A game with chance takes the outcome from ``chance`` or draws it from ``rng``. Raises
        ``GameOver``, ``NotYourTurn``, ``IllegalAction`` with the reason, or ``BadChance``.
        """
        if self.phase is Phase.OVER:
            raise GameOver("The game is over.")
        return self._applied(seat, action, chance, rng)

    @abstractmethod
    def _applied(
        self, seat: Seat, action: Action, chance: Chance | None, rng: random.Random | None
    ) -> Step:
        """Return what ``apply`` does while the game goes on."""

    @abstractmethod
    def view(self, seat: Seat | None) -> View:
        """Return what the seat may know; ``None`` asks for what everybody may know."""

    @abstractmethod
    def truth(self) -> View:
        """Return the whole truth, secrets included: for the referee, never for a person."""

    @abstractmethod
    def perft(self, depth: int) -> int:
        """Return the number of action sequences of that length.

        A finished game has none; ends by repetition or by quiet play are not applied.
        """

    @abstractmethod
    def ended(self, result: Result) -> State:
        """Return the state as the last of a game that its players, a moderator or time ended.

        What was secret stays so if the game never came to play.
        """

    def adjudicate(self) -> Result | None:
        """Return who wins if time runs out now, ``None`` outside play.

        The seat that is to move loses, unless the game says otherwise.
        """
        if self.phase is not Phase.PLAY:
            return None
        first, second = self.game.seats
        return Result(second if self.to_move == first else first, "time")


class Game(ABC):
    """A game's rules as a value: what it is called, who plays, how it starts."""

    name: ClassVar[str]
    title: ClassVar[str]
    seats: ClassVar[tuple[Seat, Seat]]
    has_chance: ClassVar[bool]
    has_secrets: ClassVar[bool]
    options: ClassVar[Mapping[str, JSON]]
    """The options that ``start`` takes, described for programs."""

    @property
    @abstractmethod
    def samples(self) -> Iterable[Mapping[str, JSON]]:
        """Options to start from in tests that run over every game."""

    @property
    def sample_setups(self) -> Mapping[Seat, Sequence[str]]:
        """Setups of each seat in notation, for tests; none where a game begins with play."""
        return {}

    @abstractmethod
    def complete(
        self, options: Mapping[str, JSON], rng: random.Random | None = None
    ) -> Mapping[str, JSON]:
        """Return the options with every default filled in and everything random drawn.

        What comes back starts the same game on any machine. Raises ``BadOption``.
        """

    @abstractmethod
    def start(self, options: Mapping[str, JSON]) -> State:
        """Return the first state. Raises ``BadOption`` naming every fault."""

    @abstractmethod
    def parse(self, text: str) -> Action:
        """Return the action that the notation names. Raises ``InvalidAction``."""
