"""Discord's HTTP API, version 10, as far as a board-game bot uses it."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from aiohttp import BodyPartReader, web

from bot.playground.errors import ApiError, Code, Json, form_error
from bot.playground.faults import CONNECTION_LOST, Faults
from bot.playground.messages import Upload

API = "/api/v10"
Answer: TypeAlias = Json | list[Json] | None
"""The body of a 200, or None for 204."""
_FILE_PART = re.compile(r"^files\[(\d+)\]$")


@dataclass(slots=True)
class Request:
    """One request that the bot made; `status` is None until it is answered.

    `operation` is the operationId of Discord's published description of its API.
    """

    method: str
    path: str
    operation: str
    body: Json | list[Json] | None = None
    files: int = 0
    status: int | None = None
    answer: Answer = None


@dataclass(frozen=True, slots=True)
class Call:
    """What a handler gets: numbers and words of the path, the query, the body and its files."""

    path: dict[str, str]
    query: dict[str, str]
    body: Json
    items: Sequence[Json] = ()
    uploads: list[Upload] = field(default_factory=list)

    def id(self, name: str) -> int:
        """Return an id of the path, 0 when it is none."""
        text = self.path[name]
        return int(text) if text.isdecimal() else 0

    def anchor(self, name: str) -> int | None:
        """Return an id of the query, None without one; raises ApiError when it is none."""
        text = self.query.get(name)
        if text is not None and not text.isdecimal():
            raise form_error(name, "NUMBER_TYPE_COERCE", f'Value "{text}" is not snowflake.')
        return None if text is None else int(text)


Handler: TypeAlias = Callable[[Call], Answer]


class Rest:
    """Reads requests, logs them, plays the ordered faults, and writes the answers."""

    def __init__(self, token: str, faults: Faults) -> None:
        self.token = token
        self.faults = faults
        self.requests: list[Request] = []
        self.on_request: Callable[[], None] = lambda: None

    @property
    def is_busy(self) -> bool:
        """Tell whether a request waits for its answer."""
        return any(request.status is None for request in self.requests[-64:])

    def add(
        self, app: web.Application, routes: Sequence[tuple[str, str, str]], handlers: object
    ) -> None:
        """Serve each (method, path, operation) by the handler named after the operation."""
        for method, path, operation in routes:
            handler: Handler = getattr(handlers, f"_{operation}")
            app.router.add_route(method, API + path, self._served(operation, handler))

    def add_fallback(self, app: web.Application) -> None:
        """Answer every other address as Discord does, and log it."""

        def refuse(_: Call) -> Answer:
            raise Code.UNKNOWN_ROUTE.error()

        app.router.add_route("*", "/api/{rest:.*}", self._served("", refuse))

    def _served(
        self, operation: str, handler: Handler
    ) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def serve(request: web.Request) -> web.Response:
            log = Request(request.method, request.path.removeprefix(API), operation)
            self.requests.append(log)
            headers = {}
            try:
                log.answer = await self._answer(request, log, handler)
                log.status = 204 if log.answer is None else 200
            except ApiError as error:
                log.answer, log.status = error.body, error.status
                if error.status == CONNECTION_LOST and request.transport:
                    request.transport.close()
                    return web.Response()
                if error.status == 429:
                    retry_after = str(error.body["retry_after"])
                    headers = {"Via": "1.1 stand-in", "Retry-After": retry_after}
            except BaseException:
                log.status = 0
                raise
            finally:
                self.on_request()
            if log.answer is None:
                return web.Response(status=204)
            body = json.dumps(log.answer).encode()
            kind = "application/json"
            return web.Response(status=log.status, body=body, content_type=kind, headers=headers)

        return serve

    async def _answer(self, request: web.Request, log: Request, handler: Handler) -> Answer:
        body, uploads = await _read(request)
        log.body, log.files = body, len(uploads)
        has_own_token = "token" in request.match_info or "rest" in request.match_info
        if not has_own_token and request.headers.get("Authorization") != f"Bot {self.token}":
            raise Code.UNAUTHORIZED.error()
        fault = self.faults.take(log.method, log.path)
        error = None if fault is None else fault.error()
        if fault is not None and fault.delay:
            await asyncio.sleep(fault.delay)
        if error is not None and fault is not None and not fault.apply_anyway:
            raise error
        items, fields = (body, {}) if isinstance(body, list) else ((), body or {})
        call = Call(dict(request.match_info), dict(request.query), fields, items, uploads)
        answer = handler(call)
        if error is not None:
            raise error
        return answer


async def _read(request: web.Request) -> tuple[Json | list[Json] | None, list[Upload]]:
    """Return the JSON body and the files, from either of the two forms a body may have."""
    if not request.can_read_body:
        return None, []
    if request.content_type == "application/json":
        return _decoded(await request.read()), []
    if request.content_type != "multipart/form-data":
        message = "Expected a Content-Type of application/json or multipart/form-data."
        raise form_error("_", "CONTENT_TYPE_INVALID", message)
    body: Json | list[Json] | None = None
    uploads: list[Upload] = []
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            continue
        if part.name == "payload_json":
            body = _decoded(bytes(await part.read()))
        elif found := _FILE_PART.match(part.name or ""):
            data = bytes(await part.read())
            uploads.append(Upload(int(found[1]), part.filename or "unknown", data))
    return body, uploads


def _decoded(raw: bytes) -> Json | list[Json] | None:
    try:
        value: Any = json.loads(raw) if raw else None
    except ValueError:
        raise Code.INVALID_JSON.error() from None
    if isinstance(value, list) and all(isinstance(item, dict) for item in value):
        return value
    if value is None or isinstance(value, dict):
        return value
    raise form_error("_", "DICT_TYPE_CONVERT", "Only dictionaries may be used")
