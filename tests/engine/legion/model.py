"""Legion once more, written straight from the rules on plain dictionaries, to check the engine by.

It shares nothing with the engine but the form of STATE.
"""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

State = dict[str, Any]
Unit = dict[str, Any]
Step = tuple[int, int]
Form = tuple[str, str | None]

FORWARD, BACK, LEFT, RIGHT = (0, 1), (0, -1), (-1, 0), (1, 0)
AHEAD_LEFT, AHEAD_RIGHT = (-1, 1), (1, 1)
ORTHOGONAL = [FORWARD, BACK, LEFT, RIGHT]
DIAGONAL = [AHEAD_LEFT, AHEAD_RIGHT, (-1, -1), (1, -1)]
ALL_ROUND = ORTHOGONAL + DIAGONAL
LEAPS = [(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)]

STATES = {
    "legionnaire": ("defend", "attack"),
    "infantry": ("defend", "attack"),
    "cavalry": ("charge", "maneuver"),
    "chariot": ("charge", "maneuver"),
    "archer": ("maneuver", "volley"),
    "siege": ("packed", "deployed"),
}
LINES: dict[Form, tuple[list[Step], int]] = {
    ("infantry", "defend"): (ORTHOGONAL, 1),
    ("infantry", "attack"): (ORTHOGONAL, 1),
    ("cavalry", "maneuver"): ([FORWARD, LEFT, RIGHT], 3),
    ("chariot", "charge"): ([FORWARD, LEFT, RIGHT], 3),
    ("archer", "maneuver"): (DIAGONAL, 3),
    ("siege", "packed"): (ALL_ROUND, 1),
    ("commander", None): (ALL_ROUND, 1),
    ("assassin", None): (ALL_ROUND, 1),
}
"""The directions in which a unit moves and how far."""
MELEE: dict[Form, tuple[list[Step], int]] = {
    ("legionnaire", "attack"): ([FORWARD, AHEAD_LEFT, AHEAD_RIGHT], 1),
    ("infantry", "attack"): ([FORWARD, LEFT, RIGHT], 1),
    ("chariot", "charge"): ([FORWARD, LEFT, RIGHT], 3),
    ("archer", "maneuver"): ([FORWARD, AHEAD_LEFT, AHEAD_RIGHT], 1),
    ("commander", None): (ALL_ROUND, 1),
    ("assassin", "defend"): (ALL_ROUND, 1),
    ("assassin", None): (ALL_ROUND, 1),
}
SHOTS: dict[Form, tuple[list[Step], int]] = {
    ("archer", "volley"): ([FORWARD, AHEAD_LEFT, AHEAD_RIGHT], 3),
    ("siege", "deployed"): ([FORWARD, LEFT, RIGHT], 4),
    ("fortress", "active"): (ALL_ROUND, 2),
}
BLOCKED: dict[Form, list[Step]] = {
    ("legionnaire", "defend"): [FORWARD, AHEAD_LEFT, AHEAD_RIGHT],
    ("infantry", "defend"): [FORWARD],
}
IMMUNE = [("legionnaire", "defend"), ("fortress", "active")]
"""The units that no Archer and no Fortress can shoot."""
POINTS = {
    "legionnaire": 1,
    "infantry": 1,
    "archer": 3,
    "siege": 3,
    "cavalry": 4,
    "chariot": 4,
    "assassin": 5,
    "fortress": 8,
    "commander": 0,
}
FRONT = {"rome": "legionnaire", "egypt": "infantry"}
MOUNT: dict[str, Form] = {"rome": ("cavalry", "maneuver"), "egypt": ("chariot", "maneuver")}
RANGED: dict[str, Form] = {"rome": ("siege", "packed"), "egypt": ("archer", "maneuver")}
OTHER = {"blue": "red", "red": "blue"}
OPPOSITE = {"north": "south", "south": "north"}
ASSASSIN = {"blue": "e2", "red": "d7"}


def beside(square: str, step: Step, times: int = 1) -> str | None:
    """The square so many steps away, as seen from the north, ``None`` off the board."""
    column, row = "abcdefgh".index(square[0]) + step[0] * times, int(square[1]) + step[1] * times
    return "abcdefgh"[column] + str(row) if 0 <= column < 8 and 1 <= row <= 8 else None


def seen(unit: Unit, step: Step) -> Step:
    """The step of a unit as a step on the board, or the other way about: half a turn or none."""
    return step if unit["facing"] == "north" else (-step[0], -step[1])


def look(state: State, unit: Unit) -> Form:
    """The kind and state that the opponent sees, and whose moves and blocking the unit has."""
    if "hidden" in unit:
        return FRONT[state["armies"][unit["seat"]]], "defend"
    return unit["kind"], unit["state"]


def lines(
    state: State, square: str, unit: Unit, directions: list[Step], reach: int
) -> Iterator[tuple[str, Step, int]]:
    """The squares on lines from a unit, each line up to and with the first unit on it."""
    for step in (seen(unit, direction) for direction in directions):
        for times in range(1, reach + 1):
            at = beside(square, step, times)
            if at is None:
                break
            yield at, step, times
            if at in state["units"]:
                break


def around(state: State, square: str) -> list[Unit]:
    """The units on the eight squares next to one."""
    neighbours = (beside(square, step) for step in ALL_ROUND)
    return [state["units"][at] for at in neighbours if at in state["units"]]


def is_ruin(state: State, unit: Unit, square: str) -> bool:
    """Whether an enemy's disabled Fortress stands there, for the unit to enter."""
    there = state["units"].get(square)
    return (
        there is not None
        and there["seat"] != unit["seat"]
        and (there["kind"], there["state"]) == ("fortress", "disabled")
    )


def moves(state: State, square: str, unit: Unit) -> set[str]:
    """The squares that a move reaches, an enemy's disabled Fortress too."""
    units, form = state["units"], look(state, unit)
    if form[0] == "legionnaire":
        is_led = any(
            near["seat"] == unit["seat"] and look(state, near)[0] == "legionnaire"
            for near in around(state, square)
        )
        found = lines(state, square, unit, ORTHOGONAL if is_led else [FORWARD, BACK], 1)
        reached = {at for at, _, _ in found}
    elif form == ("cavalry", "charge"):
        reached = {at for leap in LEAPS if (at := beside(square, leap))}
    elif form == ("chariot", "maneuver"):
        reached = set()
        for at, step, times in lines(state, square, unit, ORTHOGONAL, 4):
            reached.add(at)
            if at not in units:
                across = [side for side in ORTHOGONAL if side[0] * step[0] + side[1] * step[1] == 0]
                reached |= {end for end, _, _ in lines(state, at, unit, across, 4 - times)}
    else:
        reached = {at for at, _, _ in lines(state, square, unit, *LINES.get(form, ([], 0)))}
    return {at for at in reached if at not in units or is_ruin(state, unit, at)}


def is_blocked(state: State, target: Unit, step: Step) -> bool:
    """Whether a capture that comes in the direction of the step arrives along a blocked side."""
    return seen(target, (-step[0], -step[1])) in BLOCKED.get(look(state, target), [])


def strikes(state: State, square: str, unit: Unit) -> set[str]:
    """The squares that a melee capture reaches, an enemy's Fortress too."""
    if (unit["kind"], unit["state"]) == ("cavalry", "charge"):
        reached = {at for leap in LEAPS if (at := beside(square, leap))} & {*state["units"]}
    else:
        reached = set()
        directions, reach = MELEE.get((unit["kind"], unit["state"]), ([], 0))
        for at, step, _ in lines(state, square, unit, directions, reach):
            target = state["units"].get(at)
            if target and (unit["kind"] == "assassin" or not is_blocked(state, target, step)):
                reached.add(at)
    found = {at for at in reached if state["units"][at]["seat"] != unit["seat"]}
    if unit["kind"] == "commander":
        found -= {at for at in found if state["units"][at]["state"] == "active"}
    return found


def shots(state: State, square: str, unit: Unit) -> set[str]:
    """The squares that a ranged capture reaches."""
    found = set()
    for at, step, _ in lines(state, square, unit, *SHOTS.get(look(state, unit), ([], 0))):
        target = state["units"].get(at)
        if target is None or target["seat"] == unit["seat"] or target["state"] == "disabled":
            continue
        is_safe = is_blocked(state, target, step) or look(state, target) in IMMUNE
        if unit["kind"] == "siege" or not is_safe:
            found.add(at)
    return found


def acts(state: State, square: str, unit: Unit) -> list[str]:
    """The moves, the captures and the turn of a unit in the state in which it is."""
    reached = moves(state, square, unit)
    found = [f"-{at}" for at in reached]
    found += [f"x{at}" for at in strikes(state, square, unit) - reached]
    found += [f"*{at}" for at in shots(state, square, unit)]
    return [*found, "t"] if unit["state"] not in (None, "active", "disabled") else found


def flipped(unit: Unit) -> Unit:
    """The unit in its other state."""
    one, other = STATES[unit["kind"]]
    return unit | {"state": other if unit["state"] == one else one}


def legal(state: State) -> list[str]:
    """The actions of the seat to move."""
    seat = state["to_move"]
    if seat is None:
        return []
    found = []
    for square, unit in state["units"].items():
        if unit["seat"] != seat:
            continue
        found += [square + act for act in acts(state, square, unit)]
        if "hidden" in unit:
            found.append(square + "!")
        if unit["kind"] in STATES:
            found.append(square + "f")
            commander = (seat, "commander")
            if any((near["seat"], near["kind"]) == commander for near in around(state, square)):
                other = flipped(unit)
                after = state | {"units": state["units"] | {square: other}}
                found += [f"{square}f{act}" for act in acts(after, square, other)]
    return sorted(found) or ["pass"]


def apply(state: State, action: str) -> State:
    """The state after an action."""
    state = deepcopy(state)
    seat, units, (square, act) = state["to_move"], state["units"], (action[:2], action[2:])
    state |= {"ply": state["ply"] + 1, "quiet": state["quiet"] + 1, "to_move": OTHER[seat]}
    target = None
    if action != "pass":
        if act.startswith("f"):
            units[square], act = flipped(units[square]), act[1:]
        if act == "t":
            units[square]["facing"] = OPPOSITE[units[square]["facing"]]
        if act.startswith(("!", "x")) and units[square].pop("hidden", False):
            units[square]["state"] = None
        if act.startswith(("-", "x", "*")):
            target = units.get(act[1:])
            if is_ruin(state, units[square], act[1:]):
                units[act[1:]] = units.pop(square)
                return over(state, seat, "fortress")
            carry_out(state, seat, square, act)
    if target and target["kind"] == "commander":
        return over(state, seat, "commander")
    return over(state, leader(state), "points") if state["quiet"] >= 80 else state


def carry_out(state: State, seat: str, square: str, act: str) -> None:
    """Let a unit move to an empty square, or capture a unit or an active Fortress."""
    units, score, at = state["units"], state["score"], act[1:]
    target = units.get(at)
    is_stormed = target is not None and target["kind"] == "fortress"
    if target is not None:
        state["quiet"] = 0
        score[seat] += POINTS[target["kind"]]
    if is_stormed:
        target["state"] = "disabled"
    elif target is not None:
        del units[at]
    if not act.startswith("*"):
        unit = units.pop(square)
        if is_stormed:
            score[OTHER[seat]] += POINTS[unit["kind"]]
        else:
            units[at] = unit


def leader(state: State) -> str | None:
    """The seat with more points."""
    blue, red = state["score"]["blue"], state["score"]["red"]
    return None if blue == red else "blue" if blue > red else "red"


def over(state: State, winner: str | None, reason: str) -> State:
    """The state as one at the end."""
    result = {"winner": winner, "reason": reason}
    return state | {"phase": "over", "to_move": None, "result": result}


def view(state: State, viewer: str) -> State:
    """What a seat, or the public, sees."""
    if state["phase"] == "over":
        return state
    units = {}
    for square, unit in state["units"].items():
        kind, form = look(state, unit)
        redacted = {"seat": unit["seat"], "kind": kind, "state": form, "facing": unit["facing"]}
        units[square] = unit if unit["seat"] == viewer else redacted
    if state["phase"] == "setup":
        for seat, name in state["armies"].items():
            units |= {} if seat == viewer else home(seat, name)
    return state | {"units": units}


def home(seat: str, name: str) -> dict[str, Unit]:
    """The units of a seat in their default states, none of them an Assassin."""
    front: Form = FRONT[name], "defend"
    back = [MOUNT[name], RANGED[name], front]
    rows = [[*back, ("fortress", "active"), ("commander", None), *back[::-1]], [front] * 8]
    columns, facing = ("abcdefgh", "north") if seat == "blue" else ("hgfedcba", "south")
    units = {}
    for row, forms in enumerate(rows, 1):
        for column, (kind, form) in zip(columns, forms, strict=True):
            unit = {"seat": seat, "kind": kind, "state": form, "facing": facing}
            units[f"{column}{row if seat == 'blue' else 9 - row}"] = unit
    return units


def army(seat: str, name: str, action: str = "deploy") -> dict[str, Unit]:
    """The units of a seat as it deploys them by an action that is in order."""
    words = action.split()[1:]
    units = home(seat, name)
    assassin = words.pop(0) if words and "=" not in words[0] else ASSASSIN[seat]
    for square, form in (word.split("=") for word in words):
        units[square]["state"] = form
    units[assassin] |= {"kind": "assassin", "state": "defend", "hidden": True}
    return units


def deploy(state: State, seat: str, action: str) -> State:
    """The state after a deployment, with which the game begins when the other is ready."""
    others = {square: unit for square, unit in state["units"].items() if unit["seat"] != seat}
    units = others | army(seat, state["armies"][seat], action)
    state = state | {"units": units, "ready": state["ready"] | {seat: True}}
    return state | {"phase": "play", "to_move": "blue"} if all(state["ready"].values()) else state


def start(armies: dict[str, str]) -> State:
    """A new game, in which nobody has deployed and whose truth has the usual deployments."""
    return {
        "game": "legion",
        "phase": "setup",
        "ply": 0,
        "to_move": None,
        "result": None,
        "armies": armies,
        "units": army("blue", armies["blue"]) | army("red", armies["red"]),
        "score": {"blue": 0, "red": 0},
        "quiet": 0,
        "ready": {"blue": False, "red": False},
    }


def perft(state: State, depth: int) -> int:
    """The number of action sequences of that length; the count of quiet actions ends none."""
    actions = legal(state)
    if depth <= 1:
        return len(actions) if depth else 1
    return sum(perft(apply(state | {"quiet": 0}, action), depth - 1) for action in actions)
