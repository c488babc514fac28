"""Reflix's controls in play: a select of one's three mirrors, Turn, a select of where to slide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.panels.compass import actions_from, control_id, resting
from bot.panels.panel import Board, Suggestion, matching, plain_notation, shortened
from bot.panels.reflix_rules import PAGES
from bot.posting import Button, ControlId, Option, Rows, Select
from engine.core import Action, Square
from engine.grid import Diagonal
from engine.reflix.notation import MirrorPiece, Rotate, Slide
from engine.reflix.state import ReflixView

SHAPES: Final[Mapping[Diagonal, str]] = {Diagonal.SLASH: "╱", Diagonal.BACKSLASH: "╲"}

WAYS: Final[Mapping[str, str]] = {"left": "←", "right": "→", "up": "↑", "down": "↓"}
"""The ways in which a mirror slides on the picture, in the order in which they are listed."""


class ReflixPanel:
    """Two selects and a button; a fortress is set up elsewhere, in private."""

    layouts: tuple[str, ...] = ()

    rules = PAGES

    def rows(self, board: Board, pick: str | None) -> Rows:
        """Return the select of mirrors, that of squares to slide to, and a row of buttons."""
        mirrors = _own_mirrors(board)
        picked = pick if pick in mirrors else None
        options = tuple(
            Option(square, mirror_name(square, mirror), square == picked)
            for square, mirror in mirrors.items()
        )
        turn = (
            Button(control_id(board, "turn", str(Rotate(picked))), "Turn")
            if picked
            else resting(board, "turn", "Turn")
        )
        return (
            Select(control_id(board, "pick"), "Pick a mirror", options),
            _slides(board, picked),
            (turn, *self.always(board.game_id, board.seq)),
        )

    def always(self, game_id: int, seq: int) -> tuple[Button, ...]:
        """Return the rules and the menu."""
        return (
            Button(ControlId(game_id, seq, "rules"), "Rules"),
            Button(ControlId(game_id, seq, "menu"), "Menu"),
        )

    def pick_of(self, action: Action) -> str:
        """Return the square of the mirror that is turned or slides."""
        match action:
            case Rotate(square) | Slide(square):
                return square
            case _:
                return ""

    def suggestions(self, board: Board, typed: str) -> list[Suggestion]:
        """Return mirrors while nothing is typed, then the actions that fit every typed word."""
        mirrors = _own_mirrors(board)
        if typed.split():
            return matching([Suggestion(action_name(a), str(a)) for a in board.actions], typed)
        own = [Suggestion(mirror_name(square, m), square) for square, m in mirrors.items()]
        return shortened(own, typed)

    def notation(self, typed: str) -> str:
        """Return the notation that was meant, whatever the case, blanks and words after it.

        >>> [ReflixPanel().notation(typed) for typed in ("D6 r", "d6 - E6 right", "D6L turns")]
        ['d6R', 'd6-e6', 'd6L']
        """
        return plain_notation(typed)


def mirror_name(square: Square, mirror: MirrorPiece) -> str:
    """Return a mirror with its square, as a choice shows it.

    >>> mirror_name("d6", MirrorPiece("south", Diagonal.BACKSLASH))
    'D6 mirror ╲'
    """
    return f"{square.upper()} mirror {SHAPES[mirror.diagonal]}"


def action_name(action: Action) -> str:
    """Return an action in notation and words.

    >>> action_name(Slide("d6", "f6")), action_name(Rotate("d6"))
    ('d6-f6 slides right', 'd6R turns')
    """
    match action:
        case Rotate():
            return f"{action} turns"
        case Slide():
            return f"{action} slides {_way(action)}"
    raise ValueError(f"no move of Reflix: {action}")


def _slides(board: Board, picked: Square | None) -> Select:
    """Return the select of squares to slide to, way by way and the nearest first.

    Its identity has the mirror, so that each mirror's is another select.
    """
    slides = [a for a in (actions_from(board, picked) if picked else ()) if isinstance(a, Slide)]
    slides.sort(key=lambda slide: (list(WAYS).index(_way(slide)), _length(slide)))
    options = [Option(str(each), f"{WAYS[_way(each)]} {each.target.upper()}") for each in slides]
    says = f"Slide {picked.upper()} to" if picked else "Slide to"
    id_ = control_id(board, "slide", picked or "none")
    if not options:
        # A select without options cannot be sent.
        return Select(id_, says, (Option("none", "nowhere"),), is_disabled=True)
    return Select(id_, says, tuple(options))


def _way(slide: Slide) -> str:
    """Return which way a mirror slides on the picture, whose row 1 is its top."""
    across, down = _step(slide)
    if across:
        return "right" if across > 0 else "left"
    return "down" if down > 0 else "up"


def _length(slide: Slide) -> int:
    return sum(map(abs, _step(slide)))


def _step(slide: Slide) -> tuple[int, int]:
    return (
        ord(slide.target[0]) - ord(slide.origin[0]),
        int(slide.target[1]) - int(slide.origin[1]),
    )


def _own_mirrors(board: Board) -> dict[Square, MirrorPiece]:
    if not isinstance(board.view, ReflixView):
        raise TypeError(f"no view of Reflix, but one of {board.view.game}")
    found: Sequence[tuple[Square, MirrorPiece]] = sorted(board.view.mirrors.items())
    return {square: mirror for square, mirror in found if mirror.seat == board.seat}
