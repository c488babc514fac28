"""Transcripts of seeded games, one for each game, with every answer of the engine.

`python -m tests.engine.playthrough` writes them anew, after a change of the rules that is meant.
"""

import json
import random
from collections.abc import Iterator, Mapping
from pathlib import Path

from engine.core import JSON, Game
from engine.registry import GAMES
from tests.engine.beginning import setups

FOLDER = Path(__file__).parent / "playthroughs"
SEED = 2005
PLIES = 60


STARTS: Mapping[str, tuple[Game, Mapping[str, JSON]]] = {
    **{rules.name: (rules, next(iter(rules.samples))) for rules in GAMES.values()},
    "khet2": (GAMES["deflexion"], {"rules": "khet2", "layout": "imhotep"}),
}
"""What each transcript's game begins with, by the name of its file."""


def transcript(rules: Game, start: Mapping[str, JSON]) -> Iterator[str]:
    """The lines of a random game with what everybody is told on the way."""
    rng = random.Random(SEED)
    options = rules.complete(start, rng)
    state = rules.start(options)
    yield f"{rules.title}: {' against '.join(rules.seats)}, {json.dumps(options)}"
    for seat, setup in setups(rules, state):
        state = state.apply(seat, rules.parse(setup)).state
        yield f"{seat} sets up: {setup}"
    for _ in range(PLIES):
        yield ""
        yield f"truth {json.dumps(state.truth().to_json())}"
        for seat in (*rules.seats, None):
            view = state.view(seat)
            yield f"{seat or 'public'} sees " + (
                "the truth" if view == state.truth() else json.dumps(view.to_json())
            )
        if state.to_move is None:
            return
        actions = state.legal_actions(state.to_move)
        yield f"{len(actions)} actions: {' '.join(str(action) for action in actions)}"
        action = rng.choice(actions)
        step = state.apply(state.to_move, action, rng=rng)
        yield f"{state.to_move} plays {action}, chance {json.dumps(step.chance)}"
        for event in step.events:
            yield f"  {json.dumps(event.to_json())}"
            for seat in (*rules.seats, None):
                if event.seen_by(seat) != event:
                    yield f"    {seat or 'public'}: {json.dumps(event.seen_by(seat).to_json())}"
        state = step.state


def main() -> None:
    """Write the transcript of every game."""
    for name, start in STARTS.items():
        (FOLDER / f"{name}.txt").write_text("\n".join(transcript(*start)) + "\n", "utf-8")


if __name__ == "__main__":
    main()
