"""What is shipped is whole, and what is built never hides the source."""

import fnmatch
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PACKAGES = ("engine", "render", "data", "bot")


def test_the_tests_import_the_checkout() -> None:
    for name in PACKAGES:
        module = __import__(name)
        assert Path(str(module.__file__)).parent == ROOT / name


def test_every_file_of_a_package_is_shipped() -> None:
    patterns = PROJECT["tool"]["setuptools"]["package-data"]["*"]
    left_out = [
        str(path.relative_to(ROOT))
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file()
        and path.suffix not in {".py", ".pyc"}
        and not any(fnmatch.fnmatch(path.name, pattern) for pattern in patterns)
    ]
    assert left_out == []


def test_the_image_is_built_from_every_package() -> None:
    image = (ROOT / "Dockerfile").read_text("utf-8")
    context = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    for package in PACKAGES:
        assert f"COPY {package} {package}\n" in image
        assert f"!{package}" in context


@pytest.fixture
def make(tmp_path: Path) -> "Make":
    return Make(tmp_path)


class Make:
    """The Makefile in a folder of its own, with interpreters that are only told about."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("Makefile", "pyproject.toml"):
            shutil.copy(ROOT / name, folder / name)

    def interpreter(self, name: str, script: str) -> Path:
        path = self.folder / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        return path

    def fail(self, goal: str, python: Path) -> str:
        """What `make` says on standard error when it cannot go on."""
        done = subprocess.run(
            ["make", goal, f"PYTHON={python}"],
            cwd=self.folder,
            capture_output=True,
            text=True,
            env={"PATH": os.environ["PATH"], "HOME": str(self.folder)},
        )
        assert done.returncode != 0
        return done.stderr


def test_a_missing_interpreter_is_named_in_one_sentence(make: Make) -> None:
    said = make.fail("test", make.folder / "absent")
    assert said.startswith("Ricochet needs Python 3.11 or newer with its venv module; none was")


def test_an_old_interpreter_is_named_with_its_version(make: Make) -> None:
    old = make.interpreter(
        "old", 'case "$*" in *version_info*) exit 1;; -V) echo Python 3.9.2;; esac'
    )
    assert f"{old} is Python 3.9.2." in make.fail("test", old)


def test_an_interpreter_without_venv_is_told_what_to_install(make: Make) -> None:
    bare = make.interpreter("bare", 'case "$*" in *ensurepip*) exit 1;; esac')
    assert "apt install python3-venv" in make.fail("test", bare)


def test_an_environment_whose_setup_failed_is_not_trusted(make: Make) -> None:
    broken = make.interpreter(
        "broken",
        f'case "$*" in *"-m venv"*) mkdir .venv; exit 1;; *) exec {sys.executable} "$@";; esac',
    )
    for _ in range(2):
        make.fail("test", broken)
        assert not (make.folder / ".venv" / ".ready").exists()


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """A test suite with our conftest and one test that needs a browser."""
    shutil.copy(ROOT / "tests" / "conftest.py", tmp_path)
    (tmp_path / "test_page.py").write_text(
        "def test_page(chromium_path: str) -> None:\n    assert chromium_path\n"
    )
    return tmp_path


def run_without_tools(suite: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    environment |= {"PATH": "", "HOME": str(suite)}
    return subprocess.run(command, cwd=suite, capture_output=True, text=True, env=environment)


def test_what_a_missing_tool_would_have_tested_is_named_in_the_last_line(suite: Path) -> None:
    done = run_without_tools(suite)
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == "Not tested: test_page.py (1, chromium is missing)"


def test_a_missing_tool_fails_in_continuous_integration(suite: Path) -> None:
    done = run_without_tools(suite, CI="true")
    assert done.returncode == 1
    assert "needs chromium, which continuous integration must have" in done.stdout
