"""What a panel is, and what every panel shares."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.posting import Rows
from engine.core import Action, Seat, View
from render import Scene

LIMIT = 25
"""Discord takes at most this many suggestions, and options of a select."""


@dataclass(frozen=True, slots=True)
class Board:
    """A board as its controls need it: which game and entry, what is seen, what is legal."""

    game_id: int
    seq: int
    view: View
    seat: Seat
    actions: Sequence[Action]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A line of an autocomplete list: what is shown, and what it stands for."""

    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a game's rules: at most 1,900 characters of markdown, and its picture's scene."""

    title: str
    text: str
    scene: Callable[[], Scene]


class Panel(Protocol):
    """One game's controls."""

    @property
    def layouts(self) -> Sequence[str]:
        """The starting layouts that a challenge offers."""

    @property
    def rules(self) -> Sequence[Page]:
        """The game's rules, page by page; at most 25, so that one select lists them."""

    def rows(self, board: Board, pick: str | None) -> Rows:
        """Return the controls under a board, with the piece on square ``pick`` picked."""

    def pick_of(self, action: Action) -> str:
        """Return the pick with which the controls of the action can be pressed."""

    def suggestions(self, board: Board, typed: str) -> list[Suggestion]:
        """Return at most 25 suggestions that fit what was typed."""

    def notation(self, typed: str) -> str:
        """Return the notation that was meant, whatever the case, blanks and words after it."""


def shortened(found: Sequence[Suggestion], typed: str) -> list[Suggestion]:
    """Return at most 25 of the suggestions; the last line then says how many more there are."""
    if len(found) <= LIMIT:
        return list(found)
    more = len(found) - (LIMIT - 1)
    return [*found[: LIMIT - 1], Suggestion(f"… and {more} more: type on to narrow", typed or "…")]
