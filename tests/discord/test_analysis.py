"""A finished game analysed through the whole bot, with searches in real processes."""

import asyncio
from collections.abc import Callable

import pytest

from bot.match.analysts import Analysts, Searches
from bot.playground.messages import Upload
from bot.playground.server import StandIn
from bot.playground.world import Member, Message
from bot.posting import ControlId
from bot.searching import SearchFailed
from bot.verbs import analysis
from data import Entry, EntryKind, Match, Offer
from tests.discord.conftest import Club, running
from tests.discord.reading import control, controls, until
from tests.discord.reflix import NORTH, SOUTH
from tests.discord.test_game import GAME
from tests.discord.test_process import Bot, process
from tests.discord.test_process import kept as kept_store
from tests.discord.test_review import newest, press, record, reviewed, shown

__all__ = ["process"]

NODES = 100
MOVES = ("h2-h3", "a4-b3", "d6-d7")


class Gate:
    """Lets so many searches through as it is told to, to those who really search."""

    def __init__(self, searches: Searches) -> None:
        self._searches = searches
        self._permits = asyncio.Semaphore(0)
        self.asked: list[int] = []
        """The plies that were asked for."""
        self.fails = False

    async def analyse(self, record: str, ply: int, nodes: int) -> str:
        self.asked.append(ply)
        await self._permits.acquire()
        if self.fails:
            raise SearchFailed("its process has died twice")
        return await self._searches.analyse(record, ply, nodes)

    def let_through(self, count: int = 1000) -> None:
        for _ in range(count):
            self._permits.release()


def gated(club: Club, nodes: int = NODES) -> Gate:
    """The gate before all searches of the club's analyses from now on."""
    gate = Gate(club.bot.thinkers)
    club.bot.analysts = Analysts(club.store, gate, most_nodes=nodes)
    return gate


async def finished(club: Club, moves: tuple[str, ...] = MOVES, **options: object) -> Match:
    """A game of these moves, given up by who is to move if no move ended it."""
    match = await club.begin(**options)
    members = (club.ada, club.ben)
    for number, action in enumerate(moves):
        match = await club.bot.play.move(match.channel_id, members[number % 2].id, action)
    if match.result is None:
        match = await club.bot.play.resign(match.id, members[len(moves) % 2].id)
    await club.bot.delivery.deliver(match.id)
    await club.settle()
    return match


def says(message: Message, *words: str) -> Callable[[], bool]:
    return lambda: all(word in message.content for word in words)


def verbs(message: Message) -> list[str]:
    parsed = [ControlId.parse(custom_id) for custom_id in controls(message)]
    return [id_.verb for id_ in parsed if id_]


def is_whole(panel: Message) -> Callable[[], bool]:
    return lambda: "showchart" in verbs(panel)


async def asked_for(club: Club, member: Member, **options: object) -> Message:
    """The member's panel, on which an analysis is under way."""
    panel = await reviewed(club, member, **options)
    await club.press(member, panel, "analyse")
    await club.standin.wait_for(lambda: verbs(panel) == ["leave"])
    return panel


async def test_a_finished_game_is_analysed_shown_and_kept(club: Club) -> None:
    gate = gated(club)
    match = await finished(club)
    panel = await reviewed(club, club.ben, move=2)
    picture = panel.attachments
    await club.press(club.ben, panel, "analyse")
    await club.standin.wait_for(says(panel, "analysis", "Looking at the start …"))
    assert panel.attachments == picture
    gate.let_through(2)
    await club.standin.wait_for(says(panel, "Looking at move 2 of 3 …"))
    gate.let_through()
    await club.standin.wait_for(is_whole(panel))
    (chart,) = panel.attachments
    assert chart.filename == f"analysis-{match.id}.png"
    assert chart.description
    assert chart.description.startswith("A chart of 3 moves")
    assert "A plus is good for Silver, a minus for Gold; 1 is a Pyramid." in panel.content
    assert gate.asked[:4] == [0, 1, 2, 3]
    asked = len(gate.asked)
    again = await reviewed(club, club.ada)
    await club.press(club.ada, again, "analyse")
    await club.standin.wait_for(is_whole(again))
    assert again.content == panel.content
    assert len(gate.asked) == asked
    assert club.bot.analysts.under_way == ()
    await press(club, club.ben, panel, "review:stay")
    await club.standin.wait_for(says(panel, "move 2 of 3"))
    assert "analyse" in verbs(panel)
    newer = gated(club, NODES + 1)
    assert await club.bot.analysts.kept(match) is None
    await press(club, club.ben, panel, "analyse")
    await club.standin.wait_for(lambda: newer.asked == [0])


async def test_the_moves_that_changed_most_lead_to_their_positions(club: Club) -> None:
    gated(club).let_through()
    await finished(club, GAME)
    panel = await reviewed(club, club.ada, move=0)
    await club.press(club.ada, panel, "analyse")
    await club.standin.wait_for(is_whole(panel))
    leading = [id_ for id_ in controls(panel) if id_.endswith(":worst")]
    assert 1 <= len(leading) <= 3
    move = ControlId.parse(leading[0])
    assert move
    assert f"**{move.seq}.** `{GAME[move.seq - 1]}` (" in panel.content
    assert "Better: `" in panel.content
    await club.standin.press(club.ada, panel, leading[0])
    await club.standin.wait_for(says(panel, f"move {move.seq} of {len(GAME)}"))
    (picture,) = panel.attachments
    assert picture.filename == f"review-1-{move.seq}.png"


async def test_a_cancelled_analysis_stops_and_a_later_one_goes_on_from_it(club: Club) -> None:
    gate = gated(club)
    match = await finished(club)
    panel = await asked_for(club, club.ada, move=1)
    gate.let_through(2)
    await club.standin.wait_for(lambda: gate.asked == [0, 1, 2])
    await club.press(club.ada, panel, "leave")
    await club.standin.wait_for(says(panel, "move 1 of 3"))
    await club.standin.wait_for(lambda: not club.bot.analysts.under_way)
    await until(lambda: found_so_far(club, match, 2))
    done = len(club.standin.requests)
    await club.press(club.ada, panel, "analyse")
    await club.standin.wait_for(says(panel, "Looking at move 2 of 3"))
    told = [each.body["content"] for each in club.standin.requests[done:] if "content" in each.body]
    assert told
    assert all("Looking at move 2 of 3 …\n▰" in text for text in told), "from the first word on"
    gate.let_through()
    await club.standin.wait_for(is_whole(panel))
    assert gate.asked[:5] == [0, 1, 2, 2, 3]
    await club.settle()
    assert is_whole(panel)(), "nothing of the first one comes later"


async def found_so_far(club: Club, match: Match, positions: int) -> bool:
    found = await club.store.analyses.found(match.id, club.bot.analysts.version)
    return isinstance(found, dict) and len(found["worths"]) == positions  # type: ignore[arg-type]


async def test_of_two_that_wait_for_an_analysis_one_may_leave_it(club: Club) -> None:
    gate = gated(club)
    await finished(club)
    first, second = await asked_for(club, club.ada), await asked_for(club, club.ben)
    assert club.bot.analysts.under_way == (1,)
    await club.press(club.ada, first, "leave")
    await club.standin.wait_for(says(first, "move 3 of 3"))
    gate.let_through()
    await club.standin.wait_for(is_whole(second))
    assert gate.asked[:4] == [0, 1, 2, 3]
    assert "analyse" in verbs(first)


async def test_two_quick_presses_ask_for_one_analysis(club: Club) -> None:
    gate = gated(club)
    await finished(club)
    panel = await reviewed(club, club.ada)
    (analyse,) = (id_ for id_ in controls(panel) if ":analyse" in id_)
    for _ in range(2):
        assert club.standin.press_nowait(club.ada, panel, analyse)
    await club.standin.wait_for(lambda: gate.asked == [0])
    gate.let_through()
    await club.standin.wait_for(is_whole(panel))
    await club.settle()
    assert gate.asked[:4] == [0, 1, 2, 3]
    assert len(club.private(club.ada)) == 1


async def test_a_member_has_one_analysis_at_a_time_and_others_wait_in_a_queue(club: Club) -> None:
    gate = gated(club)
    await finished(club)
    await finished(club, MOVES[:1])
    one = await asked_for(club, club.ada, game="1")
    mine = await reviewed(club, club.ada, game="2")
    await club.press(club.ada, mine, "analyse")
    assert "Your analysis of game 1 is still at work" in await club.said_privately(club.ada)
    other = await asked_for(club, club.ben, game="2")
    assert "One analysis comes first. This one begins when its turn comes." in other.content
    gate.let_through()
    await club.standin.wait_for(is_whole(one))
    await club.standin.wait_for(is_whole(other))


async def test_a_panel_is_left_alone_while_there_is_nothing_new(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis, "EVERY_SECONDS", 0.001)
    gate = gated(club)
    await finished(club)
    panel = await asked_for(club, club.ada)
    async with asyncio.timeout(30):
        await club.settle()
    gate.let_through(1)
    await club.standin.wait_for(says(panel, "Looking at move 1 of 3"))
    gate.let_through()
    await club.standin.wait_for(is_whole(panel))


async def test_an_analysis_outlives_its_message_and_is_kept(club: Club) -> None:
    gate = gated(club)
    match = await finished(club)
    panel = await asked_for(club, club.ada)
    del club.games.messages[panel.id]
    gate.let_through()
    await until(lambda: kept(club, match))
    await club.settle()
    assert club.private(club.ada) == [], "nobody is told of a message that they put away"
    again = await reviewed(club, club.ada)
    await club.press(club.ada, again, "analyse")
    await club.standin.wait_for(is_whole(again))


async def kept(club: Club, match: Match) -> bool:
    return await club.bot.analysts.kept(match) is not None


async def test_what_takes_too_long_to_be_shown_goes_on(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = gated(club)
    match = await finished(club)
    monkeypatch.setattr(analysis, "LONGEST_SECONDS", 0.0)
    panel = await reviewed(club, club.ada)
    await club.press(club.ada, panel, "analyse")
    await club.standin.wait_for(says(panel, "It goes on, and is kept"))
    gate.let_through()
    await until(lambda: kept(club, match))
    await club.press(club.ada, panel, "analyse")
    await club.standin.wait_for(is_whole(panel))


async def test_an_analysis_that_broke_off_is_told_and_taken_up_again(club: Club) -> None:
    gate = gated(club)
    await finished(club)
    panel = await asked_for(club, club.ada)
    gate.let_through(1)
    await club.standin.wait_for(lambda: gate.asked == [0, 1])
    gate.fails = True
    gate.let_through(1)
    await club.standin.wait_for(says(panel, "The analysis broke off."))
    gate.fails = False
    gate.let_through()
    await club.press(club.ada, panel, "analyse")
    await club.standin.wait_for(is_whole(panel))
    assert gate.asked[:5] == [0, 1, 1, 2, 3]


async def test_a_restart_in_the_middle_loses_time_alone(standin: StandIn, url: str) -> None:
    async with running(standin, url) as club:
        gate = gated(club)
        await finished(club)
        panel = await asked_for(club, club.ada, move=1)
        waiting = await asked_for(club, club.ben)
        gate.let_through(2)
        await standin.wait_for(lambda: gate.asked == [0, 1, 2])
        as_at_work = waiting.components
    assert "I am being restarted. What was found so far is kept" in panel.content
    assert "I am being restarted" in waiting.content
    async with running(standin, url) as club:
        gate = gated(club)
        await club.press(club.ada, panel, "analyse")
        await standin.wait_for(says(panel, "Looking at move 2 of 3"))
        await standin.wait_for(lambda: gate.asked == [2])
        gate.let_through()
        await standin.wait_for(is_whole(panel))
        # A bot that was killed leaves a panel behind as it stood.
        waiting.components = as_at_work
        await club.press(club.ben, waiting, "leave")
        await standin.wait_for(says(waiting, "move 3 of 3"))


async def test_a_search_that_runs_holds_up_no_end_of_the_bot(
    standin: StandIn, process: Bot, url: str
) -> None:
    ada, ben = standin.member("Ada"), standin.member("Ben")
    match = await played_before(url, {"silver": ada.id, "gold": ben.id}, standin)
    asked = await standin.command(ada, standin.channel("games"), "review", game=str(match.id))
    await standin.wait_for(lambda: asked.message and not asked.is_loading)
    panel = asked.message
    assert panel
    for stop in (process.terminate, process.kill, process.terminate):
        await standin.press(ada, panel, control(panel, "analyse"))
        await standin.wait_for(lambda: verbs(panel) == ["leave"])
        await stop()
        await process.start()
        if verbs(panel) == ["leave"]:
            await standin.press(ada, panel, control(panel, "leave"))
            await standin.wait_for(lambda: "analyse" in verbs(panel))
    assert await process.terminate() == 0
    assert all("Traceback" not in said for said in process.said)


async def played_before(url: str, seats: dict[str, int], standin: StandIn) -> Match:
    """A game that was over before the bot came, in the store alone."""
    options = {"rules": "deflexion", "layout": "classic"}
    guild, channel = standin.world.guild_id, standin.channel("games").id
    async with kept_store(url) as store:
        offer = Offer("deflexion", options, "first", guild, channel, *seats.values(), 1000)
        match = await store.start(await store.offers.keep(offer), options, seats, 1001)
        for number, action in enumerate(MOVES, start=1):
            seat = list(seats)[(number - 1) % 2]
            match = await store.append(match, Entry(number, EntryKind.ACTION, 1002, seat, action))
        return await store.append(match, Entry(match.seq + 1, EntryKind.RESIGN, 1003, "gold"))


async def test_everyone_is_shown_an_analysis_without_controls_or_pings(club: Club) -> None:
    gated(club).let_through()
    await finished(club)
    panel = await reviewed(club, club.ben)
    await club.press(club.ben, panel, "analyse")
    await club.standin.wait_for(is_whole(panel))
    await club.press(club.ben, panel, "showchart")
    await club.standin.wait_for(shown(panel, "showchart"))
    public = newest(club)
    assert public.ephemeral_for is None
    assert f"<@{club.ben.id}> shows an analysis." in public.content
    assert panel.content in public.content
    assert (list(public.pings), public.components) == ([], [])
    assert [file.filename for file in public.attachments] == ["analysis-1.png"]


async def test_a_duel_of_reflix_is_analysed_when_it_is_over(club: Club) -> None:
    gated(club).let_through()
    match = await club.begin(game="reflix")
    await club.bot.play.set_up(match.id, club.ada.id, f"setup {SOUTH}")
    await club.bot.play.set_up(match.id, club.ben.id, f"setup {NORTH}")
    match = await club.bot.play.move(match.channel_id, club.ada.id, "d6R")
    match = await club.bot.play.resign(match.id, club.ben.id)
    panel = await reviewed(club, club.ada, game=str(match.id))
    await club.press(club.ada, panel, "analyse")
    await club.standin.wait_for(is_whole(panel))
    assert "A plus is good for South, a minus for North" in panel.content


async def refusal(club: Club, member: Member, game: int) -> str:
    """What is said to the press of a button that no panel has."""
    panel = await reviewed(club, member)
    forged = f"rc:{game}:0:analyse"
    panel.components = [
        {"type": 1, "components": [
            {"type": 2, "style": 1, "label": "?", "custom_id": forged, "disabled": False}
        ]}
    ]  # fmt: skip
    before = len(club.private(member))
    await club.standin.press(member, panel, forged)
    await club.standin.wait_for(lambda: len(club.private(member)) > before)
    return club.private(member)[-1].content


async def test_a_running_game_is_not_analysed(club: Club) -> None:
    match = await club.begin()
    panel = await reviewed(club, club.ada)
    assert "analyse" not in verbs(panel)
    assert "A game is analysed when it is over" in await refusal(club, club.ada, match.id)
    assert club.bot.analysts.under_way == ()


@pytest.mark.parametrize("game", ["arena", "legion"])
async def test_a_game_with_chance_or_a_hidden_unit_is_not_analysed(club: Club, game: str) -> None:
    match = await club.begin(game=game)
    await club.bot.play.resign(match.id, club.ada.id)
    assert "analyse" not in verbs(await reviewed(club, club.ada))
    said = await refusal(club, club.ada, match.id)
    assert "are analysed: Deflexion, Khet 2.0 and Reflix." in said


async def test_a_game_without_moves_has_nothing_to_analyse(club: Club) -> None:
    match = await finished(club, ())
    assert "analyse" not in verbs(await reviewed(club, club.ada))
    assert "No move was made in this game" in await refusal(club, club.ada, match.id)
    duel = await club.begin(game="reflix")
    await club.bot.play.resign(duel.id, club.ada.id)
    assert "analyse" not in verbs(await reviewed(club, club.ada))
    assert "This game never began" in await refusal(club, club.ada, duel.id)


async def test_a_replay_out_of_a_file_is_not_analysed(club: Club) -> None:
    file = Upload(0, "game.json", record(MOVES, result={"winner": "gold", "reason": "resignation"}))
    panel = await reviewed(club, club.ada, file=file)
    assert "analyse" not in verbs(panel)
    panel.components[0]["components"][0]["custom_id"] = "rc:0:0:analyse"
    panel.components[0]["components"][0]["disabled"] = False
    await club.standin.press(club.ada, panel, "rc:0:0:analyse")
    await club.standin.wait_for(lambda: len(club.private(club.ada)) == 2)
    assert "A replay out of a file is not kept" in club.private(club.ada)[-1].content
