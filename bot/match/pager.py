"""Turning pages: four buttons that go to the first, the one before, the next and the last."""

from __future__ import annotations

from collections.abc import Callable, Collection

from bot.posting import Button, ControlId

STEPS = {"first": "«", "back": "‹", "forward": "›", "last": "»"}


def turned(page: int, step: str, last: int) -> int:
    """Return the page one step from ``page``, or as near as there is one; they count from 0.

    Without a step it is that page.

    >>> turned(3, "back", 7), turned(3, "last", 7), turned(9, "", 7)
    (2, 7, 7)
    """
    return min(max(_targets(page, last).get(step, page), 0), last)


def pager(
    page: int,
    last: int,
    id_of: Callable[[str, int], ControlId],
    steps: Collection[str] = tuple(STEPS),
) -> tuple[Button, ...]:
    """Return the buttons; ``id_of`` makes an id of a step and of where it leads.

    A button that leads nowhere is disabled, and leads to where there is no page.
    """
    targets = _targets(page, last)
    resting = {"first": page == 0, "back": page == 0}
    return tuple(
        Button(id_of(step, targets[step]), STEPS[step], is_disabled=resting.get(step, page == last))
        for step in steps
    )


def _targets(page: int, last: int) -> dict[str, int]:
    return {"first": 0, "back": page - 1, "forward": page + 1, "last": last}
