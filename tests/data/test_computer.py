"""Games with the computer, which begin at once and have it in one of their seats."""

import json
from dataclasses import replace

import pytest

from data import (
    COMPUTER,
    COMPUTER_NAME,
    FORMER_MEMBER,
    ChannelBusy,
    Conflict,
    Entry,
    EntryKind,
    Match,
    Offer,
    Status,
    Store,
)
from tests.data.conftest import ADA, BEN, CHANNEL, GUILD, begun

OFFER = Offer(
    "deflexion", {"rules": "deflexion", "layout": "classic"}, "second", GUILD, CHANNEL, ADA,
    COMPUTER, 1000, level="hard",
)  # fmt: skip
SEATS = {"silver": COMPUTER, "gold": ADA}


async def played(store: Store, channel: int = CHANNEL) -> Match:
    return await store.begin(replace(OFFER, channel_id=channel), SEATS)


async def test_a_game_with_the_computer_runs_at_once_and_is_kept_so(store: Store, url: str) -> None:
    match = await played(store)
    assert (match.status, match.level, match.computer) == (Status.RUNNING, "hard", "silver")
    assert [entry.kind for entry in match.entries] == [EntryKind.START]
    assert await store.ledger.unposted() == [(match.id, 0)]
    again = await Store.open(url)
    kept = await again.match(match.id)
    assert kept
    assert (kept.level, kept.players, kept.entries) == ("hard", SEATS, match.entries)
    await again.close()


async def test_between_two_members_no_seat_is_the_computers(store: Store) -> None:
    match = await begun(store)
    assert (match.level, match.computer) == (None, None)


async def test_a_channel_with_a_running_game_takes_none_with_the_computer(store: Store) -> None:
    running = await begun(store)
    with pytest.raises(ChannelBusy):
        await played(store)
    await store.append(running, Entry(1, EntryKind.RESIGN, 1002, "gold"))
    assert (await played(store)).id > running.id


async def test_a_game_has_one_rematch(store: Store) -> None:
    first = await played(store)
    await store.append(first, Entry(1, EntryKind.RESIGN, 1002, "gold"))
    second = await store.begin(OFFER, SEATS, rematch_of=first.id)
    await store.append(second, Entry(1, EntryKind.RESIGN, 1003, "gold"))
    with pytest.raises(Conflict):
        await store.begin(OFFER, SEATS, rematch_of=first.id)
    assert await store.match(second.id + 1) is None


async def test_running_games_with_the_computer_are_found_with_their_newest_entry(
    store: Store,
) -> None:
    await begun(store)
    first, second, third = [await played(store, CHANNEL + n) for n in (1, 2, 3)]
    await store.append(first, Entry(1, EntryKind.ACTION, 1001, "silver", "h2-h3"))
    await store.append(second, Entry(1, EntryKind.RESIGN, 1001, "gold"))
    assert await store.clockwork.with_computer() == {first.id: 1, third.id: 0}
    await store.ledger.mark_undeliverable(third.id)
    assert await store.clockwork.with_computer() == {first.id: 1}


async def test_the_computer_has_a_name_in_lists_and_in_ones_own_data(store: Store) -> None:
    match = await played(store)
    assert await store.people.names([COMPUTER]) == {COMPUTER: COMPUTER_NAME}
    (line,) = await store.played_in(GUILD, ADA, 10)
    assert (line.level, line.players) == ("hard", SEATS)
    (kept,) = (await store.personal.kept(ADA))["games"]  # type: ignore[misc]
    assert (kept["opponent"], kept["level_of_the_computer"]) == (COMPUTER_NAME, "hard")
    assert kept["id"] == match.id


async def test_who_is_forgotten_leaves_their_games_with_the_computer(store: Store) -> None:
    match = await played(store)
    await store.append(match, Entry(1, EntryKind.RESIGN, 1002, "gold"))
    await store.personal.forget(ADA)
    kept = await store.match(match.id)
    assert kept
    assert dict(kept.players) == {"silver": COMPUTER, "gold": FORMER_MEMBER}
    assert str(ADA) not in json.dumps(await store.personal.kept(BEN))
