"""Charts of played games, and of the shortest and a very long one, for the tests of pictures."""

import json
from collections.abc import Mapping
from pathlib import Path

from render.chart import Chart

CHARTS: Mapping[str, Chart] = {
    name: Chart(**fields)
    for name, fields in json.loads(
        Path(__file__).with_name("charts.json").read_text("utf-8")
    ).items()
}
