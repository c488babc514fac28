"""The units of Legion as tables: what each is worth, and what it may do in each of its states."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from types import MappingProxyType
from typing import Final


class Army(StrEnum):
    """Whose units a seat fields."""

    ROME = "rome"
    EGYPT = "egypt"


class Kind(StrEnum):
    """What a unit is."""

    LEGIONNAIRE = "legionnaire"
    INFANTRY = "infantry"
    CAVALRY = "cavalry"
    CHARIOT = "chariot"
    SIEGE = "siege"
    ARCHER = "archer"
    COMMANDER = "commander"
    FORTRESS = "fortress"
    ASSASSIN = "assassin"


class UnitState(StrEnum):
    """How a unit is ready to act."""

    DEFEND = "defend"
    ATTACK = "attack"
    MANEUVER = "maneuver"
    CHARGE = "charge"
    VOLLEY = "volley"
    PACKED = "packed"
    DEPLOYED = "deployed"
    ACTIVE = "active"
    DISABLED = "disabled"


class Way(IntEnum):
    """A neighbouring square as seen by a unit: forward, then clockwise."""

    F = 0
    FR = 1
    R = 2
    BR = 3
    B = 4
    BL = 5
    L = 6
    FL = 7


FRONT_LINE: Final[Mapping[Army, Kind]] = MappingProxyType(
    {Army.ROME: Kind.LEGIONNAIRE, Army.EGYPT: Kind.INFANTRY}
)
MOUNTS: Final[Mapping[Army, Kind]] = MappingProxyType(
    {Army.ROME: Kind.CAVALRY, Army.EGYPT: Kind.CHARIOT}
)
RANGED: Final[Mapping[Army, Kind]] = MappingProxyType(
    {Army.ROME: Kind.SIEGE, Army.EGYPT: Kind.ARCHER}
)

POINTS: Final[Mapping[Kind, int]] = MappingProxyType(
    {
        Kind.LEGIONNAIRE: 1,
        Kind.INFANTRY: 1,
        Kind.SIEGE: 3,
        Kind.ARCHER: 3,
        Kind.CAVALRY: 4,
        Kind.CHARIOT: 4,
        Kind.ASSASSIN: 5,
        Kind.FORTRESS: 8,
        Kind.COMMANDER: 0,
    }
)
"""What the other side scores for a unit; for the Fortress it is that of disabling it."""

FLIPS: Final[Mapping[Kind, tuple[UnitState, UnitState]]] = MappingProxyType(
    {
        Kind.LEGIONNAIRE: (UnitState.DEFEND, UnitState.ATTACK),
        Kind.INFANTRY: (UnitState.DEFEND, UnitState.ATTACK),
        Kind.CAVALRY: (UnitState.MANEUVER, UnitState.CHARGE),
        Kind.CHARIOT: (UnitState.MANEUVER, UnitState.CHARGE),
        Kind.ARCHER: (UnitState.MANEUVER, UnitState.VOLLEY),
        Kind.SIEGE: (UnitState.PACKED, UnitState.DEPLOYED),
    }
)
"""The two states of each kind that flips; in the first it starts unless its player says else."""


def other_state(kind: Kind, state: UnitState | None) -> UnitState:
    """Return the state into which a unit of a kind that flips changes.

    >>> other_state(Kind.SIEGE, UnitState.PACKED).value
    'deployed'
    """
    first, second = FLIPS[kind]
    return second if state is first else first


Reach = Mapping[Way, int]
"""How many squares far, in each of some ways."""


def _reach(ways: str, far: int = 1) -> Reach:
    """Return the reach in these ways, all the same far."""
    return MappingProxyType({Way[way]: far for way in ways.split()})


_AROUND: Final = "F FR R BR B BL L FL"
_AHEAD: Final = "F FL FR"


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """What a unit of one kind may do in one state.

    A hidden Assassin has the form of its army's front-line kind in Defend, which is its ``cover``,
    and its strike. ``moves_beside`` are open only next to a friendly Legionnaire. A unit that
    ``leaps`` moves and captures by a knight's leap; ``bends`` is how far it may go with a corner
    on the way. What ``pierces`` heeds no blocking and no immunity.
    """

    kind: Kind
    state: UnitState | None = None
    cover: Kind | None = None
    moves: Reach = field(default_factory=dict)
    moves_beside: Reach = field(default_factory=dict)
    melee: Reach = field(default_factory=dict)
    shots: Reach = field(default_factory=dict)
    leaps: bool = False
    bends: int = 0
    blocks: Reach = field(default_factory=dict)
    immune_to: frozenset[Kind] = field(default_factory=frozenset)
    pierces: bool = False

    @property
    def seen_kind(self) -> Kind:
        """What the unit is to all but its owner."""
        return self.cover or self.kind

    @property
    def flips(self) -> bool:
        """Whether the unit's state may be changed."""
        return self.kind in FLIPS

    @property
    def turns(self) -> bool:
        """Whether the unit may make an about-face."""
        return self.flips or self.cover is not None


_SHOOTERS: Final = frozenset((Kind.ARCHER, Kind.FORTRESS))

FORMS: Final[tuple[Form, ...]] = (
    Form(
        kind=Kind.LEGIONNAIRE,
        state=UnitState.DEFEND,
        moves=_reach("F B"),
        moves_beside=_reach("L R"),
        blocks=_reach(_AHEAD),
        immune_to=_SHOOTERS,
    ),
    Form(
        kind=Kind.LEGIONNAIRE,
        state=UnitState.ATTACK,
        moves=_reach("F B"),
        moves_beside=_reach("L R"),
        melee=_reach(_AHEAD),
    ),
    Form(
        kind=Kind.INFANTRY,
        state=UnitState.DEFEND,
        moves=_reach("F B L R"),
        blocks=_reach("F"),
    ),
    Form(
        kind=Kind.INFANTRY,
        state=UnitState.ATTACK,
        moves=_reach("F B L R"),
        melee=_reach("F L R"),
    ),
    Form(kind=Kind.CAVALRY, state=UnitState.MANEUVER, moves=_reach("F L R", 3)),
    Form(kind=Kind.CAVALRY, state=UnitState.CHARGE, leaps=True),
    Form(kind=Kind.CHARIOT, state=UnitState.MANEUVER, bends=4),
    Form(
        kind=Kind.CHARIOT,
        state=UnitState.CHARGE,
        moves=_reach("F L R", 3),
        melee=_reach("F L R", 3),
    ),
    Form(
        kind=Kind.ARCHER,
        state=UnitState.MANEUVER,
        moves=_reach("FR BR BL FL", 3),
        melee=_reach(_AHEAD),
    ),
    Form(kind=Kind.ARCHER, state=UnitState.VOLLEY, shots=_reach(_AHEAD, 3)),
    Form(kind=Kind.SIEGE, state=UnitState.PACKED, moves=_reach(_AROUND)),
    Form(kind=Kind.SIEGE, state=UnitState.DEPLOYED, shots=_reach("F L R", 4), pierces=True),
    Form(kind=Kind.COMMANDER, moves=_reach(_AROUND), melee=_reach(_AROUND)),
    Form(
        kind=Kind.FORTRESS,
        state=UnitState.ACTIVE,
        shots=_reach(_AROUND, 2),
        immune_to=_SHOOTERS,
    ),
    Form(kind=Kind.FORTRESS, state=UnitState.DISABLED),
    Form(kind=Kind.ASSASSIN, moves=_reach(_AROUND), melee=_reach(_AROUND), pierces=True),
    Form(
        kind=Kind.ASSASSIN,
        state=UnitState.DEFEND,
        cover=Kind.LEGIONNAIRE,
        moves=_reach("F B"),
        moves_beside=_reach("L R"),
        melee=_reach(_AROUND),
        blocks=_reach(_AHEAD),
        immune_to=_SHOOTERS,
        pierces=True,
    ),
    Form(
        kind=Kind.ASSASSIN,
        state=UnitState.DEFEND,
        cover=Kind.INFANTRY,
        moves=_reach("F B L R"),
        melee=_reach(_AROUND),
        blocks=_reach("F"),
        pierces=True,
    ),
)
"""Every form that a unit can have; there are no others."""
