"""The line protocol: one JSON object in, one JSON object out, for programs that drive the rules."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable, Mapping
from enum import Enum
from typing import ClassVar, Final, Literal

from engine import beam
from engine.computer import Limits
from engine.core import JSON, BadChance, GameError, Phase, Seat, State, listed, quote
from engine.core import GameOver as GameIsOver
from engine.record import Entry, Record
from engine.registry import GAMES, game
from engine.search import DEEPEST, QUIESCENCE_PLIES
from engine.thinking import best, search, seeded

DEEPEST_PERFT: Final = 6
LONGEST_LINE: Final = 4 * 1024 * 1024
"""Bytes of a request line; the record of a game of a thousand moves has about a fiftieth."""
LONGEST_SEARCH: Final = 3600
"""Seconds of the longest search that a request may ask for."""

Answer = dict[str, JSON]
Request = Mapping[str, JSON]


class Referee(Enum):
    """The viewer who knows the whole truth."""

    REFEREE = "referee"


REFEREE: Final = Referee.REFEREE
Viewer = Seat | None | Literal[Referee.REFEREE]
"""Who is shown something: a seat, ``None`` for the public, or the referee."""


class BadRequest(GameError):
    """The request is not one of the protocol's."""

    code: ClassVar[str] = "bad_request"


class NoGame(GameError):
    """The request needs a game and none was started."""

    code: ClassVar[str] = "no_game"


def is_compiled() -> bool:
    """Return whether the hot modules run compiled."""
    return not beam.__file__.endswith(".py")


class Session:
    """One conversation: the game in play, and an answer to every line."""

    def __init__(self, rng: random.Random, clock: Callable[[], float]) -> None:
        """Start without a game; ``rng`` draws what no request gives, ``clock`` counts seconds."""
        self._rng = rng
        self._clock = clock
        self._record: Record | None = None
        self._state: State | None = None
        self._commands: Final[Mapping[str, Callable[[Request], Answer]]] = {
            "games": self._games,
            "new": self._new,
            "legal": self._legal,
            "apply": self._apply,
            "state": self._show,
            "perft": self._perft,
            "adjudicate": self._adjudicate,
            "best": self._best,
            "search": self._search,
            "record": self._give_record,
            "load": self._load,
        }

    def answer(self, line: bytes) -> str:
        """Return the answer to one request line, itself one line without its end."""
        identity: Answer = {}
        try:
            request = _read(line)
            if "id" in request:
                identity = {"id": request["id"]}
            reply = self._carry_out(request)
        except GameError as error:
            reply = {"ok": False, "error": error.code, "message": str(error)}
        return json.dumps(reply | identity)

    def _carry_out(self, request: Request) -> Answer:
        """Return the answer to a request. On any error the game stays as it was."""
        name = _text(request, "cmd")
        if name not in self._commands:
            raise BadRequest(f"There is no command {quote(name)}.")
        return {"ok": True} | self._commands[name](request)

    def _games(self, request: Request) -> Answer:
        games: list[JSON] = [
            {"name": game.name, "seats": game.seats, "options": game.options}
            for game in GAMES.values()
        ]
        return {"compiled": is_compiled(), "games": games}

    def _new(self, request: Request) -> Answer:
        chosen = game(_text(request, "game"))
        options = request.get("options", {})
        if not isinstance(options, Mapping):
            raise BadRequest("The options are an object.")
        complete = chosen.complete(options, self._rng)
        state = chosen.start(complete)
        self._record, self._state = Record(chosen.name, complete, ()), state
        return {"state": state.truth().to_json()}

    def _legal(self, request: Request) -> Answer:
        state = self._need_state()
        seat = _seat(request, "seat", state) or state.to_move
        actions = () if seat is None else state.legal_actions(seat)
        return {"actions": [str(action) for action in actions]}

    def _apply(self, request: Request) -> Answer:
        state, record = self._need_state(), self._need_record()
        text = _text(request, "action")
        seat = _seat(request, "seat", state) or state.to_move
        view = _viewer(request, state)
        chance = request.get("chance")
        if chance is not None and not isinstance(chance, Mapping):
            raise BadChance("The chance of an action is an object.")
        if state.phase is Phase.OVER:
            raise GameIsOver("The game is over.")
        if seat is None:
            raise BadRequest("A setup needs the seat that it is for.")
        step = state.apply(seat, state.game.parse(text), chance=chance, rng=self._rng)
        entry = Entry(seat, str(step.action), step.chance)
        self._record = Record(record.game, record.options, (*record.entries, entry))
        self._state = step.state
        events = step.events if view is REFEREE else step.seen_by(view)
        return {
            "events": [event.to_json() for event in events],
            "chance": step.chance,
            "state": _shown(step.state, view),
        }

    def _show(self, request: Request) -> Answer:
        state = self._need_state()
        return {"state": _shown(state, _viewer(request, state))}

    def _perft(self, request: Request) -> Answer:
        state = self._need_state()
        match request.get("depth"):
            case bool():
                pass
            case int(depth) if 0 <= depth <= DEEPEST_PERFT:
                return {"nodes": state.perft(depth)}
        raise BadRequest(f"The depth is a whole number from 0 to {DEEPEST_PERFT}.")

    def _adjudicate(self, request: Request) -> Answer:
        result = self._need_state().adjudicate()
        return {"result": None if result is None else result.to_json()}

    def _best(self, request: Request) -> Answer:
        state = self._need_state()
        level = _text(request, "level")
        seat = _seat(request, "seat", state)
        start = self._clock()
        action, found = best(state, level, self._seeded(request), _never, seat)
        return {
            "action": str(action),
            "nodes": found.nodes if found else 0,
            "depth": found.depth if found else 0,
            "seconds": self._clock() - start,
        }

    def _search(self, request: Request) -> Answer:
        start = self._clock()
        state = self._need_state()
        depth, seconds = _depth(request), _seconds(request)
        if depth is None and seconds is None:
            raise BadRequest("A search needs a depth, or seconds, or both.")
        end = math.inf if seconds is None else start + seconds
        limits = Limits(
            lambda: self._clock() >= end,
            depth=depth or 0,
            quiescence_plies=_quiescence_plies(request),
            is_timed=seconds is not None,
        )
        found = search(state, limits, self._seeded(request))
        return {
            "action": str(found.action),
            "score": found.score,
            "depth": found.depth,
            "nodes": found.nodes,
            "seconds": self._clock() - start,
        }

    def _seeded(self, request: Request) -> random.Random:
        """Return the source of all that is random in the computer's play."""
        match request.get("seed"):
            case None:
                return seeded(self._rng.getrandbits(32))
            case bool():
                pass
            case int(seed):
                return seeded(seed)
        raise BadRequest("The seed is a whole number.")

    def _give_record(self, request: Request) -> Answer:
        return {"record": self._need_record().to_json()}

    def _load(self, request: Request) -> Answer:
        if "record" not in request:
            raise BadRequest("The request lacks the record.")
        record = Record.from_json(request["record"])
        state = record.end()
        self._record, self._state = record, state
        return {"state": state.truth().to_json()}

    def _need_state(self) -> State:
        if self._state is None:
            raise NoGame("No game was started.")
        return self._state

    def _need_record(self) -> Record:
        if self._record is None:
            raise NoGame("No game was started.")
        return self._record


def _text(request: Request, key: str) -> str:
    """Return a text that the request must have."""
    value = request.get(key)
    if not isinstance(value, str):
        raise BadRequest(f"The request needs a text {quote(key)}.")
    return value


def _depth(request: Request) -> int | None:
    """Return the depth of a search, ``None`` if the request has none."""
    match request.get("depth"):
        case None:
            return None
        case bool():
            pass
        case int(depth) if 1 <= depth <= DEEPEST:
            return depth
    raise BadRequest(f"The depth is a whole number from 1 to {DEEPEST}.")


def _seconds(request: Request) -> float | None:
    """Return the seconds of a search, ``None`` if the request has none."""
    match request.get("seconds"):
        case None:
            return None
        case bool():
            pass
        case int(seconds) | float(seconds) if 0 < seconds <= LONGEST_SEARCH:
            return seconds
    raise BadRequest(f"The seconds are a number above 0 and at most {LONGEST_SEARCH:,}.")


def _quiescence_plies(request: Request) -> int:
    """Return how many shots in a row are looked at beyond the depth."""
    match request.get("quiescence", True):
        case bool(is_wanted):
            return QUIESCENCE_PLIES if is_wanted else 0
    raise BadRequest("The quiescence is true or false.")


def _never() -> bool:
    """Return that a search is not to stop: a level's own bounds end it."""
    return False


def _seat(request: Request, key: str, state: State) -> Seat | None:
    """Return the seat that the request names, ``None`` if it names none."""
    value = request.get(key)
    if value is None or (isinstance(value, str) and value in state.game.seats):
        return value
    raise BadRequest(f"The {key} is {' or '.join(state.game.seats)}.")


def _viewer(request: Request, state: State) -> Viewer:
    """Return to whom the request wants to show something: the referee, if it does not say."""
    match request.get("view"):
        case None:
            return REFEREE
        case "public":
            return None
        case str(seat) if seat in state.game.seats:
            return seat
        case _:
            raise BadRequest(f"The view is {listed((*state.game.seats, 'public'), 'or')}.")


def _shown(state: State, view: Viewer) -> JSON:
    """Return the state as the viewer may know it."""
    return (state.truth() if view is REFEREE else state.view(view)).to_json()


def _read(line: bytes) -> Request:
    """Return the request of a line. Raises ``BadRequest`` if it is none."""
    if len(line) > LONGEST_LINE:
        raise BadRequest(f"A request has at most {LONGEST_LINE} bytes.")
    try:
        request: JSON = json.loads(
            line.decode(),
            object_pairs_hook=_distinct,
            parse_constant=_no_number,
            parse_float=_finite,
            parse_int=_whole,
        )
        json.dumps(request)
    except UnicodeDecodeError:
        raise BadRequest("The request is not in UTF-8.") from None
    except RecursionError:
        raise BadRequest("The request is nested too deeply.") from None
    except ValueError as fault:
        if isinstance(fault, BadRequest):
            raise
        raise BadRequest("The request is not in JSON.") from None
    if not isinstance(request, Mapping):
        raise BadRequest("The request is not an object.")
    return request


def _distinct(pairs: list[tuple[str, JSON]]) -> dict[str, JSON]:
    """Return the object of these keys and values, none of which may come twice."""
    result = dict(pairs)
    if len(result) < len(pairs):
        twice = next(key for i, (key, _) in enumerate(pairs) if key in dict(pairs[:i]))
        raise BadRequest(f"The key {quote(twice)} stands twice in one object.")
    return result


def _no_number(name: str) -> JSON:
    """Refuse what Python reads as a number and JSON does not know."""
    raise BadRequest(f"{name} is not a number in JSON.")


def _whole(text: str) -> int:
    """Return the number, which must not be too long to be one that the protocol knows."""
    if len(text) > 100:
        raise BadRequest(f"The number {quote(text)} is too large.")
    return int(text)


def _finite(text: str) -> float:
    """Return the number, which must not be too large for one."""
    number = float(text)
    if not math.isfinite(number):
        raise BadRequest(f"The number {quote(text)} is too large.")
    return number
