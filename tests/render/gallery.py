"""The pictures that the tests compare with: ``python -m tests.render.gallery`` draws them anew.

They are for eyes first. Beside the pictures stand two sheets with all of them at half the size, as
on a phone, in colour and in grey, and one of the contrast theme as eyes see it that lack a kind of
cone: every piece, its side, its facing and the beam must read there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image

from render import animate_shot, draw, scene
from tests.render.samples import SAMPLES, play, sample
from tests.render.vision import VISIONS, seen_picture

FOLDER = Path(__file__).parent / "gallery"
PHONE = (400, 328)


def pictures() -> Mapping[str, bytes]:
    """Return every picture of the gallery as a PNG, by its name."""
    upright = {name: draw(sample(name)) for name in SAMPLES}
    turned = {"beam-turned": draw(sample("beam", facing="gold"))}
    themes = {
        f"destroyed-{theme}": draw(sample("destroyed"), theme) for theme in ("midnight", "contrast")
    }
    return upright | turned | themes


def shot() -> bytes:
    """Return the shot that destroys a piece as a GIF."""
    chosen = SAMPLES["destroyed"]
    before, _ = play(chosen.layout, chosen.actions[:-1])
    return animate_shot(scene(before.view(None)), sample("destroyed"))


def sheet(mode: str) -> Image.Image:
    """Return all pictures at the size of a phone on one sheet, in this mode."""
    return _on_one_sheet([_opened(data).convert(mode) for data in pictures().values()])


def sheet_of_visions(theme: str) -> Image.Image:
    """Return a picture at the size of a phone as all kinds of eyes see it."""
    image = _opened(draw(sample("destroyed"), theme))
    return _on_one_sheet([seen_picture(image, vision) for vision in VISIONS])


def _opened(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data))


def _on_one_sheet(images: Sequence[Image.Image]) -> Image.Image:
    width, height = PHONE
    result = Image.new(images[0].mode, (2 * width, height * ((len(images) + 1) // 2)))
    for index, image in enumerate(images):
        small = image.resize(PHONE, Image.Resampling.LANCZOS)
        result.paste(small, (index % 2 * width, index // 2 * height))
    return result


def main() -> None:
    """Write the gallery."""
    FOLDER.mkdir(exist_ok=True)
    for name, data in pictures().items():
        (FOLDER / f"{name}.png").write_bytes(data)
    (FOLDER / "shot.gif").write_bytes(shot())
    sheet("RGB").save(FOLDER / "sheet.png", optimize=True)
    sheet("L").save(FOLDER / "sheet-grey.png", optimize=True)
    sheet_of_visions("contrast").save(FOLDER / "sheet-visions.png", optimize=True)


if __name__ == "__main__":
    main()
