"""The examples in the docstrings are true."""

import doctest
from types import ModuleType

import pytest

from render import track
from render.words import numbers, pieces


@pytest.mark.parametrize("module", [numbers, pieces, track])
def test_examples_are_true(module: ModuleType) -> None:
    result = doctest.testmod(module)
    assert (result.failed, result.attempted > 0) == (0, True)
