"""The rule sets that are played with Deflexion's board, as data: Deflexion's own and Khet 2.0's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from engine.core import Square
from engine.deflexion.notation import GOLD, SILVER, Kind, Position
from engine.grid import Direction


@dataclass(frozen=True, slots=True, eq=False)
class RuleSet:
    """What tells one rule set from another.

    ``number`` is what the board calls it, ``kinds`` are the pieces that it has, ``turning`` those
    of them that may make a quarter turn, ``layouts`` the position codes of its predefined layouts
    by their names.
    """

    name: str
    title: str
    number: int
    kinds: tuple[Kind, ...]
    turning: tuple[Kind, ...]
    layouts: Mapping[str, str]

    @property
    def has_sphinxes(self) -> bool:
        """Whether the lasers are pieces, and not fixed beside the board."""
        return Kind.SPHINX in self.kinds


DEFLEXION_RULES: Final = RuleSet(
    name="deflexion",
    title="Deflexion",
    number=0,
    kinds=(Kind.PHARAOH, Kind.DJED, Kind.PYRAMID, Kind.OBELISK),
    turning=(Kind.PHARAOH, Kind.DJED, Kind.PYRAMID, Kind.OBELISK),
    layouts=MappingProxyType(
        {
            "classic": "4okop>2/2pv7/3P<6/p^1Pv1d^d>1p>1P</p>1P<1D>D^1p^1Pv/6p>3/7P^2/2P<OKO4 s",
            "imhotep": "4okod>2/10/3P<2p^3/p^Pv2P>d>2p>P</p>P<2D>p<2p^Pv/3Pv2p>3/10/2D>OKO4 s",
            "dynasty": "4pvop>3/5k4/p^3pvod>3/p>1d^1P<1P>3/3p<1p>1D^1P</3D>OP^3Pv/4K5/3P<OP^4 s",
        }
    ),
)
KHET_RULES: Final = RuleSet(
    name="khet2",
    title="Khet 2.0",
    number=1,
    kinds=(Kind.PHARAOH, Kind.DJED, Kind.PYRAMID, Kind.ANUBIS, Kind.SPHINX),
    turning=(Kind.DJED, Kind.PYRAMID, Kind.ANUBIS, Kind.SPHINX),
    layouts=MappingProxyType(
        {
            "classic": (
                "sv3avkavp>2/2pv7/3P<6/p^1Pv1d^d>1p>1P</p>1P<1D>D^1p^1Pv/6p>3/7P^2/2P<A^KA^3S^ s"
            ),
            "imhotep": (
                "sv3avkavd>2/10/3P<2p^3/p^Pv2P>d>2p>P</p>P<2D>p<2p^Pv/3Pv2p>3/10/2D>A^KA^3S^ s"
            ),
            "dynasty": (
                "sv3pvavp>3/5k4/p^3pvavd>3/p>1d^1P<1P>3/3p<1p>1D^1P</3D>A^P^3Pv/4K5/3P<A^P^3S^ s"
            ),
            "mercury": (
                "s>3pvkp>2D>/5avp>3/p>2d>1av4/p^3P<3Pv1/1p^3p>3Pv/4A^1D>2P</3P<A^5/d>2P<KP^3S< s"
            ),
            "sophie": (
                "sv3kP<p>3/3av1a>3Pv/p^3pvp>1D>1P</7d^2/2D^7/p>1d>1P<P^3Pv/p^3A<1A^3/3P<p>K3S^ s"
            ),
        }
    ),
)

RULE_SETS: Final[Mapping[str, RuleSet]] = MappingProxyType(
    {rule_set.name: rule_set for rule_set in (DEFLEXION_RULES, KHET_RULES)}
)
"""Every rule set by its name, in the order of their numbers; the first is the default."""

LASER_SQUARES: Final[Mapping[str, Square]] = MappingProxyType({SILVER: "j1", GOLD: "a8"})
"""The square on which each seat's sphinx stands, or beside which its fixed laser does."""
LASER_HEADINGS: Final[Mapping[str, tuple[Direction, Direction]]] = MappingProxyType(
    {SILVER: (Direction.N, Direction.W), GOLD: (Direction.S, Direction.E)}
)
"""The directions in which each seat's sphinx can fire into the board; a fixed laser has the
first."""


def rule_set_of(position: Position) -> RuleSet:
    """Return the rule set that the position's pieces belong to.

    A position of Khet 2.0 has its sphinxes; one with neither these nor an anubis is Deflexion's.
    """
    kinds = {piece.kind for piece in position.pieces.values()}
    return DEFLEXION_RULES if kinds.isdisjoint({Kind.SPHINX, Kind.ANUBIS}) else KHET_RULES
