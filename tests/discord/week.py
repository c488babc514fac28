"""A week in the club: the games as they should be, what members do in them, and what they hear."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from random import Random

from bot.playground.interactions import Callback, Interaction
from bot.playground.rest import Request
from bot.playground.server import StandIn
from bot.playground.world import Channel, Event, Member, Message, Subject
from data import EntryKind, Store
from tests.discord.conftest import Club
from tests.discord.plain import Heard, PlainGame, Told
from tests.discord.reading import BOARD, control, controls, until

log = logging.getLogger(__name__)

PATIENCE = 60.0
"""Real seconds for what takes one; a busy machine may take many."""

SAID_DONE = ("The game is kept", "You played", "You resigned.", "You offered", "You accepted")
SAID_REFUSED = ("could not be saved", "turn.", "gone on since")
"""By what in its words a member knows an answer for a yes or a no."""

RETRIED = (429, 500, 502)
"""What discord.py asks again after by itself, so that the last word is not spoken yet."""

Opener = Callable[[], Interaction | None]
"""The one press or command that decides; what comes before it is done."""


@dataclass(frozen=True)
class Posted:
    """A board as it was posted, whatever became of its message."""

    game: int
    seq: int
    message: Message
    content: str
    data: bytes
    alt: str | None
    pings: tuple[Member, ...]
    has_controls: bool


@dataclass
class Week:
    """The games as they should be, and what has happened to everybody."""

    standin: StandIn
    store: Store
    """The database, looked at from outside."""
    path: str
    chance: Random
    games: list[PlainGame] = field(default_factory=list)
    outages: list[tuple[int, int]] = field(default_factory=list)
    sent: list[Message] = field(default_factory=list)
    """Every message of the bot that was for all to see."""
    posted: list[Posted] = field(default_factory=list)
    again: Counter[tuple[int, int]] = field(default_factory=Counter)
    """By game and entry, the boards posted once more because somebody asked with /board."""
    heard: Counter[tuple[bool, Heard]] = field(default_factory=Counter)
    """How often something failed meanwhile or not, and what the member knew afterwards."""
    confirming: set[Member] = field(default_factory=set)
    """Members who are asked before each of their moves."""

    def __post_init__(self) -> None:
        self.standin.world.listeners.append(self._see)

    @property
    def now(self) -> int:
        return int(self.standin.clock.now().timestamp())

    @property
    def guild(self) -> int:
        return self.standin.world.guild_id

    # What stands in the channels

    def _see(self, event: Event, subject: Subject) -> None:
        """Keep every board that is ever posted, and what else everybody sees."""
        if event is not Event.MESSAGE_CREATE or not isinstance(subject, Message):
            return
        if subject.ephemeral_for is not None:
            return
        self.sent.append(subject)
        for file in subject.attachments:
            if name := BOARD.fullmatch(file.filename):
                game, seq = int(name[1]), int(name[2])
                posted = Posted(
                    game,
                    seq,
                    subject,
                    subject.content,
                    file.data,
                    file.description,
                    subject.pings,
                    bool(subject.components),
                )
                self.posted.append(posted)

    def boards(self, game: PlainGame, seq: int | None = None) -> list[Posted]:
        """The boards of a game, or of one of its entries, in the order in which they came."""
        return [p for p in self.posted if p.game == game.id and seq in (None, p.seq)]

    def newest(self, game: PlainGame) -> Message | None:
        """The message of the newest board, if it stands and shows the newest entry."""
        found = self.boards(game, game.seq)
        message = found[-1].message if found else None
        return message if message and message.id in message.channel.messages else None

    def is_there(self, game: PlainGame) -> bool:
        """Whether the game's channel still exists."""
        return game.channel.id in self.standin.world.channels

    def playable(self) -> list[PlainGame]:
        """The games in which somebody is to move who does so now and then."""
        return [
            game
            for game in self.games
            if game.result is None
            and game.pace
            and self.is_there(game)
            and all(member.present for member in game.players.values())
        ]

    # Acting

    def choose(self, game: PlainGame) -> str:
        """An action for the player to move; none that would end the game."""
        fitting = [action for action in game.actions() if not game.after(action).result]
        return str(self.chance.choice(fitting))

    async def prepare(self, game: PlainGame, action: str, *, is_typed: bool) -> Opener:
        """Do what comes before a move is final; return the press or command that makes it so."""
        mover, board = game.mover, self.newest(game)
        verb = "turn" if action[2:] in ("L", "R") else "go"
        pick, go = (f"rc:{game.id}:{game.seq}:{what}" for what in ("pick", f"{verb}:{action}"))
        if is_typed or board is None or pick not in controls(board):
            return await self._typed(game, action)
        await self.standin.press(mover, board, pick, action[:2])
        await self.standin.wait_for(lambda: go in controls(board), PATIENCE)
        if mover in self.confirming:
            await self.standin.press(mover, board, go)
            confirm = f"rc:{game.id}:{game.seq}:confirm:{action}"
            await self.standin.wait_for(lambda: confirm in controls(board), PATIENCE)
            go = confirm
        return lambda: self.standin.press_nowait(mover, board, go)

    async def _typed(self, game: PlainGame, action: str) -> Opener:
        mover, channel = game.mover, game.channel
        if mover not in self.confirming:
            return self.typing(mover, channel, "move", action=action)
        asked = await self.standin.command(mover, channel, "move", action=action)
        await self.standin.wait_for(lambda: not asked.is_loading, PATIENCE)
        assert asked.message
        question, confirm = asked.message, control(asked.message, "confirm")
        return lambda: self.standin.press_nowait(mover, question, confirm)

    def typing(self, member: Member, channel: Channel, name: str, **options: str) -> Opener:
        """A command that is about to be sent."""
        filled = [{"name": key, "value": value} for key, value in options.items()]
        return lambda: self.standin.members.command(member, channel, name, filled)

    async def move(self, game: PlainGame, *, is_typed: bool = False, action: str = "") -> Heard:
        """Let the player to move do so while nothing fails: it has to succeed."""
        action = action or self.choose(game)
        deciding = await self.prepare(game, action, is_typed=is_typed)
        return await self.succeed(game, (EntryKind.ACTION, game.seat, action), deciding)

    async def succeed(self, game: PlainGame, told: Told, deciding: Opener) -> Heard:
        """Try something while nothing fails, so that it has to succeed and to be seen."""
        heard = await self.attempt(game, told, deciding, is_calm=True)
        assert heard is Heard.DONE, f"game {game.id}: {told} was {heard} though nothing failed"
        return heard

    async def attempt(
        self,
        game: PlainGame,
        told: Told,
        deciding: Opener,
        *,
        is_calm: bool = False,
        mend: Callable[[], None] | None = None,
    ) -> Heard:
        """Let a member try something; return what they know of it when the bot is through.

        ``mend`` repairs what was broken for it, before the record is read.
        """
        game.attempt = told
        act = deciding()
        assert act
        await until(lambda: self._is_through(game, act), PATIENCE)
        if not act.settled.is_set():
            # An answer that was lost need not be waited for in earnest.
            self.standin.clock.advance(3)
            await act.settled.wait()
        heard = self._hear(game, act)
        if mend:
            mend()
        await self.take_up(game, heard, is_calm=is_calm)
        return heard

    async def take_up(self, game: PlainGame, heard: Heard, *, is_calm: bool = False) -> bool:
        """Follow the record after an attempt; return whether it was accepted."""
        match = await self.store.match(game.id)
        assert match
        self.heard[is_calm, heard] += 1
        said = f"game {game.id}: {game.attempt} {heard}"
        is_there = game.follow(match.entries, heard)
        log.info("%s, in the record: %s", said, is_there)
        return is_there

    # Hearing

    def stands(self, game: PlainGame) -> bool:
        """Whether a board shows what is being attempted."""
        return bool(self.boards(game, game.seq + 1))

    async def _is_through(self, game: PlainGame, act: Interaction) -> bool:
        """Whether the bot has, for all to see, done its last for the act."""
        answers = [request for request in self.standin.requests if act.token in request.path]
        if any(_is_last_word(request) for request in answers):
            return True
        # A press on a public board gets no word of its own when it succeeds.
        is_public = act.source is not None and act.source.ephemeral_for is None
        if not is_public or not self.stands(game):
            return False
        noted = await self.store.ledger.newest_posting(game.id)
        return noted is not None and noted.seq > game.seq

    def _hear(self, game: PlainGame, act: Interaction) -> Heard:
        if self.stands(game):
            return Heard.DONE
        words = [
            message.content for message in [act.message, *act.followups] if _is_private(message)
        ]
        text = words[-1] if words else ""
        if any(sign in text for sign in SAID_DONE):
            return Heard.DONE
        if any(sign in text for sign in SAID_REFUSED):
            return Heard.REFUSED
        assert not text, f"neither a yes nor a no: {text}"
        return Heard.NOTHING

    # Asking for the board

    async def ask_for_board(self, game: PlainGame, member: Member, *, bring: bool = False) -> None:
        """Let a member post the newest board once more, or bring the game to this channel."""
        before = len(self.boards(game, game.seq))
        asked = self.typing(
            member, game.channel, "board", **({"game": str(game.id)} if bring else {})
        )()
        assert asked
        await until(lambda: self._is_through(game, asked), PATIENCE)
        words = [asked.message, *asked.followups]
        assert not [message.content for message in words if _is_private(message)]
        again = len(self.boards(game, game.seq)) - max(before, 1)
        assert again in (0, 1)
        self.again[game.id, game.seq] += again

    # Time

    async def pass_time(self, club: Club, seconds: int) -> None:
        """Let time pass in which the bot is there; everything that is due is done afterwards."""
        await self._look(lambda: club.pass_time(seconds))

    async def wake_up(self, club: Club) -> None:
        """Let a bot that has just come up look at the clocks, and see that it was away."""
        await self.come_to_rest()
        await self._look(club.bot.keep_time)

    async def _look(self, look: Callable[[], Awaitable[None]]) -> None:
        hearing = {game.id for game in self.games if not (await self._undeliverable(game))}
        await look()
        await self.come_to_rest()
        for game in self.games:
            match = await self.store.match(game.id)
            assert match
            game.follow_time(match.entries, self.now, self.outages, game.id in hearing)

    async def _undeliverable(self, game: PlainGame) -> bool:
        match = await self.store.match(game.id)
        return match is not None and match.undeliverable

    async def come_to_rest(self) -> None:
        """Wait until every entry stands on a board and no older board has controls.

        Games whose channel takes nothing are left out.
        """
        ledger = self.store.ledger

        async def is_done() -> bool:
            return not (await ledger.unposted() or await ledger.stale_postings())

        await until(is_done, PATIENCE)
        await self.standin.settle()

    async def reached(self, *games: PlainGame, can_be: bool) -> None:
        """Wait until the bot has noted that these games' channels take boards, or do not."""

        async def is_noted() -> bool:
            return {await self._undeliverable(game) for game in games} == {not can_be}

        await until(is_noted, PATIENCE)


def _is_last_word(request: Request) -> bool:
    """Whether the request ends what is done about an interaction: no mere word that it came."""
    if request.status is None or request.status in RETRIED:
        return False
    if request.operation != "create_interaction_response":
        return True
    kind = request.body.get("type") if isinstance(request.body, dict) else None
    is_acknowledged_before = request.status == 400
    return kind in (Callback.MESSAGE, Callback.UPDATE) and not is_acknowledged_before


def _is_private(message: Message | None) -> bool:
    """Whether the message holds words for one member alone, and still stands."""
    if message is None or message.ephemeral_for is None:
        return False
    return message.id in message.channel.messages and bool(message.content)
