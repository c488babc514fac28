"""Where the units of both sides begin, and what a seat may choose before the first turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from engine.core import IllegalAction, Seat, Square, listed
from engine.legion.notation import NAMES, NORTH, RED, SEATS, SOUTH, Deploy, Unit
from engine.legion.units import FLIPS, FRONT_LINE, MOUNTS, RANGED, Army, Kind, UnitState

_COLUMNS: Final = "abcdefgh"
_FRONT: Final = "front line"
_HOME: Final[Mapping[Square, str]] = {
    **{f"{column}2": _FRONT for column in _COLUMNS},
    "a1": "mount",
    "b1": "ranged",
    "c1": _FRONT,
    "d1": "fortress",
    "e1": "commander",
    "f1": _FRONT,
    "g1": "ranged",
    "h1": "mount",
}
"""What stands where on Blue's side; Red's is the same by half a turn."""

ASSASSIN_SQUARES: Final[Mapping[Seat, Square]] = {"blue": "e2", "red": "d7"}
"""Where the Assassin of a seat stands that does not say."""


def front_row(seat: Seat) -> tuple[Square, ...]:
    """Return the squares one of which is the Assassin's.

    >>> front_row("red")
    ('a7', 'b7', 'c7', 'd7', 'e7', 'f7', 'g7', 'h7')
    """
    return tuple(f"{column}{'7' if seat == RED else '2'}" for column in _COLUMNS)


def default_units(seat: Seat, army: Army) -> dict[Square, Unit]:
    """Return the seat's units as all but it see them before both have deployed.

    They stand in the states in which they are when nothing is chosen, none of them the Assassin.

    >>> default_units("red", Army.EGYPT)["e8"].kind.value
    'fortress'
    """
    kinds = {
        _FRONT: FRONT_LINE[army],
        "mount": MOUNTS[army],
        "ranged": RANGED[army],
        "fortress": Kind.FORTRESS,
        "commander": Kind.COMMANDER,
    }
    return {
        _seen_from(seat, square): _default_unit(seat, kinds[place])
        for square, place in _HOME.items()
    }


def deployed(seat: Seat, army: Army, deploy: Deploy) -> dict[Square, Unit]:
    """Return the seat's units as the deployment has them. Raises ``IllegalAction``."""
    units = default_units(seat, army)
    faults = _faults(seat, units, deploy)
    if faults:
        raise IllegalAction(" ".join(faults))
    for square, state in deploy.states:
        unit = units[square]
        units[square] = Unit(seat, unit.kind, state, unit.facing)
    assassin = _assassin_square(seat, deploy)
    units[assassin] = Unit(
        seat, Kind.ASSASSIN, UnitState.DEFEND, units[assassin].facing, is_hidden=True
    )
    return units


def canonical(seat: Seat, army: Army, deploy: Deploy) -> Deploy:
    """Return the same legal deployment with the Assassin's square and no state that is usual.

    >>> str(canonical("blue", Army.ROME, Deploy(None, (("h1", UnitState.CHARGE),))))
    'deploy e2 h1=charge'
    """
    usual = default_units(seat, army)
    chosen = sorted(choice for choice in deploy.states if usual[choice[0]].state != choice[1])
    return Deploy(_assassin_square(seat, deploy), tuple(chosen))


def _assassin_square(seat: Seat, deploy: Deploy) -> Square:
    return ASSASSIN_SQUARES[seat] if deploy.assassin is None else deploy.assassin


def _faults(seat: Seat, units: Mapping[Square, Unit], deploy: Deploy) -> list[str]:
    """Return what is wrong with the deployment, a sentence for each fault."""
    faults = []
    assassin = _assassin_square(seat, deploy)
    row = front_row(seat)
    if assassin not in row:
        faults.append(
            f"{seat.title()}'s Assassin stands in the front row, {row[0]} to {row[-1]}, "
            f"not on {assassin}."
        )
    times = Counter(square for square, _ in deploy.states)
    twice = [square for square, number in times.items() if number > 1]
    if twice:
        faults.append(f"More than one state is given for {listed(twice)}.")
    stray = [square for square in times if square not in units]
    if stray:
        faults.append(f"No unit of {seat.title()} begins on {listed(stray, 'or')}.")
    for square, state in dict(deploy.states).items():
        unit = units.get(square)
        if unit is not None:
            faults += _state_faults(square, unit, state, is_assassin=square == assassin)
    return faults


def _state_faults(
    square: Square, unit: Unit, state: UnitState, *, is_assassin: bool
) -> Iterator[str]:
    """Yield what is wrong with the state that is chosen for a unit."""
    who = f"The {NAMES[unit.kind]} on {square}"
    if unit.kind not in FLIPS:
        yield f"{who} has no state to choose."
    elif state not in FLIPS[unit.kind]:
        first, second = FLIPS[unit.kind]
        yield f"{who} begins in {first} or in {second}, not in {state}."
    elif is_assassin and state is not UnitState.DEFEND:
        yield f"The Assassin, on {square}, begins in defend, as a unit there would."


def _seen_from(seat: Seat, square: Square) -> Square:
    """Return the seat's square that lies as this one lies for Blue."""
    if seat != RED:
        return square
    return f"{_COLUMNS[7 - _COLUMNS.index(square[0])]}{9 - int(square[1])}"


def _default_unit(seat: Seat, kind: Kind) -> Unit:
    """Return a unit of this kind as it begins, facing the enemy."""
    state = UnitState.ACTIVE if kind is Kind.FORTRESS else None
    if kind in FLIPS:
        state = FLIPS[kind][0]
    return Unit(seat, kind, state, NORTH if seat == SEATS[0] else SOUTH)
