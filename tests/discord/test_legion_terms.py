"""Armies and the clock of a whole game, agreed in a challenge and held to."""

import pytest

from bot.playground.server import StandIn
from bot.playground.world import Message
from tests.discord.conftest import Club, running
from tests.discord.legion import act, begin, begun, deploy
from tests.discord.reading import controls

MINUTES = 60


async def refused(club: Club, **options: object) -> str:
    done = await club.command(club.ada, "challenge", opponent=club.ben, **options)
    assert done.message
    assert done.message.ephemeral_for is club.ada
    return done.message.content


def reminders(club: Club) -> list[Message]:
    return [m for m in club.games.messages.values() if "then points decide" in m.content]


async def test_the_opponent_sees_both_armies_before_accepting(club: Club) -> None:
    asked = await club.challenge(game="legion", army="egypt", opponent_army="egypt")
    assert (
        f"<@{club.ada.id}> has the army of Egypt, <@{club.ben.id}> that of Egypt." in asked.content
    )
    await club.press(club.ben, asked, "accept")
    await club.standin.wait_for(club.boards)
    await club.settle()
    assert (
        f"Blue (Egypt): <@{club.ada.id}> · Red (Egypt): <@{club.ben.id}>" in club.newest().content
    )
    assert "Blue (Egypt)" in (club.newest().attachments[0].description or "")


@pytest.mark.parametrize(
    ("given", "own", "other"),
    [
        ({}, "Rome", "Egypt"),
        ({"army": "egypt"}, "Egypt", "Rome"),
        ({"opponent_army": "rome"}, "Egypt", "Rome"),
        ({"army": "rome", "opponent_army": "rome"}, "Rome", "Rome"),
    ],
)
@pytest.mark.parametrize("side", ["first", "second", "random"])
async def test_an_army_is_its_players_whatever_side_they_get(
    club: Club, given: dict[str, object], own: str, other: str, side: str
) -> None:
    match = await begin(club, side=side, **given)
    armies = match.options["armies"]
    assert isinstance(armies, dict)
    of = {member: str(armies[seat]).capitalize() for seat, member in match.players.items()}
    assert of == {club.ada.id: own, club.ben.id: other}


async def test_in_a_rematch_seats_are_swapped_and_armies_kept(club: Club) -> None:
    match = await begin(club, army="egypt", clock="15 minutes")
    await club.bot.play.resign(match.id, club.ben.id)
    await club.bot.delivery.deliver(match.id)
    posted = set(club.games.messages)
    await club.press(club.ada, club.newest(), "rematch")
    await club.standin.wait_for(lambda: set(club.games.messages) - posted)
    (offer,) = (club.games.messages[id_] for id_ in set(club.games.messages) - posted)
    assert (
        f"<@{club.ada.id}> has the army of Egypt, <@{club.ben.id}> that of Rome." in offer.content
    )
    assert "15 minutes for the whole game" in offer.content
    boards = len(club.boards())
    await club.press(club.ben, offer, "accept")
    await club.standin.wait_for(lambda: len(club.boards()) > boards)
    assert f"Blue (Rome): <@{club.ben.id}> · Red (Egypt): <@{club.ada.id}>" in club.newest().content


async def test_games_without_armies_or_points_refuse_them_in_words(club: Club) -> None:
    for name in ("Deflexion", "Arena", "Reflix"):
        said = await refused(club, game=name.lower(), army="rome")
        assert said == f"{name} has no armies to choose from: leave the army out."
        said = await refused(club, game=name.lower(), clock="30 minutes")
        assert said == f"{name} has no clock for the whole game: pick one for each move."
    assert "no layouts" in await refused(club, game="legion", layout="classic")


async def test_the_form_asks_for_armies_too(club: Club) -> None:
    opened = await club.standin.command(
        club.ada, club.games, "Challenge to a game", target=club.ben
    )
    await club.standin.submit(
        opened,
        game=["legion"],
        layout=[],
        side=["first"],
        clock=["60 minutes"],
        armies=["egypt-rome"],
    )
    await club.standin.wait_for(
        lambda: any("army of" in m.content for m in club.games.messages.values())
    )
    (asked,) = (m for m in club.games.messages.values() if "army of" in m.content)
    assert (
        f"<@{club.ada.id}> has the army of Egypt, <@{club.ben.id}> that of Rome." in asked.content
    )
    assert "60 minutes for the whole game" in asked.content


async def test_a_timed_mirror_match_is_decided_by_points_after_a_restart(
    standin: StandIn, url: str
) -> None:
    async with running(standin, url) as club:
        match = await begin(club, clock="15 minutes", army="rome", opponent_army="rome")
        assert f"Time runs out <t:{match.entries[0].at + 15 * MINUTES}:R>" in club.newest().content
        await club.pass_time(5 * MINUTES)
        await deploy(club, club.ada, "c2", "d2")
        await deploy(club, club.ben, "b7", "e7")
        after = await club.store.match(match.id)
        assert after
        deadline = after.entries[-1].at + 15 * MINUTES
        told = f"The time of the whole game runs out <t:{deadline}:R>."
        assert told in club.newest().content
        for number, action in enumerate(("d2-d3", "e7-e6", "d3-d4", "e6-e5")):
            await club.pass_time(MINUTES)
            await act(club, (club.ada, club.ben)[number % 2], action)
            assert told in club.newest().content, "no turn gives time back"
        assert not reminders(club)
        await act(club, club.ada, "d4xe5")
    # While the bot is down, the clock goes on; there is no grace after it.
    standin.clock.advance(8 * MINUTES)
    async with running(standin, url) as club:
        assert told in club.newest().content
        await club.bot.keep_time()
        await club.standin.wait_for(lambda: reminders(club))
        (reminder,) = reminders(club)
        assert "the whole time in game 1 runs out" in reminder.content
        assert reminder.pings == (club.ben,)
        await act(club, club.ben, "h7-h6")
        await club.pass_time(MINUTES)
        await club.settle()
        assert len(reminders(club)) == 1, "one is sent for the whole game"
    standin.clock.advance(3 * 3600)
    async with running(standin, url) as club:
        await club.bot.keep_time()
        await club.standin.wait_for(lambda: "Blue wins" in club.newest().content)
        board = club.newest()
        assert "The time ran out." in board.content
        assert "1 point to 0" in board.content
        assert f"Well played, <@{club.ada.id}>" in board.content
        assert "hidden Assassin defend b7" in (board.attachments[0].description or "")
        over = await club.store.match(match.id)
        assert over
        assert over.entries[-1].seat is None


async def test_equal_points_when_the_time_is_over_are_a_draw(club: Club) -> None:
    await begun(club, clock="30 minutes")
    await club.pass_time(30 * MINUTES + 1)
    await club.standin.wait_for(lambda: "The time ran out." in club.newest().content)
    assert "A draw at 0 points each: the time ran out." in club.newest().content
    assert [c.get("label") for c in controls(club.newest()).values()] == ["Rematch", "Review"]


async def test_who_does_not_deploy_in_time_blocks_no_channel(club: Club) -> None:
    await begin(club, clock="15 minutes")
    await deploy(club, club.ben, "b7")
    await club.pass_time(15 * MINUTES + 1)
    await club.standin.wait_for(lambda: "ran out of time" in club.newest().content)
    assert f"<@{club.ada.id}> ran out of time." in club.newest().content
    await begin(club, clock="15 minutes")
    await club.pass_time(15 * MINUTES + 1)
    await club.standin.wait_for(lambda: "Nobody had set up in time." in club.newest().content)
