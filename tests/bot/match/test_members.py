"""Panels of choices, and a member's own data, straight through the match service."""

import gzip
import json

import pytest

from bot.match.errors import OldControl, Refused, Stale
from bot.match.members import (
    ATTEMPTS,
    Farewell,
    configured,
    data_posting,
    forget,
    forget_posting,
    heeded,
    preferences_posting,
    preferred,
    settings_posting,
)
from bot.match.play import Play
from bot.posting import Button, Posting, Select
from data import FORMER_MEMBER, Match, Preferences, ServerSettings, StillPlaying
from render import THEMES
from tests.bot.match.conftest import ADA, BEN, CHANNEL, CLEO, Club


def test_every_control_of_a_panel_names_a_choice_that_there_is() -> None:
    chosen, configuration = Preferences(), ServerSettings()
    for posting in (preferences_posting(chosen), settings_posting(configuration)):
        for row in posting.rows:
            for control in [row] if isinstance(row, Select) else row:
                setting, _, value = control.id.argument.partition(":")
                values = (
                    [o.value for o in control.options] if isinstance(control, Select) else [value]
                )
                for each in values:
                    if control.id.verb == "prefer":
                        preferred(chosen, setting, each)
                    elif control.id.verb == "configure":
                        configured(configuration, setting, each)


@pytest.mark.parametrize("theme", THEMES)
def test_a_panel_shows_the_theme_that_was_chosen(theme: str) -> None:
    for posting in (
        preferences_posting(Preferences(theme)),
        settings_posting(ServerSettings(theme)),
    ):
        select = posting.rows[0]
        assert isinstance(select, Select)
        assert [option.value for option in select.options] == list(THEMES)
        assert [option.value for option in select.options if option.is_default] == [theme]
        assert posting.picture
        assert posting.picture.name == f"theme-{theme}.png"


def test_the_pictures_of_two_themes_differ() -> None:
    pictures = {preferences_posting(Preferences(theme)).picture for theme in THEMES}
    assert len({picture.png for picture in pictures if picture}) == len(THEMES)


def test_a_panel_fits_on_a_phone() -> None:
    for posting in (preferences_posting(Preferences()), settings_posting(ServerSettings())):
        assert len(posting.rows) <= 5
        for row in posting.rows:
            if not isinstance(row, Select):
                assert all(isinstance(button, Button) for button in row)
                assert len(row) <= 4


@pytest.mark.parametrize(
    ("setting", "value"),
    [("theme", "neon"), ("theme", ""), ("confirm", "perhaps"), ("challenges", "friends"), ("", "")],
)
def test_a_choice_that_there_is_not_changes_nothing(setting: str, value: str) -> None:
    with pytest.raises(OldControl):
        preferred(Preferences(), setting, value)
    with pytest.raises(OldControl):
        configured(ServerSettings(), setting, value)


async def test_only_those_who_want_pings_are_pinged(club: Club) -> None:
    await club.store.people.prefer(ADA, Preferences(notify=False))
    posting = Posting("to move", mentions=(ADA, BEN, FORMER_MEMBER))
    assert (await heeded(club.store, posting)).mentions == (BEN,)
    assert (await heeded(club.store, posting)).text == "to move"


def test_data_too_large_for_a_file_is_packed_and_else_refused_in_words() -> None:
    kept = {"games": ["h2-h3"] * 1000}
    (plain,) = data_posting(kept, 1_000_000).attachments
    assert json.loads(plain.data) == kept
    (packed,) = data_posting(kept, 1_000).attachments
    assert packed.name == "ricochet-data.json.gz"
    assert json.loads(gzip.decompress(packed.data)) == kept
    with pytest.raises(Refused):
        data_posting(kept, 10)


async def test_a_deletion_says_how_many_games_it_ends(club: Club) -> None:
    assert "resigned" not in (await forget_posting(club.store, ADA)).text
    await club.begin()
    assert "running game is resigned" in (await forget_posting(club.store, ADA)).text
    await club.challenges.accept(await club.challenge(CHANNEL + 1), BEN)
    assert "2 running games are resigned" in (await forget_posting(club.store, ADA)).text


async def test_a_deletion_gives_up_every_running_game_and_tells_which(club: Club) -> None:
    first = await club.begin()
    second = await club.challenges.accept(await club.challenge(CHANNEL + 1), BEN)
    assert (await forget(club.store, club.play, ADA)).games == (first.id, second.id)
    for game_id in (first.id, second.id):
        match = await club.play.match(game_id)
        assert match.result
        assert (match.result.winner, match.result.reason) == ("gold", "resignation")
        assert match.players == {"silver": FORMER_MEMBER, "gold": BEN}
    assert await forget(club.store, club.play, CLEO) == Farewell((), ())


async def test_a_deletion_after_a_deadline_leaves_the_game_to_the_clock(club: Club) -> None:
    offer, _ = await club.offer(clock="1 hour")
    match = await club.challenges.accept(offer.id, BEN)
    await club.store.people.remember({BEN: "Ben"})
    club.time += 3601
    assert (await forget(club.store, club.play, BEN)).games == (match.id,)
    ended = await club.play.match(match.id)
    assert ended.result
    assert (ended.result.winner, ended.result.reason) == ("gold", "time")
    assert ended.players == {"silver": ADA, "gold": FORMER_MEMBER}
    assert await club.store.people.names([BEN]) == {}


async def test_a_deletion_gives_open_challenges_their_last_words(club: Club) -> None:
    theirs = await club.challenge()
    assert [offer.id for offer, _ in (await forget(club.store, club.play, ADA)).challenges] == [
        theirs
    ]
    again = await club.challenge()
    ((offer, words),) = (await forget(club.store, club.play, BEN)).challenges
    assert (offer.id, words) == (again, f"A former player declined <@{ADA}>'s challenge.")
    assert (await forget(club.store, club.play, ADA)).challenges == ()


async def test_a_game_that_goes_on_meanwhile_is_given_up_all_the_same(club: Club) -> None:
    match = await club.begin()

    class Racing(Play):
        """Play in which the opponent is quicker the first time."""

        async def resign(self, game_id: int, member: int) -> Match:
            if (await self.match(game_id)).seq == 0:
                await self.act(game_id, 0, ADA, "h2-h3")
                raise Stale(game_id)
            return await Play.resign(self, game_id, member)

    play = Racing(club.store, club.play.clock, club.play.random, club.play.clocks)
    assert (await forget(club.store, play, ADA)).games == (match.id,)
    ended = await club.play.match(match.id)
    assert [turn.action for turn in ended.turns] == ["h2-h3"]
    assert ended.players["silver"] == FORMER_MEMBER


async def test_a_deletion_that_games_outrun_removes_nothing(club: Club) -> None:
    await club.begin()
    await club.store.people.prefer(ADA, Preferences("midnight"))
    tried = []

    class Outrun(Play):
        """Play in which somebody else is always quicker."""

        async def resign(self, game_id: int, member: int) -> Match:
            tried.append(game_id)
            raise Stale(game_id)

    play = Outrun(club.store, club.play.clock, club.play.random, club.play.clocks)
    with pytest.raises(Refused, match="try again"):
        await forget(club.store, play, ADA)
    assert len(tried) == ATTEMPTS
    assert (await club.store.people.preferences(ADA)).theme == "midnight"
    with pytest.raises(StillPlaying):
        await club.store.personal.forget(ADA)
