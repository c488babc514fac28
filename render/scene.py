"""What a picture shows, as values: painters make a Scene, the compositor turns it into pixels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum
from typing import NamedTuple

from engine.core import Seat, Square
from engine.grid import Direction
from render.track import Track


class Orientation(Enum):
    """How the board lies: with the first seat at the bottom, or turned by half a turn."""

    UPRIGHT = "upright"
    TURNED = "turned"


class Floor(StrEnum):
    """What a square's ground is: part of the board proper, of a walk round it, or of a zone in it.

    A zone is lighter than the squares round it.
    """

    SQUARE = "square"
    WALK = "walk"
    ZONE = "zone"


class Mark(StrEnum):
    """What is printed on a square, told apart by shape as well as by colour."""

    HEXAGON = "hexagon"
    DISC = "disc"


class Accent(StrEnum):
    """How the last action touched a square: an outline, or one with arrows for a rotation.

    ``CHANGED`` is another state of what stands there. ``FLIPPED`` is a mirror that the board itself
    turned, after the action and its shot, and has no outline.
    """

    TOUCHED = "touched"
    TURNED_LEFT = "turned left"
    TURNED_RIGHT = "turned right"
    TURNED_ABOUT = "turned about"
    CHANGED = "changed"
    FLIPPED = "flipped"


class Badge(StrEnum):
    """A small sign beside a piece, for a state that its shape does not show."""

    LOCKED = "locked"
    COOLING = "cooling"
    DEFEND = "defend"
    ATTACK = "attack"
    MANEUVER = "maneuver"
    CHARGE = "charge"
    VOLLEY = "volley"
    PACKED = "packed"
    DEPLOYED = "deployed"


class End(StrEnum):
    """What became of a beam on the last square it reached."""

    BURST = "burst"
    BAR = "bar"
    FADE = "fade"
    RING = "ring"


class Bend(Enum):
    """How the beam turns: in a corner, or cutting it where it turns on both faces of a mirror."""

    SHARP = "sharp"
    CUT = "cut"


class Laser(Enum):
    """What a laser in the frame or on an edge is doing."""

    RESTING = "resting"
    SHINING = "shining"


class Cell(NamedTuple):
    """A square's place on the upright board, counted from the left and from the top."""

    column: int
    row: int

    def beside(self, heading: Direction) -> Cell:
        """Return the next cell in this direction."""
        match heading:
            case Direction.N:
                return Cell(self.column, self.row - 1)
            case Direction.E:
                return Cell(self.column + 1, self.row)
            case Direction.S:
                return Cell(self.column, self.row + 1)
            case Direction.W:
                return Cell(self.column - 1, self.row)


@dataclass(frozen=True, slots=True)
class Figure:
    """What stands on a square: a sprite's name, its owner if it has one, and how it is turned.

    ``turn`` counts quarter turns clockwise; ``None`` is for sprites that always stand upright.
    ``sides`` are those that carry a mark, sorted; what mark that is, the sprite knows. ``front`` is
    the side that an upright card faces, and ``walls`` are where it has a rampart: eighths of a turn
    clockwise from north, sorted, so that odd ones are corners.
    """

    sprite: str
    seat: Seat | None
    turn: int | None = None
    sides: tuple[Direction, ...] = ()
    badge: Badge | None = None
    numeral: int | None = None
    front: Direction | None = None
    walls: tuple[int, ...] = ()

    def turned(self) -> Figure:
        """Return the figure as it stands on the board turned by half a turn."""
        return replace(
            self,
            turn=None if self.turn is None else (self.turn + 2) % 4,
            sides=tuple(sorted(side.opposite for side in self.sides)),
            front=None if self.front is None else self.front.opposite,
            walls=tuple(sorted((wall + 4) % 8 for wall in self.walls)),
        )


@dataclass(frozen=True, slots=True)
class Segment:
    """One passage of the beam over a square: its headings, its end, and whether it has an arrow.

    ``leaving`` is ``None`` where the beam ends on the square. ``is_source`` is where it begins, at
    the muzzle of the laser that stands there: the beam comes in from nowhere. ``cracks`` means that
    the glass through which it passes cracks.
    """

    entering: Direction
    leaving: Direction | None
    end: End | None = None
    has_arrow: bool = False
    bend: Bend = Bend.SHARP
    is_source: bool = False
    cracks: bool = False

    @property
    def is_turn(self) -> bool:
        """Whether the beam goes on in another heading."""
        return self.leaving not in (None, self.entering)

    def turned(self) -> Segment:
        """Return the passage as it lies on the board turned by half a turn."""
        leaving = None if self.leaving is None else self.leaving.opposite
        return replace(self, entering=self.entering.opposite, leaving=leaving)


@dataclass(frozen=True, slots=True)
class Tile:
    """All that can change on one square; equal tiles look alike.

    ``ghost`` is what stood there and bears on the beam, which is in travel order. ``is_later``
    means that the figure came after the beam, over which it is drawn. ``fallen`` is what had to
    make room for the figure, shown small beside it.
    """

    figure: Figure | None = None
    ghost: Figure | None = None
    beam: tuple[Segment, ...] = ()
    accent: Accent | None = None
    is_later: bool = False
    tracks: tuple[Track, ...] = ()
    fallen: Figure | None = None

    def turned(self) -> Tile:
        """Return the tile as it looks on the board turned by half a turn."""
        return replace(
            self,
            figure=self.figure and self.figure.turned(),
            ghost=self.ghost and self.ghost.turned(),
            beam=tuple(segment.turned() for segment in self.beam),
            tracks=tuple(track.turned() for track in self.tracks),
            fallen=self.fallen and self.fallen.turned(),
        )


class Emitter(NamedTuple):
    """A laser: whose it is, the cell from which it fires over an edge, its heading.

    Beyond the board's edge it stands in the frame; on the board it stands on the edge itself, and
    the cell stays free.
    """

    seat: Seat
    cell: Cell
    heading: Direction


@dataclass(frozen=True, slots=True)
class Caption:
    """A few words in the frame: on the side of their seat, or at the top if they are nobody's."""

    seat: Seat | None
    text: str


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """What never changes during a game: the size, the captions, the marks and the lasers.

    ``seats`` are the one at the bottom and the one at the top of the upright board; ``files``
    caption the columns from the left, ``ranks`` the rows from the top, where one is not empty;
    ``cells`` are all squares by their names. ``cast`` are samples of all that can stand on each
    kind of floor, so that the palette has their colours. ``floors`` are those that are not simply
    squares. ``is_captioned`` leaves room in the frame for a scene's captions. ``has_lasers`` says
    whether beams cross it, or else the tracks of units. A board is equal only to itself, so it can
    key caches.
    """

    seats: tuple[Seat, Seat]
    files: tuple[str, ...]
    ranks: tuple[str, ...]
    cells: Mapping[Square, Cell]
    cast: Mapping[Floor, tuple[Figure, ...]]
    marks: tuple[tuple[Cell, Mark], ...] = ()
    emitters: tuple[Emitter, ...] = ()
    floors: Mapping[Cell, Floor] = field(default_factory=dict)
    is_captioned: bool = False
    has_lasers: bool = True

    @property
    def columns(self) -> int:
        """The number of columns."""
        return len(self.files)

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.ranks)

    @property
    def edge_emitters(self) -> tuple[Emitter, ...]:
        """The lasers that stand on edges between squares."""
        squares = set(self.cells.values())
        return tuple(emitter for emitter in self.emitters if emitter.cell in squares)

    @property
    def frame_emitters(self) -> tuple[Emitter, ...]:
        """The lasers that stand in the frame."""
        squares = set(self.cells.values())
        return tuple(emitter for emitter in self.emitters if emitter.cell not in squares)

    def cell(self, square: Square) -> Cell:
        """Return the square's place. Raises ``ValueError`` for what is no square of the board."""
        if square not in self.cells:
            raise ValueError(f"{square!r} is no square of this board")
        return self.cells[square]

    def shown(self, square: Square) -> str:
        """Return the square's name as the board's captions write it.

        Raises ``ValueError`` for what is no square of the board.
        """
        column, row = self.cell(square)
        captioned = f"{self.files[column]}{self.ranks[row]}"
        return captioned if captioned.lower() == square else square

    def place(self, cell: Cell, orientation: Orientation) -> Cell:
        """Return where the cell lies in the picture, counted from its left and its top."""
        match orientation:
            case Orientation.UPRIGHT:
                return cell
            case Orientation.TURNED:
                return Cell(self.columns - 1 - cell.column, self.rows - 1 - cell.row)


@dataclass(frozen=True, slots=True)
class Words:
    """The same picture in words.

    ``story`` is what happened, ``turn`` who is to act, ``outcome`` the result once there is one,
    ``brief`` the position in a few sentences and ``full`` in lines, ``path`` the beam's way.
    """

    story: str
    turn: str
    outcome: str | None
    brief: str
    full: tuple[str, ...]
    path: str


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture: a board, the tiles that are not bare, the laser that shone, and the words.

    ``captions`` are shown where the board has room for them.

    ``course`` is the cells that the beam passed, in order: a cell's passages are its tile's beam.
    ``before_shot`` is what stood when the laser fired, ``None`` for nothing, wherever that differs
    from what stands now.
    """

    board: Board
    tiles: Mapping[Cell, Tile]
    shining: Seat | None
    words: Words
    course: tuple[Cell, ...] = ()
    before_shot: Mapping[Cell, Figure | None] = field(default_factory=dict)
    orientation: Orientation = Orientation.UPRIGHT
    captions: tuple[Caption, ...] = ()

    @property
    def story(self) -> str:
        """What happened, in words."""
        return self.words.story

    @property
    def outcome(self) -> str | None:
        """The result in words, ``None`` while the game goes on."""
        return self.words.outcome
