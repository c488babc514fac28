"""Controls that rest once they did their work."""

from bot.spent import KEPT, Spent


def test_a_control_works_once_until_it_fails_or_its_panel_shows_something_else() -> None:
    spent = Spent()
    assert spent.spend(1, "show")
    assert not spent.spend(1, "show")
    assert spent.spend(1, "gif")
    assert spent.spend(2, "show")
    assert spent.give_back(1, "show")
    assert spent.spend(1, "show")
    assert spent.finish(1, "show")
    assert spent.of(1) == {"show": "Shown", "gif": "…"}
    spent.renew(1)
    assert not spent.finish(1, "gif")
    assert not spent.give_back(1, "gif")
    assert spent.of(1) == {}
    assert not spent.spend(2, "show")


def test_only_the_newest_panels_are_remembered() -> None:
    spent = Spent()
    for panel in range(KEPT + 1):
        assert spent.spend(panel, "show")
    assert not spent.spend(KEPT, "show")
    assert spent.spend(0, "show")
