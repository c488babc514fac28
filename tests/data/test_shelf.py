"""Layouts of one's own are kept for their owner, and shown to those they are shared with."""

import asyncio

import pytest

from data import Layout, NameTaken, ShelfFull, Store
from data.shelf import MOST_LAYOUTS
from tests.data.conftest import ADA, BEN, GUILD

ELSEWHERE = 4
GAME = "deflexion"


async def named(store: Store, member: int, guild: int, typed: str = "") -> list[str]:
    return [layout.name for layout in await store.shelf.usable(member, guild, GAME, typed)]


async def test_a_layout_comes_back_as_it_was_kept(store: Store) -> None:
    id_ = await store.shelf.add(ADA, GAME, "Fort", "code", 1)
    assert await store.shelf.find(id_) == Layout(id_, ADA, GAME, "Fort", "code")
    assert await store.shelf.change(id_, ADA, "other", 2)
    assert await store.shelf.of(ADA, GAME) == [Layout(id_, ADA, GAME, "Fort", "other")]
    assert await store.shelf.of(ADA, "arena") == []
    assert await store.shelf.of(BEN, GAME) == []


async def test_a_name_is_unique_among_the_owners_own(store: Store) -> None:
    await store.shelf.add(ADA, GAME, "Fort", "code", 1)
    with pytest.raises(NameTaken):
        await store.shelf.add(ADA, GAME, "Fort", "other", 2)
    assert await store.shelf.add(BEN, GAME, "Fort", "code", 3)


async def test_only_the_owner_changes_or_removes_a_layout(store: Store) -> None:
    id_ = await store.shelf.add(ADA, GAME, "Fort", "code", 1)
    assert not await store.shelf.change(id_, BEN, "other", 2)
    await store.shelf.remove(id_, BEN)
    assert await store.shelf.find(id_) == Layout(id_, ADA, GAME, "Fort", "code")


async def test_a_shared_layout_is_usable_in_that_server_alone_until_it_is_not(
    store: Store,
) -> None:
    shared = await store.shelf.add(ADA, GAME, "Open Fort", "code", 1)
    await store.shelf.add(ADA, GAME, "Zoo", "code", 2)
    await store.shelf.share(shared, GUILD)
    await store.shelf.share(shared, GUILD)
    layout = await store.shelf.find(shared)
    assert layout
    assert layout.is_usable_by(BEN, GUILD)
    assert not layout.is_usable_by(BEN, ELSEWHERE)
    assert layout.is_usable_by(ADA, ELSEWHERE)
    assert await named(store, BEN, GUILD) == ["Open Fort"]
    assert await named(store, BEN, ELSEWHERE) == []
    await store.shelf.add(BEN, GAME, "Ziggurat", "code", 3)
    assert await named(store, BEN, GUILD) == ["Ziggurat", "Open Fort"]
    assert await named(store, BEN, GUILD, "FORT op") == ["Open Fort"]
    await store.shelf.unshare(shared, GUILD)
    assert await named(store, BEN, GUILD) == ["Ziggurat"]


async def test_removing_takes_the_shares_along_and_sharing_what_is_gone_does_nothing(
    store: Store,
) -> None:
    id_ = await store.shelf.add(ADA, GAME, "Fort", "code", 1)
    await store.shelf.share(id_, GUILD)
    await store.shelf.remove(id_, ADA)
    await store.shelf.share(id_, GUILD)
    assert await store.shelf.find(id_) is None
    assert await named(store, BEN, GUILD) == []
    again = await store.shelf.add(ADA, GAME, "Fort", "code", 2)
    assert again != id_


async def test_a_shelf_holds_so_many_even_when_filled_at_once(store: Store) -> None:
    adding = [store.shelf.add(ADA, GAME, f"{n}", "code", n) for n in range(MOST_LAYOUTS + 5)]
    results = await asyncio.gather(*adding, return_exceptions=True)
    assert sum(isinstance(result, ShelfFull) for result in results) == 5
    assert len(await store.shelf.of(ADA, GAME)) == MOST_LAYOUTS
    assert await store.shelf.add(BEN, GAME, "Fort", "code", 1)


async def test_each_layout_of_a_list_knows_its_own_servers(store: Store) -> None:
    ids = [await store.shelf.add(ADA, GAME, name, "code", 1) for name in ("a", "b", "c")]
    for id_, guild in ((ids[0], GUILD), (ids[0], ELSEWHERE), (ids[2], ELSEWHERE)):
        await store.shelf.share(id_, guild)
    listed = await store.shelf.of(ADA, GAME)
    assert [layout.guilds for layout in listed] == [{GUILD, ELSEWHERE}, set(), {ELSEWHERE}]
