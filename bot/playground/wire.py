"""The members' face over HTTP and WebSocket, and the page that uses it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import Any

from aiohttp import WSCloseCode, web

from bot.playground.errors import Json, Refused
from bot.playground.gateway import Gateway
from bot.playground.interactions import Interaction, InteractionKind, Interactions, Status
from bot.playground.members import Members
from bot.playground.payloads import Payloads
from bot.playground.world import (
    Attachment,
    Channel,
    ChannelKind,
    Event,
    Member,
    Message,
    Permission,
    Subject,
)

PAGE = Path(__file__).parent / "page"
_KINDS = {
    ChannelKind.TEXT: "text",
    ChannelKind.THREAD: "thread",
    ChannelKind.DM: "dm",
    ChannelKind.GROUP: "group",
}
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


class Wire:
    """Serves members' sockets, their acts, the page and the attached files."""

    def __init__(
        self, payloads: Payloads, gateway: Gateway, interactions: Interactions, members: Members
    ) -> None:
        self.payloads = payloads
        self.world = payloads.world
        self.gateway = gateway
        self.interactions = interactions
        self.members = members
        self._feeds: dict[asyncio.Queue[Json], Member] = {}
        self._sockets: set[web.WebSocketResponse] = set()

    def register(self, app: web.Application) -> None:
        """Add the page, the files, the socket and the acts to the application."""
        app.router.add_get("/", self._index)
        app.router.add_static("/page", PAGE)
        app.router.add_get("/attachments/{channel}/{attachment}/{name}", self._attachment)
        app.router.add_get("/playground/socket", self._socket)
        acts = {
            "command": self._command,
            "autocomplete": self._autocomplete,
            "press": self._press,
            "modal": self._modal,
            "dismiss": self._dismiss,
            "say": self._say,
        }
        for name, act in acts.items():
            app.router.add_post(f"/playground/{name}", _answering(act))

    async def close(self) -> None:
        """Close the members' sockets."""
        for socket in list(self._sockets):
            await socket.close(code=WSCloseCode.GOING_AWAY)

    # From the server to the page

    def refresh(self) -> None:
        """Send everybody the world anew."""
        for feed, member in self._feeds.items():
            feed.put_nowait(self.world_frame(member))

    def hear(self, event: Event, subject: Subject) -> None:
        """Send what happened to those who see it."""
        if not isinstance(subject, Message):
            self.refresh()
            return
        for feed, member in self._feeds.items():
            if not self._sees(member, subject.channel):
                continue
            if event is Event.MESSAGE_DELETE:
                if subject.ephemeral_for in (None, member):
                    place = {"channel": str(subject.channel.id), "id": str(subject.id)}
                    feed.put_nowait({"type": "gone"} | place)
            elif subject.is_visible_to(member):
                feed.put_nowait({"type": "message", "message": self.message(subject)})

    def interaction_changed(self, interaction: Interaction) -> None:
        """Tell the member who acted whether it was answered, and show the form it opened."""
        place = {"id": str(interaction.id), "status": str(interaction.status)}
        for feed, member in self._feeds.items():
            if member is not interaction.member or interaction.kind is InteractionKind.AUTOCOMPLETE:
                continue
            if interaction.modal is not None and interaction.status is Status.ANSWERED:
                shown = {"interaction": str(interaction.id), "modal": interaction.modal}
                feed.put_nowait({"type": "modal"} | shown)
            feed.put_nowait({"type": "interaction"} | place)

    def _sees(self, member: Member, channel: Channel) -> bool:
        return bool(self.world.permissions(member, channel) & Permission.VIEW_CHANNEL)

    def message(self, message: Message) -> Json:
        """Return a message with what only the page needs to know of it."""
        private, invoked = message.ephemeral_for, message.invoked
        return self.payloads.message(message) | {
            "ephemeral_for": None if private is None else str(private.id),
            "pings": [str(member.id) for member in message.pings],
            "invoked": None
            if invoked is None
            else {"member": str(invoked.member.id), "command": invoked.command},
        }

    def world_frame(self, member: Member) -> Json:
        """Return everything one member sees."""
        channels = [each for each in self.world.channels.values() if self._sees(member, each)]
        bot = self.world.bot
        return {
            "type": "world",
            "me": str(member.id),
            "guild": {"id": str(self.world.guild_id), "name": self.world.guild_name},
            "elsewhere": {"id": str(self.world.elsewhere_id), "name": self.world.elsewhere_name},
            "bot": {"id": str(bot.id), "name": bot.name, "online": self.gateway.is_online},
            "members": [
                {"id": str(each.id), "name": each.name, "color": each.color}
                for each in self.world.present_members()
                if not each.bot
            ],
            "channels": [
                {
                    "id": str(each.id),
                    "name": each.name,
                    "kind": _KINDS[each.kind],
                    "guild": None if each.guild_id is None else str(each.guild_id),
                    "parent": None if each.parent is None else str(each.parent.id),
                    "archived": each.archived,
                    "locked": each.locked,
                    "commands": [command["id"] for command in self.members.offered(member, each)],
                }
                for each in channels
            ],
            "commands": self.members.commands,
            "messages": {
                str(channel.id): [
                    self.message(each)
                    for each in channel.messages.values()
                    if each.is_visible_to(member)
                ]
                for channel in channels
            },
        }

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        member = self._reader(request.query.get("member"))
        socket = web.WebSocketResponse(heartbeat=30)
        await socket.prepare(request)
        feed: asyncio.Queue[Json] = asyncio.Queue()
        feed.put_nowait(self.world_frame(member))
        self._feeds[feed] = member
        self._sockets.add(socket)
        writer = asyncio.create_task(_pour(feed, socket))
        try:
            async for _ in socket:
                pass
        finally:
            writer.cancel()
            self._sockets.discard(socket)
            del self._feeds[feed]
        return socket

    # From the page to the server

    def _member(self, id: object) -> Member:
        member = self.world.members.get(_number(id))
        if member is None or member.bot:
            raise Refused("There is no such member.")
        return member

    def _reader(self, id: object) -> Member:
        """Return the member, or the first one when a page remembers somebody of another run."""
        try:
            return self._member(id)
        except Refused:
            return next(each for each in self.world.present_members() if not each.bot)

    def _channel(self, id: object) -> Channel:
        channel = self.world.channels.get(_number(id))
        if channel is None:
            raise Refused("There is no such channel.")
        return channel

    def _message(self, id: object) -> Message:
        for channel in self.world.channels.values():
            if message := channel.messages.get(_number(id)):
                return message
        raise Refused("This message is not there.")

    async def _command(self, body: Json) -> Json:
        target = body.get("target")
        interaction = self.members.command(
            self._member(body.get("member")),
            self._channel(body.get("channel")),
            str(body.get("name")),
            _options(body),
            None if target is None else self._member(target),
        )
        return {"interaction": str(interaction.id)}

    async def _autocomplete(self, body: Json) -> Json:
        member, channel = self._member(body.get("member")), self._channel(body.get("channel"))
        name = str(body.get("name"))
        interaction = self.members.autocomplete(member, channel, name, _options(body))
        await interaction.settled.wait()
        return {"choices": interaction.choices}

    async def _press(self, body: Json) -> Json:
        interaction = self.members.press(
            self._member(body.get("member")),
            self._message(body.get("message")),
            str(body.get("custom_id")),
            [str(value) for value in body.get("values") or ()],
        )
        return {"interaction": None if interaction is None else str(interaction.id)}

    async def _modal(self, body: Json) -> Json:
        opened = self.interactions.every.get(_number(body.get("interaction")))
        if opened is None or opened.member is not self._member(body.get("member")):
            raise Refused("There is no such form.")
        interaction = self.members.submit(opened, body.get("values") or {})
        return {"interaction": str(interaction.id)}

    async def _dismiss(self, body: Json) -> Json:
        message = self._message(body.get("message"))
        self.members.dismiss(self._member(body.get("member")), message)
        return {}

    async def _say(self, body: Json) -> Json:
        member, channel = self._member(body.get("member")), self._channel(body.get("channel"))
        message = self.members.say(member, channel, str(body.get("content") or ""))
        return {"message": str(message.id)}

    async def _index(self, _: web.Request) -> web.FileResponse:
        headers = {"Content-Security-Policy": _POLICY}
        return web.FileResponse(PAGE / "index.html", headers=headers)

    async def _attachment(self, request: web.Request) -> web.Response:
        path = request.match_info
        for each in self._files(_number(path["channel"])):
            if each.id == _number(path["attachment"]) and each.filename == path["name"]:
                headers = {"Content-Security-Policy": "default-src 'none'"}
                return web.Response(body=each.data, content_type=each.content_type, headers=headers)
        raise web.HTTPNotFound

    def _files(self, channel_id: int) -> Iterable[Attachment]:
        """Return the files under a channel's messages; under 0 are those of commands."""
        if channel_id == 0:
            return self.members.uploads.values()
        channel = self.world.channels.get(channel_id)
        messages = [] if channel is None else channel.messages.values()
        return [each for message in messages for each in message.attachments]


async def _pour(feed: asyncio.Queue[Json], socket: web.WebSocketResponse) -> None:
    while True:
        frame = await feed.get()
        try:
            await socket.send_str(json.dumps(frame))
        except ConnectionError:
            return


def _number(id: object) -> int:
    text = str(id)
    return int(text) if text.isdecimal() else 0


def _options(body: Json) -> list[Json]:
    options = body.get("options") or []
    if not isinstance(options, list) or not all(isinstance(each, dict) for each in options):
        raise Refused("The options are not understood.")
    return options


def _answering(
    act: Callable[[Json], Awaitable[Json]],
) -> Callable[[web.Request], Awaitable[web.Response]]:
    async def serve(request: web.Request) -> web.Response:
        try:
            body: Any = await request.json()
            if not isinstance(body, dict):
                raise Refused("The request is not understood.")
            return web.json_response({"ok": True} | await act(body))
        except (Refused, ValueError) as refusal:
            sentence = str(refusal) if isinstance(refusal, Refused) else "This is not JSON."
            return web.json_response({"ok": False, "error": sentence}, status=400)

    return serve
