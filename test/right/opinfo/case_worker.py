"""Judges the cases of a file, one after another, and prints a line of JSON for each.

python case_worker.py FILE FIRST [eagerly], with the package on PYTHONPATH: as graphs, or op by op. Whoever reads starts
another one where this one dies.
"""

import json
import sys

import numpy as np
import weir as flow
from weir import nn

from case_files import CaseFile, mapped, weights
from counterparts import ORDERS, ROUNDED, UNDEFINED, UNORDERED, counterpart
from judging import difference, same_elements

FLOATS = (flow.float64, flow.float32, flow.float16, flow.bfloat16)
DTYPES = {dtype.name: dtype for dtype in (*FLOATS, flow.int64, flow.int32, flow.int8, flow.uint8, flow.bool)}


def flat(result):
    """The tensors and numbers of a result, in order."""
    if isinstance(result, (list, tuple)):
        return [item for part in result for item in flat(part)]
    return [result]


def elements(tensor):
    tensor = tensor.cpu()
    if tensor.dtype is flow.bfloat16:
        return flow.bfloat16_to_float32(tensor.bits()).reshape(tuple(tensor.shape))
    return np.array(tensor.numpy())


class CaseGraph(nn.Graph):
    """The call of a case on its tensors, and the gradients by some of them."""

    def __init__(self, case, differentiates):
        super().__init__()
        self.case = case
        self.differentiates = differentiates
        self.numbers = {}  # results that are no tensors

    def build(self, *tensors):
        case = self.case

        def leaf(kind, value):
            if kind == "tensor":
                tensor = tensors[value]
                return tensor.clone() if tensor.requires_grad else tensor
            return {
                "": lambda: value,
                "dtype": lambda: DTYPES[value],
                "number": lambda: float(value),
                "slice": lambda: slice(*value),
                "ellipsis": lambda: Ellipsis,
            }[kind]()

        if self.differentiates:
            for number in case.gradients:
                tensors[int(number)].requires_grad_()
        args = [mapped(tree, leaf) for tree in case.call["args"]]
        args = [args[i] for i in ORDERS.get(case.entry, range(len(args)))]
        kwargs = {key: mapped(tree, leaf) for key, tree in case.call["kwargs"].items()}
        results = flat(counterpart(case.entry)(*args, **kwargs))
        self.numbers = {i: result for i, result in enumerate(results) if not isinstance(result, flow.Tensor)}
        made = [result for result in results if isinstance(result, flow.Tensor)]
        if not self.differentiates:
            return made
        loss = None
        for number, result in enumerate(results):
            if isinstance(result, flow.Tensor) and result.dtype.is_floating_point:
                part = (result.double() * flow.tensor(weights(tuple(result.shape), number), device=result.device)).sum()
                loss = part if loss is None else loss + part
        if loss is not None and loss.requires_grad:
            loss.backward()
        gradients = [tensors[int(number)].grad for number in case.gradients]
        zeros = [flow.zeros_like(tensors[int(number)]) for number in case.gradients]
        return made, [zero if found is None else found for found, zero in zip(gradients, zeros)]


def refusal(error):
    return f"{type(error).__name__}: {error}".splitlines()[0][:300]


def wrong_result(file, case, result, expected, position):
    if not isinstance(result, flow.Tensor):
        return "" if result == file.arrays[expected["got"]] else f"result {position} is {result!r}"
    if result.dtype.name != expected["dtype"]:
        return f"result {position} is of {result.dtype.name} for {expected['dtype']}"
    if list(result.shape) != expected["shape"]:
        return f"result {position} has shape {tuple(result.shape)} for {tuple(expected['shape'])}"
    if expected["got"] is None:
        return ""
    actual, got = elements(result), file.arrays[expected["got"]]
    exact = got if expected["exact"] is None else file.arrays[expected["exact"]]
    is_open = case.entry.split(":")[0].removeprefix("Tensor.") in UNORDERED and expected["dtype"] == "int64"
    if is_open and case.arrays and same_elements(file.arrays[case.arrays[0]], actual, got):
        return ""
    noise, scale = expected.get("noise", 0), expected.get("scale", 0.0)
    found = difference(actual, got, exact, expected["dtype"], noise, scale)
    return found and f"result {position}: {found}"


def wrong_results(file, case, results):
    if len(results) != len(case.results):
        return f"{len(results)} results for {len(case.results)}"
    compared = (
        wrong_result(file, case, result, expected, i) for i, (result, expected) in enumerate(zip(results, case.results))
    )
    return next(filter(None, compared), "")


def wrong_gradients(file, case, gradients):
    for (number, expected), actual in zip(case.gradients.items(), gradients):
        dtype = case.dtypes[int(number)]
        got, exact = file.arrays[expected["got"]], file.arrays[expected["exact"]]
        # Weights of results are of this size.
        scale = expected.get("scale", 1.0)
        found = difference(elements(actual), got, exact, dtype, expected["noise"], scale)
        if found:
            return f"gradient of tensor {number}: {found}"
    return ""


def run(file, case, differentiates, eagerly, device="cpu"):
    """The results, and the gradients."""
    given = zip(case.arrays, case.dtypes)
    tensors = [flow.tensor(file.arrays[n], dtype=DTYPES[name], device=device) for n, name in given]
    graph = CaseGraph(case, differentiates)
    returned = graph.build(*tensors) if eagerly else graph(*tensors)
    made, gradients = returned if differentiates else (returned, [])
    made = list(made)
    results = [graph.numbers[i] if i in graph.numbers else made.pop(0) for i in range(len(made) + len(graph.numbers))]
    return results, gradients


def judged(file, case, eagerly=False, device="cpu"):
    """{"verdict": equal, wrong or refused, "why"}, and the same of the gradient where the case has one."""
    gradient = {}
    is_defined = case.kind != "error" and (case.entry, case.dtype, case.kind) not in UNDEFINED
    try:
        results, gradients = run(file, case, bool(case.gradients), eagerly, device)
        if case.gradients and is_defined and not (case.dtype == "float64" and case.entry in ROUNDED):
            why = wrong_gradients(file, case, gradients)
            gradient = {"gradient": "wrong" if why else "equal", "gradient_why": why}
    except Exception as error:
        if not case.gradients:
            return {"verdict": "refused", "why": refusal(error)}
        gradient = {"gradient": "refused", "gradient_why": refusal(error)}
        try:
            results, _ = run(file, case, False, eagerly, device)
        except Exception as first:
            return {"verdict": "refused", "why": refusal(first)}
    try:
        _ = [elements(result) for result in results if isinstance(result, flow.Tensor)]
    except flow.WeirError as error:  # what the run has found
        return {"verdict": "refused", "why": refusal(error)}
    why = wrong_results(file, case, results) if is_defined else ""
    return {"verdict": "wrong" if why else "equal", "why": why, **gradient}


def main():
    path, first, eagerly = sys.argv[1], int(sys.argv[2]), sys.argv[3:] == ["eagerly"]
    file = CaseFile.read(path)
    for number in range(first, len(file.cases)):
        print(json.dumps({"number": number, **judged(file, file.cases[number], eagerly)}), flush=True)


if __name__ == "__main__":
    sys.exit(main())
