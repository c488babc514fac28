"""How a picture looks to eyes that lack one kind of cone.

The matrices are those of Machado, Oliveira and Fernandes, "A Physiologically-based Model for
Simulation of Color Vision Deficiency" (2009), for complete loss, on linear light.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from PIL import Image

Matrix: TypeAlias = tuple[tuple[float, float, float], ...]

VISIONS: Mapping[str, Matrix] = {
    "common": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def seen(colour: Sequence[int], vision: str) -> tuple[int, int, int]:
    """Return the colour that looks to common eyes as this one does to these."""
    light = [_linear(channel) for channel in colour]
    red, green, blue = (
        _channel(sum(weight * part for weight, part in zip(row, light, strict=True)))
        for row in VISIONS[vision]
    )
    return red, green, blue


def contrast(one: Sequence[int], other: Sequence[int]) -> float:
    """Return the contrast of two colours from 1 to 21, as WCAG 2.2 defines it."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def seen_picture(image: Image.Image, vision: str) -> Image.Image:
    """Return the palette picture as it looks to these eyes."""
    table = image.getpalette() or []
    colours = [seen(table[place : place + 3], vision) for place in range(0, len(table), 3)]
    changed = image.copy()
    changed.putpalette([channel for colour in colours for channel in colour])
    return changed.convert("RGB")


def _luminance(colour: Sequence[int]) -> float:
    red, green, blue = (_linear(channel) for channel in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: int) -> float:
    share = channel / 255
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)


def _channel(light: float) -> int:
    light = min(1.0, max(0.0, light))
    share = 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return round(255 * share)
