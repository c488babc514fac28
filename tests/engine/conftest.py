"""An engine process for the tests that talk to one."""

from collections.abc import Iterator

import pytest

from tests.engine.process import EngineProcess


@pytest.fixture(scope="module")
def engine_process() -> Iterator[EngineProcess]:
    process = EngineProcess()
    yield process
    assert process.close() == (0, b"", b""), "the process ends quietly, with nothing unasked said"
