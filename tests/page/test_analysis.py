"""A finished game analysed in the browser, on a phone as on a desk."""

import re

import pytest
from playwright.async_api import expect

from tests.discord.conftest import Club, club, url
from tests.discord.test_analysis import finished, gated
from tests.discord.test_game import GAME
from tests.page.conftest import DESKTOP, PHONE, Opened

__all__ = ["club", "url"]


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
async def test_an_analysis_is_followed_cancelled_and_read(
    club: Club, opened: Opened, size: tuple[int, int]
) -> None:
    gate = gated(club)
    await finished(club, GAME)
    ada = await opened("Ada", size)
    await ada.get_by_test_id("composer").fill("/review ")
    await ada.get_by_test_id("command-send").click()
    panel = ada.locator("[data-testid=message][data-private=true]")
    await panel.get_by_role("button", name="Analyse").click()
    await expect(panel).to_contain_text("Looking at the start …")
    await panel.get_by_role("button", name="Cancel").click()
    await expect(panel).to_contain_text("move 8 of 8")
    gate.let_through()
    await panel.get_by_role("button", name="Analyse").click()
    await expect(panel).to_contain_text("A plus is good for Silver", timeout=60_000)
    await expect(panel.locator("img")).to_have_attribute(
        "alt", re.compile("^A chart of 8 moves, marked at")
    )
    await panel.get_by_role("button", name=re.compile(r"^Move \d")).first.click()
    await expect(panel).to_contain_text(" of 8 · ")
