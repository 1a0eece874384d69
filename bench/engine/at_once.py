"""How long a call of a graph takes whose run lasts longer, and whether batches arrive while the last step computes.
Prints one `name: number` line each.

Run with the package on PYTHONPATH: python bench/engine/at_once.py"""

import ctypes
import statistics
import time

import numpy as np
import weir as flow
from weir import nn

ARRIVAL = 0.003  # seconds
BATCH = 5 << 20  # bytes
STEPS = 100


class Products(nn.Graph):
    """So many products with one matrix; a batch or a random number is beside them, so that it is read and costs
    little."""

    def __init__(self, size, count, draws):
        super().__init__()
        self.weight = flow.full((size, size), 1 / size)
        self.count = count
        self.draws = draws

    def build(self, x, batch=None):
        for _ in range(self.count):
            x = (x @ self.weight).relu()
        if self.draws:
            batch = flow.rand(1)
        return x.sum() if batch is None else x.sum() + batch[0]


def seconds_of(action, times=5):
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        action()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)


def lasting(seconds, *batch, draws=False):
    """A graph and an input whose run lasts about so long."""
    x = flow.ones(256, 256)
    count = 8
    while True:
        graph = Products(256, count, draws)
        graph(x, *batch).item()
        taken = seconds_of(lambda: graph(x, *batch).item())
        if 0.9 * seconds < taken < 1.1 * seconds:
            return graph, x, taken
        count = max(1, round(count * seconds / taken))


def returns_at_once(draws):
    graph, x, taken = lasting(0.02, draws=draws)
    calls = ([], [])
    for _ in range(20):
        flow.synchronize()
        for times in calls:
            start = time.perf_counter()
            graph(x)
            times.append(time.perf_counter() - start)
    flow.synchronize()
    which = " that draws" if draws else ""
    print(f"run{which}, ms: {1e3 * taken}")
    print(f"first call{which}, us: {1e6 * statistics.median(calls[0])}")
    print(f"second call{which}, us: {1e6 * statistics.median(calls[1])}")


def batches_arrive_meanwhile():
    """One buffer, reused for each batch."""
    buffer = np.zeros(BATCH // 4, np.float32)
    graph, x, _ = lasting(ARRIVAL, flow.from_numpy(buffer))
    results = []

    def feed():
        results.clear()
        for step in range(STEPS):
            time.sleep(ARRIVAL)
            buffer[0] = step
            results.append(graph(x, flow.from_numpy(buffer)))
        flow.synchronize()

    step = seconds_of(lambda: graph(x, flow.from_numpy(buffer)).item(), 20)
    taken = seconds_of(feed) / STEPS
    assert [result.item() - results[0].item() for result in results] == list(range(STEPS)), "a batch was overwritten"
    print(f"step, ms: {1e3 * step}")
    print(f"step with arrival, ms: {1e3 * taken}")
    print(f"of the longer: {taken / max(step, ARRIVAL)}")


def let_sleeps_end_in_time():
    """Linux lets one that asks for 3 ms sleep 0.05 ms longer, lest it wake up too often."""
    pr_set_timerslack = 29
    ctypes.CDLL(None).prctl(pr_set_timerslack, 1, 0, 0, 0)


if __name__ == "__main__":
    let_sleeps_end_in_time()
    returns_at_once(draws=False)
    returns_at_once(draws=True)
    batches_arrive_meanwhile()
