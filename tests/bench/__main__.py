"""Measurements: ``python -m tests.bench`` takes them all, with names only those modules here."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

FOLDER = Path(__file__).parent


def main(names: list[str]) -> int:
    """Print what each module's ``run`` yields, line by line; return 2 for a name that is none."""
    known = sorted(path.stem for path in FOLDER.glob("[!_]*.py"))
    unknown = [name for name in names if name not in known]
    if unknown:
        sys.stderr.write(f"There is no bench {', '.join(unknown)}; there is {', '.join(known)}.\n")
        return 2
    for name in names or known:
        sys.stdout.write(f"{name}\n")
        for line in import_module(f"tests.bench.{name}").run():
            sys.stdout.write(f"  {line}\n")
            sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
