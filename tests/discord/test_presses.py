"""Presses that come twice, late, from the wrong member, or from an older version."""

import asyncio

import pytest

from bot.playground.interactions import Status
from tests.discord.conftest import Club, running
from tests.discord.reading import boards, control, controls


async def test_twenty_presses_at_once_make_one_move(club: Club) -> None:
    match = await club.begin()
    board = club.newest()
    await club.press(club.ada, board, "pick", "h2")
    go = control(board, "go:h2-h3")
    presses = [club.standin.press_nowait(club.ada, board, go) for _ in range(20)]
    await asyncio.gather(*(press.settled.wait() for press in presses if press))
    assert [press.status for press in presses if press] == [Status.ANSWERED] * 20
    await club.standin.wait_for(lambda: len(club.private(club.ada)) == 19)
    assert all("gone on since" in message.content for message in club.private(club.ada))
    assert [seq for _, seq, _ in club.boards()] == [0, 1]
    kept = await club.store.match(match.id)
    assert kept
    assert [turn.action for turn in kept.turns] == ["h2-h3"]


async def test_a_press_on_an_old_board_leads_to_the_newest(club: Club) -> None:
    await club.begin()
    old = club.newest()
    await club.press(club.ada, old, "pick", "h2")
    go, shown = control(old, "go:h2-h3"), [dict(row) for row in old.components]
    await club.play(club.ada, "c1-c2")
    old.components = shown  # as a client shows it that has not heard of the edit yet
    await club.standin.press(club.ada, old, go)
    said = await club.said_privately(club.ada)
    newest = club.newest()
    assert "gone on since" in said
    assert said.endswith(
        f"https://discord.com/channels/{club.standin.world.guild_id}/{club.games.id}/{newest.id}"
    )
    assert len(club.boards()) == 2


async def test_who_is_not_to_move_is_told_whose_turn_it_is(club: Club) -> None:
    await club.begin()
    board = club.newest()
    await club.press(club.ben, board, "pick", "h2")
    assert await club.said_privately(club.ben) == f"It is <@{club.ada.id}>'s turn."
    outsider = club.standin.world.add_member("Cleo")
    await club.press(outsider, board, "pick", "h2")
    assert await club.said_privately(outsider) == "You are not in this game."
    await club.press(club.ada, board, "pick", "h2")
    await club.press(outsider, board, "go:h2-h3")
    assert await club.said_privately(outsider) == "You are not in this game."
    assert len(club.boards()) == 1


async def test_a_press_after_the_end_says_that_it_is_over(club: Club) -> None:
    match = await club.begin()
    board = club.newest()
    await club.press(club.ada, board, "pick", "h2")
    go, shown = control(board, "go:h2-h3"), [dict(row) for row in board.components]
    await club.bot.play.resign(match.id, club.ben.id)
    await club.bot.delivery.deliver(match.id)
    board.components = shown
    await club.standin.press(club.ada, board, go)
    assert "over" in await club.said_privately(club.ada)


@pytest.mark.parametrize(
    "custom_id",
    ["rc:1:0:polish", "rc:1:0:polish:it", "rc:", "rc:1", "rc:x:0:go:h2-h3", "rc:99:0:go:h2-h3",
     "rc:1:0:go", "rc:1:0:go:h2-h9", "rc:1:0:go:" + "x" * 80, "rc:1:0:resign:maybe",
     "rc:1:0:draw:maybe", "rc:1:0:draw:accept", "rc:1:0:undo:decline", "rc:99:0:undo:accept",
     "rc:1:0:confirm", "rc:1:0:confirm:h2-h9", "rc:0:0:games", "rc:0:0:games:last-lost-1"],
)  # fmt: skip
async def test_a_control_of_another_version_is_answered_in_words(
    club: Club, custom_id: str
) -> None:
    match = await club.begin()
    board = club.newest()
    board.components = [
        {"type": 1, "components": [
            {"type": 2, "style": 1, "label": "?", "custom_id": custom_id, "disabled": False}
        ]}
    ]  # fmt: skip
    press = await club.standin.press(club.ada, board, custom_id)
    assert press
    assert press.status is Status.ANSWERED
    said = await club.said_privately(club.ada)
    assert said.endswith((".", "?")) or "https://discord.com/channels/" in said
    assert "fault" not in said
    assert await club.store.match(match.id) == match
    if "polish" in custom_id:
        assert "older version" in said
        private = club.standin.visible(club.games, club.ada)[-1]
        assert private.attachments, "the newest board comes with it"


@pytest.mark.parametrize(
    "does", ["review:forward", "moves:0", "gif", "games:first-all-0", "accept"]
)
async def test_a_board_stays_a_board_whatever_is_forged_to_stand_under_it(
    club: Club, does: str
) -> None:
    match = await club.begin()
    board = club.newest()
    text, files = board.content, board.attachments
    custom_id = f"rc:{match.id}:0:{does}"
    board.components = [
        {"type": 1, "components": [
            {"type": 2, "style": 1, "label": "?", "custom_id": custom_id, "disabled": False}
        ]}
    ]  # fmt: skip
    await club.standin.press(club.ben, board, custom_id)
    assert await club.said_privately(club.ben)
    assert (board.content, board.attachments) == (text, files)
    assert await club.store.match(match.id) == match


async def test_a_press_that_arrives_late_is_still_carried_out_once(club: Club) -> None:
    await club.begin()
    board = club.newest()
    await club.press(club.ada, board, "pick", "h2")
    go = control(board, "go:h2-h3")
    club.standin.fail("POST", "/interactions/.*/callback", 404, code=10062)
    club.standin.press_nowait(club.ada, board, go)
    await club.standin.wait_for(lambda: len(club.boards()) == 2)
    assert "h2 → h3" in club.newest().content


async def test_a_lost_acknowledgement_does_not_lose_the_move_or_the_words(club: Club) -> None:
    await club.begin()
    board = club.newest()
    club.standin.fail("POST", "/interactions/.*/callback", 500, apply_anyway=True)
    await club.press(club.ben, board, "menu")
    await club.standin.wait_for(
        lambda: club.standin.visible(club.games, club.ben)[-1].ephemeral_for
    )
    await club.press(club.ada, board, "pick", "h2")
    go = control(board, "go:h2-h3")
    club.standin.fail("POST", "/interactions/.*/callback", 500, apply_anyway=True)
    club.standin.press_nowait(club.ada, board, go)
    await club.standin.wait_for(lambda: len(club.boards()) == 2)


@pytest.mark.parametrize("drop", ["resume", "reconnect", "invalid"])
async def test_controls_work_after_the_gateway_dropped(club: Club, drop: str) -> None:
    await club.begin()
    await club.standin.drop_gateway(drop)
    await club.standin.wait_for(lambda: not club.standin.gateway.is_online)
    await club.standin.wait_online(15)
    await club.play(club.ada, "h2-h3")
    assert [seq for _, seq, _ in club.boards()] == [0, 1]


async def test_presses_work_on_boards_from_before_a_restart(standin: object, url: str) -> None:
    from bot.playground.server import StandIn

    assert isinstance(standin, StandIn)
    async with running(standin, url) as club:
        await club.begin()
        await club.press(club.ada, club.newest(), "pick", "h2")
    async with running(standin, url) as club:
        board = club.newest()
        await club.standin.press(club.ada, board, control(board, "go:h2-h3"))
        await club.standin.wait_for(lambda: len(club.boards()) == 2)
        await club.settle()
        await club.play(club.ben, "a4-b3")
        assert [seq for _, seq, _ in boards(club.games)] == [0, 1, 2]
        assert list(controls(club.boards()[0][2])) == []


async def test_the_public_board_works_after_a_private_answer_reached_its_end(club: Club) -> None:
    """discord.py ends the view of a private message after 15 minutes, whatever its timeout."""
    await club.begin()
    board = club.newest()
    menu = await club.press(club.ada, board, "menu")
    assert menu.message
    await club.settle()
    views = [
        frame.f_locals["self"]
        for task in asyncio.all_tasks()
        if "timeout_task" in task.get_coro().__qualname__  # type: ignore[union-attr]
        and (frame := task.get_coro().cr_frame)  # type: ignore[union-attr]
    ]
    assert views, "discord.py waits for the end of the private view"
    assert {view.timeout for view in views} == {15 * 60.0}
    for view in views:
        view._dispatch_timeout()
        view.stop()
    club.standin.clock.advance(16 * 60)
    await club.play(club.ada, "h2-h3")
    assert len(club.boards()) == 2
    await club.press(club.ada, menu.message, "describe")
    assert "Pharaoh" in await club.said_privately(club.ada)
