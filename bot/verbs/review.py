"""What the controls of a review do.

A panel's place is in its controls' ids. The record of a replay out of a file hangs on the panel's
own message, and each press reads it from there: nothing of it is kept.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

import discord

from bot.answers import acknowledge
from bot.match.errors import Refused
from bot.match.gifs import LAST_MOVES, asked_range, game_gif, shot_gif
from bot.match.records import LARGEST, NO_GAME, RECORD_NAME, record_file, replay_file
from bot.match.review import (
    Review,
    gif_posting,
    gif_rows,
    list_posting,
    opened,
    review_posting,
    review_rows,
    shown_posting,
)
from bot.messages import FORM_SECONDS, NOBODY, NOT_TAKEN, as_allowed, files_of, view_of
from bot.posting import Posting, Rows, resting
from bot.verbs.press import Handler, Press, show, turn_into
from data import Match

log = logging.getLogger(__name__)


async def _review(press: Press) -> None:
    review, step = await opened_review(press)
    if step == "open":
        await show(press, review_posting(review))
    else:
        await turn_panel(press, review_posting(review.stepped(step)))


async def _jump(press: Press) -> None:
    review, _ = await opened_review(press)
    picked = press.values[0] if press.values else ""
    await turn_panel(
        press, review_posting(review.at(int(picked) if picked.isdecimal() else review.ply))
    )


async def _moves(press: Press) -> None:
    review, page = await opened_review(press)
    await reword_panel(press, list_posting(review, int(page) if page.isdecimal() else None))


async def _gif(press: Press) -> None:
    what = press.id.argument.partition(".")[0]
    if not what:
        review, _ = await opened_review(press)
        await reword_panel(press, gif_posting(review))
    elif what != "range":
        await once(press, gif_rows, _make_gif)
    elif press.fields:
        await acknowledge(press.interaction, thinking=True)
        review, _ = await opened_review(press)
        asked = (press.fields.get(field, "") for field in ("first", "last"))
        limit = press.interaction.filesize_limit
        await show(press, await game_gif(review, *asked_range(review, *asked), limit))
    else:
        await press.interaction.response.send_modal(_range_form(press))


async def _make_gif(press: Press, review: Review, what: str) -> None:
    """Answer privately with the GIF that the control is for."""
    limit = press.interaction.filesize_limit
    match what:
        case "shot":
            posting = await shot_gif(review, limit)
        case "ten":
            posting = await game_gif(review, max(review.last - LAST_MOVES, 0), review.last, limit)
        case _:
            posting = await game_gif(review, 0, review.last, limit)
    posting = as_allowed(press.interaction, posting)
    await press.interaction.followup.send(
        posting.text, files=await files_of(posting), ephemeral=True, allowed_mentions=NOBODY
    )


async def _record(press: Press) -> None:
    review, _ = await opened_review(press)
    if review.match.result is None:
        raise Refused("The record of a game is handed out when the game is over.")
    text = f"{review.name}: the record. `/review` with `file` replays it."
    await show(press, Posting(text, attachments=(record_file(review.match),)))


async def _publish(press: Press) -> None:
    if not press.interaction.app_permissions.attach_files:
        raise Refused("To show a position I need the permission Attach Files in this channel.")
    await once(press, review_rows, _show_everyone)


async def _show_everyone(press: Press, review: Review, _: str) -> None:
    posting = shown_posting(review, press.member)
    await press.interaction.followup.send(
        posting.text, files=await files_of(posting), allowed_mentions=NOBODY
    )


async def once(
    press: Press,
    rows_of: Callable[[Review], Rows],
    work: Callable[[Press, Review, str], Awaitable[None]],
) -> None:
    """Do the work of a control once on its panel, and once more only when it failed.

    It rests meanwhile and afterwards, until the panel shows something else.
    """
    if not press.interaction.response.is_done():
        await acknowledge(press.interaction, thinking=False)
    spent, panel, control = press.bot.spent, panel_of(press), str(press.id)
    if not spent.spend(panel, control):
        return
    rows: Rows = ()
    try:
        review, what = await opened_review(press)
        rows = rows_of(review)
        await _rest(press, rows)
        await work(press, review, what)
    except Exception:
        if spent.give_back(panel, control) and rows:
            await _rest(press, rows)
        raise
    if spent.finish(panel, control):
        await _rest(press, rows)


def panel_of(press: Press) -> int:
    """Return the number of the message under which the control stands."""
    return press.interaction.message.id if press.interaction.message else 0


async def _rest(press: Press, rows: Rows) -> None:
    """Put the panel's controls under it, those disabled that rest; best effort."""
    resting_now = press.bot.spent.of(panel_of(press))
    try:
        await press.interaction.edit_original_response(view=view_of(resting(rows, resting_now)))
    except NOT_TAKEN as error:
        log.info("a panel keeps its controls: %r", error)


VERBS: Mapping[str, Handler] = {
    "review": _review,
    "jump": _jump,
    "moves": _moves,
    "gif": _gif,
    "record": _record,
    "publish": _publish,
}


async def opened_review(press: Press) -> tuple[Review, str]:
    """Return the review that the control belongs to, and what else its id says."""
    theme = (await press.bot.store.people.preferences(press.member)).theme
    return opened(await _match(press), press.id, theme)


async def _match(press: Press) -> Match:
    if press.id.game != NO_GAME:
        return await press.bot.play.match(press.id.game)
    if not press.interaction.response.is_done():
        # The file comes over the network, and a long one takes a moment to replay.
        await acknowledge(press.interaction, thinking=False)
    message = press.interaction.message
    files = message.attachments if message else []
    record = next((file for file in files if file.filename == RECORD_NAME), None)
    gone = Refused("The file of this replay is gone. Use /review with the file once more.")
    if record is None or record.size > LARGEST:
        raise gone
    try:
        return await replay_file(await record.read())
    except (discord.NotFound, discord.Forbidden) as error:
        raise gone from error


async def turn_panel(press: Press, posting: Posting) -> None:
    """Show another position on the panel; the record of a replay stays on it."""
    press.bot.spent.renew(panel_of(press))
    files = press.interaction.message.attachments if press.interaction.message else []
    kept = [file for file in files if file.filename == RECORD_NAME]
    await turn_into(press, posting, kept)


async def reword_panel(press: Press, posting: Posting) -> None:
    """Change the panel's words and controls; its files stay as they are."""
    press.bot.spent.renew(panel_of(press))
    files = press.interaction.message.attachments if press.interaction.message else []
    await turn_into(press, posting, files)


def _range_form(press: Press) -> discord.ui.Modal:
    """Return the form that asks for a range; its id says which panel it belongs to."""
    argument = f"{press.id.argument}.{secrets.token_hex(4)}"
    form = discord.ui.Modal(
        title="A GIF of which moves?",
        timeout=FORM_SECONDS,
        custom_id=str(replace(press.id, argument=argument)),
    )
    for field, label, default in (
        ("first", "From move (0 is the start)", max(press.id.seq - LAST_MOVES, 0)),
        ("last", "To move", press.id.seq),
    ):
        number = discord.ui.TextInput[discord.ui.Modal](
            custom_id=field, default=str(default), max_length=9
        )
        form.add_item(discord.ui.Label(text=label, component=number))
    return form
