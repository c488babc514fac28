"""Names come in clean, and nothing that cannot be seen comes in at all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.match.errors import Refused
from bot.match.names import LONGEST_NAME, clean_name


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  My \n first\t fort ", "My first fort"),
        ("\u202eevil\u202c \u200bname\ufeff", "evil name"),
        ("a\x00b\x1b[31m", "ab[31m"),
        ("Cafe\u0301", "Café"),
        ("שלום 城 🏰", "שלום 城 🏰"),
        ("<@1> @everyone **x**", "<@1> @everyone **x**"),
        ("x" * LONGEST_NAME, "x" * LONGEST_NAME),
        (" " * 500 + "x", "x"),
    ],
)
def test_a_name_is_one_line_of_what_can_be_seen(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept


@pytest.mark.parametrize("typed", ["", "  ", "\u200b\u202e", "\u3164\u2800", "\u0301\u0301"])
def test_a_name_that_nobody_could_see_is_refused(typed: str) -> None:
    with pytest.raises(Refused, match="can be seen"):
        clean_name(typed)


def test_a_name_that_is_too_long_is_refused_with_its_length() -> None:
    with pytest.raises(Refused, match="at most 40 characters, this one has 2,000"):
        clean_name("x" * 2000)


@given(st.text())
def test_a_clean_name_is_clean(typed: str) -> None:
    try:
        name = clean_name(typed)
    except Refused:
        return
    assert 1 <= len(name) <= LONGEST_NAME
    assert name.isprintable()
    assert name == name.strip()
