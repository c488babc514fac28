"""A record replayed in the browser, on a phone as on a desk."""

import json

import pytest
from playwright.async_api import expect

from tests.discord.conftest import Club, club, url
from tests.page.conftest import DESKTOP, PHONE, Opened

__all__ = ["club", "url"]

ENTRIES = [
    {"seat": "silver", "action": "h2-h3"},
    {"seat": "gold", "action": "a4-b3"},
    {"seat": "silver", "action": "d6-d7"},
]
RECORD = {"game": "deflexion", "options": {"layout": "classic"}, "entries": ENTRIES}


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
async def test_a_chosen_file_is_replayed_in_private_and_shown_when_asked(
    club: Club, opened: Opened, size: tuple[int, int]
) -> None:
    ada, ben = await opened("Ada", size), await opened("Ben", size)
    await ada.get_by_test_id("composer").fill("/review ")
    await ada.get_by_test_id("option-file").set_input_files(
        {
            "name": "a game.json",
            "mimeType": "application/json",
            "buffer": json.dumps(RECORD).encode(),
        }
    )
    await ada.get_by_test_id("command-send").click()
    panel = ada.locator("[data-testid=message][data-private=true]")
    await expect(panel).to_contain_text("from a file · move 3 of 3")
    await panel.get_by_role("button", name="back").click()
    await expect(panel).to_contain_text("move 2 of 3")
    await expect(panel.locator("img")).to_have_count(1)
    await expect(panel.get_by_test_id("file")).to_contain_text("record.json")
    await panel.locator("select").select_option("1")
    await expect(panel).to_contain_text("move 1 of 3")
    await panel.get_by_role("button", name="List").click()
    await expect(panel).to_contain_text("d6-d7")
    await panel.get_by_role("button", name="Back", exact=True).click()
    await expect(panel.get_by_role("button", name="Show everyone")).to_be_visible()
    await expect(ben.get_by_test_id("message")).to_have_count(0)
    await panel.get_by_role("button", name="Show everyone").click()
    await expect(ben.get_by_test_id("content")).to_contain_text("move 1 of 3")
    await expect(ben.get_by_role("button", name="forward")).to_have_count(0)
