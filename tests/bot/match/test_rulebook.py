"""The rules of every game in pages that Discord takes, and what they say is true."""

import re

import pytest

from bot.match.errors import OldControl
from bot.match.rulebook import rules_posting
from bot.panels import PANELS, VARIANTS
from bot.posting import Select
from render import THEMES
from render.painters import PAINTERS

PAGES = [(name, page) for name in VARIANTS for page in range(len(VARIANTS[name].rules))]


def test_every_game_that_is_offered_can_be_drawn() -> None:
    assert PANELS.keys() <= PAINTERS.keys()


@pytest.mark.parametrize(("name", "page"), PAGES)
def test_a_page_fits_into_a_message_with_its_picture_and_alt_text(name: str, page: int) -> None:
    for theme in THEMES:
        posting = rules_posting(name, page, "", theme)
        assert posting.picture
        assert posting.picture.png.startswith(b"\x89PNG")
        assert 0 < len(posting.picture.alt) <= 1024
        assert re.fullmatch(r"rules-[a-z0-9]+-\d+\.png", posting.picture.name)
        assert len(posting.text) <= 2000
        assert f"{page + 1} of {len(VARIANTS[name].rules)}" in posting.text
    select, buttons = posting.rows
    assert isinstance(select, Select)
    assert len(select.options) <= 25
    assert all(len(option.label) <= 100 for option in select.options)
    assert [option.value for option in select.options if option.is_default] == [str(page)]
    ids = [str(select.id), *(str(b.id) for b in buttons)]  # type: ignore[union-attr]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("name", VARIANTS)
def test_the_buttons_lead_through_all_pages_and_stop_at_both_ends(name: str) -> None:
    last = len(VARIANTS[name].rules) - 1

    def shown(page: int, step: str) -> int:
        found = re.search(r"· (\d+) of", rules_posting(name, page, step, "papyrus").text)
        assert found
        return int(found[1]) - 1

    assert [shown(page, "forward") for page in range(last + 1)] == [*range(1, last + 1), last]
    assert [shown(page, "back") for page in range(last + 1)] == [0, *range(last)]
    assert (shown(1, "first"), shown(1, "last")) == (0, last)
    assert shown(10**9, "") == last


def test_a_game_without_rules_here_is_refused_in_words() -> None:
    with pytest.raises(OldControl):
        rules_posting("chess", 0, "", "papyrus")


def test_the_pictures_of_deflexion_show_what_their_pages_say() -> None:
    """Each page's picture tells its story by itself, drawn from real play."""
    stories = {page.title: page.scene().words.story for page in PANELS["deflexion"].rules}
    assert "pyramid d5 → e4" in stories["A turn: move"]
    assert "changed places with Gold's pyramid on e4" in stories["A turn: swap"]
    assert "destroyed Gold's obelisk on e7" in stories["A turn: swap"]
    assert "pyramid on e4 turned clockwise" in stories["A turn: turn a piece"]
    assert "ended at the edge" in stories["The beam"]
    assert "over 8 mirrors and destroyed Gold's obelisk on f7" in stories["What it strikes"]
    assert "Gold's Djed on f5 turned" in stories["The end"]
    assert "destroyed Silver's Pharaoh" in stories["The end"]


def test_the_pictures_of_khet_show_what_their_pages_say() -> None:
    """Each page's picture tells its story by itself, drawn from real play."""
    words = {page.title: page.scene().words for page in VARIANTS["khet2"].rules}
    stories = {title: told.story for title, told in words.items()}
    assert "pyramid d5 → e4" in stories["A turn: move or turn"]
    assert "changed places with Gold's pyramid on e4" in stories["A turn: swap"]
    assert "destroyed Gold's Anubis on e7" in stories["A turn: swap"]
    assert "over 8 mirrors and was stopped by Gold's Sphinx on a8" in stories["The Sphinx"]
    assert "by the shield of Silver's own Anubis on g2" in stories["Anubis and his shield"]
    assert "Sphinx on j1 turned counter-clockwise" in stories["What the beam strikes"]
    assert "destroyed Silver's own Anubis on f1" in stories["What the beam strikes"]
    assert "pyramid on f4 turned clockwise" in stories["The end"]
    assert words["The end"].outcome == "Silver wins: the laser struck Gold's Pharaoh."


def test_the_pictures_of_arena_show_what_their_pages_say() -> None:
    """Each page's picture tells its story by itself, drawn from real play."""
    stories = {page.title: page.scene().words.story for page in PANELS["arena"].rules}
    assert "guard tower e3 → e4" in stories["A turn: move"]
    assert "mirror on d3 turned clockwise" in stories["A turn: turn a piece"]
    assert "over 2 mirrors and destroyed Black's mirror on g7" in stories["A turn: fire"]
    assert "left the arena" in stories["The ring"]
    assert "destroyed Black's mirror on c3" in stories["What it strikes"]
    assert "guard tower on f6, which now is rubble" in stories["Guard Towers and rubble"]
    assert "double mirror c2 → c3" in stories["Double Mirrors"]
    assert "Seven mirrors flipped" in stories["The arena moves"]
    assert "Columns rose on c4, d6, f5 and g2" in stories["Columns"]
    assert "destroyed Black's King on e8" in stories["The end"]


def test_the_pictures_of_reflix_show_what_their_pages_say() -> None:
    """Each page's picture tells its story by itself, drawn from real play."""
    words = {page.title: page.scene().words for page in PANELS["reflix"].rules}
    stories = {title: told.story for title, told in words.items()}
    assert "South is ready" in words["Setting up in secret"].turn
    assert "mirror on D6 turned" in stories["A move: turn"]
    assert "left the board" in stories["A move: turn"]
    assert "mirror B6 → C6" in stories["A move: slide"]
    assert "stopped by South's own wall on C8" in stories["A move: slide"]
    assert "over 3 mirrors" in stories["The beam"]
    assert "through 1 of South's shields, and left the board" in stories["Shields"]
    assert "through 1 of North's shields, and hit the target" in stories["Scoring and the end"]
    assert words["Scoring and the end"].outcome == "South wins: only South hit the target."


def test_the_pictures_of_legion_show_what_their_pages_say() -> None:
    """Each page's picture tells its story by itself, drawn from real play."""
    words = {page.title: page.scene().words for page in PANELS["legion"].rules}
    stories = {title: told.story for title, told in words.items()}
    assert stories["A turn"] == "Blue's legionnaire on c2 changed to attack."
    assert "captured Red's infantry on d5" in stories["The front line"]
    assert "Blue's cavalry on c4 captured Red's archer on d6" in stories["Mounts"]
    assert "Blue's siege on c2 shot Red's infantry on c6" in stories["Shooters"]
    assert "changed to attack, then captured" in stories["Commander and aura"]
    assert "stormed Red's Fortress on e8, disabled it and was lost" in stories["The Fortress"]
    assert "Blue's Assassin on c4 captured Red's infantry" in stories["The Assassin"]
    assert "hidden Assassin defend c2" in words["Deploying in secret"].brief
    assert "ssassin" not in words["The board"].brief
    assert words["Points and the end"].outcome == "Blue wins: Red's Commander was captured."


def test_the_beams_on_the_pages_of_arena_run_as_told() -> None:
    courses = {page.title: page.scene().course for page in PANELS["arena"].rules}
    assert len(courses["What it strikes"]) - len(set(courses["What it strikes"])) == 4
    crossed = courses["The ring"]
    assert len(crossed) - len(set(crossed)) == 1
