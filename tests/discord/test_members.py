"""Preferences, settings, rules and a member's own data, through the whole bot."""

import json
from dataclasses import replace
from typing import Any

import pytest

from bot.playground.world import Member, Message, Permission
from data import FORMER_MEMBER, EntryKind, Preferences, ServerSettings
from tests.discord.conftest import Club
from tests.discord.reading import control, controls


async def opened(club: Club, member: Member, name: str, **options: object) -> Message:
    """The private panel that a command opens."""
    asked = await club.standin.command(member, club.games, name, **options)
    assert asked.message
    assert asked.message.ephemeral_for is member
    return asked.message


def files(message: Message) -> list[str]:
    return [attachment.filename for attachment in message.attachments]


def labels(message: Message) -> list[object]:
    return [each["label"] for each in controls(message).values() if each["type"] == 2]


async def turned(club: Club, panel: Message, verb: str, *values: str) -> None:
    """Ada has pressed a control of her panel, and it shows what she chose."""
    before = panel.content
    await club.press(club.ada, panel, verb, *values)
    await club.standin.wait_for(lambda: panel.content != before)


# Preferences


async def test_preferences_change_by_presses_and_the_panel_shows_it(club: Club) -> None:
    panel = await opened(club, club.ada, "preferences")
    assert files(panel) == ["theme-papyrus.png"]
    assert labels(panel) == ["Confirm", "✓ Animate", "✓ Notify", "Download", "Delete…"]
    await turned(club, panel, "prefer:theme", "midnight")
    await turned(club, panel, "prefer:confirm:on")
    await turned(club, panel, "prefer:animate:off")
    await turned(club, panel, "prefer:notify:off")
    await turned(club, panel, "prefer:challenges", "nobody")
    assert await club.store.people.preferences(club.ada.id) == Preferences(
        "midnight", confirm=True, animate=False, notify=False, challenges="nobody"
    )
    assert labels(panel) == ["✓ Confirm", "Animate", "Notify", "Download", "Delete…"]
    assert files(panel) == ["theme-midnight.png"]
    assert panel.attachments[0].description
    assert "nobody may challenge you" in panel.content
    assert await club.store.people.preferences(club.ben.id) == Preferences()


async def test_options_set_preferences_at_once_and_the_panel_says_what_changed(club: Club) -> None:
    chosen: dict[str, object] = {"theme": "midnight", "confirm": True, "animate": False,
                                 "notify": False, "challenges": "nobody"}  # fmt: skip
    panel = await answered(club, "preferences", **chosen)
    assert panel.content.startswith(
        "Changed: Theme to midnight, Confirm to on, Animate to off, Notify to off "
        "and Challenges to nobody.\n"
    )
    assert labels(panel) == ["✓ Confirm", "Animate", "Notify", "Download", "Delete…"]
    assert files(panel) == ["theme-midnight.png"]
    expected = Preferences(
        "midnight", confirm=True, animate=False, notify=False, challenges="nobody"
    )
    assert await club.store.people.preferences(club.ada.id) == expected
    again = await answered(club, "preferences", confirm=True)
    assert again.content.startswith("Nothing changed: it was so already.\n")
    await turned(club, again, "prefer:confirm:off")
    assert "Nothing changed" not in again.content
    assert await club.store.people.preferences(club.ada.id) == replace(expected, confirm=False)


async def test_the_option_for_own_data_hands_it_out_and_asks_before_it_deletes(club: Club) -> None:
    file = await answered(club, "preferences", my_data="download")
    assert files(file) == ["ricochet-data.json"]
    await answered(club, "preferences", my_data="download", theme="contrast")
    await club.standin.wait_for(lambda: len(club.private(club.ada)) == 3)
    panel, kept = club.private(club.ada)[1:]
    assert "Changed: Theme to contrast." in panel.content
    assert json.loads(kept.attachments[0].data)["preferences"]["theme"] == "contrast"
    question = await answered(club, "preferences", my_data="delete")
    assert "Delete your data?" in question.content
    assert await prefers(club, club.ada, Preferences("contrast"))
    await turned(club, question, "forget:yes")
    assert await prefers(club, club.ada, Preferences())


async def test_options_set_what_a_server_chose(club: Club) -> None:
    guild = club.standin.world.guild_id
    club.standin.world.add_role("Keeper", Permission.MANAGE_GUILD, club.ada)
    panel = await answered(club, "settings", theme="midnight", thread=True)
    assert panel.content.startswith("Changed: Theme to midnight and Threads to on.\n")
    assert labels(panel) == ["✓ Threads", "✓ Animate"]
    assert await club.store.people.server(guild) == ServerSettings("midnight", thread=True)


async def answered(club: Club, name: str, **options: object) -> Message:
    """Ada's private answer, once it is there."""
    done = await club.command(club.ada, name, **options)
    assert done.message
    return done.message


async def prefers(club: Club, member: Member, chosen: Preferences) -> bool:
    return await club.store.people.preferences(member.id) == chosen


async def test_a_switch_that_arrives_twice_turns_once(club: Club) -> None:
    panel = await opened(club, club.ada, "preferences")
    switch = control(panel, "prefer:confirm:on")
    for _ in range(2):
        assert club.standin.press_nowait(club.ada, panel, switch)
    await club.standin.wait_for(lambda: "✓ Confirm" in labels(panel))
    await club.settle()
    assert await prefers(club, club.ada, Preferences(confirm=True))


OLD = ("rc:0:0:prefer:theme:neon", "rc:0:0:prefer:colour:on", "rc:0:0:prefer", "rc:0:0:forget:no",
       "rc:0:0:rules:chess:first", "rc:0:0:configure:theme:neon")  # fmt: skip


@pytest.mark.parametrize("custom_id", OLD)
async def test_a_choice_that_is_no_more_is_answered_in_words(club: Club, custom_id: str) -> None:
    club.standin.world.add_role("Keeper", Permission.MANAGE_GUILD, club.ada)
    panel = await opened(club, club.ada, "preferences")
    panel.components = [
        {"type": 1, "components": [
            {"type": 2, "style": 1, "label": "?", "custom_id": custom_id, "disabled": False}
        ]}
    ]  # fmt: skip
    await club.standin.press(club.ada, panel, custom_id)
    await club.standin.wait_for(lambda: len(club.private(club.ada)) == 2)
    said = club.private(club.ada)[-1].content
    assert "older version" in said or "Delete your data?" in said
    assert await prefers(club, club.ada, Preferences())


async def test_where_nothing_may_be_attached_a_panel_comes_in_words(club: Club) -> None:
    club.standin.world.overwrite(club.games, club.standin.world.bot, deny=Permission.ATTACH_FILES)
    panel = await opened(club, club.ada, "preferences")
    assert "Attach Files" in panel.content
    await club.press(club.ada, panel, "prefer:confirm:on")
    await club.standin.wait_for(lambda: "✓ Confirm" in labels(panel))


async def test_a_player_who_wants_no_pings_is_mentioned_without_one(club: Club) -> None:
    await club.store.people.prefer(club.ben.id, Preferences(notify=False))
    await club.begin()
    assert club.newest().pings == (club.ada,)
    await club.play(club.ada, "h2-h3")
    assert f"<@{club.ben.id}>" in club.newest().content
    assert club.newest().pings == ()
    await club.play(club.ben, "c7-c6")
    assert club.newest().pings == (club.ada,)


# Settings


async def test_settings_are_for_those_who_manage_the_server(club: Club) -> None:
    world = club.standin.world
    role = world.add_role("Keeper", Permission.MANAGE_GUILD, club.ada)
    panel = await opened(club, club.ada, "settings")
    await turned(club, panel, "configure:theme", "midnight")
    await turned(club, panel, "configure:thread:on")
    await turned(club, panel, "configure:animate:off")
    assert labels(panel) == ["✓ Threads", "Animate"]
    chosen = ServerSettings("midnight", thread=True, animate=False)
    assert await club.store.people.server(world.guild_id) == chosen
    assert files(panel) == ["theme-midnight.png"]
    club.ada.roles.remove(role.id)
    await club.press(club.ada, panel, "configure:animate:on")
    assert "Manage Server" in await club.said_privately(club.ada)
    assert await club.store.people.server(world.guild_id) == chosen


# Rules


async def test_the_rules_are_turned_page_by_page(club: Club) -> None:
    pages = await opened(club, club.ada, "rules")
    assert files(pages) == ["rules-deflexion-1.png"]
    await club.press(club.ada, pages, "rules:deflexion:forward")
    await club.standin.wait_for(lambda: files(pages) == ["rules-deflexion-2.png"])
    await club.press(club.ada, pages, "rules:deflexion:page", "4")
    await club.standin.wait_for(lambda: "5 of 9" in pages.content)
    await club.press(club.ada, pages, "rules:deflexion:last")
    await club.standin.wait_for(lambda: "9 of 9" in pages.content)
    assert len(pages.attachments) == 1


async def test_the_button_under_a_board_opens_the_rules_of_its_game_privately(club: Club) -> None:
    await club.begin()
    await club.store.people.prefer(club.ben.id, Preferences("midnight"))
    await club.press(club.ben, club.newest(), "rules")
    assert "Deflexion" in await club.said_privately(club.ben)
    (pages,) = club.private(club.ben)
    assert files(pages) == ["rules-deflexion-1.png"]
    assert pages.attachments[0].description


def forget_choices(options: list[dict[str, Any]]) -> None:
    """Let the stand-in send any value for options that have choices, as a forged app may."""
    for option in options:
        option.pop("choices", None)
        forget_choices(option.get("options", []))


@pytest.mark.parametrize(
    ("name", "option", "offered"),
    [
        ("rules", "game", "Deflexion, Khet 2.0, Arena, Reflix and Legion"),
        ("challenge", "game", "Deflexion, Khet 2.0, Arena, Reflix and Legion"),
        ("layout new", "game", "Deflexion, Khet 2.0 and Reflix"),
        ("play", "level", "Easy, Medium and Hard"),
        ("games", "status", "Running and Finished"),
        ("preferences", "theme", "Papyrus, Midnight and Contrast"),
        ("preferences", "my_data", "Download and Delete, after asking once more"),
    ],
)
async def test_a_value_that_is_no_choice_is_answered_with_those_that_are(
    club: Club, name: str, option: str, offered: str
) -> None:
    for command in club.standin.members.commands:
        forget_choices(command.get("options", []))
    said = await answered(club, name, **{option: "<@1>"})
    assert said.content == f"There is no choice “\\<\\@1\\>” for `{option}`. There is {offered}."


# A member's own data


async def test_a_member_downloads_all_that_is_kept_about_them(club: Club) -> None:
    await club.begin()
    await club.play(club.ada, "h2-h3")
    panel = await opened(club, club.ada, "preferences")
    await club.press(club.ada, panel, "mydata")
    await club.standin.wait_for(lambda: files(club.private(club.ada)[-1]) == ["ricochet-data.json"])
    (file,) = club.private(club.ada)[-1].attachments
    kept = json.loads(file.data)
    assert kept["member"] == {"id": str(club.ada.id), "name": "Ada"}
    assert [entry["action"] for entry in kept["games"][0]["entries"]] == [None, "h2-h3"]
    assert kept["games"][0]["opponent"] == "Ben"


async def asked_to_forget(club: Club, member: Member) -> Message:
    """The question whether all of the member's data is to be deleted."""
    panel = await opened(club, member, "preferences")
    await club.press(member, panel, "forget")
    await club.standin.wait_for(lambda: "Delete your data?" in club.private(member)[-1].content)
    return club.private(member)[-1]


async def forgotten(club: Club, member: Member) -> None:
    """The member has asked to be forgotten, and was."""
    question = await asked_to_forget(club, member)
    await club.press(member, question, "forget:yes")
    await club.standin.wait_for(lambda: question.content.startswith("Your data is deleted"))
    assert not question.components


async def test_nothing_is_deleted_of_a_member_who_keeps_it(club: Club) -> None:
    match = await club.begin()
    question = await asked_to_forget(club, club.ada)
    await club.press(club.ada, question, "forget:keep")
    await club.standin.wait_for(lambda: question.content == "Nothing is deleted.")
    assert not question.components
    assert await club.store.personal.running(club.ada.id) == [match.id]


async def test_a_member_is_deleted_after_being_asked_once(club: Club) -> None:
    match = await club.begin()
    await club.store.people.prefer(club.ada.id, Preferences("midnight"))
    question = await asked_to_forget(club, club.ada)
    assert "Your running game is resigned" in question.content
    assert await club.store.personal.running(club.ada.id) == [match.id]
    await club.press(club.ada, question, "forget:yes")
    await club.standin.wait_for(lambda: len(club.boards()) == 2)
    await club.settle()
    assert question.content.startswith("Your data is deleted")
    assert not question.components
    board = club.newest()
    assert board.content.startswith("A former player resigned.")
    assert f"<@{club.ada.id}>" not in board.content
    kept = await club.store.match(match.id)
    assert kept
    assert kept.entries[-1].kind is EntryKind.RESIGN
    assert kept.players == {"silver": FORMER_MEMBER, "gold": club.ben.id}
    assert await club.store.people.preferences(club.ada.id) == Preferences()
    assert (await club.store.personal.kept(club.ada.id))["games"] == []
    found = await club.standin.autocomplete(club.ben, club.games, "review", game="")
    assert "a former player" in found[0]["name"]
    shown = await club.standin.command(club.ben, club.games, "review", game=str(match.id))
    assert shown.message
    assert str(club.ada.id) not in shown.message.content


async def test_whoever_was_deleted_may_play_again_as_somebody_new(club: Club) -> None:
    await club.begin()
    await club.store.people.prefer(club.ada.id, Preferences("midnight"))
    await forgotten(club, club.ada)
    await club.standin.wait_for(lambda: len(club.boards()) == 2)
    again = await club.begin()
    assert again.players == {"silver": club.ada.id, "gold": club.ben.id}


async def test_a_board_that_cannot_be_posted_does_not_keep_the_data(club: Club) -> None:
    match = await club.begin()
    club.standin.world.overwrite(club.games, club.standin.world.bot, deny=Permission.SEND_MESSAGES)
    await forgotten(club, club.ada)
    kept = await club.store.match(match.id)
    assert kept
    assert kept.players["silver"] == FORMER_MEMBER


async def test_an_open_challenge_of_a_deleted_member_cannot_be_accepted(club: Club) -> None:
    challenge = await club.challenge()
    shown = [dict(row) for row in challenge.components]
    await forgotten(club, club.ada)
    await club.standin.wait_for(lambda: not challenge.components)
    assert challenge.content == "A former player withdrew this challenge."
    challenge.components = shown  # as a client shows it that has not heard of the edit yet
    await club.press(club.ben, challenge, "accept")
    assert "no longer open" in await club.said_privately(club.ben)
    assert club.boards() == []
