"""The message of a challenge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.match.boards import mention, picture_of, title
from bot.match.terms import Agreement, clock_name
from bot.posting import Button, ControlId, Picture, Posting, Style
from data import Offer
from render import scene


def invitation(offer: Offer, agreed: Agreement, rematch_of: int | None, theme: str) -> Posting:
    """Return the challenge as a message that asks its opponent, or anybody, and pings no other."""
    parts = [_question(offer, agreed, rematch_of), _seating(offer, agreed)]
    parts += _fielding(offer, agreed)
    if offer.clock is not None:
        parts.append(f"Clock: {clock_name(offer.clock, agreed.options)}.")
    if offer.wants_thread:
        parts.append("It will be played in a thread of its own.")
    accept = Button(ControlId(offer.id, 0, "accept"), "Accept", Style.SUCCESS)
    decline = Button(ControlId(offer.id, 0, "decline"), "Decline")
    cancel = Button(ControlId(offer.id, 0, "cancel"), "Cancel")
    asked = offer.opponent_id
    row = (accept, cancel) if asked is None else (accept, decline, cancel)
    picture = _start(offer, agreed, theme) if "code" in agreed.options else None
    return Posting(" ".join(parts), picture, (row,), () if asked is None else (asked,))


def lapsed(offer: Offer) -> str:
    """Return what the message of a challenge says when it was open for a day."""
    return f"{mention(offer.challenger_id)}'s challenge has lapsed: nobody accepted it for a day."


def _question(offer: Offer, agreed: Agreement, rematch_of: int | None) -> str:
    what = f"**{title(agreed.rules, agreed.options, agreed.layout)}**"
    who = mention(offer.challenger_id)
    if offer.opponent_id is None:
        return f"{who} challenges anybody here to {what}."
    whom = mention(offer.opponent_id)
    if rematch_of is None:
        return f"{whom}, {who} challenges you to {what}."
    return f"{whom}, {who} offers you a rematch of game {rematch_of}: {what}."


def _seating(offer: Offer, agreed: Agreement) -> str:
    first, second = (seat.capitalize() for seat in agreed.rules.seats)
    who = mention(offer.challenger_id)
    other = "Who accepts" if offer.opponent_id is None else mention(offer.opponent_id)
    match offer.side:
        case "first":
            return f"{who} plays {first} and moves first."
        case "second":
            return f"{who} plays {second}. {other} moves first."
        case _:
            return "Sides are drawn when it begins."


def _fielding(offer: Offer, agreed: Agreement) -> Iterator[str]:
    """Yield which army either of them has, in games that have any: both know before they agree."""
    armies = agreed.options.get("armies")
    if not isinstance(armies, Mapping):
        return
    seats = agreed.rules.seats[::-1] if offer.side == "second" else agreed.rules.seats
    own, other = (str(armies[seat]).capitalize() for seat in seats)
    whose = "who accepts" if offer.opponent_id is None else mention(offer.opponent_id)
    yield f"{mention(offer.challenger_id)} has the army of {own}, {whose} that of {other}."


def _start(offer: Offer, agreed: Agreement, theme: str) -> Picture:
    """Return the position of a member's own layout, which the opponent may never have seen."""
    drawn = scene(agreed.rules.start(agreed.options).view(None), ())
    return picture_of(drawn, theme, f"start-{offer.id}.png")
