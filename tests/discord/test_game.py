"""A whole game, from challenge to result and review, as two members play it."""

import asyncio

import pytest

from bot.commands import COMMANDS
from data import EntryKind
from tests.discord.conftest import Club
from tests.discord.described import VALIDATOR, as_described
from tests.discord.reading import boards, control, controls

GAME = (
    "h2-h3", "a4-b3", "d6-d7", "g3-g2", "c1-c2", "h8-h7", "c4R", "e5R",
)  # fmt: skip
"""A game from the classic layout whose last shot strikes a Pharaoh."""


async def test_a_game_by_controls_from_challenge_to_result(club: Club) -> None:
    match = await club.begin()
    for number, action in enumerate(GAME):
        await club.play((club.ada, club.ben)[number % 2], action)
        boards_now = club.boards()
        assert boards_now[-1][:2] == (match.id, number + 1)
        with_controls = [seq for _, seq, message in boards_now if message.components]
        assert with_controls == [number + 1]
        if number < len(GAME) - 1:
            asked = (club.ben, club.ada)[number % 2]
            assert list(club.newest().pings) == [asked]
    last = club.newest()
    assert "wins" in last.content
    assert list(last.pings) == []
    assert [c["label"] for c in controls(last).values()] == ["Rematch", "Review"]
    over = await club.store.match(match.id)
    assert over
    assert over.result
    assert over.result.reason == "pharaoh"
    assert await club.store.running_in(club.games.id) is None
    assert [turn.action for turn in over.turns] == list(GAME)


async def test_a_game_by_typed_moves(club: Club) -> None:
    await club.begin()
    for number, action in enumerate(GAME):
        member = (club.ada, club.ben)[number % 2]
        choices = await club.standin.autocomplete(member, club.games, "move", action=action[:2])
        assert action in {choice["value"] for choice in choices}
        done = await club.standin.command(member, club.games, "move", action=action)
        await club.standin.wait_for(lambda: len(club.boards()) == number + 2)  # noqa: B023
        thinking = done.message
        assert thinking
        await club.standin.wait_for(lambda: thinking.id not in club.games.messages)  # noqa: B023
        await club.settle()
    assert "wins" in club.newest().content


async def test_a_board_carries_picture_words_and_alt_text(club: Club) -> None:
    await club.begin()
    await club.play(club.ada, "j5R")
    board = club.newest()
    (attachment,) = board.attachments
    assert attachment.data.startswith(b"\x89PNG")
    assert (attachment.width, attachment.filename) == (800, "1-1.png")
    assert attachment.description
    assert attachment.description.startswith("Silver's pyramid on j5 turned clockwise.")
    assert board.content.endswith(f"Gold to move: <@{club.ben.id}>")


async def test_picking_edits_the_controls_in_place_and_moves_nothing(club: Club) -> None:
    match = await club.begin()
    board = club.newest()
    picture = board.attachments
    done = await club.press(club.ada, board, "pick", "e4")
    assert (done.response or {}).get("type") == 7
    select = controls(board)[control(board, "pick")]
    options = select["options"]
    assert isinstance(options, list)
    assert [option["value"] for option in options if option.get("default")] == ["e4"]
    assert board.attachments == picture
    assert len(club.boards()) == 1
    again = await club.standin.press(club.ada, board, control(board, "pick"), "e4")
    assert again is None, "Discord sends nothing for the option that is picked already"
    await club.press(club.ada, board, "pick", "f1")
    assert control(board, "go:f1-g1")
    assert await club.store.match(match.id) == match


async def test_a_finished_game_is_reviewed_position_by_position(club: Club) -> None:
    await club.begin()
    for number, action in enumerate(GAME):
        await club.play((club.ada, club.ben)[number % 2], action)
    (choice,) = await club.standin.autocomplete(club.ben, club.games, "review", game="ada")
    assert "Ada" in choice["name"]
    opened = await club.standin.command(club.ben, club.games, "review", game=choice["value"])
    private = opened.message
    assert private
    assert private.ephemeral_for is club.ben
    await club.standin.wait_for(lambda: private.attachments)
    assert f"move {len(GAME)} of {len(GAME)}" in private.content
    seen = {private.attachments[0].data}
    for step, words in (("back", "move 7 of 8"), ("back", "move 6"), ("first", "start")):
        await club.press(club.ben, private, f"review:{step}")
        assert words in private.content
        assert len(private.attachments) == 1
        seen.add(private.attachments[0].data)
    await club.press(club.ben, private, "review:forward")
    assert "move 1 of 8" in private.content
    await club.press(club.ben, private, "review:last")
    assert "laser struck Gold's Pharaoh" in private.content
    assert len(seen) == 4
    await club.press(club.ada, club.newest(), "review")
    assert "move 8 of 8" in await club.said_privately(club.ada)
    assert len(boards(club.games)) == len(GAME) + 1


async def test_resigning_asks_once_and_ends_the_game(club: Club) -> None:
    match = await club.begin()
    asked = await club.standin.command(club.ben, club.games, "resign")
    assert asked.message
    assert asked.message.ephemeral_for is club.ben
    still = await club.store.match(match.id)
    assert still
    assert still.result is None
    await club.press(club.ben, asked.message, "resign:yes")
    await club.standin.wait_for(lambda: len(club.boards()) == 2)
    await club.settle()
    assert f"<@{club.ben.id}> resigned." in club.newest().content
    assert "Silver wins" in club.newest().content
    await club.standin.wait_for(lambda: asked.message and asked.message.content == "You resigned.")


async def test_who_presses_resign_twice_has_resigned_once_and_is_told_so(club: Club) -> None:
    match = await club.begin()
    asked = await club.command(club.ben, "resign")
    assert asked.message
    yes = control(asked.message, "resign:yes")
    presses = [club.standin.press_nowait(club.ben, asked.message, yes) for _ in range(2)]
    await asyncio.gather(*(press.settled.wait() for press in presses if press))
    await club.standin.wait_for(lambda: len(club.private(club.ben)) == 2)
    await club.settle()
    assert [message.content for message in club.private(club.ben)] == [
        "You resigned.",
        "You have resigned already: this game is over.",
    ]
    kept = await club.store.match(match.id)
    assert kept
    assert [entry.kind for entry in kept.entries[1:]] == [EntryKind.RESIGN]
    assert [seq for _, seq, _ in club.boards()] == [0, 1]


async def test_of_two_questions_whether_to_resign_the_other_is_closed_when_one_is_answered(
    club: Club,
) -> None:
    await club.begin()
    first, second = [(await club.command(club.ben, "resign")).message for _ in range(2)]
    assert first
    assert second
    assert second.components
    await club.press(club.ben, first, "resign:yes")
    await club.standin.wait_for(lambda: not second.components)
    await club.settle()
    assert first.content == "You resigned."
    assert len(club.private(club.ben)) == 2


async def test_the_menu_describes_resigns_and_the_rules_are_private(club: Club) -> None:
    await club.begin()
    board = club.newest()
    await club.press(club.ben, board, "rules")
    assert "Deflexion" in await club.said_privately(club.ben)
    menu = await club.press(club.ben, board, "menu")
    assert menu.message
    await club.press(club.ben, menu.message, "describe")
    assert "Pharaoh" in await club.said_privately(club.ben)
    await club.press(club.ben, menu.message, "resign")
    assert "Give up" in await club.said_privately(club.ben)
    assert board.components
    outsider = club.standin.world.add_member("Cleo")
    menu = await club.press(outsider, board, "menu")
    assert menu.message
    assert [c["label"] for c in controls(menu.message).values()] == ["Describe"]


async def test_help_is_short_and_private(club: Club) -> None:
    shown = await club.standin.command(club.ada, club.games, "help")
    assert shown.message
    assert shown.message.ephemeral_for is club.ada
    assert "/challenge" in shown.message.content
    assert len(shown.message.content) < 1500
    named = [command.name for command in COMMANDS if command.name != "help"]
    assert [name for name in named if name not in shown.message.content] == []


async def test_the_board_is_posted_again_and_the_old_one_loses_its_controls(club: Club) -> None:
    await club.begin()
    old = club.newest()
    await club.standin.command(club.ben, club.games, "board")
    await club.standin.wait_for(lambda: len(club.boards()) == 2)
    await club.settle()
    assert not old.components
    assert club.newest().components
    await club.play(club.ada, "h2-h3")
    assert [seq for _, seq, message in club.boards() if message.components] == [1]


async def test_a_game_is_brought_to_another_channel(club: Club) -> None:
    await club.begin()
    lounge = club.standin.channel("lounge")
    (choice,) = await club.standin.autocomplete(club.ada, lounge, "board", game="ben")
    await club.standin.command(club.ada, lounge, "board", game=choice["value"])
    await club.standin.wait_for(lambda: boards(lounge) and not club.newest().components)
    await club.settle()
    nothing_here = await club.standin.command(club.ada, club.games, "board")
    await club.settle()
    assert nothing_here.message
    assert "No game is running" in nothing_here.message.content
    await club.challenge()


@pytest.mark.skipif(not VALIDATOR.exists(), reason="Discord's API description is not at hand")
async def test_every_payload_is_as_discord_describes_its_api(club: Club) -> None:
    await test_a_finished_game_is_reviewed_position_by_position(club)
    await club.standin.autocomplete(club.ada, club.games, "challenge", layout="dyn")
    await test_the_menu_describes_resigns_and_the_rules_are_private(club)
    checked = as_described(club.standin)
    assert {
        "create_message", "create_interaction_response", "update_message",
        "bulk_set_application_commands",
    } <= checked  # fmt: skip
