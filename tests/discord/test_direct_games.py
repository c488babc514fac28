"""Whole personal games, with restarts and with everything at once."""

import asyncio

import pytest

from bot.playground.interactions import Interaction, Status
from bot.playground.server import StandIn
from bot.playground.world import Channel
from data import EntryKind
from tests.discord.conftest import Club, running
from tests.discord.described import VALIDATOR, as_described
from tests.discord.direct import (
    PLACES,
    WON,
    Gate,
    begin,
    channel_requests,
    game_in,
    newest,
    play,
    showing,
    shown,
)
from tests.discord.reading import control, controls

AHEAD = "10/10/10/4k5/10/2P^P^P^5/10/4K5 s"
"""Deflexion in which Silver has three Pyramids against a Pharaoh alone."""


async def play_on(club: Club, place: Channel, moves: int) -> None:
    """Let Ada play by controls what comes first to hand, each answered by the computer."""
    for _ in range(moves):
        match = await game_in(club, place)
        if match.result:
            return
        board = newest(place)
        options = controls(board)[control(board, "pick")]["options"]
        assert isinstance(options, list)
        await club.press(club.ada, board, "pick", options[0]["value"])
        moves_now = [id_ for id_ in controls(board) if ":go:" in id_]
        await club.standin.press(club.ada, board, moves_now[0])
        await showing(club, place, match.seq + 1)
        if not (await game_in(club, place)).result:
            await showing(club, place, match.seq + 2)


@pytest.mark.parametrize("name", ["Ada", "tavern"])
async def test_a_whole_game_survives_a_restart(standin: StandIn, url: str, name: str) -> None:
    async with running(standin, url) as club:
        await club.store.shelf.add(club.ada.id, "deflexion", "Ahead", AHEAD, 1)
        await begin(club, club.standin.channel(name), layout="own:1")
        await play_on(club, club.standin.channel(name), 2)
    async with running(standin, url) as club:
        place = club.standin.channel(name)
        await play_on(club, place, 2)
        match = await game_in(club, place)
        assert {entry.kind for entry in match.entries[1:]} == {EntryKind.ACTION}
        seqs = [seq for _, seq, _ in shown(place)]
        assert seqs == sorted(set(seqs)), "no board is shown twice"
        if match.result is None:
            menu = await club.press(club.ada, newest(place), "menu")
            assert menu.message
            asked = await club.press(club.ada, menu.message, "resign")
            assert asked.message
            await club.press(club.ada, asked.message, "resign:yes")
            await showing(club, place, match.seq + 1)
        assert "wins" in newest(place).content
        assert channel_requests(standin) == []


async def test_everything_at_once_leaves_one_game_and_every_act_answered(club: Club) -> None:
    place = club.standin.channel("Ada, Ben")
    board = await begin(club, place)
    await club.press(club.ada, board, "pick", "h2")
    acts: list[Interaction] = []
    for member in (club.ada, club.ben):
        for verb in ("go:h2-h3", "go:h2-i2", "menu", "rules", "go:h2-h3"):
            pressed = club.standin.press_nowait(member, board, control(board, verb))
            assert pressed
            acts.append(pressed)
    typed = [
        club.standin.command(member, place, name, **options)
        for member in (club.ada, club.ben)
        for name, options in (
            ("move", {"action": "c1-c2"}), ("board", {}), ("undo", {}), ("play", {}),
        )
    ]  # fmt: skip
    acts += await asyncio.gather(*typed)
    await club.standin.wait_for(lambda: not club.bot.turns.tasks, 60)
    await club.settle()
    for act in acts:
        await act.settled.wait()
    assert {act.status for act in acts} == {Status.ANSWERED}
    match = await game_in(club, place)
    assert match.id == 1
    # Whatever came first: the game goes on from there.
    await club.standin.command(club.ada, place, "board")
    await club.standin.wait_for(lambda: not club.bot.turns.tasks, 60)
    await club.settle()
    match = await game_in(club, place)
    assert match.to_move == "silver"
    board = await showing(club, place, match.seq)
    await play(club, board, "d6-d7")
    await showing(club, place, match.seq + 2)
    assert channel_requests(club.standin) == []


async def test_two_tabs_take_back_and_move_at_once(club: Club) -> None:
    gate = Gate(club)
    place = club.standin.channel("Ada")
    board = await begin(club, place)
    await play(club, board, "h2-h3")
    await club.standin.wait_for(lambda: gate.asked)
    undoing = [club.standin.command(club.ada, place, "undo") for _ in range(3)]
    done = await asyncio.gather(*undoing)
    gate.opened.set()
    await club.standin.wait_for(lambda: not club.bot.turns.tasks, 60)
    await club.settle()
    assert {each.status for each in done} == {Status.ANSWERED}
    match = await game_in(club, place)
    assert [entry.kind for entry in match.entries] == [
        EntryKind.START, EntryKind.ACTION, EntryKind.UNDO
    ]  # fmt: skip
    await play(club, await showing(club, place, 2), "c1-c2")
    await showing(club, place, 4)


async def test_an_analysis_is_shown_in_a_conversation(club: Club) -> None:
    place = club.standin.channel("Ada")
    await club.store.shelf.add(club.ada.id, "deflexion", "Won", WON, 1)
    board = await begin(club, place, layout="own:1")
    await play(club, board, "j4R")
    over = await showing(club, place, 1)
    opened = await club.press(club.ada, over, "review")
    panel = opened.message
    assert panel
    await club.press(club.ada, panel, "analyse")
    await club.standin.wait_for(lambda: any("chart" in str(each) for each in panel.components), 60)
    assert channel_requests(club.standin) == []


@pytest.mark.skipif(not VALIDATOR.exists(), reason="Discord's API description is not at hand")
async def test_every_answer_is_as_discord_describes_its_api(club: Club) -> None:
    for number, name in enumerate(PLACES, start=1):
        place = club.standin.channel(name)
        start = await begin(club, place, side="second")
        answer = await showing(club, place, 1)
        await club.standin.command(club.ada, place, "board")
        asked = await club.standin.command(club.ada, place, "resign")
        assert asked.message
        await club.press(club.ada, asked.message, "resign:yes")
        await showing(club, place, 2)
        assert start.content
        assert answer.content
        assert (await game_in(club, place)).id == number
    assert {
        "bulk_set_application_commands", "create_interaction_response", "execute_webhook",
        "update_original_webhook_message",
    } <= as_described(club.standin)  # fmt: skip
