"""Challenges straight through the match service: who may ask whom, when, where, and for what."""

import asyncio
from dataclasses import replace

import pytest

from bot.match.boards import board_posting
from bot.match.challenges import MOST_OPEN, PAUSE
from bot.match.errors import ChallengeClosed
from bot.match.games import Listing, games_posting
from bot.match.review import Review, review_posting, suggest_reviews
from bot.match.terms import DAY, layouts
from data import FORMER_MEMBER, Match, Preferences, ServerSettings, Status, Store
from tests.bot.match.conftest import ADA, BEN, CHANNEL, CLEO, GUILD, HERE, Club, labels, refusal

BARE = "p<3k5/d^P>8/3d>6/o1D^4O2/8p>D>/10/3P<4o1/4K4P> s"
THREAD = replace(HERE, channel_id=CHANNEL + 50, parent_id=CHANNEL, holds_threads=False)


async def over(club: Club) -> Match:
    match = await club.begin()
    return await club.play.resign(match.id, BEN)


# What is asked for


async def test_a_challenge_pings_the_opponent_alone(club: Club) -> None:
    _, posting = await club.offer(side="second")
    assert posting.mentions == (BEN,)
    assert "Deflexion · Classic" in posting.text
    assert f"<@{ADA}> plays Gold" in posting.text
    assert "Clock" not in posting.text
    assert labels(posting) == ["Accept", "Decline", "Cancel"]


@pytest.mark.parametrize(("side", "silver"), [("first", ADA), ("second", BEN)])
async def test_the_challenger_gets_the_side_asked_for(club: Club, side: str, silver: int) -> None:
    match = await club.challenges.accept(await club.challenge(side=side), BEN)
    assert match.players["silver"] == silver
    assert list(match.players) == ["silver", "gold"]


async def test_random_sides_fall_both_ways(club: Club) -> None:
    drawn = set()
    for channel in range(20):
        match = await club.challenges.accept(await club.challenge(channel, "random"), BEN)
        drawn.add(match.players["silver"])
    assert drawn == {ADA, BEN}


@pytest.mark.parametrize(
    ("name", "seconds", "said"),
    [("1 hour", 3600, "1 hour per move"), ("7 days", 604_800, "7 days per move")],
)
async def test_a_clock_is_shown_and_kept(club: Club, name: str, seconds: int, said: str) -> None:
    offer, posting = await club.offer(clock=name)
    assert f"Clock: {said}." in posting.text
    assert (await club.challenges.accept(offer.id, BEN)).clock == seconds


@pytest.mark.parametrize(
    "terms",
    [
        {"layout": "pyramid"}, {"layout": "own:1"}, {"layout": "own:" + "9" * 40},
        {"layout": "@everyone" + "x" * 5_000}, {"side": "left"}, {"clock": "1 second"},
        {"game": "chess"},
    ],
)  # fmt: skip
async def test_what_there_is_not_is_refused_in_a_sentence(
    club: Club, terms: dict[str, str]
) -> None:
    said = await refusal(club.offer(**terms))
    assert said.endswith(".")
    assert len(said) < 300
    assert await club.store.offers.find(1) is None


async def test_ones_own_layout_is_copied_at_the_challenge_and_may_go_then(club: Club) -> None:
    number = await club.store.shelf.add(ADA, "deflexion", "*My* layout", BARE, club.time)
    (shown,) = await layouts(club.store, "deflexion", ADA, GUILD, "my")
    assert (shown.label, shown.value) == ("*My* layout (yours)", f"own:{number}")
    offer, posting = await club.offer(layout=shown.value)
    assert r"“\*My\* layout”" in posting.text
    assert posting.picture
    assert posting.picture.name == f"start-{offer.id}.png"
    await club.store.shelf.remove(number, ADA)
    match = await club.challenges.accept(offer.id, BEN)
    assert match.options["code"] == BARE
    assert r"**Deflexion · “\*My\* layout”** · game 1" in board_posting(match, "papyrus").text
    assert "not there any more" in await refusal(club.offer(layout=shown.value))


async def test_a_layout_of_ones_own_names_the_game_wherever_it_is_told_of(club: Club) -> None:
    number = await club.store.shelf.add(CLEO, "deflexion", "*My* " + "long " * 7, BARE, club.time)
    await club.store.shelf.share(number, GUILD)
    offer, _ = await club.offer(layout=f"own:{number}")
    game = (await club.challenges.accept(offer.id, BEN)).id
    await club.store.people.remember({ADA: "A" * 32, BEN: "B" * 32})
    title = r"Deflexion · “\*My\* long long long long long long long ”"
    # Another store reads what a restart would find.
    store = await Store.open(str(club.store._database.engine.url))
    match = await store.match(game)
    assert match
    assert title in review_posting(Review(match, 0, "papyrus")).text
    assert title in (await games_posting(store, GUILD, Listing(), 0, "first")).text
    for member in (ADA, CLEO):
        (line,) = await suggest_reviews(store, GUILD, member, "long deflexion running")
        assert "· Deflexion · “*My* long" in line.label
        assert line.label.endswith(" · running")
        assert len(line.label) <= 100
    (running,) = await club.play.suggest_running(ADA, GUILD, "")
    assert "Deflexion · “*My* long" in running.label
    match = await club.play.resign(game, BEN)
    rematch, posting = await club.challenges.rematch(match, BEN, HERE)
    assert title in posting.text if posting else False
    await club.store.personal.forget(CLEO)
    for id_ in (game, rematch.id):
        offer_now = await store.offers.find(id_)
        assert offer_now
        assert offer_now.layout is None
    assert "“" not in (await games_posting(store, GUILD, Listing(), 0, "first")).text
    forgotten = await club.store.match(game)
    assert forgotten
    assert "**Deflexion** · game 1" in review_posting(Review(forgotten, 0, "papyrus")).text
    await store.close()


async def test_a_layout_is_found_by_its_name_and_only_where_it_is_shared(club: Club) -> None:
    number = await club.store.shelf.add(CLEO, "deflexion", "Cleo's", BARE, club.time)
    assert "not there any more" in await refusal(club.offer(layout=f"own:{number}"))
    assert await layouts(club.store, "deflexion", ADA, GUILD, "cleo") == []
    await club.store.shelf.share(number, GUILD)
    (shown,) = await layouts(club.store, "deflexion", ADA, GUILD, "cleo")
    assert shown.label == "Cleo's (shared here)"
    offer, _ = await club.offer(layout=" cleo's ")
    assert offer.options["code"] == BARE


# Who may ask and answer


async def test_only_whom_it_concerns_settles_a_challenge(club: Club) -> None:
    offer = await club.challenge()
    accept, decline, cancel = (
        club.challenges.accept, club.challenges.decline, club.challenges.cancel,
    )  # fmt: skip
    assert "your own" in await refusal(accept(offer, ADA))
    assert "somebody else" in await refusal(accept(offer, CLEO))
    assert "Only the member who was challenged" in await refusal(decline(offer, ADA))
    assert "Only the member who made" in await refusal(cancel(offer, BEN))
    await cancel(offer, ADA)
    assert "no longer open" in await refusal(accept(offer, BEN))
    assert "no longer open" in await refusal(accept(999, BEN))


async def test_an_open_challenge_pings_nobody_and_is_for_anybody_but_its_maker(club: Club) -> None:
    offer, posting = await club.offer(None)
    assert posting.mentions == ()
    assert labels(posting) == ["Accept", "Cancel"]
    assert "your own" in await refusal(club.challenges.accept(offer.id, ADA))
    accepted = await asyncio.gather(
        *(club.challenges.accept(offer.id, member) for member in (BEN, CLEO)),
        return_exceptions=True,
    )
    (match,) = [each for each in accepted if isinstance(each, Match)]
    assert sum(isinstance(each, ChallengeClosed) for each in accepted) == 1
    assert match.players["silver"] == ADA
    assert match.players["gold"] in (BEN, CLEO)


async def test_who_takes_no_challenges_is_not_asked_but_may_accept_open_ones(club: Club) -> None:
    await club.store.people.prefer(BEN, Preferences(challenges="nobody"))
    assert f"<@{BEN}> takes no challenges" in await refusal(club.offer())
    offer, _ = await club.offer(None)
    assert await club.challenges.accept(offer.id, BEN)


async def test_a_member_who_did_not_accept_is_not_asked_again_at_once(club: Club) -> None:
    await club.challenges.decline(await club.challenge(), BEN)
    said = await refusal(club.offer())
    assert f"<t:{club.time + PAUSE}:R>" in said
    await club.offer(CLEO)
    club.time += PAUSE - 1
    assert "moment ago" in await refusal(club.offer())
    club.time += 1
    await club.offer()


async def test_who_accepted_may_be_asked_again_at_once(club: Club) -> None:
    match = await over(club)
    assert match.result
    await club.offer()


async def test_a_member_has_five_open_challenges_and_is_told_where(club: Club) -> None:
    for _ in range(MOST_OPEN - 1):
        await club.offer(None)
    both = await asyncio.gather(club.offer(None), club.offer(None), return_exceptions=True)
    assert sum(isinstance(each, tuple) for each in both) == 1
    said = await refusal(club.offer(CLEO))
    link = f"https://discord.com/channels/{GUILD}/{CHANNEL}/"
    assert f"\n- [Deflexion · Classic with anybody]({link}1001)\n" in said
    assert f"<t:{club.time + DAY}:R>" in said
    assert said == await refusal(club.challenges.insist_on_asking(ADA, CLEO, HERE))
    await club.challenges.cancel(1, ADA)
    await club.offer(CLEO)


async def test_the_list_of_open_challenges_names_whom_and_what_and_fits(club: Club) -> None:
    await club.store.people.remember({BEN: "[*" * 16})
    await club.store.shelf.add(ADA, "deflexion", "[*" * 20, BARE, club.time)
    for _ in range(MOST_OPEN):
        _, posting = await club.offer(BEN, layout="[*" * 20)
        assert posting.mentions == (BEN,)
        club.time += PAUSE + 1
    said = await refusal(club.offer(CLEO))
    name = "\\[\\*"
    assert said.count(f"\n- [Deflexion · “{name * 20}” with {name * 16}](https://") == MOST_OPEN
    # Ids of Discord, short in this test, are three in each link.
    assert len(said) + MOST_OPEN * 3 * 17 < 2000


async def test_who_wants_none_or_was_just_asked_cannot_be_asked_whatever_the_terms(
    club: Club,
) -> None:
    await club.store.people.prefer(CLEO, Preferences(challenges="nobody"))
    asking = club.challenges.insist_on_asking
    assert "takes no challenges" in await refusal(asking(ADA, CLEO, HERE))
    await asking(ADA, BEN, HERE)
    await club.offer(BEN)
    assert "a moment ago" in await refusal(asking(ADA, BEN, HERE))
    club.time += PAUSE
    await club.challenges.accept(await club.challenge(CHANNEL + 50), BEN)
    assert "cannot hold another" in await refusal(asking(CLEO, BEN, THREAD))


async def test_a_challenge_lapses_after_a_day_whether_or_not_anybody_looked(club: Club) -> None:
    offer = await club.challenge()
    club.time += DAY - 1
    assert await club.challenges.lapse() == []
    club.time += 1
    assert "lapsed" in await refusal(club.challenges.accept(offer, BEN))
    assert await club.challenges.lapse() == []
    kept = await club.store.offers.find(offer)
    assert kept
    assert kept.status is Status.LAPSED
    assert "lapsed" in await refusal(club.challenges.accept(offer, BEN))
    other = await club.challenge()
    club.time += DAY
    assert [each.id for each in await club.challenges.lapse()] == [other]


# Where it is played


async def test_a_busy_channel_plays_its_next_game_in_a_thread(club: Club) -> None:
    before = await club.challenge()
    club.time += PAUSE
    match = await club.begin()
    offer, posting = await club.offer(CLEO)
    assert offer.wants_thread
    assert "in a thread of its own" in posting.text
    assert (await club.challenges.admit(before, BEN, HERE)).wants_thread
    await club.play.resign(match.id, BEN)
    assert (await club.challenges.admit(offer.id, CLEO, HERE)).wants_thread
    assert not (await club.challenges.admit(before, BEN, HERE)).wants_thread
    begun = await club.challenges.accept(offer.id, CLEO, CHANNEL + 1)
    assert (await club.play.running(CHANNEL + 1)).id == begun.id


async def test_a_game_begun_in_the_meantime_leaves_the_challenge_open(club: Club) -> None:
    late = await club.challenge()
    club.time += PAUSE
    await club.begin()
    assert "try again" in await refusal(club.challenges.accept(late, BEN))
    await club.challenges.accept(await club.challenge(CHANNEL + 1), BEN)
    assert "thread below" in await refusal(club.challenges.accept(late, BEN, CHANNEL + 1))
    assert await club.challenges.accept(late, BEN, CHANNEL + 2)


async def test_a_busy_thread_refuses_and_names_its_channel(club: Club) -> None:
    offer, _ = await club.offer(place=THREAD)
    assert not offer.wants_thread
    await club.challenges.accept(offer.id, BEN)
    assert f"<#{CHANNEL}>" in await refusal(club.offer(place=THREAD))


async def test_a_busy_channel_that_holds_no_threads_refuses(club: Club) -> None:
    await club.begin()
    said = await refusal(club.offer(place=replace(HERE, holds_threads=False)))
    assert "running in this channel" in said


async def test_what_a_thread_needs_is_named_before_it_is_promised(club: Club) -> None:
    offer, _ = await club.offer()
    club.time += PAUSE
    await club.begin()
    bound = replace(HERE, lacking=("Create Public Threads",))
    assert "Create Public Threads" in await refusal(club.offer(CLEO, place=bound))
    assert "Create Public Threads" in await refusal(club.challenges.admit(offer.id, BEN, bound))
    free = replace(bound, channel_id=CHANNEL + 9)
    assert await club.offer(CLEO, place=free)


async def test_a_server_may_want_every_game_in_a_thread(club: Club) -> None:
    await club.store.people.set_server(GUILD, ServerSettings(thread=True))
    assert (await club.offer())[0].wants_thread
    assert not (await club.offer(CLEO, place=THREAD))[0].wants_thread
    assert not (await club.offer(None, place=replace(HERE, holds_threads=False)))[0].wants_thread


# Again


async def test_a_rematch_swaps_sides_and_keeps_layout_and_clock(club: Club) -> None:
    offer, _ = await club.offer(layout="imhotep", clock="3 days")
    match = await club.challenges.accept(offer.id, BEN)
    assert "not over" in await refusal(club.challenges.rematch(match, ADA, HERE))
    match = await club.play.resign(match.id, BEN)
    again, posting = await club.challenges.rematch(match, ADA, HERE)
    assert posting
    assert posting.mentions == (BEN,)
    assert f"rematch of game {match.id}: **Deflexion · Imhotep**" in posting.text
    second = await club.challenges.accept(again.id, BEN)
    assert second.players == {"silver": BEN, "gold": ADA}
    assert (second.options, second.clock) == (match.options, match.clock)


async def test_the_second_press_accepts_what_the_first_offers(club: Club) -> None:
    match = await over(club)
    offer, _ = await club.challenges.rematch(match, BEN, HERE)
    await club.store.offers.note_message(offer.id, 77)
    assert "already" in await refusal(club.challenges.rematch(match, BEN, HERE))
    elsewhere = replace(HERE, channel_id=CHANNEL + 1)
    assert f"<#{CHANNEL}>" in await refusal(club.challenges.rematch(match, ADA, elsewhere))
    found, posting = await club.challenges.rematch(match, ADA, HERE)
    assert (found.id, posting) == (offer.id, None)
    begun = await club.challenges.accept(found.id, ADA)
    said = f"begun already: game {begun.id}"
    for member in (ADA, BEN):
        assert said in await refusal(club.challenges.rematch(match, member, HERE))


async def test_a_declined_or_unseen_rematch_may_be_offered_anew(club: Club) -> None:
    match = await over(club)
    unseen, _ = await club.challenges.rematch(match, ADA, HERE)
    offer, posting = await club.challenges.rematch(match, BEN, HERE)
    assert posting
    assert offer.id > unseen.id
    await club.store.offers.note_message(offer.id, 77)
    await club.challenges.decline(offer.id, ADA)
    assert "moment ago" in await refusal(club.challenges.rematch(match, BEN, HERE))
    assert (await club.challenges.rematch(match, ADA, HERE))[1]


async def test_of_two_rematches_kept_at_once_there_is_one(club: Club) -> None:
    match = await over(club)
    both = await asyncio.gather(
        *(club.challenges.rematch(match, member, HERE) for member in (ADA, BEN)),
        return_exceptions=True,
    )
    assert sum(isinstance(each, tuple) for each in both) >= 1
    still_open = [
        offer for member in (ADA, BEN) for offer in await club.store.offers.open_of(member, 0)
    ]
    assert len(still_open) == 1


async def test_a_rematch_is_for_the_two_who_played(club: Club) -> None:
    match = await over(club)
    assert "not in this game" in await refusal(club.challenges.rematch(match, CLEO, HERE))
    left = replace(match, players={"silver": ADA, "gold": FORMER_MEMBER})
    assert "has left" in await refusal(club.challenges.rematch(left, ADA, HERE))


async def test_a_rematch_in_a_busy_channel_is_played_in_a_thread(club: Club) -> None:
    match = await over(club)
    await club.begin()
    offer, posting = await club.challenges.rematch(match, ADA, HERE)
    assert offer.wants_thread
    assert posting
    assert "thread" in posting.text


async def test_two_looks_at_once_let_a_challenge_lapse_once(club: Club) -> None:
    await club.challenge()
    club.time += DAY
    closed = await asyncio.gather(club.challenges.lapse(), club.challenges.lapse())
    assert sum(map(len, closed)) == 1
