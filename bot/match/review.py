"""A game looked at again, position by position, as everybody may see it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from bot.match.boards import (
    Sight,
    computer_name,
    keeps_secrets,
    mention,
    picture_of,
    plain_title,
    scene_at,
    title,
)
from bot.match.pager import pager, turned
from bot.match.records import NO_GAME
from bot.panels import MEASURES
from bot.panels.panel import LIMIT, Suggestion, number_first
from bot.posting import Button, ControlId, Option, Posting, Rows, Select
from data import COMPUTER, Match, Played, Store, Turn
from engine.registry import game as find_game
from render import Scene
from render.scene import Orientation

WITHOUT_WINNER = {"ended", "lapsed"}
"""Reasons for which a game stops rather than being drawn."""

TURNED = "turned"
"""Marks a control's argument when the board lies turned: what a panel shows is in its ids."""

AS_SEEN = "seen"
"""Marks a control's argument when what was secret in play is hidden again."""

NEAR = 6
"""How many moves on either side of the shown one can be jumped to directly."""

LONGEST_NAME = 24
"""Characters of a player's or a layout's name in a suggestion, if there is room for them."""

LONGEST_LINE = 100
"""Characters of a suggestion, by Discord's own measure."""

LINES = 25
"""Lines of one page of the list of actions."""


@dataclass(frozen=True, slots=True)
class Review:
    """A game on somebody's panel: after how many actions, which way round, in which theme.

    ``sight`` bears on a game that is over, in which something was hidden before.
    """

    match: Match
    ply: int
    theme: str
    orientation: Orientation = Orientation.UPRIGHT
    sight: Sight = Sight.WHOLE

    @property
    def last(self) -> int:
        """The number of actions that can be looked at."""
        return len(self.match.turns)

    @property
    def name(self) -> str:
        """What the game is called: of a record out of a file there is no number."""
        number = "from a file" if self.match.id == NO_GAME else f"game {self.match.id}"
        return f"**{title(self.match.game, self.match.options, self.match.layout)}** · {number}"

    def at(self, ply: int) -> Review:
        """Return the review at a ply, or as near to it as the game goes."""
        return replace(self, ply=min(max(ply, 0), self.last))

    def stepped(self, step: str) -> Review:
        """Return the review one step on: first, back, forward, last; or as it is."""
        return self.at(turned(self.ply, step, self.last))

    def flipped(self) -> Review:
        """Return the review with the board turned by half a turn."""
        upright, turned = Orientation
        return replace(self, orientation=turned if self.orientation is upright else upright)

    def with_other_sight(self) -> Review:
        """Return the review with what was secret in play shown, or hidden again."""
        whole, as_seen = Sight
        return replace(self, sight=as_seen if self.sight is whole else whole)

    def scene(self, ply: int) -> Scene:
        """Return the position after so many actions, as this panel shows it."""
        return replace(scene_at(self.match, ply, self.sight), orientation=self.orientation)

    def id(self, verb: str, what: str = "") -> ControlId:
        """Return the id of a control that keeps where the panel stands."""
        turned = [TURNED] if self.orientation is Orientation.TURNED else []
        as_seen = [AS_SEEN] if self.sight is Sight.AS_SEEN else []
        return ControlId(self.match.id, self.ply, verb, ".".join([what, *turned, *as_seen]))


def opened(match: Match, id_: ControlId, theme: str) -> tuple[Review, str]:
    """Return the review at which a control stands, and what else the control says."""
    what, *marks = id_.argument.split(".")
    lies = Orientation.TURNED if TURNED in marks else Orientation.UPRIGHT
    sight = Sight.AS_SEEN if AS_SEEN in marks else Sight.WHOLE
    return Review(match, 0, theme, lies, sight).at(id_.seq), what


def review_posting(review: Review) -> Posting:
    """Return the panel: the position, the action and beam that led to it, and every control."""
    picture = picture_of(review.scene(review.ply), review.theme, _picture_name(review))
    return Posting("\n".join(_told(review)), picture, review_rows(review))


def shown_posting(review: Review, member: int) -> Posting:
    """Return the position for everybody in the channel: no controls, and nobody is pinged."""
    posting = review_posting(review)
    return replace(posting, text=f"{mention(member)} shows a position.\n{posting.text}", rows=())


def gif_posting(review: Review) -> Posting:
    """Return the panel with the choice of what is to move in a GIF."""
    return Posting(f"{review.name} · a GIF of what?", rows=gif_rows(review))


def gif_rows(review: Review) -> Rows:
    """Return the controls of that panel."""
    gifs = (
        Button(review.id("gif", "all"), "Whole game"),
        Button(review.id("gif", "ten"), "Last 10"),
        Button(review.id("gif", "range"), "Range…"),
        Button(review.id("gif", "shot"), "This shot", is_disabled=not review.ply),
    )
    return (gifs, (back_button(review),))


def list_posting(review: Review, page: int | None = None) -> Posting:
    """Return the panel with a page of the actions in notation, at first the shown one's."""
    rows = list(_pairs(review.match.game.seats, review.match.turns))
    if page is None:
        before = [number for number, (first, _) in enumerate(rows) if first <= review.ply]
        page = (before[-1] if before else 0) // LINES
    pages = max(1, -(-len(rows) // LINES))
    page = min(max(page, 0), pages - 1)
    first, second = (seat.capitalize() for seat in review.match.game.seats)
    width = max([len(first), *(len(cells[0]) for _, cells in rows)])
    lines = [f"     {first:<{width}}  {second}"] + [
        f"{number:>4} {cells[0]:<{width}}  {cells[1]}".rstrip()
        for number, cells in rows[page * LINES : (page + 1) * LINES]
    ]
    heading = f"{review.name} · {_count(review.last)}"
    if pages > 1:
        heading += f" · page {page + 1} of {pages}"
    buttons = (
        *pager(page, pages - 1, lambda _, to: review.id("moves", str(to)), ("back", "forward")),
        back_button(review),
    )
    listed = "\n".join(lines)
    return Posting(f"{heading}\n```\n{listed}\n```", rows=(buttons,))


def _pairs(seats: Sequence[str], turns: Iterable[Turn]) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines of the list: the number of the first action in it, and a cell a seat."""
    number, cells = 0, ["", ""]
    for ply, turn in enumerate(turns, start=1):
        column = seats.index(turn.seat)
        if number and (cells[column] or (column == 0 and cells[1])):
            yield number, cells
            number, cells = 0, ["", ""]
        number = number or ply
        cells[column] = turn.action
    if number:
        yield number, cells


def _count(moves: int) -> str:
    return "1 move" if moves == 1 else f"{moves} moves"


def _picture_name(review: Review) -> str:
    """Return a name that no board has, since boards are found again by theirs."""
    return f"review-{review.match.id}-{review.ply}.png"


def _told(review: Review) -> list[str]:
    """Return the lines over the picture."""
    shown = review.scene(review.ply)
    if review.ply:
        turn = review.match.turns[review.ply - 1]
        place = f"move {review.ply} of {review.last} · {turn.seat.capitalize()} `{turn.action}`"
    elif review.last == 0:
        place = "start"
    else:
        place = f"start, {_count(review.last)} {'follows' if review.last == 1 else 'follow'}"
    outcome = [f"**{shown.outcome}**"] if shown.outcome else []
    return [f"{review.name} · {place}", shown.story, *outcome]


def review_rows(review: Review) -> Rows:
    """Return the controls of the panel."""
    steps = pager(review.ply, review.last, lambda step, _: review.id("review", step))
    is_kept = review.match.result is not None and review.match.id != NO_GAME
    more = (
        Button(review.flipped().id("review", "stay"), "Flip"),
        Button(review.id("moves"), "List", is_disabled=not review.last),
        Button(review.id("gif"), "GIF", is_disabled=not review.last),
        Button(review.id("record"), "Record", is_disabled=not is_kept),
    )
    show = (Button(review.id("publish"), "Show everyone"), *_sights(review), *_analyse(review))
    jump = (_jump(review),) if review.last else ()
    return (steps, *jump, more, show)


def _sights(review: Review) -> tuple[Button, ...]:
    """Return the switch between the truth and what everybody saw, where they differ."""
    if not (review.match.is_disclosed and keeps_secrets(review.match)):
        return ()
    label = "As it looked" if review.sight is Sight.WHOLE else "As it was"
    return (Button(review.with_other_sight().id("review", "stay"), label),)


def _analyse(review: Review) -> tuple[Button, ...]:
    """Return the button that asks for an analysis, under a game that can have one."""
    match = review.match
    is_measured = match.game.name in MEASURES and match.is_disclosed and match.turns
    if match.id == NO_GAME or not is_measured:
        return ()
    return (Button(review.id("analyse"), "Analyse"),)


def back_button(review: Review) -> Button:
    """Return the button that brings the position back that the panel has shown."""
    return Button(review.id("review", "stay"), "Back")


def _jump(review: Review) -> Select:
    """Return the select of moves: all of a short game, else those near and some along the way."""
    options = tuple(
        Option(str(ply), _label(review.match, ply), ply == review.ply)
        for ply in landmarks(review.ply, review.last)
    )
    return Select(review.id("jump"), "Jump to a move", options)


def landmarks(ply: int, last: int) -> list[int]:
    """Return at most 25 plies to jump to: every one near, and the rest evenly along the game.

    >>> landmarks(1, 3), landmarks(50, 100)[:8]
    ([0, 1, 2, 3], [0, 9, 18, 27, 36, 44, 45, 46])
    """
    if last < LIMIT:
        return list(range(last + 1))
    near = set(range(max(0, ply - NEAR), min(last, ply + NEAR) + 1))
    spaces = LIMIT - len(near) - 1
    along = {last * step // spaces for step in range(spaces + 1)}
    return sorted(near | along)


def _label(match: Match, ply: int) -> str:
    if ply == 0:
        return "Start"
    turn = match.turns[ply - 1]
    return f"{ply} · {turn.seat.capitalize()} {turn.action}"


async def suggest_reviews(
    store: Store, guild_id: int | None, member: int, typed: str
) -> list[Suggestion]:
    """Return games of the server, running or over: opponent, game, date, result."""
    games = await store.played_in(guild_id, member, limit=200)
    ids = sorted({id_ for game in games for id_ in game.players.values()})
    names = await store.people.names(ids)
    lines = [Suggestion(_line(game, member, names), str(game.game_id)) for game in games]
    words = typed.casefold().split()
    fitting = [line for line in lines if all(word in line.label.casefold() for word in words)]
    return number_first(fitting, typed)[:LIMIT]


def _line(game: Played, member: int, names: dict[int, str]) -> str:
    """Return the game in a line, with names as long as all of it has room for."""
    lines = (_cut_line(game, member, names, most) for most in range(LONGEST_NAME, 0, -1))
    return next(line for line in lines if len(line) <= LONGEST_LINE)


def _cut_line(game: Played, member: int, names: dict[int, str], most: int) -> str:
    own = next((seat for seat, id_ in game.players.items() if id_ == member), None)
    if game.level:
        names = {**names, COMPUTER: computer_name(game.level)}
    rules = find_game(game.game)
    named = {
        seat: _shortened(names.get(game.players[seat], "?"), most)
        for seat in rules.seats
        if seat in game.players
    }
    date = datetime.fromtimestamp(game.ended_at or game.begun_at, UTC).date()
    if game.result is None:
        result = "running"
    elif game.result.winner is None:
        result = "no winner" if game.result.reason in WITHOUT_WINNER else "draw"
    elif own is None:
        result = f"{named.get(game.result.winner, '?')} won"
    else:
        result = "won" if game.result.winner == own else "lost"
    who = " – ".join(name for seat, name in named.items() if seat != own)
    layout = game.layout and replace(game.layout, name=_shortened(game.layout.name, most))
    what = plain_title(rules, game.options, layout)
    return f"#{game.game_id} {who} · {what} · {date} · {result}"


def _shortened(name: str, most: int) -> str:
    return name if len(name) <= most else f"{name[: most - 1]}…"
