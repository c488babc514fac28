"""A layout being built: what each press makes of it, and how it is kept."""

import pytest

from bot.match.draft import EMPTY, STEPS_KEPT, Draft
from bot.panels.layout import PIECES, Pick
from engine.deflexion.notation import parse_code
from engine.deflexion.setup import LAYOUTS


def placed(draft: Draft, piece: str, square: str) -> Draft:
    return draft.picking(Pick(piece, square)).placed()


@pytest.mark.parametrize("text", PIECES)
def test_every_piece_is_placed_as_a_code_writes_it(text: str) -> None:
    draft = placed(Draft(), text, "a8")
    assert draft.code == f"{text}9/10/10/10/10/10/10/10 s"
    assert draft.removed().code == EMPTY


@pytest.mark.parametrize("text", ["P^", "p<", "D>", "d^"])
def test_four_quarter_turns_lead_back(text: str) -> None:
    draft = placed(Draft(), text, "d4")
    turned = draft.turned(1)
    assert turned.code != draft.code
    assert turned.turned(-1).code == draft.code
    assert turned.turned(1).turned(1).turned(1).code == draft.code


def test_what_has_no_mirror_and_what_is_empty_does_not_turn() -> None:
    assert placed(Draft(), "K", "d4").turned(1) == placed(Draft(), "K", "d4")
    assert Draft().turned(1) == Draft()


def test_mirror_follows_the_side_of_the_picked_piece() -> None:
    lacking = Draft(LAYOUTS["classic"]).picking(Pick("o", "d6")).removed()
    assert lacking.mirrored().code == LAYOUTS["classic"]
    halved = lacking.picking(Pick("O", "d6")).mirrored()
    assert halved.code == lacking.picking(Pick("O", "g3")).removed().code


def test_changes_are_undone_one_by_one_and_those_that_change_nothing_not_at_all() -> None:
    draft = placed(placed(Draft(), "K", "e1"), "K", "e1")
    cleared = placed(draft, "k", "f8").cleared()
    assert cleared.code == EMPTY
    assert set(cleared.undone().position.pieces) == {"e1", "f8"}
    assert cleared.undone().undone().code == draft.code
    start = cleared.undone().undone().undone()
    assert (start.code, start.past) == (EMPTY, ())
    assert start.undone() == start


def test_only_so_many_steps_are_kept() -> None:
    draft = Draft()
    for step in range(STEPS_KEPT + 5):
        draft = placed(draft, ("K", "O")[step % 2], "e1")
    assert len(draft.past) == STEPS_KEPT
    assert Draft.parse(draft.to_text()) == draft


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"code": "x", "pick": "Ke1", "past": []}', '{"code": 1}']
)
def test_what_is_no_draft_is_none(text: str) -> None:
    assert Draft.parse(text) is None


def test_a_kept_pick_that_means_nothing_is_the_first_one() -> None:
    draft = Draft.parse(Draft().to_text().replace("Ke1", "Xz9"))
    assert draft == Draft()
    assert parse_code(EMPTY).pieces == {}
