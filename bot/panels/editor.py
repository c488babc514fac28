"""What every private editor shares, in which layouts are built and sides are set up."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol, TypeAlias

from bot.posting import Button, ControlId, Rows
from engine.core import JSON, Action, Seat, Square

STEPS_KEPT: Final = 20
"""How many changes can be undone."""

Ids: TypeAlias = Callable[[str], ControlId]
"""From what a control does to its identity, which also carries what is picked.

So a press means what the member saw when they pressed.
"""


@dataclass(frozen=True, slots=True)
class Draft:
    """What is being built: its code so far, what is picked, and the codes before, newest last.

    >>> draft = Draft("a", "x1").with_code("b")
    >>> draft.undone() == Draft("a", "x1"), draft.with_code("b") is draft
    (True, True)
    >>> Draft.parse(draft.to_text()) == draft, Draft.parse("[]")
    (True, None)
    """

    code: str
    pick: str
    past: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Draft | None:
        """Return the draft that was kept as this text, ``None`` when it is not one."""
        try:
            match json.loads(text):
                case {"code": str(code), "pick": str(pick), "past": [*past]}:
                    return cls(code, pick, tuple(map(str, past)))
        except json.JSONDecodeError:
            return None
        return None

    def to_text(self) -> str:
        """Return the draft as a text to keep."""
        return json.dumps({"code": self.code, "pick": self.pick, "past": self.past})

    def picking(self, pick: str) -> Draft:
        """Return the draft with another pick."""
        return replace(self, pick=pick)

    def with_code(self, code: str) -> Draft:
        """Return the draft with something else built, which can be undone."""
        if code == self.code:
            return self
        return replace(self, code=code, past=(*self.past, self.code)[-STEPS_KEPT:])

    def undone(self) -> Draft:
        """Return the draft as it was before the last change."""
        if not self.past:
            return self
        return replace(self, code=self.past[-1], past=self.past[:-1])


class Editor(Protocol):
    """How something of one game is built in private: each press turns a draft into the next."""

    @property
    def game(self) -> str:
        """The game's name."""

    @property
    def noun(self) -> str:
        """What is built, in a word: ``layout``."""

    @property
    def offered_in(self) -> str:
        """Where what was kept under a name is offered, in words."""

    @property
    def starts(self) -> Mapping[str, str]:
        """The codes that come with the game, by name."""

    @property
    def empty(self) -> Draft:
        """The first draft, with nothing built."""

    @property
    def facing(self) -> Seat | None:
        """The seat whose own side is at the bottom of the picture; none: the first's."""

    def is_pick(self, text: str) -> bool:
        """Return whether a control can carry this pick."""

    def is_code(self, text: str) -> bool:
        """Return whether this can have been built so far, finished or not."""

    def is_form(self, text: str) -> bool:
        """Return whether it is written as this game's codes are, whatever is wrong with it."""

    def square(self, draft: Draft) -> Square:
        """Return the picked square."""

    def pressed(self, draft: Draft, do: str, chosen: str, chance: random.Random) -> Draft | None:
        """Return the draft after a press, ``chosen`` being the option picked in a select.

        ``None`` when nothing is pressed that way. Raises ``GameError`` when it cannot be done.
        """

    def faults(self, code: str) -> Sequence[str]:
        """Return what is wrong with it or missing, a sentence for each fault."""

    def read(self, typed: str) -> str:
        """Return the code of what was written down. Raises ``GameError`` with every fault."""

    def told(self, draft: Draft) -> Iterator[str]:
        """Yield what is picked and how much is built, a line each."""

    def rows(self, draft: Draft, id_: Ids, ends: Sequence[Button]) -> Rows:
        """Return the controls, at most five rows of four buttons, ``ends`` the last of them."""


class SetupPanel(Protocol):
    """How the sides of one game are set up: each seat in its own editor, sent as a whole.

    The options are those with which the game begins.
    """

    def editor(self, seat: Seat, options: Mapping[str, JSON]) -> Editor:
        """Return the editor of the seat."""

    def notation(self, code: str) -> str:
        """Return the setup, in notation, that sets up what was built."""

    def code(self, setup: Action, seat: Seat, options: Mapping[str, JSON]) -> str:
        """Return what was built, of a setup that the seat has sent."""
