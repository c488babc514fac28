"""What **Act** and **My view** under a board do, and the controls of the panel that one opens."""

from __future__ import annotations

from collections.abc import Mapping

from bot.answers import acknowledge
from bot.channels import is_guest
from bot.match.errors import Ended, OldControl, Stale
from bot.panels.act import Choice
from bot.verbs.press import Handler, Press, deliver, show, turn_into


async def _act(press: Press) -> None:
    do, _, about = press.id.argument.partition(":")
    if not press.is_private:
        if do != "open":
            raise OldControl(press.id.game)
        if not is_guest(press.interaction):
            # There an old board is itself turned into the newest, which this would rule out.
            await acknowledge(press.interaction, thinking=True)
        id_ = press.id
        await show(press, await press.bot.acting.open(id_.game, id_.seq, press.member))
        return
    await acknowledge(press.interaction, thinking=False)
    chosen = press.values[0] if press.values else about
    try:
        match do:
            case "go" | "to":
                is_asked = (await press.bot.store.people.preferences(press.member)).confirm
                await (_ask if is_asked else _play)(press, chosen)
            case "confirm":
                await _play(press, about)
            case "unit":
                await _choose(press, Choice(chosen))
            case "page" | "back":
                await _choose(press, Choice.parse(about))
            case _:
                raise OldControl(press.id.game)
    except (Stale, Ended):
        id_ = press.id
        await turn_into(press, await press.bot.acting.newest(id_.game, id_.seq, press.member))


async def _choose(press: Press, choice: Choice) -> None:
    id_ = press.id
    # Of two quick presses the later one is shown last.
    async with press.bot.drafts.turns.of(press.member):
        shown = await press.bot.acting.choose(id_.game, id_.seq, press.member, choice)
        await turn_into(press, shown)


async def _ask(press: Press, text: str) -> None:
    id_ = press.id
    await turn_into(press, await press.bot.acting.ask(id_.game, id_.seq, press.member, text))


async def _play(press: Press, text: str) -> None:
    """Carry the action out: it is committed, then shown, and said to be done."""
    id_ = press.id
    match = await press.bot.play.act(id_.game, id_.seq, press.member, text)

    async def tell() -> None:
        await turn_into(press, await press.bot.acting.done(match, press.member))

    await deliver(press, match, tell)


async def _own_view(press: Press) -> None:
    await acknowledge(press.interaction, thinking=True)
    await show(press, await press.bot.acting.view(press.id.game, press.member))


VERBS: Mapping[str, Handler] = {"act": _act, "ownview": _own_view}
