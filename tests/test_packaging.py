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
        and path.suffix != ".py"
        and path.parent.name != "__pycache__"
        and not any(fnmatch.fnmatch(path.name, pattern) for pattern in patterns)
    ]
    assert left_out == []


def test_the_image_is_built_from_every_package() -> None:
    image = (ROOT / "Dockerfile").read_text("utf-8")
    context = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    for package in PACKAGES:
        assert f"COPY {package} {package}\n" in image
        assert f"!{package}" in context


class Make:
    """The Makefile in a small tree of its own, with interpreters that are shell scripts."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("Makefile", "pyproject.toml"):
            shutil.copy(ROOT / name, folder / name)
        for name in ("setup.py", "README.md", "LICENSE"):
            (folder / name).touch()
        for package in PACKAGES:
            (folder / package).mkdir()
            (folder / package / "__init__.py").touch()

    def interpreter(self, *cases: str) -> Path:
        """A Python that is new enough and has venv, but for what the cases do instead."""
        path = self.folder / "python"
        path.write_text(f'#!/bin/sh\ncase "$*" in {" ".join(cases)} esac\n')
        path.chmod(0o755)
        return path

    def run(self, goal: str, python: Path) -> subprocess.CompletedProcess[str]:
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.folder)}
        command = ["make", goal, f"PYTHON={python}"]
        return subprocess.run(
            command, cwd=self.folder, capture_output=True, text=True, env=environment
        )

    def fail(self, goal: str, python: Path) -> str:
        """What `make` says on standard error when it cannot go on."""
        done = self.run(goal, python)
        assert done.returncode != 0
        return done.stderr


@pytest.fixture
def make(tmp_path: Path) -> Make:
    return Make(tmp_path)


def test_a_missing_interpreter_is_named_in_one_sentence(make: Make) -> None:
    said = make.fail("test", make.folder / "absent")
    assert said.startswith("Ricochet needs Python 3.11 or newer with its venv module; none was")


def test_an_old_interpreter_is_named_with_its_version(make: Make) -> None:
    old = make.interpreter("*version_info*) exit 1;;", "-V) echo Python 3.9.2;;")
    assert f"{old} is Python 3.9.2." in make.fail("test", old)


def test_an_interpreter_without_venv_is_told_what_to_install(make: Make) -> None:
    bare = make.interpreter("*ensurepip*) exit 1;;")
    assert "apt install python3-venv" in make.fail("test", bare)


def test_an_environment_whose_setup_failed_is_not_trusted(make: Make) -> None:
    broken = make.interpreter("*'-m venv'*) echo venv >>calls; mkdir .venv; exit 1;;")
    for _ in range(2):
        make.fail("test", broken)
    assert (make.folder / "calls").read_text() == "venv\nvenv\n"


class Builder(Make):
    """The same with an interpreter that notes each wheel it is asked for and what went in."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.python = self.interpreter(
            '*"-m venv"*) mkdir -p "$3/bin"; cp "$0" "$3/bin/python";;',
            '*"wheel --quiet"*) find build/copy -type f >>wheels; ! [ -e broken ] || exit 1;'
            " mkdir build/wheel; touch build/wheel/ricochet.whl;;",
            "*install*) ! [ -e interrupted ] || exit 1;;",
        )

    def builds(self) -> bool:
        """Whether one more `make wheel` asks for a wheel, for better or worse."""
        wheels = self.folder / "wheels"
        wheels.unlink(missing_ok=True)
        self.run("wheel", self.python)
        return wheels.exists()


@pytest.fixture
def builder(tmp_path: Path) -> Builder:
    builder = Builder(tmp_path)
    assert builder.builds()
    assert not builder.builds()
    return builder


def test_an_edit_is_built_once(builder: Builder) -> None:
    (builder.folder / "engine" / "__init__.py").write_text("edited = True\n")
    assert builder.builds()
    assert not builder.builds()


def test_a_removed_file_is_noticed(builder: Builder) -> None:
    (builder.folder / "bot" / "__init__.py").unlink()
    assert builder.builds()


def test_a_touched_file_and_a_test_are_no_change(builder: Builder) -> None:
    (builder.folder / "engine" / "__init__.py").touch()
    (builder.folder / "tests").mkdir()
    (builder.folder / "tests" / "test_more.py").touch()
    assert not builder.builds()


@pytest.mark.parametrize("fault", ["broken", "interrupted"])
def test_a_build_that_failed_is_tried_again(builder: Builder, fault: str) -> None:
    (builder.folder / fault).touch()
    (builder.folder / "engine" / "__init__.py").write_text("edited = True\n")
    assert builder.builds()
    assert builder.builds()
    (builder.folder / fault).unlink()
    assert builder.builds()
    assert not builder.builds()


def test_an_environment_that_lost_its_interpreter_is_made_anew(builder: Builder) -> None:
    (builder.folder / "build" / "play" / "bin" / "python").unlink()
    assert builder.builds()


def test_no_stale_module_goes_into_the_wheel(builder: Builder) -> None:
    (builder.folder / "engine" / "beam.so").touch()
    (builder.folder / "engine" / "beam.py").touch()
    assert builder.builds()
    copied = (builder.folder / "wheels").read_text().split()
    assert "build/copy/engine/beam.py" in copied
    assert "build/copy/engine/beam.so" not in copied


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
