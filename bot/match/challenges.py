"""Challenges: asked, accepted, declined, cancelled."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bot.match.boards import mention, title
from bot.match.errors import ChallengeClosed, Refused
from bot.posting import Button, ControlId, Posting, Style
from data import ChannelBusy, Conflict, Match, Offer, Status, Store
from engine.core import JSON, Seat
from engine.registry import game as find_game

SIDES = ("random", "first", "second")
"""What a challenger can ask for; the first side moves first."""

BUSY = "A game is running in this channel already. Finish it, or challenge in another channel."


@dataclass(frozen=True, slots=True)
class Challenges:
    """What can be done with a challenge. Every method commits before it returns."""

    store: Store
    clock: Callable[[], int]
    random: random.Random

    async def offer(
        self,
        *,
        challenger: int,
        opponent: int,
        game: str,
        options: Mapping[str, JSON],
        side: str,
        guild_id: int,
        channel_id: int,
    ) -> tuple[int, Posting]:
        """Keep a challenge; return its id and message. Raises ``GameError`` with the reason."""
        rules = find_game(game)
        complete = rules.complete(options, self.random)
        if side not in SIDES:
            raise Refused(f"The side is one of {', '.join(SIDES)}.")
        if await self.store.running_in(channel_id) is not None:
            raise Refused(BUSY)
        offer = Offer(
            game, complete, side, guild_id, channel_id, challenger, opponent, self.clock()
        )
        offer_id = await self.store.offer(offer)
        first, second = (seat.capitalize() for seat in rules.seats)
        seating = {
            "first": f"{mention(challenger)} plays {first} and moves first.",
            "second": f"{mention(challenger)} plays {second}; {mention(opponent)} moves first.",
            "random": "Sides are drawn when it begins.",
        }[side]
        text = (
            f"{mention(opponent)}, {mention(challenger)} challenges you to "
            f"**{title(rules, complete)}**. {seating}"
        )
        row = (
            Button(ControlId(offer_id, 0, "accept"), "Accept", Style.SUCCESS),
            Button(ControlId(offer_id, 0, "decline"), "Decline"),
            Button(ControlId(offer_id, 0, "cancel"), "Cancel"),
        )
        return offer_id, Posting(text, None, (row,), (opponent,))

    async def accept(self, offer_id: int, member: int) -> Match:
        """Start the game that was offered to the member and return it."""
        offer = await self._open(offer_id)
        if member == offer.challenger_id:
            raise Refused("It is your own challenge: somebody else has to accept it.")
        if member != offer.opponent_id:
            raise Refused("This challenge is for somebody else.")
        seats = self._seats(offer, member)
        try:
            return await self.store.start(offer.id, offer.options, seats, self.clock())
        except ChannelBusy as error:
            raise Refused(BUSY) from error
        except Conflict as error:
            raise ChallengeClosed from error

    async def decline(self, offer_id: int, member: int) -> str:
        """Close the challenge for the member who was asked; return what its message then says."""
        offer = await self._open(offer_id)
        if member != offer.opponent_id:
            raise Refused("Only the member who was challenged can decline.")
        await self._close(offer, Status.DECLINED)
        return f"{mention(member)} declined {mention(offer.challenger_id)}'s challenge."

    async def cancel(self, offer_id: int, member: int) -> str:
        """Close the challenge for the member who made it; return what its message then says."""
        offer = await self._open(offer_id)
        if member != offer.challenger_id:
            raise Refused("Only the member who made this challenge can cancel it.")
        await self._close(offer, Status.CANCELLED)
        return f"{mention(member)} cancelled the challenge."

    async def _open(self, offer_id: int) -> Offer:
        offer = await self.store.find_offer(offer_id)
        if offer is None or offer.status is not Status.OFFERED:
            raise ChallengeClosed
        return offer

    async def _close(self, offer: Offer, status: Status) -> None:
        try:
            await self.store.close_offer(offer.id, status)
        except Conflict as error:
            raise ChallengeClosed from error

    def _seats(self, offer: Offer, accepter: int) -> dict[Seat, int]:
        first, second = find_game(offer.game).seats
        side = self.random.choice(("first", "second")) if offer.side == "random" else offer.side
        own, other = (first, second) if side == "first" else (second, first)
        by_seat = {own: offer.challenger_id, other: accepter}
        return {first: by_seat[first], second: by_seat[second]}
