"""Private answers around a game: the menu, the position in words, giving up."""

from __future__ import annotations

from dataclasses import replace

from bot.match.agreements import Answer, draw_refusal, is_offered, undo_refusal
from bot.match.boards import picture_of, scene_at
from bot.match.play import insist_on_running, seat_in
from bot.posting import Button, ControlId, Posting, Style
from data import Match
from render import describe
from render.scene import Orientation


def menu_posting(match: Match, member: int) -> Posting:
    """Return the menu: what else the member can do in the game, and ways to look at it."""
    seat = match.seat_of(member)
    describing = Button(ControlId(match.id, match.seq, "describe"), "Describe")
    if seat is None:
        return _menu(match, (describing,))
    flipping = Button(ControlId(match.id, match.seq, "ownside"), "Flip for me")
    if match.result:
        return _menu(match, (flipping, describing))
    takes_draw = is_offered(match, seat)
    asking = (
        Button(
            # An identity that only accepts: an offer may come or go while the menu stands.
            ControlId(match.id, match.seq, "draw", Answer.ACCEPT if takes_draw else ""),
            "Accept draw" if takes_draw else "Draw",
            is_disabled=not takes_draw and draw_refusal(match, seat) is not None,
        ),
        Button(
            ControlId(match.id, match.seq, "undo"),
            "Undo",
            is_disabled=undo_refusal(match, seat) is not None,
        ),
        Button(ControlId(match.id, match.seq, "resign"), "Resign…", Style.DANGER),
    )
    return _menu(match, asking, (flipping, describing))


def _menu(match: Match, *rows: tuple[Button, ...]) -> Posting:
    return Posting(f"**Menu** · game {match.id}", None, rows)


def own_side_posting(match: Match, member: int, theme: str) -> Posting:
    """Return the position with its last shot, the member's own side at the bottom."""
    seat = seat_in(match, member)
    shown = scene_at(match, len(match.turns))
    is_turned = seat != match.game.seats[0]
    lying = Orientation.TURNED if is_turned else Orientation.UPRIGHT
    name = f"own-side-{match.id}-{match.seq}.png"
    picture = picture_of(replace(shown, orientation=lying), theme, name)
    return Posting(f"Game {match.id} from {seat.capitalize()}'s side.", picture)


def describe_posting(match: Match) -> Posting:
    """Return the position in words, for those who cannot see the picture."""
    return Posting(describe(scene_at(match, len(match.turns))))


def resign_posting(match: Match, member: int) -> Posting:
    """Return the question whether to give the game up.

    Its yes is the second button of its row: every other confirmation is the first.
    """
    seat_in(match, member)
    insist_on_running(match)
    row = (
        Button(ControlId(match.id, match.seq, "resign", "no"), "Play on"),
        Button(ControlId(match.id, match.seq, "resign", "yes"), "Resign", Style.DANGER),
    )
    return Posting(f"Give up game {match.id}? Your opponent then wins.", None, (row,))
