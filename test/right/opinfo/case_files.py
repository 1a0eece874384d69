"""Cases: one call of a function each, with what it has to give, and files of them. Knows neither PyTorch nor Weir, so
that one program can write what another judges.

A call's arguments are trees of lists and leaves as JSON has them; what JSON lacks is a dict of one key:
{"tensor": n} is array n of the case, {"dtype": name}, {"number": text} an infinity or NaN, {"slice": [a, b, c]},
{"tuple": [...]}, {"ellipsis": true}. bfloat16, which NumPy lacks, is float32 there, under its own name beside.
"""

import json
import lzma
from dataclasses import asdict, dataclass, field

import numpy as np


@dataclass
class Case:
    entry: str  # of OpInfo, its name and its variant: "norm", "div:floor_rounding"
    dtype: str
    kind: str  # "sample", "reference", or "error" of a call that has to be refused
    number: int  # among those of its entry, dtype and kind
    call: dict  # {"args": [...], "kwargs": {...}}
    arrays: list = field(default_factory=list)  # numbers of arrays in the file: the call's tensors
    dtypes: list = field(default_factory=list)  # of those tensors
    # {"dtype", "shape", "got", "exact", "noise"}: PyTorch's array, that in f64, and how far off a result may be because
    # of how its sums and powers are conditioned; None where values are random.
    results: list = field(default_factory=list)
    gradients: dict = field(default_factory=dict)  # of tensors by number: {"got", "exact", "noise"}

    @property
    def name(self):
        return f"{self.entry} {self.dtype} {self.kind} {self.number}"


class CaseFile:
    """Cases, and the arrays that they name by numbers."""

    def __init__(self):
        self.cases = []
        self.arrays = []

    def add(self, array):
        self.arrays.append(np.asarray(array))
        return len(self.arrays) - 1

    def write(self, path):
        heads = [(array.dtype.str, array.shape) for array in self.arrays]
        header = json.dumps({"cases": [asdict(case) for case in self.cases], "arrays": heads}).encode()
        with lzma.open(path, "wb", preset=6) as file:
            file.write(len(header).to_bytes(8, "little") + header)
            for array in self.arrays:
                file.write(array.tobytes())

    @classmethod
    def read(cls, path):
        with lzma.open(path) as file:
            header = json.loads(file.read(int.from_bytes(file.read(8), "little")))
            made = cls()
            made.cases = [Case(**case) for case in header["cases"]]
            for dtype, shape in header["arrays"]:
                kind = np.dtype(dtype)
                data = file.read(kind.itemsize * int(np.prod(shape, dtype=np.int64)))
                made.arrays.append(np.frombuffer(data, kind).reshape(shape))
        return made

    def take(self, other, case):
        """Adds a case of another file."""

        def moved(number):
            return None if number is None else self.add(other.arrays[number])

        copied = Case(**asdict(case))
        copied.arrays = [moved(number) for number in case.arrays]
        copied.results = [{**r, "got": moved(r["got"]), "exact": moved(r["exact"])} for r in case.results]
        copied.gradients = {
            key: {**g, "got": moved(g["got"]), "exact": moved(g["exact"])} for key, g in case.gradients.items()
        }
        self.cases.append(copied)


def mapped(tree, leaf):
    """An argument's tree with its leaves, and what JSON lacks, replaced by `leaf(kind, value)`; kind is "" for what
    JSON has."""
    if isinstance(tree, list):
        return [mapped(item, leaf) for item in tree]
    if isinstance(tree, dict):
        ((kind, value),) = tree.items()
        return tuple(mapped(item, leaf) for item in value) if kind == "tuple" else leaf(kind, value)
    return leaf("", tree)


def weights(shape, number):
    """What result `number` is multiplied with before all are added up and differentiated: multiples of 1/8 that every
    dtype holds."""
    random = np.random.default_rng(number + 1)
    return np.asarray(random.integers(-16, 17, size=shape) / 8.0)
