"""Legion's controls: a public board that tells nothing, and a private panel to act in."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from bot.panels.act import Choice, Ids
from bot.panels.compass import actions_from
from bot.panels.legion_rules import PAGES
from bot.panels.legion_words import action_name, deed, unit_name
from bot.panels.panel import LIMIT, Board, Suggestion, first_word, is_single, matching, shortened
from bot.posting import Button, ControlId, Option, Rows, Select, Style
from engine.core import Action, Square
from engine.legion.notation import SEATS, Flip, Melee, Move, Pass, Reveal, Shoot, Turn, Unit
from engine.legion.state import LegionView


class LegionPanel:
    """Four buttons under the board: what a unit could do would show which is the Assassin."""

    layouts: tuple[str, ...] = ()

    rules = PAGES

    def rows(self, board: Board, pick: str | None) -> Rows:
        """Return the buttons that open private answers; they are the same whatever may be done."""
        act = Button(ControlId(board.game_id, board.seq, "act", "open"), "Act", Style.PRIMARY)
        view = Button(ControlId(board.game_id, board.seq, "ownview"), "My view")
        return ((act, view, *self.always(board.game_id, board.seq)),)

    def always(self, game_id: int, seq: int) -> tuple[Button, ...]:
        """Return the rules and the menu."""
        return (
            Button(ControlId(game_id, seq, "rules"), "Rules"),
            Button(ControlId(game_id, seq, "menu"), "Menu"),
        )

    def pick_of(self, action: Action) -> str:
        """Return the square of the unit that is activated; to pass needs none."""
        return "" if isinstance(action, Pass) else str(action)[:2]

    def suggestions(self, board: Board, typed: str) -> list[Suggestion]:
        """Return the units that can act while nothing is typed, then the actions that fit it."""
        units = own_units(board)
        every = seen_units(board)
        if typed.split() or not units:
            return matching(
                [Suggestion(action_name(a, every), str(a)) for a in board.actions], typed
            )
        actors = [
            Suggestion(unit_name(square, unit), square)
            for square, unit in units.items()
            if actions_from(board, square)
        ]
        alone = [action for action in board.actions if isinstance(action, Pass)]
        return shortened(
            [*actors, *(Suggestion(action_name(a, every), str(a)) for a in alone)], typed
        )

    def notation(self, typed: str) -> str:
        """Return the notation that was meant, whatever the case, blanks and words after it.

        >>> [LegionPanel().notation(t) for t in ("E2 - e3 Legionnaire", "e2 f x E3", "B1 * b4")]
        ['e2-e3', 'e2fxe3', 'b1*b4']
        >>> [LegionPanel().notation(t) for t in ("e2 F", "E2t turns", "e2e3", "e2 !", "Pass. Now")]
        ['e2f', 'e2t', 'e2-e3', 'e2!', 'pass']
        >>> [LegionPanel().notation(t) for t in ("e2-e3 F", "b1*b4 f", "e2t f", "e2-e3 forward")]
        ['e2-e3f', 'b1*b4f', 'e2tf', 'e2-e3']
        """
        text = typed.strip().lower()
        text = re.sub(r"^([a-z]\d)\s*(f?)\s*([-x*])\s*(?=[a-z]\d)", r"\1\2\3", text)
        text = re.sub(r"^([a-z]\d)\s*([a-z]\d)", r"\1-\2", text)
        text = re.sub(r"^([a-z]\d)\s+(ft?|t|!)(?![a-z])", r"\1\2", text)
        # Not to be taken for a word after it: the turn would be played without the flip.
        text = re.sub(r"^([a-z]\d(?:f?[-x*][a-z]\d|f?t))\s+(?=f(?![a-z\d]))", r"\1", text)
        is_pass = text.partition(" ")[0].rstrip("!.") == "pass"
        return "pass" if is_pass and is_single(text) else first_word(text, typed)


GROUPS: Final[Sequence[tuple[type[Action], bool]]] = tuple(
    (kind, flips) for flips in (False, True) for kind in (Move, Melee, Shoot, Turn)
)
"""In which order the acts of a unit are listed that one chooses from: those with a flip last."""


class LegionAct:
    """The private panel: a select of units, Flip, Turn and Reveal, a select of everything else."""

    def rows(self, board: Board, choice: Choice, id_: Ids) -> Rows:
        """Return the controls with a unit picked or none, at that page of what it may do."""
        units = own_units(board)
        if board.actions and all(isinstance(action, Pass) for action in board.actions):
            return ((Button(id_("go", str(Pass())), "Pass", Style.PRIMARY),),)
        picked = choice.pick if choice.pick in units else None
        options = tuple(
            Option(square, _unit_option(board, square, unit), square == picked)
            for square, unit in units.items()
        )
        acts = actions_from(board, picked) if picked else []
        pages = _pages(acts)
        page = min(max(choice.page, 0), len(pages) - 1)
        buttons = tuple(
            _button(picked, label, action, acts, id_)
            for label, action in (
                ("Flip", Flip(picked or "")),
                ("Turn", Turn(picked or "")),
                ("Reveal", Reveal(picked or "")),
            )
        )
        return (
            Select(id_("unit", ""), "Pick a unit", options),
            buttons,
            _targets(board, picked, pages[page], id_("to", f"{picked or ''}.{page}")),
            *_turning(picked or "", page, len(pages), id_),
        )

    def secret(self, board: Board) -> str | None:
        """Return where the seat's Assassin is hidden, if it still is."""
        hidden = (square for square, unit in own_units(board).items() if unit.is_hidden)
        return next((f"Your Assassin is hidden on **{square}**." for square in hidden), None)

    def told(self, board: Board, action: Action) -> str:
        """Return the action in notation and words, to be asked whether it is meant."""
        return action_name(action, seen_units(board))


def seen_units(board: Board) -> Mapping[Square, Unit]:
    """Return the units that the board's view knows."""
    if not isinstance(board.view, LegionView):
        raise TypeError(f"no view of Legion, but one of {board.view.game}")
    return board.view.units


def own_units(board: Board) -> dict[Square, Unit]:
    """Return the seat's units by their squares, the foremost rows first."""
    units = {square: unit for square, unit in seen_units(board).items() if unit.seat == board.seat}
    order = sorted(units, key=lambda square: (-int(square[1]), square[0]))
    if board.seat != SEATS[0]:
        order.reverse()
    return {square: units[square] for square in order}


def _unit_option(board: Board, square: Square, unit: Unit) -> str:
    name = unit_name(square, unit)
    return name if actions_from(board, square) else f"{name} · cannot act"


def _button(
    picked: Square | None, label: str, action: Action, acts: Sequence[Action], id_: Ids
) -> Button:
    """Return the button for one of the acts that need no target; it rests if it cannot be."""
    if picked is None or action not in acts:
        return Button(id_("none", label), label, is_disabled=True)
    return Button(id_("go", str(action)), label)


def _pages(acts: Sequence[Action]) -> list[list[Action]]:
    """Return the acts with a target, and those after a flip, in pages of as many as fit."""
    listed: list[Action] = []
    for kind, flips in GROUPS:
        listed += [
            action
            for action in acts
            if isinstance(action, Move | Melee | Shoot | Turn)
            and isinstance(action, kind)
            and action.flips is flips
            and (flips or not isinstance(action, Turn))
        ]
    starts = [*range(0, len(listed), LIMIT), len(listed)]
    return [listed[start:end] for start, end in pairwise(starts)] or [[]]


def _targets(board: Board, picked: Square | None, acts: Sequence[Action], id_: ControlId) -> Select:
    """Return the select of what the picked unit may do."""
    says = f"Where {picked} goes or what it captures" if picked else "Where to, or what to capture"
    if not acts:
        # A select without options cannot be sent.
        nothing = "nowhere to go, nothing to capture" if picked else "pick a unit first"
        return Select(id_, says, (Option("none", nothing),), is_disabled=True)
    units = seen_units(board)
    options = [Option(str(each), _begun_large(deed(each, units))) for each in acts]
    return Select(id_, says, tuple(options))


def _begun_large(words: str) -> str:
    """Return the words with a capital first letter, those of names kept."""
    return words[:1].upper() + words[1:]


def _turning(picked: Square, page: int, pages: int, id_: Ids) -> Rows:
    """Return the buttons that turn the pages of the select, if it has more than one."""
    if pages == 1:
        return ()
    back, forward = (id_("page", f"{picked}.{to}") for to in (page - 1, page + 1))
    return (
        (
            Button(back, "‹", is_disabled=page == 0),
            Button(forward, "›", is_disabled=page == pages - 1),
        ),
    )
