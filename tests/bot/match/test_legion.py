"""What the match service makes of Legion's secret, for the mover, the opponent and everybody."""

import json
import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.match.boards import board_of, board_posting, keeps_secrets, own_scene
from bot.match.gifs import game_gif
from bot.match.menu import describe_posting, menu_posting, own_side_posting
from bot.match.records import record_file, replay_file
from bot.match.review import Review, list_posting, review_posting
from bot.panels import ACTS, PANELS
from bot.panels.act import Choice
from bot.posting import ControlId, Posting
from data import Entry, EntryKind, Match, Status
from engine.core import Result, Seat
from engine.legion.deployment import front_row
from engine.legion.notation import SEATS
from engine.registry import game
from render import alt_text, draw
from tests.bot.match.conftest import Club, refusal

ADA, BEN, CLEO = 101, 102, 103
RULES = game("legion")
AT = 1_800_000_000


def begun(blue: str, red: str, armies: dict[str, str], *, timed: bool = False) -> Match:
    """A game in which both have deployed so."""
    options = RULES.complete({"armies": armies, "timed": timed})
    match = Match(
        7, RULES, options, Status.RUNNING, 3, 9, {"blue": ADA, "red": BEN}, RULES.start(options)
    )
    entries = [Entry(0, EntryKind.START, AT), Entry(1, EntryKind.SETUP, AT, "blue", blue)]
    return match.extended([*entries, Entry(2, EntryKind.SETUP, AT, "red", red)])


def twins(rng: random.Random) -> tuple[list[Match], Seat]:
    """Two games in which another unit of that seat's front row is the Assassin."""
    owner = rng.choice(SEATS)
    armies = {seat: rng.choice(["rome", "egypt"]) for seat in SEATS}
    rows = {seat: rng.sample(front_row(seat), 8) for seat in SEATS}
    games = []
    for number in range(2):
        setups = [
            " ".join(
                ["deploy", rows[seat][number if seat == owner else 0]]
                + [f"{square}=attack" for square in rows[seat][5:]]
            )
            for seat in SEATS
        ]
        games.append(begun(setups[0], setups[1], armies))
    return games, owner


def shared(games: list[Match], rng: random.Random, most: int) -> Iterator[list[Match]]:
    """Both games after each action that both allow, and that reveals nothing in either."""
    yield games
    for _ in range(most):
        mover = games[0].to_move
        if mover is None:
            return
        legal = [set(map(str, match.state.legal_actions(mover))) for match in games]
        for action in rng.sample(sorted(legal[0] & legal[1]), len(legal[0] & legal[1])):
            entry = Entry(games[0].seq + 1, EntryKind.ACTION, AT, mover, action)
            after = [match.extended([entry]) for match in games]
            told = [
                [event.seen_by(None).to_json() for event in match.turns[-1].events]
                for match in after
            ]
            if told[0] == told[1] and not after[0].result:
                break
        else:
            return
        games = after
        yield games


def received(match: Match, member: int, seat: Seat | None) -> list[object]:
    """All that a member can get of the game: of a player's own seat what only they see, too."""
    postings: list[Posting] = [
        board_posting(match, "papyrus", AT + 60),
        review_posting(Review(match, len(match.turns), "papyrus")),
        review_posting(Review(match, max(len(match.turns) - 1, 0), "papyrus")),
        list_posting(Review(match, 0, "papyrus")),
        menu_posting(match, member),
        describe_posting(match),
    ]
    sent: list[object] = [_as_sent(posting) for posting in postings]
    if seat is None:
        return sent
    own = own_scene(match, seat)
    board = board_of(match, seat, seat)
    panel = PANELS[match.game.name]
    return [
        *sent,
        _as_sent(own_side_posting(match, member, "papyrus")),
        (draw(own, "papyrus"), alt_text(own)),
        [panel.suggestions(board, typed) for typed in ("", "a", "move")],
        [
            ACTS[match.game.name].rows(board, Choice(square), _id)
            for square in {str(action)[:2] for action in board.actions}
        ],
    ]


def _as_sent(posting: Posting) -> object:
    """The posting as it is sent, with the picture's own bytes."""
    picture = posting.picture
    sent = picture and (picture.png, picture.alt, picture.name)
    return replace(posting, picture=None), sent


def _id(do: str, about: str) -> ControlId:
    return ControlId(7, 0, "act", f"{do}:{about}")


@pytest.mark.parametrize("seed", range(4))
async def test_games_that_differ_in_the_assassin_alone_are_equal_to_all_but_its_owner(
    seed: int,
) -> None:
    rng = random.Random(seed)
    games, owner = twins(rng)
    (rival,) = set(SEATS) - {owner}
    for ply, pair in enumerate(shared(games, rng, 30)):
        games = pair
        if ply % 5:
            continue
        for member, seat in ((CLEO, None), (pair[0].players[rival], rival)):
            first, second = (received(match, member, seat) for match in pair)
            assert first == second
        mine = [own_scene(match, owner) for match in pair]
        assert alt_text(mine[0]) != alt_text(mine[1])
    assert len(games[0].turns) > 15
    reviews = [Review(match, 0, "papyrus") for match in games]
    gifs = [await game_gif(review, 0, 10, 10**8) for review in reviews]
    assert gifs[0] == gifs[1]


def test_nothing_public_names_the_assassin_before_it_is_known() -> None:
    rng = random.Random(9)
    games, _ = twins(rng)
    for pair in shared(games, rng, 20):
        posting = board_posting(pair[0], "papyrus")
        assert posting.picture
        told = json.dumps([posting.text, posting.picture.alt, str(posting.rows)])
        assert "ssassin" not in told


def test_the_truth_is_shown_once_a_played_game_is_over_however_it_ended() -> None:
    match = begun("deploy c2", "deploy b7", {"blue": "rome", "red": "rome"})
    match = match.extended([Entry(3, EntryKind.ACTION, AT, "blue", "c2-c3")])
    for kind in (EntryKind.RESIGN, EntryKind.DRAW, EntryKind.TIMEOUT, EntryKind.END):
        posting = board_posting(match.extended([Entry(4, kind, AT, "red", "a reason")]), "papyrus")
        assert posting.picture
        assert "hidden Assassin defend c3" in posting.picture.alt
        assert "hidden Assassin defend b7" in posting.picture.alt


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("deploy e3", "Blue's Assassin stands in the front row, a2 to h2, not on e3"),
        ("deploy d7", "Blue's Assassin stands in the front row"),
        ("deploy a2 a1=attack", "The cavalry on a1 begins in maneuver or in charge"),
        ("deploy a2 h8=charge", "No unit of Blue begins on h8"),
        ("deploy a2 e1=attack", "The Commander on e1 has no state to choose"),
        ("e2-e3", "The first turn comes when both have deployed"),
    ],
)
async def test_a_wrong_deployment_is_refused_with_its_fault_and_changes_nothing(
    club: Club, text: str, fault: str
) -> None:
    offer, _ = await club.offer(game="legion")
    match = await club.challenges.accept(offer.id, BEN)
    assert fault in await refusal(club.play.set_up(match.id, ADA, text))
    assert (await club.play.match(match.id)).seq == 0


async def test_a_game_clock_runs_from_when_play_begins_and_outages_do_not_stop_it(
    club: Club,
) -> None:
    offer, _ = await club.offer(game="legion", clock="15 minutes")
    match = await club.challenges.accept(offer.id, BEN)
    begun_at = club.time
    clocks = club.play.clocks
    assert await clocks.deadline(match) == begun_at + 900
    club.time += 600
    await club.play.set_up(match.id, ADA, "deploy c2")
    await club.play.set_up(match.id, ADA, "deploy d2")
    match = await club.play.set_up(match.id, BEN, "deploy b7")
    deadline = club.time + 900
    assert await clocks.deadline(match) == deadline
    await clocks.note_alive()
    match = await club.play.act(match.id, match.seq, ADA, "e2-e3")
    club.time += 700
    await clocks.note_alive()
    assert await club.store.clockwork.outages(0), "the bot was away meanwhile"
    assert await clocks.deadline(match) == deadline
    assert await club.store.clockwork.run_down(club.time) == [match.id]
    match = await club.play.act(match.id, match.seq, BEN, "b7-b6")
    assert await clocks.deadline(match) == deadline
    club.time = deadline + 1
    await clocks.note_alive()
    assert "the time had run out" in await refusal(club.play.act(match.id, match.seq, ADA, "e3-e4"))
    over = await club.play.match(match.id)
    assert (over.result, over.entries[-1].seat) == (Result(None, "time"), None)


async def test_a_record_of_a_timed_game_replays_with_its_end(club: Club) -> None:
    match = begun("deploy c2", "deploy b7", {"blue": "rome", "red": "rome"}, timed=True)
    match = match.extended([Entry(3, EntryKind.TIMEOUT, AT)])
    replayed = await replay_file(record_file(match).data)
    assert replayed.result == Result(None, "time")
    assert keeps_secrets(replayed)
