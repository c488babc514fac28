"""Everything that can fail in the stand-in, each around one move of a running game."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from bot.playground.world import ChannelKind, Permission
from data import EntryKind
from tests.discord.conftest import Club
from tests.discord.plain import Heard, PlainGame, Told, other
from tests.discord.week import PATIENCE, Opener, Week

CALLBACK = r"^/interactions/\d+/.*/callback$"
FOLLOW_UP = r"^/webhooks/\d+/[^/]+$"
ORIGINAL = r"^/webhooks/\d+/[^/]+/messages/@original$"


def posts(game: PlainGame) -> str:
    return rf"^/channels/{game.channel.id}/messages$"


def edits(game: PlainGame) -> str:
    return rf"^/channels/{game.channel.id}/messages/\d+$"


async def next_move(week: Week, game: PlainGame, *, is_typed: bool) -> tuple[Told, Opener]:
    """A move that only waits for its last press or command."""
    action = week.choose(game)
    deciding = await week.prepare(game, action, is_typed=is_typed)
    return (EntryKind.ACTION, game.seat, action), deciding


async def heal(week: Week, game: PlainGame) -> None:
    """Let the other player ask for the board where Discord would not have it."""
    match = await week.store.match(game.id)
    if match and match.undeliverable:
        await week.ask_for_board(game, game.waiting)
        await week.reached(game, can_be=True)


# What Discord answers


async def post_fails(
    week: Week, _: Club, game: PlainGame, *, status: int | None, **more: object
) -> None:
    """The board is refused, slow, or lost on its way there or back."""
    told, deciding = await next_move(week, game, is_typed=False)
    week.standin.fail("POST", posts(game), status, **more)  # type: ignore[arg-type]
    assert await week.attempt(game, told, deciding) is Heard.DONE
    await heal(week, game)


async def board_is_missed(week: Week, club: Club, game: PlainGame, *, status: int) -> None:
    """The board stands, but the reply was lost, and then it cannot be looked for."""
    told, deciding = await next_move(week, game, is_typed=True)
    week.standin.fail("POST", posts(game), 0, apply_anyway=True)
    week.standin.fail("GET", posts(game), status)
    assert await week.attempt(game, told, deciding) is Heard.DONE
    assert week.boards(game, game.seq)
    # The bot tries again after half a minute, and longer after a second time.
    for _ in range(2):
        week.standin.clock.advance(65)
        await club.bot.delivery.recover()
    await heal(week, game)
    await week.come_to_rest()


async def edit_fails(week: Week, _: Club, game: PlainGame, *, status: int, **more: object) -> None:
    """The controls of the board before cannot be taken off."""
    told, deciding = await next_move(week, game, is_typed=True)
    week.standin.fail("PATCH", edits(game), status, **more)  # type: ignore[arg-type]
    assert await week.attempt(game, told, deciding) is Heard.DONE


async def callback_fails(
    week: Week, _: Club, game: PlainGame, *, status: int | None, is_typed: bool, **more: object
) -> None:
    """The word that the press or command has come is refused, slow or lost."""
    told, deciding = await next_move(week, game, is_typed=is_typed)
    week.standin.fail("POST", CALLBACK, status, **more)  # type: ignore[arg-type]
    assert await week.attempt(game, told, deciding) is Heard.DONE


async def kept_without_a_word(week: Week, _: Club, game: PlainGame, *, status: int) -> None:
    """Neither the board nor the word that the move is kept all the same gets through."""
    told, deciding = await next_move(week, game, is_typed=False)
    before = game.seq
    week.standin.fail("POST", posts(game), 403)
    week.standin.fail("POST", FOLLOW_UP, status)
    assert await week.attempt(game, told, deciding) is Heard.NOTHING
    assert game.seq == before + 1, "it is kept, though nobody was told"
    await heal(week, game)


async def thinking_stays(week: Week, _: Club, game: PlainGame) -> None:
    """The private “thinking…” of a command cannot be taken back."""
    told, deciding = await next_move(week, game, is_typed=True)
    week.standin.fail("DELETE", ORIGINAL, 404, code=10015)
    assert await week.attempt(game, told, deciding) is Heard.DONE


async def out_of_turn(week: Week, _: Club, game: PlainGame) -> None:
    """Who is not to move is told so, or not even that; either way nothing is in the record."""
    before = game.seq
    mine = str(game.actions()[0])
    told = (EntryKind.ACTION, other(game.seat), mine)
    for lost, heard in ((None, Heard.REFUSED), (0, Heard.NOTHING)):
        if lost is not None:
            week.standin.fail("POST", FOLLOW_UP, lost)
        typing = week.typing(game.waiting, game.channel, "move", action=mine)
        assert await week.attempt(game, told, typing) is heard
    assert game.seq == before


# The gateway


async def gateway_drops(week: Week, _: Club, game: PlainGame, *, kind: str) -> None:
    """The connection breaks and is resumed; a press meanwhile waits for it."""
    told, deciding = await next_move(week, game, is_typed=False)
    resumes = week.standin.gateway.resumes
    await week.standin.drop_gateway(kind)
    assert await week.attempt(game, told, deciding) is Heard.DONE
    await week.standin.wait_for(lambda: week.standin.gateway.resumes > resumes, PATIENCE)


async def session_is_lost(week: Week, _: Club, game: PlainGame) -> None:
    """The session ends, and with it a press that came meanwhile; it has to be made again."""
    told, deciding = await next_move(week, game, is_typed=False)
    before, identifies = game.seq, week.standin.gateway.identifies
    await week.standin.drop_gateway("invalid")
    act = deciding()
    assert act
    week.standin.clock.advance(3)
    await act.settled.wait()
    await week.standin.wait_for(lambda: week.standin.gateway.identifies > identifies, PATIENCE)
    game.attempt = told
    await week.take_up(game, Heard.NOTHING)
    assert game.seq == before
    await week.succeed(game, told, deciding)


# What goes missing


async def thread_is_archived(week: Week, _: Club, game: PlainGame) -> None:
    """A press under a board in a thread that sleeps wakes it."""
    assert game.channel.kind is ChannelKind.THREAD
    told, deciding = await next_move(week, game, is_typed=False)
    week.standin.world.set_thread(game.channel, archived=True, locked=False)
    assert await week.attempt(game, told, deciding) is Heard.DONE
    assert not game.channel.archived


async def thread_is_locked(week: Week, _: Club, game: PlainGame) -> None:
    """In a locked thread nobody is told anything, but the move is kept."""
    assert game.channel.kind is ChannelKind.THREAD
    told, deciding = await next_move(week, game, is_typed=False)
    before = game.seq
    week.standin.world.set_thread(game.channel, archived=False, locked=True)
    assert await week.attempt(game, told, deciding) is Heard.NOTHING
    assert game.seq == before + 1
    week.standin.world.set_thread(game.channel, archived=False, locked=False)
    await heal(week, game)


async def newest_board_is_deleted(week: Week, _: Club, game: PlainGame) -> None:
    """The board is brought back by /board, deleted again, and the game goes on without it."""
    for is_asked_for in (True, False):
        board = week.boards(game)[-1].message
        week.standin.world.remove_message(board)
        if is_asked_for:
            await week.ask_for_board(game, game.mover)
            assert week.newest(game)
    await week.move(game, is_typed=True)


async def channel_is_deleted(week: Week, _: Club, game: PlainGame) -> None:
    """The channel goes with its threads; the game is brought to another and goes on."""
    gone = game.channel
    lost = [each for each in week.games if gone in (each.channel, each.channel.parent)]
    running = [each for each in lost if each.result is None]
    week.standin.world.remove_channel(gone)
    await week.reached(*running, can_be=False)
    game.channel = week.standin.world.add_channel("attic")
    await week.ask_for_board(game, game.mover, bring=True)
    await week.reached(game, can_be=True)
    await week.move(game)


async def permission_is_lost(
    week: Week, _: Club, game: PlainGame, *, permission: Permission
) -> None:
    """A permission is taken from the bot in the game's channel, and given back."""
    world = week.standin.world
    place = game.channel.parent or game.channel
    told, deciding = await next_move(week, game, is_typed=False)
    world.overwrite(place, world.bot, deny=permission)
    assert await week.attempt(game, told, deciding) is Heard.DONE
    await week.reached(game, can_be=False)
    world.overwrite(place, world.bot)
    await heal(week, game)


async def player_leaves(week: Week, _: Club, game: PlainGame) -> None:
    """The player to move leaves the server: from now on only the clock moves."""
    week.standin.world.remove_member(game.mover)


async def bot_is_removed(week: Week, club: Club, game: PlainGame) -> None:
    """The bot is thrown out, and invited again after some minutes."""
    # Until then discord.py takes every server for one that was there before.
    await club.bot.wait_until_ready()
    gone = [each for each in week.games if not week.is_there(each)]
    here = [each for each in week.games if each.result is None and each not in gone]
    week.standin.world.remove_bot()
    await week.reached(*here, can_be=False)
    await week.pass_time(club, 600)
    week.standin.world.invite_bot()
    await week.reached(*here, can_be=True)
    await week.move(game)


# The store


async def store_fails(week: Week, _: Club, game: PlainGame, *, table: str, expected: Heard) -> None:
    """A table of the database is out of reach during a press."""

    def rename(old: str, new: str) -> None:
        with closing(sqlite3.connect(week.path, timeout=PATIENCE)) as database:
            database.execute(f"ALTER TABLE {old} RENAME TO {new}")

    told, deciding = await next_move(week, game, is_typed=False)
    rename(table, "hidden")
    heard = await week.attempt(game, told, deciding, mend=lambda: rename("hidden", table))
    assert heard is expected
    if heard is Heard.REFUSED:
        await week.succeed(game, told, deciding)
