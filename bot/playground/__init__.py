"""Discord on loopback, and a page to click: `python -m bot.playground`."""

from bot.playground.server import StandIn

__all__ = ["StandIn"]
