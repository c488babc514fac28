"""Forms that members fill in: a name to keep something under, and what to load."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import discord

from bot.match.names import LONGEST_NAME
from bot.messages import FORM_SECONDS
from bot.panels.editor import Editor
from bot.panels.panel import LIMIT, Suggestion
from bot.posting import ControlId
from bot.verbs.press import Press

LONGEST_CODE = 500
"""Characters of a pasted code, or of the message with it."""


def number() -> str:
    """Return a number of a form's own: under one id, Discord would bring back what was typed."""
    return secrets.token_hex(4)


async def ask_for_name(press: Press, id_: ControlId, title: str, name: str) -> None:
    """Show the form for a name, beginning with this one; it is sent under that identity."""
    form = discord.ui.Modal(title=title, custom_id=str(id_), timeout=FORM_SECONDS)
    field = discord.ui.TextInput[discord.ui.View](
        custom_id="name", default=name or None, max_length=LONGEST_NAME
    )
    form.add_item(discord.ui.Label(text="Name", component=field))
    await press.interaction.response.send_modal(form)


async def ask_what_to_load(
    press: Press, id_: ControlId, editor: Editor, found: Sequence[Suggestion]
) -> None:
    """Show the form for something kept by name, or a code; it is sent under that identity."""
    title = f"Load a {editor.noun}"
    form = discord.ui.Modal(title=title, custom_id=str(id_), timeout=FORM_SECONDS)
    # What comes with the game has a name also where nothing is kept.
    asked = "Its name, or a code" if editor.starts else "A code"
    if found:
        more = len(found) - LIMIT
        select = discord.ui.Select[discord.ui.View](
            custom_id="kept",
            placeholder="None of them",
            options=[
                discord.SelectOption(label=each.label[:100], value=each.value)
                for each in found[:LIMIT]
            ],
            required=False,
            min_values=0,
        )
        described = f"{more} more can be named below" if more > 0 else None
        form.add_item(discord.ui.Label(text="Kept", description=described, component=select))
        asked = "Or its name, or a code"
    code = discord.ui.TextInput[discord.ui.View](
        custom_id="code", required=False, max_length=LONGEST_CODE
    )
    form.add_item(discord.ui.Label(text=asked, component=code))
    await press.interaction.response.send_modal(form)
