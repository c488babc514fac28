"""Ending a game from outside, and the list of games."""

from bot.playground.interactions import Interaction
from bot.playground.world import Member, Permission
from tests.discord.conftest import Club
from tests.discord.reading import control, controls


async def end(club: Club, member: Member, reason: str) -> Interaction:
    return await club.command(member, "end", reason=reason)


async def test_a_moderator_ends_a_game_and_the_reason_is_shown_as_typed(club: Club) -> None:
    match = await club.begin()
    cleo = club.standin.world.add_member("Cleo")
    club.standin.world.add_role("Moderators", Permission.MANAGE_MESSAGES, cleo)
    await end(club, cleo, f"**Spam** @everyone <@{club.ben.id}>\nhttps://x.example")
    board = club.newest()
    assert board.content.startswith(
        rf"A moderator ended this game: \*\*Spam\*\* \@everyone \<\@{club.ben.id}\> "
        r"https\:\/\/x.example"
    )
    assert "without a winner" in board.content
    assert list(board.pings) == []
    assert control(board, "review")
    over = await club.store.match(match.id)
    assert over
    assert over.result
    assert (over.result.winner, over.result.reason) == (None, "ended")
    assert await club.store.running_in(club.games.id) is None


async def test_nobody_else_ends_a_game_that_is_played(club: Club) -> None:
    match = await club.begin()
    cleo = club.standin.world.add_member("Cleo")
    refused = await end(club, cleo, "bored")
    assert refused.message
    assert "Manage Messages" in refused.message.content
    refused = await end(club, club.ben, "losing")
    assert refused.message
    assert "14 days" in refused.message.content
    club.standin.world.add_role("Moderators", Permission.MANAGE_MESSAGES, cleo)
    refused = await end(club, cleo, "\u202e \n")
    assert refused.message
    assert "reason" in refused.message.content
    assert await club.store.match(match.id) == match
    assert len(club.boards()) == 1
    lounge = club.standin.channel("lounge")
    nowhere = await club.command(cleo, "end", channel=lounge, reason="none here")
    assert nowhere.message
    assert "No game is running" in nowhere.message.content


async def test_games_are_listed_with_links_to_their_boards(club: Club) -> None:
    match = await club.begin()
    listed = await club.command(club.ben, "games")
    assert listed.message
    assert listed.message.ephemeral_for is club.ben
    place = f"{club.standin.world.guild_id}/{club.games.id}/{club.newest().id}"
    assert f"[board](https://discord.com/channels/{place})" in listed.message.content
    assert f"<@{club.ada.id}> to move since" in listed.message.content
    assert not listed.message.components, "one page needs no paging"
    cleo = club.standin.world.add_member("Cleo")
    for options in ({"member": cleo}, {"status": "finished"}):
        listed = await club.command(club.ben, "games", **options)
        assert listed.message
        assert "There are none" in listed.message.content
    await club.bot.play.resign(match.id, club.ben.id)
    listed = await club.command(cleo, "games", member=club.ada, status="finished")
    assert listed.message
    assert "won by resignation, <t:" in listed.message.content


async def test_a_long_list_of_games_is_paged_by_buttons(club: Club) -> None:
    for _ in range(8):
        match = await club.begin()
        await club.bot.play.resign(match.id, club.ben.id)
        await club.bot.delivery.deliver(match.id)
    listed = await club.command(club.ada, "games", member=club.ben)
    assert listed.message
    assert "8 games · page 1 of 2" in listed.message.content
    assert [c.get("disabled") for c in controls(listed.message).values()] == [
        True, True, False, False,
    ]  # fmt: skip
    first = listed.message.content
    await club.press(club.ada, listed.message, f"games:forward-all-{club.ben.id}")
    assert "page 2 of 2" in listed.message.content
    both = first + listed.message.content
    assert all(f"**{number}** Deflexion" in both for number in range(1, 9))
    await club.press(club.ada, listed.message, f"games:first-all-{club.ben.id}")
    assert listed.message.content == first
