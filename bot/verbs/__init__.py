"""What each control does, by its verb: a handler reads the press, asks the match service, sends.

Each module here has the verbs of one part; a new part is a new module and its name below.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.match.errors import OldControl
from bot.verbs import (
    act,
    analysis,
    challenge,
    games,
    layout,
    members,
    play,
    review,
    setup,
    solo,
)
from bot.verbs.press import Handler, Press, press_of

__all__ = ["VERBS", "Press", "handle", "press_of"]

VERBS: Mapping[str, Handler] = {
    **challenge.VERBS,
    **play.VERBS,
    **games.VERBS,
    **review.VERBS,
    **analysis.VERBS,
    **members.VERBS,
    **layout.VERBS,
    **setup.VERBS,
    **act.VERBS,
    **solo.VERBS,
}


async def handle(press: Press) -> None:
    """Do what the control's verb says. Raises ``GameError`` with the reason if it cannot be."""
    handler = VERBS.get(press.id.verb)
    if handler is None:
        raise OldControl(press.id.game)
    await handler(press)
