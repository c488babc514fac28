"""What the page gets and sends, over HTTP and WebSocket."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
import pytest_asyncio

from bot.playground import StandIn
from bot.playground.world import Member, Permission
from tests.bot.playground.sample import SampleBot


class Browser:
    """One member's page."""

    def __init__(self, standin: StandIn, member: Member, session: aiohttp.ClientSession) -> None:
        self.standin, self.member, self.session = standin, member, session
        self.socket: aiohttp.ClientWebSocketResponse

    async def open(self) -> dict[str, Any]:
        url = f"{self.standin.url}/playground/socket?member={self.member.id}"
        self.socket = await self.session.ws_connect(url)
        return await self.frame("world")

    async def frame(self, kind: str) -> dict[str, Any]:
        """The next frame of a kind; others are passed over."""
        while True:
            frame: dict[str, Any] = await asyncio.wait_for(self.socket.receive_json(), 5)
            if frame["type"] == kind:
                return frame

    async def act(self, name: str, /, **body: object) -> dict[str, Any]:
        body = {"member": str(self.member.id)} | body
        url = f"{self.standin.url}/playground/{name}"
        async with self.session.post(url, json=body) as response:
            answer: dict[str, Any] = await response.json()
            assert answer["ok"] == (response.status == 200)
            return answer


@pytest_asyncio.fixture
async def ada(standin: StandIn) -> AsyncIterator[Browser]:
    async with aiohttp.ClientSession() as session:
        yield Browser(standin, standin.member("Ada"), session)


@pytest_asyncio.fixture
async def ben(standin: StandIn) -> AsyncIterator[Browser]:
    async with aiohttp.ClientSession() as session:
        yield Browser(standin, standin.member("Ben"), session)


def games(standin: StandIn) -> str:
    return str(standin.channel("games").id)


async def challenge(standin: StandIn, ada: Browser) -> dict[str, Any]:
    option = {"name": "opponent", "type": 6, "value": str(standin.member("Ben").id)}
    answer = await ada.act("command", channel=games(standin), name="challenge", options=[option])
    assert answer["ok"], answer
    message: dict[str, Any] = (await ada.frame("message"))["message"]
    return message


async def test_the_first_frame_is_the_world(
    standin: StandIn, client: SampleBot, ada: Browser
) -> None:
    world = await ada.open()
    assert world["me"] == str(standin.member("Ada").id)
    assert world["guild"]["name"] == "The Pyramid Club"
    assert world["bot"] == {"id": str(standin.world.bot.id), "name": "Ricochet", "online": True}
    assert [each["name"] for each in world["members"]] == ["Ada", "Ben"]
    assert [(each["name"], each["kind"]) for each in world["channels"]] == [
        ("games", "text"),
        ("lounge", "text"),
        ("arcade", "text"),
        ("tavern", "text"),
        ("Ada", "dm"),
        ("Ada, Ben", "group"),
    ]
    home, elsewhere = world["guild"]["id"], world["elsewhere"]["id"]
    assert [each["guild"] for each in world["channels"]] == [home] * 3 + [elsewhere, None, None]
    # The sample's commands say nothing of contexts: they are for servers that have the app, and
    # for conversations with the bot.
    everything = [each["id"] for each in world["commands"]]
    offered = [each["commands"] for each in world["channels"]]
    assert offered == [everything] * 3 + [[], everything, []]
    assert "challenge" in [each["name"] for each in world["commands"]]


async def test_the_world_comes_again_when_it_changes(standin: StandIn, ada: Browser) -> None:
    assert (await ada.open())["bot"]["online"] is False
    thread = standin.world.add_thread(standin.channel("games"), "Duel", standin.member("Ada"))
    channels = (await ada.frame("world"))["channels"]
    assert channels[-1] == {
        "id": str(thread.id),
        "name": "Duel",
        "kind": "thread",
        "guild": str(standin.world.guild_id),
        "parent": games(standin),
        "archived": False,
        "locked": False,
        "commands": [],
    }


async def test_a_command_shows_who_used_it_and_who_is_pinged(
    standin: StandIn, client: SampleBot, ada: Browser
) -> None:
    await ada.open()
    message = await challenge(standin, ada)
    assert message["invoked"] == {"member": str(standin.member("Ada").id), "command": "challenge"}
    assert message["pings"] == [str(standin.member("Ben").id)]
    assert (await ada.frame("interaction"))["status"] == "answered"
    async with ada.session.get(message["attachments"][0]["url"]) as response:
        assert response.content_type == "image/png"
        assert (await response.read()).startswith(b"\x89PNG")


async def test_a_private_reply_reaches_its_member_alone(
    standin: StandIn, client: SampleBot, ada: Browser, ben: Browser
) -> None:
    await ada.open()
    await ben.open()
    message = await challenge(standin, ada)
    channel = games(standin)
    await ben.act("press", channel=channel, message=message["id"], custom_id="private")
    await ben.frame("message")
    private = (await ben.frame("message"))["message"]
    assert private["ephemeral_for"] == str(standin.member("Ben").id)
    assert (await ben.act("dismiss", message=private["id"]))["ok"]
    assert (await ben.frame("gone"))["id"] == private["id"]
    await ada.act("say", channel=channel, content="done")
    assert (await ada.frame("message"))["message"]["content"] == "done"


async def test_a_modal_is_shown_and_sent(standin: StandIn, client: SampleBot, ada: Browser) -> None:
    await ada.open()
    message = await challenge(standin, ada)
    channel = games(standin)
    await ada.act("press", channel=channel, message=message["id"], custom_id="write")
    modal = await ada.frame("modal")
    assert modal["modal"]["title"] == "Words"
    values = {"word": "laser"}
    sent = await ada.act("modal", channel=channel, interaction=modal["interaction"], values=values)
    assert sent["ok"]
    assert (await ada.frame("message"))["message"]["content"] == "wrote laser"


async def test_suggestions_are_answered_at_once(
    standin: StandIn, client: SampleBot, ada: Browser
) -> None:
    option = {"name": "action", "type": 3, "value": "a1", "focused": True}
    answer = await ada.act("autocomplete", channel=games(standin), name="move", options=[option])
    assert answer["choices"] == [{"name": "a1 left", "value": "a1 left"}]


async def test_a_press_that_fails_is_told(
    standin: StandIn, client: SampleBot, ada: Browser
) -> None:
    await ada.open()
    message = await challenge(standin, ada)
    await ada.frame("interaction")
    channel = games(standin)
    pressed = await ada.act("press", channel=channel, message=message["id"], custom_id="silent")
    standin.clock.advance(3.1)
    failed = await ada.frame("interaction")
    assert (failed["id"], failed["status"]) == (pressed["interaction"], "failed")


async def test_the_present_option_is_answered_with_nothing(
    standin: StandIn, client: SampleBot, ada: Browser
) -> None:
    await ada.open()
    message = await challenge(standin, ada)
    answer = await ada.act(
        "press", channel=games(standin), message=message["id"], custom_id="pick", values=["d4"]
    )
    assert answer == {"ok": True, "interaction": None}


@pytest.mark.parametrize(
    ("act", "body"),
    [
        ("say", {"channel": "1", "content": "x"}),
        ("say", {"channel": "GAMES", "content": " "}),
        ("press", {"message": "1", "custom_id": "x"}),
        ("command", {"channel": "GAMES", "name": "nothing"}),
        ("modal", {"interaction": "1"}),
        ("dismiss", {"message": "1"}),
        ("say", {"member": "1", "channel": "GAMES", "content": "x"}),
    ],
)
async def test_what_cannot_be_done_is_answered_with_a_sentence(
    standin: StandIn, ada: Browser, act: str, body: dict[str, str]
) -> None:
    filled = {key: value.replace("GAMES", games(standin)) for key, value in body.items()}
    answer = await ada.act(act, **filled)
    assert answer["ok"] is False
    assert answer["error"].endswith(".")


async def test_hidden_channels_are_not_told_of(standin: StandIn, ada: Browser) -> None:
    lounge = standin.channel("lounge")
    denied = Permission.VIEW_CHANNEL
    standin.world.overwrite(lounge, standin.member("Ada"), deny=denied)
    world = await ada.open()
    here = [each["name"] for each in world["channels"] if each["guild"] == world["guild"]["id"]]
    assert here == ["games", "arcade"]
    assert str(lounge.id) not in world["messages"]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Host": "localhost:1"}, 200),
        ({"Host": "example.org"}, 403),
        ({"Host": "127.0.0.1.example.org"}, 403),
        ({"Origin": "http://example.org"}, 403),
        ({"Origin": "null"}, 403),
    ],
)
@pytest.mark.parametrize("path", ["/", "/playground/socket?member=1", "/api/v10/gateway"])
async def test_only_this_machines_own_page_is_served(
    standin: StandIn, ada: Browser, path: str, headers: dict[str, str], status: int
) -> None:
    async with ada.session.get(standin.url + path, headers=headers) as response:
        assert (response.status == 403) == (status == 403)


async def test_the_pages_own_origin_may_connect(standin: StandIn, ada: Browser) -> None:
    url = f"{standin.url}/playground/socket?member={ada.member.id}"
    async with ada.session.ws_connect(url, origin=standin.url) as socket:
        assert (await socket.receive_json())["type"] == "world"


async def test_the_page_allows_nothing_from_elsewhere(standin: StandIn, ada: Browser) -> None:
    async with ada.session.get(standin.url) as response:
        assert "default-src 'none'" in response.headers["Content-Security-Policy"]


@pytest.mark.parametrize("path", ["/page/../server.py", "/page/%2e%2e/server.py", "/page/nothing"])
async def test_nothing_outside_the_page_is_served(
    standin: StandIn, ada: Browser, path: str
) -> None:
    async with ada.session.get(aiohttp.client.URL(standin.url + path, encoded=True)) as response:
        assert response.status in (403, 404)
