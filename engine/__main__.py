"""`python -m engine`: the line protocol; with arguments, counts and measurements of the rules."""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Mapping
from time import perf_counter
from typing import BinaryIO, TextIO

from engine.computer import LEVELS, Limits
from engine.core import JSON, BadOption, GameError, State
from engine.protocol import DEEPEST_PERFT, LONGEST_LINE, Session, is_compiled
from engine.registry import GAMES, game
from engine.selfplay import RANDOM, match
from engine.thinking import search, seeded

BENCH_SECONDS = 1
"""How long one search is measured."""
MOST_GAMES = 10_000
NO_START = "{}"
"""The options of a match whose games begin as usual."""


def serve(source: BinaryIO, sink: TextIO) -> None:
    """Answer every line of ``source`` on ``sink``, until it ends."""
    session = Session(random.SystemRandom(), perf_counter)
    while line := source.readline(LONGEST_LINE + 1):
        rest = line
        while len(rest) > LONGEST_LINE and not rest.endswith(b"\n"):
            rest = source.readline(LONGEST_LINE + 1)
        sink.write(session.answer(line) + "\n")
        sink.flush()


def count(name: str, text: str, depth: int) -> None:
    """Write the leaf counts of a start, from depth 1 to ``depth``."""
    rules = game(name)
    state = rules.start(rules.complete(start_options(text)))
    for plies in range(1, depth + 1):
        sys.stdout.write(f"{plies} {state.perft(plies)}\n")
        sys.stdout.flush()


def start_options(text: str) -> Mapping[str, JSON]:
    """Return the options of a start, which is a layout by its name, or options in JSON.

    >>> start_options("classic"), start_options('{"rise_in":9}')
    ({'layout': 'classic'}, {'rise_in': 9})
    """
    if not text.startswith("{"):
        return {"layout": text}
    try:
        options: JSON = json.loads(text)
    except ValueError:
        options = None
    if not isinstance(options, Mapping):
        raise BadOption("The options are no object in JSON.")
    return options


def measure() -> None:
    """Write for each game how many perft leaves and nodes a second its rules and search reach."""
    kind = "compiled" if is_compiled() else "not compiled"
    for played in GAMES.values():
        state = played.start(played.complete(next(iter(played.samples))))
        for seat, setups in played.sample_setups.items():
            state = state.apply(seat, played.parse(setups[0])).state
        rate = max(_leaves_per_second(state) for _ in range(5))
        sys.stdout.write(f"{played.name}: {rate:,.0f} perft leaves per second ({kind})\n")
        rate = max(_nodes_per_second(state) for _ in range(3))
        sys.stdout.write(f"{played.name}: {rate:,.0f} nodes searched per second ({kind})\n")


def compete(name: str, first: str, second: str, games: int, start: str) -> None:
    """Write how a match from a start ends."""
    for score in match(name, first, second, games, start_options(start)):
        last = score
    kind = "compiled" if is_compiled() else "not compiled"
    which = name if start == NO_START else f"{name} {start}"
    sys.stdout.write(f"{which}: {first} against {second} ({kind}), {games} games {last}\n")


def _leaves_per_second(state: State) -> float:
    """Return the rate of one count to depth 3."""
    start = perf_counter()
    return state.perft(3) / (perf_counter() - start)


def _nodes_per_second(state: State) -> float:
    """Return the rate of one search."""
    start = perf_counter()
    end = start + BENCH_SECONDS
    found = search(state, Limits(lambda: perf_counter() >= end), seeded(0))
    return found.nodes / (perf_counter() - start)


def main() -> int:
    """Do what the command line asks, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m engine", description=__doc__)
    commands = parser.add_subparsers(dest="command")
    perft = commands.add_parser("perft", help="count the action sequences from a start")
    perft.add_argument("game")
    perft.add_argument("start", help="a layout's name, or options in JSON")
    perft.add_argument("depth", type=int, choices=range(1, DEEPEST_PERFT + 1))
    commands.add_parser("bench", help="measure the speed of the rules and the search")
    selfplay = commands.add_parser("selfplay", help="play a match, colours swapped in every second")
    selfplay.add_argument("game")
    for player in ("first", "second"):
        selfplay.add_argument(player, help=f"a level ({', '.join(LEVELS)}) or {RANDOM}")
    selfplay.add_argument(
        "--games", type=int, metavar="N", choices=range(1, MOST_GAMES + 1), default=200
    )
    selfplay.add_argument(
        "--start", default=NO_START, help="a layout's name, or options in JSON, for every game"
    )
    arguments = parser.parse_args()
    try:
        match arguments.command:
            case "perft":
                count(arguments.game, arguments.start, arguments.depth)
            case "bench":
                measure()
            case "selfplay":
                players = arguments.first, arguments.second
                compete(arguments.game, *players, arguments.games, arguments.start)
            case _:
                serve(sys.stdin.buffer, sys.stdout)
    except GameError as error:
        parser.error(str(error))
    except (BrokenPipeError, KeyboardInterrupt):
        # Whoever listened has gone. Nothing is left to flush at exit either.
        sys.stdout = None
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
