"""Draws, going back and ending from outside, through the match service on a real store."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.match.agreements import Agreements, Answer, draw_refusal, undo_refusal
from bot.match.boards import board_posting, confirmation
from bot.match.errors import Refused, Stale
from bot.match.menu import menu_posting, own_side_posting
from bot.match.play import IDLE_SECONDS, REASON_LIMIT
from bot.posting import Button, Posting, Select
from data import Entry, EntryKind, Match
from engine.core import GameError, GameOver, Result
from engine.deflexion.state import Deflexion
from tests.bot.match.conftest import ADA, BEN, CHANNEL, CLEO, Club, labels, refusal


@pytest.fixture
def agreements(club: Club) -> Agreements:
    return Agreements(club.play)


async def played(club: Club, *actions: str) -> Match:
    match = await club.begin()
    for number, action in enumerate(actions):
        match = await club.play.move(CHANNEL, (ADA, BEN)[number % 2], action)
    return match


def buttons(posting: Posting) -> dict[str, Button]:
    return {
        button.label: button
        for row in posting.rows if not isinstance(row, Select)
        for button in row
    }  # fmt: skip


async def test_an_offer_asks_the_other_player_alone(club: Club, agreements: Agreements) -> None:
    match = await played(club)
    for member, other in ((ADA, BEN), (BEN, ADA)):
        posting = board_posting(await agreements.draw(match.id, member), "papyrus")
        assert posting.mentions == (other,)
        assert f"Silver to move: <@{ADA}>" in posting.text
        assert labels(posting)[-2:] == ["Accept", "Decline"]
        match = await agreements.play.match(match.id)
        match = await agreements.answer(
            match.id, match.seq, other, EntryKind.DRAW_OFFER, Answer.DECLINE
        )


@pytest.mark.parametrize(
    ("kind", "answer", "entry", "seat"),
    [
        (EntryKind.DRAW_OFFER, Answer.ACCEPT, EntryKind.DRAW, "gold"),
        (EntryKind.DRAW_OFFER, Answer.DECLINE, EntryKind.DRAW_DECLINE, "gold"),
        (EntryKind.UNDO_REQUEST, Answer.ACCEPT, EntryKind.UNDO, "silver"),
        (EntryKind.UNDO_REQUEST, Answer.DECLINE, EntryKind.UNDO_DECLINE, "gold"),
    ],
)
async def test_an_answer_is_an_entry(
    club: Club,
    agreements: Agreements,
    kind: EntryKind,
    answer: Answer,
    entry: EntryKind,
    seat: str,
) -> None:
    match = await played(club, "h2-h3")
    ask = agreements.draw if kind is EntryKind.DRAW_OFFER else agreements.undo
    match = await ask(match.id, ADA)
    match = await agreements.answer(match.id, match.seq, BEN, kind, answer)
    assert (match.entries[-1].kind, match.entries[-1].seat) == (entry, seat)
    assert match.pending is None
    assert await club.store.match(match.id) == match


async def test_of_two_who_want_a_draw_at_once_the_second_accepts(
    club: Club, agreements: Agreements
) -> None:
    match = await played(club)
    await asyncio.gather(*(agreements.draw(match.id, member) for member in (ADA, BEN)))
    match = await agreements.play.match(match.id)
    assert [entry.kind for entry in match.entries[1:]] == [EntryKind.DRAW_OFFER, EntryKind.DRAW]
    assert {entry.seat for entry in match.entries[1:]} == {"silver", "gold"}
    assert match.result == Result(None, "agreement")


async def test_one_who_asks_for_a_draw_twice_at_once_offers_one(
    club: Club, agreements: Agreements
) -> None:
    match = await played(club)
    asked = (agreements.draw(match.id, ADA) for _ in range(2))
    done = await asyncio.gather(*asked, return_exceptions=True)
    assert sorted(type(each).__name__ for each in done) == ["Match", "Refused"]
    match = await agreements.play.match(match.id)
    assert [entry.kind for entry in match.entries[1:]] == [EntryKind.DRAW_OFFER]


async def test_a_draw_to_be_offered_never_accepts_one(club: Club, agreements: Agreements) -> None:
    match = await played(club)
    await agreements.draw(match.id, ADA)
    with pytest.raises(Stale):
        await agreements.offer_draw(match.id, BEN)
    await club.play.act(match.id, 1, ADA, "h2-h3")
    assert (await agreements.offer_draw(match.id, BEN)).pending


async def test_the_menu_accepts_only_the_draw_that_it_showed(
    club: Club, agreements: Agreements
) -> None:
    match = await agreements.draw((await played(club)).id, ADA)
    shown = buttons(menu_posting(match, BEN))["Accept draw"].id
    assert (shown.seq, shown.verb, shown.argument) == (1, "draw", "accept")
    await club.play.act(match.id, 1, ADA, "h2-h3")
    await agreements.draw(match.id, ADA)
    with pytest.raises(Stale):
        await agreements.answer(
            match.id, shown.seq, BEN, EntryKind.DRAW_OFFER, Answer(shown.argument)
        )


async def test_asking_to_go_back_in_return_lets_the_other_do_so(
    club: Club, agreements: Agreements
) -> None:
    match = await played(club, "h2-h3", "a4-b3")
    asked = await agreements.undo(match.id, ADA)
    assert "A move by either lets it lapse." in board_posting(asked, "papyrus").text
    with pytest.raises(Stale):
        await agreements.request_undo(match.id, BEN)
    accept = buttons(menu_posting(asked, BEN))["Accept undo"]
    assert (accept.id.seq, accept.id.argument, accept.is_disabled) == (3, "accept", False)
    assert buttons(menu_posting(asked, ADA))["Undo"].is_disabled
    back = await agreements.undo(match.id, BEN)
    assert (back.turns, back.to_move) == ((), "silver")
    assert back.entries[-1].kind is EntryKind.UNDO
    assert back.entries[-1].seat == "silver"
    assert f"<@{BEN}> let <@{ADA}> take back" in board_posting(back, "papyrus").text


async def test_one_rule_on_offers_is_told_in_the_same_words(
    club: Club, agreements: Agreements
) -> None:
    match = await played(club, "h2-h3", "a4-b3")
    rule = "A move by either lets it lapse."
    offered = await agreements.draw(match.id, ADA)
    assert rule in board_posting(offered, "papyrus").text
    for member in (ADA, BEN):
        assert rule in await refusal(agreements.undo(match.id, member))


async def test_an_answer_to_what_is_no_longer_offered_is_stale(
    club: Club, agreements: Agreements
) -> None:
    match = await played(club, "h2-h3")
    offer = await agreements.draw(match.id, ADA)
    for seq, kind in ((0, EntryKind.DRAW_OFFER), (offer.seq, EntryKind.UNDO_REQUEST)):
        with pytest.raises(Stale):
            await agreements.answer(match.id, seq, BEN, kind, Answer.ACCEPT)
    match = await club.play.move(CHANNEL, BEN, "a4-b3")
    for seq in (offer.seq, match.seq):
        with pytest.raises(Stale):
            await agreements.answer(match.id, seq, BEN, EntryKind.DRAW_OFFER, Answer.ACCEPT)
    assert match.result is None


async def test_an_offer_that_came_too_late_is_stale(club: Club, agreements: Agreements) -> None:
    match = await played(club, "h2-h3")
    await agreements.draw(match.id, ADA)
    with pytest.raises(Stale):
        await club.play.commit(match, Entry(match.seq + 1, EntryKind.UNDO_REQUEST, 0, "gold"))


async def test_one_thing_is_asked_at_a_time(club: Club, agreements: Agreements) -> None:
    match = await played(club, "h2-h3", "a4-b3")
    await agreements.draw(match.id, ADA)
    assert "waits" in await refusal(agreements.draw(match.id, ADA))
    assert "waits" in await refusal(agreements.undo(match.id, ADA))
    assert "asks you something" in await refusal(agreements.undo(match.id, BEN))
    match = await agreements.draw(match.id, BEN)
    assert match.result
    with pytest.raises(GameOver):
        await agreements.undo(match.id, BEN)


async def test_a_player_asks_once_between_their_own_moves(
    club: Club, agreements: Agreements
) -> None:
    match = await played(club, "h2-h3", "a4-b3")
    kinds = {EntryKind.DRAW_OFFER: agreements.draw, EntryKind.UNDO_REQUEST: agreements.undo}
    for kind, ask in kinds.items():
        match = await ask(match.id, ADA)
        await agreements.answer(match.id, match.seq, BEN, kind, Answer.DECLINE)
        assert "since your last move" in await refusal(ask(match.id, ADA))
    match = await club.play.move(CHANNEL, ADA, "c1-c2")
    assert draw_refusal(match, "silver") is None
    assert undo_refusal(match, "silver") is None
    assert draw_refusal(match, "gold") is None, "what one player asked does not bind the other"


async def test_an_offer_that_lapsed_counts_as_asked(club: Club, agreements: Agreements) -> None:
    match = await played(club, "h2-h3")
    await agreements.draw(match.id, ADA)
    await club.play.move(CHANNEL, BEN, "a4-b3")
    assert "since your last move" in await refusal(agreements.draw(match.id, ADA))


async def test_one_may_go_back_further_when_the_other_agreed(
    club: Club, agreements: Agreements
) -> None:
    match = await played(club, "h2-h3", "a4-b3", "c1-c2")
    for left in (["h2-h3", "a4-b3"], []):
        match = await agreements.undo(match.id, ADA)
        match = await agreements.answer(
            match.id, match.seq, BEN, EntryKind.UNDO_REQUEST, Answer.ACCEPT
        )
        assert [turn.action for turn in match.turns] == left
        assert match.to_move == "silver"
    assert "no move to take back" in await refusal(agreements.undo(match.id, ADA))


class Secretive(Deflexion):
    has_secrets = True


class Chancy(Deflexion):
    has_chance = True


@pytest.mark.parametrize("game", [Secretive, Chancy])
async def test_nothing_is_taken_back_where_it_would_unsee_something(
    club: Club, game: Callable[[], Deflexion]
) -> None:
    match = replace(await played(club, "h2-h3"), game=game())
    assert "cannot be unseen" in (undo_refusal(match, "silver") or "")
    assert buttons(menu_posting(match, ADA))["Undo"].is_disabled


async def test_strangers_and_finished_games_are_refused(club: Club, agreements: Agreements) -> None:
    match = await played(club, "h2-h3")
    offer = await agreements.draw(match.id, ADA)
    answer = agreements.answer(match.id, offer.seq, CLEO, EntryKind.DRAW_OFFER, Answer.ACCEPT)
    for work in (agreements.draw(match.id, CLEO), agreements.undo(match.id, CLEO), answer):
        assert await refusal(work) == "You are not in this game."
    assert "to answer" in await refusal(
        agreements.answer(match.id, offer.seq, ADA, EntryKind.DRAW_OFFER, Answer.ACCEPT)
    )
    await club.play.resign(match.id, BEN)
    for work in (
        agreements.draw(match.id, BEN),
        agreements.answer(match.id, offer.seq, BEN, EntryKind.DRAW_OFFER, Answer.ACCEPT),
    ):
        with pytest.raises(GameOver):
            await work


async def test_the_menu_accepts_a_draw_that_is_offered(club: Club, agreements: Agreements) -> None:
    match = await agreements.draw((await played(club, "h2-h3")).id, ADA)
    assert not buttons(menu_posting(match, BEN))["Accept draw"].is_disabled
    assert buttons(menu_posting(match, ADA))["Draw"].is_disabled


async def test_the_question_before_a_move_keeps_the_pick_and_the_answers(
    club: Club, agreements: Agreements
) -> None:
    match = await agreements.draw((await played(club)).id, BEN)
    rows = await club.play.ask(match.id, match.seq, ADA, "h2-h3")
    asked = buttons(Posting("", None, rows))
    assert list(asked) == ["Confirm h2-h3", "Back", "☰", "Rules", "Accept", "Decline"]
    assert str(asked["Back"].id) == f"rc:{match.id}:{match.seq}:pick:h2"
    assert rows == confirmation(match, match.game.parse("h2-h3"))
    for member, text in ((BEN, "a4-b3"), (CLEO, "h2-h3"), (ADA, "h2-h9"), (ADA, "")):
        assert await refusal(club.play.ask(match.id, match.seq, member, text))
    with pytest.raises(Stale):
        await club.play.ask(match.id, 0, ADA, "h2-h3")
    assert await club.store.match(match.id) == match


async def test_ones_own_side_is_shown_at_the_bottom(club: Club) -> None:
    match = await played(club, "h2-h3")
    board = board_posting(match, "papyrus").picture
    first, second = (own_side_posting(match, m, "papyrus").picture for m in (ADA, BEN))
    assert board
    assert first
    assert second
    assert first.png == board.png
    assert second.png != board.png
    assert {first.alt, second.alt} == {board.alt}
    assert not first.name.startswith(str(match.id))
    with pytest.raises(Refused):
        own_side_posting(match, CLEO, "papyrus")


# Ends from outside


async def test_a_player_ends_a_game_in_which_nobody_acted_for_14_days(club: Club) -> None:
    match = await played(club, "h2-h3")
    club.time += IDLE_SECONDS - 1
    for member in (ADA, BEN, CLEO):
        with pytest.raises(Refused):
            await club.play.end(CHANNEL, member, "idle", is_moderator=False)
    club.time += 1
    with pytest.raises(Refused):
        await club.play.end(CHANNEL, CLEO, "idle", is_moderator=False)
    match = await club.play.end(CHANNEL, BEN, "idle", is_moderator=False)
    posting = board_posting(match, "papyrus")
    assert posting.text.startswith(f"<@{BEN}> ended this game: idle\n")
    assert posting.mentions == ()


async def test_an_offer_is_an_act(club: Club, agreements: Agreements) -> None:
    match = await played(club, "h2-h3")
    club.time += IDLE_SECONDS - 1
    await agreements.draw(match.id, ADA)
    club.time += 1
    with pytest.raises(Refused):
        await club.play.end(CHANNEL, BEN, "idle", is_moderator=False)


@pytest.mark.parametrize("reason", ["", "  \n ", "\u202e\u200b"])
async def test_an_end_needs_a_reason_that_can_be_read(club: Club, reason: str) -> None:
    await played(club)
    assert "reason" in await refusal(club.play.end(CHANNEL, CLEO, reason, is_moderator=True))


async def test_a_reason_of_any_length_and_kind_fits_the_message(club: Club) -> None:
    await played(club)
    match = await club.play.end(CHANNEL, CLEO, "@\n*" * 2000, is_moderator=True)
    assert len(match.entries[-1].action or "") == REASON_LIMIT
    text = board_posting(match, "papyrus").text
    assert len(text) <= 2000
    assert r"\@ \*" in text


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        (EntryKind.TIMEOUT, [f"<@{BEN}> ran out of time.", "Silver wins on time."]),
        (EntryKind.LAPSE, ["30 days", "over without a winner"]),
    ],
)
async def test_every_other_end_is_told(club: Club, kind: EntryKind, says: list[str]) -> None:
    match = await played(club, "h2-h3")
    seat = "gold" if kind is EntryKind.TIMEOUT else None
    text = board_posting(match.extended([Entry(2, kind, 0, seat)]), "papyrus").text
    assert all(words in text for words in says)


async def test_a_typed_move_is_asked_about_in_canonical_form(club: Club) -> None:
    match = await played(club)
    posting = await club.play.ask_typed(CHANNEL, ADA, "F1R pyramid")
    assert labels(posting) == ["Confirm"]
    assert f"game {match.id}" in posting.text
    with pytest.raises(GameError):
        await club.play.ask_typed(CHANNEL, BEN, "a4-b3")
