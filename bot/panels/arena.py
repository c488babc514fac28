"""Arena's controls, the Ankh: a select of pieces above four arrows, two turns, Pass and Fire."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from bot.panels.arena_rules import PAGES
from bot.panels.compass import (
    TURNS,
    actions_from,
    arrow,
    control_id,
    resting,
    step_between,
    turner,
    way_between,
)
from bot.panels.panel import Board, Suggestion, is_single, matching, plain_notation, shortened
from bot.posting import Button, ControlId, Option, Rows, Select, Style
from engine.arena.notation import Fire, Kind, Move, Pass, Piece, Rotate
from engine.arena.state import ArenaView
from engine.core import Action, Square

NAMES: Final[Mapping[Kind, str]] = {
    Kind.KING: "King",
    Kind.CANNON: "Cannon",
    Kind.GUARD: "Guard Tower",
    Kind.DOUBLE: "Double Mirror",
    Kind.MIRROR: "Mirror",
}

AIMS: Final = {"N": "north", "E": "east", "S": "south", "W": "west"}
"""The way in which a Cannon fires, by its facing."""

OTHER_AIMS: Final = {"N": "east", "E": "north", "S": "west", "W": "south"}
"""The way in which it fires once it has turned."""


class ArenaPanel:
    """A select of one's pieces above the Ankh; Pass and Fire need no piece."""

    layouts: tuple[str, ...] = ()

    rules = PAGES

    def rows(self, board: Board, pick: str | None) -> Rows:
        """Return the select of pieces and four rows of buttons; without a pick, arrows rest.

        The select lists every piece: of one that can do less than usual it says why.
        """
        pieces = _own_pieces(board)
        picked = pick if pick in pieces else None
        options = tuple(
            Option(square, _option(board, square, piece), square == picked)
            for square, piece in pieces.items()
        )
        actions = actions_from(board, picked) if picked else []
        by_step = {
            step_between(action.origin, action.target): action
            for action in actions
            if isinstance(action, Move)
        }
        turning = picked if any(isinstance(action, Rotate) for action in actions) else None

        def go(file: int, rank: int) -> Button:
            return arrow(board, (file, rank), by_step.get((file, rank)))

        menu, rules = self.always(board.game_id, board.seq)
        return (
            Select(control_id(board, "pick"), "Pick a piece", options),
            (turner(board, "L", turning), go(0, 1), turner(board, "R", turning)),
            (go(-1, 0), rules, go(1, 0)),
            (Button(control_id(board, "pass", str(Pass())), "Pass"), go(0, -1), _trigger(board)),
            (menu,),
        )

    def always(self, game_id: int, seq: int) -> tuple[Button, ...]:
        """Return the menu and the rules, which are the Scarab in the middle of the Ankh."""
        return (
            Button(ControlId(game_id, seq, "menu"), "Menu"),
            Button(ControlId(game_id, seq, "rules"), "🪲"),
        )

    def pick_of(self, action: Action) -> str:
        """Return the square of the piece that acts; Pass and Fire need none."""
        match action:
            case Move(square, _) | Rotate(square, _):
                return square
            case _:
                return ""

    def suggestions(self, board: Board, typed: str) -> list[Suggestion]:
        """Return pieces, FIRE and PASS while nothing is typed, then the actions that fit it."""
        pieces = _own_pieces(board)
        named = [Suggestion(action_name(action, pieces), str(action)) for action in board.actions]
        if typed.split():
            return matching(named, typed)
        actors = [
            Suggestion(piece_name(square, piece), square)
            for square, piece in pieces.items()
            if actions_from(board, square)
        ]
        alone = {str(action) for action in board.actions if not self.pick_of(action)}
        return shortened([*actors, *(each for each in named if each.value in alone)], typed)

    def notation(self, typed: str) -> str:
        """Return the notation that was meant, whatever the case, blanks and words after it.

        >>> [ArenaPanel().notation(typed) for typed in ("E2 l", "e2-E3 King", "fire! Now", "Pass")]
        ['e2L', 'e2-e3', 'FIRE', 'PASS']
        """
        meant = plain_notation(typed)
        word = meant.partition(" ")[0].rstrip("!.").upper()
        return word if word in (str(Fire()), str(Pass())) and is_single(meant) else meant


def piece_name(square: Square, piece: Piece) -> str:
    """Return a piece with its square, as a choice shows it.

    >>> piece_name("c2", Piece("white", Kind.DOUBLE, "/"))
    'c2 Double Mirror'
    """
    return f"{square} {NAMES[piece.kind]}"


def action_name(action: Action, pieces: Mapping[Square, Piece]) -> str:
    """Return an action of the owner of the pieces in notation and words.

    >>> action_name(Move("e2", "e3"), {"e2": Piece("white", Kind.KING, None)})
    'e2-e3 King north'
    """
    match action:
        case Move(origin, target):
            return f"{action} {NAMES[pieces[origin].kind]} {way_between(origin, target)}"
        case Rotate(square, turn):
            return f"{action} {NAMES[pieces[square].kind]} turns{_turning(pieces[square], turn)}"
        case Fire():
            cannon = next(piece for piece in pieces.values() if piece.kind is Kind.CANNON)
            return f"{action} the laser, {AIMS[cannon.facing or '']}"
        case Pass():
            return f"{action} and do nothing"
    raise ValueError(f"no action of Arena: {action}")


def _turning(piece: Piece, turn: str) -> str:
    """Return how the piece turns, where it makes a difference."""
    match piece.kind:
        case Kind.MIRROR:
            return f" {TURNS[turn][1]}"
        case Kind.CANNON:
            return f" {OTHER_AIMS[piece.facing or '']}"
        case _:
            return ""


def _option(board: Board, square: Square, piece: Piece) -> str:
    """Return a piece as the select shows it, with what sets it apart."""
    return " · ".join((piece_name(square, piece), *_notes(board, square, piece)))


def _notes(board: Board, square: Square, piece: Piece) -> Iterator[str]:
    """Yield where a Cannon fires, or why a piece cannot do what others of its kind can."""
    match piece:
        case Piece(kind=Kind.CANNON, facing=str(facing)):
            yield f"fires {AIMS[facing]}"
        case Piece(kind=Kind.DOUBLE, is_locked=True):
            yield "locked, can only turn"
        case Piece(kind=Kind.GUARD) if piece.hits:
            yield "dug in, cannot move"
        case _ if not actions_from(board, square):
            yield "no square is free"


def _trigger(board: Board) -> Button:
    """Return the button that fires the Cannon; while it cools down, the button says so."""
    if Fire() in board.actions:
        return Button(control_id(board, "fire", str(Fire())), "Fire", Style.DANGER)
    return resting(board, "fire", "Cooling")


def _own_pieces(board: Board) -> dict[Square, Piece]:
    if not isinstance(board.view, ArenaView):
        raise TypeError(f"no view of Arena, but one of {board.view.game}")
    pieces = board.view.pieces
    return {
        square: pieces[square] for square in sorted(pieces) if pieces[square].seat == board.seat
    }
