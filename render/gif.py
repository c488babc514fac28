"""Pictures one after another as a GIF that holds only what changes from each to the next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from io import BytesIO
from struct import pack
from typing import Final

from PIL import Image, ImageChops
from PIL.GifImagePlugin import getdata

from render.palette import TRANSPARENT

SHORTEST: Final = 20
"""Milliseconds: browsers replace a shorter delay by a tenth of a second."""
KEEP: Final = 1
"""The disposal of a frame: what it shows stays, and the next is laid over it."""
ANYTHING: Final = [0] + [255] * 255
"""A mask from the difference of two pictures: whatever is not the same."""


class Repeat(Enum):
    """How often a GIF is shown."""

    ONCE = "once"
    FOR_EVER = "for ever"


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture in the palette of its theme, and how long it is shown, in milliseconds."""

    image: Image.Image
    hold: int


def encode(frames: Iterable[Frame], palette: Image.Image, repeat: Repeat) -> bytes:
    """Return the frames as a GIF. They are of one size and all in this palette, and at least one.

    Delays are cut to hundredths of a second, the unit of a GIF.
    """
    buffer = BytesIO()
    shown: Image.Image | None = None
    for frame in frames:
        hold = max(SHORTEST, frame.hold)
        if shown is None:
            buffer.writelines(_header(frame.image.size, palette, repeat))
            buffer.writelines(getdata(frame.image, duration=hold, disposal=KEEP))
        else:
            patch, place = _change(shown, frame.image)
            data = getdata(patch, place, duration=hold, disposal=KEEP, transparency=TRANSPARENT)
            buffer.writelines(data)
        shown = frame.image
    buffer.write(b";")
    return buffer.getvalue()


def _change(old: Image.Image, new: Image.Image) -> tuple[Image.Image, tuple[int, int]]:
    """Return the part of the new picture that differs, the rest transparent, and its place.

    Where nothing differs it is one transparent pixel: a frame cannot be empty.
    """
    difference = ImageChops.difference(old, new)
    box = difference.getbbox() or (0, 0, 1, 1)
    mask = difference.crop(box).point(ANYTHING, "L")
    patch = Image.new("P", mask.size, TRANSPARENT)
    patch.paste(new.crop(box), mask=mask)
    return patch, box[:2]


def _header(size: tuple[int, int], palette: Image.Image, repeat: Repeat) -> Iterator[bytes]:
    """Yield the signature, the screen with its one table of colours, and the repetition."""
    colours = bytes(palette.getpalette() or ()).ljust(3 * (TRANSPARENT + 1), b"\0")
    table = 0x80 | TRANSPARENT.bit_length() - 1
    yield b"GIF89a" + pack("<HHBBB", *size, table, 0, 0)
    yield colours
    match repeat:
        case Repeat.ONCE:
            pass
        case Repeat.FOR_EVER:
            yield b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"
