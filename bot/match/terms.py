"""What a challenge asks for: the game, its layout, who moves first, and the clock."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import dataclass

from bot.match.errors import Refused
from bot.panels import OFFERED, PANELS, Suggestion
from data import Layout, LayoutName, Store
from engine.core import JSON, Game
from engine.registry import game as find_game

SIDES = ("random", "first", "second")
"""What a challenger can ask for; the first side moves first."""

HOUR, DAY = 3_600, 86_400

CLOCKS: Mapping[str, int | None] = {
    "none": None,
    "1 hour": HOUR,
    "1 day": DAY,
    "3 days": 3 * DAY,
    "7 days": 7 * DAY,
}
"""The clocks by their names: seconds for each move."""

GONE = (
    "That layout is not there any more: somebody deleted it, or it is not shared here. "
    "Pick another one."
)


@dataclass(frozen=True, slots=True)
class Terms:
    """What a challenger filled in, as typed. ``layout`` is a name, or ``own:<number>``."""

    game: str = OFFERED[0].name
    layout: str | None = None
    side: str = "random"
    clock: str = "none"


@dataclass(frozen=True, slots=True)
class Agreement:
    """The terms understood. ``layout`` is what a member's own layout is called, if it is one.

    The options hold its code, so the game does not depend on what becomes of it, and whatever was
    drawn for the start.
    """

    rules: Game
    options: Mapping[str, JSON]
    side: str
    clock: int | None
    layout: LayoutName | None = None


async def agree(
    store: Store, terms: Terms, member: int, guild: int, chance: random.Random
) -> Agreement:
    """Return what the terms mean. Raises ``GameError`` with what is wrong with them."""
    rules = find_game(terms.game)
    if terms.side not in SIDES:
        raise Refused(f"The side is one of {', '.join(SIDES)}.")
    if terms.clock not in CLOCKS:
        raise Refused(f"The clock is one of {', '.join(CLOCKS)}.")
    if terms.layout and not PANELS[terms.game].layouts:
        raise Refused(f"{rules.title} has no layouts to choose from: leave the layout out.")
    own = await _own_layout(store, terms, member, guild)
    if own:
        options: dict[str, JSON] = {"code": own.code}
    else:
        options = {"layout": terms.layout.strip().casefold()} if terms.layout else {}
    complete = rules.complete(options, chance)
    named = LayoutName(own.name, own.owner_id) if own else None
    return Agreement(rules, complete, terms.side, CLOCKS[terms.clock], named)


async def _own_layout(store: Store, terms: Terms, member: int, guild: int) -> Layout | None:
    """Return the layout that was picked from the list, or typed by its name."""
    typed = (terms.layout or "").strip()
    if number := re.fullmatch(r"own:([0-9]{1,15})", typed):
        layout = await store.shelf.find(int(number[1]))
        if layout is None or layout.game != terms.game or not layout.is_usable_by(member, guild):
            raise Refused(GONE)
        return layout
    if not typed or typed.casefold() in PANELS[terms.game].layouts:
        return None
    usable = await store.shelf.usable(member, guild, terms.game, typed)
    return next((each for each in usable if each.name.casefold() == typed.casefold()), None)


async def layouts(store: Store, game: str, member: int, guild: int, typed: str) -> list[Suggestion]:
    """Return every layout that fits what was typed: shipped, own, and shared in the server."""
    shipped = PANELS[game].layouts if game in PANELS else ()
    if not shipped:
        # What is kept of such a game is for its setup.
        return []
    own = await store.shelf.usable(member, guild, game, typed)
    return [
        *(Suggestion(name.capitalize(), name) for name in shipped if typed.casefold() in name),
        *(
            Suggestion(
                f"{each.name} ({'yours' if each.owner_id == member else 'shared here'})",
                pick_of(each),
            )
            for each in own
        ),
    ]


def pick_of(layout: Layout) -> str:
    """Return what stands for a kept layout in suggestions, so that no name is taken for it."""
    return f"own:{layout.id}"


def clock_name(seconds: int) -> str:
    """Return what a clock of so many seconds a move is called.

    >>> clock_name(86_400)
    '1 day per move'
    """
    name = next(name for name, each in CLOCKS.items() if each == seconds)
    return f"{name} per move"
