"""The controls of each game: which buttons a board carries, and how actions are called.

A panel turns a view, the legal actions and a pick into rows of controls, and a typed text into
suggestions. It sends nothing and decides no rule.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.panels.deflexion import DeflexionPanel
from bot.panels.panel import Panel, Suggestion

PANELS: Mapping[str, Panel] = {"deflexion": DeflexionPanel()}

__all__ = ["PANELS", "Panel", "Suggestion"]
