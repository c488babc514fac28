"""A game of Reflix through the whole bot: set up in private, played in the open."""

import json

import pytest

from bot.match.records import replay_file
from bot.playground.server import StandIn
from bot.playground.world import Message
from data import Entry, EntryKind, setup_draft
from engine.record import Record
from engine.reflix.notation import Mark
from tests.discord.conftest import Club, running
from tests.discord.reading import control, controls, until
from tests.discord.reflix import (
    NORTH,
    OTHER_SOUTH,
    SEALED,
    SOUTH,
    begin,
    begun,
    doing,
    load,
    opened,
    press,
    ready,
    rests,
    set_up,
)


def verbs(message: Message) -> list[str]:
    return [str(component.get("label")) for component in controls(message).values()]


async def test_both_set_up_and_each_board_says_who_is_ready_and_asks_one(club: Club) -> None:
    await begin(club)
    start = club.newest()
    assert f"We wait for <@{club.ada.id}> and <@{club.ben.id}>." in start.content
    assert "set up in secret" in start.content
    assert verbs(start) == ["Set up", "Rules", "Menu"]
    assert start.pings == (club.ada,)
    panel = await opened(club, club.ada)
    await press(club, club.ada, panel, "classic")
    assert "✓ Complete. **Ready** sends it." in panel.content
    await ready(club, club.ada, panel)
    assert "You are ready" in panel.content
    assert not panel.components
    assert panel.attachments
    board = club.newest()
    assert board.content == f"South is ready.\nWe wait for <@{club.ben.id}>."
    assert board.pings == (club.ben,)
    await set_up(club, club.ben, NORTH)
    board = club.newest()
    assert board.content.startswith("North is ready as well, and the game begins.")
    assert f"South to move: <@{club.ada.id}>" in board.content
    assert board.pings == (club.ada,)
    with_controls = [seq for _, seq, message in club.boards() if message.components]
    assert with_controls == [2]


async def play(club: Club, action: str) -> None:
    """Pick the mirror and press the action under the newest board; wait for the next one."""
    match = await club.store.match(club.boards()[-1][0])
    assert match
    assert match.to_move
    member = club.standin.world.members[match.players[match.to_move]]
    board, posted = club.newest(), len(club.boards())
    await club.press(member, board, "pick", action[:2])
    await club.standin.wait_for(lambda: f":slide:{action[:2]}" in str(board.components))
    if "-" in action:
        await club.press(member, board, "slide", action)
    else:
        await club.press(member, board, f"turn:{action}")
    await club.standin.wait_for(lambda: len(club.boards()) > posted)
    await club.settle()


async def test_a_game_is_played_by_controls_to_its_end_and_reviewed(club: Club) -> None:
    match = await begun(club)
    for action in ("d6-g6", "d4-a4"):
        await play(club, action)
    after = await club.store.match(match.id)
    assert after
    assert after.result
    assert (after.result.winner, after.result.reason) == ("north", "target")
    assert f"Well played, <@{club.ben.id}>" in club.newest().content
    told = json.loads(json.dumps(after.record().to_json()))
    assert Record.from_json(told).entries == after.record().entries
    await club.press(club.ada, club.newest(), "review")
    assert "move 2 of 2" in await club.said_privately(club.ada)


async def test_moves_are_typed_too_and_asked_about_when_that_is_wished(club: Club) -> None:
    await begun(club)
    found = await club.standin.autocomplete(club.ada, club.games, "move", action="")
    assert [choice["value"] for choice in found] == ["b6", "d6", "f5"]
    posted = len(club.boards())
    await club.command(club.ada, "move", action="D6 r")
    await club.standin.wait_for(lambda: len(club.boards()) > posted)
    assert "South to move" not in club.newest().content
    await club.command(club.ben, "preferences", confirm=True)
    board = club.newest()
    await club.press(club.ben, board, "pick", "d4")
    await club.standin.wait_for(lambda: ":slide:d4" in str(board.components))
    await club.press(club.ben, board, "slide", "d4-c4")
    await club.standin.wait_for(lambda: ":confirm:d4-c4" in str(board.components))
    await club.press(club.ben, board, "confirm")
    await club.standin.wait_for(lambda: len(club.boards()) > posted + 1)
    for wrong, why in (
        ("d6-d3", "out of the ricochet zone"),
        ("d6-d7", "out of the ricochet zone"),
        ("c4-a4", "mirror on c4 is north's"),
        ("d6-b5", "not in line"),
        ("f5-b5", "occupied by north's mirror"),
        ("f5-a5", "mirror on b5 is in the way"),
        ("d8-d7", "target on d8 belongs to south's fortress"),
    ):
        done = await club.standin.command(club.ada, club.games, "move", action=wrong)
        await club.standin.wait_for(lambda done=done: done.message and not done.is_loading)
        assert done.message
        assert why in done.message.content.lower().replace("\\", "")


async def test_a_seat_may_set_up_again_until_the_other_is_ready(club: Club) -> None:
    match = await begin(club)
    await set_up(club, club.ada, SOUTH)
    old = await opened(club, club.ada)
    assert "You are ready with this." in old.content
    assert rests(old, "ready")
    await load(club, club.ada, old, code=OTHER_SOUTH)
    await ready(club, club.ada, old)
    assert club.newest().content.startswith("South has set up anew.")
    assert club.newest().pings == ()
    again = await opened(club, club.ada)
    await set_up(club, club.ben, NORTH)
    await press(club, club.ada, again, "random")
    assert "your setup stays as it is" in await club.said_privately(club.ada)
    kept = await club.store.match(match.id)
    assert kept
    setup = kept.setup_of("south")
    assert setup
    assert setup.action == f"setup {OTHER_SOUTH}"
    for member in (club.ada, club.ben):
        assert await club.store.people.draft(member.id, setup_draft(match.id)) is None


async def test_pressing_set_up_is_for_the_players_and_never_stale(club: Club) -> None:
    await begin(club)
    first = club.newest()
    outsider = club.standin.world.add_member("Cleo")
    await club.press(outsider, first, "setup")
    assert await club.said_privately(outsider) == "You are not in this game."
    panel = await opened(club, club.ben)
    await press(club, club.ben, panel, "random")
    await set_up(club, club.ada, SOUTH)
    await ready(club, club.ben, panel)
    assert "the game begins" in club.newest().content


async def test_pressing_ready_twice_sends_it_once(club: Club) -> None:
    match = await begin(club)
    panel = await opened(club, club.ada)
    await press(club, club.ada, panel, "classic")
    id_ = doing(panel, "ready")
    posted = len(club.boards())
    presses = [club.standin.press_nowait(club.ada, panel, id_) for _ in range(2)]
    for each in presses:
        assert each
        await each.settled.wait()
    await club.standin.wait_for(lambda: len(club.boards()) > posted)
    await club.settle()
    after = await club.store.match(match.id)
    assert after
    assert [entry.kind for entry in after.entries] == [EntryKind.START, EntryKind.SETUP]


async def test_ready_sends_what_its_panel_shows_or_nothing(club: Club) -> None:
    match = await begin(club)
    old = await opened(club, club.ada)
    await press(club, club.ada, old, "classic")
    new = await opened(club, club.ada)
    await load(club, club.ada, new, code=OTHER_SOUTH)
    await press(club, club.ada, old, "ready")
    assert "You have built on since" in await club.said_privately(club.ada)
    await ready(club, club.ada, new)
    after = await club.store.match(match.id)
    assert after
    setup = after.setup_of("south")
    assert setup
    assert setup.action == f"setup {OTHER_SOUTH}"


async def test_a_draft_outlives_its_message_and_the_bot(standin: StandIn, url: str) -> None:
    async with running(standin, url) as club:
        await begin(club)
        panel = await opened(club, club.ada)
        await press(club, club.ada, panel, "square", "e9")
        await press(club, club.ada, panel, "place")
        assert "now Target" in panel.content
    async with running(standin, url) as club:
        standin.members.dismiss(club.ada, panel)
        anew = await opened(club, club.ada)
        assert "Target 1/1" in anew.content
        await press(club, club.ada, anew, "undo")
        assert "Target 0/1" in anew.content
        await press(club, club.ada, anew, "classic")
        await ready(club, club.ada, anew)


async def test_a_fortress_is_built_by_controls_with_every_fault_in_words(club: Club) -> None:
    await begin(club)
    panel = await opened(club, club.ben)
    rows = [row["components"] for row in panel.components]
    assert len(rows) == 5
    assert all(len(row) <= 4 for row in rows)
    for fault in ("no target", "no wall", "no shield", "no fixed mirror"):
        assert fault in panel.content
    assert rests(panel, "ready")
    assert rests(panel, "keep")
    before = panel.attachments[0].data
    await press(club, club.ben, panel, "square", "d3")
    await press(club, club.ben, panel, "place")
    assert panel.attachments[0].data != before
    assert "may not stand in row 3" in panel.content
    await press(club, club.ben, panel, "object", str(Mark.BACKSLASH))
    await press(club, club.ben, panel, "square", "a1")
    await press(club, club.ben, panel, "place")
    await press(club, club.ben, panel, "turn")
    assert "now Fixed mirror ╱" in panel.content
    await press(club, club.ben, panel, "remove")
    assert "Fixed mirrors 0/2" in panel.content
    await press(club, club.ben, panel, "random")
    assert not rests(panel, "ready")


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        (SOUTH.replace("W c8", "W c8 c9"), "3 walls instead of 2"),
        (SOUTH.replace("S b7", "S"), "2 shields instead of 3"),
        (SOUTH.replace("T d8", "T d8 d9"), "2 targets instead of 1"),
        (SOUTH.replace("T d8", "T c7"), "row 7"),
        (SOUTH.replace("W c8", "W c5"), "not on c5"),
        (SOUTH.replace("W c8", "W d8"), "more than one object on d8"),
        (SEALED, "No laser could enter"),
        ("garbage @everyone <@1>", "As a code: “garbage” is neither a square"),
        ("Mien", "No fortress of that name is kept here."),
        ("", "No fortress is kept here yet: paste the code of one."),
    ],
)
async def test_what_is_pasted_and_no_fortress_is_refused_and_changes_nothing(
    club: Club, code: str, fault: str
) -> None:
    await begin(club)
    panel = await opened(club, club.ada)
    await press(club, club.ada, panel, "classic")
    before = panel.content
    await load(club, club.ada, panel, code=code)
    assert fault in await club.said_privately(club.ada)
    assert not club.private(club.ada)[-1].pings
    assert panel.content == before
    assert not rests(panel, "ready")


async def test_a_fortress_is_kept_by_name_and_loaded_by_either_seat(club: Club) -> None:
    await begin(club)
    panel = await opened(club, club.ada)
    form = await press(club, club.ada, panel, "load")
    assert "'Its name, or a code'" in str(form.modal)
    await load(club, club.ada, panel, code=OTHER_SOUTH)
    form = await press(club, club.ada, panel, "keep")
    await club.standin.submit(form, name="*Mine*")
    await club.standin.wait_for(lambda: r"Kept as **\*Mine\***" in panel.content)
    form = await press(club, club.ada, panel, "keep")
    await club.standin.submit(form, name="*Mine*")
    await club.standin.wait_for(lambda: "Replace it?" in panel.content)
    await press(club, club.ada, panel, "replace")
    assert "Kept in its place." in panel.content
    form = await press(club, club.ada, panel, "load")
    assert "'Or its name, or a code'" in str(form.modal)
    await load(club, club.ada, panel, code="")
    assert "Pick a fortress from those kept" in await club.said_privately(club.ada)
    form = await press(club, club.ada, panel, "keep")
    await club.standin.submit(form, name="Classic")
    assert "comes with the game" in await club.said_privately(club.ada)
    (kept,) = await club.store.shelf.of(club.ada.id, "reflix")
    assert (kept.name, kept.code) == ("*Mine*", OTHER_SOUTH)
    await press(club, club.ada, panel, "clear")
    await load(club, club.ada, panel, kept=[f"own:{kept.id}"])
    assert "Complete" in panel.content
    await press(club, club.ada, panel, "clear")
    await load(club, club.ada, panel, code="*mine*")
    assert "Complete" in panel.content


async def test_no_move_no_draw_and_nothing_taken_back_while_sides_are_set_up(club: Club) -> None:
    await begin(club)
    for command, options, says in (
        ("move", {"action": f"setup {SOUTH}"}, "Press **Set up**"),
        ("move", {"action": "d6R"}, "Press **Set up**"),
        ("draw", {}, "before the game has begun"),
        ("undo", {}, "nothing is taken back"),
    ):
        done = await club.standin.command(club.ada, club.games, command, **options)
        await club.standin.wait_for(lambda done=done: done.message and not done.is_loading)
        assert done.message
        assert says in done.message.content
        assert "d8" not in done.message.content
    assert await club.standin.autocomplete(club.ada, club.games, "move", action="d") == []
    menu = await club.press(club.ada, club.newest(), "menu")
    assert menu.message
    assert controls(menu.message)[control(menu.message, "draw")]["disabled"]
    assert controls(menu.message)[control(menu.message, "undo")]["disabled"]
    await club.press(club.ada, menu.message, "describe")
    await club.press(club.ada, menu.message, "ownside")
    await club.command(club.ben, "board")
    assert verbs(club.newest()) == ["Set up", "Rules", "Menu"]
    listed = await club.command(club.ben, "games")
    assert listed.message
    assert f"waits for <@{club.ada.id}> and <@{club.ben.id}>" in listed.message.content
    question = await club.standin.command(club.ben, club.games, "resign")
    assert question.message
    await club.press(club.ben, question.message, "resign:yes")
    await club.standin.wait_for(lambda: "resigned" in club.newest().content)
    assert f"Well played, <@{club.ada.id}>" in club.newest().content


async def test_an_old_panel_says_that_the_game_is_over(club: Club) -> None:
    match = await begin(club)
    panel = await opened(club, club.ada)
    await club.bot.play.resign(match.id, club.ben.id)
    await press(club, club.ada, panel, "classic")
    assert await club.said_privately(club.ada) == "This game is over."


async def test_out_of_time_in_a_setup_is_said_in_words(club: Club) -> None:
    await begin(club, clock="1 hour")
    assert "Time runs out" in club.newest().content
    await set_up(club, club.ben, NORTH)
    await club.pass_time(3000)
    await club.settle()
    reminders = [m for m in club.games.messages.values() if "the time to set up" in m.content]
    assert [m.pings for m in reminders] == [(club.ada,)]
    await club.pass_time(700)
    await club.standin.wait_for(lambda: "ran out of time" in club.newest().content)
    assert f"<@{club.ada.id}> ran out of time." in club.newest().content
    assert f"Well played, <@{club.ben.id}>" in club.newest().content
    await begin(club, clock="1 hour")
    await club.pass_time(3000)
    await club.settle()
    reminders = [m for m in club.games.messages.values() if "the time to set up" in m.content]
    assert [m.pings for m in reminders[1:]] == [(club.ada,), (club.ben,)]
    await club.pass_time(700)
    await club.standin.wait_for(lambda: "Nobody had set up in time." in club.newest().content)
    assert "without a winner" in club.newest().content


async def test_deleting_ones_data_drops_the_draft(club: Club) -> None:
    match = await begin(club)
    panel = await opened(club, club.ada)
    await press(club, club.ada, panel, "classic")
    assert await club.store.people.draft(club.ada.id, setup_draft(match.id))
    chosen = await club.command(club.ada, "preferences")
    assert chosen.message
    asked = await club.press(club.ada, chosen.message, "forget")
    assert asked.message
    await club.press(club.ada, asked.message, "forget:yes")

    async def gone() -> bool:
        return await club.store.people.draft(club.ada.id, setup_draft(match.id)) is None

    await until(gone)


async def test_a_record_with_setups_is_read_from_a_file(club: Club) -> None:
    match = await begun(club)
    await play(club, "d6-g6")
    over = await club.store.match(match.id)
    assert over
    entry = Entry(over.seq + 1, EntryKind.RESIGN, over.entries[-1].at, "north")
    told = over.extended([entry]).record().to_json()
    replayed = await replay_file(json.dumps(told).encode())
    assert [turn.action for turn in replayed.turns] == ["d6-g6"]
    assert replayed.at_ply(0).to_move == "south"


@pytest.mark.parametrize("do", ["ready", "clear"])
async def test_no_press_on_the_public_board_puts_a_setup_in_its_place(club: Club, do: str) -> None:
    await begin(club)
    panel = await opened(club, club.ada)
    await press(club, club.ada, panel, "classic")
    board = club.newest()
    shown = board.content
    # Only a forged press can come from there; what it would show is Ada's alone.
    forged = doing(panel, do)
    board.components = [
        {"type": 1, "components": [
            {"type": 2, "style": 1, "label": "?", "custom_id": forged, "disabled": False}
        ]}
    ]  # fmt: skip
    await club.standin.press(club.ada, board, forged)
    await club.standin.wait_for(lambda: "older version" in club.private(club.ada)[-1].content)
    assert board.content == shown
    assert [each.filename for each in board.attachments] == ["1-0.png"]
