"""What the buttons do that ask how well the computer shall play."""

from __future__ import annotations

from collections.abc import Mapping

from bot.answers import acknowledge
from bot.channels import place_of
from bot.match.solo import written_terms
from bot.solo import begin
from bot.verbs.press import Handler, Press, named, settle

BEGINS = "level"
"""What rests of a private question about the level once it was answered."""


async def _level(press: Press) -> None:
    """Begin the game that was asked for, once, however often the buttons are pressed."""
    await acknowledge(press.interaction, thinking=False)
    bot, interaction = press.bot, press.interaction
    level, terms = written_terms(press.id.argument)
    panel = interaction.message.id if interaction.message else 0
    if not bot.spent.spend(panel, BEGINS):
        return
    try:
        plan = await bot.solo.plan(press.member, level, terms, place_of(interaction))
        match = await begin(interaction, plan)
    except Exception:
        bot.spent.give_back(panel, BEGINS)
        raise
    try:
        await bot.delivery.deliver(match.id)
    finally:
        told = named(press, match)
        await settle(press, f"{told[0].upper()}{told[1:]} is on.")


VERBS: Mapping[str, Handler] = {"solo": _level}
