"""The bench on which a layout is built, in private, press by press."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from bot.locks import Locks
from bot.match.draft import Draft
from bot.match.errors import OldControl, Refused
from bot.match.layouts import FULL, GAME, GONE, Layouts, draft_kind, free_name, shelf_id
from bot.match.words import escaped
from bot.panels.layout import PIECES, Bench, Pick, editor_rows, piece_name
from bot.posting import Button, Posting, Style
from data import Layout, NameTaken, ShelfFull, Store
from engine.deflexion.layout import MOST_OTHERS, layout_faults, read_layout
from engine.deflexion.notation import SEATS, Kind, Position
from engine.deflexion.setup import LAYOUTS


@dataclass(frozen=True, slots=True)
class Workbench:
    """What members do with the layout they build; its draft is kept at every press.

    Every method commits before it returns.
    """

    store: Store
    clock: Callable[[], int]
    layouts: Layouts
    turns: Locks = field(default_factory=Locks)
    """What a press holds while it changes the member's draft and shows it.

    Of two quick presses neither is lost, and the later one is shown last.
    """

    async def begin(self, member: int, guild: int | None, start: str | None) -> Posting:
        """Return the bench for a new layout as it was left, or on top of another layout."""
        async with self.turns.of(member):
            _, draft = await self._begun(member, 0)
            if start is not None:
                code = LAYOUTS.get(start.strip().casefold())
                code = code or (await self.layouts.usable(member, guild, start)).code
                draft = draft.with_code(code)
                await self._keep(member, 0, draft)
            return await self._bench(member, 0, None, draft)

    async def open(self, member: int, layout_id: int) -> Posting:
        """Return the bench for the member's layout, or a new one's, as it was left."""
        layout, draft = await self._begun(member, layout_id)
        # Kept from the start, so that the open bench outlives its layout.
        await self._keep(member, layout_id, draft)
        return await self._bench(member, layout_id, layout, draft)

    async def change(
        self, member: int, layout_id: int, do: str, pick: Pick, chosen: str
    ) -> Posting:
        """Return the bench after a press; ``chosen`` is the option picked in a select."""
        layout, draft = await self._begun(member, layout_id)
        draft = draft.picking(pick)
        match do:
            case "piece" if chosen in PIECES:
                draft = draft.picking(Pick(chosen, pick.square))
            case "file" if moved := Pick.parse(f"{pick.piece}{chosen}{pick.square[1]}"):
                draft = draft.picking(moved)
            case "rank" if moved := Pick.parse(f"{pick.piece}{pick.square[0]}{chosen}"):
                draft = draft.picking(moved)
            case "place":
                draft = draft.placed()
            case "left":
                draft = draft.turned(-1)
            case "right":
                draft = draft.turned(1)
            case "remove":
                draft = draft.removed()
            case "mirror":
                draft = draft.mirrored()
            case "clear":
                draft = draft.cleared()
            case "undo":
                draft = draft.undone()
            case _:
                raise OldControl
        await self._keep(member, layout_id, draft)
        return await self._bench(member, layout_id, layout, draft)

    async def name_to_save(self, member: int, layout_id: int) -> str:
        """Return the name that the form for saving begins with. Raises ``BadOption``."""
        layout, draft = await self._begun(member, layout_id)
        read_layout(draft.code)
        return layout.name if layout else ""

    async def save(self, member: int, layout_id: int, typed: str) -> Posting:
        """Keep what was built under the name; ask first when another layout has it.

        Raises ``GameError`` with every fault; the draft then stays.
        """
        layout, draft = await self._begun(member, layout_id)
        name = free_name(typed)
        read_layout(draft.code)
        if layout and layout.name == name:
            return await self.replace(member, layout_id, layout_id)
        try:
            saved_id = await self.store.shelf.add(member, GAME, name, draft.code, self.clock())
        except NameTaken:
            return await self._ask_to_replace(member, layout_id, name)
        except ShelfFull as error:
            raise Refused(f"{FULL} What you built is kept meanwhile.") from error
        await self.store.people.drop_draft(member, draft_kind(layout_id))
        return await self.layouts.saved(member, saved_id)

    async def replace(self, member: int, layout_id: int, target_id: int) -> Posting:
        """Put what was built in the place of the member's layout ``target_id``."""
        _, draft = await self._begun(member, layout_id)
        read_layout(draft.code)
        if not await self.store.shelf.change(target_id, member, draft.code, self.clock()):
            raise Refused(f"{GONE} What you built is kept: save it under a name once more.")
        for id_ in {layout_id, target_id}:
            await self.store.people.drop_draft(member, draft_kind(id_))
        return await self.layouts.saved(member, target_id)

    async def _ask_to_replace(self, member: int, layout_id: int, name: str) -> Posting:
        own = await self.store.shelf.of(member, GAME)
        taken = next((layout for layout in own if layout.name == name), None)
        if taken is None:
            return await self.save(member, layout_id, name)
        row = (
            Button(shelf_id(layout_id, f"replace:{taken.id}"), "Replace", Style.DANGER),
            Button(shelf_id(layout_id, "open"), "Back"),
        )
        picture = await self.layouts.picture(member, taken.code)
        text = f"You have a layout **{escaped(name)}** already, this one. Replace it?"
        return Posting(text, picture, (row,))

    async def _bench(
        self, member: int, layout_id: int, layout: Layout | None, draft: Draft
    ) -> Posting:
        position = draft.position
        faults = layout_faults(position)
        bench = Bench(layout_id, position, draft.pick, bool(draft.past), not faults)
        if layout:
            heading = f"**Layout {escaped(layout.name)}**"
        elif layout_id:
            heading = "**New layout**: the one you began with is deleted. Save keeps this one."
        else:
            heading = "**New layout**"
        lines = [heading, *_bench_lines(draft)]
        lines += [f"✗ {fault}" for fault in faults] or ["✓ Ready to be saved."]
        picture = await self.layouts.picture(member, draft.code, draft.pick.square)
        return Posting("\n".join(lines), picture, editor_rows(bench))

    async def _begun(self, member: int, layout_id: int) -> tuple[Layout | None, Draft]:
        """Return the member's layout, and the draft of it so far.

        There is none for a new one, and none any more when it was deleted with its bench open.
        """
        kept = await self.store.people.draft(member, draft_kind(layout_id))
        begun = Draft.parse(kept) if kept else None
        found = await self.store.shelf.find(layout_id) if layout_id else None
        layout = found if found and found.owner_id == member else None
        if layout_id and layout is None and begun is None:
            raise Refused(GONE)
        return layout, begun or (Draft(layout.code) if layout else Draft())

    async def _keep(self, member: int, layout_id: int, draft: Draft) -> None:
        await self.store.people.keep_draft(
            member, draft_kind(layout_id), draft.to_text(), self.clock()
        )


def _bench_lines(draft: Draft) -> Iterator[str]:
    """Yield what is picked, how many pieces there are, and what Mirror would do."""
    pick, position = draft.pick, draft.position
    picked = PIECES[pick.piece]
    there = position.pieces.get(pick.square)
    standing = f"now {piece_name(there)}" if there else "empty"
    yield f"Picked: {piece_name(picked)} for **{pick.square}**, {standing}."
    yield " · ".join(_count(position, seat) for seat in SEATS)
    (other,) = set(SEATS) - {picked.seat}
    yield (
        f"Mirror gives {other.capitalize()} what {picked.seat.capitalize()} has, turned by half a "
        "turn. A hexagon is for Silver alone, a disc for Gold alone."
    )


def _count(position: Position, seat: str) -> str:
    own = [piece.kind for piece in position.pieces.values() if piece.seat == seat]
    others = len(own) - own.count(Kind.PHARAOH)
    return (
        f"{seat.capitalize()}: Pharaoh {own.count(Kind.PHARAOH)}/1, others {others}/{MOST_OTHERS}"
    )
