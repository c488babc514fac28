"""Deflexion's controls: a select of pieces, eight directions, two turns."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from bot.panels.deflexion_rules import PAGES
from bot.panels.panel import LIMIT, Board, Suggestion, shortened
from bot.posting import Button, ControlId, Option, Rows, Select
from engine.core import Action, Square
from engine.deflexion.notation import Move, Piece, Rotate, Swap, parse_code
from engine.deflexion.setup import LAYOUTS
from engine.deflexion.state import DeflexionView

COMPASS: Mapping[tuple[int, int], tuple[str, str]] = {
    (-1, 1): ("↖", "north-west"),
    (0, 1): ("↑", "north"),
    (1, 1): ("↗", "north-east"),
    (-1, 0): ("←", "west"),
    (1, 0): ("→", "east"),
    (-1, -1): ("↙", "south-west"),
    (0, -1): ("↓", "south"),
    (1, -1): ("↘", "south-east"),
}
"""Each step of file and rank: its glyph, and its name."""

TURNS = {"L": ("⟲", "counter-clockwise"), "R": ("⟳", "clockwise")}


class DeflexionPanel:
    """A select of one's pieces above a compass of buttons."""

    layouts = tuple(LAYOUTS)

    rules = PAGES

    def rows(self, board: Board, pick: str | None) -> Rows:
        """Return the select of pieces and three rows of buttons; without a pick they rest."""
        pieces = _own_pieces(board)
        actors = [square for square in pieces if any(_from(board, square))]
        picked = pick if pick in actors else None
        options = tuple(
            Option(square, piece_name(square, pieces[square]), square == picked)
            for square in actors[:LIMIT]
        )
        select = Select(_id(board, "pick"), "Pick a piece", options)
        by_step = {
            _step(action): action
            for action in (_from(board, picked) if picked else ())
            if isinstance(action, Move | Swap)
        }

        def go(file: int, rank: int) -> Button:
            glyph, name = COMPASS[file, rank]
            action = by_step.get((file, rank))
            if action is None:
                return _resting(board, name, glyph)
            return Button(_id(board, "go", str(action)), glyph)

        def turn(letter: str) -> Button:
            glyph, name = TURNS[letter]
            if picked is None:
                return _resting(board, name, glyph)
            return Button(_id(board, "turn", f"{picked}{letter}"), glyph)

        menu = Button(_id(board, "menu"), "☰")
        rules = Button(_id(board, "rules"), "Rules")
        return (
            select,
            (go(-1, 1), go(0, 1), go(1, 1), turn("L")),
            (go(-1, 0), menu, go(1, 0), turn("R")),
            (go(-1, -1), go(0, -1), go(1, -1), rules),
        )

    def pick_of(self, action: Action) -> str:
        """Return the square of the piece that acts."""
        return str(action)[:2]

    def suggestions(self, board: Board, typed: str) -> list[Suggestion]:
        """Return pieces while nothing is typed, then the actions that fit every typed word."""
        pieces = _own_pieces(board)
        words = typed.casefold().split()
        if not words:
            return shortened(
                [
                    Suggestion(piece_name(square, piece), square)
                    for square, piece in pieces.items()
                    if any(_from(board, square))
                ],
                typed,
            )
        all_pieces = parse_code(_view(board).code).pieces
        named = [Suggestion(action_name(a, all_pieces), str(a)) for a in board.actions]
        fitting = [suggestion for suggestion in named if _fits(suggestion, words)]
        # What begins as typed comes first: "d" means the squares of column d before any Djed.
        fitting.sort(key=lambda suggestion: not suggestion.value.startswith(words[0]))
        return shortened(fitting, typed)

    def notation(self, typed: str) -> str:
        """Return the notation that was meant, whatever the case, blanks and words after it.

        >>> DeflexionPanel().notation("E4 - e5 Djed north"), DeflexionPanel().notation("E4l")
        ('e4-e5', 'e4L')
        """
        joined = re.sub(r"\s*([-x])\s*", r"\1", typed.strip().lower())
        joined = re.sub(r"^([a-j][1-8])([a-j][1-8])", r"\1-\2", joined)
        first = (joined.split() or [""])[0]
        return first[:-1] + first[-1:].upper() if re.fullmatch(r"[a-z]+\d+[lr]", first) else first


def _fits(suggestion: Suggestion, words: Sequence[str]) -> bool:
    """Return whether each word begins a word of the label, or a square in it."""
    parts = suggestion.label.casefold().split() + re.split("[-x]", suggestion.value)
    return all(any(part.startswith(word) for part in parts) for word in words)


def piece_name(square: Square, piece: Piece) -> str:
    """Return a piece with its square, as a choice shows it: ``d4 Pyramid``."""
    return f"{square} {piece.kind.capitalize()}"


def action_name(action: Action, pieces: Mapping[Square, Piece]) -> str:
    """Return an action in notation and words: ``d4-e5 Pyramid north-east``."""
    match action:
        case Rotate(square, turn):
            both = pieces[square].facing in ("NE", "SE", "SW", "NW")
            how = f"turns {TURNS[turn][1]}" if both else "turns"
            return f"{action} {pieces[square].kind.capitalize()} {how}"
        case Swap(origin, target):
            other = pieces[target]
            whom = f"{other.seat.capitalize()}'s {other.kind.capitalize()}"
            way = COMPASS[_step(action)][1]
            return f"{action} {pieces[origin].kind.capitalize()} swaps with {whom} {way}"
        case Move(origin, _):
            return f"{action} {pieces[origin].kind.capitalize()} {COMPASS[_step(action)][1]}"
    raise ValueError(f"no action of Deflexion: {action}")


def _view(board: Board) -> DeflexionView:
    if not isinstance(board.view, DeflexionView):
        raise TypeError(f"no view of Deflexion: {board.view}")
    return board.view


def _own_pieces(board: Board) -> dict[Square, Piece]:
    pieces = parse_code(_view(board).code).pieces
    return {
        square: pieces[square] for square in sorted(pieces) if pieces[square].seat == board.seat
    }


def _from(board: Board, square: Square) -> Sequence[Action]:
    return [action for action in board.actions if str(action)[:2] == square]


def _step(action: Move | Swap) -> tuple[int, int]:
    origin, target = action.origin, action.target
    return ord(target[0]) - ord(origin[0]), int(target[1:]) - int(origin[1:])


def _id(board: Board, verb: str, argument: str = "") -> ControlId:
    return ControlId(board.game_id, board.seq, verb, argument)


def _resting(board: Board, name: str, glyph: str) -> Button:
    return Button(_id(board, "none", name), glyph, is_disabled=True)
