"""Setting a side up, in private: an editor of the seat's own, until both seats are ready."""

from __future__ import annotations

import zlib
from dataclasses import dataclass

from bot.match.boards import mention, opponent
from bot.match.drafts import Drafts
from bot.match.errors import OldControl, Refused
from bot.match.layouts import FULL, GONE, Layouts
from bot.match.play import Play, insist_on_setup, seat_in
from bot.match.words import escaped
from bot.panels import EDITORS, SETUPS
from bot.panels.editor import Draft, Editor, SetupPanel
from bot.posting import Button, ControlId, Posting, Style
from data import Match, NameTaken, ShelfFull, setup_draft
from engine.core import GameError, Seat


@dataclass(frozen=True, slots=True)
class Side:
    """A member's seat in a game that is set up, with the editor for it."""

    match: Match
    seat: Seat
    panel: SetupPanel

    @property
    def editor(self) -> Editor:
        """The editor of the seat."""
        return self.panel.editor(self.seat, self.match.options)

    @property
    def kind(self) -> str:
        """Where the draft is kept."""
        return setup_draft(self.match.id)

    @property
    def sent(self) -> str | None:
        """What the seat has sent already, ``None`` when it is not ready."""
        made = self.match.setup_of(self.seat)
        if made is None:
            return None
        setup = self.match.game.parse(made.action)
        return self.panel.code(setup, self.seat, self.match.options)

    @property
    def is_kept(self) -> bool:
        """Whether what is built can be kept by name, for other games."""
        return self.match.game.name in EDITORS

    def id(self, do: str, about: str = "") -> ControlId:
        """Return the identity of a control of the private panel."""
        return ControlId(self.match.id, 0, "setup", f"{do}:{about}")


@dataclass(frozen=True, slots=True)
class Setups:
    """What members do with the setup of their side. Every method commits before it returns.

    None of it hangs on a board: the other player may become ready in between. Whatever is
    returned is for the member's eyes only. All raise ``GameError`` with the reason.
    """

    play: Play
    drafts: Drafts
    layouts: Layouts

    async def side(self, game_id: int, member: int) -> Side:
        """Return the member's side. Raises ``Refused`` when it can be set up no more, or never."""
        match = await self.play.match(game_id)
        seat = seat_in(match, member)
        insist_on_setup(match)
        if match.game.name not in SETUPS:
            raise OldControl(game_id)
        return Side(match, seat, SETUPS[match.game.name])

    async def open(self, game_id: int, member: int) -> Posting:
        """Return the panel as it was left, or with what was sent."""
        side = await self.side(game_id, member)
        return await self._shown(member, side, await self._draft(member, side))

    async def change(self, game_id: int, member: int, do: str, pick: str, chosen: str) -> Posting:
        """Return the panel after a press; ``chosen`` is the option picked in a select."""
        side = await self.side(game_id, member)
        draft = await self._draft(member, side)
        draft = self.drafts.changed(side.editor, draft, do, pick, chosen)
        await self._keep(member, side, draft)
        return await self._shown(member, side, draft)

    async def load(
        self, game_id: int, member: int, guild: int | None, kept: str, typed: str
    ) -> Posting:
        """Return the panel with what was kept under a name or is written as a code."""
        side = await self.keeping(game_id, member)
        draft = await self._draft(member, side)
        draft = draft.with_code(await self.layouts.code(member, guild, side.editor, kept, typed))
        await self._keep(member, side, draft)
        return await self._shown(member, side, draft)

    # Keeping by name

    async def keep(self, game_id: int, member: int, typed: str) -> Posting:
        """Keep what was built under the name; ask first when the name is taken."""
        side = await self.keeping(game_id, member)
        draft = await self._draft(member, side)
        name = self.layouts.free_name(side.editor, typed)
        try:
            await self.layouts.add(member, side.editor, name, draft.code)
        except NameTaken:
            taken = await self.layouts.named(member, side.editor.game, name)
            if taken is None:
                return await self.keep(game_id, member, typed)
            yes, no = side.id("replace", str(taken.id)), side.id("open")
            return await self.layouts.ask_to_replace(member, taken, yes, no)
        except ShelfFull as error:
            raise Refused(FULL) from error
        return await self._shown(member, side, draft, f"Kept as **{escaped(name)}**.")

    async def replace(self, game_id: int, member: int, layout_id: int) -> Posting:
        """Keep what was built in the place of something else that the member keeps."""
        side = await self.keeping(game_id, member)
        draft = await self._draft(member, side)
        if not await self.layouts.change(member, side.editor, layout_id, draft.code):
            raise Refused(GONE)
        return await self._shown(member, side, draft, "Kept in its place.")

    # Sending

    async def ready(self, game_id: int, member: int, shown: str) -> Match:
        """Commit what was built as the setup of the member's seat, if it is what was shown."""
        side = await self.side(game_id, member)
        draft = await self._draft(member, side)
        if shown != _digest(draft.code):
            raise Refused("You have built on since this was shown. **Set up** shows it as it is.")
        if draft.code == side.sent:
            raise Refused("You are ready with this already.")
        return await self.play.set_up(game_id, member, side.panel.notation(draft.code))

    async def done(self, match: Match, member: int) -> Posting:
        """Return the word that the member is ready, with what was sent."""
        side = Side(match, seat_in(match, member), SETUPS[match.game.name])
        other = mention(match.players[opponent(match, side.seat)])
        text = (
            "You are ready, and the game has begun."
            if match.is_set_up
            else f"You are ready. Until {other} is too, **Set up** lets you change it."
        )
        picture = await self.drafts.picture(
            member, match.game.name, side.sent or "", facing=side.editor.facing
        )
        return Posting(text, picture)

    async def keeping(self, game_id: int, member: int) -> Side:
        """Return the member's side, if what is built there can be kept by name, and loaded."""
        side = await self.side(game_id, member)
        if not side.is_kept:
            raise OldControl(game_id)
        return side

    async def _keep(self, member: int, side: Side, draft: Draft) -> None:
        """Keep the draft, unless play begins meanwhile. Raises ``Refused`` if it does."""
        await self.drafts.keep(member, side.kind, draft)
        try:
            await self.side(side.match.id, member)
        except GameError:
            await self.drafts.drop(member, side.kind)
            raise

    async def _draft(self, member: int, side: Side) -> Draft:
        """Return what the member has begun, or sent, or nothing yet."""
        begun = await self.drafts.begun(member, side.kind, side.editor)
        return begun or Draft(side.sent or side.editor.empty.code, side.editor.empty.pick)

    async def _shown(
        self, member: int, side: Side, draft: Draft, news: str | None = None
    ) -> Posting:
        is_sent = draft.code == side.sent
        heading = (
            f"**{side.match.game.title}** · game {side.match.id} · {side.seat.capitalize()}'s "
            f"{side.editor.noun}, which only you see"
        )
        if is_sent:
            whole = "You are ready with this."
        elif side.sent is not None:
            whole = (
                "Complete. You are ready with what you sent before; **Ready** sends this instead."
            )
        else:
            whole = "Complete. **Ready** sends it."

        def ends(is_whole: bool) -> tuple[Button, ...]:
            keep = Button(side.id("keep", draft.pick), "Keep…", is_disabled=not is_whole)
            send = side.id("ready", _digest(draft.code))
            ready = Button(send, "Ready", Style.SUCCESS, is_disabled=is_sent or not is_whole)
            return (keep, ready) if side.is_kept else (ready,)

        return await self.drafts.shown(
            member,
            side.editor,
            draft,
            (f"{heading}\n{news}" if news else heading, whole),
            lambda do: side.id(do, draft.pick),
            ends,
        )


def _digest(code: str) -> str:
    """Return a short text that differs when what was built does."""
    return f"{zlib.crc32(code.encode()):08x}"
