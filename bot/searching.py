"""What a worker of the pool does, in a process of its own: text and numbers in, text out.

It imports the engine alone, so that a worker starts fast and stays small. What goes wrong here
is named by its kind: the reason may tell a secret of the game.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import parent_process
from multiprocessing.connection import wait
from typing import Final, Protocol

from engine import thinking

STOP, PID = 0, 1
"""Where the numbers that a worker shares say that it is to stop, and which process it is."""

NICENESS: Final = 10
"""How far a search stands back for the bot itself, which has to answer at once."""


class Shared(Protocol):
    """The two numbers that a worker and the bot both see."""

    def __getitem__(self, index: int, /) -> int: ...

    def __setitem__(self, index: int, value: int, /) -> None: ...


class SearchFailed(Exception):
    """A search found nothing; the text says what kind of fault it was, and nothing of the game."""


_shared: Shared = [0, 0]


def begin(shared: Shared) -> None:
    """Prepare this process, which stands back for the bot and ends when the bot does."""
    global _shared
    _shared = shared
    with suppress(AttributeError, OSError):
        os.nice(NICENESS)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    shared[PID] = os.getpid()


def _end_with_parent() -> None:
    """End this process when the bot was killed: nobody waits for what it would find."""
    if parent := parent_process():
        wait([parent.sentinel])
        os._exit(1)


def choose(record: str, level: str, seed: int, seat: str, seconds: float) -> str:
    """Return the notation of what the level does next in the game, within so many seconds."""
    return _named(lambda: thinking.choose(record, level, seed, _limit(seconds), seat))


def analyse(record: str, ply: int, nodes: int, seconds: float) -> str:
    """Return in JSON what the position at the ply is worth, as ``thinking.analyse`` does."""
    return _named(lambda: thinking.analyse(record, ply, nodes, _limit(seconds)))


def _named(work: Callable[[], str]) -> str:
    try:
        return work()
    except Exception as error:
        raise SearchFailed(type(error).__name__) from None


def _limit(seconds: float) -> Callable[[], bool]:
    """Return what tells a search to stop: when it is called off, or its time is over."""
    shared, clock, until = _shared, time.monotonic, time.monotonic() + seconds
    return lambda: shared[STOP] != 0 or clock() >= until
