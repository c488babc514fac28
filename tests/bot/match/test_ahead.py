"""After the pictures that are drawn ahead, those of the first boards need no new squares."""

import random

import pytest

from bot.match.ahead import draw_ahead
from bot.panels import OFFERED
from bot.panels.variants import Variant
from data import ServerSettings
from render import draw, scene
from render.compositor import finished


@pytest.mark.parametrize("variant", OFFERED, ids=lambda variant: variant.name)
def test_the_first_board_of_each_game_finds_its_pieces_drawn(variant: Variant) -> None:
    finished.cache_clear()
    draw_ahead(variant, random.Random(1))
    drawn = finished.cache_info().misses
    assert drawn
    rules = variant.game
    state = rules.start(rules.complete(variant.options, random.Random(1)))
    draw(scene(state.view(None), ()), ServerSettings().theme)
    assert finished.cache_info().misses == drawn
