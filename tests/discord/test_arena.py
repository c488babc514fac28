"""Arena through the whole bot: by controls and typed, asked first, and pressed too late."""

import asyncio
import random
from collections.abc import AsyncIterator

import pytest

from bot.match.boards import board_posting
from bot.playground.server import StandIn
from bot.playground.world import Message
from data import Match, Preferences
from engine.core import Result, listed
from engine.events import ColumnsRose, EdgesFlipped
from tests.discord.conftest import Club, running
from tests.discord.reading import control, controls

GAME = ("FIRE", "PASS", "b1R", "PASS", "e1R", "PASS", "FIRE")
"""White tries its Cannon, turns it along the first row and a Mirror there towards its own King,
and fires again before any column can rise: whatever the ring does, White loses."""

ASKED = [["Confirm FIRE", "Back"], ["Menu", "🪲"]]


@pytest.fixture
async def club(standin: StandIn, url: str) -> AsyncIterator[Club]:
    """The bot with a chance that is the same in every run; in it, e1 outlives the first shot."""
    async with running(standin, url, random.Random(4)) as club:
        yield club


async def kept(club: Club, match: Match) -> Match:
    found = await club.store.match(match.id)
    assert found
    return found


def labels(message: Message) -> list[list[str]]:
    """The labels of the message's buttons, row by row."""
    rows = ([str(c.get("label")) for c in row["components"]] for row in message.components)
    return [row for row in rows if row != ["None"]]


def is_disabled(message: Message, label: str) -> bool:
    (found,) = (c for c in controls(message).values() if c.get("label") == label)
    return bool(found.get("disabled"))


async def test_a_game_by_controls_from_challenge_to_a_king_struck(club: Club) -> None:
    match = await club.begin(game="arena")
    assert "**Arena** · game 1" in club.newest().content
    assert labels(club.newest()) == [
        ["⟲", "↑", "⟳"], ["←", "🪲", "→"], ["Pass", "↓", "Fire"], ["Menu"],
    ]  # fmt: skip
    for number, action in enumerate(GAME):
        if number == 2:
            assert is_disabled(club.newest(), "Cooling"), "White fired in its last turn"
        await club.play((club.ada, club.ben)[number % 2], action)
        assert [seq for _, seq, board in club.boards() if board.components] == [number + 1]
        if number < len(GAME) - 1:
            assert list(club.newest().pings) == [(club.ben, club.ada)[number % 2]]
            match = await kept(club, match)
            assert_told(club.newest(), match)
    last = club.newest()
    assert "White's own laser struck White's King" in last.content
    assert last.attachments[0].filename == "1-7.gif", "the last shot is seen in motion"
    assert labels(last) == [["Rematch", "Review"]]
    over = await kept(club, match)
    assert over.result == Result("black", "king")
    assert [turn.action for turn in over.turns] == list(GAME)
    assert over.turns[-1].chance is None, "a King fell, so the arena did not move"
    assert all(turn.chance for turn in over.turns[:-1])


def assert_told(board: Message, match: Match) -> None:
    """The board tells in words what the arena did."""
    turn = match.turns[-1]
    for event in turn.events:
        match event:
            case EdgesFlipped(squares):
                assert turn.chance
                assert list(squares) == list(turn.chance["flips"])  # type: ignore[arg-type]
                assert f"mirror{'' if len(squares) == 1 else 's'} flipped." in board.content
            case ColumnsRose(squares):
                assert f"Columns rose on {listed(squares)}" in board.content
            case _:
                pass


async def test_a_game_by_typed_moves(club: Club) -> None:
    match = await club.begin(game="arena")
    typed = ("fire", "pass", "B1 l", "Pass", "e1 R", "PASS and do nothing", "FIRE the laser, east")
    for number, text in enumerate(typed):
        member = (club.ada, club.ben)[number % 2]
        choices = await club.standin.autocomplete(member, club.games, "move", action=text[:2])
        assert GAME[number] in {choice["value"] for choice in choices}
        await club.command(member, "move", action=text)
        await club.standin.wait_for(lambda: len(club.boards()) == number + 2)  # noqa: B023
        await club.settle()
    over = await kept(club, match)
    assert over.result == Result("black", "king")
    assert [turn.action for turn in over.turns] == list(GAME)


async def test_what_cannot_be_typed_is_refused_in_words_and_changes_nothing(club: Club) -> None:
    match = await club.begin(game="arena")
    await club.play(club.ada, "FIRE")
    await club.play(club.ben, "PASS")
    before = await kept(club, match)
    for text, why in {
        "FIRE": "cool",
        "b1-b2": "never moves",
        "e2L": "cannot rotate",
        "a2-a4": "one square",
        "a2-b3": "one square",
        "d3-d2": "occupied",
        "e2-Se": "off the board",
        "h9L": "Black's",
        "jump": "is not a move",
        "d3": "What fits it: `d3-c3`, `d3-d4`, `d3L`",
    }.items():
        said = await club.command(club.ada, "move", action=text)
        assert said.message
        assert said.message.ephemeral_for is club.ada
        assert why in said.message.content, text
    assert "turn" in (await answer(club, "move", action="PASS"))
    assert await kept(club, match) == before
    choices = await club.standin.autocomplete(club.ada, club.games, "move", action="")
    assert [choice["value"] for choice in choices][-1] == "PASS"
    assert "FIRE" not in {choice["value"] for choice in choices}


async def answer(club: Club, name: str, **options: object) -> str:
    """What Ben is told in private."""
    done = await club.command(club.ben, name, **options)
    assert done.message
    return done.message.content


async def test_a_draw_is_answered_beside_the_menu_and_the_ankh_still_works(club: Club) -> None:
    match = await club.begin(game="arena")
    await club.command(club.ben, "draw")
    await club.settle()
    board = club.newest()
    assert len(board.components) == 5
    assert labels(board)[-1] == ["Menu", "Accept", "Decline"]
    await club.press(club.ada, board, "pick", "d3")
    assert labels(board)[-1] == ["Menu", "Accept", "Decline"]
    await club.press(club.ada, board, "draw:decline")
    await club.standin.wait_for(lambda: len(club.boards()) == 3)
    await club.settle()
    assert labels(club.newest())[-1] == ["Menu"]
    await club.play(club.ada, "PASS")
    await club.command(club.ada, "draw")
    await club.press(club.ben, club.newest(), "draw:accept")
    await club.standin.wait_for(lambda: "A draw by agreement." in club.newest().content)
    await club.settle()
    assert (await kept(club, match)).result == Result(None, "agreement")


async def test_nothing_is_taken_back(club: Club) -> None:
    match = await club.begin(game="arena")
    await club.play(club.ada, "PASS")
    done = await club.command(club.ada, "undo")
    assert done.message
    assert "nothing is taken back" in done.message.content
    menu = await club.press(club.ada, club.newest(), "menu")
    assert menu.message
    assert is_disabled(menu.message, "Undo")
    assert (await kept(club, match)).seq == 1


async def test_who_prefers_it_is_asked_before_fire_is_final(club: Club) -> None:
    match = await club.begin(game="arena")
    await club.store.people.prefer(club.ada.id, Preferences(confirm=True))
    board = club.newest()
    ankh, picture = labels(board), board.attachments
    await club.press(club.ada, board, "fire")
    await club.standin.wait_for(lambda: labels(board) == ASKED)
    await club.press(club.ada, board, "pick")
    assert labels(board) == ankh
    await club.press(club.ada, board, "pick", "d3")
    await club.press(club.ada, board, "go:d3-d4")
    await club.standin.wait_for(lambda: labels(board)[0] == ["Confirm d3-d4", "Back"])
    await club.press(club.ada, board, "pick")
    select = controls(board)[control(board, "pick")]
    options = select["options"]
    assert isinstance(options, list)
    assert [option["value"] for option in options if option.get("default")] == ["d3"]
    assert board.attachments == picture, "nothing shows what it would do"
    assert (await kept(club, match)).seq == 0
    await club.press(club.ada, board, "fire")
    await club.standin.wait_for(lambda: labels(board) == ASKED)
    await club.press(club.ada, board, "confirm")
    await club.standin.wait_for(lambda: len(club.boards()) == 2)
    await club.settle()
    assert [turn.action for turn in (await kept(club, match)).turns] == ["FIRE"]


async def test_who_runs_out_of_time_loses(club: Club) -> None:
    match = await club.begin(game="arena", clock="1 hour")
    await club.play(club.ada, "PASS")
    for _ in range(31):
        await club.pass_time(120)
    await club.standin.wait_for(lambda: "White wins on time." in club.newest().content)
    await club.settle()
    assert (await kept(club, match)).result == Result("white", "time")


async def test_chance_is_drawn_from_the_systems_secure_source(standin: StandIn, url: str) -> None:
    async with running(standin, url) as club:
        assert isinstance(club.bot.play.random, random.SystemRandom)
        assert isinstance(club.bot.challenges.random, random.SystemRandom)


async def test_twenty_presses_of_fire_at_once_are_one_shot(club: Club) -> None:
    match = await club.begin(game="arena")
    board = club.newest()
    fire = control(board, "fire")
    presses = [club.standin.press_nowait(club.ada, board, fire) for _ in range(20)]
    await asyncio.gather(*(press.settled.wait() for press in presses if press))
    await club.standin.wait_for(lambda: len(club.private(club.ada)) == 19)
    assert all("gone on since" in message.content for message in club.private(club.ada))
    assert [seq for _, seq, _ in club.boards()] == [0, 1]
    assert [turn.action for turn in (await kept(club, match)).turns] == ["FIRE"]


async def test_a_stale_fire_leads_to_the_newest_board(club: Club) -> None:
    match = await club.begin(game="arena")
    old = club.newest()
    fire, shown = control(old, "fire"), [dict(row) for row in old.components]
    await club.play(club.ada, "PASS")
    await club.play(club.ben, "PASS")
    old.components = shown
    await club.standin.press(club.ada, old, fire)
    said = await club.said_privately(club.ada)
    assert "gone on since" in said
    assert str(club.newest().id) in said
    assert (await kept(club, match)).seq == 2


async def test_the_scarab_opens_the_rules_in_private(club: Club) -> None:
    await club.begin(game="arena")
    await club.press(club.ben, club.newest(), "rules")
    assert "**Arena · The board**" in await club.said_privately(club.ben)
    shown = await club.command(club.ada, "rules")
    assert shown.message
    assert "**Arena · The board**" in shown.message.content
    shown = await club.command(club.ada, "rules", channel=club.standin.channel("lounge"))
    assert shown.message
    assert "**Deflexion · The board**" in shown.message.content


async def test_a_layout_is_refused_by_command_and_by_form(club: Club) -> None:
    said = await club.command(club.ada, "challenge", game="arena", layout="dynasty")
    assert said.message
    assert "Arena has no layouts" in said.message.content
    form = await club.standin.command(club.ada, club.games, "Challenge to a game", target=club.ben)
    sent = await club.standin.submit(form, game=["arena"], layout=["dynasty"])
    assert sent.message
    assert "Arena has no layouts" in sent.message.content
    assert sent.message.ephemeral_for is club.ada
    form = await club.standin.command(club.ada, club.games, "Challenge to a game", target=club.ben)
    sent = await club.standin.submit(form, game=["arena"], side=["second"])
    assert sent.message
    assert "challenges you to **Arena**" in sent.message.content
    assert f"<@{club.ada.id}> plays Black" in sent.message.content
    await club.press(club.ben, sent.message, "accept")
    await club.standin.wait_for(club.boards)
    await club.settle()
    assert club.newest().content.endswith(f"White to move: <@{club.ben.id}>")


async def test_games_and_reviews_are_found_by_the_name_of_the_game(club: Club) -> None:
    match = await club.begin(game="arena")
    (choice,) = await club.standin.autocomplete(club.ada, club.games, "review", game="arena")
    assert choice["value"] == str(match.id)
    listed = await club.command(club.ada, "games")
    assert listed.message
    assert "Arena" in listed.message.content
    posted = club.newest().attachments[0]
    drawn = board_posting(await kept(club, match), "papyrus").picture
    assert drawn
    assert posted.data == drawn.png
    assert posted.description == drawn.alt
    assert len(drawn.alt) <= 1000
