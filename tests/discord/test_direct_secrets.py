"""Personal games with secrets: set up and acted in private panels, shown in the open."""

import random
from collections.abc import AsyncIterator

import pytest

from bot.playground.server import StandIn
from bot.playground.world import Channel, Message
from data import EntryKind
from tests.discord.conftest import Club, running
from tests.discord.direct import Gate, begin, channel_requests, game_in, showing, shown
from tests.discord.legion import doing
from tests.discord.reading import until
from tests.discord.reflix import SOUTH


@pytest.fixture
async def club(standin: StandIn, url: str) -> AsyncIterator[Club]:
    """The bot with a chance that is the same in every run: no game ends with its first shot."""
    async with running(standin, url, random.Random(4)) as club:
        yield club


async def opened(club: Club, board: Message, verb: str) -> Message:
    press = await club.press(club.ada, board, verb)
    await club.standin.wait_for(lambda: press.message and not press.is_loading)
    assert press.message
    assert press.message.ephemeral_for is club.ada
    return press.message


async def press(club: Club, panel: Message, do: str, *values: str) -> None:
    """Press the panel's control, and wait until the panel has changed."""
    edited_at = panel.edited_at
    assert await club.standin.press(club.ada, panel, doing(panel, do), *values)
    await club.standin.wait_for(lambda: panel.edited_at != edited_at, 60)


async def computers_setup(club: Club, place: Channel) -> None:
    async def is_kept() -> bool:
        match = await game_in(club, place)
        return bool(match.computer and match.setup_of(match.computer))

    await until(is_kept, 60)
    await club.settle()


@pytest.mark.parametrize("name", ["Ada", "tavern"])
async def test_a_fortress_is_built_in_private_and_the_game_goes_on(club: Club, name: str) -> None:
    place = club.standin.channel(name)
    board = await begin(club, place, game="reflix")
    await computers_setup(club, place)
    assert [seq for _, seq, _ in shown(place)] == [0]
    assert board.content.endswith(f"We wait for <@{club.ada.id}>.")
    panel = await opened(club, board, "setup")
    form = await club.standin.press(club.ada, panel, doing(panel, "load"))
    assert form
    edited_at = panel.edited_at
    await club.standin.submit(form, code=SOUTH)
    await club.standin.wait_for(lambda: panel.edited_at != edited_at)
    await press(club, panel, "ready")
    assert panel.content == "You are ready, and the game has begun."
    board = await showing(club, place, 2)
    assert f"South to move: <@{club.ada.id}>" in board.content
    match = await game_in(club, place)
    assert match.is_set_up
    action = str(next(iter(match.state.legal_actions("south"))))
    await club.standin.command(club.ada, place, "move", action=action)
    answer = await showing(club, place, 4)
    assert f"South to move: <@{club.ada.id}>" in answer.content
    assert channel_requests(club.standin) == []


async def test_who_is_ready_before_the_computer_waits_for_it(club: Club) -> None:
    gate = Gate(club)
    place = club.standin.channel("Ada")
    board = await begin(club, place, game="reflix", side="second")
    await club.standin.wait_for(lambda: gate.asked)
    panel = await opened(club, board, "setup")
    await press(club, panel, "classic")
    await press(club, panel, "ready")
    assert panel.content.startswith("You are ready. Until")
    gate.opened.set()
    # The computer's fortress and its first move.
    answer = await showing(club, place, 3)
    assert f"North to move: <@{club.ada.id}>" in answer.content
    kinds = [entry.kind for entry in (await game_in(club, place)).entries]
    assert kinds == [EntryKind.START, EntryKind.SETUP, EntryKind.SETUP, EntryKind.ACTION]


@pytest.mark.parametrize("name", ["Ada, Ben", "Ada"])
async def test_one_deploys_and_acts_in_private(club: Club, name: str) -> None:
    place = club.standin.channel(name)
    board = await begin(club, place, game="legion", army="egypt")
    await computers_setup(club, place)
    panel = await opened(club, board, "setup")
    await press(club, panel, "assassin", "c2")
    await press(club, panel, "ready")
    board = await showing(club, place, 2)
    view = await opened(club, board, "ownview")
    assert "Your Assassin is hidden on **c2**." in view.content
    act, had = await opened(club, board, "act"), board.components
    await press(club, act, "unit", "d2")
    await press(club, act, "to", "d2-d3")
    assert act.content == "You played `d2-d3`."
    answer = await showing(club, place, 4)
    # Its own board says what it said: what nobody was shown is told with the answer.
    assert answer.content.splitlines()[0].startswith("Blue's legionnaire d2 → d3.") or (
        "d2 → d3" in answer.content.splitlines()[0]
    )
    for member in (club.ada, club.ben):
        for message in club.standin.visible(place, member):
            if message.ephemeral_for is None:
                files = " ".join(each.description or "" for each in message.attachments)
                assert "ssassin" not in message.content + files
    # The first board is an old one now, and an app that has not heard of it still shows controls.
    assert not board.components
    board.components = had
    await club.press(club.ada, board, "act")
    await club.standin.wait_for(lambda: board.content.startswith("-# That came too late"))
    assert channel_requests(club.standin) == []
