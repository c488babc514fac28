"""The editor of fortresses: what each press makes of one, codes, faults, and the controls."""

import random

import pytest

from bot.panels.editor import Draft
from bot.panels.fortress import FortressEditor, FortressSetup
from bot.posting import Button, ControlId, Rows, Select, Style
from engine.core import GameError
from engine.reflix.fortress import own_squares, parse_fortress
from engine.reflix.notation import Mark
from engine.registry import game

SOUTH = "T d8 W c8 e8 S b7 d7 f7 M a8/ g8\\"
NORTH = "T d2 W c2 e2 S b3 d3 f3 M a2\\ g2/"
ENDS = [
    Button(ControlId(9, 0, "setup", "keep"), "Keep…"),
    Button(ControlId(9, 0, "setup", "ready"), "Ready", Style.SUCCESS),
]


def pressed(seat: str, draft: Draft, do: str, chosen: str = "") -> Draft:
    after = FortressEditor(seat).pressed(draft, do, chosen, random.Random(1))
    assert after is not None
    return after


def placed(seat: str, draft: Draft, mark: str, square: str) -> Draft:
    return pressed(seat, draft.picking(f"{mark}{square}"), "place")


def rows(seat: str, draft: Draft) -> Rows:
    return FortressEditor(seat).rows(draft, lambda do: ControlId(10**18, 0, "setup", do), ENDS)


def disabled(seat: str, draft: Draft) -> set[str]:
    found = [button for row in rows(seat, draft) if not isinstance(row, Select) for button in row]
    return {button.label for button in found if button.is_disabled}


@pytest.mark.parametrize(("seat", "code"), [("south", SOUTH), ("north", NORTH)])
def test_a_fortress_built_press_by_press_is_what_was_built(seat: str, code: str) -> None:
    editor = FortressEditor(seat)
    draft = editor.empty
    letter = ""
    for part in code.split():
        if len(part) == 1:
            letter = part
            continue
        mark = part[2:] or letter
        draft = pressed(seat, draft, "square", part[:2])
        if draft.pick[0] != mark:
            draft = pressed(seat, draft, "object", mark)
        draft = pressed(seat, draft, "place")
    assert draft.code == code
    assert editor.faults(code) == []
    assert FortressSetup().notation(code) == f"setup {code}"
    assert FortressSetup().code(game("reflix").parse(f"setup {code}"), "south", {}) == code


def test_after_the_last_of_a_kind_the_next_kind_is_picked() -> None:
    draft = placed("south", FortressEditor().empty, "T", "d8")
    assert draft.pick == "Wd8"
    draft = placed("south", placed("south", draft, "W", "a9"), "W", "b9")
    assert draft.pick == "Sb9"
    assert placed("south", draft, "\\", "c9").pick == "\\c9"


def test_there_is_one_target_which_moves_and_of_others_no_more_than_there_are() -> None:
    draft = placed("south", placed("south", FortressEditor().empty, "T", "d8"), "T", "e9")
    assert draft.code == "T e9"
    walls = placed("south", placed("south", draft, "W", "a9"), "W", "b9")
    assert "Place" in disabled("south", walls.picking("Wc9"))
    assert "Place" not in disabled("south", walls.picking("Sc9"))
    assert "Place" not in disabled("south", walls.picking("Sb9")), "in place of a wall"


def test_each_object_says_how_many_of_its_kind_stand() -> None:
    draft = placed("south", FortressEditor("south").empty, "W", "c8")
    draft = placed("south", draft, "/", "a8")
    select = rows("south", draft)[0]
    assert isinstance(select, Select)
    assert [option.label for option in select.options] == [
        "Target · 0 of 1",
        "Wall · 1 of 2",
        "Shield · 0 of 3",
        "Fixed mirror ╱ · 1 of 2",
        "Fixed mirror ╲ · 1 of 2",
    ]


def test_mirrors_turn_and_nothing_else_does() -> None:
    draft = placed("north", FortressEditor("north").empty, "/", "a1")
    assert pressed("north", draft, "turn").code == "M a1\\"
    assert pressed("north", pressed("north", draft, "turn"), "turn").code == draft.code
    shield = placed("north", draft, "S", "a1")
    assert pressed("north", shield, "turn") == shield
    assert "Turn" in disabled("north", shield.picking("Sa1"))


def test_removed_and_undone() -> None:
    draft = placed("south", FortressEditor().empty, "S", "b7")
    assert pressed("south", draft, "remove").code == ""
    assert pressed("south", draft, "remove").undone().code == "S b7"
    assert disabled("south", FortressEditor().empty) == {"Turn", "Remove", "Undo", "Clear"}


@pytest.mark.parametrize("seat", ["south", "north"])
def test_a_random_fortress_is_always_one_that_may_be_sent(seat: str) -> None:
    chance, editor = random.Random(7), FortressEditor(seat)
    codes = set()
    for _ in range(30):
        draft = editor.pressed(editor.empty, "random", "", chance)
        assert draft
        assert editor.faults(draft.code) == []
        codes.add(draft.code)
    assert len(codes) == 30


def test_a_code_is_read_for_either_seat_in_any_order_and_case() -> None:
    south, north = FortressEditor("south"), FortressEditor("north")
    assert (south.read(NORTH), north.read(NORTH)) == (SOUTH, NORTH)
    assert (south.read(SOUTH), north.read(SOUTH)) == (SOUTH, NORTH)
    assert south.read(f"  setup M G8\\ A8/ {SOUTH.partition(' M')[0]} ") == SOUTH
    assert south.starts["classic"] == SOUTH
    assert north.starts["classic"] == NORTH
    assert parse_fortress(north.read(SOUTH))["g2"] is Mark.SLASH


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        ("garbage", "garbage"),
        ("", "no fortress"),
        ("T", "target"),
        (SOUTH.replace("W c8", "W c8 c9"), "3 walls instead of 2"),
        (SOUTH.replace("S b7", "S"), "2 shields instead of 3"),
        (SOUTH.replace("T d8", "T d8 d9"), "2 targets instead of 1"),
        (SOUTH.replace("T d8", "T c7"), "row 7"),
        (SOUTH.replace("W c8", "W c5"), "not on c5"),
        (SOUTH.replace("W c8", "W d8"), "more than one object on d8"),
        (SOUTH.replace("a8/", "a8"), "a8"),
        ("T a9 W a8 b9 S c7 d7 e7 M f7/ g7/", "No laser could enter"),
        ("T d8 " * 500, "no fortress"),
    ],
)
def test_what_is_no_fortress_is_refused_with_every_fault(code: str, fault: str) -> None:
    with pytest.raises(GameError) as error:
        FortressEditor().read(code)
    assert fault in str(error.value)
    assert len(str(error.value)) < 1000


def test_a_fault_is_told_in_the_name_of_the_seat_that_loads_it() -> None:
    for seat, code in (("south", "setup T d1 W d1"), ("north", "T d9 W d9")):
        with pytest.raises(GameError) as error:
            FortressEditor(seat).read(code)
        assert f"{seat.title()}'s fortress has 1 wall instead of 2." in str(error.value)
        assert "more than one object on d" in str(error.value)
    with pytest.raises(GameError, match="South's beam would not reach"):
        FortressEditor("north").read("T a9 W a8 b9 S c7 d7 e7 M f7/ g7/")


def test_drafts_and_picks_that_mean_nothing_are_known_for_it() -> None:
    south = FortressEditor()
    for code in ("", "T d8", SOUTH):
        assert south.is_code(code)
    for code in ("x", "T d2", "T d8 W d8", "T z9"):
        assert not south.is_code(code)
    for pick in ("Td8", "/a7", "\\g9"):
        assert south.is_pick(pick)
    for pick in ("", "T", "d8", "Td2", "Xd8", "Td88"):
        assert not south.is_pick(pick)
    assert south.pressed(south.empty, "square", "d2", random.Random(1)) is None
    assert south.pressed(south.empty, "object", "X", random.Random(1)) is None
    assert south.pressed(south.empty, "dance", "", random.Random(1)) is None


@pytest.mark.parametrize("seat", ["south", "north"])
def test_the_controls_keep_discords_limits_whatever_is_picked(seat: str) -> None:
    for mark in Mark:
        for square in own_squares(seat):
            draft = Draft(FortressEditor(seat).starts["classic"], f"{mark}{square}", ("",))
            found = rows(seat, draft)
            assert len(found) == 5
            ids = []
            for row in found:
                if isinstance(row, Select):
                    assert 1 <= len(row.options) <= 25
                    assert sum(option.is_default for option in row.options) == 1
                    ids.append(str(row.id))
                else:
                    assert 1 <= len(row) <= 4
                    ids += [str(button.id) for button in row]
            assert len(set(ids)) == len(ids)
