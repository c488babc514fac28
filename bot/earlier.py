"""Boards and questions that an answer has shown lately, and that can still be edited by it.

Discord lets the answer to an act be edited for 15 minutes. Where the bot can do nothing but answer,
that is how an old board loses its controls when a command brings a newer one; and everywhere it is
how the question whether to give a game up loses them when that is over.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord

from bot.messages import NOBODY, NOT_TAKEN

if TYPE_CHECKING:
    from bot.app import Ricochet

log = logging.getLogger(__name__)

EDITABLE_SECONDS = 14 * 60
"""How long an answer is edited: a minute less than Discord allows, as clocks differ."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A board of the entry ``seq``, or a question about it, and the act whose answer it is.

    ``message_id`` is its message if that followed the answer, ``None`` if it is the answer itself,
    or the message that was pressed.
    """

    interaction: discord.Interaction[Ricochet]
    game_id: int
    seq: int
    message_id: int | None = None


class Earlier:
    """Which of them have controls, by their message, as long as they can be edited."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._boards: dict[int, Shown] = {}

    def keep(self, message_id: int, board: Shown) -> None:
        """Remember that the message shows this, with controls."""
        self._boards = {id_: each for id_, each in self._boards.items() if self._is_editable(each)}
        self._boards[message_id] = board

    def forget(self, message_id: int) -> None:
        """Note that the message shows no controls."""
        self._boards.pop(message_id, None)

    async def take_off_controls(self, game_id: int, seq: int, message_id: int) -> None:
        """Take them off all that is of earlier entries or, of that entry, messages, best effort."""
        old = {
            id_: each
            for id_, each in self._boards.items()
            if each.game_id == game_id and (each.seq, id_) < (seq, message_id)
        }
        for id_, board in old.items():
            self.forget(id_)
            if not self._is_editable(board):
                continue
            try:
                await _take_off(board)
            except NOT_TAKEN as error:
                log.info("game %d: an old message keeps its controls: %r", game_id, error)

    def _is_editable(self, board: Shown) -> bool:
        age = self._clock() - board.interaction.created_at.timestamp()
        return age < EDITABLE_SECONDS


async def _take_off(board: Shown) -> None:
    if board.message_id is None:
        await board.interaction.edit_original_response(view=None, allowed_mentions=NOBODY)
    else:
        await board.interaction.followup.edit_message(
            board.message_id, view=None, allowed_mentions=NOBODY
        )
