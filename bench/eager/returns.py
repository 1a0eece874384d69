"""Microseconds until a call returns that lasts some milliseconds."""

import statistics
import time

import weir as flow


def main():
    x = flow.ones(16 << 20)
    times = []
    for _ in range(40):
        begin = time.perf_counter()
        y = flow.relu(x)
        times.append(time.perf_counter() - begin)
        y.numpy()
    print(f"relu of 64 MB returns in, us: {1e6 * statistics.median(times):.1f}")


if __name__ == "__main__":
    main()
