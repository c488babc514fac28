"""A short game by two members, each in a browser of their own, up to the last shot."""

import re

import pytest
from playwright.async_api import Locator, Page, expect

from tests.discord.conftest import Club, club, url
from tests.page.conftest import DESKTOP, PHONE, Opened

__all__ = ["club", "url"]

GAME = ("h2-h3", "a4-b3", "d6-d7", "g3-g2", "c1-c2", "h8-h7", "c4R", "e5R")
ARROWS = {
    (-1, 1): "up left",
    (0, 1): "up",
    (1, 1): "up right",
    (-1, 0): "left",
    (1, 0): "right",
    (-1, -1): "down left",
    (0, -1): "down",
    (1, -1): "down right",
}


def button_name(action: str) -> str:
    """The spoken name of the control that plays an action once its piece is picked."""
    if action.endswith(("L", "R")):
        return {"L": "turn left", "R": "turn right"}[action[-1]]
    origin, target = action.split("-")
    return ARROWS[ord(target[0]) - ord(origin[0]), int(target[1]) - int(origin[1])]


def boards(page: Page) -> Locator:
    return page.get_by_test_id("message").filter(has=page.locator("img"))


async def play_by_controls(page: Page, action: str) -> None:
    board = boards(page).last
    await board.locator("select").select_option(action[:2])
    await board.get_by_role("button", name=button_name(action), exact=True).click()


async def play_by_typing(page: Page, action: str) -> None:
    await page.get_by_test_id("composer").fill("/mo")
    await page.keyboard.press("Enter")
    await page.keyboard.type(action[:2])
    await page.get_by_test_id("suggestions").locator(f"[data-value='{action}']").click()
    await page.keyboard.press("Enter")


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
async def test_two_members_play_to_the_last_shot(
    club: Club, opened: Opened, size: tuple[int, int]
) -> None:
    ada, ben = await opened("Ada", size), await opened("Ben", size)
    await ada.get_by_test_id("welcome-challenge").click()
    await ada.get_by_test_id("option-side").select_option(label="First")
    await ada.get_by_test_id("command-send").click()
    await ben.get_by_role("button", name="Accept").click()
    for number, action in enumerate(GAME):
        page = (ada, ben)[number % 2]
        await expect(boards(page)).to_have_count(number + 1)
        await expect(boards(page).last.locator(".mention.me")).not_to_have_count(0)
        play = play_by_typing if number in (2, 3) else play_by_controls
        await play(page, action)
    for page in (ada, ben):
        await expect(boards(page)).to_have_count(len(GAME) + 1)
        await expect(boards(page).last).to_contain_text(re.compile("wins"))
        await expect(boards(page).locator("select")).to_have_count(0)
        picture = boards(page).last.locator("img")
        await expect(picture).to_be_in_viewport(ratio=0.9)
        assert await picture.evaluate("image => image.complete && image.naturalWidth") == 800
    await ben.get_by_role("button", name="Review").click()
    private = ben.locator("[data-testid=message][data-private=true]")
    await private.get_by_role("button", name="first").click()
    await expect(private).to_contain_text("The game begins.")
    await private.get_by_role("button", name="forward").click()
    await expect(private).to_contain_text("h2-h3")
    await expect(ada.locator("[data-private=true]")).to_have_count(0)
