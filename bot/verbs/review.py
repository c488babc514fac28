"""What the controls of a review do."""

from __future__ import annotations

from collections.abc import Mapping

from bot.match.review import review_posting
from bot.verbs.press import Handler, Press, show, turn_into


async def _review(press: Press) -> None:
    match = await press.bot.play.match(press.id.game)
    theme = (await press.bot.store.people.preferences(press.member)).theme
    posting = review_posting(match, press.id.seq, press.id.argument, theme)
    if press.id.argument == "open":
        await show(press, posting)
    else:
        await turn_into(press, posting)


VERBS: Mapping[str, Handler] = {"review": _review}
