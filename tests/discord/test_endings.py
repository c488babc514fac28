"""The last shot of a game is seen in motion, unless somebody wants none."""

from io import BytesIO

import pytest
from PIL import Image

from bot.match.errors import Refused
from bot.playground.world import Attachment
from data import Preferences, ServerSettings
from tests.discord.conftest import Club
from tests.discord.test_game import GAME


async def played_out(club: Club) -> Attachment:
    """The one file of the last board of a game that ends by a shot."""
    await club.begin()
    players = [club.ada, club.ben]
    for number, action in enumerate(GAME):
        await club.play(players[number % 2], action)
    assert "wins" in club.newest().content
    (file,) = club.newest().attachments
    return file


async def test_the_last_board_shows_its_shot_in_motion(club: Club) -> None:
    file = await played_out(club)
    game, seq, _ = club.boards()[-1]
    assert (file.filename, file.content_type) == (f"{game}-{seq}.gif", "image/gif")
    assert getattr(Image.open(BytesIO(file.data)), "n_frames", 1) > 5
    assert file.description
    assert "Pharaoh" in file.description
    others = {message.attachments[0].content_type for _, _, message in club.boards()[:-1]}
    assert others == {"image/png"}


@pytest.mark.parametrize("who", ["server", "Ada", "Ben"])
async def test_whoever_wants_no_motion_gets_a_still_picture(club: Club, who: str) -> None:
    if who == "server":
        still = ServerSettings(animate=False)
        await club.store.people.set_server(club.standin.world.guild_id, still)
    else:
        await club.store.people.prefer(club.standin.member(who).id, Preferences(animate=False))
    assert (await played_out(club)).content_type == "image/png"


async def test_a_moving_board_whose_answer_was_lost_is_found_and_not_posted_twice(
    club: Club,
) -> None:
    match = await club.begin()
    players = [club.ada, club.ben]
    for number, action in enumerate(GAME[:-1]):
        await club.play(players[number % 2], action)
    mover = players[(len(GAME) - 1) % 2]
    club.standin.fail("POST", "/channels/.*/messages", 0, apply_anyway=True)
    await club.bot.play.act(match.id, len(GAME) - 1, mover.id, GAME[-1])
    with pytest.raises(Refused):
        await club.bot.delivery.deliver(match.id)
    await club.bot.delivery.deliver(match.id)
    await club.settle()
    assert [entry for _, entry, _ in club.boards()] == list(range(len(GAME) + 1))
    assert await club.store.ledger.unposted(match.id) == []
