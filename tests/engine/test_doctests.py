"""The examples in the engine's docstrings are true."""

import doctest
import importlib
import inspect
import pkgutil

import pytest

import engine
from engine.core import Action
from engine.registry import GAMES

MODULES = [
    module.name
    for module in pkgutil.walk_packages(engine.__path__, "engine.")
    if not module.name.endswith("__main__")
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_are_true(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("name", ["actions", *(f"{game}.notation" for game in GAMES)])
def test_every_function_of_a_notation_has_an_example(name: str) -> None:
    notation = importlib.import_module(f"engine.{name}")
    functions = {
        name
        for name, function in inspect.getmembers(notation, inspect.isfunction)
        if function.__module__ == notation.__name__ and not name.startswith("_")
    }
    texts = {
        f"{name}.__str__"
        for name, kind in inspect.getmembers(notation, inspect.isclass)
        if kind.__module__ == notation.__name__ and issubclass(kind, Action)
        if "__str__" in vars(kind)
    }
    finder = doctest.DocTestFinder(exclude_empty=True)
    shown = {
        test.name.removeprefix(f"{notation.__name__}.")
        for test in finder.find(notation)
        if test.examples
    }
    assert functions | texts <= shown
