"""What every game's options have in common, read with every fault named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Final

from engine.core import JSON, Seat, Square, listed, quote

MOST_PLIES: Final = 1_000_000
"""How far a game may be that starts from a state."""

_SHARED_KEYS: Final = ("game", "phase", "ply", "to_move", "result")
_MOST_NAMED: Final = 5


def unknown(what: str, given: Iterable[str], known: Container[str]) -> list[str]:
    """Return a sentence that names the keys that are not known, the first few of many."""
    keys = [quote(key) for key in given if key not in known]
    if len(keys) > _MOST_NAMED:
        keys[_MOST_NAMED:] = [f"{len(keys) - _MOST_NAMED} more of those given"]
    return [f"{what} {listed(keys, 'or')}."] if keys else []


def state_faults(
    game: str, seats: tuple[Seat, Seat], state: Mapping[str, JSON], own_keys: tuple[str, ...]
) -> list[str]:
    """Return what is wrong with the part of a STATE to start from that every game has.

    ``own_keys`` are those of the game. The counters are for ``read_count``.
    """
    keys = (*_SHARED_KEYS, *own_keys)
    faults = unknown("The state has no key", state, keys)
    faults += [f"The state lacks the key {key}." for key in keys if key not in state]
    if state.get("game", game) != game:
        faults.append(f"The state is not one of {game}.")
    if state.get("phase", "play") != "play":
        faults.append("The state's phase is not play, so no game can start from it.")
    if state.get("result") is not None:
        faults.append("The state has a result, so no game can start from it.")
    if "to_move" in state and state["to_move"] not in seats:
        faults.append(f"The state's to_move is neither {' nor '.join(seats)}.")
    return faults


def read_count(
    state: Mapping[str, JSON], key: str, most: int, faults: list[str], least: int = 0
) -> int:
    """Return a counter of a state; when it is missing or wrong, ``least`` and a fault."""
    match state.get(key, least):
        case bool():
            pass
        case int(count) if least <= count <= most:
            return count
    faults.append(f"The state's {key} is a whole number from {least} to {most}.")
    return least


def read_squares(
    what: str, value: JSON, known: Container[Square], faults: list[str]
) -> tuple[Square, ...]:
    """Return the known squares that a list names, sorted, each of them once.

    ``what`` names the list in the faults, in the plural.
    """
    if not isinstance(value, Sequence) or isinstance(value, str):
        faults.append(f"{what} are a list of squares.")
        return ()
    named = Counter(square for square in value if isinstance(square, str))
    if named.total() < len(value):
        faults.append(f"{what} name something that is no text.")
    faults += unknown(f"{what} have an unknown square", named, known)
    squares = tuple(sorted(square for square in named if square in known))
    if twice := [square for square in squares if named[square] > 1]:
        faults.append(f"{what} name {listed(twice)} more than once.")
    return squares
