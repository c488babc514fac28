"""The board message of an entry, and everything else that shows a position."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.panels import PANELS
from bot.panels.panel import Board
from bot.posting import Button, ControlId, Picture, Posting, Rows, Style
from data import EntryKind, Match
from engine.core import JSON, Game, Phase, Seat, View
from render import Scene, alt_text, draw, scene


def title(game: Game, options: Mapping[str, JSON]) -> str:
    """Return what a game is called, with its layout: ``Deflexion · Classic``."""
    layout = options.get("layout")
    return f"{game.title} · {layout.capitalize()}" if isinstance(layout, str) else game.title


def mention(member_id: int) -> str:
    """Return the text that Discord shows as the member's name."""
    return f"<@{member_id}>"


def board_posting(match: Match, theme: str) -> Posting:
    """Return the board message of the match's newest entry, with the controls of who is to act."""
    entry = match.entries[-1]
    # Only the action itself is drawn with its shot: the shot is not what a resignation did.
    events = match.events_at(len(match.turns)) if entry.kind is EntryKind.ACTION else ()
    drawn = scene(_view(match, len(match.turns)), events)
    picture = picture_of(drawn, theme, board_name(match.id, match.seq))
    match entry.kind:
        case EntryKind.START:
            seats = " · ".join(f"{s.capitalize()}: {mention(m)}" for s, m in match.players.items())
            lines = [f"**{title(match.game, match.options)}** · game {match.id}", seats]
        case EntryKind.ACTION:
            lines = [drawn.story]
        case EntryKind.RESIGN:
            who = mention(match.players[entry.seat]) if entry.seat else "A player"
            lines = [f"{who} resigned."]
    if match.result:
        lines.append(f"**{drawn.outcome}** {_praise(match)}".rstrip())
        return Posting("\n".join(lines), picture, _over_rows(match))
    asked = match.players[match.to_move] if match.to_move else None
    if match.to_move and asked:
        lines.append(f"{match.to_move.capitalize()} to move: {mention(asked)}")
    mentions = (asked,) if asked else ()
    return Posting("\n".join(lines), picture, controls(match, None), mentions)


def scene_at(match: Match, ply: int) -> Scene:
    """Return the position after ``ply`` actions with the shot that led to it, for everybody."""
    return scene(_view(match, ply), match.events_at(ply))


def _view(match: Match, ply: int) -> View:
    """Return what everybody may see; the last position knows how the game ended."""
    view = match.at_ply(ply).view(None)
    if match.result and ply == len(match.turns):
        return replace(view, phase=Phase.OVER, to_move=None, result=match.result)
    return view


def picture_of(drawn: Scene, theme: str, name: str) -> Picture:
    """Return the drawn scene as a file of that name."""
    return Picture(draw(drawn, theme), alt_text(drawn), name)


def board_name(game_id: int, seq: int) -> str:
    """Return the file name by which the board of an entry is found again in a channel."""
    return f"{game_id}-{seq}.png"


def board_of(match: Match, seat: Seat, viewer: Seat | None) -> Board:
    """Return the board as a seat's controls need it, as the viewer or everybody may see it."""
    state = match.state
    return Board(match.id, match.seq, state.view(viewer), seat, state.legal_actions(seat))


def controls(match: Match, pick: str | None) -> Rows:
    """Return the controls of the seat that is to act, with a piece picked or none."""
    if match.to_move is None:
        return ()
    return PANELS[match.game.name].rows(board_of(match, match.to_move, None), pick)


def _over_rows(match: Match) -> Rows:
    review = ControlId(match.id, len(match.turns), "review", "open")
    return ((Button(review, "Review", Style.PRIMARY),),)


def _praise(match: Match) -> str:
    """Return whose win it is, as a mention that does not ping."""
    if match.result and match.result.winner:
        return f"Well played, {mention(match.players[match.result.winner])}."
    return ""
