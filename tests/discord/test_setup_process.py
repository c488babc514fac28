"""A setup and the bot as a process of its own: killed and started again in between."""

from bot.playground.interactions import Interaction
from bot.playground.server import StandIn
from bot.playground.world import Member, Message
from data import EntryKind
from tests.discord.reading import boards, control, until
from tests.discord.reflix import doing
from tests.discord.test_process import Bot, kept, posted_once, process

__all__ = ["process"]


async def begin(standin: StandIn) -> Message:
    ada, ben, games = standin.member("Ada"), standin.member("Ben"), standin.channel("games")
    asked = await standin.command(
        ada, games, "challenge", game="reflix", opponent=ben, side="first"
    )
    assert asked.message
    await standin.press(ben, asked.message, control(asked.message, "accept"))
    await standin.wait_for(lambda: boards(games))
    await standin.settle()
    return boards(games)[-1][2]


async def opened(standin: StandIn, member: Member, board: Message) -> Message:
    """The member's private panel with the classic fortress on it."""
    press = await standin.press(member, board, control(board, "setup"))
    assert press
    panel = press.message
    assert panel
    await pressed(standin, member, panel, "classic")
    await standin.wait_for(lambda: "Complete" in panel.content)
    return panel


async def pressed(standin: StandIn, member: Member, panel: Message, do: str) -> Interaction:
    press = await standin.press(member, panel, doing(panel, do))
    assert press
    return press


async def test_a_setup_killed_before_its_post_is_posted_and_the_other_finished_after(
    process: Bot, standin: StandIn, url: str
) -> None:
    ada, ben, games = standin.member("Ada"), standin.member("Ben"), standin.channel("games")
    board = await begin(standin)
    panel, theirs = await opened(standin, ada, board), await opened(standin, ben, board)
    standin.fail("POST", r"/channels/\d+/messages$", 503, delay=20)
    standin.press_nowait(ada, panel, doing(panel, "ready"))
    async with kept(url) as store:

        async def committed() -> bool:
            match = await store.match(1)
            return match is not None and match.seq == 1

        await until(committed)
        await standin.wait_for(lambda: standin.requests[-1].operation == "create_message")
        await process.kill()
        assert [seq for _, seq, _ in boards(games)] == [0]
        await process.start()
        await until(posted_once(standin, 1))
        assert boards(games)[-1][2].content.startswith("South is ready.")
        # What Ben had begun before is there, and a panel from before still works.
        await pressed(standin, ben, theirs, "ready")
        await until(posted_once(standin, 2))
        match = await store.match(1)
    assert match
    assert [entry.kind for entry in match.entries[1:]] == [EntryKind.SETUP] * 2
    assert match.to_move == "south"
    assert "the game begins" in boards(games)[-1][2].content
    await process.terminate()
    said = "".join(process.said)
    assert "T d8" not in said
    assert "T d2" not in said
