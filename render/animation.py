"""Games and single shots that move: the scenes of each frame, and the GIF that they make."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import ceil
from typing import Final

from render.compositor import compose_scene
from render.gif import Frame, Repeat, encode
from render.palette import palette
from render.scene import Accent, Board, Cell, Scene, Tile
from render.themes import THEMES
from render.track import Tip

HOLD: Final = 1_200
"""Milliseconds for a position of a game: enough to follow its beam."""
LAST_HOLD: Final = 4_000
BEFORE_HOLD: Final = 500
ACTED_HOLD: Final = 700
STRUCK_HOLD: Final = 200
DONE_HOLD: Final = 700
"""Milliseconds for what the shot did, where the board itself moves after that."""
RUN: Final = 1_200
"""The longest that a beam runs, in milliseconds."""
FASTEST: Final = 40
SLOWEST: Final = 60
"""Milliseconds for a step of the beam: one square, or more where the way is long."""


def animate(
    scenes: Sequence[Scene],
    theme: str = "papyrus",
    *,
    hold_ms: int = HOLD,
    last_ms: int = LAST_HOLD,
) -> bytes:
    """Return a GIF of the scenes one after another, each held so long, repeated for ever.

    Raises ``KeyError`` for a theme that is none and ``ValueError`` when there is no scene.
    """
    if not scenes:
        raise ValueError("a GIF shows at least one position")
    holds = [hold_ms] * (len(scenes) - 1) + [last_ms]
    return _gif(zip(scenes, holds, strict=True), scenes[0].board, theme, Repeat.FOR_EVER)


def animate_shot(before: Scene, after: Scene, theme: str = "papyrus") -> bytes:
    """Return a GIF of one turn: the position, the action, the beam as it runs, what it did.

    It is shown once and stays on its last frame, which is the picture of ``after``: a message that
    nobody looks at any more shows how things stand. Raises ``KeyError`` for a theme that is none.
    """
    return _gif(shot(before, after), after.board, theme, Repeat.ONCE)


def shot(before: Scene, after: Scene) -> Iterator[tuple[Scene, int]]:
    """Yield the scenes of one turn in order, and how long each is held, in milliseconds."""
    yield _at_rest(before), BEFORE_HOLD
    if after.course:
        standing = replace(_before_the_shot(after), captions=before.captions)
        yield standing, ACTED_HOLD
        yield from _running(standing, after)
        if after.before_shot:
            moves = any(cell != after.course[-1] for cell in after.before_shot)
            hold = DONE_HOLD if moves else STRUCK_HOLD
            yield _lit(standing, after, len(after.course)), hold
    elif any(tile.tracks for tile in after.tiles.values()):
        yield _aimed(before, after), ACTED_HOLD
    yield after, LAST_HOLD


def _gif(shown: Iterator[tuple[Scene, int]], board: Board, theme: str, repeat: Repeat) -> bytes:
    colours = THEMES[theme]
    frames = (Frame(compose_scene(scene, colours), hold) for scene, hold in shown)
    return encode(frames, palette(board, colours), repeat)


def _at_rest(scene: Scene) -> Scene:
    """Return the position alone: without the beam and all that the last turn left on the board."""
    tiles = {cell: Tile(figure=tile.figure) for cell, tile in scene.tiles.items() if tile.figure}
    return replace(scene, tiles=tiles, shining=None)


def _aimed(before: Scene, after: Scene) -> Scene:
    """Return the position before the action, with the lines that units will have left."""
    cells = {**before.tiles, **after.tiles}
    tiles = {}
    for cell in cells:
        old, new = before.tiles.get(cell, Tile()), after.tiles.get(cell, Tile())
        tracks = tuple(replace(track, tip=Tip.HEAD) for track in new.tracks)
        tiles[cell] = Tile(old.figure, accent=new.accent and Accent.TOUCHED, tracks=tracks)
    return replace(before, tiles={cell: tile for cell, tile in tiles.items() if tile != Tile()})


def _before_the_shot(after: Scene) -> Scene:
    """Return the position once the action is done, as it stood when the laser fired."""
    tiles = {
        cell: Tile(
            after.before_shot.get(cell, tile.figure),
            accent=None if tile.accent is Accent.FLIPPED else tile.accent,
        )
        for cell, tile in after.tiles.items()
    }
    gone = {cell: Tile(figure) for cell, figure in after.before_shot.items() if cell not in tiles}
    return replace(after, tiles=tiles | gone, shining=None)


def _running(standing: Scene, after: Scene) -> Iterator[tuple[Scene, int]]:
    """Yield the beam on its way, from the laser alone up to the last square but one."""
    stride = ceil(len(after.course) * FASTEST / RUN)
    steps = range(0, len(after.course), stride)
    hold = min(SLOWEST, RUN // len(steps))
    for reached in steps:
        yield _lit(standing, after, reached), hold


def _lit(standing: Scene, after: Scene, reached: int) -> Scene:
    """Return the standing position with the beam over the first ``reached`` of its squares."""
    passed: dict[Cell, int] = {}
    for cell in after.course[:reached]:
        passed[cell] = passed.get(cell, 0) + 1
    lit: Mapping[Cell, Tile] = {
        cell: replace(standing.tiles[cell], beam=after.tiles[cell].beam[:times])
        for cell, times in passed.items()
    }
    return replace(standing, tiles={**standing.tiles, **lit}, shining=after.shining)
