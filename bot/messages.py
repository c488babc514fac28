"""From plain values to discord.py: a posting's controls, picture and allowed mentions."""

from __future__ import annotations

import asyncio
import io
from dataclasses import replace
from typing import Any

import aiohttp
import discord

from bot.control import Control
from bot.posting import Attachment, Button, Picture, Posting, Rows, Select

NOBODY = discord.AllowedMentions.none()

NOT_TAKEN = (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError)
"""What a request raises that Discord refused, or that was lost on its way there or back."""

FORM_SECONDS = 900.0
"""How long discord.py remembers a form; what is sent later is understood all the same."""


def view_of(rows: Rows) -> discord.ui.View:
    """Return the rows as a view in which every component is a ``Control``."""
    view = discord.ui.View(timeout=None)
    for number, row in enumerate(rows):
        for item in [row] if isinstance(row, Select) else row:
            view.add_item(Control(_item(item), row=number))
    return view


def _item(item: Button | Select) -> discord.ui.Item[Any]:
    if isinstance(item, Select):
        return discord.ui.Select(
            custom_id=str(item.id),
            placeholder=item.placeholder,
            options=[
                discord.SelectOption(label=o.label, value=o.value, default=o.is_default)
                for o in item.options
            ],
            disabled=item.is_disabled,
        )
    return discord.ui.Button(
        custom_id=str(item.id),
        label=item.label,
        style=discord.ButtonStyle(item.style.value),
        disabled=item.is_disabled,
    )


async def files_of(posting: Posting) -> list[discord.File]:
    """Return what is uploaded with the posting: its picture, then everything else.

    The picture is drawn here, beside the event loop.
    """
    drawn = [await _drawn(posting.picture)] if posting.picture else []
    return [_upload(attachment) for attachment in (*drawn, *posting.attachments)]


async def _drawn(picture: Picture) -> Attachment:
    png = await asyncio.to_thread(picture.draw)
    return Attachment(png, picture.name, picture.alt)


def _upload(attachment: Attachment) -> discord.File:
    file = io.BytesIO(attachment.data)
    return discord.File(file, attachment.name, description=attachment.alt)


def as_allowed(interaction: discord.Interaction[Any], posting: Posting) -> Posting:
    """Return the posting as it can answer here: in words alone where no file may be attached."""
    if interaction.app_permissions.attach_files or not (posting.picture or posting.attachments):
        return posting
    text = f"{posting.text}\n-# Nothing is attached: here I lack the permission Attach Files."
    return replace(posting, text=text, picture=None, attachments=())


def mentions_of(posting: Posting) -> discord.AllowedMentions:
    """Return the permission to ping the posting's members and nobody else."""
    users = [discord.Object(member) for member in posting.mentions]
    return discord.AllowedMentions(everyone=False, roles=False, users=users, replied_user=False)
