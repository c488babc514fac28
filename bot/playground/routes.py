"""What each route of the API does to the world, with the permission it takes."""

from __future__ import annotations

from aiohttp import web

from bot.playground import errors, messages
from bot.playground.errors import Form, Json
from bot.playground.gateway import Gateway
from bot.playground.interactions import Interactions
from bot.playground.limits import check_commands
from bot.playground.members import Members
from bot.playground.messages import Draft, Voice
from bot.playground.payloads import Payloads
from bot.playground.rest import Answer, Call, Rest
from bot.playground.world import Channel, ChannelKind, Message, Permission

_ARCHIVE_MINUTES = (60, 1440, 4320, 10080)


class Routes:
    """The handlers, by the names of Discord's operations."""

    def __init__(
        self, payloads: Payloads, gateway: Gateway, interactions: Interactions, members: Members
    ) -> None:
        self.payloads = payloads
        self.world = payloads.world
        self.gateway = gateway
        self.interactions = interactions
        self.members = members

    def register(self, app: web.Application, rest: Rest) -> None:
        """Add every route to the application."""
        commands = "/applications/{application}/commands"
        guild_commands = "/applications/{application}/guilds/{guild}/commands"
        every, one = "/channels/{channel}/messages", "/channels/{channel}/messages/{message}"
        hook = "/webhooks/{application}/{token}"
        table = [
            ("GET", "/users/@me", self.get_my_user),
            ("GET", "/users/{user}", self.get_user),
            ("POST", "/users/@me/channels", self.create_dm),
            ("GET", "/oauth2/applications/@me", self.get_my_oauth2_application),
            ("GET", "/gateway", self.get_gateway),
            ("GET", "/gateway/bot", self.get_bot_gateway),
            ("GET", commands, self.list_application_commands),
            ("PUT", commands, self.bulk_set_application_commands),
            ("GET", guild_commands, self.list_guild_application_commands),
            ("PUT", guild_commands, self.bulk_set_guild_application_commands),
            ("GET", "/guilds/{guild}", self.get_guild),
            ("GET", "/guilds/{guild}/members/{user}", self.get_guild_member),
            ("GET", "/channels/{channel}", self.get_channel),
            ("PATCH", "/channels/{channel}", self.update_channel),
            ("DELETE", "/channels/{channel}", self.delete_channel),
            ("POST", "/channels/{channel}/typing", self.trigger_typing_indicator),
            ("PUT", "/channels/{channel}/thread-members/@me", self.join_thread),
            ("POST", "/channels/{channel}/threads", self.create_thread),
            ("POST", one + "/threads", self.create_thread_from_message),
            ("GET", every, self.list_messages),
            ("POST", every, self.create_message),
            ("GET", one, self.get_message),
            ("PATCH", one, self.update_message),
            ("DELETE", one, self.delete_message),
            (
                "POST",
                "/interactions/{interaction}/{token}/callback",
                self.create_interaction_response,
            ),
            ("POST", hook, self.execute_webhook),
            ("GET", hook + "/messages/@original", self.get_original_webhook_message),
            ("PATCH", hook + "/messages/@original", self.update_original_webhook_message),
            ("DELETE", hook + "/messages/@original", self.delete_original_webhook_message),
            ("GET", hook + "/messages/{message}", self.get_webhook_message),
            ("PATCH", hook + "/messages/{message}", self.update_webhook_message),
            ("DELETE", hook + "/messages/{message}", self.delete_webhook_message),
        ]
        for method, path, handler in table:
            rest.add(app, method, path, handler.__name__, handler)
        rest.add_fallback(app)

    # The application and its people

    def get_my_user(self, _: Call) -> Answer:
        """Return the bot's account."""
        return self.payloads.user(self.world.bot) | {"verified": True, "mfa_enabled": False}

    def get_user(self, call: Call) -> Answer:
        """Return an account, in the server or not."""
        member = self.world.members.get(call.id("user"))
        if member is None:
            raise errors.unknown_user()
        return self.payloads.user(member)

    def create_dm(self, call: Call) -> Answer:
        """Return the conversation with an account."""
        member = self.world.members.get(int(call.body.get("recipient_id") or 0))
        if member is None or member.bot:
            raise errors.unknown_user()
        return self.payloads.channel(self.world.direct_channel(member))

    def get_my_oauth2_application(self, _: Call) -> Answer:
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
        }

    def get_gateway(self, _: Call) -> Answer:
        """Return the gateway's address."""
        return {"url": self.gateway.url}

    def get_bot_gateway(self, _: Call) -> Answer:
        """Return the gateway's address and how many shards to open."""
        limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
        return {"url": self.gateway.url, "shards": 1, "session_start_limit": limit}

    def list_application_commands(self, _: Call) -> Answer:
        """Return the global commands."""
        return self.members.global_commands

    def list_guild_application_commands(self, _: Call) -> Answer:
        """Return the server's own commands."""
        return self.members.guild_commands

    def bulk_set_application_commands(self, call: Call) -> Answer:
        """Replace the global commands."""
        self.members.global_commands = self._synced(call, self.members.global_commands)
        self.members.on_commands()
        return self.members.global_commands

    def bulk_set_guild_application_commands(self, call: Call) -> Answer:
        """Replace the server's own commands."""
        self._check_guild(call)
        self.members.guild_commands = self._synced(call, self.members.guild_commands)
        self.members.on_commands()
        return self.members.guild_commands

    def _synced(self, call: Call, before: list[Json]) -> list[Json]:
        form = Form()
        check_commands(form, list(call.items))
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
        if call.id("guild") != self.world.guild_id:
            raise errors.unknown_guild()

    def get_guild(self, call: Call) -> Answer:
        """Return the server."""
        self._check_guild(call)
        return self.payloads.guild()

    def get_guild_member(self, call: Call) -> Answer:
        """Return a member who is in the server now."""
        self._check_guild(call)
        member = self.world.members.get(call.id("user"))
        if member is None:
            raise errors.unknown_user()
        if not member.present:
            raise errors.unknown_member()
        return self.payloads.member(member)

    # Channels

    def _channel(self, call: Call, needed: Permission = Permission.VIEW_CHANNEL) -> Channel:
        """Return the channel of the path when the bot may do there what is needed."""
        channel = self.world.channels.get(call.id("channel"))
        if channel is None:
            raise errors.unknown_channel()
        may = self.world.permissions(self.world.bot, channel)
        if not may & Permission.VIEW_CHANNEL:
            raise errors.missing_access()
        if needed & ~may:
            raise errors.missing_permissions()
        return channel

    def _check_writable(self, channel: Channel) -> None:
        may = self.world.permissions(self.world.bot, channel)
        if channel.archived or (channel.locked and not may & Permission.MANAGE_THREADS):
            raise errors.thread_archived()

    def get_channel(self, call: Call) -> Answer:
        """Return a channel the bot sees."""
        return self.payloads.channel(self._channel(call))

    def update_channel(self, call: Call) -> Answer:
        """Archive, lock or unlock a thread."""
        thread = self._channel(call)
        if thread.kind is not ChannelKind.THREAD:
            raise errors.missing_permissions()
        manages = self.world.permissions(self.world.bot, thread) & Permission.MANAGE_THREADS
        locked = bool(call.body.get("locked", thread.locked))
        is_own = thread.owner is self.world.bot and not thread.locked and not locked
        if not manages and not is_own:
            raise errors.missing_permissions()
        archived = bool(call.body.get("archived", thread.archived))
        self.world.set_thread(thread, archived=archived, locked=locked)
        return self.payloads.channel(thread)

    def delete_channel(self, call: Call) -> Answer:
        """Delete a channel or thread."""
        channel = self._channel(call)
        is_thread = channel.kind is ChannelKind.THREAD
        needed = Permission.MANAGE_THREADS if is_thread else Permission.MANAGE_CHANNELS
        self._channel(call, needed)
        self.world.remove_channel(channel)
        return self.payloads.channel(channel)

    def trigger_typing_indicator(self, call: Call) -> Answer:
        """Accept that the bot is typing; nothing shows it."""
        self._channel(call, Permission.SEND_MESSAGES)
        return None

    def join_thread(self, call: Call) -> Answer:
        """Accept that the bot joins a thread it sees."""
        self._check_writable(self._channel(call))
        return None

    def create_thread(self, call: Call) -> Answer:
        """Open a public thread in a text channel."""
        if call.body.get("type") != ChannelKind.THREAD:
            message = "Only public threads (11) are kept here."
            raise errors.form_error("type", "BASE_TYPE_CHOICES", message)
        return self.payloads.channel(self._open_thread(call, None))

    def create_thread_from_message(self, call: Call) -> Answer:
        """Open a public thread under a message."""
        message = self._message(call)
        if message.id in self.world.channels:
            raise errors.thread_exists()
        return self.payloads.channel(self._open_thread(call, message))

    def _open_thread(self, call: Call, message: Message | None) -> Channel:
        parent = self._channel(call)
        if parent.kind is not ChannelKind.TEXT:
            text = "Cannot execute action on this channel type"
            raise errors.ApiError(400, 50024, text)
        self._channel(call, Permission.CREATE_PUBLIC_THREADS)
        form = Form()
        name = form.text(call.body.get("name"), "name", 1, 100)
        minutes = call.body.get("auto_archive_duration") or 1440
        if minutes not in _ARCHIVE_MINUTES:
            text = f"Value must be one of {_ARCHIVE_MINUTES}."
            form.fault("auto_archive_duration", "BASE_TYPE_CHOICES", text)
        form.close()
        id = None if message is None else message.id
        return self.world.add_thread(parent, name, self.world.bot, id=id, minutes=minutes)

    # Messages

    def _message(self, call: Call, needed: Permission = Permission.VIEW_CHANNEL) -> Message:
        message = self._channel(call, needed).messages.get(call.id("message"))
        if message is None or message.ephemeral_for is not None:
            raise errors.unknown_message()
        return message

    def list_messages(self, call: Call) -> Answer:
        """Return a page of the channel, newest first; nothing without the right to read back."""
        channel = self._channel(call)
        form = Form()
        text = call.query.get("limit", "50")
        limit = form.number(int(text) if text.isdecimal() else None, "limit", 1, 100)
        form.close()
        may = self.world.permissions(self.world.bot, channel)
        if not may & Permission.READ_MESSAGE_HISTORY:
            return []
        found = [each for each in channel.messages.values() if each.ephemeral_for is None]
        if before := call.query.get("before"):
            found = [each for each in found if each.id < int(before)][-limit:]
        elif after := call.query.get("after"):
            found = [each for each in found if each.id > int(after)][:limit]
        elif around := call.query.get("around"):
            older = [each for each in found if each.id <= int(around)]
            newer = [each for each in found if each.id > int(around)]
            found = older[-(limit // 2 + 1) :] + newer[: limit // 2]
        return [self.payloads.message(each) for each in reversed(found[-limit:])]

    def create_message(self, call: Call) -> Answer:
        """Post a message; one with a nonce that was used lately is not posted again."""
        channel = self._channel(call)
        is_thread = channel.kind is ChannelKind.THREAD
        speak = Permission.SEND_MESSAGES_IN_THREADS if is_thread else Permission.SEND_MESSAGES
        self._channel(call, speak)
        if channel.recipient is not None and not channel.recipient.accepts_direct_messages:
            raise errors.cannot_message_user()
        if channel.locked:
            self._channel_managed(channel)
        if call.body.get("message_reference"):
            self._channel(call, Permission.READ_MESSAGE_HISTORY)
        earlier = messages.earlier_with_nonce(self.world, channel, call.body)
        if earlier is not None:
            return self.payloads.message(earlier)
        draft = Draft(call.body, call.uploads, Voice.BOT)
        return self.payloads.message(messages.create(self.world, channel, draft))

    def _channel_managed(self, thread: Channel) -> None:
        if not self.world.permissions(self.world.bot, thread) & Permission.MANAGE_THREADS:
            raise errors.thread_archived()

    def get_message(self, call: Call) -> Answer:
        """Return one message; reading back takes its permission."""
        return self.payloads.message(self._message(call, Permission.READ_MESSAGE_HISTORY))

    def update_message(self, call: Call) -> Answer:
        """Edit one of the bot's own messages."""
        message = self._message(call)
        if message.author is not self.world.bot:
            raise errors.foreign_message()
        self._check_writable(message.channel)
        messages.edit(self.world, message, Draft(call.body, call.uploads, Voice.BOT))
        return self.payloads.message(message)

    def delete_message(self, call: Call) -> Answer:
        """Delete a message: the bot's own, or anybody's with the permission."""
        message = self._message(call)
        if message.author is not self.world.bot:
            self._channel(call, Permission.MANAGE_MESSAGES)
        self._check_writable(message.channel)
        self.world.remove_message(message)
        return None

    # Interactions

    def create_interaction_response(self, call: Call) -> Answer:
        """Answer an interaction for the first time."""
        draft = Draft(call.body, call.uploads, Voice.INTERACTION)
        token = call.path["token"]
        answer = self.interactions.respond(call.id("interaction"), token, draft)
        asked = call.query.get("with_response", "").lower()
        return answer if asked in ("1", "true") else None

    def execute_webhook(self, call: Call) -> Answer:
        """Follow an interaction up with a further message."""
        interaction = self.interactions.by_token(call.id("application"), call.path["token"])
        message = self.interactions.follow_up(interaction, call.body, call.uploads)
        return self.payloads.message(message)

    def get_webhook_message(self, call: Call) -> Answer:
        """Return a message that an interaction's token reaches."""
        return self.payloads.message(self._reached(call))

    def update_webhook_message(self, call: Call) -> Answer:
        """Edit a message that an interaction's token reaches."""
        interaction = self.interactions.by_token(call.id("application"), call.path["token"])
        message = self._reached(call)
        draft = Draft(call.body, call.uploads, Voice.INTERACTION)
        self.interactions.edit(interaction, message, draft)
        return self.payloads.message(message)

    def delete_webhook_message(self, call: Call) -> Answer:
        """Delete a message that an interaction's token reaches."""
        self.world.remove_message(self._reached(call))
        return None

    def get_original_webhook_message(self, call: Call) -> Answer:
        """Return the original response."""
        return self.get_webhook_message(call)

    def update_original_webhook_message(self, call: Call) -> Answer:
        """Edit the original response."""
        return self.update_webhook_message(call)

    def delete_original_webhook_message(self, call: Call) -> Answer:
        """Delete the original response."""
        return self.delete_webhook_message(call)

    def _reached(self, call: Call) -> Message:
        interaction = self.interactions.by_token(call.id("application"), call.path["token"])
        return self.interactions.find(interaction, call.path.get("message", "@original"))
