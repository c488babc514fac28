"""What the stand-in remembers: servers, people, channels and messages, and who may what."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum, IntFlag, StrEnum
from typing import TypeAlias

from bot.playground.errors import Json
from bot.playground.faults import Clock

_DISCORD_EPOCH = 1_420_070_400_000


class Permission(IntFlag):
    """Discord's permission bits, as far as the stand-in looks at them."""

    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    USE_EXTERNAL_APPS = 1 << 50


NOTHING = Permission(0)
EVERYTHING = ~NOTHING
_SPOKEN = Permission.ATTACH_FILES | Permission.EMBED_LINKS | Permission.MENTION_EVERYONE
ORDINARY = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.SEND_MESSAGES_IN_THREADS
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.USE_EXTERNAL_APPS
)


class Event(StrEnum):
    """What happens in the world, by the names of Discord's gateway events."""

    MESSAGE_CREATE = "MESSAGE_CREATE"
    MESSAGE_UPDATE = "MESSAGE_UPDATE"
    MESSAGE_DELETE = "MESSAGE_DELETE"
    CHANNEL_CREATE = "CHANNEL_CREATE"
    CHANNEL_UPDATE = "CHANNEL_UPDATE"
    CHANNEL_DELETE = "CHANNEL_DELETE"
    THREAD_CREATE = "THREAD_CREATE"
    THREAD_UPDATE = "THREAD_UPDATE"
    THREAD_DELETE = "THREAD_DELETE"
    GUILD_CREATE = "GUILD_CREATE"
    GUILD_DELETE = "GUILD_DELETE"
    GUILD_MEMBER_ADD = "GUILD_MEMBER_ADD"
    GUILD_MEMBER_REMOVE = "GUILD_MEMBER_REMOVE"


class ChannelKind(IntEnum):
    """Discord's numbers for the kinds of channel the stand-in has."""

    TEXT = 0
    DM = 1
    GROUP = 3
    THREAD = 11


class Flag(IntFlag):
    """Discord's message flags, as far as they matter here."""

    SUPPRESS_EMBEDS = 1 << 2
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    COMPONENTS_V2 = 1 << 15


NO_FLAGS = Flag(0)


@dataclass(slots=True, eq=False)
class Role:
    """A role of the server; the one with the server's id is @everyone."""

    id: int
    name: str
    permissions: Permission


@dataclass(slots=True, eq=False)
class Member:
    """An account: a person or the bot, in the bot's server or gone from it.

    `has_app` says whether this person has installed the app for their own account.
    """

    id: int
    name: str
    joined_at: datetime
    color: str = "#5865f2"
    bot: bool = False
    roles: list[int] = field(default_factory=list)
    present: bool = True
    has_app: bool = True
    accepts_direct_messages: bool = True


@dataclass(slots=True)
class Overwrite:
    """What a channel allows and denies to one role or member, over the server's rules."""

    allow: Permission = NOTHING
    deny: Permission = NOTHING


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file under a message; `size` in bytes, width and height in pixels for images."""

    id: int
    filename: str
    content_type: str
    data: bytes = field(repr=False)
    description: str | None = None
    width: int | None = None
    height: int | None = None


@dataclass(frozen=True, slots=True)
class Invoked:
    """Which command a reply answers, and who typed it."""

    interaction: int
    kind: int
    member: Member
    command: str


@dataclass(slots=True, eq=False)
class Message:
    """A message as it stands now; edits change it in place.

    `owners` says by whose installation an answer to an interaction came about, as Discord's
    `authorizing_integration_owners` does; a message that the bot posted by itself has none.
    """

    id: int
    channel: Channel
    author: Member
    created_at: datetime
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: tuple[Attachment, ...] = ()
    flags: Flag = NO_FLAGS
    edited_at: datetime | None = None
    mentions: tuple[Member, ...] = ()
    mentions_everyone: bool = False
    pings: tuple[Member, ...] = ()
    nonce: str | int | None = None
    ephemeral_for: Member | None = None
    is_dismissed: bool = False
    invoked: Invoked | None = None
    reply_to: Message | None = None
    owners: dict[str, str] = field(default_factory=dict)

    def is_visible_to(self, member: Member) -> bool:
        """Tell whether a member who can see the channel sees this message in it."""
        if self.ephemeral_for is None:
            return True
        return self.ephemeral_for is member and not self.is_dismissed


@dataclass(slots=True, eq=False)
class Channel:
    """A text channel, a thread under one, or a conversation: with the bot, or of a group.

    `guild_id` is the server's, None for a conversation, which has `recipients` instead: those
    who talk there, apart from the bot.
    """

    id: int
    name: str
    kind: ChannelKind
    guild_id: int | None = None
    parent: Channel | None = None
    owner: Member | None = None
    recipients: tuple[Member, ...] = ()
    overwrites: dict[int, Overwrite] = field(default_factory=dict)
    archived: bool = False
    locked: bool = False
    auto_archive_minutes: int = 1440
    messages: dict[int, Message] = field(default_factory=dict)


Subject: TypeAlias = Message | Channel | Member
Listener: TypeAlias = Callable[[Event, Subject], None]


class World:
    """The bot's server, its people, channels and messages; says aloud what changes in it.

    The same people are in a second server, Elsewhere, in which the bot is not.
    """

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.listeners: list[Listener] = []
        self.privileged_intents = 0
        self._last_id = 0
        self.guild_id = self.next_id()
        self.guild_name = "The Pyramid Club"
        self.elsewhere_id = self.next_id()
        self.elsewhere_name = "Elsewhere"
        self.installs: frozenset[int] = frozenset({0, 1})
        self.roles = {self.guild_id: Role(self.guild_id, "@everyone", ORDINARY)}
        self.members: dict[int, Member] = {}
        self.channels: dict[int, Channel] = {}
        self.bot = self.add_member("Ricochet", color="#c9a227", bot=True)

    def next_id(self) -> int:
        """Return a new snowflake: later than every one before, with the time in it."""
        milliseconds = int(self.clock.now().timestamp() * 1000) - _DISCORD_EPOCH
        self._last_id = max(self._last_id + 1, milliseconds << 22)
        return self._last_id

    def announce(self, event: Event, subject: Subject) -> None:
        """Tell every listener what happened."""
        for listener in self.listeners:
            listener(event, subject)

    def add_member(self, name: str, *, color: str = "#5865f2", bot: bool = False) -> Member:
        """Return a new member of the server."""
        member = Member(self.next_id(), name, self.clock.now(), color, bot)
        self.members[member.id] = member
        self.announce(Event.GUILD_MEMBER_ADD, member)
        return member

    def remove_member(self, member: Member) -> None:
        """Let a member leave the server; the account stays."""
        member.present = False
        self.announce(Event.GUILD_MEMBER_REMOVE, member)

    def remove_bot(self) -> None:
        """Throw the bot out of the server; nobody is offered its commands any more."""
        self.bot.present = False
        self.announce(Event.GUILD_DELETE, self.bot)

    def invite_bot(self) -> None:
        """Bring the bot back into the server."""
        self.bot.present = True
        self.bot.joined_at = self.clock.now()
        self.announce(Event.GUILD_CREATE, self.bot)

    def add_role(self, name: str, permissions: Permission, *members: Member) -> Role:
        """Return a new role, given to the members."""
        role = Role(self.next_id(), name, permissions)
        self.roles[role.id] = role
        for member in members:
            member.roles.append(role.id)
        return role

    def add_channel(self, name: str, guild_id: int | None = None) -> Channel:
        """Return a new text channel, of the bot's server or of another."""
        guild_id = self.guild_id if guild_id is None else guild_id
        channel = Channel(self.next_id(), name, ChannelKind.TEXT, guild_id)
        self.channels[channel.id] = channel
        self.announce(Event.CHANNEL_CREATE, channel)
        return channel

    def add_thread(
        self,
        parent: Channel,
        name: str,
        owner: Member,
        *,
        id: int | None = None,
        minutes: int = 1440,
    ) -> Channel:
        """Return a new public thread; one under a message has that message's id."""
        id = id or self.next_id()
        thread = Channel(id, name, ChannelKind.THREAD, parent.guild_id, parent, owner)
        thread.auto_archive_minutes = minutes
        self.channels[thread.id] = thread
        self.announce(Event.THREAD_CREATE, thread)
        return thread

    def direct_channel(self, member: Member) -> Channel:
        """Return the conversation between the bot and a member, opened when there was none."""
        for channel in self.channels.values():
            if channel.kind is ChannelKind.DM and channel.recipients == (member,):
                return channel
        channel = Channel(self.next_id(), member.name, ChannelKind.DM, recipients=(member,))
        self.channels[channel.id] = channel
        self.announce(Event.CHANNEL_CREATE, channel)
        return channel

    def add_group(self, *members: Member) -> Channel:
        """Return a new conversation of some people, in which the bot is not; named after them."""
        name = ", ".join(member.name for member in members)
        channel = Channel(self.next_id(), name, ChannelKind.GROUP, recipients=members)
        channel.owner = members[0]
        self.channels[channel.id] = channel
        self.announce(Event.CHANNEL_CREATE, channel)
        return channel

    def set_thread(self, thread: Channel, *, archived: bool, locked: bool) -> None:
        """Archive or lock a thread, or undo either."""
        thread.archived, thread.locked = archived, locked
        self.announce(Event.THREAD_UPDATE, thread)

    def remove_channel(self, channel: Channel) -> None:
        """Delete a channel with all its threads and messages."""
        for thread in [other for other in self.channels.values() if other.parent is channel]:
            del self.channels[thread.id]
        del self.channels[channel.id]
        is_thread = channel.kind is ChannelKind.THREAD
        self.announce(Event.THREAD_DELETE if is_thread else Event.CHANNEL_DELETE, channel)

    def is_locked(self, channel: Channel, member: Member) -> bool:
        """Tell whether a thread is locked against a member, who then changes nothing in it."""
        may = self.permissions(member, channel)
        return channel.locked and not may & Permission.MANAGE_THREADS

    def add_message(self, message: Message) -> None:
        """Put a new message at the end of its channel; that takes a thread out of the archive."""
        if message.channel.archived:
            self.set_thread(message.channel, archived=False, locked=message.channel.locked)
        message.channel.messages[message.id] = message
        self.announce(Event.MESSAGE_CREATE, message)

    def remove_message(self, message: Message) -> None:
        """Delete a message."""
        del message.channel.messages[message.id]
        self.announce(Event.MESSAGE_DELETE, message)

    def present_members(self) -> Iterator[Member]:
        """Yield those who are in the server now."""
        return (member for member in self.members.values() if member.present)

    def is_in(self, member: Member, guild_id: int) -> bool:
        """Tell whether a member is in a server now; everybody but the bot is in Elsewhere."""
        return member.present if guild_id == self.guild_id else not member.bot

    def overwrite(
        self,
        channel: Channel,
        who: Member | None,
        *,
        allow: Permission = NOTHING,
        deny: Permission = NOTHING,
    ) -> None:
        """Set what a channel allows and denies to a member, or to everyone with None."""
        target = channel.guild_id if who is None else who.id
        channel.overwrites[target or 0] = Overwrite(allow, deny)
        self.announce(Event.CHANNEL_UPDATE, channel)

    def permissions(self, member: Member, channel: Channel) -> Permission:
        """Return what a member may do in a channel, by Discord's order of role and overwrites."""
        if channel.guild_id is None:
            is_spoken_to = member is self.bot and channel.kind is ChannelKind.DM
            return ORDINARY if is_spoken_to or member in channel.recipients else NOTHING
        granted = self._granted(member, channel.guild_id)
        if granted & Permission.ADMINISTRATOR:
            return EVERYTHING
        overwrites = (channel.parent or channel).overwrites if granted else {}
        for target in (channel.guild_id, member.id):
            if overwrite := overwrites.get(target):
                granted = granted & ~overwrite.deny | overwrite.allow
        if not granted & Permission.VIEW_CHANNEL:
            return NOTHING
        is_thread = channel.kind is ChannelKind.THREAD
        speak = Permission.SEND_MESSAGES_IN_THREADS if is_thread else Permission.SEND_MESSAGES
        return granted if granted & speak else granted & ~_SPOKEN

    def _granted(self, member: Member, guild_id: int) -> Permission:
        """Return what a member's roles in a server permit there, nothing to who is not in it."""
        if not self.is_in(member, guild_id):
            return NOTHING
        if guild_id != self.guild_id:
            return ORDINARY
        granted = self.roles[guild_id].permissions
        for role in member.roles:
            granted |= self.roles[role].permissions
        return granted
