"""What analyses of games have found so far; a later one goes on from there."""

from __future__ import annotations

from sqlalchemy import and_, select

from data.database import Database
from data.schema import analyses
from engine.core import JSON


class Analyses:
    """One analysis of each game, of the version that made it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def found(self, game_id: int, version: str) -> JSON:
        """Return what was found of the game, ``None`` when nothing was by that version."""
        is_it = and_(analyses.c.game_id == game_id, analyses.c.version == version)
        rows = await self._database.rows(select(analyses.c.found).where(is_it))
        return next((row.found for row in rows), None)

    async def keep(self, game_id: int, version: str, found: JSON) -> None:
        """Keep what was found of the game, in the place of what was kept before."""
        row = {"game_id": game_id, "version": version, "found": found}
        await self._database.put(analyses, analyses.c.game_id == game_id, row)
