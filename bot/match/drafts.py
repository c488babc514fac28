"""What private editors have in common: drafts that outlive their message, and how they look."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from bot.locks import Locks
from bot.match.boards import picture_of
from bot.match.errors import OldControl
from bot.panels import VARIANTS
from bot.panels.editor import Draft, Editor, Ids
from bot.posting import Button, Picture, Posting
from data import Store
from engine.core import Seat, Square
from render import position_scene


@dataclass(frozen=True, slots=True)
class Drafts:
    """What members have begun in private; it is kept at every press."""

    store: Store
    clock: Callable[[], int]
    random: random.Random
    turns: Locks = field(default_factory=Locks)
    """What a press holds while it changes the member's draft and shows it.

    Of two quick presses neither is lost, and the later one is shown last.
    """

    async def begun(self, member: int, kind: str, editor: Editor) -> Draft | None:
        """Return what the member has begun, ``None`` when nobody could go on with it."""
        kept = await self.store.people.draft(member, kind)
        draft = Draft.parse(kept) if kept else None
        if draft is None or not all(editor.is_code(code) for code in (draft.code, *draft.past)):
            return None
        return draft if editor.is_pick(draft.pick) else draft.picking(editor.empty.pick)

    async def keep(self, member: int, kind: str, draft: Draft) -> None:
        """Keep what the member has begun."""
        await self.store.people.keep_draft(member, kind, draft.to_text(), self.clock())

    async def drop(self, member: int, kind: str) -> None:
        """Forget what the member had begun."""
        await self.store.people.drop_draft(member, kind)

    def changed(self, editor: Editor, draft: Draft, do: str, pick: str, chosen: str) -> Draft:
        """Return the draft after a press; ``chosen`` is the option picked in a select.

        Raises ``OldControl`` when nothing is pressed that way, ``GameError`` when it cannot be.
        """
        if not editor.is_pick(pick):
            raise OldControl
        draft = draft.picking(pick)
        match do:
            case "clear":
                return draft.with_code(editor.empty.code)
            case "undo":
                return draft.undone()
        after = editor.pressed(draft, do, chosen, self.random)
        if after is None:
            raise OldControl
        return after

    async def shown(
        self,
        member: int,
        editor: Editor,
        draft: Draft,
        told: tuple[str, str],
        id_: Ids,
        ends: Callable[[bool], Sequence[Button]],
    ) -> Posting:
        """Return the editor with its controls, and every fault in words.

        ``told`` is what stands above, and what is said when there is no fault; ``ends`` are the
        last controls, told whether what is built is whole.
        """
        heading, whole = told
        faults = editor.faults(draft.code)
        lines = [heading, *editor.told(draft)]
        lines += [f"✗ {fault}" for fault in faults] or [f"✓ {whole}"]
        picture = await self.picture(
            member, editor.game, draft.code, editor.square(draft), facing=editor.facing
        )
        return Posting("\n".join(lines), picture, editor.rows(draft, id_, ends(not faults)))

    async def picture(
        self, member: int, game: str, code: str, *marked: Square, facing: Seat | None = None
    ) -> Picture:
        """Return the position's picture in the member's theme, with these squares marked."""
        theme = (await self.store.people.preferences(member)).theme
        played = VARIANTS[game].game.name
        scene = position_scene(code, game=played, marked=marked, facing=facing)
        return picture_of(scene, theme, "layout.png")
