"""Interactions: opened by a member, answered by the bot, with Discord's deadlines and order."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum

from bot.playground import messages
from bot.playground.contexts import (
    MOST_FOLLOWUPS,
    Context,
    app_permissions,
    context_of,
    is_guest,
    owners_here,
)
from bot.playground.errors import Code, Form, Json, form_error
from bot.playground.gateway import Gateway
from bot.playground.limits import check_choices, check_modal
from bot.playground.messages import Draft, Upload, Voice
from bot.playground.payloads import ATTACHMENT_SIZE_LIMIT, Payloads
from bot.playground.world import (
    Channel,
    Flag,
    Invoked,
    Member,
    Message,
    Permission,
)

ANSWER_SECONDS = 3.0
"""How long an interaction waits for its first response."""
TOKEN_SECONDS = 15 * 60.0
"""How long an answered interaction can be followed up and edited."""


class InteractionKind(IntEnum):
    """Discord's numbers for the kinds of interaction."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class Callback(IntEnum):
    """Discord's numbers for the kinds of response."""

    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


class Status(StrEnum):
    """How an interaction stands for the member who acted."""

    PENDING = "pending"
    ANSWERED = "answered"
    FAILED = "failed"


@dataclass(slots=True, eq=False)
class Interaction:
    """One act of a member and what came of it; `owners` as its `Message` has them."""

    id: int
    token: str
    kind: InteractionKind
    member: Member
    channel: Channel
    data: Json
    source: Message | None
    owners: dict[str, str]
    started: float
    status: Status = Status.PENDING
    response: Json | None = None
    message: Message | None = None
    followups: list[Message] = field(default_factory=list)
    modal: Json | None = None
    settled: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def choices(self) -> list[Json]:
        """Return the suggestions with which an autocomplete was answered."""
        return ((self.response or {}).get("data") or {}).get("choices") or []

    @property
    def is_loading(self) -> bool:
        """Tell whether the member still sees "thinking…"."""
        return self.message is not None and bool(self.message.flags & Flag.LOADING)


_ALLOWED = {
    InteractionKind.COMMAND: {Callback.MESSAGE, Callback.DEFERRED_MESSAGE, Callback.MODAL},
    InteractionKind.AUTOCOMPLETE: {Callback.CHOICES},
    InteractionKind.COMPONENT: set(Callback) - {Callback.CHOICES},
    InteractionKind.MODAL: set(Callback) - {Callback.CHOICES, Callback.MODAL},
}


class Interactions:
    """Every interaction so far, by id; the bot's side of them."""

    def __init__(self, payloads: Payloads, gateway: Gateway) -> None:
        self.payloads = payloads
        self.world = payloads.world
        self.gateway = gateway
        self.every: dict[int, Interaction] = {}
        self.on_change: Callable[[Interaction], None] = lambda _: None
        self._watches: set[asyncio.Task[None]] = set()

    def open(
        self,
        kind: InteractionKind,
        member: Member,
        channel: Channel,
        data: Json,
        source: Message | None = None,
        owners: dict[str, str] | None = None,
    ) -> Interaction:
        """Return a new interaction, already sent to the bot and with its 3 seconds running.

        Without `owners` it came about as the message did under which it happens.
        """
        if owners is None:
            owners = owners_here(self.world, channel) if source is None else source.owners
        interaction = Interaction(
            self.world.next_id(),
            secrets.token_urlsafe(48),
            kind,
            member,
            channel,
            data,
            source,
            owners,
            self.world.clock.monotonic(),
        )
        self.every[interaction.id] = interaction
        self.gateway.interaction(self._payload(interaction))
        watch = asyncio.create_task(self._watch(interaction))
        self._watches.add(watch)
        watch.add_done_callback(self._watches.discard)
        return interaction

    async def close(self) -> None:
        """Stop waiting for answers."""
        for watch in self._watches:
            watch.cancel()
        await asyncio.gather(*self._watches, return_exceptions=True)

    async def _watch(self, interaction: Interaction) -> None:
        end = interaction.started + ANSWER_SECONDS
        deadline = asyncio.create_task(self.world.clock.sleep_until(end))
        answer = asyncio.create_task(interaction.settled.wait())
        try:
            await asyncio.wait({deadline, answer}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            deadline.cancel()
            answer.cancel()
        if interaction.status is Status.PENDING:
            self._settle(interaction, Status.FAILED)

    def _settle(self, interaction: Interaction, status: Status) -> None:
        interaction.status = status
        interaction.settled.set()
        self.on_change(interaction)

    def _payload(self, interaction: Interaction) -> Json:
        world, channel = self.world, interaction.channel
        body: Json = {
            "id": str(interaction.id),
            "application_id": str(world.bot.id),
            "type": int(interaction.kind),
            "data": interaction.data,
            "token": interaction.token,
            "version": 1,
            "channel_id": str(channel.id),
            "channel": self.payloads.channel(channel)
            | {"permissions": str(int(world.permissions(interaction.member, channel)))},
            "app_permissions": str(int(app_permissions(world, channel))),
            "locale": "en-US",
            "entitlements": [],
            "authorizing_integration_owners": interaction.owners,
            "attachment_size_limit": ATTACHMENT_SIZE_LIMIT,
            "context": int(context_of(channel)),
        }
        if channel.guild_id is None:
            body["user"] = self.payloads.user(interaction.member)
        else:
            body |= {
                "guild_id": str(channel.guild_id),
                "guild": {"id": str(channel.guild_id), "locale": "en-US", "features": []},
                "guild_locale": "en-US",
                "member": self.payloads.member(interaction.member, channel),
            }
        if interaction.source is not None:
            body["message"] = self.payloads.message(interaction.source)
        return body

    def respond(self, id: int, token: str, draft: Draft) -> Json:
        """Carry out the first response and return what `with_response` answers."""
        interaction = self.every.get(id)
        if interaction is None or interaction.token != token:
            raise Code.UNKNOWN_INTERACTION.error()
        if interaction.response is not None:
            raise Code.ALREADY_ACKNOWLEDGED.error()
        age = self.world.clock.monotonic() - interaction.started
        if interaction.status is Status.FAILED or age > ANSWER_SECONDS:
            raise Code.UNKNOWN_INTERACTION.error()
        kind = self._callback_kind(interaction, draft.body)
        data = draft.body.get("data") or {}
        self._carry_out(interaction, kind, Draft(data, draft.uploads, Voice.INTERACTION))
        interaction.response = draft.body
        self._settle(interaction, Status.ANSWERED)
        return self._callback_body(interaction, kind)

    def _callback_kind(self, interaction: Interaction, body: Json) -> Callback:
        kind = body.get("type")
        allowed = set(_ALLOWED[interaction.kind])
        if interaction.source is None:
            allowed -= {Callback.UPDATE, Callback.DEFERRED_UPDATE}
        if kind not in allowed:
            known = ", ".join(str(int(each)) for each in sorted(allowed))
            message = f'Value of field "type" must be one of ({known}).'
            raise form_error("type", "UNION_TYPE_CHOICES", message)
        return Callback(kind)

    def _carry_out(self, interaction: Interaction, kind: Callback, draft: Draft) -> None:
        form = Form()
        match kind:
            case Callback.MESSAGE:
                interaction.message = self._send(interaction, draft, self._invoked(interaction))
            case Callback.DEFERRED_MESSAGE:
                flags = messages.asked_flags(draft.body)
                if flags & ~Flag.EPHEMERAL:
                    raise form_error("data.flags", "BASE_TYPE_CHOICES", "Only EPHEMERAL")
                self._check_open(interaction)
                interaction.message = messages.create_loading(
                    self.world,
                    interaction.channel,
                    owners=interaction.owners,
                    ephemeral_for=self._reader(interaction, flags),
                    invoked=self._invoked(interaction),
                )
            case Callback.DEFERRED_UPDATE:
                interaction.message = interaction.source
            case Callback.UPDATE:
                if interaction.source is not None:
                    self.edit(interaction, interaction.source, draft)
                interaction.message = interaction.source
            case Callback.CHOICES:
                check_choices(form, draft.body.get("choices"))
                form.close()
            case Callback.MODAL:
                check_modal(form, draft.body)
                form.close()
                interaction.modal = draft.body

    def _callback_body(self, interaction: Interaction, kind: Callback) -> Json:
        about: Json = {"id": str(interaction.id), "type": int(interaction.kind)}
        resource: Json = {"type": int(kind)}
        if (message := interaction.message) is not None:
            about |= {
                "response_message_id": str(message.id),
                "response_message_loading": bool(message.flags & Flag.LOADING),
                "response_message_ephemeral": message.ephemeral_for is not None,
            }
            if kind in (Callback.MESSAGE, Callback.UPDATE):
                resource["message"] = self.payloads.message(message)
        return {"interaction": about, "resource": resource}

    def _invoked(self, interaction: Interaction) -> Invoked | None:
        if interaction.kind is not InteractionKind.COMMAND:
            return None
        name = str(interaction.data["name"])
        return Invoked(interaction.id, int(interaction.kind), interaction.member, name)

    def _check_open(self, interaction: Interaction) -> None:
        channel = interaction.channel
        if channel.id not in self.world.channels:
            raise Code.UNKNOWN_CHANNEL.error()
        if self.world.is_locked(channel, self.world.bot):
            raise Code.THREAD_ARCHIVED.error()

    def _send(self, interaction: Interaction, draft: Draft, invoked: Invoked | None) -> Message:
        self._check_open(interaction)
        return messages.create(
            self.world,
            interaction.channel,
            draft,
            owners=interaction.owners,
            ephemeral_for=self._reader(interaction, messages.asked_flags(draft.body)),
            invoked=invoked,
        )

    def _reader(self, interaction: Interaction, flags: Flag) -> Member | None:
        """Return who alone sees an answer, None when everybody does.

        In a server without the app members need a permission to let everybody see what theirs
        says; without it the answer is private, whatever was asked.
        """
        member, channel = interaction.member, interaction.channel
        may = self.world.permissions(member, channel)
        is_public = (
            not is_guest(interaction.owners)
            or context_of(channel) is not Context.GUILD
            or may & Permission.USE_EXTERNAL_APPS
        )
        return member if flags & Flag.EPHEMERAL or not is_public else None

    def by_token(self, application: int, token: str) -> Interaction:
        """Return the answered interaction whose token is not yet 15 minutes old."""
        if application != self.world.bot.id:
            raise Code.UNKNOWN_WEBHOOK.error()
        found = next((each for each in self.every.values() if each.token == token), None)
        if found is None or self.world.clock.monotonic() - found.started > TOKEN_SECONDS:
            raise Code.INVALID_WEBHOOK_TOKEN.error()
        if found.response is None:
            raise Code.UNKNOWN_WEBHOOK.error()
        return found

    def follow_up(self, interaction: Interaction, body: Json, uploads: list[Upload]) -> Message:
        """Return a further message; the first one after "thinking…" takes that one's place."""
        draft = Draft(body, uploads, Voice.INTERACTION)
        loading = interaction.message
        if loading is not None and interaction.is_loading:
            self.edit(interaction, loading, draft)
            return loading
        if is_guest(interaction.owners) and len(interaction.followups) >= MOST_FOLLOWUPS:
            raise Code.TOO_MANY_FOLLOWUPS.error()
        message = self._send(interaction, draft, None)
        interaction.followups.append(message)
        return message

    def find(self, interaction: Interaction, which: str) -> Message:
        """Return the message `@original`, or by id, that this interaction's token reaches."""
        reach = [interaction.message, interaction.source, *interaction.followups]
        for message in reach[:1] if which == "@original" else reach:
            if message is None or message.id not in message.channel.messages:
                continue
            if which in ("@original", str(message.id)):
                return message
        raise Code.UNKNOWN_MESSAGE.error()

    def edit(self, interaction: Interaction, message: Message, draft: Draft) -> None:
        """Edit a message through the interaction's token."""
        if message.channel.messages.get(message.id) is not message:
            raise Code.UNKNOWN_MESSAGE.error()
        self._check_open(interaction)
        if message.channel.archived:
            raise Code.THREAD_ARCHIVED.error()
        messages.edit(self.world, message, Draft(draft.body, draft.uploads, Voice.INTERACTION))
