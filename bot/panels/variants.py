"""What members pick when they pick a game: a game, or the same one by other rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bot.panels.panel import Page
from engine.core import JSON, Game


@dataclass(frozen=True, slots=True, eq=False)
class Variant:
    """A game as members pick it.

    ``name`` stands for it in choices, in controls and beside what is kept for it, ``title`` is
    what they read. ``options`` are those that make it what it is; every game of it begins with
    them. ``layouts`` are those that come with it, ``rules`` its rules page by page.
    """

    name: str
    title: str
    game: Game
    layouts: Sequence[str]
    rules: Sequence[Page]
    options: Mapping[str, JSON] = field(default_factory=dict)

    def is_of(self, played: str, options: Mapping[str, JSON]) -> bool:
        """Return whether a game of that name with these options is one of this variant."""
        return self.game.name == played and self.options.items() <= options.items()
