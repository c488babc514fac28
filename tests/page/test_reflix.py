"""Reflix on phones: both fortresses set up in private, and the first shots."""

from playwright.async_api import Locator, Page, expect

from tests.discord.conftest import Club, club, url
from tests.discord.reflix import NORTH
from tests.page.conftest import PHONE, Opened
from tests.page.test_game import boards

__all__ = ["club", "url"]


def panels(page: Page) -> Locator:
    return page.locator("[data-testid=message][data-private=true]")


async def set_up(page: Page) -> Locator:
    """The private panel, opened from the newest board."""
    await page.get_by_role("button", name="Set up").last.click()
    panel = panels(page).last
    await expect(panel).to_contain_text("which only you see")
    return panel


async def test_two_members_set_up_on_phones_and_play_to_a_hit(club: Club, opened: Opened) -> None:
    ada, ben = await opened("Ada", PHONE), await opened("Ben", PHONE)
    await ada.get_by_test_id("welcome-challenge").click()
    await ada.get_by_test_id("option-game").select_option(label="Reflix")
    await ada.get_by_test_id("option-side").select_option(label="First")
    await ada.get_by_test_id("command-send").click()
    await ben.get_by_role("button", name="Accept").click()
    mine = await set_up(ada)
    await expect(mine).to_contain_text("no target and needs 1")
    await mine.get_by_role("button", name="Classic").click()
    await expect(mine).to_contain_text("Complete")
    await expect(panels(ben)).to_have_count(0)
    names = ("Place", "Turn", "Remove", "Undo", "Classic", "Random", "Load…", "Clear", "Keep…")
    for name in (*names, "Ready"):
        await expect(mine.get_by_role("button", name=name, exact=True)).to_be_visible()
    tops = {}
    for name in ("Place", "Turn", "Remove", "Undo"):
        box = await mine.get_by_role("button", name=name, exact=True).bounding_box()
        assert box
        assert box["x"] + box["width"] <= PHONE[0]
        tops[name] = box["y"]
    assert len(set(tops.values())) == 1, "the row does not wrap"
    await mine.get_by_role("button", name="Ready").click()
    await expect(mine).to_contain_text("You are ready.")
    await expect(boards(ben).last).to_contain_text("South is ready.")
    await expect(boards(ben).last.locator(".mention.me")).not_to_have_count(0)

    theirs = await set_up(ben)
    await theirs.locator("select").nth(1).select_option("e1")
    await expect(theirs).to_contain_text("Picked: Target for E1")
    await theirs.get_by_role("button", name="Place").click()
    await expect(theirs).to_contain_text("for E1, now Target")
    await theirs.locator("select").nth(0).select_option(label="Fixed mirror ╱ · 0 of 2")
    await expect(theirs).to_contain_text("Picked: Fixed mirror ╱ for E1")
    await theirs.get_by_role("button", name="Load…").click()
    await ben.get_by_label("Its name, or a code").fill(NORTH)
    await ben.keyboard.press("Enter")
    await expect(theirs).to_contain_text("Complete")
    await theirs.get_by_role("button", name="Ready").click()
    await expect(boards(ada).last).to_contain_text("the game begins")

    for page, mirror, way, after in (
        (ada, "d6", "d6-g6", "North to move"),
        (ben, "d4", "d4-a4", "North wins"),
    ):
        board = boards(page).last
        await expect(board.locator(".mention.me")).not_to_have_count(0)
        await expect(board.locator("select").nth(1)).to_be_disabled()
        await board.locator("select").nth(0).select_option(mirror)
        await expect(board.locator("select").nth(1)).to_be_enabled()
        await board.locator("select").nth(1).select_option(way)
        await expect(boards(page).last).to_contain_text(after)
    for page in (ada, ben):
        await expect(boards(page).last).to_contain_text("North wins")
    assert await ada.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
