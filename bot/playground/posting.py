"""What the routes about messages and interactions do to the world."""

from __future__ import annotations

from bot.playground import messages
from bot.playground.contexts import owners_here
from bot.playground.errors import Code, Form
from bot.playground.interactions import Interactions
from bot.playground.messages import Draft, Voice
from bot.playground.rest import Answer, Call
from bot.playground.routes import Routes
from bot.playground.world import ChannelKind, Message, Permission

_HOOK = "/webhooks/{application}/{token}"
POSTING_ROUTES = (
    ("GET", "/channels/{channel}/messages", "list_messages"),
    ("POST", "/channels/{channel}/messages", "create_message"),
    ("GET", "/channels/{channel}/messages/{message}", "get_message"),
    ("PATCH", "/channels/{channel}/messages/{message}", "update_message"),
    ("DELETE", "/channels/{channel}/messages/{message}", "delete_message"),
    ("POST", "/interactions/{interaction}/{token}/callback", "create_interaction_response"),
    ("POST", _HOOK, "execute_webhook"),
    ("GET", _HOOK + "/messages/@original", "get_original_webhook_message"),
    ("PATCH", _HOOK + "/messages/@original", "update_original_webhook_message"),
    ("DELETE", _HOOK + "/messages/@original", "delete_original_webhook_message"),
    ("GET", _HOOK + "/messages/{message}", "get_webhook_message"),
    ("PATCH", _HOOK + "/messages/{message}", "update_webhook_message"),
    ("DELETE", _HOOK + "/messages/{message}", "delete_webhook_message"),
)


class Posting:
    """The handlers, each called as Discord names its operation."""

    def __init__(self, routes: Routes, interactions: Interactions) -> None:
        self.routes = routes
        self.payloads = routes.payloads
        self.world = routes.world
        self.interactions = interactions

    def _list_messages(self, call: Call) -> Answer:
        """Return a page of the channel, newest first; nothing without the right to read back."""
        channel = self.routes.channel(call)
        form = Form()
        text = call.query.get("limit", "50")
        limit = form.number(int(text) if text.isdecimal() else None, "limit", 1, 100)
        form.close()
        may = self.world.permissions(self.world.bot, channel)
        if not may & Permission.READ_MESSAGE_HISTORY:
            return []
        found = [each for each in channel.messages.values() if each.ephemeral_for is None]
        before, after, around = (call.anchor(name) for name in ("before", "after", "around"))
        if before is not None:
            found = [each for each in found if each.id < before]
        elif after is not None:
            found = [each for each in found if each.id > after][:limit]
        elif around is not None:
            older = [each for each in found if each.id <= around]
            newer = [each for each in found if each.id > around]
            found = older[-(limit // 2 + 1) :] + newer[: limit // 2]
        return [self.payloads.message(each) for each in reversed(found[-limit:])]

    def _create_message(self, call: Call) -> Answer:
        """Post a message; one with a nonce that was used lately is not posted again."""
        channel = self.routes.channel(call)
        is_thread = channel.kind is ChannelKind.THREAD
        speak = Permission.SEND_MESSAGES_IN_THREADS if is_thread else Permission.SEND_MESSAGES
        self.routes.channel(call, speak)
        if not all(each.accepts_direct_messages for each in channel.recipients):
            raise Code.CANNOT_MESSAGE_USER.error()
        if self.world.is_locked(channel, self.world.bot):
            raise Code.THREAD_ARCHIVED.error()
        if call.body.get("message_reference"):
            self.routes.channel(call, Permission.READ_MESSAGE_HISTORY)
        earlier = messages.earlier_with_nonce(self.world, channel, call.body)
        if earlier is not None:
            return self.payloads.message(earlier)
        draft = Draft(call.body, call.uploads, Voice.BOT)
        owners = owners_here(self.world, channel)
        return self.payloads.message(messages.create(self.world, channel, draft, owners=owners))

    def _get_message(self, call: Call) -> Answer:
        """Return one message; reading back takes its permission."""
        return self.payloads.message(self.routes.message(call, Permission.READ_MESSAGE_HISTORY))

    def _update_message(self, call: Call) -> Answer:
        """Edit one of the bot's own messages."""
        message = self.routes.message(call)
        if message.author is not self.world.bot:
            raise Code.FOREIGN_MESSAGE.error()
        self.routes.check_writable(message.channel)
        messages.edit(self.world, message, Draft(call.body, call.uploads, Voice.BOT))
        return self.payloads.message(message)

    def _delete_message(self, call: Call) -> Answer:
        """Delete a message: the bot's own, or anybody's with the permission."""
        message = self.routes.message(call)
        if message.author is not self.world.bot:
            self.routes.channel(call, Permission.MANAGE_MESSAGES)
        self.routes.check_writable(message.channel)
        self.world.remove_message(message)
        return None

    # Interactions

    def _create_interaction_response(self, call: Call) -> Answer:
        """Answer an interaction for the first time."""
        draft = Draft(call.body, call.uploads, Voice.INTERACTION)
        token = call.path["token"]
        answer = self.interactions.respond(call.id("interaction"), token, draft)
        asked = call.query.get("with_response", "").lower()
        return answer if asked in ("1", "true") else None

    def _execute_webhook(self, call: Call) -> Answer:
        """Follow an interaction up with a further message."""
        interaction = self.interactions.by_token(call.id("application"), call.path["token"])
        message = self.interactions.follow_up(interaction, call.body, call.uploads)
        return self.payloads.message(message)

    def _get_webhook_message(self, call: Call) -> Answer:
        """Return a message that an interaction's token reaches."""
        return self.payloads.message(self._reached(call))

    def _update_webhook_message(self, call: Call) -> Answer:
        """Edit a message that an interaction's token reaches."""
        interaction = self.interactions.by_token(call.id("application"), call.path["token"])
        message = self._reached(call)
        draft = Draft(call.body, call.uploads, Voice.INTERACTION)
        self.interactions.edit(interaction, message, draft)
        return self.payloads.message(message)

    def _delete_webhook_message(self, call: Call) -> Answer:
        """Delete a message that an interaction's token reaches."""
        self.world.remove_message(self._reached(call))
        return None

    def _reached(self, call: Call) -> Message:
        interaction = self.interactions.by_token(call.id("application"), call.path["token"])
        return self.interactions.find(interaction, call.path.get("message", "@original"))

    _get_original_webhook_message = _get_webhook_message
    _update_original_webhook_message = _update_webhook_message
    _delete_original_webhook_message = _delete_webhook_message
