"""What takes both players: a draw, and going back to before a move."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.match.boards import LAPSES, mention, opponent
from bot.match.errors import Refused, Stale
from bot.match.play import Play, insist_on_running, seat_in
from data import Entry, EntryKind, Match
from engine.core import Seat


class Answer(StrEnum):
    """What the other player says to an offer."""

    ACCEPT = "accept"
    DECLINE = "decline"


_OUTCOMES = {
    (EntryKind.DRAW_OFFER, Answer.ACCEPT): EntryKind.DRAW,
    (EntryKind.DRAW_OFFER, Answer.DECLINE): EntryKind.DRAW_DECLINE,
    (EntryKind.UNDO_REQUEST, Answer.ACCEPT): EntryKind.UNDO,
    (EntryKind.UNDO_REQUEST, Answer.DECLINE): EntryKind.UNDO_DECLINE,
}


@dataclass(frozen=True, slots=True)
class Agreements:
    """Offers between the players. Every method commits before it returns.

    An offer is an entry of its own and stands as long as it is the newest, so that any move
    ends it. All raise ``Refused`` or ``GameOver`` with the reason, ``Stale`` when something
    else came first.
    """

    play: Play

    async def draw(self, game_id: int, member: int) -> Match:
        """Offer a draw for the member, or accept the one that the other player offers.

        Of two players who do so at once the one who comes second accepts.
        """

        def offered_or_accepted(match: Match, seat: Seat) -> Entry:
            insist_on_running(match)
            if is_asked(match, seat, EntryKind.DRAW_OFFER):
                return self._entry(match, EntryKind.DRAW, seat)
            return self._asking(match, EntryKind.DRAW_OFFER, seat, draw_refusal(match, seat))

        return await self.play.enter_anyhow(game_id, member, offered_or_accepted)

    async def offer_draw(self, game_id: int, member: int) -> Match:
        """Offer a draw for the member; ``Stale`` when the other player offers one already."""
        match, seat = await self._running(game_id, member)
        if is_asked(match, seat, EntryKind.DRAW_OFFER):
            raise Stale(game_id)
        offer = self._asking(match, EntryKind.DRAW_OFFER, seat, draw_refusal(match, seat))
        return await self.play.commit(match, offer)

    async def undo(self, game_id: int, member: int) -> Match:
        """Ask to go back to before the member's own last move, or let the other who asks do so.

        The computer lets them at once, also while it thinks.
        """
        match, seat = await self._running(game_id, member)
        if is_asked(match, seat, EntryKind.UNDO_REQUEST):
            return await self._enter(match, EntryKind.UNDO, opponent(match, seat))
        return await self._request_undo(match, seat)

    async def request_undo(self, game_id: int, member: int) -> Match:
        """Ask to go back for the member; ``Stale`` when the other player asks for it already."""
        match, seat = await self._running(game_id, member)
        if is_asked(match, seat, EntryKind.UNDO_REQUEST):
            raise Stale(game_id)
        return await self._request_undo(match, seat)

    async def _request_undo(self, match: Match, seat: Seat) -> Match:
        kind = EntryKind.UNDO if match.computer else EntryKind.UNDO_REQUEST
        request = self._asking(match, kind, seat, undo_refusal(match, seat))
        return await self.play.commit(match, request)

    async def answer(
        self, game_id: int, seq: int, member: int, offer: EntryKind, answer: Answer
    ) -> Match:
        """Accept or decline the offer of entry ``seq`` for the member to whom it was made."""
        match, seat = await self._running(game_id, member)
        pending = match.pending
        if pending is None or (pending.seq, pending.kind) != (seq, offer) or pending.seat is None:
            raise Stale(game_id)
        if pending.seat == seat:
            raise Refused(f"It is for {mention(match.players[opponent(match, seat)])} to answer.")
        outcome = _OUTCOMES[offer, answer]
        # An undo is the asker's, whose last move it takes back; all else is the answerer's.
        return await self._enter(
            match, outcome, pending.seat if outcome is EntryKind.UNDO else seat
        )

    async def _running(self, game_id: int, member: int) -> tuple[Match, Seat]:
        match = await self.play.match(game_id)
        seat = seat_in(match, member)
        insist_on_running(match)
        return match, seat

    def _asking(self, match: Match, kind: EntryKind, seat: Seat, refusal: str | None) -> Entry:
        """Return the entry that asks the other player. Raises ``Refused`` with the refusal."""
        if refusal:
            raise Refused(refusal)
        return self._entry(match, kind, seat)

    def _entry(self, match: Match, kind: EntryKind, seat: Seat) -> Entry:
        return Entry(match.seq + 1, kind, self.play.clock(), seat)

    async def _enter(self, match: Match, kind: EntryKind, seat: Seat) -> Match:
        return await self.play.commit(match, self._entry(match, kind, seat))


def is_asked(match: Match, seat: Seat, kind: EntryKind) -> bool:
    """Return whether the other player asks the seat for that."""
    pending = match.pending
    return bool(pending and pending.kind is kind and pending.seat != seat)


def draw_refusal(match: Match, seat: Seat) -> str | None:
    """Return why the seat cannot offer a draw now, ``None`` when it can."""
    if not match.is_set_up:
        return "There is no draw to offer before the game has begun: first both sides set up."
    if match.computer and match.game.has_secrets:
        return f"In {match.game.title} the computer plays on: it cannot know who is better."
    if waiting := _waiting(match, seat):
        return waiting
    if _has_asked(match, seat, EntryKind.DRAW_OFFER, {EntryKind.ACTION}):
        return "You have offered a draw since your last move. You may again after your next one."
    return None


def undo_refusal(match: Match, seat: Seat) -> str | None:
    """Return why the seat cannot ask to go back now, ``None`` when it can."""
    if match.game.has_chance or match.game.has_secrets:
        return f"In {match.game.title} nothing is taken back: what was seen cannot be unseen."
    if not match.since_last_turn_of(seat):
        return "You have no move to take back yet."
    if waiting := _waiting(match, seat):
        return waiting
    if _has_asked(match, seat, EntryKind.UNDO_REQUEST, {EntryKind.ACTION, EntryKind.UNDO}):
        return "You have asked since your last move. You may again after your next one."
    return None


def _waiting(match: Match, seat: Seat) -> str | None:
    """Return that something else has to be answered first."""
    pending = match.pending
    if pending is None:
        return None
    other = mention(match.players[opponent(match, seat)])
    if pending.seat == seat:
        return f"What you asked waits for {other}'s answer. {LAPSES}"
    return f"{other} asks you something: answer under the newest board. {LAPSES}"


def _has_asked(match: Match, seat: Seat, kind: EntryKind, resets: set[EntryKind]) -> bool:
    """Return whether the seat has asked so since its last entry of the kinds that reset it."""
    own = (entry.kind for entry in reversed(match.entries) if entry.seat == seat)
    return next((each for each in own if each is kind or each in resets), None) is kind
