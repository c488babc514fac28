"""The bench on which layouts are built: what each press makes of one, and the controls."""

import random

import pytest

from bot.panels.editor import Draft
from bot.panels.layout import LayoutEditor, Pick
from bot.posting import Button, ControlId, Select, Style
from engine.core import BadOption
from engine.deflexion.notation import GRID, parse_code
from engine.deflexion.rulesets import DEFLEXION_RULES, KHET_RULES

EDITOR = LayoutEditor(DEFLEXION_RULES)
KHET = LayoutEditor(KHET_RULES)
EMPTY = EDITOR.empty.code
SAVE = Button(ControlId(0, 1, "layout", "save"), "Save", Style.SUCCESS)


def pressed(draft: Draft, do: str, pick: Pick | None = None) -> Draft:
    after = EDITOR.pressed(draft.picking(str(pick or draft.pick)), do, "", random.Random(0))
    assert after
    return after


def placed(draft: Draft, piece: str, square: str) -> Draft:
    return pressed(draft, "place", Pick(piece, square))


@pytest.mark.parametrize("text", EDITOR.pieces)
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


@pytest.mark.parametrize(
    ("editor", "piece"), [(editor, piece) for editor in (EDITOR, KHET) for piece in editor.pieces]
)
def test_the_controls_keep_discords_limits_whatever_is_picked(
    editor: LayoutEditor, piece: str
) -> None:
    for square in GRID.cells:
        draft = Draft(editor.starts["classic"], str(Pick(piece, square)), (editor.empty.code,))
        rows = editor.rows(draft, lambda do: ControlId(0, 999_999_999, "layout", do), [SAVE])
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


def changed(draft: Draft, do: str, pick: Pick) -> Draft | None:
    """A draft of Khet 2.0 after a press."""
    return KHET.pressed(draft.picking(str(pick)), do, "", random.Random(0))


def test_a_layout_of_khet_begins_with_both_sphinxes() -> None:
    assert KHET.empty.code == "sv9/10/10/10/10/10/10/9S^ s"
    assert KHET.faults(KHET.empty.code) == [
        "Silver has no Pharaoh and needs one.",
        "Gold has no Pharaoh and needs one.",
    ]


@pytest.mark.parametrize("text", KHET.pieces)
def test_every_piece_of_khet_is_placed_as_a_code_writes_it(text: str) -> None:
    draft = changed(KHET.empty, "place", Pick(text, "b7"))
    assert draft
    assert draft.code == f"sv9/1{text}8/10/10/10/10/10/9S^ s"
    assert changed(draft, "remove", Pick(text, "b7")) == draft.with_code(KHET.empty.code)


@pytest.mark.parametrize("square", ["j1", "a8"])
def test_a_sphinx_can_be_turned_but_neither_removed_nor_covered(square: str) -> None:
    pick = Pick("A^", square)
    assert changed(KHET.empty, "remove", pick) is None
    assert changed(KHET.empty, "place", pick) is None
    for do in ("left", "right"):
        turned = changed(KHET.empty, do, pick)
        assert turned
        assert turned.code in ("s>9/10/10/10/10/10/10/9S^ s", "sv9/10/10/10/10/10/10/9S< s")
        back = changed(turned, do, pick)
        assert back
        assert back.code == KHET.empty.code
    rows = KHET.rows(KHET.empty.picking(str(pick)), lambda do: ControlId(0, 1, "x", do), [SAVE])
    buttons = [button for row in rows if not isinstance(row, Select) for button in row]
    assert {button.label for button in buttons if button.is_disabled} == {
        *("Place", "Remove", "Clear", "Undo")
    }


def test_an_anubis_turns_by_quarters_and_is_mirrored_with_its_sphinx() -> None:
    draft = changed(KHET.empty, "place", Pick("A^", "d4"))
    assert draft
    turned = changed(draft, "right", Pick("A^", "d4"))
    assert turned
    assert "A>" in turned.code
    sideways = changed(turned, "left", Pick("A^", "j1"))
    assert sideways
    mirrored = changed(sideways, "mirror", Pick("K", "e1"))
    assert mirrored
    assert mirrored.code == "s>9/10/10/6a<3/3A>6/10/10/9S< s"


@pytest.mark.parametrize("name", KHET_RULES.layouts)
def test_a_code_is_known_for_that_of_its_rules_by_its_pieces(name: str) -> None:
    code = KHET_RULES.layouts[name]
    assert KHET.read(code) == code
    assert (KHET.is_form(code), EDITOR.is_form(code)) == (True, False)
    with pytest.raises(BadOption, match="Deflexion knows no Sphinx"):
        EDITOR.read(code)
    own = DEFLEXION_RULES.layouts["classic"]
    assert (KHET.is_form(own), EDITOR.is_form(own)) == (False, True)
    with pytest.raises(BadOption, match=r"Khet 2\.0 knows no obelisk"):
        KHET.read(own)


def test_the_pieces_of_the_other_rules_are_no_pick() -> None:
    assert (KHET.is_pick("A^e4"), EDITOR.is_pick("A^e4")) == (True, False)
    assert (KHET.is_pick("Oe4"), EDITOR.is_pick("Oe4")) == (False, True)
    assert not KHET.is_pick("S^j1")


@pytest.mark.parametrize("text", ["", "K", "e4", "Ke9", "Kk1", "P^", "Xe4", "P^^e4"])
def test_what_is_no_pick_is_none(text: str) -> None:
    assert Pick.parse(text) is None
    assert not EDITOR.is_pick(text)
