"""Arena once more, written straight from the rules on plain dictionaries, to check the engine by.

It shares nothing with the engine but the form of STATE and of the recorded chance.
"""

from copy import deepcopy
from typing import Any

State = dict[str, Any]
STEPS = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
TURNS = {
    "/": {"N": "E", "E": "N", "S": "W", "W": "S"},
    "\\": {"N": "W", "W": "N", "S": "E", "E": "S"},
}
CORNERS = {"NW": "/", "NE": "\\", "SE": "/", "SW": "\\"}
CLOCKWISE = ["NE", "SE", "SW", "NW"]
OTHER = {"white": "black", "black": "white"}


def name(column: int, row: int) -> str | None:
    """The square of the board or the ring at these coordinates, 1 to 9 on the board."""
    side = {0: "S", 10: "N"}.get(row, ""), {0: "W", 10: "E"}.get(column, "")
    if not (0 <= column <= 10 and 0 <= row <= 10):
        return None
    if side == ("", ""):
        return "abcdefghi"[column - 1] + str(row)
    if all(side):
        return "".join(side)
    return side[0] + "abcdefghi"[column - 1] if side[0] else side[1] + str(row)


def place(square: str) -> tuple[int, int]:
    """The coordinates of a square of the board."""
    return "abcdefghi".index(square[0]) + 1, int(square[1])


def beside(square: str, heading: str) -> str | None:
    """The square of the board next to one, ``None`` off the board."""
    column, row = (a + b for a, b in zip(place(square), STEPS[heading], strict=True))
    return name(column, row) if 1 <= column <= 9 and 1 <= row <= 9 else None


def legal(state: State) -> list[str]:
    """The actions of the seat to move."""
    seat = state["to_move"]
    if seat is None:
        return []
    taken = {*state["pieces"], *state["rubble"], *state["columns"]}
    found = ["PASS"] if state["cooldown"][seat] else ["PASS", "FIRE"]
    for square, piece in state["pieces"].items():
        if piece["seat"] != seat:
            continue
        kind = piece["kind"]
        if kind != "cannon" and not piece["hits"] and not piece["locked"]:
            targets = {beside(square, heading) for heading in "NESW"} - {None} - taken
            found += [f"{square}-{target}" for target in targets]
        if kind in ("mirror", "double", "cannon"):
            found.append(f"{square}R")
        if kind == "mirror":
            found.append(f"{square}L")
    return sorted(found)


def shoot(state: State, seat: str) -> tuple[list[str], str, str | None, str]:
    """The path of a shot, how and where it ends, and its heading there."""
    ((square, cannon),) = [
        (square, piece)
        for square, piece in state["pieces"].items()
        if (piece["seat"], piece["kind"]) == (seat, "cannon")
    ]
    (column, row), heading, path = place(square), cannon["facing"], []
    while True:
        column, row = column + STEPS[heading][0], row + STEPS[heading][1]
        at = name(column, row)
        if at is None:
            return path, "left", None, heading
        path.append(at)
        piece = state["pieces"].get(at)
        if at in CORNERS or at in state["edges"]:
            heading = TURNS[(CORNERS | state["edges"])[at]][heading]
        elif at in state["columns"]:
            return path, "column", at, heading
        elif piece is None:
            continue
        elif piece["kind"] == "double":
            heading = TURNS[piece["facing"]][heading]
        elif piece["kind"] == "mirror" and OPPOSITE[heading] in piece["facing"]:
            heading = piece["facing"].replace(OPPOSITE[heading], "")
        else:
            return path, piece["kind"], at, heading


def apply(state: State, action: str, chance: dict[str, Any] | None) -> State:
    """The state after an action and the arena's move."""
    state = deepcopy(state)
    seat, pieces = state["to_move"], state["pieces"]
    harmed = None
    state["cooldown"][seat] = action == "FIRE"
    if action == "FIRE":
        _, end, at, heading = shoot(state, seat)
        target = pieces.get(at)
        if end in ("mirror", "king"):
            harmed = pieces.pop(at)
        elif end == "guard" and OPPOSITE[heading] not in target["hits"]:
            harmed = target
            target["hits"] = sorted([*target["hits"], OPPOSITE[heading]])
            if len(target["hits"]) == 3:
                del pieces[at]
                state["rubble"] = sorted([*state["rubble"], at])
    elif "-" in action:
        origin, target = action.split("-")
        for piece in pieces.values():
            if piece["seat"] == seat:
                piece["locked"] = False
        pieces[target] = pieces.pop(origin)
        pieces[target]["locked"] = pieces[target]["kind"] == "double"
    elif action != "PASS":
        piece = pieces[action[:2]]
        if piece["kind"] == "mirror":
            turned = CLOCKWISE.index(piece["facing"]) + (1 if action[2] == "R" else -1)
            piece["facing"] = CLOCKWISE[turned % 4]
        else:
            pairs = ("/", "\\"), ("N", "E"), ("S", "W")
            (pair,) = [pair for pair in pairs if piece["facing"] in pair]
            piece["facing"] = pair[1 - pair.index(piece["facing"])]
    state["quiet"] = 0 if harmed else state["quiet"] + 1
    state["ply"] += 1
    state["to_move"] = OTHER[seat]
    if harmed and harmed["kind"] == "king":
        assert chance is None
        return over(state, OTHER[harmed["seat"]], "king")
    assert chance is not None
    move_arena(state, chance)
    return over(state, None, "quiet") if state["quiet"] == 100 else state


def move_arena(state: State, chance: dict[str, Any]) -> None:
    """Flip mirrors, and let columns rise, stand or retract."""
    for square in chance["flips"]:
        state["edges"][square] = "/\\".replace(state["edges"][square], "")
    if state["columns"]:
        assert chance["columns"] is None
        state["raised_left"] -= 1
        if state["raised_left"] == 0:
            state["columns"], state["rise_in"] = [], chance["next_rise"]
    else:
        assert chance["next_rise"] is None
        state["rise_in"] -= 1
        if state["rise_in"] == 0:
            state |= {"columns": chance["columns"], "raised_left": 3, "rise_in": None}


def over(state: State, winner: str | None, reason: str) -> State:
    """The state as one at the end."""
    result = {"winner": winner, "reason": reason}
    return state | {"phase": "over", "to_move": None, "result": result}


def perft(state: State, depth: int) -> int:
    """The number of action sequences of that length; the arena does not move."""
    actions = legal(state)
    if depth <= 1:
        return len(actions) if depth else 1
    return sum(perft(_without_arena(state, action), depth - 1) for action in actions)


def _without_arena(state: State, action: str) -> State:
    """The state after an action alone."""
    kept = {key: state[key] for key in ("raised_left", "rise_in")}
    # Far from any change of the columns and from a draw, the arena can be calm.
    far = state | {"raised_left": 9, "rise_in": 9, "quiet": 0}
    is_king_hit = action == "FIRE" and shoot(state, state["to_move"])[1] == "king"
    calm = {"flips": [], "columns": None, "next_rise": None}
    return apply(far, action, None if is_king_hit else calm) | kept
