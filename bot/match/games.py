"""The list of games of a server or of a member, by page."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from textwrap import shorten

from bot.match.boards import awaited, mention, named, scene_at, title
from bot.match.pager import pager, turned
from bot.match.readable import readable
from bot.posting import ControlId, Posting, Rows, message_link
from data import Match, Status, Store

PAGE = 5
"""Games on a page: as many as fit into 2,000 characters with the longest ids, names and ends."""

LONGEST_OUTCOME = 80
"""Characters of how a game ended; none is told in so many yet."""


class Which(StrEnum):
    """Which games are listed."""

    ALL = "all"
    RUNNING = "running"
    FINISHED = "finished"


_STATUSES = {
    Which.ALL: (Status.RUNNING, Status.OVER),
    Which.RUNNING: (Status.RUNNING,),
    Which.FINISHED: (Status.OVER,),
}


@dataclass(frozen=True, slots=True)
class Listing:
    """What is listed: whose games, or everybody's, and which. Its text is part of controls.

    >>> Listing.parse("running-101")
    Listing(which=<Which.RUNNING: 'running'>, member=101)
    >>> str(Listing(Which.ALL)), Listing.parse("lost-x") is None
    ('all-0', True)
    """

    which: Which = Which.ALL
    member: int | None = None

    def __str__(self) -> str:
        return f"{self.which}-{self.member or 0}"

    @classmethod
    def parse(cls, text: str) -> Listing | None:
        """Return the listing that the text names, ``None`` when it names none."""
        which, _, member = text.partition("-")
        if which not in set(Which) or not (member.isascii() and member.isdigit()):
            return None
        return cls(Which(which), int(member[:20]) or None)


async def games_posting(
    store: Store, guild_id: int | None, listing: Listing, page: int, step: str
) -> Posting:
    """Return the page one step from ``page``, counted from 0: first, back, forward or last.

    A list that has become shorter meanwhile shows its last page. Without a server the listing's
    member has personal games in it.
    """
    statuses = _STATUSES[listing.which]
    count = await store.catalogue.count(guild_id, listing.member, statuses)
    last = max(0, (count - 1) // PAGE)
    target = turned(page, step, last)
    ids = await store.catalogue.page(
        guild_id, listing.member, statuses, offset=target * PAGE, limit=PAGE
    )
    lines = [_heading(listing, guild_id, count, target, last)]
    async for match in readable(store, ids):
        lines.append(_lines(match, await _link(store, match)))
    rows = _rows(listing, target, last) if last else ()
    return Posting("\n".join(lines), None, rows)


def _heading(listing: Listing, guild_id: int | None, count: int, page: int, last: int) -> str:
    kind = "" if listing.which is Which.ALL else f"{listing.which.capitalize()} games"
    whose = f" of {mention(listing.member)}" if listing.member else ""
    where, start = (
        ("with the computer", "/play")
        if guild_id is None
        else ("in this server", "/challenge or /play")
    )
    what = f"**{kind or 'Games'}{whose} {where}**"
    if not count:
        return f"{what}\nThere are none. {start} starts one."
    counted = "1 game" if count == 1 else f"{count} games"
    return f"{what} · {counted}" + (f" · page {page + 1} of {last + 1}" if last else "")


def _lines(match: Match, link: str) -> str:
    """Return a game in three short lines, for phones: what it is, who plays, how it stands."""
    who = " – ".join(named(match, seat) for seat in match.players)
    what = title(match.game, match.options, match.layout)
    return f"**{match.id}** {what} · {link}\n{who}\n{_standing(match)}"


def _standing(match: Match) -> str:
    """Return who won and how, or whose turn it is, and when that came about."""
    at = match.entries[-1].at
    if match.result is None:
        if match.to_move is None:
            return f"waits for {awaited(match)} since <t:{match.moved_at}:R>"
        return f"{named(match, match.to_move)} to move since <t:{match.moved_at}:R>"
    told = (scene_at(match, len(match.turns)).outcome or "").rstrip(".")
    winner = match.result.winner
    if winner is None:
        return f"{shorten(told, LONGEST_OUTCOME)}, <t:{at}:d>"
    how = f"won{told.removeprefix(f'{winner.title()} wins')}"
    return f"{named(match, winner)} {shorten(how, LONGEST_OUTCOME)}, <t:{at}:d>"


async def _link(store: Store, match: Match) -> str:
    """Return the link to the game's newest board; of a personal one nobody can say the server."""
    if match.is_personal:
        return "/board" if match.result is None else "/review"
    posted = await store.ledger.newest_posting(match.id)
    if posted is None:
        return "not posted yet"
    return f"[board]({message_link(match.guild_id, posted.channel_id, posted.message_id)})"


def _rows(listing: Listing, page: int, last: int) -> Rows:
    return (pager(page, last, lambda step, _: ControlId(0, page, "games", f"{step}-{listing}")),)
