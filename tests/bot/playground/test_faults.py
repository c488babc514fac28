"""Faults that tests order, as discord.py meets them."""

import asyncio

import discord
import pytest

from bot.playground import StandIn
from tests.bot.playground.raw import Raw
from tests.bot.playground.sample import SampleBot


def games_of(standin: StandIn, client: SampleBot) -> discord.TextChannel:
    channel = client.get_channel(standin.channel("games").id)
    assert isinstance(channel, discord.TextChannel)
    return channel


async def test_a_rate_limit_is_waited_for(standin: StandIn, client: SampleBot) -> None:
    standin.fail("POST", r"/messages$", 429, retry_after=0.01)
    await games_of(standin, client).send("x")
    statuses = [each.status for each in standin.requests if each.operation == "create_message"]
    assert statuses == [429, 200]


async def test_a_forbidden_request_changes_nothing(standin: StandIn, client: SampleBot) -> None:
    standin.fail("POST", r"/messages$", 403)
    with pytest.raises(discord.Forbidden) as caught:
        await games_of(standin, client).send("x")
    assert caught.value.code == 50013
    assert not standin.channel("games").messages


async def test_a_lost_reply_is_made_good_by_the_nonce(standin: StandIn, client: SampleBot) -> None:
    standin.fail("POST", r"/messages$", 500, apply_anyway=True)
    sent = await games_of(standin, client).send("x", nonce="7-1")
    assert list(standin.channel("games").messages) == [sent.id]


async def test_a_fault_happens_as_often_as_ordered(standin: StandIn, raw: Raw) -> None:
    standin.fail("GET", r"^/users/@me$", 404, times=2, code=10013)
    statuses = [(await raw.request("GET", "/users/@me")).status for _ in range(3)]
    assert statuses == [404, 404, 200]


async def test_a_slow_request_is_overtaken(standin: StandIn, raw: Raw) -> None:
    standin.fail("GET", r"^/users/@me$", None, delay=1.0)
    answered: list[str] = []

    async def ask(path: str) -> None:
        assert (await raw.request("GET", path)).status == 200
        answered.append(path)

    slow = asyncio.create_task(ask("/users/@me"))
    await standin.wait_for(lambda: standin.requests)
    await ask("/gateway")
    await slow
    assert answered == ["/gateway", "/users/@me"]
