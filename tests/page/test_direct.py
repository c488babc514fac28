"""A game with the computer in a conversation with the bot, at the width of a phone."""

import re

from playwright.async_api import expect

from tests.discord.conftest import Club, club, url
from tests.discord.direct import WON
from tests.page.conftest import PHONE, Opened
from tests.page.test_game import boards, play_by_controls

__all__ = ["club", "url"]


async def test_a_game_in_a_conversation_goes_to_the_last_shot_and_on(
    club: Club, opened: Opened
) -> None:
    page = await opened("Ada", PHONE)
    await page.locator("#drawer-button").click()
    await page.locator("[data-kind=dm]").click()
    await page.get_by_test_id("welcome-play").click()
    await page.get_by_test_id("option-level").select_option(label="Easy")
    await page.get_by_test_id("option-side").select_option(label="First")
    await page.get_by_test_id("command-send").click()
    await expect(boards(page)).to_have_count(1)
    await play_by_controls(page, "h2-h3")
    await expect(boards(page)).to_have_count(2, timeout=60_000)
    first, answer = boards(page).first, boards(page).last
    await expect(first).to_contain_text("is thinking…")
    await expect(first.locator("select, button[data-custom-id]")).to_have_count(0)
    await expect(answer).to_contain_text(re.compile("Silver to move"))
    await expect(answer.locator("select")).to_be_visible()
    await expect(answer.locator("img")).to_be_in_viewport(ratio=0.9)
    width = "document.documentElement.scrollWidth"
    assert await page.evaluate(width) == PHONE[0]
    # The menu is private, and gives the game up.
    await answer.locator("[data-label='☰']").click()
    private = page.locator("[data-testid=message][data-private=true]")
    await private.last.get_by_role("button", name="Resign…").click()
    await private.last.get_by_role("button", name="Resign", exact=True).click()
    await expect(boards(page).last).to_contain_text("Gold wins")
    # One that is won by its first move, and then played again.
    await club.store.shelf.add(club.ada.id, "deflexion", "Won", WON, 1)
    await page.get_by_test_id("composer").fill("/play ")
    await page.get_by_test_id("option-level").select_option(label="Easy")
    await page.get_by_test_id("option-side").select_option(label="First")
    await page.get_by_test_id("option-layout").fill("Won")
    await page.get_by_test_id("suggestion").filter(has_text="Won").click()
    await page.get_by_test_id("command-send").click()
    await expect(boards(page).last).to_contain_text("game 2")
    await play_by_controls(page, "j4R")
    await expect(boards(page).last).to_contain_text("Silver wins")
    await boards(page).last.get_by_role("button", name="Rematch").click()
    # The computer has the winning side now, and sees it.
    await expect(boards(page)).to_have_count(5, timeout=60_000)
    await expect(boards(page).last).to_contain_text("Silver wins")
    await expect(boards(page).last).to_contain_text("“Won” · game 3")


async def test_in_a_server_without_the_bot_everybody_sees_the_board(
    club: Club, opened: Opened
) -> None:
    ada, ben = await opened("Ada"), await opened("Ben")
    for page in (ada, ben):
        await page.locator("#elsewhere button").click()
    await ada.get_by_test_id("composer").fill("/play ")
    await ada.get_by_test_id("option-level").select_option(label="Easy")
    await ada.get_by_test_id("option-side").select_option(label="First")
    await ada.get_by_test_id("command-send").click()
    await play_by_controls(ada, "h2-h3")
    for page in (ada, ben):
        await expect(boards(page)).to_have_count(2, timeout=60_000)
    await boards(ben).last.locator("select").select_option("c1")
    private = ben.locator("[data-testid=message][data-private=true]")
    await expect(private).to_contain_text("You are not in this game.")
