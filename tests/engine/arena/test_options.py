"""The options of Arena: a fair start that is drawn, one that is given, or a state."""

import random
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given

from engine.arena.notation import RING, Position
from engine.arena.samples import BEGINNING
from engine.arena.setup import PERIODS, PIECES, across, board_of, is_fair
from engine.arena.state import ARENA, ArenaState
from engine.core import JSON, BadOption
from engine.grid import Diagonal
from tests.engine.arena import model
from tests.engine.arena.positions import positions, start

EDGES = {square: str(diagonal) for square, diagonal in BEGINNING.edges.items()}


def fault(options: dict[str, Any], rng: random.Random | None = None) -> str:
    """Why the options are refused."""
    with pytest.raises(BadOption) as refusal:
        ARENA.complete(options, rng)
    return str(refusal.value)


# The start


def test_the_pieces_stand_as_the_rules_say() -> None:
    texts = {
        square: " ".join(filter(None, (piece.seat, piece.kind, piece.facing)))
        for square, piece in PIECES.items()
    }
    white = {
        "b1": "white cannon N", "e2": "white king", "d2": "white guard", "e3": "white guard",
        "c2": "white double \\", "g3": "white double /", "e1": "white mirror SW",
        "a2": "white mirror NE", "f2": "white mirror NE", "d3": "white mirror NW",
        "f3": "white mirror NE", "i2": "white mirror NW",
    }  # fmt: skip
    black = {
        "h9": "black cannon S", "e8": "black king", "f8": "black guard", "e7": "black guard",
        "g8": "black double \\", "c7": "black double /", "e9": "black mirror NE",
        "i8": "black mirror SW", "d8": "black mirror SW", "f7": "black mirror SE",
        "d7": "black mirror SW", "a8": "black mirror SE",
    }  # fmt: skip
    assert texts == white | black


def test_a_game_begins_with_nothing_but_the_pieces_and_white_to_move() -> None:
    view = ARENA.start({"edges": EDGES, "rise_in": 9}).truth()
    assert (view.to_move, view.ply, view.quiet, view.rise_in, view.raised_left) == (
        "white", 0, 0, 9, 0
    )  # fmt: skip
    assert (view.rubble, view.columns) == ((), ())
    assert view.cooldown == {"white": False, "black": False}
    assert {square: str(diagonal) for square, diagonal in view.edges.items()} == EDGES
    assert list(view.pieces) == sorted(view.pieces)


def test_half_a_turn_of_the_ring_brings_each_mirror_onto_another() -> None:
    assert {across(square) for square in RING} == set(RING)
    assert all(across(across(square)) == square != across(square) for square in RING)


def test_a_drawn_start_is_symmetric_and_no_first_shot_comes_to_an_opponent_or_a_king() -> None:
    rng = random.Random(2005)
    periods, ways = set(), set()
    for _ in range(300):
        complete = ARENA.complete({}, rng)
        assert complete.keys() == {"edges", "rise_in"}
        state = ARENA.start(complete)
        edges = state.truth().edges
        assert all(edges[square] is edges[across(square)] for square in RING)
        assert not harmful_shots(state)
        periods.add(state.truth().rise_in)
        ways |= set(edges.items())
    assert periods == set(PERIODS)
    assert len(ways) == 2 * len(RING)


def harmful_shots(state: ArenaState) -> list[str]:
    """The ends of first shots that come to an opposing piece or to a king, by the other model."""
    found = []
    for square, facings in (("b1", "NE"), ("h9", "SW")):
        for facing in facings:
            position = deepcopy(state.truth().to_json())
            position["pieces"][square]["facing"] = facing  # type: ignore[index, call-overload]
            seat = position["pieces"][square]["seat"]  # type: ignore[index, call-overload]
            path, _, _, _ = model.shoot(position, seat)
            pieces = [state.truth().pieces[each] for each in path if each in state.truth().pieces]
            found += [piece.kind for piece in pieces if piece.seat != seat or piece.kind == "king"]
    return found


def test_starts_are_fair_exactly_when_no_first_shot_does_harm() -> None:
    rng, fair = random.Random(5), 0
    for _ in range(400):
        edges = {square: rng.choice(list(Diagonal)) for square in RING}
        state = ARENA.start({"edges": dict(edges), "rise_in": 8})
        assert is_fair(edges) is not bool(harmful_shots(state))
        fair += is_fair(edges)
    assert 0 < fair < 400


def test_given_mirrors_are_taken_as_they_are_and_only_what_is_open_is_drawn() -> None:
    unfair = next(
        edges
        for seed in range(100)
        for rng in [random.Random(seed)]
        for edges in [{square: rng.choice("/\\") for square in RING}]
        if not is_fair({square: Diagonal(mark) for square, mark in edges.items()})
    )
    complete = ARENA.complete({"edges": unfair}, random.Random(1))
    assert complete["edges"] == unfair
    assert complete["rise_in"] in PERIODS
    other = ARENA.complete({"rise_in": 12}, random.Random(1))
    assert (other["rise_in"], len(other["edges"])) == (12, 36)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({}, "The option edges is missing, and nothing draws it."),
        ({"edges": EDGES}, "The option rise_in is missing, and nothing draws it."),
        ({"rise_in": 7}, "The option rise_in is a whole number from 8 to 16."),
        ({"rise_in": 17}, "The option rise_in is a whole number from 8 to 16."),
        ({"rise_in": 8.0}, "The option rise_in is a whole number from 8 to 16."),
        ({"rise_in": None}, "The option rise_in is a whole number from 8 to 16."),
        ({"rise_in": True}, "The option rise_in is a whole number from 8 to 16."),
        ({"edges": None}, "The edges are an object of the 36 ring squares"),
        ({"edges": list(EDGES)}, "The edges are an object of the 36 ring squares"),
        ({"edges": EDGES | {"NE": "/"}}, "The edges have an unknown square “NE”."),
        ({"edges": EDGES | {"a1": "/"}}, "The edges have an unknown square “a1”."),
        ({"edges": EDGES | {"E1": "|"}}, "The edges have neither “/” nor “\\” on E1."),
        ({"edges": EDGES | {"E1": None, "Nc": 1}}, "neither “/” nor “\\” on E1 and Nc."),
        ({"edges": {k: v for k, v in EDGES.items() if k != "Sd"}}, "The edges lack Sd."),
        ({"edges": {}}, "The edges lack E1, E2, E3"),
        ({"layout": "classic"}, "There is no option “layout”."),
        ({"rules": "arena"}, "There is no option “rules”."),
        ({"state": [], "edges": EDGES}, "The options state and edges cannot be given together."),
        ({"state": [], "rise_in": 9}, "The options state and rise_in cannot be given together."),
        ({"state": []}, "The option state is an object."),
        ({"state": None}, "The option state is an object."),
    ],
)
def test_faulty_options_are_refused_with_their_fault(options: dict[str, JSON], reason: str) -> None:
    assert reason in fault(options)


# A state


@given(positions())
def test_a_state_starts_a_game_where_it_stands(position: Position) -> None:
    state = ArenaState(board_of(position), 41, None)
    whole = state.truth().to_json()
    again = ARENA.start({"state": whole})
    assert again.truth() == state.truth()
    assert again.truth().to_json() == whole


def whole(**changes: JSON) -> dict[str, Any]:
    """Options with a state that is right but for the changes."""
    state = start("Ma1NE gb3N De4/!", "black", quiet=3).truth().to_json()
    return {"state": state | changes}


def changed(square: str, **changes: JSON) -> dict[str, Any]:
    """Options with a state that is right but for one piece."""
    options = whole()
    options["state"]["pieces"][square] |= changes
    return options


def without(square: str) -> dict[str, Any]:
    """Options with a state that is right but for a piece that is missing."""
    options = whole()
    del options["state"]["pieces"][square]
    return options


FOUR = ["a4", "c4", "d4", "f4"]


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (whole(extra=1), "The state has no key “extra”."),
        (whole(game="deflexion"), "The state is not one of arena."),
        (whole(phase="over"), "The state's phase is not play"),
        (whole(result={"winner": None, "reason": "quiet"}), "The state has a result"),
        (whole(to_move="gold"), "The state's to_move is neither white nor black."),
        (whole(to_move=None), "The state's to_move is neither white nor black."),
        (whole(ply=-1), "The state's ply is a whole number"),
        (whole(quiet=100), "The state's quiet is a whole number from 0 to 99."),
        (whole(quiet="3"), "The state's quiet is a whole number from 0 to 99."),
        (whole(cooldown={"white": True}), "The state's cooldown"),
        (whole(cooldown={"white": True, "black": 0}), "The state's cooldown"),
        (whole(cooldown={"white": True, "black": False, "red": False}), "The state's cooldown"),
        (whole(cooldown=None), "The state's cooldown"),
        (whole(rise_in=0), "The state's rise_in is a whole number from 1 to 16."),
        (whole(rise_in=17), "The state's rise_in is a whole number from 1 to 16."),
        (whole(rise_in=None), "The state's rise_in is a whole number from 1 to 16."),
        (whole(rise_in=True), "The state's rise_in is a whole number from 1 to 16."),
        (whole(raised_left=1), "The state's raised_left is 0 while no columns stand."),
        (whole(raised_left=4), "The state's raised_left is a whole number from 0 to 3."),
        (whole(columns=FOUR, raised_left=0, rise_in=None), "raised_left is from 1 to 3 while"),
        (whole(columns=FOUR, raised_left=3), "The state's rise_in is null while columns stand."),
        (whole(columns=FOUR[:3], raised_left=3, rise_in=None), "Four columns stand or none, not 3"),
        (whole(columns=[*FOUR, "a5"], raised_left=3, rise_in=None), "or none, not 5."),
        (whole(columns=[*FOUR[:3], "a1"], raised_left=3, rise_in=None), "one object is on a1."),
        (whole(columns=[*FOUR[:3], "Na"], raised_left=3, rise_in=None), "unknown square “Na”."),
        (whole(columns="a1"), "The columns are a list of squares."),
        (whole(rubble=["a1", "b3"]), "More than one object is on a1 and on b3."),
        (whole(rubble=["c3", "c3"]), "The squares of rubble name c3 more than once."),
        (whole(rubble=["z9", "c3"]), "The squares of rubble have an unknown square “z9”."),
        (whole(rubble=[3]), "The squares of rubble name something that is no text."),
        (whole(rubble=None), "The squares of rubble are a list of squares."),
        (whole(edges={}), "The edges lack E1, E2, E3"),
        (whole(edges=[]), "The edges are an object of the 36 ring squares"),
        (whole(pieces=[]), "The state's pieces are an object"),
        (whole(pieces={}), "White has no King and needs one."),
        (without("b1"), "White has no cannon and needs one."),
        (without("c9"), "Black has no King and needs one."),
        (changed("a1", kind="king", facing=None), "White has 2 Kings and may have only one."),
        (changed("a1", kind="cannon", facing="N"), "White has 2 cannons and may have only one."),
        (changed("a1", seat="silver"), "The piece on a1 is neither white nor black."),
        (changed("a1", seat=None), "The piece on a1 is neither white nor black."),
        (changed("a1", kind="pharaoh"), "The kind of the piece on a1 is one of king, cannon"),
        (changed("a1", kind=[]), "The kind of the piece on a1 is one of king, cannon"),
        (
            changed("a1", facing="N"),
            "The facing of White's mirror on a1 is one of NE, SE, SW and NW.",
        ),
        (changed("a1", facing=None), "The facing of White's mirror on a1 is one of NE, SE"),
        (
            changed("e4", facing="NE"),
            "The facing of White's double mirror on e4 is one of / and \\.",
        ),
        (changed("b1", facing="S"), "The facing of White's cannon on b1 is one of N and E."),
        (changed("h9", facing="N"), "The facing of Black's cannon on h9 is one of S and W."),
        (changed("b3", facing="N"), "The guard tower on b3 has no facing: it is null."),
        (changed("g1", facing="N"), "The King on g1 has no facing: it is null."),
        (changed("b3", hits=["E", "N", "S"]), "The guard tower on b3 would be rubble"),
        (changed("b3", hits=["E", "E"]), "The hits of the piece on b3 name a side twice."),
        (changed("b3", hits=["NE"]), "The hits of the piece on b3 are a list of N, E, S or W."),
        (changed("b3", hits="N"), "The hits of the piece on b3 are a list of N, E, S or W."),
        (changed("b3", hits=None), "The hits of the piece on b3 are a list of N, E, S or W."),
        (changed("a1", hits=["N"]), "Only a guard tower has hits, not the mirror on a1."),
        (changed("a1", locked=True), "Only a double mirror can be locked, not the mirror on a1."),
        (changed("e4", locked=1), "The piece on e4 is locked or not: true or false."),
        (changed("e4", colour="red"), "The piece on e4 has no key “colour”."),
        (whole(pieces={"a1": {}}), "The piece on a1 lacks the key facing."),
        (whole(pieces={"a1": None}), "The piece on a1 is not an object."),
        (whole(pieces={"Na": {}}), "The pieces have an unknown square “Na”."),
    ],
)
def test_a_faulty_state_is_refused_with_its_fault(options: dict[str, Any], reason: str) -> None:
    assert reason in fault(options)


def test_every_fault_of_a_state_is_named() -> None:
    text = fault({"state": {"ply": -1, "quiet": "x", "columns": ["a1"], "pieces": {"a1": {}}}})
    for part in ("game", "phase", "to_move", "result", "edges", "rubble", "raised_left",
                 "rise_in", "cooldown", "ply", "quiet", "Four columns", "seat"):  # fmt: skip
        assert part in text


def test_a_state_whose_board_has_no_room_for_columns_is_refused() -> None:
    guard: JSON = {"seat": "white", "kind": "guard", "facing": None, "hits": [], "locked": False}
    options = whole()
    pieces = options["state"]["pieces"]
    free = [f"{c}{row}" for c in "abcdefghi" for row in range(1, 10) if f"{c}{row}" not in pieces]
    options["state"]["pieces"] = pieces | dict.fromkeys(free[4:], guard)
    assert ARENA.start(options).truth().rise_in == 16
    options["state"]["pieces"] = pieces | dict.fromkeys(free[3:], guard)
    assert "four squares without pieces and rubble" in fault(options)


def test_hits_and_squares_of_a_state_may_come_in_any_order() -> None:
    options = changed("b3", hits=["S", "E"])
    options["state"]["rubble"] = ["d5", "c3"]
    view = ARENA.start(options).truth()
    assert (view.pieces["b3"].hits, view.rubble) == (("E", "S"), ("c3", "d5"))
