import asyncio
import io
import re
from collections.abc import Iterable
from typing import Any

import pytest
from PIL import Image
from playwright.async_api import Locator, Page, expect

from bot.playground import StandIn
from bot.playground.world import Attachment, Message
from tests.bot.playground.sample import SampleBot
from tests.page.conftest import DESKTOP, PHONE, Opened

GLYPHS = {"↖": "up left", "↑": "up", "↗": "up right", "⟲": "turn left"}


def post(
    standin: StandIn, content: str, *rows: dict[str, Any], files: tuple[Attachment, ...] = ()
) -> Message:
    """A message of the bot in #games, put there without a bot."""
    world = standin.world
    channel = standin.channel("games")
    message = Message(
        world.next_id(),
        channel,
        world.bot,
        world.clock.now(),
        content,
        components=list(rows),
        attachments=files,
    )
    world.add_message(message)
    return message


def row(labels: Iterable[str]) -> dict[str, Any]:
    buttons = [{"type": 2, "style": 2, "label": each, "custom_id": each} for each in labels]
    return {"type": 1, "components": buttons}


def said(page: Page, words: str) -> Locator:
    """What messages say, without the log for screen readers, which says it too."""
    return page.get_by_test_id("content").filter(has_text=words)


async def test_a_threads_long_name_leaves_room_for_the_switch_on_a_phone(
    standin: StandIn, opened: Opened
) -> None:
    games, ben = standin.channel("games"), standin.member("Ben")
    thread = standin.world.add_thread(
        games, "A thread whose name goes on and on", standin.world.bot
    )
    standin.members.say(ben, thread, f"<@{standin.member('Ada').id}> here")
    page = await opened(size=PHONE)
    await page.get_by_role("button", name="Channels and members").click()
    await page.locator(f"[data-testid=channel][data-channel-id='{thread.id}']").click()
    await expect(said(page, "here")).to_be_visible()
    assert await page.evaluate("document.documentElement.scrollWidth") == PHONE[0]


async def test_a_message_leads_to_the_thread_below_it(standin: StandIn, opened: Opened) -> None:
    page = await opened(size=PHONE)
    above = post(standin, "Ada plays Deflexion.")
    await expect(said(page, "Ada plays")).to_be_visible()
    await expect(page.get_by_test_id("thread")).to_have_count(0)
    world, name = standin.world, "Deflexion · Ada – Computer (easy)"
    thread = world.add_thread(standin.channel("games"), name, world.bot, id=above.id)
    standin.members.say(standin.member("Ben"), thread, "Good luck")
    link = page.get_by_test_id("thread")
    await expect(link).to_have_text(f"↳ {name}")
    await link.click()
    await expect(said(page, "Good luck")).to_be_visible()
    await expect(link).to_have_count(0)


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
async def test_nothing_scrolls_sideways_and_four_glyphs_share_a_row(
    standin: StandIn, opened: Opened, size: tuple[int, int]
) -> None:
    page = await opened(size=size)
    post(standin, "word" * 100, row(GLYPHS))
    tops, lefts = set(), []
    for glyph, name in GLYPHS.items():
        button = page.get_by_role("button", name=name, exact=True)
        await expect(button).to_have_text(glyph)
        box = await button.bounding_box()
        assert box is not None
        tops.add(box["y"])
        lefts.append(box["x"])
    assert len(tops) == 1
    assert lefts == sorted(lefts)
    assert await page.evaluate("document.documentElement.scrollWidth") == size[0]


async def test_markdown_is_drawn_and_html_stays_text(standin: StandIn, opened: Opened) -> None:
    page = await opened()
    ben = standin.member("Ben")
    post(standin, f"**bold** _it_ ~~no~~ `a*b*` ||hidden|| <@{ben.id}> <t:0:D> <img src=x>")
    content = page.get_by_test_id("content")
    for tag, words in {"strong": "bold", "em": "it", "s": "no", "code": "a*b*"}.items():
        await expect(content.locator(tag)).to_have_text(words)
    await expect(content.locator(".mention")).to_have_text("@Ben")
    await expect(content.locator("time")).to_have_attribute("datetime", "1970-01-01T00:00:00.000Z")
    await expect(content).to_contain_text("<img src=x>")
    spoiler = page.get_by_role("button", name="Spoiler")
    await spoiler.click()
    await expect(page.get_by_role("button", name="hidden")).to_be_visible()


async def test_the_welcome_leads_to_a_challenge_and_the_hint_to_its_answer(
    standin: StandIn, client: SampleBot, opened: Opened
) -> None:
    page = await opened()
    welcome = page.get_by_test_id("welcome")
    await expect(welcome).to_contain_text("/challenge, pick Ben as the opponent and press Send.")
    await expect(welcome).to_contain_text("Or type /play and play against the computer.")
    await page.get_by_test_id("welcome-challenge").click()
    opponent = page.get_by_test_id("option-opponent")
    await expect(opponent.locator("option:checked")).to_have_text("Ben")
    await page.keyboard.press("Enter")
    await expect(page.get_by_test_id("invoked")).to_have_text(re.compile("Ada used /challenge"))
    await expect(page.get_by_role("img", name="a board")).to_be_visible()
    await expect(page.get_by_test_id("announcer")).to_contain_text("Ben: any")
    await expect(page.get_by_test_id("hint")).to_contain_text("Ben was mentioned in #games.")
    await page.get_by_test_id("hint-become").click()
    await expect(page.locator("[aria-pressed=true]")).to_have_text(re.compile("Ben"))
    await expect(page.get_by_test_id("hint")).to_be_hidden()


async def test_each_place_offers_its_own_commands_and_has_its_own_list(
    standin: StandIn, client: SampleBot, opened: Opened
) -> None:
    page = await opened()
    for holder, names in (
        ("#channels", ["games", "lounge", "arcade"]),
        ("#conversations", ["Ricochet", "Ada, Ben"]),
        ("#elsewhere", ["tavern"]),
    ):
        await expect(page.locator(f"{holder} .name")).to_have_text(names)
    slash = page.locator("#slash")
    await page.get_by_test_id("composer").fill("/move ")
    form = page.get_by_test_id("command-form")
    await expect(form).to_be_visible()
    await page.locator("[data-kind=dm]").click()
    await expect(form).to_be_visible()
    await expect(page.get_by_test_id("welcome-play")).to_be_visible()
    await page.locator("#elsewhere button").click()
    await expect(form).to_be_hidden()
    await expect(slash).to_be_disabled()
    await expect(page.get_by_test_id("welcome")).to_contain_text("no member here")
    await page.locator("#channels button").first.click()
    await expect(slash).to_be_enabled()


async def test_who_becomes_another_goes_on_talking_to_the_bot(
    standin: StandIn, client: SampleBot, opened: Opened
) -> None:
    page = await opened()
    await page.locator("[data-kind=dm]").click()
    await page.get_by_test_id("composer").fill("Hello")
    await page.keyboard.press("Enter")
    await expect(said(page, "Hello")).to_be_visible()
    await page.locator("[data-member=Ben]").click()
    await expect(page.locator("[data-kind=dm][aria-current]")).to_be_visible()
    await expect(page.get_by_test_id("message")).to_have_count(0)
    await page.locator("[data-member=Ada]").click()
    await expect(said(page, "Hello")).to_be_visible()


async def test_suggestions_are_walked_by_keys_and_private_answers_dismissed(
    standin: StandIn, client: SampleBot, opened: Opened
) -> None:
    ada, ben = await opened("Ada"), await opened("Ben")
    await ada.get_by_test_id("composer").fill("/move d4")
    await expect(ada.get_by_test_id("suggestion").first).to_be_visible()
    await ada.keyboard.press("Escape")
    await expect(ada.get_by_test_id("suggestion").first).to_be_hidden()
    await expect(ada.get_by_test_id("command-form")).to_be_visible()
    await ada.keyboard.press("Escape")
    await ada.get_by_test_id("composer").fill("/move d")
    field = ada.get_by_test_id("option-action")
    await expect(field).to_have_value("d")
    await expect(ada.get_by_test_id("suggestion")).to_have_text(["d4-e5", "d4-d5"])
    for key in ("ArrowDown", "ArrowDown", "Enter"):
        await ada.keyboard.press(key)
    await expect(field).to_have_value("d4-d5")
    await ada.keyboard.press("Enter")
    await expect(ada.get_by_test_id("content")).to_have_text("moved d4-d5")
    await expect(ben.get_by_test_id("message")).to_have_count(0)
    await ada.get_by_test_id("dismiss").click()
    await expect(ada.get_by_test_id("message")).to_have_count(0)


async def test_a_file_is_chosen_for_a_command_and_can_be_fetched_again(
    standin: StandIn, client: SampleBot, opened: Opened
) -> None:
    page = await opened()
    await page.get_by_test_id("composer").fill("/read ")
    field = page.get_by_test_id("option-file")
    await field.set_input_files({"name": "é.json", "mimeType": "", "buffer": b"{1}"})
    await page.get_by_test_id("command-send").click()
    await expect(page.get_by_test_id("content")).to_have_text("3 bytes: {1}")
    async with page.expect_download() as fetched:
        await page.get_by_test_id("file").get_by_role("link").click()
    path = await (await fetched.value).path()
    assert path.read_bytes() == b"{1}"


async def test_a_press_waits_then_is_answered_or_fails_in_private(
    standin: StandIn, client: SampleBot, opened: Opened
) -> None:
    page = await opened()
    ada, games = standin.member("Ada"), standin.channel("games")
    await standin.command(ada, games, "challenge", opponent=standin.member("Ben"))
    await page.get_by_role("button", name="Silent").click()
    silent = page.locator("[data-custom-id=silent]")
    await expect(silent).to_have_attribute("aria-busy", "true")
    await expect(page.get_by_text("This interaction failed")).to_be_visible()
    await expect(silent).not_to_have_attribute("aria-busy", "true")
    await page.get_by_role("button", name="Update").click()
    await expect(page.get_by_test_id("content")).to_have_text(re.compile("updated"))
    await expect(page.get_by_text("This interaction failed")).to_have_count(0)
    await expect(page.locator("[data-custom-id=update]")).to_be_focused()
    await expect(page.locator("[data-custom-id=off]")).to_be_disabled()
    await page.locator("select[data-custom-id=pick]").select_option("e5")
    await expect(said(page, "picked e5")).to_be_visible()


async def test_a_modal_holds_its_limits_and_sends_what_was_written(
    standin: StandIn, client: SampleBot, opened: Opened
) -> None:
    page = await opened()
    ada, games = standin.member("Ada"), standin.channel("games")
    await standin.command(ada, games, "challenge", opponent=standin.member("Ben"))
    await page.get_by_role("button", name="Write").click()
    dialog = page.get_by_role("dialog", name="Words")
    await dialog.get_by_test_id("modal-submit").click()
    await expect(dialog).to_be_visible()
    await dialog.get_by_label("Word").press_sequentially("longer than ten")
    await expect(dialog.get_by_label("Word")).to_have_value("longer tha")
    await page.keyboard.press("Enter")
    await expect(said(page, "wrote longer tha")).to_be_visible()
    await expect(dialog).to_have_count(0)


async def test_a_members_menu_holds_the_bots_commands_and_subcommands_are_typed(
    standin: StandIn, client: SampleBot, opened: Opened
) -> None:
    page = await opened()
    ben = standin.member("Ben")
    await page.locator(f"[data-testid=member][data-member-id='{ben.id}']").click()
    await page.get_by_role("menuitem", name="Greet").click()
    await expect(said(page, "Hello @Ben")).to_be_visible()
    await page.get_by_test_id("composer").fill("/layout sh")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await expect(page.get_by_test_id("option-name")).to_be_focused()
    await page.keyboard.type("mine")
    await page.keyboard.press("Enter")
    await expect(said(page, "layout mine")).to_be_visible()


async def test_new_messages_are_followed_unless_the_reader_scrolled_up(
    standin: StandIn, opened: Opened
) -> None:
    page = await opened(size=PHONE)
    for number in range(40):
        post(standin, f"number {number}")
    await expect(said(page, "number 39")).to_be_in_viewport()
    await said(page, "number 0").first.scroll_into_view_if_needed()
    await expect(page.get_by_test_id("newer")).to_be_visible()
    post(standin, "the newest")
    await expect(said(page, "the newest")).not_to_be_in_viewport()
    await page.get_by_test_id("newer").click()
    await expect(said(page, "the newest")).to_be_in_viewport()


def post_picture(standin: StandIn, name: str) -> None:
    data = io.BytesIO()
    Image.new("P", (800, 640)).save(data, "PNG")
    id_ = standin.world.next_id()
    picture = Attachment(id_, name, "image/png", data.getvalue(), None, 800, 640)
    post(standin, name, files=(picture,))


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
async def test_pictures_load_as_they_come_into_view_and_move_nothing(
    standin: StandIn, opened: Opened, size: tuple[int, int]
) -> None:
    for number in range(60):
        post_picture(standin, f"{number}.png")
    page = await opened(size=size)
    newest, first = (page.get_by_role("img", name=f"{each}.png", exact=True) for each in (59, 0))
    is_loaded = "image => image.complete && image.naturalWidth === 800"
    await expect(newest).to_be_in_viewport()
    await newest.evaluate("image => image.decode()")
    assert not await first.evaluate(is_loaded)
    height = "document.querySelector('#log').scrollHeight"
    before = await page.evaluate(height)
    await first.scroll_into_view_if_needed()
    await first.evaluate("image => image.decode()")
    assert await page.evaluate(height) == before
    await page.get_by_test_id("newer").click()
    post_picture(standin, "60.png")
    newest = page.get_by_role("img", name="60.png")
    await expect(newest).to_be_in_viewport(ratio=0.9)
    await newest.evaluate("image => image.decode()")
    await expect(newest).to_be_in_viewport(ratio=0.9)


async def test_the_page_says_what_is_missing_and_comes_back(
    standin: StandIn, client: SampleBot, opened: Opened
) -> None:
    page = await opened("Ben")
    await expect(page.get_by_test_id("offline")).to_be_hidden()
    await client.close()
    await expect(page.get_by_test_id("offline")).to_be_visible()
    await page.context.set_offline(True)
    await standin.wire.close()
    await expect(page.get_by_test_id("reconnecting")).to_be_visible()
    post(standin, "meanwhile")
    await asyncio.sleep(0)
    await page.context.set_offline(False)
    await expect(said(page, "meanwhile")).to_be_visible()
    await expect(page.get_by_test_id("reconnecting")).to_be_hidden()
    await expect(page.locator("[aria-pressed=true]")).to_have_text(re.compile("Ben"))
