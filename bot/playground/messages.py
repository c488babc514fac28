"""Messages from what the bot sends: created, edited, with files, mentions and pings."""

from __future__ import annotations

import io
import mimetypes
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

from PIL import Image, UnidentifiedImageError

from bot.playground.contexts import app_permissions
from bot.playground.errors import Code, Form, Json, form_error
from bot.playground.limits import check_message, walk
from bot.playground.payloads import ATTACHMENT_SIZE_LIMIT
from bot.playground.world import (
    NO_FLAGS,
    Attachment,
    Channel,
    Event,
    Flag,
    Invoked,
    Member,
    Message,
    Permission,
    World,
)

_USER_MENTION = re.compile(r"<@!?(\d+)>")
_EVERYONE = re.compile(r"@(everyone|here)\b")
_UNSAFE = re.compile(r"[^\w.-]", re.ASCII)
_EMBEDDABLE = (".png", ".jpg", ".jpeg", ".webp", ".gif")
_SENDABLE = Flag.SUPPRESS_EMBEDS | Flag.EPHEMERAL | Flag.SUPPRESS_NOTIFICATIONS | Flag.COMPONENTS_V2


@dataclass(frozen=True, slots=True)
class Upload:
    """A file of a multipart body; `index` is the n of its part `files[n]`."""

    index: int
    filename: str
    data: bytes = field(repr=False)


class Voice(Enum):
    """Whose default rules about mentions hold: a bot's own message or an interaction's."""

    BOT = "bot"
    INTERACTION = "interaction"


@dataclass(frozen=True, slots=True)
class Draft:
    """What a request asks of a message: its JSON body, its files, and how it speaks."""

    body: Json
    uploads: Sequence[Upload] = ()
    voice: Voice = Voice.BOT

    def permissions(self, world: World, channel: Channel) -> Permission:
        """Return what the message may hold there: an answer needs no bot in the channel."""
        if self.voice is Voice.INTERACTION:
            return app_permissions(world, channel)
        return world.permissions(world.bot, channel)


def create(
    world: World,
    channel: Channel,
    draft: Draft,
    *,
    owners: dict[str, str],
    ephemeral_for: Member | None = None,
    invoked: Invoked | None = None,
) -> Message:
    """Return the bot's new message, already in its channel; raises ApiError when refused."""
    message = Message(world.next_id(), channel, world.bot, world.clock.now())
    message.owners = owners
    message.ephemeral_for = ephemeral_for
    message.invoked = invoked
    message.nonce = draft.body.get("nonce")
    private = NO_FLAGS if ephemeral_for is None else Flag.EPHEMERAL
    message.flags = asked_flags(draft.body) & _SENDABLE | private
    message.reply_to = _reply_target(channel, draft.body)
    _write(world, message, draft)
    message.pings = _pinged(world, message)
    world.add_message(message)
    return message


def create_loading(
    world: World,
    channel: Channel,
    *,
    owners: dict[str, str],
    ephemeral_for: Member | None,
    invoked: Invoked | None,
) -> Message:
    """Return the "thinking…" message of a deferred reply."""
    message = Message(world.next_id(), channel, world.bot, world.clock.now())
    message.owners = owners
    message.ephemeral_for = ephemeral_for
    message.invoked = invoked
    message.flags = Flag.LOADING | (NO_FLAGS if ephemeral_for is None else Flag.EPHEMERAL)
    world.add_message(message)
    return message


def edit(world: World, message: Message, draft: Draft) -> None:
    """Change the message as asked; a refused edit changes nothing, and no edit pings."""
    was_loading = bool(message.flags & Flag.LOADING)
    _write(world, message, draft)
    message.flags &= ~Flag.LOADING
    if not was_loading:
        message.edited_at = world.clock.now()
    world.announce(Event.MESSAGE_UPDATE, message)


def earlier_with_nonce(world: World, channel: Channel, body: Json) -> Message | None:
    """Return the bot's message of the last minutes that an enforced nonce repeats, or None."""
    nonce = body.get("nonce")
    if nonce is None or not body.get("enforce_nonce"):
        return None
    now = world.clock.now()
    for message in reversed(channel.messages.values()):
        if (now - message.created_at).total_seconds() > 300:
            return None
        if message.author is world.bot and str(message.nonce) == str(nonce):
            return message
    return None


def asked_flags(body: Json) -> Flag:
    """Return the flags that a body asks for; raises ApiError when they are no number."""
    flags = body.get("flags") or 0
    if not isinstance(flags, int):
        raise form_error("flags", "NUMBER_TYPE_COERCE", f'Value "{flags}" is not int.')
    return Flag(flags)


def _reply_target(channel: Channel, body: Json) -> Message | None:
    reference = body.get("message_reference")
    if not isinstance(reference, dict):
        return None
    target = channel.messages.get(int(reference.get("message_id") or 0))
    if target is None and reference.get("fail_if_not_exists", True):
        place, code = "message_reference", "REPLIES_UNKNOWN_MESSAGE"
        raise form_error(place, code, "Unknown message")
    return target


def _write(world: World, message: Message, draft: Draft) -> None:
    """Set the fields that the body carries, after every check has passed."""
    body = draft.body
    layout = asked_flags(body) & Flag.COMPONENTS_V2
    flags = message.flags | layout
    form = Form()
    check_message(form, body, flags)
    form.close()
    may = draft.permissions(world, message.channel)
    if (draft.uploads and not may & Permission.ATTACH_FILES) or (
        body.get("embeds") and not may & Permission.EMBED_LINKS
    ):
        raise Code.MISSING_PERMISSIONS.error()
    content = (body["content"] or "").strip() if "content" in body else message.content
    embeds = (body["embeds"] or []) if "embeds" in body else message.embeds
    components = (body["components"] or []) if "components" in body else message.components
    attachments = _attachments(world, message, draft, form)
    _check_links(form, embeds, components, attachments)
    form.close()
    if not (content or embeds or components or attachments):
        raise Code.EMPTY_MESSAGE.error()
    message.flags = flags
    message.content, message.embeds, message.components = content, embeds, components
    message.attachments = attachments
    _parse_mentions(world, message, draft)


def _attachments(
    world: World, message: Message, draft: Draft, form: Form
) -> tuple[Attachment, ...]:
    """Return the files after the request: the list names what stays and what is new.

    Without a list everything stays; files that it does not name are appended.
    """
    if any(len(upload.data) > ATTACHMENT_SIZE_LIMIT for upload in draft.uploads):
        raise Code.TOO_LARGE.error()
    present = {str(attachment.id): attachment for attachment in message.attachments}
    uploads = {str(upload.index): upload for upload in draft.uploads}
    listed = draft.body.get("attachments")
    result = list(present.values()) if listed is None else []
    for place, entry in enumerate(listed or []):
        key = str(entry.get("id"))
        if upload := uploads.pop(key, None):
            result.append(stored(world, upload, entry))
        elif kept := present.get(key):
            result.append(_described(kept, entry))
        else:
            path = f"attachments.{place}.id"
            form.fault(path, "ATTACHMENT_NOT_FOUND", f"Attachment data not found for {key}")
    result += [stored(world, upload, {}) for upload in uploads.values()]
    if len(result) > 10:
        form.fault("attachments", "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
    return tuple(result)


def stored(world: World, upload: Upload, entry: Json) -> Attachment:
    """Return the file as it is kept; the entry may rename and describe it."""
    filename = _UNSAFE.sub("_", str(entry.get("filename") or upload.filename)) or "unknown"
    content_type = mimetypes.guess_type(filename)[0] or "application/octet-stream"
    width = height = None
    if content_type.startswith("image/"):
        try:
            with Image.open(io.BytesIO(upload.data)) as image:
                width, height = image.size
        except (UnidentifiedImageError, OSError):
            width = height = None
    description = entry.get("description")
    return Attachment(
        world.next_id(), filename, content_type, upload.data, description, width, height
    )


def _described(kept: Attachment, entry: Json) -> Attachment:
    if "description" not in entry:
        return kept
    return Attachment(
        kept.id,
        kept.filename,
        kept.content_type,
        kept.data,
        entry["description"],
        kept.width,
        kept.height,
    )


def _check_links(
    form: Form, embeds: list[Json], components: list[Json], attachments: tuple[Attachment, ...]
) -> None:
    names = {attachment.filename for attachment in attachments}
    links: list[tuple[str, object]] = [
        (f"embeds.{place}.{part}.url", (embed.get(part) or {}).get("url"))
        for place, embed in enumerate(embeds)
        for part in ("image", "thumbnail")
    ]
    for path, component in walk(components):
        media = [component.get("media"), component.get("file")]
        media += [item.get("media") for item in component.get("items") or []]
        links += [(path, held.get("url")) for held in media if isinstance(held, dict)]
    for path, link in links:
        if not isinstance(link, str) or not link.startswith("attachment://"):
            continue
        name = link.removeprefix("attachment://")
        embedded = not path.startswith("embeds") or name.lower().endswith(_EMBEDDABLE)
        if name not in names or not embedded:
            form.fault(path, "UNRESOLVED_ATTACHMENT", f"Referenced attachment {name} not found")


def _parse_mentions(world: World, message: Message, draft: Draft) -> None:
    texts = [message.content]
    texts += [str(c.get("content") or "") for _, c in walk(message.components)]
    text = "\n".join(texts)
    allowed = draft.body.get("allowed_mentions")
    default = ["users"] if draft.voice is Voice.INTERACTION else ["users", "roles", "everyone"]
    parse = default if allowed is None else allowed.get("parse") or []
    users = {int(each) for each in ({} if allowed is None else allowed).get("users") or []}
    found = [int(each) for each in _USER_MENTION.findall(text)]
    chosen = [each for each in found if "users" in parse or each in users]
    replied = True if allowed is None else bool(allowed.get("replied_user"))
    if message.reply_to is not None and replied:
        chosen.append(message.reply_to.author.id)
    message.mentions = tuple(
        world.members[each] for each in dict.fromkeys(chosen) if each in world.members
    )
    may = draft.permissions(world, message.channel)
    message.mentions_everyone = bool(
        "everyone" in parse and may & Permission.MENTION_EVERYONE and _EVERYONE.search(text)
    )


def _pinged(world: World, message: Message) -> tuple[Member, ...]:
    """Return who is really notified of a new message: mentioned, present, able to see it."""
    if message.flags & (Flag.EPHEMERAL | Flag.SUPPRESS_NOTIFICATIONS):
        return ()
    asked = world.members.values() if message.mentions_everyone else message.mentions
    return tuple(
        member
        for member in asked
        if member is not message.author
        and world.permissions(member, message.channel) & Permission.VIEW_CHANNEL
    )
