"""Games with the computer: begun at once, as nobody has to accept them, and begun again."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from bot.match.boards import mention, named, title
from bot.match.challenges import BEGUN, Challenges, Place, again, seated
from bot.match.errors import OldControl, Refused
from bot.match.play import seat_in
from bot.match.terms import Agreement, Terms, agree, settled
from bot.posting import Button, ControlId, Posting
from data import COMPUTER, ChannelBusy, Conflict, Match, Offer, Store
from engine.computer import LEVELS
from engine.core import listed

MOST_RUNNING = 10
"""How many games with the computer a member can have running in a server."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A game with the computer that is about to begin: what is played, how well, and where."""

    member: int
    level: str
    agreed: Agreement
    place: Place
    wants_thread: bool
    rematch_of: int | None = None

    @property
    def announcement(self) -> str:
        """What is said in the channel above the thread in which the game is played."""
        what = title(self.agreed.rules, self.agreed.options, self.agreed.layout)
        return f"{mention(self.member)} plays **{what}** with the computer ({self.level})."


@dataclass(frozen=True, slots=True)
class Solo:
    """How games with the computer begin. All raise ``GameError`` with the reason."""

    store: Store
    clock: Callable[[], int]
    random: random.Random
    challenges: Challenges
    _beginning: asyncio.Lock = field(default_factory=asyncio.Lock, init=False, compare=False)

    async def plan(self, member: int, level: str, terms: Terms, place: Place) -> Plan:
        """Return the game for which the member asks; nothing is committed yet."""
        if level not in LEVELS:
            raise Refused(f"The level is one of {listed(LEVELS)}.")
        # Whoever waits for the computer waits for no clock, and the computer for no member.
        timeless = replace(terms, clock="none")
        agreed = await agree(self.store, timeless, member, place.guild_id, self.random)
        return await self._possible(Plan(member, level, agreed, place, wants_thread=False))

    async def plan_again(self, match: Match, member: int, place: Place) -> Plan:
        """Return a game like that one, which is over, at the same level with sides swapped."""
        seat = seat_in(match, member)
        if match.result is None or match.level is None:
            raise Refused("This is no game with the computer that is over.")
        other = await self.store.offers.rematch_of(match.id)
        if other:
            raise Refused(f"The rematch has begun already: game {other.id}.")
        agreed = again(match, seat, self.random)
        plan = Plan(member, match.level, agreed, place, wants_thread=False, rematch_of=match.id)
        return await self._possible(plan)

    async def _possible(self, plan: Plan) -> Plan:
        await self._insist_on_few(plan)
        if plan.place.guild_id is None:
            await self._insist_on_free(plan)
            return plan
        return replace(plan, wants_thread=await self.challenges.wants_thread(plan.place))

    async def begin(self, plan: Plan, channel_id: int | None = None) -> Match:
        """Commit the game, there or in another channel."""
        agreed, place = plan.agreed, plan.place
        offer = Offer(
            game=agreed.rules.name,
            options=agreed.options,
            side=agreed.side,
            guild_id=place.guild_id,
            channel_id=place.channel_id if channel_id is None else channel_id,
            challenger_id=plan.member,
            opponent_id=COMPUTER,
            at=self.clock(),
            layout=agreed.layout,
            level=plan.level,
        )
        options, seats = seated(offer, COMPUTER, self.random)
        # One after the other, so that two at once are counted too.
        async with self._beginning:
            await self._insist_on_few(plan)
            try:
                return await self.store.begin(
                    replace(offer, options=options), seats, rematch_of=plan.rematch_of
                )
            except ChannelBusy as error:
                raise Refused(BEGUN) from error
            except Conflict as error:
                raise Refused("The rematch has begun already.") from error

    async def _insist_on_free(self, plan: Plan) -> None:
        """Raise ``Refused`` when a game runs where this one is to be played, and say whose."""
        running = await self.store.running_in(plan.place.channel_id)
        match = await self.store.match(running) if running is not None else None
        if match is None:
            return
        if match.seat_of(plan.member):
            raise Refused(
                f"Your game {match.id} is running here, and a channel holds one game. /board shows "
                "it, and /resign gives it up."
            )
        whose = " and ".join(named(match, seat) for seat in match.players if seat != match.computer)
        raise Refused(
            f"{whose} is playing game {match.id} here, and a channel holds one game. Start yours "
            "in a conversation with me, or wait until that one is over."
        )

    async def _insist_on_few(self, plan: Plan) -> None:
        running = await self.store.catalogue.with_computer(plan.place.guild_id, plan.member)
        if len(running) >= MOST_RUNNING:
            raise Refused(
                f"You have {len(running)} games with the computer running here, which is the "
                "most. /games lists them; finish one, or /resign in its channel."
            )

    # Being asked by a challenge

    async def ask_level(self, member: int, terms: Terms, place: Place) -> Posting:
        """Return the question how well the computer shall play, for who challenged it."""
        plan = await self.plan(member, LEVELS[0], terms, place)
        asked = await settled(self.store, terms, member, place.guild_id)
        what = title(plan.agreed.rules, plan.agreed.options, plan.agreed.layout)
        text = f"**{what}** with the computer: how well shall it play?"
        if terms.clock != "none":
            text += " Games with it have no clock."
        row = tuple(
            Button(ControlId(0, 0, "solo", _written(level, asked)), level.capitalize())
            for level in LEVELS
        )
        return Posting(text, None, (row,))


def _written(level: str, terms: Terms) -> str:
    """Return the level and the terms as a control's argument; a kept layout is a number in it.

    >>> _written("hard", Terms("legion", None, "first", army="egypt"))
    'hard:legion:first:egypt::'
    """
    parts = (level, terms.game, terms.side, terms.army, terms.opponent_army, terms.layout or "")
    return ":".join(parts)


def written_terms(argument: str) -> tuple[str, Terms]:
    """Return the level and the terms of a control. Raises ``OldControl`` when it has none.

    >>> written_terms("easy:deflexion:random:::own:5")
    ('easy', Terms(game='deflexion', layout='own:5', side='random', clock='none', army='', \
opponent_army=''))
    """
    match argument.split(":", 5):
        case [level, game, side, army, against, layout]:
            return level, Terms(game, layout or None, side, "none", army, against)
        case _:
            raise OldControl
