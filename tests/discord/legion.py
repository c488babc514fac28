"""Playing Legion through the whole bot: deploying and acting in private panels."""

from bot.playground.interactions import Interaction
from bot.playground.world import Member, Message
from bot.posting import ControlId
from data import Match
from tests.discord.conftest import Club
from tests.discord.reading import controls


async def begin(club: Club, **options: object) -> Match:
    """A game of Legion that Ben has accepted: Ada plays Blue, he Red; nobody is ready."""
    return await club.begin(game="legion", **options)


def doing(message: Message, do: str, about: str | None = None) -> str:
    """The custom id of the private panel's control that does it, about that if it is given."""
    found = []
    for custom_id in controls(message):
        id_ = ControlId.parse(custom_id)
        assert id_
        done, _, what = id_.argument.partition(":")
        if done == do and about in (None, what):
            found.append(custom_id)
    assert len(found) == 1, f"{do} {about}: {list(controls(message))}"
    return found[0]


async def opened(club: Club, member: Member, verb: str = "act") -> Message:
    """The private panel that the verb opens, under the newest board."""
    press = await club.press(member, club.newest(), verb)
    await club.standin.wait_for(lambda: press.message and not press.is_loading)
    assert press.message
    assert press.message.ephemeral_for is member
    return press.message


async def press(
    club: Club, member: Member, panel: Message, do: str, *values: str, about: str | None = None
) -> Interaction:
    """Press it, and wait until the panel has changed or something was said instead."""
    edited_at, said = panel.edited_at, len(club.private(member))
    done = await club.standin.press(member, panel, doing(panel, do, about), *values)
    assert done
    await club.standin.wait_for(
        lambda: panel.edited_at != edited_at or len(club.private(member)) > said
    )
    await club.settle()
    return done


async def deploy(club: Club, member: Member, assassin: str, *flipped: str) -> Message:
    """Deploy the member's side; the private panel, as it then stands."""
    panel = await opened(club, member, "setup")
    await press(club, member, panel, "assassin", assassin)
    for square in flipped:
        await press(club, member, panel, "unit", square)
        await press(club, member, panel, "flip")
    posted = len(club.boards())
    await press(club, member, panel, "ready")
    await club.standin.wait_for(lambda: len(club.boards()) > posted)
    await club.settle()
    return panel


async def begun(club: Club, blue: str = "c2", red: str = "b7", **options: object) -> Match:
    """A game in which both have deployed, their Assassins on these squares."""
    match = await begin(club, **options)
    await deploy(club, club.ada, blue)
    await deploy(club, club.ben, red)
    after = await club.store.match(match.id)
    assert after
    assert after.is_set_up
    return after


async def act(club: Club, member: Member, action: str) -> Message:
    """Do it in the private panel; the panel, as it then stands, when the board is posted."""
    panel = await opened(club, member)
    posted = len(club.boards())
    await press(club, member, panel, "unit", action[:2])
    if action[2:] in ("f", "t", "!"):
        await press(club, member, panel, "go", about=action)
    else:
        await press(club, member, panel, "to", action)
    await club.standin.wait_for(lambda: len(club.boards()) > posted)
    await club.settle()
    return panel
