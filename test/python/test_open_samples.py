"""PyTorch's samples with all sizes open: a program that was traced for a sample's sizes gives for larger ones what a
program for those gives. A run takes the entries of the day."""

import sys
from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest
import weir as flow
from weir import nn

ROOT = Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / "tools" / "dev"), str(ROOT / "test" / "right" / "opinfo")]

import suite_sample  # noqa: E402
from case_files import CaseFile, mapped  # noqa: E402
from case_worker import DTYPES, elements, flat  # noqa: E402
from counterparts import ORDERS, counterpart  # noqa: E402

FILE = CaseFile.read(ROOT / "test" / "right" / "opinfo" / "samples.cases")
SHARE = 48  # one of so many entries a day
LEAVES = {
    "": lambda value: value,
    "dtype": DTYPES.get,
    "number": float,
    "slice": lambda value: slice(*value),
    "ellipsis": lambda value: Ellipsis,
}


def entries():
    """{entry: its cases}, those of the day."""
    found = defaultdict(list)
    for case in FILE.cases:
        if case.kind != "error" and case.dtype in ("float64", "float32", "int64"):
            found[case.entry].append(case)
    whole = suite_sample.is_whole()
    return {entry: cases for entry, cases in found.items() if whole or suite_sample.drawn(entry, range(SHARE)) == 0}


class Sample(nn.Graph):
    """The call of a case on its tensors, and the gradients of what it gives."""

    def __init__(self, case, open_sizes):
        super().__init__()
        self.case = case
        for number, array in enumerate(case.arrays if open_sizes else ()):
            self.mark_dynamic(f"tensors.{number}", *range(FILE.arrays[array].ndim))

    def build(self, *tensors):
        case, leaves = self.case, [tensors[int(number)].requires_grad_() for number in self.case.gradients]

        def leaf(kind, value):
            if kind != "tensor":
                return LEAVES[kind](value)
            return tensors[value].clone() if tensors[value].requires_grad else tensors[value]

        args = [mapped(tree, leaf) for tree in case.call["args"]]
        args = [args[place] for place in ORDERS.get(case.entry, range(len(args)))]
        kwargs = {key: mapped(tree, leaf) for key, tree in case.call["kwargs"].items()}
        results = [each for each in flat(counterpart(case.entry)(*args, **kwargs)) if isinstance(each, flow.Tensor)]
        losses = [each.double().square().sum() for each in results if each.requires_grad]
        if losses and leaves:
            sum(losses[1:], losses[0]).backward()
        return [*results, *(leaf.grad for leaf in leaves if leaf.grad is not None)]


def larger(array):
    """The elements again and again, in sizes that are larger where they aren't 0 or 1."""
    return np.resize(array, [size + 3 if size > 1 else size for size in array.shape])


def computed(graph, case, of):
    flow.manual_seed(0)
    arrays = (of(FILE.arrays[number]) for number in case.arrays)
    return [elements(y) for y in graph(*(flow.tensor(x, dtype=DTYPES[d]) for x, d in zip(arrays, case.dtypes)))]


def refusal(graph, case, of):
    """Nothing where the sample is taken in these sizes."""
    try:
        computed(graph, case, of)
    except Exception as error:
        return type(error)
    return None


@pytest.mark.parametrize("entry", entries())
def test_sizes_that_a_trace_has_not_seen(entry):
    for case in entries()[entry]:
        if any(0 in FILE.arrays[number].shape for number in case.arrays):
            continue
        graph, alone = Sample(case, open_sizes=True), Sample(case, open_sizes=False)
        refusal(graph, case, np.array)
        refused = refusal(alone, case, larger)
        assert refusal(graph, case, larger) is refused, case.call
        if refused is None:
            tolerance = 1e-4 if case.dtype == "float32" else 1e-9
            for some, others in zip(computed(graph, case, larger), computed(alone, case, larger), strict=True):
                scale = 1 + np.abs(others[np.isfinite(others)].astype(np.float64)).max(initial=0)
                np.testing.assert_allclose(some, others, rtol=tolerance, atol=tolerance * scale, err_msg=str(case.call))
