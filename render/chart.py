"""Who stood better over a game: a curve as a picture, and the same in words.

Above the middle the first side stands better, below it the other, whose area carries its studs,
so that the two differ without their colours too. A sure win lies at the rim.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from itertools import pairwise
from typing import Final

from PIL import Image, ImageColor, ImageDraw, ImageFont

from engine.core import Seat, listed
from render.canvas import Canvas
from render.frame import LINE_INSET
from render.scene import Floor
from render.sprites.fortress import emblem, emblem_shape
from render.themes import THEMES, Colour, Theme
from render.words.numbers import count

WIDTH: Final = 800
HEIGHT: Final = 440
LEFT, TOP, RIGHT, BOTTOM = 62, 50, 776, 352
"""Where the curve has its place, in pixels; round it stand the words."""
OVERSAMPLING: Final = 3
COLOURS: Final = 48
COMPRESSION: Final = 6

RIM: Final = 0.9
"""How far from the middle a position can be that is not won for sure, which lies at 1."""
LEVEL: Final = 0.06
"""How far from the middle a position may be that counts as level in words."""
MOST_STRETCHES: Final = 4
"""In words: a game of more is told by who led how long."""

LABEL_SIZE: Final = 22
PILL_HEIGHT: Final = 30
PILL_GAP: Final = 12.0
"""Between two pills, and to a number beside them, so that they stand apart on a phone too."""
OVERHANG: Final = 10.0
"""How far a pill may stand out over the curve's place."""
LONG: Final = 150
"""Moves from which on the curve is a thinner line."""
EMBLEM: Final = 30
STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500)
MOST_NUMBERS: Final = 11
EVEN_LUMINANCE: Final = 0.18
"""Of a ground on which black and white read equally well."""
STUD_EVERY: Final = 14
STUD: Final = 3


@dataclass(frozen=True, slots=True)
class Chart:
    """What the positions of a game were worth, from the start on: one more than moves were made.

    ``worths`` go from -1, sure for the second of the seats, to 1, sure for the first, and all that
    is not sure lies within ``RIM``. ``marks`` are numbers of moves; ``ruler`` is which worths the
    labels beside the curve stand for.
    """

    seats: Sequence[Seat]
    worths: Sequence[float]
    marks: Sequence[int] = ()
    ruler: Mapping[str, float] = field(default_factory=dict)

    @property
    def moves(self) -> int:
        """How many moves were made."""
        return len(self.worths) - 1


def draw_chart(chart: Chart, theme: str = "papyrus") -> bytes:
    """Return the chart as a palette PNG. Raises ``KeyError`` for a theme that is none."""
    buffer = BytesIO()
    image = _Drawing(chart, THEMES[theme]).finish()
    # Every ninth pixel has all the colours there are, and nobody waits while they are chosen.
    sample = image.resize((WIDTH // 3, HEIGHT // 3), Image.Resampling.NEAREST)
    palette = sample.quantize(COLOURS, kmeans=1)
    drawn = image.quantize(palette=palette, dither=Image.Dither.NONE)
    drawn.save(buffer, "PNG", compress_level=COMPRESSION)
    return buffer.getvalue()


def chart_words(chart: Chart) -> str:
    """Return the chart in words, a few sentences: the moves of note, then how the game went.

    >>> chart_words(Chart(("silver", "gold"), (0, 0.3, 0.4, -1), (3,)))
    'A chart of 3 moves, marked at move 3. At the start it is level, from move 1 on Silver stands better, from move 3 on Gold wins for sure.'
    >>> chart_words(Chart(("silver", "gold"), (0, 0.3, -0.3, 0, 0.5, 1)))
    'A chart of 5 moves. The lead changes twice: Silver stands better for 3 moves, Gold for 1, and it is level for 1. From move 5 on Silver wins for sure.'
    """  # noqa: E501, the words are one line
    first, second = (seat.title() for seat in chart.seats)
    marks = [str(mark) for mark in chart.marks]
    marked = f", marked at move{'' if len(marks) == 1 else 's'} {listed(marks)}" if marks else ""
    states = {
        2: f"{first} wins for sure",
        1: f"{first} stands better",
        0: "it is level",
        -1: f"{second} stands better",
        -2: f"{second} wins for sure",
    }
    stretches = _stretches(chart.worths)
    summary = ""
    if len(stretches) > MOST_STRETCHES:
        summary = f" {_summary(chart.worths, first, second)}"
        stretches = stretches[-1:]
    curve = ", ".join(
        f"{f'from move {begin} on' if begin else 'at the start'} {states[state]}"
        for begin, state in stretches
    )
    curve = f"{curve[:1].upper()}{curve[1:]}"
    return f"A chart of {count(chart.moves, 'move')}{marked}.{summary} {curve}."


def _stretches(worths: Sequence[float]) -> list[tuple[int, int]]:
    """Return where each stretch begins in which one side stands better, and which."""
    states = list(map(_state, worths))
    return [
        (move, state) for move, state in enumerate(states) if not move or states[move - 1] != state
    ]


def _summary(worths: Sequence[float], first: str, second: str) -> str:
    """Return how often the lead changes, and how long each of the two has it."""
    signs = [(state > 0) - (state < 0) for state in map(_state, worths)]
    leads = [sign for sign in signs if sign]
    changes = sum(one != other for one, other in pairwise(leads))
    often = {0: "never changes", 1: "changes once", 2: "changes twice"}
    up, down, level = (signs[1:].count(sign) for sign in (1, -1, 0))
    # First who has it longer.
    (most, leader), (least, other) = sorted(((up, first), (down, second)), reverse=True)
    parts = [f"{leader} stands better for {count(most, 'move')}"]
    parts += [f"{other} for {least}"] if least else []
    parts += [f"and it is level for {level}"] if level else []
    told = often.get(changes, f"changes {changes} times")
    return f"The lead {told}: {', '.join(parts)}."


def _state(worth: float) -> int:
    sign = (worth > 0) - (worth < 0)
    if abs(worth) <= LEVEL:
        return 0
    return 2 * sign if abs(worth) > RIM else sign


class _Drawing:
    """A chart being drawn, some times as large as it will be."""

    def __init__(self, chart: Chart, theme: Theme) -> None:
        self._chart = chart
        self._theme = theme
        size = (WIDTH * OVERSAMPLING, HEIGHT * OVERSAMPLING)
        self._image = Image.new("RGB", size, theme.band)
        self._draw = ImageDraw.Draw(self._image)
        self._curve = [self._point(move) for move in range(len(chart.worths))]

    def finish(self) -> Image.Image:
        """Return the drawn chart at its real size."""
        self._draw_ground()
        self._draw_areas()
        self._draw_ruler()
        self._draw_marks()
        self._draw_curve()
        self._draw_frame()
        image = self._image.reduce(OVERSAMPLING)
        for seat, top in zip(self._chart.seats, (10, HEIGHT - 10 - EMBLEM), strict=True):
            drawn = _emblem(self._theme, seat)
            image.paste(drawn, (LEFT, top), drawn)
        return image

    def _draw_ground(self) -> None:
        light, dark = self._theme.floors[Floor.SQUARE]
        self._box(LEFT, TOP, RIGHT, BOTTOM, dark)
        # What lies beyond is won for sure.
        self._box(LEFT, self._y(RIM), RIGHT, self._y(-RIM), light)

    def _draw_areas(self) -> None:
        """Fill what lies between the curve and the middle, of each side in its own way."""
        middle = self._y(0)
        mask = Image.new("L", self._image.size)
        outline = [(LEFT, middle), *self._curve, (self._curve[-1][0], middle)]
        points = [(x * OVERSAMPLING, y * OVERSAMPLING) for x, y in outline]
        ImageDraw.Draw(mask).polygon(points, fill=255)
        first, second = (self._theme.sides[seat] for seat in self._chart.seats)
        paint = Image.new("RGB", self._image.size, first.middle)
        draw = ImageDraw.Draw(paint)
        _fill(draw, (0, middle, WIDTH, HEIGHT), second.middle)
        for x, y in _studs(middle):
            _dot(draw, x, y, STUD, second.stud or second.dark)
        self._image.paste(paint, mask=mask)

    def _draw_ruler(self) -> None:
        """Draw a line for every worth of the ruler, and the middle, each with its label."""
        for label, worth in self._chart.ruler.items():
            y = self._y(worth)
            for x in range(LEFT, RIGHT, 12):
                self._box(x, y - 0.5, x + 6, y + 0.5, self._ink)
            self._text((LEFT - 10, y), label, self._theme.label, "rm")
        middle = self._y(0)
        self._box(LEFT, middle - 1, RIGHT, middle + 1, self._ink)
        beyond = (1 + RIM) / 2
        for label, worth in (("0", 0), ("win", beyond), ("win", -beyond)):
            self._text((LEFT - 10, self._y(worth)), label, self._theme.label, "rm")

    def _draw_curve(self) -> None:
        self._line(self._curve, self._ink, 2 if self._chart.moves > LONG else 3)
        marked = [self._curve[mark] for mark in self._chart.marks]
        dots = marked if self._chart.moves > MOST_NUMBERS else self._curve
        for x, y in dots:
            _dot(self._draw, x, y, 4, self._ink)
        for x, y in marked:
            _dot(self._draw, x, y, 10, self._ink)
            _dot(self._draw, x, y, 7, self._theme.accent)

    def _draw_marks(self) -> None:
        """Write the numbers of moves along the bottom, those of marks as pills with a line up."""
        font = ImageFont.load_default(LABEL_SIZE)
        middle = BOTTOM + 10 + PILL_HEIGHT / 2
        taken: list[tuple[float, float]] = []
        marks = sorted(self._chart.marks)
        reaches = [font.getlength(str(mark)) / 2 + 9 for mark in marks]
        spread = _spread([self._curve[mark][0] for mark in marks], reaches)
        for mark, x, reach in zip(marks, spread, reaches, strict=True):
            place, y = self._curve[mark]
            self._line([(place, y), (place, BOTTOM), (x, BOTTOM + 10)], self._theme.accent, 3)
            self._pill(x, middle, reach)
            self._text((x, middle), str(mark), _on(self._theme.accent), "mm")
            taken.append((x - reach, x + reach))
        for move in _numbers(self._chart.moves):
            place = self._curve[move][0]
            reach = font.getlength(str(move)) / 2
            x = min(place, RIGHT + OVERHANG - reach)
            if all(
                x + reach + PILL_GAP < left or x - reach - PILL_GAP > right for left, right in taken
            ):
                self._box(place - 1, BOTTOM, place + 1, BOTTOM + 7, self._theme.label)
                self._text((x, middle), str(move), self._theme.label, "mm")

    def _draw_frame(self) -> None:
        inset, right, bottom = LINE_INSET, WIDTH - LINE_INSET, HEIGHT - LINE_INSET
        box = [edge * OVERSAMPLING for edge in (inset, inset, right, bottom)]
        self._draw.rounded_rectangle(
            box, 8 * OVERSAMPLING, outline=self._theme.line, width=OVERSAMPLING
        )
        below = HEIGHT - 10 - EMBLEM / 2
        for seat, y in zip(self._chart.seats, (10 + EMBLEM / 2, below), strict=True):
            self._text((LEFT + EMBLEM + 8, y), seat.title(), self._theme.label, "lm")
        self._text((RIGHT, below), "moves", self._theme.label, "rm")

    # Where things are, and simple shapes, in pixels of the finished picture

    @property
    def _ink(self) -> Colour:
        """The colour of lines on the ground: dark on light, light on dark."""
        return _on(self._theme.floors[Floor.SQUARE][0], self._theme.rim, self._theme.label)

    def _point(self, move: int) -> tuple[float, float]:
        share = move / max(self._chart.moves, 1)
        return LEFT + share * (RIGHT - LEFT), self._y(self._chart.worths[move])

    @staticmethod
    def _y(worth: float) -> float:
        return (TOP + BOTTOM) / 2 - worth * (BOTTOM - TOP) / 2

    def _box(self, left: float, top: float, right: float, bottom: float, fill: Colour) -> None:
        _fill(self._draw, (left, top, right, bottom), fill)

    def _pill(self, x: float, y: float, reach: float) -> None:
        box = (x - reach, y - PILL_HEIGHT / 2, x + reach, y + PILL_HEIGHT / 2)
        scaled = [edge * OVERSAMPLING for edge in box]
        self._draw.rounded_rectangle(scaled, 9 * OVERSAMPLING, fill=self._theme.accent)

    def _line(self, points: Sequence[tuple[float, float]], fill: Colour, width: int) -> None:
        scaled = [(x * OVERSAMPLING, y * OVERSAMPLING) for x, y in points]
        self._draw.line(scaled, fill=fill, width=width * OVERSAMPLING, joint="curve")

    def _text(self, place: tuple[float, float], text: str, fill: Colour, anchor: str) -> None:
        x, y = place
        font = ImageFont.load_default(LABEL_SIZE * OVERSAMPLING)
        self._draw.text((x * OVERSAMPLING, y * OVERSAMPLING), text, fill, font, anchor)


def _numbers(moves: int) -> range:
    """Return which moves are numbered: round ones, and not too many."""
    step = next((step for step in STEPS if moves / step <= MOST_NUMBERS), moves)
    return range(0, moves + 1, step)


def _spread(places: Sequence[float], reaches: Sequence[float]) -> list[float]:
    """Return the places, from left to right, moved apart until the pills there have room.

    ``reaches`` are how far each pill goes to either side. Pushed to the right alone they have it,
    and to the left alone, so in the middle between the two as well, nearer to their places.
    """
    pushed_right = _pushed(places, reaches)
    mirrored = [LEFT + RIGHT - place for place in reversed(places)]
    pushed_left = [LEFT + RIGHT - place for place in _pushed(mirrored, reaches[::-1])][::-1]
    return [(left + right) / 2 for left, right in zip(pushed_left, pushed_right, strict=True)]


def _pushed(places: Sequence[float], reaches: Sequence[float]) -> list[float]:
    """Return the places with those pushed to the right that have too little room."""
    pushed: list[float] = []
    least = LEFT - OVERHANG
    for place, reach in zip(places, reaches, strict=True):
        pushed.append(max(place, least + reach))
        least = pushed[-1] + reach + PILL_GAP
    # What was pushed over the right edge comes back, and pushes the others.
    most: float = RIGHT + OVERHANG
    for number in range(len(pushed) - 1, -1, -1):
        pushed[number] = min(pushed[number], most - reaches[number])
        most = pushed[number] - reaches[number] - PILL_GAP
    return pushed


def _studs(middle: float) -> Iterator[tuple[float, float]]:
    """Yield where the studs of the second side's area are, every other row shifted."""
    for row, y in enumerate(range(round(middle) + STUD_EVERY // 2, BOTTOM, STUD_EVERY)):
        for x in range(LEFT + row % 2 * STUD_EVERY // 2, RIGHT, STUD_EVERY):
            yield x, y


def _emblem(theme: Theme, seat: Seat) -> Image.Image:
    """Return a side's own shape, as beside its name in the frame of a board."""
    canvas = Canvas(EMBLEM)
    emblem_shape(canvas, theme.sides[seat], (50, 50), 42, theme.label)
    emblem(canvas, theme.sides[seat], (50, 50), 35)
    return canvas.finish()


def _fill(draw: ImageDraw.ImageDraw, box: tuple[float, float, float, float], ink: Colour) -> None:
    """Fill the box, its last pixels outside."""
    left, top, right, bottom = (round(edge * OVERSAMPLING) for edge in box)
    draw.rectangle((left, top, right - 1, bottom - 1), fill=ink)


def _dot(draw: ImageDraw.ImageDraw, x: float, y: float, reach: float, ink: Colour) -> None:
    """Fill a disc."""
    box = (x - reach, y - reach, x + reach, y + reach)
    draw.ellipse([edge * OVERSAMPLING for edge in box], fill=ink)


def _on(ground: Colour, dark: Colour = "#000000", light: Colour = "#ffffff") -> Colour:
    """Return which of two colours reads better on the ground."""
    red, green, blue = (channel / 255 for channel in ImageColor.getrgb(ground)[:3])
    # The luminance of WCAG 2.2, its curve simplified.
    luminance = 0.2126 * red**2.2 + 0.7152 * green**2.2 + 0.0722 * blue**2.2
    return dark if luminance > EVEN_LUMINANCE else light
