"""What a challenge asks for: the game, its layout, who moves first, and the clock."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.match.errors import Refused
from bot.match.words import escaped, tidied
from bot.panels import OFFERED, VARIANTS, Suggestion, variant_named
from data import Layout, LayoutName, Store, is_timed
from engine.core import JSON, Game, listed

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

GAME_CLOCKS: Mapping[str, int] = {
    "15 minutes": 900,
    "30 minutes": 1_800,
    "60 minutes": 3_600,
}
"""The clocks of a whole game by their names, in seconds, for games that are decided by points."""

GONE = (
    "That layout is not there any more: somebody deleted it, or it is not shared here. "
    "Pick another one."
)


@dataclass(frozen=True, slots=True)
class Terms:
    """What a challenger filled in, as typed. ``layout`` is a name, or ``own:<number>``.

    ``game`` is the name of a variant.
    ``army`` is the challenger's; what is left out is the other of two, or the game's own order.
    """

    game: str = OFFERED[0].name
    layout: str | None = None
    side: str = "random"
    clock: str = "none"
    army: str = ""
    opponent_army: str = ""


@dataclass(frozen=True, slots=True)
class Agreement:
    """The terms understood. ``layout`` is what a member's own layout is called, if it is one.

    Armies are the members': in the options the challenger has the first seat until the sides are
    drawn.

    The options hold its code, so the game does not depend on what becomes of it, and whatever was
    drawn for the start.
    """

    rules: Game
    options: Mapping[str, JSON]
    side: str
    clock: int | None
    layout: LayoutName | None = None


async def agree(
    store: Store, terms: Terms, member: int, guild: int | None, chance: random.Random
) -> Agreement:
    """Return what the terms mean. Raises ``GameError`` with what is wrong with them."""
    variant = variant_named(terms.game)
    rules = variant.game
    if terms.side not in SIDES:
        raise Refused(f"The side is one of {listed(SIDES)}.")
    clocks = {**CLOCKS, **GAME_CLOCKS}
    if terms.clock not in clocks:
        raise Refused(f"The clock is one of {listed(clocks)}.")
    if terms.clock in GAME_CLOCKS and not has_game_clock(rules):
        raise Refused(f"{variant.title} has no clock for the whole game: pick one for each move.")
    if terms.layout and not variant.layouts:
        raise Refused(f"{variant.title} has no layouts to choose from: leave the layout out.")
    own = await _own_layout(store, terms, member, guild)
    options = dict(variant.options)
    if own:
        options["code"] = own.code
    elif terms.layout:
        options["layout"] = terms.layout.strip().casefold()
    options |= _armies(rules, terms)
    if terms.clock in GAME_CLOCKS:
        options["timed"] = True
    complete = rules.complete(options, chance)
    named = LayoutName(own.name, own.owner_id) if own else None
    return Agreement(rules, complete, terms.side, clocks[terms.clock], named)


async def settled(store: Store, terms: Terms, member: int, guild: int | None) -> Terms:
    """Return the terms with a layout of members' own as its number, so that they stay short."""
    own = await _own_layout(store, terms, member, guild)
    return replace(terms, layout=pick_of(own)) if own else terms


def has_game_clock(rules: Game) -> bool:
    """Return whether the game can be played with one clock for the whole of it."""
    return "timed" in rules.options


def armies_of(rules: Game) -> tuple[str, ...]:
    """Return the armies between which a player of the game chooses, if there are any."""
    described = rules.options.get("armies")
    first = described.get(rules.seats[0]) if isinstance(described, Mapping) else None
    values = first.get("values") if isinstance(first, Mapping) else None
    return tuple(map(str, values)) if isinstance(values, Sequence) else ()


def _armies(rules: Game, terms: Terms) -> dict[str, JSON]:
    """Return the option that says which army each seat has. Raises ``Refused``."""
    known = armies_of(rules)
    asked = [army for army in (terms.army, terms.opponent_army) if army]
    if not known:
        if asked:
            raise Refused(f"{rules.title} has no armies to choose from: leave the army out.")
        return {}
    if not set(asked) <= set(known):
        raise Refused(f"An army is one of {listed(known)}.")
    own = terms.army or next(a for a in known if a != terms.opponent_army)
    other = terms.opponent_army or next(a for a in known if a != own)
    first, second = rules.seats
    seats = (second, first) if terms.side == "second" else (first, second)
    return {"armies": dict(zip(seats, (own, other), strict=True))}


def with_seats_swapped(options: Mapping[str, JSON]) -> Mapping[str, JSON]:
    """Return the options of a game whose players have changed seats, and kept their armies."""
    armies = options.get("armies")
    if not isinstance(armies, Mapping):
        return options
    return {**options, "armies": dict(zip(armies, [*armies.values()][::-1], strict=True))}


async def _own_layout(store: Store, terms: Terms, member: int, guild: int | None) -> Layout | None:
    """Return the layout that was picked from the list, or typed by its name."""
    typed = (terms.layout or "").strip()
    if number := re.fullmatch(r"own:([0-9]{1,15})", typed):
        layout = await store.shelf.find(int(number[1]))
        if layout is None or not layout.is_usable_by(member, guild):
            raise Refused(GONE)
        if layout.game != terms.game:
            raise Refused(_of_another_game(escaped(layout.name), VARIANTS[layout.game].title))
        return layout
    shipped = variant_named(terms.game).layouts
    if not typed or typed.casefold() in shipped:
        return None
    usable = await store.shelf.usable(member, guild, terms.game, typed)
    for layout in usable:
        if layout.name.casefold() == typed.casefold():
            return layout
    for variant in VARIANTS.values():
        if typed.casefold() in variant.layouts:
            raise Refused(_of_another_game(typed.capitalize(), variant.title))
    raise Refused(
        f"There is no layout “{escaped(tidied(typed)[:40])}” that you can use here: "
        f"pick {', '.join(map(str.capitalize, shipped))}, one of yours, or one shared in this "
        "server."
    )


def _of_another_game(layout: str, title: str) -> str:
    return f"**{layout}** is made for {title}: pick that game with it, or another layout."


async def layouts(
    store: Store, game: str, member: int, guild: int | None, typed: str
) -> list[Suggestion]:
    """Return every layout that fits what was typed: shipped, own, and shared in the server."""
    shipped = VARIANTS[game].layouts if game in VARIANTS else ()
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


def is_pick(typed: str) -> bool:
    """Return whether it stands for a kept layout, whether that is there or not.

    >>> is_pick("own:5"), is_pick("Fort")
    (True, False)
    """
    return typed.startswith("own:")


def clock_name(seconds: int, options: Mapping[str, JSON]) -> str:
    """Return what a clock of so many seconds is called, in a game with these options.

    >>> clock_name(86_400, {}), clock_name(900, {"timed": True})
    ('1 day per move', '15 minutes for the whole game, from when play begins')
    """
    clocks = GAME_CLOCKS if is_timed(options) else CLOCKS
    name = next(name for name, each in clocks.items() if each == seconds)
    if is_timed(options):
        return f"{name} for the whole game, from when play begins"
    return f"{name} per move"
