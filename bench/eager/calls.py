"""Microseconds of calls of `add` on one element from Python, and those of PyTorch in the same run."""

import argparse

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


if __name__ == "__main__":
    main()
