"""The bot's requests against Discord's own description of its API, where that is at hand."""

import importlib.util
import json
from pathlib import Path

from bot.playground.server import StandIn

VALIDATOR = Path(__file__).parents[3] / "shared" / "discord" / "validate.py"


def as_described(standin: StandIn) -> set[str]:
    """The operations of which every request so far is as Discord describes it."""
    spec = importlib.util.spec_from_file_location("validate", VALIDATOR)
    assert spec
    assert spec.loader
    validate = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(validate)
    checked = set()
    for request in standin.requests:
        if request.body is None or request.operation not in validate.OPS:
            continue
        if "requestBody" not in validate.OPS[request.operation]:
            continue
        faults = validate.errors(
            request.operation, json.loads(json.dumps(request.body)), request.files
        )
        assert faults == [], (request.operation, request.body)
        checked.add(request.operation)
    return checked
