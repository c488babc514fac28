"""Conversations with the bot, and places where the app is there for an account alone."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import discord
import pytest
import pytest_asyncio
from discord import app_commands, ui

from bot.playground import StandIn
from bot.playground.contexts import MOST_FOLLOWUPS
from bot.playground.errors import Json, Refused
from bot.playground.interactions import Interaction, Status
from bot.playground.world import Channel, Permission
from tests.bot.playground.raw import Answer, Raw
from tests.bot.playground.sample import SampleBot, picture

EVERYWHERE: Json = {"contexts": [0, 1, 2], "integration_types": [0, 1]}
COMMANDS: dict[str, Json] = {
    "anywhere": EVERYWHERE,
    "unsaid": {},
    "null": {"contexts": None, "integration_types": None},
    "servers": {"contexts": [0], "integration_types": [0, 1]},
    "installed": {"contexts": [0, 1, 2], "integration_types": [0]},
    "own": {"contexts": [0, 1, 2], "integration_types": [1]},
    "private": {"contexts": [2], "integration_types": [0, 1]},
    "keepers": EVERYWHERE | {"default_member_permissions": str(1 << 5)},
}
PLACES = ("games", "Ada", "Ada, Ben", "tavern")


class Desk:
    """The bot's requests and its gateway, to see what Ada's acts tell it."""

    def __init__(
        self, standin: StandIn, raw: Raw, gateway: aiohttp.ClientWebSocketResponse
    ) -> None:
        self.standin, self.raw, self.gateway = standin, raw, gateway
        self.ada, self.ben = standin.member("Ada"), standin.member("Ben")

    async def sync(self, commands: dict[str, Json], guild: str = "") -> Answer:
        body = [{"name": name, "description": "x"} | more for name, more in commands.items()]
        path = f"/applications/{self.standin.world.bot.id}{guild}/commands"
        return await self.raw.request("PUT", path, body)

    def offered(self, place: str) -> set[str]:
        channel = self.standin.channel(place)
        return {each["name"] for each in self.standin.members.offered(self.ada, channel)}

    async def told(self) -> dict[str, Any]:
        """What the bot hears of the next interaction."""
        while True:
            frame = await asyncio.wait_for(self.gateway.receive_json(), 5)
            if frame.get("t") == "INTERACTION_CREATE":
                found: dict[str, Any] = frame["d"]
                return found

    async def open(self, place: str, name: str = "anywhere") -> tuple[Interaction, dict[str, Any]]:
        channel = self.standin.channel(place)
        opened = self.standin.members.command(self.ada, channel, name)
        return opened, await self.told()

    async def respond(self, to: Interaction, kind: int, **data: object) -> Answer:
        path = f"/interactions/{to.id}/{to.token}/callback?with_response=1"
        return await self.raw.request("POST", path, {"type": kind, "data": data})

    async def follow_up(self, to: Interaction, **body: object) -> Answer:
        path = f"/webhooks/{self.standin.world.bot.id}/{to.token}"
        return await self.raw.request("POST", path, body)


@pytest_asyncio.fixture
async def desk(standin: StandIn, raw: Raw) -> AsyncIterator[Desk]:
    async with raw.session.ws_connect(standin.gateway_url) as gateway:
        await gateway.send_json({"op": 2, "d": {"token": standin.token, "intents": 1}})
        desk = Desk(standin, raw, gateway)
        assert (await desk.sync(COMMANDS)).status == 200
        yield desk


async def test_commands_are_offered_where_context_and_installation_both_fit(desk: Desk) -> None:
    everywhere = {"anywhere", "own"}
    assert {place: desk.offered(place) for place in PLACES} == {
        "games": everywhere | {"unsaid", "null", "servers", "installed"},
        "Ada": everywhere | {"unsaid", "null", "installed", "keepers"},
        "Ada, Ben": everywhere | {"private", "keepers"},
        "tavern": everywhere | {"servers"},
    }
    desk.ada.has_app = False
    assert {place: desk.offered(place) for place in PLACES} == {
        "games": {"anywhere", "unsaid", "null", "servers", "installed"},
        "Ada": {"anywhere", "unsaid", "null", "installed", "keepers"},
        "Ada, Ben": set(),
        "tavern": set(),
    }


async def test_what_is_not_offered_cannot_be_used(desk: Desk) -> None:
    for place in PLACES:
        for name in set(COMMANDS) - desk.offered(place):
            with pytest.raises(Refused, match=r"cannot be used here|You may not use"):
                desk.standin.members.command(desk.ada, desk.standin.channel(place), name)


async def test_a_bot_thrown_out_stays_with_those_who_installed_it(desk: Desk) -> None:
    desk.standin.world.remove_bot()
    assert desk.offered("games") == {"anywhere", "own", "servers"}
    assert desk.offered("Ada") == {"anywhere", "own", "keepers"}
    opened, told = await desk.open("games")
    assert told["authorizing_integration_owners"] == {"1": str(desk.ada.id)}
    assert (await desk.raw.send({"content": "x"})).code == 50001
    assert (await desk.respond(opened, 4, content="here")).status == 200


async def test_a_servers_own_commands_are_for_that_server_alone(desk: Desk) -> None:
    guild = f"/guilds/{desk.standin.world.guild_id}"
    assert (await desk.sync({"mine": EVERYWHERE}, guild)).status == 200
    assert [place for place in PLACES if "mine" in desk.offered(place)] == ["games"]


@pytest.mark.parametrize(
    ("field", "value"),
    [("contexts", [3]), ("contexts", []), ("contexts", [1, 1]), ("integration_types", [2])],
)
async def test_contexts_and_installations_are_checked(
    desk: Desk, field: str, value: list[int]
) -> None:
    answer = await desk.sync({"x": {field: value}})
    assert answer.fault_at(f"0.{field}")


async def test_an_installation_that_the_app_does_not_support_is_refused(desk: Desk) -> None:
    desk.standin.world.installs = frozenset({0})
    assert (await desk.sync(COMMANDS)).fault_at("0.integration_types")
    assert (await desk.sync({"x": {"integration_types": [0]}})).status == 200


@pytest.mark.parametrize(
    ("place", "context", "owners", "has_guild"),
    [
        ("games", 0, {"0": "GUILD", "1": "ADA"}, True),
        ("Ada", 1, {"0": "0", "1": "ADA"}, False),
        ("Ada, Ben", 2, {"1": "ADA"}, False),
        ("tavern", 0, {"1": "ADA"}, True),
    ],
)
async def test_an_interaction_tells_where_it_happens_and_by_whose_installation(
    desk: Desk, place: str, context: int, owners: dict[str, str], has_guild: bool
) -> None:
    _, told = await desk.open(place)
    ids = {"GUILD": str(desk.standin.world.guild_id), "ADA": str(desk.ada.id), "0": "0"}
    assert told["context"] == context
    assert told["authorizing_integration_owners"] == {k: ids[v] for k, v in owners.items()}
    assert [key in told for key in ("guild_id", "guild", "member")] == [has_guild] * 3
    assert ("user" in told) is not has_guild
    channel = desk.standin.channel(place)
    assert (told["channel"]["id"], told["channel"]["type"]) == (str(channel.id), int(channel.kind))


async def test_answers_may_hold_files_where_the_bot_may_do_nothing(desk: Desk) -> None:
    held = {
        place: Permission(int((await desk.open(place))[1]["app_permissions"])) for place in PLACES
    }
    files = Permission.ATTACH_FILES | Permission.EMBED_LINKS
    assert held["games"] & Permission.VIEW_CHANNEL
    assert held["tavern"] == files
    assert held["Ada, Ben"] == files | Permission.MENTION_EVERYONE
    assert held["Ada"] == held["Ada, Ben"] | Permission.USE_EXTERNAL_EMOJIS


@pytest.mark.parametrize("place", ["Ada, Ben", "tavern"])
async def test_where_the_bot_is_no_member_only_answers_come_through(desk: Desk, place: str) -> None:
    channel = desk.standin.channel(place)
    opened, _ = await desk.open(place)
    answer = await desk.respond(opened, 4, content="hello")
    message = answer.body["resource"]["message"]["id"]
    base = f"/channels/{channel.id}"
    for method, path, body in (
        ("GET", base, None),
        ("GET", f"{base}/messages", None),
        ("POST", f"{base}/messages", {"content": "x"}),
        ("POST", f"{base}/typing", None),
        ("GET", f"{base}/messages/{message}", None),
        ("PATCH", f"{base}/messages/{message}", {"content": "x"}),
        ("DELETE", f"{base}/messages/{message}", None),
        ("POST", f"{base}/threads", {"name": "x", "type": 11}),
    ):
        refused = await desk.raw.request(method, path, body)
        assert (refused.status, refused.code) == (403, 50001), (method, path)
    hook = f"/webhooks/{desk.standin.world.bot.id}/{opened.token}/messages/@original"
    edited = await desk.raw.request("PATCH", hook, {"content": "edited"})
    assert (edited.status, edited.body["content"]) == (200, "edited")
    for member in (desk.ada, desk.ben):
        assert [each.content for each in desk.standin.visible(channel, member)] == ["edited"]


async def test_the_bot_hears_nothing_of_places_it_is_not_in(desk: Desk) -> None:
    world = desk.standin.world
    tavern = desk.standin.channel("tavern")
    world.overwrite(tavern, desk.ben, deny=Permission.SEND_MESSAGES)
    world.add_group(desk.ben, desk.ada)
    world.add_channel("cellar", world.elsewhere_id)
    world.remove_channel(tavern)
    world.add_channel("new")
    frame = await desk.gateway.receive_json()
    while frame.get("t") in (None, "READY", "GUILD_CREATE"):
        if frame.get("t") == "GUILD_CREATE":
            names = [each["name"] for each in frame["d"]["channels"]]
            assert names == ["games", "lounge", "arcade"]
        frame = await desk.gateway.receive_json()
    assert (frame["t"], frame["d"]["name"]) == ("CHANNEL_CREATE", "new")


@pytest.mark.parametrize("place", ["Ada, Ben", "tavern"])
async def test_a_guest_follows_up_five_times(desk: Desk, place: str) -> None:
    opened, _ = await desk.open(place)
    await desk.respond(opened, 4, content="first")
    for _ in range(MOST_FOLLOWUPS):
        assert (await desk.follow_up(opened, content="more")).status == 200
    answer = await desk.follow_up(opened, content="one too many")
    assert (answer.status, answer.code) == (400, 40094)


async def test_an_installed_app_follows_up_as_often_as_it_likes(desk: Desk) -> None:
    for place in ("games", "Ada"):
        opened, _ = await desk.open(place)
        await desk.respond(opened, 4, content="first")
        answers = [await desk.follow_up(opened, content="x") for _ in range(MOST_FOLLOWUPS + 1)]
        assert {each.status for each in answers} == {200}


async def test_without_the_permission_a_guests_answers_are_private(desk: Desk) -> None:
    tavern = desk.standin.channel("tavern")
    desk.standin.world.overwrite(tavern, None, deny=Permission.USE_EXTERNAL_APPS)
    opened, _ = await desk.open("tavern")
    await desk.respond(opened, 5)
    await desk.follow_up(opened, content="in its place")
    await desk.follow_up(opened, content="and more")
    assert len(desk.standin.visible(tavern, desk.ada)) == 2
    assert not desk.standin.visible(tavern, desk.ben)
    assert opened.message is not None
    assert opened.message.ephemeral_for is desk.ada


async def test_a_press_tells_who_installed_the_app_and_who_pressed(desk: Desk) -> None:
    opened, _ = await desk.open("tavern")
    button = {"type": 2, "style": 1, "label": "x", "custom_id": "a"}
    rows = [{"type": 1, "components": [button]}]
    await desk.respond(opened, 4, content="board", components=rows)
    await desk.follow_up(opened, content="board", components=rows)
    desk.ben.has_app = False
    for message in (opened.message, *opened.followups):
        assert message is not None
        assert desk.standin.press_nowait(desk.ben, message, "a") is not None
        told = await desk.told()
        assert told["member"]["user"]["id"] == str(desk.ben.id)
        assert told["authorizing_integration_owners"] == {"1": str(desk.ada.id)}


async def test_in_a_conversation_people_are_accounts_and_no_members(desk: Desk) -> None:
    option = {"type": 6, "name": "whom", "description": "x"}
    assert (await desk.sync({"ask": EVERYWHERE | {"options": [option]}})).status == 200
    asked = {"name": "whom", "type": 6, "value": str(desk.ben.id)}
    found = {}
    for place in PLACES:
        channel = desk.standin.channel(place)
        desk.standin.members.command(desk.ada, channel, "ask", [asked])
        found[place] = set((await desk.told())["data"]["resolved"])
    servers = {"users", "members"}
    assert found == {"games": servers, "tavern": servers, "Ada": {"users"}, "Ada, Ben": {"users"}}


# The same with discord.py's own client


class Once(ui.View):
    """One button that edits its message, and follows it up."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @ui.button(label="Go", custom_id="go")
    async def go(self, interaction: discord.Interaction, _: ui.Button) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(content="gone", view=None)
        await interaction.followup.send("next", file=picture(), view=Once())


def _add_everywhere(client: SampleBot) -> None:
    @client.tree.command(description="Where am I?")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def where(interaction: discord.Interaction) -> None:
        kind = type(interaction.channel).__name__
        text = f"{kind} {interaction.is_guild_integration()} {interaction.is_user_integration()}"
        await interaction.response.send_message(text, file=picture(), view=Once())


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("games", "TextChannel True True"),
        ("Ada", "DMChannel False True"),
        ("Ada, Ben", "GroupChannel False True"),
        ("tavern", "TextChannel False True"),
    ],
)
async def test_the_library_answers_everywhere(
    standin: StandIn, client: SampleBot, place: str, said: str
) -> None:
    _add_everywhere(client)
    await client.tree.sync()
    channel: Channel = standin.channel(place)
    done = await standin.command(standin.member("Ada"), channel, "where")
    assert (done.status, done.message and done.message.content) == (Status.ANSWERED, said)
    assert done.message is not None
    pressed = await standin.press(standin.member("Ada"), done.message, "go")
    assert pressed is not None
    await standin.wait_for(lambda: pressed.followups)
    [after] = pressed.followups
    assert (done.message.content, done.message.components) == ("gone", [])
    assert (after.content, len(after.attachments)) == ("next", 1)
    can_send = place in ("games", "Ada")
    target = client.get_partial_messageable(channel.id)
    if can_send:
        await target.send("by itself")
        return
    with pytest.raises(discord.Forbidden) as caught:
        await target.send("by itself")
    assert caught.value.code == 50001
