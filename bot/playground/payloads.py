"""The world's values as the JSON objects that Discord sends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.playground.errors import Json
from bot.playground.world import (
    Attachment,
    Channel,
    ChannelKind,
    Event,
    Member,
    Message,
    Role,
    World,
)

ATTACHMENT_SIZE_LIMIT = 10 * 1024 * 1024
"""Bytes of one upload, for everybody in a server without boosts."""

_GUILD_WITHOUT = (
    *("icon", "splash", "discovery_splash", "banner", "description", "afk_channel_id"),
    *("application_id", "system_channel_id", "rules_channel_id", "public_updates_channel_id"),
    "vanity_url_code",
)
_GUILD_ZEROS = (
    *("afk_timeout", "verification_level", "default_message_notifications", "mfa_level"),
    *("explicit_content_filter", "nsfw_level", "system_channel_flags", "premium_tier"),
)
_GUILD_LISTS = (
    *("emojis", "stickers", "features", "voice_states", "presences", "stage_instances"),
    *("guild_scheduled_events", "soundboard_sounds"),
)


@dataclass(slots=True)
class Payloads:
    """Renders the world; `base` is the address under which its files are served."""

    world: World
    base: str = ""

    def user(self, member: Member) -> Json:
        """Return the account."""
        return {
            "id": str(member.id),
            "username": member.name,
            "global_name": member.name,
            "discriminator": "0",
            "avatar": None,
            "bot": member.bot,
            "system": False,
            "public_flags": 0,
        }

    def member(self, member: Member, channel: Channel | None = None) -> Json:
        """Return the membership, with what it permits in a channel when one is given.

        It is that in the channel's server, else that in the bot's.
        """
        is_home = channel is None or channel.guild_id == self.world.guild_id
        body: Json = {
            "user": self.user(member),
            "nick": None,
            "avatar": None,
            "roles": [str(role) for role in member.roles if is_home],
            "joined_at": member.joined_at.isoformat(),
            "premium_since": None,
            "deaf": False,
            "mute": False,
            "pending": False,
            "flags": 0,
            "communication_disabled_until": None,
        }
        if channel is not None:
            body["permissions"] = str(int(self.world.permissions(member, channel)))
        return body

    def channel(self, channel: Channel) -> Json:
        """Return the channel, thread or conversation."""
        newest = max(channel.messages, default=None)
        body: Json = {
            "id": str(channel.id),
            "type": int(channel.kind),
            "last_message_id": None if newest is None else str(newest),
            "flags": 0,
        }
        if channel.guild_id is None:
            body["recipients"] = [self.user(each) for each in channel.recipients]
            if channel.kind is ChannelKind.GROUP and channel.owner is not None:
                body |= {"name": None, "icon": None, "owner_id": str(channel.owner.id)}
            return body
        body |= {
            "name": channel.name,
            "guild_id": str(channel.guild_id),
            "parent_id": None if channel.parent is None else str(channel.parent.id),
            "rate_limit_per_user": 0,
        }
        if channel.kind is ChannelKind.THREAD:
            return body | self._thread(channel)
        return body | {
            "position": list(self.world.channels).index(channel.id)
            if channel.id in self.world.channels
            else 0,
            "topic": None,
            "nsfw": False,
            "permission_overwrites": [
                {
                    "id": str(target),
                    "type": 0 if target in self.world.roles else 1,
                    "allow": str(int(overwrite.allow)),
                    "deny": str(int(overwrite.deny)),
                }
                for target, overwrite in channel.overwrites.items()
            ],
        }

    def _thread(self, thread: Channel) -> Json:
        owner = self.world.bot if thread.owner is None else thread.owner
        created = owner.joined_at.isoformat()
        return {
            "owner_id": str(owner.id),
            "member_count": 1,
            "message_count": len(thread.messages),
            "total_message_sent": len(thread.messages),
            "thread_metadata": {
                "archived": thread.archived,
                "locked": thread.locked,
                "auto_archive_duration": thread.auto_archive_minutes,
                "archive_timestamp": created,
                "create_timestamp": created,
            },
        }

    def guild(self) -> Json:
        """Return the server whole, as GUILD_CREATE carries it."""
        world = self.world
        seen = [each for each in world.channels.values() if world.permissions(world.bot, each)]
        threads = [each for each in seen if each.kind is ChannelKind.THREAD and not each.archived]
        return {
            **dict.fromkeys(_GUILD_WITHOUT),
            **dict.fromkeys(_GUILD_ZEROS, 0),
            **{name: [] for name in _GUILD_LISTS},
            "id": str(world.guild_id),
            "name": world.guild_name,
            # Nobody here: an owner could do everything, whatever a channel says.
            "owner_id": "1",
            "region": "",
            "preferred_locale": "en-US",
            "joined_at": world.bot.joined_at.isoformat(),
            "large": False,
            "unavailable": False,
            "member_count": sum(1 for _ in world.present_members()),
            "members": [self.member(world.bot)],
            "roles": [self._role(role, place) for place, role in enumerate(world.roles.values())],
            "channels": [self.channel(each) for each in seen if each.kind is ChannelKind.TEXT],
            "threads": [self.channel(each) for each in threads],
        }

    def _role(self, role: Role, position: int) -> Json:
        return {
            "id": str(role.id),
            "name": role.name,
            "permissions": str(int(role.permissions)),
            "position": position,
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "managed": False,
            "mentionable": False,
            "flags": 0,
        }

    def attachment(self, attachment: Attachment, channel: Channel | None = None) -> Json:
        """Return the attachment with the address of its file; no channel for a command's file."""
        place = 0 if channel is None else channel.id
        url = f"{self.base}/attachments/{place}/{attachment.id}/{attachment.filename}"
        body: Json = {
            "id": str(attachment.id),
            "filename": attachment.filename,
            "size": len(attachment.data),
            "url": url,
            "proxy_url": url,
            "content_type": attachment.content_type,
        }
        if attachment.description is not None:
            body["description"] = attachment.description
        if attachment.width is not None:
            body |= {"width": attachment.width, "height": attachment.height}
        return body

    def message(self, message: Message) -> Json:
        """Return the message as its author sees it, whole."""
        files = [self.attachment(each, message.channel) for each in message.attachments]
        urls = {f"attachment://{each['filename']}": each for each in files}
        body: Json = {
            "id": str(message.id),
            "channel_id": str(message.channel.id),
            "type": 0 if message.reply_to is None else 19,
            "author": self.user(message.author),
            "content": message.content,
            "timestamp": message.created_at.isoformat(),
            "edited_timestamp": None
            if message.edited_at is None
            else message.edited_at.isoformat(),
            "tts": False,
            "mention_everyone": message.mentions_everyone,
            "mentions": [self.user(member) for member in message.mentions],
            "mention_roles": [],
            "attachments": files,
            "embeds": _resolved(message.embeds, urls),
            "components": _resolved(message.components, urls),
            "pinned": False,
            "flags": int(message.flags),
        }
        if message.author.bot:
            body["application_id"] = str(self.world.bot.id)
        if message.nonce is not None:
            body["nonce"] = message.nonce
        if message.invoked is not None:
            body["type"] = 20
            body["interaction_metadata"] = {
                "id": str(message.invoked.interaction),
                "type": message.invoked.kind,
                "user": self.user(message.invoked.member),
                "authorizing_integration_owners": message.owners,
            }
        if message.reply_to is not None:
            body["message_reference"] = {
                "type": 0,
                "message_id": str(message.reply_to.id),
                "channel_id": str(message.channel.id),
            }
            if message.channel.guild_id is not None:
                body["message_reference"]["guild_id"] = str(message.channel.guild_id)
            alive = message.channel.messages.get(message.reply_to.id)
            body["referenced_message"] = None if alive is None else self.message(alive)
        return body

    def dispatched(self, event: Event, message: Message) -> Json:
        """Return the message as a gateway event carries it."""
        place: Json = {"id": str(message.id), "channel_id": str(message.channel.id)}
        if message.channel.guild_id is not None:
            place["guild_id"] = str(message.channel.guild_id)
        if event is Event.MESSAGE_DELETE:
            return place
        body = self.message(message) | place
        if message.channel.guild_id is not None and message.author.present:
            body["member"] = self.member(message.author)
            del body["member"]["user"]
        return body


def _resolved(value: Any, urls: dict[str, Json]) -> Any:  # noqa: ANN401 - walks any JSON
    """Return a copy in which every `attachment://name` is the media it names."""
    if isinstance(value, list):
        return [_resolved(item, urls) for item in value]
    if not isinstance(value, dict):
        return value
    copy = {key: _resolved(item, urls) for key, item in value.items()}
    if isinstance(link := copy.get("url"), str) and (found := urls.get(link)):
        size = {key: found[key] for key in ("width", "height", "content_type") if key in found}
        copy |= {"url": found["url"], "proxy_url": found["proxy_url"]} | size
    return copy
