"""Private answers, and the one wrapper that turns errors into sentences."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Awaitable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import discord

from bot.channels import is_guest
from bot.match.boards import board_posting
from bot.match.errors import Ended, OldControl, OutOfTime, Refused, Stale
from bot.messages import NOBODY, NOT_TAKEN, as_allowed, files_of, view_of
from bot.posting import Posting, message_link
from data import StoreError
from engine.core import GameError

if TYPE_CHECKING:
    from bot.app import Ricochet

log = logging.getLogger(__name__)

ALREADY_ANSWERED = 40060

ARRIVED_AT = "arrived_at"
"""Where an interaction's extras say when it arrived, by the monotonic clock."""


async def answered(interaction: discord.Interaction[Ricochet], work: Awaitable[None]) -> None:
    """Do the work of a press or command; whatever goes wrong is answered in private words."""
    interaction.extras.setdefault(ARRIVED_AT, time.monotonic())
    try:
        with interaction.client.working():
            await work
    except (Stale, Ended, OldControl, OutOfTime) as error:
        await _say_with_newest(interaction, error, error.game_id)
    except Refused as error:
        await say(interaction, str(error))
    except GameError as error:
        # The engine quotes what was typed: no formatting, link, mention or time shall come of it.
        await say(interaction, discord.utils.escape_markdown(str(error)).replace("<", "\\<"))
    except StoreError as error:
        log.error("the store did not take a change", exc_info=error)
        await say(
            interaction,
            "This could not be saved, so nothing has changed. Please try again in a minute; if "
            "it goes on, tell the person who runs me.",
        )
    except NOT_TAKEN as error:
        # Nothing waits on these: what had to be kept was committed before anything was sent.
        log.info("an answer was not taken: %r", error)
        await say(interaction, "Discord did not take my answer. Please try again.")
    except Exception:
        fault = secrets.token_hex(4)
        log.exception("fault %s", fault)
        await say(
            interaction,
            f"Something went wrong on my side (fault {fault}). Please try again; if it goes on, "
            "tell the person who runs me.",
        )


def seconds_since_arrival(interaction: discord.Interaction[Ricochet]) -> float:
    """Return for how long the interaction has been worked on; 0 before ``answered`` has it."""
    now = time.monotonic()
    arrived_at: float = interaction.extras.get(ARRIVED_AT, now)
    return now - arrived_at


async def acknowledge(interaction: discord.Interaction[Ricochet], *, thinking: bool) -> None:
    """Tell Discord that the press or command arrived, before any work that takes time.

    A press that reached the bot too late to be acknowledged is carried out all the same.
    """
    try:
        if thinking:
            await interaction.response.defer(ephemeral=True, thinking=True)
        else:
            await interaction.response.defer()
    except NOT_TAKEN as error:
        log.info("an interaction could not be acknowledged: %r", error)


async def say(
    interaction: discord.Interaction[Ricochet], text: str, posting: Posting | None = None
) -> None:
    """Answer privately, whether or not the interaction has had its first response.

    The posting adds its picture and controls. What Discord does not take is only logged.
    """
    posting = as_allowed(interaction, replace(posting or Posting(""), text=text))
    text, view = posting.text, view_of(posting.rows) if posting.rows else discord.utils.MISSING
    files = await files_of(posting)
    try:
        if not interaction.response.is_done():
            try:
                await interaction.response.send_message(
                    text,
                    ephemeral=True,
                    view=view,
                    files=files,
                    allowed_mentions=NOBODY,
                )
                return
            except discord.HTTPException as error:
                # The first response was made, but word of it was lost on the way back.
                if error.code != ALREADY_ANSWERED:
                    raise
            files = await files_of(posting)
        await interaction.followup.send(
            text, ephemeral=True, view=view, files=files, allowed_mentions=NOBODY
        )
    except NOT_TAKEN as error:
        log.info("a private answer was not taken: %r", error)


async def put_in_place(
    interaction: discord.Interaction[Ricochet],
    posting: Posting,
    kept: Sequence[discord.Attachment] = (),
) -> None:
    """Put the posting in the place of the pressed message, acknowledged before or not.

    Of the message's own files those stay that are ``kept``.
    """
    posting = as_allowed(interaction, posting)
    files = await files_of(posting)
    edit = (
        interaction.edit_original_response
        if interaction.response.is_done()
        else interaction.response.edit_message
    )
    await edit(
        content=posting.text,
        attachments=[*kept, *files],
        view=view_of(posting.rows) if posting.rows else None,
        allowed_mentions=NOBODY,
    )


async def dismiss(interaction: discord.Interaction[Ricochet]) -> None:
    """Take back the private “thinking…” of a command whose answer stands in the channel."""
    try:
        await interaction.delete_original_response()
    except NOT_TAKEN as error:
        log.info("a private answer stays: %r", error)


async def _say_with_newest(
    interaction: discord.Interaction[Ricochet], error: GameError, game_id: int | None
) -> None:
    """Answer with the error and the way to the game's newest board."""
    bot = interaction.client
    text, posting = str(error), None
    is_press = interaction.type is discord.InteractionType.component
    # Where the bot is a guest, the board itself answers a command.
    if not interaction.response.is_done() and (is_press or not is_guest(interaction)):
        # Before anything that may wait for Discord, or the member sees that the press failed.
        await acknowledge(interaction, thinking=not is_press)
    try:
        match = await bot.store.match(game_id) if game_id is not None else None
        if match and match.is_personal:
            try:
                await bot.direct.deliver(interaction, match.id, text)
            except GameError as undelivered:
                await say(interaction, str(undelivered))
            return
        if match:
            try:
                await bot.delivery.deliver(match.id)
            except GameError as undelivered:
                text += f" {undelivered}"
            posted = await bot.store.ledger.newest_posting(match.id)
            if posted:
                link = message_link(match.guild_id, posted.channel_id, posted.message_id)
                text += f" The newest board: {link}"
            if isinstance(error, OldControl):
                server = await bot.store.people.server(match.guild_id)
                posting = Posting("", board_posting(match, server.theme).picture)
    except StoreError as fault:
        log.error("the newest board was not found", exc_info=fault)
    await say(interaction, text, posting)
