"""How fast rules and search are: leaves and nodes per second, as installed and as plain Python.

And how long it takes to say whether a fortress of Reflix is allowed, which a player waits for.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import process_time

from engine.reflix.fortress import fortress_faults, own_squares
from engine.reflix.notation import SEATS, Mark, Placed

ROOT = Path(__file__).resolve().parents[2]
FORTRESSES = 20_000


def run() -> Iterator[str]:
    """Yield the measurements in words, both taken in this run."""
    with tempfile.TemporaryDirectory() as elsewhere:
        yield f"installed: {_bench('-P', folder=Path(elsewhere))}"
    yield f"checkout: {_bench(folder=ROOT)}"
    yield _fortresses()


def _bench(*flags: str, folder: Path) -> str:
    """Return what the engine found of the package that is imported from the folder."""
    command = [sys.executable, *flags, "-m", "engine", "bench"]
    run = subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)
    return run.stdout.strip() or run.stderr.strip().rpartition("\n")[2]


def _fortresses() -> str:
    """Return what processor time random fortresses take to check, and how many are sealed."""
    rng = random.Random(FORTRESSES)
    times = []
    sealed = 0
    for number in range(FORTRESSES):
        seat = SEATS[number % 2]
        squares = rng.sample(own_squares(seat), 8)
        objects = [Placed(Mark(m), s) for m, s in zip("TWWSSS/\\", squares, strict=True)]
        start = process_time()
        faults = fortress_faults(objects, seat)
        times.append(process_time() - start)
        sealed += any("No laser" in fault for fault in faults)
    slowest, mean = max(times) * 1000, sum(times) / FORTRESSES * 1000
    return (
        f"installed: {FORTRESSES:,} random fortresses of Reflix checked, {mean:.3f} ms each, "
        f"{slowest:.2f} ms the slowest; {sealed:,} are sealed"
    )
