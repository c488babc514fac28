"""What the controls of a challenge do, its form, and the button for a rematch."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

import discord

from bot.answers import acknowledge
from bot.channels import insist_on_permissions, place_of
from bot.invitations import in_time
from bot.match.errors import ChallengeClosed, Refused
from bot.match.terms import Terms
from bot.solo import begin
from bot.verbs.press import Handler, Press, deliver, named, settle
from data import FORMER_MEMBER, Match

STRANGER = "That person is not in this server any more."


async def _accept(press: Press) -> None:
    await acknowledge(press.interaction, thinking=False)
    message = press.interaction.message
    async with _closing(press):
        match = await press.bot.invitations.accept(
            press.interaction, press.id.game, message.id if message else None
        )
    try:
        await press.bot.remember(press.interaction.user)
        await press.bot.delivery.deliver(match.id)
    finally:
        asked = message.content if message else ""
        await settle(press, f"{asked}\nAccepted: {named(press, match)} is on.")


async def _decline(press: Press) -> None:
    await acknowledge(press.interaction, thinking=False)
    async with _closing(press):
        await settle(press, await press.bot.challenges.decline(press.id.game, press.member))


async def _cancel(press: Press) -> None:
    await acknowledge(press.interaction, thinking=False)
    async with _closing(press):
        await settle(press, await press.bot.challenges.cancel(press.id.game, press.member))


@asynccontextmanager
async def _closing(press: Press) -> AsyncIterator[None]:
    """Take the controls off a challenge that turns out to be closed already."""
    try:
        yield
    except ChallengeClosed as error:
        await settle(press, error.shown or discord.utils.MISSING)
        raise


async def _rematch(press: Press) -> None:
    bot, interaction = press.bot, press.interaction
    insist_on_permissions(interaction)
    # One press after the other: when both ask at once, the second accepts what the first offers.
    lock = bot.invitations.rematch_locks.of(press.id.game)
    await in_time(interaction, lock.acquire())
    try:
        match = await in_time(interaction, bot.play.match(press.id.game))
        if match.computer:
            await _begin_again(press, match)
            return
        for other in set(match.players.values()) - {press.member, FORMER_MEMBER}:
            await _insist_on_member(press, other)
        offer, posting = await in_time(
            interaction, bot.challenges.rematch(match, press.member, place_of(interaction))
        )
        if posting:
            await bot.invitations.post(interaction, offer, posting)
            return
        if not interaction.response.is_done():
            await acknowledge(interaction, thinking=False)
        begun = await bot.invitations.accept(interaction, offer.id)
    finally:
        lock.release()
    try:
        await bot.delivery.deliver(begun.id)
    finally:
        said = f"The rematch of game {match.id} is on: {named(press, begun)}."
        await bot.invitations.settle(offer, said)


async def _begin_again(press: Press, match: Match) -> None:
    """Begin another game with the computer, which needs not be asked."""
    bot, interaction = press.bot, press.interaction
    if not interaction.response.is_done():
        await acknowledge(interaction, thinking=False)
    plan = await bot.solo.plan_again(match, press.member, place_of(interaction))
    await deliver(press, await begin(interaction, plan))


async def _challenge(press: Press) -> None:
    """Post the challenge that was filled in as a form; its id says who is challenged."""
    opponent, _, _ = press.id.argument.partition(".")
    if not opponent.isdigit():
        raise Refused(STRANGER)
    member = await _insist_on_member(press, int(opponent))
    fields = press.fields
    army, _, against = fields.get("armies", "").partition("-")
    terms = Terms(
        fields["game"], fields["layout"] or None, fields["side"], fields["clock"], army, against
    )
    await press.bot.invitations.challenge(press.interaction, member, terms)


async def _insist_on_member(press: Press, id_: int) -> discord.Member:
    """Return the member of the server. Raises ``Refused`` when they are not in it any more."""
    guild = press.interaction.guild
    if guild is None:
        raise Refused(STRANGER)
    try:
        return await in_time(press.interaction, guild.fetch_member(id_))
    except discord.NotFound as error:
        raise Refused(STRANGER) from error


VERBS: Mapping[str, Handler] = {
    "accept": _accept,
    "decline": _decline,
    "cancel": _cancel,
    "rematch": _rematch,
    "challenge": _challenge,
}
