"""Pages turn within what there is, and every button has an id of its own."""

import pytest

from bot.match.pager import STEPS, pager, turned
from bot.posting import ControlId


@pytest.mark.parametrize(
    ("page", "step", "expected"),
    [
        (2, "first", 0),
        (2, "back", 1),
        (2, "forward", 3),
        (2, "last", 4),
        (2, "", 2),
        (0, "back", 0),
        (4, "forward", 4),
        (9, "stay", 4),
    ],
)
def test_a_step_leads_to_the_nearest_page_there_is(page: int, step: str, expected: int) -> None:
    assert turned(page, step, 4) == expected


@pytest.mark.parametrize(
    ("page", "last", "disabled"),
    [(0, 2, "«‹"), (1, 2, ""), (2, 2, "›»"), (0, 0, "«‹›»")],
)
def test_a_button_that_leads_nowhere_is_disabled(page: int, last: int, disabled: str) -> None:
    buttons = pager(page, last, lambda step, _: ControlId(0, page, "rules", step))
    assert "".join(button.label for button in buttons) == "".join(STEPS.values())
    assert "".join(button.label for button in buttons if button.is_disabled) == disabled


def test_the_two_steps_of_a_single_page_have_different_targets() -> None:
    """Discord refuses a message in which two controls have the same id."""
    targets: list[int] = []

    def id_of(step: str, target: int) -> ControlId:
        targets.append(target)
        return ControlId(0, 0, "moves", str(target))

    back, forward = pager(0, 0, id_of, ("back", "forward"))
    assert back.id != forward.id
    assert targets == [-1, 1]
