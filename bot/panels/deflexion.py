"""Deflexion's controls: a select of pieces, eight directions, two turns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.panels.compass import (
    TURNS,
    actions_from,
    arrow,
    control_id,
    step_between,
    turner,
    way_between,
)
from bot.panels.deflexion_rules import PAGES
from bot.panels.panel import LIMIT, Board, Suggestion, matching, plain_notation, shortened
from bot.posting import Button, ControlId, Option, Rows, Select
from engine.core import Action, Square
from engine.deflexion.notation import Kind, Move, Piece, Rotate, Swap, parse_code
from engine.deflexion.rulesets import DEFLEXION_RULES
from engine.deflexion.state import DeflexionView

ONE_TURN: Final = (Kind.DJED, Kind.PHARAOH, Kind.OBELISK)
"""The kinds that look the same after either quarter turn: of both there is one action."""


class DeflexionPanel:
    """A select of one's pieces above a compass of buttons."""

    layouts = tuple(DEFLEXION_RULES.layouts)

    rules = PAGES

    def rows(self, board: Board, pick: str | None) -> Rows:
        """Return the select of pieces and three rows of buttons; without a pick they rest."""
        pieces = _own_pieces(board)
        actors = [square for square in pieces if any(actions_from(board, square))]
        picked = pick if pick in actors else None
        options = tuple(
            Option(square, piece_name(square, pieces[square]), square == picked)
            for square in actors[:LIMIT]
        )
        select = Select(control_id(board, "pick"), "Pick a piece", options)
        by_step = {
            step_between(action.origin, action.target): action
            for action in (actions_from(board, picked) if picked else ())
            if isinstance(action, Move | Swap)
        }

        def go(file: int, rank: int) -> Button:
            return arrow(board, (file, rank), by_step.get((file, rank)))

        def turn(letter: str) -> Button:
            turns = picked is not None and _can_turn(board, picked, pieces[picked], letter)
            return turner(board, letter, picked if turns else None)

        menu, rules = self.always(board.game_id, board.seq)
        return (
            select,
            (go(-1, 1), go(0, 1), go(1, 1), turn("L")),
            (go(-1, 0), menu, go(1, 0), turn("R")),
            (go(-1, -1), go(0, -1), go(1, -1), rules),
        )

    def always(self, game_id: int, seq: int) -> tuple[Button, ...]:
        """Return the menu and the rules."""
        return (
            Button(ControlId(game_id, seq, "menu"), "☰"),
            Button(ControlId(game_id, seq, "rules"), "Rules"),
        )

    def pick_of(self, action: Action) -> str:
        """Return the square of the piece that acts."""
        return str(action)[:2]

    def suggestions(self, board: Board, typed: str) -> list[Suggestion]:
        """Return pieces while nothing is typed, then the actions that fit every typed word."""
        pieces = _own_pieces(board)
        if not typed.split():
            return shortened(
                [
                    Suggestion(piece_name(square, piece), square)
                    for square, piece in pieces.items()
                    if any(actions_from(board, square))
                ],
                typed,
            )
        everyone = parse_code(_view(board).code).pieces
        named = [Suggestion(action_name(action, everyone), str(action)) for action in board.actions]
        return matching(named, typed)

    def notation(self, typed: str) -> str:
        """Return the notation that was meant, whatever the case, blanks and words after it.

        >>> DeflexionPanel().notation("E4 - e5 Djed north"), DeflexionPanel().notation("E4l")
        ('e4-e5', 'e4L')
        """
        return plain_notation(typed)


def piece_name(square: Square, piece: Piece) -> str:
    """Return a piece with its square, as a choice shows it: ``d4 Pyramid``."""
    return f"{square} {piece.kind.capitalize()}"


def action_name(action: Action, pieces: Mapping[Square, Piece]) -> str:
    """Return an action in notation and words: ``d4-e5 Pyramid north-east``."""
    match action:
        case Rotate(square, turn):
            has_ways = pieces[square].kind not in ONE_TURN
            how = f"turns {TURNS[turn][1]}" if has_ways else "turns"
            return f"{action} {pieces[square].kind.capitalize()} {how}"
        case Swap(origin, target):
            other = pieces[target]
            whom = f"{other.seat.capitalize()}'s {other.kind.capitalize()}"
            way = way_between(origin, target)
            return f"{action} {pieces[origin].kind.capitalize()} swaps with {whom} {way}"
        case Move(origin, target):
            return f"{action} {pieces[origin].kind.capitalize()} {way_between(origin, target)}"
    raise ValueError(f"no action of Deflexion: {action}")


def _view(board: Board) -> DeflexionView:
    if not isinstance(board.view, DeflexionView):
        raise TypeError(f"no view of Deflexion, but one of {board.view.game}")
    return board.view


def _can_turn(board: Board, square: Square, piece: Piece, letter: str) -> bool:
    """Return whether the piece can make that quarter turn, or one that comes to the same."""
    turns = {action.turn for action in actions_from(board, square) if isinstance(action, Rotate)}
    return letter in turns or (bool(turns) and piece.kind in ONE_TURN)


def _own_pieces(board: Board) -> dict[Square, Piece]:
    pieces = parse_code(_view(board).code).pieces
    return {
        square: pieces[square] for square in sorted(pieces) if pieces[square].seat == board.seat
    }
