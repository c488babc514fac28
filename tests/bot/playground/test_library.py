"""discord.py's own client, unmodified, against the stand-in."""

import asyncio

import discord
import pytest

from bot.playground import StandIn
from bot.playground.errors import Refused
from bot.playground.interactions import Status
from bot.playground.messages import Upload
from bot.playground.payloads import ATTACHMENT_SIZE_LIMIT
from bot.playground.world import Flag, Message
from tests.bot.playground.sample import SampleBot, picture


async def challenged(standin: StandIn) -> Message:
    ada, ben = standin.member("Ada"), standin.member("Ben")
    challenge = await standin.command(ada, standin.channel("games"), "challenge", opponent=ben)
    assert challenge.message is not None
    return challenge.message


async def test_a_command_is_answered_with_a_picture_controls_and_a_ping(
    standin: StandIn, client: SampleBot
) -> None:
    ada, ben, games = standin.member("Ada"), standin.member("Ben"), standin.channel("games")
    challenge = await standin.command(ada, games, "challenge", opponent=ben, game="deflexion")
    message = challenge.message
    assert challenge.status is Status.ANSWERED
    assert message is not None
    assert message.content == f"<@{ben.id}>: deflexion"
    assert message.pings == (ben,)
    [board] = message.attachments
    assert (board.filename, board.description, board.width, board.height) == (
        "board.png",
        "a board",
        8,
        4,
    )
    assert message.invoked is not None
    assert (message.invoked.member, message.invoked.command) == (ada, "challenge")


async def test_autocomplete_offers_what_the_bot_suggests(
    standin: StandIn, client: SampleBot
) -> None:
    ada, games = standin.member("Ada"), standin.channel("games")
    choices = await standin.autocomplete(ada, games, "move", action="d4")
    assert [choice["value"] for choice in choices] == ["d4-e5", "d4-d5"]


async def test_a_followup_after_thinking_takes_its_place(
    standin: StandIn, client: SampleBot
) -> None:
    ada, games = standin.member("Ada"), standin.channel("games")
    move = await standin.command(ada, games, "move", action="d4-e5")
    await standin.wait_for(lambda: not move.is_loading)
    [message] = standin.visible(games, ada)
    assert message is move.message
    assert (message.content, message.flags) == ("moved d4-e5", Flag.EPHEMERAL)
    assert message.ephemeral_for is ada


async def test_a_subcommand_gets_its_options(standin: StandIn, client: SampleBot) -> None:
    games = standin.channel("games")
    shown = await standin.command(standin.member("Ada"), games, "layout show", name="classic")
    assert shown.message is not None
    assert shown.message.content == "layout classic"


async def test_a_file_goes_along_with_a_command(standin: StandIn, client: SampleBot) -> None:
    ada, games = standin.member("Ada"), standin.channel("games")
    file = Upload(0, "a record.json", b"{}")
    done = await standin.command(ada, games, "read", file=file)
    assert done.message is not None
    assert done.message.content == "2 bytes: {}"
    kept, _ = done.message.attachments
    assert (kept.filename, kept.data) == ("a_record.json", b"{}")
    too_large = Upload(0, "large", bytes(ATTACHMENT_SIZE_LIMIT + 1))
    with pytest.raises(Refused, match="larger than 10 MB"):
        await standin.command(ada, games, "read", file=too_large)
    with pytest.raises(Refused, match="not a valid value"):
        await standin.command(ada, games, "read", file="1")


async def test_a_menu_command_gets_its_target(standin: StandIn, client: SampleBot) -> None:
    ada, ben = standin.member("Ada"), standin.member("Ben")
    greeting = await standin.command(ada, standin.channel("games"), "Greet", target=ben)
    assert greeting.message is not None
    assert greeting.message.content == f"Hello <@{ben.id}>"


async def test_a_press_edits_its_message_in_place_and_keeps_the_picture(
    standin: StandIn, client: SampleBot
) -> None:
    message = await challenged(standin)
    before = message.attachments
    press = await standin.press(standin.member("Ben"), message, "update")
    assert press is not None
    assert press.status is Status.ANSWERED
    assert message.content == "updated"
    assert message.attachments == before
    assert message.edited_at is not None


async def test_a_deferred_press_can_replace_the_picture(
    standin: StandIn, client: SampleBot
) -> None:
    message = await challenged(standin)
    await standin.press(standin.member("Ben"), message, "defer")
    await standin.wait_for(lambda: message.content == "later")
    assert [each.filename for each in message.attachments] == ["new.png"]


async def test_private_messages_are_seen_by_the_member_who_acted_alone(
    standin: StandIn, client: SampleBot
) -> None:
    ada, ben, games = standin.member("Ada"), standin.member("Ben"), standin.channel("games")
    message = await challenged(standin)
    press = await standin.press(ben, message, "private")
    assert press is not None
    await standin.wait_for(lambda: press.followups)
    assert [each.content for each in standin.visible(games, ben)][1:] == ["only you", "and more"]
    assert standin.visible(games, ada) == [message]
    history = [each.id async for each in client.get_channel(games.id).history()]
    assert history == [message.id]


async def test_a_modal_opens_and_is_submitted(standin: StandIn, client: SampleBot) -> None:
    message = await challenged(standin)
    opened = await standin.press(standin.member("Ben"), message, "write")
    assert opened is not None
    assert opened.modal is not None
    assert opened.modal["title"] == "Words"
    with pytest.raises(Refused):
        await standin.submit(opened, word="eleven char")
    submitted = await standin.submit(opened, word="laser")
    assert submitted.message is not None
    assert submitted.message.content == "wrote laser"


async def test_a_picked_option_is_sent_and_the_present_one_is_not(
    standin: StandIn, client: SampleBot
) -> None:
    ben = standin.member("Ben")
    message = await challenged(standin)
    assert await standin.press(ben, message, "pick", "d4") is None
    picked = await standin.press(ben, message, "pick", "e5")
    assert picked is not None
    assert picked.message is not None
    assert picked.message.content == "picked e5"


async def test_an_unanswered_press_fails_after_three_seconds(
    standin: StandIn, client: SampleBot
) -> None:
    message = await challenged(standin)
    press = standin.press_nowait(standin.member("Ben"), message, "silent")
    assert press is not None
    assert press.status is Status.PENDING
    standin.clock.advance(3.1)
    await press.settled.wait()
    assert press.status is Status.FAILED


async def test_five_presses_at_once_are_five_interactions(
    standin: StandIn, client: SampleBot
) -> None:
    ben = standin.member("Ben")
    message = await challenged(standin)
    presses = await asyncio.gather(*(standin.press(ben, message, "update") for _ in range(5)))
    assert len({press.id for press in presses if press is not None}) == 5
    assert all(press is not None and press.status is Status.ANSWERED for press in presses)


async def test_the_bot_posts_fetches_edits_and_deletes_on_its_own(
    standin: StandIn, client: SampleBot
) -> None:
    games = standin.channel("games")
    channel = client.get_channel(games.id)
    assert isinstance(channel, discord.TextChannel)
    sent = await channel.send("one", file=picture("a.png"), nonce="7")
    fetched = await channel.fetch_message(sent.id)
    assert fetched.attachments[0].filename == "a.png"
    assert (await fetched.attachments[0].read()).startswith(b"\x89PNG")
    await fetched.edit(content="two", attachments=[*fetched.attachments, picture("b.png")])
    [message] = games.messages.values()
    assert [each.filename for each in message.attachments] == ["a.png", "b.png"]
    assert (await channel.send("again", nonce="7")).id == sent.id
    await sent.delete()
    assert not games.messages


async def test_the_bot_opens_threads_and_conversations(standin: StandIn, client: SampleBot) -> None:
    ada, games = standin.member("Ada"), standin.channel("games")
    channel = client.get_channel(games.id)
    assert isinstance(channel, discord.TextChannel)
    thread = await channel.create_thread(
        name="Duel", type=discord.ChannelType.public_thread, auto_archive_duration=10080
    )
    await thread.send("in the thread")
    assert [m.content for m in standin.channel("Duel").messages.values()] == ["in the thread"]
    user = await client.fetch_user(ada.id)
    await user.send("in private")
    assert [m.content for m in standin.world.direct_channel(ada).messages.values()] == [
        "in private"
    ]


async def test_a_member_who_left_is_unknown(standin: StandIn, client: SampleBot) -> None:
    guild, ben = client.guilds[0], standin.member("Ben")
    assert (await guild.fetch_member(ben.id)).name == "Ben"
    standin.world.remove_member(ben)
    with pytest.raises(discord.NotFound) as caught:
        await guild.fetch_member(ben.id)
    assert caught.value.code == 10007


async def test_commands_are_kept_for_the_server_and_for_all(
    standin: StandIn, client: SampleBot
) -> None:
    guild = client.guilds[0]
    before = {each["name"]: each["id"] for each in standin.members.global_commands}
    client.tree.copy_global_to(guild=guild)
    assert len(await client.tree.sync(guild=guild)) == 6
    await client.tree.sync()
    assert {each["name"]: each["id"] for each in standin.members.global_commands} == before
    assert {each["name"] for each in standin.members.guild_commands} == set(before)


async def test_requests_are_logged_by_discords_names_for_them(
    standin: StandIn, client: SampleBot
) -> None:
    await challenged(standin)
    request = standin.requests[-1]
    assert (request.operation, request.files, request.status) == (
        "create_interaction_response",
        1,
        200,
    )
    assert isinstance(request.body, dict)
    assert request.body["type"] == 4


async def test_settling_waits_for_what_follows_a_response(
    standin: StandIn, client: SampleBot
) -> None:
    message = await challenged(standin)
    standin.fail("PATCH", "@original", None, delay=0.1)
    await standin.press(standin.member("Ben"), message, "defer")
    await standin.settle()
    assert message.content == "later"


async def test_a_bot_thrown_out_hears_of_it_and_of_the_next_invitation(
    standin: StandIn, client: SampleBot
) -> None:
    ada, games = standin.member("Ada"), standin.channel("games")
    standin.world.remove_bot()
    await client.wait_for("guild_remove", timeout=5)
    with pytest.raises(discord.Forbidden):
        await client.get_partial_messageable(games.id).send("still here?")
    with pytest.raises(Refused, match="cannot be used here"):
        await standin.command(ada, games, "move", action="d4-e5")
    standin.world.invite_bot()
    await client.wait_for("guild_join", timeout=5)
    await client.get_partial_messageable(games.id).send("back")
    assert await standin.autocomplete(ada, games, "move", action="d4")
