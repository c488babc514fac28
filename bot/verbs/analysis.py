"""What the controls of an analysis do, on the panel of a review.

The press that asks for one stays with it: it changes the panel every other second until the chart
stands there, the member cancels, or Discord takes no more of it. The analysis itself outlives it.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from contextlib import nullcontext

import discord

from bot.answers import acknowledge, seconds_since_arrival
from bot.match.analysis import question
from bot.match.analysts import Watch, insist_on_analysable
from bot.match.charts import (
    analysis_posting,
    analysis_rows,
    halted_posting,
    progress_posting,
    shown_analysis,
)
from bot.match.errors import Refused
from bot.match.review import Review, review_posting
from bot.messages import NOBODY, NOT_TAKEN, files_of
from bot.posting import Posting
from bot.verbs.press import Handler, Press
from bot.verbs.review import once, opened_review, panel_of, reword_panel, turn_panel

log = logging.getLogger(__name__)

EVERY_SECONDS = 2.0
"""How often the panel says how far the analysis is."""

LONGEST_SECONDS = 14 * 60.0
"""For how long a panel is changed; after 15 minutes Discord takes nothing more of a press."""

TOO_LONG = (
    "This takes longer than I can show here. It goes on, and is kept: press **Analyse** again in "
    "some minutes."
)
RESTARTING = (
    "I am being restarted. What was found so far is kept: press **Analyse** again in a minute."
)
FAILED = (
    "The analysis broke off. What was found so far is kept: press **Analyse** again; if it goes "
    "on, tell the person who runs me."
)


async def _analyse(press: Press) -> None:
    await acknowledge(press.interaction, thinking=False)
    review, _ = await opened_review(press)
    insist_on_analysable(review.match)
    analysts = press.bot.analysts
    found = await analysts.found(review.match)
    if question(review.match, found) is None:
        await turn_panel(press, analysis_posting(review, found))
    elif watch := analysts.watch(review.match, press.member, panel_of(press), found):
        try:
            await _follow(press, review, watch)
        finally:
            analysts.end(watch)


async def _follow(press: Press, review: Review, watch: Watch) -> None:
    """Show on the panel how the analysis gets on, and then what it found."""
    shown = None
    while not watch.is_over:
        if seconds_since_arrival(press.interaction) > LONGEST_SECONDS:
            await _put(press, watch, halted_posting(review, TOO_LONG))
            return
        ahead = press.bot.analysts.ahead_of(watch.job)
        posting = progress_posting(review, watch.job.found, ahead)
        try:
            if posting != shown:
                await _put(press, watch, posting)
            shown = posting
        except NOT_TAKEN as error:
            log.info("a panel does not show how an analysis gets on: %r", error)
        await watch.wait(EVERY_SECONDS)
    if press.bot.is_stopping:
        await _put(press, watch, halted_posting(review, RESTARTING))
    elif not watch.has_left and watch.job.has_failed:
        await _put(press, watch, halted_posting(review, FAILED))
    elif not watch.has_left:
        await _put(press, watch, analysis_posting(review, watch.job.found))


async def _put(press: Press, watch: Watch, posting: Posting) -> None:
    """Change the panel unless its member has left; its picture stays until there is a chart.

    When the message is gone nobody looks any more.
    """
    async with watch.lock:
        if watch.has_left:
            return
        try:
            await (turn_panel if posting.picture else reword_panel)(press, posting)
        except discord.NotFound:
            log.info("the panel of an analysis is gone")
            watch.leave()


async def _leave(press: Press) -> None:
    await acknowledge(press.interaction, thinking=False)
    watch = press.bot.analysts.leave(panel_of(press))
    review, _ = await opened_review(press)
    # What is being put there now comes first.
    async with watch.lock if watch else nullcontext():
        await turn_panel(press, review_posting(review))


async def _show_chart(press: Press) -> None:
    if not press.interaction.app_permissions.attach_files:
        raise Refused("To show an analysis I need the permission Attach Files in this channel.")
    await acknowledge(press.interaction, thinking=False)
    review, _ = await opened_review(press)
    insist_on_analysable(review.match)
    found = await press.bot.analysts.kept(review.match)
    if found is None:
        raise Refused("I would analyse this game anew by now: press Back, and then Analyse.")

    async def show(press: Press, review: Review, _: str) -> None:
        posting = shown_analysis(review, found, press.member)
        await press.interaction.followup.send(
            posting.text, files=await files_of(posting), allowed_mentions=NOBODY
        )

    await once(press, lambda review: analysis_rows(review, found), show)


VERBS: Mapping[str, Handler] = {
    "analyse": _analyse,
    "leave": _leave,
    "showchart": _show_chart,
}
