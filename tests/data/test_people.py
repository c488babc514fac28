"""What members and servers chose is kept as they chose it."""

import asyncio

from data import Preferences, ServerSettings, Store
from tests.data.conftest import ADA, BEN, GUILD


async def test_preferences_come_back_as_they_were_chosen(store: Store) -> None:
    chosen = Preferences("midnight", confirm=True, animate=False, notify=False, challenges="nobody")
    assert await store.people.preferences(ADA) == Preferences()
    await store.people.prefer(ADA, chosen)
    assert await store.people.preferences(ADA) == chosen
    await store.people.prefer(ADA, Preferences(confirm=True))
    assert await store.people.preferences(ADA) == Preferences(confirm=True)
    assert await store.people.preferences(BEN) == Preferences()


async def test_a_servers_settings_come_back_as_they_were_chosen(store: Store) -> None:
    chosen = ServerSettings("contrast", thread=True, animate=False)
    assert await store.people.server(GUILD) == ServerSettings()
    await store.people.set_server(GUILD, chosen)
    assert await store.people.server(GUILD) == chosen
    assert await store.people.server(None) == ServerSettings()


async def test_choices_made_at_the_same_time_do_not_undo_each_other(store: Store) -> None:
    people = store.people
    for _ in range(2):  # the first round inserts, the second changes
        await asyncio.gather(
            people.prefer(ADA, Preferences(confirm=True), only="confirm"),
            people.prefer(ADA, Preferences(notify=False), only="notify"),
            people.set_server(GUILD, ServerSettings(thread=True), only="thread"),
            people.set_server(GUILD, ServerSettings("midnight"), only="theme"),
        )
        assert await people.preferences(ADA) == Preferences(confirm=True, notify=False)
        assert await people.server(GUILD) == ServerSettings("midnight", thread=True)
        await people.prefer(ADA, Preferences())
        await people.set_server(GUILD, ServerSettings())


async def test_a_draft_is_kept_by_member_and_kind_until_dropped(store: Store) -> None:
    people = store.people
    await people.keep_draft(ADA, "layout", "10/10 s", 1)
    await people.keep_draft(ADA, "layout", "9P^/10 s", 2)
    await people.keep_draft(BEN, "layout", "other", 3)
    assert await people.draft(ADA, "layout") == "9P^/10 s"
    assert await people.draft(ADA, "fortress") is None
    await people.drop_draft(ADA, "layout")
    assert await people.draft(ADA, "layout") is None
    assert await people.draft(BEN, "layout") == "other"
