"""How the tests over all games begin one: its options completed, its setups made."""

import random
from collections.abc import Iterator, Mapping

from engine.core import JSON, Game, State
from engine.record import Entry, Record


def begin(rules: Game, options: Mapping[str, JSON]) -> State:
    """The state in which play begins."""
    state = rules.start(rules.complete(options, random.Random(0)))
    for seat, setup in setups(rules, state):
        state = state.apply(seat, rules.parse(setup)).state
    return state


def begun(rules: Game, options: Mapping[str, JSON]) -> Record:
    """The record of nothing but the setups."""
    complete = rules.complete(options, random.Random(0))
    made = setups(rules, rules.start(complete))
    return Record(rules.name, complete, tuple(Entry(seat, setup) for seat, setup in made))


def setups(rules: Game, state: State) -> Iterator[tuple[str, str]]:
    """A sample setup of each seat that has to make one, with the seat."""
    for seat, samples in rules.sample_setups.items():
        if seat in state.awaited and state.to_move is None:
            yield seat, samples[0]
