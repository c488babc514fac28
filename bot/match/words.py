"""What people wrote, made fit to stand in a message."""

from __future__ import annotations

import re


def tidied(text: str) -> str:
    """Return the text in one line, without characters that nobody sees or that turn the line.

    >>> tidied("  Moved" + chr(10) + " on" + chr(0x202E))
    'Moved on'
    """
    return "".join(c for c in " ".join(text.split()) if c.isprintable())


def escaped(text: str) -> str:
    r"""Return the text as Discord shows it letter by letter: no formatting, link or mention.

    >>> escaped("<@1> *won* https://x")
    '\\<\\@1\\> \\*won\\* https\\:\\/\\/x'
    """
    return re.sub(r"([\\*_~`|<>@#:/\[\]()])", r"\\\1", text)
