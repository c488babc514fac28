"""A press, read from its interaction, and the two ways in which most are answered."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import discord

from bot import direct
from bot.answers import put_in_place, say
from bot.match.errors import OldControl
from bot.messages import NOBODY, NOT_TAKEN
from bot.posting import ControlId, Posting
from data import Match

if TYPE_CHECKING:
    from bot.app import Ricochet

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Press:
    """A control that a member pressed, or a modal that they sent.

    ``values`` is what they chose in a select, ``fields`` what they filled in, by its id.
    """

    interaction: discord.Interaction[Ricochet]
    id: ControlId
    values: tuple[str, ...] = ()
    fields: Mapping[str, str] = field(default_factory=dict)

    @property
    def bot(self) -> Ricochet:
        """The bot."""
        return self.interaction.client

    @property
    def member(self) -> int:
        """The id of the member who pressed."""
        return self.interaction.user.id

    @property
    def is_private(self) -> bool:
        """Whether the control stands under a message meant for the member alone.

        A board is meant for everybody, even where Discord shows it to the member alone.
        """
        message = self.interaction.message
        is_seen_alone = message is not None and message.flags.ephemeral
        return is_seen_alone and direct.board_game(self.interaction) is None


Handler = Callable[[Press], Awaitable[None]]
"""Does what one verb says. Raises ``GameError`` with the reason if it cannot be."""


def press_of(interaction: discord.Interaction[Ricochet]) -> Press:
    """Return what was pressed. Raises ``OldControl`` when the id means nothing."""
    data: Mapping[str, object] = dict(interaction.data or {})
    id_ = ControlId.parse(str(data.get("custom_id", "")))
    if id_ is None:
        raise OldControl
    values = data.get("values", [])
    chosen = tuple(map(str, values)) if isinstance(values, list) else ()
    return Press(interaction, id_, chosen, dict(_filled_in(data.get("components", []))))


def _filled_in(components: object) -> Iterator[tuple[str, str]]:
    """Yield the id and text of each field of a modal, whether in a row or under a label."""
    for part in components if isinstance(components, list) else [components]:
        if not isinstance(part, dict):
            continue
        if "custom_id" in part:
            values = part.get("values")
            text = ",".join(map(str, values)) if isinstance(values, list) else part.get("value")
            yield str(part["custom_id"]), str(text or "")
        yield from _filled_in(part.get("components", []))
        yield from _filled_in(part.get("component"))


def named(press: Press, match: Match) -> str:
    """Return the game's number, and its channel when the press was made in another."""
    is_here = match.channel_id == press.interaction.channel_id
    return f"game {match.id}" if is_here else f"game {match.id} in <#{match.channel_id}>"


async def settle(press: Press, text: str) -> None:
    """Give the pressed message its last text and take its controls off, best effort.

    A board keeps its own text, whatever is pressed on it.
    """
    if direct.board_game(press.interaction) is not None:
        text = discord.utils.MISSING
    try:
        await press.interaction.edit_original_response(
            content=text, view=None, allowed_mentions=NOBODY
        )
    except NOT_TAKEN as error:
        log.info("a message keeps its controls: %r", error)


async def turn_into(
    press: Press, posting: Posting, kept: Sequence[discord.Attachment] = ()
) -> None:
    """Put the posting in the place of the pressed message, acknowledged before or not.

    Of the message's own files those stay that are ``kept``. A board is everybody's: raises
    ``OldControl`` when a control was pressed there that never stands under one.
    """
    game_id = direct.board_game(press.interaction)
    if game_id is not None:
        raise OldControl(game_id)
    await put_in_place(press.interaction, posting, kept)


async def deliver(
    press: Press, match: Match, answer: Callable[[], Awaitable[None]] | None = None
) -> None:
    """Show what was committed, and answer in private where the press was, if that is wanted.

    The private answer is given whether or not the board can be shown; where the board waits for
    the computer it comes first.
    """
    if match.is_personal and answer:
        await answer()
    try:
        await direct.deliver(press.interaction, match)
    finally:
        if answer and not match.is_personal:
            await answer()


async def show(press: Press, posting: Posting) -> None:
    """Answer privately with the posting; an old board that was pressed loses its controls."""
    await press.bot.direct.take_off_old_controls(press.interaction)
    await say(press.interaction, posting.text, posting)
