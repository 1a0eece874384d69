"""How far losses of training steps in f32 are from those in f64: python losses.py [--steps N] CASE...

Needs PyTorch and Weir in one interpreter. Prints for each case `CASE: R`, Weir's root of the mean square of all steps'
distances over that of PyTorch.
"""

import argparse
import tempfile
from dataclasses import replace
from pathlib import Path

import numpy as np
from network_cases import TRAINED  # before the contenders, as it says where the examples are
from contender_torch import PyTorch
from contender_weir import Weir

THREADS = 2


def losses(contender, steps):
    found = []
    for _ in range(steps):
        contender.call()
        found.append(float(contender.result))
    return np.array(found)


def distances(case, folder, steps):
    """(Weir's, PyTorch's)."""
    exact = losses(PyTorch(replace(case, dtype="float64"), "eager", folder, THREADS), steps)
    ours = losses(Weir(case, "weir", folder, THREADS), steps)
    theirs = losses(PyTorch(case, "eager", folder, THREADS), steps)
    return tuple(float(np.sqrt(np.mean((found - exact) ** 2))) for found in (ours, theirs))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cases", nargs="+", metavar="CASE", choices=TRAINED)
    parser.add_argument("--steps", type=int, default=50)
    options = parser.parse_args()
    for name in options.cases:
        case = TRAINED[name]
        with tempfile.TemporaryDirectory() as folder:
            np.savez(Path(folder) / "inputs.npz", *case.inputs())
            ours, theirs = distances(case, Path(folder), options.steps)
        print(f"{name}: {ours / theirs:.3f}   {ours:.2e} of ours, {theirs:.2e} of PyTorch's", flush=True)


if __name__ == "__main__":
    main()
