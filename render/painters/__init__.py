"""One painter per game: from a view and the last action's events to a Scene."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TypeAlias

from engine.core import Event, Seat, View
from render.painters import deflexion
from render.scene import Orientation, Scene

Painter: TypeAlias = Callable[[View, Sequence[Event]], Scene]

PAINTERS: Mapping[str, Painter] = MappingProxyType({"deflexion": deflexion.paint})


def scene(view: View, events: Sequence[Event] = (), *, facing: Seat | None = None) -> Scene:
    """Return the picture of what the view knows, with what the last action's events tell.

    ``facing`` is the seat that wants its own side at the bottom; without it the first seat's is.
    """
    upright = PAINTERS[view.game](view, events)
    if facing == upright.board.seats[1]:
        return replace(upright, orientation=Orientation.TURNED)
    return upright
