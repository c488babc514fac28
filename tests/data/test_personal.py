"""A member gets all that is kept about them, and is forgotten without a trace in the tables."""

import json
from contextlib import closing
from pathlib import Path
from sqlite3 import connect

import pytest

from data import (
    FORMER_MEMBER,
    FORMER_NAME,
    Entry,
    EntryKind,
    LayoutName,
    Offer,
    Preferences,
    Status,
    StillPlaying,
    Store,
)
from tests.data.conftest import ADA, BEN, CHANNEL, CLEO, GUILD, begun

CODE = "4okop>2/2pv7/3P<6/p^1Pv1d^d>1p>1P</p>1P<1D>D^1p^1Pv/6p>3/7P^2/2P<OKO4 s"


async def filled(store: Store) -> int:
    """A finished game and something in every table that knows of Ada; the game's number."""
    match = await begun(store)
    match = await store.append(match, Entry(1, EntryKind.ACTION, 2010, "silver", "j5R"))
    await store.append(match, Entry(2, EntryKind.RESIGN, 2020, "silver"))
    await store.people.remember({ADA: "Ada", BEN: "Ben"})
    await store.people.prefer(ADA, Preferences("midnight", confirm=True))
    await store.people.prefer(BEN, Preferences(confirm=True))
    await store.people.keep_draft(ADA, "layout", "10/10 s", 2030)
    for owner, name in ((ADA, "Hers"), (BEN, "His")):
        layout = await store.shelf.add(owner, "deflexion", name, CODE, 2040)
        await store.shelf.share(layout, GUILD)
    return match.id


def written(url: str) -> str:
    """Every value in the database's file, as text."""
    with closing(connect(url.removeprefix("sqlite+aiosqlite:///"))) as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master")]
        kept = {
            name: db.execute(f"SELECT * FROM {name}").fetchall()  # noqa: S608 - names of tables
            for name in tables
            if not name.startswith(("sqlite_", "ix_", "one_"))
        }
    return repr(kept)


async def test_everything_kept_about_a_member_comes_out(store: Store) -> None:
    game = await filled(store)
    kept = await store.personal.kept(ADA)
    assert json.loads(json.dumps(kept)) == kept
    assert kept["member"] == {"id": str(ADA), "name": "Ada"}
    assert kept["preferences"] == {
        "theme": "midnight", "confirm": True, "animate": True, "notify": True,
        "challenges": "everyone",
    }  # fmt: skip
    (layout,) = kept["layouts"]  # type: ignore[misc]
    assert (layout["name"], layout["code"]) == ("Hers", CODE)
    assert layout["shared_in_servers"] == [str(GUILD)]
    (draft,) = kept["drafts"]  # type: ignore[misc]
    assert draft["text"] == "10/10 s"
    (played,) = kept["games"]  # type: ignore[misc]
    assert (played["id"], played["your_side"], played["opponent"]) == (game, "silver", "Ben")
    assert [entry["kind"] for entry in played["entries"]] == ["start", "action", "resign"]
    assert played["entries"][1]["action"] == "j5R"
    assert played["entries"][1]["at"] == "1970-01-01T00:33:30+00:00"
    assert str(BEN) not in json.dumps(kept), "others are named, not numbered"


async def test_of_a_member_who_never_came_nothing_is_kept(store: Store) -> None:
    await filled(store)
    kept = await store.personal.kept(CLEO)
    assert kept["member"] == {"id": str(CLEO), "name": None}
    assert (kept["layouts"], kept["drafts"], kept["games"]) == ([], [], [])


async def test_a_forgotten_member_is_nowhere_in_the_database(store: Store, url: str) -> None:
    game = await filled(store)
    await store.personal.forget(ADA)
    assert str(ADA) not in written(url)
    assert "Ada" not in written(url)
    assert "Hers" not in written(url)
    match = await store.match(game)
    assert match
    assert match.players == {"silver": FORMER_MEMBER, "gold": BEN}
    assert [turn.action for turn in match.turns] == ["j5R"]
    assert await store.people.names([FORMER_MEMBER, BEN]) == {
        FORMER_MEMBER: FORMER_NAME,
        BEN: "Ben",
    }
    assert await store.people.preferences(ADA) == Preferences()


async def test_what_is_forgotten_is_gone_from_the_file_too(store: Store, url: str) -> None:
    await store.people.remember({ADA: "Ada of Thebes"})
    await store.people.keep_draft(ADA, "layout", "a draft of hers", 2030)
    await store.personal.forget(ADA)
    await store.close()
    data = Path(url.removeprefix("sqlite+aiosqlite:///")).read_bytes()
    assert b"Ada of Thebes" not in data
    assert b"a draft of hers" not in data


async def test_forgetting_one_member_leaves_the_others_as_they_were(store: Store) -> None:
    await filled(store)
    before = await store.personal.kept(BEN)
    await store.personal.forget(ADA)
    after = await store.personal.kept(BEN)
    (played,) = before["games"]  # type: ignore[misc]
    assert after == before | {"games": [played | {"opponent": FORMER_NAME}]}


async def test_both_players_of_a_game_may_be_forgotten(store: Store) -> None:
    game = await filled(store)
    await store.personal.forget(ADA)
    await store.personal.forget(BEN)
    match = await store.match(game)
    assert match
    assert match.players == {"silver": FORMER_MEMBER, "gold": FORMER_MEMBER}


async def test_the_name_of_a_layout_leaves_with_its_owner_from_games_of_others(
    store: Store, url: str
) -> None:
    named = LayoutName("Hers", ADA)
    offer = Offer("deflexion", {"code": CODE}, "first", GUILD, CHANNEL, BEN, CLEO, 1, layout=named)
    game = await store.offers.keep(offer)
    match = await store.start(game, {"code": CODE}, {"silver": BEN, "gold": CLEO}, 2)
    assert match.layout == named
    kept = await store.personal.kept(ADA)
    assert (kept["games"], kept["games_from_your_layouts"]) == ([], [{"id": 1, "layout": "Hers"}])
    await store.personal.forget(ADA)
    assert str(ADA) not in written(url)
    assert "Hers" not in written(url)
    again = await store.match(game)
    assert again
    assert (again.layout, again.options) == (None, {"code": CODE})


async def test_nobody_is_forgotten_in_the_middle_of_a_game(store: Store) -> None:
    match = await begun(store)
    await store.people.remember({ADA: "Ada"})
    before = await store.personal.kept(ADA)
    with pytest.raises(StillPlaying):
        await store.personal.forget(ADA)
    assert await store.personal.kept(ADA) == before
    assert await store.personal.running(ADA) == [match.id]
    assert await store.match(match.id) == match


async def test_open_challenges_end_with_the_member_who_made_or_got_them(store: Store) -> None:
    def offer(challenger: int, opponent: int | None) -> Offer:
        return Offer("deflexion", {}, "first", GUILD, CHANNEL, challenger, opponent, 1000)

    pairs = [(ADA, BEN), (ADA, None), (BEN, ADA), (BEN, CLEO), (BEN, None)]
    ids = [await store.offers.keep(offer(*pair)) for pair in pairs]
    await store.personal.forget(ADA)
    found = [await store.offers.find(id_) for id_ in ids]
    assert [(o.status, o.challenger_id, o.opponent_id) for o in found if o] == [
        (Status.CANCELLED, FORMER_MEMBER, BEN),
        (Status.CANCELLED, FORMER_MEMBER, None),
        (Status.DECLINED, BEN, FORMER_MEMBER),
        (Status.OFFERED, BEN, CLEO),
        (Status.OFFERED, BEN, None),
    ]
