"""Time that tests can move, and faults that tests can order."""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from bot.playground.errors import ApiError

_CODES = {401: 0, 403: 50013, 404: 10008, 429: 0, 500: 0, 502: 0, 503: 0}
_MESSAGES = {
    401: "401: Unauthorized",
    403: "Missing Permissions",
    404: "Unknown Message",
    429: "You are being rate limited.",
    500: "500: Internal Server Error",
    502: "502: Bad Gateway",
    503: "503: Service Unavailable",
}


CONNECTION_LOST = 0
"""The status of a fault that closes the connection instead of answering."""


class Clock:
    """The stand-in's time: the machine's own, plus what `advance` added."""

    def __init__(self) -> None:
        self._offset = 0.0
        self._moved = asyncio.Event()

    def now(self) -> datetime:
        """Return the present date and time, in UTC."""
        return datetime.now(UTC) + timedelta(seconds=self._offset)

    def monotonic(self) -> float:
        """Return seconds that never go back, for measuring spans."""
        return time.monotonic() + self._offset

    def advance(self, seconds: float) -> None:
        """Move time forward; whoever sleeps past its end wakes at once."""
        self._offset += seconds
        self._moved.set()
        self._moved = asyncio.Event()

    async def sleep_until(self, end: float) -> None:
        """Return when `monotonic` has reached the end."""
        while (left := end - self.monotonic()) > 0:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._moved.wait(), left)


@dataclass(slots=True)
class Fault:
    """An answer that a test ordered for the next requests that match it.

    `status` None only delays, `CONNECTION_LOST` closes the connection. `apply_anyway` lets the
    effect happen and loses the reply.
    """

    method: str
    path: re.Pattern[str]
    status: int | None
    times: int = 1
    code: int | None = None
    retry_after: float = 0.05
    delay: float = 0.0
    apply_anyway: bool = False

    def error(self) -> ApiError | None:
        """Return the error to answer with, or None when the fault is only a delay."""
        if self.status is None:
            return None
        code = _CODES.get(self.status, 0) if self.code is None else self.code
        error = ApiError(self.status, code, _MESSAGES.get(self.status, "Fault"))
        if self.status == 429:
            error.body |= {"retry_after": self.retry_after, "global": False}
        return error


@dataclass(slots=True)
class Faults:
    """The faults still to happen, in the order in which they were ordered."""

    pending: list[Fault] = field(default_factory=list)

    def take(self, method: str, path: str) -> Fault | None:
        """Return the first fault for this request and use it up once, or None."""
        for fault in self.pending:
            if fault.method == method and fault.path.search(path):
                fault.times -= 1
                if fault.times <= 0:
                    self.pending.remove(fault)
                return fault
        return None
