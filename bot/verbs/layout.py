"""What the controls of layouts do: the bench, the question before a deletion, the list."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

import discord

from bot.answers import acknowledge
from bot.match.errors import OldControl
from bot.match.names import LONGEST_NAME
from bot.messages import FORM_SECONDS, NOT_TAKEN
from bot.panels.layout import Pick
from bot.posting import ControlId, Posting
from bot.verbs.press import Handler, Press, settle, show, turn_into


async def _layout(press: Press) -> None:
    do, _, about = press.id.argument.partition(":")
    if do == "save":
        await _ask_for_name(press)
        return
    await acknowledge(press.interaction, thinking=False)
    match do:
        case "delete":
            await settle(press, await press.bot.layouts.delete(press.member, press.id.seq))
        case "keep":
            await settle(press, "It stays.")
        case _:
            async with press.bot.workbench.turns.of(press.member):
                await turn_into(press, await _built(press, do, about))


async def _built(press: Press, do: str, about: str) -> Posting:
    """Return what the bench shows after the press."""
    bench, layout_id = press.bot.workbench, press.id.seq
    match do:
        case "open":
            return await bench.open(press.member, layout_id)
        case "replace" if about.isdigit():
            return await bench.replace(press.member, layout_id, int(about))
    pick = Pick.parse(about)
    if pick is None:
        raise OldControl
    chosen = press.values[0] if press.values else ""
    return await bench.change(press.member, layout_id, do, pick, chosen)


async def _ask_for_name(press: Press) -> None:
    name = await press.bot.workbench.name_to_save(press.member, press.id.seq)
    # A number of its own: under one id, Discord would bring back what was typed before.
    form = discord.ui.Modal(
        title="Save the layout",
        custom_id=str(ControlId(0, press.id.seq, "layoutname", secrets.token_hex(4))),
        timeout=FORM_SECONDS,
    )
    field = discord.ui.TextInput[discord.ui.View](
        custom_id="name", default=name or None, max_length=LONGEST_NAME
    )
    form.add_item(discord.ui.Label(text="Name", component=field))
    await press.interaction.response.send_modal(form)


async def _name(press: Press) -> None:
    await acknowledge(press.interaction, thinking=False)
    typed = press.fields.get("name", "")
    async with press.bot.workbench.turns.of(press.member):
        saved = await press.bot.workbench.save(press.member, press.id.seq, typed)
        try:
            await turn_into(press, saved)
        except NOT_TAKEN:
            # The bench may have been dismissed while its form was filled in.
            await show(press, saved)


async def _page(press: Press) -> None:
    guild = press.interaction.guild_id
    await acknowledge(press.interaction, thinking=False)
    await turn_into(press, await press.bot.layouts.page(press.member, guild, press.id.seq))


VERBS: Mapping[str, Handler] = {"layout": _layout, "layoutname": _name, "layouts": _page}
