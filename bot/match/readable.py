"""Games of which one that does not replay must not keep the others from being dealt with."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterable

from data import Match, Store, StoreError

log = logging.getLogger(__name__)


async def readable(store: Store, ids: Iterable[int]) -> AsyncIterator[Match]:
    """Yield the games that were begun and replay, in order; the log names those that do not.

    Raises ``StoreError`` when the database does not answer, which no single game is to blame for.
    """
    for id_ in ids:
        try:
            match = await store.match(id_)
        except StoreError:
            raise
        except Exception as error:
            log.error("game %d is left out, as it does not replay: %r", id_, error)
            continue
        if match:
            yield match
