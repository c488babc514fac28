"""What members do in the week besides moving: they ask, answer, give up, and play once more."""

from __future__ import annotations

from bot.playground.world import Member, Message
from data import EntryKind
from engine.core import Seat
from tests.discord.conftest import Club
from tests.discord.plain import PlainGame, other
from tests.discord.reading import control, controls
from tests.discord.test_game import GAME
from tests.discord.week import PATIENCE, Week

# Beginning


async def begin(week: Week, number: int, where: str, clock: str, pace: float) -> PlainGame:
    """Two members begin a game; where one is running already, it gets a thread."""
    standin = week.standin
    first, second = (standin.world.add_member(f"{name} of {number}") for name in ("One", "Two"))
    channel, accept = standin.channel(where), f"rc:{len(week.games) + 1}:0:accept"
    await standin.command(first, channel, "challenge", opponent=second, side="first", clock=clock)

    def asking() -> list[Message]:
        return [each for each in channel.messages.values() if accept in controls(each)]

    # On a busy machine it comes after a private word that it will.
    await standin.wait_for(asking, PATIENCE)
    await standin.press(second, asking()[0], accept)
    return await note(week, {"silver": first, "gold": second}, pace)


async def note(week: Week, players: dict[Seat, Member], pace: float) -> PlainGame:
    """Take a game up that has just begun, when its first board stands."""
    id_ = len(week.games) + 1
    await week.standin.wait_for(lambda: any(p.game == id_ for p in week.posted), PATIENCE)
    await week.come_to_rest()
    match = await week.store.match(id_)
    assert match
    channel = week.standin.world.channels[match.channel_id]
    game = PlainGame(id_, channel, players, match.clock, match.entries[0].at, pace)
    week.games.append(game)
    return game


async def prefers_to_confirm(week: Week, _: Club, game: PlainGame) -> None:
    """Silver wants to be asked before every move."""
    member = game.players["silver"]
    asked = await week.standin.command(member, game.channel, "preferences")
    panel = asked.message
    assert panel
    await week.standin.press(member, panel, control(panel, "prefer:confirm:on"))
    off = "rc:0:0:prefer:confirm:off"
    await week.standin.wait_for(lambda: off in controls(panel), PATIENCE)
    week.confirming.add(member)


# Asking and answering


async def _ask(week: Week, game: PlainGame, seat: Seat, kind: EntryKind) -> None:
    name = {EntryKind.DRAW_OFFER: "draw", EntryKind.UNDO_REQUEST: "undo"}[kind]
    asking = week.typing(game.players[seat], game.channel, name)
    await week.succeed(game, (kind, seat, None), asking)


async def _answer(week: Week, game: PlainGame, seat: Seat, verb: str, kind: EntryKind) -> None:
    """Press a button under the newest board; of an undo the entry is the asker's."""
    board = week.newest(game)
    assert board
    id_, whose = control(board, verb), other(seat) if kind is EntryKind.UNDO else seat
    await week.succeed(
        game,
        (kind, whose, None),
        lambda: week.standin.press_nowait(game.players[seat], board, id_),
    )


async def draw_is_declined(week: Week, _: Club, game: PlainGame) -> None:
    """The player who waits offers a draw, and the other would rather move."""
    seat = game.seat
    await _ask(week, game, other(seat), EntryKind.DRAW_OFFER)
    await _answer(week, game, seat, "draw:decline", EntryKind.DRAW_DECLINE)
    await week.move(game)


async def draw_is_passed_over(week: Week, _: Club, game: PlainGame) -> None:
    """A draw is offered after a move and lapses by the next one."""
    await week.move(game)
    await _ask(week, game, other(game.seat), EntryKind.DRAW_OFFER)
    await week.move(game)


async def draw_is_agreed(week: Week, _: Club, game: PlainGame) -> None:
    """A draw is offered after a move and accepted by offering one in return."""
    await week.move(game)
    seat = game.seat
    await _ask(week, game, other(seat), EntryKind.DRAW_OFFER)
    accepting = week.typing(game.players[seat], game.channel, "draw")
    await week.succeed(game, (EntryKind.DRAW, seat, None), accepting)


async def undo_is_declined(week: Week, _: Club, game: PlainGame) -> None:
    """The player who moved last wants it back and does not get it."""
    await week.move(game)
    seat = game.seat
    await _ask(week, game, other(seat), EntryKind.UNDO_REQUEST)
    await _answer(week, game, seat, "undo:decline", EntryKind.UNDO_DECLINE)


async def undo_is_granted(week: Week, _: Club, game: PlainGame) -> None:
    """The last move is taken back; then two, as the asker is to move again."""
    await week.move(game)
    seat = game.seat
    await _ask(week, game, other(seat), EntryKind.UNDO_REQUEST)
    await _answer(week, game, seat, "undo:accept", EntryKind.UNDO)
    assert game.seat == other(seat)
    for _turn in range(3):
        await week.move(game)
    seat, moves = game.seat, len(game.turns)
    await _ask(week, game, seat, EntryKind.UNDO_REQUEST)
    await _answer(week, game, other(seat), "undo:accept", EntryKind.UNDO)
    assert (game.seat, len(game.turns)) == (seat, moves - 2)


# Ending


async def resigns(week: Week, _: Club, game: PlainGame) -> None:
    """The player to move gives the game up, after being asked once more."""
    member, seat = game.mover, game.seat
    asked = await week.standin.command(member, game.channel, "resign")
    question = asked.message
    assert question
    yes = control(question, "resign:yes")
    await week.succeed(
        game,
        (EntryKind.RESIGN, seat, None),
        lambda: week.standin.press_nowait(member, question, yes),
    )


async def rematch(week: Week, _: Club, game: PlainGame) -> None:
    """Gold asks for another game and Silver presses the same button: it is on, sides swapped."""
    end = week.newest(game)
    assert end
    id_ = control(end, "rematch")
    gold, silver = game.players["gold"], game.players["silver"]
    for member in (gold, silver):
        await week.standin.press(member, end, id_)
        await week.standin.wait_for(lambda: _invitations(week, game), PATIENCE)
    begun = await note(week, {"silver": gold, "gold": silver}, 0.0)
    assert begun.channel is game.channel


def _invitations(week: Week, game: PlainGame) -> list[Message]:
    bot = week.standin.world.bot
    said = [m for m in game.channel.messages.values() if m.author is bot and not m.ephemeral_for]
    return [m for m in said if f"rematch of game {game.id}" in m.content.lower()]


async def played_out(week: Week, _: Club, game: PlainGame) -> None:
    """The players make the moves of a short game, the last of which ends it."""
    for number, action in enumerate(GAME):
        await week.move(game, action=action, is_typed=number % 2 == 0)
    assert game.result
    assert game.result.winner
