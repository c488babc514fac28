"""From a posting to what discord.py uploads."""

import threading

from bot.messages import files_of
from bot.posting import Attachment, Picture, Posting


async def test_a_picture_is_drawn_beside_the_event_loop_and_comes_before_other_files() -> None:
    threads = []

    def draw() -> bytes:
        threads.append(threading.current_thread())
        return b"png"

    other = Attachment(b"{}", "record.json")
    posting = Posting("", Picture(draw, "a board", "1-0.png"), attachments=(other,))
    files = await files_of(posting)
    assert [(file.filename, file.description, file.fp.read()) for file in files] == [
        ("1-0.png", "a board", b"png"),
        ("record.json", None, b"{}"),
    ]
    assert len(threads) == 1
    assert threading.current_thread() not in threads
