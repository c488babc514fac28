"""The bench on which a layout is built, in private, press by press."""

from __future__ import annotations

from dataclasses import dataclass

from bot.match.drafts import Drafts
from bot.match.errors import OldControl, Refused
from bot.match.layouts import FULL, GONE, Layouts
from bot.match.words import escaped
from bot.panels import EDITORS
from bot.panels.editor import Draft, Editor
from bot.posting import Button, ControlId, Posting, Style
from data import Layout, NameTaken, ShelfFull


@dataclass(frozen=True, slots=True)
class Work:
    """What a bench is about: a layout of that number, or 0 for one of the game not saved yet."""

    layout_id: int
    game: str

    @property
    def editor(self) -> Editor:
        """The game's editor. Raises ``OldControl`` when it has none."""
        if self.game not in EDITORS:
            raise OldControl
        return EDITORS[self.game]

    @property
    def kind(self) -> str:
        """Where its draft is kept."""
        if self.layout_id:
            return f"layout:{self.layout_id}"
        # The first game's bears no name, as there was no other game once.
        return "layout" if self.game == next(iter(EDITORS)) else f"layout:{self.game}"

    def id(self, do: str, about: str = "") -> ControlId:
        """Return the identity of a control of the bench."""
        return ControlId(0, self.layout_id, "layout", f"{do}:{about}:{self.game}")


@dataclass(frozen=True, slots=True)
class Workbench:
    """What members do with the layout they build. Every method commits before it returns."""

    drafts: Drafts
    layouts: Layouts

    async def begin(
        self, member: int, guild: int | None, game: str | None, start: str | None
    ) -> Posting:
        """Return the bench for a new layout as it was left, or on top of another layout."""
        found = await self.layouts.start(member, guild, game, start) if start is not None else None
        work = Work(0, found[0] if found else game or next(iter(EDITORS)))
        async with self.drafts.turns.of(member):
            _, draft = await self._begun(member, work)
            if found:
                draft = draft.with_code(found[1])
                await self.drafts.keep(member, work.kind, draft)
            return await self._bench(member, work, None, draft)

    async def open(self, member: int, work: Work) -> Posting:
        """Return the bench for the member's layout, or a new one's, as it was left."""
        layout, draft = await self._begun(member, work)
        # Kept from the start, so that the open bench outlives its layout.
        await self.drafts.keep(member, work.kind, draft)
        return await self._bench(member, work, layout, draft)

    async def change(self, member: int, work: Work, do: str, pick: str, chosen: str) -> Posting:
        """Return the bench after a press; ``chosen`` is the option picked in a select."""
        layout, draft = await self._begun(member, work)
        draft = self.drafts.changed(work.editor, draft, do, pick, chosen)
        await self.drafts.keep(member, work.kind, draft)
        return await self._bench(member, work, layout, draft)

    async def load(
        self, member: int, guild: int | None, work: Work, kept: str, typed: str
    ) -> Posting:
        """Return the bench with what was kept under a name or is written as a code."""
        layout, draft = await self._begun(member, work)
        draft = draft.with_code(await self.layouts.code(member, guild, work.editor, kept, typed))
        await self.drafts.keep(member, work.kind, draft)
        return await self._bench(member, work, layout, draft)

    async def name_to_save(self, member: int, work: Work) -> str:
        """Return the name that the form for saving begins with. Raises ``GameError``."""
        layout, draft = await self._begun(member, work)
        work.editor.read(draft.code)
        return layout.name if layout else ""

    async def save(self, member: int, work: Work, typed: str) -> Posting:
        """Keep what was built under the name; ask first when another layout has it.

        Raises ``GameError`` with every fault; the draft then stays.
        """
        layout, draft = await self._begun(member, work)
        name = self.layouts.free_name(work.editor, typed)
        if layout and layout.name == name:
            return await self.replace(member, work, work.layout_id)
        try:
            saved_id = await self.layouts.add(member, work.editor, name, draft.code)
        except NameTaken:
            return await self._ask_to_replace(member, work, name)
        except ShelfFull as error:
            raise Refused(f"{FULL} What you built is kept meanwhile.") from error
        await self.drafts.drop(member, work.kind)
        return await self.layouts.saved(member, saved_id)

    async def replace(self, member: int, work: Work, target_id: int) -> Posting:
        """Put what was built in the place of the member's layout ``target_id``."""
        _, draft = await self._begun(member, work)
        if not await self.layouts.change(member, work.editor, target_id, draft.code):
            raise Refused(f"{GONE} What you built is kept: save it under a name once more.")
        for done in {work, Work(target_id, work.game)}:
            await self.drafts.drop(member, done.kind)
        return await self.layouts.saved(member, target_id)

    async def _ask_to_replace(self, member: int, work: Work, name: str) -> Posting:
        taken = await self.layouts.named(member, work.game, name)
        if taken is None:
            return await self.save(member, work, name)
        yes, no = work.id("replace", str(taken.id)), work.id("open")
        return await self.layouts.ask_to_replace(member, taken, yes, no)

    async def _bench(self, member: int, work: Work, layout: Layout | None, draft: Draft) -> Posting:
        noun = work.editor.noun
        if layout:
            heading = f"**{noun.capitalize()} {escaped(layout.name)}**"
        elif work.layout_id:
            heading = f"**New {noun}**: the one you began with is deleted. Save keeps this one."
        else:
            heading = f"**New {noun}**"

        def ends(is_whole: bool) -> tuple[Button]:
            save = work.id("save", draft.pick)
            return (Button(save, "Save", Style.SUCCESS, is_disabled=not is_whole),)

        return await self.drafts.shown(
            member,
            work.editor,
            draft,
            (heading, "Ready to be saved."),
            lambda do: work.id(do, draft.pick),
            ends,
        )

    async def _begun(self, member: int, work: Work) -> tuple[Layout | None, Draft]:
        """Return the member's layout, and the draft of it so far.

        There is none for a new one, and none any more when it was deleted with its bench open.
        """
        begun = await self.drafts.begun(member, work.kind, work.editor)
        layout = await self.layouts.find(member, work.layout_id) if work.layout_id else None
        if work.layout_id and layout is None and begun is None:
            raise Refused(GONE)
        empty = work.editor.empty
        return layout, begun or (Draft(layout.code, empty.pick) if layout else empty)
