"""Microseconds of calls of `add` on one element from Python, and those of PyTorch in the same run."""

import argparse
import statistics
import time
from collections import deque
from itertools import repeat

from in_turns import LIBRARIES, medians


def independent(library, requires_grad):
    x, y = library.ones(1, requires_grad=requires_grad), library.ones(1)
    return lambda: library.add(x, y)


def chain(library, requires_grad):
    state = [library.ones(1, requires_grad=requires_grad), library.zeros(1)]

    def call():
        state[0] = library.add(state[0], state[1])
        return state[0]

    return call


def called_from_c(library, calls):
    """Seconds of an independent one without the interpreter's loop: `map` calls the function as C does."""
    x, y = library.ones(1), library.ones(1)
    begin = time.perf_counter()
    deque(map(library.add, repeat(x, calls), repeat(y)), maxlen=1)[0].numpy()
    return (time.perf_counter() - begin) / calls


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=20000)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    for requires_grad in (False, True):
        for function in (independent, chain):
            name = function.__name__ + (" with gradients" if requires_grad else "")
            if requires_grad and function is chain:
                continue  # the tape of all rounds
            made = {name: function(library, requires_grad) for name, library in LIBRARIES.items()}
            found = medians(made, lambda y: y.detach().numpy(), arguments.calls, arguments.rounds)
            print(f"{name}, us: {1e6 * found['weir']:.2f}")
            print(f"{name}, of torch: {found['weir'] / found['torch']:.2f}", flush=True)
    found = [called_from_c(LIBRARIES["weir"], arguments.calls) for _ in range(arguments.rounds)]
    print(f"called from C, us: {1e6 * statistics.median(found):.2f}")


if __name__ == "__main__":
    main()
