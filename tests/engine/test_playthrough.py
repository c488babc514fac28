"""A seeded game of each kind goes exactly as it went before."""

import pytest

from tests.engine.playthrough import FOLDER, STARTS, transcript


@pytest.mark.parametrize("name", STARTS)
def test_the_seeded_game_goes_as_its_transcript_says(name: str) -> None:
    kept = (FOLDER / f"{name}.txt").read_text("utf-8").splitlines()
    assert list(transcript(*STARTS[name])) == kept
