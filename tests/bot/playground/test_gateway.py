"""Sessions: how they begin, what they hear, how they break and come back."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import discord
import pytest
import pytest_asyncio

from bot.playground import StandIn
from bot.playground.gateway import PRIVILEGED
from bot.playground.interactions import Status
from tests.bot.playground.conftest import connected
from tests.bot.playground.raw import Raw
from tests.bot.playground.sample import SampleBot

GUILDS, GUILD_MEMBERS, GUILD_MESSAGES, MESSAGE_CONTENT = 1, 1 << 1, 1 << 9, 1 << 15


@pytest_asyncio.fixture
async def socket(standin: StandIn, raw: Raw) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    async with raw.session.ws_connect(standin.gateway_url) as connection:
        assert (await connection.receive_json())["op"] == 10
        yield connection


async def identify(
    standin: StandIn, socket: aiohttp.ClientWebSocketResponse, intents: int = GUILDS
) -> dict[str, Any]:
    await socket.send_json({"op": 2, "d": {"token": standin.token, "intents": intents}})
    ready: dict[str, Any] = await socket.receive_json()
    assert ready["t"] == "READY"
    if intents & GUILDS:
        assert (await socket.receive_json())["t"] == "GUILD_CREATE"
    return ready


async def test_a_heartbeat_is_acknowledged(
    standin: StandIn, socket: aiohttp.ClientWebSocketResponse
) -> None:
    await socket.send_json({"op": 1, "d": None})
    assert (await socket.receive_json())["op"] == 11


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("nonsense", 4002),
        ('{"op": 99}', 4001),
        ('{"op": 11}', 4001),
        ('{"op": 3, "d": {}}', 4003),
        ('{"op": 2, "d": {"token": "wrong", "intents": 1}}', 4004),
        ('{"op": 2, "d": {"token": "TOKEN", "intents": 67108864}}', 4013),
        ('{"op": 2, "d": {"token": "TOKEN", "intents": 2}}', 4014),
        ('{"op": 2, "d": {"token": "TOKEN", "intents": 1, "shard": [1, 1]}}', 4010),
    ],
)
async def test_a_wrong_frame_closes_with_its_code(
    standin: StandIn, socket: aiohttp.ClientWebSocketResponse, frame: str, code: int
) -> None:
    await socket.send_str(frame.replace("TOKEN", standin.token))
    closed = await socket.receive()
    assert (closed.type, closed.data) == (aiohttp.WSMsgType.CLOSE, code)


async def test_a_second_identify_closes(
    standin: StandIn, socket: aiohttp.ClientWebSocketResponse
) -> None:
    await identify(standin, socket)
    await socket.send_json({"op": 2, "d": {"token": standin.token, "intents": 1}})
    assert (await socket.receive()).data == 4005


async def test_a_client_without_heartbeats_is_closed(standin: StandIn, raw: Raw) -> None:
    standin.gateway.heartbeat_seconds = 0.02
    async with raw.session.ws_connect(standin.gateway_url) as connection:
        await connection.receive()
        assert (await connection.receive()).data == 4009


async def test_a_session_hears_only_what_its_intents_ask(
    standin: StandIn, socket: aiohttp.ClientWebSocketResponse
) -> None:
    ada, games = standin.member("Ada"), standin.channel("games")
    await identify(standin, socket)
    standin.members.say(ada, games, "unheard")
    standin.world.remove_member(standin.member("Ben"))
    standin.world.remove_channel(games)
    assert (await socket.receive_json())["t"] == "CHANNEL_DELETE"


async def test_the_words_of_others_take_an_intent_unless_the_bot_is_mentioned(
    standin: StandIn, socket: aiohttp.ClientWebSocketResponse
) -> None:
    ada, games = standin.member("Ada"), standin.channel("games")
    await identify(standin, socket, GUILDS | GUILD_MESSAGES)
    mention = f"<@{standin.world.bot.id}>"
    heard = []
    for words in ("secret", mention):
        standin.members.say(ada, games, words)
        heard.append((await socket.receive_json())["d"]["content"])
    assert heard == ["", mention]


async def test_privileged_intents_are_heard_once_granted(
    standin: StandIn, socket: aiohttp.ClientWebSocketResponse
) -> None:
    standin.world.privileged_intents = PRIVILEGED
    await identify(standin, socket, GUILD_MESSAGES | MESSAGE_CONTENT | GUILD_MEMBERS)
    standin.members.say(standin.member("Ada"), standin.channel("games"), "words")
    assert (await socket.receive_json())["d"]["content"] == "words"
    standin.world.remove_member(standin.member("Ben"))
    assert (await socket.receive_json())["t"] == "GUILD_MEMBER_REMOVE"


async def test_a_resume_replays_what_was_missed(standin: StandIn, raw: Raw) -> None:
    async with raw.session.ws_connect(standin.gateway_url) as first:
        await first.receive_json()
        session = (await identify(standin, first))["d"]["session_id"]
        await standin.drop_gateway("resume")
    standin.world.add_channel("new")
    async with raw.session.ws_connect(standin.gateway_url) as second:
        await second.receive_json()
        resume = {"token": standin.token, "session_id": session, "seq": 2}
        await second.send_json({"op": 6, "d": resume})
        events = [(await second.receive_json())["t"] for _ in range(2)]
    assert events == ["CHANNEL_CREATE", "RESUMED"]


async def test_a_resume_of_a_closed_session_is_invalid(standin: StandIn, raw: Raw) -> None:
    async with raw.session.ws_connect(standin.gateway_url) as first:
        await first.receive_json()
        session = (await identify(standin, first))["d"]["session_id"]
        await first.close(code=1000)
    await standin.wait_for(lambda: not standin.gateway.is_online)
    async with raw.session.ws_connect(standin.gateway_url) as second:
        await second.receive_json()
        resume = {"token": standin.token, "session_id": session, "seq": 2}
        await second.send_json({"op": 6, "d": resume})
        assert await second.receive_json() == {"op": 9, "d": False}


@pytest.mark.parametrize("kind", ["resume", "reconnect"])
async def test_a_dropped_bot_resumes_and_gets_the_press_it_missed(
    standin: StandIn, client: SampleBot, kind: str
) -> None:
    ada, games = standin.member("Ada"), standin.channel("games")
    await standin.drop_gateway(kind)
    await standin.wait_for(lambda: not standin.gateway.is_online)
    command = await standin.command(ada, games, "layout show", name="x")
    assert command.status is Status.ANSWERED
    assert (standin.gateway.identifies, standin.gateway.resumes) == (1, 1)


async def test_an_invalid_session_makes_the_bot_identify_again(
    standin: StandIn, client: SampleBot
) -> None:
    await standin.drop_gateway("invalid")
    await standin.wait_for(lambda: standin.gateway.identifies == 2)
    ada, games = standin.member("Ada"), standin.channel("games")
    command = await standin.command(ada, games, "layout show", name="x")
    assert command.status is Status.ANSWERED


async def test_a_zombie_hears_nothing_until_it_is_dropped(
    standin: StandIn, client: SampleBot
) -> None:
    ada, games = standin.member("Ada"), standin.channel("games")
    await standin.drop_gateway("zombie")
    command = standin.members.command(ada, games, "wait")
    await asyncio.sleep(0.05)
    assert client.waiting is None
    await standin.drop_gateway("resume")
    await standin.wait_for(lambda: client.waiting)
    assert command.status is Status.PENDING


async def test_a_refused_connection_is_tried_again(standin: StandIn, client: SampleBot) -> None:
    standin.gateway.is_accepting = False
    await standin.drop_gateway("resume")
    await standin.wait_for(lambda: not standin.gateway.is_online)
    standin.gateway.is_accepting = True
    await standin.wait_for(lambda: standin.gateway.is_online, 20)


async def test_a_bot_that_is_gone_fails_presses_and_a_new_one_answers(
    standin: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, games = standin.member("Ada"), standin.channel("games")
    async with connected(standin, monkeypatch):
        shown = await standin.command(ada, games, "challenge", opponent=standin.member("Ben"))
    assert shown.message is not None
    press = standin.press_nowait(ada, shown.message, "update")
    assert press is not None
    standin.clock.advance(3.1)
    await press.settled.wait()
    assert press.status is Status.FAILED
    async with connected(standin, monkeypatch):
        again = await standin.press(ada, shown.message, "update")
    assert again is not None
    assert again.status is Status.ANSWERED


async def test_without_intents_commands_still_arrive(
    standin: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, games = standin.member("Ada"), standin.channel("games")
    async with connected(standin, monkeypatch, discord.Intents.none()):
        command = await standin.command(ada, games, "layout show", name="x")
    assert command.status is Status.ANSWERED
