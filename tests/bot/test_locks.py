"""What is done under a key's lock is done one after the other."""

import asyncio

from bot.locks import Locks


async def test_all_who_wait_for_a_key_share_its_lock_and_another_key_does_not_wait() -> None:
    locks, done = Locks(), []

    async def work(key: int, name: str) -> None:
        async with locks.of(key):
            await asyncio.sleep(0)
            done.append(f"{name} begins")
            await asyncio.sleep(0)
            done.append(f"{name} ends")

    await asyncio.gather(work(1, "first"), work(1, "second"))
    assert done == ["first begins", "first ends", "second begins", "second ends"]
    async with locks.of(1):
        assert not locks.of(2).locked()
        assert locks.of(1).locked()


def test_a_lock_that_nobody_holds_is_forgotten() -> None:
    locks = Locks()
    locks.of(1)
    assert not locks._locks
