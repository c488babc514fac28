"""Deadlines, reminders and losses on time follow from times alone."""

import doctest
from collections.abc import AsyncIterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.match import clocks as module
from bot.match.boards import board_posting
from bot.match.clocks import GRACE_SECONDS, LAPSE_SECONDS, Clocks, deadline_after
from bot.match.errors import OutOfTime
from bot.match.play import Play
from data import Entry, EntryKind, Match, Offer, Outage, Store
from engine.core import Result
from tests.bot.match.conftest import spoil

ADA, BEN = 101, 102
HOUR, DAY = 3600, 86_400
T = 1_800_000_000

TIMES = st.integers(0, 10 * DAY)
OUTAGES = st.lists(
    st.tuples(TIMES, st.integers(300, 2 * DAY)).map(lambda pair: Outage(pair[0], sum(pair))),
    max_size=6,
)
CLOCKS = st.sampled_from([HOUR, DAY, 3 * DAY, 7 * DAY])


@given(TIMES, CLOCKS, OUTAGES)
def test_an_outage_never_moves_a_deadline_to_an_earlier_time(
    at: int, clock: int, outages: list[Outage]
) -> None:
    deadlines = [deadline_after(at, clock, outages[:n]) for n in range(len(outages) + 1)]
    assert deadlines[0] == at + clock
    assert all(before <= after for before, after in pairwise(deadlines))


@given(TIMES, CLOCKS, OUTAGES)
def test_a_deadline_moves_only_out_of_an_outage_or_the_hour_after_it(
    at: int, clock: int, outages: list[Outage]
) -> None:
    deadline = deadline_after(at, clock, outages)
    ends = [outage.ended_at + GRACE_SECONDS for outage in outages]
    for outage, end in zip(outages, ends, strict=True):
        assert not outage.began_at <= deadline < end, "every player has an hour after an outage"
    touched = [o for o in outages if o.began_at <= at + clock <= o.ended_at + GRACE_SECONDS]
    if touched:
        assert deadline in ends
    else:
        assert deadline == at + clock


@given(TIMES, CLOCKS, OUTAGES, st.randoms())
def test_outages_count_in_any_order(
    at: int, clock: int, outages: list[Outage], chance: Random
) -> None:
    shuffled = list(outages)
    chance.shuffle(shuffled)
    assert deadline_after(at, clock, shuffled) == deadline_after(at, clock, outages)


@dataclass
class Desk:
    store: Store
    play: Play
    clocks: Clocks
    time: int = T

    async def begin(self, clock: int | None = HOUR, channel: int = 7) -> Match:
        """A game that begins now, Ada to move with Silver."""
        options = {"rules": "deflexion", "layout": "classic"}
        offer = Offer("deflexion", options, "first", 3, channel, ADA, BEN, self.time, clock)
        game_id = await self.store.offers.keep(offer)
        seats = {"silver": ADA, "gold": BEN}
        return await self.store.start(game_id, options, seats, self.time)

    async def alive_until(self, time: int) -> None:
        """The bot was there all along."""
        self.time = time
        await self.store.keep_fact("alive:", str(time))

    async def run_down(self) -> list[tuple[int, int, tuple[int, ...]]]:
        """The reminders that are due: game, deadline, whom they ping."""
        await self.clocks.note_alive()
        due = self.clocks.run_down(lambda _: True)
        return [(each.match.id, each.deadline, each.posting(None).mentions) async for each in due]

    async def read(self, match: Match) -> Match:
        found = await self.store.match(match.id)
        assert found
        return found


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'ricochet.db'}")
    made: Desk

    def clock() -> int:
        return made.time

    clocks = Clocks(store, clock)
    made = Desk(store, Play(store, clock, Random(1), clocks), clocks)
    yield made
    await store.close()


async def test_a_board_says_until_when_its_player_may_act(desk: Desk) -> None:
    match = await desk.begin()
    deadline = await desk.clocks.deadline(match)
    assert deadline == T + HOUR
    lines = board_posting(match, "papyrus", deadline).text.splitlines()
    assert lines[-2:] == [f"Silver to move: <@{ADA}>", f"Time runs out <t:{T + HOUR}:R>."]
    without = await desk.begin(None, 8)
    assert await desk.clocks.deadline(without) is None
    assert "<t:" not in board_posting(without, "papyrus").text


async def test_the_player_to_move_is_reminded_once_a_turn(desk: Desk) -> None:
    match = await desk.begin()
    await desk.alive_until(T + 2699)
    assert await desk.run_down() == []
    await desk.alive_until(T + 2700)
    assert await desk.run_down() == [(match.id, T + HOUR, (ADA,))]
    assert await desk.run_down() == []
    await desk.play.act(match.id, 0, ADA, "h2-h3")
    await desk.alive_until(T + 5400)
    assert await desk.run_down() == [(match.id, T + 6300, (BEN,))]


async def test_an_offer_does_not_bring_a_second_reminder(desk: Desk) -> None:
    match = await desk.begin()
    await desk.alive_until(T + 2700)
    assert await desk.run_down()
    await desk.store.append(match, Entry(1, EntryKind.DRAW_OFFER, T + 2701, "gold"))
    assert await desk.run_down() == []


@pytest.mark.parametrize(("back", "deadline"), [(19, 24 * HOUR), (23.5, 24.5 * HOUR)])
async def test_a_reminder_due_while_the_bot_was_down_comes_once_when_it_is_back(
    desk: Desk, back: float, deadline: float
) -> None:
    match = await desk.begin(DAY)
    await desk.alive_until(T + 17 * HOUR)
    desk.time = T + int(back * HOUR)
    assert await desk.run_down() == [(match.id, T + deadline, (ADA,))]
    assert await desk.run_down() == []


async def test_no_reminder_comes_when_the_deadline_itself_has_passed(desk: Desk) -> None:
    match = await desk.begin()
    await desk.alive_until(T + HOUR + 1)
    assert await desk.run_down() == []
    assert (await desk.read(match)).result == Result("gold", "time")


async def test_a_player_out_of_time_loses_and_not_a_second_earlier(desk: Desk) -> None:
    match = await desk.begin()
    await desk.alive_until(T + HOUR)
    await desk.run_down()
    assert (await desk.read(match)).result is None
    await desk.alive_until(T + HOUR + 1)
    await desk.run_down()
    over = await desk.read(match)
    assert over.result == Result("gold", "time")
    assert (over.entries[-1].kind, over.entries[-1].seat) == (EntryKind.TIMEOUT, "silver")
    assert f"<@{ADA}> ran out of time." in board_posting(over, "papyrus").text


async def test_a_move_after_the_deadline_loses_on_time_before_any_sweep(desk: Desk) -> None:
    match = await desk.begin()
    await desk.alive_until(T + HOUR + 1)
    with pytest.raises(OutOfTime):
        await desk.play.act(match.id, 0, ADA, "h2-h3")
    over = await desk.read(match)
    assert (over.seq, over.result) == (1, Result("gold", "time"))


async def test_nobody_gets_out_of_a_passed_deadline_by_resigning_or_a_draw(desk: Desk) -> None:
    match = await desk.begin()
    await desk.alive_until(T + HOUR + 1)
    with pytest.raises(OutOfTime):
        await desk.play.resign(match.id, BEN)
    assert (await desk.read(match)).result == Result("gold", "time")


async def test_a_press_that_comes_late_after_an_outage_still_counts(desk: Desk) -> None:
    match = await desk.begin()
    await desk.alive_until(T + 3000)
    # Not noted yet: the press comes before the first sweep.
    desk.time = T + 3 * HOUR
    moved = await desk.play.act(match.id, 0, ADA, "h2-h3")
    assert (moved.seq, moved.result) == (1, None)


async def test_after_an_outage_the_player_has_an_hour_and_no_more(desk: Desk) -> None:
    match = await desk.begin()
    await desk.alive_until(T + 3000)
    desk.time = back = T + DAY
    await desk.run_down()
    assert await desk.clocks.deadline(match) == back + HOUR
    await desk.alive_until(back + HOUR)
    await desk.run_down()
    assert (await desk.read(match)).result is None
    await desk.alive_until(back + HOUR + 1)
    await desk.run_down()
    assert (await desk.read(match)).result == Result("gold", "time")


async def test_five_minutes_of_silence_are_no_outage(desk: Desk) -> None:
    match = await desk.begin()
    await desk.alive_until(T + HOUR - 299)
    desk.time = T + HOUR + 1
    await desk.run_down()
    assert (await desk.read(match)).result == Result("gold", "time")


async def test_a_mover_who_is_first_wins_against_the_clock(desk: Desk) -> None:
    match = await desk.begin()
    moved = await desk.play.act(match.id, 0, ADA, "h2-h3")
    await desk.alive_until(T + HOUR + 1)
    # Read before the move came.
    assert not await desk.clocks.flag(match)
    assert (await desk.read(match)).seq == moved.seq


async def test_a_game_lapses_after_thirty_silent_days_with_a_clock_or_without(desk: Desk) -> None:
    match = await desk.begin(None)
    await desk.alive_until(T + LAPSE_SECONDS)
    await desk.clocks.let_lapse(lambda _: True)
    assert (await desk.read(match)).result is None
    await desk.alive_until(T + LAPSE_SECONDS + 1)
    await desk.clocks.let_lapse(lambda _: True)
    over = await desk.read(match)
    assert over.result == Result(None, "lapsed")
    assert await desk.store.running_in(7) is None, "the channel is free again"
    await desk.clocks.let_lapse(lambda _: True)
    assert (await desk.read(match)).seq == over.seq


async def test_a_game_does_not_lapse_before_players_could_act_after_an_outage(desk: Desk) -> None:
    match = await desk.begin(None)
    await desk.alive_until(T + DAY)
    desk.time = T + 40 * DAY
    await desk.clocks.note_alive()
    await desk.clocks.let_lapse(lambda _: True)
    assert (await desk.read(match)).result is None
    await desk.alive_until(T + 40 * DAY + HOUR + 1)
    await desk.clocks.let_lapse(lambda _: True)
    assert (await desk.read(match)).result == Result(None, "lapsed")


async def test_games_of_other_processes_are_left_to_them(desk: Desk) -> None:
    match = await desk.begin()
    await desk.alive_until(T + HOUR + 1)
    assert [each async for each in desk.clocks.run_down(lambda _: False)] == []
    assert (await desk.read(match)).result is None


async def test_a_game_that_does_not_replay_stops_no_other(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    broken, timed, silent = await desk.begin(), await desk.begin(HOUR, 8), await desk.begin(None, 9)
    await spoil(desk.store, broken.id)
    await desk.alive_until(T + LAPSE_SECONDS + 1)
    await desk.run_down()
    assert (await desk.read(timed)).result == Result("gold", "time")
    await desk.clocks.let_lapse(lambda _: True)
    assert (await desk.read(silent)).result == Result(None, "lapsed")
    assert f"game {broken.id} is left out" in caplog.text


async def test_a_reminder_is_not_noted_before_the_one_before_it_was_sent(desk: Desk) -> None:
    first, second = await desk.begin(), await desk.begin(HOUR, 8)
    await desk.alive_until(T + 2700)
    due = desk.clocks.run_down(lambda _: True)
    assert (await anext(due)).match.id == first.id
    # The bot is stopped while it sends the first.
    assert [game_id for game_id, _, _ in await desk.run_down()] == [second.id]


async def test_a_process_with_a_new_name_was_away_since_any_was_there(desk: Desk) -> None:
    match = await desk.begin()
    await desk.store.keep_fact("alive:", str(T - DAY))
    await desk.store.keep_fact("alive:0,1", str(T + 3000))
    desk.time = back = T + DAY
    renamed = Clocks(desk.store, lambda: desk.time, "0")
    await renamed.note_alive()
    assert await desk.store.clockwork.outages(T) == [Outage(T + 3000, back)]
    assert not await renamed.flag(match)


async def test_what_is_noted_is_when_members_could_last_act(desk: Desk) -> None:
    await desk.clocks.note_alive(T)
    desk.time = T + 80
    await desk.clocks.note_alive(T)
    desk.time = T + 301
    await desk.clocks.note_alive()
    assert await desk.store.clockwork.outages(T) == [Outage(T, T + 301)]


def test_doctests() -> None:
    assert doctest.testmod(module) == (0, 2)
