"""Fortresses of Reflix kept by name beside Deflexion's layouts."""

from bot.playground.world import Message
from tests.discord.conftest import Club
from tests.discord.reflix import (
    NORTH,
    OTHER_SOUTH,
    SEALED,
    SOUTH,
    begin,
    doing,
    load,
    opened,
    press,
    rests,
)
from tests.discord.test_layouts import SMALL, answered, asked, code_in, save


async def kept(club: Club, name: str = "Fort", code: str = OTHER_SOUTH) -> int:
    """A fortress of Ada's; its id."""
    await asked(club, club.ada, "import", name=name, code=code)
    return (await club.store.shelf.of(club.ada.id, "reflix"))[-1].id


async def test_the_form_of_a_code_tells_its_game(club: Club) -> None:
    await kept(club, "Fort", NORTH)
    await asked(club, club.ada, "import", name="Fort", code=SMALL)
    (fortress,) = await club.store.shelf.of(club.ada.id, "reflix")
    (layout,) = await club.store.shelf.of(club.ada.id, "deflexion")
    assert (fortress.code, layout.code) == (SOUTH, SMALL), "kept ones stand on South's rows"
    listed = await asked(club, club.ada, "list")
    assert "1 of 50 are yours · 1 of 50 (Reflix) are yours" in listed.content
    assert "- **Fort** · yours" in listed.content
    assert "- **Fort** (Reflix) · yours" in listed.content


async def test_codes_that_are_no_fortress_are_refused_with_every_fault(club: Club) -> None:
    for code, faults in {
        SOUTH.replace("W c8", "W c8 c9").replace("T d8", "T d8 d7"): [
            "2 targets instead of 1", "3 walls instead of 2", "more than one object on d7",
        ],
        SEALED: ["No laser could enter"],
        SOUTH.replace("a8/", "a8"): ["needs “/” or"],
        "T d8": ["no walls", "no shields", "no fixed mirrors"],
    }.items():  # fmt: skip
        said = await asked(club, club.ada, "import", name="Fort", code=code)
        for fault in faults:
            assert fault in said.content
    assert await club.store.shelf.of(club.ada.id, "reflix") == []


async def test_a_fortress_is_shown_shared_loaded_by_others_and_deleted(club: Club) -> None:
    id_ = await kept(club)
    shown = await asked(club, club.ada, "show", layout=f"own:{id_}")
    assert code_in(shown) == OTHER_SOUTH
    assert shown.attachments
    again = await asked(club, club.ada, "import", name="Again", code=shown.content)
    assert code_in(again) == OTHER_SOUTH
    assert "**Load…** in a setup offers it to you" in again.content
    assert "no such layout" in (await asked(club, club.ben, "show", layout=f"own:{id_}")).content
    shared = await asked(club, club.ada, "share", layout=f"own:{id_}")
    assert "**Load…** in a setup now offers **Fort**" in shared.content
    await begin(club)
    panel = await opened(club, club.ben)
    form = await press(club, club.ben, panel, "load")
    assert form.modal
    assert "Fort" in str(form.modal)
    await load(club, club.ben, panel, kept=[f"own:{id_}"])
    assert not rests(panel, "ready"), "North has it on its own rows"
    classic = await asked(club, club.ada, "show", layout="reflix:classic")
    assert code_in(classic) == SOUTH
    late = await press(club, club.ben, panel, "load")
    question = await asked(club, club.ada, "delete", layout=f"own:{id_}")
    await club.standin.press(club.ada, question, doing(question, "delete"))
    await club.standin.wait_for(lambda: "is deleted" in question.content)
    said = len(club.private(club.ben))
    await club.standin.submit(late, kept=[f"own:{id_}"])
    await club.standin.wait_for(lambda: len(club.private(club.ben)) > said)
    assert "no such layout any more" in await club.said_privately(club.ben)


async def test_no_challenge_begins_with_a_fortress(club: Club) -> None:
    id_ = await kept(club)
    found = await club.standin.autocomplete(
        club.ada, club.games, "challenge", game="reflix", layout=""
    )
    assert found == []
    done = await club.standin.command(
        club.ada, club.games, "challenge", opponent=club.ben, game="reflix", layout=f"own:{id_}"
    )
    await club.standin.wait_for(lambda: done.message and not done.is_loading)
    assert done.message
    assert "leave the layout out" in done.message.content


async def pressed(club: Club, bench: Message, do: str, *values: str) -> None:
    async with answered(club, bench):
        await club.standin.press(club.ada, bench, doing(bench, do), *values)


async def test_a_fortress_is_built_saved_and_edited_outside_any_game(club: Club) -> None:
    bench = await asked(club, club.ada, "new", game="reflix")
    assert "**New fortress**" in bench.content
    await pressed(club, bench, "square", "b9")
    await pressed(club, bench, "place")
    assert "now Target" in bench.content
    again = await asked(club, club.ada, "new", game="reflix")
    assert "Target 1/1" in again.content, "as it was left"
    other = await asked(club, club.ada, "new")
    assert "**New layout**" in other.content
    await pressed(club, again, "random")
    assert "Ready to be saved" in again.content
    await save(club, again, "Mine")
    assert "Saved." in again.content
    (fortress,) = await club.store.shelf.of(club.ada.id, "reflix")
    bench = await asked(club, club.ada, "edit", layout=f"own:{fortress.id}")
    assert "**Fortress Mine**" in bench.content
    form = await club.standin.press(club.ada, bench, doing(bench, "load"))
    assert form
    async with answered(club, bench):
        await club.standin.submit(form, code=OTHER_SOUTH)
    await save(club, bench, "Mine")
    (fortress,) = await club.store.shelf.of(club.ada.id, "reflix")
    assert fortress.code == OTHER_SOUTH
    begun = await asked(club, club.ada, "new", start="reflix:classic")
    assert "Ready to be saved" in begun.content
