"""A short game of Khet 2.0 in the browser, on a phone: the Sphinx turns, and the shot ends it."""

import re

from playwright.async_api import expect

from tests.discord.conftest import Club, club, url
from tests.page.conftest import PHONE, Opened
from tests.page.test_game import boards, play_by_controls

__all__ = ["club", "url"]

GAME = ("j1L", "h8R", "h2-h3")


async def test_two_members_play_khet_to_the_last_shot(club: Club, opened: Opened) -> None:
    ada, ben = await opened("Ada", PHONE), await opened("Ben", PHONE)
    await ada.get_by_test_id("welcome-challenge").click()
    await ada.get_by_test_id("option-game").select_option(label="Khet 2.0")
    await ada.get_by_test_id("option-side").select_option(label="First")
    await ada.get_by_test_id("command-send").click()
    await expect(ben.get_by_test_id("message").last).to_contain_text("Khet 2.0 · Classic")
    await ben.get_by_role("button", name="Accept").click()
    await expect(boards(ada)).to_have_count(1)
    await boards(ada).last.locator("select").select_option("j1")
    turns = boards(ada).last.get_by_role("button", name=re.compile("turn"))
    await expect(turns.and_(ada.locator(":enabled"))).to_have_count(1)
    await boards(ada).last.get_by_role("button", name="turn left", exact=True).click()
    for number, action in enumerate(GAME[1:], start=1):
        page = (ada, ben)[number % 2]
        await expect(boards(page)).to_have_count(number + 1)
        await expect(boards(page).last.locator(".mention.me")).not_to_have_count(0)
        await play_by_controls(page, action)
    for page in (ada, ben):
        await expect(boards(page)).to_have_count(len(GAME) + 1)
        await expect(boards(page).last).to_contain_text("Gold wins")
        picture = boards(page).last.locator("img")
        assert await picture.evaluate("image => image.complete && image.naturalWidth") == 800
