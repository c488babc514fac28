"""The bot: discord.py's client with the store and the match service around it."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import math
import random
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket

from bot.answers import answered, say
from bot.channels import is_guest
from bot.commands import COMMANDS
from bot.commands.common import unknown_choice
from bot.control import Control
from bot.delivery import Delivery
from bot.direct import Direct
from bot.earlier import Earlier
from bot.invitations import Invitations
from bot.match.acting import Acting
from bot.match.agreements import Agreements
from bot.match.ahead import draw_ahead
from bot.match.analysts import Analysts
from bot.match.bench import Workbench
from bot.match.challenges import Challenges
from bot.match.clocks import Clocks
from bot.match.computer import Computer
from bot.match.drafts import Drafts
from bot.match.errors import Refused
from bot.match.layouts import Layouts
from bot.match.play import Play
from bot.match.setup import Setups
from bot.match.solo import Solo
from bot.panels import OFFERED
from bot.settings import BadSettings, Settings
from bot.spent import Spent
from bot.thinkers import Thinkers
from bot.threads import put_away_empty
from bot.turns import Turns
from bot.verbs import handle, press_of
from data import Store, StoreError

log = logging.getLogger(__name__)

SWEEP_SECONDS = 30.0
"""How often what Discord did not take is tried again; refused channels wait for a press."""

SILENT_SECONDS = 90.0
"""After this long without a word of the gateway, which is never silent, it counts as gone."""

NEVER = -math.inf
"""When the gateway was heard before the first connection: silent longer than any time."""

STOP_SECONDS, CLOSE_SECONDS = 3.0, 1.0
"""How long presses under way, and then the connection, may take when the bot is told to stop."""

RESTARTING = "I am being restarted. Nothing is lost: please try again in a minute."


def now() -> int:
    """Return the time in whole seconds since 1970, UTC."""
    return int(time.time())


class Tree(app_commands.CommandTree["Ricochet"]):
    """The slash commands; while the bot stops, it takes no more of them."""

    async def interaction_check(self, interaction: discord.Interaction[Ricochet], /) -> bool:
        """Refuse in words while the bot stops, and what none of an option's choices is."""
        if interaction.type is discord.InteractionType.autocomplete:
            return not interaction.client.is_stopping
        refusal = RESTARTING if interaction.client.is_stopping else unknown_choice(interaction)
        if refusal is not None:
            await say(interaction, refusal)
        return refusal is None

    async def on_error(
        self,
        interaction: discord.Interaction[Ricochet],
        error: app_commands.AppCommandError,
        /,
    ) -> None:
        """Say in words why a command did not come as far as its own answer."""
        if interaction.type is discord.InteractionType.autocomplete:
            log.error("suggestions failed", exc_info=error)
        elif isinstance(
            error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch
        ):
            await say(interaction, "This command has changed. Reload Discord to see it anew.")
        elif isinstance(error, app_commands.CheckFailure):
            await say(interaction, "You do not have the permission for this command.")
        else:
            await answered(interaction, _raise(error))


async def _raise(error: Exception) -> None:
    raise error


class Ricochet(discord.AutoShardedClient):
    """The bot on its gateway."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        clock: Callable[[], int] = now,
        chance: random.Random | None = None,
        thinkers: Thinkers | None = None,
    ) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            max_messages=None,
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            enable_debug_events=True,
            **_shards(settings),
        )
        _redirect(settings)
        self.settings = settings
        self.store = store
        chance = chance or random.SystemRandom()
        self.clock = clock
        self.clocks = Clocks(store, clock, ",".join(map(str, settings.shard_ids or ())))
        self.play = Play(store, clock, chance, self.clocks)
        self.agreements = Agreements(self.play)
        self.challenges = Challenges(store, clock, chance)
        self.solo = Solo(store, clock, chance, self.challenges)
        self.invitations = Invitations(self)
        self.drafts = Drafts(store, clock, chance)
        self.layouts = Layouts(self.drafts)
        self.workbench = Workbench(self.drafts, self.layouts)
        self.setups = Setups(self.play, self.drafts, self.layouts)
        self.acting = Acting(self.play)
        self.delivery = Delivery(self, store, clock, self.clocks)
        self.thinkers = thinkers or Thinkers()
        self.turns = Turns(store, clock, Computer(self.play, self.thinkers, chance), self.delivery)
        self.delivery.followed_by(self.turns.wake)
        self.direct = Direct(self)
        self.questions = Earlier(clock)
        self.spent = Spent()
        self.analysts = Analysts(store, self.thinkers)
        self.heard_at = NEVER
        self._stopping = asyncio.Event()
        self._presses: set[asyncio.Task[Any]] = set()
        self._background: set[asyncio.Task[None]] = set()
        self._recovery = asyncio.Lock()
        self.tree = Tree(
            self,
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
        )
        for command in COMMANDS:
            self.tree.add_command(command)

    # Coming up

    async def setup_hook(self) -> None:
        """Make the controls known, the commands current, and post what a crash left unposted."""
        self.add_dynamic_items(Control)
        if self.settings.discord_gateway_url and not self.settings.shard_count:
            # Asked for here, because asking inside discord.py would also take the address.
            self.shard_count = (await self.http.get_bot_gateway())[0]
        await self._sync_commands()
        self._start(self._draw_ahead())
        for work in (self.keep_time, self._recover, self.invitations.lapse, self.turns.sweep):
            self._start(self._repeat(work))

    async def _draw_ahead(self) -> None:
        """Draw what the first picture of each game needs, beside the event loop."""
        for variant in OFFERED:
            if self.is_stopping:
                return
            await asyncio.to_thread(draw_ahead, variant, random.SystemRandom())

    async def _sync_commands(self) -> None:
        """Send the commands to Discord if they have changed since they were last sent."""
        guild = discord.Object(self.settings.dev_guild) if self.settings.dev_guild else None
        if guild:
            self.tree.copy_global_to(guild=guild)
        payload = [command.to_dict(self.tree) for command in self.tree.get_commands(guild=guild)]
        digest = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
        key = f"commands:{self.application_id}:{guild.id if guild else 'global'}"
        if await self.store.fact(key) == digest:
            return
        try:
            await self.tree.sync(guild=guild)
        except (discord.Forbidden, discord.NotFound) as error:
            if guild is None:
                raise
            raise BadSettings(
                "DEV_GUILD is no server that the bot was invited to with the scope "
                "applications.commands."
            ) from error
        except app_commands.CommandSyncFailure:
            if guild:
                raise
            # An application that no account may install takes no commands for accounts.
            await self.http.bulk_upsert_global_commands(
                self.application_id or 0, payload=[_for_servers(each) for each in payload]
            )
            log.warning("User Install is off in the developer portal: I play only in servers")
            # Not kept: when it is switched on, the next start shall find that.
            return
        await self.store.keep_fact(key, digest)

    async def on_connect(self) -> None:
        """Post what could not be posted while the connection was gone."""
        self._start(self._recover())

    async def on_shard_resumed(self, _shard: int) -> None:
        """Post what could not be posted while the connection was gone."""
        self._start(self._recover())

    async def on_ready(self) -> None:
        """Do what could not be done before the servers were known."""
        log.info("ready as %s in %d server(s)", self.user, len(self.guilds))
        self._start(self._recover())
        await put_away_empty(self, self.store)

    async def on_socket_raw_receive(self, _message: str) -> None:
        """Note that the gateway was heard, for the health answer."""
        self.heard_at = time.monotonic()

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    async def _repeat(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do the work again and again until the bot stops, whatever goes wrong in it once."""
        while not self._stopping.is_set():
            try:
                await work()
            except Exception:
                log.exception("%s failed and is tried again", work.__qualname__)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), SWEEP_SECONDS)

    async def _recover(self) -> None:
        async with self._recovery:
            if self.is_stopping:
                # discord.py may still say that it is ready when its connection is closed.
                return
            try:
                await self.delivery.recover()
            except Exception:
                log.exception("the search for unposted boards failed")

    # What goes missing

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Send nothing more to a channel that is gone, until its game is brought elsewhere."""
        await self.store.ledger.mark_channel_gone(channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Send nothing more to a thread that is gone, until its game is brought elsewhere."""
        await self.store.ledger.mark_channel_gone(payload.thread_id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Send nothing more to a server that the bot was removed from."""
        await self.store.ledger.mark_server_gone(guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Post what happened in a server's games while the bot was not in it."""
        await self.store.ledger.mark_server_back(guild.id)
        self._start(self._recover())

    # Time

    @property
    def is_heard(self) -> bool:
        """Whether the gateway was heard lately; without it nobody can act."""
        return time.monotonic() - self.heard_at <= SILENT_SECONDS

    async def keep_time(self) -> None:
        """Decide and remind as the clocks ask now; boards are posted in the background.

        While the gateway is gone nobody can act, so that nothing is decided, and what is noted
        is when it was last heard: from then on it was gone, if it stays so.
        """
        if not self.is_heard:
            return
        await self.clocks.note_alive(self.clock() - int(time.monotonic() - self.heard_at))
        async for reminder in self.clocks.run_down(self.delivery.is_here):
            await self.delivery.remind(reminder)
            if self.is_stopping:
                return
        await self.clocks.let_lapse(self.delivery.is_here)
        self._start(self._recover())

    # Presses

    async def on_interaction(self, interaction: discord.Interaction[Ricochet]) -> None:
        """Carry out what a member filled in: a modal's id says all, so it survives a restart."""
        if interaction.type is discord.InteractionType.modal_submit:
            await self.press(interaction)

    async def press(self, interaction: discord.Interaction[Ricochet]) -> None:
        """Carry out the press of a control, or say in private why not.

        Under the board of a personal game it also makes up for what was left undone before it.
        """
        undone = await self._undone(interaction) if is_guest(interaction) else None
        await answered(interaction, self._handle(interaction))
        if undone is not None:
            await answered(interaction, self.direct.heal(interaction, undone))

    async def _undone(self, interaction: discord.Interaction[Ricochet]) -> int | None:
        try:
            return await self.direct.undone(interaction)
        except Exception:
            # What is wrong with the game or the store the press itself is told.
            log.exception("a game was not looked at")
            return None

    async def _handle(self, interaction: discord.Interaction[Ricochet]) -> None:
        if self.is_stopping:
            raise Refused(RESTARTING)
        await handle(press_of(interaction))

    @contextmanager
    def working(self) -> Iterator[None]:
        """Count the present task among those that a stop waits for."""
        task = asyncio.current_task()
        if task is None:
            raise RuntimeError("a press is carried out in a task")
        self._presses.add(task)
        try:
            yield
        finally:
            self._presses.discard(task)

    async def remember(self, *people: discord.User | discord.Member) -> None:
        """Keep display names for places where Discord shows no mention, best effort."""
        try:
            await self.store.people.remember({person.id: person.display_name for person in people})
        except StoreError as error:
            log.warning("names were not kept", exc_info=error)

    # Going down

    async def stop(self) -> None:
        """Take no more presses, let those under way finish and post, and close everything."""
        self._stopping.set()
        self.turns.stop()
        self.analysts.stop()
        closing = asyncio.create_task(self.thinkers.close())
        thinking = {*self.turns.tasks, *self.analysts.tasks}
        under_way = {closing, *self._presses, *self._background, *thinking}
        await asyncio.wait(under_way, timeout=STOP_SECONDS)
        with suppress(TimeoutError):
            await asyncio.wait_for(self.close(), CLOSE_SECONDS)

    @property
    def is_stopping(self) -> bool:
        """Whether the bot was told to stop."""
        return self._stopping.is_set()


def _for_servers(command: dict[str, Any]) -> dict[str, Any]:
    """Return the command as it is offered by an app that only servers can install."""
    contexts = [
        each
        for each in command["contexts"] or ()
        if each != app_commands.AppCommandContext.PRIVATE_CHANNEL
    ]
    only = app_commands.AppInstallationType.GUILD
    return command | {"contexts": contexts or None, "integration_types": [only]}


def _shards(settings: Settings) -> dict[str, Any]:
    """Return the shards of this process; without the setting Discord says how many there are."""
    count, ids = settings.shard_count, settings.shard_ids
    return ({"shard_count": count} if count else {}) | ({"shard_ids": list(ids)} if ids else {})


def _redirect(settings: Settings) -> None:
    """Point discord.py at the addresses of the settings; it keeps them per process."""
    discord.http.Route.BASE = settings.discord_api_base
    if settings.discord_gateway_url:
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.discord_gateway_url)
