"""The pictures that the tests compare with: ``python -m tests.render.gallery`` draws them anew.

They are for eyes first. Beside the pictures stand two sheets for each game with all of its pictures
at half the size, as on a phone, in colour and in grey, and one of the contrast theme as eyes see it
that lack a kind of cone: every piece, its side, its facing and the beam must read there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image

from render import animate_shot, draw, position_scene, scene
from render.chart import draw_chart
from tests.render.charts import CHARTS
from tests.render.samples import (
    ARENA,
    KHET,
    LEGION,
    REFLIX,
    SAMPLES,
    arena,
    arena_turn,
    khet,
    khet_turn,
    legion,
    legion_turn,
    play,
    reflix,
    reflix_turn,
    sample,
)
from tests.render.vision import VISIONS, seen_picture

FOLDER = Path(__file__).parent / "gallery"
PHONE = 400
"""The width of a picture on a phone."""
OTHER_THEMES = ("midnight", "contrast")
DRAFT = "W c9 e8 S b7 f7 M a8/ g8\\"
"""A fortress that is not whole yet."""
DEPLOYMENT = "red egypt deploy c7 a8=charge b7=attack g8=volley"
"""A deployment so far."""


def pictures() -> Mapping[str, bytes]:
    """Return every picture of the gallery as a PNG, by its name."""
    return _deflexion() | _khet() | _arena() | _reflix() | _legion() | _charts()


def _deflexion() -> dict[str, bytes]:
    upright = {name: draw(sample(name)) for name in SAMPLES}
    turned = {"beam-turned": draw(sample("beam", facing="gold"))}
    themes = {f"destroyed-{theme}": draw(sample("destroyed"), theme) for theme in OTHER_THEMES}
    return upright | turned | themes


def _khet() -> dict[str, bytes]:
    upright = {f"khet-{name}": draw(khet(name)) for name in KHET}
    turned = {"khet-sphinx-turned": draw(khet("sphinx", facing="gold"))}
    themes = {
        f"khet-{name}-{theme}": draw(khet(name), theme)
        for name in ("opening", "shield")
        for theme in OTHER_THEMES
    }
    return upright | turned | themes


def _arena() -> dict[str, bytes]:
    upright = {f"arena-{name}": draw(arena(name)) for name in ARENA}
    turned = {"arena-crossing-turned": draw(arena("crossing", facing="black"))}
    themes = {f"arena-crossing-{theme}": draw(arena("crossing"), theme) for theme in OTHER_THEMES}
    return upright | turned | themes


def _reflix() -> dict[str, bytes]:
    upright = {f"reflix-{name}": draw(reflix(name)) for name in REFLIX if name != "half"}
    own = {"reflix-half": draw(reflix("half", viewer="south"))}
    draft = {"reflix-draft": draw(position_scene(DRAFT, game="reflix", marked=("d8",)))}
    turned = {"reflix-shields-turned": draw(reflix("shields", facing="north"))}
    themes = {f"reflix-crossing-{theme}": draw(reflix("crossing"), theme) for theme in OTHER_THEMES}
    veiled = {
        f"reflix-half-{theme}": draw(reflix("half", viewer="south"), theme)
        for theme in OTHER_THEMES
    }
    return upright | own | draft | turned | themes | veiled


def _legion() -> dict[str, bytes]:
    # The others differ in words alone, or from these in nothing that one has to look at.
    chosen = [name for name in LEGION if name not in ("setup", "bombard", "reveal", "commander")]
    upright = {f"legion-{name}": draw(legion(name)) for name in chosen}
    own = {
        "legion-opening-own": draw(legion("opening", viewer="blue")),
        "legion-turn-own": draw(legion("turn", viewer="blue")),
        "legion-egypt-own": draw(legion("egypt", facing="red", viewer="red")),
        "legion-draft": draw(
            position_scene(DEPLOYMENT, game="legion", marked=("c7",), facing="red")
        ),
    }
    turned = {"legion-volley-turned": draw(legion("volley", facing="red"))}
    themes = {
        f"legion-{name}-{theme}": draw(legion(name, viewer="blue"), theme)
        for name in ("opening", "volley")
        for theme in OTHER_THEMES
    }
    return upright | own | turned | themes


def _charts() -> dict[str, bytes]:
    drawn = {f"chart-{name}": draw_chart(chart) for name, chart in CHARTS.items()}
    themes = {
        f"chart-{name}-{theme}": draw_chart(CHARTS[name], theme)
        for name in ("lost", "duel")
        for theme in OTHER_THEMES
    }
    return drawn | themes


def shots() -> Mapping[str, bytes]:
    """Return a shot that destroys a piece of each game as a GIF, by its name."""
    chosen = SAMPLES["destroyed"]
    before, _ = play(chosen.layout, chosen.actions[:-1])
    return {
        "shot": animate_shot(scene(before.view(None)), sample("destroyed")),
        "khet-shot": animate_shot(*khet_turn("destroyed")),
        "arena-shot": animate_shot(*arena_turn("collapsed")),
        "reflix-shot": animate_shot(*reflix_turn("hit")),
        "legion-shot": animate_shot(*legion_turn("volley")),
    }


def sheets() -> Mapping[str, Image.Image]:
    """Return the sheets by their names."""
    found = {}
    games = {
        "": (_deflexion(), draw(sample("destroyed"), "contrast")),
        "khet-": (_khet(), draw(khet("sphinx"), "contrast")),
        "arena-": (_arena(), draw(arena("crossing"), "contrast")),
        "reflix-": (_reflix(), draw(reflix("crossing"), "contrast")),
        "legion-": (_legion(), draw(legion("charge"), "contrast")),
        "chart-": (_charts(), draw_chart(CHARTS["lost"], "contrast")),
    }
    for game, (drawn, most) in games.items():
        images = [_opened(data) for data in drawn.values()]
        contrast = _opened(most)
        found[f"{game}sheet"] = _on_one_sheet([image.convert("RGB") for image in images])
        found[f"{game}sheet-grey"] = _on_one_sheet([image.convert("L") for image in images])
        seen = [seen_picture(contrast, vision) for vision in VISIONS]
        found[f"{game}sheet-visions"] = _on_one_sheet(seen)
    return found


def _opened(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data))


def _on_one_sheet(images: Sequence[Image.Image]) -> Image.Image:
    """Return the pictures, which are all of one size, at the size of a phone on one sheet."""
    width, height = PHONE, round(images[0].height * PHONE / images[0].width)
    result = Image.new(images[0].mode, (2 * width, height * ((len(images) + 1) // 2)))
    for index, image in enumerate(images):
        small = image.resize((width, height), Image.Resampling.LANCZOS)
        result.paste(small, (index % 2 * width, index // 2 * height))
    return result


def main() -> None:
    """Write the gallery."""
    FOLDER.mkdir(exist_ok=True)
    for name, data in pictures().items():
        (FOLDER / f"{name}.png").write_bytes(data)
    for name, data in shots().items():
        (FOLDER / f"{name}.gif").write_bytes(data)
    for name, sheet in sheets().items():
        sheet.quantize(64).save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
