"""The beam tracer, on boards of empty squares, mirrors, panes and walls."""

from hypothesis import given
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from engine import beam
from engine.grid import Diagonal, Direction, Grid

GRID = Grid(5, 4)
EMPTY, SLASH, BACKSLASH, PANE, WALL, BORDER = range(6)
WALLED = beam.OWN_ENDS
REACTIONS = vec[i64](
    [
        reaction
        for reactions in (
            [0, 1, 2, 3],
            [int(Diagonal.SLASH.reflect(heading)) for heading in Direction],
            [int(Diagonal.BACKSLASH.reflect(heading)) for heading in Direction],
            [0, 1, 2, 3],
            [WALLED] * 4,
            [beam.LEFT] * 4,
        )
        for reaction in reactions
    ]
)


def shoot(
    things: dict[str, int], square: str, heading: Direction
) -> tuple[int, list[tuple[str, int]]]:
    """How the beam ends, and the squares it enters with its headings."""
    cells = [BORDER] * GRID.size
    for name, cell in GRID.cells.items():
        cells[cell] = things.get(name, EMPTY)
    path: list[int] = []
    last = beam.trace(
        vec[i64](cells), REACTIONS, vec[i64](GRID.steps), GRID.cells[square], heading, path
    )
    passages = vec[i64]([0] * (2 * GRID.size))
    if beam.reaction_of(last) != beam.LOOP:
        count = beam.trace_passages(
            vec[i64](cells),
            REACTIONS,
            vec[i64](GRID.steps),
            GRID.cells[square],
            heading,
            passages,
        )
        end = [] if path and path[-1] == last else [last]
        assert list(passages[:count]) == path + end
    course = [(GRID.names[beam.cell_of(p)], int(beam.entering_of(p))) for p in path]
    return int(beam.reaction_of(last)), course


def squares(course: list[tuple[str, int]]) -> list[str]:
    """The squares of a course."""
    return [square for square, _ in course]


def test_a_beam_runs_straight_until_it_leaves_the_board() -> None:
    end, course = shoot({}, "b1", Direction.N)
    assert (end, squares(course)) == (beam.LEFT, ["b1", "b2", "b3", "b4"])


def test_a_mirror_turns_the_beam_and_a_pane_lets_it_through() -> None:
    end, course = shoot({"b3": SLASH, "d3": PANE}, "b1", Direction.N)
    assert (end, squares(course)) == (beam.LEFT, ["b1", "b2", "b3", "c3", "d3", "e3"])


def test_a_beam_ends_on_what_stops_it() -> None:
    end, course = shoot({"d1": WALL}, "b1", Direction.E)
    assert (end, squares(course)) == (WALLED, ["b1", "c1", "d1"])


def test_a_closed_loop_ends_and_repeats_no_square() -> None:
    ring = {"b1": BACKSLASH, "b3": SLASH, "d3": BACKSLASH, "d1": SLASH}
    end, course = shoot(ring, "b2", Direction.N)
    assert (end, squares(course)) == (
        beam.LOOP,
        ["b2", "b3", "c3", "d3", "d2", "d1", "c1", "b1"],
    )


def test_a_beam_may_cross_its_own_course_where_it_began_too() -> None:
    end, course = shoot({"c4": SLASH, "d4": BACKSLASH, "d2": SLASH}, "c2", Direction.N)
    assert (end, squares(course)) == (
        beam.LEFT,
        ["c2", "c3", "c4", "d4", "d3", "d2", "c2", "b2", "a2"],
    )


def test_mirrors_beyond_the_board_send_the_beam_along_its_edge_and_back() -> None:
    grid = Grid(3, 3, border=2)
    cells = [BORDER] * grid.size
    for cell in grid.names:
        cells[cell] = EMPTY
    north, east = grid.steps[:2]
    above = grid.cells["a3"] + north
    cells[above], cells[above + east] = SLASH, BACKSLASH
    path: list[int] = []
    last = beam.trace(
        vec[i64](cells), REACTIONS, vec[i64](grid.steps), grid.cells["a1"], Direction.N, path
    )
    assert [grid.names.get(beam.cell_of(p)) for p in path] == [
        *("a1", "a2", "a3", None, None, "b3", "b2", "b1")
    ]
    assert [beam.cell_of(p) for p in path[3:5]] == [above, above + east]
    assert beam.reaction_of(last) == beam.LEFT


@given(
    st.dictionaries(st.sampled_from(sorted(GRID.cells)), st.integers(EMPTY, WALL)),
    st.sampled_from(sorted(GRID.cells)),
    st.sampled_from(Direction),
)
def test_every_beam_ends_and_never_enters_a_square_twice_the_same_way(
    things: dict[str, int], square: str, heading: Direction
) -> None:
    end, course = shoot(things, square, heading)
    assert end in (beam.LEFT, beam.LOOP, WALLED)
    assert len(set(course)) == len(course)
    assert course[0] == (square, int(heading))
