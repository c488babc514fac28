"""Personal games: in conversations, and where the bot is installed for an account alone."""

import pytest

from bot.direct import THINKING
from bot.playground.world import Channel, Message, Permission
from data import EntryKind, Status
from tests.discord.conftest import Club
from tests.discord.direct import (
    PLACES,
    WON,
    Gate,
    begin,
    channel_requests,
    game_in,
    play,
    refusal,
    said,
    showing,
    shown,
)
from tests.discord.reading import control, controls


def labels(message: Message) -> list[object]:
    return [each.get("label") for each in controls(message).values()]


# The course of a game


@pytest.mark.parametrize("name", PLACES)
async def test_a_move_edits_its_board_and_one_message_answers_it(club: Club, name: str) -> None:
    place = club.standin.channel(name)
    board = await begin(club, place)
    assert board.content.splitlines() == [
        "**Deflexion · Classic** · game 1",
        f"Silver: <@{club.ada.id}> · Gold: Computer (easy)",
        f"Silver to move: <@{club.ada.id}>",
    ]
    await club.press(club.ada, board, "pick", "h2")
    made = len(club.standin.requests)
    await club.press(club.ada, board, "go:h2-h3")
    answer = await showing(club, place, 2)
    assert [each.operation for each in club.standin.requests[made:]] == [
        "create_interaction_response",
        "update_original_webhook_message",
        "execute_webhook",
    ]
    assert [(seq, m) for _, seq, m in shown(place)] == [(1, board), (2, answer)]
    assert board.content.startswith("Silver's pyramid h2 → h3.")
    thinking, hint = board.content.splitlines()[-2:]
    assert thinking == "Gold to move: Computer (easy) is thinking…"
    assert "/board" in hint
    assert board.components == []
    assert answer.content.endswith(f"Silver to move: <@{club.ada.id}>")
    assert answer.pings == ()
    assert control(answer, "pick")
    match = await game_in(club, place)
    assert match.is_personal
    assert [entry.kind for entry in match.entries[1:]] == [EntryKind.ACTION] * 2
    assert channel_requests(club.standin) == []


async def test_the_answer_to_the_command_is_the_board_and_everybody_there_sees_it(
    club: Club,
) -> None:
    place = club.standin.channel("Ada, Ben")
    board = await begin(club, place)
    assert board.invoked
    assert board.invoked.command == "play"
    assert club.standin.visible(place, club.ben) == [board]
    await play(club, board, "h2-h3")
    answer = await showing(club, place, 2)
    assert club.standin.visible(place, club.ben) == [board, answer]


@pytest.mark.parametrize("name", PLACES)
async def test_where_the_computer_moves_first_its_move_follows(club: Club, name: str) -> None:
    place = club.standin.channel(name)
    start = await begin(club, place, side="second")
    answer = await showing(club, place, 1)
    assert "\nSilver to move: Computer (easy) is thinking…\n" in start.content
    assert start.components == []
    assert control(answer, "pick")
    assert [seq for _, seq, _ in shown(place)] == [0, 1]


async def test_a_game_is_won_and_played_again_with_sides_swapped(club: Club) -> None:
    place = club.standin.channel("Ada")
    await club.store.shelf.add(club.ada.id, "deflexion", "Won", WON, 1)
    board = await begin(club, place, layout="own:1")
    await play(club, board, "j4R")
    over = await showing(club, place, 1)
    assert over is board
    assert "Silver wins" in over.content
    assert labels(over) == ["Rematch", "Review"]
    [last] = over.attachments
    assert last.filename == "1-1.gif"
    match = await game_in(club, place)
    assert match.status is Status.OVER
    assert await club.store.clockwork.silent_since(10**12) == []
    rematch = control(over, "rematch")
    await club.standin.press(club.ada, over, rematch)
    await showing(club, place, 1, game=2)
    again = await game_in(club, place)
    assert (again.id, again.computer, again.level) == (2, "silver", "easy")
    assert again.is_personal
    assert again.layout
    assert channel_requests(club.standin) == []


async def test_an_animation_is_spared_who_wants_none(club: Club) -> None:
    place = club.standin.channel("Ada")
    await club.standin.command(club.ada, place, "preferences", animate=False, theme="midnight")
    await club.store.shelf.add(club.ada.id, "deflexion", "Won", WON, 1)
    board = await begin(club, place, layout="own:1")
    await play(club, board, "j4R")
    over = await showing(club, place, 1)
    assert over.attachments[0].filename == "1-1.png"


async def test_a_typed_move_is_answered_with_its_board_and_then_the_computers(club: Club) -> None:
    place = club.standin.channel("tavern")
    await begin(club, place)
    offered = await club.standin.autocomplete(club.ada, place, "move", action="h2")
    assert offered
    moved = await club.standin.command(club.ada, place, "move", action="h2-h3")
    answer = await showing(club, place, 2)
    assert moved.message
    assert moved.message.content.startswith("Silver's pyramid h2 → h3.")
    assert moved.message.ephemeral_for is None
    assert moved.followups == [answer]
    refused = await refusal(club, place, club.ben, "move", action="c1-c2")
    assert refused == "You are not in this game."


async def test_a_move_is_confirmed_where_that_is_wished(club: Club) -> None:
    place = club.standin.channel("Ada")
    await club.standin.command(club.ada, place, "preferences", confirm=True)
    board = await begin(club, place)
    await play(club, board, "h2-h3")
    assert (await game_in(club, place)).seq == 0
    await club.settle()
    await club.press(club.ada, board, "pick")
    await club.settle()
    await club.press(club.ada, board, "go:h2-h3")
    await club.settle()
    await club.press(club.ada, board, "confirm:h2-h3")
    await showing(club, place, 2)
    asked = await club.standin.command(club.ada, place, "move", action="c1-c2")
    assert asked.message
    assert asked.message.ephemeral_for is club.ada
    await club.press(club.ada, asked.message, "confirm:c1-c2")
    answer = await showing(club, place, 4)
    assert asked.message.content == "You played `c1-c2`."
    # What no board showed is told on the next.
    assert answer.content.startswith("Silver's pyramid c1 → c2.")


# Presses that come at the wrong time


async def test_an_old_board_says_so_and_shows_the_newest_in_its_place(club: Club) -> None:
    place = club.standin.channel("Ada")
    old = await begin(club, place)
    had = old.components
    await club.standin.command(club.ada, place, "move", action="h2-h3")
    await showing(club, place, 2)
    old.components = had  # as a client shows it that has not heard of the edit yet
    made = len(club.standin.requests)
    await club.press(club.ada, old, "pick", "c1")
    await club.standin.wait_for(lambda: old.content.startswith("-# That came too late"))
    await club.settle()
    assert [seq for _, seq, m in shown(place) if m is old] == [2]
    assert [each.operation for each in club.standin.requests[made:]] == [
        "create_interaction_response",
        "update_original_webhook_message",
    ]
    await play(club, old, "c1-c2")
    await showing(club, place, 4)
    assert old.content.startswith("Silver's pyramid c1 → c2.")


@pytest.mark.parametrize("name", PLACES)
async def test_a_typed_act_takes_the_controls_off_the_board_before(club: Club, name: str) -> None:
    place = club.standin.channel(name)
    first = await begin(club, place)
    pictures = first.attachments
    await club.standin.command(club.ada, place, "move", action="h2-h3")
    second = await showing(club, place, 2)
    assert with_controls(place) == [second]
    assert first.attachments == pictures
    await club.standin.command(club.ada, place, "undo")
    third = await showing(club, place, 3)
    assert with_controls(place) == [third]
    asked = await club.standin.command(club.ada, place, "resign")
    assert asked.message
    await club.press(club.ada, asked.message, "resign:yes")
    over = await showing(club, place, 4)
    assert with_controls(place) == [over]
    assert labels(over) == ["Rematch", "Review"]
    assert channel_requests(club.standin) == []


def with_controls(place: Channel) -> list[Message]:
    return [message for _, _, message in shown(place) if message.components]


async def test_a_board_that_can_be_edited_no_more_shows_the_newest_when_pressed(club: Club) -> None:
    place = club.standin.channel("Ada")
    old = await begin(club, place)
    club.standin.clock.advance(15 * 60)
    await club.standin.command(club.ada, place, "move", action="h2-h3")
    newest = await showing(club, place, 2)
    assert with_controls(place) == [old, newest]
    assert "update_webhook_message" not in {each.operation for each in club.standin.requests}
    await club.press(club.ada, old, "pick", "c1")
    await club.standin.wait_for(lambda: old.content.startswith("-# That came too late"))
    assert [seq for _, seq, message in shown(place) if message is old] == [2]
    # Both show the same now, and the next act leaves only one.
    await play(club, old, "c1-c2")
    newest = await showing(club, place, 4)
    assert with_controls(place) == [newest]


@pytest.mark.parametrize("verb", ["menu", "rules"])
async def test_an_old_board_loses_its_controls_by_a_press_that_shows_something_else(
    club: Club, verb: str
) -> None:
    place = club.standin.channel("Ada")
    old = await begin(club, place)
    club.standin.clock.advance(15 * 60)
    await club.standin.command(club.ada, place, "move", action="h2-h3")
    newest = await showing(club, place, 2)
    text, pictures = old.content, old.attachments
    await club.press(club.ada, newest, verb)
    assert with_controls(place) == [old, newest]
    told = await said(club, place, club.ada)
    await club.press(club.ada, old, verb)
    await club.standin.wait_for(lambda: with_controls(place) == [newest])
    assert (old.content, old.attachments) == (text, pictures)
    await club.standin.wait_for(lambda: len(private(club, place)) == 2)
    assert [each.content for each in private(club, place)] == [told, told]


def private(club: Club, place: Channel) -> list[Message]:
    return [each for each in place.messages.values() if each.ephemeral_for is club.ada]


@pytest.mark.parametrize("name", PLACES)
async def test_a_board_asked_for_again_takes_the_controls_of_the_last(
    club: Club, name: str
) -> None:
    place = club.standin.channel(name)
    boards = [await begin(club, place)]
    for count in (2, 3):
        await club.standin.command(club.ada, place, "board")
        await club.standin.wait_for(lambda count=count: len(shown(place)) == count)
        await club.settle()
        boards.append(shown(place)[-1][2])
        assert with_controls(place) == boards[-1:]


async def test_controls_that_discord_does_not_take_off_stop_nothing(club: Club) -> None:
    place = club.standin.channel("Ada")
    old = await begin(club, place)
    club.standin.fail("PATCH", "/messages/@original", 404)
    await club.standin.command(club.ada, place, "move", action="h2-h3")
    newest = await showing(club, place, 2)
    assert with_controls(place) == [old, newest]


async def test_a_second_press_while_it_thinks_changes_nothing(club: Club) -> None:
    gate = Gate(club)
    place = club.standin.channel("Ada")
    board = await begin(club, place)
    await club.press(club.ada, board, "pick", "h2")
    go = control(board, "go:h2-h3")
    first = club.standin.press_nowait(club.ada, board, go)
    second = club.standin.press_nowait(club.ada, board, go)
    assert first
    assert second
    await club.standin.wait_for(lambda: gate.asked)
    await club.settle()
    assert "too late" in await refusal(club, place, club.ada, "move", action="c1-c2")
    assert await refusal(club, place, club.ada, "board") == THINKING
    gate.opened.set()
    await showing(club, place, 2)
    assert gate.asked == 1
    assert [seq for _, seq, _ in shown(place)] == [1, 2]
    assert (await game_in(club, place)).seq == 2


async def test_who_is_not_in_the_game_is_told_so(club: Club) -> None:
    place = club.standin.channel("tavern")
    board = await begin(club, place)
    await club.press(club.ben, board, "pick", "h2")
    assert await said(club, place, club.ben) == "You are not in this game."


async def test_a_move_taken_back_while_it_thinks_ends_the_search(club: Club) -> None:
    gate = Gate(club)
    place = club.standin.channel("Ada")
    board = await begin(club, place)
    await play(club, board, "h2-h3")
    await club.standin.wait_for(lambda: gate.asked)
    await club.standin.command(club.ada, place, "undo")
    undone = await showing(club, place, 2)
    assert undone.content.startswith(f"<@{club.ada.id}> took back `h2-h3`.")
    await club.standin.wait_for(lambda: not club.bot.turns.tasks)
    gate.opened.set()
    await club.settle()
    assert (await game_in(club, place)).seq == 2
    assert len(shown(place)) == 2
    await play(club, undone, "c1-c2")
    await showing(club, place, 4)


# What the menu holds


async def opened(club: Club, board: Message, verb: str = "menu") -> Message:
    press = await club.press(club.ada, board, verb)
    assert press.message
    assert press.message.ephemeral_for is club.ada
    return press.message


async def test_the_menu_takes_back_describes_and_gives_up(club: Club) -> None:
    place = club.standin.channel("Ada")
    board = await begin(club, place)
    await play(club, board, "h2-h3")
    answer = await showing(club, place, 2)
    menu = await opened(club, answer)
    assert (await opened(club, menu, "describe")).content
    assert (await opened(club, menu, "ownside")).attachments
    assert (await opened(club, answer, "rules")).attachments
    await club.press(club.ada, menu, "undo")
    undone = await showing(club, place, 3)
    assert menu.content == "You took your last move back."
    question = await opened(club, await opened(club, undone), "resign")
    await club.press(club.ada, question, "resign:yes")
    over = await showing(club, place, 4)
    assert question.content == "You resigned."
    assert "Gold wins" in over.content
    assert labels(over) == ["Rematch", "Review"]
    assert channel_requests(club.standin) == []


async def test_a_draw_is_answered_in_the_press(club: Club) -> None:
    place = club.standin.channel("Ada")
    behind = "4k5/10/2p^p^6/10/10/10/10/4K5 s"
    await club.store.shelf.add(club.ada.id, "deflexion", "Behind", behind, 1)
    board = await begin(club, place, layout="own:1")
    await club.press(club.ada, await opened(club, board), "draw")
    declined = await showing(club, place, 2)
    assert declined.content.startswith("The computer declined the draw.")


async def test_resign_by_command_asks_and_shows_the_end(club: Club) -> None:
    place = club.standin.channel("tavern")
    await begin(club, place)
    asked = await club.standin.command(club.ada, place, "resign")
    assert asked.message
    await club.press(club.ada, asked.message, "resign:yes")
    over = await showing(club, place, 1)
    assert over.ephemeral_for is None
    assert "No game is running" in await refusal(club, place, club.ada, "undo")


async def test_a_finished_game_is_reviewed_with_its_gif(club: Club) -> None:
    place = club.standin.channel("Ada")
    await club.store.shelf.add(club.ada.id, "deflexion", "Won", WON, 1)
    board = await begin(club, place, layout="own:1")
    await play(club, board, "j4R")
    over = await showing(club, place, 1)
    panel = await opened(club, over, "review")
    await club.press(club.ada, panel, "gif")
    made = await club.press(club.ada, panel, "gif:shot")
    await club.standin.wait_for(lambda: made.followups)
    assert made.followups[0].attachments[0].filename.endswith(".gif")
    listed = await club.standin.command(club.ada, place, "review")
    await club.standin.wait_for(lambda: listed.message and listed.message.attachments)
    assert channel_requests(club.standin) == []


# Private boards


async def test_where_members_may_show_nothing_a_board_is_private_and_works(club: Club) -> None:
    place = club.standin.channel("tavern")
    club.standin.world.overwrite(place, None, deny=Permission.USE_EXTERNAL_APPS)
    board = await begin(club, place)
    assert board.ephemeral_for is club.ada
    await play(club, board, "h2-h3")
    answer = await showing(club, place, 2)
    assert answer.ephemeral_for is club.ada
    assert not club.standin.visible(place, club.ben)
    await club.press(club.ada, answer, "pick", "c1")
    assert (await opened(club, answer)).content.startswith("**Menu**")
