"""What was found of a game is kept with the version that found it."""

from data import Entry, EntryKind, Store
from tests.data.conftest import ADA, begun


async def test_what_was_found_of_a_game_outlives_a_restart(url: str) -> None:
    store = await Store.open(url)
    match, other = await begun(store), await begun(store, channel=8)
    assert await store.analyses.found(match.id, "1") is None
    await store.analyses.keep(match.id, "1", {"scores": [3, -1]})
    await store.analyses.keep(match.id, "1", {"scores": [3, -1, 4], "bests": ["h2-h3"]})
    await store.close()
    again = await Store.open(url)
    assert await again.analyses.found(match.id, "1") == {
        "scores": [3, -1, 4],
        "bests": ["h2-h3"],
    }
    assert await again.analyses.found(other.id, "1") is None
    await again.close()


async def test_what_another_version_found_counts_no_more_and_makes_room(store: Store) -> None:
    match = await begun(store)
    await store.analyses.keep(match.id, "1", {"scores": [3]})
    assert await store.analyses.found(match.id, "2") is None
    await store.analyses.keep(match.id, "2", {"scores": []})
    assert await store.analyses.found(match.id, "2") == {"scores": []}
    assert await store.analyses.found(match.id, "1") is None


async def test_an_analysis_stays_with_its_game_when_a_player_is_forgotten(store: Store) -> None:
    match = await begun(store)
    await store.append(match, Entry(1, EntryKind.RESIGN, 1002, "silver"))
    await store.analyses.keep(match.id, "1", {"scores": [3]})
    await store.personal.forget(ADA)
    assert await store.analyses.found(match.id, "1") == {"scores": [3]}
