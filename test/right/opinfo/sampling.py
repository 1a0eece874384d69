"""Writes cases of PyTorch's OpInfo: the samples of an entry in a dtype, with PyTorch's results and gradients, and the
same in f64. Knows nothing of Weir; runs where torch is installed.

python sampling.py FOLDER [ENTRY ...]
"""

import argparse
import itertools
import math
import sys
import warnings
import zlib
from collections import Counter
from pathlib import Path

import numpy as np
import torch
from torch.testing._internal import common_methods_invocations
from torch.testing._internal.common_methods_invocations import op_db
from torch.testing._internal.opinfo.core import SampleInput

from case_files import Case, CaseFile, weights

DTYPES = {
    "float32": torch.float32,
    "float64": torch.float64,
    "float16": torch.float16,
    "bfloat16": torch.bfloat16,
    "int64": torch.int64,
    "int32": torch.int32,
    "uint8": torch.uint8,
    "bool": torch.bool,
}
NAMES = {dtype: name for name, dtype in DTYPES.items()} | {torch.int8: "int8"}
# Of an entry's samples, which may be 1,440, so many in a dtype, evenly spread; so many elements a tensor at most.
MOST = {"sample": 24, "reference": 8, "error": 24}
MOST_ELEMENTS = 5000
DRAWS = 8  # of which one differs where results are random
DIFFERENTIATED = ("float32", "float64")
# What samples raise that can be no cases, such as those of CUDA.
UNHELD = (RuntimeError, TypeError, ValueError, IndexError, AttributeError, AssertionError)
# Arguments of PyTorch's functions that say where and how memory lies, which no result depends on.
PLACES = ("device", "layout", "pin_memory", "memory_format", "non_blocking", "requires_grad", "out")


class Unusable(ValueError):
    """A sample with something that no case can hold: complex numbers, quantized ones, a sparse tensor, a lambda."""


def entry_of(op):
    return f"{op.name}:{op.variant_test_name}" if op.variant_test_name else op.name


def elements(value):
    """The number of elements of all tensors in an argument."""
    numbers = [0]
    converted(value, lambda tensor: numbers.append(tensor.numel()))
    return sum(numbers)


def spread(samples, most):
    items = [each for each in samples if elements([each.input, each.args, each.kwargs]) <= MOST_ELEMENTS]
    if len(items) <= most:
        return items
    return [items[i * len(items) // most] for i in range(most)]


def name_of(tensor):
    if tensor.is_sparse or tensor.is_quantized or tensor.dtype not in NAMES:
        raise Unusable(f"{tensor.dtype} {tensor.layout}")
    return NAMES[tensor.dtype]


def array_of(tensor):
    """A tensor's elements; those of bfloat16 as float32."""
    name_of(tensor)
    tensor = tensor.detach().resolve_neg()
    return (tensor.float() if tensor.dtype is torch.bfloat16 else tensor).contiguous().numpy().copy()


class Call:
    """A sample's arguments as a tree, and its tensors in order."""

    def __init__(self, sample):
        self.tensors = []
        kwargs = {key: value for key, value in sample.kwargs.items() if key not in PLACES}
        self.tree = {
            "args": [self._node(item) for item in (sample.input, *sample.args)],
            "kwargs": {key: self._node(value) for key, value in kwargs.items()},
        }

    def _node(self, value):
        if isinstance(value, torch.Tensor):
            array_of(value)
            self.tensors.append(value)
            return {"tensor": len(self.tensors) - 1}
        if isinstance(value, torch.dtype):
            if value not in NAMES:
                raise Unusable(str(value))
            return {"dtype": NAMES[value]}
        if isinstance(value, float) and not math.isfinite(value):
            return {"number": str(value)}
        if isinstance(value, (np.integer, np.floating, np.bool_)):
            return value.item()
        if value is None or isinstance(value, (bool, int, float, str)):
            return value
        if isinstance(value, slice):
            return {"slice": [value.start, value.stop, value.step]}
        if value is Ellipsis:
            return {"ellipsis": True}
        if isinstance(value, tuple):
            return {"tuple": [self._node(item) for item in value]}
        if isinstance(value, list):
            return [self._node(item) for item in value]
        raise Unusable(type(value).__name__)


def flat(result):
    """The tensors of a result, in order. A number is one, too."""
    if isinstance(result, torch.Tensor):
        return [result]
    if isinstance(result, (bool, int, float)):
        return [torch.tensor(result)]
    if isinstance(result, (list, tuple)):
        return [tensor for item in result for tensor in flat(item)]
    raise Unusable(type(result).__name__)


def converted(value, tensor, dtype=lambda given: given):
    """An argument with its tensors and dtypes replaced."""
    if isinstance(value, torch.Tensor):
        return tensor(value)
    if isinstance(value, torch.dtype):
        return dtype(value)
    if isinstance(value, (list, tuple)) and not isinstance(value, torch.Size):
        return type(value)(converted(item, tensor, dtype) for item in value)
    if isinstance(value, dict):
        return {key: converted(item, tensor, dtype) for key, item in value.items()}
    return value


def computed(op, sample, in_dtype=None, differentiates=False, seed=0):
    """PyTorch's results, and the gradients by the tensors in order, None where there is none. With `in_dtype`, all
    floats are of that one: tensors, dtypes that are asked for, and what integers become."""
    leaves = []

    def replaced(dtype):
        return in_dtype if in_dtype and dtype.is_floating_point else dtype

    def leaf(tensor):
        tensor = tensor.detach().clone().to(replaced(tensor.dtype))
        leaves.append(tensor.requires_grad_(differentiates and tensor.is_floating_point()))
        # Functions that write work on what is no leaf.
        return tensor.clone() if tensor.requires_grad else tensor

    arguments = converted(([sample.input, *sample.args], sample.kwargs), leaf, replaced)
    torch.manual_seed(seed)
    torch.set_default_dtype(in_dtype or torch.float32)
    try:
        results = flat(op.op(*arguments[0], **arguments[1]))
    finally:
        torch.set_default_dtype(torch.float32)
    loss = [
        (result.double() * torch.from_numpy(weights(tuple(result.shape), number))).sum()
        for number, result in enumerate(results)
        if result.requires_grad
    ]
    if loss:
        sum(loss).backward()
    return results, [tensor.grad for tensor in leaves]


def is_random(op, sample):
    if "empty" in op.name:  # what is in memory
        return True
    first, *others = ([array_of(x) for x in computed(op, sample, seed=seed)[0]] for seed in range(DRAWS))
    return any(a.tobytes() != b.tobytes() for other in others for a, b in zip(first, other))


def noise_of(results, exact, narrow, dtype):
    """How far off a result may be: as far as PyTorch's, and in f64 as its computation in f32 says."""
    if dtype == "float64":
        return 2.0**-29 * distance(narrow, exact)
    return distance(results, exact)


def distance(a, b):
    difference = (a.detach().double() - b.detach().double()).abs()
    finite = difference[difference.isfinite()]
    return float(finite.max()) if finite.numel() else 0.0


def add_case(file, op, sample, dtype, kind, number):
    call = Call(sample)
    case = Case(entry_of(op), dtype, kind, number, call.tree)
    case.arrays = [file.add(array_of(tensor)) for tensor in call.tensors]
    case.dtypes = [NAMES[tensor.dtype] for tensor in call.tensors]
    if kind == "error":
        file.cases.append(case)
        return
    differentiates = dtype in DIFFERENTIATED and op.supports_autograd
    results, gradients = computed(op, sample, differentiates=differentiates)
    kinds = [{"dtype": name_of(result), "shape": list(result.shape)} for result in results]
    if is_random(op, sample):
        case.results = [kind | {"got": None, "exact": None} for kind in kinds]
        file.cases.append(case)
        return

    def expected(result, precise, narrow):
        if not result.is_floating_point():
            return {"got": file.add(array_of(result)), "exact": None}
        noise = noise_of(result, precise, narrow, name_of(result))
        return {"got": file.add(array_of(result)), "exact": file.add(array_of(precise)), "noise": noise}

    exact, exact_gradients = computed(op, sample, torch.float64, differentiates)
    narrow, narrow_gradients = exact, exact_gradients
    if dtype == "float64":
        narrow, narrow_gradients = computed(op, sample, torch.float32, differentiates)
    case.results = [kind | expected(*each) for kind, each in zip(kinds, zip(results, exact, narrow, strict=True))]
    for position, each in enumerate(zip(gradients, exact_gradients, narrow_gradients, strict=True)):
        if each[0] is not None:
            case.gradients[str(position)] = expected(*each)
    file.cases.append(case)


def refuses(op, sample):
    """Whether PyTorch refuses what a case holds of the sample."""
    kwargs = {key: value for key, value in sample.kwargs.items() if key not in PLACES}
    try:
        computed(op, SampleInput(sample.input, args=sample.args, kwargs=kwargs))
    except Exception:
        return True
    return False


def samples_of(op, dtype, kind):
    if kind == "sample":
        return op.sample_inputs("cpu", DTYPES[dtype], requires_grad=False)
    if kind == "reference":
        return op.reference_inputs("cpu", DTYPES[dtype]) if op.reference_inputs_func else []
    if dtype != "float32" or op.error_inputs_func is None:
        return []
    # Some are errors of other forms of the function, or of what cases leave out.
    given = (error.sample_input for error in op.error_inputs("cpu"))
    return [sample for sample in given if refuses(op, sample)]


def cases_of(op):
    """The cases of an entry, and why no case holds some of its samples."""
    file, unusable = CaseFile(), Counter()
    for dtype, kind in itertools.product(DTYPES, MOST):
        if DTYPES[dtype] not in op.supported_dtypes("cpu"):
            continue
        torch.manual_seed(zlib.crc32(entry_of(op).encode()))
        for number, sample in enumerate(spread(samples_of(op, dtype, kind), MOST[kind])):
            try:
                add_case(file, op, sample, dtype, kind, number)
            except UNHELD as error:
                unusable[f"{type(error).__name__}: {error}".splitlines()[0][:120]] += 1
    return file, unusable


def drawing(op, *args, **kwargs):
    """What OpInfo calls random functions by, without its seed, so that draws differ."""
    return op(*args, **kwargs)


def main():
    common_methods_invocations.wrapper_set_seed = drawing
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("entries", nargs="*")
    options = parser.parse_args()
    warnings.filterwarnings("ignore")
    torch.set_num_threads(1)
    options.folder.mkdir(parents=True, exist_ok=True)
    for op in op_db:
        if options.entries and entry_of(op) not in options.entries:
            continue
        file, unusable = cases_of(op)
        file.write(options.folder / f"{entry_of(op)}.cases")
        print(f"{entry_of(op)}: {len(file.cases)} cases", *(f"\n  {n} not held: {why}" for why, n in unusable.items()))


if __name__ == "__main__":
    sys.exit(main())
