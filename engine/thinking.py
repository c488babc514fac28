"""What the computer would do: the engine's players for a bot, with only text and numbers across.

Compiled values cannot go to another process, so that a record goes in as JSON and a notation or
JSON comes out.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable

from engine.computer import LEVELS, Computer, Found, Level, Limits
from engine.core import Action, GameError, GameOver, NotYourTurn, Phase, Seat, State, listed, quote
from engine.record import Record
from engine.registry import COMPUTERS


def choose(
    record: str, level: str, seed: int, should_stop: Callable[[], bool], seat: str = ""
) -> str:
    """Return the notation of what the computer does next in the record's game, setups too.

    With the same record, level and seed it is the same on every machine, unless it is told to
    stop; then it is the best found so far. A setup needs its ``seat``. Raises ``GameError``.
    """
    state = Record.from_json(json.loads(record)).end()
    chosen, _ = best(state, level, seeded(seed), should_stop, seat or None)
    return str(chosen)


def analyse(record: str, ply: int, nodes: int, should_stop: Callable[[], bool]) -> str:
    """Return in JSON what the position after so many entries of the record is worth.

    ``score`` is to the first of the game's seats, in the measure of ``Found`` and as steady as it
    can be, ``best`` the best action, ``depth`` how deep it was seen. Raises ``GameError``, also
    when the game is over there.
    """
    whole = Record.from_json(json.loads(record))
    if not 0 <= ply <= len(whole.entries):
        raise GameError(f"The record has {len(whole.entries)} entries.")
    state = Record(whole.game, whole.options, whole.entries[:ply]).end()
    found = search(state, Limits(should_stop, nodes=nodes), seeded(0))
    sign = 1 if state.to_move == state.game.seats[0] else -1
    score = found.score if found.steady is None else found.steady
    return json.dumps({"score": sign * score, "best": str(found.action), "depth": found.depth})


def search(state: State, limits: Limits, rng: random.Random) -> Found:
    """Return what the seat to move does best, at full strength. Raises ``GameError``."""
    computer = _computer(state)
    if state.phase is Phase.SETUP:
        raise GameError("There is nothing to search before both sides have set up.")
    return computer.search(state, limits, 0, rng)


def best(
    state: State,
    level_name: str,
    rng: random.Random,
    should_stop: Callable[[], bool],
    seat: Seat | None,
) -> tuple[Action, Found | None]:
    """Return what a level does for the seat, and what its search found unless it is a setup.

    Without a seat it is the one to move. Raises ``GameError``.
    """
    computer = _computer(state)
    level = _level(computer, level_name)
    if state.phase is Phase.SETUP:
        if seat is None:
            raise GameError("A setup needs the seat that it is for.")
        return computer.set_up(state, seat, level, rng, should_stop), None
    if seat not in (None, state.to_move):
        raise NotYourTurn(f"It is {str(state.to_move).title()}'s turn.")
    limits = Limits(should_stop, level.depth, level.nodes, level.quiescence_plies)
    found = computer.search(state, limits, level.noise, rng)
    return found.action, found


def seeded(seed: int) -> random.Random:
    """Return the source of all that is random in the computer's play with that seed."""
    return random.Random(seed)  # noqa: S311, what a game draws is no secret


def _computer(state: State) -> Computer:
    """Return the player of the state's game, which must not be over."""
    if state.phase is Phase.OVER:
        raise GameOver("The game is over.")
    return COMPUTERS[state.game.name]


def _level(computer: Computer, name: str) -> Level:
    """Return the computer's level of that name."""
    if name not in computer.levels:
        raise GameError(f"There is no level {quote(name)}. There is {listed(LEVELS)}.")
    return computer.levels[name]
