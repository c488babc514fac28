"""Legion on phones: both deployed in private, acted in private, and each its own view."""

import re

from playwright.async_api import Locator, Page, expect

from tests.discord.conftest import Club, club, url
from tests.page.conftest import PHONE, Opened
from tests.page.test_reflix import panels

__all__ = ["club", "url"]


def boards(page: Page) -> Locator:
    """The public messages with a picture."""
    public = page.locator("[data-testid=message]:not([data-private=true])")
    return public.filter(has=page.locator("img"))


async def panel_of(page: Page, name: str, says: str) -> Locator:
    """The private panel that the newest board's button opens."""
    before = await panels(page).count()
    await boards(page).last.get_by_role("button", name=name, exact=True).click()
    await expect(panels(page)).to_have_count(before + 1)
    panel = panels(page).last
    await expect(panel).to_contain_text(says)
    return panel


async def fits(page: Page, panel: Locator, *rows: tuple[str, ...]) -> None:
    """Each row of buttons stands in one line, within the phone's width."""
    for row in rows:
        tops = set()
        for name in row:
            box = await panel.get_by_role("button", name=name, exact=True).bounding_box()
            assert box
            assert box["x"] + box["width"] <= PHONE[0]
            tops.add(box["y"])
        assert len(tops) == 1, f"{row} does not wrap"
    assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


async def deploy(page: Page, square: str) -> None:
    """Deploy with the Assassin there."""
    panel = await panel_of(page, "Set up", "which only you see")
    await panel.locator("select").nth(1).select_option(square)
    await expect(panel).to_contain_text(f"Your Assassin stands on {square}")
    shown = re.compile(rf"hidden Assassin defend {square}\b")
    await expect(panel.locator("img")).to_have_attribute("alt", shown)
    await fits(page, panel, ("Flip", "Random", "Undo", "Reset"), ("Ready",))
    await panel.get_by_role("button", name="Ready").click()
    await expect(panel).to_contain_text("You are ready")


async def act(page: Page, unit: str, action: str) -> Locator:
    """Do it in the private panel."""
    panel = await panel_of(page, "Act", "You are to move.")
    await expect(panel.locator("select").nth(1)).to_be_disabled()
    await panel.locator("select").nth(0).select_option(unit)
    await expect(panel.locator("select").nth(1)).to_be_enabled()
    await fits(page, panel, ("Flip", "Turn", "Reveal"))
    await panel.locator("select").nth(1).select_option(action)
    await expect(panel).to_contain_text(f"You played {action}.")
    return panel


async def test_a_timed_mirror_match_on_phones_shows_each_member_their_own_assassin(
    club: Club, opened: Opened
) -> None:
    ada, ben = await opened("Ada", PHONE), await opened("Ben", PHONE)
    await ada.get_by_test_id("welcome-challenge").click()
    for option, label in (
        ("game", "Legion"),
        ("side", "First"),
        ("clock", "15 minutes for the whole game (Legion)"),
        ("army", "Rome"),
        ("opponent_army", "Rome"),
    ):
        await ada.get_by_test_id(f"option-{option}").select_option(label=label)
    await ada.get_by_test_id("command-send").click()
    await expect(ben.get_by_text("has the army of Rome").first).to_be_visible()
    await ben.get_by_role("button", name="Accept").click()
    await expect(boards(ada).last).to_contain_text("Blue (Rome)")
    await deploy(ada, "c2")
    await expect(boards(ben).last).to_contain_text("Blue is ready.")
    await deploy(ben, "c7")
    await expect(boards(ada).last).to_contain_text("The time of the whole game runs out")
    for page, other in ((ada, ben), (ben, ada)):
        await expect(boards(other).last.locator("img")).not_to_have_attribute(
            "alt", re.compile("ssassin")
        )
        await fits(page, boards(page).last, ("Act", "My view", "Rules", "Menu"))
    for page, unit, action, after in (
        (ada, "c2", "c2-c3", "Blue's legionnaire c2 → c3."),
        (ben, "c7", "c7-c6", "Red's legionnaire c7 → c6."),
        (ada, "c3", "c3-c4", "Blue's legionnaire c3 → c4."),
        (ben, "c6", "c6-c5", "Red's legionnaire c6 → c5."),
    ):
        await act(page, unit, action)
        for each in (ada, ben):
            await expect(boards(each).last).to_contain_text(after)
            await expect(boards(each).last.locator("img")).not_to_have_attribute(
                "alt", re.compile("ssassin")
            )
    for page, own in ((ada, "c4"), (ben, "c5")):
        view = await panel_of(page, "My view", "alone sees it")
        alt = await view.locator("img").get_attribute("alt") or ""
        assert f"hidden Assassin defend {own}" in alt
        assert alt.count("ssassin defend") == 1
    await act(ada, "c4", "c4xc5")
    for page in (ada, ben):
        await expect(boards(page).last).to_contain_text("captured Red's hidden Assassin on c5")
        await expect(boards(page).last).to_contain_text("Blue scored 5 points")
