"""Numbers in words."""

from __future__ import annotations

from typing import Final

SMALL: Final = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"),
    *("eighteen", "nineteen"),
)
TENS: Final = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


def count(number: int, noun: str) -> str:
    """Return the number with its noun.

    >>> count(1, "mirror"), count(3, "mirror")
    ('1 mirror', '3 mirrors')
    """
    return f"{number} {_noun(number, noun)}"


def counted(number: int, noun: str) -> str:
    """Return the number, less than a hundred, in words with its noun.

    >>> counted(0, "mirror"), counted(1, "mirror"), counted(36, "mirror")
    ('no mirrors', 'one mirror', 'thirty-six mirrors')
    """
    return f"{_spelled(number)} {_noun(number, noun)}"


def _spelled(number: int) -> str:
    if number < len(SMALL):
        return SMALL[number]
    tens, ones = divmod(number, 10)
    return f"{TENS[tens - 2]}-{SMALL[ones]}" if ones else TENS[tens - 2]


def _noun(number: int, noun: str) -> str:
    return noun if number == 1 else f"{noun}s"
