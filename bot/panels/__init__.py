"""The controls of each game: which buttons a board carries, and how actions are called.

A panel turns a view, the legal actions and a pick into rows of controls, and a typed text into
suggestions. It sends nothing and decides no rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.panels.act import ActPanel
from bot.panels.arena import ArenaPanel
from bot.panels.deflexion import DeflexionPanel
from bot.panels.deployment import DeploymentSetup
from bot.panels.editor import Editor, SetupPanel
from bot.panels.fortress import FortressEditor, FortressSetup
from bot.panels.layout import LayoutEditor
from bot.panels.legion import LegionAct, LegionPanel
from bot.panels.measure import Measure
from bot.panels.panel import Panel, Suggestion
from bot.panels.reflix import ReflixPanel
from engine.core import Game
from engine.registry import game

PANELS: Mapping[str, Panel] = {
    "deflexion": DeflexionPanel(),
    "arena": ArenaPanel(),
    "reflix": ReflixPanel(),
    "legion": LegionPanel(),
}

EDITORS: Mapping[str, Editor] = {"deflexion": LayoutEditor(), "reflix": FortressEditor()}
"""In what members build what they keep by name, the usual game first."""

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

OFFERED: Sequence[Game] = tuple(game(name) for name in PANELS)
"""The games that can be played here, the usual one first."""

__all__ = ["ACTS", "EDITORS", "MEASURES", "OFFERED", "PANELS", "SETUPS", "Panel", "Suggestion"]
