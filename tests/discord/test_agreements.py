"""Draws, going back, confirming, and the menu, as two members see them."""

import asyncio
import re

import pytest

from bot.playground.interactions import Status
from bot.playground.world import Member, Message
from data import EntryKind, Match, Preferences
from tests.discord.conftest import Club
from tests.discord.reading import control, controls


async def answer(club: Club, member: Member, verb: str) -> None:
    """Press under the newest board, and wait for the next one."""
    posted = len(club.boards())
    await club.press(member, club.newest(), verb)
    await club.standin.wait_for(lambda: len(club.boards()) > posted)
    await club.settle()


async def refused(club: Club, member: Member, verb: str) -> str:
    """Press under the newest board; what the member is told in private."""
    told = len(club.private(member))
    await club.press(member, club.newest(), verb)
    await club.standin.wait_for(lambda: len(club.private(member)) > told)
    return club.private(member)[-1].content


async def kept(club: Club, match: Match) -> Match:
    found = await club.store.match(match.id)
    assert found
    return found


def kinds(match: Match) -> list[EntryKind]:
    return [entry.kind for entry in match.entries[1:]]


async def test_a_draw_is_offered_under_the_board_and_accepted(club: Club) -> None:
    match = await club.begin()
    await club.command(club.ada, "draw")
    offer = club.newest()
    assert offer.content.startswith(f"<@{club.ada.id}> offers <@{club.ben.id}> a draw.")
    assert list(offer.pings) == [club.ben]
    assert control(offer, "pick"), "the board can still be played on"
    assert len(offer.components) == 5
    await answer(club, club.ben, "draw:accept")
    assert (await kept(club, match)).result
    assert f"<@{club.ben.id}> accepted the draw." in club.newest().content
    assert "A draw by agreement." in club.newest().content
    assert list(club.newest().pings) == []
    assert await club.store.running_in(club.games.id) is None


async def test_a_draw_offered_in_return_is_agreed(club: Club) -> None:
    match = await club.begin()
    await club.command(club.ben, "draw")
    await club.command(club.ada, "draw")
    assert kinds(await kept(club, match)) == [EntryKind.DRAW_OFFER, EntryKind.DRAW]


async def test_a_declined_draw_may_be_offered_again_after_the_next_move(club: Club) -> None:
    match = await club.begin()
    await club.command(club.ada, "draw")
    await answer(club, club.ben, "draw:decline")
    declined = club.newest()
    assert declined.content.startswith(f"<@{club.ben.id}> declined the draw.")
    assert list(declined.pings) == [club.ada], "it is her turn"
    again = await club.command(club.ada, "draw")
    assert again.message
    assert "since your last move" in again.message.content
    menu = await club.press(club.ada, declined, "menu")
    assert menu.message
    assert controls(menu.message)[control(menu.message, "draw")].get("disabled")
    await club.play(club.ada, "h2-h3")
    await club.command(club.ada, "draw")
    assert (await kept(club, match)).pending


async def test_who_declines_in_their_own_turn_is_not_pinged_for_it(club: Club) -> None:
    await club.begin()
    await club.command(club.ben, "draw")
    await answer(club, club.ada, "draw:decline")
    assert f"Silver to move: <@{club.ada.id}>" in club.newest().content
    assert list(club.newest().pings) == []


async def test_only_whom_it_was_made_to_answers_an_offer(club: Club) -> None:
    match = await club.begin()
    await club.command(club.ada, "draw")
    said = await refused(club, club.ada, "draw:accept")
    assert f"for <@{club.ben.id}> to answer" in said
    cleo = club.standin.world.add_member("Cleo")
    for verb in ("draw:accept", "draw:decline"):
        assert await refused(club, cleo, verb) == "You are not in this game."
    for name in ("draw", "undo"):
        done = await club.command(cleo, name)
        assert done.message
        assert done.message.content == "You are not in this game."
    assert kinds(await kept(club, match)) == [EntryKind.DRAW_OFFER]


async def test_a_move_lets_an_offer_lapse(club: Club) -> None:
    match = await club.begin()
    await club.command(club.ben, "draw")
    offer = club.newest()
    shown = [dict(row) for row in offer.components]
    await club.play(club.ada, "h2-h3")
    assert (await kept(club, match)).pending is None
    offer.components = shown  # as a client shows it that has not heard of the edit yet
    await club.press(club.ada, offer, "draw:accept")
    await club.standin.wait_for(lambda: club.private(club.ada))
    assert "gone on since" in club.private(club.ada)[-1].content
    assert (await kept(club, match)).result is None


@pytest.mark.parametrize("name", ["draw", "undo"])
async def test_both_asking_at_once_harms_nothing(club: Club, name: str) -> None:
    match = await club.begin()
    await club.play(club.ada, "h2-h3")
    await club.play(club.ben, "a4-b3")
    done = await asyncio.gather(*(club.command(m, name) for m in (club.ada, club.ben)))
    assert [each.status for each in done] == [Status.ANSWERED] * 2
    came = kinds(await kept(club, match))[2:]
    said = [m.content for each in (club.ada, club.ben) for m in club.private(each)]
    asked = {"draw": EntryKind.DRAW_OFFER, "undo": EntryKind.UNDO_REQUEST}[name]
    if came != [asked]:
        assert came == [asked, EntryKind(name)], "the second agreed to the first"
    else:
        assert len(came) == 1
        assert len(said) == 1, "one is told what came first"
    assert [seq for _, seq, _ in club.boards()] == list(range(len(came) + 3))


async def test_accepting_and_declining_twenty_times_at_once_is_one_answer(club: Club) -> None:
    match = await club.begin()
    await club.command(club.ada, "draw")
    offer = club.newest()
    ids = [control(offer, f"draw:{('accept', 'decline')[n % 2]}") for n in range(20)]
    presses = [club.standin.press_nowait(club.ben, offer, id_) for id_ in ids]
    await asyncio.gather(*(press.settled.wait() for press in presses if press))
    await club.standin.wait_for(lambda: len(club.private(club.ben)) == 19)
    assert [press.status for press in presses if press] == [Status.ANSWERED] * 20
    await club.standin.wait_for(lambda: len(club.boards()) > 2)
    assert len(kinds(await kept(club, match))) == 2
    assert [seq for _, seq, _ in club.boards()] == [0, 1, 2]


async def test_a_move_is_taken_back_when_the_other_agrees(club: Club) -> None:
    match = await club.begin()
    await club.play(club.ada, "h2-h3")
    menu = await club.press(club.ada, club.newest(), "menu")
    assert menu.message
    asking = menu.message
    await club.press(club.ada, asking, "undo")
    done = "You asked to take your last move back."
    await club.standin.wait_for(lambda: asking.content == done)
    asked = club.newest()
    assert f"<@{club.ada.id}> asks <@{club.ben.id}> to take back `h2-h3`." in asked.content
    assert list(asked.pings) == [club.ben]
    await answer(club, club.ben, "undo:accept")
    board = club.newest()
    assert board.content.startswith(f"<@{club.ben.id}> let <@{club.ada.id}> take back `h2-h3`.")
    assert list(board.pings) == [club.ada]
    after = await kept(club, match)
    assert (after.turns, after.to_move) == ((), "silver")
    await club.play(club.ada, "c1-c2")
    assert [turn.action for turn in (await kept(club, match)).turns] == ["c1-c2"]


async def test_going_back_in_ones_own_turn_takes_back_the_answer_too(club: Club) -> None:
    match = await club.begin()
    for member, action in ((club.ada, "h2-h3"), (club.ben, "a4-b3"), (club.ada, "c1-c2")):
        await club.play(member, action)
    await club.command(club.ben, "undo")
    assert "to take back `a4-b3` and `c1-c2`." in club.newest().content
    await answer(club, club.ada, "undo:accept")
    after = await kept(club, match)
    assert [turn.action for turn in after.turns] == ["h2-h3"]
    assert after.to_move == "gold"


async def test_a_declined_undo_leaves_the_game_as_it_is(club: Club) -> None:
    match = await club.begin()
    await club.play(club.ada, "h2-h3")
    await club.command(club.ada, "undo")
    await answer(club, club.ben, "undo:decline")
    assert "nothing is taken back" in club.newest().content
    assert len((await kept(club, match)).turns) == 1
    again = await club.command(club.ada, "undo")
    assert again.message
    assert "since your last move" in again.message.content


async def test_nothing_is_offered_or_taken_back_that_cannot_be(club: Club) -> None:
    match = await club.begin()
    board = club.newest()
    menu = await club.press(club.ben, board, "menu")
    assert menu.message
    assert controls(menu.message)[control(menu.message, "undo")].get("disabled")
    nothing = await club.command(club.ben, "undo")
    assert nothing.message
    assert "no move to take back" in nothing.message.content
    shown = control(menu.message, "draw")
    await club.bot.play.resign(match.id, club.ada.id)
    await club.bot.delivery.deliver(match.id)
    told = len(club.private(club.ben))
    await club.standin.press(club.ben, menu.message, shown)
    await club.standin.wait_for(lambda: len(club.private(club.ben)) > told)
    assert club.private(club.ben)[-1].content == "This game is over."
    for name in ("draw", "undo"):
        over = await club.command(club.ben, name)
        assert over.message
        assert "No game is running" in over.message.content
    assert kinds(await kept(club, match)) == [EntryKind.RESIGN]


async def prefer_to_confirm(club: Club, member: Member) -> None:
    await club.store.people.prefer(member.id, Preferences(confirm=True))


def labels(message: Message) -> list[object]:
    return [component.get("label") for component in controls(message).values()]


async def test_who_prefers_so_confirms_a_move_in_place(club: Club) -> None:
    match = await club.begin()
    await prefer_to_confirm(club, club.ada)
    board = club.newest()
    picture = board.attachments
    await club.press(club.ada, board, "pick", "h2")
    await club.press(club.ada, board, "go:h2-h3")
    await club.standin.wait_for(lambda: labels(board) == ["Confirm h2-h3", "Back", "☰", "Rules"])
    assert board.attachments == picture
    assert kinds(await kept(club, match)) == []
    assert await refused(club, club.ben, "confirm") == f"It is <@{club.ada.id}>'s turn."
    await club.press(club.ada, board, "pick")
    assert control(board, "go:h2-h3"), "the piece is still picked"
    await club.press(club.ada, board, "turn:h2L")
    await club.standin.wait_for(lambda: labels(board) == ["Confirm h2L", "Back", "☰", "Rules"])
    await answer(club, club.ada, "confirm")
    assert [turn.action for turn in (await kept(club, match)).turns] == ["h2L"]
    await club.play(club.ben, "a4-b3")


async def test_an_offer_can_be_answered_while_a_move_waits_for_its_confirmation(
    club: Club,
) -> None:
    match = await club.begin()
    await prefer_to_confirm(club, club.ada)
    await club.command(club.ben, "draw")
    board = club.newest()
    await club.press(club.ada, board, "pick", "h2")
    await club.press(club.ada, board, "go:h2-h3")
    await club.standin.wait_for(
        lambda: labels(board) == ["Confirm h2-h3", "Back", "☰", "Rules", "Accept", "Decline"]
    )
    await answer(club, club.ada, "draw:accept")
    assert (await kept(club, match)).result


async def test_a_typed_move_is_confirmed_in_private(club: Club) -> None:
    match = await club.begin()
    await prefer_to_confirm(club, club.ada)
    asked = await club.command(club.ada, "move", action="H2-h3")
    assert asked.message
    assert asked.message.content == f"Your move in game {match.id}: `h2-h3`?"
    assert kinds(await kept(club, match)) == []
    cannot = await club.command(club.ada, "move", action="h2-h9")
    assert cannot.message
    assert "off the board" in cannot.message.content
    question = asked.message
    await club.press(club.ada, question, "confirm")
    await club.standin.wait_for(lambda: question.content == "You played `h2-h3`.")
    assert not question.components
    assert [turn.action for turn in (await kept(club, match)).turns] == ["h2-h3"]


async def test_an_offer_that_lapsed_is_not_made_again_by_accepting_it_in_the_menu(
    club: Club,
) -> None:
    match = await club.begin()
    await club.command(club.ada, "draw")
    menu = await club.press(club.ben, club.newest(), "menu")
    assert menu.message
    await club.play(club.ada, "h2-h3")
    await club.press(club.ben, menu.message, "draw")
    await club.standin.wait_for(lambda: len(club.private(club.ben)) == 2)
    assert "gone on since" in club.private(club.ben)[-1].content
    assert (await kept(club, match)).pending is None


async def test_a_draw_offered_meanwhile_is_not_accepted_by_offering_one_in_the_menu(
    club: Club,
) -> None:
    match = await club.begin()
    menu = await club.press(club.ben, club.newest(), "menu")
    assert menu.message
    await club.command(club.ada, "draw")
    await club.press(club.ben, menu.message, "draw")
    await club.standin.wait_for(lambda: len(club.private(club.ben)) == 2)
    assert "gone on since" in club.private(club.ben)[-1].content
    assert (await kept(club, match)).result is None


async def test_a_draw_is_accepted_in_the_menu_which_then_says_so(club: Club) -> None:
    match = await club.begin()
    await club.command(club.ada, "draw")
    menu = await club.press(club.ben, club.newest(), "menu")
    panel = menu.message
    assert panel
    await club.press(club.ben, panel, "draw")
    await club.standin.wait_for(lambda: panel.content == "You accepted the draw.")
    assert not panel.components
    assert kinds(await kept(club, match)) == [EntryKind.DRAW_OFFER, EntryKind.DRAW]


async def test_going_back_is_allowed_in_the_menu_which_then_says_so(club: Club) -> None:
    match = await club.begin()
    await club.play(club.ada, "h2-h3")
    await club.command(club.ada, "undo")
    menu = await club.press(club.ben, club.newest(), "menu")
    panel = menu.message
    assert panel
    await club.press(club.ben, panel, "undo")
    await club.standin.wait_for(
        lambda: panel.content == "You let your opponent take the move back."
    )
    assert not panel.components
    assert kinds(await kept(club, match))[1:] == [EntryKind.UNDO_REQUEST, EntryKind.UNDO]


@pytest.mark.parametrize("verb", ["pick", "go:h2-h3"])
async def test_controls_that_arrive_late_do_not_stay_on_an_old_board(club: Club, verb: str) -> None:
    match = await club.begin()
    await prefer_to_confirm(club, club.ada)
    old = club.newest()
    await club.press(club.ada, old, "pick", "h2")
    path = "/webhooks/.*@original$" if verb.startswith("go") else "/interactions/.*/callback"
    method = "PATCH" if verb.startswith("go") else "POST"
    club.standin.fail(method, path, None, delay=0.5)
    sent = len(club.standin.requests)
    values = ("c1",) if verb == "pick" else ()
    late = asyncio.create_task(club.press(club.ada, old, verb, *values))
    await club.standin.wait_for(
        lambda: any(
            r.method == method and re.search(path, r.path) for r in club.standin.requests[sent:]
        )
    )
    await club.bot.play.resign(match.id, club.ben.id)
    await club.bot.delivery.deliver(match.id)
    assert not old.components
    await late
    await club.settle()
    await club.standin.wait_for(lambda: not old.components)
    assert club.newest().components


async def test_the_menu_flips_the_board_for_oneself_alone(club: Club) -> None:
    await club.begin()
    await club.play(club.ada, "j5R")
    board = club.newest()
    seen = {}
    for member, side in ((club.ada, "Silver"), (club.ben, "Gold")):
        menu = await club.press(member, board, "menu")
        assert menu.message
        told = len(club.private(member))
        await club.press(member, menu.message, "ownside")
        await club.standin.wait_for(lambda: len(club.private(member)) > told)  # noqa: B023
        assert f"from {side}'s side" in club.private(member)[-1].content
        (attachment,) = club.private(member)[-1].attachments
        assert attachment.description
        assert "j5" in attachment.description
        seen[member] = attachment.data
    assert seen[club.ada] == board.attachments[0].data, "the first seat sits at the bottom"
    assert seen[club.ben] != seen[club.ada]
    assert len(club.boards()) == 2, "no private picture is taken for a board"


async def test_the_question_whether_to_resign_can_be_answered_with_no(club: Club) -> None:
    match = await club.begin()
    asked = await club.command(club.ben, "resign")
    assert asked.message
    question = asked.message
    await club.press(club.ben, question, "resign:no")
    await club.standin.wait_for(lambda: question.content == "You play on.")
    assert (await kept(club, match)).result is None
