"""Private answers around a game: the menu, the position in words, the rules, giving up."""

from __future__ import annotations

from bot.match.boards import scene_at
from bot.match.errors import Refused
from bot.panels import PANELS
from bot.posting import Button, ControlId, Posting, Style
from data import Match
from engine.core import Game, GameOver
from render import describe


def menu_posting(match: Match, member: int) -> Posting:
    """Return the menu: what else the member can do in the game."""
    ids = [Button(ControlId(match.id, match.seq, "describe"), "Describe")]
    if match.seat_of(member) and match.result is None:
        ids.append(Button(ControlId(match.id, match.seq, "resign"), "Resign…", Style.DANGER))
    return Posting(f"**Menu** · game {match.id}", None, (tuple(ids),))


def describe_posting(match: Match) -> Posting:
    """Return the position in words, for those who cannot see the picture."""
    return Posting(describe(scene_at(match, len(match.turns))))


def rules_posting(game: Game) -> Posting:
    """Return the game's rules in short."""
    return Posting(PANELS[game.name].rules)


def resign_posting(match: Match, member: int) -> Posting:
    """Return the question whether to give the game up."""
    if match.seat_of(member) is None:
        raise Refused("You are not in this game.")
    if match.result:
        raise GameOver("This game is over.")
    button = Button(ControlId(match.id, match.seq, "resign", "yes"), "Resign", Style.DANGER)
    return Posting(f"Give up game {match.id}? Your opponent then wins.", None, ((button,),))
