"""Games with the computer, through the whole bot."""

import asyncio
import os
import signal

import pytest

from bot import solo
from bot.match.boards import computer_name
from bot.match.solo import MOST_RUNNING
from bot.playground.world import Channel, Member, Message, Overwrite, Permission
from data import COMPUTER, EntryKind, Match, ServerSettings
from tests.discord.conftest import Club
from tests.discord.direct import Gate
from tests.discord.legion import deploy
from tests.discord.reading import boards, control, controls, until
from tests.discord.reflix import SOUTH, set_up
from tests.discord.solo import begin, moved, newest, settled


def labels(board: Message) -> list[object]:
    return [each.get("label") for each in controls(board).values()]


def pinged(board: Message) -> list[Member]:
    return list(board.pings)


def at_work(club: Club) -> bool:
    return club.bot.thinkers.at_work == 1 and bool(club.bot.thinkers.pids)


async def thinking(club: Club, **options: str) -> Message:
    """The board of a game in which the computer has just begun to think for long."""
    await begin(club, **{"level": "hard", **options})
    await club.command(club.ada, "move", action="h2-h3")
    board = await settled(club, 1)
    await club.standin.wait_for(lambda: at_work(club))
    return board


# Beginning


async def test_a_game_begins_at_once_and_the_computer_answers(club: Club) -> None:
    board = await begin(club)
    assert board.content.splitlines() == [
        "**Deflexion · Classic** · game 1",
        f"Silver: <@{club.ada.id}> · Gold: Computer (easy)",
        f"Silver to move: <@{club.ada.id}>",
    ]
    assert pinged(board) == [club.ada]
    assert not [m for m in club.standin.visible(club.games, club.ada) if m.ephemeral_for]
    await club.press(club.ada, board, "pick", "h2")
    await club.press(club.ada, board, "go:h2-h3")
    answer = await settled(club, 2)
    _, asked, _ = [m for _, _, m in club.boards()]
    assert asked.content.endswith("\nGold to move: Computer (easy) is thinking…")
    assert pinged(asked) == []
    assert answer.content.endswith(f"\nSilver to move: <@{club.ada.id}>")
    assert pinged(answer) == [club.ada]
    match = await newest(club)
    assert [entry.kind for entry in match.entries[1:]] == [EntryKind.ACTION] * 2
    assert (match.players["gold"], match.level, match.clock) == (COMPUTER, "easy", None)


async def test_the_computer_begins_where_it_moves_first(club: Club) -> None:
    await club.command(club.ada, "play", level="easy", side="second", layout="dynasty")
    answer = await settled(club, 1)
    (_, _, start), _ = club.boards()
    assert "Deflexion · Dynasty" in start.content
    assert start.content.endswith("\nSilver to move: Computer (easy) is thinking…")
    assert (pinged(start), pinged(answer)) == ([], [club.ada])


async def test_while_it_thinks_the_board_has_what_always_works(club: Club) -> None:
    board = await thinking(club)
    assert labels(board) == ["☰", "Rules"]
    menu = await club.press(club.ada, board, "menu")
    assert menu.message
    assert "Undo" in labels(menu.message)
    early = await club.command(club.ada, "move", action="c1-c2")
    assert early.message
    assert early.message.content == "It is the computer's turn."
    assert (await newest(club)).seq == 1


async def test_the_usual_game_is_deflexion_at_medium(club: Club) -> None:
    await club.command(club.ada, "play")
    await club.standin.wait_for(club.boards)
    match = await newest(club)
    assert (match.game.name, match.level) == ("deflexion", "medium")


async def test_khet_is_played_with_the_computer_too(club: Club) -> None:
    await club.command(club.ada, "play", game="khet2", level="easy", side="second")
    answer = await settled(club, 1)
    (_, _, start), _ = club.boards()
    assert start.content.startswith("**Khet 2.0 · Classic** · game 1")
    assert answer.content.endswith(f"Gold to move: <@{club.ada.id}>")


async def test_both_sides_set_up_and_the_computer_does_so_at_once(club: Club) -> None:
    await club.command(club.ada, "play", game="legion", level="easy", side="first", army="egypt")
    ready = await settled(club, 1)
    (_, _, start), _ = club.boards()
    assert f"Blue (Egypt): <@{club.ada.id}> · Red (Rome): Computer (easy)" in start.content
    assert start.content.endswith(f"We wait for <@{club.ada.id}>.")
    assert ready.content == f"Red is ready.\nWe wait for <@{club.ada.id}>."
    assert (pinged(start), pinged(ready)) == ([], [club.ada])
    setup = (await newest(club)).setup_of("red")
    assert setup


async def test_no_board_has_controls_before_the_computer_has_set_up(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solo, "SETUP_SECONDS", 60.0)
    gate = Gate(club)
    begun = asyncio.create_task(begin_reflix(club))
    await club.standin.wait_for(lambda: gate.asked)
    await club.bot.delivery.recover()
    assert club.boards() == []
    gate.opened.set()
    await begun
    assert posted_controls(club) == [False, True]
    match = await club.bot.play.resign(1, club.ada.id)
    await club.bot.delivery.deliver(match.id)
    await club.press(club.ada, club.newest(), "rematch")
    await settled(club, 1)
    assert posted_controls(club)[3:] == [False, True]
    asked = {"opponent": club.standin.world.bot, "game": "legion", "side": "first"}
    question = (await club.command(club.ada, "challenge", **asked)).message
    assert question
    await club.press(club.ada, question, "solo:easy:legion:first:::")
    await club.standin.wait_for(lambda: threads(club))
    (thread,) = threads(club)
    await settled(club, 1, thread)
    assert posted_controls(club)[5:] == [False, True]


async def begin_reflix(club: Club) -> None:
    await club.command(club.ada, "play", game="reflix", level="easy", side="first")
    await settled(club, 1)


def posted_controls(club: Club) -> list[bool]:
    """Whether each board had controls when it was posted."""
    sent = [each for each in club.standin.requests if each.operation == "create_message"]
    return [
        bool(each.body.get("components"))
        for each in sent
        if isinstance(each.body, dict) and each.files
    ]


async def test_a_computer_that_does_not_set_up_keeps_no_game_from_beginning(club: Club) -> None:
    gate = Gate(club)
    gate.failures = 2
    gate.opened.set()
    await club.command(club.ada, "play", game="reflix", level="easy", side="first")
    await settled(club, 0)
    assert gate.asked == 2
    club.standin.clock.advance(60)
    await club.bot.turns.sweep()
    ready = await settled(club, 1)
    assert pinged(ready) == [club.ada]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"game": "arena", "layout": "classic"}, "no layouts"),
        ({"layout": "nowhere"}, "no layout “nowhere”"),
        ({"army": "rome"}, "no armies"),
    ],
)
async def test_what_makes_no_game_is_refused_in_words(
    club: Club, options: dict[str, str], words: str
) -> None:
    asked = await club.command(club.ada, "play", **options)
    assert asked.message
    assert words in asked.message.content
    assert asked.message.ephemeral_for is club.ada
    assert club.boards() == []


async def test_a_level_that_there_is_not_is_refused(club: Club) -> None:
    board = await begin(club)
    question = await club.command(club.ada, "challenge", opponent=club.standin.world.bot)
    assert question.message
    forged = control(question.message, "solo:easy:deflexion:random:::").replace("easy", "divine")
    for row in question.message.components:
        row["components"][0]["custom_id"] = forged
    await club.standin.press(club.ada, question.message, forged)
    await club.standin.wait_for(
        lambda: any("The level is one of" in m.content for m in club.private(club.ada))
    )
    assert club.newest() is board


async def test_without_permissions_no_game_begins(club: Club) -> None:
    club.games.overwrites[club.standin.world.bot.id] = Overwrite(deny=Permission.ATTACH_FILES)
    asked = await club.command(club.ada, "play")
    assert asked.message
    assert "Attach Files" in asked.message.content
    assert await club.store.running_in(club.games.id) is None


async def test_a_member_has_only_so_many_games_with_the_computer(club: Club) -> None:
    world = club.standin.world
    for n in range(MOST_RUNNING):
        place = world.add_channel(f"arcade-{n}")
        await club.command(club.ada, "play", place, level="easy", side="first")
    refused = await club.command(club.ada, "play")
    assert refused.message
    assert f"You have {MOST_RUNNING} games with the computer" in refused.message.content
    await club.command(club.ben, "play", level="easy", side="first")
    assert await club.store.running_in(club.games.id) == MOST_RUNNING + 1


# In threads


def threads(club: Club) -> list[Channel]:
    return [each for each in club.standin.world.channels.values() if each.parent is club.games]


async def test_in_a_busy_channel_the_game_gets_a_thread(club: Club) -> None:
    await club.begin()
    await club.command(club.ada, "play", level="easy", side="first")
    (thread,) = threads(club)
    assert thread.name == "Deflexion · Ada – Computer (easy)"
    await settled(club, 0, thread)
    said = [m for m in club.games.messages.values() if m.id == thread.id]
    assert [m.content for m in said] == [
        f"<@{club.ada.id}> plays **Deflexion · Classic** with the computer (easy)."
    ]
    await club.command(club.ada, "move", thread, action="h2-h3")
    await settled(club, 2, thread)
    busy = await club.command(club.ben, "play", thread)
    assert busy.message
    assert f"Start one in <#{club.games.id}>" in busy.message.content


async def test_where_threads_are_wished_every_game_gets_one(club: Club) -> None:
    guild = (await resigned(club)).guild_id
    await club.store.people.set_server(guild, ServerSettings(thread=True))
    await club.command(club.ada, "play", level="easy")
    (thread,) = threads(club)
    assert await club.store.running_in(thread.id) == 2
    assert await club.store.running_in(club.games.id) is None


async def test_a_thread_that_discord_does_not_open_leaves_nothing_behind(club: Club) -> None:
    running = await club.begin()
    standing = set(club.games.messages)
    club.standin.fail("POST", "/threads$", 403)
    asked = await club.command(club.ada, "play")
    assert asked.message
    assert "Create Public Threads." in asked.message.content
    await club.settle()
    assert [m for id_, m in club.games.messages.items() if id_ not in standing] == [asked.message]
    assert await club.store.catalogue.with_computer(running.guild_id, club.ada.id) == []


# Challenging the bot


async def test_challenging_the_bot_asks_for_the_level_and_begins(club: Club) -> None:
    asked = await club.command(
        club.ada, "challenge", opponent=club.standin.world.bot, side="second", clock="1 day"
    )
    question = asked.message
    assert question
    assert question.ephemeral_for is club.ada
    assert question.content == (
        "**Deflexion · Classic** with the computer: how well shall it play? Games with it have "
        "no clock."
    )
    assert labels(question) == ["Easy", "Medium", "Hard"]
    easy = control(question, "solo:easy:deflexion:second:::")
    club.standin.press_nowait(club.ada, question, easy)
    await club.standin.press(club.ada, question, easy)
    await settled(club, 1)
    await club.standin.wait_for(lambda: question.content == "Game 1 is on.")
    assert threads(club) == []
    match = await newest(club)
    assert (match.computer, match.clock) == ("silver", None)


async def test_the_form_asks_for_the_level_as_well(club: Club) -> None:
    code = "4k5/10/3p^6/10/10/4P^5/10/4K5 s"
    await club.command(club.ada, "layout import", name="Mine: hers", code=code)
    form = await club.standin.command(
        club.ada, club.games, "Challenge to a game", target=club.standin.world.bot
    )
    sent = await club.standin.submit(form, layout=["own:1"])
    assert sent.message
    assert "“Mine\\: hers”" in sent.message.content
    await club.press(club.ada, sent.message, "solo:easy:deflexion:random:::own:1")
    await club.standin.wait_for(club.boards)
    match = await newest(club)
    assert match.layout
    assert match.layout.name == "Mine: hers"


# Taking back, giving up, agreeing


async def test_an_undo_is_granted_at_once(club: Club) -> None:
    await begin(club)
    await moved(club, "h2-h3")
    answer = (await newest(club)).turns[-1].action
    menu = await club.press(club.ada, club.newest(), "menu")
    assert menu.message
    undo = menu.message
    await club.press(club.ada, undo, "undo")
    board = await settled(club, 3)
    assert board.content.startswith(f"<@{club.ada.id}> took back `h2-h3` and `{answer}`.\n")
    assert pinged(board) == []
    await club.standin.wait_for(lambda: undo.content == "You took your last move back.")
    match = await newest(club)
    assert (match.turns, match.to_move) == ((), "silver")
    nothing = await club.command(club.ada, "undo")
    assert nothing.message
    assert "no move to take back" in nothing.message.content


async def test_a_move_taken_back_while_it_thinks_ends_the_search(club: Club) -> None:
    await thinking(club)
    await club.command(club.ada, "undo")
    board = await settled(club, 2)
    assert board.content.startswith(f"<@{club.ada.id}> took back `h2-h3`.\n")
    await club.standin.wait_for(lambda: club.bot.thinkers.at_work == 0)
    await until(lambda: rests(club))
    match = await newest(club)
    assert (match.seq, match.to_move) == (2, "silver")
    await club.command(club.ada, "move", action="c1-c2")
    await settled(club, 3)
    await club.standin.wait_for(lambda: at_work(club))


async def rests(club: Club) -> bool:
    return not club.bot.turns.tasks


async def test_giving_up_while_it_thinks_ends_game_and_search(club: Club) -> None:
    board = await thinking(club)
    question = await club.press(club.ada, board, "menu")
    assert question.message
    asked = await club.press(club.ada, question.message, "resign")
    assert asked.message
    await club.press(club.ada, asked.message, "resign:yes")
    await club.standin.wait_for(lambda: len(club.boards()) == 3)
    await until(lambda: rests(club))
    await club.standin.wait_for(lambda: club.bot.thinkers.at_work == 0)
    last = club.newest()
    assert "Gold wins" in last.content
    assert "Well played" not in last.content
    assert labels(last) == ["Rematch", "Review"]


async def test_a_game_ended_while_it_thinks_stays_ended(club: Club) -> None:
    await thinking(club)
    await club.bot.play.end(club.games.id, club.ben.id, "supper", is_moderator=True)
    await club.bot.delivery.deliver(1)
    await club.standin.wait_for(lambda: len(club.boards()) == 3)
    await until(lambda: rests(club))
    match = await newest(club)
    assert match.result
    assert (match.result.reason, match.seq) == ("ended", 2)


async def test_who_is_forgotten_gives_the_game_up(club: Club) -> None:
    await thinking(club)
    asked = await club.command(club.ada, "preferences", my_data="delete")
    assert asked.message
    await club.press(club.ada, asked.message, "forget:yes")
    await club.standin.wait_for(lambda: len(club.boards()) == 3)
    await until(lambda: rests(club))
    match = await newest(club)
    assert match.result
    assert match.result.winner == "gold"
    assert club.ada.id not in match.players.values()


AHEAD, BEHIND = (
    "4k5/10/10/10/10/2P^P^6/10/4K5 s",
    "4k5/10/2p^p^6/10/10/10/10/4K5 s",
)
"""Deflexion with two Pyramids more for Silver, or for Gold."""


async def test_it_agrees_to_a_draw_unless_it_stands_better(club: Club) -> None:
    for game, (code, kind) in enumerate(
        [(AHEAD, EntryKind.DRAW), (BEHIND, EntryKind.DRAW_DECLINE)], start=1
    ):
        await club.store.shelf.add(club.ada.id, "deflexion", f"Code {game}", code, 1)
        await begin(club, layout=f"own:{game}")
        await club.command(club.ada, "draw")
        await club.standin.wait_for(
            lambda game=game: [(g, s) for g, s, _ in club.boards()][-1:] == [(game, 2)]
        )
        await club.settle()
        (_, _, offer), (_, _, answer) = club.boards()[-2:]
        assert (pinged(offer), pinged(answer)) == ([], [])
        assert "Accept" not in labels(offer)
        match = await newest(club)
        assert [entry.kind for entry in match.entries[1:]] == [EntryKind.DRAW_OFFER, kind]
        words = "accepted" if kind is EntryKind.DRAW else "declined"
        assert answer.content.startswith(f"The computer {words} the draw.")


async def test_a_draw_offered_while_it_thinks_is_answered_and_it_goes_on(club: Club) -> None:
    await club.store.shelf.add(club.ada.id, "deflexion", "Code", BEHIND, 1)
    await begin(club, layout="own:1", level="hard")
    await club.command(club.ada, "move", action="e1-e2")
    await settled(club, 1)
    await club.standin.wait_for(lambda: at_work(club))
    await club.command(club.ada, "draw")
    await club.standin.wait_for(lambda: len(club.boards()) == 4)
    match = await newest(club)
    assert match.entries[3].kind is EntryKind.DRAW_DECLINE
    await club.standin.wait_for(lambda: at_work(club))


async def test_in_a_game_with_secrets_it_plays_on(club: Club) -> None:
    await club.command(club.ada, "play", game="legion", level="easy", side="first")
    await settled(club, 1)
    await deploy(club, club.ada, "c2")
    refused = await club.command(club.ada, "draw")
    assert refused.message
    assert "In Legion the computer plays on" in refused.message.content
    taken_back = await club.command(club.ada, "undo")
    assert taken_back.message
    assert "what was seen cannot be unseen" in taken_back.message.content


async def test_a_member_may_be_ready_before_the_computer_is(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solo, "SETUP_SECONDS", 0.1)
    elsewhere = club.standin.world.add_channel("arcade")
    await club.command(club.ada, "play", elsewhere, level="easy", side="second")
    await settled(club, 1, elsewhere)
    (pid,) = club.bot.thinkers.pids
    os.kill(pid, signal.SIGSTOP)
    await club.command(club.ada, "play", game="reflix", level="easy", side="first")
    await settled(club, 0)
    await set_up(club, club.ada, SOUTH)
    ready = club.newest()
    assert ready.content == "South is ready.\nWe wait for Computer (easy)."
    assert pinged(ready) == []
    os.kill(pid, signal.SIGCONT)
    begun = await settled(club, 2)
    assert begun.content.startswith("North is ready as well, and the game begins.")
    assert pinged(begun) == [club.ada]


# Playing again


async def resigned(club: Club, **options: str) -> Match:
    """A game that Ada has given up; its last board is the newest."""
    await begin(club, **options)
    match = await newest(club)
    match = await club.bot.play.resign(match.id, club.ada.id)
    await club.bot.delivery.deliver(match.id)
    await club.settle()
    return match


async def test_a_rematch_begins_at_once_with_sides_swapped(club: Club) -> None:
    await resigned(club, layout="dynasty")
    over = club.newest()
    rematch = control(over, "rematch")
    club.standin.press_nowait(club.ada, over, rematch)
    await club.standin.press(club.ada, over, rematch)
    board = await settled(club, 1)
    assert board.content.endswith(f"Gold to move: <@{club.ada.id}>")
    match = await newest(club)
    assert (match.id, match.computer, match.level) == (2, "silver", "easy")
    assert match.options["layout"] == "dynasty"
    assert "begun already: game 2" in await club.said_privately(club.ada)
    assert threads(club) == []


async def test_only_its_player_plays_it_again(club: Club) -> None:
    await resigned(club)
    await club.press(club.ben, club.newest(), "rematch")
    assert "not in this game" in await club.said_privately(club.ben)
    assert await club.store.match(2) is None


async def test_armies_stay_with_their_players(club: Club) -> None:
    await club.command(club.ada, "play", game="legion", level="easy", side="first", army="egypt")
    await settled(club, 1)
    match = await newest(club)
    await club.bot.play.resign(match.id, club.ada.id)
    await club.bot.delivery.deliver(match.id)
    await club.press(club.ada, club.newest(), "rematch")
    await club.standin.wait_for(lambda: club.boards()[-1][0] == 2)
    match = await newest(club)
    assert match.options["armies"] == {"blue": "rome", "red": "egypt"}
    assert match.players["red"] == club.ada.id


# Lists


async def test_lists_name_the_computer_with_its_level(club: Club) -> None:
    await resigned(club)
    await begin(club, level="hard")
    listed = await club.command(club.ada, "games")
    assert listed.message
    assert f"<@{club.ada.id}> – Computer (hard)" in listed.message.content
    assert "Computer (easy) won by resignation" in listed.message.content
    own = await club.command(club.ada, "games", member=club.standin.world.bot)
    assert own.message
    assert "**Games of the computer in this server** · 2 games" in own.message.content
    reviews = await club.standin.autocomplete(club.ada, club.games, "review", game="")
    assert "#2 Computer (hard) · Deflexion · Classic" in str(reviews)
    running = await club.standin.autocomplete(club.ada, club.games, "board", game="")
    assert f"#2 Deflexion · Classic – {computer_name('hard')}" in str(running)
    await begin(club, game="khet2", level="easy")
    running = await club.standin.autocomplete(club.ada, club.games, "board", game="2")
    assert [each["value"] for each in running] == ["2", "3"], "the number before Khet 2.0"


# What fails


async def test_a_process_that_is_killed_costs_only_time(club: Club) -> None:
    await begin(club, level="medium")
    await club.command(club.ada, "move", action="h2-h3")
    await club.standin.wait_for(lambda: at_work(club))
    os.kill(club.bot.thinkers.pids[0], signal.SIGKILL)
    await settled(club, 2)


async def asked_but_refused(club: Club, status: int) -> None:
    """The computer has played, and Discord has not taken the board."""
    await thinking(club, level="medium")
    for _ in range(5):
        club.standin.fail("POST", r"/channels/\d+/messages$", status)
    await until(lambda: committed(club, 2))
    await until(lambda: rests(club))
    club.standin.faults.pending.clear()
    assert [seq for _, seq, _ in club.boards()] == [0, 1]


async def committed(club: Club, seq: int) -> bool:
    return (await newest(club)).seq == seq


async def test_its_board_that_discord_fails_to_take_is_posted_later(club: Club) -> None:
    await asked_but_refused(club, 500)
    await club.pass_time(60)
    board = await settled(club, 2)
    assert pinged(board) == [club.ada]


async def test_where_it_may_post_no_more_it_does_not_think_on(club: Club) -> None:
    await asked_but_refused(club, 403)
    assert (await newest(club)).undeliverable
    await club.command(club.ada, "board")
    await settled(club, 2)
    club.standin.fail("POST", r"/channels/\d+/messages$", 403)
    await club.command(club.ada, "move", action="c1-c2")
    await club.bot.turns.sweep()
    await club.bot.turns.sweep()
    assert (await rests(club), club.bot.thinkers.at_work) == (True, 0)
    assert (await newest(club)).seq == 3
    await club.command(club.ada, "board")
    await settled(club, 4)


async def test_a_game_in_which_it_failed_is_thought_about_again_after_a_pause(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    await thinking(club)
    (first,) = club.bot.thinkers.pids
    os.kill(first, signal.SIGKILL)
    await club.standin.wait_for(lambda: club.bot.thinkers.pids not in ([], [first]))
    os.kill(club.bot.thinkers.pids[0], signal.SIGKILL)
    await until(lambda: rests(club))
    assert "game 1: the computer found no answer" in caplog.text
    await club.bot.turns.sweep()
    assert await rests(club), "not before its pause is over"
    club.standin.clock.advance(31)
    await club.bot.turns.sweep()
    assert not await rests(club)


async def test_ten_games_at_once_are_all_answered(club: Club) -> None:
    world = club.standin.world
    places = [world.add_channel(f"arcade-{n}") for n in range(10)]
    for place in places:
        await club.command(club.ada, "play", place, level="easy", side="first")
    await asyncio.gather(
        *(club.command(club.ada, "move", place, action="h2-h3") for place in places)
    )
    for place in places:
        await settled(club, 2, place)
        assert [seq for _, seq, _ in boards(place)] == [0, 1, 2]
