"""What becomes of messages, files, mentions and nonces."""

import pytest

from bot.playground import StandIn
from bot.playground.world import Message, Permission
from tests.bot.playground.raw import Answer, Raw


async def posted(standin: StandIn, raw: Raw, body: object, *files: tuple[str, bytes]) -> Message:
    answer = await raw.send(body, *files)
    assert answer.status == 200, answer.body
    return standin.channel("games").messages[int(answer.body["id"])]


async def edit(raw: Raw, message: Message, body: object, *files: tuple[str, bytes]) -> Answer:
    path = f"/channels/{message.channel.id}/messages/{message.id}"
    return await raw.request("PATCH", path, body, *files)


@pytest.mark.parametrize("body", [{}, {"content": ""}, {"content": " \n"}, {"embeds": []}])
async def test_an_empty_message_is_refused(raw: Raw, body: object) -> None:
    answer = await raw.send(body)
    assert (answer.status, answer.code) == (400, 50006)


async def test_an_edit_may_not_empty_a_message(standin: StandIn, raw: Raw) -> None:
    message = await posted(standin, raw, {"content": "x"})
    answer = await edit(raw, message, {"content": ""})
    assert (answer.status, answer.code) == (400, 50006)
    assert message.content == "x"


async def test_a_file_over_ten_mebibytes_is_refused(raw: Raw) -> None:
    answer = await raw.send({}, ("big.bin", bytes(10 * 1024 * 1024 + 1)))
    assert (answer.status, answer.code) == (413, 40005)


async def test_an_alt_text_over_1024_is_refused(raw: Raw) -> None:
    listed = [{"id": 0, "filename": "a.png", "description": "x" * 1025}]
    answer = await raw.send({"attachments": listed}, ("a.png", b""))
    assert answer.fault_at("attachments.0.description")


async def test_more_than_ten_files_are_refused(raw: Raw) -> None:
    answer = await raw.send({}, *[(f"{n}.txt", b"x") for n in range(11)])
    assert answer.fault_at("attachments")


async def test_a_listed_file_that_is_not_sent_is_refused(raw: Raw) -> None:
    answer = await raw.send({"content": "x", "attachments": [{"id": 0, "filename": "a.png"}]})
    assert answer.fault_at("attachments.0.id")


async def test_file_names_are_made_safe(standin: StandIn, raw: Raw) -> None:
    message = await posted(standin, raw, {}, ("a b/ü.png", b""))
    assert message.attachments[0].filename == "a_b__.png"


async def test_an_edit_without_a_list_keeps_files_and_appends_new_ones(
    standin: StandIn, raw: Raw
) -> None:
    message = await posted(standin, raw, {}, ("a.txt", b"a"))
    await edit(raw, message, {"content": "x"})
    await edit(raw, message, {}, ("b.txt", b"b"))
    assert [each.filename for each in message.attachments] == ["a.txt", "b.txt"]


async def test_an_edit_with_a_list_drops_what_it_does_not_name(standin: StandIn, raw: Raw) -> None:
    message = await posted(standin, raw, {}, ("a.txt", b"a"), ("b.txt", b"b"))
    kept = {"id": str(message.attachments[1].id), "description": "kept"}
    new = {"id": 0, "filename": "c.txt"}
    await edit(raw, message, {"attachments": [kept, new]}, ("c.txt", b"c"))
    assert [each.filename for each in message.attachments] == ["b.txt", "c.txt"]
    assert message.attachments[0].description == "kept"
    await edit(raw, message, {"content": "x", "attachments": []})
    assert not message.attachments


async def test_an_embed_shows_an_attached_picture_by_name(standin: StandIn, raw: Raw) -> None:
    embed = {"image": {"url": "attachment://a.png"}}
    answer = await raw.send({"embeds": [embed]}, ("a.png", b""))
    assert answer.body["embeds"][0]["image"]["url"] == answer.body["attachments"][0]["url"]
    missing = await raw.send({"embeds": [embed]})
    assert missing.fault_at("embeds.0.image.url")


async def test_a_nonce_is_enforced_only_when_asked_and_for_five_minutes(
    standin: StandIn, raw: Raw
) -> None:
    body = {"content": "x", "nonce": "7-3", "enforce_nonce": True}
    first, again = await raw.send(body), await raw.send(body | {"content": "y"})
    assert first.body["id"] == again.body["id"]
    assert again.body["content"] == "x"
    unasked = await raw.send(body | {"enforce_nonce": False})
    elsewhere = await raw.send(body, to="lounge")
    assert len({first.body["id"], unasked.body["id"], elsewhere.body["id"]}) == 3
    standin.clock.advance(301)
    later = await raw.send(body)
    assert later.body["id"] not in (first.body["id"], unasked.body["id"])


async def test_who_is_mentioned_is_pinged_by_default(standin: StandIn, raw: Raw) -> None:
    ada, ben = standin.member("Ada"), standin.member("Ben")
    message = await posted(standin, raw, {"content": f"<@{ben.id}> and <@!{ada.id}>"})
    assert message.pings == (ben, ada)


async def test_allowed_mentions_decide_who_is_pinged(standin: StandIn, raw: Raw) -> None:
    ada, ben = standin.member("Ada"), standin.member("Ben")
    body = {"content": f"<@{ben.id}> <@{ada.id}>", "allowed_mentions": {"parse": []}}
    assert (await posted(standin, raw, body)).pings == ()
    body["allowed_mentions"] = {"users": [str(ada.id)]}
    assert (await posted(standin, raw, body)).pings == (ada,)


async def test_everyone_is_pinged_only_with_the_permission(standin: StandIn, raw: Raw) -> None:
    body = {"content": "@everyone"}
    assert (await posted(standin, raw, body)).pings == ()
    standin.world.add_role("Herald", Permission.MENTION_EVERYONE, standin.world.bot)
    assert len((await posted(standin, raw, body)).pings) == 2


async def test_who_cannot_see_the_channel_is_not_pinged(standin: StandIn, raw: Raw) -> None:
    ben, games = standin.member("Ben"), standin.channel("games")
    standin.world.overwrite(games, ben, deny=Permission.VIEW_CHANNEL)
    assert (await posted(standin, raw, {"content": f"<@{ben.id}>"})).pings == ()


async def test_an_edit_pings_nobody(standin: StandIn, raw: Raw) -> None:
    ben = standin.member("Ben")
    message = await posted(standin, raw, {"content": "x"})
    await edit(raw, message, {"content": f"<@{ben.id}>"})
    assert message.mentions == (ben,)
    assert message.pings == ()


async def test_only_own_messages_are_edited(standin: StandIn, raw: Raw) -> None:
    said = standin.members.say(standin.member("Ada"), standin.channel("games"), "hello")
    answer = await edit(raw, said, {"content": "x"})
    assert (answer.status, answer.code) == (403, 50005)


async def test_history_is_paged_newest_first(standin: StandIn, raw: Raw) -> None:
    ids = [(await raw.send({"content": str(n)})).body["id"] for n in range(5)]
    path = f"/channels/{standin.channel('games').id}/messages"

    async def page(query: str) -> list[str]:
        return [each["id"] for each in (await raw.request("GET", path + query)).body]

    assert await page("?limit=2") == ids[:2:-1]
    assert await page(f"?limit=2&before={ids[3]}") == [ids[2], ids[1]]
    assert await page(f"?limit=2&after={ids[0]}") == [ids[2], ids[1]]
    assert await page(f"?limit=3&around={ids[2]}") == [ids[3], ids[2], ids[1]]
    assert (await raw.request("GET", path + "?limit=101")).fault_at("limit")
