"""Ten games over a week in which everything fails: nothing is lost, doubled or wrong."""

import asyncio
import faulthandler
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random

import pytest
from sqlalchemy import make_url

from bot.playground.server import StandIn
from bot.playground.world import Permission
from data import Store
from tests.discord import week_end
from tests.discord.conftest import Club, running
from tests.discord.plain import HOUR, Heard, PlainGame
from tests.discord.week import Week
from tests.discord.week_nights import (
    Death,
    killed_before_commit,
    killed_before_post,
    killed_before_record,
    night,
)
from tests.discord.week_players import (
    begin,
    draw_is_agreed,
    draw_is_declined,
    draw_is_passed_over,
    played_out,
    prefers_to_confirm,
    rematch,
    resigns,
    undo_is_declined,
    undo_is_granted,
)
from tests.discord.week_troubles import (
    board_is_missed,
    bot_is_removed,
    callback_fails,
    channel_is_deleted,
    edit_fails,
    gateway_drops,
    kept_without_a_word,
    newest_board_is_deleted,
    out_of_turn,
    permission_is_lost,
    player_leaves,
    post_fails,
    session_is_lost,
    store_fails,
    thinking_stays,
    thread_is_archived,
    thread_is_locked,
)

SEED = 20_261_129

STEPS_A_DAY, STEP = 6, 245 * 60
"""No clock, nor three quarters of it, comes near a whole number of steps, with or without what
the outage adds: no deadline and no reminder falls near the second of a look."""

A_DAY = 120.0
"""Real seconds after which a day counts as hanging."""

IDLE_FOR = 24 * 24 * HOUR
AWAY = 24 * HOUR + 43 * 60
"""For so long nobody acts in the first game, and the bot is away before the third day: every
deadline of a clock of a day falls into that and moves to an hour after."""

IDLE, CONFIRMING, MOVED, DRAWN, ASLEEP, THREADED, UNDOING, DELETED, GIVEN_UP, LEFT = range(10)
"""The games, by what happens to them for certain."""

SECOND = 10
"""The rematch of one of them."""

GAMES = (
    ("games", "none", 0.0),
    ("lounge", "1 day", 0.5),
    ("arcade", "3 days", 0.4),
    ("court", "none", 0.4),
    ("den", "1 day", 0.6),
    ("games", "7 days", 0.4),
    ("lounge", "3 days", 0.5),
    ("arcade", "1 day", 0.5),
    ("court", "none", 0.3),
    ("den", "1 day", 0.6),
)
"""Where each is played, the second of a channel in a thread; its clock; and how likely whoever is
to move does so at a step."""


@dataclass(frozen=True)
class Event:
    """What happens, how, and in which game; ``None`` lets the seed pick one that is played."""

    happens: Callable[..., Awaitable[None]]
    game: int | None
    how: Mapping[str, object]

    def __str__(self) -> str:
        details = " ".join(f"{key}={value}" for key, value in self.how.items())
        return f"{self.happens.__name__} {details}".rstrip()


def event(
    happens: Callable[..., Awaitable[None]], game: int | None = None, /, **how: object
) -> Event:
    return Event(happens, game, how)


DAYS: tuple[tuple[Event, ...], ...] = (
    (
        # Boards that Discord refuses, and offers that are turned down.
        event(prefers_to_confirm, CONFIRMING),
        event(post_fails, status=403, code=50013),
        event(post_fails, status=404, code=10003),
        event(post_fails, status=429, times=2),
        event(post_fails, status=500),
        event(draw_is_declined, DRAWN),
        event(undo_is_declined, UNDOING),
    ),
    (
        # Boards that are late or lost, and moves that are taken back.
        event(post_fails, status=500, apply_anyway=True),
        event(post_fails, status=503),
        event(post_fails, status=0),
        event(post_fails, status=0, apply_anyway=True),
        event(post_fails, status=None, delay=0.3),
        event(undo_is_granted, UNDOING),
        event(draw_is_passed_over, DRAWN),
    ),
    (
        # After the outage: presses and commands whose answers are lost.
        event(callback_fails, status=404, is_typed=False, code=10062),
        event(callback_fails, status=404, is_typed=True, code=10062),
        event(callback_fails, status=0, is_typed=False, apply_anyway=True),
        event(callback_fails, status=0, is_typed=True, apply_anyway=True),
        event(callback_fails, status=429, is_typed=False),
        event(callback_fails, status=500, is_typed=True),
        event(callback_fails, status=None, is_typed=True, delay=0.3),
        event(thinking_stays),
    ),
    (
        # What goes missing, and words that nobody hears.
        event(channel_is_deleted, MOVED),
        event(player_leaves, LEFT),
        event(thread_is_archived, THREADED),
        event(kept_without_a_word, status=403),
        event(kept_without_a_word, status=0),
        event(out_of_turn),
        event(edit_fails, status=403),
        event(edit_fails, status=0),
    ),
    (
        # Ends, locks, lost permissions, and a database out of reach.
        event(resigns, GIVEN_UP),
        event(draw_is_agreed, DRAWN),
        event(thread_is_locked, THREADED),
        event(permission_is_lost, CONFIRMING, permission=Permission.SEND_MESSAGES),
        event(permission_is_lost, MOVED, permission=Permission.ATTACH_FILES),
        event(permission_is_lost, CONFIRMING, permission=Permission.VIEW_CHANNEL),
        event(store_fails, table="entries", expected=Heard.REFUSED),
        event(store_fails, table="postings", expected=Heard.DONE),
    ),
    (
        # Connections that break, a bot thrown out, and a second game.
        event(rematch, DRAWN),
        event(gateway_drops, kind="resume"),
        event(gateway_drops, kind="reconnect"),
        event(session_is_lost),
        event(bot_is_removed),
        event(newest_board_is_deleted),
    ),
    (
        # Boards that cannot be looked for, and controls that stay.
        event(board_is_missed, status=0),
        event(board_is_missed, status=403),
        event(edit_fails, status=500),
        event(edit_fails, status=429),
        event(newest_board_is_deleted, UNDOING),
        event(played_out, SECOND),
    ),
)
"""What happens on each day, at moments that the seed picks."""

NIGHTS: dict[int, Death] = {
    1: killed_before_commit,
    3: killed_before_post,
    5: killed_before_record,
}
"""After which days the bot is a process of its own, which is killed."""


@pytest.fixture
def diary(caplog: pytest.LogCaptureFixture) -> Iterator[logging.Logger]:
    """Where it is written down what happens, to be read when the test fails."""
    with caplog.at_level(logging.INFO, "tests.discord"):
        yield logging.getLogger(__name__)


async def begin_all(week: Week, club: Club) -> None:
    for number, (where, clock, pace) in enumerate(GAMES):
        await begin(week, number, where, clock, pace)
        if number == IDLE:
            await week.pass_time(club, IDLE_FOR)


async def live_through(week: Week, club: Club, day: int, diary: logging.Logger) -> None:
    """One day: at each step some play, then something may happen, then hours pass."""
    if day == 3:
        # An hour is what the outage left everybody with a daily clock; one sleeps through it.
        week.games[ASLEEP].pace = 0.0
        for number in (CONFIRMING, DELETED, LEFT):
            await week.move(week.games[number])
    events: list[list[Event]] = [[] for _ in range(STEPS_A_DAY)]
    for each in DAYS[day - 1]:
        week.chance.choice(events).append(each)
    for step in range(STEPS_A_DAY):
        await play_a_round(week)
        for each in events[step]:
            game = pick(week) if each.game is None else week.games[each.game]
            diary.info("day %d, step %d: %s in game %d", day, step, each, game.id)
            await each.happens(week, club, game, **each.how)
            assert not week.standin.faults.pending, f"{each} did not come about"
        await week.pass_time(club, STEP)


async def play_a_round(week: Week) -> None:
    """Some of those who are to move do so, all at once; nothing fails."""
    acting = [
        game for game in week.playable() if week.chance.random() < game.pace or runs_low(week, game)
    ]
    chosen = [(game, week.choose(game), week.chance.random() < 0.4) for game in acting]
    await asyncio.gather(
        *(week.move(game, action=action, is_typed=typed) for game, action, typed in chosen)
    )


def runs_low(week: Week, game: PlainGame) -> bool:
    """Whether whoever is to move has to before the next step is over."""
    deadline = game.deadline(week.outages)
    return deadline is not None and deadline - week.now < STEP * 1.2


def pick(week: Week) -> PlainGame:
    return week.chance.choice(week.playable())


@pytest.mark.parametrize("seed", [SEED])
async def test_ten_games_come_through_a_week_of_failures(
    standin: StandIn, url: str, diary: logging.Logger, seed: int
) -> None:
    for name in ("court", "den"):
        standin.world.add_channel(name)
    path = make_url(url).database
    assert path
    # A busy machine may take longer for the week than a hanging test is given: see the days.
    faulthandler.cancel_dump_traceback_later()
    store = await Store.open(url)
    week = Week(standin, store, path, Random(seed))
    try:
        async with running(standin, url) as club:
            await begin_all(week, club)
        for day in range(1, 8):
            if day == 3:
                began = week.now
                standin.clock.advance(AWAY)
                week.outages.append((began, week.now))
            async with asyncio.timeout(A_DAY), running(standin, url) as club:
                await week.wake_up(club)
                await live_through(week, club, day, diary)
            if death := NIGHTS.get(day):
                game = pick(week)
                diary.info("night %d: %s in game %d", day, death.__name__, game.id)
                await night(week, url, death, game)
        async with running(standin, url):
            await week.come_to_rest()
        await insist_on_everything(week)
    finally:
        await store.close()


async def insist_on_everything(week: Week) -> None:
    for game in week.games:
        await week_end.insist_on_record(week, game)
        await week_end.insist_on_boards(week, game)
        week_end.insist_on_pings(week, game)
        week_end.insist_on_controls(week, game)
    week_end.insist_on_reminders(week)
    reasons = [game.result.reason if game.result else None for game in week.games]
    assert reasons[IDLE] == "lapsed"
    assert reasons[DRAWN] == "agreement"
    assert reasons[GIVEN_UP] == "resignation"
    assert [reasons[number] for number in (ASLEEP, DELETED, LEFT)] == ["time"] * 3
    assert reasons[SECOND] == "pharaoh"
    assert len(week.games) == SECOND + 1
    assert sum(len(game.told) for game in week.games) > 150
    assert all(week.heard[calm, Heard.DONE] > 20 for calm in (True, False))
    assert week.heard[False, Heard.REFUSED] >= 2
    assert week.heard[False, Heard.NOTHING] >= 4
