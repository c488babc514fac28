"""A seeded game of each kind goes exactly as it went before."""

import pytest

from engine.core import Game
from engine.registry import GAMES
from tests.engine.playthrough import FOLDER, transcript


@pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES)
def test_the_seeded_game_goes_as_its_transcript_says(rules: Game) -> None:
    kept = (FOLDER / f"{rules.name}.txt").read_text("utf-8").splitlines()
    assert list(transcript(rules)) == kept
