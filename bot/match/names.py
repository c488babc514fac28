"""Names under which members keep things, made clean before they are kept."""

from __future__ import annotations

import unicodedata
from typing import Final

from bot.match.errors import Refused
from bot.match.words import tidied

LONGEST_NAME: Final = 40
"""In characters as Python counts them."""

_BLANKS: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and signs that show nothing, though Unicode calls them printable."""


def clean_name(typed: str) -> str:
    """Return the name in one line, without what cannot be seen.

    Raises ``Refused`` when nothing is left, or more than 40 characters are.
    """
    seen = "".join(c for c in tidied(unicodedata.normalize("NFC", typed)) if c not in _BLANKS)
    name = " ".join(seen.split())
    # Marks that only add to the letter before show little without one.
    if all(unicodedata.category(c).startswith(("M", "Z")) for c in name):
        raise Refused("A name needs at least one character that can be seen.")
    if len(name) > LONGEST_NAME:
        raise Refused(f"A name has at most {LONGEST_NAME} characters, this one has {len(name):,}.")
    return name
