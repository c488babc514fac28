"""What is kept: games and their entries, what was posted, members' names.

``Store`` is the one place with SQL; ``Match`` is a kept game, replayed.
"""

from data.clockwork import Outage
from data.database import StoreError
from data.ledger import Posted
from data.match import (
    COMPUTER,
    COMPUTER_NAME,
    Entry,
    EntryKind,
    LayoutName,
    Match,
    Status,
    Turn,
    is_timed,
)
from data.offers import Conflict, Offer, Offers
from data.people import (
    FORMER_MEMBER,
    FORMER_NAME,
    Preferences,
    ServerSettings,
    act_draft,
    setup_draft,
)
from data.personal import StillPlaying
from data.shelf import Layout, NameTaken, ShelfFull
from data.store import ChannelBusy, Played, Store

__all__ = [
    "COMPUTER",
    "COMPUTER_NAME",
    "FORMER_MEMBER",
    "FORMER_NAME",
    "ChannelBusy",
    "Conflict",
    "Entry",
    "EntryKind",
    "Layout",
    "LayoutName",
    "Match",
    "NameTaken",
    "Offer",
    "Offers",
    "Outage",
    "Played",
    "Posted",
    "Preferences",
    "ServerSettings",
    "ShelfFull",
    "Status",
    "StillPlaying",
    "Store",
    "StoreError",
    "Turn",
    "act_draft",
    "is_timed",
    "setup_draft",
]
