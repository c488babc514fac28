"""Legion's painter: the units that the view knows, and what the last activation did to them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from types import MappingProxyType
from typing import Final

from engine.core import BadOption, Event, GameError, Phase, Seat, Square, View, quote
from engine.grid import Direction
from engine.legion.board import QUIET_LIMIT
from engine.legion.deployment import deployed
from engine.legion.events import (
    Captured,
    Disabled,
    Entered,
    Flipped,
    Moved,
    Revealed,
    Shot,
    Turned,
)
from engine.legion.notation import NORTH, SEATS, Deploy, Unit, parse_action
from engine.legion.setup import Armies, disguised
from engine.legion.state import LegionView
from engine.legion.units import FLIPS, FORMS, Army, Kind, UnitState, Way
from render.painters.track import parts
from render.scene import (
    Accent,
    Badge,
    Board,
    Caption,
    Cell,
    Figure,
    Floor,
    Scene,
    Tile,
)
from render.track import Tip, Track, Trail
from render.words.legion import ARMIES, standing, tell, tell_deployment

FILES: Final = tuple("abcdefgh")
RANKS: Final = tuple("87654321")
CELLS: Final[Mapping[Square, Cell]] = MappingProxyType(
    {
        f"{file}{rank}": Cell(column, row)
        for row, rank in enumerate(RANKS)
        for column, file in enumerate(FILES)
    }
)
STYLES: Final[Mapping[Army, str]] = MappingProxyType({Army.ROME: "roman", Army.EGYPT: "egyptian"})
BADGES: Final[Mapping[UnitState, Badge]] = MappingProxyType(
    {state: Badge(state) for states in FLIPS.values() for state in states}
)
"""A Fortress has no badge: one that is disabled lies in ruins."""
STYLED: Final[Mapping[Kind, str]] = MappingProxyType(
    {Kind.COMMANDER: "commander", Kind.FORTRESS: "fortress", Kind.ASSASSIN: "assassin"}
)
"""The kinds that both armies have, and that each of them has in its own style."""
WALLS: Final[Mapping[tuple[Kind, UnitState | None], frozenset[Way]]] = MappingProxyType(
    {(form.kind, form.state): frozenset(form.blocks) for form in FORMS if form.cover is None}
)
"""The ways from which a unit cannot be captured."""


def unit_figure(unit: Unit, army: Army) -> Figure:
    """Return what stands for the unit in the picture: for a hidden Assassin, its cover in gold."""
    seen = disguised(unit, army)
    sprite = _sprite(seen.kind, seen.state, army)
    if seen.kind in STYLED:
        # These act alike in all directions and never turn, so it does not matter how they face.
        return Figure(sprite, unit.seat)
    turn = 0 if unit.facing == NORTH else 4
    return Figure(
        f"gilt {sprite}" if unit.is_hidden else sprite,
        unit.seat,
        badge=BADGES[seen.state] if seen.state else None,
        front=Direction(turn // 2),
        walls=tuple(sorted((way + turn) % 8 for way in WALLS[seen.kind, seen.state])),
    )


def _sprite(kind: Kind, state: UnitState | None, army: Army) -> str:
    if kind not in STYLED:
        return str(kind)
    noun = "ruin" if state is UnitState.DISABLED else STYLED[kind]
    return f"{STYLES[army]} {noun}"


def _cast() -> Iterator[Figure]:
    """Yield a sample of everything that can stand on the board."""
    for form, army, seat in product(FORMS, Army, SEATS):
        is_hidden = form.cover is not None
        unit = Unit(seat, form.kind, form.state, NORTH, is_hidden)
        yield unit_figure(unit, army)


BOARD: Final = Board(
    seats=SEATS,
    files=FILES,
    ranks=RANKS,
    cells=CELLS,
    cast={Floor.SQUARE: tuple(dict.fromkeys(_cast()))},
    is_captioned=True,
    has_lasers=False,
)


@dataclass(slots=True)
class _Marks:
    """What an activation left on the board, square by square."""

    view: LegionView
    accents: dict[Square, Accent] = field(default_factory=dict)
    fallen: dict[Square, Figure] = field(default_factory=dict)
    tracks: dict[Cell, list[Track]] = field(default_factory=lambda: defaultdict(list))

    def touch(self, *squares: Square) -> None:
        """Outline the squares, unless more than that is to be told of them."""
        for square in squares:
            self.accents.setdefault(square, Accent.TOUCHED)

    def draw(self, trail: Trail, origin: Square, target: Square, tip: Tip = Tip.HEAD) -> None:
        """Draw a line over all squares on its way."""
        for cell, track in parts(trail, CELLS[origin], CELLS[target], tip):
            self.tracks[cell].append(track)

    def fell(self, seat: Seat, kind: Kind, square: Square, state: UnitState | None = None) -> None:
        """Note what fell: how it stood is not told."""
        self.fallen[square] = Figure(_sprite(kind, state, self.view.armies[seat]), seat)


def paint(view: View, events: Sequence[Event]) -> Scene:
    """Return the scene of what the view knows, after the events of the turn that led to it.

    A hidden Assassin is drawn as one only if the view says that it is. Raises ``TypeError`` for the
    view of another game.
    """
    if not isinstance(view, LegionView):
        raise TypeError(f"this painter knows Legion, not {view.game}")
    return Scene(
        board=BOARD,
        tiles=_tiles(dict(_figures(view.units, view.armies)), _marks(view, events)),
        shining=None,
        words=tell(view, events),
        captions=tuple(_captions(view)),
    )


def paint_position(code: str) -> Scene:
    """Return the scene of one seat's deployment so far, as its owner sees it.

    The code is the seat, its army and the deployment: ``blue rome deploy e2 a1=charge``. Raises
    ``BadOption`` for a code that describes no deployment.
    """
    seat, army, deploy = _drafted(code)
    try:
        units = deployed(seat, army, deploy)
    except GameError as error:
        raise BadOption(str(error)) from error
    armies = {seat: army}
    figures = _figures(units, armies)
    return Scene(
        board=BOARD,
        tiles={CELLS[square]: Tile(figure) for square, figure in figures},
        shining=None,
        words=tell_deployment(units, armies),
        captions=(Caption(seat, f"{seat.title()} · {ARMIES[army]}"), Caption(None, "Deployment")),
    )


def _drafted(code: str) -> tuple[Seat, Army, Deploy]:
    """Return whose deployment the code describes, and which. Raises ``BadOption``."""
    match code.split(" ", 2):
        case [("blue" | "red") as seat, ("rome" | "egypt") as army, text]:
            try:
                action = parse_action(text)
            except GameError as error:
                raise BadOption(str(error)) from error
            if isinstance(action, Deploy):
                return seat, Army(army), action
        case _:
            pass
    raise BadOption(f"{quote(code)} is no deployment: write blue rome deploy e2 a1=charge.")


def _figures(units: Mapping[Square, Unit], armies: Armies) -> Iterator[tuple[Square, Figure]]:
    for square, unit in units.items():
        yield square, unit_figure(unit, armies[unit.seat])


def _tiles(figures: Mapping[Square, Figure], marks: _Marks) -> Mapping[Cell, Tile]:
    """Return the tiles: what fell is a ghost where nothing stands now, else small beside that."""
    names = {cell: square for square, cell in CELLS.items()}
    touched = {*figures, *marks.accents, *marks.fallen, *(names[cell] for cell in marks.tracks)}
    tiles = {}
    for square in sorted(touched):
        cell, figure, fallen = CELLS[square], figures.get(square), marks.fallen.get(square)
        tiles[cell] = Tile(
            figure,
            ghost=None if figure else fallen,
            accent=marks.accents.get(square),
            tracks=tuple(marks.tracks.get(cell, ())),
            fallen=fallen if figure else None,
        )
    return tiles


def _marks(view: LegionView, events: Sequence[Event]) -> _Marks:
    """Return what the activation left on the board."""
    marks = _Marks(view)
    struck = {event.square for event in events if isinstance(event, Captured | Entered)}
    for event in events:
        match event:
            case Flipped(square=square):
                marks.accents[square] = Accent.CHANGED
            case Turned(square=square):
                marks.accents[square] = Accent.TURNED_ABOUT
            case Revealed(square=square):
                marks.touch(square)
            case Moved(origin=origin, target=target):
                changed = marks.accents.pop(origin, Accent.TOUCHED)
                marks.touch(origin)
                marks.accents[target] = Accent.TOUCHED if target in struck else changed
                if target in struck or view.units[target].state is UnitState.CHARGE:
                    marks.draw(Trail.CHARGE, origin, target)
            case Shot(origin=origin, path=path):
                marks.touch(origin, path[-1])
                tip = Tip.CLASH if path[-1] in view.units else Tip.BURST
                marks.draw(Trail.VOLLEY, origin, path[-1], tip)
            case Captured(seat=seat, kind=kind, square=square):
                marks.fell(seat, kind, square)
                marks.touch(square)
            case Entered(seat=seat, square=square):
                marks.fell(seat, Kind.FORTRESS, square, UnitState.DISABLED)
            case Disabled(square=square, by=by):
                marks.touch(square)
                for lost in events:
                    # Only a unit that is lost in storming a Fortress falls on its own turn.
                    if isinstance(lost, Captured) and lost.seat == by:
                        marks.draw(Trail.CHARGE, lost.square, square, Tip.CLASH)
            case _:
                pass
    return marks


def _captions(view: LegionView) -> Iterator[Caption]:
    """Yield how far the game is, and how it stands for each seat."""
    if view.phase is Phase.SETUP:
        yield Caption(None, "Deployment")
    else:
        yield Caption(None, f"{view.quiet} of {QUIET_LIMIT} without a capture")
    for seat in SEATS:
        words = (seat.title(), ARMIES[view.armies[seat]], *standing(view, seat))
        yield Caption(seat, " · ".join(words))
