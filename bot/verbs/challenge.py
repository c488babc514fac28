"""What the controls of a challenge do."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

import discord

from bot.answers import acknowledge
from bot.channels import insist_on_permissions
from bot.match.errors import ChallengeClosed
from bot.verbs.press import Handler, Press, settle


async def _accept(press: Press) -> None:
    insist_on_permissions(press.interaction)
    await acknowledge(press.interaction, thinking=False)
    async with _closing(press):
        match = await press.bot.challenges.accept(press.id.game, press.member)
    try:
        await press.bot.remember(press.interaction.user)
        await press.bot.delivery.deliver(match.id)
    finally:
        asked = press.interaction.message.content if press.interaction.message else ""
        await settle(press, f"{asked}\nAccepted: game {match.id} is on.")


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
    except ChallengeClosed:
        await settle(press, discord.utils.MISSING)
        raise


VERBS: Mapping[str, Handler] = {
    "accept": _accept,
    "decline": _decline,
    "cancel": _cancel,
}
