"""What is committed is posted once, whatever Discord answers."""

import discord
import pytest
from sqlalchemy import delete, text

from bot.app import now
from bot.match.errors import Refused
from bot.playground.server import StandIn
from bot.playground.world import Channel, Message, Overwrite, Permission
from bot.reposts import Repost
from data import Posted, Store
from data.schema import postings
from tests.bot.match.conftest import spoil
from tests.discord.conftest import Club, running
from tests.discord.reading import boards, control, controls, until
from tests.discord.test_clocks import timed

POST = r"/channels/\d+/messages$"


async def go(club: Club, action: str = "h2-h3") -> None:
    board = club.newest()
    await club.press(club.ada, board, "pick", action[:2])
    await club.press(club.ada, board, f"go:{action}")


async def test_a_lost_reply_to_a_post_makes_no_second_board(club: Club) -> None:
    await club.begin()
    club.standin.fail("POST", POST, 500, apply_anyway=True)
    await go(club)
    await club.standin.wait_for(lambda: len(club.boards()) == 2)

    async def recorded() -> bool:
        return not await club.store.ledger.unposted()

    await until(recorded)
    assert [seq for _, seq, _ in club.boards()] == [0, 1]


async def test_a_rate_limit_is_waited_out(club: Club) -> None:
    await club.begin()
    club.standin.fail("POST", POST, 429, times=2, retry_after=0.1)
    await go(club)
    await club.standin.wait_for(lambda: len(club.boards()) == 2)


@pytest.mark.parametrize(
    ("status", "code"), [(403, 50013), (403, 50001), (404, 10003), (400, 50083)]
)
async def test_a_channel_that_takes_no_posts_keeps_the_move_and_says_so(
    club: Club, status: int, code: int
) -> None:
    match = await club.begin()
    club.standin.fail("POST", POST, status, code=code)
    await go(club)
    assert "The game is kept" in await club.said_privately(club.ada)
    kept = await club.store.match(match.id)
    assert kept
    assert kept.seq == 1
    assert kept.undeliverable
    tries = len(club.standin.requests)
    await club.bot.delivery.recover()
    assert len(club.standin.requests) == tries, "a refused channel waits for a press"
    await club.standin.command(club.ben, club.games, "board")
    await club.standin.wait_for(lambda: club.boards()[-1][1] == 1)
    await club.settle()
    assert [seq for _, seq, _ in club.boards()] == [0, 1], "posted late, and once"
    kept = await club.store.match(match.id)
    assert kept
    assert not kept.undeliverable


async def test_a_press_on_the_old_board_posts_what_is_missing(club: Club) -> None:
    await club.begin()
    club.standin.fail("POST", POST, 403)
    await go(club)
    await club.settle()
    assert len(club.boards()) == 1
    board = club.newest()
    await club.standin.press(club.ada, board, control(board, "go:h2-h3"))
    await club.standin.wait_for(lambda: len(club.boards()) == 2)
    await club.standin.wait_for(
        lambda: any("gone on since" in each.content for each in club.private(club.ada))
    )


async def test_a_board_posted_but_not_recorded_is_found_not_repeated(club: Club) -> None:
    match = await club.begin()
    await club.play(club.ada, "h2-h3")
    first, second = (message for _, _, message in club.boards())
    # As another process, started later, would come to it.
    club.bot.delivery._started_at = now()
    await club.store.ledger.record_posting(
        Posted(match.id, 0, club.games.id, first.id, has_controls=True), 0
    )
    await club.store._database.write(delete(postings).where(postings.c.seq == 1))
    await club.bot.delivery.recover()
    await club.settle()
    assert [seq for _, seq, _ in club.boards()] == [0, 1]
    newest = await club.store.ledger.newest_posting(match.id)
    assert newest
    assert newest.message_id == second.id
    assert controls(second)
    assert not controls(first)


async def test_two_missing_boards_are_posted_in_order(club: Club) -> None:
    match = await club.begin()
    match = await club.bot.play.act(match.id, 0, club.ada.id, "h2-h3")
    match = await club.bot.play.act(match.id, 1, club.ben.id, "a4-b3")
    await club.bot.delivery.deliver(match.id)
    await club.settle()
    assert [(seq, bool(m.components)) for _, seq, m in club.boards()] == [
        (0, False), (1, False), (2, True),
    ]  # fmt: skip
    assert [len(m.pings) for _, _, m in club.boards()] == [1, 0, 1]


async def test_controls_that_cannot_be_taken_off_are_tried_once(club: Club) -> None:
    await club.begin()
    old = club.newest()

    def tries() -> int:
        edits = [each for each in club.standin.requests if each.method == "PATCH"]
        return sum(str(old.id) in each.path for each in edits)

    club.standin.fail("PATCH", r"/channels/\d+/messages/\d+$", 403, times=1)
    await go(club)
    await club.standin.wait_for(tries)
    assert old.components
    await club.bot.delivery.recover()
    old.components = []  # so that nobody waits for them to go
    await club.play(club.ben, "a4-b3")
    assert tries() == 1


async def test_a_lost_permission_is_named_before_a_game_is_promised(club: Club) -> None:
    channel, bot = club.games, club.standin.world.bot
    channel.overwrites[bot.id] = Overwrite(deny=Permission.ATTACH_FILES)
    refused = await club.standin.command(club.ada, channel, "challenge", opponent=club.ben)
    assert refused.message
    assert refused.message.ephemeral_for is club.ada
    assert "Attach Files" in refused.message.content
    del channel.overwrites[bot.id]
    message = await club.challenge()
    channel.overwrites[bot.id] = Overwrite(deny=Permission.READ_MESSAGE_HISTORY)
    await club.press(club.ben, message, "accept")
    assert "Read Message History" in await club.said_privately(club.ben)
    del channel.overwrites[bot.id]
    await club.press(club.ben, message, "accept")
    await club.standin.wait_for(club.boards)


async def test_a_connection_lost_on_the_way_makes_no_second_board(club: Club) -> None:
    match = await club.begin()
    club.standin.fail("POST", POST, 0, apply_anyway=True, times=1)
    await go(club)
    await club.standin.wait_for(lambda: len(club.boards()) == 2)
    assert "Discord did not take the board" in await club.said_privately(club.ada)
    await club.bot.delivery.deliver(match.id)
    await club.settle()
    assert [seq for _, seq, _ in club.boards()] == [0, 1]
    assert await club.store.ledger.unposted() == []


async def test_a_connection_lost_on_the_acknowledgement_does_not_lose_the_move(club: Club) -> None:
    await club.begin()
    board = club.newest()
    await club.press(club.ada, board, "pick", "h2")
    club.standin.fail("POST", "/interactions/.*/callback", 0)
    club.standin.press_nowait(club.ada, board, control(board, "go:h2-h3"))
    await club.standin.wait_for(lambda: len(club.boards()) == 2)


async def test_an_entry_committed_while_boards_are_recovered_gets_its_own_board(
    club: Club,
) -> None:
    match = await club.begin()
    match = await club.bot.play.act(match.id, 0, club.ada.id, "h2-h3")
    unposted = club.store.ledger.unposted

    async def then_another(game_id: int | None = None) -> list[tuple[int, int]]:
        found = await unposted(game_id)
        if game_id is not None:
            club.store.ledger.unposted = unposted  # type: ignore[method-assign]
            await club.bot.play.act(match.id, 1, club.ben.id, "a4-b3")
        return found

    club.store.ledger.unposted = then_another  # type: ignore[method-assign]
    await club.bot.delivery.recover()
    await club.bot.delivery.recover()
    await club.settle()
    assert [seq for _, seq, _ in club.boards()] == [0, 1, 2]
    assert [seq for _, seq, message in club.boards() if message.components] == [2]


async def test_a_board_is_found_behind_many_messages(club: Club) -> None:
    match = await club.begin()
    await club.play(club.ada, "h2-h3")
    for number in range(120):
        club.standin.members.say(club.ben, club.games, f"chatter {number}")
    await club.store._database.write(delete(postings).where(postings.c.seq == 1))
    club.bot.delivery._started_at = now()
    await club.bot.delivery.deliver(match.id)
    assert [seq for _, seq, _ in club.boards()] == [0, 1]


async def test_where_the_history_is_hidden_nothing_is_posted_twice(club: Club) -> None:
    match = await club.begin()
    await club.play(club.ada, "h2-h3")
    await club.store._database.write(delete(postings).where(postings.c.seq == 1))
    club.bot.delivery._started_at = now()
    bot = club.standin.world.bot
    club.standin.world.overwrite(club.games, bot, deny=Permission.READ_MESSAGE_HISTORY)
    channel = club.bot.get_channel(club.games.id)
    assert isinstance(channel, discord.TextChannel)
    await club.standin.wait_for(
        lambda: not channel.permissions_for(channel.guild.me).read_message_history
    )
    with pytest.raises(Refused):
        await club.bot.delivery.deliver(match.id)
    assert [seq for _, seq, _ in club.boards()] == [0, 1]


async def test_before_the_servers_are_known_nothing_is_posted_twice(
    standin: StandIn, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(standin, url) as club:
        match = await club.begin()
        await club.play(club.ada, "h2-h3")
        await club.store._database.write(delete(postings).where(postings.c.seq == 1))
    bot = standin.world.bot
    standin.world.overwrite(club.games, bot, deny=Permission.READ_MESSAGE_HISTORY)
    connect, before = discord.AutoShardedClient.connect, len(standin.requests)

    async def late(self: discord.AutoShardedClient, *, reconnect: bool = True) -> None:
        await standin.wait_for(
            lambda: any("/channels/" in each.path for each in standin.requests[before:])
        )
        await standin.settle()
        await connect(self, reconnect=reconnect)

    monkeypatch.setattr(discord.AutoShardedClient, "connect", late)
    async with running(standin, url) as club:

        async def given_up() -> bool:
            kept = await club.store.match(match.id)
            return bool(kept and kept.undeliverable)

        await until(given_up)
        assert [seq for _, seq, _ in club.boards()] == [0, 1]


async def test_in_an_archived_thread_whose_history_is_hidden_nothing_is_posted_twice(
    club: Club,
) -> None:
    world = club.standin.world
    thread = world.add_thread(club.games, "corner", club.ada)
    match = await timed(club, None, thread)
    await club.store._database.write(delete(postings))
    club.bot.delivery._started_at = now()
    world.set_thread(thread, archived=True, locked=False)
    world.overwrite(club.games, world.bot, deny=Permission.READ_MESSAGE_HISTORY)
    channel = club.bot.get_channel(club.games.id)
    assert isinstance(channel, discord.TextChannel)
    await club.standin.wait_for(
        lambda: not channel.permissions_for(channel.guild.me).read_message_history
    )
    assert club.bot.get_channel(thread.id) is None
    with pytest.raises(Refused):
        await club.bot.delivery.deliver(match.id)
    assert [seq for _, seq, _ in boards(thread)] == [0]


async def test_a_board_found_late_loses_its_controls_when_a_newer_one_stands(club: Club) -> None:
    match = await club.begin()
    await club.play(club.ada, "h2-h3")
    await club.store._database.write(delete(postings).where(postings.c.seq == 1))
    club.bot.delivery._started_at = now()
    await club.bot.play.act(match.id, 1, club.ben.id, "a4-b3")
    await club.bot.delivery.deliver(match.id)
    await club.settle()
    assert [(seq, bool(m.components)) for _, seq, m in club.boards()] == [
        (0, False), (1, False), (2, True),
    ]  # fmt: skip


async def test_a_ledger_that_fails_after_the_move_does_not_deny_the_move(club: Club) -> None:
    match = await club.begin()
    write = club.store._database.write
    await write(text("ALTER TABLE postings RENAME TO hidden"))
    await go(club)
    await club.standin.wait_for(
        lambda: any("The game is kept" in each.content for each in club.private(club.ada))
    )
    await write(text("ALTER TABLE hidden RENAME TO postings"))
    kept = await club.store.match(match.id)
    assert kept
    assert kept.seq == 1
    await club.bot.delivery.recover()
    await club.settle()
    assert [seq for _, seq, _ in club.boards()] == [0, 1]


async def test_a_fault_of_discords_own_is_tried_again_ever_more_rarely(club: Club) -> None:
    match = await club.begin()
    delivery = club.bot.delivery
    times = [now()]
    delivery._clock = lambda: times[0]
    await club.bot.play.act(match.id, 0, club.ada.id, "h2-h3")
    tries = []
    for wait in (0, 29, 1, 59, 1):
        times[0] += wait
        club.standin.fail("POST", POST, 0)
        before = len(club.standin.requests)
        await delivery.recover()
        tries.append(len(club.standin.requests) > before)
        club.standin.faults.pending.clear()
    assert tries == [True, False, True, False, True]


async def test_a_game_that_cannot_be_read_is_tried_again_ever_more_rarely(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    match = await club.begin()
    times = [now()]
    club.bot.delivery._clock = lambda: times[0]
    await spoil(club.store, match.id)
    tries = []
    for wait in (0, 29, 1, 59, 1):
        times[0] += wait
        await club.bot.delivery.recover()
        tries.append(f"game {match.id} could not be posted" in caplog.text)
        caplog.clear()
    assert tries == [True, False, True, False, True]


@pytest.mark.parametrize(("status", "code"), [(400, 50035), (413, 40005)])
async def test_a_board_that_discord_refuses_as_it_is_is_blamed_on_no_permission(
    club: Club, status: int, code: int
) -> None:
    await club.begin()
    club.standin.fail("POST", POST, status, code=code)
    await go(club)
    said = await club.said_privately(club.ada)
    assert "Discord refuses its board" in said
    assert "I need to" not in said


async def posted(club: Club) -> Posted:
    """Where the first board of a game stands, once that is noted."""
    match = await club.begin()

    async def is_noted() -> bool:
        return await club.store.ledger.newest_posting(match.id) is not None

    await until(is_noted)
    found = await club.store.ledger.newest_posting(match.id)
    assert found
    return found


async def only_one_with_controls(club: Club, channels: list[Channel]) -> Message:
    """The one board that still has controls, once nothing more is left to be done."""

    async def is_done() -> bool:
        return await club.store.facts("repost:") == {}

    await until(is_done)
    await club.settle()
    (board,) = [m for channel in channels for _, _, m in boards(channel) if m.components]
    newest = await club.store.ledger.newest_posting(1)
    assert newest
    assert newest.message_id == board.id
    return board


@pytest.mark.parametrize("where", ["games", "lounge"])
async def test_a_board_posted_once_more_and_not_noted_leaves_one_with_controls(
    standin: StandIn, url: str, where: str
) -> None:
    channel = standin.channel(where)
    async with running(standin, url) as club:
        await club.begin()
        await club.command(club.ben, "board")
        await standin.wait_for(lambda: len(club.boards()) == 2)
        await only_one_with_controls(club, [club.games])
        # From here on, what is posted is not noted, as when the bot is killed in between.
        write = club.store._database.write
        await write(
            text(
                "CREATE TRIGGER killed BEFORE UPDATE OF message_id ON postings "
                "BEGIN INSERT INTO nowhere VALUES (1); END"
            )
        )
        await club.command(club.ben, "board", channel, game="1")
        places = {each.id: each for each in (club.games, channel)}.values()
        await standin.wait_for(
            lambda: len([m for each in places for _, _, m in boards(each) if m.components]) == 2
        )
        await club.settle()
        await write(text("DROP TRIGGER killed"))
    async with running(standin, url) as club:
        board = await only_one_with_controls(club, [club.games, standin.channel("lounge")])
        assert board.channel is channel
        if where == "games":
            await club.play(club.ada, "h2-h3")


async def test_a_board_whose_older_one_kept_its_controls_in_a_kill_is_the_only_one(
    standin: StandIn, url: str
) -> None:
    async with running(standin, url) as club:
        before = await posted(club)
        old = club.newest()
        components = old.components
        await club.command(club.ben, "board")
        await standin.wait_for(lambda: not old.components)
    # As if the bot had been killed before it took them off.
    old.components = components
    store = await Store.open(url)
    await Repost(before, club.games.id, now()).note(store)
    await store.close()
    async with running(standin, url) as club:
        assert await only_one_with_controls(club, [club.games]) is not old


async def test_a_board_that_was_to_be_posted_once_more_and_was_not_keeps_its_controls(
    standin: StandIn, url: str
) -> None:
    async with running(standin, url) as club:
        before = await posted(club)
        await Repost(before, club.games.id, now()).note(club.store)
    async with running(standin, url) as club:
        assert (await only_one_with_controls(club, [club.games])).id == before.message_id


async def test_a_channel_is_not_told_that_a_game_goes_on_where_no_board_came(
    standin: StandIn, url: str
) -> None:
    async with running(standin, url) as club:
        before = await posted(club)
        lounge = standin.channel("lounge")
        # As if the bot had been killed between moving the game and sending its board.
        await club.store.move_game(before.game_id, lounge.id)
        await Repost(before, lounge.id, now()).note(club.store)
    async with running(standin, url) as club:
        await only_one_with_controls(club, [club.games, lounge])
        assert not any("goes on here" in m.content for m in club.games.messages.values())


async def test_reposting_pings_nobody(club: Club) -> None:
    await club.begin()
    await club.standin.command(club.ben, club.games, "board")
    await club.standin.wait_for(lambda: len(club.boards()) == 2)
    assert list(club.newest().pings) == []
