"""The end of the week: every game, board, control and ping is what the plain reckoning says."""

from __future__ import annotations

import re
from collections import Counter

from bot.match.boards import board_posting
from bot.match.endings import in_motion
from bot.playground.world import Message
from tests.discord.plain import PlainGame
from tests.discord.reading import controls
from tests.discord.week import Week

TIME_LINE = re.compile(r"\nTime runs out <t:(\d+):R>\.")
REMINDER = re.compile(r"your time in game (\d+) runs out <t:(\d+):R>")


async def insist_on_record(week: Week, game: PlainGame) -> None:
    """The entries are what members did, in order, none lost and none twice."""
    match = await week.store.match(game.id)
    assert match
    assert [(entry.kind, entry.seat, entry.action) for entry in match.entries] == game.told
    assert [entry.seq for entry in match.entries] == list(range(len(game.told)))
    assert match.result == game.result
    assert match.state.view(None) == game.state.view(None)


async def insist_on_boards(week: Week, game: PlainGame) -> None:
    """Every board that was ever posted is, byte for byte, the replay's; one for each entry.

    There are more of an entry only where somebody asked for them with /board, and none only of
    what came when the channel was gone.
    """
    posted = Counter(each.seq for each in week.boards(game))
    for seq in range(game.seq + 1):
        expected = 1 + week.again[game.id, seq]
        assert posted[seq] == (expected if week.is_there(game) else min(posted[seq], expected)), (
            f"game {game.id}, entry {seq}: posted {posted[seq]} times"
        )
    if not week.is_there(game):
        assert game.result
        assert not posted[game.seq], "the end came when there was no channel any more"
    for each in week.boards(game):
        shown = game.match(each.seq, week.guild)
        board = board_posting(shown, "papyrus")
        expected_text = board.text
        board = await in_motion(week.store, shown, board, "papyrus")
        if board.picture:
            picture, alt = board.picture.png, board.picture.alt
        else:
            (moving,) = board.attachments
            picture, alt = moving.data, moving.alt
        where = f"game {game.id}, entry {each.seq}"
        assert (each.data, each.alt) == (picture, alt), where
        assert TIME_LINE.sub("", each.content) == expected_text, where
        # What comes so late that a newer one follows at once has neither controls nor a deadline.
        is_newest = each.has_controls
        assert is_newest or posted[each.seq + 1], where
        is_timed = is_newest and game.clock and not shown.result
        assert bool(TIME_LINE.search(each.content)) == bool(is_timed), where


def insist_on_pings(week: Week, game: PlainGame) -> None:
    """No board pings anybody but whom it asks, and nobody is asked twice for an entry."""
    pinged: Counter[int] = Counter()
    for each in week.boards(game):
        asked = game.asked[each.seq]
        assert set(each.pings) <= {asked}, f"game {game.id}, entry {each.seq}"
        pinged[each.seq] += len(each.pings)
    assert max(pinged.values()) <= 1
    due = [seq for seq, asked in enumerate(game.asked) if asked and asked.present]
    assert sum(pinged[seq] for seq in due) >= len(due) * 0.7, "most are told that it is their turn"


def insist_on_controls(week: Week, game: PlainGame) -> None:
    """Controls stand under the newest board alone, or where Discord refused to take them off."""
    newest = week.boards(game)[-1].message
    refused = {
        int(request.path.rpartition("/")[2])
        for request in week.standin.requests
        if request.operation == "update_message" and request.status != 200
    }
    standing = [each.message for each in week.boards(game) if _stands(each.message)]
    controlled = {message for message in standing if message.components}
    assert {message for message in controlled if message.id not in refused} <= {newest}
    if _stands(newest):
        assert newest in controlled
        said = {id_.split(":")[1] for id_ in controls(newest)}
        assert said == {str(game.id)}


def _stands(message: Message) -> bool:
    return message.channel.messages.get(message.id) is message


def insist_on_reminders(week: Week) -> None:
    """Each turn that ran low was reminded of once, pinging whose turn it was, if still there."""
    due = [(game.id, at, member) for game in week.games for at, member in game.reminders]
    for message in week.sent:
        if found := REMINDER.search(message.content):
            id_, deadline = int(found[1]), int(found[2])
            # After an outage the hour counts from when the bot saw that it was over.
            (meant,) = (each for each in due if each[0] == id_ and abs(each[1] - deadline) < 60)
            due.remove(meant)
            member = meant[2]
            assert message.content.startswith(f"<@{member.id}>")
            assert set(message.pings) == {member} or not (message.pings or member.present)
    assert not due
