"""The examples in the engine's docstrings are true."""

import doctest
import importlib
import pkgutil

import pytest

import engine
from engine.deflexion import notation

MODULES = [
    module.name
    for module in pkgutil.walk_packages(engine.__path__, "engine.")
    if not module.name.endswith("__main__")
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_are_true(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_every_function_of_the_notation_has_an_example() -> None:
    finder = doctest.DocTestFinder(exclude_empty=True)
    shown = {test.name.rpartition(".")[2] for test in finder.find(notation) if test.examples}
    assert shown == {"parse_code", "format_code", "parse_action", "__str__"}
