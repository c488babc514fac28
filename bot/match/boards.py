"""The board message of an entry, and everything else that shows a position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import Enum
from functools import partial

from bot.match.words import escaped
from bot.panels import PANELS, variant_of
from bot.panels.panel import Board
from bot.posting import MOST_ROWS, Button, ControlId, Picture, Posting, Rows, Select, Style
from data import Entry, EntryKind, LayoutName, Match, is_timed
from data.people import STAND_INS
from engine.core import JSON, Action, Event, Game, Phase, Seat, Square, View
from render import Scene, alt_text, draw, scene
from render.scene import Orientation

LAPSES = "A move by either lets it lapse."
"""The rule for everything that one player asks of the other."""


class Sight(Enum):
    """How a game that is over is looked at: with what was secret, or as everybody saw it then."""

    WHOLE = "whole"
    AS_SEEN = "as seen"


SETTING_UP = "Each side is set up in secret: press **Set up**, and only you see what you do."
"""What a board says when its game begins with setups."""


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
    name = variant_of(game.name, options).title
    if own is not None:
        return f"{name} · “{own}”"
    return f"{name} · {shipped.capitalize()}" if isinstance(shipped, str) else name


def mention(member_id: int) -> str:
    """Return the text that Discord shows as the member's name."""
    return STAND_INS.get(member_id, f"<@{member_id}>")


def named(match: Match, seat: Seat) -> str:
    """Return the mention of the member who plays the seat, or the computer with its level."""
    if seat == match.computer:
        return computer_name(match.level)
    return mention(match.players[seat])


def computer_name(level: str | None) -> str:
    """Return what the computer is called where it is told who plays.

    >>> computer_name("hard")
    'Computer (hard)'
    """
    return f"Computer ({level})"


def board_posting(match: Match, theme: str, deadline: int | None = None) -> Posting:
    """Return the board message of the match's newest entry, with the controls of who is to act.

    The deadline, in seconds since 1970, is until when they may.
    """
    entry = match.entries[-1]
    ply = len(match.turns)
    drawn = scene(_view(match, ply), _seen(match, _done_by(match, entry), ply))
    picture = picture_of(drawn, theme, f"{board_name(match.id, match.seq)}.png")
    news = _news(match, drawn)
    lines = [news[:1].upper() + news[1:]]
    if match.result:
        lines.append(f"**{drawn.outcome}** {_praise(match)}".rstrip())
        return Posting("\n".join(lines), picture, _over_rows(match))
    if match.to_move:
        whose = named(match, match.to_move)
        thinks = " is thinking…" if match.to_move == match.computer else ""
        lines.append(f"{match.to_move.capitalize()} to move: {whose}{thinks}")
    elif match.awaited:
        lines.append(f"We wait for {awaited(match)}.")
    if deadline is not None:
        lines.append(told_deadline(match, deadline))
    return Posting("\n".join(lines), picture, controls(match, None), _asked(match))


def told(match: Match) -> str:
    """Return what the newest entry did, in words."""
    ply = len(match.turns)
    drawn = scene(_view(match, ply), _seen(match, _done_by(match, match.entries[-1]), ply))
    return _news(match, drawn)


def told_deadline(match: Match, deadline: int) -> str:
    """Return until when whose time lasts."""
    whole = is_timed(match.options) and match.is_set_up
    time = "The time of the whole game" if whole else "Time"
    return f"{time} runs out <t:{deadline}:R>."


def _news(match: Match, drawn: Scene) -> str:
    """Return what the newest entry says, in words."""
    entry = match.entries[-1]
    who = mention(match.players[entry.seat]) if entry.seat else "A moderator"
    other = mention(match.players[opponent(match, entry.seat)]) if entry.seat else ""
    match entry.kind:
        case EntryKind.START:
            seats = " · ".join(
                f"{s.capitalize()}{_army(match, s)}: {named(match, s)}" for s in match.players
            )
            game = title(match.game, match.options, match.layout)
            begun = f"**{game}** · game {match.id}\n{seats}"
            return begun if match.is_set_up else f"{begun}\n{SETTING_UP}"
        case EntryKind.SETUP:
            return _told_setup(match, entry)
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
            if match.computer:
                return f"{who} took back {what}."
            return f"{other} let {who} take back {what}."
        case EntryKind.TIMEOUT:
            if entry.seat:
                return f"{who} ran out of time."
            return "The time ran out." if match.is_set_up else "Nobody had set up in time."
        case EntryKind.END:
            return f"{who} ended this game: {escaped(entry.action or '')}"
        case EntryKind.LAPSE:
            return "Nobody has acted for 30 days."


def _army(match: Match, seat: Seat) -> str:
    """Return the army of the seat, to be added to its name, in games that have any."""
    armies = match.options.get("armies")
    return f" ({str(armies[seat]).capitalize()})" if isinstance(armies, Mapping) else ""


def _told_setup(match: Match, entry: Entry) -> str:
    """Return that a seat is ready, which is all that others may know of its setup."""
    seat = (entry.seat or "").capitalize()
    if match.is_set_up:
        return f"{seat} is ready as well, and the game begins."
    is_first = sum(setup.seat == entry.seat for setup in match.setups) == 1
    return f"{seat} is ready." if is_first else f"{seat} has set up anew."


def _taken_back(match: Match, seat: Seat | None) -> str:
    """Return the actions that an undo for the seat takes back, in notation."""
    return " and ".join(f"`{turn.action}`" for turn in match.since_last_turn_of(seat))


def _asked(match: Match) -> tuple[int, ...]:
    """Return who is asked to act: by an offer, or because the game waits for them.

    Who has just answered an offer knows whose turn it is, and who took a move back. Of two that
    set up one is asked first, the other when the first is ready, and not again when the first
    changes something. The computer is asked nothing here, and one who plays it is asked to set up
    when it is ready.
    """
    if match.pending and match.pending.seat:
        asked = opponent(match, match.pending.seat)
        return () if asked == match.computer else (match.players[asked],)
    entry = match.entries[-1]
    answers = {EntryKind.DRAW_DECLINE, EntryKind.UNDO_DECLINE}
    knows = entry.kind in answers and entry.seat == match.to_move
    if match.computer:
        knows = entry.kind in {*answers, EntryKind.UNDO} or (
            entry.kind is EntryKind.START and not match.is_set_up
        )
    is_repeated = len(match.setups) > len({setup.seat for setup in match.setups})
    waited_for = _members_awaited(match)
    if not waited_for or knows or (is_repeated and not match.is_set_up):
        return ()
    return (match.players[waited_for[0]],)


def _members_awaited(match: Match) -> tuple[Seat, ...]:
    """Return the seats of members without whom the game does not go on."""
    return tuple(seat for seat in match.awaited if seat != match.computer)


def awaited(match: Match) -> str:
    """Return the mentions of those without whom the game does not go on.

    The computer, which sets up at once, is named when it is the only one.
    """
    seats = _members_awaited(match) or match.awaited
    return " and ".join(named(match, seat) for seat in seats)


def opponent(match: Match, seat: Seat) -> Seat:
    """Return the seat across the board."""
    return next(other for other in match.players if other != seat)


def scene_at(match: Match, ply: int, sight: Sight = Sight.WHOLE) -> Scene:
    """Return the position after ``ply`` actions with the shot that led to it, for everybody."""
    return scene(_view(match, ply, sight), _seen(match, match.events_at(ply), ply, sight))


def own_side(match: Match, seat: Seat) -> Scene:
    """Return the position now with the last shot, as everybody sees it, from the seat's side."""
    lying = Orientation.UPRIGHT if seat == match.game.seats[0] else Orientation.TURNED
    return replace(scene_at(match, len(match.turns)), orientation=lying)


def own_scene(match: Match, seat: Seat, *marked: Square) -> Scene:
    """Return the position now with the last action, as the seat alone sees it from its own side.

    It is for nobody else's eyes. The ``marked`` squares are outlined.
    """
    if match.result:
        return own_side(match, seat)
    events = [event.seen_by(seat) for event in match.events_at(len(match.turns))]
    return scene(match.state.view(seat), events, marked=marked, facing=seat)


def keeps_secrets(match: Match) -> bool:
    """Return whether something stays hidden in play, so that it looks otherwise when it is over."""
    begun = match.at_ply(0)
    return match.is_set_up and begun.view(None) != begun.truth()


def _done_by(match: Match, entry: Entry) -> Sequence[Event]:
    """Return what the newest entry did on the board: the last shot is no resignation's."""
    match entry.kind:
        case EntryKind.SETUP:
            return match.setups[-1].events
        case EntryKind.ACTION:
            return match.events_at(len(match.turns))
        case _:
            return ()


def _seen(
    match: Match, events: Sequence[Event], ply: int, sight: Sight = Sight.WHOLE
) -> Sequence[Event]:
    """Return the events as everybody may know them, which of a game that is over is all."""
    is_last = match.at_ply(ply).phase is Phase.OVER
    if is_last or (match.is_disclosed and sight is Sight.WHOLE):
        return events
    return [event.seen_by(None) for event in events]


def _view(match: Match, ply: int, sight: Sight = Sight.WHOLE) -> View:
    """Return what everybody may see; the last position knows how the game ended."""
    state = match.at_ply(ply)
    is_whole = match.is_disclosed and sight is Sight.WHOLE
    view = state.truth() if is_whole else state.view(None)
    if match.result and ply == len(match.turns):
        return replace(view, phase=Phase.OVER, to_move=None, result=match.result)
    return view


def picture_of(drawn: Scene, theme: str, name: str) -> Picture:
    """Return the scene as a picture with a file of that name."""
    return Picture(partial(draw, drawn, theme), alt_text(drawn), name)


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
    of five. While the computer thinks there are those that always work.
    """
    if match.to_move is None:
        return _setup_rows(match) if match.awaited else ()
    if match.to_move == match.computer:
        return (PANELS[match.game.name].always(match.id, match.seq),)
    rows = PANELS[match.game.name].rows(board_of(match, match.to_move, None), pick)
    return _with_answers(rows, match)


def _setup_rows(match: Match) -> Rows:
    """Return the controls while the players set up: each opens a private panel of their own."""
    return (
        (
            Button(ControlId(match.id, match.seq, "setup", "open"), "Set up", Style.PRIMARY),
            Button(ControlId(match.id, match.seq, "rules"), "Rules"),
            Button(ControlId(match.id, match.seq, "menu"), "Menu"),
        ),
    )


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
    """Return the rows with the buttons that answer what is offered, if a member is to answer."""
    if match.pending is None or match.computer:
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
    winner = match.result.winner if match.result else None
    if winner is None or winner == match.computer:
        return ""
    return f"Well played, {mention(match.players[winner])}."
