"""The board message of an entry, and everything else that shows a position."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.match.words import escaped
from bot.panels import PANELS
from bot.panels.panel import Board
from bot.posting import MOST_ROWS, Button, ControlId, Picture, Posting, Rows, Select, Style
from data import FORMER_MEMBER, FORMER_NAME, EntryKind, LayoutName, Match
from engine.core import JSON, Action, Game, Phase, Seat, View
from render import Scene, alt_text, draw, scene

LAPSES = "A move by either lets it lapse."
"""The rule for everything that one player asks of the other."""


def title(game: Game, options: Mapping[str, JSON], layout: LayoutName | None) -> str:
    """Return what a game is called in a message, with its layout: ``Deflexion · Classic``.

    A member's own layout stands in quotation marks.
    """
    return _title(game, options, escaped(layout.name) if layout else None)


def plain_title(game: Game, options: Mapping[str, JSON], layout: LayoutName | None) -> str:
    """Return what a game is called where Discord shows every letter as it is."""
    return _title(game, options, layout.name if layout else None)


def _title(game: Game, options: Mapping[str, JSON], own: str | None) -> str:
    shipped = options.get("layout")
    if own is not None:
        return f"{game.title} · “{own}”"
    return f"{game.title} · {shipped.capitalize()}" if isinstance(shipped, str) else game.title


def mention(member_id: int) -> str:
    """Return the text that Discord shows as the member's name."""
    return FORMER_NAME if member_id == FORMER_MEMBER else f"<@{member_id}>"


def board_posting(match: Match, theme: str, deadline: int | None = None) -> Posting:
    """Return the board message of the match's newest entry, with the controls of who is to act.

    The deadline, in seconds since 1970, is until when they may.
    """
    entry = match.entries[-1]
    # Only the action itself is drawn with its shot: the shot is not what a resignation did.
    events = match.events_at(len(match.turns)) if entry.kind is EntryKind.ACTION else ()
    drawn = scene(_view(match, len(match.turns)), events)
    picture = picture_of(drawn, theme, f"{board_name(match.id, match.seq)}.png")
    news = _news(match, drawn)
    lines = [news[:1].upper() + news[1:]]
    if match.result:
        lines.append(f"**{drawn.outcome}** {_praise(match)}".rstrip())
        return Posting("\n".join(lines), picture, _over_rows(match))
    if match.to_move:
        whose = mention(match.players[match.to_move])
        lines.append(f"{match.to_move.capitalize()} to move: {whose}")
        if deadline is not None:
            lines.append(f"Time runs out <t:{deadline}:R>.")
    return Posting("\n".join(lines), picture, controls(match, None), _asked(match))


def _news(match: Match, drawn: Scene) -> str:
    """Return what the newest entry says, in words."""
    entry = match.entries[-1]
    who = mention(match.players[entry.seat]) if entry.seat else "A moderator"
    other = mention(match.players[opponent(match, entry.seat)]) if entry.seat else ""
    match entry.kind:
        case EntryKind.START:
            seats = " · ".join(f"{s.capitalize()}: {mention(m)}" for s, m in match.players.items())
            return (
                f"**{title(match.game, match.options, match.layout)}** · game {match.id}\n{seats}"
            )
        case EntryKind.ACTION:
            return drawn.story
        case EntryKind.RESIGN:
            return f"{who} resigned."
        case EntryKind.DRAW_OFFER:
            return f"{who} offers {other} a draw. {LAPSES}"
        case EntryKind.DRAW_DECLINE:
            return f"{who} declined the draw."
        case EntryKind.DRAW:
            return f"{who} accepted the draw."
        case EntryKind.UNDO_REQUEST:
            what = _taken_back(match, entry.seat)
            return f"{who} asks {other} to take back {what}. {LAPSES}"
        case EntryKind.UNDO_DECLINE:
            return f"{who} would rather play on: nothing is taken back."
        case EntryKind.UNDO:
            what = _taken_back(match.as_of(match.seq - 1), entry.seat)
            return f"{other} let {who} take back {what}."
        case EntryKind.TIMEOUT:
            return f"{who} ran out of time."
        case EntryKind.END:
            return f"{who} ended this game: {escaped(entry.action or '')}"
        case EntryKind.LAPSE:
            return "Nobody has acted for 30 days."


def _taken_back(match: Match, seat: Seat | None) -> str:
    """Return the actions that an undo for the seat takes back, in notation."""
    return " and ".join(f"`{turn.action}`" for turn in match.since_last_turn_of(seat))


def _asked(match: Match) -> tuple[int, ...]:
    """Return who is asked to act: by an offer, or because the turn is theirs.

    Who has just answered an offer knows whose turn it is.
    """
    if match.pending and match.pending.seat:
        return (match.players[opponent(match, match.pending.seat)],)
    entry = match.entries[-1]
    answers = {EntryKind.DRAW_DECLINE, EntryKind.UNDO_DECLINE}
    if match.to_move is None or (entry.kind in answers and entry.seat == match.to_move):
        return ()
    return (match.players[match.to_move],)


def opponent(match: Match, seat: Seat) -> Seat:
    """Return the seat across the board."""
    return next(other for other in match.players if other != seat)


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
    """Return the name, up to its dot, of the file by which an entry's board is found again."""
    return f"{game_id}-{seq}"


def board_of(match: Match, seat: Seat, viewer: Seat | None) -> Board:
    """Return the board as a seat's controls need it, as the viewer or everybody may see it."""
    state = match.state
    return Board(match.id, match.seq, state.view(viewer), seat, state.legal_actions(seat))


def controls(match: Match, pick: str | None) -> Rows:
    """Return the controls of the seat that is to act, with a piece picked or none.

    While an offer waits, the buttons that answer it stand in a row beneath them, or in the last
    of five.
    """
    if match.to_move is None:
        return ()
    rows = PANELS[match.game.name].rows(board_of(match, match.to_move, None), pick)
    return _with_answers(rows, match)


def confirmation(match: Match, action: Action) -> Rows:
    """Return the controls that ask whether the action is meant; nothing shows what it would do."""
    panel = PANELS[match.game.name]
    pick = panel.pick_of(action)
    question = (
        Button(ControlId(match.id, match.seq, "confirm", str(action)), f"Confirm {action}"),
        Button(ControlId(match.id, match.seq, "pick", pick), "Back"),
    )
    # The board stays everybody's while one player thinks.
    meanwhile = panel.always(match.id, match.seq)
    return _with_answers((question, meanwhile), match)


def _with_answers(rows: Rows, match: Match) -> Rows:
    """Return the rows with the buttons that answer what is offered, if anything is."""
    if match.pending is None:
        return rows
    verb = "draw" if match.pending.kind is EntryKind.DRAW_OFFER else "undo"
    accept, decline = (ControlId(match.id, match.seq, verb, a) for a in ("accept", "decline"))
    answers = (Button(accept, "Accept", Style.SUCCESS), Button(decline, "Decline"))
    if len(rows) < MOST_ROWS:
        return (*rows, answers)
    *above, last = rows
    if isinstance(last, Select):
        raise TypeError("a select in the last of five rows leaves no room for an answer")
    return (*above, (*last, *answers))


def _over_rows(match: Match) -> Rows:
    rematch = ControlId(match.id, match.seq, "rematch")
    review = ControlId(match.id, len(match.turns), "review", "open")
    return ((Button(rematch, "Rematch"), Button(review, "Review", Style.PRIMARY)),)


def _praise(match: Match) -> str:
    """Return whose win it is, as a mention that does not ping."""
    if match.result and match.result.winner:
        return f"Well played, {mention(match.players[match.result.winner])}."
    return ""
