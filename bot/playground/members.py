"""What a person's Discord app does: commands, suggestions, presses, modals, words."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum

from bot.playground.contexts import owners_of
from bot.playground.errors import Json, Refused
from bot.playground.interactions import Interaction, InteractionKind, Interactions
from bot.playground.limits import walk
from bot.playground.messages import Upload, stored
from bot.playground.payloads import ATTACHMENT_SIZE_LIMIT, Payloads
from bot.playground.world import (
    Attachment,
    Channel,
    ChannelKind,
    Event,
    Member,
    Message,
    Permission,
)


class OptionKind(IntEnum):
    """Discord's numbers for the kinds of command option."""

    SUBCOMMAND = 1
    GROUP = 2
    STRING = 3
    INTEGER = 4
    BOOLEAN = 5
    USER = 6
    CHANNEL = 7
    ROLE = 8
    MENTIONABLE = 9
    NUMBER = 10
    ATTACHMENT = 11


class Members:
    """The members' side: checks what an app would check, then opens an interaction."""

    def __init__(self, payloads: Payloads, interactions: Interactions) -> None:
        self.payloads = payloads
        self.world = payloads.world
        self.interactions = interactions
        self.global_commands: list[Json] = []
        self.guild_commands: list[Json] = []
        self.uploads: dict[int, Attachment] = {}
        self.on_commands: Callable[[], None] = lambda: None

    @property
    def commands(self) -> list[Json]:
        """Return every command of the app; the server's own are gone while the bot is."""
        return [*self.global_commands, *(self.guild_commands if self.world.bot.present else ())]

    def offered(self, member: Member, channel: Channel) -> list[Json]:
        """Return the commands that the member's app lists in the channel."""
        return [
            command
            for command in self.commands
            if owners_of(self.world, command, member, channel)
            and self._may_use(command, member, channel)
        ]

    def _may_use(self, command: Json, member: Member, channel: Channel) -> bool:
        """Tell whether the member has the permissions the command asks for, in servers alone."""
        may = self.world.permissions(member, channel)
        needed = Permission(int(command.get("default_member_permissions") or 0))
        return channel.guild_id is None or not needed & ~may

    def command(
        self,
        member: Member,
        channel: Channel,
        name: str,
        options: Sequence[Json] = (),
        target: Member | None = None,
    ) -> Interaction:
        """Return the interaction of a slash command, or of a menu command with a target."""
        command, owners = self._usable_command(member, channel, name, 1 if target is None else 2)
        data: Json = {"id": command["id"], "name": command["name"], "type": command["type"]}
        resolved: Json = {}
        if target is not None:
            data["target_id"] = str(target.id)
            self._resolve_member(str(target.id), channel, resolved)
        else:
            data["options"] = self._options(command, options, channel, resolved, complete=True)
        if resolved:
            data["resolved"] = resolved
        kind = InteractionKind.COMMAND
        return self.interactions.open(kind, member, channel, data, owners=owners)

    def autocomplete(
        self, member: Member, channel: Channel, name: str, options: Sequence[Json]
    ) -> Interaction:
        """Return the interaction that asks for suggestions for the focused option."""
        command, owners = self._usable_command(member, channel, name, 1)
        data: Json = {"id": command["id"], "name": command["name"], "type": command["type"]}
        data["options"] = self._options(command, options, channel, {}, complete=False)
        asked = InteractionKind.AUTOCOMPLETE
        return self.interactions.open(asked, member, channel, data, owners=owners)

    def _usable_command(
        self, member: Member, channel: Channel, name: str, kind: int
    ) -> tuple[Json, dict[str, str]]:
        """Return the command, and by whose installations the member uses it in the channel."""
        may = self.world.permissions(member, channel)
        if not may & Permission.VIEW_CHANNEL:
            raise Refused("You cannot see this channel.")
        if not may & Permission.USE_APPLICATION_COMMANDS:
            raise Refused("You may not use commands here.")
        if channel.archived:
            raise Refused("This thread is archived; commands cannot be used in it.")
        known = [each for each in self.commands if (each["name"], each["type"]) == (name, kind)]
        if not known:
            raise Refused(f"There is no command {name}.")
        for command in known:
            if not (owners := owners_of(self.world, command, member, channel)):
                continue
            if not self._may_use(command, member, channel):
                raise Refused(f"You may not use /{name}.")
            return command, owners
        raise Refused(f"/{name} cannot be used here.")

    def _options(
        self,
        command: Json,
        given: Sequence[Json],
        channel: Channel,
        resolved: Json,
        *,
        complete: bool,
    ) -> list[Json]:
        """Return the options as the app would send them, after checking them."""
        known = {option["name"]: option for option in command.get("options") or []}
        result = []
        for option in given:
            definition = known.get(option.get("name"))
            if definition is None:
                raise Refused(f"There is no option {option.get('name')}.")
            if definition["type"] in (OptionKind.SUBCOMMAND, OptionKind.GROUP):
                inner = option.get("options") or []
                nested = self._options(definition, inner, channel, resolved, complete=complete)
                kind, name = definition["type"], definition["name"]
                result.append({"type": kind, "name": name, "options": nested})
                continue
            focused = bool(option.get("focused"))
            sent = {"type": definition["type"], "name": definition["name"]}
            value = option.get("value")
            sent["value"] = self._value(definition, value, channel, resolved, focused=focused)
            result.append(sent | ({"focused": True} if focused else {}))
        if complete:
            _require(known, {option["name"] for option in result})
        return result

    def _value(
        self, definition: Json, value: object, here: Channel, resolved: Json, *, focused: bool
    ) -> str | int | float | bool:
        name = definition["name"]
        choices = [choice["value"] for choice in definition.get("choices") or []]
        if choices and value not in choices:
            raise Refused(f"{name}: not one of the choices.")
        match OptionKind(definition["type"]):
            case OptionKind.STRING if isinstance(value, str):
                low, high = definition.get("min_length", 0), definition.get("max_length", 6000)
                if focused or low <= len(value) <= high:
                    return value
                raise Refused(f"{name}: between {low} and {high} characters.")
            case OptionKind.INTEGER | OptionKind.NUMBER if focused and isinstance(value, str):
                return value
            case OptionKind.INTEGER | OptionKind.NUMBER if isinstance(value, (int, float)):
                low, high = (
                    definition.get("min_value", -(2**53)),
                    definition.get("max_value", 2**53),
                )
                whole = definition["type"] == OptionKind.NUMBER or int(value) == value
                if whole and low <= value <= high:
                    return value
                raise Refused(f"{name}: a number between {low} and {high}.")
            case OptionKind.BOOLEAN if isinstance(value, bool):
                return value
            case OptionKind.USER | OptionKind.MENTIONABLE if isinstance(value, str):
                self._resolve_member(value, here, resolved)
                return value
            case OptionKind.CHANNEL if isinstance(value, str) and value.isdigit():
                if (channel := self.world.channels.get(int(value))) is not None:
                    resolved.setdefault("channels", {})[value] = self.payloads.channel(channel)
                    return value
            case OptionKind.ATTACHMENT if isinstance(value, Mapping):
                return self._upload(value, resolved)
        raise Refused(f"{name}: not a valid value.")

    def _resolve_member(self, value: str, here: Channel, resolved: Json) -> None:
        """Add who is named: the account, and in a server that it is in the membership."""
        found = self.world.members.get(int(value)) if value.isdigit() else None
        if found is None:
            raise Refused("There is no such member.")
        resolved.setdefault("users", {})[value] = self.payloads.user(found)
        if here.guild_id is not None and self.world.is_in(found, here.guild_id):
            resolved.setdefault("members", {})[value] = self._bare_member(found, here)

    def _upload(self, value: Mapping[str, object], resolved: Json) -> str:
        """Return the id of a file that goes along with a command: its name, its bytes in base64."""
        try:
            data = base64.b64decode(str(value.get("data")), validate=True)
        except binascii.Error:
            raise Refused("The file is not understood.") from None
        if len(data) > ATTACHMENT_SIZE_LIMIT:
            raise Refused("The file is larger than 10 MB.")
        kept = stored(self.world, Upload(0, str(value.get("filename")), data), {})
        self.uploads[kept.id] = kept
        sent = self.payloads.attachment(kept) | {"ephemeral": True}
        resolved.setdefault("attachments", {})[str(kept.id)] = sent
        return str(kept.id)

    def _bare_member(self, member: Member, channel: Channel) -> Json:
        body = self.payloads.member(member, channel) | {"permissions": "0"}
        del body["user"], body["deaf"], body["mute"]
        return body

    def press(
        self, member: Member, message: Message, custom_id: str, values: Sequence[str] = ()
    ) -> Interaction | None:
        """Return the interaction of a press or pick; None when the pick is already picked."""
        self.check_sees(member, message)
        every = [component for _, component in walk(message.components)]
        component = next((each for each in every if each.get("custom_id") == custom_id), None)
        if component is None:
            raise Refused("There is no such control under this message.")
        if component.get("disabled"):
            raise Refused("This control is disabled.")
        data: Json = {"component_type": component["type"], "custom_id": custom_id}
        if component["type"] != 2:
            picked = [
                each["value"] for each in component.get("options") or [] if each.get("default")
            ]
            if picked and set(picked) == set(values):
                return None
            resolved: Json = {}
            self._check_picks(component, values, message.channel, resolved)
            data["values"] = list(values)
            if resolved:
                data["resolved"] = resolved
        kind = InteractionKind.COMPONENT
        return self.interactions.open(kind, member, message.channel, data, message)

    def _check_picks(
        self, select: Json, values: Sequence[str], channel: Channel, resolved: Json
    ) -> None:
        low, high = select.get("min_values", 1), select.get("max_values", 1)
        if not low <= len(values) <= high or len(set(values)) != len(values):
            raise Refused(f"Pick between {low} and {high}.")
        match select["type"]:
            case 3:
                offered = {option["value"] for option in select["options"]}
                if not set(values) <= offered:
                    raise Refused("There is no such option.")
            case 5 | 7:
                for value in values:
                    self._resolve_member(value, channel, resolved)

    def submit(self, opened: Interaction, values: Mapping[str, object]) -> Interaction:
        """Return the interaction of a modal that was filled in and sent."""
        modal = opened.modal
        if modal is None:
            raise Refused("There is no such form.")
        resolved: Json = {}
        filled = []
        for holder in modal["components"]:
            match holder["type"]:
                case 1:
                    row = [
                        self._filled(each, values, opened.channel, resolved)
                        for each in holder["components"]
                    ]
                    filled.append({"type": 1, "components": row})
                case 18:
                    inner = self._filled(holder["component"], values, opened.channel, resolved)
                    filled.append({"type": 18, "component": inner})
        data: Json = {"custom_id": modal["custom_id"], "components": filled}
        if resolved:
            data["resolved"] = resolved
        opened.modal = None
        kind = InteractionKind.MODAL
        member, channel, source = opened.member, opened.channel, opened.source
        return self.interactions.open(kind, member, channel, data, source, owners=opened.owners)

    def _filled(
        self, component: Json, values: Mapping[str, object], channel: Channel, resolved: Json
    ) -> Json:
        custom_id = component["custom_id"]
        body: Json = {"type": component["type"], "custom_id": custom_id}
        required = component.get("required", True)
        if component["type"] == 4:
            text = values.get(custom_id, component.get("value") or "")
            low, high = component.get("min_length") or 0, component.get("max_length") or 4000
            if not isinstance(text, str) or (required and not text):
                raise Refused("A required field is empty.")
            if text and not low <= len(text) <= high:
                raise Refused(f"Write between {low} and {high} characters.")
            return body | {"value": text}
        picked = values.get(custom_id)
        if picked is None:
            options = component.get("options") or []
            picked = [option["value"] for option in options if option.get("default")]
        chosen = [str(each) for each in picked] if isinstance(picked, list) else [str(picked)]
        if chosen or required:
            self._check_picks(component, chosen, channel, resolved)
        return body | {"values": chosen}

    def say(self, member: Member, channel: Channel, content: str) -> Message:
        """Return an ordinary message of a member, already in its channel."""
        may = self.world.permissions(member, channel)
        is_thread = channel.kind is ChannelKind.THREAD
        speak = Permission.SEND_MESSAGES_IN_THREADS if is_thread else Permission.SEND_MESSAGES
        if not may & speak or self.world.is_locked(channel, member):
            raise Refused("You may not write here.")
        content = content.strip()
        if not 0 < len(content) <= 2000:
            raise Refused("A message has between 1 and 2000 characters.")
        message = Message(self.world.next_id(), channel, member, self.world.clock.now(), content)
        named = [each for each in self.world.members.values() if f"<@{each.id}>" in content]
        message.mentions = tuple(named)
        message.pings = tuple(each for each in named if each is not member)
        self.world.add_message(message)
        return message

    def dismiss(self, member: Member, message: Message) -> None:
        """Take a private message off its reader's screen; the bot is not told."""
        if message.ephemeral_for is not member:
            raise Refused("Only a private message can be dismissed.")
        message.is_dismissed = True
        self.world.announce(Event.MESSAGE_DELETE, message)

    def check_sees(self, member: Member, message: Message) -> None:
        """Raise Refused unless the member sees this message now."""
        present = message.channel.messages.get(message.id) is message
        may = self.world.permissions(member, message.channel)
        visible = may & Permission.VIEW_CHANNEL and message.is_visible_to(member)
        if not present or not visible:
            raise Refused("This message is not there.")


def _require(known: Mapping[str, Json], given: set[str]) -> None:
    inner = {OptionKind.SUBCOMMAND, OptionKind.GROUP}
    if any(option["type"] in inner for option in known.values()):
        if len(given) != 1:
            raise Refused("Choose one subcommand.")
        return
    for name, option in known.items():
        if option.get("required") and name not in given:
            raise Refused(f"{name} is required.")
