"""Boards posted once more, noted before they are: a kill in between leaves two with controls."""

from __future__ import annotations

import json
from dataclasses import dataclass

from data import Posted, Store

_NOTED = "repost:"
"""What the facts begin with that tell of boards being posted once more."""


@dataclass(frozen=True, slots=True)
class Repost:
    """A board that is posted once more: where it stood, into which channel it goes, and when."""

    before: Posted
    channel_id: int
    at: int

    async def note(self, store: Store) -> None:
        """Keep that the board is about to be posted."""
        place = [self.before.seq, self.before.channel_id, self.before.message_id]
        await store.keep_fact(self._key, json.dumps([*place, self.channel_id, self.at]))

    async def forget(self, store: Store) -> None:
        """Note that nothing is left to be done."""
        await store.drop_fact(self._key)

    @property
    def _key(self) -> str:
        return f"{_NOTED}{self.before.game_id}"


async def noted(store: Store) -> list[Repost]:
    """Return the boards whose posting anew was not seen to its end."""
    kept = await store.facts(_NOTED)
    return [_read(int(key.removeprefix(_NOTED)), value) for key, value in kept.items()]


def _read(game_id: int, value: str) -> Repost:
    seq, channel_id, message_id, new_channel_id, at = json.loads(value)
    before = Posted(game_id, seq, channel_id, message_id, has_controls=True)
    return Repost(before, new_channel_id, at)
