"""What the match service refuses, in the words that the member reads."""

from __future__ import annotations

from engine.core import GameError


class Refused(GameError):
    """The member may not do this now; nothing changed."""


class Stale(Refused):
    """Something else came first: what was asked for no longer fits how the game stands."""

    def __init__(self, game_id: int) -> None:
        super().__init__("That came too late: the game has gone on since.")
        self.game_id = game_id


class Ended(Refused):
    """The control belongs to a board from before the game's end."""

    def __init__(self, game_id: int) -> None:
        super().__init__("This game is over.")
        self.game_id = game_id


class OutOfTime(Refused):
    """What was asked for came after the deadline, which has decided the game."""

    def __init__(self, game_id: int) -> None:
        super().__init__("That came too late: the time had run out.")
        self.game_id = game_id


class ChallengeClosed(Refused):
    """The challenge was accepted, declined or cancelled before, or has lapsed.

    ``shown`` is what its message says from now on; ``None``: what it has said before.
    """

    def __init__(
        self, text: str = "This challenge is no longer open.", shown: str | None = None
    ) -> None:
        super().__init__(text)
        self.shown = shown


class OldControl(Refused):
    """The control means nothing to this version of the bot."""

    def __init__(self, game_id: int | None = None) -> None:
        super().__init__("This control is from an older version of Ricochet.")
        self.game_id = game_id
