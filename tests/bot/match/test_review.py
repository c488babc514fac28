"""Reviews straight through the match service: panels, lists, GIFs, and games to choose from."""

import io
import random

import pytest
from PIL import Image

from bot.match.errors import Refused
from bot.match.gifs import MOST_MOVES, asked_range, game_gif, shot_gif
from bot.match.review import (
    Review,
    gif_posting,
    list_posting,
    opened,
    review_posting,
    shown_posting,
)
from bot.posting import Button, ControlId, Posting, Select
from data import Entry, EntryKind, Match, Status
from engine.registry import game
from render.scene import Orientation

ADA, BEN, CLEO = 101, 102, 103
GUILD, CHANNEL = 3, 7
MOVES = ("h2-h3", "a4-b3", "d6-d7", "g3-g2", "c1-c2", "h8-h7", "c4R", "e5R")
PLENTY = 10 * 2**20


def played(*moves: str, id_: int = 4) -> Match:
    rules = game("deflexion")
    options = rules.complete({"layout": "classic"})
    bare = Match(
        id_, rules, options, Status.RUNNING, GUILD, CHANNEL,
        {"silver": ADA, "gold": BEN}, rules.start(options),
    )  # fmt: skip
    seats = ("silver", "gold")
    actions = [
        Entry(number, EntryKind.ACTION, 0, seats[(number - 1) % 2], move)
        for number, move in enumerate(moves, start=1)
    ]
    return bare.extended([Entry(0, EntryKind.START, 0), *actions])


def long_game(moves: int) -> Match:
    """A game of so many moves by chance, none of which strikes a Pharaoh."""
    chance = random.Random(5)
    match = played()
    while len(match.turns) < moves:
        seat = match.to_move
        assert seat
        for action in chance.sample(match.state.legal_actions(seat), 20):
            entry = Entry(match.seq + 1, EntryKind.ACTION, 0, seat, str(action))
            after = match.extended([entry])
            if after.result is None:
                match = after
                break
    return match


def buttons(posting: Posting) -> dict[str, Button]:
    return {
        button.label: button
        for row in posting.rows
        if not isinstance(row, Select)
        for button in row
    }


def ids(posting: Posting) -> list[str]:
    rows = [[row] if isinstance(row, Select) else row for row in posting.rows]
    return [str(item.id) for row in rows for item in row]


def frames(posting: Posting) -> int:
    (file,) = posting.attachments
    with Image.open(io.BytesIO(file.data)) as image:
        assert image.format == "GIF"
        return getattr(image, "n_frames", 1)


def test_a_review_steps_through_every_position_and_stops_at_the_ends() -> None:
    match = played("h2-h3", "a4L", "h3-h2")
    match = match.extended([Entry(4, EntryKind.RESIGN, 0, "gold")])
    end = Review(match, 3, "papyrus")
    assert "move 3 of 3" in review_posting(end).text
    assert "Silver wins by resignation" in review_posting(end).text
    assert "move 2 of 3" in review_posting(end.stepped("back")).text
    assert "Gold `a4L`" in review_posting(end.at(1).stepped("forward")).text
    assert "start, 3 moves follow" in review_posting(end.stepped("first")).text
    unmoved = played().extended([Entry(1, EntryKind.RESIGN, 0, "gold")])
    assert " · start\n" in review_posting(Review(unmoved, 0, "papyrus")).text
    assert [end.at(ply).ply for ply in (-5, 0, 3, 999)] == [0, 0, 3, 3]
    assert end.stepped("forward") == end
    assert end.stepped("first").stepped("back").ply == 0
    shown = buttons(review_posting(end.at(0)))
    resting = {label for label, button in shown.items() if button.is_disabled}
    steps, more = ["«", "‹", "›", "»"], ["Flip", "List", "GIF", "Record"]
    assert list(shown) == [*steps, *more, "Show everyone", "Analyse"]
    assert resting == {"«", "‹"}


def test_a_running_game_has_no_record_yet_and_one_without_moves_no_list() -> None:
    fresh = review_posting(Review(played(), 0, "papyrus"))
    resting = {label for label, button in buttons(fresh).items() if button.is_disabled}
    assert resting == {"«", "‹", "›", "»", "List", "GIF", "Record"}
    assert not any(isinstance(row, Select) for row in fresh.rows)
    running = buttons(review_posting(Review(played("h2-h3"), 1, "papyrus")))
    assert [label for label, b in running.items() if b.is_disabled] == ["›", "»", "Record"]
    assert "Analyse" not in running


def test_a_flipped_panel_stays_flipped_over_every_control() -> None:
    match = played("h2-h3", "a4L")
    upright = Review(match, 1, "papyrus")
    flip = buttons(review_posting(upright))["Flip"].id
    turned, what = opened(match, flip, "papyrus")
    assert (what, turned.orientation, turned.ply) == ("stay", Orientation.TURNED, 1)
    for posting in (review_posting(turned), list_posting(turned), gif_posting(turned)):
        for text in ids(posting):
            id_ = ControlId.parse(text)
            assert id_
            lies = opened(match, id_, "papyrus")[0].orientation
            is_flip = "Flip" in buttons(posting) and id_ == buttons(posting)["Flip"].id
            assert lies is (Orientation.UPRIGHT if is_flip else Orientation.TURNED)
    straight, other = review_posting(upright).picture, review_posting(turned).picture
    assert straight
    assert other
    assert straight.png != other.png


@pytest.mark.parametrize("moves", [0, 1, 24, 25, 60])
def test_every_panel_keeps_discords_limits(moves: int) -> None:
    match = long_game(moves)
    for ply in {0, 1, moves // 2, moves} & set(range(moves + 1)):
        review = Review(match, ply, "papyrus", Orientation.TURNED)
        for posting in (review_posting(review), list_posting(review), gif_posting(review)):
            assert len(posting.rows) <= 5
            assert len(posting.text) <= 2000
            assert len(ids(posting)) == len(set(ids(posting)))
            assert all(len(text) <= 100 for text in ids(posting))
            for row in posting.rows:
                assert len(row.options) <= 25 if isinstance(row, Select) else len(row) <= 4


def test_any_move_of_a_long_game_is_reached_in_two_jumps() -> None:
    match = long_game(60)
    for goal in range(61):
        ply = 0
        for _ in range(2):
            panel = review_posting(Review(match, ply, "papyrus"))
            (select,) = (row for row in panel.rows if isinstance(row, Select))
            ply = min((int(o.value) for o in select.options), key=lambda at: abs(at - goal))
        assert ply == goal


def test_the_list_has_every_action_in_notation_page_by_page() -> None:
    review = Review(played(*MOVES), 8, "papyrus")
    text = list_posting(review).text
    assert [line.split() for line in text.splitlines()[2:-1]] == [
        ["Silver", "Gold"],
        ["1", "h2-h3", "a4-b3"],
        ["3", "d6-d7", "g3-g2"],
        ["5", "c1-c2", "h8-h7"],
        ["7", "c4R", "e5R"],
    ]
    assert "page" not in text
    match = long_game(120)
    pages = [list_posting(Review(match, 120, "papyrus"), page).text for page in range(3)]
    listed = [word for page in pages for line in page.splitlines()[3:-1] for word in line.split()]
    assert [w for w in listed if not w.isdigit()] == [turn.action for turn in match.turns]
    assert "page 2 of 3" in list_posting(Review(match, 60, "papyrus")).text
    assert list_posting(Review(match, 0, "papyrus"), 99).text == pages[2]


def test_what_is_shown_to_everyone_has_no_controls_and_pings_nobody() -> None:
    posting = shown_posting(Review(played(*MOVES), 3, "papyrus"), CLEO)
    assert posting.rows == ()
    assert posting.mentions == ()
    assert posting.text.startswith(f"<@{CLEO}> shows a position.")
    assert posting.picture
    assert posting.picture.name == "review-4-3.png"


async def test_gifs_show_the_game_a_range_or_one_shot() -> None:
    review = Review(played(*MOVES), 8, "papyrus")
    whole = await game_gif(review, 0, 8, PLENTY)
    assert frames(whole) == 9
    assert whole.attachments[0].name == "review-4-0-8.gif"
    assert "Silver wins" in (whole.attachments[0].alt or "")
    assert frames(await game_gif(review, 3, 5, PLENTY)) == 3
    assert frames(await shot_gif(review, PLENTY)) > 3
    with pytest.raises(Refused, match="Nothing has been done yet"):
        await shot_gif(review.at(0), PLENTY)
    with pytest.raises(Refused, match=r"Discord takes 0\.0 MB"):
        await game_gif(review, 0, 8, 1000)
    with pytest.raises(Refused, match=f"at most {MOST_MOVES} moves"):
        await game_gif(review, 0, MOST_MOVES + 1, PLENTY)


def test_a_range_is_two_numbers_in_any_order_within_the_game() -> None:
    review = Review(played(*MOVES), 8, "papyrus")
    assert asked_range(review, " 6", "2 ") == (2, 6)
    assert asked_range(review, "0", "999") == (0, 8)
    for typed in ("", "-1", "1.5", "two", "٣", "9" * 5000):
        with pytest.raises(Refused, match="two numbers from 0"):
            asked_range(review, "1", typed)
