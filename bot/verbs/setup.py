"""What **Set up** under a board does, and the controls of the private panel that it opens."""

from __future__ import annotations

from collections.abc import Mapping

from bot.answers import acknowledge
from bot.match.errors import OldControl
from bot.posting import Posting
from bot.verbs.forms import ask_for_name, ask_what_to_load, number
from bot.verbs.layout import turn_or_show
from bot.verbs.press import Handler, Press, deliver, show, turn_into


async def _setup(press: Press) -> None:
    do, _, about = press.id.argument.partition(":")
    setups, game_id, member = press.bot.setups, press.id.game, press.member
    if not press.is_private and do != "open":
        # Whatever else it does would put the seat's secret in the place of the message.
        raise OldControl(game_id)
    match do:
        case "open" if not press.is_private:
            await show(press, await setups.open(game_id, member))
        case "load":
            side = await setups.keeping(game_id, member)
            found = await press.bot.layouts.loadable(
                member, press.interaction.guild_id, side.editor
            )
            await ask_what_to_load(press, side.id("loaded", number()), side.editor, found)
        case "keep":
            side = await setups.keeping(game_id, member)
            title = f"Keep the {side.editor.noun}"
            await ask_for_name(press, side.id("kept", number()), title, "")
        case "ready":
            await _ready(press, about)
        case _:
            await acknowledge(press.interaction, thinking=False)
            async with press.bot.drafts.turns.of(member):
                shown = await _changed(press, do, about)
                await (turn_or_show if press.fields else turn_into)(press, shown)


async def _changed(press: Press, do: str, about: str) -> Posting:
    """Return what the private panel shows after the press."""
    setups, game_id, member = press.bot.setups, press.id.game, press.member
    match do:
        case "open":
            return await setups.open(game_id, member)
        case "loaded":
            kept, code = press.fields.get("kept", ""), press.fields.get("code", "")
            return await setups.load(game_id, member, press.interaction.guild_id, kept, code)
        case "kept":
            return await setups.keep(game_id, member, press.fields.get("name", ""))
        case "replace" if about.isdecimal():
            return await setups.replace(game_id, member, int(about))
    chosen = press.values[0] if press.values else ""
    return await setups.change(game_id, member, do, about, chosen)


async def _ready(press: Press, shown: str) -> None:
    """Send what was built: it is committed, then shown, and said to be done."""
    await acknowledge(press.interaction, thinking=False)
    setups = press.bot.setups
    async with press.bot.drafts.turns.of(press.member):
        match = await setups.ready(press.id.game, press.member, shown)

    async def tell() -> None:
        await turn_or_show(press, await setups.done(match, press.member))

    await deliver(press, match, tell)


VERBS: Mapping[str, Handler] = {"setup": _setup}
