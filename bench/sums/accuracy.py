"""How exact sums are, beside PyTorch's on the same numbers: errors against f64 of reductions, losses and norms.

Run with torch and the package on PYTHONPATH: python bench/sums/accuracy.py [--most N] [--device D] [NAME ...]. The last
lines are `NAME: NUMBER`."""

import argparse
import zlib

import numpy as np
import torch
from accuracy_cases import CASES, NUMBERS, ROUNDING

import weir as flow

SIZES = (10**3, 10**4, 10**5, 10**6, 10**7, 3 * 10**7)
ACROSS = 64  # results of a case with rows or columns, where there are elements enough
ALIKE = "1e-6"  # as it is printed: relative error up to which ours is good where PyTorch's is


class OfCase(flow.nn.Graph):
    def __init__(self, case, dim):
        super().__init__()
        self.case, self.dim = case, dim

    def build(self, *inputs):
        return self.case.ours(*inputs, dim=self.dim)


def shape_and_dim(layout, size):
    across = ACROSS if size > 1000 * ACROSS else 8
    return {
        "rows": ((across, size // across), 1),
        "columns": ((size // across, across), 0),
        "everything": ((size,), (0,)),
    }[layout]


def samples(results, kind, size):
    """How many sets of numbers: of one result, PyTorch's error is small by chance."""
    return 1 if results > 1 or kind == "constant" else 5 if size <= 10**6 else 3


def listed(results):
    return list(results) if isinstance(results, (list, tuple)) else [results]


class Measured:
    """A case in one layout and size."""

    def __init__(self, case, layout, size, device):
        self.case, self.device = case, device
        self.shape, self.dim = shape_and_dim(layout, size)
        self.graph = OfCase(case, self.dim)

    def theirs(self, tensors):
        return [y.detach().numpy() for y in listed(self.case.theirs(*tensors, dim=self.dim))]

    def errors(self, kind, seed):
        """(ours, PyTorch's, how many results): the largest error of a result, relative to the case's scale."""
        rng = np.random.default_rng([zlib.crc32(kind.encode()), self.shape[0], seed])
        x = NUMBERS[kind](rng, self.shape)
        inputs = [np.ascontiguousarray(array) for array in self.case.inputs(x)]
        tensors = list(map(torch.from_numpy, inputs))
        exact = self.theirs([tensor.double() if tensor.is_floating_point() else tensor for tensor in tensors])
        scales = [np.maximum(scale(of, x), 1e-300) for scale, of in zip(self.case.scales, exact)]

        def largest(results):
            return max(float(np.max(np.abs(y - of) / scale)) for y, of, scale in zip(results, exact, scales))

        ours = listed(self.graph(*(flow.tensor(array, device=self.device) for array in inputs)))
        return largest([y.numpy() for y in ours]), largest(self.theirs(tensors)), max(of.size for of in exact)

    def largest_errors(self, kind, size):
        ours, theirs, results = self.errors(kind, seed=0)
        for seed in range(1, samples(results, kind, size)):
            again = self.errors(kind, seed)
            ours, theirs = max(ours, again[0]), max(theirs, again[1])
        return ours, theirs


def excess(ours, theirs):
    """Ours over what it may be: twice PyTorch's error, or the rounding of the result, whichever is larger."""
    return ours / max(2 * theirs, ROUNDING)


def measure(names, most, device):
    """(name, layout, kind of numbers, size, our error, PyTorch's) of each case."""
    for name in names:
        case = CASES[name]
        for layout in case.layouts:
            for size in SIZES:
                if size > most:
                    continue
                measured = Measured(case, layout, size, device)
                for kind in case.numbers:
                    yield name, layout, kind, size, *measured.largest_errors(kind, size)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(CASES)}; all if none is given")
    parser.add_argument("--most", type=int, default=SIZES[-1], help="the largest number of elements")
    parser.add_argument("--device", default="cpu", help="where ours is computed")
    options = parser.parse_args()
    worst = 0.0
    measured = over = above = 0
    print(f"{'case':36}{'layout':12}{'numbers':10}{'elements':>10}{'Weir':>10}{'PyTorch':>10}{'excess':>8}")
    for name, layout, kind, size, ours, theirs in measure(options.names or CASES, options.most, options.device):
        measured += 1
        over += excess(ours, theirs) > 1
        above += ours > float(ALIKE) >= theirs
        worst = max(worst, excess(ours, theirs))
        print(
            f"{name:36}{layout:12}{kind:10}{size:>10}{ours:>10.1e}{theirs:>10.1e}"
            f"{excess(ours, theirs):>8.2f}{' *' if excess(ours, theirs) > 1 else ''}",
            flush=True,
        )
    print(f"cases: {measured}")
    print(f"over twice PyTorch's: {over}")
    print(f"over {ALIKE} where PyTorch is below: {above}")
    print(f"worst: {worst:.3f}")


if __name__ == "__main__":
    main()
