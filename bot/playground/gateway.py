"""The gateway: sessions of the bot, what is sent to them, and how they break and resume."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum, IntFlag, StrEnum
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web

from bot.playground.errors import Json
from bot.playground.payloads import Payloads
from bot.playground.world import Channel, ChannelKind, Event, Member, Message, Subject

ACK_SECONDS = 0.05


class Op(IntEnum):
    """Discord's gateway opcodes."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE = 3
    VOICE_STATE = 4
    RESUME = 6
    RECONNECT = 7
    REQUEST_MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


class Intent(IntFlag):
    """What a session asks to hear of."""

    GUILDS = 1 << 0
    GUILD_MEMBERS = 1 << 1
    GUILD_PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    DIRECT_MESSAGES = 1 << 12
    MESSAGE_CONTENT = 1 << 15


PRIVILEGED = Intent.GUILD_MEMBERS | Intent.GUILD_PRESENCES | Intent.MESSAGE_CONTENT
_ANY_INTENT = (1 << 26) - 1


class Drop(StrEnum):
    """The ways in which a connection ends that the stand-in can play."""

    RESUME = "resume"
    RECONNECT = "reconnect"
    INVALID = "invalid"
    ZOMBIE = "zombie"


class _Close(Exception):
    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code


@dataclass(slots=True, eq=False)
class Session:
    """One identified session; it outlives its connection and keeps what it could not send."""

    id: str
    intents: Intent
    shard: tuple[int, int]
    sequence: int = 0
    history: deque[Json] = field(default_factory=lambda: deque(maxlen=1000))
    connection: _Connection | None = None

    def send(self, event: str, data: Json) -> None:
        """Send an event, or keep it for a resume."""
        self.sequence += 1
        frame = {"op": int(Op.DISPATCH), "s": self.sequence, "t": event, "d": data}
        self.history.append(frame)
        if self.connection is not None:
            self.connection.send(frame)


class _Connection:
    """One WebSocket; frames leave in order through a queue."""

    def __init__(self, socket: web.WebSocketResponse) -> None:
        self.socket = socket
        self.session: Session | None = None
        self.is_mute = False
        self.is_dropped = False
        self._frames: asyncio.Queue[Json] = asyncio.Queue()
        self._writer = asyncio.create_task(self._write())

    def send(self, frame: Json) -> None:
        if not self.is_mute:
            self._frames.put_nowait(frame)

    async def _write(self) -> None:
        while True:
            frame = await self._frames.get()
            with contextlib.suppress(ConnectionError):
                await self.socket.send_str(json.dumps(frame))
            self._frames.task_done()

    async def close(self, code: int, reason: str = "") -> None:
        """Close after everything queued has left."""
        self.is_dropped = True
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._frames.join(), 1)
        self._writer.cancel()
        await self.socket.close(code=code, message=reason.encode())


class Gateway:
    """Holds the bot's sessions and turns what happens in the world into events for them."""

    def __init__(self, payloads: Payloads, token: str) -> None:
        self.payloads = payloads
        self.token = token
        self.url = ""
        self.heartbeat_seconds = 41.25
        self.is_accepting = True
        self.identifies = 0
        self.resumes = 0
        self.sessions: dict[str, Session] = {}
        self.on_presence: Callable[[], None] = lambda: None
        self._connections: set[_Connection] = set()

    @property
    def is_online(self) -> bool:
        """Tell whether the bot has an identified session that is connected."""
        return any(session.connection is not None for session in self.sessions.values())

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one connection until it ends."""
        if not self.is_accepting:
            raise web.HTTPServiceUnavailable
        socket = web.WebSocketResponse(max_msg_size=4096)
        await socket.prepare(request)
        connection = _Connection(socket)
        self._connections.add(connection)
        interval = int(self.heartbeat_seconds * 1000)
        connection.send({"op": int(Op.HELLO), "d": {"heartbeat_interval": interval}})
        try:
            await self._converse(connection)
        except _Close as close:
            await connection.close(close.code, str(close))
        finally:
            self._connections.discard(connection)
            self._leave(connection)
            await connection.close(WSCloseCode.OK)
        return socket

    async def _converse(self, connection: _Connection) -> None:
        patience = self.heartbeat_seconds * 1.5
        while True:
            try:
                message = await connection.socket.receive(timeout=patience)
            except TimeoutError:
                raise _Close(4009, "Session timed out.") from None
            if message.type is not WSMsgType.TEXT:
                return
            try:
                frame = json.loads(message.data)
                op, data = int(frame["op"]), frame.get("d")
            except (ValueError, KeyError, TypeError):
                raise _Close(4002, "Error while decoding payload.") from None
            self._receive(connection, op, data)

    def _receive(self, connection: _Connection, op: int, data: Any) -> None:  # noqa: ANN401 - JSON
        match op:
            case Op.HEARTBEAT:
                # Not at once: discord.py takes an answer that comes before it has noted its own
                # heartbeat for one to the heartbeat before.
                ack = {"op": int(Op.HEARTBEAT_ACK)}
                asyncio.get_running_loop().call_later(ACK_SECONDS, connection.send, ack)
            case Op.IDENTIFY | Op.RESUME if connection.session is not None:
                raise _Close(4005, "Already authenticated.")
            case Op.IDENTIFY | Op.RESUME if data.get("token") != self.token:
                raise _Close(4004, "Authentication failed.")
            case Op.IDENTIFY:
                self._identify(connection, data)
            case Op.RESUME:
                self._resume(connection, data)
            case Op.PRESENCE | Op.VOICE_STATE | Op.REQUEST_MEMBERS:
                if connection.session is None:
                    raise _Close(4003, "Not authenticated.")
            case _:
                raise _Close(4001, "Unknown opcode.")

    def _identify(self, connection: _Connection, data: Json) -> None:
        asked = data.get("intents")
        if not isinstance(asked, int) or asked & ~_ANY_INTENT:
            raise _Close(4013, "Invalid intent(s).")
        if asked & PRIVILEGED & ~self.payloads.world.privileged_intents:
            raise _Close(4014, "Disallowed intent(s).")
        shard, count = data.get("shard") or (0, 1)
        if not 0 <= shard < count:
            raise _Close(4010, "Invalid shard.")
        gone = [key for key, each in self.sessions.items() if each.connection is None]
        for key in gone:
            del self.sessions[key]
        session = Session(secrets.token_hex(16), Intent(asked), (shard, count))
        self.sessions[session.id] = session
        self._join(connection, session)
        self.identifies += 1
        world = self.payloads.world
        mine = world.bot.present and (world.guild_id >> 22) % count == shard
        guild = {"id": str(world.guild_id), "unavailable": True}
        ready: Json = {
            "v": 10,
            "user": self.payloads.user(world.bot) | {"verified": True, "mfa_enabled": False},
            "guilds": [guild] if mine else [],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": [shard, count],
            "application": {"id": str(world.bot.id), "flags": 0},
        }
        session.send("READY", ready)
        if mine and session.intents & Intent.GUILDS:
            session.send("GUILD_CREATE", self.payloads.guild())

    def _resume(self, connection: _Connection, data: Json) -> None:
        session = self.sessions.get(str(data.get("session_id")))
        sequence = data.get("seq")
        if session is None or not isinstance(sequence, int):
            connection.send({"op": int(Op.INVALID_SESSION), "d": False})
            return
        if sequence > session.sequence:
            raise _Close(4007, "Invalid seq.")
        if session.connection is not None:
            session.connection.session = None
        self._join(connection, session)
        self.resumes += 1
        for frame in list(session.history):
            if frame["s"] > sequence:
                connection.send(frame)
        session.send("RESUMED", {})

    def _join(self, connection: _Connection, session: Session) -> None:
        connection.session, session.connection = session, connection
        self.on_presence()

    def _leave(self, connection: _Connection) -> None:
        """Let go of the connection; a close by the bot's own wish ends the session too."""
        session = connection.session
        if session is None:
            return
        session.connection = None
        if connection.socket.close_code in (1000, 1001) and not connection.is_dropped:
            self.sessions.pop(session.id, None)
        self.on_presence()

    async def drop(self, kind: Drop) -> None:
        """Break every connection of the bot in one of Discord's ways."""
        for connection in list(self._connections):
            match kind:
                case Drop.RESUME:
                    await connection.close(4000, "Unknown error.")
                case Drop.RECONNECT:
                    connection.send({"op": int(Op.RECONNECT), "d": None})
                case Drop.INVALID:
                    if connection.session is not None:
                        self.sessions.pop(connection.session.id, None)
                    connection.send({"op": int(Op.INVALID_SESSION), "d": False})
                case Drop.ZOMBIE:
                    connection.is_mute = True

    async def close(self) -> None:
        """Close every connection as when Discord restarts."""
        for connection in list(self._connections):
            await connection.close(WSCloseCode.GOING_AWAY)

    def interaction(self, data: Json) -> None:
        """Send an interaction, which needs no intent."""
        for session in self.sessions.values():
            session.send("INTERACTION_CREATE", data)

    def hear(self, event: Event, subject: Subject) -> None:
        """Send what happened in the world to the sessions whose intents ask for it."""
        for session in self.sessions.values():
            if (data := self._data(event, subject, session.intents)) is not None:
                session.send(event, data)

    def _data(self, event: Event, subject: Subject, intents: Intent) -> Json | None:
        world = self.payloads.world
        match subject:
            case Message():
                direct = subject.channel.kind is ChannelKind.DM
                needed = Intent.DIRECT_MESSAGES if direct else Intent.GUILD_MESSAGES
                hidden = subject.ephemeral_for is not None
                seen = world.permissions(world.bot, subject.channel)
                if hidden or not seen or not intents & needed:
                    return None
                return self._read(event, subject, intents)
            case Channel(kind=ChannelKind.DM):
                return self.payloads.channel(subject) if intents & Intent.DIRECT_MESSAGES else None
            case Channel() if subject.guild_id != world.guild_id:
                return None
            case Channel():
                body = self.payloads.channel(subject)
                if event is Event.THREAD_CREATE:
                    body["newly_created"] = True
                return body if intents & Intent.GUILDS else None
            case Member() if event is Event.GUILD_CREATE:
                return self._invited() if intents & Intent.GUILDS else None
            case Member() if event is Event.GUILD_DELETE:
                return {"id": str(world.guild_id)} if intents & Intent.GUILDS else None
            case Member():
                body = self.payloads.member(subject) | {"guild_id": str(world.guild_id)}
                return body if intents & Intent.GUILD_MEMBERS else None

    def _invited(self) -> Json:
        """Return the server as the bot hears of it when it joins: with no word on outages."""
        return {key: value for key, value in self.payloads.guild().items() if key != "unavailable"}

    def _read(self, event: Event, message: Message, intents: Intent) -> Json:
        """Return the message as far as the bot may read it."""
        world = self.payloads.world
        body = self.payloads.dispatched(event, message)
        readable = (
            intents & Intent.MESSAGE_CONTENT
            or message.author is world.bot
            or world.bot in message.mentions
            or message.channel.kind is ChannelKind.DM
        )
        if event is not Event.MESSAGE_DELETE and not readable:
            body |= {"content": "", "embeds": [], "attachments": [], "components": []}
        return body
