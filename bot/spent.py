"""Controls of panels that did what they do once and rest until the panel shows something else."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping

KEPT = 1000
"""Panels that are remembered; a control of an older one may do its work again."""

AT_WORK, DONE = "…", "Shown"
"""What a resting control is called."""


class Spent:
    """Which controls of which panels rest, so that of two quick presses one does the work."""

    def __init__(self) -> None:
        self._panels: OrderedDict[int, dict[str, str]] = OrderedDict()

    def of(self, panel: int) -> Mapping[str, str]:
        """Return what the resting controls of the panel are called."""
        return self._panels.get(panel, {})

    def spend(self, panel: int, control: str) -> bool:
        """Let the control rest while it works; return whether it did not rest before."""
        if control in self.of(panel):
            return False
        self._panels.setdefault(panel, {})[control] = AT_WORK
        self._panels.move_to_end(panel)
        while len(self._panels) > KEPT:
            self._panels.popitem(last=False)
        return True

    def finish(self, panel: int, control: str) -> bool:
        """Note that the work is done; return whether the panel still shows what it showed."""
        if control not in self.of(panel):
            return False
        self._panels[panel][control] = DONE
        return True

    def give_back(self, panel: int, control: str) -> bool:
        """Let the control work again, as it failed; return whether it was still resting."""
        return self._panels.get(panel, {}).pop(control, None) is not None

    def renew(self, panel: int) -> None:
        """Let every control of the panel work again, as it shows something else now."""
        self._panels.pop(panel, None)
