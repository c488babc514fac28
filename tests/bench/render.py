"""How long pictures and GIFs take, how large they are, and what the tiles save.

The comparison draws the same scene with the same shapes as one would without tiles: all of it, at
twice the size, then reduced, brought into the palette and saved.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from io import BytesIO
from statistics import median
from time import perf_counter
from typing import TypeVar

from PIL import Image

from engine.core import JSON
from engine.registry import game
from render import Scene, animate, animate_shot, draw
from render import scene as paint
from render.chart import draw_chart
from render.compositor import COMPRESSION, caption_place, emitter_place
from render.frame import BAND, compose_caption, compose_frame, origin, square_size
from render.palette import quantised
from render.scene import Laser
from render.themes import PAPYRUS
from render.tiles import (
    arrow_layer,
    compose,
    compose_emitter,
    edge_layer,
    figure_layer,
    grounds,
    impact_layer,
    mark_layer,
    outline_layer,
    segment_layer,
    track_layer,
)
from tests.render.charts import CHARTS
from tests.render.samples import (
    ARENA,
    LEGION,
    REFLIX,
    SAMPLES,
    arena,
    legion,
    legion_turn,
    reflix,
    reflix_turn,
    sample,
)

Drawn = TypeVar("Drawn")
SCALE = 2
GAME, LONGEST_GAME = 60, 300
"""Turns."""
LAYERS = (
    arrow_layer,
    edge_layer,
    figure_layer,
    impact_layer,
    mark_layer,
    outline_layer,
    segment_layer,
    track_layer,
)


def run() -> Iterator[str]:
    """Yield the measurements in words."""
    scenes = {f"deflexion, {name}": sample(name) for name in SAMPLES}
    scenes |= {f"arena, {name}": arena(name) for name in ARENA}
    scenes |= {f"reflix, {name}": reflix(name) for name in REFLIX}
    scenes |= {f"legion, {name}": legion(name) for name in LEGION}
    started = perf_counter()
    draw(scenes["deflexion, opening"])
    yield f"first picture, sprites and palette included: {1000 * (perf_counter() - started):.0f} ms"
    for name, scene in scenes.items():
        yield f"{name}: {_milliseconds(draw, scene, 100):.2f} ms, {len(draw(scene)) / 1024:.1f} KiB"
    for name in ("deflexion, beam", "arena, crossing", "reflix, crossing", "legion, volley"):
        scene = scenes[name]
        tiles = _milliseconds(draw, scene, 200)
        scratch = _milliseconds(draw_from_scratch, scene, 10)
        yield f"{name} from scratch: {scratch:.0f} ms, {scratch / tiles:.0f} times as long"
    for name, options in (("deflexion", {"layout": "dynasty"}), ("arena", {})):
        yield from (f"{name}, {line}" for line in _animations(name, options))
    yield f"reflix, {_shot(*reflix_turn('crossing'))}"
    yield f"legion, {_shot(*legion_turn('volley'))}"
    for chart in CHARTS.values():
        took, size = _milliseconds(draw_chart, chart, 10), len(draw_chart(chart)) / 1024
        yield f"a chart of {chart.moves} moves: {took:.0f} ms, {size:.1f} KiB"


def _animations(name: str, options: Mapping[str, JSON]) -> Iterator[str]:
    """Yield what the GIFs of a game take."""
    scenes = random_game(name, options, LONGEST_GAME)
    yield f"a game of {GAME} turns as a GIF: {_gif(scenes[: GAME + 1])}"
    yield f"a game of {LONGEST_GAME} turns as a GIF: {_gif(scenes)}"
    longest = max(range(1, GAME), key=lambda ply: len(scenes[ply].course))
    yield _shot(scenes[longest - 1], scenes[longest])


def _shot(before: Scene, after: Scene) -> str:
    started = perf_counter()
    size = len(animate_shot(before, after)) / 1024
    took = 1000 * (perf_counter() - started)
    what = f"a shot over {len(after.course)} squares" if after.course else "a volley"
    return f"{what} as a GIF: {took:.0f} ms, {size:.0f} KiB"


def random_game(name: str, options: Mapping[str, JSON], turns: int) -> Sequence[Scene]:
    """Return the scenes of a seeded game in which nothing ends it."""
    rng = random.Random(3)
    rules = game(name)
    state = rules.start(rules.complete(options, rng))
    scenes = [paint(state.view(None))]
    while len(scenes) <= turns:
        assert state.to_move is not None
        action = rng.choice(state.legal_actions(state.to_move))
        step = state.apply(state.to_move, action, rng=rng)
        if step.state.result is None:
            state = step.state
            scenes.append(paint(state.view(None), step.events))
    return scenes


def _gif(scenes: Sequence[Scene]) -> str:
    started = perf_counter()
    size = len(animate(scenes)) / 1_000_000
    return f"{perf_counter() - started:.2f} s, {size:.2f} MB"


def draw_from_scratch(scene: Scene) -> bytes:
    """Return the scene as a PNG, drawn without any tile, sprite or frame that was kept."""
    for layer in LAYERS:
        layer.cache_clear()
    board, size = scene.board, square_size(scene.board) * SCALE
    image = compose_frame(board, scene.orientation, PAPYRUS, SCALE, 1)
    left, top = (margin * SCALE for margin in origin(board))
    for cell, tile in scene.tiles.items():
        square = compose(grounds(board, scene.shining)[cell], tile, PAPYRUS, size, 1)
        image.paste(square, (left + cell.column * size, top + cell.row * size))
    for emitter in board.frame_emitters:
        laser = Laser.SHINING if emitter.seat == scene.shining else Laser.RESTING
        heading, (x, y) = emitter_place(scene, emitter)
        square = compose_emitter(emitter.seat, heading, laser, PAPYRUS, size, BAND * SCALE, 1)
        image.paste(square, (x * SCALE, y * SCALE))
    reduced = image.resize((image.width // SCALE, image.height // SCALE), Image.Resampling.LANCZOS)
    for caption in scene.captions:
        words = compose_caption(caption, PAPYRUS)
        reduced.paste(words, caption_place(scene, caption, words.width))
    buffer = BytesIO()
    quantised(reduced, board, PAPYRUS).save(buffer, "PNG", compress_level=COMPRESSION)
    return buffer.getvalue()


def _milliseconds(function: Callable[[Drawn], bytes], scene: Drawn, times: int) -> float:
    """Return how long one call takes, in milliseconds: the median of many."""
    samples = []
    for _ in range(times):
        started = perf_counter()
        function(scene)
        samples.append(perf_counter() - started)
    return 1000 * median(samples)
