"""What a panel is, and what every panel shares."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from bot.posting import Button, Rows
from engine.core import Action, Seat, View
from render import Scene

LIMIT = 25
"""Discord takes at most this many suggestions, and options of a select."""

_ACTION: Final = re.compile(
    r"\b(?:[a-z]\d(?:f?[-x*][a-z]\d|[lrutf!]+(?!\w))|pass|fire)", re.IGNORECASE
)
"""What reads like an action of any game."""


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
        """The starting layouts that a challenge offers; none where the start is not chosen."""

    @property
    def rules(self) -> Sequence[Page]:
        """The game's rules, page by page; at most 25, so that one select lists them."""

    def rows(self, board: Board, pick: str | None) -> Rows:
        """Return the controls under a board, with the piece on square ``pick`` picked.

        At most five rows; of five, the last holds at most two buttons: an answer joins them.
        """

    def always(self, game_id: int, seq: int) -> tuple[Button, ...]:
        """Return the buttons that work whatever is picked, and for everybody: menu and rules."""

    def pick_of(self, action: Action) -> str:
        """Return the pick with which the controls of the action can be pressed, or ``""``."""

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


def matching(named: Sequence[Suggestion], typed: str) -> list[Suggestion]:
    """Return the actions that fit every typed word: at most 25, the last line then says so."""
    words = typed.casefold().split()
    fitting = [suggestion for suggestion in named if _fits(suggestion, words)]
    # What begins as typed comes first: "d" means the squares of column d before any Djed.
    fitting.sort(key=lambda suggestion: not suggestion.value.casefold().startswith(words[0]))
    return shortened(fitting, typed)


def number_first(games: Sequence[Suggestion], typed: str) -> list[Suggestion]:
    """Return the games, the one whose number is among the typed words before all others.

    >>> [game.value for game in number_first([Suggestion("#14", "14"), Suggestion("#4", "4")], "4")]
    ['4', '14']
    """
    numbers = {word.removeprefix("#") for word in typed.split()}
    return sorted(games, key=lambda game: game.value not in numbers)


def _fits(suggestion: Suggestion, words: Sequence[str]) -> bool:
    """Return whether each word begins a word of the label, or a square in it."""
    value = suggestion.value.casefold()
    parts = suggestion.label.casefold().split() + re.split("[-x*]", value)
    return all(any(part.startswith(word) for part in parts) for word in words)


def plain_notation(typed: str) -> str:
    """Return what stands for an action of squares and turns, without what is typed around it.

    >>> plain_notation("E4 - e5 Djed north"), plain_notation("e4e5"), plain_notation("E4 l")
    ('e4-e5', 'e4-e5', 'e4L')
    """
    joined = re.sub(r"\s*([-x])\s*", r"\1", typed.strip().lower())
    joined = re.sub(r"^([a-z]\d)\s*([a-z]\d)", r"\1-\2", joined)
    joined = re.sub(r"^([a-z]\d)\s+([lr])\b", r"\1\2", joined)
    first = first_word(joined, typed)
    return first[:-1] + first[-1:].upper() if re.fullmatch(r"[a-z]+\d+[lr]", first) else first


def first_word(read: str, typed: str) -> str:
    """Return the first word of what was read, or, if it is no action, all that was typed.

    So a refusal quotes the whole of what cannot be read; nor is one action played of two.

    >>> first_word("e4-e5 djed", "E4-e5 Djed"), first_word("e4 to e5", "E4  to e5")
    ('e4-e5', 'E4 to e5')
    >>> first_word("e4-e5 c1l", "e4-e5 c1L")
    'e4-e5 c1L'
    """
    first = (read.split() or [""])[0]
    is_action = not re.fullmatch(r"[a-z]*\d?", first) and is_single(read)
    return first if is_action else " ".join(typed.split())


def is_single(read: str) -> bool:
    """Return whether no second action stands after the first word; a square may.

    >>> is_single("f6xd5 cavalry: capture chariot on d5"), is_single("e4-e5 c1l")
    (True, False)
    """
    return not _ACTION.search(read.partition(" ")[2])
