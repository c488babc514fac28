"""A layout while it is being built: a value that each press turns into the next."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from bot.panels.layout import FIRST_PICK, PIECES, Pick
from engine.core import BadOption, Square
from engine.deflexion.layout import mirrored
from engine.deflexion.notation import SILVER, Kind, Piece, Position, format_code, parse_code
from engine.grid import Corner, Diagonal

STEPS_KEPT: Final = 20
"""How many changes can be undone."""

EMPTY: Final = format_code(Position({}, SILVER))


@dataclass(frozen=True, slots=True)
class Draft:
    """The position code so far, what is picked, and the codes before, the newest last.

    >>> draft = Draft().picking(Pick("P^", "b3")).placed().turned(1)
    >>> draft.code, draft.undone().code
    ('10/10/10/10/10/1P>8/10/10 s', '10/10/10/10/10/1P^8/10/10 s')
    >>> Draft.parse(draft.to_text()) == draft, Draft.parse("[]")
    (True, None)
    """

    code: str = EMPTY
    pick: Pick = FIRST_PICK
    past: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Draft | None:
        """Return the draft that was kept as this text, ``None`` when it is not one."""
        try:
            match json.loads(text):
                case {"code": str(code), "pick": str(pick), "past": [*past]}:
                    parse_code(code)
                    return cls(code, Pick.parse(pick) or FIRST_PICK, tuple(map(str, past)))
        except (json.JSONDecodeError, BadOption):
            return None
        return None

    def to_text(self) -> str:
        """Return the draft as a text to keep."""
        return json.dumps({"code": self.code, "pick": str(self.pick), "past": self.past})

    @property
    def position(self) -> Position:
        """The position so far."""
        return parse_code(self.code)

    def picking(self, pick: Pick) -> Draft:
        """Return the draft with another pick."""
        return replace(self, pick=pick)

    def with_code(self, code: str) -> Draft:
        """Return the draft with another position, which can be undone."""
        if code == self.code:
            return self
        return replace(self, code=code, past=(*self.past, self.code)[-STEPS_KEPT:])

    def placed(self) -> Draft:
        """Return the draft with the picked piece on the picked square."""
        return self._with({**self.position.pieces, self.pick.square: PIECES[self.pick.piece]})

    def removed(self) -> Draft:
        """Return the draft with nothing on the picked square."""
        pieces = dict(self.position.pieces)
        pieces.pop(self.pick.square, None)
        return self._with(pieces)

    def turned(self, quarters: int) -> Draft:
        """Return the draft with what stands on the picked square turned clockwise."""
        piece = self.position.pieces.get(self.pick.square)
        match piece:
            case Piece(kind=Kind.PYRAMID, facing=str(facing)):
                turned = replace(piece, facing=str(Corner(facing).turned(quarters)))
            case Piece(kind=Kind.DJED, facing=str(facing)):
                turned = replace(piece, facing=str(Diagonal(facing).turned))
            case _:
                return self
        return self._with({**self.position.pieces, self.pick.square: turned})

    def mirrored(self) -> Draft:
        """Return the draft in which the other side has what the picked piece's side has.

        Raises ``BadOption`` when pieces of that side mirror each other.
        """
        return self.with_code(format_code(mirrored(self.position, PIECES[self.pick.piece].seat)))

    def cleared(self) -> Draft:
        """Return the draft with an empty board."""
        return self._with({})

    def undone(self) -> Draft:
        """Return the draft as it was before the last change."""
        if not self.past:
            return self
        return replace(self, code=self.past[-1], past=self.past[:-1])

    def _with(self, pieces: Mapping[Square, Piece]) -> Draft:
        return self.with_code(format_code(Position(pieces, SILVER)))
