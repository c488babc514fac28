"""Playing: who may act, what an action leads to, and how a game is given up."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass

from bot.match.boards import (
    board_of,
    computer_name,
    confirmation,
    controls,
    mention,
    plain_title,
)
from bot.match.clocks import Clocks
from bot.match.errors import Ended, OldControl, Refused, Stale
from bot.match.readable import readable
from bot.match.words import escaped, tidied
from bot.panels import ACTS, PANELS, Suggestion
from bot.panels.panel import LIMIT
from bot.posting import Button, ControlId, Posting, Rows, Style
from data import ChannelBusy, Conflict, Entry, EntryKind, Match, Store
from engine.core import GameOver, InvalidAction, Seat, Step

NO_GAME = "No game is running in this channel. /play starts one; in a server /challenge does, too."

IDLE_SECONDS = 14 * 24 * 3600
"""After this long without an entry either player may end a game."""

TRIES = 5
"""How often what hangs on no board is tried again on top of what came first."""

REASON_LIMIT = 300
"""Characters of the reason for which a game is ended."""


@dataclass(frozen=True, slots=True)
class Play:
    """What players do in a running game. Every method commits before it returns."""

    store: Store
    clock: Callable[[], int]
    random: random.Random
    clocks: Clocks

    async def match(self, game_id: int) -> Match:
        """Return the game. Raises ``Refused`` when there is none of that number."""
        match = await self.store.match(game_id)
        if match is None:
            raise Refused(f"There is no game with the number {game_id}.")
        return match

    async def running(self, channel_id: int) -> Match:
        """Return the channel's running game. Raises ``Refused`` when none runs."""
        game_id = await self.store.running_in(channel_id)
        if game_id is None:
            raise Refused(NO_GAME)
        return await self.match(game_id)

    async def act(self, game_id: int, seq: int, member: int, text: str) -> Match:
        """Carry out an action that was chosen under the board of entry ``seq``.

        Raises ``Stale`` when the game has gone on since, or ``GameError`` with the reason.
        """
        match, seat = await self.under_newest(game_id, seq, member)
        return await self._apply(match, seat, text)

    async def ask(self, game_id: int, seq: int, member: int, text: str) -> Rows:
        """Return the controls that ask whether the action under the board is meant.

        Raises the same errors as ``act``, and commits nothing.
        """
        match, seat = await self.under_newest(game_id, seq, member)
        _insist_on_open_controls(match)
        return confirmation(match, step_of(match, seat, text, self.random).action)

    async def move(self, channel_id: int, member: int, text: str) -> Match:
        """Carry out a typed action in the channel's game; words after it are a reading aid."""
        match, seat, meant = await self._typed(channel_id, member, text)
        return await self._apply(match, seat, meant)

    async def ask_typed(self, channel_id: int, member: int, text: str) -> Posting:
        """Return the question whether the typed action is meant; it commits nothing."""
        match, seat, meant = await self._typed(channel_id, member, text)
        action = step_of(match, seat, meant, self.random).action
        button = Button(
            ControlId(match.id, match.seq, "confirm", str(action)), "Confirm", Style.PRIMARY
        )
        return Posting(f"Your move in game {match.id}: `{action}`?", None, ((button,),))

    async def under_newest(self, game_id: int, seq: int, member: int) -> tuple[Match, Seat]:
        """Return the game and the member's seat, if ``seq`` is still its newest entry."""
        match = await self.match(game_id)
        seat = seat_in(match, member)
        if seq != match.seq:
            raise Ended(game_id) if match.result else Stale(game_id)
        return match, seat

    async def _typed(self, channel_id: int, member: int, text: str) -> tuple[Match, Seat, str]:
        """Return the channel's game, the member's seat, and the action that was meant."""
        match = await self.running(channel_id)
        seat = seat_in(match, member)
        _insist_on_play(match)
        panel = PANELS[match.game.name]
        meant = panel.notation(text)
        try:
            match.game.parse(meant)
        except InvalidAction:
            insist_on_turn(match, seat)
            fitting = panel.suggestions(board_of(match, seat, seat), text) if text.strip() else []
            if examples := [f"`{s.value}`" for s in fitting[:3]]:
                typed = escaped(tidied(text)[:40])
                raise Refused(
                    f"“{typed}” is not yet a move. What fits it: {', '.join(examples)}."
                ) from None
        return match, seat, meant

    async def _apply(self, match: Match, seat: Seat, text: str) -> Match:
        step = step_of(match, seat, text, self.random)
        entry = Entry(
            match.seq + 1, EntryKind.ACTION, self.clock(), seat, str(step.action), step.chance
        )
        return await self.commit(match, entry)

    async def resign(self, game_id: int, member: int) -> Match:
        """Give the game up for the member. Raises ``GameError`` when that cannot be."""

        def resignation(match: Match, seat: Seat) -> Entry:
            insist_on_resigning(match, seat)
            return Entry(match.seq + 1, EntryKind.RESIGN, self.clock(), seat)

        return await self.enter_anyhow(game_id, member, resignation)

    async def set_up(self, game_id: int, member: int, text: str) -> Match:
        """Keep the setup of the member's seat. Raises ``GameError`` with what is wrong with it."""

        def setup(match: Match, seat: Seat) -> Entry:
            insist_on_setup(match)
            step = match.state.apply(seat, match.game.parse(text), rng=self.random)
            made = str(step.action)
            return Entry(match.seq + 1, EntryKind.SETUP, self.clock(), seat, made, step.chance)

        return await self.enter_anyhow(game_id, member, setup)

    async def enter_anyhow(
        self, game_id: int, member: int, entry_of: Callable[[Match, Seat], Entry]
    ) -> Match:
        """Commit what hangs on no board: what came first does not make it out of date."""
        for _ in range(TRIES):
            match = await self.match(game_id)
            seat = seat_in(match, member)
            with suppress(Stale):
                return await self.commit(match, entry_of(match, seat))
        raise Stale(game_id)

    async def end(self, channel_id: int, member: int, reason: str, *, is_moderator: bool) -> Match:
        """End the channel's game without a winner.

        A moderator may at any time, a player once nobody has acted for 14 days.
        """
        match = await self.running(channel_id)
        seat = match.seat_of(member)
        if not is_moderator:
            _insist_on_idle(match, seat, self.clock())
        shown = tidied(reason)[:REASON_LIMIT]
        if not shown:
            raise Refused("Give a reason: both players will see it.")
        entry = Entry(match.seq + 1, EntryKind.END, self.clock(), seat, shown)
        return await self.commit(match, entry)

    async def commit(self, match: Match, entry: Entry) -> Match:
        """Keep the entry on top of the match as read.

        Raises ``Stale`` if another came first, ``OutOfTime`` if the deadline did.
        """
        await self.clocks.insist_on_time(match)
        try:
            return await self.store.append(match, entry)
        except Conflict as error:
            raise Stale(match.id) from error

    async def pick(self, game_id: int, seq: int, member: int, square: str) -> Rows:
        """Return the controls with a piece picked. Picking is no action and commits nothing."""
        match, seat = await self.under_newest(game_id, seq, member)
        _insist_on_open_controls(match)
        insist_on_turn(match, seat)
        return controls(match, square)

    async def bring(
        self, game_id: int, member: int, guild_id: int | None, channel_id: int
    ) -> Match:
        """Bring a running game of the member to another free channel of its server.

        A personal game, of no server, goes to any place in which it can be played.
        """
        match = await self.match(game_id)
        seat_in(match, member)
        if match.result:
            raise GameOver("That game is over; /review shows it.")
        if match.guild_id != guild_id:
            raise Refused(
                "That game is played elsewhere, in a server: /board there shows it."
                if match.guild_id
                else "That game belongs to no server: /board brings it to our conversation."
            )
        if match.channel_id != channel_id:
            try:
                await self.store.move_game(game_id, channel_id)
            except ChannelBusy as error:
                raise Refused("Another game is running in this channel.") from error
        return match

    async def suggest_running(
        self, member: int, guild_id: int | None, typed: str
    ) -> list[Suggestion]:
        """Return the member's running games in the server, by game and opponent."""
        running = await self.store.running_of(member, guild_id)
        found = [match async for match in readable(self.store, running)]
        ids = [id_ for match in found for id_ in match.players.values()]
        names = await self.store.people.names(ids)
        lines = [
            Suggestion(
                f"#{match.id} {plain_title(match.game, match.options, match.layout)} – "
                f"{_opponent(match, member, names)}",
                str(match.id),
            )
            for match in found
        ]
        return [line for line in lines if typed.casefold() in line.label.casefold()][:LIMIT]

    async def suggest(self, channel_id: int, member: int, typed: str) -> list[Suggestion]:
        """Return what the member could do in the channel's game that fits what was typed."""
        game_id = await self.store.running_in(channel_id)
        match = await self.store.match(game_id) if game_id is not None else None
        seat = match.seat_of(member) if match else None
        if match is None or seat is None or match.to_move != seat:
            return []
        return PANELS[match.game.name].suggestions(board_of(match, seat, seat), typed)


def _opponent(match: Match, member: int, names: Mapping[int, str]) -> str:
    if match.computer:
        return computer_name(match.level)
    return ", ".join(names.get(id_, "?")[:24] for id_ in match.players.values() if id_ != member)


def seat_in(match: Match, member: int) -> Seat:
    """Return the seat that the member plays. Raises ``Refused`` when they play none."""
    seat = match.seat_of(member)
    if seat is None:
        raise Refused("You are not in this game.")
    return seat


def insist_on_running(match: Match) -> None:
    """Raise ``GameOver`` when the game has ended."""
    if match.result:
        raise GameOver("This game is over.")


def insist_on_resigning(match: Match, seat: Seat) -> None:
    """Raise ``GameOver`` when there is nothing left that the seat could give up, and say why."""
    newest = match.entries[-1]
    if newest.kind is EntryKind.RESIGN:
        raise GameOver(
            "You have resigned already: this game is over."
            if newest.seat == seat
            else "Your opponent has resigned before you: this game is over, and you win it."
        )
    insist_on_running(match)


def insist_on_setup(match: Match) -> None:
    """Raise ``Refused`` when the game is over, or has begun and nobody can set up any more."""
    insist_on_running(match)
    if match.is_set_up:
        raise Refused("Both sides are ready and the game has begun: your setup stays as it is.")


def _insist_on_play(match: Match) -> None:
    """Raise ``GameOver`` when the game has ended, ``Refused`` when it has not begun."""
    insist_on_running(match)
    if not match.is_set_up:
        raise Refused(
            "The game has not begun: first both sides set up. Press **Set up** under its newest "
            "board; what is secret is never typed here."
        )


def _insist_on_open_controls(match: Match) -> None:
    """Raise ``OldControl`` where what one picks is nothing that a board may show to all."""
    if match.game.name in ACTS:
        raise OldControl(match.id)


def insist_on_turn(match: Match, seat: Seat) -> None:
    """Raise ``GameError`` with the reason when the seat is not to move."""
    _insist_on_play(match)
    if match.to_move != seat:
        whose = f"{mention(match.players[match.to_move])}'s" if match.to_move else "nobody's"
        raise Refused(f"It is {whose} turn.")


def _insist_on_idle(match: Match, seat: Seat | None, now: int) -> None:
    """Raise ``Refused`` unless a player asks, of a game in which nobody acts any more."""
    idle_at = match.entries[-1].at + IDLE_SECONDS
    if seat is None:
        raise Refused("Only its players, or a member with Manage Messages, may end a game.")
    if now < idle_at:
        raise Refused(
            "A running game is ended by a member with Manage Messages. You may end it yourself "
            f"if nobody acts for 14 days, from <t:{idle_at}:f> on; or try /resign or /draw."
        )


def step_of(match: Match, seat: Seat, text: str, chance: random.Random) -> Step:
    """Return what the action leads to. Raises ``GameError`` with the reason if it may not be."""
    insist_on_turn(match, seat)
    return match.state.apply(seat, match.game.parse(text), rng=chance)
