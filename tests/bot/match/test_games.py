"""Lists of games, through the match service on a real store."""

from bot.match.agreements import Agreements
from bot.match.games import PAGE, Listing, Which, games_posting
from data import Posted
from tests.bot.match.conftest import ADA, BEN, CHANNEL, CLEO, GUILD, Club, labels, spoil

SNOWFLAKE = 9_223_372_036_854_775_000
"""An id as long as Discord's will ever be."""


SHORT = "4k5/10/10/10/10/8K1/10/10 s"
"""A layout in which a move to j3 puts Silver's Pharaoh before Silver's own laser."""


async def finish(club: Club, channel: int = CHANNEL) -> int:
    match = await club.challenges.accept(await club.challenge(channel), BEN)
    club.time += 60
    await club.play.resign(match.id, BEN)
    return match.id


async def test_running_games_come_first_then_those_that_ended_last(club: Club) -> None:
    older, newer = await finish(club), await finish(club)
    running = (await club.begin()).id
    text = (await games_posting(club.store, GUILD, Listing(), 0, "first")).text
    places = [text.index(f"**{id_}** Deflexion") for id_ in (running, newer, older)]
    assert places == sorted(places)
    assert text.startswith("**Games in this server** · 3 games\n")


async def test_games_are_picked_by_member_status_and_server(club: Club) -> None:
    over = await finish(club)
    running = (await club.begin()).id
    expected = {
        Listing(Which.RUNNING): {running},
        Listing(Which.FINISHED): {over},
        Listing(Which.ALL, ADA): {running, over},
        Listing(Which.RUNNING, BEN): {running},
        Listing(Which.ALL, CLEO): set(),
    }
    for listing, ids in expected.items():
        text = (await games_posting(club.store, GUILD, listing, 0, "first")).text
        assert {id_ for id_ in (over, running) if f"**{id_}** Deflexion" in text} == ids
        assert Listing.parse(str(listing)) == listing
    assert "none" in (await games_posting(club.store, GUILD + 1, Listing(), 0, "first")).text


async def test_a_challenge_is_no_game_yet(club: Club) -> None:
    await club.challenge()
    assert "none" in (await games_posting(club.store, GUILD, Listing(), 0, "first")).text


async def test_a_game_is_told_in_three_lines_for_a_phone(club: Club) -> None:
    won = await finish(club)
    drawn = (await club.begin()).id
    await Agreements(club.play).draw(drawn, ADA)
    await Agreements(club.play).draw(drawn, BEN)
    running = (await club.begin()).id
    await club.store.ledger.record_posting(Posted(won, 1, 7, 501, has_controls=True), club.time)
    text = (await games_posting(club.store, GUILD, Listing(), 0, "first")).text
    who = f"<@{ADA}> – <@{BEN}>"
    assert text.split("\n", 1)[1] == (
        f"**{running}** Deflexion · Classic · not posted yet\n{who}\n"
        f"<@{ADA}> to move since <t:{club.time}:R>\n"
        f"**{drawn}** Deflexion · Classic · not posted yet\n{who}\n"
        f"A draw by agreement, <t:{club.time}:d>\n"
        f"**{won}** Deflexion · Classic · [board](https://discord.com/channels/{GUILD}/7/501)\n"
        f"{who}\n<@{ADA}> won by resignation, <t:{club.time}:d>"
    )


async def test_no_game_is_cut_off_and_every_page_fits_a_message(club: Club) -> None:
    name, ids = "[" * 40, []
    await club.store.shelf.add(ADA, "deflexion", name, SHORT, club.time)
    for _ in range(2 * PAGE + 1):
        offer, _ = await club.offer(layout=name)
        await club.challenges.accept(offer.id, BEN)
        await club.play.move(CHANNEL, ADA, "i3-j3")
        ids.append(offer.id)
        club.time += 60
    for id_ in ids:
        posted = Posted(id_, 1, SNOWFLAKE, SNOWFLAKE, has_controls=False)
        await club.store.ledger.record_posting(posted, club.time)
    seen = ""
    for page in range(3):
        posting = await games_posting(club.store, GUILD, Listing(), page, "stay")
        # Guild and member ids are short in this test: the longest would add so much.
        assert len(posting.text) + PAGE * (18 + 3 * 17) + 17 < 2000
        assert page == 2 or posting.text.count("own laser struck Silver's Pharaoh") == PAGE
        assert f"page {page + 1} of 3" in posting.text
        assert labels(posting) == ["«", "‹", "›", "»"]
        seen += posting.text
    assert all(f"**{id_}** Deflexion" in seen for id_ in ids)
    for page, step, words in (
        (9, "first", "page 1"),
        (9, "forward", "page 3"),
        (0, "back", "page 1"),
    ):
        assert words in (await games_posting(club.store, GUILD, Listing(), page, step)).text


async def test_a_game_without_a_board_says_so(club: Club) -> None:
    await club.begin()
    text = (await games_posting(club.store, GUILD, Listing(), 0, "first")).text
    assert "not posted yet" in text


async def test_a_game_that_does_not_replay_hides_no_other(club: Club) -> None:
    broken, sound = await club.begin(), await club.challenges.accept(await club.challenge(8), BEN)
    await spoil(club.store, broken.id)
    text = (await games_posting(club.store, GUILD, Listing(), 0, "first")).text
    assert f"**{sound.id}** Deflexion" in text
    assert f"**{broken.id}** Deflexion" not in text
    suggested = await club.play.suggest_running(ADA, GUILD, "")
    assert [each.value for each in suggested] == [str(sound.id)]


def test_a_listing_that_is_none_is_not_read() -> None:
    for text in ("", "all", "all-", "lost-1", "all-x", "all-²", "all--1"):
        assert Listing.parse(text) is None
