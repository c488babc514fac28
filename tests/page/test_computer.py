"""A game against the computer on a phone: begun, played, taken back, given up, and begun again."""

from playwright.async_api import expect

from tests.discord.conftest import Club, club, url
from tests.page.conftest import PHONE, Opened
from tests.page.test_game import boards, play_by_controls, play_by_typing
from tests.page.test_reflix import panels

__all__ = ["club", "url"]


async def test_a_member_plays_the_computer_on_a_phone(club: Club, opened: Opened) -> None:
    ada = await opened("Ada", PHONE)
    await ada.get_by_test_id("composer").fill("/play ")
    await ada.get_by_test_id("option-level").select_option(label="Easy")
    await ada.get_by_test_id("option-side").select_option(label="First")
    await ada.get_by_test_id("command-send").click()
    begun = boards(ada).last
    await expect(begun).to_contain_text("Gold: Computer (easy)")
    await expect(panels(ada)).to_have_count(0)
    for moved, play in enumerate((play_by_controls, play_by_typing)):
        await play(ada, ("h2-h3", "c1-c2")[moved])
        await expect(boards(ada)).to_have_count(3 + 2 * moved)
        asked, answer = boards(ada).nth(1 + 2 * moved), boards(ada).last
        await expect(asked).to_contain_text("Computer (easy) is thinking…")
        await expect(asked.get_by_role("button", name="Rules")).to_have_count(0)
        await expect(answer).to_contain_text("Silver to move")
        await expect(answer.locator(".mention.me")).not_to_have_count(0)
    await boards(ada).last.get_by_role("button", name="menu").click()
    await panels(ada).last.get_by_role("button", name="Undo").click()
    await expect(boards(ada).last).to_contain_text("took back c1-c2")
    assert await ada.evaluate("document.documentElement.scrollWidth") <= PHONE[0]

    await boards(ada).last.get_by_role("button", name="menu").click()
    await panels(ada).last.get_by_role("button", name="Resign…").click()
    await panels(ada).last.get_by_role("button", name="Resign", exact=True).click()
    await expect(boards(ada).last).to_contain_text("Gold wins")
    await boards(ada).last.get_by_role("button", name="Rematch").click()
    await expect(boards(ada)).to_have_count(9)
    await expect(boards(ada).nth(7)).to_contain_text("Silver: Computer (easy)")
    await expect(boards(ada).last).to_contain_text("Gold to move")
    assert await ada.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


async def test_a_challenge_to_the_bot_asks_for_the_level_on_a_phone(
    club: Club, opened: Opened
) -> None:
    ada = await opened("Ada", PHONE)
    await ada.get_by_test_id("welcome-challenge").click()
    await ada.get_by_test_id("option-opponent").select_option(label="Ricochet")
    await ada.get_by_test_id("option-side").select_option(label="First")
    await ada.get_by_test_id("command-send").click()
    question = panels(ada).last
    await expect(question).to_contain_text("how well shall it play?")
    tops = set()
    for name in ("Easy", "Medium", "Hard"):
        box = await question.get_by_role("button", name=name).bounding_box()
        assert box
        tops.add(box["y"])
    assert len(tops) == 1, "the row does not wrap"
    await question.get_by_role("button", name="Easy").click()
    await expect(boards(ada).last).to_contain_text("Gold: Computer (easy)")
    await expect(question).to_contain_text("Game 1 is on.")
