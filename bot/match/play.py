"""Playing: who may act, what an action leads to, and how a game is given up."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bot.match.boards import board_of, controls, mention
from bot.match.errors import Refused, Stale
from bot.panels import PANELS, Suggestion
from bot.panels.panel import LIMIT
from bot.posting import Rows
from data import ChannelBusy, Conflict, Entry, EntryKind, Match, Store
from engine.core import GameOver, Seat

NO_GAME = "No game is running in this channel. Start one with /challenge."


@dataclass(frozen=True, slots=True)
class Play:
    """What players do in a running game. Every method commits before it returns."""

    store: Store
    clock: Callable[[], int]
    random: random.Random

    async def match(self, game_id: int) -> Match:
        """Return the game. Raises ``Refused`` when there is none of that number."""
        match = await self.store.match(game_id)
        if match is None:
            raise Refused("This game is not kept any more.")
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
        match = await self.match(game_id)
        seat = _player(match, member)
        if seq != match.seq and match.result is None:
            raise Stale(game_id)
        return await self._apply(match, seat, text)

    async def move(self, channel_id: int, member: int, text: str) -> Match:
        """Carry out a typed action in the channel's game; words after it are a reading aid."""
        match = await self.running(channel_id)
        seat = _player(match, member)
        typed = (text.split() or [""])[0]
        legal = (str(action) for action in match.state.legal_actions(seat))
        # A phone's keyboard begins with a capital letter.
        meant = next((text for text in legal if text.casefold() == typed.casefold()), typed)
        return await self._apply(match, seat, meant)

    async def _apply(self, match: Match, seat: Seat, text: str) -> Match:
        _insist_on_turn(match, seat)
        step = match.state.apply(seat, match.game.parse(text), rng=self.random)
        entry = Entry(
            match.seq + 1, EntryKind.ACTION, self.clock(), seat, str(step.action), step.chance
        )
        return await self._commit(match, entry)

    async def resign(self, game_id: int, member: int) -> Match:
        """Give the game up for the member. Raises ``GameError`` when that cannot be."""
        match = await self.match(game_id)
        seat = _player(match, member)
        if match.result:
            raise GameOver("This game is over.")
        return await self._commit(match, Entry(match.seq + 1, EntryKind.RESIGN, self.clock(), seat))

    async def _commit(self, match: Match, entry: Entry) -> Match:
        try:
            return await self.store.append(match, entry)
        except Conflict as error:
            raise Stale(match.id) from error

    async def pick(self, game_id: int, seq: int, member: int, square: str) -> Rows:
        """Return the controls with a piece picked. Picking is no action and commits nothing."""
        match = await self.match(game_id)
        seat = _player(match, member)
        if seq != match.seq and match.result is None:
            raise Stale(game_id)
        _insist_on_turn(match, seat)
        return controls(match, square)

    async def bring(self, game_id: int, member: int, guild_id: int, channel_id: int) -> Match:
        """Bring a running game of the member to another free channel of its server."""
        match = await self.match(game_id)
        _player(match, member)
        if match.result:
            raise GameOver("That game is over; /review shows it.")
        if match.guild_id != guild_id:
            raise Refused("That game is played in another server.")
        if match.channel_id != channel_id:
            try:
                await self.store.move_game(game_id, channel_id)
            except ChannelBusy as error:
                raise Refused("Another game is running in this channel.") from error
        return match

    async def suggest_running(self, member: int, guild_id: int, typed: str) -> list[Suggestion]:
        """Return the member's running games in the server, by game and opponent."""
        found = [await self.match(id_) for id_ in await self.store.running_of(member, guild_id)]
        ids = [id_ for match in found for id_ in match.players.values()]
        names = await self.store.people.names(ids)
        lines = [
            Suggestion(
                f"#{match.id} {match.game.title} – {_opponent(match, member, names)}", str(match.id)
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
    return ", ".join(names.get(id_, "?")[:24] for id_ in match.players.values() if id_ != member)


def _player(match: Match, member: int) -> Seat:
    seat = match.seat_of(member)
    if seat is None:
        raise Refused("You are not in this game.")
    return seat


def _insist_on_turn(match: Match, seat: Seat) -> None:
    if match.result:
        raise GameOver("This game is over.")
    if match.to_move != seat:
        whose = f"{mention(match.players[match.to_move])}'s" if match.to_move else "nobody's"
        raise Refused(f"It is {whose} turn.")
