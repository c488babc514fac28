"""The bot as a process, killed and stopped in the middle of personal games."""

import pytest

from bot.playground.server import StandIn
from bot.playground.world import Channel, Message
from tests.discord.direct import channel_requests, shown
from tests.discord.reading import control, until
from tests.discord.test_process import Bot, kept, process

__all__ = ["process"]


async def begin(standin: StandIn, place: Channel) -> Message:
    ada = standin.member("Ada")
    begun = await standin.command(ada, place, "play", level="easy", side="first")
    await standin.wait_for(lambda: begun.message and begun.message.attachments)
    assert begun.message
    return begun.message


async def showing(standin: StandIn, place: Channel, seq: int) -> Message:
    def found() -> list[Message]:
        return [message for _, number, message in shown(place) if number == seq]

    await standin.wait_for(found, 60)
    await standin.settle()
    return found()[-1]


async def killed_while_it_waits(process: Bot, standin: StandIn, place: Channel) -> Message:
    """The board under which Ada has moved, whose answer a kill has cut off after the commit."""
    ada = standin.member("Ada")
    board = await begin(standin, place)
    await standin.press(ada, board, control(board, "pick"), "h2")
    standin.fail("PATCH", "/messages/@original", 503, delay=30)
    standin.press_nowait(ada, board, control(board, "go:h2-h3"))
    async with kept(process.url) as store:

        async def committed() -> bool:
            match = await store.match(1)
            return match is not None and match.seq == 1

        await until(committed)
    await process.kill()
    standin.faults.pending.clear()
    await process.start()
    return board


@pytest.mark.parametrize("name", ["Ada", "tavern"])
async def test_a_kill_before_the_answer_is_healed_by_the_next_press(
    process: Bot, standin: StandIn, name: str
) -> None:
    place, ada = standin.channel(name), standin.member("Ada")
    board = await killed_while_it_waits(process, standin, place)
    await standin.settle()
    assert [seq for _, seq, _ in shown(place)] == [0], "nothing is made up for by itself"
    # The controls still stand under the board that was pressed.
    await standin.press(ada, board, control(board, "go:h2-h3"))
    answer = await showing(standin, place, 2)
    assert [seq for _, seq, _ in shown(place)] == [1, 2]
    assert board.content.startswith("-# That came too late: the game has gone on since.")
    await standin.press(ada, answer, control(answer, "pick"), "c1")
    assert channel_requests(standin) == []


@pytest.mark.parametrize("command", ["board", "move"])
async def test_a_kill_before_the_answer_is_healed_by_a_command(
    process: Bot, standin: StandIn, command: str
) -> None:
    place, ada = standin.channel("Ada"), standin.member("Ada")
    await killed_while_it_waits(process, standin, place)
    options = {"action": "c1-c2"} if command == "move" else {}
    asked = await standin.command(ada, place, command, **options)
    await showing(standin, place, 2)
    assert asked.message
    assert ("too late" in asked.message.content) is (command == "move")
    async with kept(process.url) as store:
        match = await store.match(1)
        assert match
        assert [turn.action for turn in match.turns][:1] == ["h2-h3"]
        assert match.seq == 2, "what was typed for another position is not played"
    assert channel_requests(standin) == []


async def test_a_kill_between_the_answer_and_its_board_repeats_nothing(
    process: Bot, standin: StandIn
) -> None:
    place, ada = standin.channel("Ada"), standin.member("Ada")
    board = await begin(standin, place)
    await standin.press(ada, board, control(board, "pick"), "h2")
    standin.fail("POST", r"/webhooks/\d+/[^/]+$", 503, delay=30)
    standin.press_nowait(ada, board, control(board, "go:h2-h3"))
    async with kept(process.url) as store:

        async def answered() -> bool:
            match = await store.match(1)
            return match is not None and match.seq == 2

        await until(answered, 60)
        await process.kill()
        standin.faults.pending.clear()
        await process.start()
        await standin.command(ada, place, "board")
        await showing(standin, place, 2)
        match = await store.match(1)
        assert match
        assert match.seq == 2


async def test_a_stop_while_it_thinks_says_so_and_the_next_start_goes_on(
    process: Bot, standin: StandIn
) -> None:
    place, ada = standin.channel("Ada"), standin.member("Ada")
    begun = await standin.command(ada, place, "play", level="hard", side="second")
    await standin.wait_for(lambda: begun.message and begun.message.attachments)
    assert await process.terminate() == 0
    async with kept(process.url) as store:
        match = await store.match(1)
        assert match
        assert match.seq == 0
    await process.start()
    await standin.command(ada, place, "resign")
    asked = [m for m in place.messages.values() if m.ephemeral_for is ada][-1]
    await standin.press(ada, asked, control(asked, "resign:yes"))
    await showing(standin, place, 1)
    assert channel_requests(standin) == []
