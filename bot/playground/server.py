"""The stand-in as one object: serves its three faces on one loopback port."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import os
import re
import secrets
from collections.abc import Awaitable, Callable, Mapping
from types import TracebackType
from typing import Self, TypeVar
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.typedefs import Handler

from bot.playground.errors import Json, Refused
from bot.playground.faults import Clock, Fault, Faults
from bot.playground.gateway import Drop, Gateway
from bot.playground.interactions import Interaction, Interactions, Status
from bot.playground.members import Members, OptionKind
from bot.playground.messages import Upload
from bot.playground.payloads import ATTACHMENT_SIZE_LIMIT, Payloads
from bot.playground.posting import POSTING_ROUTES, Posting
from bot.playground.rest import API, Request, Rest
from bot.playground.routes import ROUTES, Routes
from bot.playground.wire import Wire
from bot.playground.world import Channel, Event, Member, Message, Subject, World

_Named = TypeVar("_Named", Member, Channel)
HOST = "127.0.0.1"
QUIET_SECONDS = 0.05
"""How long nothing happens when nothing more will, on a machine with nothing else to do."""
_OWN_HOSTS = frozenset({"127.0.0.1", "localhost"})


class StandIn:
    """Discord on loopback, with "The Pyramid Club", Ada and Ben in it.

    Both also talk to the bot in private, with each other in a group, and in a server where the
    bot is not; for these they have installed the app themselves.

    `async with StandIn() as standin:` serves until the block ends. Port 0 takes any free one.
    """

    def __init__(self, port: int = 0) -> None:
        self.clock = Clock()
        self.world = World(self.clock)
        self.token = secrets.token_urlsafe(24)
        self.faults = Faults()
        self.payloads = Payloads(self.world)
        self.gateway = Gateway(self.payloads, self.token)
        self.interactions = Interactions(self.payloads, self.gateway)
        self.members = Members(self.payloads, self.interactions)
        self.rest = Rest(self.token, self.faults)
        self.wire = Wire(self.payloads, self.gateway, self.interactions, self.members)
        self.url = ""
        self._port = port
        self._changed = asyncio.Event()
        self._runner: web.AppRunner | None = None
        self._populate()
        self._connect()

    def _populate(self) -> None:
        people = [("Ada", "#3ba55d"), ("Ben", "#d9822b")]
        members = [self.world.add_member(name, color=color) for name, color in people]
        for name in ("games", "lounge", "arcade"):
            self.world.add_channel(name)
        self.world.add_channel("tavern", self.world.elsewhere_id)
        for member in members:
            self.world.direct_channel(member)
        self.world.add_group(*members)

    def _connect(self) -> None:
        """Let each part hear of what the others change."""
        self.world.listeners += [self.gateway.hear, self.wire.hear, self._hear]
        self.gateway.on_presence = self._refresh
        self.members.on_commands = self._refresh
        self.interactions.on_change = self._interaction_changed
        self.rest.on_request = self._beat

    async def __aenter__(self) -> Self:
        app = web.Application(
            middlewares=[_same_origin], client_max_size=12 * ATTACHMENT_SIZE_LIMIT
        )
        app.on_response_prepare.append(_fresh)
        routes = Routes(self.payloads, self.gateway, self.members)
        self.rest.add(app, ROUTES, routes)
        self.rest.add(app, POSTING_ROUTES, Posting(routes, self.interactions))
        self.rest.add_fallback(app)
        app.router.add_get("/gateway", self.gateway.handle)
        app.router.add_get("/gateway/", self.gateway.handle)
        self.wire.register(app)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, HOST, self._port)
        await site.start()
        port = self._runner.addresses[0][1]
        self.url = self.payloads.base = f"http://{HOST}:{port}"
        self.gateway.url = f"ws://{HOST}:{port}/gateway"
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.interactions.close()
        await self.gateway.close()
        await self.wire.close()
        if self._runner is not None:
            await self._runner.cleanup()

    @property
    def api_base(self) -> str:
        """Return the address that takes the place of https://discord.com/api/v10."""
        return self.url + API

    @property
    def gateway_url(self) -> str:
        """Return the WebSocket address that takes the place of Discord's gateway."""
        return self.gateway.url

    @property
    def requests(self) -> list[Request]:
        """Return every request the bot made so far, oldest first."""
        return self.rest.requests

    def environment(self) -> dict[str, str]:
        """Return the settings with which the unmodified bot connects here."""
        return {
            "DISCORD_TOKEN": self.token,
            "DISCORD_API_BASE": self.api_base,
            "DISCORD_GATEWAY_URL": self.gateway_url,
        }

    # Looking things up

    def member(self, name: str) -> Member:
        """Return the member of that name; raises KeyError when there is none."""
        return _named(self.world.members, name)

    def channel(self, name: str) -> Channel:
        """Return the channel or thread of that name; raises KeyError when there is none."""
        return _named(self.world.channels, name)

    def visible(self, channel: Channel, member: Member) -> list[Message]:
        """Return the messages a member sees in a channel, oldest first."""
        if not self.world.permissions(member, channel):
            return []
        return [each for each in channel.messages.values() if each.is_visible_to(member)]

    # Acting as a member

    async def command(
        self,
        member: Member,
        channel: Channel,
        name: str,
        /,
        target: Member | None = None,
        **options: object,
    ) -> Interaction:
        """Return a command's interaction once it is answered, or failed after 3 s.

        A subcommand is named after a space, as in "layout new"; members, channels and uploads
        may be given as options themselves.
        """
        base, _, path = name.partition(" ")
        if target is not None:
            base, path = name, ""
        filled = self._filled(base, path.split(), options, focused=None)
        return await self._settled(self.members.command(member, channel, base, filled, target))

    async def autocomplete(
        self, member: Member, channel: Channel, name: str, /, **options: object
    ) -> list[Json]:
        """Return the suggestions for the option given last; none when it failed."""
        base, _, path = name.partition(" ")
        filled = self._filled(base, path.split(), options, focused=list(options)[-1])
        interaction = self.members.autocomplete(member, channel, base, filled)
        return (await self._settled(interaction)).choices

    def press_nowait(
        self, member: Member, message: Message, custom_id: str, *values: str
    ) -> Interaction | None:
        """Return the interaction of a press at once; None when the pick is already picked."""
        return self.members.press(member, message, custom_id, values)

    async def press(
        self, member: Member, message: Message, custom_id: str, *values: str
    ) -> Interaction | None:
        """Return the interaction of a press once it is answered or failed."""
        interaction = self.press_nowait(member, message, custom_id, *values)
        return None if interaction is None else await self._settled(interaction)

    async def submit(self, opened: Interaction, **values: object) -> Interaction:
        """Return the interaction of a filled-in modal once it is answered or failed."""
        return await self._settled(self.members.submit(opened, values))

    async def _settled(self, interaction: Interaction) -> Interaction:
        await interaction.settled.wait()
        return interaction

    def _filled(
        self, base: str, path: list[str], options: Mapping[str, object], focused: str | None
    ) -> list[Json]:
        known: list[Json] = next(
            (each.get("options") or [] for each in self.members.commands if each["name"] == base),
            [],
        )
        for part in path:
            step = next((each for each in known if each["name"] == part), None)
            if step is None:
                raise Refused(f"There is no subcommand {part}.")
            known = step.get("options") or []
        kinds = {option["name"]: option["type"] for option in known}
        filled: list[Json] = []
        for name, value in options.items():
            plain = _plain(value)
            option = {"name": name, "type": kinds.get(name, OptionKind.STRING), "value": plain}
            filled.append(option | ({"focused": True} if name == focused else {}))
        for depth, part in reversed(list(enumerate(path))):
            is_last = depth == len(path) - 1
            kind = OptionKind.SUBCOMMAND if is_last else OptionKind.GROUP
            filled = [{"name": part, "type": int(kind), "options": filled}]
        return filled

    # Faults

    def fail(
        self,
        method: str,
        path: str,
        status: int | None,
        *,
        times: int = 1,
        code: int | None = None,
        retry_after: float = 0.05,
        delay: float = 0.0,
        apply_anyway: bool = False,
    ) -> None:
        """Order a fault for the next requests whose path, without /api/v10, matches.

        Status None only delays, by so many seconds; status 0 closes the connection.
        `apply_anyway` loses only the reply.
        """
        pattern = re.compile(path)
        self.faults.pending.append(
            Fault(method, pattern, status, times, code, retry_after, delay, apply_anyway)
        )

    async def drop_gateway(self, kind: str = "resume") -> None:
        """Break the bot's connection: resume, reconnect, invalid or zombie."""
        await self.gateway.drop(Drop(kind))

    # Waiting

    async def wait_for(self, predicate: Callable[[], object], timeout: float = 30.0) -> None:
        """Return when the predicate holds; raises TimeoutError after so many real seconds."""
        async with asyncio.timeout(timeout):
            while not predicate():
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._changed.wait(), 0.05)

    async def wait_online(self, timeout: float = 10.0) -> None:
        """Return when the bot is connected and identified."""
        await self.wait_for(lambda: self.gateway.is_online, timeout)

    async def settle(self, quiet: float = QUIET_SECONDS) -> None:
        """Return when no interaction waits, no request runs, and nothing changed for a while.

        The busier the machine, the longer the while: a bot that waits for its store is quiet too.
        """
        while True:
            seen = self._changed
            await asyncio.sleep(quiet * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1)))
            waiting = (each.status is Status.PENDING for each in self.interactions.every.values())
            if seen is self._changed and not self.rest.is_busy and not any(waiting):
                return

    def _beat(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    def _hear(self, event: Event, subject: Subject) -> None:
        self._beat()

    def _refresh(self) -> None:
        self.wire.refresh()
        self._beat()

    def _interaction_changed(self, interaction: Interaction) -> None:
        self.wire.interaction_changed(interaction)
        self._beat()


def _plain(value: object) -> object:
    """Return an option's value as the page sends it."""
    match value:
        case Member() | Channel():
            return str(value.id)
        case Upload():
            data = base64.b64encode(value.data).decode()
            return {"filename": value.filename, "data": data}
        case _:
            return value


def _named(things: Mapping[int, _Named], name: str) -> _Named:
    for thing in things.values():
        if thing.name == name:
            return thing
    raise KeyError(name)


async def _fresh(_: web.Request, response: web.StreamResponse) -> None:
    """Keep browsers from showing yesterday's page, and from guessing types."""
    response.headers.setdefault("Cache-Control", "no-cache")
    response.headers.setdefault("X-Content-Type-Options", "nosniff")


@web.middleware
async def _same_origin(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse what does not come from this machine's own page: Host and Origin must be ours."""
    host = urlsplit(f"//{request.host}").hostname
    origin = request.headers.get("Origin")
    if host not in _OWN_HOSTS or origin not in (None, f"http://{request.host}"):
        return web.json_response({"ok": False, "error": "Foreign origin."}, status=403)
    response: Awaitable[web.StreamResponse] = handler(request)
    return await response
