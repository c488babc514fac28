"""Setting up and playing Reflix through the whole bot."""

from bot.playground.interactions import Interaction
from bot.playground.world import Member, Message
from bot.posting import ControlId
from data import Match
from tests.discord.conftest import Club
from tests.discord.reading import controls

SOUTH = "T d8 W c8 e8 S b7 d7 f7 M a8/ g8\\"
NORTH = "T d2 W c2 e2 S b3 d3 f3 M a2\\ g2/"
OTHER_SOUTH = "T b9 W a7 g7 S b8 c8 d8 M b7\\ f9/"
SEALED = "T a9 W a8 b9 S c7 d7 e7 M f7/ g7/"


async def begin(club: Club, **options: object) -> Match:
    """A game of Reflix that Ben has accepted: Ada plays South, he North; nobody is ready."""
    posted = len(club.boards())
    message = await club.challenge(game="reflix", **options)
    await club.press(club.ben, message, "accept")
    await club.standin.wait_for(lambda: len(club.boards()) > posted)
    await club.settle()
    game, _, _ = club.boards()[-1]
    match = await club.store.match(game)
    assert match
    return match


def doing(message: Message, do: str) -> str:
    """The custom id of the panel's control that does it."""
    (found,) = (
        custom_id
        for custom_id in controls(message)
        if (id_ := ControlId.parse(custom_id)) and id_.argument.partition(":")[0] == do
    )
    return found


def rests(message: Message, do: str) -> bool:
    return bool(controls(message)[doing(message, do)].get("disabled"))


async def opened(club: Club, member: Member) -> Message:
    """The member's private panel, opened anew under the newest board."""
    press = await club.press(member, club.newest(), "setup")
    await club.standin.wait_for(lambda: press.message)
    assert press.message
    assert press.message.ephemeral_for is member
    return press.message


async def press(club: Club, member: Member, panel: Message, do: str, *values: str) -> Interaction:
    """Press it, and wait until the panel has changed or something was said instead."""
    edited_at, said = panel.edited_at, len(club.private(member))
    done = await club.standin.press(member, panel, doing(panel, do), *values)
    assert done
    if done.modal is None:
        await club.standin.wait_for(
            lambda: panel.edited_at != edited_at or len(club.private(member)) > said
        )
        await club.settle()
    return done


async def load(club: Club, member: Member, panel: Message, **fields: object) -> None:
    """Fill in what to load: something kept, or its name or code."""
    form = await press(club, member, panel, "load")
    edited_at, said = panel.edited_at, len(club.private(member))
    await club.standin.submit(form, **fields)
    await club.standin.wait_for(
        lambda: panel.edited_at != edited_at or len(club.private(member)) > said
    )
    await club.settle()


async def ready(club: Club, member: Member, panel: Message) -> None:
    """Send what the panel shows, and wait for the board that says so."""
    posted = len(club.boards())
    await press(club, member, panel, "ready")
    await club.standin.wait_for(lambda: len(club.boards()) > posted)
    await club.settle()


async def set_up(club: Club, member: Member, code: str) -> Message:
    """Set the member's side up with the code; the private panel, as it then stands."""
    panel = await opened(club, member)
    await load(club, member, panel, code=code)
    await ready(club, member, panel)
    return panel


async def begun(club: Club, south: str = SOUTH, north: str = NORTH, **options: object) -> Match:
    """A game in which both have set up."""
    match = await begin(club, **options)
    await set_up(club, club.ada, south)
    await set_up(club, club.ben, north)
    after = await club.store.match(match.id)
    assert after
    assert after.is_set_up
    return after
