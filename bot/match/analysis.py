"""What an analysis of a game finds: what each position was worth, and which moves lost most.

The positions are looked at one after the other. A move that was not the best one found is then
held against it, both positions as they stand afterwards looked at alike: what was seen of one
from a move earlier, and so less deep, would be compared badly. What is found depends on the moves
alone, and is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from bot.panels import MEASURES
from data import Match
from engine.core import JSON, Phase, Seat, State
from engine.record import Entry, Record
from engine.search import WIN

VERSION = 2
"""Goes up whenever an analysis would find something else, also by the engine's doing."""

MOST_TURNS = 3
"""How many moves are told of."""

DOUBTED = 8
"""How many moves are held against the best one found: those that seem to lose most."""

LEAST_LOSS = 0.1
"""What a move has to lose on the scale of its game to be told of: of a level game about 0.2."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """What was found so far of a game.

    ``worths`` are those of the positions, from the start on, in the engine's measure to the first
    seat, and ``bests`` the best actions there. ``instead`` is what the best action in the place of
    a move would have led to, by the move's number.
    """

    worths: tuple[int, ...] = ()
    bests: tuple[str, ...] = ()
    instead: Mapping[int, int] = field(default_factory=dict)

    def to_json(self) -> JSON:
        """Return what is kept of it."""
        instead = {str(move): worth for move, worth in self.instead.items()}
        return {"worths": list(self.worths), "bests": list(self.bests), "instead": instead}

    @classmethod
    def from_json(cls, value: JSON) -> Analysis:
        """Return what was kept; nothing found when it cannot be read."""
        match value:
            case {"worths": list(worths), "bests": list(bests), "instead": Mapping() as instead}:
                return cls(
                    tuple(int(str(worth)) for worth in worths),
                    tuple(map(str, bests)),
                    {int(move): int(str(worth)) for move, worth in instead.items()},
                )
            case _:
                return cls()

    def with_position(self, worth: int, best: str) -> Analysis:
        """Return the analysis with the next position looked at."""
        return replace(self, worths=(*self.worths, worth), bests=(*self.bests, best))

    def with_instead(self, move: int, worth: int) -> Analysis:
        """Return the analysis with what the best action in a move's place would have led to."""
        return replace(self, instead={**self.instead, move: worth})


@dataclass(frozen=True, slots=True)
class Question:
    """A position that is to be looked at next: a record, and what it is asked for.

    ``move`` is the number of the move that led to the position, or in whose place the best
    action did if ``is_instead``. Of a position in which the game is over ``worth`` is known.
    """

    move: int
    record: Record
    is_instead: bool = False
    worth: int | None = None


def question(match: Match, found: Analysis) -> Question | None:
    """Return what is to be looked at next, ``None`` when the analysis is whole."""
    move = len(found.worths)
    if move <= len(match.turns):
        return Question(move, _record(match, move), False, _known(match, match.at_ply(move)))
    for doubted in _doubted(match, found):
        if doubted not in found.instead:
            state = _instead(match, found, doubted)
            entry = Entry(match.turns[doubted - 1].seat, found.bests[doubted - 1])
            return Question(doubted, _record(match, doubted - 1, entry), True, _known(match, state))
    return None


def questions(match: Match) -> int:
    """Return how many positions there are to be looked at, at most."""
    return len(match.turns) + 1 + min(DOUBTED, len(match.turns))


@dataclass(frozen=True, slots=True)
class Lapse:
    """A move that lost much: its number, who made it, and what would have been better.

    ``kept`` is what the position would be worth after the better one, ``left`` what it was worth.
    """

    move: int
    seat: Seat
    action: str
    better: str
    kept: int
    left: int


def lapses(match: Match, found: Analysis) -> Sequence[Lapse]:
    """Return the moves that lost most, at most three, in the order in which they were made."""
    lost = {move: _lost(match, found, move) for move in found.instead}
    worst = sorted((move for move in lost if lost[move] >= LEAST_LOSS), key=lambda m: -lost[m])
    return [
        Lapse(
            move,
            match.turns[move - 1].seat,
            match.turns[move - 1].action,
            found.bests[move - 1],
            found.instead[move],
            found.worths[move],
        )
        for move in sorted(worst[:MOST_TURNS])
    ]


def scaled(match: Match, found: Analysis) -> Sequence[float]:
    """Return what the positions were worth on the scale of the game, from -1 to 1."""
    measure = MEASURES[match.game.name]
    return [measure.scaled(worth) for worth in found.worths]


def _doubted(match: Match, found: Analysis) -> Sequence[int]:
    """Return the moves that are held against the best ones, the worst as it seems first."""
    scale = scaled(match, found)
    seeming = {
        move: _sign(match, match.turns[move - 1].seat) * (scale[move - 1] - scale[move])
        for move in range(1, len(match.turns) + 1)
    }
    others = sorted((move for move in seeming if seeming[move] > 0), key=lambda m: -seeming[m])
    return list(islice((move for move in others if _differs(match, found, move)), DOUBTED))


def _differs(match: Match, found: Analysis, move: int) -> bool:
    """Return whether the best action leads elsewhere than the move did, however it is written."""
    if found.bests[move - 1] == match.turns[move - 1].action:
        return False
    return _instead(match, found, move).truth() != match.at_ply(move).truth()


def _lost(match: Match, found: Analysis, move: int) -> float:
    """Return by how much on the scale the move is worse to who made it than the best one."""
    measure = MEASURES[match.game.name]
    kept, left = measure.scaled(found.instead[move]), measure.scaled(found.worths[move])
    return _sign(match, match.turns[move - 1].seat) * (kept - left)


def _instead(match: Match, found: Analysis, move: int) -> State:
    """Return the state after the best action in the place of the move."""
    best = match.game.parse(found.bests[move - 1])
    return match.at_ply(move - 1).apply(match.turns[move - 1].seat, best).state


def _sign(match: Match, seat: Seat) -> int:
    return 1 if seat == match.game.seats[0] else -1


def _known(match: Match, state: State) -> int | None:
    """Return what a position is worth in which the game is over by its rules."""
    if state.phase is not Phase.OVER:
        return None
    winner = state.result.winner if state.result else None
    return 0 if winner is None else _sign(match, winner) * WIN


def _record(match: Match, moves: int, *more: Entry) -> Record:
    """Return the record up to so many moves, whatever came later, with more entries or none."""
    whole = match.record()
    before = len(whole.entries) - len(match.turns) + moves
    return Record(whole.game, whole.options, (*whole.entries[:before], *more))
