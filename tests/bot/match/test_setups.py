"""Setting up in the match service: who may, when it is too late, and what the clock does."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from bot.match.agreements import Agreements, draw_refusal, undo_refusal
from bot.match.clocks import Clocks
from bot.match.errors import OutOfTime, Refused
from bot.match.play import Play
from data import EntryKind, Match, Offer, Store
from engine.core import GameError, Result
from tests.bot.match.conftest import refusal

ADA, BEN, CLEO = 101, 102, 103
HOUR = 3600
T = 1_800_000_000
SOUTH = "setup T d8 W c8 e8 S b7 d7 f7 M a8/ g8\\"
OTHER = "setup T b9 W a7 g7 S b8 c8 d8 M b7\\ f9/"
NORTH = "setup T d2 W c2 e2 S b3 d3 f3 M a2\\ g2/"


class Desk:
    def __init__(self, store: Store) -> None:
        self.time = T
        self.store = store
        self.clocks = Clocks(store, lambda: self.time)
        self.play = Play(store, lambda: self.time, Random(1), self.clocks)

    async def begin(self) -> Match:
        """Ada plays South and Ben North, an hour for each move."""
        options = {"first": "south"}
        offer = Offer("reflix", options, "first", 3, 7, ADA, BEN, self.time, HOUR)
        game_id = await self.store.offers.keep(offer)
        return await self.store.start(game_id, options, {"south": ADA, "north": BEN}, self.time)

    async def pass_until(self, time: int) -> list[tuple[int, ...]]:
        """Let time pass with the bot there; return whom it reminds, message by message."""
        self.time = time
        await self.store.keep_fact("alive:", str(time))
        return [each.posting(None).mentions async for each in self.clocks.run_down(lambda _: True)]

    async def read(self, match: Match) -> Match:
        found = await self.store.match(match.id)
        assert found
        return found


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'ricochet.db'}")
    yield Desk(store)
    await store.close()


async def test_both_may_send_at_once_and_neither_is_too_late(desk: Desk) -> None:
    match = await desk.begin()
    await asyncio.gather(
        desk.play.set_up(match.id, ADA, SOUTH), desk.play.set_up(match.id, BEN, NORTH)
    )
    begun = await desk.read(match)
    assert [entry.kind for entry in begun.entries[1:]] == [EntryKind.SETUP] * 2
    assert begun.to_move == "south"


async def test_a_setup_may_be_changed_until_the_other_is_ready_and_then_no_more(desk: Desk) -> None:
    match = await desk.begin()
    await desk.play.set_up(match.id, ADA, SOUTH)
    await desk.play.set_up(match.id, ADA, OTHER)
    match = await desk.play.set_up(match.id, BEN, NORTH)
    setup = match.setup_of("south")
    assert setup
    assert setup.action == OTHER
    for member in (ADA, BEN):
        said = await refusal(desk.play.set_up(match.id, member, SOUTH))
        assert "your setup stays as it is" in said
    assert (await desk.read(match)).seq == match.seq


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (SOUTH.replace("W c8", "W c8 c9"), "3 walls instead of 2"),
        (SOUTH.replace("W c8 e8", "W c8"), "1 wall instead of 2"),
        (SOUTH.replace("T d8", "T d8 d9"), "2 targets instead of 1"),
        (SOUTH.replace("T d8", "T c7"), "row 7"),
        (SOUTH.replace("W c8", "W c5"), "not on c5"),
        (SOUTH.replace("W c8", "W d8"), "more than one object on d8"),
        (NORTH, "South's objects stand on rows 7 to 9"),
        ("setup T a9 W a8 b9 S c7 d7 e7 M f7/ g7/", "No laser could enter"),
        ("setup", "fortress"),
        ("d6R", "Mirrors move once both fortresses are set up"),
    ],
)
async def test_a_wrong_setup_is_refused_with_its_fault_and_changes_nothing(
    desk: Desk, text: str, fault: str
) -> None:
    match = await desk.begin()
    assert fault in await refusal(desk.play.set_up(match.id, ADA, text))
    assert (await desk.read(match)).seq == 0


async def test_nobody_else_sets_up_and_nobody_moves_before_both_have(desk: Desk) -> None:
    match = await desk.begin()
    assert "not in this game" in await refusal(desk.play.set_up(match.id, CLEO, SOUTH))
    for typed in ("d6R", SOUTH, "nonsense", ""):
        with pytest.raises(Refused, match=r"Press \*\*Set up\*\*") as error:
            await desk.play.move(7, ADA, typed)
        assert "d8" not in str(error.value)
    with pytest.raises(GameError):
        await desk.play.act(match.id, 0, ADA, "d6R")
    assert "Set up" in await refusal(desk.play.pick(match.id, 0, ADA, "d6"))
    assert await desk.play.suggest(7, ADA, "") == []


async def test_no_draw_and_nothing_taken_back_in_a_setup_but_resigning(desk: Desk) -> None:
    match = await desk.begin()
    agreements = Agreements(desk.play)
    assert "before the game has begun" in await refusal(agreements.draw(match.id, ADA))
    assert "nothing is taken back" in await refusal(agreements.undo(match.id, ADA))
    assert draw_refusal(match, "north")
    assert undo_refusal(match, "north")
    await desk.play.set_up(match.id, ADA, SOUTH)
    assert (await desk.play.resign(match.id, BEN)).result == Result("south", "resignation")


async def test_whoever_is_awaited_is_reminded_each_in_a_message_of_their_own(desk: Desk) -> None:
    match = await desk.begin()
    assert await desk.pass_until(T + HOUR - HOUR // 4) == [(ADA,), (BEN,)]
    assert await desk.pass_until(T + HOUR - 60) == []
    await desk.play.resign(match.id, ADA)
    match = await desk.begin()
    await desk.play.set_up(match.id, ADA, SOUTH)
    assert await desk.pass_until(desk.time + HOUR - HOUR // 4) == [(BEN,)]


async def test_time_out_in_a_setup(desk: Desk) -> None:
    neither = await desk.begin()
    await desk.pass_until(desk.time + HOUR + 1)
    over = await desk.read(neither)
    assert (over.result, over.entries[-1].seat) == (Result(None, "lapsed"), None)
    one = await desk.begin()
    await desk.play.set_up(one.id, BEN, NORTH)
    desk.time += HOUR + 1
    await desk.store.keep_fact("alive:", str(desk.time))
    with pytest.raises(OutOfTime):
        await desk.play.set_up(one.id, ADA, SOUTH)
    over = await desk.read(one)
    assert (over.result, over.entries[-1].seat) == (Result("north", "time"), "south")


async def test_the_first_turn_has_the_whole_time_from_the_last_setup_on(desk: Desk) -> None:
    match = await desk.begin()
    await desk.play.set_up(match.id, ADA, SOUTH)
    await desk.pass_until(T + 3000)
    match = await desk.play.set_up(match.id, BEN, NORTH)
    assert await desk.clocks.deadline(match) == T + 3000 + HOUR
    assert await desk.pass_until(T + HOUR + 1) == []
    assert (await desk.read(match)).result is None
