"""What is drawn today looks like what was looked at and found good."""

from io import BytesIO
from struct import unpack

import pytest
from PIL import Image

from tests.render.difference import share_that_differs
from tests.render.gallery import FOLDER, pictures, shots

PICTURES, SHOTS = pictures(), shots()
LARGEST = {
    "arena": ((784, 784), 50_000),
    "reflix": ((584, 780), 30_000),
    "legion": ((656, 708), 32_000),
    "chart": ((800, 440), 20_000),
}
"""The size of a game's pictures in pixels, and the most that one may have in bytes."""
USUAL = ((800, 656), 30_000)


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_looks_like_the_one_in_the_gallery(name: str) -> None:
    drawn = Image.open(BytesIO(PICTURES[name])).convert("RGB")
    kept = Image.open(FOLDER / f"{name}.png").convert("RGB")
    assert share_that_differs(drawn, kept) < 0.002


@pytest.mark.parametrize("name", SHOTS)
def test_a_shot_moves_like_the_one_in_the_gallery(name: str) -> None:
    drawn, kept = Image.open(BytesIO(SHOTS[name])), Image.open(FOLDER / f"{name}.gif")
    assert getattr(drawn, "n_frames", 1) == getattr(kept, "n_frames", 1)
    for index in range(getattr(drawn, "n_frames", 1)):
        drawn.seek(index)
        kept.seek(index)
        assert drawn.info["duration"] == kept.info["duration"]
        assert share_that_differs(drawn.convert("RGB"), kept.convert("RGB")) < 0.002


def test_the_measure_tells_apart_pictures_that_differ_by_one_piece() -> None:
    image = Image.open(BytesIO(PICTURES["opening"])).convert("RGB")
    other = image.copy()
    other.paste(image.crop((40, 40, 112, 112)), (40 + 4 * 72, 40))
    assert share_that_differs(image, other) > 0.002


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_a_palette_png_at_most_800_pixels_wide(name: str) -> None:
    image = Image.open(BytesIO(PICTURES[name]))
    size, _ = LARGEST.get(name.partition("-")[0], USUAL)
    assert (image.format, image.mode, image.size) == ("PNG", "P", size)
    assert "transparency" not in image.info


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_carries_pixels_and_colours_and_no_words(name: str) -> None:
    """A PNG may hide text in chunks of its own: there are none."""
    data, chunks, place = PICTURES[name], [], 8
    while place < len(data):
        length, chunk = unpack(">I4s", data[place : place + 8])
        chunks.append(chunk)
        place += 12 + length
    assert list(dict.fromkeys(chunks)) == [b"IHDR", b"PLTE", b"IDAT", b"IEND"]


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_small_enough_for_a_phone(name: str) -> None:
    _, most = LARGEST.get(name.partition("-")[0], USUAL)
    assert len(PICTURES[name]) < most
