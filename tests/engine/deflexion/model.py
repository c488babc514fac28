"""The rules of Khet 2.0 once more, slow and plain, to compare the engine's with.

It shares nothing with the engine: squares are pairs of numbers, column 0 to 9 and row 1 to 8, a
piece is the text with which a position code writes it.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

Place = tuple[int, int]
Pieces = dict[Place, str]
WAYS = {"^": (0, 1), ">": (1, 0), "v": (0, -1), "<": (-1, 0)}
CLOCKWISE = "^>v<"
HOMES = {"silver": (9, 1), "gold": (0, 8)}
OTHER = {"silver": "gold", "gold": "silver"}
CORNERS = {"^": (1, 1), ">": (1, -1), "v": (-1, -1), "<": (-1, 1)}
"""To which corner, as steps along column and row, a pyramid's mirror looks."""


def name(spot: Place) -> str:
    return "abcdefghij"[spot[0]] + str(spot[1])


def owner(piece: str) -> str:
    return "silver" if piece[0].isupper() else "gold"


def kind(piece: str) -> str:
    return piece[0].upper()


def on_board(spot: Place) -> bool:
    return 0 <= spot[0] <= 9 and 1 <= spot[1] <= 8


def may_stand(seat: str, spot: Place) -> bool:
    """Whether the square is not kept for the other side."""
    if seat == "silver":
        return spot[0] != 0 and spot not in ((8, 1), (8, 8))
    return spot[0] != 9 and spot not in ((1, 1), (1, 8))


@dataclass
class Game:
    """A position, the positions so far, and the turns since a piece was removed."""

    pieces: Pieces
    mover: str
    quiet: int = 0
    seen: list[tuple[frozenset[tuple[Place, str]], str]] = field(default_factory=list)
    result: tuple[str | None, str] | None = None

    def __post_init__(self) -> None:
        if not self.seen:
            self.seen = [self.position]

    @property
    def position(self) -> tuple[frozenset[tuple[Place, str]], str]:
        return frozenset(self.pieces.items()), self.mover

    @property
    def code(self) -> str:
        ranks = []
        for row in range(8, 0, -1):
            rank = "".join(self.pieces.get((column, row), "-") for column in range(10))
            ranks.append(re.sub("-+", lambda run: str(len(run[0])), rank))
        return f"{'/'.join(ranks)} {self.mover[0]}"


def read(code: str) -> Game:
    """The game that starts from a position code."""
    board, mover = code.split(" ")
    pieces = {}
    for row, rank in zip(range(8, 0, -1), board.split("/"), strict=True):
        column = 0
        for run, piece in re.findall(r"(\d+)|([A-Za-z][\^>v<]?)", rank):
            if piece:
                pieces[column, row] = piece
            column += int(run or 1)
    return Game(pieces, {"s": "silver", "g": "gold"}[mover])


def legal(game: Game) -> list[str]:
    """What the mover may do, sorted."""
    return sorted(_actions(game))


def _actions(game: Game) -> Iterator[str]:
    for spot, piece in game.pieces.items():
        if owner(piece) != game.mover:
            continue
        if kind(piece) == "S":
            # The one other direction that stays on the board.
            for turn in "LR":
                ahead = WAYS[_turned(piece, turn)[1]]
                if on_board((spot[0] + ahead[0], spot[1] + ahead[1])):
                    yield f"{name(spot)}{turn}"
            continue
        for across in (-1, 0, 1):
            for up in (-1, 0, 1):
                target = spot[0] + across, spot[1] + up
                if target != spot and on_board(target) and may_stand(game.mover, target):
                    there = game.pieces.get(target)
                    if there is None:
                        yield f"{name(spot)}-{name(target)}"
                    elif (
                        kind(piece) == "D" and kind(there) in "PA" and may_stand(owner(there), spot)
                    ):
                        yield f"{name(spot)}x{name(target)}"
        if kind(piece) in "PA":
            yield f"{name(spot)}L"
        if kind(piece) in "PAD":
            yield f"{name(spot)}R"


def _turned(piece: str, turn: str) -> str:
    if kind(piece) == "D":
        return piece[0] + ("^" if piece[1] == ">" else ">")
    step = 1 if turn == "R" else -1
    return piece[0] + CLOCKWISE[(CLOCKWISE.index(piece[1]) + step) % 4]


def shoot(pieces: Mapping[Place, str], seat: str) -> tuple[list[str], str, Place | None]:
    """The path of the seat's beam, how it ends, and where."""
    spot = HOMES[seat]
    heading = WAYS[pieces[spot][1]]
    path = []
    while True:
        spot = spot[0] + heading[0], spot[1] + heading[1]
        if not on_board(spot):
            return path, "wall", None
        path.append(name(spot))
        piece = pieces.get(spot)
        if piece is None:
            continue
        back = -heading[0], -heading[1]
        match kind(piece):
            case "S":
                return path, "sphinx", spot
            case "A" if WAYS[piece[1]] == back:
                return path, "shield", spot
            case "D":
                across, up = heading
                heading = (up, across) if piece[1] == ">" else (-up, -across)
            case "P" if (out := _reflected(piece[1], back)) is not None:
                heading = out
            case _:
                return path, "hit", spot


def _reflected(mark: str, side: Place) -> Place | None:
    """To which side a pyramid sends a beam that comes in at this side, if at its mirror."""
    across, up = CORNERS[mark]
    return {(across, 0): (0, up), (0, up): (across, 0)}.get(side)


def apply(game: Game, action: str) -> tuple[Game, list[str], str, str | None]:
    """What the action leads to, and its beam: path, end and where."""
    pieces = dict(game.pieces)
    origin = ord(action[0]) - ord("a"), int(action[1])
    if action[2] in "LR":
        pieces[origin] = _turned(pieces[origin], action[2])
    else:
        target = ord(action[3]) - ord("a"), int(action[4])
        piece, other = pieces.pop(origin), pieces.pop(target, None)
        pieces[target] = piece
        if other is not None:
            pieces[origin] = other
    path, end, at = shoot(pieces, game.mover)
    removed = pieces.pop(at) if at is not None and end == "hit" else None
    after = Game(pieces, OTHER[game.mover], 0 if removed else game.quiet + 1, game.seen)
    after.seen = [*game.seen, after.position]
    if removed and kind(removed) == "K":
        after.result = OTHER[owner(removed)], "pharaoh"
    elif after.seen.count(after.position) >= 3:
        after.result = None, "repetition"
    elif after.quiet >= 100:
        after.result = None, "quiet"
    return after, path, end, name(at) if at else None


def perft(game: Game, depth: int) -> int:
    """The number of action sequences of that length; only a lost pharaoh ends one."""
    if depth == 0:
        return 1
    if game.result is not None and game.result[1] == "pharaoh":
        return 0
    return sum(perft(apply(game, action)[0], depth - 1) for action in legal(game))
