"""The order, deadlines and reach of answers to interactions."""

import pytest

from bot.playground import StandIn
from bot.playground.errors import Json, Refused
from bot.playground.interactions import Interaction, InteractionKind, Status
from bot.playground.world import Flag, Message, Permission
from tests.bot.playground.raw import Answer, Raw

COMMANDS = [
    {
        "name": "move",
        "description": "Move",
        "options": [
            {
                "type": 3,
                "name": "action",
                "description": "What",
                "required": True,
                "max_length": 5,
            },
            {"type": 4, "name": "times", "description": "How often", "max_value": 3},
            {"type": 6, "name": "whom", "description": "Whom"},
            {
                "type": 3,
                "name": "side",
                "description": "Which",
                "choices": [{"name": "Gold", "value": "gold"}],
            },
        ],
    },
    {"name": "end", "description": "End", "default_member_permissions": str(1 << 13)},
    {"name": "talk", "description": "Talk", "contexts": [1]},
]


class Desk:
    """A command of Ada's in #games, and the requests that answer it."""

    def __init__(self, standin: StandIn, raw: Raw) -> None:
        self.standin, self.raw = standin, raw
        self.ada, self.ben = standin.member("Ada"), standin.member("Ben")
        self.games = standin.channel("games")

    def open(self, kind: InteractionKind = InteractionKind.COMMAND) -> Interaction:
        data: Json = {"id": "1", "name": "move", "type": 1}
        return self.standin.interactions.open(kind, self.ada, self.games, data)

    async def press(self, message: Message, custom_id: str = "a") -> Interaction:
        pressed = self.standin.press_nowait(self.ada, message, custom_id)
        assert pressed is not None
        return pressed

    async def respond(self, to: Interaction, kind: int, **data: object) -> Answer:
        path = f"/interactions/{to.id}/{to.token}/callback?with_response=1"
        return await self.raw.request("POST", path, {"type": kind, "data": data})

    async def hook(
        self, method: str, to: Interaction, which: str = "", body: object = None
    ) -> Answer:
        path = f"/webhooks/{self.standin.world.bot.id}/{to.token}"
        return await self.raw.request(method, path + (f"/messages/{which}" if which else ""), body)

    async def board(self, **button: object) -> Message:
        component = {"type": 2, "style": 1, "label": "x", "custom_id": "a"} | button
        rows = [{"type": 1, "components": [component]}]
        answer = await self.raw.send({"content": "board", "components": rows})
        return self.games.messages[int(answer.body["id"])]

    async def sync(self) -> None:
        path = f"/applications/{self.standin.world.bot.id}/commands"
        assert (await self.raw.request("PUT", path, COMMANDS)).status == 200


@pytest.fixture
def desk(standin: StandIn, raw: Raw) -> Desk:
    return Desk(standin, raw)


async def test_a_second_response_is_refused(desk: Desk) -> None:
    command = desk.open()
    assert (await desk.respond(command, 4, content="x")).status == 200
    answer = await desk.respond(command, 4, content="y")
    assert (answer.status, answer.code) == (400, 40060)
    assert len(desk.games.messages) == 1


async def test_a_refused_response_leaves_the_interaction_open(desk: Desk) -> None:
    command = desk.open()
    assert (await desk.respond(command, 4)).code == 50006
    assert (await desk.respond(command, 4, content="x")).status == 200


async def test_a_response_after_three_seconds_is_refused(desk: Desk) -> None:
    command = desk.open()
    desk.standin.clock.advance(3.1)
    answer = await desk.respond(command, 4, content="x")
    assert (answer.status, answer.code) == (404, 10062)
    await command.settled.wait()
    assert command.status is Status.FAILED


async def test_a_response_to_nothing_is_refused(desk: Desk) -> None:
    command = desk.open()
    body = {"type": 4, "data": {"content": "x"}}
    for address in (f"{command.id}/wrong", f"1/{command.token}"):
        answer = await desk.raw.request("POST", f"/interactions/{address}/callback", body)
        assert (answer.status, answer.code) == (404, 10062)


@pytest.mark.parametrize(
    ("kind", "callbacks"),
    [
        (InteractionKind.COMMAND, (6, 7, 8)),
        (InteractionKind.AUTOCOMPLETE, (4, 5, 6, 7, 9)),
        (InteractionKind.MODAL, (6, 7, 8, 9)),
    ],
)
async def test_each_kind_takes_only_its_own_responses(
    desk: Desk, kind: InteractionKind, callbacks: tuple[int, ...]
) -> None:
    interaction = desk.open(kind)
    for callback in callbacks:
        assert (await desk.respond(interaction, callback, content="x")).fault_at("type")


async def test_a_response_is_described_only_when_asked(desk: Desk) -> None:
    command = desk.open()
    path = f"/interactions/{command.id}/{command.token}/callback"
    answer = await desk.raw.request("POST", path, {"type": 4, "data": {"content": "x"}})
    assert (answer.status, answer.body) == (204, None)
    described = await desk.respond(desk.open(), 4, content="y", flags=64)
    assert described.body["resource"]["message"]["content"] == "y"
    assert described.body["interaction"]["response_message_ephemeral"] is True


async def test_a_followup_waits_for_the_response(desk: Desk) -> None:
    command = desk.open()
    early = await desk.hook("POST", command, body={"content": "x"})
    assert (early.status, early.code) == (404, 10015)
    await desk.respond(command, 4, content="x")
    assert (await desk.hook("POST", command, body={"content": "y"})).status == 200
    assert [each.content for each in command.followups] == ["y"]


async def test_the_first_followup_after_thinking_takes_its_place(desk: Desk) -> None:
    command = desk.open()
    await desk.respond(command, 5, flags=64)
    assert command.is_loading
    await desk.hook("POST", command, body={"content": "one"})
    await desk.hook("POST", command, body={"content": "two"})
    assert [(each.content, each.flags) for each in desk.games.messages.values()] == [
        ("one", Flag.EPHEMERAL),
        ("two", Flag(0)),
    ]


async def test_a_token_lives_fifteen_minutes(desk: Desk) -> None:
    command = desk.open()
    await desk.respond(command, 4, content="x")
    desk.standin.clock.advance(14 * 60)
    body = {"content": "y"}
    assert (await desk.hook("PATCH", command, "@original", body)).status == 200
    desk.standin.clock.advance(61)
    for method, which in (("PATCH", "@original"), ("POST", "")):
        answer = await desk.hook(method, command, which, body)
        assert (answer.status, answer.code) == (401, 50027)


async def test_the_original_is_fetched_edited_and_deleted(desk: Desk) -> None:
    command = desk.open()
    await desk.respond(command, 4, content="x", flags=64)
    assert (await desk.hook("GET", command, "@original")).body["content"] == "x"
    await desk.hook("PATCH", command, "@original", {"content": "y"})
    assert command.message is not None
    assert command.message.content == "y"
    assert (await desk.hook("DELETE", command, "@original")).status == 204
    for method in ("GET", "PATCH", "DELETE"):
        answer = await desk.hook(method, command, "@original", {"content": "z"})
        assert (answer.status, answer.code) == (404, 10008)


async def test_a_token_reaches_no_other_messages(desk: Desk) -> None:
    board = await desk.board()
    command = desk.open()
    await desk.respond(command, 4, content="x")
    answer = await desk.hook("PATCH", command, str(board.id), {"content": "y"})
    assert (answer.status, answer.code) == (404, 10008)


async def test_another_application_has_no_webhook_here(desk: Desk) -> None:
    command = desk.open()
    await desk.respond(command, 4, content="x")
    path = f"/webhooks/1/{command.token}"
    answer = await desk.raw.request("POST", path, {"content": "y"})
    assert (answer.status, answer.code) == (404, 10015)


async def test_a_deferred_press_has_its_message_for_original(desk: Desk) -> None:
    board = await desk.board()
    press = await desk.press(board)
    assert (await desk.respond(press, 6)).status == 200
    await desk.hook("PATCH", press, "@original", {"content": "edited", "components": []})
    assert (board.content, board.components) == ("edited", [])


async def test_private_messages_are_out_of_the_channels_reach(desk: Desk) -> None:
    command = desk.open()
    answer = await desk.respond(command, 4, content="x", flags=64)
    message = answer.body["resource"]["message"]["id"]
    path = f"/channels/{desk.games.id}/messages"
    assert (await desk.raw.request("GET", path)).body == []
    answer = await desk.raw.request("PATCH", f"{path}/{message}", {"content": "y"})
    assert (answer.status, answer.code) == (404, 10008)


async def test_replies_ping_only_users_and_private_ones_nobody(desk: Desk) -> None:
    desk.standin.world.add_role("Herald", Permission.MENTION_EVERYONE, desk.standin.world.bot)
    public, private = desk.open(), desk.open()
    text = f"@everyone <@{desk.ben.id}>"
    await desk.respond(public, 4, content=text)
    await desk.respond(private, 4, content=text, flags=64)
    assert public.message is not None
    assert private.message is not None
    assert public.message.pings == (desk.ben,)
    assert private.message.pings == ()


async def test_a_locked_thread_takes_no_replies(desk: Desk) -> None:
    command = desk.open()
    thread = desk.standin.world.add_thread(desk.games, "Duel", desk.ada)
    command.channel = thread
    desk.standin.world.set_thread(thread, archived=False, locked=True)
    answer = await desk.respond(command, 4, content="x")
    assert (answer.status, answer.code) == (400, 50083)


async def test_a_deleted_message_is_not_updated(desk: Desk) -> None:
    board = await desk.board()
    press = await desk.press(board)
    desk.standin.world.remove_message(board)
    answer = await desk.respond(press, 7, content="x")
    assert (answer.status, answer.code) == (404, 10008)


async def test_a_disabled_control_is_not_pressed(desk: Desk) -> None:
    board = await desk.board(disabled=True)
    with pytest.raises(Refused, match="disabled"):
        await desk.press(board)


async def test_an_absent_control_is_not_pressed(desk: Desk) -> None:
    board = await desk.board()
    with pytest.raises(Refused, match="no such control"):
        await desk.press(board, "b")


async def test_a_select_takes_only_its_options_and_counts(desk: Desk) -> None:
    options = [{"label": each, "value": each} for each in "ab"]
    board = await desk.board(type=3, options=options, max_values=2)
    for values in ([], ["c"], ["a", "a"]):
        with pytest.raises(Refused):
            desk.standin.press_nowait(desk.ada, board, "a", *values)
    assert desk.standin.press_nowait(desk.ada, board, "a", "a", "b") is not None


async def test_anothers_private_message_is_not_pressed(desk: Desk) -> None:
    command = desk.open()
    button = {"type": 2, "style": 1, "label": "x", "custom_id": "a"}
    rows = [{"type": 1, "components": [button]}]
    await desk.respond(command, 4, content="x", flags=64, components=rows)
    assert command.message is not None
    with pytest.raises(Refused, match="not there"):
        desk.standin.press_nowait(desk.ben, command.message, "a")


async def test_a_dismissed_message_is_gone_for_its_reader_alone(desk: Desk) -> None:
    command = desk.open()
    await desk.respond(command, 4, content="x", flags=64)
    assert command.message is not None
    with pytest.raises(Refused):
        desk.standin.members.dismiss(desk.ben, command.message)
    desk.standin.members.dismiss(desk.ada, command.message)
    assert desk.standin.visible(desk.games, desk.ada) == []
    assert (await desk.hook("PATCH", command, "@original", {"content": "y"})).status == 200


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"action": "too long"},
        {"action": "a", "times": 4},
        {"action": "a", "times": 1.5},
        {"action": "a", "whom": "1"},
        {"action": "a", "side": "silver"},
        {"action": "a", "nothing": "b"},
    ],
)
async def test_an_app_sends_no_options_the_command_does_not_take(
    desk: Desk, options: dict[str, object]
) -> None:
    await desk.sync()
    with pytest.raises(Refused):
        await desk.standin.command(desk.ada, desk.games, "move", **options)


async def test_commands_keep_to_their_contexts_and_permissions(desk: Desk) -> None:
    await desk.sync()
    for name in ("end", "talk", "nothing"):
        with pytest.raises(Refused):
            await desk.standin.command(desk.ada, desk.games, name)


async def test_commands_are_not_used_in_archived_threads(desk: Desk) -> None:
    await desk.sync()
    thread = desk.standin.world.add_thread(desk.games, "Duel", desk.ada)
    desk.standin.world.set_thread(thread, archived=True, locked=False)
    with pytest.raises(Refused, match="archived"):
        await desk.standin.command(desk.ada, thread, "move", action="a")


async def test_commands_take_the_members_permission(desk: Desk) -> None:
    await desk.sync()
    denied = Permission.USE_APPLICATION_COMMANDS
    desk.standin.world.overwrite(desk.games, desk.ada, deny=denied)
    with pytest.raises(Refused, match="may not"):
        await desk.standin.command(desk.ada, desk.games, "move", action="a")
