"""``python -m tests.discord.shifted``: the bot's own program on a machine whose clock is ahead."""

import os
import sys
import time

AHEAD = "CLOCK_AHEAD"
"""The variable that says by how many seconds."""


def main() -> int:
    ahead, true_time = float(os.environ[AHEAD]), time.time
    time.time = lambda: true_time() + ahead
    # Only now, so that nothing has read the time before.
    from bot.__main__ import main as play

    return play()


if __name__ == "__main__":
    sys.exit(main())
