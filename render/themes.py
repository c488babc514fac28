"""The colours of a picture, as data: one Theme per look."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

from engine.core import Seat
from render.scene import Mark

Colour: TypeAlias = str
"""A colour as Pillow reads it: ``#rrggbb``."""


@dataclass(frozen=True, slots=True)
class Tones:
    """A side's colours: outline, body, facet, and the stud that marks one of two sides."""

    dark: Colour
    middle: Colour
    light: Colour
    stud: Colour | None


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """Every colour a picture needs. A theme is equal only to itself, so it can key caches."""

    band: Colour
    label: Colour
    line: Colour
    squares: tuple[Colour, Colour]
    hairline: Colour
    marks: Mapping[Mark, Colour]
    sides: Mapping[Seat, Tones]
    mirror: Colour
    rim: Colour
    skin: Colour
    shadow: Colour
    beam: Colour
    core: Colour
    accent: Colour


PAPYRUS = Theme(
    band="#574130",
    label="#f3e8d0",
    line="#d8c7a3",
    squares=("#eddfc1", "#e0cda6"),
    hairline="#cbb68c",
    marks=MappingProxyType({Mark.HEXAGON: "#aebfda", Mark.DISC: "#eec376"}),
    sides=MappingProxyType(
        {
            "silver": Tones("#25314a", "#8497b5", "#e6edf6", None),
            "gold": Tones("#553507", "#c3830f", "#f7c64d", "#452a04"),
        }
    ),
    mirror="#ffffff",
    rim="#20242e",
    skin="#f2c894",
    shadow="#3a2a17",
    beam="#e3203c",
    core="#ffffff",
    accent="#3f9159",
)

MIDNIGHT = Theme(
    band="#171e31",
    label="#d9e2f4",
    line="#7484a8",
    squares=("#2f3a56", "#262f48"),
    hairline="#3d4968",
    marks=MappingProxyType({Mark.HEXAGON: "#4d679c", Mark.DISC: "#83602a"}),
    sides=MappingProxyType(
        {
            "silver": Tones("#0a0f1c", "#8196bd", "#e3ebf8", None),
            "gold": Tones("#1d1204", "#c98713", "#fbca52", "#241602"),
        }
    ),
    mirror="#ffffff",
    rim="#070a12",
    skin="#f2c894",
    shadow="#04060c",
    beam="#ff3d7c",
    core="#ffffff",
    accent="#4fbf8f",
)

# Silver is light and Gold dark, on a ground between them; what glows is blue and what was touched
# orange, the two hues that people who take red for green tell apart.
CONTRAST = Theme(
    band="#eef1f5",
    label="#000000",
    line="#59626e",
    squares=("#c3c8cf", "#b1b7c0"),
    hairline="#939ba6",
    marks=MappingProxyType({Mark.HEXAGON: "#e9edf2", Mark.DISC: "#7b7264"}),
    sides=MappingProxyType(
        {
            "silver": Tones("#000000", "#ffffff", "#c9d6e6", None),
            "gold": Tones("#000000", "#3a2a00", "#6e4f00", "#ffd21f"),
        }
    ),
    mirror="#ffffff",
    rim="#000000",
    skin="#f2c894",
    shadow="#20242b",
    beam="#0b35d6",
    core="#ffffff",
    accent="#9a3500",
)

THEMES: Mapping[str, Theme] = MappingProxyType(
    {"papyrus": PAPYRUS, "midnight": MIDNIGHT, "contrast": CONTRAST}
)
