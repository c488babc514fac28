"""Where personal games are played and listed, and what makes up for what went wrong in them."""

import re

import pytest

from bot.direct import NOT_SHOWN
from bot.playground.errors import Refused
from bot.playground.server import StandIn
from data import Status
from tests.discord.conftest import Club, running
from tests.discord.direct import (
    Gate,
    begin,
    channel_requests,
    game_in,
    play,
    refusal,
    said,
    showing,
)
from tests.discord.reading import control

EVERYWHERE = {
    "play", "move", "board", "resign", "undo", "games", "review", "rules", "preferences", "help"
}  # fmt: skip


# Where which commands are


@pytest.mark.parametrize("name", ["Ada", "Ada, Ben", "tavern"])
async def test_outside_of_servers_only_what_works_there_is_offered(club: Club, name: str) -> None:
    place = club.standin.channel(name)
    offered = {each["name"] for each in club.standin.members.offered(club.ada, place)}
    assert offered == EVERYWHERE
    with pytest.raises(Refused, match="cannot be used here"):
        await club.standin.command(club.ada, place, "challenge", opponent=club.ben)


async def test_in_a_server_every_command_is_offered(club: Club) -> None:
    offered = {each["name"] for each in club.standin.members.offered(club.ada, club.games)}
    assert offered > EVERYWHERE | {"challenge", "draw", "end", "layout"}


async def test_an_app_that_only_servers_can_install_still_plays_there(
    standin: StandIn, url: str, caplog: pytest.LogCaptureFixture
) -> None:
    standin.world.installs = frozenset({0})
    async with running(standin, url) as club:
        await standin.wait_for(lambda: standin.members.global_commands)
        assert "User Install is off" in caplog.text
        await begin_in_server(club)
        tavern = standin.channel("tavern")
        assert standin.members.offered(club.ada, tavern) == []
        dm = {each["name"] for each in standin.members.offered(club.ada, standin.channel("Ada"))}
        assert dm == EVERYWHERE
    standin.world.installs = frozenset({0, 1})
    async with running(standin, url):
        await standin.wait_for(lambda: standin.members.offered(club.ada, tavern))


async def begin_in_server(club: Club) -> None:
    await club.standin.command(club.ada, club.games, "play", level="easy", side="first")
    await club.standin.wait_for(club.boards)


async def test_a_bot_thrown_out_plays_on_with_who_installed_it(club: Club) -> None:
    club.standin.world.remove_bot()
    await club.standin.wait_for(lambda: not club.bot.guilds)
    board = await begin(club, club.games)
    assert (await game_in(club, club.games)).is_personal
    await play(club, board, "h2-h3")
    await showing(club, club.games, 2)
    # Invited again it posts in the channel, but not this game's boards.
    club.standin.world.invite_bot()
    await club.standin.wait_for(lambda: club.bot.guilds)
    made = len(channel_requests(club.standin))
    await club.standin.command(club.ada, club.games, "move", action="c1-c2")
    await showing(club, club.games, 4)
    assert len(channel_requests(club.standin)) == made


async def test_a_server_that_the_bot_is_in_is_one_whoever_installed_the_app(club: Club) -> None:
    match = await club.begin()
    assert not match.is_personal
    board = club.newest()
    board.owners = {}
    await club.press(club.ada, board, "pick", "h2")
    await club.press(club.ada, board, "go:h2-h3")
    await club.standin.wait_for(lambda: len(club.boards()) == 2)


# One game in each place


async def test_a_place_holds_one_game_and_the_refusal_says_whose(club: Club) -> None:
    place = club.standin.channel("Ada, Ben")
    await begin(club, place)
    assert await refusal(club, place, club.ben, "play") == (
        f"<@{club.ada.id}> is playing game 1 here, and a channel holds one game. Start yours in a "
        "conversation with me, or wait until that one is over."
    )
    again = await refusal(club, place, club.ada, "play")
    assert again.startswith("Your game 1 is running here")
    await begin(club, club.standin.channel("Ben"), club.ben)
    assert (await game_in(club, club.standin.channel("Ben"))).id == 2


async def test_a_game_can_be_brought_to_another_place_but_not_into_a_server(club: Club) -> None:
    tavern, direct = club.standin.channel("tavern"), club.standin.channel("Ada")
    await begin(club, tavern)
    offered = await club.standin.autocomplete(club.ada, direct, "board", game="")
    assert [each["value"] for each in offered] == ["1"]
    assert await club.standin.autocomplete(club.ben, tavern, "board", game="") == []
    await club.standin.command(club.ada, direct, "board", game="1")
    board = await showing(club, direct, 0)
    assert (await game_in(club, direct)).channel_id == direct.id
    await play(club, board, "h2-h3")
    await showing(club, direct, 2)
    assert await club.standin.autocomplete(club.ada, club.games, "board", game="") == []
    refused = await club.command(club.ada, "board", game="1")
    assert refused.message
    assert "belongs to no server" in refused.message.content
    made = len(channel_requests(club.standin))
    await club.settle()
    assert len(channel_requests(club.standin)) == made


async def test_a_servers_game_is_not_brought_out_of_it(club: Club) -> None:
    await club.begin()
    place = club.standin.channel("Ada")
    assert "elsewhere, in a server" in await refusal(club, place, club.ada, "board", game="1")
    assert "played in a server" in await refusal(club, place, club.ada, "review", game="1")


# Lists


async def told(club: Club, place: str, name: str, **options: object) -> str:
    asked = await club.standin.command(club.ada, club.standin.channel(place), name, **options)
    await club.standin.wait_for(lambda: not asked.is_loading)
    assert asked.message
    assert asked.message.ephemeral_for is club.ada
    return asked.message.content


async def test_games_lists_ones_own_personal_games_alone(club: Club) -> None:
    assert "There are none. /play starts one." in await told(club, "Ada", "games")
    await begin(club, club.standin.channel("Ada"))
    await begin(club, club.standin.channel("Ben"), club.ben)
    await begin(club, club.standin.channel("tavern"))
    await club.begin()
    listed = await told(club, "Ada, Ben", "games")
    assert re.findall(r"^\*\*(\d+)\*\*", listed, re.MULTILINE) == ["3", "1"]
    assert listed.startswith(f"**Games of <@{club.ada.id}> with the computer**")
    refused = await told(club, "Ada", "games", member=club.ben)
    assert refused.startswith("Here I list your own games alone")
    server = await club.command(club.ada, "games")
    assert server.message
    assert re.findall(r"^\*\*(\d+)\*\*", server.message.content, re.MULTILINE) == ["4"]


async def test_pages_of_games_stay_ones_own(club: Club) -> None:
    place = club.standin.channel("Ada")
    for _ in range(6):
        await begin(club, place)
        await club.bot.play.resign((await game_in(club, place)).id, club.ada.id)
    listed = await club.standin.command(club.ada, place, "games")
    await club.standin.wait_for(lambda: not listed.is_loading)
    assert listed.message
    forward = control(listed.message, "games:forward-all-" + str(club.ada.id))
    await club.standin.press(club.ada, listed.message, forward)
    assert "page 2 of 2" in listed.message.content


async def test_a_review_is_of_ones_own_game(club: Club) -> None:
    place = club.standin.channel("Ada")
    await begin(club, club.standin.channel("Ben"), club.ben)
    assert "another member's own" in await told(club, "Ada", "review", game="1")
    await begin(club, place)
    offered = await club.standin.autocomplete(club.ada, place, "review", game="")
    assert [each["value"] for each in offered] == ["2"]
    assert await told(club, "Ada", "review", game="2")


@pytest.mark.parametrize("name", ["rules", "help", "preferences"])
async def test_what_one_reads_and_chooses_is_private_everywhere(club: Club, name: str) -> None:
    for place in ("Ada", "Ada, Ben", "tavern"):
        assert await told(club, place, name)
    assert channel_requests(club.standin) == []


# What goes wrong


async def test_a_board_that_discord_does_not_take_is_shown_by_the_next_press(club: Club) -> None:
    place = club.standin.channel("Ada")
    board = await begin(club, place)
    await club.press(club.ada, board, "pick", "h2")
    club.standin.fail("PATCH", "/messages/@original", 404)
    club.standin.fail("POST", r"/webhooks/\d+/[^/]+$", 403)
    await club.press(club.ada, board, "go:h2-h3")
    assert await said(club, place, club.ada) == NOT_SHOWN
    assert (await game_in(club, place)).seq == 2
    # The board in the channel is the old one: any of its controls brings up the newest.
    await club.press(club.ada, board, "menu")
    answer = await showing(club, place, 2)
    assert answer is not board
    await play(club, answer, "c1-c2")
    await showing(club, place, 4)


async def test_a_move_whose_answer_fails_is_answered_by_board(club: Club) -> None:
    place = club.standin.channel("tavern")
    board = await begin(club, place)
    club.standin.fail("POST", r"/webhooks/\d+/[^/]+$", 403)
    await play(club, board, "h2-h3")
    await said(club, place, club.ada)
    await club.standin.command(club.ada, place, "board")
    await showing(club, place, 2)


async def test_a_computer_that_fails_is_asked_again_by_board(club: Club) -> None:
    place = club.standin.channel("Ada")
    gate = Gate(club)
    gate.failures = 1
    gate.opened.set()
    board = await begin(club, place)
    await play(club, board, "h2-h3")
    assert "found no answer" in await said(club, place, club.ada)
    await club.standin.command(club.ada, place, "board")
    await showing(club, place, 2)


async def test_a_game_nobody_plays_lapses_and_frees_its_place(club: Club) -> None:
    place = club.standin.channel("Ada")
    await begin(club, place)
    await club.pass_time(31 * 24 * 3600)
    assert (await game_in(club, place)).status is Status.OVER
    await begin(club, place)
    assert channel_requests(club.standin) == []


async def test_who_is_forgotten_leaves_no_running_game(club: Club) -> None:
    place = club.standin.channel("Ada")
    await begin(club, place)
    asked = await club.standin.command(club.ada, place, "preferences", my_data="delete")
    await club.standin.wait_for(lambda: not asked.is_loading)
    assert asked.message
    await club.press(club.ada, asked.message, "forget:yes")
    await club.settle()
    match = await game_in(club, place)
    assert match.result
    assert club.ada.id not in match.players.values()
    assert channel_requests(club.standin) == []


async def test_nothing_that_the_bot_does_by_itself_reaches_a_personal_game(club: Club) -> None:
    place = club.standin.channel("Ada")
    gate = Gate(club)
    board = await begin(club, place)
    await club.press(club.ada, board, "pick", "h2")
    go = control(board, "go:h2-h3")
    club.standin.press_nowait(club.ada, board, go)
    await club.standin.wait_for(lambda: gate.asked)
    await club.bot.delivery.recover()
    await club.bot.turns.sweep()
    await club.bot.delivery.deliver(1)
    await club.bot.delivery.repost(1)
    await club.pass_time(8 * 24 * 3600)
    assert gate.asked == 1
    assert channel_requests(club.standin) == []
    gate.opened.set()
    await club.settle()
