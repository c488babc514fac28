"""Pictures drawn before anybody waits for one.

The first picture of a game takes as long as fifty later ones, since its pieces are drawn for it.
"""

from __future__ import annotations

import random

from bot.panels.variants import Variant
from data import ServerSettings
from render import draw, scene


def draw_ahead(variant: Variant, chance: random.Random) -> None:
    """Draw how play begins in the game, in the theme that servers have if they choose none."""
    rules = variant.game
    state = rules.start(rules.complete(variant.options, chance))
    draw(scene(state.view(None), ()), ServerSettings().theme)
    for seat, setups in rules.sample_setups.items():
        state = state.apply(seat, rules.parse(setups[0]), rng=chance).state
    if rules.sample_setups:
        draw(scene(state.view(None), ()), ServerSettings().theme)
