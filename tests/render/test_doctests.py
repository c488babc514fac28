"""The examples in the docstrings are true."""

import doctest

from render.words import beam


def test_examples_are_true() -> None:
    result = doctest.testmod(beam)
    assert (result.failed, result.attempted > 0) == (0, True)
