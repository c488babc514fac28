"""What the routes about people, commands and channels do to the world."""

from __future__ import annotations

from bot.playground.errors import Code, Form, Json, form_error
from bot.playground.gateway import Gateway
from bot.playground.limits import check_commands
from bot.playground.members import Members
from bot.playground.payloads import Payloads
from bot.playground.rest import Answer, Call
from bot.playground.world import Channel, ChannelKind, Message, Permission

_ARCHIVE_MINUTES = (60, 1440, 4320, 10080)
_GUILD_COMMANDS = "/applications/{application}/guilds/{guild}/commands"
ROUTES = (
    ("GET", "/users/@me", "get_my_user"),
    ("GET", "/users/{user}", "get_user"),
    ("POST", "/users/@me/channels", "create_dm"),
    ("GET", "/oauth2/applications/@me", "get_my_oauth2_application"),
    ("GET", "/gateway", "get_gateway"),
    ("GET", "/gateway/bot", "get_bot_gateway"),
    ("GET", "/applications/{application}/commands", "list_application_commands"),
    ("PUT", "/applications/{application}/commands", "bulk_set_application_commands"),
    (
        "GET",
        _GUILD_COMMANDS,
        "list_guild_application_commands",
    ),
    (
        "PUT",
        _GUILD_COMMANDS,
        "bulk_set_guild_application_commands",
    ),
    ("GET", "/guilds/{guild}", "get_guild"),
    ("GET", "/guilds/{guild}/members/{user}", "get_guild_member"),
    ("GET", "/channels/{channel}", "get_channel"),
    ("PATCH", "/channels/{channel}", "update_channel"),
    ("DELETE", "/channels/{channel}", "delete_channel"),
    ("POST", "/channels/{channel}/typing", "trigger_typing_indicator"),
    ("PUT", "/channels/{channel}/thread-members/@me", "join_thread"),
    ("POST", "/channels/{channel}/threads", "create_thread"),
    ("POST", "/channels/{channel}/messages/{message}/threads", "create_thread_from_message"),
)


class Routes:
    """The handlers, each called as Discord names its operation."""

    def __init__(self, payloads: Payloads, gateway: Gateway, members: Members) -> None:
        self.payloads = payloads
        self.world = payloads.world
        self.gateway = gateway
        self.members = members

    # The application and its people

    def _get_my_user(self, _: Call) -> Answer:
        """Return the bot's account."""
        return self.payloads.user(self.world.bot) | {"verified": True, "mfa_enabled": False}

    def _get_user(self, call: Call) -> Answer:
        """Return an account, in the server or not."""
        member = self.world.members.get(call.id("user"))
        if member is None:
            raise Code.UNKNOWN_USER.error()
        return self.payloads.user(member)

    def _create_dm(self, call: Call) -> Answer:
        """Return the conversation with an account."""
        member = self.world.members.get(int(call.body.get("recipient_id") or 0))
        if member is None or member.bot:
            raise Code.UNKNOWN_USER.error()
        return self.payloads.channel(self.world.direct_channel(member))

    def _get_my_oauth2_application(self, _: Call) -> Answer:
        """Return the bot's application."""
        bot = self.world.bot
        return {
            "id": str(bot.id),
            "name": bot.name,
            "icon": None,
            "description": "",
            "summary": "",
            "bot_public": True,
            "bot_require_code_grant": False,
            "verify_key": "0" * 64,
            "flags": 0,
            "owner": self.payloads.user(bot),
            "team": None,
            "integration_types_config": {str(each): {} for each in sorted(self.world.installs)},
        }

    def _get_gateway(self, _: Call) -> Answer:
        """Return the gateway's address."""
        return {"url": self.gateway.url}

    def _get_bot_gateway(self, _: Call) -> Answer:
        """Return the gateway's address and how many shards to open."""
        limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
        return {"url": self.gateway.url, "shards": 1, "session_start_limit": limit}

    def _list_application_commands(self, _: Call) -> Answer:
        """Return the global commands."""
        return self.members.global_commands

    def _list_guild_application_commands(self, _: Call) -> Answer:
        """Return the server's own commands."""
        return self.members.guild_commands

    def _bulk_set_application_commands(self, call: Call) -> Answer:
        """Replace the global commands."""
        self.members.global_commands = self._synced(call, self.members.global_commands)
        self.members.on_commands()
        return self.members.global_commands

    def _bulk_set_guild_application_commands(self, call: Call) -> Answer:
        """Replace the server's own commands."""
        self._check_guild(call)
        self.members.guild_commands = self._synced(call, self.members.guild_commands)
        self.members.on_commands()
        return self.members.guild_commands

    def _synced(self, call: Call, before: list[Json]) -> list[Json]:
        form = Form()
        check_commands(form, list(call.items))
        for place, item in enumerate(call.items):
            if set(item.get("integration_types") or ()) - self.world.installs:
                text = "The application does not support this installation context."
                form.fault(f"{place}.integration_types", "BASE_TYPE_CHOICES", text)
        form.close()
        ids = {(command["type"], command["name"]): command["id"] for command in before}
        fixed: Json = {"application_id": str(self.world.bot.id), "version": "1"}
        if "guild" in call.path:
            fixed["guild_id"] = call.path["guild"]
        result = []
        for item in call.items:
            command = {"type": 1, "description": "", "default_member_permissions": None} | item
            known = ids.get((command["type"], command["name"]))
            result.append(command | fixed | {"id": known or str(self.world.next_id())})
        return result

    def _check_guild(self, call: Call) -> None:
        if call.id("guild") != self.world.guild_id or not self.world.bot.present:
            raise Code.UNKNOWN_GUILD.error()

    def _get_guild(self, call: Call) -> Answer:
        """Return the server."""
        self._check_guild(call)
        return self.payloads.guild()

    def _get_guild_member(self, call: Call) -> Answer:
        """Return a member who is in the server now."""
        self._check_guild(call)
        member = self.world.members.get(call.id("user"))
        if member is None:
            raise Code.UNKNOWN_USER.error()
        if not member.present:
            raise Code.UNKNOWN_MEMBER.error()
        return self.payloads.member(member)

    # Channels

    def channel(self, call: Call, needed: Permission = Permission.VIEW_CHANNEL) -> Channel:
        """Return the channel of the path when the bot may do there what is needed."""
        channel = self.world.channels.get(call.id("channel"))
        if channel is None:
            raise Code.UNKNOWN_CHANNEL.error()
        may = self.world.permissions(self.world.bot, channel)
        if not may & Permission.VIEW_CHANNEL:
            raise Code.MISSING_ACCESS.error()
        if needed & ~may:
            raise Code.MISSING_PERMISSIONS.error()
        return channel

    def check_writable(self, channel: Channel) -> None:
        """Raise error 50083 when nothing in the thread may be changed."""
        if channel.archived or self.world.is_locked(channel, self.world.bot):
            raise Code.THREAD_ARCHIVED.error()

    def message(self, call: Call, needed: Permission = Permission.VIEW_CHANNEL) -> Message:
        """Return the message of the path; private ones are out of the channel's reach."""
        message = self.channel(call, needed).messages.get(call.id("message"))
        if message is None or message.ephemeral_for is not None:
            raise Code.UNKNOWN_MESSAGE.error()
        return message

    def _get_channel(self, call: Call) -> Answer:
        """Return a channel the bot sees."""
        return self.payloads.channel(self.channel(call))

    def _update_channel(self, call: Call) -> Answer:
        """Archive, lock or unlock a thread."""
        thread = self.channel(call)
        if thread.kind is not ChannelKind.THREAD:
            raise Code.MISSING_PERMISSIONS.error()
        manages = self.world.permissions(self.world.bot, thread) & Permission.MANAGE_THREADS
        locked = bool(call.body.get("locked", thread.locked))
        is_own = thread.owner is self.world.bot and not thread.locked and not locked
        if not manages and not is_own:
            raise Code.MISSING_PERMISSIONS.error()
        archived = bool(call.body.get("archived", thread.archived))
        self.world.set_thread(thread, archived=archived, locked=locked)
        return self.payloads.channel(thread)

    def _delete_channel(self, call: Call) -> Answer:
        """Delete a channel or thread."""
        channel = self.channel(call)
        is_thread = channel.kind is ChannelKind.THREAD
        needed = Permission.MANAGE_THREADS if is_thread else Permission.MANAGE_CHANNELS
        self.channel(call, needed)
        self.world.remove_channel(channel)
        return self.payloads.channel(channel)

    def _trigger_typing_indicator(self, call: Call) -> Answer:
        """Accept that the bot is typing; nothing shows it."""
        self.channel(call, Permission.SEND_MESSAGES)
        return None

    def _join_thread(self, call: Call) -> Answer:
        """Accept that the bot joins a thread it sees."""
        self.check_writable(self.channel(call))
        return None

    def _create_thread(self, call: Call) -> Answer:
        """Open a public thread in a text channel."""
        if call.body.get("type") != ChannelKind.THREAD:
            message = "Only public threads (11) are kept here."
            raise form_error("type", "BASE_TYPE_CHOICES", message)
        return self.payloads.channel(self._open_thread(call, None))

    def _create_thread_from_message(self, call: Call) -> Answer:
        """Open a public thread under a message."""
        message = self.message(call)
        if message.id in self.world.channels:
            raise Code.THREAD_EXISTS.error()
        return self.payloads.channel(self._open_thread(call, message))

    def _open_thread(self, call: Call, message: Message | None) -> Channel:
        parent = self.channel(call)
        if parent.kind is not ChannelKind.TEXT:
            raise Code.WRONG_CHANNEL_KIND.error()
        self.channel(call, Permission.CREATE_PUBLIC_THREADS)
        form = Form()
        name = form.text(call.body.get("name"), "name", 1, 100)
        minutes = call.body.get("auto_archive_duration") or 1440
        if minutes not in _ARCHIVE_MINUTES:
            text = f"Value must be one of {_ARCHIVE_MINUTES}."
            form.fault("auto_archive_duration", "BASE_TYPE_CHOICES", text)
        form.close()
        id = None if message is None else message.id
        return self.world.add_thread(parent, name, self.world.bot, id=id, minutes=minutes)
