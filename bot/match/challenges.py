"""Challenges: asked, accepted, declined, cancelled, lapsed, and asked again after a game."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from bot.match.boards import mention, title
from bot.match.errors import ChallengeClosed, Refused
from bot.match.invitation import invitation, lapsed
from bot.match.terms import DAY, Agreement, Terms, agree, with_seats_swapped
from bot.match.words import escaped, tidied
from bot.posting import Posting, message_link
from data import FORMER_MEMBER, ChannelBusy, Conflict, Match, Offer, Status, Store
from engine.core import JSON, Seat, listed
from engine.registry import game as find_game

MOST_OPEN = 5
"""How many open challenges a member can have."""

LONGEST_NAME = 32
"""Characters of a member's name in a list or in the name of a thread; Discord knows no longer."""

PAUSE = 30
"""Seconds until a member who did not accept can be challenged again by the same one."""

BUSY = "A game is running in this channel already. Finish it, or start one in another channel."
BEGUN = "A game has begun in this channel just now. Please try again."
BEGUN_BELOW = (
    "A game is running in the thread below this challenge already. It can be accepted when that "
    "game is over."
)


@dataclass(frozen=True, slots=True)
class Place:
    """Where somebody challenges or accepts: a channel, or a thread under one.

    Without a server the bot can only answer there, and games are personal.

    ``lacking`` names the permissions that the bot would need to play in a thread of it.
    """

    guild_id: int | None
    channel_id: int
    parent_id: int | None = None
    holds_threads: bool = True
    lacking: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Challenges:
    """What can be done with a challenge. Every method commits before it returns."""

    store: Store
    clock: Callable[[], int]
    random: random.Random
    _keeping: asyncio.Lock = field(default_factory=asyncio.Lock, init=False, compare=False)

    # Asking

    async def offer(
        self, challenger: int, opponent: int | None, terms: Terms, place: Place
    ) -> tuple[Offer, Posting]:
        """Keep a challenge, without an opponent to anybody; return it and its message.

        Raises ``GameError`` with the reason when it cannot be.
        """
        agreed = await agree(self.store, terms, challenger, place.guild_id, self.random)
        return await self._keep(challenger, opponent, agreed, place, None)

    async def insist_on_asking(self, challenger: int, opponent: int | None, place: Place) -> None:
        """Raise ``Refused`` when a challenge cannot be made here now, whatever it asks for."""
        await self._insist_on_willing(opponent)
        await self.wants_thread(place)
        await self._insist_on_manners(challenger, opponent)

    async def rematch(
        self, match: Match, member: int, place: Place
    ) -> tuple[Offer, Posting | None]:
        """Offer a rematch of a game that is over; return it and its message.

        When the other player has offered it already, that offer is returned, without a message.
        """
        seat = match.seat_of(member)
        if seat is None:
            raise Refused("You are not in this game.")
        if match.result is None:
            raise Refused("This game is not over.")
        opponent = next(other for each, other in match.players.items() if each != seat)
        if opponent == FORMER_MEMBER:
            raise Refused("Your opponent has left, so there is nobody to ask.")
        offered = await self._open_rematch(match, member, place)
        if offered:
            return offered, None
        return await self._keep(member, opponent, again(match, seat, self.random), place, match.id)

    async def _open_rematch(self, match: Match, member: int, place: Place) -> Offer | None:
        """Return the other's open offer of a rematch. Raises ``Refused`` when there is another."""
        offer = await self.store.offers.rematch_of(match.id)
        if offer is None:
            return None
        if offer.status in (Status.RUNNING, Status.OVER):
            raise Refused(f"The rematch has begun already: game {offer.id}.")
        if offer.status is not Status.OFFERED or await self._lapse(offer):
            return None
        if offer.message_id is None:
            # Nobody has seen it: the bot was stopped between keeping and posting it.
            await self._close(offer, Status.CANCELLED)
            return None
        if offer.challenger_id == member:
            raise Refused("You have offered a rematch already. Now it is up to your opponent.")
        if offer.channel_id != place.channel_id:
            raise Refused(f"The rematch is offered to you in <#{offer.channel_id}>.")
        return offer

    async def _keep(
        self,
        challenger: int,
        opponent: int | None,
        agreed: Agreement,
        place: Place,
        rematch_of: int | None,
    ) -> tuple[Offer, Posting]:
        await self._insist_on_willing(opponent)
        offer = Offer(
            game=agreed.rules.name,
            options=agreed.options,
            side=agreed.side,
            guild_id=place.guild_id,
            channel_id=place.channel_id,
            challenger_id=challenger,
            opponent_id=opponent,
            at=self.clock(),
            clock=agreed.clock,
            wants_thread=await self.wants_thread(place),
            layout=agreed.layout,
        )
        # One after the other, so that two at once are counted too.
        async with self._keeping:
            await self._insist_on_manners(challenger, opponent)
            try:
                offer_id = await self.store.offers.keep(offer, rematch_of=rematch_of)
            except Conflict as error:
                raise Refused("The rematch was offered just now. Please press again.") from error
        theme = (await self.store.people.server(place.guild_id)).theme
        kept = replace(offer, id=offer_id)
        return kept, invitation(kept, agreed, rematch_of, theme)

    async def _insist_on_willing(self, opponent: int | None) -> None:
        """Raise ``Refused`` when the opponent wants no challenges."""
        if opponent is None:
            return
        chosen = await self.store.people.preferences(opponent)
        if chosen.challenges == "nobody":
            raise Refused(f"{mention(opponent)} takes no challenges.")

    async def _insist_on_manners(self, challenger: int, opponent: int | None) -> None:
        """Raise ``Refused`` when the member has asked too much or too often."""
        now = self.clock()
        is_open = await self.store.offers.open_of(challenger, now - DAY)
        if len(is_open) >= MOST_OPEN:
            names = await self.store.people.names([each.opponent_id or 0 for each in is_open])
            raise Refused(
                f"You have {len(is_open)} open challenges, which is the most. Cancel one of them, "
                f"or wait: the oldest lapses <t:{is_open[0].at + DAY}:R>.\n"
                + "\n".join(f"- {_link(each, names)}" for each in is_open)
            )
        if opponent is None:
            return
        last = await self.store.offers.unanswered(challenger, opponent, now - PAUSE)
        if last:
            raise Refused(
                f"You challenged {mention(opponent)} a moment ago. You can do so again "
                f"<t:{last.at + PAUSE}:R>."
            )

    async def wants_thread(self, place: Place) -> bool:
        """Return whether a game agreed here is played in a thread.

        Raises ``Refused`` when it can be played neither here nor in one.
        """
        is_busy = await self.store.running_in(place.channel_id) is not None
        if place.parent_id is not None:
            if is_busy:
                raise Refused(
                    "A game is running in this thread, and a thread cannot hold another. "
                    f"Start one in <#{place.parent_id}>."
                )
            return False
        if not is_busy and not (await self.store.people.server(place.guild_id)).thread:
            return False
        if place.holds_threads:
            _insist_on_thread_permissions(place)
        elif is_busy:
            raise Refused(BUSY)
        return place.holds_threads

    # Answering

    async def admit(self, offer_id: int, member: int, place: Place) -> Offer:
        """Return the challenge that the member accepts, and whether a thread is to be opened.

        Raises ``Refused``, or ``ChallengeClosed``; nothing is committed yet.
        """
        offer = await self._acceptable(offer_id, member)
        if offer.wants_thread:
            _insist_on_thread_permissions(place)
            return offer
        return replace(offer, wants_thread=await self.wants_thread(place))

    async def accept(self, offer_id: int, member: int, channel_id: int | None = None) -> Match:
        """Start the game that was offered to the member, there or in another channel."""
        offer = await self._acceptable(offer_id, member)
        options, seats = seated(offer, member, self.random)
        try:
            return await self.store.start(offer.id, options, seats, self.clock(), channel_id)
        except ChannelBusy as error:
            raise Refused(BEGUN if channel_id is None else BEGUN_BELOW) from error
        except Conflict as error:
            raise ChallengeClosed from error

    async def _acceptable(self, offer_id: int, member: int) -> Offer:
        offer = await self._open(offer_id)
        if member == offer.challenger_id:
            raise Refused("It is your own challenge: somebody else has to accept it.")
        if offer.opponent_id not in (None, member):
            raise Refused("This challenge is for somebody else.")
        return offer

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

    async def lapse(self) -> list[Offer]:
        """Close every challenge that has been open for a day; return those closed now."""
        due = await self.store.offers.open_until(self.clock() - DAY)
        return [offer for offer in due if await self._lapse(offer)]

    async def _open(self, offer_id: int) -> Offer:
        offer = await self.store.offers.find(offer_id)
        if offer and (offer.status is Status.LAPSED or await self._lapse(offer)):
            raise ChallengeClosed(
                "This challenge has lapsed: it was open for a day.", lapsed(offer)
            )
        if offer is None or offer.status is not Status.OFFERED:
            raise ChallengeClosed
        return offer

    async def _lapse(self, offer: Offer) -> bool:
        """Close the challenge if its day is over, whether or not anything has looked since."""
        if offer.status is not Status.OFFERED or self.clock() < offer.at + DAY:
            return False
        try:
            await self._close(offer, Status.LAPSED)
        except ChallengeClosed:
            return False
        return True

    async def _close(self, offer: Offer, status: Status) -> None:
        try:
            await self.store.offers.close(offer.id, status)
        except Conflict as error:
            raise ChallengeClosed from error


def seated(
    offer: Offer, accepter: int, chance: random.Random
) -> tuple[Mapping[str, JSON], Mapping[Seat, int]]:
    """Return the options of the game that was offered and who sits where, drawn if it is open."""
    first, second = find_game(offer.game).seats
    side = chance.choice(("first", "second")) if offer.side == "random" else offer.side
    own, other = (first, second) if side == "first" else (second, first)
    by_seat = {own: offer.challenger_id, other: accepter}
    is_swapped = offer.side == "random" and side == "second"
    options = with_seats_swapped(offer.options) if is_swapped else offer.options
    return options, {first: by_seat[first], second: by_seat[second]}


def again(match: Match, seat: Seat, chance: random.Random) -> Agreement:
    """Return the game as it is played again, for the member of that seat: sides swapped.

    Armies go with their players.
    """
    rules = match.game
    side = "second" if seat == rules.seats[0] else "first"
    # What was drawn for the start is drawn anew: both have seen it by now.
    drawn = rules.complete({}, chance) if rules.has_chance else match.options
    return Agreement(rules, with_seats_swapped(drawn), side, match.clock, match.layout)


def _insist_on_thread_permissions(place: Place) -> None:
    if place.lacking:
        raise Refused(
            "This game is to be played in a thread. To open it I need the permissions "
            f"{listed(place.lacking)} in this channel."
        )


def _link(offer: Offer, names: Mapping[int, str]) -> str:
    """Return whom the challenge asks for which game, as a link to it if it is known where."""
    if offer.opponent_id is None:
        whom = "anybody"
    else:
        # A link cannot hold a mention.
        whom = escaped(tidied(names.get(offer.opponent_id, "somebody"))[:LONGEST_NAME])
    what = f"{title(find_game(offer.game), offer.options, offer.layout)} with {whom}"
    if offer.message_id is None:
        return f"{what} in <#{offer.channel_id}>"
    return f"[{what}]({message_link(offer.guild_id, offer.channel_id, offer.message_id)})"
