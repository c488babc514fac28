"""How much two pictures differ, for tests that may not depend on a single pixel."""

from __future__ import annotations

from PIL import Image, ImageChops


def share_that_differs(one: Image.Image, other: Image.Image, tolerance: int = 40) -> float:
    """Return the share of pixels that differ by more than the tolerance, of 255, in any channel."""
    assert one.size == other.size
    difference = ImageChops.difference(one, other)
    bands = difference.split()
    largest = bands[0]
    for band in bands[1:]:
        largest = ImageChops.lighter(largest, band)
    histogram = largest.histogram()
    return sum(histogram[tolerance + 1 :]) / (one.width * one.height)
