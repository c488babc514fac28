"""What the controls of the list of games do."""

from __future__ import annotations

from collections.abc import Mapping

from bot.lists import listed
from bot.match.errors import OldControl
from bot.match.games import Listing
from bot.verbs.press import Handler, Press, turn_into


async def _games(press: Press) -> None:
    step, _, text = press.id.argument.partition("-")
    listing = Listing.parse(text)
    if listing is None:
        raise OldControl
    await turn_into(press, await listed(press.interaction, listing, press.id.seq, step))


VERBS: Mapping[str, Handler] = {"games": _games}
