"""Private answers around a game: the menu, the position in words, giving up."""

from __future__ import annotations

from bot.match.agreements import Answer, draw_refusal, is_asked, undo_refusal
from bot.match.boards import own_side, picture_of, scene_at
from bot.match.play import insist_on_resigning, seat_in
from bot.posting import Button, ControlId, Posting, Style
from data import EntryKind, Match
from engine.core import Seat
from render import describe


def menu_posting(match: Match, member: int) -> Posting:
    """Return the menu: what else the member can do in the game, and ways to look at it."""
    seat = match.seat_of(member)
    describing = Button(ControlId(match.id, match.seq, "describe"), "Describe")
    if seat is None:
        return _menu(match, (describing,))
    flipping = Button(ControlId(match.id, match.seq, "ownside"), "Flip for me")
    if match.result:
        return _menu(match, (flipping, describing))
    asking = (
        _asking(match, seat, "draw", EntryKind.DRAW_OFFER, draw_refusal(match, seat)),
        _asking(match, seat, "undo", EntryKind.UNDO_REQUEST, undo_refusal(match, seat)),
        Button(ControlId(match.id, match.seq, "resign"), "Resign…", Style.DANGER),
    )
    return _menu(match, asking, (flipping, describing))


def _asking(match: Match, seat: Seat, what: str, kind: EntryKind, refusal: str | None) -> Button:
    """Return the button that asks the other player, or accepts what they ask.

    Its identity then only accepts: what is asked may come or go while the menu stands.
    """
    if is_asked(match, seat, kind):
        return Button(ControlId(match.id, match.seq, what, Answer.ACCEPT), f"Accept {what}")
    asks = ControlId(match.id, match.seq, what)
    return Button(asks, what.capitalize(), is_disabled=refusal is not None)


def _menu(match: Match, *rows: tuple[Button, ...]) -> Posting:
    return Posting(f"**Menu** · game {match.id}", None, rows)


def own_side_posting(match: Match, member: int, theme: str) -> Posting:
    """Return the position with its last shot, the member's own side at the bottom."""
    seat = seat_in(match, member)
    name = f"own-side-{match.id}-{match.seq}.png"
    picture = picture_of(own_side(match, seat), theme, name)
    return Posting(f"Game {match.id} from {seat.capitalize()}'s side.", picture)


def describe_posting(match: Match) -> Posting:
    """Return the position in words, for those who cannot see the picture."""
    return Posting(describe(scene_at(match, len(match.turns))))


def resign_posting(match: Match, member: int) -> Posting:
    """Return the question whether to give the game up.

    Its yes is the second button of its row: every other confirmation is the first.
    """
    insist_on_resigning(match, seat_in(match, member))
    row = (
        Button(ControlId(match.id, match.seq, "resign", "no"), "Play on"),
        Button(ControlId(match.id, match.seq, "resign", "yes"), "Resign", Style.DANGER),
    )
    return Posting(f"Give up game {match.id}? Your opponent then wins.", None, (row,))
