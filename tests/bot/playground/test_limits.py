"""Each of Discord's limits, by a request that breaks it."""

import pytest

from bot.playground import StandIn
from bot.playground.errors import Json
from bot.playground.interactions import InteractionKind
from tests.bot.playground.raw import Raw

V2 = 1 << 15


def button(**fields: object) -> Json:
    return {"type": 2, "style": 1, "label": "x", "custom_id": "a"} | fields


def row(*components: Json) -> Json:
    return {"type": 1, "components": list(components)}


def options(count: int) -> list[Json]:
    return [{"label": str(n), "value": str(n)} for n in range(count)]


def select(**fields: object) -> Json:
    return {"type": 3, "custom_id": "s", "options": options(2)} | fields


def rows(count: int) -> list[Json]:
    return [row(button(custom_id=str(n))) for n in range(count)]


def field(**fields: object) -> Json:
    return {"type": 4, "custom_id": "t", "style": 1, "label": "Word"} | fields


GOOD_MESSAGES = {
    "every length at its limit": {
        "content": "x" * 2000,
        "components": [
            row(*(button(custom_id=str(n).rjust(100, "c"), label="l" * 80) for n in range(5))),
            row(select(options=options(25), placeholder="p" * 150)),
            row(button(style=5, custom_id=None, url="https://example.org")),
            row(button(custom_id="e", label=None, emoji={"name": "🪲"})),
            row(button(custom_id="f", label=None, emoji={"name": "↖"})),
        ],
        "embeds": [{"title": "t" * 256, "description": "d" * 4096}],
        "nonce": "n" * 25,
    },
    "glyphs that are no emoji, as labels": {"components": [row(button(label="⟲"))]},
    "Components V2 without content": {"flags": V2, "components": [{"type": 10, "content": "x"}]},
}


@pytest.mark.parametrize("body", GOOD_MESSAGES.values(), ids=GOOD_MESSAGES)
async def test_a_message_within_the_limits_is_posted(raw: Raw, body: Json) -> None:
    answer = await raw.send(body)
    assert answer.status == 200, answer.body


BAD_MESSAGES: dict[str, tuple[str, Json]] = {
    "2001 characters of content": ("content", {"content": "x" * 2001}),
    "11 embeds": ("embeds", {"embeds": [{"title": "x"}] * 11}),
    "a long embed title": ("embeds.0.title", {"embeds": [{"title": "x" * 257}]}),
    "6001 characters of embeds": ("embeds", {"embeds": [{"description": "x" * 2001}] * 3}),
    "26 embed fields": (
        "embeds.0.fields",
        {"embeds": [{"fields": [{"name": "n", "value": "v"}] * 26}]},
    ),
    "6 rows": ("components", {"components": rows(6)}),
    "a button outside a row": ("components.0.type", {"components": [button()]}),
    "an empty row": ("components.0.components", {"components": [row()]}),
    "6 buttons in a row": (
        "components.0.components",
        {"components": [row(*(button(custom_id=str(n)) for n in range(6)))]},
    ),
    "a select beside a button": (
        "components.0.components",
        {"components": [row(button(), select())]},
    ),
    "one custom_id twice": (
        "components.1.components.0.custom_id",
        {"components": [row(button()), row(button())]},
    ),
    "a custom_id of 101": (
        "components.0.components.0.custom_id",
        {"components": [row(button(custom_id="x" * 101))]},
    ),
    "a label of 81": (
        "components.0.components.0.label",
        {"components": [row(button(label="x" * 81))]},
    ),
    "no style": ("components.0.components.0.style", {"components": [row(button(style=None))]}),
    "neither label nor emoji": (
        "components.0.components.0",
        {"components": [row(button(label=None))]},
    ),
    "a link with a custom_id": (
        "components.0.components.0",
        {"components": [row(button(style=5, url="https://example.org"))]},
    ),
    "a button with a url": (
        "components.0.components.0",
        {"components": [row(button(url="https://example.org"))]},
    ),
    "a glyph that is no emoji": (
        "components.0.components.0.emoji.name",
        {"components": [row(button(emoji={"name": "⟲"}))]},
    ),
    "26 options": (
        "components.0.components.0.options",
        {"components": [row(select(options=options(26)))]},
    ),
    "no options": (
        "components.0.components.0.options",
        {"components": [row(select(options=[]))]},
    ),
    "one option value twice": (
        "components.0.components.0.options.1.value",
        {"components": [row(select(options=options(1) * 2))]},
    ),
    "an option label of 101": (
        "components.0.components.0.options.0.label",
        {"components": [row(select(options=[{"label": "x" * 101, "value": "v"}]))]},
    ),
    "an option description of 101": (
        "components.0.components.0.options.0.description",
        {
            "components": [
                row(select(options=[{"label": "x", "value": "v", "description": "d" * 101}]))
            ]
        },
    ),
    "two defaults of one pick": (
        "components.0.components.0.options",
        {"components": [row(select(options=[o | {"default": True} for o in options(2)]))]},
    ),
    "a placeholder of 151": (
        "components.0.components.0.placeholder",
        {"components": [row(select(placeholder="x" * 151))]},
    ),
    "more values than options": (
        "components.0.components.0.max_values",
        {"components": [row(select(max_values=3))]},
    ),
    "min over max": (
        "components.0.components.0.min_values",
        {"components": [row(select(min_values=2))]},
    ),
    "a nonce of 26": ("nonce", {"content": "x", "nonce": "n" * 26}),
    "users parsed and listed": (
        "allowed_mentions",
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
    ),
    "V2 components without the flag": (
        "components.0.type",
        {"components": [{"type": 10, "content": "x"}]},
    ),
    "content beside V2": (
        "content",
        {"flags": V2, "content": "x", "components": [{"type": 10, "content": "x"}]},
    ),
    "41 components in V2": (
        "components",
        {"flags": V2, "components": [{"type": 17, "components": rows(20)}]},
    ),
    "4001 characters in V2": (
        "components",
        {"flags": V2, "components": [{"type": 10, "content": "x" * 2001}] * 2},
    ),
}


@pytest.mark.parametrize(("path", "body"), BAD_MESSAGES.values(), ids=BAD_MESSAGES)
async def test_a_message_over_a_limit_is_refused(
    standin: StandIn, raw: Raw, path: str, body: Json
) -> None:
    answer = await raw.send(body)
    assert answer.fault_at(path)
    assert not standin.channel("games").messages


GOOD_MODAL = {"title": "t" * 45, "custom_id": "m", "components": [row(field())]}
BAD_MODALS = {
    "a title of 46": ("data.title", {"title": "t" * 46}),
    "no components": ("data.components", {"components": []}),
    "6 components": (
        "data.components",
        {"components": [row(field(custom_id=str(n))) for n in range(6)]},
    ),
    "a label of 46": (
        "data.components.0.components.0.label",
        {"components": [row(field(label="x" * 46))]},
    ),
    "one custom_id twice": ("data.components.1", {"components": [row(field()), row(field())]}),
    "a button": ("data.components.0.type", {"components": [row(button())]}),
    "a placeholder of 101": (
        "data.components.0.placeholder",
        {"components": [row(field(placeholder="x" * 101))]},
    ),
}


async def respond(standin: StandIn, raw: Raw, kind: InteractionKind, body: Json) -> object:
    ada, games = standin.member("Ada"), standin.channel("games")
    data = {"id": "1", "name": "x", "type": 1}
    interaction = standin.interactions.open(kind, ada, games, data)
    return await raw.request(
        "POST", f"/interactions/{interaction.id}/{interaction.token}/callback", body
    )


@pytest.mark.parametrize(("path", "change"), BAD_MODALS.values(), ids=BAD_MODALS)
async def test_a_modal_over_a_limit_is_refused(
    standin: StandIn, raw: Raw, path: str, change: Json
) -> None:
    body = {"type": 9, "data": GOOD_MODAL | change}
    answer = await respond(standin, raw, InteractionKind.COMMAND, body)
    assert answer.fault_at(path)


async def test_a_modal_within_the_limits_opens(standin: StandIn, raw: Raw) -> None:
    label = {"type": 18, "label": "l" * 45, "component": select(custom_id="s")}
    body = {"type": 9, "data": GOOD_MODAL | {"components": [row(field()), label]}}
    answer = await respond(standin, raw, InteractionKind.COMMAND, body)
    assert answer.status == 204


@pytest.mark.parametrize("count", [25, 26])
async def test_at_most_25_choices_are_suggested(standin: StandIn, raw: Raw, count: int) -> None:
    choices = [{"name": str(n), "value": str(n)} for n in range(count)]
    body = {"type": 8, "data": {"choices": choices}}
    answer = await respond(standin, raw, InteractionKind.AUTOCOMPLETE, body)
    assert answer.status == (204 if count == 25 else 400)


async def test_a_deferred_reply_may_be_ephemeral_and_nothing_else(
    standin: StandIn, raw: Raw
) -> None:
    body = {"type": 5, "data": {"flags": V2}}
    answer = await respond(standin, raw, InteractionKind.COMMAND, body)
    assert answer.fault_at("data.flags")


def command(**fields: object) -> Json:
    return {"name": "play", "description": "Play"} | fields


def option(**fields: object) -> Json:
    return {"type": 3, "name": "game", "description": "Which"} | fields


BAD_COMMANDS = {
    "an upper-case name": ("0.name", [command(name="Play")]),
    "a space in a name": ("0.name", [command(name="play it")]),
    "a name of 33": ("0.name", [command(name="p" * 33)]),
    "no description": ("0.description", [command(description="")]),
    "a description of 101": ("0.description", [command(description="d" * 101)]),
    "a menu command with a description": ("0.description", [command(type=2)]),
    "one name twice": ("1.name", [command(), command()]),
    "101 commands": ("0", [command(name=f"c{n}") for n in range(101)]),
    "26 options": ("0.options", [command(options=[option(name=f"o{n}") for n in range(26)])]),
    "one option twice": ("0.options.1.name", [command(options=[option(), option()])]),
    "required after optional": (
        "0.options.1",
        [command(options=[option(), option(name="b", required=True)])],
    ),
    "26 choices": (
        "0.options.0.choices",
        [command(options=[option(choices=[{"name": str(n), "value": "v"} for n in range(26)])])],
    ),
    "choices and autocomplete": (
        "0.options.0",
        [command(options=[option(autocomplete=True, choices=[{"name": "n", "value": "v"}])])],
    ),
    "8001 characters": (
        "0",
        [
            command(
                options=[
                    option(
                        name=f"o{n}",
                        choices=[{"name": "n" * 100, "value": "v" * 100}] * 21,
                    )
                    for n in range(2)
                ]
            )
        ],
    ),
}


@pytest.mark.parametrize(("path", "body"), BAD_COMMANDS.values(), ids=BAD_COMMANDS)
async def test_a_command_over_a_limit_is_refused(
    standin: StandIn, raw: Raw, path: str, body: list[Json]
) -> None:
    answer = await raw.request("PUT", f"/applications/{standin.world.bot.id}/commands", body)
    assert answer.fault_at(path)
    assert not standin.members.commands
