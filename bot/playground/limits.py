"""Discord's limits on what an app sends, refused as error 50035 in Discord's nested shape.

The stand-in is as strict as Discord in these things; each has a test of its name.

Here: lengths and counts of messages, embeds, components, modals, choices and commands; rows of up
to five buttons or one select; ids unique in a message; labels, urls and emoji of buttons; the
total of Components V2 and what may not stand beside it; the flags of a deferred reply.
`messages`: empty messages (50006), attachment sizes (40005), the attachments list of an edit,
`attachment://` names, allowed mentions and who is pinged, nonce with enforce_nonce.
`interactions`: one response each (40060), 3 s (10062), 15 minutes (50027), which response fits
which interaction, an answer before a followup (10015), who sees a private message.
`contexts`: where a command is offered and by whose installation, and what an answer may hold
where the bot is no member; there an interaction is followed up at most 5 times (40094), and a
member without the permission gets every answer in private.
`rest`: permissions per channel (50001, 50013), archived and locked threads (50083), unknown ids
(10003, 10004, 10007, 10008, 10013, 10015), other people's messages (50005), closed direct messages
(50007), one thread per message (160004), authorization (401).
`gateway`: intents, close codes, heartbeats, resume with replay, invalid sessions.
`routes`: installations that the app does not support.
`members`: disabled and absent components, the option that is already picked, options and values a
command or select does not have, commands in archived threads, members without the permission,
the size of a file that goes along with a command.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from bot.playground.errors import Form, Json
from bot.playground.world import Flag

_ROW, _BUTTON, _STRING_SELECT, _TEXT_INPUT, _TEXT, _LABEL = 1, 2, 3, 4, 10, 18
_SELECTS: Final = frozenset({3, 5, 6, 7, 8})
_LAYOUT: Final = frozenset({1, 9, 10, 12, 13, 14, 17})
_LINK, _PREMIUM = 5, 6
_SUBCOMMAND, _GROUP = 1, 2
_COMMAND_NAME = re.compile(r"^[-_'\w]{1,32}$")
_EMOJI = re.compile(
    "^[#*0-9©®‼⁉™ℹ↔-↙↩↪⌚⌛⌨⏏⏩-⏳⏸-⏺Ⓜ▪▫▶◀◻-◾☀-☄☎☑☔☕☘☝☠☢☣☦☪☮☯☸-☺♀♂♈-♓♟♠♣♥♦♨♻♾♿⚒-⚗⚙⚛⚜⚠⚡⚧⚪⚫⚰⚱⚽⚾⛄⛅⛈"
    "⛎⛏⛑⛓⛔⛩⛪⛰-⛵⛷-⛺⛽✂✅✈-✍✏✒✔✖✝✡✨✳✴❄❇❌❎❓-❕❗❣❤➕-➗➡➰➿⤴⤵⬅-⬇⬛⬜⭐⭕〰〽㊗㊙"
    "\U0001f000-\U0001faff\ufe0f\u200d\u20e3\U000e0020-\U000e007f]+$"
)


def walk(components: list[Json], path: str = "components") -> Iterator[tuple[str, Json]]:
    """Yield every component with its path, nested ones after the one that holds them."""
    for place, component in enumerate(components):
        yield from _walk_one(component, f"{path}.{place}")


def _walk_one(component: Json, path: str) -> Iterator[tuple[str, Json]]:
    yield path, component
    inner = component.get("components")
    if isinstance(inner, list):
        yield from walk([held for held in inner if isinstance(held, dict)], f"{path}.components")
    for key in ("accessory", "component"):
        if isinstance(held := component.get(key), dict):
            yield from _walk_one(held, f"{path}.{key}")


def check_message(form: Form, body: Json, flags: Flag) -> None:
    """Note what is wrong with the fields that a new message or an edit carries."""
    form.text(body.get("content"), "content", 0, 2000)
    embeds = form.objects(body.get("embeds"), "embeds", 0, 10)
    _check_embeds(form, embeds)
    layout = bool(flags & Flag.COMPONENTS_V2)
    components = form.objects(body.get("components"), "components", 0, 40 if layout else 5)
    if layout:
        _check_layout(form, body, components)
    for place, component in enumerate(components):
        if component.get("type") not in (_LAYOUT if layout else {_ROW}):
            path = f"components.{place}.type"
            form.fault(path, "UNION_TYPE_CHOICES", 'Value of field "type" must be one of (1,).')
    seen: set[str] = set()
    for path, component in walk(components):
        _check_component(form, component, path)
        custom_id = component.get("custom_id")
        if isinstance(custom_id, str) and custom_id in seen:
            message = "Component custom id cannot be duplicated"
            form.fault(f"{path}.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", message)
        elif isinstance(custom_id, str):
            seen.add(custom_id)
    attachments = form.objects(body.get("attachments"), "attachments", 0, 10)
    for place, attachment in enumerate(attachments):
        form.text(attachment.get("description"), f"attachments.{place}.description", 0, 1024)
    nonce = body.get("nonce")
    form.text(None if nonce is None else str(nonce), "nonce", 0, 25)
    _check_mentions(form, body.get("allowed_mentions"))


def _check_layout(form: Form, body: Json, components: list[Json]) -> None:
    code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
    for field in ("content", "embeds", "poll", "sticker_ids"):
        if body.get(field):
            form.fault(field, code, f"The '{field}' field cannot be used with IS_COMPONENTS_V2")
    every = [component for _, component in walk(components)]
    if len(every) > 40:
        form.fault("components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", "At most 40 in total.")
    texts = [str(c.get("content") or "") for c in every if c.get("type") == _TEXT]
    if sum(map(len, texts)) > 4000:
        message = "Must be 4000 or fewer in length."
        form.fault("components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", message)


def _check_mentions(form: Form, allowed: object) -> None:
    if not isinstance(allowed, dict):
        return
    for kind in ("users", "roles"):
        ids = allowed.get(kind) or []
        if len(ids) > 100:
            form.fault(f"allowed_mentions.{kind}", "BASE_TYPE_MAX_LENGTH", "At most 100.")
        if ids and kind in (allowed.get("parse") or []):
            message = f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.'
            form.fault("allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message)


def _check_embeds(form: Form, embeds: list[Json]) -> None:
    total = 0
    for place, embed in enumerate(embeds):
        path = f"embeds.{place}"
        texts = [
            form.text(embed.get("title"), f"{path}.title", 0, 256),
            form.text(embed.get("description"), f"{path}.description", 0, 4096),
            form.text((embed.get("footer") or {}).get("text"), f"{path}.footer.text", 0, 2048),
            form.text((embed.get("author") or {}).get("name"), f"{path}.author.name", 0, 256),
        ]
        for number, field in enumerate(form.objects(embed.get("fields"), f"{path}.fields", 0, 25)):
            at = f"{path}.fields.{number}"
            texts.append(form.text(field.get("name"), f"{at}.name", 1, 256))
            texts.append(form.text(field.get("value"), f"{at}.value", 1, 1024))
        total += sum(map(len, texts))
    if total > 6000:
        form.fault("embeds", "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")


def _check_component(form: Form, component: Json, path: str) -> None:
    match component.get("type"):
        case 1:
            _check_row(form, component, path)
        case 2:
            _check_button(form, component, path)
        case kind if kind in _SELECTS:
            _check_select(form, component, path)
        case 10:
            form.text(component.get("content"), f"{path}.content", 1, 4000)
        case 12:
            items = form.objects(component.get("items"), f"{path}.items", 1, 10)
            for place, item in enumerate(items):
                form.text(item.get("description"), f"{path}.items.{place}.description", 0, 1024)


def _check_row(form: Form, row: Json, path: str) -> None:
    held = form.objects(row.get("components"), f"{path}.components", 1, 5)
    kinds = [component.get("type") for component in held]
    if len(kinds) > 1 and any(kind != _BUTTON for kind in kinds):
        message = "An action row holds up to five buttons or one select."
        form.fault(f"{path}.components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message)
    for place, kind in enumerate(kinds):
        if kind != _BUTTON and kind not in _SELECTS and kind != _TEXT_INPUT:
            form.fault(f"{path}.components.{place}.type", "UNION_TYPE_CHOICES", "Not in a row.")


def _check_button(form: Form, button: Json, path: str) -> None:
    style = form.number(button.get("style"), f"{path}.style", 1, 6)
    label = form.text(button.get("label"), f"{path}.label", 0, 80)
    emoji = button.get("emoji")
    if style == _LINK:
        form.text(button.get("url"), f"{path}.url", 1, 512)
        if button.get("custom_id") is not None:
            form.fault(path, "BUTTON_COMPONENT_CUSTOM_ID_AND_URL", "Exclusive with a url.")
    elif style != _PREMIUM:
        form.text(button.get("custom_id"), f"{path}.custom_id", 1, 100)
        if button.get("url") is not None:
            form.fault(path, "BUTTON_COMPONENT_CUSTOM_ID_AND_URL", "Exclusive with a custom id.")
    if style != _PREMIUM and not label and not emoji:
        form.fault(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI", "A button needs a label or an emoji.")
    _check_emoji(form, emoji, f"{path}.emoji")


def _check_emoji(form: Form, emoji: object, path: str) -> None:
    if not isinstance(emoji, dict) or emoji.get("id"):
        return
    if not _EMOJI.match(str(emoji.get("name") or "")):
        form.fault(f"{path}.name", "COMPONENT_INVALID_EMOJI", "Invalid emoji")


def _check_select(form: Form, select: Json, path: str) -> None:
    form.text(select.get("custom_id"), f"{path}.custom_id", 1, 100)
    form.text(select.get("placeholder"), f"{path}.placeholder", 0, 150)
    low = form.number(select.get("min_values", 1), f"{path}.min_values", 0, 25)
    high = form.number(select.get("max_values", 1), f"{path}.max_values", 1, 25)
    if low > high:
        form.fault(f"{path}.min_values", "BASE_TYPE_MAX", "Must not be above max_values.")
    if select.get("type") != _STRING_SELECT:
        return
    options = form.objects(select.get("options"), f"{path}.options", 1, 25)
    if options and high > len(options):
        form.fault(f"{path}.max_values", "BASE_TYPE_MAX", "More than there are options.")
    if sum(bool(option.get("default")) for option in options) > high:
        form.fault(f"{path}.options", "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "Too many.")
    values: set[str] = set()
    for place, option in enumerate(options):
        at = f"{path}.options.{place}"
        form.text(option.get("label"), f"{at}.label", 1, 100)
        form.text(option.get("description"), f"{at}.description", 0, 100)
        _check_emoji(form, option.get("emoji"), f"{at}.emoji")
        value = form.text(option.get("value"), f"{at}.value", 1, 100)
        if value in values:
            message = "The specified option value is already used"
            form.fault(f"{at}.value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message)
        values.add(value)


def check_modal(form: Form, modal: Json) -> None:
    """Note what is wrong with a modal: title, id, one to five inputs, each in a row or a label."""
    form.text(modal.get("title"), "data.title", 1, 45)
    form.text(modal.get("custom_id"), "data.custom_id", 1, 100)
    seen: set[object] = set()
    for place, holder in enumerate(form.objects(modal.get("components"), "data.components", 1, 5)):
        path = f"data.components.{place}"
        match holder.get("type"):
            case 1:
                held = form.objects(holder.get("components"), f"{path}.components", 1, 1)
                label = held[0].get("label") if held else "-"
                form.text(label, f"{path}.components.0.label", 1, 45)
            case 18:
                form.text(holder.get("label"), f"{path}.label", 1, 45)
                form.text(holder.get("description"), f"{path}.description", 0, 100)
                held = [holder.get("component") or {}]
            case 10:
                held = []
            case _:
                form.fault(f"{path}.type", "UNION_TYPE_CHOICES", "Must be one of (1, 10, 18).")
                held = []
        for component in held:
            _check_input(form, component, path)
            if component.get("custom_id") in seen:
                form.fault(path, "COMPONENT_CUSTOM_ID_DUPLICATED", "Cannot be duplicated")
            seen.add(component.get("custom_id"))


def _check_input(form: Form, component: Json, path: str) -> None:
    if component.get("type") in _SELECTS:
        _check_select(form, component, path)
        return
    if component.get("type") != _TEXT_INPUT:
        form.fault(f"{path}.type", "UNION_TYPE_CHOICES", "Not an input of a modal.")
        return
    form.text(component.get("custom_id"), f"{path}.custom_id", 1, 100)
    form.number(component.get("style"), f"{path}.style", 1, 2)
    form.number(component.get("min_length") or 0, f"{path}.min_length", 0, 4000)
    form.number(component.get("max_length") or 4000, f"{path}.max_length", 1, 4000)
    form.text(component.get("placeholder"), f"{path}.placeholder", 0, 100)
    form.text(component.get("value"), f"{path}.value", 0, 4000)


def check_choices(form: Form, choices: object, path: str = "data.choices") -> None:
    """Note what is wrong with the suggestions for an option."""
    for place, choice in enumerate(form.objects(choices, path, 0, 25)):
        form.text(choice.get("name"), f"{path}.{place}.name", 1, 100)
        value = choice.get("value")
        if not isinstance(value, (int, float)):
            form.text(value, f"{path}.{place}.value", 1, 100)


def check_commands(form: Form, commands: list[Json]) -> None:
    """Note what is wrong with the whole list of an app's commands."""
    names = [(command.get("type", 1), command.get("name")) for command in commands]
    for place, key in enumerate(names):
        if key in names[:place]:
            message = "Application command names must be unique"
            form.fault(f"{place}.name", "APPLICATION_COMMANDS_DUPLICATE_NAME", message)
    for kind, most in ((1, 100), (2, 15), (3, 15)):
        if sum(key[0] == kind for key in names) > most:
            form.fault("0", "APPLICATION_COMMAND_TOO_MANY", f"At most {most} of type {kind}.")
    for place, command in enumerate(commands):
        _check_command(form, command, str(place))


def _check_command(form: Form, command: Json, path: str) -> None:
    for name, known in (("contexts", {0, 1, 2}), ("integration_types", {0, 1})):
        given = command.get(name)
        if given is None:
            continue
        if not isinstance(given, list) or not given or not all(each in known for each in given):
            message = f"Values must be from {sorted(known)}, at least one."
            form.fault(f"{path}.{name}", "BASE_TYPE_CHOICES", message)
        elif len(set(given)) != len(given):
            form.fault(f"{path}.{name}", "SET_TYPE_ALREADY_CONTAINS_VALUE", "Not unique")
    if command.get("type", 1) != 1:
        form.text(command.get("name"), f"{path}.name", 1, 32)
        form.text(command.get("description") or None, f"{path}.description", 0, 0)
        form.objects(command.get("options"), f"{path}.options", 0, 0)
        return
    size = _check_name(form, command, path)
    size += _check_options(form, command.get("options"), f"{path}.options", 0)
    if size > 8000:
        form.fault(path, "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000)")


def _check_name(form: Form, thing: Json, path: str) -> int:
    name = form.text(thing.get("name"), f"{path}.name", 1, 32)
    letters = all(unicodedata.category(letter)[0] in "LNMP" for letter in name)
    if name and (not _COMMAND_NAME.match(name) or name != name.lower() or not letters):
        form.fault(f"{path}.name", "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
    return len(name) + len(form.text(thing.get("description"), f"{path}.description", 1, 100))


def _check_options(form: Form, options: object, path: str, depth: int) -> int:
    size = 0
    names: set[object] = set()
    optional = False
    for place, option in enumerate(form.objects(options, path, 0, 25)):
        at = f"{path}.{place}"
        size += _check_name(form, option, at)
        kind = form.number(option.get("type"), f"{at}.type", 1, 11)
        if option.get("name") in names:
            form.fault(f"{at}.name", "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", "Not unique")
        names.add(option.get("name"))
        if kind in (_SUBCOMMAND, _GROUP):
            if depth + (kind == _GROUP) > 1:
                form.fault(at, "APPLICATION_COMMAND_OPTIONS_NESTED", "Nested too deep")
            size += _check_options(form, option.get("options"), f"{at}.options", depth + 1)
            continue
        if option.get("required") and optional:
            message = "Required options must be placed before non-required options"
            form.fault(at, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message)
        optional |= not option.get("required")
        choices = option.get("choices") or []
        if choices and option.get("autocomplete"):
            form.fault(at, "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE", "Exclusive with choices")
        check_choices(form, choices, f"{at}.choices")
        size += sum(len(str(c.get("name", ""))) + len(str(c.get("value", ""))) for c in choices)
    return size
