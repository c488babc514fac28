"""What the controls of layouts do: the bench, the question before a deletion, the list."""

from __future__ import annotations

from collections.abc import Mapping

from bot.answers import acknowledge
from bot.match.bench import Work
from bot.messages import NOT_TAKEN
from bot.panels import EDITORS
from bot.posting import Posting
from bot.verbs.forms import ask_for_name, ask_what_to_load, number
from bot.verbs.press import Handler, Press, settle, show, turn_into


async def _layout(press: Press) -> None:
    do, about, work = _read(press)
    match do:
        case "save":
            name = await press.bot.workbench.name_to_save(press.member, work)
            title = f"Save the {work.editor.noun}"
            await ask_for_name(press, work.id("saved", number()), title, name)
            return
        case "load":
            found = await press.bot.layouts.loadable(
                press.member, press.interaction.guild_id, work.editor
            )
            await ask_what_to_load(press, work.id("loaded", number()), work.editor, found)
            return
    await acknowledge(press.interaction, thinking=False)
    match do:
        case "delete":
            await settle(press, await press.bot.layouts.delete(press.member, press.id.seq))
        case "keep":
            await settle(press, "It stays.")
        case _:
            async with press.bot.drafts.turns.of(press.member):
                built = await _built(press, work, do, about)
                await (turn_or_show if press.fields else turn_into)(press, built)


def _read(press: Press) -> tuple[str, str, Work]:
    """Return what the control does, about what, and to which work."""
    do, about, game = (*press.id.argument.split(":"), "", "")[:3]
    return do, about, Work(press.id.seq, game or next(iter(EDITORS)))


async def _built(press: Press, work: Work, do: str, about: str) -> Posting:
    """Return what the bench shows after the press."""
    bench, member, guild = press.bot.workbench, press.member, press.interaction.guild_id
    match do:
        case "open":
            return await bench.open(member, work)
        case "replace" if about.isdecimal():
            return await bench.replace(member, work, int(about))
        case "saved":
            return await bench.save(member, work, press.fields.get("name", ""))
        case "loaded":
            kept, code = press.fields.get("kept", ""), press.fields.get("code", "")
            return await bench.load(member, guild, work, kept, code)
    chosen = press.values[0] if press.values else ""
    return await bench.change(member, work, do, about, chosen)


async def turn_or_show(press: Press, posting: Posting) -> None:
    """Put the posting in the place of the private message from which a form was opened.

    It may have been dismissed while the form was filled in: then the posting is a new one.
    """
    try:
        await turn_into(press, posting)
    except NOT_TAKEN:
        await show(press, posting)


async def _page(press: Press) -> None:
    guild = press.interaction.guild_id
    await acknowledge(press.interaction, thinking=False)
    await turn_into(press, await press.bot.layouts.page(press.member, guild, press.id.seq))


VERBS: Mapping[str, Handler] = {"layout": _layout, "layouts": _page}
