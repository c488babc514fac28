"""Reading what stands in a channel, and waiting for what is to come."""

import asyncio
import re
from collections.abc import Awaitable, Callable

from bot.playground.world import Channel, Message
from bot.posting import ControlId

BOARD = re.compile(r"(\d+)-(\d+)\.(?:png|gif)")


async def until(holds: Callable[[], Awaitable[bool]], seconds: float = 30) -> None:
    """Wait until the store, say, is as it should be."""
    async with asyncio.timeout(seconds):
        while not await holds():
            await asyncio.sleep(0.01)


def boards(channel: Channel) -> list[tuple[int, int, Message]]:
    """Every board in the channel, oldest first: game, entry, message."""
    found = []
    for message in channel.messages.values():
        for attachment in message.attachments:
            match = BOARD.fullmatch(attachment.filename)
            if match and message.ephemeral_for is None:
                found.append((int(match[1]), int(match[2]), message))
    return found


def controls(message: Message) -> dict[str, dict[str, object]]:
    """The message's components by custom id."""
    return {
        component["custom_id"]: component
        for row in message.components
        for component in row["components"]
    }


def control(message: Message, verb: str) -> str:
    """The custom id of the one control with that verb, or verb and argument."""
    found = []
    for custom_id in controls(message):
        parsed = ControlId.parse(custom_id)
        assert parsed, custom_id
        full = f"{parsed.verb}:{parsed.argument}" if parsed.argument else parsed.verb
        if verb in (parsed.verb, full):
            found.append(custom_id)
    assert len(found) == 1, f"{verb}: {found or list(controls(message))}"
    return found[0]
