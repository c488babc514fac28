"""The controls of each game: which buttons a board carries, and how actions are called.

A panel turns a view, the legal actions and a pick into rows of controls, and a typed text into
suggestions. It sends nothing and decides no rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bot.panels.act import ActPanel
from bot.panels.arena import ArenaPanel
from bot.panels.deflexion import DeflexionPanel
from bot.panels.deployment import DeploymentSetup
from bot.panels.editor import Editor, SetupPanel
from bot.panels.fortress import FortressEditor, FortressSetup
from bot.panels.khet_rules import KHET2
from bot.panels.layout import LayoutEditor
from bot.panels.legion import LegionAct, LegionPanel
from bot.panels.measure import Measure
from bot.panels.panel import Panel, Suggestion
from bot.panels.reflix import ReflixPanel
from bot.panels.variants import Variant
from engine.core import JSON, UnknownGame, listed, quote
from engine.deflexion.rulesets import DEFLEXION_RULES, KHET_RULES
from engine.registry import game

PANELS: Mapping[str, Panel] = {
    "deflexion": DeflexionPanel(),
    "arena": ArenaPanel(),
    "reflix": ReflixPanel(),
    "legion": LegionPanel(),
}

EDITORS: Mapping[str, Editor] = {
    "deflexion": LayoutEditor(DEFLEXION_RULES),
    "khet2": LayoutEditor(KHET_RULES),
    "reflix": FortressEditor(),
}
"""In what members build what they keep by name, for each variant, the usual one first."""

SETUPS: Mapping[str, SetupPanel] = {"reflix": FortressSetup(), "legion": DeploymentSetup()}
"""How the sides of those games are set up that begin with it."""

ACTS: Mapping[str, ActPanel] = {"legion": LegionAct()}
"""The private panels of those games in which what can be done would tell a secret."""

MEASURES: Mapping[str, Measure] = {
    "deflexion": Measure(100, "a Pyramid", 4_000),
    "reflix": Measure(30, "a square where one mirror would score", 4_000),
}
"""What positions are worth, for the games that can be analysed: without chance, and, when they are
over, without secrets."""

OTHER_RULES: Mapping[str, Sequence[Variant]] = {"deflexion": (KHET2,)}
"""The variants by other rules that there are of a game."""


def _offered() -> Iterator[Variant]:
    for name, panel in PANELS.items():
        rules = game(name)
        yield Variant(name, rules.title, rules, panel.layouts, panel.rules)
        yield from OTHER_RULES.get(name, ())


OFFERED: Sequence[Variant] = tuple(_offered())
"""The games that can be played here, the usual one first; variants after their game."""

VARIANTS: Mapping[str, Variant] = {variant.name: variant for variant in OFFERED}
"""The same by their names."""


def variant_named(name: str) -> Variant:
    """Return the variant that was picked. Raises ``UnknownGame``."""
    if name not in VARIANTS:
        titles = listed(variant.title for variant in OFFERED)
        raise UnknownGame(f"There is no game {quote(name)}. There is {titles}.")
    return VARIANTS[name]


def variant_of(played: str, options: Mapping[str, JSON]) -> Variant:
    """Return the variant of a game of that name with these options, the most special that fits."""
    return [variant for variant in OFFERED if variant.is_of(played, options)][-1]


__all__ = [
    "ACTS",
    "EDITORS",
    "MEASURES",
    "OFFERED",
    "PANELS",
    "SETUPS",
    "VARIANTS",
    "Panel",
    "Suggestion",
    "Variant",
    "variant_named",
    "variant_of",
]
