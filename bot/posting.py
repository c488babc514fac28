"""What is sent, as plain values: text, picture, alt text, controls, whom to mention."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final


class Style(Enum):
    """How a button looks; the values are Discord's button styles."""

    PRIMARY = 1
    SECONDARY = 2
    SUCCESS = 3
    DANGER = 4


@dataclass(frozen=True, slots=True)
class ControlId:
    """A control's identity, the same over restarts: ``rc:<game>:<seq>:<verb>[:<argument>]``.

    ``seq`` is the entry that the control's message shows; in a review it is the ply, and for a
    layout the layout's number.

    >>> str(ControlId(17, 4, "go", "d4-e5"))
    'rc:17:4:go:d4-e5'
    >>> ControlId.parse("rc:17:4:go:d4-e5")
    ControlId(game=17, seq=4, verb='go', argument='d4-e5')
    >>> ControlId.parse("rc:nonsense") is None
    True
    """

    game: int
    seq: int
    verb: str
    argument: str = ""

    def __str__(self) -> str:
        return f"rc:{self.game}:{self.seq}:{self.verb}" + (self.argument and f":{self.argument}")

    @classmethod
    def parse(cls, text: str) -> ControlId | None:
        """Return the identity that the text names, ``None`` when it names none."""
        found = re.fullmatch(r"rc:(\d{1,18}):(\d{1,9}):([a-z]+)(?::(.*))?", text, re.ASCII)
        if found is None:
            return None
        game, seq, verb, argument = found.groups()
        return cls(int(game), int(seq), verb, argument or "")


def message_link(guild_id: int | None, channel_id: int, message_id: int) -> str:
    """Return the address that leads members to a message; without a server, a direct one.

    >>> message_link(3, 7, 501)
    'https://discord.com/channels/3/7/501'
    """
    return f"https://discord.com/channels/{guild_id or '@me'}/{channel_id}/{message_id}"


@dataclass(frozen=True, slots=True)
class Button:
    """A button. What cannot be done is disabled rather than left out."""

    id: ControlId
    label: str
    style: Style = Style.SECONDARY
    is_disabled: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """One choice of a select."""

    value: str
    label: str
    is_default: bool = False


@dataclass(frozen=True, slots=True)
class Select:
    """A select from which one option is picked."""

    id: ControlId
    placeholder: str
    options: tuple[Option, ...]
    is_disabled: bool = False


MOST_ROWS: Final = 5
"""Discord takes at most this many rows of controls."""

Rows = Sequence[Sequence[Button] | Select]
"""The rows of a message's controls, top to bottom: buttons, or one select."""


def resting(rows: Rows, labels: Mapping[str, str]) -> Rows:
    """Return the rows with the buttons of these ids disabled, each with its new label."""

    def rested(button: Button) -> Button:
        label = labels.get(str(button.id))
        return button if label is None else replace(button, label=label, is_disabled=True)

    return [row if isinstance(row, Select) else tuple(map(rested, row)) for row in rows]


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture to be drawn: what returns its PNG bytes, its alt text, and its file's name."""

    draw: Callable[[], bytes]
    alt: str
    name: str

    @property
    def png(self) -> bytes:
        """The PNG bytes, drawn each time anew: longer than the event loop should wait."""
        return self.draw()


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file beside the picture: its bytes, its name, and alt text when it is to be looked at."""

    data: bytes
    name: str
    alt: str | None = None


@dataclass(frozen=True, slots=True)
class Posting:
    """A message to send. ``mentions`` are the members it may ping, at most one."""

    text: str
    picture: Picture | None = None
    rows: Rows = ()
    mentions: tuple[int, ...] = ()
    attachments: tuple[Attachment, ...] = ()
