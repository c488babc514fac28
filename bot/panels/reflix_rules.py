"""Reflix's rules for players, a page for each thought, with pictures of real play."""

from __future__ import annotations

from typing import Final

from bot.panels.panel import Page
from engine.core import Event, Seat, State
from engine.reflix.fortress import CLASSIC, format_fortress
from engine.reflix.notation import SEATS
from engine.registry import game
from render import Scene, position_scene, scene

SHORT: Final = "W c9 e8 S b7 f7 M a8/ g8\\"
"""A fortress that is not whole yet."""


def _set_up(first: Seat, *seats: Seat) -> State:
    """Return the state after these seats have set up the classic fortress."""
    rules = game("reflix")
    state = rules.start(rules.complete({"first": first}))
    for seat in seats:
        setup = rules.parse(f"setup {format_fortress(CLASSIC[seat])}")
        state = state.apply(seat, setup).state
    return state


def _played(first: Seat, *actions: str) -> Scene:
    """Return the picture after the actions, with the last one's shot."""
    state, events = _set_up(first, *SEATS), tuple[Event, ...]()
    for action in actions:
        step = state.apply(state.to_move or "", state.game.parse(action))
        state, events = step.state, step.events
    return scene(state.view(None), events)


def _hidden() -> Scene:
    """Return what everybody sees when South alone is ready."""
    return scene(_set_up("south", "south").view(None))


PAGES: Final = (
    Page(
        "The board",
        "Two sides, **South** below and **North** above, each with a **fortress** of three rows "
        "and a laser in front of it. Between them lies the **ricochet zone**, rows 4 to 6, with "
        "three mirrors of each side. **Bring your beam through the mirrors to the other side's "
        "target, and touch as few of its shields as you can.**\n"
        "The lasers stand on edges, not on squares: South's between `D7` and `D6`, firing up, so "
        "that its beam begins on `D6`; North's between `D3` and `D4`, firing down, beginning on "
        "`D4`. They are in no beam's way.",
        lambda: _played("south"),
    ),
    Page(
        "A fortress",
        "Before play, each side places **eight objects** on its own three rows:\n"
        "- **one target**, not in the row next to the zone;\n"
        "- **two walls**, which stop every beam;\n"
        "- **three shields**, which let every beam through and count what touched them;\n"
        "- **two fixed mirrors**, which nobody can move or turn, on either diagonal.\n"
        "It must not be sealed: with at most three mirrors, put anywhere in the zone, the other "
        "side's beam has to be able to reach the target. A beam that strays into the shooter's own "
        "rows counts as lost there, and shields do not matter.\n"
        "The fortress in the picture still lacks its target and a shield.",
        lambda: position_scene(SHORT, game="reflix"),
    ),
    Page(
        "Setting up in secret",
        "Both sides set up **at the same time, and neither sees the other's fortress** before both "
        "are ready. Then both are shown to all, and nothing in them moves any more.\n"
        "Press **Set up** under the board: a panel opens that only you see. Begin with **Classic** "
        "or **Random**, or pick an object, pick a square, and **Place** it. **Load…** brings back "
        "a fortress that you have kept, or one written as a code; **Keep…** keeps this one under a "
        "name. What is missing or wrong stands above the picture. Press **Ready** when it is done: "
        "you can still change it until the other side is ready too.\n"
        "In the picture South is ready, and nobody else sees with what.",
        _hidden,
    ),
    Page(
        "A move: turn",
        "South moves first. In your turn you take **one of your own three mirrors** and do "
        "**exactly one thing**. Then **your laser fires by itself**; nobody sees the beam before "
        "the move is final.\n"
        "You **turn** the mirror where it stands, so that it leans the other way. This is written "
        "`d6R`; left and right are the same.\n"
        "In the picture South turned `D6`, and the beam, sent to the right instead of the left, "
        "left the board.",
        lambda: _played("south", "d6R"),
    ),
    Page(
        "A move: slide",
        "Or you **slide** it along its row or column, as far as you like, but never onto or over "
        "another mirror, and never out of the zone. This is written `b6-c6`.\n"
        "In the picture South slid `B6` to `C6`, and its beam ran into South's own wall: walls of "
        "either side stop it.",
        lambda: _played("south", "b6-c6"),
    ),
    Page(
        "The beam",
        "A mirror turns the beam by a right angle, whoever owns it, fixed or not, and on both its "
        "faces: one that leans like `/` sends a beam from below to the right, one like `\\` to the "
        "left. Beams use **all six** movable mirrors.\n"
        "The beam ends at the edge of the board, at a wall, and at a target. Your **own target** "
        "stops it without effect. If it comes back to a square in the direction in which it came "
        "there before, it has closed a **loop**, and the shot is over.",
        lambda: _played("south", "b6-a6"),
    ),
    Page(
        "Shields",
        "A **shield** lets the beam through unbent. Each shield **of the other side** that a shot "
        "passes is one **contact**, once for the shot however often it passes. Your own shields "
        "count nothing.\n"
        "In the picture North's beam passed South's shield on `B7`, and left the board: a contact "
        "that scores nothing, since the target was not hit.",
        lambda: _played("north", "d4-c4", "d6R", "c4-c5"),
    ),
    Page(
        "Scoring and the end",
        "A beam that reaches the other side's target is a **hit**, with as many contacts as "
        "shields it touched. Your first hit stands; later shots never improve it.\n"
        "A round is one move of each side, and a game has **at most ten**. It is decided at the "
        "end of a round, so the second side always has its answer:\n"
        "- only one side has hit: it **wins**, whatever its contacts;\n"
        "- both have hit in the same round: **fewer contacts** win, and equal ones are a draw;\n"
        "- nobody has hit after ten rounds: a draw.\n"
        "In the picture South's beam passed one shield into the target at the end of the second "
        "round. North has not hit, so South wins.",
        lambda: _played("north", "d4-c4", "d6R", "c4-c5", "d6-e6"),
    ),
    Page(
        "Playing here",
        "Under the newest board: pick a mirror in the first list, then press **Turn**, or pick "
        "where it slides in the second. **Menu** holds the rest: a draw, resigning, the board from "
        "your own side, and the position in words. Nothing is taken back, since what was seen "
        "cannot be unseen.\n"
        "Or type it: `/move d6R` turns, `/move d6-e6` slides. Columns have letters, and rows are "
        "numbered from the top, as on the rim of the board.\n"
        "`/layout` keeps fortresses by name, outside any game. `/preferences` can make the bot ask "
        "before a move is final.",
        lambda: _played("south", "d6-g6"),
    ),
)
"""The pages in the order in which they are read."""
