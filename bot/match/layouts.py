"""Layouts of one's own: built on a private bench, kept under a name, shared, deleted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from bot.match.boards import mention
from bot.match.drafts import Drafts
from bot.match.errors import Refused
from bot.match.names import clean_name
from bot.match.pager import pager, turned
from bot.match.terms import is_pick, pick_of
from bot.match.words import escaped
from bot.panels import EDITORS, VARIANTS
from bot.panels.editor import Editor
from bot.panels.panel import Suggestion
from bot.posting import Button, ControlId, Posting, Style
from data import Layout, NameTaken, ShelfFull, Store
from data.shelf import MOST_LAYOUTS
from engine.core import GameError

PAGE: Final = 10
"""Lines of a page of the list."""

SHIPPED: Final = "comes with the game"

NO_SUCH: Final = "There is no such layout. /layout list shows yours."
GONE: Final = "There is no such layout any more. /layout list shows yours."
FULL: Final = (
    f"You keep {MOST_LAYOUTS} layouts already, which is all there is room for. Delete one with "
    "/layout delete first."
)


@dataclass(frozen=True, slots=True)
class Layouts:
    """What members do with layouts, of any game. Every method commits before it returns."""

    drafts: Drafts

    @property
    def store(self) -> Store:
        """The store."""
        return self.drafts.store

    # Keeping

    async def take_in(self, member: int, typed_name: str, typed_code: str) -> Posting:
        """Keep a layout that was written as a code. Raises ``GameError`` with every fault."""
        code = bare_code(typed_code)
        editor = _editor_of(code)
        name = self.free_name(editor, typed_name)
        try:
            layout_id = await self.add(member, editor, name, code)
        except NameTaken as error:
            raise Refused(
                f"You have a layout **{escaped(name)}** already. Pick another name, or change "
                "that one with /layout edit."
            ) from error
        except ShelfFull as error:
            raise Refused(FULL) from error
        return await self.saved(member, layout_id)

    async def add(self, member: int, editor: Editor, name: str, code: str) -> int:
        """Keep what was built under a name of its own and return its number.

        Raises ``GameError`` with every fault, ``NameTaken``, or ``ShelfFull``.
        """
        read, now = editor.read(code), self.drafts.clock()
        return await self.store.shelf.add(member, editor.game, name, read, now)

    async def change(self, member: int, editor: Editor, layout_id: int, code: str) -> bool:
        """Put what was built in the place of the member's layout, if it is still there.

        Raises ``GameError`` with every fault.
        """
        read, now = editor.read(code), self.drafts.clock()
        return await self.store.shelf.change(layout_id, member, read, now)

    async def ask_to_replace(
        self, member: int, taken: Layout, yes: ControlId, no: ControlId
    ) -> Posting:
        """Return the question whether something else is to be kept under the layout's name."""
        noun = EDITORS[taken.game].noun
        text = f"You have a {noun} **{escaped(taken.name)}** already, this one. Replace it?"
        picture = await self.drafts.picture(member, taken.game, taken.code)
        row = (Button(yes, "Replace", Style.DANGER), Button(no, "Back"))
        return Posting(text, picture, (row,))

    async def show(self, member: int, guild: int | None, typed: str) -> Posting:
        """Return the picture of a layout, a shipped one too, and its code to copy."""
        for game, name, code in _shipped():
            if typed.strip().casefold() == _shipped_value(game, name):
                card = _card(name.capitalize(), game, SHIPPED, code)
                return Posting(card, await self.drafts.picture(member, game, code))
        layout = await self.usable(member, guild, typed)
        card = _card(layout.name, layout.game, _whose(layout, member, guild), layout.code)
        return Posting(card, await self.drafts.picture(member, layout.game, layout.code))

    async def page(self, member: int, guild: int | None, number: int) -> Posting:
        """Return a page of what the member can use in the server, their own first."""
        every = await self._every(member, guild)
        if not every:
            return Posting("You have no layouts yet. Build one with /layout new.")
        last = (len(every) - 1) // PAGE
        number = turned(number, "", last)
        lines = ["**Layouts** · " + " · ".join(_room(every, member))]
        lines += [
            f"- **{escaped(layout.name)}**{_of_game(layout.game)} · {_whose(layout, member, guild)}"
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
            f"{EDITORS[layout.game].offered_in} now offers {name} to all members of this server. "
            "The same command takes it back."
        )

    async def ask_to_delete(self, member: int, typed: str) -> Posting:
        """Return the question whether to delete the member's layout."""
        layout = await self.own(member, typed)
        row = (
            Button(ControlId(0, layout.id, "layout", "delete"), "Delete", Style.DANGER),
            Button(ControlId(0, layout.id, "layout", "keep"), "Keep"),
        )
        text = f"Delete **{escaped(layout.name)}**? Games that began with it go on."
        picture = await self.drafts.picture(member, layout.game, layout.code)
        return Posting(text, picture, (row,))

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
        card = _card(layout.name, layout.game, _whose(layout, member, None), layout.code)
        text = f"Saved. {EDITORS[layout.game].offered_in} offers it to you.\n{card}"
        return Posting(text, await self.drafts.picture(member, layout.game, layout.code))

    # Finding

    async def suggest(self, member: int, guild: int | None, typed: str) -> list[Suggestion]:
        """Return what the member can use in the server, without one their own, and fits."""
        usable = await self._every(member, guild, typed)
        return [Suggestion(f"{each.name}{_of_game(each.game)}", pick_of(each)) for each in usable]

    async def suggest_any(self, member: int, guild: int | None, typed: str) -> list[Suggestion]:
        """Return every layout that can be looked at and fits: shipped ones, then usable ones."""
        shipped = [
            Suggestion(label, _shipped_value(game, name))
            for game, name, _ in _shipped()
            if typed.casefold() in (label := f"{name.capitalize()}{_of_game(game)}").casefold()
        ]
        return shipped + await self.suggest(member, guild, typed)

    async def start(
        self, member: int, guild: int | None, game: str | None, typed: str
    ) -> tuple[str, str]:
        """Return the game and code of what a new layout begins with. Raises ``Refused``."""
        sought = typed.strip().casefold()
        for each, name, code in _shipped():
            if sought in (_shipped_value(each, name), name) and game in (None, each):
                return each, code
        layout = await self.usable(member, guild, typed)
        return layout.game, layout.code

    async def code(
        self, member: int, guild: int | None, editor: Editor, kept: str, typed: str
    ) -> str:
        """Return the code of what was picked from the kept ones, named, or pasted as a code.

        Raises ``GameError`` with every fault.
        """
        if kept or await self._is_name(member, guild, editor, typed):
            game, found = await self.start(member, guild, editor.game, kept or typed)
            if game == editor.game:
                return editor.read(found)
            raise Refused(GONE)
        if not typed.strip():
            if not await self.loadable(member, guild, editor):
                raise Refused(f"No {editor.noun} is kept here yet: paste the code of one.")
            raise Refused(f"Pick a {editor.noun} from those kept, or paste the code of one.")
        code = bare_code(typed)
        try:
            return editor.read(code)
        except GameError as error:
            if editor.is_form(code):
                raise
            # Whoever meant a name would not know what is wrong with it as a code.
            raise Refused(
                f"No {editor.noun} of that name is kept here. As a code: {error}"
            ) from error

    async def loadable(self, member: int, guild: int | None, editor: Editor) -> list[Suggestion]:
        """Return what is kept of the editor's game and the member can use in the server."""
        usable = await self.store.shelf.usable(member, guild, editor.game, "")
        return [Suggestion(each.name, pick_of(each)) for each in usable]

    async def _is_name(self, member: int, guild: int | None, editor: Editor, typed: str) -> bool:
        usable = await self.store.shelf.usable(member, guild, editor.game, "")
        names = {*editor.starts, *(layout.name.casefold() for layout in usable)}
        return typed.strip().casefold() in names

    async def _every(self, member: int, guild: int | None, typed: str = "") -> list[Layout]:
        """Return what the member can use and fits, of every game."""
        usable = self.store.shelf.usable
        return [each for game in EDITORS for each in await usable(member, guild, game, typed)]

    async def named(self, member: int, game: str, name: str) -> Layout | None:
        """Return the member's own layout of that name."""
        own = await self.store.shelf.of(member, game)
        return next((layout for layout in own if layout.name == name), None)

    async def find(self, member: int, layout_id: int) -> Layout | None:
        """Return the member's own layout of that number."""
        layout = await self.store.shelf.find(layout_id)
        return layout if layout and layout.owner_id == member else None

    async def own(self, member: int, typed: str) -> Layout:
        """Return the member's layout that was picked or named. Raises ``Refused``."""
        return await self.usable(member, None, typed)

    async def usable(self, member: int, guild: int | None, typed: str) -> Layout:
        """Return the layout that was picked from the suggestions, or typed by its name.

        Raises ``Refused``, which does not tell somebody else's layout from one that there is not.
        """
        usable = await self._every(member, guild)
        sought = typed.strip()
        for layout in usable:
            if pick_of(layout) == sought:
                return layout
        for layout in usable:
            if layout.name.casefold() == sought.casefold():
                return layout
        raise Refused(GONE if is_pick(sought) else NO_SUCH)

    async def find_own(self, member: int, layout_id: int) -> Layout:
        """Return the member's layout. Raises ``Refused`` when there is none any more."""
        layout = await self.find(member, layout_id)
        if layout is None:
            raise Refused(GONE)
        return layout

    def free_name(self, editor: Editor, typed: str) -> str:
        """Return the name made clean. Raises ``Refused`` when nothing of one's own can have it."""
        name = clean_name(typed)
        if name.casefold() in editor.starts:
            raise Refused(
                f"**{escaped(name)}** is the name of a {editor.noun} that {SHIPPED}. Pick another "
                "name."
            )
        return name


def bare_code(typed: str) -> str:
    """Return the position code in what was pasted: a whole message has it in its code block.

    >>> bare_code("**Fort** · yours ``` 4okop>2/… s```")
    '4okop>2/… s'
    """
    blocks = re.findall(r"```(.+?)```", typed, re.DOTALL)
    return str(blocks[-1] if blocks else typed).strip().strip("`").strip()


def _editor_of(code: str) -> Editor:
    """Return the editor of the game to which the form of a code belongs, or the first one."""
    fitting = (editor for editor in EDITORS.values() if editor.is_form(code))
    return next(fitting, next(iter(EDITORS.values())))


def _shipped() -> Iterator[tuple[str, str, str]]:
    """Yield the game, the name and the code of everything that comes with the games."""
    for game, editor in EDITORS.items():
        for name, code in editor.starts.items():
            yield game, name, code


def _shipped_value(game: str, name: str) -> str:
    """Return what stands for something shipped in suggestions: of the first game its name."""
    return f"{game}:{name}" if _of_game(game) else name


def _of_game(game: str) -> str:
    """Return which game something is of, to be added to its name; of the first game nothing."""
    return "" if game == next(iter(EDITORS)) else f" ({VARIANTS[game].title})"


def _room(every: list[Layout], member: int) -> Iterator[str]:
    """Yield how much of their shelf the member has filled, for each game of which there is any."""
    for game in dict.fromkeys(layout.game for layout in every):
        own = sum(layout.owner_id == member for layout in every if layout.game == game)
        yield f"{own} of {MOST_LAYOUTS}{_of_game(game)} are yours"


def _card(name: str, game: str, whose: str, code: str) -> str:
    """Return a layout in words, its code in a block of its own."""
    return f"**{escaped(name)}**{_of_game(game)} · {whose}\n```\n{code}\n```"


def _whose(layout: Layout, member: int, guild: int | None) -> str:
    if layout.owner_id != member:
        return f"shared here by {mention(layout.owner_id)}"
    return "yours, shared here" if layout.is_shared_in(guild) else "yours"
