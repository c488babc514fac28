"""Challenges as members see them, and what is refused in a word."""

from bot.playground.world import Message
from tests.discord.conftest import Club
from tests.discord.reading import controls


async def refused(club: Club, **options: object) -> str:
    asked = await club.standin.command(club.ada, club.games, "challenge", **options)
    assert asked.message
    assert asked.message.ephemeral_for is club.ada
    assert await club.store.find_offer(1) is None
    return asked.message.content


def gone(message: Message) -> bool:
    return not message.components


async def test_a_challenge_pings_the_opponent_and_nobody_else(club: Club) -> None:
    message = await club.challenge(layout="dynasty")
    assert [c["label"] for c in controls(message).values()] == ["Accept", "Decline", "Cancel"]
    assert "Deflexion · Dynasty" in message.content
    assert list(message.pings) == [club.ben]


async def test_oneself_bots_and_strangers_are_no_opponents(club: Club) -> None:
    world = club.standin.world
    assert "yourself" in await refused(club, opponent=club.ada)
    assert "Bots" in await refused(club, opponent=world.bot)
    stranger = world.add_member("Dora")
    world.remove_member(stranger)
    assert "not in this server" in await refused(club, opponent=stranger)


async def test_a_typed_layout_that_there_is_not_is_refused(club: Club) -> None:
    said = await refused(club, opponent=club.ben, layout="@everyone " + "x" * 200)
    assert "classic, imhotep, dynasty" in said


async def test_layouts_are_suggested(club: Club) -> None:
    found = await club.standin.autocomplete(club.ada, club.games, "challenge", layout="D")
    assert found == [{"name": "Dynasty", "value": "dynasty"}]
    every = await club.standin.autocomplete(club.ada, club.games, "challenge", layout="")
    assert [choice["value"] for choice in every] == ["classic", "imhotep", "dynasty"]


async def test_decline_and_cancel_close_the_challenge(club: Club) -> None:
    declined = await club.challenge()
    await club.press(club.ada, declined, "decline")
    assert "Only the member who was challenged" in await club.said_privately(club.ada)
    await club.press(club.ben, declined, "decline")
    await club.standin.settle()
    assert gone(declined)
    assert declined.content == f"<@{club.ben.id}> declined <@{club.ada.id}>'s challenge."
    cancelled = await club.challenge()
    await club.press(club.ben, cancelled, "cancel")
    assert "Only the member who made" in await club.said_privately(club.ben)
    await club.press(club.ada, cancelled, "cancel")
    await club.standin.settle()
    assert gone(cancelled)
    assert "cancelled" in cancelled.content
    assert club.boards() == []


async def test_a_challenge_is_accepted_once_and_keeps_its_words(club: Club) -> None:
    message = await club.challenge()
    await club.press(club.ada, message, "accept")
    assert "your own challenge" in await club.said_privately(club.ada)
    shown = [dict(row) for row in message.components]
    await club.press(club.ben, message, "accept")
    await club.standin.wait_for(lambda: gone(message))
    assert "Accepted" in message.content
    message.components = shown  # as after a crash between the commit and the edit
    await club.press(club.ben, message, "accept")
    assert "no longer open" in await club.said_privately(club.ben)
    await club.standin.wait_for(lambda: gone(message))
    assert len(club.boards()) == 1


async def test_a_busy_channel_refuses_a_second_game(club: Club) -> None:
    second = await club.challenge()
    await club.begin()
    again = await club.standin.command(club.ada, club.games, "challenge", opponent=club.ben)
    assert again.message
    assert "running in this channel" in again.message.content
    await club.press(club.ben, second, "accept")
    assert "running in this channel" in await club.said_privately(club.ben)
    assert len(club.boards()) == 1


async def test_a_member_cannot_ping_by_what_they_type(club: Club) -> None:
    await club.begin()
    typed = "@everyone" + f"<@{club.ben.id}>"
    answer = await club.standin.command(club.ada, club.games, "move", action=typed)
    await club.standin.settle()
    assert answer.message
    assert answer.message.ephemeral_for is club.ada
    assert list(answer.message.pings) == []


async def test_review_takes_only_games_of_this_server(club: Club) -> None:
    for typed in ("nonsense", "99999", "-1", "9" * 40, "#"):
        answer = await club.standin.command(club.ada, club.games, "review", game=typed)
        assert answer.message
        assert answer.message.ephemeral_for is club.ada
        assert answer.message.content.endswith(".")
        assert "fault" not in answer.message.content
