"""An analysis on a review's panel: how it gets on, then a chart and the moves that lost most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from bot.match.analysis import Analysis, Lapse, lapses, questions, scaled
from bot.match.boards import mention
from bot.match.review import Review, back_button
from bot.panels import MEASURES
from bot.posting import Button, Picture, Posting, Rows, Style
from render.chart import Chart, chart_words, draw_chart

BAR = 12
"""Characters of the bar that shows how much is done."""

WORSE = (
    "No move was much worse than the best one found.",
    "The move that changed most:",
    "The two moves that changed most:",
    "The three moves that changed most:",
)
"""What is said of so many moves."""


def progress_posting(review: Review, found: Analysis, ahead: int) -> Posting:
    """Return the panel while the analysis is at work, or waits for those that come first."""
    looked, last = len(found.worths), review.last
    if ahead:
        what = f"{_analyses(ahead)} first. This one begins when its turn comes."
    elif looked <= last:
        what = f"Looking at move {looked} of {last} …" if looked else "Looking at the start …"
    else:
        what = "Looking for better moves …"
    done = (looked + len(found.instead)) * BAR // questions(review.match)
    bar = "▰" * done + "▱" * (BAR - done)
    cancel = Button(review.id("leave"), "Cancel")
    return Posting(f"{_heading(review)}\n{what}\n{bar}", rows=((cancel,),))


def halted_posting(review: Review, why: str) -> Posting:
    """Return the panel when the analysis is not to be waited for, with the reason."""
    again = Button(review.id("analyse"), "Analyse", Style.PRIMARY)
    return Posting(f"{_heading(review)}\n{why}", rows=((again, back_button(review)),))


def analysis_posting(review: Review, found: Analysis) -> Posting:
    """Return the panel with the whole analysis."""
    worst = lapses(review.match, found)
    chart = _chart(review, found, worst)
    name = f"analysis-{review.match.id}.png"
    picture = Picture(partial(draw_chart, chart, review.theme), chart_words(chart), name)
    text = "\n".join((_heading(review), *_told(review, worst)))
    return Posting(text, picture, _rows(review, worst))


def shown_analysis(review: Review, found: Analysis, member: int) -> Posting:
    """Return the analysis for everybody in the channel: no controls, and nobody is pinged."""
    posting = analysis_posting(review, found)
    return replace(posting, text=f"{mention(member)} shows an analysis.\n{posting.text}", rows=())


def analysis_rows(review: Review, found: Analysis) -> Rows:
    """Return the controls of the panel with the whole analysis."""
    return _rows(review, lapses(review.match, found))


def _rows(review: Review, worst: Sequence[Lapse]) -> Rows:
    # Another argument than Back has, which may lead to the same move.
    moves = tuple(
        Button(review.at(lapse.move).id("review", "worst"), f"Move {lapse.move}") for lapse in worst
    )
    last = (back_button(review), Button(review.id("showchart"), "Show everyone"))
    return (moves, last) if moves else (last,)


def _heading(review: Review) -> str:
    return f"{review.name} · analysis"


def _analyses(count: int) -> str:
    return "One analysis comes" if count == 1 else f"{count} analyses come"


def _told(review: Review, worst: Sequence[Lapse]) -> list[str]:
    """Return the lines over the chart."""
    match = review.match
    measure, seats = MEASURES[match.game.name], match.game.seats
    first, second = (seat.capitalize() for seat in seats)
    lines = [
        f"**{lapse.move}.** `{lapse.action}` ({lapse.seat.capitalize()}) led to "
        f"{measure.told(lapse.left, seats)}. "
        f"Better: `{lapse.better}`, to {measure.told(lapse.kept, seats)}."
        for lapse in worst
    ]
    scale = f"-# A plus is good for {first}, a minus for {second}; 1 is {measure.meaning}."
    return [WORSE[len(worst)], *lines, scale]


def _chart(review: Review, found: Analysis, worst: Sequence[Lapse]) -> Chart:
    match = review.match
    marks = tuple(lapse.move for lapse in worst)
    ruler = MEASURES[match.game.name].ruler()
    return Chart(match.game.seats, scaled(match, found), marks, ruler)
