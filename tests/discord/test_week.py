"""Ten games over a week in which everything fails now and then: nothing is lost or doubled."""

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from random import Random

from bot.match.boards import board_posting
from bot.match.endings import in_motion
from bot.playground.server import StandIn
from bot.playground.world import Channel, Member, Message
from data import EntryKind, Store
from tests.discord.conftest import Club, running
from tests.discord.plain import HOUR, PlainGame
from tests.discord.reading import boards, control, controls

DAY = 24 * HOUR
STEPS_A_DAY, STEP = 10, 150 * 60
"""No clock is a whole number of steps, so that no deadline falls on the second of a look."""

AWAY = 25 * HOUR + 36 * 60

CHANNELS = ("games", "lounge", "arcade", "court", "den")
POST = r"^/channels/\d+/messages$"
EDIT = r"^/channels/\d+/messages/\d+$"
CALLBACK = r"^/interactions/.*/callback$"
FOLLOW_UP = r"^/webhooks/"

IDLE, ASLEEP, DELETED, GIVEN_UP = 0, 4, 7, 8
"""Games to which something happens for certain: it lapses, runs out of time, loses its channel
and then runs out of time, is resigned."""

CLOCKS = ("none", "1 day", "3 days", "none", "1 day", "7 days", "3 days", "1 day", "none", "none")
PACE = (0.0, 0.6, 0.5, 0.5, 0.0, 0.3, 0.6, 0.5, 0.1, 0.4)
"""How likely each game's player acts at a step."""

FAULTS: tuple[tuple[str, str, int | None, dict[str, object]], ...] = (
    ("POST", POST, 403, {"code": 50013}),
    ("POST", POST, 404, {"code": 10003}),
    ("POST", POST, 429, {"times": 2}),
    ("POST", POST, 500, {}),
    ("POST", POST, 500, {"apply_anyway": True}),
    ("POST", POST, 0, {}),
    ("POST", POST, 0, {"apply_anyway": True}),
    ("POST", POST, None, {"delay": 0.3}),
    ("PATCH", EDIT, 403, {}),
    ("PATCH", EDIT, 0, {}),
    ("GET", POST, 403, {}),
    ("GET", POST, 0, {}),
    ("POST", CALLBACK, 404, {"code": 10062}),
    ("POST", CALLBACK, 0, {"apply_anyway": True}),
    ("POST", CALLBACK, 429, {}),
    ("POST", CALLBACK, None, {"delay": 0.3}),
    ("POST", FOLLOW_UP, 403, {}),
    ("POST", FOLLOW_UP, 0, {}),
    ("DELETE", FOLLOW_UP, 404, {"code": 10015}),
)
DROPS = ("resume", "reconnect", "invalid")
LOOPS = 3
"""The bot's tasks that run until it stops: clocks, unposted boards, and open challenges."""


@dataclass
class Week:
    """The games as they should be, and what has happened to everybody."""

    standin: StandIn
    url: str
    chance: Random
    games: list[PlainGame] = field(default_factory=list)
    outages: list[tuple[int, int]] = field(default_factory=list)
    calm_rounds: int = 0
    faults: Counter[str] = field(default_factory=Counter)

    @property
    def now(self) -> int:
        return int(self.standin.clock.now().timestamp())

    # Beginning

    async def begin(self, club: Club) -> None:
        """Two games for each channel, the second in a thread; one has been idle for long."""
        for number, clock in enumerate(CLOCKS):
            channel = self.standin.channel(CHANNELS[number % len(CHANNELS)])
            first, second = (self.standin.world.add_member(f"{n} of {number}") for n in (1, 2))
            asked = await self.standin.command(
                first, channel, "challenge", opponent=second, side="first", clock=clock
            )
            assert asked.message
            message = asked.message
            await self.standin.press(second, message, control(message, "accept"))
            await self._rest(club)
            await self._note(club, number, {"silver": first, "gold": second})
            if number == IDLE:
                await club.pass_time(24 * DAY)

    async def _note(self, club: Club, number: int, players: dict[str, Member]) -> None:
        match = await club.bot.play.match(number + 1)
        channel = self.standin.world.channels[match.channel_id]
        await self.standin.wait_for(lambda: boards_of(channel, match.id))
        at = match.entries[0].at
        self.games.append(PlainGame(match.id, channel, players, match.clock, at, PACE[number]))

    # A day

    async def day(self, club: Club) -> None:
        for _ in range(STEPS_A_DAY):
            await self._round(club)
            await club.pass_time(STEP)
            await self._rest(club)
            await self._compare(club)

    async def _round(self, club: Club) -> None:
        """Some players act at once, while something may fail."""
        is_calm = not await self._disturb()
        acting = [
            game
            for game in self.games
            if game.result is None
            and self.chance.random() < game.chance_to_act
            and self.is_there(game)
        ]
        acts = asyncio.gather(*(self._act(game) for game in acting))
        while not (await asyncio.wait({acts}, timeout=1))[0]:
            if not is_calm:
                # Whoever waits for an answer that was lost need not wait in earnest.
                self.standin.clock.advance(3)
        await acts
        await self._rest(club)
        self.standin.faults.pending.clear()
        accepted = await self._compare(club)
        if is_calm:
            self.calm_rounds += 1
            assert {game.id for game in acting} <= accepted, "what did not fail was accepted"

    async def _rest(self, club: Club) -> None:
        """Wait until the bot is online with nothing under way, so that hours pass between tries.

        What discord.py repeats within one request comes after seconds; the nonce then counts.
        """
        await self.standin.settle()
        await self.standin.wait_online(20)
        await self.standin.wait_for(
            lambda: not club.bot._presses and len(club.bot._background) <= LOOPS, 20
        )
        await self.standin.settle()

    async def _disturb(self) -> bool:
        """Order a fault or two, or none; return whether anything will go wrong."""
        if self.chance.random() < 0.35:
            return False
        for method, path, status, more in self.chance.sample(FAULTS, self.chance.choice((1, 2))):
            self.faults[f"{method} {path} {status}"] += 1
            self.standin.fail(method, path, status, **more)  # type: ignore[arg-type]
        if self.chance.random() < 0.12:
            kind = self.chance.choice(DROPS)
            self.faults[kind] += 1
            await self.standin.drop_gateway(kind)
        return True

    async def _act(self, game: PlainGame) -> None:
        seat = game.state.to_move
        assert seat
        action = str(self.chance.choice(sorted(game.state.legal_actions(seat), key=str)))
        game.try_(EntryKind.ACTION, seat, action)
        is_typed = self.chance.random() < 0.4
        if is_typed or not await self._press(game, action):
            await self.standin.command(game.mover, game.channel, "move", action=action)

    async def _press(self, game: PlainGame, action: str) -> bool:
        """Pick and press under the newest board; return whether the controls were there."""
        seq, board = boards_of(game.channel, game.id)[-1]
        if seq != len(game.told) - 1:
            return False
        verb = "turn" if action[2:] in ("L", "R") else "go"
        for wanted, values in (("pick", (action[:2],)), (f"{verb}:{action}", ())):
            custom_id = f"rc:{game.id}:{seq}:{wanted}"
            if custom_id not in controls(board):
                return False
            await self.standin.press(game.mover, board, custom_id, *values)
        return True

    async def resign(self, club: Club, game: PlainGame) -> None:
        """The player who is to move gives the game up."""
        if game.result:
            return
        asked = await self.standin.command(game.mover, game.channel, "resign")
        assert asked.message
        game.try_(EntryKind.RESIGN, game.state.to_move)
        await self.standin.press(game.mover, asked.message, control(asked.message, "resign:yes"))
        await self.standin.settle()
        assert game.id in await self._compare(club)

    async def _compare(self, club: Club) -> set[int]:
        """Let every game take up what the store has; return those whose attempt was accepted."""
        accepted = set()
        for game in self.games:
            match = await club.store.match(game.id)
            assert match
            if game.follow(match.entries, self.now, self.outages):
                accepted.add(game.id)
        return accepted

    # The end

    async def recover(self, club: Club) -> None:
        """Nothing fails any more; whoever sees an old board presses something on it."""
        club.standin.clock.advance(HOUR / 2)
        await club.bot.delivery.recover()
        await self.standin.settle()
        for game in self.games:
            match = await club.store.match(game.id)
            if match and match.undeliverable and self.is_there(game):
                seq, board = boards_of(game.channel, game.id)[-1]
                pick = f"rc:{game.id}:{seq}:pick"
                (select,) = (each for id_, each in controls(board).items() if id_ == pick)
                other = [each["value"] for each in select["options"] if not each["default"]]
                await self.standin.press(game.players["silver"], board, pick, other[0])
        await self.standin.settle()

    def is_there(self, game: PlainGame) -> bool:
        """Whether the game's channel still exists."""
        return game.channel.id in self.standin.world.channels


def boards_of(channel: Channel, game_id: int) -> list[tuple[int, Message]]:
    """The boards of one game in its channel: entry, message."""
    return [(seq, message) for id_, seq, message in boards(channel) if id_ == game_id]


async def insist_on_replay(store: Store, week: Week, game: PlainGame) -> None:
    """The game as kept, and every board of it, is what its entries make of it."""
    match = await store.match(game.id)
    assert match
    assert [(entry.kind, entry.seat, entry.action) for entry in match.entries] == game.told
    assert match.result == game.result
    assert match.state.view(None) == game.state.view(None)
    if not week.is_there(game):
        return
    posted = boards_of(game.channel, game.id)
    assert [seq for seq, _ in posted] == list(range(len(game.told))), f"game {game.id}"
    for seq, message in posted:
        shown = match.as_of(seq)
        board = await in_motion(store, shown, board_posting(shown, "papyrus"), "papyrus")
        (file,) = message.attachments
        if board.picture:
            assert (file.data, file.description) == (board.picture.png, board.picture.alt)
        else:
            (moving,) = board.attachments
            assert (file.data, file.description) == (moving.data, moving.alt)
        assert len(message.pings) <= 1


async def test_ten_games_come_through_a_week_of_failures(standin: StandIn, url: str) -> None:
    for name in CHANNELS[3:]:
        standin.world.add_channel(name)
    week = Week(standin, url, Random(20_261_129))
    async with running(standin, url) as club:
        await week.begin(club)
    for day in range(1, 8):
        # Each day begins with a restart; before the third the bot is away for so long that the
        # deadline of every game with a clock of a day falls into it.
        if day == 3:
            began = week.now
            standin.clock.advance(AWAY)
            week.outages.append((began, week.now))
        async with running(standin, url) as club:
            if day == 4:
                standin.world.remove_channel(week.games[DELETED].channel)
            if day == 5:
                await week.resign(club, week.games[GIVEN_UP])
            await week.day(club)
    async with running(standin, url) as club:
        await week.recover(club)
    store = await Store.open(url)
    for game in week.games:
        await insist_on_replay(store, week, game)
    await store.close()
    reasons = {game.result.reason for game in week.games if game.result}
    assert reasons >= {"time", "lapsed", "resignation"}
    assert sum(len(game.told) for game in week.games) > 100
    assert week.calm_rounds > 10
    assert len(week.faults) > 15
    reminders = Counter(
        message.content
        for channel in standin.world.channels.values()
        for message in channel.messages.values()
        if "your time in game" in message.content
    )
    assert reminders
    assert max(reminders.values()) == 1
