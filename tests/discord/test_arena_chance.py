"""What Arena drew by chance is kept with its action: over kills, in reviews, in records."""

import io
import json
import random
from collections.abc import Mapping
from copy import deepcopy

import pytest
from PIL import Image

from bot.match.boards import board_posting
from bot.playground.messages import Upload
from bot.playground.server import StandIn
from bot.playground.world import Attachment
from data import Match
from engine.core import JSON, Seat, State, Step
from engine.events import Damaged, Destroyed, Rubble
from tests.discord.conftest import Club, running
from tests.discord.reading import boards, control, until
from tests.discord.test_process import Bot, begin, kept, posted_once, process
from tests.discord.test_review import answer, press, reviewed

__all__ = ["process"]

LENGTH = 150


async def test_a_kill_between_commit_and_post_keeps_what_was_drawn(
    process: Bot, standin: StandIn, url: str
) -> None:
    board = await begin(standin, game="arena")
    games = standin.channel("games")
    standin.fail("POST", r"/channels/\d+/messages$", 503, delay=20)
    standin.press_nowait(standin.member("Ada"), board, control(board, "fire"))
    async with kept(url) as store:

        async def committed() -> bool:
            match = await store.match(1)
            return match is not None and match.seq == 1

        await until(committed)
        before = await store.match(1)
        assert before
        assert before.entries[1].chance
        # Killed while its board is still on its way, it would leave the fault to the next start.
        await standin.wait_for(lambda: not standin.faults.pending)
        await process.kill()
        assert [seq for _, seq, _ in boards(games)] == [0]
        await process.start()
        await until(posted_once(standin, 1))
    async with kept(url) as store:
        after = await store.match(1)
    assert after
    assert after.entries == before.entries
    drawn = board_posting(after, "papyrus")
    posted = boards(games)[-1][2]
    assert drawn.picture
    assert posted.attachments[0].data == drawn.picture.png
    assert posted.content == drawn.text
    await standin.press(standin.member("Ben"), posted, control(posted, "pass"))
    await until(posted_once(standin, 2))


def does_damage(step: Step) -> bool:
    return any(isinstance(event, Damaged | Destroyed | Rubble) for event in step.events)


def chosen(state: State, seat: Seat, luck: random.Random) -> str:
    """An action that keeps the game going: a shot that does damage, else any that ends nothing."""
    steps = {
        str(action): state.apply(seat, action, rng=random.Random(0))
        for action in state.legal_actions(seat)
    }
    safe = {text: step for text, step in steps.items() if step.state.result is None}
    shots = [text for text, step in safe.items() if does_damage(step)]
    return luck.choice(shots or sorted(safe))


async def play_long(club: Club) -> Match:
    """A game of 150 actions, typed, each on a board of its own, that Ben then gives up."""
    match = await club.begin(game="arena")
    luck = random.Random(8)
    for number in range(LENGTH):
        seat = match.to_move
        assert seat, match.result
        member = club.ada if match.players[seat] == club.ada.id else club.ben
        await club.command(member, "move", action=chosen(match.state, seat, luck))
        await club.standin.wait_for(lambda: club.boards()[-1][1] == number + 1)  # noqa: B023
        found = await club.store.match(match.id)
        assert found
        match = found
    return match


@pytest.fixture
def chance() -> random.Random:
    return random.Random(11)


async def test_a_long_game_is_reviewed_with_every_picture_as_it_was_posted(
    standin: StandIn, url: str, chance: random.Random
) -> None:
    async with running(standin, url, chance) as club:
        match = await play_long(club)
        posted = [board.attachments[0] for _, _, board in club.boards()]
        assert len(posted) == LENGTH + 1
        assert len({file.data for file in posted}) == LENGTH + 1
    # Another process, which knows the game from the store alone.
    async with running(standin, url) as club:
        panel = await reviewed(club, club.ben, game=str(match.id), move=0)
        for ply, file in enumerate(posted):
            if ply:
                await club.press(club.ben, panel, "review:forward")
                await club.standin.wait_for(lambda: f"move {ply} of" in panel.content)  # noqa: B023
            assert panel.attachments[0].data == file.data, ply
        assert does_more_than_move(match)
        await press(club, club.ben, panel, "gif")
        await club.press(club.ben, panel, "gif:all")
        await standin.wait_for(lambda: newest_file(club).filename.endswith(".gif"), 60)
        gif = newest_file(club)
        with Image.open(io.BytesIO(gif.data)) as image:
            assert getattr(image, "n_frames", 1) >= LENGTH
        await club.bot.play.resign(match.id, club.ben.id)
        await press(club, club.ben, panel, "review:stay")
        done = await press(club, club.ben, panel, "record")
        (record,) = (await answer(club, done)).attachments
        file = Upload(0, "a game.json", record.data)
        replay = await reviewed(club, club.ada, file=file, move=LENGTH // 2)
        assert f"from a file · move {LENGTH // 2} of {LENGTH}" in replay.content
        picture = next(file for file in replay.attachments if file.filename.endswith(".png"))
        assert picture.data == posted[LENGTH // 2].data


def newest_file(club: Club) -> Attachment:
    """The first file of what Ben was answered last."""
    return club.private(club.ben)[-1].attachments[0]


def does_more_than_move(match: Match) -> bool:
    """Whether the game has what a long one should have: shots, damage, columns up and down."""
    kinds = {type(event).__name__ for turn in match.turns for event in turn.events}
    return {"Fired", "Destroyed", "ColumnsRose", "ColumnsRetracted", "Rotated", "Moved"} <= kinds


# Records


async def record_of(club: Club, actions: int) -> dict[str, JSON]:
    """The record of a short game in which columns have risen or not."""
    match = await club.begin(game="arena")
    for number in range(actions):
        match = await club.bot.play.move(club.games.id, (club.ada, club.ben)[number % 2].id, "PASS")
    return match.record().to_json()


Forgery = Mapping[str, JSON]


@pytest.mark.parametrize(
    ("forged", "words"),
    [
        ({"flips": ["Nz"]}, "Nz"),
        ({"flips": ["NE"]}, "NE"),
        ({"flips": ["Na", "Na"]}, "Na"),
        ({"flips": "Na"}, "flips"),
        ({"columns": ["d4", "d5", "d6", "f5"]}, "columns"),
        ({"next_rise": 9}, "No columns retract after this action"),
        ({"luck": 7}, "luck"),
        (None, "chance"),
    ],
)
async def test_a_record_with_an_impossible_chance_is_refused_in_words(
    club: Club, forged: Forgery | None, words: str
) -> None:
    record = deepcopy(await record_of(club, 3))
    entries = record["entries"]
    assert isinstance(entries, list)
    entries[1]["chance"] = None if forged is None else {**entries[1]["chance"], **forged}
    said = await reviewed(club, club.ada, file=upload(record))
    assert "The record breaks at entry 2, “PASS” by “black”" in said.content
    assert words in said.content
    assert said.attachments == ()


@pytest.mark.parametrize(
    ("key", "forged", "words"),
    [
        ("columns", None, "does not say where"),
        ("columns", ["d4", "d5", "d6"], "columns"),
        ("columns", ["d4", "d5", "d6", "d6"], "d6"),
        ("columns", ["d4", "d5", "d6", "e2"], "e2"),
        ("columns", ["d4", "d5", "d6", "Na"], "Na"),
        ("next_rise", None, "lacks its next"),
        ("next_rise", 7, "8"),
        ("next_rise", 17, "16"),
    ],
)
async def test_a_record_with_impossible_columns_is_refused_in_words(
    club: Club, key: str, forged: JSON, words: str
) -> None:
    record = deepcopy(await record_of(club, 19))
    entries = record["entries"]
    assert isinstance(entries, list)
    due = next(n for n, entry in enumerate(entries) if entry["chance"][key] is not None)
    entries[due]["chance"] = {**entries[due]["chance"], key: forged}
    said = await reviewed(club, club.ada, file=upload(record))
    assert f"The record breaks at entry {due + 1}, “PASS”" in said.content
    assert words in said.content
    assert said.attachments == ()


def upload(record: Mapping[str, JSON]) -> Upload:
    return Upload(0, "record.json", json.dumps(record).encode())
