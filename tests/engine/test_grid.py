"""Squares, directions and mirrors."""

import pytest

from engine.grid import Corner, Diagonal, Direction, Grid

N, E, S, W = Direction


def test_rows_count_from_the_side_that_the_game_says() -> None:
    deflexion, reflix = Grid(10, 8), Grid(7, 9, first_row=Direction.N)
    assert deflexion.cells["a1"] + deflexion.steps[N] == deflexion.cells["a2"]
    assert reflix.cells["a2"] + reflix.steps[N] == reflix.cells["a1"]
    assert (len(deflexion.cells), len(reflix.cells)) == (80, 63)


def test_a_wider_border_has_room_beyond_the_squares_next_to_the_board() -> None:
    grid = Grid(3, 2, border=2)
    reached = {cell + a + b for cell in grid.names for a in grid.steps for b in (0, a, *grid.steps)}
    assert (min(reached), max(reached), grid.size) == (2, 39, 42)
    corner = grid.cells["c2"] + grid.steps[N] + grid.steps[E]
    assert corner + grid.steps[W] == grid.cells["c2"] + grid.steps[N]
    assert len({corner, corner + grid.steps[N], corner + grid.steps[E]} - set(grid.names)) == 3


@pytest.mark.parametrize("grid", [Grid(10, 8), Grid(9, 9), Grid(7, 9, first_row=Direction.N)])
def test_a_step_off_the_board_comes_onto_the_border(grid: Grid) -> None:
    for cell in grid.names:
        for step in grid.steps:
            assert 0 <= cell + step < grid.size
    assert len({cell + step for cell in grid.names for step in grid.steps} - set(grid.names)) == (
        2 * (grid.columns + grid.rows)
    )


@pytest.mark.parametrize(
    ("diagonal", "leaving"), [(Diagonal.SLASH, (E, N, W, S)), (Diagonal.BACKSLASH, (W, S, E, N))]
)
def test_a_two_sided_mirror_turns_every_heading(
    diagonal: Diagonal, leaving: tuple[Direction, ...]
) -> None:
    assert tuple(diagonal.reflect(heading) for heading in Direction) == leaving


@pytest.mark.parametrize(
    ("corner", "leaving"),
    [
        (Corner.NE, (None, None, E, N)),
        (Corner.SE, (E, None, None, S)),
        (Corner.SW, (W, S, None, None)),
        (Corner.NW, (None, N, W, None)),
    ],
)
def test_a_one_sided_mirror_turns_what_enters_from_the_sides_it_looks_to(
    corner: Corner, leaving: tuple[Direction | None, ...]
) -> None:
    assert tuple(corner.reflect(heading) for heading in Direction) == leaving


def test_quarter_turns_go_clockwise() -> None:
    assert Direction.N.turned(1) is Direction.E
    assert Corner.NE.turned(1) is Corner.SE
    assert Corner.NE.turned(-1) is Corner.NW
    assert Diagonal.SLASH.turned is Diagonal.BACKSLASH
    assert Diagonal.BACKSLASH.turned is Diagonal.SLASH
