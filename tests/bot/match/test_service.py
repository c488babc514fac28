"""Play, straight through the match service on a real store."""

import pytest

from bot.match.boards import board_posting
from bot.match.errors import Refused, Stale
from bot.match.menu import describe_posting, menu_posting, resign_posting
from bot.match.review import suggest_reviews
from bot.posting import Select
from data import Entry, EntryKind, Match
from engine.core import GameOver
from tests.bot.match.conftest import ADA, BEN, CHANNEL, CLEO, GUILD, Club, labels, refusal


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


async def test_who_resigns_a_resigned_game_is_told_who_was_first(club: Club) -> None:
    match = await club.begin()
    over = await club.play.resign(match.id, BEN)
    assert await refusal(club.play.resign(match.id, BEN)) == (
        "You have resigned already: this game is over."
    )
    assert await refusal(club.play.resign(match.id, ADA)) == (
        "Your opponent has resigned before you: this game is over, and you win it."
    )
    with pytest.raises(GameOver, match="You have resigned already"):
        resign_posting(over, BEN)
    assert await club.store.match(match.id) == over


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("nonsense", "not a move"),
        ("x" * 10_000, "not a move"),
        ("a4-a3", "Gold"),
        ("k9-k8", "off the board"),
        ("h2-h9", "off the board"),
        ("j5RR", "half turn"),
        ("h2-h4", "one square"),
        ("d3-d4", "no piece"),
        ("<@101>-@everyone", "not a move"),
    ],
)
async def test_a_typed_move_that_cannot_be_changes_nothing(club: Club, text: str, why: str) -> None:
    match = await club.begin()
    said = await refusal(club.play.move(CHANNEL, ADA, text))
    assert why in said
    assert len(said) < 300
    assert await club.store.match(match.id) == match


@pytest.mark.parametrize(
    ("typed", "played"),
    [
        (" H2-h3 Pyramid north ", "h2-h3"),
        ("h2 - H3", "h2-h3"),
        ("E4L", "e4R"),
        ("e4l", "e4R"),
        ("C4l", "c4L"),
        ("F4 X g3", "f4xg3"),
    ],
)
async def test_a_typed_move_is_read_whatever_its_case_blanks_and_words(
    club: Club, typed: str, played: str
) -> None:
    await club.begin()
    match = await club.play.move(CHANNEL, ADA, typed)
    assert match.turns[-1].action == played


async def test_a_capital_letter_changes_no_reason(club: Club) -> None:
    await club.begin()
    for text in ("e4-e6", "e4-e5", "a4L"):
        assert await refusal(club.play.move(CHANNEL, ADA, text.capitalize())) == await refusal(
            club.play.move(CHANNEL, ADA, text)
        )


async def test_a_piece_without_its_move_is_answered_with_moves_that_fit(club: Club) -> None:
    match = await club.begin()
    assert await refusal(club.play.move(CHANNEL, ADA, "h2 Pyramid")) == (
        "“h2 Pyramid” is not yet a move. What fits it: `h2-g1`, `h2-g2`, `h2-h1`."
    )
    assert "`j5L`" in await refusal(club.play.move(CHANNEL, ADA, "j5 turns"))
    assert "turn" in await refusal(club.play.move(CHANNEL, BEN, "a4"))
    assert await club.store.match(match.id) == match


@pytest.mark.parametrize("text", ["e4 to e5", "E4 🐍", "", "Setup T d8"])
async def test_what_cannot_be_read_is_quoted_whole_with_what_a_move_looks_like(
    club: Club, text: str
) -> None:
    await club.begin()
    said = await refusal(club.play.move(CHANNEL, ADA, text))
    assert said.startswith(f"“{text}” is not a move: write d4-e5 for a move")


async def test_a_resignation_does_not_hang_on_the_newest_board(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.begin()
    append = club.store.append

    async def after_a_move(read: Match, entry: Entry) -> Match:
        monkeypatch.undo()
        await club.play.act(match.id, 0, ADA, "h2-h3")
        return await append(read, entry)

    monkeypatch.setattr(club.store, "append", after_a_move)
    over = await club.play.resign(match.id, BEN)
    assert [entry.kind for entry in over.entries] == [
        EntryKind.START, EntryKind.ACTION, EntryKind.RESIGN,
    ]  # fmt: skip


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
    assert (posting.mentions, labels(posting)) == ((), ["Rematch", "Review"])


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
    assert line.label.endswith("Ada won")
    assert await suggest_reviews(club.store, GUILD + 1, ADA, "") == []


async def test_a_game_is_found_first_by_its_exact_number(club: Club) -> None:
    for _ in range(14):
        match = await club.begin()
        await club.play.resign(match.id, BEN)
    found = await suggest_reviews(club.store, GUILD, ADA, "4")
    assert [line.value for line in found[:2]] == ["4", "14"]
    found = await suggest_reviews(club.store, GUILD, ADA, "#1")
    assert [line.value for line in found] == ["1", "14", "13", "12", "11", "10"]


async def test_a_player_brings_a_game_to_a_free_channel(club: Club) -> None:
    match = await club.begin()
    (line,) = await club.play.suggest_running(ADA, GUILD, "deflexion")
    assert line.value == str(match.id)
    moved = await club.play.bring(match.id, ADA, GUILD, CHANNEL + 1)
    assert (await club.play.running(CHANNEL + 1)).id == moved.id
    other = await club.begin()
    assert "running" in await refusal(club.play.bring(match.id, ADA, GUILD, other.channel_id))
    assert "elsewhere, in a server" in await refusal(club.play.bring(match.id, ADA, GUILD + 1, 99))
    assert "not in this game" in await refusal(club.play.bring(match.id, CLEO, GUILD, 99))
