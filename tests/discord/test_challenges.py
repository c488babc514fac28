"""Challenges as members see them, and what is refused in a word."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from sqlalchemy import text

from bot import invitations
from bot.match.challenges import PAUSE
from bot.match.terms import DAY
from bot.playground.interactions import Callback, Interaction, Status
from bot.playground.server import StandIn
from bot.playground.world import Channel, ChannelKind, Member, Message, Overwrite, Permission
from data import Preferences
from data import Status as Stage
from tests.discord.conftest import Club, running
from tests.discord.reading import boards, control, controls, until

Work = Callable[..., Awaitable[object]]


@pytest.fixture
async def cleo(club: Club) -> Member:
    return club.standin.world.add_member("Cleo")


async def refused(club: Club, **options: object) -> str:
    asked = await club.standin.command(club.ada, club.games, "challenge", **options)
    assert asked.message
    assert asked.message.ephemeral_for is club.ada
    assert await club.store.offers.find(1) is None
    return asked.message.content


def public(club: Club) -> list[Message]:
    return [each for each in club.games.messages.values() if each.ephemeral_for is None]


def gone(message: Message) -> bool:
    return not message.components


def threads(club: Club) -> list[Channel]:
    return [c for c in club.standin.world.channels.values() if c.kind is ChannelKind.THREAD]


async def noted(club: Club, message: Message) -> Message:
    """The challenge's message, once it is kept where it stands."""

    async def is_noted() -> bool:
        offers = await club.store.offers.open_of(club.ada.id, 0)
        return message.id in [offer.message_id for offer in offers]

    await until(is_noted)
    return message


async def finish(club: Club) -> Message:
    """A game that Ben resigned; return its last board."""
    match = await club.begin()
    await club.bot.play.resign(match.id, club.ben.id)
    await club.bot.delivery.deliver(match.id)
    return club.newest()


async def test_a_challenge_pings_the_opponent_and_nobody_else(club: Club) -> None:
    message = await club.challenge(layout="dynasty", clock="1 day")
    assert [c["label"] for c in controls(message).values()] == ["Accept", "Decline", "Cancel"]
    assert "Deflexion · Dynasty" in message.content
    assert "1 day per move" in message.content
    assert list(message.pings) == [club.ben]
    offer = await club.store.offers.find(1)
    assert offer
    assert offer.clock == DAY


async def test_oneself_bots_and_strangers_are_no_opponents(club: Club) -> None:
    world = club.standin.world
    assert "yourself" in await refused(club, opponent=club.ada)
    assert "bots" in await refused(club, opponent=world.add_member("Clank", bot=True))
    stranger = world.add_member("Dora")
    world.remove_member(stranger)
    assert "not in this server" in await refused(club, opponent=stranger)


async def test_who_takes_no_challenges_is_left_alone(club: Club) -> None:
    await club.store.people.prefer(club.ben.id, Preferences(challenges="nobody"))
    assert "takes no challenges" in await refused(club, opponent=club.ben)
    assert await club.store.people.names([club.ada.id, club.ben.id]) == {}


async def test_a_challenge_stands_though_it_was_not_noted_where(club: Club) -> None:
    await club.store._database.write(
        text(
            "CREATE TRIGGER no_note BEFORE UPDATE OF message_id ON games "
            "BEGIN INSERT INTO nowhere VALUES (1); END"
        )
    )
    message = await club.challenge()
    await club.settle()
    assert club.private(club.ada) == []
    assert (await club.store.offers.open_of(club.ada.id, 0))[0].message_id is None
    await club.press(club.ben, message, "accept")
    await club.standin.wait_for(club.boards)


async def test_names_are_kept_of_those_whom_a_challenge_concerns(club: Club) -> None:
    await club.challenge()
    names = {club.ada.id: "Ada", club.ben.id: "Ben"}

    async def are_kept() -> bool:
        return await club.store.people.names(list(names)) == names

    await until(are_kept)


async def test_a_typed_layout_that_there_is_not_is_refused(club: Club) -> None:
    said = await refused(club, opponent=club.ben, layout="@everyone " + "x" * 200)
    assert "Classic, Imhotep, Dynasty" in said


async def test_layouts_are_suggested_ones_own_after_those_shipped(club: Club) -> None:
    found = await club.standin.autocomplete(club.ada, club.games, "challenge", layout="D")
    assert found == [{"name": "Dynasty", "value": "dynasty"}]
    for number in range(40):
        await club.store.shelf.add(
            club.ada.id, "deflexion", f"Fort {number:02}", BARE, club.bot.clock()
        )
    every = await club.standin.autocomplete(club.ada, club.games, "challenge", layout="")
    values = [choice["value"] for choice in every]
    assert values[:4] == ["classic", "imhotep", "dynasty", "own:1"]
    assert len(values) == 25
    assert "19 more" in every[-1]["name"]


BARE = "p<3k5/d^P>8/3d>6/o1D^4O2/8p>D>/10/3P<4o1/4K4P> s"


async def test_a_layout_deleted_meanwhile_gets_a_sentence_and_one_agreed_is_played(
    club: Club,
) -> None:
    number = await club.store.shelf.add(
        club.ada.id, "deflexion", "@everyone **x**", BARE, club.bot.clock()
    )
    message = await club.challenge(layout=f"own:{number}")
    assert "everyone" in message.content
    assert not message.mentions_everyone
    assert [a.filename for a in message.attachments] == ["start-1.png"]
    await club.store.shelf.remove(number, club.ada.id)
    again = await club.standin.command(
        club.ada, club.games, "challenge", opponent=club.ben, layout=f"own:{number}"
    )
    assert again.message
    assert "not there any more" in again.message.content
    await club.press(club.ben, message, "accept")
    await club.standin.wait_for(club.boards)
    match = await club.store.match(1)
    assert match
    assert match.options["code"] == BARE


async def test_decline_and_cancel_close_the_challenge(club: Club) -> None:
    declined = await club.challenge()
    await club.press(club.ada, declined, "decline")
    assert "Only the member who was challenged" in await club.said_privately(club.ada)
    await club.press(club.ben, declined, "decline")
    await club.standin.wait_for(lambda: gone(declined))
    assert declined.content == f"<@{club.ben.id}> declined <@{club.ada.id}>'s challenge."
    again = await club.standin.command(club.ada, club.games, "challenge", opponent=club.ben)
    assert again.message
    assert "moment ago" in again.message.content
    club.standin.clock.advance(PAUSE)
    cancelled = await club.challenge()
    await club.press(club.ben, cancelled, "cancel")
    assert "Only the member who made" in await club.said_privately(club.ben)
    await club.press(club.ada, cancelled, "cancel")
    await club.standin.wait_for(lambda: gone(cancelled))
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


async def test_anybody_accepts_an_open_challenge_once(club: Club, cleo: Member) -> None:
    asked = await club.standin.command(club.ada, club.games, "challenge")
    message = asked.message
    assert message
    assert list(message.pings) == []
    assert [c["label"] for c in controls(message).values()] == ["Accept", "Cancel"]
    await club.press(club.ada, message, "accept")
    assert "your own" in await club.said_privately(club.ada)
    id_ = control(message, "accept")
    for member in (club.ben, cleo):
        club.standin.press_nowait(member, message, id_)
    await club.standin.wait_for(lambda: club.boards() and gone(message))

    def said() -> list[str]:
        return [m.content for who in (club.ben, cleo) for m in club.private(who)]

    await club.standin.wait_for(lambda: said() == ["This challenge is no longer open."])
    assert len(club.boards()) == 1


async def test_a_challenge_lapses_and_its_message_says_so_once(club: Club) -> None:
    message = await noted(club, await club.challenge())
    club.standin.clock.advance(DAY)
    await club.bot.invitations.lapse()
    await club.standin.wait_for(lambda: gone(message))
    assert "has lapsed" in message.content
    other = await club.challenge()
    club.standin.clock.advance(DAY)
    await club.press(club.ben, other, "accept")
    assert "lapsed" in await club.said_privately(club.ben)
    await club.standin.wait_for(lambda: gone(other))
    assert "has lapsed" in other.content
    club.standin.world.remove_message(await noted(club, await club.challenge()))
    club.standin.clock.advance(DAY)
    await club.bot.invitations.lapse()
    offer = await club.store.offers.find(3)
    assert offer
    assert offer.status is Stage.LAPSED
    assert club.boards() == []


async def test_a_challenge_whose_day_went_by_while_the_bot_was_down_lapses_at_its_start(
    standin: StandIn, url: str
) -> None:
    async with running(standin, url) as club:
        message = await noted(club, await club.challenge())
    standin.clock.advance(DAY)
    async with running(standin, url):
        await standin.wait_for(lambda: gone(message))
    assert "has lapsed" in message.content


# Threads


async def test_a_busy_channel_plays_in_a_thread_as_it_promised(club: Club, cleo: Member) -> None:
    first = await club.begin()
    cleo.name = "*Cleo*\u202e "
    message = await club.challenge(opponent=cleo)
    assert "thread" in message.content
    await club.bot.play.resign(first.id, club.ada.id)
    await club.press(cleo, message, "accept")
    await club.standin.wait_for(lambda: gone(message))
    (thread,) = threads(club)
    assert (thread.name, thread.auto_archive_minutes) == ("Deflexion · Ada – *Cleo*", 10_080)
    assert thread.parent is club.games
    assert f"<#{thread.id}>" in message.content
    assert [(game, seq) for game, seq, _ in boards(thread)] == [(2, 0)]
    busy = await club.standin.command(club.ada, thread, "challenge", opponent=club.ben)
    assert busy.message
    assert f"<#{club.games.id}>" in busy.message.content


async def test_a_challenge_made_before_the_channel_was_busy_gets_a_thread_too(
    club: Club, cleo: Member
) -> None:
    message = await club.challenge(opponent=cleo)
    await club.begin()
    await club.press(cleo, message, "accept")
    await club.standin.wait_for(lambda: gone(message))
    assert len(threads(club)) == 1


async def test_a_thread_that_cannot_be_opened_leaves_the_challenge_open(
    club: Club, cleo: Member
) -> None:
    await club.begin()
    message, bot = await club.challenge(opponent=cleo), club.standin.world.bot
    club.games.overwrites[bot.id] = Overwrite(deny=Permission.CREATE_PUBLIC_THREADS)
    await club.press(cleo, message, "accept")
    assert "Create Public Threads" in await club.said_privately(cleo)
    del club.games.overwrites[bot.id]
    club.standin.fail("POST", "/threads$", 403)
    await club.press(cleo, message, "accept")
    await club.standin.wait_for(lambda: len(club.private(cleo)) == 2)
    assert "stays open" in club.private(cleo)[-1].content
    assert (len(club.boards()), threads(club)) == (1, [])
    club.standin.fail("POST", "/threads$", 500, apply_anyway=True)
    await club.press(cleo, message, "accept")
    await club.standin.wait_for(lambda: gone(message), 10)
    (thread,) = threads(club)
    assert len(boards(thread)) == 1


async def test_a_thread_whose_game_could_not_be_kept_waits_for_the_next_press(
    club: Club, cleo: Member
) -> None:
    await club.begin()
    message = await club.challenge(opponent=cleo)
    write = club.store._database.write
    await write(text("ALTER TABLE players RENAME TO hidden"))
    await club.press(cleo, message, "accept")
    assert "could not be saved" in await club.said_privately(cleo)
    (thread,) = threads(club)
    assert thread.archived
    await write(text("ALTER TABLE hidden RENAME TO players"))
    await club.press(cleo, message, "accept")
    await club.standin.wait_for(lambda: gone(message))
    assert threads(club) == [thread]
    assert not thread.archived
    assert [(game, seq) for game, seq, _ in boards(thread)] == [(2, 0)]


async def test_a_thread_in_which_no_game_began_is_put_away_at_the_next_start_and_still_waits(
    standin: StandIn, url: str
) -> None:
    cleo, world = standin.world.add_member("Cleo"), standin.world
    async with running(standin, url) as club:
        await club.begin()
        message = await club.challenge(opponent=cleo)
        # As after a crash between opening it and the commit.
        thread = world.add_thread(club.games, "Deflexion", world.bot, id=message.id)
        members_own = world.add_thread(club.games, "Talk", club.ada)
    async with running(standin, url) as club:
        await standin.wait_for(lambda: thread.archived)
        assert not members_own.archived
        await club.press(cleo, message, "accept")
        await standin.wait_for(lambda: boards(thread))
        assert not thread.archived


async def test_two_who_accept_at_once_in_a_busy_channel_get_one_game(
    club: Club, cleo: Member
) -> None:
    dora = club.standin.world.add_member("Dora")
    await club.begin()
    asked = await club.standin.command(club.ada, club.games, "challenge")
    assert asked.message
    for member in (cleo, dora):
        club.standin.press_nowait(member, asked.message, control(asked.message, "accept"))
    await club.standin.wait_for(lambda: [*club.private(cleo), *club.private(dora)])
    await club.standin.wait_for(lambda: threads(club) and boards(threads(club)[0]))
    await club.settle()
    (thread,) = threads(club)
    assert not thread.archived
    assert len(boards(thread)) == 1


# From a member's menu


async def open_form(club: Club) -> Interaction:
    return await club.standin.command(club.ada, club.games, "Challenge to a game", target=club.ben)


async def test_the_menu_of_a_member_opens_a_form_with_the_same_choices(club: Club) -> None:
    await club.store.shelf.add(club.ada.id, "deflexion", "Fort", BARE, club.bot.clock())
    form = await open_form(club)
    assert form.modal
    assert form.modal["title"] == "Challenge Ben"
    assert [part["label"] for part in form.modal["components"]] == [
        "Game", "Layout", "Your side", "Clock", "Armies",
    ]  # fmt: skip
    sent = await club.standin.submit(form, layout=["own:1"], side=["second"], clock=["3 days"])
    assert sent.message
    assert sent.message.ephemeral_for is None
    assert list(sent.message.pings) == [club.ben]
    assert "3 days per move" in sent.message.content
    await club.press(club.ben, sent.message, "accept")
    await club.standin.wait_for(club.boards)
    match = await club.store.match(1)
    assert match
    assert match.players == {"silver": club.ben.id, "gold": club.ada.id}


async def test_a_form_left_as_it_is_asks_for_a_plain_game(club: Club) -> None:
    sent = await club.standin.submit(await open_form(club), layout=[])
    assert sent.message
    assert "Deflexion · Classic" in sent.message.content


async def test_a_form_says_how_many_layouts_it_cannot_hold(club: Club) -> None:
    for number in range(40):
        await club.store.shelf.add(
            club.ada.id, "deflexion", f"Fort {number:02}", BARE, club.bot.clock()
        )
    form = await open_form(club)
    assert form.modal
    said = "Only for Deflexion and Khet 2.0; 20 more are found by /challenge"
    assert form.modal["components"][1]["description"] == said


async def test_a_form_is_understood_after_a_restart(standin: StandIn, url: str) -> None:
    async with running(standin, url) as club:
        form = await open_form(club)
    async with running(standin, url) as club:
        sent = await standin.submit(form)
        assert sent.message
        assert list(sent.message.pings) == [club.ben]


async def test_who_left_while_the_form_was_open_is_not_challenged(club: Club) -> None:
    form = await open_form(club)
    club.standin.world.remove_member(club.ben)
    sent = await club.standin.submit(form)
    assert sent.message
    assert "not in this server any more" in sent.message.content
    assert await club.store.offers.find(1) is None


async def test_no_form_opens_where_the_challenge_would_be_refused(club: Club) -> None:
    await club.store.people.prefer(club.ben.id, Preferences(challenges="nobody"))
    asked = await open_form(club)
    assert asked.modal is None
    assert asked.message
    assert "takes no challenges" in asked.message.content
    await club.store.people.prefer(club.ben.id, Preferences())
    await club.challenge()
    asked = await open_form(club)
    assert asked.modal is None
    assert asked.message
    assert "a moment ago" in asked.message.content
    bot = club.standin.world.bot
    club.games.overwrites[bot.id] = Overwrite(deny=Permission.SEND_MESSAGES)
    asked = await open_form(club)
    assert asked.modal is None
    assert asked.message
    assert "Send Messages" in asked.message.content


async def test_no_form_opens_for_oneself_or_a_bot(club: Club) -> None:
    for target in (club.ada, club.standin.world.add_member("Clank", bot=True)):
        asked = await club.standin.command(
            club.ada, club.games, "Challenge to a game", target=target
        )
        assert asked.modal is None
        assert asked.message
        assert asked.message.ephemeral_for is club.ada


# Slow answers


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invitations, "PATIENCE", 0.0)


async def test_a_challenge_that_takes_long_is_acknowledged_and_posted(
    club: Club, hasty: None
) -> None:
    asked = await club.standin.command(club.ada, club.games, "challenge", opponent=club.ben)
    assert asked.status is Status.ANSWERED
    await club.standin.wait_for(lambda: public(club) and not club.private(club.ada))
    (message,) = public(club)
    assert list(message.pings) == [club.ben]
    await club.press(club.ben, message, "accept")
    await club.standin.wait_for(club.boards)


async def test_many_short_steps_are_acknowledged_as_one_long_one(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    end = await finish(club)
    monkeypatch.setattr(invitations, "PATIENCE", 0.5)

    def slow(work: Work) -> Work:
        async def slowed(*given: object, **more: object) -> object:
            await asyncio.sleep(0.4)
            return await work(*given, **more)

        return slowed

    offers = club.store.offers
    monkeypatch.setattr(offers, "rematch_of", slow(offers.rematch_of))
    lock = club.bot.invitations.rematch_locks.of(1)
    await lock.acquire()
    asyncio.get_running_loop().call_later(0.4, lock.release)
    press = await club.press(club.ben, end, "rematch")
    assert press.response
    assert press.response["type"] == Callback.DEFERRED_UPDATE
    await until(lambda: _is_posted(club, 2))


async def _is_posted(club: Club, offer_id: int) -> bool:
    offer = await club.store.offers.find(offer_id)
    return offer is not None and offer.message_id is not None


async def test_a_late_refusal_is_private(club: Club, hasty: None) -> None:
    await club.standin.command(club.ada, club.games, "challenge", opponent=club.ben, layout="x")
    await club.standin.wait_for(lambda: "There is no layout" in club.private(club.ada)[-1].content)
    assert public(club) == []


# Rematch


async def test_a_rematch_is_offered_with_sides_swapped_and_accepted(club: Club) -> None:
    end = await finish(club)
    offered = await club.press(club.ben, end, "rematch")
    message = offered.message
    assert message
    assert list(message.pings) == [club.ada]
    await club.press(club.ada, message, "accept")
    await club.standin.wait_for(lambda: club.boards()[-1][0] == 2)
    match = await club.store.match(2)
    assert match
    assert match.players == {"silver": club.ben.id, "gold": club.ada.id}
    await club.press(club.ada, end, "rematch")
    assert "begun already" in await club.said_privately(club.ada)


async def test_the_second_to_press_rematch_accepts(club: Club) -> None:
    end = await finish(club)
    offered = await club.press(club.ben, end, "rematch")
    await club.press(club.ben, end, "rematch")
    assert "offered a rematch already" in await club.said_privately(club.ben)
    await club.press(club.ada, end, "rematch")
    message = offered.message
    assert message
    await club.standin.wait_for(lambda: gone(message))
    assert message.content == "The rematch of game 1 is on: game 2."
    assert club.boards()[-1][:2] == (2, 0)


async def test_both_who_press_rematch_at_once_get_one_game(club: Club) -> None:
    end = await finish(club)
    id_ = control(end, "rematch")
    for member in (club.ada, club.ben):
        club.standin.press_nowait(member, end, id_)
    begun = "The rematch of game 1 is on: game 2."
    await club.standin.wait_for(lambda: begun in [m.content for m in public(club) if gone(m)])
    assert [(game, seq) for game, seq, _ in club.boards()] == [(1, 0), (1, 1), (2, 0)]
    assert await club.store.offers.find(3) is None


async def test_who_left_the_server_is_not_asked_for_a_rematch(club: Club) -> None:
    end = await finish(club)
    club.standin.world.remove_member(club.ada)
    await club.press(club.ben, end, "rematch")
    assert "not in this server any more" in await club.said_privately(club.ben)
    assert await club.store.offers.find(2) is None


async def test_a_third_person_gets_no_rematch(club: Club, cleo: Member) -> None:
    end = await finish(club)
    await club.press(cleo, end, "rematch")
    assert "not in this game" in await club.said_privately(cleo)
    assert await club.store.offers.find(2) is None


async def test_a_rematch_beside_a_newer_game_is_played_in_a_thread(
    club: Club, cleo: Member
) -> None:
    end = await finish(club)
    message = await club.challenge(opponent=cleo)
    await club.press(cleo, message, "accept")
    await club.standin.wait_for(lambda: gone(message))
    offered = await club.press(club.ben, end, "rematch")
    assert offered.message
    assert "thread" in offered.message.content
    await club.press(club.ada, end, "rematch")
    await club.standin.wait_for(lambda: threads(club) and boards(threads(club)[0]))
    await until(lambda: _runs(club, 3, threads(club)[0]))


async def _runs(club: Club, game: int, channel: Channel) -> bool:
    return await club.store.running_in(channel.id) == game


# What members type


async def test_a_member_cannot_ping_by_what_they_type(club: Club) -> None:
    await club.begin()
    typed = "@everyone" + f"<@{club.ben.id}>"
    answer = await club.standin.command(club.ada, club.games, "move", action=typed)
    await club.settle()
    assert answer.message
    assert answer.message.ephemeral_for is club.ada
    assert list(answer.message.pings) == []


async def test_review_takes_only_games_of_this_server(club: Club) -> None:
    for typed in ("nonsense", "99999", "-1", "9" * 40, "#"):
        answer = await club.standin.command(club.ada, club.games, "review", game=typed)
        assert answer.message
        assert answer.message.ephemeral_for is club.ada
        await club.settle()
        assert answer.message.content.endswith(".")
        assert "fault" not in answer.message.content
