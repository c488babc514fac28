"""What members and servers choose, and what a member can ask of the data kept about them."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import TypeVar

from bot.match.boards import mention, picture_of
from bot.match.errors import OldControl, OutOfTime, Refused, Stale
from bot.match.play import Play
from bot.panels import OFFERED
from bot.posting import Attachment, Button, ControlId, Option, Posting, Select, Style
from data import Offer, Preferences, ServerSettings, StillPlaying, Store
from data.people import STAND_INS
from engine.core import JSON, GameOver, listed
from render import THEMES, scene

CHALLENGES = {"everyone": "Everyone may challenge me", "nobody": "Nobody may challenge me"}

OWN_DATA = (
    "**Download** sends you a file of everything kept about you. **Delete…** removes it, after "
    "asking once more."
)

KEPT = "Nothing is deleted."

FORGOTTEN = (
    "Your data is deleted. Games you played stay, with “a former player” in your place. If you "
    "play again, you begin anew."
)

_Chosen = TypeVar("_Chosen", Preferences, ServerSettings)

ATTEMPTS = 5
"""How often games that begin or go on meanwhile are looked at again before a deletion gives up."""


async def heeded(store: Store, posting: Posting) -> Posting:
    """Return the posting with no ping of a member who wants none; its text stays."""
    wanted = [
        member
        for member in posting.mentions
        if member not in STAND_INS and (await store.people.preferences(member)).notify
    ]
    return replace(posting, mentions=tuple(wanted))


# Preferences and settings


def preferences_posting(chosen: Preferences) -> Posting:
    """Return the panel of what a member chose, with a picture in their theme."""
    lines = (
        "**Your preferences**, in every server",
        f"**Theme**: {chosen.theme}, for the pictures that only you see",
        _line("Confirm", chosen.confirm, "I ask before a move is final"),
        _line("Animate", chosen.animate, "the last shot of your games is shown in motion"),
        _line("Notify", chosen.notify, "boards ping you when you are asked to act"),
        f"**Challenges**: {chosen.challenges} may challenge you",
        OWN_DATA,
    )
    own = (
        Button(ControlId(0, 0, "mydata"), "Download"),
        Button(ControlId(0, 0, "forget"), "Delete…", Style.DANGER),
    )
    return _panel(
        "\n".join(lines),
        chosen.theme,
        (
            _themes("prefer", chosen.theme),
            (
                _switch("prefer", "confirm", chosen.confirm),
                _switch("prefer", "animate", chosen.animate),
                _switch("prefer", "notify", chosen.notify),
            ),
            Select(
                ControlId(0, 0, "prefer", "challenges"),
                "Challenges",
                tuple(
                    Option(value, label, value == chosen.challenges)
                    for value, label in CHALLENGES.items()
                ),
            ),
            own,
        ),
    )


def preferred(chosen: Preferences, setting: str, value: str) -> Preferences:
    """Return the preferences with one changed. Raises ``OldControl`` for one that is none."""
    match setting, value:
        case "theme", theme if theme in THEMES:
            return replace(chosen, theme=theme)
        case "confirm", "on" | "off":
            return replace(chosen, confirm=value == "on")
        case "animate", "on" | "off":
            return replace(chosen, animate=value == "on")
        case "notify", "on" | "off":
            return replace(chosen, notify=value == "on")
        case "challenges", whose if whose in CHALLENGES:
            return replace(chosen, challenges=whose)
    raise OldControl


def settings_posting(chosen: ServerSettings) -> Posting:
    """Return the panel of what a server chose, with a picture in its theme."""
    lines = (
        "**Settings of this server**",
        f"**Theme**: {chosen.theme}, for the boards that everybody sees",
        _line("Threads", chosen.thread, "every new game gets a thread of its own"),
        _line("Animate", chosen.animate, "the last shot of a game is shown in motion"),
    )
    switches = (
        _switch("configure", "thread", chosen.thread, "Threads"),
        _switch("configure", "animate", chosen.animate),
    )
    rows = (_themes("configure", chosen.theme), switches)
    return _panel("\n".join(lines), chosen.theme, rows)


def configured(chosen: ServerSettings, setting: str, value: str) -> ServerSettings:
    """Return the settings with one changed. Raises ``OldControl`` for one that is none."""
    match setting, value:
        case "theme", theme if theme in THEMES:
            return replace(chosen, theme=theme)
        case "thread", "on" | "off":
            return replace(chosen, thread=value == "on")
        case "animate", "on" | "off":
            return replace(chosen, animate=value == "on")
    raise OldControl


def told_change(before: _Chosen, after: _Chosen) -> str:
    """Return what is chosen now that was not before, in words.

    >>> told_change(Preferences(), Preferences("midnight", confirm=True))
    'Changed: Theme to midnight and Confirm to on.'
    >>> told_change(ServerSettings(), ServerSettings())
    'Nothing changed: it was so already.'
    """
    old, new = asdict(before), asdict(after)
    changes = [
        f"{'Threads' if name == 'thread' else name.capitalize()} to {_told(value)}"
        for name, value in new.items()
        if value != old[name]
    ]
    if not changes:
        return "Nothing changed: it was so already."
    return f"Changed: {listed(changes)}."


def _told(value: object) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def _panel(text: str, theme: str, rows: tuple[tuple[Button, ...] | Select, ...]) -> Posting:
    """Return a panel with a picture of how a first shot looks in the theme."""
    rules = OFFERED[0].game
    start = rules.start(rules.complete({}))
    mover = rules.seats[0]
    step = start.apply(mover, start.legal_actions(mover)[0])
    shown = scene(step.state.view(None), step.events)
    return Posting(text, picture_of(shown, theme, f"theme-{theme}.png"), rows)


def _line(name: str, is_on: bool, meaning: str) -> str:
    return f"**{name}**: {'on' if is_on else 'off'} – when on, {meaning}"


def _themes(verb: str, chosen: str) -> Select:
    options = tuple(Option(name, name.capitalize(), name == chosen) for name in THEMES)
    return Select(ControlId(0, 0, verb, "theme"), "Theme", options)


def _switch(verb: str, setting: str, is_on: bool, label: str = "") -> Button:
    """Return a button that turns the setting to the other side, however often it arrives."""
    id_ = ControlId(0, 0, verb, f"{setting}:{'off' if is_on else 'on'}")
    mark = "✓ " if is_on else ""
    style = Style.SUCCESS if is_on else Style.SECONDARY
    return Button(id_, mark + (label or setting.capitalize()), style)


# A member's own data


async def own_data(store: Store, member: int, limit: int) -> Posting:
    """Return everything kept about the member as ``data_posting`` does."""
    kept = await store.personal.kept(member)
    # A long life of games takes a while to write down and pack.
    return await asyncio.to_thread(data_posting, kept, limit)


def data_posting(kept: Mapping[str, JSON], limit: int) -> Posting:
    """Return everything kept about a member as a file of at most ``limit`` bytes.

    A text file if it fits, packed if not. Raises ``Refused`` when even that is too large.
    """
    data = json.dumps(kept, ensure_ascii=False, indent=1).encode()
    name = "ricochet-data.json"
    if len(data) > limit:
        data, name = gzip.compress(data, mtime=0), f"{name}.gz"
    if len(data) > limit:
        raise Refused(
            "What is kept about you is larger than a file may be here. Ask the person who runs me."
        )
    return Posting("Everything kept about you:", attachments=(Attachment(data, name),))


async def forget_posting(store: Store, member: int) -> Posting:
    """Return the question whether everything about the member is to be deleted."""
    running = len(await store.personal.running(member))
    games = {0: "", 1: " Your running game is resigned."}.get(
        running, f" Your {running} running games are resigned."
    )
    text = (
        "**Delete your data?** Your name, your preferences, your layouts and whatever you began "
        f"in private panels are removed, and your open challenges are withdrawn.{games} Games you "
        "played stay, with “a former player” in your place. Messages that stand in channels stay "
        "as they are. This cannot be undone."
    )
    delete = Button(ControlId(0, 0, "forget", "yes"), "Delete", Style.DANGER)
    keep = Button(ControlId(0, 0, "forget", "keep"), "Keep")
    return Posting(text, None, ((delete, keep),))


@dataclass(frozen=True, slots=True)
class Farewell:
    """What a deletion ended: games, to be posted, and the last words of each open challenge."""

    games: tuple[int, ...]
    challenges: tuple[tuple[Offer, str], ...]


async def forget(store: Store, play: Play, member: int) -> Farewell:
    """Remove all that is kept about the member; return what that ended.

    Raises ``Refused`` when games keep beginning faster than they can be given up.
    """
    ended: list[int] = []
    for _ in range(ATTEMPTS):
        for game_id in await store.personal.running(member):
            try:
                await play.resign(game_id, member)
            except (Stale, GameOver):
                continue  # It went on or ended meanwhile: looked at anew in the next attempt.
            except OutOfTime:
                pass  # The clock has ended it instead, for whichever player.
            ended.append(game_id)
        offers = [await store.offers.find(id_) for id_ in await store.personal.offered(member)]
        try:
            await store.personal.forget(member)
        except StillPlaying:
            continue
        closed = tuple((offer, _withdrawn(offer, member)) for offer in offers if offer)
        return Farewell(tuple(ended), closed)
    raise Refused("Your games go on faster than I can end them. Please try again in a minute.")


def _withdrawn(offer: Offer, member: int) -> str:
    """Return what the message of a challenge says once the member is forgotten."""
    if offer.challenger_id == member:
        return "A former player withdrew this challenge."
    return f"A former player declined {mention(offer.challenger_id)}'s challenge."
