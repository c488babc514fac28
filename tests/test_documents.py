"""The documents at the top of the tree say what is true."""

import re
import subprocess
import tomllib
from pathlib import Path

import discord
import pytest
from discord.app_commands import ContextMenu

from bot.commands import COMMANDS
from bot.settings import Settings

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text("utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
DOCUMENTS = sorted(path.name for path in ROOT.glob("*.md"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def first_cells(document: str, heading: str) -> list[str]:
    """The first column of the table under a heading, without its code marks."""
    section = re.split(rf"^## {heading}$", document, flags=re.MULTILINE)[1].split("\n## ")[0]
    rows = re.findall(r"^\| (.+?) \|", section, flags=re.MULTILINE)
    return [cell.replace("`", "") for cell in rows[2:]]


def found(pattern: str, text: str) -> tuple[str, ...]:
    """The groups of the pattern's first place in the text."""
    match = re.search(pattern, text, flags=re.DOTALL)
    assert match is not None
    return match.groups()


def test_the_readme_opens_with_a_picture_and_the_two_commands() -> None:
    opening = r"\A!\[[^]]+\]\((\S+)\)\n\n```sh\n(make \w+) [^\n]*\n(make \w+) [^\n]*\n```\n"
    picture, play, test = found(opening, README)
    assert (ROOT / picture).is_file()
    assert (play, test) == ("make play", "make test")


def test_the_readme_explains_every_setting_and_no_other() -> None:
    assert first_cells(README, "Settings") == [name.upper() for name in Settings.model_fields]


def test_the_readme_names_every_command_and_no_other() -> None:
    names = [
        command.name if isinstance(command, ContextMenu) else f"/{command.name}"
        for command in COMMANDS
    ]
    assert first_cells(README, "Commands") == names


def test_the_readme_gives_the_defaults_of_the_settings() -> None:
    rows = dict(re.findall(r"^\| `([A-Z_]+)` \| (\S+) \|", README, flags=re.MULTILINE))
    for name, field in Settings.model_fields.items():
        value = field.get_default()
        secret = getattr(value, "get_secret_value", lambda value=value: value)()
        assert rows[name.upper()] == ("–" if secret is None else f"`{secret}`")


def test_the_invitation_asks_for_the_permissions_that_the_readme_names() -> None:
    number = int(*found(r"scope=bot\+applications\.commands&permissions=(\d+)", README))
    (named,) = found(r"The link asks for (.+?)\.", README)
    names = re.split(r",\s+|\s+and\s+", named)
    granted = discord.Permissions(**{name.lower().replace(" ", "_"): True for name in names})
    assert granted.value == number


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_link_into_the_tree_leads_somewhere(name: str) -> None:
    links = re.findall(r"\]\(([^)]+)\)", (ROOT / name).read_text("utf-8"))
    assert [
        link for link in links if not link.startswith("https://") and not (ROOT / link).exists()
    ] == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_make_command_that_a_document_names_exists(name: str) -> None:
    goals = set(re.findall(r"`?make ([a-z]+)\b", (ROOT / name).read_text("utf-8")))
    for goal in goals:
        subprocess.run(["make", "--dry-run", goal], cwd=ROOT, check=True, capture_output=True)


def test_the_map_names_each_package_and_only_what_exists() -> None:
    named = [name for cell in first_cells(CONTRIBUTING, "The map") for name in cell.split(", ")]
    assert [name for name in named if not (ROOT / name).exists()] == []
    packages = [name.removesuffix("*").replace(".", "/") for name in packages_of_the_wheel()]
    assert {name.rstrip("/") + "/" for name in packages} <= set(named)


def packages_of_the_wheel() -> list[str]:
    return [
        name
        for name in PROJECT["tool"]["setuptools"]["packages"]["find"]["include"]
        if "." not in name
    ]


def test_every_dependency_has_its_reason() -> None:
    reasons = {
        name for cell in first_cells(CONTRIBUTING, "Dependencies") for name in cell.split(", ")
    }
    project = PROJECT["project"]
    wanted = [
        *PROJECT["build-system"]["requires"],
        *project["dependencies"],
        *(name for extra in project["optional-dependencies"].values() for name in extra),
    ]
    assert {re.split(r"[>\[]", name)[0] for name in wanted} == reasons
