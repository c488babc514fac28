"""Challenging somebody, or anybody: the command, and the form from a member's menu."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import discord
from discord import app_commands

from bot.answers import answered
from bot.channels import insist_on_permissions, place_of, server_of
from bot.commands.common import Ask, Choices, Commands, choices
from bot.invitations import insist_on_opponent, is_computer
from bot.match.terms import (
    CLOCKS,
    GAME_CLOCKS,
    SIDES,
    Terms,
    armies_of,
    has_game_clock,
    layouts,
)
from bot.messages import FORM_SECONDS
from bot.panels import OFFERED, Suggestion
from bot.panels.panel import LIMIT, shortened
from bot.posting import ControlId
from engine.core import listed

Picks = Sequence[tuple[str, str]]
"""Choices as pairs: what is shown, and what it stands for."""

TIMED = listed(game.title for game in OFFERED if has_game_clock(game.game))
ARMED = listed(game.title for game in OFFERED if armies_of(game.game))
"""The games with a clock for the whole game, and those with armies."""

GAME_PICKS: Picks = [(game.title, game.name) for game in OFFERED]
SIDE_PICKS: Picks = [(side.capitalize(), side) for side in SIDES]
CLOCK_PICKS: Picks = [
    (f"{name} per move" if seconds else name.capitalize(), name) for name, seconds in CLOCKS.items()
] + [(f"{name} for the whole game ({TIMED})", name) for name in GAME_CLOCKS]
ARMY_PICKS: Picks = [
    (army.capitalize(), army)
    for army in dict.fromkeys(army for game in OFFERED for army in armies_of(game.game))
]


def choices_of(picks: Picks) -> Choices:
    """Return the picks as Discord takes them."""
    return [app_commands.Choice(name=shown, value=value) for shown, value in picks]


@app_commands.command(description="Challenge a member, or anybody here, to a game")
@app_commands.describe(
    opponent="Whom to challenge (anybody in this channel if left out)",
    game=f"Which game ({OFFERED[0].title} if left out)",
    layout="How the pieces stand at the start",
    side="Which side you play; the first moves first (drawn if left out)",
    clock="How long each move, or the whole game, may take (no limit if left out)",
    army=f"Only for {ARMED}: your army (the one that your opponent has not if left out)",
    opponent_army=f"Only for {ARMED}: your opponent's army (the one that you have not if left out)",
)
@app_commands.choices(
    game=choices_of(GAME_PICKS),
    side=choices_of(SIDE_PICKS),
    clock=choices_of(CLOCK_PICKS),
    army=choices_of(ARMY_PICKS),
    opponent_army=choices_of(ARMY_PICKS),
)
async def challenge(
    interaction: Ask,
    opponent: discord.User | None = None,
    game: str = OFFERED[0].name,
    layout: str | None = None,
    side: str = "random",
    clock: str = "none",
    army: str = "",
    opponent_army: str = "",
) -> None:
    """Post a challenge with Accept, Decline and Cancel."""
    terms = Terms(game, layout, side, clock, army, opponent_army)
    asking = interaction.client.invitations.challenge(interaction, opponent, terms)
    await answered(interaction, asking)


@challenge.autocomplete("layout")
async def _layouts(interaction: Ask, typed: str) -> Choices:
    return await fitting(interaction, typed)


async def fitting(interaction: Ask, typed: str) -> Choices:
    """Return the layouts of the command's game that fit what was typed."""
    game = str(getattr(interaction.namespace, "game", None) or OFFERED[0].name)
    return choices(shortened(await _layouts_for(interaction, game, typed), typed))


async def _layouts_for(interaction: Ask, game: str, typed: str) -> list[Suggestion]:
    store, server = interaction.client.store, server_of(interaction)
    return await layouts(store, game, interaction.user.id, server, typed)


@app_commands.context_menu(name="Challenge to a game")
async def challenge_member(interaction: Ask, member: discord.User) -> None:
    """Open a form with the same choices for a challenge to the member."""
    await answered(interaction, _open_form(interaction, member))


async def _open_form(interaction: Ask, member: discord.User | discord.Member) -> None:
    insist_on_opponent(interaction, member)
    insist_on_permissions(interaction)
    if not is_computer(interaction, member):
        # Asked before the form is filled in for nothing, and again when it is sent.
        await interaction.client.challenges.insist_on_asking(
            interaction.user.id, member.id, place_of(interaction)
        )
    found = [
        _of_variant(each, game.title if game is not OFFERED[0] else "")
        for game in OFFERED
        for each in await _layouts_for(interaction, game.name, "")
    ]
    form = discord.ui.Modal(
        title=f"Challenge {member.display_name}"[:45],
        # A form that was closed and opened again has another id, or Discord shows the old one.
        custom_id=str(ControlId(0, 0, "challenge", f"{member.id}.{secrets.token_hex(4)}")),
        timeout=FORM_SECONDS,
    )
    form.add_item(_picker("Game", "game", GAME_PICKS, OFFERED[0].name))
    form.add_item(_layout_picker(_without_twins(found)))
    form.add_item(_picker("Your side", "side", SIDE_PICKS, "random"))
    form.add_item(_picker("Clock", "clock", CLOCK_PICKS, "none"))
    form.add_item(_armies_picker())
    await interaction.response.send_modal(form)


def _of_variant(layout: Suggestion, title: str) -> Suggestion:
    """Return the layout with the name of its game in its label, if that is not the usual one."""
    return Suggestion(f"{layout.label} · {title}", layout.value) if title else layout


def _without_twins(found: Sequence[Suggestion]) -> Sequence[Suggestion]:
    """Return the layouts without those that are called as one of another game is.

    The same choice then means either, by the game that is picked.
    """
    first: dict[str, Suggestion] = {}
    for each in found:
        first.setdefault(each.value, each)
    return tuple(first.values())


def _picker(
    label: str, field: str, picks: Picks, chosen: str
) -> discord.ui.Label[discord.ui.Modal]:
    options = [
        discord.SelectOption(label=shown, value=value, default=value == chosen)
        for shown, value in picks
    ]
    return discord.ui.Label(
        text=label, component=discord.ui.Select(custom_id=field, options=options)
    )


def _armies_picker() -> discord.ui.Label[discord.ui.Modal]:
    """Return the select of the armies of both: a form has no room for one each."""
    options = [
        discord.SelectOption(label=f"{own} against {other}", value=f"{army}-{against}")
        for own, army in ARMY_PICKS
        for other, against in ARMY_PICKS
    ]
    return discord.ui.Label(
        text="Armies",
        description=f"Only for {ARMED}: yours against your opponent's",
        component=discord.ui.Select(
            custom_id="armies",
            placeholder="The game's usual ones",
            options=options,
            required=False,
            min_values=0,
        ),
    )


def _layout_picker(found: Sequence[Suggestion]) -> discord.ui.Label[discord.ui.Modal]:
    """Return the select of layouts: it says for which games, and of more than 25 where they are."""
    options = [
        discord.SelectOption(label=each.label[:100], value=each.value) for each in found[:LIMIT]
    ]
    having = listed(game.title for game in OFFERED if game.layouts)
    more = f"; {len(found) - LIMIT} more are found by /challenge" if len(found) > LIMIT else ""
    return discord.ui.Label(
        text="Layout",
        description=f"Only for {having}{more}",
        component=discord.ui.Select(
            custom_id="layout",
            placeholder="The game's usual one",
            options=options,
            required=False,
            min_values=0,
        ),
    )


COMMANDS: Commands = (challenge, challenge_member)
