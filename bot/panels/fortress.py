"""How a fortress of Reflix is built: its controls, and what each of them does."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from bot.panels.editor import Draft, Ids
from bot.posting import Button, Option, Rows, Select
from engine.core import JSON, Action, InvalidAction, Seat, Square
from engine.grid import Diagonal
from engine.reflix.fortress import (
    CLASSIC,
    fitted,
    format_fortress,
    fortress_faults,
    own_squares,
    parse_fortress,
    random_fortress,
)
from engine.reflix.notation import (
    MIRROR_MARKS,
    SEATS,
    SOUTH,
    Mark,
    Placed,
    Setup,
    format_objects,
    parse_objects,
)

NAMES: Final[Mapping[Mark, str]] = {
    Mark.TARGET: "Target",
    Mark.WALL: "Wall",
    Mark.SHIELD: "Shield",
    Mark.SLASH: "Fixed mirror ╱",
    Mark.BACKSLASH: "Fixed mirror ╲",
}

KINDS: Final[Mapping[str, tuple[tuple[Mark, ...], int]]] = {
    "Target": ((Mark.TARGET,), 1),
    "Walls": ((Mark.WALL,), 2),
    "Shields": ((Mark.SHIELD,), 3),
    "Fixed mirrors": (MIRROR_MARKS, 2),
}
"""Of what a fortress is made, and of how many each."""

SETUP: Final = "setup "
"""What stands before a fortress in the notation of a setup."""

_SQUARES: Final[Mapping[Seat, Sequence[Square]]] = {
    seat: sorted(
        own_squares(seat), key=lambda square: (square[1], square[0]), reverse=seat != SEATS[0]
    )
    for seat in SEATS
}
"""Each seat's squares, row by row as they lie in its picture, with its own side at the bottom."""


@dataclass(frozen=True, slots=True)
class FortressEditor:
    """Any object on any square of the seat's own rows, which lie at the bottom, by the controls.

    Those that are built outside a game are South's.
    """

    seat: Seat = SOUTH

    game: ClassVar[str] = "reflix"
    noun: ClassVar[str] = "fortress"
    offered_in: ClassVar[str] = "**Load…** in a setup"

    @property
    def starts(self) -> Mapping[str, str]:
        """The classic fortress."""
        return {"classic": format_fortress(CLASSIC[self.seat])}

    @property
    def facing(self) -> Seat:
        """The seat itself."""
        return self.seat

    @property
    def empty(self) -> Draft:
        """No object, and the target picked for the middle of the seat's rows."""
        squares = _SQUARES[self.seat]
        return Draft("", f"{Mark.TARGET}{squares[len(squares) // 2]}")

    def is_pick(self, text: str) -> bool:
        """Return whether a control can carry this pick."""
        return text[:1] in tuple(Mark) and text[1:] in _SQUARES[self.seat]

    def is_code(self, text: str) -> bool:
        """Return whether this can have been built so far."""
        try:
            squares = [placed.square for placed in _objects(text)]
        except InvalidAction:
            return False
        return len(set(squares)) == len(squares) and set(squares) <= set(_SQUARES[self.seat])

    def is_form(self, text: str) -> bool:
        """Return whether it is written as fortresses are, whatever is wrong with it."""
        return re.match(rf"(?:{SETUP})?[TWSM]\s", text) is not None

    def square(self, draft: Draft) -> Square:
        """Return the picked square."""
        return draft.pick[1:]

    def pressed(self, draft: Draft, do: str, chosen: str, chance: random.Random) -> Draft | None:
        """Return the draft after a press; ``None`` when nothing is pressed that way."""
        mark, square = Mark(draft.pick[0]), draft.pick[1:]
        built = _built(draft.code)
        match do:
            case "object" if chosen in tuple(Mark):
                return draft.picking(f"{chosen}{square}")
            case "square" if chosen in _SQUARES[self.seat]:
                return draft.picking(f"{mark}{chosen}")
            case "place":
                after = _placed(built, mark, square)
                return draft.with_code(_code(after)).picking(f"{_next(after, mark)}{square}")
            case "turn" if built.get(square) in MIRROR_MARKS:
                turned = Mark(Diagonal(built[square]).turned)
                return draft.with_code(_code({**built, square: turned}))
            case "turn":
                return draft
            case "remove":
                return draft.with_code(_code({s: m for s, m in built.items() if s != square}))
            case "classic":
                return draft.with_code(self.starts["classic"])
            case "random":
                return draft.with_code(format_fortress(random_fortress(self.seat, chance)))
        return None

    def faults(self, code: str) -> Sequence[str]:
        """Return what is wrong with the fortress or missing."""
        return fortress_faults(_objects(code), self.seat)

    def read(self, typed: str) -> str:
        """Return the code of the fortress on the seat's rows, for whichever seat it is written.

        Raises ``GameError`` with every fault.
        """
        text = re.sub(r"\b[A-G](?=\d)", lambda letter: letter[0].lower(), typed.strip())
        fortress = parse_fortress(text.removeprefix(SETUP), self.seat)
        return format_fortress(fitted(fortress, self.seat))

    def told(self, draft: Draft) -> Iterator[str]:
        """Yield what is picked, and how much is built."""
        built, square = _built(draft.code), draft.pick[1:]
        standing = f"now {NAMES[built[square]]}" if square in built else "empty"
        yield f"Picked: {NAMES[Mark(draft.pick[0])]} for **{square.upper()}**, {standing}."
        yield " · ".join(
            f"{kind} {_count(built, marks)}/{number}" for kind, (marks, number) in KINDS.items()
        )

    def rows(self, draft: Draft, id_: Ids, ends: Sequence[Button]) -> Rows:
        """Return the selects of object and square, and three rows of buttons."""
        mark, square = Mark(draft.pick[0]), draft.pick[1:]
        built = _built(draft.code)

        def button(do: str, label: str, *, works: bool = True) -> Button:
            return Button(id_(do), label, is_disabled=not works)

        return (
            Select(
                id_("object"),
                "Pick an object to place",
                tuple(Option(each, _object_name(each, built), each is mark) for each in Mark),
            ),
            Select(
                id_("square"),
                "Pick a square",
                tuple(
                    Option(each, _square_name(each, built), each == square)
                    for each in _SQUARES[self.seat]
                ),
            ),
            (
                button("place", "Place", works=_can_place(built, mark, square)),
                button("turn", "Turn", works=built.get(square) in MIRROR_MARKS),
                button("remove", "Remove", works=square in built),
                button("undo", "Undo", works=bool(draft.past)),
            ),
            (
                button("classic", "Classic", works=draft.code != self.starts["classic"]),
                button("random", "Random"),
                button("load", "Load…"),
                button("clear", "Clear", works=bool(built)),
            ),
            ends,
        )


class FortressSetup:
    """How the sides of Reflix are set up."""

    def editor(self, seat: Seat, options: Mapping[str, JSON]) -> FortressEditor:
        """Return the editor of the seat."""
        return FortressEditor(seat)

    def notation(self, code: str) -> str:
        """Return the setup that sets up what was built."""
        return f"{SETUP}{code}"

    def code(self, setup: Action, seat: Seat, options: Mapping[str, JSON]) -> str:
        """Return what was built, of a setup that the seat has sent."""
        if not isinstance(setup, Setup):
            raise TypeError(f"no setup of Reflix: {setup}")
        return format_objects(setup.objects)


def _objects(code: str) -> tuple[Placed, ...]:
    """Return the objects of a code; the rules know none without any."""
    return parse_objects(code) if code else ()


def _built(code: str) -> dict[Square, Mark]:
    return {placed.square: placed.mark for placed in _objects(code)}


def _code(built: Mapping[Square, Mark]) -> str:
    return format_objects(Placed(mark, square) for square, mark in built.items())


def _placed(built: Mapping[Square, Mark], mark: Mark, square: Square) -> dict[Square, Mark]:
    """Return what is built with the object on the square; the one target moves there."""
    moves = mark is Mark.TARGET
    left = {s: m for s, m in built.items() if not (moves and m is mark)}
    return {**left, square: mark}


def _can_place(built: Mapping[Square, Mark], mark: Mark, square: Square) -> bool:
    """Return whether placing changes anything, and there is one left of what is placed."""
    marks, number = _kind(mark)
    return built.get(square) is not mark and _count(_placed(built, mark, square), marks) <= number


def _next(built: Mapping[Square, Mark], mark: Mark) -> Mark:
    """Return what to pick after a mark was placed: the same as long as some are left of it."""
    left = [marks[0] for marks, number in KINDS.values() if _count(built, marks) < number]
    marks, number = _kind(mark)
    return mark if _count(built, marks) < number or not left else left[0]


def _kind(mark: Mark) -> tuple[tuple[Mark, ...], int]:
    return next((marks, number) for marks, number in KINDS.values() if mark in marks)


def _count(built: Mapping[Square, Mark], marks: Sequence[Mark]) -> int:
    return Counter(mark in marks for mark in built.values())[True]


def _object_name(mark: Mark, built: Mapping[Square, Mark]) -> str:
    """Return the object with how many of its kind stand: the text above may be out of sight."""
    marks, number = _kind(mark)
    return f"{NAMES[mark]} · {_count(built, marks)} of {number}"


def _square_name(square: Square, built: Mapping[Square, Mark]) -> str:
    return f"{square.upper()} · {NAMES[built[square]]}" if square in built else square.upper()
