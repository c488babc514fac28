"""The sentences of the rules around the table of units: the aura, lines, points, the Assassin."""

import pytest

from tests.engine.legion.positions import (
    applied,
    events,
    legal,
    start,
    targets,
    unit,
)

AROUND = ("c3", "c4", "c5", "d3", "d5", "e3", "e4", "e5")

# A turn is one activation of one unit


@pytest.mark.parametrize(
    ("text", "square", "after"),
    [
        ("d4f", "d4", "blue infantry defend north"),
        ("d4t", "d4", "blue infantry attack south"),
        ("d4-d5", "d5", "blue infantry attack north"),
        ("d4xe4", "e4", "blue infantry attack north"),
        ("b2*b4", "b2", "blue siege deployed north"),
        ("f2!", "f2", "blue assassin north"),
    ],
)
def test_an_activation_is_one_thing_that_one_unit_does(text: str, square: str, after: str) -> None:
    state = start(
        "blue infantry attack d4",
        "blue siege deployed b2",
        "blue hidden f2",
        "red archer volley e4",
        "red archer volley b4",
    )
    moved = applied(state, text)
    assert (moved.ply, moved.to_move) == (1, "red")
    assert unit(moved.truth(), square) == after
    changed = {
        at
        for at in state.truth().units.keys() | moved.truth().units.keys()
        if unit(state.truth(), at) != unit(moved.truth(), at)
    }
    assert changed <= {text[:2], text[-2:]}
    assert changed


def test_a_unit_that_moves_back_or_aside_faces_as_before() -> None:
    state = start("blue infantry defend d4 south")
    assert targets(state, "-") == {"d3", "d5", "c4", "e4"}
    assert unit(applied(state, "d4-d5").truth(), "d5") == "blue infantry defend south"


# The Commander's aura


def test_next_to_its_commander_a_unit_flips_and_then_acts_in_its_new_state() -> None:
    state = start("blue commander c3", "blue infantry defend d4", "red siege packed d5")
    assert legal(state, "d4f") == {"d4f", "d4ft", "d4f-d3", "d4f-c4", "d4f-e4", "d4fxd5"}
    struck = applied(state, "d4fxd5")
    assert unit(struck.truth(), "d5") == "blue infantry attack north"
    assert unit(applied(state, "d4ft").truth(), "d4") == "blue infantry attack south"


def test_the_aura_lets_a_unit_flip_and_shoot() -> None:
    state = start("blue commander c3", "blue siege packed d4", "red archer maneuver d8")
    assert legal(state, "d4f*") == {"d4f*d8"}
    assert unit(applied(state, "d4f*d8").truth(), "d4") == "blue siege deployed north"


@pytest.mark.parametrize("square", AROUND)
def test_the_aura_covers_the_eight_squares_around_the_commander(square: str) -> None:
    state = start(f"blue commander {square}", "blue cavalry maneuver d4")
    assert {"d4f-b3", "d4ft"} <= legal(state)


@pytest.mark.parametrize("square", ["d6", "d2", "b4", "f4", "b2", "f6", "h8"])
def test_away_from_its_commander_a_unit_flips_or_acts(square: str) -> None:
    state = start(f"blue commander {square}", "blue cavalry maneuver d4")
    assert legal(state, "d4f") == {"d4f"}


def test_the_aura_of_the_opponents_commander_is_no_help() -> None:
    assert legal(start("red commander d5", "blue infantry defend d4"), "d4f") == {"d4f"}


def test_leaving_the_aura_after_the_flip_changes_nothing() -> None:
    state = start("blue commander c3", "blue cavalry charge d4")
    assert unit(applied(state, "d4f-d7").truth(), "d7") == "blue cavalry maneuver north"


def test_a_unit_that_comes_into_the_aura_only_by_its_move_does_not_flip() -> None:
    state = start("blue commander d6", "blue infantry attack d4")
    assert legal(state, "d4f") == {"d4f"}


def test_what_never_flips_has_nothing_from_the_aura() -> None:
    state = start("blue commander c3", "blue fortress active c4", "blue assassin d4")
    assert not any("f" in text[2:] and text[2] == "f" for text in legal(state))
    hidden = start("blue commander c3", "blue hidden d4")
    assert legal(hidden, "d4f") == set()
    assert "d4t" in legal(hidden)


# Lines


def test_a_legionnaire_goes_aside_only_next_to_another_of_its_side() -> None:
    for friend in ("legionnaire attack e5", "legionnaire defend c3", "hidden e3"):
        state = start("blue legionnaire defend d4", f"blue {friend}")
        assert targets(state, "-") >= {"c4", "e4"}
    for other in (
        "blue legionnaire defend d6",
        "blue infantry defend e5",
        "blue assassin e5",
        "red legionnaire defend e5",
    ):
        assert not targets(start("blue legionnaire defend d4", other), "-") & {"c4", "e4"}


def test_a_hidden_assassin_of_rome_goes_aside_as_a_legionnaire_does() -> None:
    assert targets(start("blue hidden d4"), "-") == {"d3", "d5"}
    beside = start("blue hidden d4", "blue legionnaire defend e5")
    assert targets(beside, "-") == {"d3", "d5", "c4", "e4"}
    egypt = start("blue hidden d4", armies={"blue": "egypt", "red": "rome"})
    assert targets(egypt, "-") == {"d3", "d5", "c4", "e4"}


def test_a_hidden_assassin_of_egypt_is_no_legionnaire_to_its_neighbour() -> None:
    armies = {"blue": "egypt", "red": "rome"}
    state = start("blue legionnaire defend d4", "blue hidden e5", armies=armies)
    assert targets(state, "-") == {"d3", "d5"}


def test_only_the_cavalry_jumps() -> None:
    ring = [f"blue siege packed {square}" for square in AROUND]
    assert len(targets(start("blue cavalry charge d4", *ring), "-")) == 8
    for kind in ("cavalry maneuver", "chariot charge", "chariot maneuver", "archer maneuver"):
        assert targets(start(f"blue {kind} d4", *ring), "-") == set()


def test_a_chariot_goes_round_one_corner_over_empty_squares() -> None:
    state = start("blue chariot maneuver a1", "blue siege packed a3", "red siege packed c1")
    assert targets(state, "-", "a1") == {"a2", "b2", "c2", "d2", "b1", "b3", "b4"}
    around = start("blue chariot maneuver a1", "blue siege packed b1", "red siege packed b3")
    assert targets(around, "-", "a1") == {"a2", "a3", "a4", "a5", "b2", "c2", "d2", "b4"}


def test_a_chariots_charge_takes_the_first_unit_on_its_line_if_an_enemy() -> None:
    behind = "red siege packed d7"
    assert targets(start("blue chariot charge d4", behind), "x") == {"d7"}
    assert targets(start("blue chariot charge d4", behind, "red siege packed d6"), "x") == {"d6"}
    assert targets(start("blue chariot charge d4", behind, "blue siege packed d6"), "x") == set()
    assert targets(start("blue chariot charge d4", "red siege packed d8"), "x") == set()


def test_a_charge_is_blocked_along_its_line_and_a_leap_never() -> None:
    facing, turned = "red infantry defend d7 south", "red infantry defend d7 north"
    assert targets(start("blue chariot charge d4", facing), "x") == set()
    assert targets(start("blue chariot charge d4", turned), "x") == {"d7"}
    leap = start("blue cavalry charge d4", "red legionnaire defend e6 south")
    assert targets(leap, "x") == {"e6"}


@pytest.mark.parametrize(
    ("shooter", "far", "too_far"),
    [
        ("archer volley", "d7", "d8"),
        ("siege deployed", "d8", None),
        ("fortress active", "d6", "d7"),
    ],
)
def test_a_shot_strikes_the_first_unit_within_its_range_if_an_enemy(
    shooter: str, far: str, too_far: str | None
) -> None:
    me, enemy = f"blue {shooter} d4", f"red siege packed {far}"
    assert targets(start(me, enemy), "*") == {far}
    assert targets(start(me, enemy, "red siege packed d5"), "*") == {"d5"}
    assert targets(start(me, enemy, "blue siege packed d5"), "*") == set()
    if too_far:
        assert targets(start(me, f"red siege packed {too_far}"), "*") == set()


def test_a_siege_heeds_no_blocking_and_no_immunity_but_obstruction() -> None:
    me, blocker = "blue siege deployed d4", "red legionnaire defend d6 south"
    assert targets(start(me, blocker), "*") == {"d6"}
    assert targets(start(me, "red fortress active d6"), "*") == {"d6"}
    assert targets(start(me, "red fortress active d6", "red infantry attack d5"), "*") == {"d5"}


def test_a_unit_that_shoots_stays_where_it_is() -> None:
    state = applied(start("blue archer volley d4", "red siege packed d6"), "d4*d6")
    assert unit(state.truth(), "d4") == "blue archer volley north"
    assert unit(state.truth(), "d6") is None
    assert state.truth().score == {"blue": 3, "red": 0}


# Points


@pytest.mark.parametrize(
    ("victim", "points"),
    [
        ("legionnaire attack", 1),
        ("infantry attack", 1),
        ("archer volley", 3),
        ("siege packed", 3),
        ("cavalry charge", 4),
        ("chariot charge", 4),
        ("assassin", 5),
        ("hidden", 5),
    ],
)
def test_a_capture_scores_what_the_unit_is_worth(victim: str, points: int) -> None:
    state = applied(start("blue commander d4", f"red {victim} e4", quiet=70), "d4xe4")
    assert state.truth().score == {"blue": points, "red": 0}
    assert (state.truth().quiet, state.result) == (0, None)


# The Assassin


def test_a_hidden_assassins_strike_reveals_it() -> None:
    state = start("blue hidden d4", "red legionnaire defend d5 south")
    after = applied(state, "d4xd5")
    assert unit(after.truth(), "d5") == "blue assassin north"
    assert [event["event"] for event in events(state, "d4xd5")] == [
        "revealed",
        "moved",
        "captured",
    ]


def test_a_hidden_assassin_moves_and_turns_and_stays_hidden() -> None:
    state = start("blue hidden d4")
    assert unit(applied(state, "d4-d5").truth(), "d5") == "blue hidden north"
    turned = applied(state, "d4t")
    assert unit(turned.truth(), "d4") == "blue hidden south"
    assert unit(turned.view("red"), "d4") == "blue legionnaire defend south"


def test_a_revealed_assassin_goes_and_strikes_in_any_direction_and_blocks_nothing() -> None:
    state = applied(start("blue hidden d4", "red siege packed h4"), "d4!")
    assert unit(state.view(None), "d4") == "blue assassin north"
    assert targets(applied(state, "h4-g4"), "-") == set(AROUND)
    assert legal(applied(state, "h4-g4"), "d4t") == legal(applied(state, "h4-g4"), "d4f") == set()


def test_a_hidden_assassin_is_shown_when_it_falls() -> None:
    state = start("blue commander d4", "red hidden d5 north")
    (_, captured) = events(state, "d4xd5")
    assert (captured["kind"], captured["was_hidden"], captured["points"]) == ("assassin", True, 5)
