"""Khet 2.0 as members meet it: challenged to, played, looked up, built for, and reviewed."""

from engine.deflexion.rulesets import KHET_RULES
from tests.discord import solo
from tests.discord.conftest import Club
from tests.discord.reading import controls
from tests.discord.test_layouts import asked, code_in, is_disabled, pick, press, save

OWN = "sv2a<1k4/10/10/10/3P^6/10/10/4K1A>2S^ s"
LOST = ("j1L", "h8R", "c1L")
"""Silver turns its Sphinx on its own side: an Anubis falls, then the Pharaoh behind him."""


def enabled(club: Club) -> set[str]:
    """The labels of the buttons under the newest board that can be pressed."""
    found = controls(club.newest()).values()
    return {str(c["label"]) for c in found if "label" in c and not c.get("disabled")}


def threads(club: Club) -> list[str]:
    """The names of all channels, threads included."""
    return [channel.name for channel in club.standin.world.channels.values()]


async def test_it_is_offered_beside_deflexion_with_its_own_layouts(club: Club) -> None:
    found = await club.standin.autocomplete(
        club.ada, club.games, "challenge", game="khet2", layout=""
    )
    assert [choice["value"] for choice in found] == list(KHET_RULES.layouts)
    message = await club.challenge(game="khet2", layout="sophie")
    assert "challenges you to **Khet 2.0 · Sophie**" in message.content
    plain = await club.standin.command(club.ada, club.games, "challenge", layout="Sophie")
    assert plain.message
    assert "**Sophie** is made for Khet 2.0: pick that game with it" in plain.message.content


async def test_a_game_from_challenge_to_result_and_rematch(club: Club) -> None:
    match = await club.begin(game="khet2")
    assert match.options == {"rules": "khet2", "layout": "classic"}
    assert f"**Khet 2.0 · Classic** · game {match.id}" in club.newest().content
    for number, action in enumerate(LOST):
        await club.play((club.ada, club.ben)[number % 2], action)
    last = club.newest()
    assert "destroyed Silver's own Pharaoh on e1" in last.content
    assert "Gold wins" in last.content
    over = await club.store.match(match.id)
    assert over
    assert over.result
    assert (over.result.winner, over.result.reason) == ("gold", "pharaoh")
    listed = await club.command(club.ada, "games")
    assert listed.message
    assert "Khet 2.0 · Classic" in listed.message.content
    reviewed = await club.command(club.ada, "review", game=str(match.id))
    assert reviewed.message
    assert "**Khet 2.0 · Classic**" in reviewed.message.content
    (attachment,) = last.attachments
    assert attachment.description
    assert "The beam left the Sphinx on j1" in attachment.description
    await club.press(club.ada, last, "rematch")
    await club.standin.wait_for(
        lambda: any(
            "rematch of game 1: **Khet 2.0 · Classic**" in m.content
            for m in club.games.messages.values()
        )
    )


async def test_the_computer_plays_it_and_turns_no_pharaoh(club: Club) -> None:
    board = await solo.begin(club, game="khet2", layout="mercury")
    assert "**Khet 2.0 · Mercury** · game 1" in board.content
    answer = await solo.moved(club, "e5-d5")
    match = await solo.newest(club)
    assert match.options == {"rules": "khet2", "layout": "mercury"}
    assert [turn.seat for turn in match.turns] == ["silver", "gold"]
    assert answer.content.endswith(f"Silver to move: <@{club.ada.id}>")


async def test_a_busy_channels_thread_is_called_by_it(club: Club) -> None:
    await club.begin()
    await club.command(club.ada, "play", game="khet2", level="easy", side="first")
    await club.standin.wait_for(lambda: any("Khet 2.0" in name for name in threads(club)))
    assert "Khet 2.0 · Ada – Computer (easy)" in threads(club)


async def test_a_sphinx_offers_its_one_turn_and_a_pharaoh_none(club: Club) -> None:
    await club.begin(game="khet2")
    for square, turns in (("j1", {"⟲"}), ("e1", set()), ("e4", {"⟲", "⟳"}), ("f1", {"⟲", "⟳"})):
        await club.press(club.ada, club.newest(), "pick", square)
        assert enabled(club) & {"⟲", "⟳"} == turns
    await club.press(club.ada, club.newest(), "pick", "j1")
    assert enabled(club) == {"⟲", "☰", "Rules"}
    choices = await club.standin.autocomplete(club.ada, club.games, "move", action="j1")
    assert [(c["name"], c["value"]) for c in choices] == [
        ("j1L Sphinx turns counter-clockwise", "j1L")
    ]
    refused = await club.command(club.ada, "move", action="e1R")
    assert refused.message
    assert "In Khet 2.0 a Pharaoh does not turn." in refused.message.content


async def test_its_rules_are_its_own_also_under_its_board(club: Club) -> None:
    shown = await club.command(club.ben, "rules", game="khet2")
    assert shown.message
    assert "**Khet 2.0 · The board** · 1 of 9" in shown.message.content
    match = await club.begin(game="khet2")
    await club.press(club.ben, club.newest(), "rules")
    assert "**Khet 2.0 · The board**" in await club.said_privately(club.ben)
    for end in (False, True):
        if end:
            await club.bot.play.resign(match.id, club.ada.id)
        here = await club.command(club.ada, "rules")
        assert here.message
        assert "**Khet 2.0 · The board**" in here.message.content


async def test_a_layout_is_built_with_the_sphinxes_in_their_corners(club: Club) -> None:
    bench = await asked(club, club.ada, "new", game="khet2")
    assert "**New Khet 2.0 layout**" in bench.content
    for piece, square in (("A<", "g1"), ("k", "f8"), ("K", "e1")):
        await pick(club, bench, piece, square)
        await press(club, bench, "place")
    await pick(club, bench, "K", "j1")
    assert is_disabled(bench, "place")
    assert is_disabled(bench, "remove")
    await press(club, bench, "left")
    assert "Ready to be saved" in bench.content
    await save(club, bench, "Fort")
    (layout,) = await club.store.shelf.of(club.ada.id, "khet2")
    assert layout.code == "sv4k4/10/10/10/10/10/10/4K1A<2S< s"
    assert await club.store.shelf.of(club.ada.id, "deflexion") == []


async def test_a_kept_layout_is_one_of_its_rules_wherever_it_is_shown(club: Club) -> None:
    saved = await asked(club, club.ada, "import", name="Fort", code=OWN)
    assert code_in(saved) == OWN
    (layout,) = await club.store.shelf.of(club.ada.id, "khet2")
    listed = await asked(club, club.ada, "list")
    assert "**Fort** (Khet 2.0) · yours" in listed.content
    offered = await club.standin.autocomplete(club.ada, club.games, "challenge", layout="fort")
    assert offered == []
    offered = await club.standin.autocomplete(
        club.ada, club.games, "challenge", game="khet2", layout="fort"
    )
    assert offered == [{"name": "Fort (yours)", "value": f"own:{layout.id}"}]
    other = await club.command(club.ada, "challenge", layout=f"own:{layout.id}")
    assert other.message
    assert "**Fort** is made for Khet 2.0" in other.message.content
    shown = await asked(club, club.ada, "show", layout="khet2:mercury")
    assert "**Mercury** (Khet 2.0) · comes with the game" in shown.content
    assert code_in(shown) == KHET_RULES.layouts["mercury"]
    match = await club.begin(game="khet2", layout=f"own:{layout.id}")
    assert match.options == {"rules": "khet2", "code": OWN}
    assert "**Khet 2.0 · “Fort”**" in club.newest().content


async def test_a_code_of_khet_is_refused_with_its_own_faults(club: Club) -> None:
    said = await asked(club, club.ada, "import", name="Fort", code=OWN.replace("2S^", "3"))
    assert "Silver has no Sphinx and needs one on j1." in said.content
    mixed = await asked(club, club.ada, "import", name="Fort", code=OWN.replace("P^", "O"))
    assert "Khet 2.0 knows no obelisk, and there is one on d4." in mixed.content


async def test_the_form_offers_each_layout_once_for_the_games_that_have_it(club: Club) -> None:
    form = await club.standin.command(club.ada, club.games, "Challenge to a game", target=club.ben)
    assert form.modal
    options = form.modal["components"][1]["component"]["options"]
    assert [(option["label"], option["value"]) for option in options] == [
        ("Classic", "classic"),
        ("Imhotep", "imhotep"),
        ("Dynasty", "dynasty"),
        ("Mercury · Khet 2.0", "mercury"),
        ("Sophie · Khet 2.0", "sophie"),
    ]
    sent = await club.standin.submit(form, game=["khet2"], layout=["dynasty"])
    assert sent.message
    assert "Khet 2.0 · Dynasty" in sent.message.content
