"""How a side of Legion is deployed: states that flip, and the square of the Assassin."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from bot.panels.editor import Draft, Ids
from bot.panels.legion_words import ARMIES, unit_name
from bot.posting import Button, Option, Rows, Select
from engine.core import JSON, Action, GameError, InvalidAction, Seat, Square, quote
from engine.legion.deployment import canonical, default_units, deployed, front_row
from engine.legion.notation import SEATS, Deploy, Unit, parse_action
from engine.legion.options import DEFAULT_ARMIES
from engine.legion.units import FLIPS, Army, other_state

NOTHING_CHOSEN: Final = Deploy(None)


@dataclass(frozen=True, slots=True)
class DeploymentEditor:
    """The states of a seat's units and its Assassin's square, with the seat's side at the bottom.

    A code is the seat, its army and the deployment, which is whole from the start:
    ``blue rome deploy e2 a1=charge``.
    """

    seat: Seat
    army: Army

    game: ClassVar[str] = "legion"
    noun: ClassVar[str] = "deployment"
    offered_in: ClassVar[str] = "a setup"
    starts: ClassVar[Mapping[str, str]] = {}

    @property
    def facing(self) -> Seat:
        """The seat itself."""
        return self.seat

    @property
    def empty(self) -> Draft:
        """What is usual, and the first unit of the front row picked."""
        return Draft(self._code(NOTHING_CHOSEN), self._row[0])

    @property
    def _row(self) -> tuple[Square, ...]:
        """The front row, as it lies in the picture."""
        row = front_row(self.seat)
        return row if self.seat == SEATS[0] else row[::-1]

    @property
    def _squares(self) -> Sequence[Square]:
        """The squares of the units that have a state to choose, as they lie in the picture."""
        usual = default_units(self.seat, self.army)
        home = [square for square, unit in sorted(usual.items()) if unit.kind in FLIPS]
        behind = [square for square in home if square not in self._row]
        return (*self._row, *(behind if self.seat == SEATS[0] else behind[::-1]))

    def is_pick(self, text: str) -> bool:
        """Return whether a control can carry this pick."""
        return text in self._squares

    def is_code(self, text: str) -> bool:
        """Return whether this can have been built."""
        try:
            return self._code(self._read(text)) == text
        except GameError:
            return False

    def is_form(self, text: str) -> bool:
        """Return whether it is written as deployments are."""
        return "deploy" in text.split()[:3]

    def square(self, draft: Draft) -> Square:
        """Return the picked square."""
        return draft.pick

    def pressed(self, draft: Draft, do: str, chosen: str, chance: random.Random) -> Draft | None:
        """Return the draft after a press; ``None`` when nothing is pressed that way."""
        deploy, picked = self._read(draft.code), draft.pick
        match do:
            case "unit" if self.is_pick(chosen):
                return draft.picking(chosen)
            case "assassin" if chosen in self._row:
                # It begins in Defend, so a state chosen for that square goes.
                states = tuple(each for each in deploy.states if each[0] != chosen)
                return draft.with_code(self._code(Deploy(chosen, states)))
            case "flip" if self._units(deploy)[picked].is_hidden:
                return draft
            case "flip":
                unit = self._units(deploy)[picked]
                others = tuple(each for each in deploy.states if each[0] != picked)
                flipped = (picked, other_state(unit.kind, unit.state))
                return draft.with_code(self._code(replace(deploy, states=(*others, flipped))))
            case "random":
                return draft.with_code(self._code(self._drawn(chance)))
        return None

    def faults(self, code: str) -> Sequence[str]:
        """Return nothing: what the controls build is whole at any time."""
        return ()

    def read(self, typed: str) -> str:
        """Return the code of what was written down. Raises ``GameError`` with every fault."""
        return self._code(self._read(typed))

    def told(self, draft: Draft) -> Iterator[str]:
        """Yield what is picked, and where the Assassin stands."""
        deploy = self._read(draft.code)
        units = self._units(deploy)
        yield f"Picked: {unit_name(draft.pick, units[draft.pick])}."
        yield (
            f"Your Assassin stands on **{deploy.assassin}**, in Defend, and all others see an "
            f"ordinary unit of {ARMIES[self.army]} there."
        )

    def rows(self, draft: Draft, id_: Ids, ends: Sequence[Button]) -> Rows:
        """Return the selects of units and of the Assassin's square, and two rows of buttons."""
        deploy = self._read(draft.code)
        units = self._units(deploy)
        is_assassin = units[draft.pick].is_hidden
        return (
            Select(
                id_("unit"),
                "Pick a unit",
                tuple(
                    Option(square, unit_name(square, units[square]), square == draft.pick)
                    for square in self._squares
                ),
            ),
            Select(
                id_("assassin"),
                "The Assassin's square",
                tuple(
                    Option(square, f"Assassin on {square}", square == deploy.assassin)
                    for square in self._row
                ),
            ),
            (
                Button(id_("flip"), "Flip", is_disabled=is_assassin),
                Button(id_("random"), "Random"),
                Button(id_("undo"), "Undo", is_disabled=not draft.past),
                Button(id_("clear"), "Reset", is_disabled=draft.code == self.empty.code),
            ),
            ends,
        )

    def _drawn(self, chance: random.Random) -> Deploy:
        """Return a deployment drawn by chance."""
        assassin = chance.choice(self._row)
        usual = default_units(self.seat, self.army)
        flipped = [s for s in self._squares if s != assassin and chance.random() < 1 / 2]
        states = ((s, other_state(usual[s].kind, usual[s].state)) for s in flipped)
        return Deploy(assassin, tuple(states))

    def _units(self, deploy: Deploy) -> Mapping[Square, Unit]:
        return deployed(self.seat, self.army, deploy)

    def _code(self, deploy: Deploy) -> str:
        """Return the code of a deployment. Raises ``GameError`` with every fault."""
        deployed(self.seat, self.army, deploy)
        return f"{self.seat} {self.army} {canonical(self.seat, self.army, deploy)}"

    def _read(self, code: str) -> Deploy:
        """Return the deployment, with or without whose it is. Raises ``GameError``."""
        action = parse_action(code.removeprefix(f"{self.seat} {self.army} "))
        if not isinstance(action, Deploy):
            raise InvalidAction(f"{quote(code)} is no deployment: write deploy e2 a1=charge.")
        deployed(self.seat, self.army, action)
        return canonical(self.seat, self.army, action)


class DeploymentSetup:
    """How the sides of Legion are set up."""

    def editor(self, seat: Seat, options: Mapping[str, JSON]) -> DeploymentEditor:
        """Return the editor of the seat, whose army the options name."""
        return DeploymentEditor(seat, _army(seat, options))

    def notation(self, code: str) -> str:
        """Return the setup that deploys what was built."""
        return code.split(" ", 2)[2]

    def code(self, setup: Action, seat: Seat, options: Mapping[str, JSON]) -> str:
        """Return what was built, of a setup that was sent."""
        return f"{seat} {_army(seat, options)} {setup}"


def _army(seat: Seat, options: Mapping[str, JSON]) -> Army:
    match options.get("armies"):
        case Mapping() as armies:
            return Army(str(armies[seat]))
        case _:
            return DEFAULT_ARMIES[seat]
