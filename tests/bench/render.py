"""How long a picture takes, how large it is, and what the tiles save.

The comparison draws the same scene with the same shapes as one would without tiles: all of it, at
twice the size, then reduced, brought into the palette and saved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import BytesIO
from statistics import median
from time import perf_counter

from PIL import Image

from render import Scene, draw
from render.compositor import COMPRESSION, emitter_place
from render.frame import BAND, compose_frame, grounds, square_size
from render.palette import quantised
from render.scene import Laser
from render.themes import PAPYRUS
from render.tiles import (
    arrow_layer,
    compose,
    compose_emitter,
    figure_layer,
    mark_layer,
    outline_layer,
    segment_layer,
)
from tests.render.samples import SAMPLES, sample

SCALE = 2
LAYERS = (arrow_layer, figure_layer, mark_layer, outline_layer, segment_layer)


def run() -> Iterator[str]:
    """Yield the measurements in words."""
    scenes = {name: sample(name) for name in SAMPLES}
    started = perf_counter()
    draw(scenes["opening"])
    yield f"first picture, sprites and palette included: {1000 * (perf_counter() - started):.0f} ms"
    for name, scene in scenes.items():
        yield f"{name}: {_milliseconds(draw, scene, 100):.2f} ms, {len(draw(scene)) / 1024:.1f} KiB"
    scene = scenes["beam"]
    tiles, scratch = _milliseconds(draw, scene, 200), _milliseconds(draw_from_scratch, scene, 10)
    yield f"beam from scratch: {scratch:.0f} ms, {scratch / tiles:.0f} times as long as from tiles"


def draw_from_scratch(scene: Scene) -> bytes:
    """Return the scene as a PNG, drawn without any tile, sprite or frame that was kept."""
    for layer in LAYERS:
        layer.cache_clear()
    board, size = scene.board, square_size(scene.board) * SCALE
    image = compose_frame(board, scene.orientation, PAPYRUS, SCALE, 1)
    for cell, tile in scene.tiles.items():
        square = compose(grounds(board)[cell], tile, PAPYRUS, size, 1)
        image.paste(square, (BAND * SCALE + cell.column * size, BAND * SCALE + cell.row * size))
    for emitter in board.emitters:
        laser = Laser.SHINING if emitter.seat == scene.shining else Laser.RESTING
        heading, (x, y) = emitter_place(scene, emitter)
        square = compose_emitter(emitter.seat, heading, laser, PAPYRUS, size, BAND * SCALE, 1)
        image.paste(square, (x * SCALE, y * SCALE))
    reduced = image.resize((image.width // SCALE, image.height // SCALE), Image.Resampling.LANCZOS)
    buffer = BytesIO()
    quantised(reduced, PAPYRUS).save(buffer, "PNG", compress_level=COMPRESSION)
    return buffer.getvalue()


def _milliseconds(function: Callable[[Scene], bytes], scene: Scene, times: int) -> float:
    """Return how long one call takes, in milliseconds: the median of many."""
    samples = []
    for _ in range(times):
        started = perf_counter()
        function(scene)
        samples.append(perf_counter() - started)
    return 1000 * median(samples)
