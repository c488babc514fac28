"""A whole game of Arena on a phone: the Ankh, a shot, a King struck, and the game in review."""

import random
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Locator, Page, expect

from bot.playground import StandIn
from tests.discord.conftest import Club, running, url
from tests.discord.test_arena import GAME
from tests.page.conftest import PHONE, Opened
from tests.page.test_game import boards

__all__ = ["url"]

ANKH = ("turn left", "up", "turn right", "left", "scarab", "right", "Pass", "down", "Fire", "Menu")


@pytest.fixture
async def club(standin: StandIn, url: str) -> AsyncIterator[Club]:
    async with running(standin, url, random.Random(4)) as club:
        yield club


async def challenge(ada: Page, ben: Page) -> None:
    await ada.get_by_test_id("welcome-challenge").click()
    await ada.get_by_test_id("option-game").select_option(label="Arena")
    await ada.get_by_test_id("option-side").select_option(label="First")
    await ada.get_by_test_id("command-send").click()
    await ben.get_by_role("button", name="Accept").click()


async def play(page: Page, action: str) -> None:
    board = boards(page).last
    name = action.capitalize()
    if not action.isupper():
        await board.locator("select").select_option(action[:2])
        name = {"L": "turn left", "R": "turn right"}[action[-1]]
    await board.get_by_role("button", name=name, exact=True).click()


async def test_two_members_play_arena_on_phones_until_a_king_falls(
    club: Club, opened: Opened
) -> None:
    ada, ben = await opened("Ada", PHONE), await opened("Ben", PHONE)
    await challenge(ada, ben)
    for number, action in enumerate(GAME):
        page = (ada, ben)[number % 2]
        await expect(boards(page)).to_have_count(number + 1)
        await expect(boards(page).last.locator(".mention.me")).not_to_have_count(0)
        if number == 0:
            await insist_on_an_ankh(page)
        if number == 2:
            cooling = boards(page).last.get_by_role("button", name="Cooling", exact=True)
            await expect(cooling).to_be_disabled()
        await play(page, action)
    for page in (ada, ben):
        await expect(boards(page)).to_have_count(len(GAME) + 1)
        await expect(boards(page).last).to_contain_text("White's own laser struck White's King")
        await expect(boards(page).locator("select")).to_have_count(0)
        await expect(boards(page).last.locator("img")).to_be_in_viewport(ratio=0.9)
    await ben.get_by_role("button", name="Review").click()
    private = ben.locator("[data-testid=message][data-private=true]")
    await expect(private).to_contain_text("Arena")
    await private.get_by_role("button", name="first").click()
    await expect(private).to_contain_text("The game begins.")
    for action in GAME[:2]:
        await private.get_by_role("button", name="forward").click()
        await expect(private).to_contain_text(action)
    await expect(private).to_contain_text("flipped.")
    await private.locator("select").select_option(str(len(GAME)))
    await expect(private).to_contain_text("Black wins")


async def insist_on_an_ankh(page: Page) -> None:
    """The controls stand in five rows, three abreast, and none sticks out of the phone's screen."""
    board = boards(page).last
    tops = []
    for name in ANKH:
        button = board.get_by_role("button", name=name, exact=True)
        box = await button.bounding_box()
        assert box, name
        assert 0 <= box["x"] < box["x"] + box["width"] <= PHONE[0], name
        tops.append(await height_in_message(button))
    rows = [set(tops[0:3]), set(tops[3:6]), set(tops[6:9]), set(tops[9:])]
    assert [len(row) for row in rows] == [1, 1, 1, 1], "no row wraps"
    assert sorted(set(tops)) == [top for row in rows for top in row], "they stand in order"
    address = "sign => getComputedStyle(sign).backgroundImage.slice(5, -2)"
    drawing = await board.locator(".drawn").evaluate(
        f"async sign => fetch(({address})(sign)).then(answer => answer.text())"
    )
    assert drawing.startswith("<svg"), "the scarab needs no font of the system's"
    assert not await page.evaluate(
        "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    )


async def height_in_message(button: Locator) -> int:
    """How far below the top of its message the button begins, in pixels, however it scrolls."""
    return round(
        await button.evaluate(
            "button => button.getBoundingClientRect().top"
            " - button.closest('[data-testid=message]').getBoundingClientRect().top"
        )
    )


async def test_a_draw_is_answered_beside_the_menu_on_a_phone(club: Club, opened: Opened) -> None:
    ada, ben = await opened("Ada", PHONE), await opened("Ben", PHONE)
    await challenge(ada, ben)
    await expect(boards(ben)).to_have_count(1)
    await boards(ben).last.get_by_role("button", name="Menu").click()
    await ben.get_by_role("button", name="Draw", exact=True).click()
    await expect(boards(ada)).to_have_count(2)
    board = boards(ada).last
    names = ("Menu", "Accept", "Decline")
    buttons = [board.get_by_role("button", name=name, exact=True) for name in names]
    assert len({await height_in_message(button) for button in buttons}) == 1
    await buttons[1].click()
    await expect(boards(ada).last).to_contain_text("A draw by agreement.")
