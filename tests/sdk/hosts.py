"""Programs that use the SDK: `python hosts.py NAME` prints how many runs it had.

They check what a user would: their functions return their values and raise their own exceptions.
"""

import asyncio
import multiprocessing
import os
import sys
import threading
import warnings
from collections.abc import Callable

from headwater_sdk import lineage_track, track

CALLS = 40


@lineage_track(inputs=["warehouse/orders"], outputs=["warehouse/daily"])
def double(number: int) -> int:
    if number == 7:
        raise ValueError("seven")
    return 2 * number


def work(calls: int = CALLS) -> int:
    for number in range(calls):
        try:
            assert double(number) == 2 * number
        except ValueError:
            assert number == 7
    return calls


def makes_calls() -> int:
    with track("all") as run:
        run.writes("warehouse/all", rows=CALLS)
        return work() + 1


def has_fifty_threads() -> int:
    threads = [threading.Thread(target=work) for _ in range(50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return 50 * CALLS


def runs_a_loop() -> int:
    @lineage_track
    async def one(number: int) -> int:
        await asyncio.sleep(0)
        return number

    async def every() -> list[int]:
        return list(await asyncio.gather(*(one(number) for number in range(CALLS))))

    assert asyncio.run(every()) == list(range(CALLS))
    return CALLS


def forks() -> int:
    work()
    child = os.fork()
    if child == 0:
        work()
        # As a program ends: what `atexit` knows is run.
        sys.exit(0)
    assert os.waitpid(child, 0)[1] == 0
    return 2 * CALLS


def has_a_pool() -> int:
    work()
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map(work, [CALLS, CALLS]) == [CALLS, CALLS]
        pool.close()
        pool.join()
    return 3 * CALLS


def ends_in_an_error() -> int:
    print(work(), flush=True)
    raise LookupError("the host's own error")


def makes_many_calls() -> int:
    return work(100_000)


def has_a_full_disk() -> int:
    import resource

    # From here on no file can grow, which is how a full disk looks.
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    return work()


HOSTS: dict[str, Callable[[], int]] = {
    host.__name__: host
    for host in (
        makes_calls,
        has_fifty_threads,
        runs_a_loop,
        forks,
        has_a_pool,
        ends_in_an_error,
        makes_many_calls,
        has_a_full_disk,
    )
}

if __name__ == "__main__":
    # Newer Pythons warn of a fork beside threads; that it works all the same is what is tested.
    warnings.simplefilter("ignore", DeprecationWarning)
    print(HOSTS[sys.argv[1]](), flush=True)
