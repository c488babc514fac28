"""A chart says who stood better, in colours, in greys and in words."""

import doctest
from dataclasses import replace
from io import BytesIO
from itertools import pairwise, product

import pytest
from PIL import Image, ImageColor

from render import THEMES, chart
from render.chart import BOTTOM, LEFT, RIGHT, RIM, TOP, WIDTH, Chart, chart_words, draw_chart
from render.words import ALT_TEXT_LIMIT
from tests.render.charts import CHARTS
from tests.render.difference import share_that_differs
from tests.render.vision import VISIONS, contrast, seen

SEATS = ("silver", "gold")
MIDDLE = (TOP + BOTTOM) // 2


def drawn(chart: Chart, theme: str = "papyrus") -> Image.Image:
    return Image.open(BytesIO(draw_chart(chart, theme))).convert("RGB")


def colours(image: Image.Image, box: tuple[int, int, int, int]) -> set[object]:
    found = image.crop(box).getcolors(2**20)
    assert found
    return {colour for number, colour in found if number > 20}


def test_the_examples_are_true() -> None:
    result = doctest.testmod(chart)
    assert (result.failed, result.attempted > 0) == (0, True)


@pytest.mark.parametrize("theme", THEMES)
def test_the_sides_differ_by_more_than_their_colours(theme: str) -> None:
    """The one above is filled evenly, the other's area below has studs."""
    above = colours(
        drawn(Chart(SEATS, (0.5, 0.5)), theme), (LEFT + 9, MIDDLE - 60, RIGHT, MIDDLE - 5)
    )
    below = colours(
        drawn(Chart(SEATS, (-0.5, -0.5)), theme), (LEFT + 9, MIDDLE + 5, RIGHT, MIDDLE + 60)
    )
    assert len(above) == 1
    assert len(below) > 1
    greys = [0.299 * red + 0.587 * green + 0.114 * blue for red, green, blue in below]  # type: ignore[misc]
    assert max(greys) - min(greys) > 50


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("theme", THEMES)
def test_curve_and_numbers_stand_out_to_all_eyes(theme: str, vision: str) -> None:
    """By what WCAG 2.2 asks of shapes and of words."""
    image = drawn(Chart(SEATS, (0, 0, 0), (1,)), theme)
    line, ground = (image.getpixel((LEFT + 90, y)) for y in (MIDDLE, MIDDLE - 30))
    assert isinstance(line, tuple)
    assert isinstance(ground, tuple)
    assert contrast(seen(line, vision), seen(ground, vision)) > 3
    accent = ImageColor.getrgb(THEMES[theme].accent)
    words = ImageColor.getrgb(chart._on(THEMES[theme].accent))
    assert contrast(seen(words, vision), seen(accent, vision)) > 4.5


def test_a_curve_is_turned_over_when_the_sides_change_places() -> None:
    up, down = (drawn(Chart(SEATS, (0, worth, 0))) for worth in (0.5, -0.5))
    ground = up.getpixel((LEFT + 9, MIDDLE - 100))
    x = (LEFT + RIGHT) // 2
    assert (up.getpixel((x, MIDDLE + 30)), down.getpixel((x, MIDDLE - 30))) == (ground, ground)
    assert up.getpixel((x, MIDDLE - 30)) != ground != down.getpixel((x, MIDDLE + 30))


def test_what_is_sure_reaches_the_rim_and_nothing_else_does() -> None:
    edge = (LEFT + 9, TOP + 1, RIGHT - 9, TOP + 6)
    assert len(colours(drawn(Chart(SEATS, (RIM, RIM))), edge)) == 1
    sure = drawn(Chart(SEATS, (1, 1)))
    assert colours(sure, edge) != colours(drawn(Chart(SEATS, (RIM, RIM))), edge)


def test_marks_are_seen_and_stand_apart_however_near_their_moves_are() -> None:
    long = CHARTS["long"]
    pictures = [drawn(replace(long, marks=marks)) for marks in ((), (297,), (297, 299, 300))]
    for one, other in product(pictures, pictures):
        if one is not other:
            assert share_that_differs(one, other) > 0.002
    reaches = (25.0, 25.0, 25.0)
    for places in ((70.0, 70.0, 71.0), (770.0, 775.0, 776.0), (400.0, 401.0, 405.0)):
        spread = chart._spread(places, reaches)
        assert all(right - left > 50 for left, right in pairwise(spread))
        assert spread[0] - 25 > LEFT - 15
        assert spread[-1] + 25 < RIGHT + 15


def test_pills_of_moves_one_after_the_other_keep_apart_on_a_phone() -> None:
    """At 390 pixels at least four lie between two, and each is as near to its move as the other."""
    places = chart._spread((400.0, 411.0), (22.0, 22.0))
    assert (places[1] - places[0] - 44) * 390 / WIDTH > 4
    assert 400 - places[0] == places[1] - 411


@pytest.mark.parametrize("moves", [1, 2, 7, 11, 12, 60, 300, 999, 20_000])
def test_moves_are_numbered_from_the_start_and_never_too_many(moves: int) -> None:
    numbers = chart._numbers(moves)
    assert numbers[0] == 0
    assert 2 <= len(numbers) <= 12


@pytest.mark.parametrize("name", CHARTS)
def test_the_words_of_a_chart_fit_into_an_alt_text(name: str) -> None:
    words = chart_words(CHARTS[name])
    assert len(words) < ALT_TEXT_LIMIT
    assert words.startswith(f"A chart of {CHARTS[name].moves} move")
    assert all(str(mark) in words for mark in CHARTS[name].marks)


def test_words_tell_of_a_restless_game_what_counts() -> None:
    worths = [0.0, *([0.5, -0.5] * 40), *([0.5] * 20), 1.0, 1.0]
    words = chart_words(Chart(SEATS, worths))
    assert words == (
        "A chart of 102 moves. The lead changes 80 times: Silver stands better for 62 moves, Gold "
        "for 40. From move 101 on Silver wins for sure."
    )


@pytest.mark.parametrize(
    ("worths", "told"),
    [
        ((0, 0.3, 1, 0.3, 1), "The lead never changes: Silver stands better for 4 moves."),
        ((0, 0.3, 0, -0.3, -1), "The lead changes once: Gold stands better for 2 moves, Silver "
         "for 1, and it is level for 1."),
        ((0, 0, 0, 0), "At the start it is level."),
    ],
)  # fmt: skip
def test_words_tell_who_had_the_lead_for_how_long(worths: tuple[float, ...], told: str) -> None:
    assert told in chart_words(Chart(SEATS, worths))


@pytest.mark.parametrize("name", CHARTS)
def test_words_are_a_few_short_sentences(name: str) -> None:
    words = chart_words(CHARTS[name])
    assert words.count(". ") <= 2
    assert len(words) < 220


def test_a_theme_that_is_none_is_an_error() -> None:
    with pytest.raises(KeyError):
        draw_chart(CHARTS["won"], "neon")
