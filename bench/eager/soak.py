"""A million ops on tensors of random shapes: the memory of the process."""

import argparse
import resource

import numpy as np
import weir as flow


def resident():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize() / 2**20


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ops", type=int, default=1_000_000)
    arguments = parser.parse_args()
    rng = np.random.default_rng(0)
    done, early = 0, 0.0
    while done < arguments.ops:
        rows, columns = map(int, rng.integers(1, 400, 2))
        x = flow.ones(rows, columns, requires_grad=True)
        y = flow.tanh(x * 2.0 + x.sum(1, keepdim=True)).softmax(-1)
        y[0] += 1
        (y.t() * x.t()).sum().backward()
        done += 20
        if not early and done >= arguments.ops / 10:
            flow.synchronize()
            early = resident()
            print(f"MB after a tenth: {early:.0f}", flush=True)
    flow.synchronize()
    print(f"MB at the end: {resident():.0f}")
    print(f"of that after a tenth: {resident() / early:.3f}")


if __name__ == "__main__":
    main()
