"""Runs programs of test/programs: python test/right/programs/running.py [--torch | --eagerly] [--seeds N]
[--dtypes DTYPE...] [NAME ...] prints a line of JSON for each program, seed and dtype. With --eagerly, graphs run op by
op."""

import argparse
import importlib.util
import json
import sys
from pathlib import Path

from program_data import Data

PROGRAMS = Path(__file__).resolve().parents[2] / "programs"
VALUES = PROGRAMS / "values.tsv"  # PyTorch's losses in f64 of seed 0, a program each
STEPS = 20
DTYPES = ("float64", "float32")


def names():
    return sorted(path.stem for path in PROGRAMS.glob("*.py"))


def loaded(name):
    """The program as a module."""
    spec = importlib.util.spec_from_file_location(f"programs.{name}", PROGRAMS / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def precision(name):
    """That of a program's products where it is given float32."""
    return getattr(loaded(name), "PRECISION", "float32")


def running(name, dtype, seed):
    """The losses of a program's steps, each when it is asked for."""
    import weir as flow

    return iter(loaded(name).losses(Data(seed), getattr(flow, dtype)))


def losses(name, dtype, seed):
    """The losses of all steps."""
    found = list(running(name, dtype, seed))
    if len(found) != STEPS or not all(isinstance(loss, float) for loss in found):
        raise ValueError(f"{name}: expects {STEPS} floats, got {found}")
    return found


def committed():
    """{program: losses} of values.tsv."""
    rows = (line.split("\t") for line in VALUES.read_text().splitlines()) if VALUES.exists() else ()
    return {name: [float(loss) for loss in losses] for name, *losses in rows}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--torch", action="store_true", help="with PyTorch in place of Weir")
    parser.add_argument("--eagerly", action="store_true", help="op by op")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--dtypes", nargs="+", choices=DTYPES, default=DTYPES)
    parser.add_argument("names", nargs="*", default=names())
    arguments = parser.parse_args()
    if arguments.torch:
        import as_torch

        as_torch.install()
    if arguments.eagerly:
        import eager_graphs

        eager_graphs.install()
    for name in arguments.names:
        for seed in range(arguments.seeds):
            for dtype in arguments.dtypes:
                found = losses(name, dtype, seed)
                print(json.dumps({"program": name, "seed": seed, "dtype": dtype, "losses": found}), flush=True)


if __name__ == "__main__":
    sys.exit(main())
