"""The pictures that the tests compare with: ``python -m tests.render.gallery`` draws them anew.

They are for eyes first. Beside the pictures stand two sheets with all of them at half the size, as
on a phone, in colour and in grey: every piece, its side, its facing and the beam must read there.
"""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

from PIL import Image

from render import draw
from tests.render.samples import SAMPLES, sample

FOLDER = Path(__file__).parent / "gallery"
PHONE = (400, 328)


def pictures() -> Mapping[str, bytes]:
    """Return every picture of the gallery as a PNG, by its name."""
    upright = {name: draw(sample(name)) for name in SAMPLES}
    turned = {"beam-turned": draw(sample("beam", facing="gold"))}
    midnight = {"destroyed-midnight": draw(sample("destroyed"), "midnight")}
    return upright | turned | midnight


def sheet(mode: str) -> Image.Image:
    """Return all pictures at the size of a phone on one sheet, in this mode."""
    images = [Image.open(BytesIO(data)).convert(mode) for data in pictures().values()]
    width, height = PHONE
    result = Image.new(mode, (2 * width, height * ((len(images) + 1) // 2)))
    for index, image in enumerate(images):
        small = image.resize(PHONE, Image.Resampling.LANCZOS)
        result.paste(small, (index % 2 * width, index // 2 * height))
    return result


def main() -> None:
    """Write the gallery."""
    FOLDER.mkdir(exist_ok=True)
    for name, data in pictures().items():
        (FOLDER / f"{name}.png").write_bytes(data)
    sheet("RGB").save(FOLDER / "sheet.png", optimize=True)
    sheet("L").save(FOLDER / "sheet-grey.png", optimize=True)


if __name__ == "__main__":
    main()
