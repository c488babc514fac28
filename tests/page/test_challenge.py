"""A member is challenged from their menu, in a browser of each size."""

import pytest
from playwright.async_api import expect

from tests.discord.conftest import Club, club, url
from tests.page.conftest import DESKTOP, PHONE, Opened

__all__ = ["club", "url"]


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
async def test_a_form_from_a_members_menu_challenges_and_a_rematch_is_two_presses(
    club: Club, opened: Opened, size: tuple[int, int]
) -> None:
    ada, ben = await opened("Ada", size), await opened("Ben", size)
    if size == PHONE:
        await ada.get_by_role("button", name="Channels and members").click()
    await ada.locator(f"[data-testid=member][data-member-id='{club.ben.id}']").click()
    await ada.get_by_role("menuitem", name="Challenge to a game").click()
    form = ada.get_by_role("dialog", name="Challenge Ben")
    await form.get_by_label("Your side").select_option("First")
    await form.get_by_label("Clock").select_option("3 days per move")
    await form.get_by_test_id("modal-submit").click()
    asked = ben.get_by_test_id("content").filter(has_text="challenges you to")
    await expect(asked).to_contain_text("Clock: 3 days per move.")
    await ben.get_by_role("button", name="Accept").click()
    await club.standin.wait_for(club.boards)
    await club.bot.play.resign(1, club.ben.id)
    await club.bot.delivery.deliver(1)
    await ben.get_by_role("button", name="Rematch").click()
    await ada.get_by_role("button", name="Rematch").click()
    again = ada.locator("[data-testid=message]").filter(has_text="Silver to move")
    await expect(again.last).to_contain_text("game 2")
