"""The examples in the docstrings of the panels are true."""

import doctest
import importlib
import pkgutil

import pytest

import bot.panels

MODULES = [module.name for module in pkgutil.iter_modules(bot.panels.__path__, "bot.panels.")]


@pytest.mark.parametrize("name", MODULES)
def test_examples_are_true(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
