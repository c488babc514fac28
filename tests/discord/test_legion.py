"""A game of Legion through the whole bot: deployed and acted in private, shown in the open."""

import json

import pytest

from bot.match.records import replay_file
from bot.playground.errors import Json
from bot.playground.server import StandIn
from bot.playground.world import Member, Message
from data import act_draft, setup_draft
from tests.discord.conftest import Club, running
from tests.discord.legion import act, begin, begun, deploy, doing, opened, press
from tests.discord.reading import controls


def labels(message: Message) -> list[str]:
    return [str(component.get("label")) for component in controls(message).values()]


def alt(message: Message) -> str:
    return message.attachments[0].description or ""


def options(message: Message, do: str) -> list[Json]:
    found = controls(message)[doing(message, do)]["options"]
    assert isinstance(found, list)
    return found


async def test_both_deploy_in_private_and_the_board_shows_neither_assassin(club: Club) -> None:
    match = await begin(club)
    assert labels(club.newest()) == ["Set up", "Rules", "Menu"]
    panel = await opened(club, club.ada, "setup")
    assert "Assassin stands on **e2**" in panel.content
    assert all(len(row["components"]) <= 4 for row in panel.components)
    await press(club, club.ada, panel, "unit", "b2")
    await press(club, club.ada, panel, "flip")
    assert "b2 Legionnaire · Attack" in panel.content
    await press(club, club.ada, panel, "assassin", "b2")
    assert "b2 Assassin, hidden · Defend" in panel.content
    assert controls(panel)[doing(panel, "flip")]["disabled"]
    await press(club, club.ada, panel, "undo")
    assert "Assassin stands on **e2**" in panel.content
    assert "hidden Assassin defend e2" in alt(panel)
    await press(club, club.ada, panel, "ready")
    await club.standin.wait_for(lambda: "Blue is ready" in club.newest().content)
    assert await club.store.people.draft(club.ada.id, setup_draft(match.id)) is None
    again = await opened(club, club.ada, "setup")
    after = await club.store.match(match.id)
    setup = after.setup_of("blue") if after else None
    assert setup
    assert setup.action == "deploy e2 b2=attack"
    assert "You are ready with this." in again.content
    await deploy(club, club.ben, "h7", "a8")
    board = club.newest()
    assert labels(board) == ["Act", "My view", "Rules", "Menu"]
    assert "ssassin" not in board.content + alt(board)
    assert "infantry defend" in alt(board)
    assert "chariot charge a8" in alt(board)


async def test_each_view_shows_ones_own_assassin_alone(club: Club) -> None:
    await begun(club)
    for member, own, seat in ((club.ada, "c2", "Blue"), (club.ben, "b7", "Red")):
        view = await opened(club, member, "ownview")
        assert f"game 1, as {seat} alone sees it" in view.content
        assert f"hidden Assassin defend {own}" in alt(view)
        assert f"Your Assassin is hidden on **{own}**." in view.content
        assert alt(view).count("ssassin") == 1
    cleo = club.standin.world.add_member("Cleo")
    await club.press(cleo, club.newest(), "ownview")
    assert await club.said_privately(cleo) == "You are not in this game."
    await club.press(club.ben, club.newest(), "act")
    assert f"It is <@{club.ada.id}>'s turn." in await club.said_privately(club.ben)


async def test_one_acts_in_private_and_the_deed_is_posted(club: Club) -> None:
    match = await begun(club)
    panel = await opened(club, club.ada)
    assert "You are to move." in panel.content
    await press(club, club.ada, panel, "unit", "d2")
    assert not controls(panel)[doing(panel, "go", "d2f")].get("disabled")
    assert [option["label"] for option in options(panel, "to")] == [
        "Move to d3", "Flip, then move to d3", "Flip, then turn about",
    ]  # fmt: skip
    assert await club.store.people.draft(club.ada.id, act_draft(match.id))
    club.standin.members.dismiss(club.ada, panel)
    anew = await opened(club, club.ada)
    picked = [option["value"] for option in options(anew, "unit") if option.get("default")]
    assert picked == ["d2"], "what was picked is kept when the panel vanishes"
    await press(club, club.ada, anew, "to", "d2-d3")
    await club.standin.wait_for(lambda: "Red to move" in club.newest().content)
    assert anew.content == "You played `d2-d3`."
    assert not anew.components
    assert "Blue's legionnaire d2 → d3." in club.newest().content
    assert await club.store.people.draft(club.ada.id, act_draft(match.id)) is None


async def test_a_hidden_assassin_walks_as_one_of_its_kind_and_strikes_in_the_open(
    club: Club,
) -> None:
    await begun(club, blue="c2", red="c7")
    panel = await opened(club, club.ada)
    await press(club, club.ada, panel, "unit", "c2")
    assert not controls(panel)[doing(panel, "go", "c2!")].get("disabled")
    assert controls(panel)[doing(panel, "none", "Flip")]["disabled"]
    await press(club, club.ada, panel, "to", "c2-c3")
    await club.standin.wait_for(lambda: "Red to move" in club.newest().content)
    assert "Blue's legionnaire c2 → c3." in club.newest().content
    assert "hidden Assassin defend c3" in alt(panel)
    for action in ("c7-c6", "c3-c4", "c6-c5"):
        await act(club, club.ada if action[0:2] == "c3" else club.ben, action)
        assert "ssassin" not in club.newest().content + alt(club.newest())
    await act(club, club.ada, "c4xc5")
    assert "Blue's Assassin" in club.newest().content
    assert "hidden Assassin" in club.newest().content, "it is shown as it falls"


async def test_a_stale_panel_says_so_and_shows_how_it_stands(club: Club) -> None:
    await begun(club)
    stale = await opened(club, club.ada)
    await press(club, club.ada, stale, "unit", "d2")
    await act(club, club.ada, "e2-e3")
    await press(club, club.ada, stale, "to", "d2-d3")
    assert "You played `e2-e3`." in stale.content
    assert f"We wait for <@{club.ben.id}>" in stale.content
    theirs = await opened(club, club.ben)
    await press(club, club.ben, theirs, "unit", "d7")
    posted = len(club.boards())
    await club.command(club.ada, "draw")
    await club.standin.wait_for(lambda: len(club.boards()) > posted)
    await press(club, club.ben, theirs, "to", "d7-d6")
    assert "The game has gone on since this panel was opened" in theirs.content
    assert "You are to move." in theirs.content
    assert not controls(theirs)[doing(theirs, "to")].get("disabled"), "the pick is kept"
    await press(club, club.ben, theirs, "to", "d7-d6")
    assert theirs.content == "You played `d7-d6`."
    third = await opened(club, club.ada)
    match = await club.store.match(club.boards()[-1][0])
    assert match
    await club.bot.play.resign(match.id, club.ben.id)
    await press(club, club.ada, third, "unit", "f2")
    assert "This game is over." in third.content


async def test_the_question_whether_a_move_is_meant_is_asked_in_private(club: Club) -> None:
    await begun(club)
    chosen = await club.command(club.ada, "preferences")
    assert chosen.message
    await club.press(club.ada, chosen.message, "prefer:confirm:on")
    await club.settle()
    board = club.newest()
    before = (board.content, board.components)
    panel = await opened(club, club.ada)
    await press(club, club.ada, panel, "unit", "c2")
    await press(club, club.ada, panel, "to", "c2-c3")
    assert "Your move, `c2-c3`: c2-c3 Assassin: move to c3?" in panel.content
    assert labels(panel) == ["Confirm c2-c3", "Back"]
    await press(club, club.ada, panel, "back")
    await press(club, club.ada, panel, "to", "c2-c3")
    assert (club.newest().content, club.newest().components) == before
    await press(club, club.ada, panel, "confirm")
    await club.standin.wait_for(lambda: "Red to move" in club.newest().content)
    assert panel.content == "You played `c2-c3`."


async def test_moves_are_typed_and_suggested_to_the_mover_alone(club: Club) -> None:
    await begun(club)

    async def suggested(member: Member, typed: str) -> list[str]:
        found = await club.standin.autocomplete(member, club.games, "move", action=typed)
        return [str(each["name"]) for each in found]

    assert "c2 Assassin, hidden · Defend" in await suggested(club.ada, "")
    assert "c2! Assassin: reveal itself" in await suggested(club.ada, "c2")
    assert await suggested(club.ben, "") == []
    for typed, says in (
        ("c2f", "cannot flip"),
        ("e1t", "never turns"),
        ("d2-d5", "up to 1 square far"),
        ("d2-d1", "occupied by Blue's Fortress"),
        ("d7-d6", "is Red's"),
        ("b7!", "The infantry on b7 is Red's"),
        ("deploy c2", "the game has begun"),
        ("e2 e5 nonsense", "e5"),
        ("d2-d3 f", "a unit can flip only before it acts"),
    ):
        done = await club.command(club.ada, "move", action=typed)
        assert done.message
        assert done.message.ephemeral_for is club.ada
        assert says in done.message.content, typed
    posted = len(club.boards())
    await club.command(club.ada, "move", action="D2 - d3 Legionnaire")
    await club.standin.wait_for(lambda: len(club.boards()) > posted)
    assert "Blue's legionnaire d2 → d3." in club.newest().content


async def test_nothing_is_taken_back_and_a_resignation_shows_the_truth(club: Club) -> None:
    match = await begun(club)
    await act(club, club.ada, "c2-c3")
    done = await club.command(club.ada, "undo")
    assert done.message
    assert "nothing is taken back" in done.message.content
    running_review = await club.command(club.ben, "review")
    assert running_review.message
    assert "ssassin" not in alt(running_review.message)
    assert "As it looked" not in labels(running_review.message)
    await club.bot.play.resign(match.id, club.ben.id)
    await club.bot.delivery.deliver(match.id)
    assert "hidden Assassin defend c3" in alt(club.newest())
    assert "hidden Assassin defend b7" in alt(club.newest())
    shown = await club.command(club.ben, "review", move=1)
    panel = shown.message
    assert panel
    assert "hidden Assassin defend c3" in alt(panel)
    assert "Blue's hidden Assassin c2 → c3." in panel.content
    await club.press(club.ben, panel, "review:stay.seen")
    await club.standin.wait_for(lambda: "As it was" in labels(panel))
    assert "ssassin" not in alt(panel) + panel.content
    await club.press(club.ben, panel, "review:back.seen")
    await club.standin.wait_for(lambda: "start" in panel.content)
    assert "ssassin" not in alt(panel)
    await club.press(club.ben, panel, "review:stay")
    await club.standin.wait_for(lambda: "As it looked" in labels(panel))
    assert "hidden Assassin defend c2" in alt(panel)
    told = await club.press(club.ben, panel, "record")
    await club.standin.wait_for(lambda: told.message)
    assert told.message
    replayed = await replay_file(told.message.attachments[0].data)
    assert json.loads(told.message.attachments[0].data)["entries"][0]["action"] == "deploy c2"
    assert replayed.is_disclosed


async def test_a_game_given_up_before_both_have_deployed_keeps_its_secret(club: Club) -> None:
    match = await begin(club)
    await deploy(club, club.ada, "h2")
    await club.bot.play.resign(match.id, club.ben.id)
    await club.bot.delivery.deliver(match.id)
    assert "ssassin" not in club.newest().content + alt(club.newest())
    assert alt(club.newest()).startswith("The game ended before both armies were deployed.")
    shown = await club.command(club.ben, "review")
    assert shown.message
    assert "The game ended before both armies were deployed." in shown.message.content
    assert "ssassin" not in alt(shown.message)
    assert "As it looked" not in labels(shown.message)


@pytest.mark.parametrize("verb", ["act", "ownview"])
async def test_a_private_panel_opens_anew_after_a_restart(
    standin: StandIn, url: str, verb: str
) -> None:
    async with running(standin, url) as club:
        await begun(club)
        old = await opened(club, club.ada)
        await press(club, club.ada, old, "unit", "c2")
    async with running(standin, url) as club:
        await press(club, club.ada, old, "unit", "d2")
        anew = await opened(club, club.ada, verb)
        assert "hidden Assassin defend c2" in alt(anew)
        if verb == "act":
            await press(club, club.ada, anew, "to", "d2-d3")
            assert anew.content == "You played `d2-d3`."


async def test_rome_against_egypt_to_the_end_with_a_restart_in_between(
    standin: StandIn, url: str
) -> None:
    async with running(standin, url) as club:
        await begin(club)
        await deploy(club, club.ada, "c2", "a1")
        await deploy(club, club.ben, "b7")
        await act(club, club.ada, "a1-b3")
        await act(club, club.ben, "h7-h6")
    async with running(standin, url) as club:
        for number, action in enumerate(("b3-c5", "g7-g6", "c5-e6", "h6-h5")):
            await act(club, (club.ada, club.ben)[number % 2], action)
            assert "ssassin" not in club.newest().content + alt(club.newest())
        for member, own in ((club.ada, "c2"), (club.ben, "b7")):
            assert f"hidden Assassin defend {own}" in alt(await opened(club, member, "ownview"))
        panel = await act(club, club.ada, "e6xd8")
        assert panel.content == "You played `e6xd8`."
        board = club.newest()
        assert "Blue wins: Red's Commander was captured." in board.content
        assert f"Well played, <@{club.ada.id}>" in board.content
        assert board.attachments[0].filename.endswith(".gif"), "the last charge is seen to run"
        assert labels(board) == ["Rematch", "Review"]
        shown = await club.command(club.ben, "review", move=0)
        assert shown.message
        assert "hidden Assassin defend c2" in alt(shown.message)
        assert "hidden Assassin defend b7" in alt(shown.message)
