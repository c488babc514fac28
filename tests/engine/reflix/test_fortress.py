"""What a fortress must be: every fault named, and none found in what the rules allow."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core import IllegalAction, InvalidAction
from engine.reflix.fortress import (
    CLASSIC,
    can_be_entered,
    fitted,
    format_fortress,
    fortress_faults,
    mirrored,
    own_squares,
    parse_fortress,
    random_fortress,
)
from engine.reflix.notation import (
    NORTH,
    SEATS,
    SOUTH,
    Fortress,
    Mark,
    Placed,
    objects_of,
    parse_action,
)
from engine.reflix.state import REFLIX
from tests.engine.reflix import model

CLASSIC_SOUTH = "T d8 W c8 e8 S b7 d7 f7 M a8/ g8\\"
CLASSIC_NORTH = "T d2 W c2 e2 S b3 d3 f3 M a2\\ g2/"


def refuse(seat: str, text: str) -> str:
    """The sentences with which the seat's setup is refused, after which all is as it was."""
    state = REFLIX.start({})
    with pytest.raises(IllegalAction) as refusal:
        state.apply(seat, parse_action(f"setup {text}"))
    assert state.truth() == REFLIX.start({}).truth()
    assert len(str(refusal.value)) < 400
    return str(refusal.value)


def any_fortress(seat: str, rng: random.Random) -> Fortress:
    """Any eight objects on the seat's rows, sealed or not, its target not in the front row."""
    back = [square for square in own_squares(seat) if square[1] in ("8912")]
    target = rng.choice(back)
    others = rng.sample([square for square in own_squares(seat) if square != target], 7)
    marks = [*"WWSSS", rng.choice("/\\"), rng.choice("/\\")]
    return {target: Mark.TARGET} | dict(zip(others, map(Mark, marks), strict=True))


def objects(fortress: Fortress) -> dict[model.Place, str]:
    """The fortress for the model."""
    return {model.place(square): str(mark) for square, mark in fortress.items()}


def test_the_classic_fortresses_are_those_of_the_rules() -> None:
    assert {seat: format_fortress(CLASSIC[seat]) for seat in SEATS} == {
        SOUTH: CLASSIC_SOUTH,
        NORTH: CLASSIC_NORTH,
    }
    for seat in SEATS:
        assert fortress_faults(objects_of(CLASSIC[seat]), seat) == []


@pytest.mark.parametrize(
    ("seat", "text", "reasons"),
    [
        (
            SOUTH,
            f"{CLASSIC_SOUTH} W a9",
            ["South's fortress has 3 walls instead of 2."],
        ),
        (
            SOUTH,
            "T d8 W c8 S b7 d7 f7 M a8/ g8\\",
            ["South's fortress has 1 wall instead of 2."],
        ),
        (
            NORTH,
            "T d2 e2 W c2 S b3 d3 f3 M a2\\ g2/",
            [
                "North's fortress has 2 targets instead of 1.",
                "North's fortress has 1 wall instead of 2.",
            ],
        ),
        (
            SOUTH,
            "W d8",
            [
                "South's fortress has no target and needs 1.",
                "South's fortress has 1 wall instead of 2.",
                "South's fortress has no shields and needs 3.",
                "South's fortress has no fixed mirrors and needs 2.",
            ],
        ),
        (
            SOUTH,
            "T d7 W c8 e8 S b7 e7 f7 M a8/ g8\\",
            ["The target on d7 may not stand in row 7, next to the zone."],
        ),
        (
            NORTH,
            "T d3 W c2 e2 S b3 e3 f3 M a2\\ g2/",
            ["The target on d3 may not stand in row 3, next to the zone."],
        ),
        (SOUTH, CLASSIC_NORTH, ["South's objects stand on rows 7 to 9, not on a2, b3, "]),
        (NORTH, CLASSIC_SOUTH, ["North's objects stand on rows 1 to 3, not on a8, b7, "]),
        (
            SOUTH,
            "T d8 W c6 e8 S b7 d7 f7 M a8/ g8\\",
            ["South's objects stand on rows 7 to 9, not on c6."],
        ),
        (
            SOUTH,
            "T d8 W c8 d8 S b7 b7 f7 M a8/ g8\\",
            ["There is more than one object on b7 or d8."],
        ),
        (
            SOUTH,
            "T d8 W h8 e10 S b7 d7 f7 M a8/ g8\\",
            ["The board has columns a to g, rows 1 to 9, and no “e10” or “h8”."],
        ),
        (
            SOUTH,
            "T a9 W a8 b9 S b7 d7 f7 M g8/ g9\\",
            ["No laser could enter this fortress: wherever three mirrors stood in the zone, North"],
        ),
        (
            NORTH,
            "T a1 W a2 b1 S b3 d3 f3 M g2/ g1\\",
            ["No laser could enter this fortress: wherever three mirrors stood in the zone, South"],
        ),
        (
            SOUTH,
            "T a9 W a8 c9 S b7 d7 f7 M b9\\ g9\\",
            ["No laser could enter this fortress"],
        ),
        (
            NORTH,
            "T d3 a1 W c2 e2 d4 S b3 b3 M a2\\ g2/ z9/",
            [
                "2 targets",
                "3 walls",
                "2 shields",
                "3 fixed mirrors",
                "no “z9”",
                "not on d4.",
                "more than one object on b3.",
                "The target on d3 may not stand in row 3",
            ],
        ),
    ],
)
def test_a_fortress_is_refused_with_all_its_faults(
    seat: str, text: str, reasons: list[str]
) -> None:
    sentences = refuse(seat, text)
    for reason in reasons:
        assert reason in sentences
    if all(reason.endswith(".") for reason in reasons):
        assert sentences == " ".join(reasons)


def test_a_target_in_the_front_row_hides_no_seal() -> None:
    walled = {"a7": Mark.TARGET, "b7": Mark.WALL, "a8": Mark.WALL}
    assert can_be_entered(walled, SOUTH)
    assert model.can_be_entered(SOUTH, objects(walled))


def test_a_mirror_can_open_what_a_wall_would_seal() -> None:
    text = "T a9 W a8 c9 S b7 d7 f7 M b9/ g9\\"
    assert format_fortress(parse_fortress(text)) == text


@pytest.mark.parametrize("seat", SEATS)
def test_a_fortress_is_sealed_exactly_when_no_three_mirrors_lead_a_beam_in(seat: str) -> None:
    rng = random.Random(f"seals of {seat}")
    found: dict[bool, int] = {True: 0, False: 0}
    while min(found.values()) < 6:
        fortress = any_fortress(seat, rng)
        is_open = can_be_entered(fortress, seat)
        if found[is_open] < 6:
            assert model.can_be_entered(seat, objects(fortress)) is is_open
            found[is_open] += 1


@given(st.sampled_from(SEATS), st.integers(0, 2**32))
def test_a_fortress_is_open_if_a_random_placing_of_mirrors_lets_a_beam_in(
    seat: str, seed: int
) -> None:
    rng = random.Random(seed)
    fortress = any_fortress(seat, rng)
    for _ in range(200):
        spots = rng.sample(model.ZONE, rng.randint(0, 3))
        mirrors = {spot: rng.choice("/\\") for spot in spots}
        if model.is_reached(seat, objects(fortress), mirrors):
            assert can_be_entered(fortress, seat)


@pytest.mark.parametrize("seat", SEATS)
def test_a_random_fortress_is_always_allowed(seat: str) -> None:
    rng = random.Random(2005)
    state = REFLIX.start({})
    targets = set()
    for _ in range(500):
        fortress = random_fortress(seat, rng)
        text = format_fortress(fortress)
        step = state.apply(seat, parse_action(f"setup {text}"))
        assert str(step.action) == f"setup {text}"
        targets |= {square for square, mark in fortress.items() if mark is Mark.TARGET}
    rows = "89" if seat == SOUTH else "12"
    assert targets == {f"{column}{row}" for column in "abcdefg" for row in rows}


@given(st.sampled_from(SEATS), st.integers(0, 2**32))
def test_a_kept_fortress_comes_back_from_its_text_and_fits_either_seat(
    seat: str, seed: int
) -> None:
    fortress = random_fortress(seat, random.Random(seed))
    assert parse_fortress(format_fortress(fortress)) == fortress
    assert mirrored(mirrored(fortress)) == fortress
    (other,) = set(SEATS) - {seat}
    assert fitted(fortress, seat) == fortress
    assert fitted(fortress, other) == mirrored(fortress)
    assert fortress_faults(objects_of(mirrored(fortress)), other) == []


def test_a_text_that_is_no_fortress_is_refused_when_it_is_loaded() -> None:
    with pytest.raises(InvalidAction, match="is no fortress"):
        parse_fortress("")
    with pytest.raises(InvalidAction, match="neither a square"):
        parse_fortress("banana")
    with pytest.raises(IllegalAction, match="North's fortress has 1 wall instead of 2"):
        parse_fortress("T d2 W c2 S b3 d3 f3 M a2\\ g2/")


@given(
    st.lists(
        st.builds(
            Placed,
            st.sampled_from(Mark),
            st.sampled_from([*own_squares(SOUTH), "d4", "d2", "h9", "x77"]),
        ),
        max_size=21,
    )
)
def test_whatever_is_written_down_is_allowed_or_refused_in_short_sentences(
    placed: list[Placed],
) -> None:
    faults = fortress_faults(placed, SOUTH)
    assert all(fault.endswith(".") and fault.isprintable() for fault in faults)
    assert len(" ".join(faults)) < 700
    is_proper = len(placed) == 8 and len({each.square for each in placed}) == 8
    assert bool(faults) or is_proper
