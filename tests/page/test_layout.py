"""A layout is built and saved on a phone."""

from playwright.async_api import expect

from tests.discord.conftest import Club, club, url
from tests.page.conftest import PHONE, Opened

__all__ = ["club", "url"]


async def test_a_layout_is_built_saved_and_shown_on_a_phone(club: Club, opened: Opened) -> None:
    ada = await opened("Ada", PHONE)
    await ada.get_by_test_id("composer").fill("/layout new")
    await ada.keyboard.press("Enter")
    await ada.keyboard.press("Enter")
    bench = ada.locator("[data-testid=message][data-private=true]")
    await expect(bench).to_contain_text("Silver has no Pharaoh")
    await bench.get_by_role("button", name="Place").click()
    await bench.get_by_role("button", name="Mirror").click()
    await expect(bench).to_contain_text("Ready to be saved")
    for name in ("Remove", "Save"):
        await expect(bench.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    await bench.get_by_role("button", name="Save").click()
    await ada.get_by_label("Name").fill("*Mine*")
    await ada.keyboard.press("Enter")
    await expect(bench).to_contain_text("Saved")
    await expect(bench).to_contain_text("*Mine*")
    await expect(bench.locator("pre, code").last).to_have_text("5k4/10/10/10/10/10/10/4K5 s")
