"""Personal games: with the computer, in places where the bot does nothing but answer.

In a conversation, and where somebody installed the app for their own account alone, the bot can
neither post nor read by itself. So each board is part of the answer to an act: the pressed board
shows what the member did, and one further message what the computer did then. Whatever did not
get so far, because the bot was stopped or Discord failed, is made up for by the next act.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import discord

from bot.answers import (
    ALREADY_ANSWERED,
    acknowledge,
    dismiss,
    put_in_place,
    say,
    seconds_since_arrival,
)
from bot.channels import is_guest
from bot.earlier import Earlier, Shown
from bot.invitations import PATIENCE
from bot.locks import Locks
from bot.match.boards import board_posting, told
from bot.match.computer import question
from bot.match.endings import in_motion
from bot.match.errors import Refused, Stale
from bot.match.menu import resign_posting
from bot.messages import NOBODY, NOT_TAKEN, as_allowed, files_of, view_of
from bot.posting import Posting
from data import COMPUTER, EntryKind, Match, Posted, StoreError

if TYPE_CHECKING:
    from bot.app import Ricochet

log = logging.getLogger(__name__)

THINKING = "The computer is thinking. Its board follows as soon as it is done."
NO_ANSWER = "The game is kept, but the computer found no answer now. /board lets it try again."
NOTHING = -1
"""The entry before the first: of a game that no board has shown yet."""

MOST_TOLD = 3
"""How much that no board has shown is told above one, so that a message can hold it."""

IF_NONE_COMES = "-# /board brings its answer, should none come."
"""What stands under a board without controls, below which the computer's is to follow."""

NOT_SHOWN = "The game is kept, but Discord did not take its board. /board shows it."


_BOARD = re.compile(r"(\d{1,18})-\d+\.(?:png|gif)", re.ASCII)
"""The name of a board's file, with its game."""


def board_game(interaction: discord.Interaction[Ricochet]) -> int | None:
    """Return the game under whose board the press was made, ``None`` when it was made elsewhere.

    A board is known by the name of its file. Discord may show it to the member alone, where
    members may not let everybody see what an app of their own says.
    """
    files = interaction.message.attachments if interaction.message else []
    found = (_BOARD.fullmatch(file.filename) for file in files)
    return next((int(name[1]) for name in found if name), None)


@asynccontextmanager
async def attending(interaction: discord.Interaction[Ricochet]) -> AsyncIterator[None]:
    """Tell Discord in time that a command arrived whose answer is a board.

    In a server at once, as the board is posted by itself there. Elsewhere the board is the answer
    itself, so that only one that takes long is announced, to everybody.
    """
    if not is_guest(interaction):
        await acknowledge(interaction, thinking=True)
        yield
        return
    watching = asyncio.create_task(_announce(interaction))
    try:
        yield
    finally:
        watching.cancel()


async def _announce(interaction: discord.Interaction[Ricochet]) -> None:
    await asyncio.sleep(max(0.0, PATIENCE - seconds_since_arrival(interaction)))
    if not interaction.response.is_done():
        with suppress(*NOT_TAKEN):
            await interaction.response.defer(thinking=True)


async def deliver(interaction: discord.Interaction[Ricochet], match: Match) -> None:
    """Show what was committed: on boards of their own, or by answering the member who acted.

    Raises ``Refused`` when it cannot be shown now.
    """
    bot = interaction.client
    if match.is_personal:
        await bot.direct.deliver(interaction, match.id)
    else:
        await bot.delivery.deliver(match.id)
    if match.result:
        await bot.questions.take_off_controls(match.id, match.seq, 0)


async def ask_to_resign(interaction: discord.Interaction[Ricochet], match: Match) -> None:
    """Ask in private whether to give the game up; when it ends first, the question is closed."""
    posting = resign_posting(match, interaction.user.id)
    await say(interaction, posting.text, posting)
    interaction.client.questions.keep(interaction.id, Shown(interaction, match.id, match.seq))


async def answer_with_board(interaction: discord.Interaction[Ricochet], match: Match) -> None:
    """Show what a command has committed; it is answered by that."""
    await deliver(interaction, match)
    if not match.is_personal:
        await dismiss(interaction)


def _is_answered(interaction: discord.Interaction[Ricochet]) -> bool:
    """Return whether a press has an answer of its own, so that it reaches its message no more."""
    return interaction.response.type in (
        discord.InteractionResponseType.channel_message,
        discord.InteractionResponseType.deferred_channel_message,
    )


class Direct:
    """Shows the boards of personal games, and lets the computer act in them."""

    def __init__(self, bot: Ricochet) -> None:
        self._bot = bot
        self._locks = Locks()
        self._earlier = Earlier(bot.clock)

    async def deliver(
        self, interaction: discord.Interaction[Ricochet], game_id: int, news: str = ""
    ) -> None:
        """Show the game as it stands, then let the computer act and show that.

        ``news`` is what the member should know about their act. Raises ``Refused`` with what is
        to be done when Discord takes no board, or the computer finds no answer.
        """
        turns = self._bot.turns
        if turns.is_at(game_id):
            # Another act waits for it. What it thinks about may be of no use any more.
            turns.wake(game_id)
            if await self._is_asked(game_id) and board_game(interaction) != game_id:
                await say(interaction, news or THINKING)
                return
            await self._show_in_place(interaction, game_id, news)
            if not await self._is_asked(game_id):
                await self._follow_up(interaction, game_id)
            return
        is_shown = await self._show_in_place(interaction, game_id, news)
        if news and not is_shown:
            await say(interaction, news)
        await self._carry_on(interaction, game_id)

    async def undone(self, interaction: discord.Interaction[Ricochet]) -> int | None:
        """Return the newest entry of the game of the pressed board, if something is left undone.

        That is a board that shows the entry, or the computer's answer; ``None`` when both are
        there, or on their way.
        """
        game_id = board_game(interaction)
        match = None if game_id is None else await self._bot.store.match(game_id)
        if match is None or not match.is_personal or self._bot.turns.is_at(match.id):
            return None
        is_done = question(match) is None and await self._is_shown(match)
        return None if is_done else match.seq

    async def heal(self, interaction: discord.Interaction[Ricochet], seq: int) -> None:
        """After a press under a board: make up for what was undone, if nobody has meanwhile.

        ``seq`` is the newest entry of its game, as it was before the press.
        """
        game_id = board_game(interaction)
        is_over = game_id is None or self._bot.is_stopping or not interaction.response.is_done()
        if game_id is None or is_over or await self.undone(interaction) != seq:
            return
        if await self._is_asked(game_id):
            await self._carry_on(interaction, game_id)
        else:
            await self._follow_up(interaction, game_id, seq)

    async def take_off_old_controls(self, interaction: discord.Interaction[Ricochet]) -> None:
        """Take them off the pressed board if a newer one stands below it, best effort.

        What else the press is answered with, in private, then follows.
        """
        game_id, pressed = board_game(interaction), interaction.message
        if game_id is None or pressed is None or not is_guest(interaction):
            return
        newest = await self._bot.store.ledger.newest_posting(game_id)
        if newest and pressed.id < newest.message_id and not interaction.response.is_done():
            with suppress(*NOT_TAKEN):
                await interaction.response.edit_message(view=None, allowed_mentions=NOBODY)

    async def insist_on_answered(self, channel_id: int) -> None:
        """Raise ``Stale`` while a personal game there waits for the computer.

        Nobody acts on what is to come, and the answer to that lets the computer act.
        """
        running = await self._bot.store.running_in(channel_id)
        match = await self._bot.store.match(running) if running is not None else None
        if match and match.is_personal and question(match) and match.is_set_up:
            raise Stale(match.id)

    async def _carry_on(self, interaction: discord.Interaction[Ricochet], game_id: int) -> None:
        """Let the computer act, if it is to, and show what is not shown yet."""
        is_asked = await self._is_asked(game_id)
        if is_asked:
            await self._bot.turns.take(game_id)
        await self._follow_up(interaction, game_id)
        if is_asked and await self._is_asked(game_id):
            raise Refused(NO_ANSWER)

    async def _is_asked(self, game_id: int) -> bool:
        return question(await self._bot.play.match(game_id)) is not None

    async def _is_shown(self, match: Match) -> bool:
        """Return whether a board shows how the game stands; setups change nothing on it."""
        posted = await self._bot.store.ledger.newest_posting(match.id)
        is_same = not match.is_set_up and match.result is None
        return posted is not None and (posted.seq >= match.seq or is_same)

    async def _show_in_place(
        self, interaction: discord.Interaction[Ricochet], game_id: int, news: str
    ) -> bool:
        """Put the newest board in the place of the pressed one, or answer a command with it.

        Returns whether the member sees it, or at least the news, now.
        """
        is_board = board_game(interaction) == game_id and not _is_answered(interaction)
        if interaction.type is discord.InteractionType.component and not is_board:
            return False
        async with self._locks.of(game_id):
            match = await self._bot.play.match(game_id)
            pressed = interaction.message.id if is_board and interaction.message else None
            posted = await self._bot.store.ledger.newest_posting(game_id)
            if news and posted and (posted.message_id, posted.seq) == (pressed, match.seq):
                # Pressed twice: it shows the newest already, and not only to who pressed.
                await say(interaction, news)
                return True
            posting = await self._board(match, since=match.seq)
            if news:
                posting = replace(posting, text=f"-# {news}\n{posting.text}")
            try:
                if is_board:
                    await put_in_place(interaction, posting)
                    message = pressed
                else:
                    message = await self._answer(interaction, posting)
            except NOT_TAKEN as error:
                log.info("game %d: a board was not shown in place: %r", game_id, error)
                return False
            if message is not None:
                await self._record(match, message, posting)
                await self._succeed(message, posting, Shown(interaction, game_id, match.seq))
        return True

    async def _answer(
        self, interaction: discord.Interaction[Ricochet], posting: Posting
    ) -> int | None:
        """Answer a command with the board; return the id of its message."""
        posting = as_allowed(interaction, posting)
        view = view_of(posting.rows) if posting.rows else None
        files = await files_of(posting)
        if not interaction.response.is_done():
            try:
                answer = await interaction.response.send_message(
                    posting.text,
                    files=files,
                    view=view or discord.utils.MISSING,
                    allowed_mentions=NOBODY,
                )
                return answer.message_id
            except discord.HTTPException as error:
                # It was announced in the same moment, or word of the answer was lost.
                if error.code != ALREADY_ANSWERED:
                    raise
            files = await files_of(posting)
        edited = await interaction.edit_original_response(
            content=posting.text,
            attachments=files,
            view=view,
            allowed_mentions=NOBODY,
        )
        return edited.id

    async def _follow_up(
        self,
        interaction: discord.Interaction[Ricochet],
        game_id: int,
        seq: int | None = None,
    ) -> None:
        """Show how the game stands in a further message, unless a board shows it already.

        With ``seq`` only as long as that is its newest entry: who goes on shows that.
        """
        async with self._locks.of(game_id):
            match = await self._bot.play.match(game_id)
            if await self._is_shown(match) or seq not in (None, match.seq):
                return
            posted = await self._bot.store.ledger.newest_posting(game_id)
            shown = posted.seq if posted else NOTHING
            posting = as_allowed(interaction, await self._board(match, since=shown))
            try:
                message = await interaction.followup.send(
                    posting.text,
                    files=await files_of(posting),
                    view=view_of(posting.rows) if posting.rows else discord.utils.MISSING,
                    allowed_mentions=NOBODY,
                    wait=True,
                )
            except NOT_TAKEN as error:
                log.warning("game %d: a board was not shown: %r", game_id, error)
                raise Refused(NOT_SHOWN) from error
            await self._record(match, message.id, posting)
            board = Shown(interaction, game_id, match.seq, message.id)
            await self._succeed(message.id, posting, board)

    async def _board(self, match: Match, *, since: int) -> Posting:
        """Return the newest board, in its player's own theme; while the computer thinks it rests.

        First it tells what was played after the entry ``since``, the newest that was shown.
        """
        player = next(id_ for id_ in match.players.values() if id_ != COMPUTER)
        theme = (await self._bot.store.people.preferences(player)).theme
        board = await in_motion(self._bot.store, match, board_posting(match, theme), theme)
        if match.to_move and match.to_move == match.computer:
            # What is pressed cannot be reached any more once the answer stands below it.
            board = replace(board, text=f"{board.text}\n{IF_NONE_COMES}", rows=())
        missed = [
            told(match.as_of(entry.seq))
            for entry in match.entries
            if since < entry.seq < match.seq and entry.kind in (EntryKind.START, EntryKind.ACTION)
        ]
        return replace(board, text="\n".join([*missed[-MOST_TOLD:], board.text]))

    async def _succeed(self, message_id: int, posting: Posting, board: Shown) -> None:
        """Note what the message shows now, and take the controls off the boards before it."""
        if posting.rows:
            self._earlier.keep(message_id, board)
        else:
            self._earlier.forget(message_id)
        await self._earlier.take_off_controls(board.game_id, board.seq, message_id)

    async def _record(self, match: Match, message_id: int, posting: Posting) -> None:
        posted = Posted(match.id, match.seq, match.channel_id, message_id, bool(posting.rows))
        try:
            await self._bot.store.ledger.record_posting(posted, self._bot.clock())
        except StoreError as error:
            # It stands. At worst it is shown once more.
            log.error("game %d: it was not noted where its board is", match.id, exc_info=error)
