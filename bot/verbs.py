"""What each control does. A handler reads the press, calls the match service, and sends."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord

from bot.answers import acknowledge, say
from bot.channels import insist_on_permissions
from bot.match.errors import ChallengeClosed, OldControl
from bot.match.menu import describe_posting, menu_posting, resign_posting, rules_posting
from bot.match.posting import ControlId, Posting
from bot.match.review import review_posting
from bot.messages import NOBODY, file_of, view_of

if TYPE_CHECKING:
    from bot.app import Ricochet

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Press:
    """A control that a member pressed, and what they chose if it is a select."""

    interaction: discord.Interaction[Ricochet]
    id: ControlId
    values: tuple[str, ...]

    @property
    def bot(self) -> Ricochet:
        """The bot."""
        return self.interaction.client

    @property
    def member(self) -> int:
        """The id of the member who pressed."""
        return self.interaction.user.id


def press_of(interaction: discord.Interaction[Ricochet]) -> Press:
    """Return what was pressed. Raises ``OldControl`` when the id means nothing."""
    data: Mapping[str, object] = dict(interaction.data or {})
    id_ = ControlId.parse(str(data.get("custom_id", "")))
    if id_ is None:
        raise OldControl
    values = data.get("values", [])
    return Press(interaction, id_, tuple(map(str, values)) if isinstance(values, list) else ())


async def handle(press: Press) -> None:
    """Do what the control's verb says. Raises ``GameError`` with the reason if it cannot be."""
    handler = VERBS.get(press.id.verb)
    if handler is None:
        raise OldControl(press.id.game)
    await handler(press)


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
        await _settle(press, f"{asked}\nAccepted: game {match.id} is on.")


async def _decline(press: Press) -> None:
    await acknowledge(press.interaction, thinking=False)
    async with _closing(press):
        await _settle(press, await press.bot.challenges.decline(press.id.game, press.member))


async def _cancel(press: Press) -> None:
    await acknowledge(press.interaction, thinking=False)
    async with _closing(press):
        await _settle(press, await press.bot.challenges.cancel(press.id.game, press.member))


@asynccontextmanager
async def _closing(press: Press) -> AsyncIterator[None]:
    """Take the controls off a challenge that turns out to be closed already."""
    try:
        yield
    except ChallengeClosed:
        await _settle(press, discord.utils.MISSING)
        raise


async def _settle(press: Press, text: str) -> None:
    """Give the pressed message its last text and take its controls off, best effort."""
    try:
        await press.interaction.edit_original_response(
            content=text, view=None, allowed_mentions=NOBODY
        )
    except (discord.DiscordException, OSError, TimeoutError) as error:
        log.info("a message keeps its controls: %r", error)


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
    await _show(press, menu_posting(match, press.member))


async def _describe(press: Press) -> None:
    match = await press.bot.play.match(press.id.game)
    await _show(press, describe_posting(match))


async def _rules(press: Press) -> None:
    match = await press.bot.play.match(press.id.game)
    await _show(press, rules_posting(match.game))


async def _show(press: Press, posting: Posting) -> None:
    await say(press.interaction, posting.text, posting)


async def _resign(press: Press) -> None:
    if press.id.argument != "yes":
        await _show(press, resign_posting(await press.bot.play.match(press.id.game), press.member))
        return
    await acknowledge(press.interaction, thinking=False)
    match = await press.bot.play.resign(press.id.game, press.member)
    try:
        await press.bot.delivery.deliver(match.id)
    finally:
        await _settle(press, "You resigned.")


async def _review(press: Press) -> None:
    match = await press.bot.play.match(press.id.game)
    posting = review_posting(match, press.id.seq, press.id.argument)
    if press.id.argument == "open":
        await _show(press, posting)
        return
    await press.interaction.response.edit_message(
        content=posting.text,
        attachments=[file_of(posting.picture)] if posting.picture else [],
        view=view_of(posting.rows),
        allowed_mentions=NOBODY,
    )


VERBS: Mapping[str, Callable[[Press], Awaitable[None]]] = {
    "accept": _accept,
    "decline": _decline,
    "cancel": _cancel,
    "pick": _pick,
    "go": _act,
    "turn": _act,
    "menu": _menu,
    "describe": _describe,
    "rules": _rules,
    "resign": _resign,
    "review": _review,
}
