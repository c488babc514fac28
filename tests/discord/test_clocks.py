"""Time in a channel: what is shown, who is pinged, and what presses count."""

import asyncio

from bot.app import Ricochet
from bot.health import _fault
from bot.playground.world import Channel
from data import Match, Offer
from engine.core import Result
from tests.discord.conftest import Club, running, settings_for
from tests.discord.reading import boards, control, until

HOUR = 3600


async def timed(club: Club, clock: int | None = HOUR, channel: Channel | None = None) -> Match:
    """A game between Ada, who is to move, and Ben, with so many seconds for each move."""
    now, options = club.bot.clock(), {"rules": "deflexion", "layout": "classic"}
    guild, place = club.standin.world.guild_id, (channel or club.games).id
    offer = Offer("deflexion", options, "first", guild, place, club.ada.id, club.ben.id, now, clock)
    game_id = await club.store.offers.keep(offer)
    seats = {"silver": club.ada.id, "gold": club.ben.id}
    match = await club.store.start(game_id, options, seats, now)
    await club.bot.delivery.deliver(game_id)
    return match


def reminders(club: Club) -> list[tuple[str, list[str]]]:
    """What was sent without a picture, and whom it pinged."""
    return [
        (message.content, [member.name for member in message.pings])
        for message in club.games.messages.values()
        if message.author is club.standin.world.bot
        and not message.attachments
        and message.ephemeral_for is None
    ]


async def test_each_board_shows_its_own_deadline(club: Club) -> None:
    match = await timed(club)
    assert f"<t:{match.moved_at + HOUR}:R>" in club.newest().content
    await club.pass_time(600)
    await club.play(club.ada, "h2-h3")
    moved = await club.bot.play.match(match.id)
    assert moved.moved_at >= match.moved_at + 600
    assert f"<t:{moved.moved_at + HOUR}:R>" in club.newest().content
    await club.play(club.ben, "a4-b3")
    await club.standin.command(club.ada, club.games, "board")
    await club.standin.wait_for(lambda: len(club.boards()) == 4)
    again = await club.bot.play.match(match.id)
    assert f"<t:{again.moved_at + HOUR}:R>" in club.newest().content


async def test_one_reminder_pings_the_player_to_move_with_the_way_to_the_board(club: Club) -> None:
    match = await timed(club)
    await club.pass_time(44 * 60)
    await club.settle()
    assert reminders(club) == []
    await club.pass_time(2 * 60)
    await club.standin.wait_for(lambda: reminders(club))
    (text, pinged), *more = reminders(club)
    assert (pinged, more) == (["Ada"], [])
    assert f"<t:{match.moved_at + HOUR}:R>" in text
    assert text.endswith(f"/{club.games.id}/{club.newest().id}")
    await club.pass_time(60)
    await club.settle()
    assert len(reminders(club)) == 1


async def test_a_reminder_is_not_repeated_after_a_restart(club: Club, url: str) -> None:
    await timed(club)
    await club.pass_time(46 * 60)
    await club.standin.wait_for(lambda: reminders(club))
    standin = club.standin
    await club.bot.stop()
    async with running(standin, url) as later:
        await later.bot.keep_time()
        await later.settle()
        assert len(reminders(later)) == 1


async def test_a_reminder_that_discord_refuses_is_not_tried_again(club: Club) -> None:
    await timed(club)
    club.standin.fail("POST", r"/channels/\d+/messages$", 403)
    await club.pass_time(46 * 60)
    await club.standin.wait_for(lambda: not club.standin.faults.pending)
    await club.bot.keep_time()
    await club.settle()
    assert reminders(club) == []
    assert len(club.boards()) == 1


async def test_a_player_out_of_time_loses_on_a_board(club: Club) -> None:
    match = await timed(club)
    await club.pass_time(HOUR + 1)
    await club.standin.wait_for(lambda: len(club.boards()) == 2)
    assert "ran out of time" in club.newest().content
    assert (await club.bot.play.match(match.id)).result == Result("gold", "time")
    assert list(club.newest().pings) == []


async def test_a_press_past_the_deadline_loses_on_time_in_words(club: Club) -> None:
    match = await timed(club)
    board = club.newest()
    await club.press(club.ada, board, "pick", "h2")
    club.standin.clock.advance(HOUR + 1)
    await club.store.keep_fact("alive:", str(club.bot.clock()))
    await club.press(club.ada, board, "go:h2-h3")
    await club.standin.wait_for(lambda: len(club.boards()) == 2)
    said = await club.said_privately(club.ada)
    assert "too late" in said
    assert str(club.newest().id) in said
    over = await club.bot.play.match(match.id)
    assert (over.seq, over.result) == (1, Result("gold", "time"))


async def test_a_press_held_back_by_an_outage_still_counts(club: Club) -> None:
    match = await timed(club)
    board = club.newest()
    await club.press(club.ada, board, "pick", "h2")
    await club.store.keep_fact("alive:", str(club.bot.clock()))
    club.standin.gateway.is_accepting = False
    await club.standin.drop_gateway("resume")
    club.standin.press_nowait(club.ada, board, control(board, "go:h2-h3"))
    club.standin.clock.advance(2 * HOUR)
    club.standin.gateway.is_accepting = True

    async def moved() -> bool:
        return (await club.bot.play.match(match.id)).seq == 1

    await until(moved)
    assert (await club.bot.play.match(match.id)).result is None


async def test_nothing_is_decided_while_the_gateway_is_gone(club: Club) -> None:
    match = await timed(club)
    await club.bot.keep_time()
    # No frame may come in between.
    club.standin.gateway.is_accepting = False
    await club.standin.drop_gateway("resume")
    club.bot.heard_at -= 100
    await club.pass_time(HOUR + 1)
    await club.settle()
    assert (await club.bot.play.match(match.id)).result is None
    club.standin.gateway.is_accepting = True
    await club.standin.wait_for(lambda: club.bot.is_heard, 20)
    await club.bot.keep_time()
    await club.standin.wait_for(lambda: len(club.boards()) == 2)


async def test_nothing_is_decided_before_the_gateway_was_ever_there(club: Club, url: str) -> None:
    match = await timed(club)
    await club.pass_time(HOUR - 60)
    await club.bot.stop()
    club.standin.clock.advance(120)
    club.standin.gateway.is_accepting = False
    bot = Ricochet(settings_for(club.standin), club.store, club.bot.clock)
    connecting = asyncio.create_task(bot.start(club.standin.token))
    await club.standin.wait_for(lambda: bot.user)
    await bot.keep_time()
    assert (await bot.play.match(match.id)).result is None
    assert await _fault(bot) == "Discord's gateway has not been heard yet"
    await bot.stop()
    connecting.cancel()
    await asyncio.wait({connecting})


async def test_the_gateways_silence_counts_from_when_it_was_last_heard(club: Club) -> None:
    await club.bot.keep_time()
    club.standin.gateway.is_accepting = False
    await club.standin.drop_gateway("resume")
    club.bot.heard_at -= 80
    await club.bot.keep_time()
    alive_at = await club.store.fact("alive:")
    assert alive_at
    assert club.bot.clock() - int(alive_at) >= 79


async def test_a_deadline_that_fell_into_a_restart_moves_and_the_board_says_so(
    club: Club, url: str
) -> None:
    match = await timed(club)
    await club.bot.keep_time()
    await club.bot.stop()
    club.standin.clock.advance(2 * HOUR)
    async with running(club.standin, url) as later:
        await later.bot.keep_time()
        deadline = await later.bot.clocks.deadline(await later.bot.play.match(match.id))
        assert deadline
        assert deadline >= match.moved_at + 3 * HOUR
        await later.standin.command(later.ben, later.games, "board")
        await later.standin.wait_for(lambda: f"<t:{deadline}:R>" in later.newest().content)
        await later.play(later.ada, "h2-h3")
        assert [seq for _, seq, _ in boards(later.games)] == [0, 0, 1]


async def test_a_game_that_nobody_plays_lapses_in_its_channel(club: Club) -> None:
    match = await club.begin()
    await club.pass_time(30 * 24 * HOUR + 60)
    await club.standin.wait_for(lambda: len(club.boards()) == 2)
    assert "Nobody has acted for 30 days." in club.newest().content
    assert (await club.bot.play.match(match.id)).result == Result(None, "lapsed")
    await club.begin()
