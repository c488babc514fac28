"""Challenges and play, straight through the match service on a real store."""

import random
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.match.boards import board_posting
from bot.match.challenges import Challenges
from bot.match.errors import Refused, Stale
from bot.match.menu import describe_posting, menu_posting, resign_posting
from bot.match.play import Play
from bot.match.review import suggest_reviews
from bot.posting import Posting, Select
from data import Match, Store
from engine.core import GameError, GameOver

ADA, BEN, CLEO = 101, 102, 103
CHANNEL, GUILD = 7, 3


@dataclass
class Club:
    store: Store
    challenges: Challenges
    play: Play
    time: int = 1_800_000_000

    async def challenge(self, channel: int = CHANNEL, side: str = "first") -> int:
        offer_id, _ = await self.challenges.offer(
            challenger=ADA,
            opponent=BEN,
            game="deflexion",
            options={"layout": "classic"},
            side=side,
            guild_id=GUILD,
            channel_id=channel,
        )
        return offer_id

    async def begin(self) -> Match:
        return await self.challenges.accept(await self.challenge(), BEN)


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'ricochet.db'}")
    chance = random.Random(1)
    made = Club(
        store, Challenges(store, lambda: made.time, chance), Play(store, lambda: made.time, chance)
    )
    yield made
    await store.close()


def labels(posting: Posting) -> list[str]:
    return [b.label for row in posting.rows if not isinstance(row, Select) for b in row]


async def refusal(work: object) -> str:
    with pytest.raises(GameError) as error:
        await work  # type: ignore[misc]
    return str(error.value)


async def test_a_challenge_pings_the_opponent_alone(club: Club) -> None:
    _, posting = await club.challenges.offer(
        challenger=ADA, opponent=BEN, game="deflexion", options={}, side="second",
        guild_id=GUILD, channel_id=CHANNEL,
    )  # fmt: skip
    assert posting.mentions == (BEN,)
    assert "Deflexion · Classic" in posting.text
    assert f"<@{ADA}> plays Gold" in posting.text
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


async def test_only_whom_it_concerns_settles_a_challenge(club: Club) -> None:
    offer = await club.challenge()
    assert "your own" in await refusal(club.challenges.accept(offer, ADA))
    assert "somebody else" in await refusal(club.challenges.accept(offer, CLEO))
    assert "Only the member who was challenged" in await refusal(
        club.challenges.decline(offer, ADA)
    )
    assert "Only the member who made" in await refusal(club.challenges.cancel(offer, BEN))
    await club.challenges.cancel(offer, ADA)
    assert "no longer open" in await refusal(club.challenges.accept(offer, BEN))
    assert "no longer open" in await refusal(club.challenges.accept(999, BEN))


async def test_a_layout_or_side_that_there_is_not_is_refused(club: Club) -> None:
    for options, side in (({"layout": "pyramid"}, "first"), ({}, "left"), ({"x": 1}, "first")):
        said = await refusal(
            club.challenges.offer(
                challenger=ADA,
                opponent=BEN,
                game="deflexion",
                options=options,
                side=side,
                guild_id=GUILD,
                channel_id=CHANNEL,
            )
        )
        assert said.endswith(".")
    assert await club.store.find_offer(1) is None


async def test_a_busy_channel_refuses_challenge_and_accept(club: Club) -> None:
    first, second = await club.challenge(), await club.challenge()
    await club.challenges.accept(first, BEN)
    assert "running in this channel" in await refusal(club.challenges.accept(second, BEN))
    assert "running in this channel" in await refusal(club.challenge())


async def test_the_opening_board_names_both_and_asks_the_first_to_move(club: Club) -> None:
    posting = board_posting(await club.begin(), "papyrus")
    assert posting.mentions == (ADA,)
    assert f"Silver: <@{ADA}>" in posting.text
    assert f"Gold: <@{BEN}>" in posting.text
    assert posting.text.endswith(f"Silver to move: <@{ADA}>")
    assert posting.picture
    assert posting.picture.name == "1-0.png"
    assert len(posting.picture.alt) <= 1000


async def test_an_action_is_told_in_words_and_asks_the_other(club: Club) -> None:
    match = await club.begin()
    match = await club.play.act(match.id, 0, ADA, "h2-h3")
    posting = board_posting(match, "papyrus")
    assert posting.text.startswith("Silver's pyramid h2 → h3. The laser ")
    assert posting.mentions == (BEN,)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("nonsense", "no action"),
        ("", "no action"),
        ("x" * 10_000, "no action"),
        ("a4-a3", "Gold"),
        ("k9-k8", "off the board"),
        ("h2-h9", "off the board"),
        ("j5RR", "half turn"),
        ("h2-h4", "one square"),
        ("d3-d4", "no piece"),
        ("<@101>-@everyone", "no action"),
    ],
)
async def test_a_typed_move_that_cannot_be_changes_nothing(club: Club, text: str, why: str) -> None:
    match = await club.begin()
    said = await refusal(club.play.move(CHANNEL, ADA, text))
    assert why in said
    assert len(said) < 300
    assert await club.store.match(match.id) == match


async def test_a_typed_move_may_carry_its_words_and_a_phones_capital(club: Club) -> None:
    await club.begin()
    match = await club.play.move(CHANNEL, ADA, " H2-h3 Pyramid north ")
    assert match.turns[-1].action == "h2-h3"
    match = await club.play.move(CHANNEL, BEN, "f8L")
    assert match.turns[-1].action == "f8R"


async def test_who_may_not_act_is_told_why(club: Club) -> None:
    match = await club.begin()
    assert await refusal(club.play.act(match.id, 0, BEN, "a4L")) == f"It is <@{ADA}>'s turn."
    assert "not in this game" in await refusal(club.play.act(match.id, 0, CLEO, "h2-h3"))
    assert "No game is running" in await refusal(club.play.move(CHANNEL + 1, ADA, "h2-h3"))
    match = await club.play.act(match.id, 0, ADA, "h2-h3")
    with pytest.raises(Stale):
        await club.play.act(match.id, 0, ADA, "h3-h4")
    match = await club.play.resign(match.id, ADA)
    with pytest.raises(GameOver):
        await club.play.act(match.id, match.seq, BEN, "a4L")
    with pytest.raises(GameOver):
        await club.play.resign(match.id, BEN)
    assert "No game is running" in await refusal(club.play.move(CHANNEL, BEN, "a4L"))


async def test_a_pick_commits_nothing(club: Club) -> None:
    match = await club.begin()
    rows = await club.play.pick(match.id, 0, ADA, "h2")
    select = next(row for row in rows if isinstance(row, Select))
    assert [option.value for option in select.options if option.is_default] == ["h2"]
    assert await club.store.match(match.id) == match
    assert "turn" in await refusal(club.play.pick(match.id, 0, BEN, "h2"))


async def test_a_resignation_ends_with_a_word_and_a_review_button(club: Club) -> None:
    match = await club.begin()
    assert "Resign" in labels(resign_posting(match, BEN))
    with pytest.raises(Refused):
        resign_posting(match, CLEO)
    posting = board_posting(await club.play.resign(match.id, BEN), "papyrus")
    assert f"<@{BEN}> resigned." in posting.text
    assert "Silver wins by resignation." in posting.text
    assert posting.picture
    assert "to move" not in posting.picture.alt
    assert (posting.mentions, labels(posting)) == ((), ["Review"])


async def test_the_menu_offers_to_players_alone_what_only_they_can_do(club: Club) -> None:
    match = await club.begin()
    offered = ["Draw", "Undo", "Resign…", "Flip for me", "Describe"]
    assert labels(menu_posting(match, ADA)) == offered
    assert labels(menu_posting(match, CLEO)) == ["Describe"]
    assert "Pharaoh" in describe_posting(match).text
    assert len(describe_posting(match).text) <= 2000
    match = await club.play.resign(match.id, ADA)
    assert labels(menu_posting(match, ADA)) == ["Flip for me", "Describe"]


async def test_games_are_found_by_opponent_game_date_and_result(club: Club) -> None:
    await club.store.people.remember({ADA: "Ada", BEN: "Ben " + "𓂀" * 90})
    match = await club.begin()
    (line,) = await suggest_reviews(club.store, GUILD, ADA, "ben")
    assert line.label.endswith("running")
    await club.play.resign(match.id, BEN)
    (line,) = await suggest_reviews(club.store, GUILD, ADA, "ben deflexion 2027-01 won")
    assert line.value == str(match.id)
    assert len(line.label) <= 100
    (line,) = await suggest_reviews(club.store, GUILD, BEN, "")
    assert line.label.endswith("lost")
    (line,) = await suggest_reviews(club.store, GUILD, CLEO, "")
    assert line.label.endswith("silver won")
    assert await suggest_reviews(club.store, GUILD + 1, ADA, "") == []


async def test_a_player_brings_a_game_to_a_free_channel(club: Club) -> None:
    match = await club.begin()
    (line,) = await club.play.suggest_running(ADA, GUILD, "deflexion")
    assert line.value == str(match.id)
    moved = await club.play.bring(match.id, ADA, GUILD, CHANNEL + 1)
    assert (await club.play.running(CHANNEL + 1)).id == moved.id
    other = await club.begin()
    assert "running" in await refusal(club.play.bring(match.id, ADA, GUILD, other.channel_id))
    assert "another server" in await refusal(club.play.bring(match.id, ADA, GUILD + 1, 99))
    assert "not in this game" in await refusal(club.play.bring(match.id, CLEO, GUILD, 99))
