"""How a Fortress is disabled, by whom, and how it is entered then."""

import pytest

from engine.core import Result
from tests.engine.legion.positions import applied, legal, start, targets, unit

STORMERS = {
    "legionnaire attack d4": 1,
    "infantry attack d4": 1,
    "cavalry charge c3": 4,
    "chariot charge d2": 4,
    "archer maneuver d4": 3,
    "assassin d4": 5,
    "hidden d4": 5,
}


@pytest.mark.parametrize(("stormer", "points"), STORMERS.items())
def test_a_melee_capture_disables_a_fortress_and_the_attacker_is_lost(
    stormer: str, points: int
) -> None:
    at = stormer[-2:]
    state = start(f"blue {stormer}", "red fortress active d5", quiet=79)
    assert f"{at}-d5" not in legal(state)
    after = applied(state, f"{at}xd5")
    assert unit(after.truth(), at) is None
    assert unit(after.truth(), "d5") == "red fortress disabled south"
    assert after.truth().score == {"blue": 8, "red": points}
    assert (after.truth().quiet, after.result) == (0, None)


def test_a_siege_disables_a_fortress_from_afar_and_is_not_lost() -> None:
    state = start("blue siege deployed d4", "red fortress active d8", quiet=79)
    after = applied(state, "d4*d8")
    assert unit(after.truth(), "d4") == "blue siege deployed north"
    assert unit(after.truth(), "d8") == "red fortress disabled south"
    assert (after.truth().score, after.truth().quiet) == ({"blue": 8, "red": 0}, 0)


def test_neither_an_archer_nor_a_fortress_nor_a_commander_disables_a_fortress() -> None:
    fortress = "red fortress active d5"
    for me in ("archer volley d4", "fortress active d4", "commander d4"):
        state = start(f"blue {me}", fortress)
        assert not {text for text in legal(state, "d4") if text.endswith("d5")}


ENTRIES = {
    "legionnaire defend d4": "d4-d5",
    "legionnaire attack d4": "d4-d5",
    "legionnaire attack c4": "c4xd5",
    "infantry defend c5": "c5-d5",
    "infantry attack c5": "c5-d5",
    "infantry defend d6": "d6-d5",
    "cavalry maneuver d2": "d2-d5",
    "cavalry charge c3": "c3-d5",
    "chariot charge a5": "a5-d5",
    "chariot maneuver c2": "c2-d5",
    "archer maneuver b3": "b3-d5",
    "archer maneuver d4": "d4xd5",
    "siege packed e6": "e6-d5",
    "commander e6": "e6-d5",
    "assassin e6": "e6-d5",
    "hidden d4": "d4-d5",
    "hidden c4": "c4xd5",
}


@pytest.mark.parametrize(("who", "text"), ENTRIES.items())
def test_a_disabled_fortress_is_entered_by_a_move_or_by_what_only_captures(
    who: str, text: str
) -> None:
    state = start(f"blue {who}", "red fortress disabled d5", quiet=79)
    at = who[-2:]
    assert {found for found in legal(state, at) if found.endswith("d5")} == {text}
    after = applied(state, text)
    assert after.result == Result("blue", "fortress")
    assert (after.truth().quiet, after.truth().score) == (80, {"blue": 0, "red": 0})
    kind = who.split()[0]
    if kind == "hidden" and "x" in text:
        kind = "assassin"
    assert (unit(after.truth(), "d5") or "").startswith(f"blue {kind}")
    assert unit(after.truth(), at) is None


@pytest.mark.parametrize(
    "who",
    ["legionnaire defend c4", "infantry defend c4", "archer volley d4", "siege deployed d4"],
)
def test_a_disabled_fortress_is_not_entered_from_where_nothing_leads(who: str) -> None:
    state = start(f"blue {who}", "red fortress disabled d5")
    assert not {text for text in legal(state, who[-2:]) if text.endswith("d5")}


def test_a_legionnaire_enters_from_aside_only_next_to_another() -> None:
    disabled = "red fortress disabled d5"
    assert "c5-d5" not in legal(start("blue legionnaire defend c5", disabled))
    assert "c5-d5" in legal(
        start("blue legionnaire defend c5", "blue legionnaire attack c6", disabled)
    )
    assert legal(start("blue hidden c5", disabled), "c5") >= {"c5xd5"}
    assert legal(start("blue hidden c5", "blue legionnaire attack c6", disabled), "c5") >= {"c5-d5"}


def test_a_disabled_fortress_obstructs_as_before() -> None:
    disabled, behind = "red fortress disabled d5", "red siege packed d6"
    for kind in ("chariot charge", "siege deployed", "archer volley", "fortress active"):
        assert not {
            text
            for text in legal(start(f"blue {kind} d4", disabled, behind), "d4")
            if text.endswith(("d6", "d7")) or text == "d4*d5"
        }
    assert "d6" not in targets(start("blue cavalry maneuver d4", disabled), "-")
    assert "d6" not in targets(start("blue chariot maneuver d3", disabled), "-", "d3")


def test_a_disabled_fortress_of_ones_own_is_not_entered_and_does_nothing() -> None:
    for state in ("active", "disabled"):
        own = start("blue commander d4", f"blue fortress {state} d5", "red siege packed d6")
        assert "d5" not in targets(own, "-")
    disabled = start("blue fortress disabled d5", "red siege packed d6")
    assert legal(disabled, "d5") == set()
