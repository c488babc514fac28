"""What the controls of the list of games do."""

from __future__ import annotations

from collections.abc import Mapping

from bot.match.errors import OldControl
from bot.match.games import Listing, games_posting
from bot.verbs.press import Handler, Press, turn_into


async def _games(press: Press) -> None:
    step, _, text = press.id.argument.partition("-")
    listing = Listing.parse(text)
    if listing is None:
        raise OldControl
    guild = press.interaction.guild_id
    posting = await games_posting(press.bot.store, guild, listing, press.id.seq, step)
    await turn_into(press, posting)


VERBS: Mapping[str, Handler] = {"games": _games}
