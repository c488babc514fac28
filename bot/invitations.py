"""Challenges in their channels: posted, given a thread, and taken down when they lapse."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

import discord

from bot.answers import (
    ALREADY_ANSWERED,
    acknowledge,
    dismiss,
    say,
    seconds_since_arrival,
)
from bot.channels import insist_on_permissions, place_of
from bot.locks import Locks
from bot.match.errors import ChallengeClosed, Refused
from bot.match.invitation import lapsed
from bot.match.terms import Terms
from bot.messages import NOBODY, NOT_TAKEN, files_of, mentions_of, view_of
from bot.panels import variant_of
from bot.posting import Posting
from bot.threads import open_thread, put_away, thread_name
from data import Match, Offer, Status, StoreError

if TYPE_CHECKING:
    from bot.app import Ricochet

log = logging.getLogger(__name__)

Done = TypeVar("Done")

PATIENCE = 1.0
"""Seconds from an interaction's arrival until it is acknowledged that an answer will come."""


def is_computer(
    interaction: discord.Interaction[Ricochet], opponent: discord.User | discord.Member | None
) -> bool:
    """Return whether the bot itself is challenged, for which the computer plays."""
    own = interaction.client.user
    return opponent is not None and own is not None and opponent.id == own.id


def insist_on_opponent(
    interaction: discord.Interaction[Ricochet], opponent: discord.User | discord.Member | None
) -> None:
    """Raise ``Refused`` when this is nobody who could be challenged; nobody is everybody."""
    challenger = interaction.user
    if opponent is None or is_computer(interaction, opponent):
        return
    if opponent.id == challenger.id:
        raise Refused("You cannot challenge yourself. Pick somebody else in this server.")
    if opponent.bot:
        raise Refused(
            "Other bots cannot accept a challenge. Pick a member of this server, or play with "
            "the computer: /play."
        )
    if not isinstance(opponent, discord.Member):
        raise Refused("That person is not in this server. Pick one of its members.")


async def in_time(interaction: discord.Interaction[Ricochet], work: Awaitable[Done]) -> Done:
    """Return what the work returns; when it takes long, acknowledge the interaction meanwhile.

    Discord waits 3 seconds, for all the steps of an answer together. An answer in that time is
    better than a note that one will come.
    """
    task = asyncio.ensure_future(work)
    left = max(0.0, PATIENCE - seconds_since_arrival(interaction))
    done, _ = await asyncio.wait({task}, timeout=left)
    if not done and not interaction.response.is_done():
        is_press = interaction.type is discord.InteractionType.component
        await acknowledge(interaction, thinking=not is_press)
    return await task


class Invitations:
    """Posts challenges, opens threads for games, and tells of challenges that lapsed."""

    def __init__(self, bot: Ricochet) -> None:
        self._bot = bot
        self.rematch_locks = Locks()
        """What lets one player after the other ask for a rematch of a game."""

    async def challenge(
        self,
        interaction: discord.Interaction[Ricochet],
        opponent: discord.User | discord.Member | None,
        terms: Terms,
    ) -> None:
        """Carry out a challenge that a member typed or filled in."""
        insist_on_opponent(interaction, opponent)
        insist_on_permissions(interaction)
        if is_computer(interaction, opponent):
            place = place_of(interaction)
            asking = self._bot.solo.ask_level(interaction.user.id, terms, place)
            question = await in_time(interaction, asking)
            await say(interaction, question.text, question)
            return
        people = [interaction.user, opponent] if opponent else [interaction.user]
        asked = opponent.id if opponent else None
        challenges, place = self._bot.challenges, place_of(interaction)
        offer, posting = await in_time(
            interaction, challenges.offer(interaction.user.id, asked, terms, place)
        )
        await self.post(interaction, offer, posting)
        # Only now: of somebody whom no challenge reaches, nothing is kept.
        await self._bot.remember(*people)

    async def post(
        self, interaction: discord.Interaction[Ricochet], offer: Offer, posting: Posting
    ) -> None:
        """Post a challenge that is kept. One that Discord does not take is withdrawn."""
        try:
            message_id = await self._send(interaction, offer, posting)
        except NOT_TAKEN:
            # Nobody can see it, or answer it.
            with suppress(ChallengeClosed):
                await self._bot.challenges.cancel(offer.id, offer.challenger_id)
            raise
        if message_id is None:
            return
        try:
            await self._bot.store.offers.note_message(offer.id, message_id)
        except StoreError as error:
            # It stands all the same, and can be answered where it does.
            log.error("it was not noted where challenge %d stands", offer.id, exc_info=error)

    async def _send(
        self, interaction: discord.Interaction[Ricochet], offer: Offer, posting: Posting
    ) -> int | None:
        """Answer with the challenge, or post it when it is late for that.

        Returns the id of its message, ``None`` when it stands but Discord does not say where.
        """
        files, view, pinged = await files_of(posting), view_of(posting.rows), mentions_of(posting)
        if interaction.response.is_done():
            channel = self._bot.get_partial_messageable(offer.channel_id)
            message = await channel.send(
                posting.text,
                files=files,
                view=view,
                allowed_mentions=pinged,
                nonce=f"challenge-{offer.id}",
            )
            if interaction.type is not discord.InteractionType.component:
                await dismiss(interaction)
            return message.id
        try:
            answer = await interaction.response.send_message(
                posting.text, files=files, view=view, allowed_mentions=pinged
            )
        except discord.HTTPException as error:
            if error.code != ALREADY_ANSWERED:
                raise
            # It does stand: only the reply was lost, and discord.py had asked again.
            with suppress(*NOT_TAKEN):
                return (await interaction.original_response()).id
            return None
        return answer.message_id

    async def accept(
        self,
        interaction: discord.Interaction[Ricochet],
        offer_id: int,
        message_id: int | None = None,
    ) -> Match:
        """Start the game of the challenge, which stands in that message.

        Its thread, if it gets one, is opened first and below that message. So it has the
        message's id, a second try finds it, and a crash before the commit leaves the challenge
        open with a thread that waits for it. The other way round a game could be left running
        in a thread that is not there.
        """
        insist_on_permissions(interaction)
        member = interaction.user.id
        offer = await self._bot.challenges.admit(offer_id, member, place_of(interaction))
        if not offer.wants_thread:
            return await self._bot.challenges.accept(offer_id, member)
        name = await self._thread_name(offer, interaction.user)
        above = offer.message_id or message_id
        if above is None:
            raise ChallengeClosed
        thread_id, is_new = await open_thread(
            self._bot, offer.channel_id, above, name, "; the challenge stays open"
        )
        try:
            return await self._bot.challenges.accept(offer_id, member, thread_id)
        except (Refused, StoreError):
            if is_new:
                await self._put_away(thread_id, offer_id)
            raise

    async def _thread_name(self, offer: Offer, other: discord.User | discord.Member) -> str:
        names = await self._bot.store.people.names([offer.challenger_id])
        who = (names.get(offer.challenger_id, ""), other.display_name)
        return thread_name(variant_of(offer.game, offer.options).title, who)

    async def _put_away(self, thread_id: int, offer_id: int) -> None:
        """Archive the thread of a challenge that was not accepted after all, best effort."""
        try:
            offer = await self._bot.store.offers.find(offer_id)
        except StoreError as error:
            log.info("an empty thread stays open: %r", error)
            return
        if offer and offer.status not in (Status.RUNNING, Status.OVER):
            await put_away(self._bot, thread_id)

    async def lapse(self) -> None:
        """Close the challenges whose day is over, and say so once where they stand."""
        try:
            due = await self._bot.challenges.lapse()
        except StoreError as error:
            log.error("challenges could not lapse", exc_info=error)
            return
        for offer in due:
            await self.settle(offer, lapsed(offer))

    async def settle(self, offer: Offer, text: str) -> None:
        """Give the challenge's message its last text and take its controls off, best effort."""
        if offer.message_id is None:
            return
        channel = self._bot.get_partial_messageable(offer.channel_id)
        try:
            await channel.get_partial_message(offer.message_id).edit(
                content=text, view=None, allowed_mentions=NOBODY
            )
        except NOT_TAKEN as error:
            log.info("challenge %d keeps its controls: %r", offer.id, error)
