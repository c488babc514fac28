"""How long a player waits: from a press to the board with its picture; and the bot's memory."""

from __future__ import annotations

import asyncio
import os
import random
import sys
import tempfile
from asyncio.subprocess import PIPE
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

from bot.playground.server import StandIn
from bot.playground.world import Message
from data import Store
from tests.discord.reading import boards, control

ROOT = Path(__file__).resolve().parents[2]
MOVES = 500
FEW = 100
IDLE_SECONDS = 5


def run() -> Iterator[str]:
    """Yield the measurements in words."""
    yield from asyncio.run(_measured())


async def _measured() -> list[str]:
    idle, waits, busy, _ = await _played(MOVES, "bot")
    _, _, _, alone = await _played(FEW, "tests.bench._lag", "0")
    _, beside, _, lag = await _played(FEW, "tests.bench._lag", "2")
    return [
        f"press to answered with picture, {MOVES} moves: {_told(waits)}",
        f"the same while two searches run, {FEW} moves: {_told(beside)}",
        f"the event loop's worst lag in {FEW} moves: {alone} ms, while two searches run {lag} ms",
        f"memory: idle {idle}, after {MOVES} moves {busy}",
    ]


def _told(waits: list[float]) -> str:
    slowest = quantiles(waits, n=100)[98]
    return f"median {1000 * median(waits):.1f} ms, p99 {1000 * slowest:.1f} ms"


async def _played(moves: int, *module: str) -> tuple[str, list[float], str, str]:
    """Return the module's memory before and after the moves, their times, and what it printed."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite+aiosqlite:///{folder}/ricochet.db"
        async with StandIn() as standin:
            environment = {**os.environ, **standin.environment(), "DATABASE_URL": url}
            # With -P the installed package is measured, without it the checkout.
            flags, where = (["-P"], folder) if sys.flags.safe_path else ([], ROOT)
            command = [sys.executable, *flags, "-m", *module]
            environment["LOG_LEVEL"] = "ERROR"
            process = await asyncio.create_subprocess_exec(
                *command, env=environment, cwd=where, stdout=PIPE
            )
            try:
                await standin.wait_online(20)
                await asyncio.sleep(IDLE_SECONDS)
                idle = _memory(process.pid)
                store = await Store.open(url)
                waits = await _play(standin, store, moves)
                await store.close()
                busy = _memory(process.pid)
            finally:
                process.terminate()
                said, _ = await process.communicate()
    return idle, waits, busy, said.decode().strip()


async def _play(standin: StandIn, store: Store, moves: int) -> list[float]:
    """Return how long each of the moves of random games took, in seconds."""
    chance = random.Random(1)
    games = standin.channel("games")
    waits: list[float] = []
    while len(waits) < moves:
        await _begin(standin)
        while len(waits) < moves:
            game_id, _, board = boards(games)[-1]
            match = await store.match(game_id)
            if match is None or match.to_move is None:
                break
            action = str(chance.choice(match.state.legal_actions(match.to_move)))
            waits.append(await _press(standin, board, match.players[match.to_move], action))
        games.messages.clear()
    return waits


async def _begin(standin: StandIn) -> None:
    ada, ben, games = standin.member("Ada"), standin.member("Ben"), standin.channel("games")
    asked = await standin.command(ada, games, "challenge", opponent=ben, side="first")
    assert asked.message
    await standin.press(ben, asked.message, control(asked.message, "accept"))
    await standin.wait_for(lambda: boards(games))
    await standin.settle()


async def _press(standin: StandIn, board: Message, member_id: int, action: str) -> float:
    """Return the seconds from the press of a picked piece's button to the next board."""
    member = standin.world.members[member_id]
    await standin.press(member, board, control(board, "pick"), action[:2])
    verb = "turn" if action[2:] in ("L", "R") else "go"
    button = control(board, f"{verb}:{action}")
    arrived = asyncio.Event()
    posted = len(boards(board.channel))

    def listen(*_: object) -> None:
        if len(boards(board.channel)) > posted:
            arrived.set()

    standin.world.listeners.append(listen)
    started = perf_counter()
    standin.press_nowait(member, board, button)
    await arrived.wait()
    waited = perf_counter() - started
    standin.world.listeners.remove(listen)
    await standin.settle(0.01)
    return waited


def _memory(pid: int) -> str:
    """Return the resident memory of a process, where the system tells it."""
    status = Path(f"/proc/{pid}/status")
    if not status.exists():
        return "unknown"
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
    return f"{int(line.split()[1]) / 1024:.0f} MiB"
