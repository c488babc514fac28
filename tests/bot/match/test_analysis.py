"""What an analysis finds of a game, and what of it is told."""

import json
from dataclasses import replace

import pytest

from bot.match.analysis import Analysis, lapses, question, questions, scaled
from bot.match.charts import analysis_posting
from bot.match.records import replay_file
from bot.match.review import Review
from bot.panels import MEASURES
from bot.panels.measure import Measure
from bot.posting import Button
from data import Match, Status
from engine.core import JSON, Result
from engine.registry import GAMES
from engine.search import SURE, WIN
from engine.thinking import analyse
from tests.render.samples import REFLIX

NODES = 400
SILVER_WINS_NEXT = "10/5o4/1O8/10/10/5k2D^1/3d^P<1K3/10 s"
GOLD_WINS_NEXT = "10/3k1p>D^3/1d^2K5/10/10/8o1/4O5/10 g"
SEATS = ("silver", "gold")


async def match_of(record: JSON, result: Result | None = None) -> Match:
    """The game of a record as if it had been played here, and then ended so."""
    match = replace(await replay_file(json.dumps(record).encode()), id=7)
    return replace(match, result=result, status=Status.OVER) if result else match


async def played(*actions: str, first: str = "silver", **options: JSON) -> Match:
    """A game of Deflexion with these actions, given up by Silver unless its rules ended it."""
    seats = SEATS if first == "silver" else SEATS[::-1]
    entries = [
        {"seat": seats[number % 2], "action": action} for number, action in enumerate(actions)
    ]
    match = await match_of({"game": "deflexion", "options": options, "entries": entries})
    resigned = Result("gold", "resignation")
    return match if match.result else replace(match, result=resigned, status=Status.OVER)


def whole(match: Match, found: Analysis | None = None) -> Analysis:
    """The analysis, with what the engine says here."""
    found = found or Analysis()
    while question(match, found):
        found = after(match, found)
    return found


def after(match: Match, found: Analysis) -> Analysis:
    """The analysis with one more position looked at."""
    asked = question(match, found)
    assert asked
    worth, best = asked.worth, ""
    if worth is None:
        text, ply = json.dumps(asked.record.to_json()), len(asked.record.entries)
        seen = json.loads(analyse(text, ply, NODES, lambda: False))
        worth, best = seen["score"], seen["best"]
    if asked.is_instead:
        return found.with_instead(asked.move, worth)
    return found.with_position(worth, best)


def test_every_game_is_analysed_that_has_no_chance_and_at_its_end_no_secret() -> None:
    assert set(MEASURES) == {
        rules.name for rules in GAMES.values() if not rules.has_chance and rules.name != "legion"
    }


async def test_a_win_that_was_missed_is_told_with_the_move_that_wins() -> None:
    match = await played("g2R", "d2-c1", code=SILVER_WINS_NEXT)
    found = whole(match)
    assert len(found.worths) == 3
    assert found.worths[0] == WIN - 1
    first, *_ = lapses(match, found)
    assert (first.move, first.seat, first.action, first.kept) == (1, "silver", "g2R", WIN)
    won = match.start.apply("silver", match.game.parse(first.better)).state
    assert won.result == Result("silver", "pharaoh")
    posting = analysis_posting(Review(match, 0, "papyrus"), found)
    assert "**1.** `g2R` (Silver) led to " in posting.text
    assert f"Better: `{first.better}`, to Silver's win." in posting.text
    assert posting.picture
    assert "marked at move" in posting.picture.alt


async def test_the_best_move_is_no_lapse_and_what_ended_a_game_is_sure() -> None:
    best = whole(await played(code=SILVER_WINS_NEXT)).bests[0]
    match = await played(best, code=SILVER_WINS_NEXT)
    found = whole(match)
    assert match.result == Result("silver", "pharaoh")
    assert found.worths == (WIN - 1, WIN)
    assert found.instead == {}
    assert list(scaled(match, found)) == [1.0, 1.0]
    assert lapses(match, found) == []
    posting = analysis_posting(Review(match, 1, "papyrus"), found)
    assert "No move was much worse" in posting.text
    assert [button.label for button in buttons(posting.rows)] == ["Back", "Show everyone"]


def buttons(rows: object) -> list[Button]:
    assert isinstance(rows, tuple)
    return [button for row in rows for button in row]


async def test_a_djed_turned_either_way_is_the_same_move() -> None:
    match = await played("h3L", code="10/3k6/10/10/10/7D^2/4K5/10 s")
    assert str(match.game.parse("h3L")) != str(match.game.parse("h3R"))
    other = Analysis((150, -150), ("h3R", "d7-d8"))
    assert question(match, other) is None
    assert lapses(match, other) == []


async def test_worths_are_to_the_first_seat_whoever_begins() -> None:
    match = await played("d7R", first="gold", code=GOLD_WINS_NEXT)
    found = whole(match)
    assert found.worths[0] == 1 - WIN
    (lapse,) = lapses(match, found)
    assert (lapse.seat, lapse.kept) == ("gold", -WIN)


async def test_a_draw_by_the_rules_is_worth_nothing_to_either() -> None:
    begun = await played()
    state = begun.start.truth().to_json()
    match = await played("c1L", state={**options_of(state), "quiet": 99})
    assert match.result == Result(None, "quiet")
    found = whole(match)
    assert found.worths[-1] == 0


def options_of(state: JSON) -> dict[str, JSON]:
    assert isinstance(state, dict)
    return state


async def test_a_game_of_khet_is_analysed_by_its_own_rules() -> None:
    match = await played("j1L", "a8L", rules="khet2", layout="classic")
    found = whole(match)
    assert len(found.worths) == 3
    posting = analysis_posting(Review(match, 0, "papyrus"), found)
    assert posting.text.startswith("**Khet 2.0 · Classic** · game 7 · analysis\n")
    assert "1 is a Pyramid." in posting.text
    assert all(lapse.better in legal(match, lapse.move) for lapse in lapses(match, found))


def legal(match: Match, move: int) -> list[str]:
    """What could have been done in the place of the move."""
    return [
        str(action) for action in match.at_ply(move - 1).legal_actions(match.turns[move - 1].seat)
    ]


@pytest.mark.parametrize("name", ["hit", "own", "crossing"])
async def test_a_duel_of_reflix_is_analysed_from_its_first_move(name: str) -> None:
    match = await match_of(REFLIX[name].to_json(), Result("north", "resignation"))
    found = whole(match)
    assert len(found.worths) == len(match.turns) + 1
    for lapse in lapses(match, found):
        assert lapse.better in legal(match, lapse.move)
        assert lapse.better != lapse.action
    posting = analysis_posting(Review(match, 0, "midnight"), found)
    assert "1 is a square where one mirror would score" in posting.text


async def test_an_analysis_goes_on_from_what_was_kept_and_finds_the_same() -> None:
    match = await played("h2-h3", "a4-b3", "d6-d7", "g3-g2", layout="classic")
    found = whole(match)
    part = Analysis()
    for _ in range(3):
        part = after(match, part)
    kept = json.loads(json.dumps(part.to_json()))
    assert whole(match, Analysis.from_json(kept)) == found
    assert Analysis.from_json(json.loads(json.dumps(found.to_json()))) == found
    assert whole(match) == found
    assert len(found.worths) + len(found.instead) <= questions(match)


@pytest.mark.parametrize("kept", [None, [], {}, {"worths": [1]}, "x"])
def test_what_cannot_be_read_counts_as_nothing_found(kept: JSON) -> None:
    assert Analysis.from_json(kept) == Analysis()


def test_a_scale_keeps_order_and_leaves_the_rim_to_what_is_sure() -> None:
    for measure in MEASURES.values():
        worths = [-WIN, 3 - WIN, -5_000, -300, -20, 0, 1, 250, 4_999, SURE + 1, WIN]
        scale = [measure.scaled(worth) for worth in worths]
        assert scale == sorted(scale)
        assert scale[:2] + scale[-2:] == [-1, -1, 1, 1]
        assert all(abs(place) < 0.9 for place in scale[2:-2])
        assert set(measure.ruler()) == {"+1", "-1", "+3", "-3"}


@pytest.mark.parametrize(
    ("worth", "words"),
    [
        (0, "0.0"),
        (4, "0.0"),
        (-4, "0.0"),
        (-1234, "−12.3"),
        (WIN - 1, "Silver's win in 1"),
        (2 - WIN, "Gold's win in 1"),
        (3 - WIN, "Gold's win in 2"),
        (WIN, "Silver's win"),
        (4_986, "Silver's all but sure win"),
    ],
)
def test_a_worth_is_told_in_words(worth: int, words: str) -> None:
    assert Measure(100, "a Pyramid", 4_000).told(worth, SEATS) == words
