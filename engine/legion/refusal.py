"""Why an action is not allowed, in a sentence for the player who tried it.

All is said from what the player knows: the position given is the one that the player sees, in
which the opponent's hidden Assassin is an ordinary unit.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from engine.core import Square, listed
from engine.legion import board as rules
from engine.legion import tables
from engine.legion.codes import pack, path_of
from engine.legion.notation import (
    GRID,
    NAMES,
    SOUTH,
    Activation,
    Flip,
    Melee,
    Move,
    Pass,
    PlayAction,
    Reveal,
    Shoot,
    Unit,
)
from engine.legion.setup import Position, board_of, code_of
from engine.legion.units import FLIPS, Form, Kind, Reach, UnitState, Way, other_state

_WAYS: Final = {
    (0, 1): Way.F,
    (1, 1): Way.FR,
    (1, 0): Way.R,
    (1, -1): Way.BR,
    (0, -1): Way.B,
    (-1, -1): Way.BL,
    (-1, 0): Way.L,
    (-1, 1): Way.FL,
}
_WORDS: Final = {
    Way.F: "forward",
    Way.B: "back",
    Way.L: "left",
    Way.R: "right",
    Way.FL: "forward left",
    Way.FR: "forward right",
    Way.BL: "back left",
    Way.BR: "back right",
}


def explain(position: Position, action: PlayAction) -> str:
    """Return why the seat to move may not do this, which is not legal, as it sees the position."""
    if isinstance(action, Pass):
        return "A seat passes only when it can activate no unit, and now it can."
    origin, mover = action.origin, position.to_move
    unit = position.units.get(origin)
    if unit is None:
        return f"There is no unit on {origin}."
    if unit.seat != mover:
        whose = f"The {NAMES[unit.kind]} on {origin} is {unit.seat.title()}'s"
        return f"{whose}, and it is {mover.title()}'s turn."
    if isinstance(action, Reveal):
        if unit.kind is Kind.ASSASSIN:
            return f"The Assassin on {origin} is revealed already."
        who = f"The {NAMES[unit.kind]} on {origin}"
        return f"{who} is no hidden Assassin, so it has nothing to reveal."
    flips = isinstance(action, Flip) or action.flips
    if flips:
        refusal = _explain_flip(position, unit, origin)
        if refusal is not None:
            return refusal
        unit = replace(unit, state=other_state(unit.kind, unit.state))
    attempt = _Attempt(position, unit, origin, flips)
    match action:
        case Move(target=target):
            return attempt.explain_move(target)
        case Melee(target=target):
            return attempt.explain_melee(target)
        case Shoot(target=target):
            return attempt.explain_shot(target)
        case _:
            return f"{attempt.who} never turns."


def _explain_flip(position: Position, unit: Unit, origin: Square) -> str | None:
    """Return why one's own unit may not flip and go on in the same turn."""
    if unit.is_hidden:
        return "The Assassin stays in defend while it is hidden, so it cannot flip."
    if unit.kind not in FLIPS:
        return f"The {NAMES[unit.kind]} on {origin} has no other state to which it could flip."
    if not board_of(position).is_beside_commander(GRID.cells[origin]):
        return (
            f"The {NAMES[unit.kind]} on {origin} is not next to its Commander, "
            "so in one turn it can flip or act, but not both."
        )
    return None


@dataclass(frozen=True, slots=True)
class _Attempt:
    """What a unit of the seat to move tries, in the state that it has when it comes to act."""

    position: Position
    unit: Unit
    origin: Square
    flips: bool

    @property
    def who(self) -> str:
        """The unit in words, as the subject of a sentence."""
        return f"The {NAMES[self.unit.kind]} on {self.origin}"

    @property
    def form(self) -> Form:
        """What the unit may do."""
        code = code_of(self.unit, self.position.armies[self.unit.seat])
        return tables.FORM_OF[code & rules.FORM_BITS]

    def explain_move(self, target: Square) -> str:
        """Return why the unit cannot go there."""
        if target == self.origin:
            return f"{self.who} stands there already."
        met = self.position.units.get(target)
        capture = self._legal(Melee(self.origin, target, self.flips))
        capture = capture or self._legal(Shoot(self.origin, target, self.flips))
        if met is not None and not self._is_open(met):
            sentence = f"{target} is occupied by {_owned(met)}"
            return f"{sentence}; to capture it is {capture}." if capture else f"{sentence}."
        if capture:
            return f"That way the Fortress on {target} is entered by a capture: {capture}."
        if self.form.bends:
            return (
                f"{self.who} goes up to {self.form.bends} squares along rows and columns, with "
                f"one corner and over empty squares, and does not come to {target}."
            )
        reach = self.form.moves
        if self.form.moves_beside:
            if board_of(self.position).is_beside_legionnaire(GRID.cells[self.origin]):
                reach = {**reach, **self.form.moves_beside}
            elif self._way_to(target) in self.form.moves_beside:
                return (
                    f"{self.who} goes left or right only while it stands next to another "
                    "legionnaire of its side."
                )
        return self._explain_reach(target, reach, "move") or f"{self.who} cannot go to {target}."

    def explain_melee(self, target: Square) -> str:
        """Return why the unit cannot capture there by going there."""
        met = self.position.units.get(target)
        move = self._legal(Move(self.origin, target, self.flips))
        if met is None:
            sentence = f"{target} is empty, so there is nothing to capture"
            return f"{sentence}; to go there is {move}." if move else f"{sentence}."
        if met.seat == self.unit.seat:
            return f"{target} is occupied by {_owned(met)}."
        if move:
            return f"The disabled Fortress on {target} is entered by a move: {move}."
        shot = self._legal(Shoot(self.origin, target, self.flips))
        if shot:
            return f"{self.who} captures from where it stands: {shot}."
        refusal = self._explain_reach(target, self.form.melee, "capture hand to hand")
        if refusal is not None:
            return refusal
        if self.unit.kind is Kind.COMMANDER and met.kind is Kind.FORTRESS:
            return "A Commander never storms an active Fortress."
        return f"{_owned(met)} on {target} blocks captures from that side."

    def explain_shot(self, target: Square) -> str:
        """Return why the unit cannot capture there by a shot."""
        met = self.position.units.get(target)
        if met is None:
            return f"{target} is empty, so there is nothing to shoot at."
        if met.seat == self.unit.seat:
            return f"{target} is occupied by {_owned(met)}."
        if self._is_open(met):
            return f"The Fortress on {target} is disabled, and no shot can be aimed at it."
        refusal = self._explain_reach(target, self.form.shots, "shoot")
        if refusal is not None:
            return refusal
        code = code_of(met, self.position.armies[met.seat])
        if self.unit.kind in tables.FORM_OF[code & rules.FORM_BITS].immune_to:
            return f"{_owned(met)} on {target} is immune to shots of the {NAMES[self.unit.kind]}."
        return f"{_owned(met)} on {target} blocks captures from that side."

    def _explain_reach(self, target: Square, reach: Reach, act: str) -> str | None:
        """Return why a unit that does this so far comes not to the target."""
        state = "" if self.unit.state is None else f" while its state is {self.unit.state}"
        if self.form.leaps and act != "shoot":
            across, up = _distance(self.origin, target)
            if {abs(across), abs(up)} == {1, 2}:
                return None
            return f"{self.who} goes by a knight's leap{state}, and not to {target}."
        if not reach:
            return f"{self.who} does not {act}{state}."
        way = self._way_to(target)
        if way is None or way not in reach:
            ways = listed(_WORDS[way] for way in Way if way in reach)
            facing = f"and faces {self.unit.facing}"
            return f"{self.who} can {act} only {ways}, {facing}, so not to {target}."
        far = max(abs(away) for away in _distance(self.origin, target))
        if far > reach[way]:
            squares = "1 square" if reach[way] == 1 else f"{reach[way]} squares"
            return f"{self.who} can {act} up to {squares} far, and {target} is {far} away."
        for square in path_of(self.origin, target)[:-1]:
            if square in self.position.units:
                unit = self.position.units[square]
                return f"{_owned(unit)} on {square} is in the way to {target}."
        return None

    def _way_to(self, target: Square) -> Way | None:
        """Return in which of its ways the unit sees the target, ``None`` if in none of them."""
        across, up = _distance(self.origin, target)
        if self.unit.facing == SOUTH:
            across, up = -across, -up
        if (across == 0 and up == 0) or (across and up and abs(across) != abs(up)):
            return None
        return _WAYS[(across > 0) - (across < 0), (up > 0) - (up < 0)]

    def _is_open(self, unit: Unit) -> bool:
        """Return whether the unit is a Fortress of the opponent that can be entered."""
        return unit.seat != self.unit.seat and unit.state is UnitState.DISABLED

    def _legal(self, action: Activation) -> Activation | None:
        """Return the action if it is legal, to be named as what can be done."""
        return action if pack(action) in board_of(self.position).actions() else None


def _distance(origin: Square, target: Square) -> tuple[int, int]:
    """Return how many columns and rows further the target is."""
    return ord(target[0]) - ord(origin[0]), int(target[1]) - int(origin[1])


def _owned(unit: Unit) -> str:
    """Return the unit in words, with its owner."""
    return f"{unit.seat.title()}'s {NAMES[unit.kind]}"
