"""Counts of action sequences, which differ as soon as one rule does."""

from pathlib import Path

import pytest

from engine.__main__ import start_options
from engine.registry import game

COUNTS = [
    pytest.param(path.stem, start, depth, int(leaves), id=f"{path.stem}-{start[:20]}-{depth}")
    for path in sorted((Path(__file__).parent / "perft").glob("*.perft"))
    for line in path.read_text("utf-8").splitlines()
    if not line.startswith("#")
    for start, *counts in [line.split()]
    for depth, leaves in enumerate(counts, start=1)
]


@pytest.mark.parametrize(("name", "start", "depth", "leaves"), COUNTS)
def test_the_leaves_are_as_many_as_the_table_says(
    name: str, start: str, depth: int, leaves: int
) -> None:
    assert game(name).start(start_options(start)).perft(depth) == leaves
