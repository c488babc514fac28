"""Lists of games, of the server in which they are asked for, or of who asks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import discord

from bot.channels import server_of
from bot.match.errors import Refused
from bot.match.games import Listing, games_posting
from bot.posting import Posting
from data import COMPUTER

if TYPE_CHECKING:
    from bot.app import Ricochet


async def listed(
    interaction: discord.Interaction[Ricochet], listing: Listing, page: int, step: str
) -> Posting:
    """Return the page of the list one step from ``page``.

    Outside of servers a member's personal games are listed, which nobody else is shown.
    """
    server, member = server_of(interaction), interaction.user.id
    if server is None:
        if listing.member not in (None, member, COMPUTER):
            raise Refused("Here I list your own games alone. A server lists those played there.")
        listing = replace(listing, member=member)
    return await games_posting(interaction.client.store, server, listing, page, step)
