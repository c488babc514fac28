"""A bot's requests as bytes, without a library that keeps Discord's rules by itself."""

import contextlib
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import aiohttp

from bot.playground import StandIn


@dataclass
class Answer:
    status: int
    body: Any

    @property
    def code(self) -> int:
        return self.body["code"]

    def fault_at(self, path: str) -> str:
        """The code of the first fault at a dotted place of a 50035 body."""
        assert (self.status, self.code) == (400, 50035), self.body
        place = self.body["errors"]
        for part in path.split("."):
            place = place[part]
        return place["_errors"][0]["code"]


class Raw:
    def __init__(self, standin: StandIn, session: aiohttp.ClientSession) -> None:
        self.standin = standin
        self.session = session

    @classmethod
    @contextlib.asynccontextmanager
    async def connected(cls, standin: StandIn) -> AsyncIterator["Raw"]:
        async with aiohttp.ClientSession() as session:
            yield cls(standin, session)

    async def request(
        self,
        method: str,
        path: str,
        body: object = None,
        *files: tuple[str, bytes],
        authorization: str | None = None,
    ) -> Answer:
        headers = {"Authorization": authorization or f"Bot {self.standin.token}"}
        data: str | aiohttp.FormData | None = None
        if files:
            data = aiohttp.FormData(quote_fields=False)
            data.add_field("payload_json", json.dumps(body))
            for index, (name, content) in enumerate(files):
                data.add_field(f"files[{index}]", content, filename=name)
        elif body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body)
        url = self.standin.api_base + path
        async with self.session.request(method, url, data=data, headers=headers) as response:
            text = await response.text()
            return Answer(response.status, json.loads(text) if text else None)

    async def send(self, body: object, *files: tuple[str, bytes], to: str = "games") -> Answer:
        """Post to a channel as the bot."""
        channel = self.standin.channel(to)
        return await self.request("POST", f"/channels/{channel.id}/messages", body, *files)
