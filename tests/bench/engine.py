"""How fast the rules are: leaves of perft per second, as installed and as plain Python."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def run() -> Iterator[str]:
    """Yield the measurements in words, both taken in this run."""
    with tempfile.TemporaryDirectory() as elsewhere:
        yield f"installed: {_bench('-P', folder=Path(elsewhere))}"
    yield f"checkout: {_bench(folder=ROOT)}"


def _bench(*flags: str, folder: Path) -> str:
    """Return what the engine found of the package that is imported from the folder."""
    command = [sys.executable, *flags, "-m", "engine", "bench"]
    run = subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)
    return run.stdout.strip() or run.stderr.strip().rpartition("\n")[2]
