"""A game looked at again, position by position, as everybody may see it."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.match.boards import picture_of, scene_at, title
from bot.panels.panel import LIMIT, Suggestion
from bot.posting import Button, ControlId, Posting, Rows
from data import Finished, Match, Store

STEPS = {"first": "«", "back": "‹", "forward": "›", "last": "»"}


def review_posting(match: Match, ply: int, step: str, theme: str) -> Posting:
    """Return the position one step from ``ply``: first, back, forward, last, or open, there."""
    last = len(match.turns)
    target = {"first": 0, "back": ply - 1, "forward": ply + 1, "last": last}.get(step, ply)
    target = min(max(target, 0), last)
    shown = scene_at(match, target)
    heading = f"**{title(match.game, match.options)}** · game {match.id} · "
    if target:
        turn = match.turns[target - 1]
        heading += f"move {target} of {last} · {turn.seat.capitalize()} `{turn.action}`"
    else:
        heading += f"start, {last} {'move follows' if last == 1 else 'moves follow'}"
    lines = [heading, shown.story]
    if shown.outcome:
        lines.append(f"**{shown.outcome}**")
    return Posting(
        "\n".join(lines),
        picture_of(shown, theme, f"review-{match.id}-{target}.png"),
        _rows(match.id, target, last),
    )


async def suggest_reviews(store: Store, guild_id: int, member: int, typed: str) -> list[Suggestion]:
    """Return finished games of the server: opponent, game, date, result."""
    games = await store.finished_in(guild_id, member, limit=200)
    ids = sorted({id_ for game in games for id_ in game.players.values()})
    names = await store.people.names(ids)
    lines = [Suggestion(_line(game, member, names), str(game.game_id)) for game in games]
    words = typed.casefold().split()
    return [line for line in lines if all(word in line.label.casefold() for word in words)][:LIMIT]


def _line(game: Finished, member: int, names: dict[int, str]) -> str:
    own = next((seat for seat, id_ in game.players.items() if id_ == member), None)
    others = [names.get(id_, "?") for seat, id_ in game.players.items() if seat != own]
    date = datetime.fromtimestamp(game.ended_at, UTC).date()
    if game.result.winner is None:
        result = "draw"
    elif own is None:
        result = f"{game.result.winner} won"
    else:
        result = "won" if game.result.winner == own else "lost"
    who = " – ".join(_shortened(name) for name in others)
    return f"#{game.game_id} {who} · {game.game.capitalize()} · {date} · {result}"


def _shortened(name: str) -> str:
    """Return a name that leaves room for the rest of a line of 100 characters."""
    return name if len(name) <= 24 else f"{name[:23]}…"


def _rows(game_id: int, ply: int, last: int) -> Rows:
    at_start, at_end = ply == 0, ply == last
    resting = {"first": at_start, "back": at_start, "forward": at_end, "last": at_end}
    return (
        tuple(
            Button(ControlId(game_id, ply, "review", step), glyph, is_disabled=resting[step])
            for step, glyph in STEPS.items()
        ),
    )
