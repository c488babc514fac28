"""The colours of a picture, as data: one Theme per look."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

from engine.core import Seat
from render.scene import Floor, Mark

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
    floors: Mapping[Floor, tuple[Colour, Colour]]
    hairline: Colour
    marks: Mapping[Mark, Colour]
    sides: Mapping[Seat, Tones]
    stone: Tones
    mirror: Colour
    glass: Colour
    rim: Colour
    skin: Colour
    shadow: Colour
    beam: Colour
    core: Colour
    accent: Colour
    gilt: Colour

    @property
    def squares(self) -> tuple[Colour, Colour]:
        """The two tones of the board's squares."""
        return self.floors[Floor.SQUARE]

    def tones(self, seat: Seat | None) -> Tones:
        """Return the colours of the seat's pieces, or of what belongs to nobody."""
        return self.stone if seat is None else self.sides[seat]


PAPYRUS = Theme(
    band="#574130",
    label="#f3e8d0",
    line="#d8c7a3",
    floors=MappingProxyType(
        {
            Floor.SQUARE: ("#eddfc1", "#e0cda6"),
            Floor.WALK: ("#a88e68", "#a88e68"),
            Floor.ZONE: ("#fcf7ea", "#f4ebd6"),
        }
    ),
    hairline="#cbb68c",
    marks=MappingProxyType({Mark.HEXAGON: "#aebfda", Mark.DISC: "#eec376"}),
    sides=MappingProxyType(
        {
            "silver": Tones("#25314a", "#8497b5", "#e6edf6", None),
            "gold": Tones("#553507", "#c3830f", "#f7c64d", "#452a04"),
            "white": Tones("#38352f", "#c9c6bf", "#f0eee9", None),
            "black": Tones("#0f1013", "#3c3f48", "#666b78", "#f0e6cd"),
            "south": Tones("#123d3c", "#63aba4", "#d9f0ea", None),
            "north": Tones("#2b173b", "#6d4a8c", "#b394cd", "#f4e6c8"),
            "blue": Tones("#10264d", "#3f78c4", "#dfeafa", None),
            "red": Tones("#3d0a0f", "#a3262e", "#d9766c", "#fbeed6"),
        }
    ),
    stone=Tones("#4a4034", "#a3998a", "#d3cbbd", None),
    mirror="#ffffff",
    glass="#d2ecf6",
    rim="#20242e",
    skin="#f2c894",
    shadow="#3a2a17",
    beam="#e3203c",
    core="#ffffff",
    accent="#3f9159",
    gilt="#f5b60a",
)

MIDNIGHT = Theme(
    band="#171e31",
    label="#d9e2f4",
    line="#7484a8",
    floors=MappingProxyType(
        {
            Floor.SQUARE: ("#2f3a56", "#262f48"),
            Floor.WALK: ("#1b2338", "#1b2338"),
            Floor.ZONE: ("#45537a", "#3b486d"),
        }
    ),
    hairline="#3d4968",
    marks=MappingProxyType({Mark.HEXAGON: "#4d679c", Mark.DISC: "#83602a"}),
    sides=MappingProxyType(
        {
            "silver": Tones("#0a0f1c", "#8196bd", "#e3ebf8", None),
            "gold": Tones("#1d1204", "#c98713", "#fbca52", "#241602"),
            "white": Tones("#0a0f1c", "#b9c0cf", "#eef1f7", None),
            "black": Tones("#8d9bbd", "#0d111d", "#28314a", "#e6ecfa"),
            "south": Tones("#06201f", "#98dcd1", "#e6faf5", None),
            "north": Tones("#160a22", "#9d74d1", "#c8aef0", "#160a22"),
            "blue": Tones("#071227", "#6aa3ec", "#e2edfc", None),
            "red": Tones("#f29a90", "#8e1d2b", "#c24a50", "#fdf0dc"),
        }
    ),
    stone=Tones("#0b0f19", "#66708a", "#a0a9bf", None),
    mirror="#ffffff",
    glass="#9fd0ea",
    rim="#070a12",
    skin="#f2c894",
    shadow="#04060c",
    beam="#ff3d7c",
    core="#ffffff",
    accent="#4fbf8f",
    gilt="#ffc933",
)

# Silver is light and Gold dark, on a ground between them; what glows is blue and what was touched
# orange, the two hues that people who take red for green tell apart.
CONTRAST = Theme(
    band="#eef1f5",
    label="#000000",
    line="#59626e",
    floors=MappingProxyType(
        {
            Floor.SQUARE: ("#c3c8cf", "#b1b7c0"),
            Floor.WALK: ("#9ca4af", "#9ca4af"),
            Floor.ZONE: ("#e4e8ed", "#d7dce3"),
        }
    ),
    hairline="#939ba6",
    marks=MappingProxyType({Mark.HEXAGON: "#e9edf2", Mark.DISC: "#7b7264"}),
    sides=MappingProxyType(
        {
            "silver": Tones("#000000", "#ffffff", "#c9d6e6", None),
            "gold": Tones("#000000", "#3a2a00", "#6e4f00", "#ffd21f"),
            "white": Tones("#000000", "#ffffff", "#d5dbe3", None),
            "black": Tones("#000000", "#26282c", "#4d5157", "#ffffff"),
            "south": Tones("#000000", "#ffffff", "#cfe6e2", None),
            "north": Tones("#000000", "#3b1a5c", "#744c9c", "#ffd21f"),
            "blue": Tones("#000000", "#ffffff", "#d3e2ff", None),
            "red": Tones("#000000", "#5a0b12", "#8a2027", "#ffd21f"),
        }
    ),
    stone=Tones("#000000", "#7d8590", "#dfe4ea", None),
    mirror="#ffffff",
    glass="#d4ebfa",
    rim="#000000",
    skin="#f2c894",
    shadow="#20242b",
    beam="#0b35d6",
    core="#ffffff",
    accent="#9a3500",
    gilt="#ffc400",
)

THEMES: Mapping[str, Theme] = MappingProxyType(
    {"papyrus": PAPYRUS, "midnight": MIDNIGHT, "contrast": CONTRAST}
)
