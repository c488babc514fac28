"""Legion's rules for players, a page for each thought, with pictures of real play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.panels.panel import Page
from engine.core import JSON, Event, Square
from engine.legion.notation import SEATS
from engine.registry import game
from render import Scene, position_scene, scene

COURT: Final = {
    "e1": "blue commander",
    "d1": "blue fortress active",
    "d8": "red commander",
    "e8": "red fortress active",
}
"""The units that no position is without, on their home squares."""


def _position(units: Mapping[Square, str]) -> Mapping[str, JSON]:
    """Return the options of a made position: a unit is its seat, kind, state, and where it faces.

    Without the last it faces the enemy.
    """
    state: dict[str, JSON] = {
        "game": "legion",
        "phase": "play",
        "ply": 0,
        "to_move": "blue",
        "result": None,
        "armies": {"blue": "rome", "red": "egypt"},
        "score": dict.fromkeys(SEATS, 0),
        "quiet": 0,
        "ready": dict.fromkeys(SEATS, True),
        "units": {square: _unit(text) for square, text in units.items()},
    }
    return {"state": state}


def _unit(text: str) -> JSON:
    seat, kind, *rest = text.split()
    state = rest.pop(0) if rest and rest[0] not in ("north", "south") else None
    facing = rest.pop() if rest else ("north" if seat == SEATS[0] else "south")
    return {"seat": seat, "kind": kind, "state": state, "facing": facing}


def _stand(units: Mapping[Square, str]) -> Scene:
    """Return the picture of a made position with the court."""
    rules = game("legion")
    return scene(rules.start(_position({**COURT, **units})).view(None))


def _played(units: Mapping[Square, str], *actions: str) -> Scene:
    """Return the picture after these actions from a made position, with what the last one did."""
    rules = game("legion")
    state, events = rules.start(_position({**COURT, **units})), tuple[Event, ...]()
    for action in actions:
        step = state.apply(state.to_move or "", rules.parse(action))
        state, events = step.state, step.events
    return scene(state.view(None), events)


def _begun() -> Scene:
    """Return what everybody sees when both have deployed."""
    rules = game("legion")
    state = rules.start(rules.complete({}))
    for seat in SEATS:
        state = state.apply(seat, rules.parse("deploy")).state
    return scene(state.view(None))


PAGES: Final = (
    Page(
        "The board",
        "Two sides, **Blue** below and **Red** above, each with an army of sixteen units: **Rome** "
        "or **Egypt**. Either side may have either army, or both the same one. **Capture the other "
        "side's Commander, or enter its Fortress, and you win.** Blue moves first.\n"
        "The first two rows of each side are its own. In the back row stand mounts in the corners, "
        "shooters beside them, two units of the front line, the **Fortress** and the "
        "**Commander**; before them a whole row of the front line.\n"
        "**One unit of that row is really the Assassin.** Only its owner knows which.",
        _begun,
    ),
    Page(
        "A turn",
        "In your turn you activate **one unit**, and it does **exactly one thing**:\n"
        "- **flip** to its other state, written `e2f`;\n"
        "- **turn** about, `e2t`: units face up or down the board, never sideways;\n"
        "- **move**, `e2-e3`, or **capture** by going there, `e2xe3`;\n"
        "- **shoot** and stay where it is, `b1*b4`;\n"
        "- or **reveal** the hidden Assassin, `e2!`.\n"
        "The sign on a unit tells its state, and its point where it faces. What is forward, left "
        "and right for a unit comes from there. If no unit of yours can do anything, you pass.\n"
        "In the picture Blue's Legionnaire on `c2` flipped to Attack.",
        lambda: _played(
            {"c2": "blue legionnaire defend", "f2": "blue legionnaire defend south"}, "c2f"
        ),
    ),
    Page(
        "The front line",
        "**Legionnaire** (Rome): one square forward or back; left or right only next to another "
        "Legionnaire of its side. In **Attack** it captures one square forward or forward to "
        "either side. In **Defend** it captures nothing, **blocks** captures from those three "
        "sides, and no shot of an Archer or a Fortress harms it.\n"
        "**Infantry** (Egypt): one square forward, back, left or right. In **Attack** it captures "
        "forward, left and right. In **Defend** it blocks captures from the front.\n"
        "The ramparts in the picture are the blocked sides. A leap of Cavalry, the Assassin and a "
        "Siege are never blocked. In the picture Blue's Legionnaire captured forward to the right.",
        lambda: _played(
            {
                "c4": "blue legionnaire attack",
                "b4": "blue legionnaire defend",
                "d5": "red infantry attack",
                "f5": "red infantry defend",
            },
            "c4xd5",
        ),
    ),
    Page(
        "Mounts",
        "**Cavalry** (Rome): in **Charge** it goes by a knight's leap, over whatever stands "
        "between, and captures so. In **Maneuver** it goes up to three squares forward, left or "
        "right, and captures nothing.\n"
        "**Chariot** (Egypt): in **Charge** it goes up to three squares forward, left or right, "
        "and captures the first unit on that line. In **Maneuver** it goes up to four squares "
        "along rows and columns with at most one corner, over empty squares, and captures "
        "nothing.\n"
        "In the picture Blue's Cavalry leapt onto Red's Archer.",
        lambda: _played(
            {
                "c4": "blue cavalry charge",
                "d6": "red archer volley",
                "d5": "red infantry defend",
                "h5": "red chariot charge",
            },
            "c4xd6",
        ),
    ),
    Page(
        "Shooters",
        "**Archer** (Egypt): in **Volley** it shoots the first unit within three squares, forward "
        "or forward to either side, and stays where it is. In **Maneuver** it goes up to three "
        "squares on a diagonal, and captures one square forward or forward to either side.\n"
        "**Siege** (Rome): **Deployed** it shoots the first unit within four squares, forward, "
        "left or right; no blocking and no immunity stops it. **Packed** it goes one square in any "
        "direction.\n"
        "Nothing shoots past a unit. In the picture Blue's Siege shot an Infantry that defends "
        "itself.",
        lambda: _played(
            {"c2": "blue siege deployed", "c6": "red infantry defend", "f6": "red archer volley"},
            "c2*c6",
        ),
    ),
    Page(
        "Commander and aura",
        "The **Commander** goes one square in any direction, and captures so, but never an active "
        "Fortress. It neither flips nor turns. **Whoever captures it wins.**\n"
        "A unit that stands **next to its Commander** when it is activated may **flip and then "
        "act**, in that order: move, capture, shoot or turn, in its new state. It is written with "
        "an `f`: `e2f-e3`, `e2fxe3`, `b1f*b4`, `e2ft`.\n"
        "In the picture Blue's Legionnaire beside its Commander flipped to Attack and captured, "
        "all in one turn.",
        lambda: _played({"e2": "blue legionnaire defend", "d3": "red infantry attack"}, "e2fxd3"),
    ),
    Page(
        "The Fortress",
        "An active **Fortress** shoots the first unit within two squares in any of the eight "
        "directions. It never moves, and no shot of an Archer or of another Fortress harms it.\n"
        "Whoever **storms** it by a capture hand to hand **disables** it and is **lost**. A "
        "deployed Siege disables it from afar and is not lost.\n"
        "A disabled Fortress lies in ruins. **Any unit of the other side that could go there as if "
        "the square were empty, or capture there, enters it and wins.** Nothing goes or shoots "
        "past it, and your own you never enter.\n"
        "In the picture Blue's Legionnaire stormed Red's Fortress.",
        lambda: _played({"f7": "blue legionnaire attack"}, "f7xe8"),
    ),
    Page(
        "The Assassin",
        "While it is **hidden** it moves, blocks and is seen as a unit of the front line in "
        "Defend; it may turn, but not flip. It **strikes** one square in any direction, and no "
        "blocking stops it; that reveals it. You can also reveal it at any time, as your turn.\n"
        "**Revealed** it goes and captures one square in any direction, and blocks nothing. It "
        "neither flips nor turns.\n"
        "Your own hidden Assassin has a **dagger and a gold edge**, in your private panels alone. "
        "Nothing public tells it apart, until it is revealed, falls, or the game is over. In the "
        "picture it is revealed, and has captured a unit that blocks.",
        lambda: _played({"c4": "blue assassin", "c5": "red infantry defend"}, "c4xc5"),
    ),
    Page(
        "Deploying in secret",
        "Before play both sides deploy **at the same time**, and neither sees what the other does. "
        "Press **Set up** under the board: a panel opens that only you see. Pick a unit and "
        "**Flip** the state in which it begins, and pick the square of your **Assassin** in the "
        "front row; it begins in Defend.\n"
        "Press **Ready** when it is done; you can still change it until the other side is ready "
        "too. Then all states are seen, and the Assassin is not.\n"
        "The picture is Blue's own.",
        lambda: position_scene("blue rome deploy c2 a1=charge f2=attack", game="legion"),
    ),
    Page(
        "Points and the end",
        "What you capture scores: front line **1**, shooter **3**, mount **4**, Assassin **5**, "
        "hidden or not; disabling the Fortress **8**. Whoever is lost in storming a Fortress "
        "scores for its owner.\n"
        "The game ends:\n"
        "- a **Commander** is captured, even by a shot: its captor wins;\n"
        "- a disabled **Fortress** is entered: whoever enters wins;\n"
        "- **80 turns in a row** without a capture or a disabling: more points win, and equal ones "
        "are a draw;\n"
        "- **Timed mode**: the clock of the whole game, which begins when both have deployed and "
        "never pauses, runs out. Then more points win, and equal ones are a draw.\n"
        "In the picture Blue's Cavalry captured Red's Commander.",
        lambda: _played({"b7": "blue cavalry charge"}, "b7xd8"),
    ),
    Page(
        "Playing here",
        "Under the newest board press **Act**: a panel opens that only you see. Pick a unit, then "
        "press **Flip**, **Turn** or **Reveal**, or pick where it goes or what it captures in the "
        "second list. **My view** shows the board as you see it, with your Assassin. **Menu** "
        "holds the rest: a draw, resigning, and the position in words. Nothing is taken back, "
        "since what was seen cannot be unseen.\n"
        "Or type it: `/move e2-e3`, `/move e2f`. Only you see what is suggested there.\n"
        "`/challenge` takes an **army** for either side, and a clock for the whole game: 15, 30 or "
        "60 minutes. When the game is over, `/review` shows the truth, or how it looked.",
        lambda: _played(
            {"c2": "blue legionnaire defend", "d2": "blue legionnaire defend"}, "c2-c3"
        ),
    ),
)
"""The pages in the order in which they are read."""
