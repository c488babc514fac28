"""Compiles the hot modules of the rules when RICOCHET_COMPILE=1; all else is in pyproject.toml.

Without a compiler, or without mypy, the package installs uncompiled and gives the same answers.
"""

import os
from pathlib import Path

from setuptools import Extension, setup


def compiled_modules() -> list[Extension]:
    """Return the extension modules to build, none unless they are asked for."""
    if os.environ.get("RICOCHET_COMPILE") != "1":
        return []
    from mypyc.build import mypycify

    engine = Path("engine")
    hot = [
        *(path for name in ("beam", "memory", "search") for path in engine.glob(f"{name}.py")),
        *(path for name in ("board", "evaluate") for path in engine.glob(f"*/{name}.py")),
    ]
    modules = mypycify([str(path) for path in sorted(hot)], opt_level="3")
    for module in modules:
        module.optional = True
    return modules


setup(ext_modules=compiled_modules())
