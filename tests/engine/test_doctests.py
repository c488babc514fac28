"""The examples in the engine's docstrings are true."""

import doctest
import importlib
import inspect
import pkgutil

import pytest

import engine
from engine.registry import GAMES

MODULES = [
    module.name
    for module in pkgutil.walk_packages(engine.__path__, "engine.")
    if not module.name.endswith("__main__")
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_are_true(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("game", GAMES)
def test_every_function_of_a_notation_has_an_example(game: str) -> None:
    notation = importlib.import_module(f"engine.{game}.notation")
    functions = {
        name
        for name, function in inspect.getmembers(notation, inspect.isfunction)
        if function.__module__ == notation.__name__ and not name.startswith("_")
    }
    finder = doctest.DocTestFinder(exclude_empty=True)
    shown = {test.name.rpartition(".")[2] for test in finder.find(notation) if test.examples}
    assert {*functions, "__str__"} <= shown
