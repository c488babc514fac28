"""One after the other: a lock for each key, gone when nobody holds it."""

from __future__ import annotations

import asyncio
from weakref import WeakValueDictionary


class Locks:
    """The locks of games, members or whatever has a number."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def of(self, key: int) -> asyncio.Lock:
        """Return the key's lock, the same for all who hold it or wait for it."""
        return self._locks.setdefault(key, asyncio.Lock())
