"""What every test shares: the tools some need, how hypothesis searches, no stale compiled rules.

A test that needs a tool from outside Python says so, with `@pytest.mark.needs("chromium")` or by
asking for the fixture `chromium_path`. Without the tool it is skipped and named in the last line;
with CI=true it fails.
"""

import os
import shutil
import sysconfig
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent
IN_CI = os.environ.get("CI", "").lower() in {"1", "true"}

settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if IN_CI else "local")


def find_chromium() -> Path | None:
    """The browser that Playwright drives; Playwright downloads none of its own."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return next((Path(path) for name in names if (path := shutil.which(name))), None)


def find_compiler() -> Path | None:
    """A C compiler, when Python's own headers are there for it too."""
    headers = Path(sysconfig.get_path("include"), "Python.h")
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    return Path(compiler) if compiler and headers.exists() else None


TOOLS: dict[str, Callable[[], Path | None]] = {
    "chromium": find_chromium,
    "compiler": find_compiler,
}
NEEDS = "needs "


def require(tool: str) -> Path:
    """The path of a tool; without it the test that asks is skipped, or fails with CI=true."""
    path = TOOLS[tool]()
    if path is not None:
        return path
    if IN_CI:
        pytest.fail(f"{NEEDS}{tool}, which continuous integration must have", pytrace=False)
    pytest.skip(f"{NEEDS}{tool}")


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """The browser to hand to Playwright as `executable_path`."""
    return str(require("chromium"))


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "needs(tool): needs a tool from outside Python")
    stale = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "engine").rglob("*.so"))
    if stale:
        names = ", ".join(stale)
        raise pytest.UsageError(f"engine/ holds compiled modules that hide its source: {names}")


def pytest_runtest_setup(item: pytest.Item) -> None:
    for marker in item.iter_markers("needs"):
        for tool in marker.args:
            require(tool)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> Iterator[None]:
    """Names what was skipped for want of a tool, beneath pytest's own closing line."""
    yield
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None:
        return
    missed: Counter[tuple[str, str]] = Counter()
    for report in reporter.stats.get("skipped", []):
        reason = report.longrepr[2].removeprefix("Skipped: ")
        if reason.startswith(NEEDS):
            missed[reason.removeprefix(NEEDS), report.nodeid.partition("::")[0]] += 1
    if missed:
        parts = (f"{file} ({count}, {tool} is missing)" for (tool, file), count in missed.items())
        reporter.write_line(f"Not tested: {', '.join(parts)}")
