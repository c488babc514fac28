"""Layouts of one's own: built on a private bench, kept under a name, shared, deleted."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.match.boards import mention
from bot.match.errors import Refused
from bot.match.names import clean_name
from bot.match.pager import pager, turned
from bot.match.terms import pick_of
from bot.match.words import escaped
from bot.panels.panel import Suggestion
from bot.posting import Button, ControlId, Picture, Posting, Style
from data import Layout, NameTaken, ShelfFull, Store
from data.shelf import MOST_LAYOUTS
from engine.deflexion.layout import read_layout
from engine.deflexion.notation import format_code
from engine.deflexion.setup import LAYOUTS
from render import alt_text, draw, position_scene

GAME: Final = "deflexion"
PAGE: Final = 10
"""Lines of a page of the list."""

SHIPPED: Final = "comes with the game"

GONE: Final = "There is no such layout any more. /layout list shows yours."
FULL: Final = (
    f"You keep {MOST_LAYOUTS} layouts already, which is all there is room for. Delete one with "
    "/layout delete first."
)


@dataclass(frozen=True, slots=True)
class Layouts:
    """What members do with layouts. Every method commits before it returns."""

    store: Store
    clock: Callable[[], int]

    # Keeping

    async def take_in(self, member: int, typed_name: str, typed_code: str) -> Posting:
        """Keep a layout that was written as a code. Raises ``GameError`` with every fault."""
        name = free_name(typed_name)
        code = format_code(read_layout(bare_code(typed_code)))
        try:
            layout_id = await self.store.shelf.add(member, GAME, name, code, self.clock())
        except NameTaken as error:
            raise Refused(
                f"You have a layout **{escaped(name)}** already. Pick another name, or change "
                "that one with /layout edit."
            ) from error
        except ShelfFull as error:
            raise Refused(FULL) from error
        return await self.saved(member, layout_id)

    async def show(self, member: int, guild: int | None, typed: str) -> Posting:
        """Return the picture of a layout, a shipped one too, and its code to copy."""
        sought = typed.strip().casefold()
        if code := LAYOUTS.get(sought):
            return Posting(
                _card(sought.capitalize(), SHIPPED, code), await self.picture(member, code)
            )
        layout = await self.usable(member, guild, typed)
        card = _card(layout.name, _whose(layout, member, guild), layout.code)
        return Posting(card, await self.picture(member, layout.code))

    async def page(self, member: int, guild: int | None, number: int) -> Posting:
        """Return a page of what the member can use in the server, their own first."""
        every = await self.store.shelf.usable(member, guild, GAME, "")
        if not every:
            return Posting("You have no layouts yet. Build one with /layout new.")
        last = (len(every) - 1) // PAGE
        number = turned(number, "", last)
        own = sum(layout.owner_id == member for layout in every)
        lines = [f"**Layouts** · {own} of {MOST_LAYOUTS} are yours"]
        lines += [
            f"- **{escaped(layout.name)}** · {_whose(layout, member, guild)}"
            for layout in every[number * PAGE :][:PAGE]
        ]
        if not last:
            return Posting("\n".join(lines))
        lines[0] += f" · page {number + 1} of {last + 1}"
        row = pager(
            number,
            last,
            # The number of an id is not negative, even on a button that leads nowhere.
            lambda step, to: ControlId(0, max(to, 0), "layouts", step),
            ("back", "forward"),
        )
        return Posting("\n".join(lines), None, (row,))

    async def share(self, member: int, guild: int, typed: str) -> Posting:
        """Share the member's layout in the server, or take it back; return which it was."""
        layout = await self.own(member, typed)
        name = f"**{escaped(layout.name)}**"
        if layout.is_shared_in(guild):
            await self.store.shelf.unshare(layout.id, guild)
            return Posting(f"{name} is yours alone again. Games that began with it go on.")
        await self.store.shelf.share(layout.id, guild)
        await self.find_own(member, layout.id)
        return Posting(
            f"Members of this server can now pick {name} in /challenge. The same command takes it "
            "back."
        )

    async def ask_to_delete(self, member: int, typed: str) -> Posting:
        """Return the question whether to delete the member's layout."""
        layout = await self.own(member, typed)
        row = (
            Button(shelf_id(layout.id, "delete"), "Delete", Style.DANGER),
            Button(shelf_id(layout.id, "keep"), "Keep"),
        )
        text = f"Delete **{escaped(layout.name)}**? Games that began with it go on."
        return Posting(text, await self.picture(member, layout.code), (row,))

    async def delete(self, member: int, layout_id: int) -> str:
        """Delete the member's layout; return what the question's message then says.

        What was built on top of it stays, as its editor may still be open.
        """
        layout = await self.find_own(member, layout_id)
        await self.store.shelf.remove(layout_id, member)
        return f"**{escaped(layout.name)}** is deleted."

    async def saved(self, member: int, layout_id: int) -> Posting:
        """Return the word that the member's layout was kept, with its code to copy."""
        layout = await self.find_own(member, layout_id)
        card = _card(layout.name, _whose(layout, member, None), layout.code)
        text = f"Saved. `layout` of /challenge offers it to you.\n{card}"
        return Posting(text, await self.picture(member, layout.code))

    async def picture(self, member: int, code: str, *marked: str) -> Picture:
        """Return the position's picture in the member's theme, with these squares marked."""
        theme = (await self.store.people.preferences(member)).theme
        scene = position_scene(code, game=GAME, marked=marked)
        return Picture(draw(scene, theme), alt_text(scene), "layout.png")

    # Finding

    async def suggest(self, member: int, guild: int | None, typed: str) -> list[Suggestion]:
        """Return what the member can use in the server, without one their own, and fits."""
        usable = await self.store.shelf.usable(member, guild, GAME, typed)
        return [Suggestion(layout.name, pick_of(layout)) for layout in usable]

    async def suggest_any(self, member: int, guild: int | None, typed: str) -> list[Suggestion]:
        """Return every layout that can be looked at and fits: shipped ones, then usable ones."""
        low = typed.casefold()
        shipped = [Suggestion(name.capitalize(), name) for name in LAYOUTS if low in name]
        return shipped + await self.suggest(member, guild, typed)

    async def own(self, member: int, typed: str) -> Layout:
        """Return the member's layout that was picked or named. Raises ``Refused``."""
        return await self.usable(member, None, typed)

    async def usable(self, member: int, guild: int | None, typed: str) -> Layout:
        """Return the layout that was picked from the suggestions, or typed by its name.

        Raises ``Refused``, which does not tell somebody else's layout from one that there is not.
        """
        usable = await self.store.shelf.usable(member, guild, GAME, "")
        sought = typed.strip()
        for layout in usable:
            if pick_of(layout) == sought:
                return layout
        for layout in usable:
            if layout.name.casefold() == sought.casefold():
                return layout
        raise Refused(GONE)

    async def find_own(self, member: int, layout_id: int) -> Layout:
        """Return the member's layout. Raises ``Refused`` when there is none any more."""
        layout = await self.store.shelf.find(layout_id)
        if layout is None or layout.owner_id != member:
            raise Refused(GONE)
        return layout


def bare_code(typed: str) -> str:
    """Return the position code in what was pasted: a whole message has it in its code block.

    >>> bare_code("**Fort** · yours ``` 4okop>2/… s```")
    '4okop>2/… s'
    """
    blocks = re.findall(r"```(.+?)```", typed, re.DOTALL)
    return str(blocks[-1] if blocks else typed).strip().strip("`").strip()


def free_name(typed: str) -> str:
    """Return the name made clean. Raises ``Refused`` when no layout of one's own can have it."""
    name = clean_name(typed)
    if name.casefold() in LAYOUTS:
        raise Refused(
            f"**{escaped(name)}** is the name of a layout that {SHIPPED}. Pick another name."
        )
    return name


def _card(name: str, whose: str, code: str) -> str:
    """Return a layout in words, its code in a block of its own."""
    return f"**{escaped(name)}** · {whose}\n```\n{code}\n```"


def _whose(layout: Layout, member: int, guild: int | None) -> str:
    if layout.owner_id != member:
        return f"shared here by {mention(layout.owner_id)}"
    return "yours, shared here" if layout.is_shared_in(guild) else "yours"


def shelf_id(layout_id: int, do: str) -> ControlId:
    """Return the identity of a control of the layout; 0 is a layout not saved yet."""
    return ControlId(0, layout_id, "layout", do)


def draft_kind(layout_id: int) -> str:
    """Return where the draft of a layout is kept; that of a new one bears no number."""
    return f"layout:{layout_id}" if layout_id else "layout"
