"""Permissions, threads and unknown ids."""

import pytest

from bot.playground import StandIn
from bot.playground.interactions import InteractionKind
from bot.playground.world import EVERYTHING, Channel, Permission
from tests.bot.playground.raw import Raw


@pytest.fixture
def thread(standin: StandIn) -> Channel:
    return standin.world.add_thread(standin.channel("games"), "Duel", standin.member("Ada"))


def deny(standin: StandIn, permission: Permission) -> None:
    standin.world.overwrite(standin.channel("games"), standin.world.bot, deny=permission)


async def test_an_invisible_channel_has_no_access(standin: StandIn, raw: Raw) -> None:
    deny(standin, Permission.VIEW_CHANNEL)
    answer = await raw.send({"content": "x"})
    assert (answer.status, answer.code) == (403, 50001)


async def test_sending_takes_its_permission(standin: StandIn, raw: Raw) -> None:
    deny(standin, Permission.SEND_MESSAGES)
    answer = await raw.send({"content": "x"})
    assert (answer.status, answer.code) == (403, 50013)


@pytest.mark.parametrize("permission", [Permission.ATTACH_FILES, Permission.EMBED_LINKS])
async def test_files_and_embeds_take_their_permissions(
    standin: StandIn, raw: Raw, permission: Permission
) -> None:
    deny(standin, permission)
    body = {"content": "x", "embeds": [{"title": "x"}]}
    files = [("a.txt", b"x")] if permission is Permission.ATTACH_FILES else []
    answer = await raw.send(body if not files else {}, *files)
    assert (answer.status, answer.code) == (403, 50013)
    assert (await raw.send({"content": "words"})).status == 200


async def test_reading_back_takes_its_permission(standin: StandIn, raw: Raw) -> None:
    sent = await raw.send({"content": "x"})
    deny(standin, Permission.READ_MESSAGE_HISTORY)
    path = f"/channels/{standin.channel('games').id}/messages"
    assert (await raw.request("GET", path)).body == []
    answer = await raw.request("GET", f"{path}/{sent.body['id']}")
    assert (answer.status, answer.code) == (403, 50013)


async def test_others_messages_are_deleted_only_with_the_permission(
    standin: StandIn, raw: Raw
) -> None:
    games = standin.channel("games")
    said = standin.members.say(standin.member("Ada"), games, "hello")
    path = f"/channels/{games.id}/messages/{said.id}"
    assert (await raw.request("DELETE", path)).code == 50013
    standin.world.add_role("Moderator", Permission.MANAGE_MESSAGES, standin.world.bot)
    assert (await raw.request("DELETE", path)).status == 204


async def test_interactions_tell_what_the_bot_may_do_there(standin: StandIn, raw: Raw) -> None:
    ada, games = standin.member("Ada"), standin.channel("games")
    deny(standin, Permission.SEND_MESSAGES)
    session = raw.session.ws_connect(standin.gateway_url)
    async with session as socket:
        await socket.receive_json()
        await socket.send_json({"op": 2, "d": {"token": standin.token, "intents": 1}})
        await socket.receive_json()
        await socket.receive_json()
        standin.interactions.open(InteractionKind.COMMAND, ada, games, {"name": "x"})
        event = (await socket.receive_json())["d"]
    allowed = Permission(int(event["app_permissions"]))
    assert not allowed & (Permission.SEND_MESSAGES | Permission.ATTACH_FILES)
    assert allowed & Permission.VIEW_CHANNEL
    assert Permission(int(event["member"]["permissions"])) & Permission.SEND_MESSAGES


def test_an_administrator_is_above_overwrites(standin: StandIn) -> None:
    ada, games = standin.member("Ada"), standin.channel("games")
    standin.world.overwrite(games, None, deny=Permission.VIEW_CHANNEL)
    assert not standin.world.permissions(ada, games)
    standin.world.add_role("Owner", Permission.ADMINISTRATOR, ada)
    assert standin.world.permissions(ada, games) == EVERYTHING


def test_a_members_overwrite_beats_everyones(standin: StandIn) -> None:
    ada, games = standin.member("Ada"), standin.channel("games")
    standin.world.overwrite(games, None, deny=Permission.SEND_MESSAGES)
    standin.world.overwrite(games, ada, allow=Permission.SEND_MESSAGES)
    assert standin.world.permissions(ada, games) & Permission.SEND_MESSAGES
    assert not standin.world.permissions(standin.member("Ben"), games) & Permission.SEND_MESSAGES


async def test_a_thread_takes_the_permission_for_threads(
    standin: StandIn, raw: Raw, thread: Channel
) -> None:
    deny(standin, Permission.SEND_MESSAGES)
    assert (await raw.send({"content": "x"}, to="Duel")).status == 200
    deny(standin, Permission.SEND_MESSAGES_IN_THREADS)
    answer = await raw.send({"content": "x"}, to="Duel")
    assert (answer.status, answer.code) == (403, 50013)


async def test_an_archived_thread_refuses_edits_and_wakes_by_sending(
    standin: StandIn, raw: Raw, thread: Channel
) -> None:
    sent = await raw.send({"content": "x"}, to="Duel")
    standin.world.set_thread(thread, archived=True, locked=False)
    path = f"/channels/{thread.id}/messages/{sent.body['id']}"
    for method, body in (("PATCH", {"content": "y"}), ("DELETE", None)):
        answer = await raw.request(method, path, body)
        assert (answer.status, answer.code) == (400, 50083)
    assert (await raw.send({"content": "y"}, to="Duel")).status == 200
    assert not thread.archived
    assert (await raw.request("PATCH", path, {"content": "y"})).status == 200


async def test_a_locked_thread_takes_the_right_to_manage_threads(
    standin: StandIn, raw: Raw, thread: Channel
) -> None:
    standin.world.set_thread(thread, archived=True, locked=True)
    answer = await raw.send({"content": "x"}, to="Duel")
    assert (answer.status, answer.code) == (400, 50083)
    standin.world.add_role("Moderator", Permission.MANAGE_THREADS, standin.world.bot)
    assert (await raw.send({"content": "x"}, to="Duel")).status == 200


async def test_threads_open_with_the_permission_and_only_in_text_channels(
    standin: StandIn, raw: Raw, thread: Channel
) -> None:
    body = {"name": "Another", "type": 11, "auto_archive_duration": 10080}
    games = standin.channel("games").id
    assert (await raw.request("POST", f"/channels/{games}/threads", body)).status == 200
    assert standin.channel("Another").auto_archive_minutes == 10080
    nested = await raw.request("POST", f"/channels/{thread.id}/threads", body)
    assert (nested.status, nested.code) == (400, 50024)
    wrong = body | {"auto_archive_duration": 99}
    answer = await raw.request("POST", f"/channels/{games}/threads", wrong)
    assert answer.fault_at("auto_archive_duration")
    deny(standin, Permission.CREATE_PUBLIC_THREADS)
    answer = await raw.request("POST", f"/channels/{games}/threads", body)
    assert (answer.status, answer.code) == (403, 50013)


async def test_a_message_holds_one_thread(standin: StandIn, raw: Raw) -> None:
    sent = await raw.send({"content": "x"})
    path = f"/channels/{standin.channel('games').id}/messages/{sent.body['id']}/threads"
    first = await raw.request("POST", path, {"name": "Duel"})
    assert first.body["id"] == sent.body["id"]
    assert (await raw.request("POST", path, {"name": "Duel"})).code == 160004


async def test_a_deleted_channel_takes_its_threads_along(
    standin: StandIn, raw: Raw, thread: Channel
) -> None:
    standin.world.remove_channel(standin.channel("games"))
    answer = await raw.request("POST", f"/channels/{thread.id}/messages", {"content": "x"})
    assert (answer.status, answer.code) == (404, 10003)


async def test_unknown_things_have_their_own_numbers(standin: StandIn, raw: Raw) -> None:
    games, guild = standin.channel("games").id, standin.world.guild_id
    standin.world.remove_member(standin.member("Ben"))
    ben = standin.member("Ben").id
    expected = {
        "/channels/1": 10003,
        f"/channels/{games}/messages/1": 10008,
        "/guilds/1/members/1": 10004,
        f"/guilds/{guild}/members/{ben}": 10007,
        "/users/1": 10013,
        "/nowhere": 0,
    }
    for path, code in expected.items():
        answer = await raw.request("GET", path)
        assert (answer.status, answer.code) == (404, code), path


async def test_a_member_may_close_direct_messages(standin: StandIn, raw: Raw) -> None:
    ada = standin.member("Ada")
    ada.accepts_direct_messages = False
    opened = await raw.request("POST", "/users/@me/channels", {"recipient_id": str(ada.id)})
    path = f"/channels/{opened.body['id']}/messages"
    answer = await raw.request("POST", path, {"content": "x"})
    assert (answer.status, answer.code) == (403, 50007)


async def test_a_wrong_token_is_unauthorized(raw: Raw) -> None:
    assert (await raw.request("GET", "/users/@me", authorization="Bot wrong")).status == 401


async def test_broken_json_is_refused(standin: StandIn, raw: Raw) -> None:
    url = f"{standin.api_base}/channels/{standin.channel('games').id}/messages"
    headers = {
        "Authorization": f"Bot {standin.token}",
        "Content-Type": "application/json",
    }
    async with raw.session.post(url, data="{", headers=headers) as response:
        assert (response.status, (await response.json())["code"]) == (400, 50109)
