"""A GIF shows each scene pixel for pixel, holds no more than what changes, and ends true."""

import random
from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import pairwise
from struct import unpack_from

import pytest
from PIL import Image, ImageChops

from engine.core import Event, State
from engine.deflexion.notation import GOLD, SILVER
from engine.events import Fired, Ray
from engine.grid import Direction
from render import THEMES, Scene, animate, animate_shot, scene
from render.animation import RUN, shot
from render.compositor import compose_scene
from render.gif import SHORTEST, Frame, Repeat, encode
from render.painters.deflexion import BOARD
from render.palette import palette
from render.scene import End, Figure, Orientation
from render.themes import PAPYRUS
from tests.render.samples import SAMPLES, play, sample

LIMIT = 10 * 1024 * 1024
"""Bytes that Discord takes in one file."""


def game(length: int, seed: int = 3, facing: str | None = None) -> list[Scene]:
    """Return the scenes of a random game of that many turns."""
    rng = random.Random(seed)
    state, events = play("dynasty", ())
    scenes = [scene(state.view(None), events, facing=facing)]
    while len(scenes) <= length:
        state, events = random_turn(state, rng)
        scenes.append(scene(state.view(None), events, facing=facing))
    return scenes


def random_turn(state: State, rng: random.Random) -> tuple[State, tuple[Event, ...]]:
    """Return what a random action leads to that does not end the game."""
    assert state.to_move is not None
    actions = list(state.legal_actions(state.to_move))
    rng.shuffle(actions)
    for action in actions:
        step = state.apply(state.to_move, action)
        if step.state.result is None:
            return step.state, step.events
    raise AssertionError("every action ends the game")


def turn(name: str, facing: str | None = None) -> tuple[Scene, Scene]:
    """Return the scenes before and after the last action of a sample."""
    chosen = SAMPLES[name]
    state, events = play(chosen.layout, chosen.actions[:-1])
    return scene(state.view(None), events, facing=facing), sample(name, facing)


def frames(data: bytes) -> list[tuple[bytes, int]]:
    """Return each picture that a GIF shows, as RGB, and how long, in milliseconds."""
    found = []
    with Image.open(BytesIO(data)) as image:
        for index in range(getattr(image, "n_frames", 1)):
            image.seek(index)
            found.append((image.convert("RGB").tobytes(), image.info["duration"]))
    return found


def drawn(scenes: Sequence[Scene], theme: str = "papyrus") -> list[bytes]:
    return [compose_scene(one, THEMES[theme]).convert("RGB").tobytes() for one in scenes]


def boxes(data: bytes) -> Iterator[tuple[int, int, int, int]]:
    """Yield the box that each frame covers, reading the blocks of the file.

    A block that is not as we mean it to be fails: a table of colours of a frame's own, a disposal
    that does not keep what is there.
    """
    place = 13 + 3 * (2 << (data[10] & 7))
    while data[place : place + 1] != b";":
        match data[place : place + 2]:
            case b"!\xf9":
                assert data[place + 3] >> 2 == 1
                place += 2
            case b"!\xff":
                place += 2
            case _:
                assert data[place : place + 1] == b","
                left, top, width, height, packed = unpack_from("<HHHHB", data, place + 1)
                assert packed & 0x80 == 0
                yield left, top, left + width, top + height
                place += 11
        while data[place]:
            place += 1 + data[place]
        place += 1


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("facing", [SILVER, GOLD])
def test_every_frame_of_a_game_is_its_scene_pixel_for_pixel(theme: str, facing: str) -> None:
    scenes = game(12, facing=facing)
    assert [pixels for pixels, _ in frames(animate(scenes, theme))] == drawn(scenes, theme)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", ["beam", "destroyed", "win"])
def test_every_frame_of_a_shot_is_its_scene_pixel_for_pixel(name: str, theme: str) -> None:
    before, after = turn(name)
    scenes = [one for one, _ in shot(before, after)]
    assert [pixels for pixels, _ in frames(animate_shot(before, after, theme))] == drawn(
        scenes, theme
    )


def test_a_frame_covers_no_more_than_what_changed() -> None:
    scenes = game(12)
    images = [compose_scene(one, PAPYRUS).convert("RGB") for one in scenes]
    whole = (0, 0, *images[0].size)
    changes = [ImageChops.difference(old, new).getbbox() for old, new in pairwise(images)]
    assert list(boxes(animate(scenes))) == [whole, *changes]


def test_a_position_that_changes_nothing_is_shown_all_the_same() -> None:
    opening = sample("opening")
    data = animate([opening, opening], hold_ms=500, last_ms=800)
    assert [box[2:] for box in boxes(data)] == [(800, 656), (1, 1)]
    assert [duration for _, duration in frames(data)] == [500, 800]


def test_a_game_holds_every_position_as_long_as_told_and_the_last_one_longer() -> None:
    durations = [hold for _, hold in frames(animate(game(4), hold_ms=700, last_ms=2_500))]
    assert durations == [700] * 4 + [2_500]
    *usual, last = [hold for _, hold in frames(animate(game(4)))]
    assert last > max(usual)


def test_a_game_of_one_position_is_one_frame() -> None:
    assert [pixels for pixels, _ in frames(animate([sample("win")]))] == drawn([sample("win")])


def test_a_game_without_a_position_is_an_error() -> None:
    with pytest.raises(ValueError, match="at least one position"):
        animate([])


def test_a_theme_that_is_none_is_an_error() -> None:
    with pytest.raises(KeyError, match="sunset"):
        animate([sample("opening")], "sunset")


def test_a_game_goes_on_for_ever_and_a_shot_stays_on_its_last_frame() -> None:
    assert Image.open(BytesIO(animate(game(2)))).info["loop"] == 0
    assert "loop" not in Image.open(BytesIO(animate_shot(*turn("beam")))).info


def test_a_delay_that_browsers_would_replace_is_never_written() -> None:
    image = compose_scene(sample("opening"), PAPYRUS)
    data = encode([Frame(image, 0), Frame(image, 10)], palette(BOARD, PAPYRUS), Repeat.ONCE)
    assert [duration for _, duration in frames(data)] == [SHORTEST, SHORTEST]


def test_a_game_of_300_turns_fits_in_one_message() -> None:
    assert len(animate(game(300))) < LIMIT


def test_even_300_frames_that_change_everything_fit_in_one_message() -> None:
    """No game does this: the board is turned round with every frame."""
    scenes = [sample("beam", (SILVER, GOLD)[index % 2]) for index in range(301)]
    assert len(animate(scenes)) < LIMIT


def test_a_shot_begins_before_the_action_without_what_the_turn_before_left() -> None:
    before, after = turn("destroyed")
    first = next(shot(before, after))[0]
    figures = {cell: tile.figure for cell, tile in before.tiles.items() if tile.figure}
    assert {cell: tile.figure for cell, tile in first.tiles.items()} == figures
    assert not any(tile.beam or tile.ghost or tile.accent for tile in first.tiles.values())
    assert first.shining is None


def test_a_shot_ends_with_the_picture_of_the_position_that_it_led_to() -> None:
    before, after = turn("destroyed", GOLD)
    *_, (last, _) = shot(before, after)
    assert last == after
    assert last.orientation is Orientation.TURNED


def test_the_beam_runs_square_by_square_in_the_order_of_travel() -> None:
    before, after = turn("beam")
    _, acted, *running, _ = [one for one, _ in shot(before, after)]
    assert acted.shining is None
    assert all(one.shining == SILVER for one in running)
    lit = [sum(len(tile.beam) for tile in one.tiles.values()) for one in running]
    assert lit == list(range(len(after.course)))
    for reached, one in enumerate(running):
        head = after.course[reached - 1] if reached else None
        assert head is None or one.tiles[head].beam
        for cell, tile in one.tiles.items():
            passed = after.course[:reached].count(cell)
            assert tile.beam == after.tiles[cell].beam[:passed]


def test_what_the_beam_destroys_stands_until_it_is_struck() -> None:
    before, after = turn("destroyed")
    struck = after.course[-1]
    _, *standing, (hit, _), (last, _) = shot(before, after)
    for one, _ in standing:
        assert one.tiles[struck].figure == Figure("obelisk", GOLD)
        assert End.BURST not in {segment.end for segment in one.tiles[struck].beam}
    assert hit.tiles[struck].figure == Figure("obelisk", GOLD)
    assert hit.tiles[struck].beam[-1].end is End.BURST
    assert last.tiles[struck].figure is None
    assert last.tiles[struck].ghost == Figure("obelisk", GOLD)


@pytest.mark.parametrize("squares", [1, 2, 19, 20, 21, 29, 30, 31, 59, 61, 160, 240])
def test_a_beam_of_any_length_runs_for_no_longer_than_it_is_watched(squares: int) -> None:
    after = swept(squares)
    _, _, *running, _ = shot(scene_of_nothing(), after)
    assert sum(hold for _, hold in running) <= RUN
    assert all(hold >= 2 * SHORTEST for _, hold in running)
    assert len(animate_shot(scene_of_nothing(), after)) < LIMIT


def test_a_turn_without_a_shot_is_shown_as_before_and_after() -> None:
    opening = sample("opening")
    assert [one for one, _ in shot(opening, opening)] == [opening, opening]


def scene_of_nothing(events: Sequence[Event] = ()) -> Scene:
    state, _ = play("classic", ())
    return scene(state.view(None), events)


def swept(squares: int) -> Scene:
    """Return a scene whose beam sweeps that many squares, row by row and again from the top."""
    names = [f"{file}{rank}" for rank in range(8, 0, -1) for file in "abcdefghij"]
    rays = [Ray(names[index % 80], Direction.E, Direction.E) for index in range(squares)]
    return scene_of_nothing((Fired(GOLD, tuple(rays), "wall", None),))
