"""The games that there are."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.arena.computer import COMPUTER as ARENA_COMPUTER
from engine.arena.state import ARENA
from engine.computer import Computer
from engine.core import Game, UnknownGame, listed, quote
from engine.deflexion.computer import COMPUTER as DEFLEXION_COMPUTER
from engine.deflexion.state import DEFLEXION
from engine.legion.computer import COMPUTER as LEGION_COMPUTER
from engine.legion.game import LEGION
from engine.reflix.computer import COMPUTER as REFLIX_COMPUTER
from engine.reflix.state import REFLIX

GAMES: Final[Mapping[str, Game]] = MappingProxyType(
    {game.name: game for game in (DEFLEXION, ARENA, REFLIX, LEGION)}
)
"""Every game by its name."""

COMPUTERS: Final[Mapping[str, Computer]] = MappingProxyType(
    {
        DEFLEXION.name: DEFLEXION_COMPUTER,
        ARENA.name: ARENA_COMPUTER,
        REFLIX.name: REFLIX_COMPUTER,
        LEGION.name: LEGION_COMPUTER,
    }
)
"""The computer player of every game, by the game's name."""


def game(name: str) -> Game:
    """Return the game of that name. Raises ``UnknownGame``.

    >>> game("deflexion").title
    'Deflexion'
    """
    if name not in GAMES:
        raise UnknownGame(f"There is no game {quote(name)}. There is {listed(GAMES)}.")
    return GAMES[name]
