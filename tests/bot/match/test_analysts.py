"""Analyses that are asked for at once: they wait in their order, and not without bound."""

import asyncio
import json
import random
from dataclasses import replace

import pytest

from bot.match.analysts import FEWEST_NODES, MOST_JOBS, MOST_NODES, NODES, Analysts
from bot.match.errors import Refused
from data import Entry, EntryKind, Match
from tests.bot.match.conftest import ADA, BEN, CHANNEL, Club

FIRST_MOVE = "h2-h3"


class Slow:
    """Finds every position level, one at a time, when it is told to."""

    def __init__(self) -> None:
        self.permits = asyncio.Semaphore(0)
        self.asked: list[tuple[str, int, int]] = []
        self.at_once = 0

    async def analyse(self, record: str, ply: int, nodes: int) -> str:
        self.asked.append((record, ply, nodes))
        self.at_once += 1
        assert self.at_once == 1, "one at a time"
        try:
            await self.permits.acquire()
        finally:
            self.at_once -= 1
        return json.dumps({"score": 0, "best": FIRST_MOVE, "depth": 1})


async def over(club: Club, channel: int = CHANNEL) -> Match:
    """A game of one move that was then given up."""
    match = await club.challenges.accept(await club.challenge(channel), BEN)
    match = await club.play.act(match.id, 0, ADA, FIRST_MOVE)
    return await club.play.resign(match.id, BEN)


async def test_ten_analyses_asked_for_at_once_come_one_after_the_other(club: Club) -> None:
    slow = Slow()
    analysts = Analysts(club.store, slow)
    matches = [await over(club, CHANNEL + number) for number in range(10)]
    watches = [analysts.watch(match, 200 + n, 300 + n) for n, match in enumerate(matches)]
    for number, watch in enumerate(watches):
        assert watch
        assert analysts.ahead_of(watch.job) == number
    assert analysts.under_way == tuple(match.id for match in matches)
    for number in range(0, 10, 3):
        assert analysts.leave(300 + number) is watches[number]
    for _ in range(20):
        slow.permits.release()
    for number, watch in enumerate(watches):
        assert watch
        await watch.wait(30)
        assert watch.is_over
        assert watch.has_left == (number % 3 == 0)
        assert (await analysts.kept(matches[number]) is None) == (number % 3 == 0)
    assert analysts.under_way == ()
    assert {ply for _, ply, _ in slow.asked} == {0, 1}


async def test_more_than_can_wait_are_told_to_come_later(club: Club) -> None:
    analysts, match = Analysts(club.store, Slow()), await over(club)
    for number in range(MOST_JOBS):
        assert analysts.watch(replace(match, id=1000 + number), 200 + number, 300 + number)
    with pytest.raises(Refused, match="Try again in a few minutes"):
        analysts.watch(match, ADA, 99)
    assert analysts.watch(replace(match, id=1000), ADA, 99), "to one under way one may come"
    analysts.stop()
    await asyncio.wait(analysts.tasks)
    assert analysts.under_way == ()
    with pytest.raises(Refused, match="I am being restarted"):
        analysts.watch(match, ADA, 98)


async def test_who_cancels_may_ask_for_another_and_for_the_same_again(club: Club) -> None:
    slow = Slow()
    analysts = Analysts(club.store, slow)
    match, other = await over(club), await over(club, CHANNEL + 1)
    first = analysts.watch(match, ADA, 1)
    assert first
    with pytest.raises(Refused, match=f"Your analysis of game {match.id}"):
        analysts.watch(other, ADA, 2)
    assert analysts.watch(match, ADA, 2), "the same game on another panel"
    assert analysts.watch(match, ADA, 2) is None
    analysts.leave(1)
    assert analysts.under_way == (match.id,), "the other panel still waits"
    analysts.leave(2)
    assert analysts.under_way == ()
    assert analysts.leave(2) is None
    again, another = analysts.watch(match, ADA, 1), analysts.watch(other, BEN, 3)
    assert again
    assert another
    assert again.job is not first.job
    assert analysts.ahead_of(first.job) == 0
    analysts.end(first)
    assert analysts.under_way == (match.id, other.id), "what was called off takes no other along"
    for _ in range(4):
        slow.permits.release()
    await another.wait(30)
    assert await analysts.kept(match)


async def test_a_panel_that_stops_watching_leaves_its_member_in_the_analysis(club: Club) -> None:
    slow = Slow()
    analysts, match = Analysts(club.store, slow), await over(club)
    watch = analysts.watch(match, ADA, 1)
    assert watch
    analysts.end(watch)
    joined = analysts.watch(match, BEN, 2)
    assert joined
    analysts.leave(2)
    assert analysts.under_way == (match.id,), "Ada has not cancelled"
    slow.permits.release()
    slow.permits.release()
    await watch.wait(30)
    assert await analysts.kept(match)


async def test_long_games_get_fewer_nodes_a_position_and_no_game_too_many(club: Club) -> None:
    slow = Slow()
    for _ in range(1000):
        slow.permits.release()
    short, long = await over(club), await drawn_out(club, 120)
    for match, expected in ((short, MOST_NODES), (long, NODES // (121 + 8))):
        slow.asked.clear()
        watch = Analysts(club.store, slow).watch(match, ADA, 1)
        assert watch
        await watch.wait(30)
        assert {nodes for _, _, nodes in slow.asked} == {expected}
        assert FEWEST_NODES <= expected <= MOST_NODES


async def drawn_out(club: Club, moves: int) -> Match:
    """A game of that many moves, none of which ended it, that was then given up."""
    rng = random.Random(2)
    match = await club.challenges.accept(await club.challenge(CHANNEL + 9), BEN)
    while len(match.turns) < moves:
        seat = match.to_move
        assert seat
        action = str(rng.choice(match.state.legal_actions(seat)))
        entry = Entry(match.seq + 1, EntryKind.ACTION, club.time, seat, action)
        if match.extended([entry]).result is None:
            match = await club.store.append(match, entry)
    return await club.play.resign(match.id, ADA)
