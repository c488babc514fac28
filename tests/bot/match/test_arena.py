"""A game with chance in the match service: its start, its rematch, and what is not taken back."""

from dataclasses import replace

from bot.match.agreements import Agreements
from bot.match.boards import board_posting, controls
from bot.match.menu import describe_posting, menu_posting, own_side_posting
from bot.match.terms import layouts
from bot.posting import MOST_ROWS, Button, Select
from data import Match
from engine.registry import game
from tests.bot.match.conftest import ADA, BEN, CHANNEL, GUILD, HERE, Club, labels, refusal


async def begin(club: Club) -> Match:
    offer, _ = await club.offer(game="arena")
    return await club.challenges.accept(offer.id, BEN)


async def test_the_start_is_drawn_for_each_challenge_and_kept_with_it(club: Club) -> None:
    offer, posting = await club.offer(game="arena")
    assert game("arena").complete(offer.options) == offer.options, "nothing is left to draw"
    assert "**Arena**" in posting.text
    assert posting.picture is None
    match = await club.challenges.accept(offer.id, BEN)
    assert match.options == offer.options
    assert (await begin_elsewhere(club)).options != offer.options
    assert board_posting(match, "papyrus").text.endswith(f"White to move: <@{ADA}>")


async def begin_elsewhere(club: Club) -> Match:
    club.time += 60
    offer, _ = await club.offer(place=replace(HERE, channel_id=CHANNEL + 1), game="arena")
    return await club.challenges.accept(offer.id, BEN)


async def test_a_game_without_layouts_takes_none(club: Club) -> None:
    for layout in ("dynasty", "own:1", "mine"):
        said = await refusal(club.offer(game="arena", layout=layout))
        assert said == "Arena has no layouts to choose from: leave the layout out."
    assert await layouts(club.store, "arena", ADA, GUILD, "") == []


async def test_a_rematch_begins_with_other_mirrors(club: Club) -> None:
    match = await begin(club)
    over = await club.play.resign(match.id, ADA)
    offer, posting = await club.challenges.rematch(over, ADA, HERE)
    assert posting
    assert offer.side == "second"
    assert offer.options != match.options
    assert offer.options.keys() == match.options.keys()


async def test_what_is_drawn_after_an_action_is_kept_and_replayed(club: Club) -> None:
    match = await begin(club)
    for number in range(20):
        match = await club.play.move(CHANNEL, (ADA, BEN)[number % 2], "pass")
    assert all(entry.chance for entry in match.entries[1:])
    assert len({str(entry.chance) for entry in match.entries[1:]}) == 20
    again = await club.store.match(match.id)
    assert again
    assert [turn.chance for turn in again.turns] == [turn.chance for turn in match.turns]
    replayed = list(match.record().replay())[-1].state
    assert replayed.truth() == match.state.truth()


async def test_undo_is_refused_and_the_menu_shows_it(club: Club) -> None:
    match = await begin(club)
    match = await club.play.move(CHANNEL, ADA, "PASS")
    agreements = Agreements(club.play)
    said = await refusal(agreements.undo(match.id, ADA))
    assert said == "In Arena nothing is taken back: what was seen cannot be unseen."
    menu = menu_posting(match, ADA)
    buttons = [each for row in menu.rows if not isinstance(row, Select) for each in row]
    assert [each.label for each in buttons if each.is_disabled] == ["Undo"]


async def test_answers_to_an_offer_share_the_menus_row(club: Club) -> None:
    match = await begin(club)
    match = await Agreements(club.play).draw(match.id, BEN)
    for rows in (board_posting(match, "papyrus").rows, controls(match, "d3")):
        assert len(rows) == MOST_ROWS
        last = rows[-1]
        assert not isinstance(last, Select)
        assert [each.label for each in last] == ["Menu", "Accept", "Decline"]
    asked = await club.play.ask(match.id, match.seq, ADA, "FIRE")
    assert [[b.label for b in row if isinstance(b, Button)] for row in asked] == [
        ["Confirm FIRE", "Back"],
        ["Menu", "🪲"],
        ["Accept", "Decline"],
    ]


async def test_black_looks_at_the_board_from_its_own_side(club: Club) -> None:
    match = await begin(club)
    for side in (ADA, BEN):
        match = await club.play.move(CHANNEL, side, "fire")
    white, black = (own_side_posting(match, side, "papyrus") for side in (ADA, BEN))
    assert black.text == f"Game {match.id} from Black's side."
    assert white.picture
    assert black.picture
    assert white.picture.png != black.picture.png
    assert white.picture.alt == black.picture.alt


async def test_the_position_is_told_in_words_that_fit_a_message(club: Club) -> None:
    match = await begin(club)
    said = describe_posting(match).text
    assert len(said) <= 2000
    assert "White" in said
    assert "Draw" in labels(menu_posting(match, ADA))


async def test_typed_actions_are_read_and_refused_in_words(club: Club) -> None:
    match = await begin(club)
    assert "never moves" in await refusal(club.play.move(CHANNEL, ADA, "B1-B2"))
    assert "cannot rotate" in await refusal(club.play.move(CHANNEL, ADA, "e2 l"))
    match = await club.play.move(CHANNEL, ADA, "fire")
    assert match.turns[-1].action == "FIRE"
    match = await club.play.move(CHANNEL, BEN, "Pass and do nothing")
    assert "cool" in await refusal(club.play.move(CHANNEL, ADA, "Fire!"))
    assert "What fits it: `b1R`" in await refusal(club.play.move(CHANNEL, ADA, "b1 Cannon"))
    match = await club.play.move(CHANNEL, ADA, "B1 l")
    assert match.turns[-1].action == "b1R"
