"""The engine as other programs meet it: a process that answers lines."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import engine

HOME = Path(engine.__file__).resolve().parent.parent
"""Where the engine under test lies: the checkout, or the place that a wheel was installed in."""

ENVIRONMENT = os.environ | {"PYTHONPATH": str(HOME)}
COMMAND = (sys.executable, "-P", "-m", "engine")


class EngineProcess:
    """One process of `python -m engine`, which is to end quietly when its input ends."""

    def __init__(self, environment: Mapping[str, str] = ENVIRONMENT) -> None:
        self.process = subprocess.Popen(
            COMMAND,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def send(self, line: bytes) -> dict[str, Any]:
        """The answer to a raw line."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        assert isinstance(answer, dict)
        return answer

    def ask(self, cmd: str, **request: object) -> dict[str, Any]:
        """The answer to a request."""
        return self.send(json.dumps({"cmd": cmd} | request).encode())

    def close(self) -> tuple[int, bytes, bytes]:
        """The exit code and what was left on both outputs, once the input ended."""
        output, errors = self.process.communicate(timeout=30)
        return self.process.returncode, output, errors
