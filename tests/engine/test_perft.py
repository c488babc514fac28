"""Counts of action sequences, which differ as soon as one rule does."""

from pathlib import Path

import pytest

from engine.registry import game

COUNTS = [
    pytest.param(path.stem, layout, depth, int(leaves), id=f"{path.stem}-{layout}-{depth}")
    for path in sorted((Path(__file__).parent / "perft").glob("*.perft"))
    for line in path.read_text("utf-8").splitlines()
    if not line.startswith("#")
    for layout, *counts in [line.split()]
    for depth, leaves in enumerate(counts, start=1)
]


@pytest.mark.parametrize(("name", "layout", "depth", "leaves"), COUNTS)
def test_the_leaves_are_as_many_as_the_table_says(
    name: str, layout: str, depth: int, leaves: int
) -> None:
    assert game(name).start({"layout": layout}).perft(depth) == leaves
