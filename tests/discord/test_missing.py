"""When a message, a channel, a member or the bot itself goes missing, the game does not."""

import pytest

from bot.playground.errors import Refused
from bot.playground.world import Channel, Permission
from data import Match
from engine.core import Result
from tests.discord.conftest import Club
from tests.discord.reading import boards, control, until
from tests.discord.test_clocks import HOUR, timed

DAY = 24 * HOUR


def seqs(channel: Channel) -> list[int]:
    return [seq for _, seq, _ in boards(channel)]


async def read(club: Club, match: Match) -> Match:
    return await club.bot.play.match(match.id)


async def unreachable(club: Club, match: Match) -> None:
    """Wait until the bot has noted that nothing can be posted in the game's channel."""

    async def noted() -> bool:
        return (await read(club, match)).undeliverable

    await until(noted)


async def in_thread(club: Club) -> tuple[Match, Channel]:
    """A game in a thread, its first board posted there."""
    thread = club.standin.world.add_thread(club.games, "match", club.standin.world.bot)
    match = await timed(club, DAY)
    await club.standin.command(club.ada, thread, "board", game=str(match.id))
    await club.standin.wait_for(lambda: boards(thread))
    await club.settle()
    return match, thread


async def test_a_deleted_board_is_posted_anew_by_the_next_move(club: Club) -> None:
    match = await club.begin()
    club.standin.world.remove_message(club.newest())
    await club.standin.command(club.ada, club.games, "move", action="h2-h3")
    await club.standin.wait_for(lambda: seqs(club.games) == [1])
    await club.settle()
    await club.play(club.ben, "a4-b3")
    assert (await read(club, match)).seq == 2
    assert await club.store.ledger.unposted() == []


async def test_a_deleted_board_is_brought_back_by_the_board_command(club: Club) -> None:
    await club.begin()
    club.standin.world.remove_message(club.newest())
    await club.standin.command(club.ben, club.games, "board")
    await club.standin.wait_for(lambda: seqs(club.games) == [0])
    await club.settle()
    await club.play(club.ada, "h2-h3")


async def test_a_game_brought_elsewhere_leaves_a_word_and_no_controls_behind(club: Club) -> None:
    match = await club.begin()
    await club.play(club.ada, "h2-h3")
    left, lounge = club.newest(), club.standin.channel("lounge")
    await club.command(club.ben, "board", lounge, game=str(match.id))
    await club.standin.wait_for(lambda: not left.components)
    await club.settle()
    ((_, _, board),) = boards(lounge)
    said = list(club.games.messages.values())[-1]
    place = f"{club.standin.world.guild_id}/{lounge.id}/{board.id}"
    assert said.content == (f"Game {match.id} goes on here: https://discord.com/channels/{place}")
    assert (list(said.pings), said.components) == ([], [])
    before = len(club.games.messages), len(lounge.messages)
    await club.command(club.ben, "board", lounge)
    await club.standin.wait_for(lambda: seqs(lounge) == [1, 1])
    await club.settle()
    assert (len(club.games.messages), len(lounge.messages)) == (before[0], before[1] + 1)
    assert [bool(message.components) for _, _, message in boards(lounge)] == [False, True]


async def test_a_game_is_brought_from_where_nothing_may_be_said(club: Club) -> None:
    match = await club.begin()
    lounge, world = club.standin.channel("lounge"), club.standin.world
    world.overwrite(club.games, world.bot, deny=Permission.SEND_MESSAGES)
    await club.command(club.ben, "board", lounge, game=str(match.id))
    await club.standin.wait_for(lambda: seqs(lounge) == [0])
    await club.settle()
    assert club.private(club.ben) == []
    assert not (await read(club, match)).undeliverable
    assert await club.store.facts("repost:") == {}


async def test_a_game_whose_channel_is_deleted_goes_on_in_another(club: Club) -> None:
    match = await club.begin()
    await club.play(club.ada, "h2-h3")
    club.standin.world.remove_channel(club.games)
    await unreachable(club, match)
    lounge = club.standin.channel("lounge")
    offered = await club.standin.autocomplete(club.ben, lounge, "board", game="")
    assert [choice["value"] for choice in offered] == [str(match.id)]
    await club.standin.command(club.ben, lounge, "board", game=str(match.id))
    await club.standin.wait_for(lambda: seqs(lounge) == [1])
    await club.settle()
    assert not (await read(club, match)).undeliverable
    await club.standin.command(club.ben, lounge, "move", action="a4-b3")
    await club.standin.wait_for(lambda: seqs(lounge) == [1, 2])


async def test_a_game_whose_channel_is_deleted_ends_by_its_clock_in_the_record(club: Club) -> None:
    match = await timed(club)
    club.standin.world.remove_channel(club.games)
    await unreachable(club, match)
    tries = len(club.standin.requests)
    await club.pass_time(46 * 60)
    await club.pass_time(15 * 60)
    await club.settle()
    assert (await read(club, match)).result == Result("gold", "time")
    assert len(club.standin.requests) == tries, "a channel that is gone is not asked"
    lounge = club.standin.channel("lounge")
    listed = await club.standin.autocomplete(club.ada, lounge, "review", game="")
    assert [choice["value"] for choice in listed] == [str(match.id)]


async def test_a_channel_deleted_while_the_bot_was_away_is_found_out_at_the_next_post(
    club: Club,
) -> None:
    match = await timed(club)
    # No event tells of it: the channel went while nobody listened.
    del club.standin.world.channels[club.games.id]
    await club.pass_time(HOUR + 1)
    await unreachable(club, match)
    await club.settle()
    tries = len(club.standin.requests)
    await club.bot.delivery.recover()
    assert len(club.standin.requests) == tries


async def test_a_reminder_waits_for_the_channel_to_which_the_game_is_brought(club: Club) -> None:
    match = await timed(club)
    club.standin.world.remove_channel(club.games)
    await unreachable(club, match)
    await club.pass_time(46 * 60)
    lounge = club.standin.channel("lounge")
    await club.standin.command(club.ben, lounge, "board", game=str(match.id))
    await club.standin.wait_for(lambda: boards(lounge))
    await club.bot.keep_time()
    await club.standin.wait_for(
        lambda: [m for m in lounge.messages.values() if m.pings == (club.ada,)]
    )


async def test_a_deleted_thread_is_like_a_deleted_channel(club: Club) -> None:
    match, thread = await in_thread(club)
    club.standin.world.remove_channel(thread)
    await unreachable(club, match)
    await club.standin.command(club.ada, club.games, "board", game=str(match.id))
    await club.standin.wait_for(lambda: len(club.boards()) == 2)


async def test_threads_go_with_their_channel(club: Club) -> None:
    match, _ = await in_thread(club)
    club.standin.world.remove_channel(club.games)
    await unreachable(club, match)


async def test_an_archived_thread_comes_back_with_the_next_board(club: Club) -> None:
    match, thread = await in_thread(club)
    board = boards(thread)[-1][2]
    await club.press(club.ada, board, "pick", "h2")
    club.standin.world.set_thread(thread, archived=True, locked=False)
    club.standin.press_nowait(club.ada, board, control(board, "go:h2-h3"))
    await club.standin.wait_for(lambda: seqs(thread) == [0, 1] and not board.components)
    assert not thread.archived
    assert (await read(club, match)).seq == 1


async def test_the_end_on_time_comes_into_an_archived_thread(club: Club) -> None:
    _, thread = await in_thread(club)
    club.standin.world.set_thread(thread, archived=True, locked=False)
    await club.pass_time(DAY + 60)
    await club.standin.wait_for(lambda: seqs(thread) == [0, 1])


async def test_in_a_locked_thread_the_move_is_kept_until_it_is_unlocked(club: Club) -> None:
    match, thread = await in_thread(club)
    board = boards(thread)[-1][2]
    await club.press(club.ada, board, "pick", "h2")
    club.standin.world.set_thread(thread, archived=False, locked=True)
    await club.press(club.ada, board, "go:h2-h3")
    await unreachable(club, match)
    await club.settle()
    # Whether Discord shows a private answer there is not said; it is sent in any case.
    assert "The game is kept" in str(club.standin.requests[-1].body)
    assert (await read(club, match)).seq == 1
    assert seqs(thread) == [0]
    club.standin.world.set_thread(thread, archived=False, locked=False)
    await club.standin.command(club.ben, thread, "board")
    await club.standin.wait_for(lambda: seqs(thread) == [0, 1])


async def test_a_game_whose_player_has_left_ends_by_its_clock(club: Club) -> None:
    match = await timed(club)
    club.standin.world.remove_member(club.ada)
    await club.pass_time(HOUR + 1)
    await club.standin.wait_for(lambda: seqs(club.games) == [0, 1])
    assert (await read(club, match)).result == Result("gold", "time")


async def test_without_a_clock_the_one_who_stayed_may_end_it_after_a_fortnight(club: Club) -> None:
    match = await club.begin()
    club.standin.world.remove_member(club.ada)
    await club.pass_time(13 * DAY)
    await club.standin.command(club.ben, club.games, "end", reason="She left")
    await club.settle()
    assert (await read(club, match)).result is None
    await club.pass_time(DAY + 60)
    await club.standin.command(club.ben, club.games, "end", reason="She left")
    await club.standin.wait_for(lambda: seqs(club.games) == [0, 1])
    assert "She left" in club.newest().content


async def test_a_permission_lost_in_mid_game_keeps_the_move_until_it_is_back(club: Club) -> None:
    match = await club.begin()
    bot = club.standin.world.bot
    await club.press(club.ada, club.newest(), "pick", "h2")
    club.standin.world.overwrite(club.games, bot, deny=Permission.SEND_MESSAGES)
    await club.press(club.ada, club.newest(), "go:h2-h3")
    await unreachable(club, match)
    assert "The game is kept" in await club.said_privately(club.ada)
    club.standin.world.overwrite(club.games, bot)
    await club.standin.command(club.ben, club.games, "board")
    await club.standin.wait_for(lambda: seqs(club.games) == [0, 1])
    await club.settle()
    await club.play(club.ben, "a4-b3")


async def test_a_bot_that_is_removed_and_invited_again_goes_on_where_it_was(club: Club) -> None:
    # Until then discord.py takes every server for one that was there before.
    await club.bot.wait_until_ready()
    match = await timed(club)
    untimed = await timed(club, None, club.standin.channel("lounge"))
    club.standin.world.remove_bot()
    await unreachable(club, match)
    # Who has installed the app for themselves can still ask, and is told that nothing is posted.
    asked = await club.command(club.ada, "board")
    assert asked.message
    assert "I cannot post its board" in asked.message.content
    club.ada.has_app = False
    with pytest.raises(Refused):
        await club.standin.command(club.ada, club.games, "board")
    await club.pass_time(HOUR + 1)
    await club.settle()
    assert seqs(club.games) == [0]
    club.standin.world.invite_bot()
    await club.standin.wait_for(lambda: seqs(club.games) == [0, 1])
    assert "ran out of time" in club.newest().content
    lounge = club.standin.channel("lounge")
    await club.standin.command(club.ada, lounge, "board")
    await club.standin.wait_for(lambda: seqs(lounge) == [0, 0])
    await club.standin.command(club.ada, lounge, "move", action="h2-h3")
    await club.standin.wait_for(lambda: seqs(lounge) == [0, 0, 1])
    assert (await read(club, untimed)).seq == 1


async def test_a_bot_that_comes_up_where_it_was_removed_offers_nothing(club: Club) -> None:
    club.ada.has_app = False
    club.standin.world.remove_bot()
    await club.standin.drop_gateway("invalid")
    await club.standin.wait_for(lambda: club.standin.gateway.identifies == 2, 15)
    assert club.standin.members.offered(club.ada, club.games) == []
    club.standin.world.invite_bot()
    await club.begin()


async def test_an_end_that_was_never_posted_is_posted_by_a_press_on_the_old_board(
    club: Club,
) -> None:
    match = await club.begin()
    await club.press(club.ada, club.newest(), "pick", "h2")
    club.standin.fail("POST", r"/channels/\d+/messages$", 403)
    await club.bot.play.resign(match.id, club.ben.id)
    await club.bot.delivery.recover()
    assert (await read(club, match)).undeliverable
    await club.press(club.ada, club.newest(), "go:h2-h3")
    await club.standin.wait_for(lambda: seqs(club.games) == [0, 1])
    said = await club.said_privately(club.ada)
    assert "This game is over." in said
    assert str(club.newest().id) in said
