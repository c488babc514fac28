"""What a layout of one's own must be, with every fault named, and how half of it is mirrored."""

import pytest

from engine.core import BadOption
from engine.deflexion.layout import across, layout_faults, mirrored, read_layout
from engine.deflexion.notation import (
    GOLD,
    GRID,
    SILVER,
    Kind,
    Piece,
    Position,
    format_code,
    parse_code,
)
from engine.deflexion.rulesets import DEFLEXION_RULES


def faults(code: str) -> str:
    return " ".join(layout_faults(parse_code(code), DEFLEXION_RULES))


@pytest.mark.parametrize("code", DEFLEXION_RULES.layouts.values(), ids=DEFLEXION_RULES.layouts)
def test_the_predefined_layouts_are_layouts(code: str) -> None:
    assert format_code(read_layout(code, DEFLEXION_RULES)) == code


def test_every_fault_is_named_at_once() -> None:
    said = faults("10/10/10/10/10/10/10/o8K s")
    assert said == (
        "Gold has no Pharaoh and needs one. Silver's laser strikes Silver's Pharaoh as it stands."
    )
    said = faults("kk8/10/10/10/10/10/10/Ko8 g")
    for fault in (
        "Gold has 2 Pharaohs",
        "Silver has a piece on a1, reserved for Gold",
        "Gold has a piece on b1 and b8, reserved for Silver",
        "Silver makes the first move",
        "Gold's laser strikes Gold's Pharaoh",
    ):
        assert fault in said


def test_a_side_has_at_most_fourteen_pieces_beside_its_pharaoh() -> None:
    full = "4k5/10/2OOOOOOO1/2OOOOOOO1/10/10/10/4K5 s"
    assert faults(full) == ""
    more = full.replace("/10/10/10/4K5", "/2O7/10/10/4K5")
    assert faults(more) == ("Silver has 15 pieces beside its Pharaoh; at most 14 are allowed.")


@pytest.mark.parametrize("code", ["", "nonsense", "x" * 10_000, "10/10 s"])
def test_a_text_that_is_no_code_is_no_layout(code: str) -> None:
    with pytest.raises(BadOption):
        read_layout(code, DEFLEXION_RULES)


def test_half_a_turn_takes_silvers_corner_to_golds() -> None:
    assert across("a1") == "j8"
    assert all(across(across(square)) == square for square in GRID.cells)


@pytest.mark.parametrize("name", ["classic", "imhotep"])
def test_the_symmetric_predefined_layouts_mirror_to_themselves(name: str) -> None:
    position = parse_code(DEFLEXION_RULES.layouts[name])
    assert mirrored(position, SILVER) == mirrored(position, GOLD) == position


def test_mirroring_replaces_the_other_side_and_turns_what_faces() -> None:
    pieces = {
        "c2": Piece(SILVER, Kind.PYRAMID, "NE"),
        "d3": Piece(SILVER, Kind.DJED, "/"),
        "e1": Piece(SILVER, Kind.PHARAOH, None),
        "c7": Piece(GOLD, Kind.OBELISK, None),
    }
    after = mirrored(Position(pieces, SILVER), SILVER)
    assert "c7" not in after.pieces
    assert after.pieces["h7"] == Piece(GOLD, Kind.PYRAMID, "SW")
    assert after.pieces["g6"] == Piece(GOLD, Kind.DJED, "/")
    assert after.pieces["f8"] == Piece(GOLD, Kind.PHARAOH, None)


def test_pieces_that_mirror_onto_each_other_are_named() -> None:
    pieces = {square: Piece(GOLD, Kind.OBELISK, None) for square in ("e4", "f5")}
    with pytest.raises(BadOption, match="Gold has pieces on e4 and f5"):
        mirrored(Position(pieces, SILVER), GOLD)
