"""Pictures in words: for screen readers, and for whoever asks to have the position described."""

from __future__ import annotations

from textwrap import shorten
from typing import Final

from render.scene import Scene

ALT_TEXT_LIMIT: Final = 1_000
"""Characters; Discord allows 1,024 in an attachment's description."""
DESCRIPTION_LIMIT: Final = 1_800
"""Characters; Discord allows 2,000 in a message."""


def alt_text(scene: Scene) -> str:
    """Return what happened and whose turn it is, then the pieces, then the beam's path.

    What comes last is cut first, so that it has at most 1,000 characters.
    """
    words = scene.words
    return _fit((words.story, words.outcome or words.turn, words.brief, words.path), ALT_TEXT_LIMIT)


def describe(scene: Scene) -> str:
    """Return the position in words, a line for each group, in at most 1,800 characters."""
    words = scene.words
    lines = [f"{words.story} {words.outcome or words.turn}", *words.full]
    while len("\n".join(lines)) > DESCRIPTION_LIMIT:
        lines.pop()
    return "\n".join(lines)


def _fit(parts: tuple[str, ...], limit: int) -> str:
    """Return the parts in one line, cut at the end of a word when they are too long."""
    return shorten(" ".join(filter(None, parts)), limit, placeholder=" …")
