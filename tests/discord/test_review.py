"""Reviews through the whole bot: kept games, and records out of files."""

import io
import json
from collections.abc import Callable

import pytest
from PIL import Image

from bot.match.records import LARGEST
from bot.playground.interactions import Interaction
from bot.playground.messages import Upload
from bot.playground.server import StandIn
from bot.playground.world import Member, Message, Overwrite, Permission
from tests.discord.conftest import Club, running
from tests.discord.reading import BOARD, control, controls

MOVES = ("h2-h3", "a4-b3", "d6-d7", "g3-g2", "c1-c2", "h8-h7", "c4R", "e5R")


def record(moves: tuple[str, ...] = MOVES, **fields: object) -> bytes:
    seats = ("silver", "gold")
    entries = [{"seat": seats[n % 2], "action": action} for n, action in enumerate(moves)]
    value = {"game": "deflexion", "options": {"layout": "classic"}, "entries": entries}
    return json.dumps(value | fields).encode()


async def played(club: Club, moves: tuple[str, ...] = MOVES) -> int:
    """The number of a game of these moves, which stand in the store alone."""
    match = await club.begin()
    for number, action in enumerate(moves):
        member = (club.ada, club.ben)[number % 2]
        match = await club.bot.play.move(club.games.id, member.id, action)
    await club.bot.delivery.deliver(match.id)
    await club.settle()
    return match.id


async def reviewed(club: Club, member: Member, **options: object) -> Message:
    """The member's private panel."""
    done = await club.standin.command(member, club.games, "review", **options)
    return await answer(club, done)


async def answer(club: Club, done: Interaction) -> Message:
    """What an interaction was answered with in private, once it says so."""
    await club.standin.wait_for(lambda: done.message and not done.is_loading)
    assert done.message
    assert done.message.ephemeral_for is done.member
    return done.message


async def press(club: Club, member: Member, panel: Message, verb: str, *values: str) -> Interaction:
    done = await club.press(member, panel, verb, *values)
    await club.settle()
    return done


async def test_the_newest_game_of_the_channel_is_reviewed_while_it_runs(club: Club) -> None:
    none = await reviewed(club, club.ben)
    assert "No game was played in this channel" in none.content
    await played(club, MOVES[:3])
    outsider = club.standin.world.add_member("Cleo")
    panel = await reviewed(club, outsider)
    assert "move 3 of 3 · Silver `d6-d7`" in panel.content
    assert controls(panel)[control(panel, "record")]["disabled"]
    await club.play(club.ben, MOVES[3])
    await press(club, outsider, panel, "review:stay.turned")
    assert "move 3 of 4" in panel.content
    await press(club, outsider, panel, "review:last.turned")
    assert "move 4 of 4" in panel.content
    assert len(panel.attachments) == 1


async def test_a_review_begins_at_the_move_asked_for_and_jumps(club: Club) -> None:
    number = await played(club)
    panel = await reviewed(club, club.ada, game=str(number), move=2)
    assert "move 2 of 8" in panel.content
    await press(club, club.ada, panel, "jump", "7")
    assert "move 7 of 8" in panel.content
    assert "move 8 of 8" in (await reviewed(club, club.ada, move=99_999)).content
    assert "start" in (await reviewed(club, club.ada, move=0)).content
    said = await reviewed(club, club.ada, game="the last one")
    assert "Pick a game from the list" in said.content


async def test_the_list_and_the_gifs_take_the_panels_place_and_give_it_back(club: Club) -> None:
    await played(club)
    panel = await reviewed(club, club.ben, move=5)
    picture = panel.attachments
    await press(club, club.ben, panel, "moves")
    assert "  7 c4R     e5R" in panel.content
    assert panel.attachments == picture
    await press(club, club.ben, panel, "review:stay")
    assert "move 5 of 8" in panel.content
    await press(club, club.ben, panel, "gif")
    sizes = {}
    for number, what in enumerate(("all", "ten", "shot"), start=2):
        await press(club, club.ben, panel, f"gif:{what}")
        await club.standin.wait_for(shown(panel, f"gif:{what}"))
        assert button(panel, f"gif:{what}")["disabled"]
        assert len(club.private(club.ben)) == number
        (file,) = club.private(club.ben)[-1].attachments
        with Image.open(io.BytesIO(file.data)) as image:
            sizes[what] = getattr(image, "n_frames", 1)
        assert file.filename.endswith(".gif")
        assert file.description
    assert sizes["all"] == sizes["ten"] == 9
    opened = await club.press(club.ben, panel, "gif:range")
    assert opened.modal
    done = await club.standin.submit(opened, first="2", last="4")
    (file,) = (await answer(club, done)).attachments
    assert file.filename == "review-1-2-4.gif"
    opened = await club.press(club.ben, panel, "gif:range")
    wrong = await answer(club, await club.standin.submit(opened, first="two", last="4"))
    assert "two numbers" in wrong.content
    assert all(BOARD.fullmatch(f.filename) is None for m in club.private(club.ben)
               for f in m.attachments)  # fmt: skip


async def test_everyone_is_shown_a_position_without_controls_or_pings(club: Club) -> None:
    await played(club)
    boards = club.boards()
    panel = await reviewed(club, club.ben, move=3)
    await press(club, club.ben, panel, "publish")
    await club.standin.wait_for(lambda: "shows a position" in newest(club).content)
    public = newest(club)
    assert public.ephemeral_for is None
    assert "move 3 of 8" in public.content
    assert list(public.pings) == []
    assert public.components == []
    assert len(public.attachments) == 1
    assert club.boards() == boards
    assert "move 3 of 8" in panel.content
    await club.standin.wait_for(shown(panel, "publish"))
    assert button(panel, "publish")["disabled"]
    await press(club, club.ben, panel, "review:forward")
    assert button(panel, "publish")["label"] == "Show everyone"
    assert not button(panel, "publish").get("disabled")


def button(panel: Message, verb: str) -> dict[str, object]:
    return controls(panel)[control(panel, verb)]


def shown(panel: Message, verb: str) -> Callable[[], bool]:
    return lambda: button(panel, verb)["label"] == "Shown"


@pytest.mark.parametrize("verb", ["publish", "gif:shot"])
async def test_two_quick_presses_show_it_once(club: Club, verb: str) -> None:
    await played(club, MOVES[:2])
    panel = await reviewed(club, club.ben)
    if verb != "publish":
        await press(club, club.ben, panel, "gif")
    before = len(club.games.messages)
    for _ in range(2):
        assert club.standin.press_nowait(club.ben, panel, control(panel, verb))
    await club.standin.wait_for(shown(panel, verb))
    await club.settle()
    assert len(club.games.messages) == before + 1


@pytest.mark.parametrize("verb", ["publish", "gif:shot"])
async def test_what_could_not_be_shown_can_be_tried_again(club: Club, verb: str) -> None:
    await played(club, MOVES[:2])
    panel = await reviewed(club, club.ben)
    if verb != "publish":
        await press(club, club.ben, panel, "gif")
    label = button(panel, verb)["label"]
    club.standin.fail("POST", r"/webhooks/\d+/[^/]+$", 400)
    await press(club, club.ben, panel, verb)
    await club.standin.wait_for(
        lambda: "did not take my answer" in club.private(club.ben)[-1].content
    )
    assert button(panel, verb)["label"] == label
    assert not button(panel, verb).get("disabled")
    before = len(club.games.messages)
    await press(club, club.ben, panel, verb)
    await club.standin.wait_for(shown(panel, verb))
    assert len(club.games.messages) == before + 1


def newest(club: Club) -> Message:
    return list(club.games.messages.values())[-1]


async def test_a_record_goes_out_as_a_file_and_comes_in_as_a_private_replay(club: Club) -> None:
    number = await played(club)
    panel = await reviewed(club, club.ada)
    (file,) = (await answer(club, await press(club, club.ada, panel, "record"))).attachments
    assert [entry["action"] for entry in json.loads(file.data)["entries"]] == list(MOVES)
    replay = await reviewed(club, club.ben, file=Upload(0, "any name.txt", file.data))
    assert "Deflexion · Classic** · from a file · move 8 of 8" in replay.content
    assert [attached.data for attached in replay.attachments][1:] == [file.data]
    kept = await club.store.played_in(club.standin.world.guild_id, club.ben.id, 25)
    assert [game.game_id for game in kept] == [number]


async def test_a_replay_out_of_a_file_is_walked_without_being_kept(
    standin: StandIn, url: str
) -> None:
    async with running(standin, url) as club:
        panel = await reviewed(club, club.ben, file=Upload(0, "game.json", record()), move=1)
        assert "move 1 of 8" in panel.content
        await press(club, club.ben, panel, "review:forward")
        await standin.wait_for(lambda: "move 2 of 8 · Gold `a4-b3`" in panel.content)
    async with running(standin, url) as club:
        await press(club, club.ben, panel, "jump", "6")
        await standin.wait_for(lambda: "move 6 of 8" in panel.content)
        await press(club, club.ben, panel, "review:stay.turned")
        await standin.wait_for(lambda: "review:first.turned" in verbs(panel))
        assert "move 6 of 8" in panel.content
        names = {attached.filename for attached in panel.attachments}
        assert names == {"record.json", "review-0-6.png"}
        assert controls(panel)[control(panel, "record")]["disabled"]
        await press(club, club.ben, panel, "publish")
        await standin.wait_for(shown(panel, "publish"))
        assert "from a file · move 6 of 8" in newest(club).content
        assert [attached.filename for attached in newest(club).attachments] == ["review-0-6.png"]
        await press(club, club.ben, panel, "gif")
        await standin.wait_for(lambda: "a GIF of what?" in panel.content)
        await press(club, club.ben, panel, "gif:shot.turned")
        await standin.wait_for(shown(panel, "gif:shot.turned"))
        (gif,) = club.private(club.ben)[-1].attachments
        assert gif.filename == "review-0-6-shot.gif"
        await press(club, club.ben, panel, "review:stay.turned")
        await standin.wait_for(lambda: "moves:.turned" in verbs(panel))
        await press(club, club.ben, panel, "moves")
        await standin.wait_for(lambda: "  7 c4R     e5R" in panel.content)
        assert await club.store.newest_in(club.games.id) is None


def verbs(panel: Message) -> list[str]:
    """Verb and argument of every control of the panel."""
    return [custom_id.split(":", 3)[3] for custom_id in controls(panel)]


async def test_a_replay_whose_file_is_gone_says_so(club: Club) -> None:
    panel = await reviewed(club, club.ben, file=Upload(0, "game.json", record()))
    panel.attachments = panel.attachments[:1]
    await press(club, club.ben, panel, "review:first")
    assert "The file of this replay is gone" in await club.said_privately(club.ben)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b" " * 2**20, "at most 256 KB"),
        (b"[" * LARGEST, "nested too deeply"),
        (b"\x1f\x8b\x08\x00" + bytes(1000), "not text in UTF-8"),
        (b"\xff", "not text in UTF-8"),
        (record((*MOVES, "h3-h4")), "breaks at entry 9"),
        (record(("h2-h9",)), "breaks at entry 1, “h2-h9”"),
        (record(winner="gold"), "unknown key “winner”"),
        (record(game="<@1>*x*"), "There is no game"),
    ],
)
async def test_a_file_that_is_no_record_is_answered_in_words(
    club: Club, data: bytes, words: str
) -> None:
    said = await reviewed(club, club.ada, file=Upload(0, "record.json", data))
    assert words in said.content
    assert "*x*" not in said.content.replace(r"\*", "")
    assert said.attachments == ()
    assert list(said.pings) == []


async def test_a_game_and_a_file_at_once_are_refused(club: Club) -> None:
    file = Upload(0, "record.json", record())
    assert "not both" in (await reviewed(club, club.ada, game="1", file=file)).content


async def test_a_review_is_told_in_words_where_no_file_may_be_attached(club: Club) -> None:
    await played(club, MOVES[:1])
    world = club.standin.world
    club.games.overwrites[world.bot.id] = Overwrite(deny=Permission.ATTACH_FILES)
    panel = await reviewed(club, club.ada)
    await press(club, club.ada, panel, "review:first")
    assert "start, 1 move follows" in panel.content
    assert "Attach Files" in panel.content
    await press(club, club.ada, panel, "publish")
    assert "Attach Files" in await club.said_privately(club.ada)
    assert newest(club).ephemeral_for is club.ada
