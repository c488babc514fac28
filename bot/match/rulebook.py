"""The rules of a game in pages with pictures."""

from __future__ import annotations

from bot.match.boards import picture_of
from bot.match.errors import OldControl
from bot.match.pager import pager, turned
from bot.panels import VARIANTS
from bot.posting import ControlId, Option, Posting, Rows, Select


def rules_posting(name: str, page: int, step: str, theme: str) -> Posting:
    """Return the page of a variant's rules one step from ``page``; without a step, that page.

    Pages count from 0, and a number beyond them means the last. Raises ``OldControl`` for a name
    that has no rules here, and ``KeyError`` for a theme that is none.
    """
    if name not in VARIANTS:
        raise OldControl
    pages = VARIANTS[name].rules
    last = len(pages) - 1
    target = turned(page, step, last)
    shown = pages[target]
    heading = f"**{VARIANTS[name].title} · {shown.title}** · {target + 1} of {last + 1}"
    return Posting(
        f"{heading}\n{shown.text}",
        picture_of(shown.scene(), theme, f"rules-{name}-{target + 1}.png"),
        _rows(name, target),
    )


def _rows(name: str, page: int) -> Rows:
    """Return a select of all pages over four buttons that turn them."""
    pages = VARIANTS[name].rules
    options = tuple(
        Option(str(number), f"{number + 1} {each.title}", number == page)
        for number, each in enumerate(pages)
    )
    return (
        Select(ControlId(0, page, "rules", f"{name}:page"), "Page", options),
        pager(page, len(pages) - 1, lambda step, _: ControlId(0, page, "rules", f"{name}:{step}")),
    )
