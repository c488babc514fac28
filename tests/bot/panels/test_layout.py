"""The bench on which layouts are built: what each press makes of one, and the controls."""

import random

import pytest

from bot.panels.editor import Draft
from bot.panels.layout import PIECES, LayoutEditor, Pick
from bot.posting import Button, ControlId, Select, Style
from engine.deflexion.notation import GRID, parse_code
from engine.deflexion.rulesets import DEFLEXION_RULES

EDITOR = LayoutEditor()
EMPTY = EDITOR.empty.code
SAVE = Button(ControlId(0, 1, "layout", "save"), "Save", Style.SUCCESS)


def pressed(draft: Draft, do: str, pick: Pick | None = None) -> Draft:
    after = EDITOR.pressed(draft.picking(str(pick or draft.pick)), do, "", random.Random(0))
    assert after
    return after


def placed(draft: Draft, piece: str, square: str) -> Draft:
    return pressed(draft, "place", Pick(piece, square))


@pytest.mark.parametrize("text", PIECES)
def test_every_piece_is_placed_as_a_code_writes_it(text: str) -> None:
    draft = placed(EDITOR.empty, text, "a8")
    assert draft.code == f"{text}9/10/10/10/10/10/10/10 s"
    assert pressed(draft, "remove").code == EMPTY


@pytest.mark.parametrize("text", ["P^", "p<", "D>", "d^"])
def test_four_quarter_turns_lead_back(text: str) -> None:
    draft = placed(EDITOR.empty, text, "d4")
    turned = pressed(draft, "right")
    assert turned.code != draft.code
    assert pressed(turned, "left").code == draft.code
    for _ in range(3):
        turned = pressed(turned, "right")
    assert turned.code == draft.code


def test_what_has_no_mirror_and_what_is_empty_does_not_turn() -> None:
    king = placed(EDITOR.empty, "K", "d4")
    assert pressed(king, "right") == king
    assert pressed(EDITOR.empty, "left") == EDITOR.empty


def test_mirror_follows_the_side_of_the_picked_piece() -> None:
    classic = Draft(DEFLEXION_RULES.layouts["classic"], EDITOR.empty.pick)
    lacking = pressed(classic, "remove", Pick("o", "d6"))
    assert pressed(lacking, "mirror").code == DEFLEXION_RULES.layouts["classic"]
    halved = pressed(lacking, "mirror", Pick("O", "d6"))
    assert halved.code == pressed(lacking, "remove", Pick("O", "g3")).code


def test_what_is_no_press_and_no_code_is_known_for_it() -> None:
    assert EDITOR.pressed(EDITOR.empty, "dance", "", random.Random(0)) is None
    assert EDITOR.pressed(EDITOR.empty, "file", "k", random.Random(0)) is None
    assert not EDITOR.is_code("x")
    assert parse_code(EMPTY).pieces == {}


@pytest.mark.parametrize("piece", PIECES)
def test_the_controls_keep_discords_limits_whatever_is_picked(piece: str) -> None:
    for square in GRID.cells:
        draft = Draft(DEFLEXION_RULES.layouts["classic"], str(Pick(piece, square)), (EMPTY,))
        rows = EDITOR.rows(draft, lambda do: ControlId(0, 999_999_999, "layout", do), [SAVE])
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
        draft = Draft(DEFLEXION_RULES.layouts["classic"], str(pick), (EMPTY,))
        rows = EDITOR.rows(draft, lambda do: ControlId(0, 1, "layout", do), [SAVE])
        buttons = [button for row in rows if not isinstance(row, Select) for button in row]
        return {button.label for button in buttons if button.is_disabled}

    assert disabled(Pick("K", "a1")) == {"⟲", "⟳", "Remove"}
    assert disabled(Pick("K", "e1")) == {"⟲", "⟳", "Place"}
    assert disabled(Pick("K", "e4")) == set()


@pytest.mark.parametrize("text", ["", "K", "e4", "Ke9", "Kk1", "P^", "Xe4", "P^^e4"])
def test_what_is_no_pick_is_none(text: str) -> None:
    assert Pick.parse(text) is None
    assert not EDITOR.is_pick(text)
