"""Acting in private, where what can be done would tell a secret; and one's own view of the board.

Whatever is returned is for the member's eyes only.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.match.boards import awaited, board_of, own_scene, picture_of, told_deadline
from bot.match.errors import OldControl, Stale
from bot.match.play import Play, insist_on_turn, seat_in, step_of
from bot.panels import ACTS, PANELS
from bot.panels.act import ActPanel, Choice
from bot.posting import Button, ControlId, Posting, Rows, Style
from data import Match, act_draft
from engine.core import Seat, Square

GONE_ON = "The game has gone on since this panel was opened, and nothing was done here."


@dataclass(frozen=True, slots=True)
class Acting:
    """What members do in the private panels of a game in play.

    All raise ``GameError`` with the reason.
    """

    play: Play

    async def open(self, game_id: int, seq: int, member: int) -> Posting:
        """Return the panel that **Act** under the board of entry ``seq`` opens, as it was left."""
        match, seat = await self._under_newest(game_id, seq, member)
        insist_on_turn(match, seat)
        return await self._panel(match, seat, member, await self._kept(match, member))

    async def choose(self, game_id: int, seq: int, member: int, choice: Choice) -> Posting:
        """Return the panel with something else picked. Picking is no action.

        Raises ``Stale`` when the panel is no longer the newest board's.
        """
        match, seat = await self._under_newest(game_id, seq, member)
        insist_on_turn(match, seat)
        await self._keep(match, member, choice)
        return await self._panel(match, seat, member, choice)

    async def ask(self, game_id: int, seq: int, member: int, text: str) -> Posting:
        """Return the question whether the action is meant; it commits nothing."""
        match, seat = await self._under_newest(game_id, seq, member)
        action = step_of(match, seat, text, self.play.random).action
        told = _panel_of(match).told(board_of(match, seat, seat), action)
        pick = PANELS[match.game.name].pick_of(action)
        confirm = Button(_id(match, "confirm", str(action)), f"Confirm {action}", Style.PRIMARY)
        row = (confirm, Button(_id(match, "back", str(Choice(pick))), "Back"))
        question = f"{_heading(match, seat)}\nYour move, `{action}`: {told}?"
        return await self._posting(match, seat, member, question, (row,), *filter(None, [pick]))

    async def newest(self, game_id: int, seq: int, member: int) -> Posting:
        """Return what the panel of the board ``seq`` shows once the game has gone on since."""
        match = await self.play.match(game_id)
        seat = seat_in(match, member)
        own = (turn for turn in match.turns if (turn.seq, turn.seat) == (seq + 1, seat))
        # Who pressed twice has acted the first time.
        news = next((f"You played `{turn.action}`." for turn in own), GONE_ON)
        if match.to_move == seat:
            return await self._panel(match, seat, member, await self._kept(match, member), news)
        text = f"{news}\n{_standing(match, seat)}"
        return await self._posting(match, seat, member, text)

    async def done(self, match: Match, member: int) -> Posting:
        """Return what the panel shows once its action is done, alone or to be followed."""
        text = f"You played `{match.turns[-1].action}`."
        return await self._posting(match, seat_in(match, member), member, text)

    async def view(self, game_id: int, member: int) -> Posting:
        """Return the board as the member's own seat sees it."""
        match = await self.play.match(game_id)
        seat = seat_in(match, member)
        lines = (_heading(match, seat), *_secret(match, seat), _standing(match, seat))
        return await self._posting(match, seat, member, "\n".join(lines))

    async def _under_newest(self, game_id: int, seq: int, member: int) -> tuple[Match, Seat]:
        match, seat = await self.play.under_newest(game_id, seq, member)
        _panel_of(match)
        return match, seat

    async def _keep(self, match: Match, member: int, choice: Choice) -> None:
        """Keep what was chosen, unless the turn ends meanwhile. Raises ``Stale`` if it does."""
        store, kind = self.play.store, act_draft(match.id)
        text = f"{match.turn_seq} {choice}"
        await store.people.keep_draft(member, kind, text, self.play.clock())
        now = await self.play.match(match.id)
        if now.result or now.turn_seq != match.turn_seq:
            await store.people.drop_draft(member, kind)
            raise Stale(match.id)

    async def _kept(self, match: Match, member: int) -> Choice:
        """Return what was chosen in a panel that is gone, if no turn has passed since."""
        kept = await self.play.store.people.draft(member, act_draft(match.id)) or ""
        turn, _, choice = kept.partition(" ")
        return Choice.parse(choice) if turn == str(match.turn_seq) else Choice()

    async def _panel(
        self, match: Match, seat: Seat, member: int, choice: Choice, news: str | None = None
    ) -> Posting:
        """Return the panel with which the seat, which is to move, acts."""

        def id_(do: str, about: str) -> ControlId:
            return _id(match, do, about)

        board = board_of(match, seat, seat)
        rows = _panel_of(match).rows(board, choice, id_)
        lines = [news] if news else []
        lines += [_heading(match, seat), *_secret(match, seat), "You are to move."]
        if (deadline := await self.play.clocks.deadline(match)) is not None:
            lines.append(told_deadline(match, deadline))
        marked = {str(action)[:2] for action in board.actions} & {choice.pick}
        return await self._posting(match, seat, member, "\n".join(lines), rows, *marked)

    async def _posting(
        self, match: Match, seat: Seat, member: int, text: str, rows: Rows = (), *marked: Square
    ) -> Posting:
        theme = (await self.play.store.people.preferences(member)).theme
        name = f"own-view-{match.id}-{match.seq}.png"
        return Posting(text, picture_of(own_scene(match, seat, *marked), theme, name), rows)


def _id(match: Match, do: str, about: str) -> ControlId:
    return ControlId(match.id, match.seq, "act", f"{do}:{about}")


def _panel_of(match: Match) -> ActPanel:
    """Return the game's panel. Raises ``OldControl`` when nobody acts in private in it."""
    if match.game.name not in ACTS:
        raise OldControl(match.id)
    return ACTS[match.game.name]


def _heading(match: Match, seat: Seat) -> str:
    return f"**{match.game.title}** · game {match.id}, as {seat.capitalize()} alone sees it"


def _secret(match: Match, seat: Seat) -> Iterator[str]:
    """Yield what the seat alone knows, if there is anything."""
    if told := _panel_of(match).secret(board_of(match, seat, seat)):
        yield told


def _standing(match: Match, seat: Seat) -> str:
    """Return whose turn it is, to the seat."""
    if match.result:
        return "This game is over."
    if match.to_move == seat:
        return "You are to move: press **Act** under the newest board."
    return f"We wait for {awaited(match)}."
