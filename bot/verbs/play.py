"""What the controls under a board do."""

from __future__ import annotations

from collections.abc import Mapping

from bot.answers import acknowledge
from bot.match.menu import describe_posting, menu_posting, resign_posting, rules_posting
from bot.messages import NOBODY, view_of
from bot.verbs.press import Handler, Press, settle, show


async def _pick(press: Press) -> None:
    square = press.values[0] if press.values else press.id.argument
    rows = await press.bot.play.pick(press.id.game, press.id.seq, press.member, square)
    await press.interaction.response.edit_message(view=view_of(rows), allowed_mentions=NOBODY)


async def _act(press: Press) -> None:
    await acknowledge(press.interaction, thinking=False)
    id_ = press.id
    match = await press.bot.play.act(id_.game, id_.seq, press.member, id_.argument)
    await press.bot.delivery.deliver(match.id)


async def _menu(press: Press) -> None:
    match = await press.bot.play.match(press.id.game)
    await show(press, menu_posting(match, press.member))


async def _describe(press: Press) -> None:
    match = await press.bot.play.match(press.id.game)
    await show(press, describe_posting(match))


async def _rules(press: Press) -> None:
    match = await press.bot.play.match(press.id.game)
    await show(press, rules_posting(match.game))


async def _resign(press: Press) -> None:
    if press.id.argument != "yes":
        await show(press, resign_posting(await press.bot.play.match(press.id.game), press.member))
        return
    await acknowledge(press.interaction, thinking=False)
    match = await press.bot.play.resign(press.id.game, press.member)
    try:
        await press.bot.delivery.deliver(match.id)
    finally:
        await settle(press, "You resigned.")


VERBS: Mapping[str, Handler] = {
    "pick": _pick,
    "go": _act,
    "turn": _act,
    "menu": _menu,
    "describe": _describe,
    "rules": _rules,
    "resign": _resign,
}
