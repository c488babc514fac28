"""The controls of the bench on which layouts are built."""

import pytest

from bot.panels.layout import PIECES, Bench, Pick, editor_rows
from bot.posting import Button, Select
from engine.deflexion.notation import GRID, parse_code
from engine.deflexion.setup import LAYOUTS

CLASSIC = parse_code(LAYOUTS["classic"])


def bench(pick: Pick) -> Bench:
    return Bench(999_999_999, CLASSIC, pick, can_undo=True, can_save=True)


@pytest.mark.parametrize("piece", PIECES)
def test_the_controls_keep_discords_limits_whatever_is_picked(piece: str) -> None:
    for square in GRID.cells:
        rows = editor_rows(bench(Pick(piece, square)))
        assert len(rows) == 5
        ids = []
        for row in rows:
            if isinstance(row, Select):
                assert 1 <= len(row.options) <= 25
                assert sum(option.is_default for option in row.options) == 1
                ids.append(str(row.id))
            else:
                assert len(row) <= 4
                ids += [str(button.id) for button in row]
        assert len(set(ids)) == len(ids)
        assert all(len(id_) <= 100 for id_ in ids)


def test_what_cannot_be_done_is_disabled() -> None:
    def disabled(pick: Pick) -> set[str]:
        buttons = [row for row in editor_rows(bench(pick)) if not isinstance(row, Select)]
        return {b.label for row in buttons for b in row if isinstance(b, Button) and b.is_disabled}

    assert disabled(Pick("K", "a1")) == {"⟲", "⟳", "Remove"}
    assert disabled(Pick("K", "e1")) == {"⟲", "⟳", "Place"}
    assert disabled(Pick("K", "e4")) == set()


@pytest.mark.parametrize("text", ["", "K", "e4", "Ke9", "Kk1", "P^", "Xe4", "P^^e4"])
def test_what_is_no_pick_is_none(text: str) -> None:
    assert Pick.parse(text) is None
