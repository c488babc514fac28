"""The rules of Reflix once more, slow and plain, to compare the engine's with.

It shares nothing with the engine: squares are pairs of numbers, column 0 to 6 and row 1 to 9.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations, product

Place = tuple[int, int]
TURNS = {
    "/": {(0, -1): (1, 0), (1, 0): (0, -1), (0, 1): (-1, 0), (-1, 0): (0, 1)},
    "\\": {(0, -1): (-1, 0), (-1, 0): (0, -1), (0, 1): (1, 0), (1, 0): (0, 1)},
}
EMITTERS = {"south": ((3, 6), (0, -1)), "north": ((3, 4), (0, 1))}
ZONE = [(column, row) for row in (4, 5, 6) for column in range(7)]
OTHER = {"south": "north", "north": "south"}


def place(square: str) -> Place:
    return ord(square[0]) - ord("a"), int(square[1])


def name(spot: Place) -> str:
    return "abcdefg"[spot[0]] + str(spot[1])


def owner(spot: Place) -> str:
    """Whose fortress a square outside the zone is in."""
    return "north" if spot[1] < 4 else "south"


@dataclass
class Shot:
    path: list[str]
    end: str
    contacts: set[str]


def shoot(seat: str, mirrors: Mapping[Place, str], objects: Mapping[Place, str]) -> Shot:
    """Follow the beam step by step."""
    spot, heading = EMITTERS[seat]
    shot = Shot([], "edge", set())
    arrived: set[tuple[Place, Place]] = set()
    while 0 <= spot[0] < 7 and 1 <= spot[1] <= 9:
        if (spot, heading) in arrived:
            shot.end = "loop"
            return shot
        arrived.add((spot, heading))
        shot.path.append(name(spot))
        what = mirrors.get(spot) or objects.get(spot)
        if what == "W":
            shot.end = "wall"
            return shot
        if what == "T":
            shot.end = "own target" if owner(spot) == seat else "target"
            return shot
        if what == "S" and owner(spot) != seat:
            shot.contacts.add(name(spot))
        if what in TURNS:
            heading = TURNS[what][heading]
        spot = spot[0] + heading[0], spot[1] + heading[1]
    return shot


def is_reached(seat: str, objects: Mapping[Place, str], mirrors: Mapping[Place, str]) -> bool:
    """Whether the opponent's beam reaches the seat's target and never its own shooter's rows."""
    shot = shoot(OTHER[seat], mirrors, objects)
    astray = any(row in ("123" if seat == "south" else "789") for _, row in shot.path)
    return shot.end == "target" and not astray


def can_be_entered(seat: str, objects: Mapping[Place, str]) -> bool:
    """Try every way to put up to three mirrors into the zone."""
    return any(is_reached(seat, objects, mirrors) for mirrors in placings())


def placings() -> Iterator[dict[Place, str]]:
    for number in range(4):
        for spots in combinations(ZONE, number):
            for diagonals in product("/\\", repeat=number):
                yield dict(zip(spots, diagonals, strict=True))


@dataclass
class Game:
    """A game in play."""

    to_move: str
    objects: dict[Place, str]
    mirrors: dict[Place, tuple[str, str]]
    moved: int = 0
    round: int = 1
    hits: dict[str, int | None] = field(default_factory=lambda: {"south": None, "north": None})
    result: tuple[str | None, str] | None = None

    def legal(self) -> list[str]:
        found = []
        for (column, row), (seat, _) in self.mirrors.items():
            if seat != self.to_move:
                continue
            found.append(f"{name((column, row))}R")
            for across, down in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                spot = column + across, row + down
                while spot in ZONE and spot not in self.mirrors:
                    found.append(f"{name((column, row))}-{name(spot)}")
                    spot = spot[0] + across, spot[1] + down
        return sorted(found)

    def play(self, text: str) -> Shot:
        origin = place(text[:2])
        seat, diagonal = self.mirrors.pop(origin)
        if text.endswith("R"):
            self.mirrors[origin] = seat, "\\" if diagonal == "/" else "/"
        else:
            self.mirrors[place(text[3:])] = seat, diagonal
        standing = {spot: diagonal for spot, (_, diagonal) in self.mirrors.items()}
        shot = shoot(seat, standing, self.objects)
        if shot.end == "target" and self.hits[seat] is None:
            self.hits[seat] = len(shot.contacts)
        self.to_move = OTHER[seat]
        self.moved += 1
        if self.moved % 2 == 0:
            self._end_round()
        return shot

    def _end_round(self) -> None:
        south, north = self.hits["south"], self.hits["north"]
        if south is not None and north is not None:
            if south == north:
                self.result = None, "equal contacts"
            else:
                self.result = "south" if south < north else "north", "contacts"
        elif south is not None or north is not None:
            self.result = "north" if south is None else "south", "target"
        elif self.round == 10:
            self.result = None, "rounds"
        else:
            self.round += 1
