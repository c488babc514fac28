"""What every private editor shares: a draft, its changes, and how it is kept."""

import pytest

from bot.panels.editor import STEPS_KEPT, Draft


def test_changes_are_undone_one_by_one_and_those_that_change_nothing_not_at_all() -> None:
    start = Draft("", "x")
    changed = start.with_code("a").with_code("a").with_code("b").picking("y")
    assert (changed.code, changed.past) == ("b", ("", "a"))
    assert changed.undone().undone() == start.picking("y")
    assert changed.undone().undone().undone() == start.picking("y")


def test_only_so_many_steps_are_kept() -> None:
    draft = Draft("", "x")
    for step in range(STEPS_KEPT + 5):
        draft = draft.with_code(str(step))
    assert len(draft.past) == STEPS_KEPT
    assert Draft.parse(draft.to_text()) == draft


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"code": 1}', '{"code": "x", "past": []}'])
def test_what_is_no_draft_is_none(text: str) -> None:
    assert Draft.parse(text) is None
