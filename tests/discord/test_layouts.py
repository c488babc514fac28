"""Layouts of one's own as a member builds, keeps, shares and deletes them."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.playground.server import StandIn
from bot.playground.world import Member, Message
from bot.posting import ControlId
from data.shelf import MOST_LAYOUTS
from engine.deflexion.notation import Piece, parse_code
from engine.deflexion.rulesets import DEFLEXION_RULES, KHET_RULES
from tests.discord.conftest import Club, running
from tests.discord.reading import controls

LAYOUTS = DEFLEXION_RULES.layouts
SMALL = "5k4/10/10/3o6/4O5/10/10/4K5 s"
RUDE = "**Fort** <@1> @everyone \u202etrof\u200b\n`x`"


async def asked(club: Club, member: Member, what: str, **options: object) -> Message:
    """The private answer to a /layout command."""
    interaction = await club.standin.command(member, club.games, f"layout {what}", **options)
    message = interaction.message
    assert message
    await club.standin.wait_for(lambda: not interaction.is_loading)
    assert message.ephemeral_for is member
    assert list(message.pings) == []
    assert "fault" not in message.content
    return message


async def kept(club: Club, name: str = "Fort", code: str = SMALL) -> int:
    """A layout of Ada's; its id."""
    await asked(club, club.ada, "import", name=name, code=code)
    return (await club.store.shelf.of(club.ada.id, "deflexion"))[-1].id


def control_of(message: Message, do: str) -> str:
    """The custom id of the control that does it."""
    (found,) = (
        custom_id
        for custom_id in controls(message)
        if (id_ := ControlId.parse(custom_id)) and id_.argument.partition(":")[0] == do
    )
    return found


@asynccontextmanager
async def answered(club: Club, bench: Message) -> AsyncIterator[None]:
    """Waits until what is done inside was answered: by an edit of the bench, or beside it."""
    edited_at, said = bench.edited_at, len(club.private(club.ada))
    yield
    await club.standin.wait_for(
        lambda: bench.edited_at != edited_at or len(club.private(club.ada)) > said
    )


async def press(club: Club, message: Message, do: str, *values: str) -> None:
    async with answered(club, message):
        await club.standin.press(club.ada, message, control_of(message, do), *values)


async def pick(club: Club, bench: Message, piece: str, square: str) -> None:
    """Pick what is not picked already, as an app sends nothing for the same option."""
    for do, value in (("piece", piece), ("file", square[0]), ("rank", square[1])):
        options = controls(bench)[control_of(bench, do)]["options"]
        assert isinstance(options, list)
        if not any(option["value"] == value and option.get("default") for option in options):
            await press(club, bench, do, value)


async def save(club: Club, bench: Message, name: str) -> None:
    opened = await club.standin.press(club.ada, bench, control_of(bench, "save"))
    assert opened
    assert opened.modal
    async with answered(club, bench):
        await club.standin.submit(opened, name=name)


def is_disabled(message: Message, do: str) -> bool:
    return bool(controls(message)[control_of(message, do)].get("disabled"))


def code_in(message: Message) -> str:
    (code,) = re.findall(r"```\n(.+)\n```", message.content)
    return str(code)


async def names(club: Club) -> list[str]:
    return [layout.name for layout in await club.store.shelf.of(club.ada.id, "deflexion")]


async def test_a_layout_is_built_by_controls_mirrored_and_saved(club: Club) -> None:
    bench = await asked(club, club.ada, "new")
    assert "Silver has no Pharaoh" in bench.content
    assert "Gold has no Pharaoh" in bench.content
    assert is_disabled(bench, "save")
    assert is_disabled(bench, "remove")
    first = bench.attachments[0]
    await press(club, bench, "place")
    assert bench.attachments[0].data != first.data
    await pick(club, bench, "P^", "c2")
    await press(club, bench, "place")
    await press(club, bench, "right")
    assert "now Silver Pyramid ↘" in bench.content
    await press(club, bench, "mirror")
    assert "Ready to be saved" in bench.content
    await save(club, bench, "  My   first ")
    assert "Saved" in bench.content
    assert not bench.components
    (layout,) = await club.store.shelf.of(club.ada.id, "deflexion")
    assert layout.name == "My first"
    assert code_in(bench) == layout.code
    assert parse_code(layout.code).pieces == {
        "e1": Piece("silver", parse_code(SMALL).pieces["e1"].kind, None),
        "c2": parse_code("10/10/10/10/10/10/2P>7/10 s").pieces["c2"],
        "f8": parse_code(SMALL).pieces["f8"],
        "h7": parse_code("10/7p<2/10/10/10/10/10/10 s").pieces["h7"],
    }
    again = await asked(club, club.ada, "new")
    assert "Silver has no Pharaoh" in again.content


async def test_every_bench_fits_a_phone(club: Club) -> None:
    bench = await asked(club, club.ada, "new", start="classic")
    rows = [row["components"] for row in bench.components]
    assert len(rows) == 5
    assert all(len(row) <= 4 for row in rows)
    assert bench.attachments[0].description


async def test_every_fault_is_named_under_the_picture(club: Club) -> None:
    bench = await asked(club, club.ada, "new")
    await pick(club, bench, "k", "j2")
    await press(club, bench, "place")
    for said in (
        "Silver has no Pharaoh",
        "Gold has a piece on j2, reserved for Silver",
        "Silver's laser strikes Gold's Pharaoh",
    ):
        assert said in bench.content
    await press(club, bench, "undo")
    assert "strikes" not in bench.content
    assert is_disabled(bench, "undo")


async def test_a_bench_outlives_its_message_and_the_bot(standin: StandIn, url: str) -> None:
    async with running(standin, url) as club:
        old = await asked(club, club.ada, "new", start="imhotep")
        await pick(club, old, "P^", "c3")
        await press(club, old, "place")
    async with running(standin, url) as club:
        await press(club, old, "left")
        assert "now Silver Pyramid ↖" in old.content
        standin.members.dismiss(club.ada, old)
        bench = await asked(club, club.ada, "new")
        assert "now Silver Pyramid ↖" in bench.content
        await press(club, bench, "undo")
        await press(club, bench, "undo")
        await save(club, bench, "Copy")
        assert code_in(bench) == LAYOUTS["imhotep"]


async def test_two_quick_presses_both_count(club: Club) -> None:
    bench = await asked(club, club.ada, "new")
    await pick(club, bench, "P^", "c3")
    await press(club, bench, "place")
    right = control_of(bench, "right")
    await asyncio.gather(*(club.standin.press(club.ada, bench, right) for _ in range(2)))
    await club.standin.wait_for(lambda: "now Silver Pyramid ↙" in bench.content)


async def test_mirroring_names_the_pieces_that_are_in_the_way(club: Club) -> None:
    bench = await asked(club, club.ada, "new")
    for piece, square in (("O", "e4"), ("P^", "f5")):
        await pick(club, bench, piece, square)
        await press(club, bench, "place")
    await press(club, bench, "mirror")
    assert "Silver has pieces on e4 and f5" in await club.said_privately(club.ada)


async def test_saving_under_a_name_that_is_taken_asks_first(club: Club) -> None:
    await kept(club, "Fort")
    bench = await asked(club, club.ada, "new", start="classic")
    await save(club, bench, "Fort")
    assert "Replace it?" in bench.content
    await press(club, bench, "open")
    assert "Ready to be saved" in bench.content
    await save(club, bench, "Fort")
    await press(club, bench, "replace")
    assert "Saved" in bench.content
    (layout,) = await club.store.shelf.of(club.ada.id, "deflexion")
    assert layout.code == LAYOUTS["classic"]


async def test_editing_keeps_the_name_or_makes_another(club: Club) -> None:
    id_ = await kept(club)
    bench = await asked(club, club.ada, "edit", layout=f"own:{id_}")
    await pick(club, bench, "O", "b2")
    await press(club, bench, "place")
    opened = await club.standin.press(club.ada, bench, control_of(bench, "save"))
    assert opened
    assert opened.modal
    assert opened.modal["components"][0]["component"]["value"] == "Fort"
    async with answered(club, bench):
        await club.standin.submit(opened)
    changed = await club.store.shelf.find(id_)
    assert changed
    assert "b2" in parse_code(changed.code).pieces
    bench = await asked(club, club.ada, "edit", layout="fort")
    await save(club, bench, "Other")
    assert await names(club) == ["Fort", "Other"]


async def test_a_saved_layout_is_told_even_when_its_bench_was_dismissed(club: Club) -> None:
    bench = await asked(club, club.ada, "new", start="classic")
    opened = await club.standin.press(club.ada, bench, control_of(bench, "save"))
    assert opened
    club.standin.fail("PATCH", r"/webhooks/\d+/.+/messages/@original$", 404, code=10008)
    async with answered(club, bench):
        await club.standin.submit(opened, name="Fort")
    assert "Saved" in await club.said_privately(club.ada)
    assert await names(club) == ["Fort"]


async def test_a_layout_deleted_meanwhile_is_told_in_words(club: Club) -> None:
    id_ = await kept(club)
    question = await asked(club, club.ada, "delete", layout=f"own:{id_}")
    await press(club, question, "keep")
    assert question.content == "It stays."
    question = await asked(club, club.ada, "delete", layout=f"own:{id_}")
    other = await asked(club, club.ada, "delete", layout=f"own:{id_}")
    await press(club, question, "delete")
    assert "is deleted" in question.content
    assert not question.components
    assert await names(club) == []
    await press(club, other, "delete")
    said = [message.content for message in club.private(club.ada)]
    assert sum("no such layout any more" in text for text in said) == 1


async def test_an_open_bench_outlives_its_layout_and_saves_a_new_one(club: Club) -> None:
    id_ = await kept(club)
    bench = await asked(club, club.ada, "edit", layout=f"own:{id_}")
    await press(club, await asked(club, club.ada, "delete", layout=f"own:{id_}"), "delete")
    assert await names(club) == []
    assert "no such layout" in (await asked(club, club.ada, "edit", layout=f"own:{id_}")).content
    await pick(club, bench, "O", "b2")
    await press(club, bench, "place")
    assert "the one you began with is deleted" in bench.content
    await save(club, bench, "Fort")
    assert "Saved" in bench.content
    (layout,) = await club.store.shelf.of(club.ada.id, "deflexion")
    assert layout.name == "Fort"
    assert layout.id != id_
    assert parse_code(layout.code).pieces.keys() == {*parse_code(SMALL).pieces, "b2"}
    assert await club.store.people.draft(club.ada.id, f"layout:{id_}") is None


async def test_shipped_layouts_are_shown_and_their_names_are_not_free(club: Club) -> None:
    found = await club.standin.autocomplete(club.ada, club.games, "layout show", layout="imh")
    assert found == [
        {"name": "Imhotep", "value": "imhotep"},
        {"name": "Imhotep (Khet 2.0)", "value": "khet2:imhotep"},
    ]
    shown = await asked(club, club.ben, "show", layout=" ImHotep")
    assert code_in(shown) == LAYOUTS["imhotep"]
    assert "**Imhotep** · comes with the game" in shown.content
    assert shown.attachments
    refused = await asked(club, club.ada, "import", name="ImHOTEP", code=SMALL)
    assert "**ImHOTEP** is the name of a layout that comes with the game" in refused.content
    bench = await asked(club, club.ada, "new", start="classic")
    await save(club, bench, " Dynasty")
    assert "comes with the game" in await club.said_privately(club.ada)
    assert await names(club) == []
    await save(club, bench, "Dynasty 2")
    assert await names(club) == ["Dynasty 2"]


async def test_somebody_elses_layout_is_not_told_from_none(club: Club) -> None:
    id_ = await kept(club)
    for what in ("edit", "show", "share", "delete"):
        said = await asked(club, club.ben, what, layout=f"own:{id_}")
        assert "no such layout" in said.content
        said = await asked(club, club.ben, what, layout="nope")
        assert said.content == "There is no such layout. /layout list shows yours."
    assert await names(club) == ["Fort"]
    assert "You have no layouts" in (await asked(club, club.ben, "list")).content


async def test_a_shared_layout_can_be_seen_here_until_it_is_taken_back(club: Club) -> None:
    id_ = await kept(club)
    await asked(club, club.ada, "share", layout=f"own:{id_}")
    found = await club.standin.autocomplete(club.ben, club.games, "layout show", layout="fo")
    assert found == [{"name": "Fort", "value": f"own:{id_}"}]
    shown = await asked(club, club.ben, "show", layout=f"own:{id_}")
    assert code_in(shown) == SMALL
    assert f"shared here by <@{club.ada.id}>" in shown.content
    assert shown.attachments
    owned = await club.standin.autocomplete(club.ben, club.games, "layout edit", layout="fo")
    assert owned == []
    assert "no such layout" in (await asked(club, club.ben, "delete", layout=f"own:{id_}")).content
    await asked(club, club.ada, "share", layout=f"own:{id_}")
    assert "no such layout" in (await asked(club, club.ben, "show", layout=f"own:{id_}")).content


async def test_a_layout_called_like_a_number_is_found_by_it_and_hides_no_other(
    club: Club,
) -> None:
    first = await kept(club)
    await kept(club, str(first), LAYOUTS["classic"])
    named = await asked(club, club.ada, "show", layout=str(first))
    assert code_in(named) == LAYOUTS["classic"]
    (found,) = await club.standin.autocomplete(club.ada, club.games, "layout show", layout="fo")
    assert code_in(await asked(club, club.ada, "show", layout=found["value"])) == SMALL


async def test_the_whole_message_with_a_code_can_be_pasted(club: Club) -> None:
    id_ = await kept(club, RUDE)
    shown = await asked(club, club.ada, "show", layout=f"own:{id_}")
    await asked(club, club.ada, "import", name="Again", code=shown.content)
    assert {layout.code for layout in await club.store.shelf.of(club.ada.id, "deflexion")} == {
        SMALL
    }
    assert len(await names(club)) == 2


async def test_a_name_shows_as_it_was_typed_and_does_nothing(club: Club) -> None:
    await kept(club, RUDE)
    (name,) = await names(club)
    assert name == "**Fort** <@1> @everyone trof `x`"
    listed = await asked(club, club.ada, "list")
    assert r"\*\*Fort\*\* \<\@1\>" in listed.content


async def test_names_that_cannot_be_are_refused(club: Club) -> None:
    for name in ("x" * 2000, "\u202e\u200b", " \u3164 "):
        said = await asked(club, club.ada, "import", name=name, code=SMALL)
        assert "A name" in said.content
    bench = await asked(club, club.ada, "new", start="classic")
    await save(club, bench, "\u200b \u202e")
    assert "A name needs" in await club.said_privately(club.ada)
    assert await names(club) == []
    assert not is_disabled(bench, "save")


async def test_codes_that_are_no_layout_are_refused_with_every_fault(club: Club) -> None:
    for code, faults in {
        "nonsense": ["8 ranks"],
        "x" * 5000: ["at most 169"],
        SMALL.replace("10", "KO8", 1): ["Silver has 2 Pharaohs", "piece on a7, reserved for Gold"],
        SMALL.replace(" s", " g"): ["Silver makes the first move"],
        f"@everyone <@{club.ben.id}> **x**": ["ranks"],
    }.items():
        said = await asked(club, club.ada, "import", name="Fort", code=code)
        for fault in faults:
            assert fault in said.content
    assert await names(club) == []


async def test_an_import_does_not_replace(club: Club) -> None:
    await kept(club)
    said = await asked(club, club.ada, "import", name="Fort", code=LAYOUTS["classic"])
    assert "already" in said.content
    (layout,) = await club.store.shelf.of(club.ada.id, "deflexion")
    assert layout.code == SMALL


async def test_a_full_shelf_says_so_and_lists_in_pages(club: Club) -> None:
    for number in range(MOST_LAYOUTS):
        await club.store.shelf.add(club.ada.id, "deflexion", f"Fort {number:02}", SMALL, 1)
    assert (
        "50 layouts already"
        in (await asked(club, club.ada, "import", name="More", code=SMALL)).content
    )
    bench = await asked(club, club.ada, "new", start="classic")
    await save(club, bench, "More")
    assert "50 layouts already" in await club.said_privately(club.ada)
    listed = await asked(club, club.ada, "list")
    assert "page 1 of 5" in listed.content
    assert is_disabled(listed, "back")
    for page in range(2, 6):
        await press(club, listed, "forward")
        assert f"page {page} of 5" in listed.content
    assert "Fort 49" in listed.content
    assert is_disabled(listed, "forward")
    found = await club.standin.autocomplete(club.ada, club.games, "layout edit", layout="")
    assert len(found) == 25
    assert "26 more" in str(found[-1]["name"])
    found = await club.standin.autocomplete(club.ada, club.games, "layout new", start="")
    assert "35 more" in str(found[-1]["name"])


async def test_a_bench_can_begin_with_any_layout_that_is_usable(club: Club) -> None:
    id_ = await kept(club)
    found = await club.standin.autocomplete(club.ada, club.games, "layout new", start="")
    assert [choice["value"] for choice in found] == [
        *LAYOUTS,
        *(f"khet2:{name}" for name in KHET_RULES.layouts),
        "reflix:classic",
        f"own:{id_}",
    ]
    bench = await asked(club, club.ada, "new", start=f"own:{id_}")
    assert "Ready to be saved" in bench.content
    assert "no such layout" in (await asked(club, club.ben, "new", start=f"own:{id_}")).content
