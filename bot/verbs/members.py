"""What the controls of preferences, settings and the rules' pages do."""

from __future__ import annotations

import logging
from collections.abc import Mapping

from bot.answers import acknowledge, say
from bot.channels import insist_on_managing
from bot.match.errors import OldControl
from bot.match.members import (
    FORGOTTEN,
    KEPT,
    configured,
    forget,
    forget_posting,
    own_data,
    preferences_posting,
    preferred,
    settings_posting,
)
from bot.match.rulebook import rules_posting
from bot.panels import variant_of
from bot.verbs.press import Handler, Press, settle, show, turn_into
from engine.core import GameError

log = logging.getLogger(__name__)


async def _rules(press: Press) -> None:
    """Open the rules of the board's game, or turn the pages of rules that are open."""
    people = press.bot.store.people
    name, _, step = press.id.argument.partition(":")
    theme = (await people.preferences(press.member)).theme
    if not name:
        match = await press.bot.play.match(press.id.game)
        variant = variant_of(match.game.name, match.options)
        await show(press, rules_posting(variant.name, 0, "", theme))
        return
    chosen = press.values[0] if press.values else ""
    page = int(chosen) if chosen.isdecimal() else press.id.seq
    await turn_into(press, rules_posting(name, page, step, theme))


async def _prefer(press: Press) -> None:
    people = press.bot.store.people
    await acknowledge(press.interaction, thinking=False)
    setting, value = _choice(press)
    chosen = preferred(await people.preferences(press.member), setting, value)
    # Of two quick presses neither may undo the other.
    await people.prefer(press.member, chosen, only=setting)
    await turn_into(press, preferences_posting(await people.preferences(press.member)))


async def _configure(press: Press) -> None:
    insist_on_managing(press.interaction)
    people, guild = press.bot.store.people, press.interaction.guild_id
    if guild is None:
        raise OldControl
    await acknowledge(press.interaction, thinking=False)
    setting, value = _choice(press)
    chosen = configured(await people.server(guild), setting, value)
    await people.set_server(guild, chosen, only=setting)
    await turn_into(press, settings_posting(await people.server(guild)))


def _choice(press: Press) -> tuple[str, str]:
    """Return which setting was changed to what: by a select, or a switch that names both."""
    setting, _, value = press.id.argument.partition(":")
    return setting, press.values[0] if press.values else value


async def _download(press: Press) -> None:
    await acknowledge(press.interaction, thinking=True)
    posting = await own_data(press.bot.store, press.member, press.interaction.filesize_limit)
    await say(press.interaction, posting.text, posting)


async def _forget(press: Press) -> None:
    if press.id.argument == "keep":
        await acknowledge(press.interaction, thinking=False)
        await settle(press, KEPT)
        return
    if press.id.argument != "yes":
        await show(press, await forget_posting(press.bot.store, press.member))
        return
    await acknowledge(press.interaction, thinking=False)
    ended = await forget(press.bot.store, press.bot.play, press.member)
    await settle(press, FORGOTTEN)
    for offer, words in ended.challenges:
        await press.bot.invitations.settle(offer, words)
    for game_id in ended.games:
        try:
            await press.bot.delivery.deliver(game_id)
        except GameError as error:
            # One channel that takes no board must not keep the others from theirs.
            log.info("game %d is still to be posted: %s", game_id, error)


VERBS: Mapping[str, Handler] = {
    "rules": _rules,
    "prefer": _prefer,
    "configure": _configure,
    "mydata": _download,
    "forget": _forget,
}
