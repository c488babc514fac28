"""Games with the computer in their channels: begun where they are asked for, or in a thread."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord

from bot.channels import insist_on_permissions
from bot.match.boards import computer_name
from bot.match.errors import Refused
from bot.match.solo import Plan
from bot.messages import NOBODY, NOT_TAKEN
from bot.panels import variant_of
from bot.threads import open_thread, put_away, thread_name
from data import Match, StoreError

if TYPE_CHECKING:
    from bot.app import Ricochet

log = logging.getLogger(__name__)

SETUP_SECONDS = 4.0
"""How long the first board waits for the computer to set up."""


async def begin(interaction: discord.Interaction[Ricochet], plan: Plan) -> Match:
    """Begin the game where it was asked for, or in a thread if it is to have one.

    The thread is opened first, so that no game runs in one that is not there. The first board is
    still to be posted, unless the computer has set up by then: what one presses shall not be
    replaced by the news of that in the same moment. Raises ``GameError`` with the reason.
    """
    insist_on_permissions(interaction)
    bot = interaction.client
    if plan.wants_thread:
        match = await _begin_in_thread(interaction, plan)
    else:
        match = await bot.solo.begin(plan)
    await bot.remember(interaction.user)
    if not (match.is_set_up or match.is_personal):
        with bot.delivery.holding_back(match.id):
            await bot.turns.take(match.id, SETUP_SECONDS)
    return match


async def _begin_in_thread(interaction: discord.Interaction[Ricochet], plan: Plan) -> Match:
    bot = interaction.client
    channel = bot.get_partial_messageable(plan.place.channel_id)
    above = await channel.send(plan.announcement, allowed_mentions=NOBODY)
    try:
        who = (interaction.user.display_name, computer_name(plan.level))
        agreed = plan.agreed
        name = thread_name(variant_of(agreed.rules.name, agreed.options).title, who)
        thread_id, _ = await open_thread(bot, plan.place.channel_id, above.id, name, "")
    except Refused:
        await _take_back(above)
        raise
    try:
        return await bot.solo.begin(plan, thread_id)
    except (Refused, StoreError):
        await _take_back(above)
        await put_away(bot, thread_id)
        raise


async def _take_back(message: discord.Message) -> None:
    """Delete what announced a game that has not begun, best effort."""
    try:
        await message.delete()
    except NOT_TAKEN as error:
        log.info("an announcement stays: %r", error)
