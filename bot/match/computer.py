"""What a game asks of the computer, and its answers, each thought out and then committed."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from enum import Enum
from typing import Final, Protocol

from bot.match.errors import Refused
from bot.match.play import Play
from data import COMPUTER, Entry, EntryKind, Match

SEED_BITS: Final = 63
"""So many bits are drawn for each search: who could guess them would know its setup."""

DRAW_NODES: Final = 3_000
"""Positions that the computer looks at before it answers an offer of a draw."""


class Thinking(Protocol):
    """Where the computer thinks: see ``bot.thinkers``."""

    async def choose(self, record: str, level: str, seed: int, seat: str = "") -> str:
        """Return the notation of what the level does next."""

    async def analyse(self, record: str, ply: int, nodes: int) -> str:
        """Return in JSON what the position after so many entries is worth to the first seat."""


class Kind(Enum):
    """What the computer is asked for."""

    SETUP = "setup"
    MOVE = "move"
    DRAW = "draw"


@dataclass(frozen=True, slots=True)
class Question:
    """What a game asks of the computer; the same as long as an answer to it is of use.

    ``seq`` is the entry that asks; both sides set up at the same time, so there it is 0.
    """

    kind: Kind
    seq: int


def question(match: Match) -> Question | None:
    """Return what the game asks of the computer now, ``None`` when it waits for somebody else."""
    if match.computer is None or match.result:
        return None
    if match.pending and match.pending.seat != match.computer:
        return Question(Kind.DRAW, match.pending.seq)
    if match.computer not in match.awaited:
        return None
    return Question(Kind.MOVE, match.turn_seq) if match.is_set_up else Question(Kind.SETUP, 0)


@dataclass(frozen=True, slots=True)
class Computer:
    """The computer as a player: it acts through the same service as members do."""

    play: Play
    thinkers: Thinking
    random: random.Random

    async def answer(self, match: Match) -> Match:
        """Think about what the game asks, and commit the answer.

        Raises ``Stale`` when the game has gone on meanwhile, ``GameOver`` when it has ended.
        """
        asked = question(match)
        if asked is None or match.level is None or match.computer is None:
            raise Refused("The game does not wait for the computer.")
        if asked.kind is Kind.DRAW:
            return await self._answer_draw(match)
        seed = self.random.getrandbits(SEED_BITS)
        record = _written(match)
        if asked.kind is Kind.SETUP:
            chosen = await self.thinkers.choose(record, match.level, seed, match.computer)
            return await self.play.set_up(match.id, COMPUTER, chosen)
        chosen = await self.thinkers.choose(record, match.level, seed)
        return await self.play.act(match.id, match.seq, COMPUTER, chosen)

    async def _answer_draw(self, match: Match) -> Match:
        """Agree to a draw, unless the computer finds that it stands better."""
        is_better = await self._stands_better(match)
        kind = EntryKind.DRAW_DECLINE if is_better else EntryKind.DRAW
        entry = Entry(match.seq + 1, kind, self.play.clock(), match.computer)
        return await self.play.commit(match, entry)

    async def _stands_better(self, match: Match) -> bool:
        # In a game with secrets the search of whoever is to move would know theirs.
        if match.game.has_secrets:
            return True
        plies = len(match.record().entries)
        found = json.loads(await self.thinkers.analyse(_written(match), plies, DRAW_NODES))
        sign = 1 if match.computer == match.game.seats[0] else -1
        return bool(sign * found["score"] > 0)


def _written(match: Match) -> str:
    """Return the game so far as text. It tells secrets: it goes to the thinkers and nowhere else.

    While sides are set up it has neither setup, so that none is chosen with regard to the other.
    """
    return json.dumps(match.record().to_json())
