"""What the controls under a board do."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import discord

from bot.answers import acknowledge
from bot.direct import ask_to_resign
from bot.match.agreements import Answer
from bot.match.errors import OldControl
from bot.match.menu import describe_posting, menu_posting, own_side_posting
from bot.messages import NOBODY, view_of
from bot.posting import Rows
from bot.verbs.press import Handler, Press, deliver, settle, show
from data import EntryKind, Match


async def _pick(press: Press) -> None:
    square = press.values[0] if press.values else press.id.argument
    rows = await press.bot.play.pick(press.id.game, press.id.seq, press.member, square)
    await _turn_controls(press, rows)


async def _act(press: Press) -> None:
    await acknowledge(press.interaction, thinking=False)
    id_, play = press.id, press.bot.play
    action = press.values[0] if press.values else id_.argument
    if not (await press.bot.store.people.preferences(press.member)).confirm:
        await deliver(press, await play.act(id_.game, id_.seq, press.member, action))
        return
    rows = await play.ask(id_.game, id_.seq, press.member, action)
    await _turn_controls(press, rows)


async def _turn_controls(press: Press, rows: Rows) -> None:
    """Put the controls under the pressed board, and off again if a newer one came meanwhile.

    They were taken off the board when the newer one was posted, maybe before this edit arrived.
    """
    interaction = press.interaction
    edit = (
        interaction.edit_original_response
        if interaction.response.is_done()
        else interaction.response.edit_message
    )
    try:
        await edit(view=view_of(rows), allowed_mentions=NOBODY)
    finally:
        newest = await press.bot.store.ledger.newest_posting(press.id.game)
        if newest and newest.seq > press.id.seq:
            await settle(press, discord.utils.MISSING)


async def _confirm(press: Press) -> None:
    await acknowledge(press.interaction, thinking=False)
    id_ = press.id
    match = await press.bot.play.act(id_.game, id_.seq, press.member, id_.argument)
    done = f"You played `{match.turns[-1].action}`."
    await _deliver(press, match, done if press.is_private else None)


async def _draw(press: Press) -> None:
    if press.id.argument:
        await _answer(press, EntryKind.DRAW_OFFER)
        return
    await acknowledge(press.interaction, thinking=False)
    match = await press.bot.agreements.offer_draw(press.id.game, press.member)
    await _deliver(press, match, "You offered a draw.")


async def _undo(press: Press) -> None:
    if press.id.argument:
        await _answer(press, EntryKind.UNDO_REQUEST)
        return
    await acknowledge(press.interaction, thinking=False)
    match = await press.bot.agreements.request_undo(press.id.game, press.member)
    done = (
        "You took your last move back."
        if match.computer
        else "You asked to take your last move back."
    )
    await _deliver(press, match, done)


_ACCEPTED = {
    EntryKind.DRAW_OFFER: "You accepted the draw.",
    EntryKind.UNDO_REQUEST: "You let your opponent take the move back.",
}
"""What the menu says, in which an offer can be accepted and not declined."""


async def _answer(press: Press, offer: EntryKind) -> None:
    if press.id.argument not in set(Answer):
        raise OldControl(press.id.game)
    await acknowledge(press.interaction, thinking=False)
    id_ = press.id
    match = await press.bot.agreements.answer(
        id_.game, id_.seq, press.member, offer, Answer(id_.argument)
    )
    await _deliver(press, match, _ACCEPTED[offer] if press.is_private else None)


async def _deliver(press: Press, match: Match, done: str | None) -> None:
    """Show the new board, and say in the private message that it is done, if one was pressed."""
    await deliver(press, match, partial(settle, press, done) if done else None)


async def _menu(press: Press) -> None:
    match = await press.bot.play.match(press.id.game)
    await show(press, menu_posting(match, press.member))


async def _describe(press: Press) -> None:
    match = await press.bot.play.match(press.id.game)
    await show(press, describe_posting(match))


async def _own_side(press: Press) -> None:
    match = await press.bot.play.match(press.id.game)
    theme = (await press.bot.store.people.preferences(press.member)).theme
    await show(press, own_side_posting(match, press.member, theme))


async def _resign(press: Press) -> None:
    if press.id.argument not in ("yes", "no"):
        await ask_to_resign(press.interaction, await press.bot.play.match(press.id.game))
        return
    await acknowledge(press.interaction, thinking=False)
    if press.id.argument == "no":
        await settle(press, "You play on.")
        return
    match = await press.bot.play.resign(press.id.game, press.member)
    await _deliver(press, match, "You resigned.")


VERBS: Mapping[str, Handler] = {
    "pick": _pick,
    "go": _act,
    "turn": _act,
    "slide": _act,
    "fire": _act,
    "pass": _act,
    "confirm": _confirm,
    "draw": _draw,
    "undo": _undo,
    "menu": _menu,
    "ownside": _own_side,
    "describe": _describe,
    "resign": _resign,
}
