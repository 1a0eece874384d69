"""Writes cases of edge values: calls of each public function that takes tensors, in each dtype that PyTorch takes, with
PyTorch's results and gradients and the same in f64. Runs where torch and the package are.

python edge_sampling.py FOLDER [FUNCTION ...]
"""

import argparse
import itertools
import re
import sys
import warnings
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import torch

sys.path.append(str(Path(__file__).resolve().parents[1] / "opinfo"))

import functions  # noqa: E402
import sampling  # noqa: E402
import values  # noqa: E402
from case_files import CaseFile  # noqa: E402
from forms import T, forms_of  # noqa: E402

DTYPES = sampling.DTYPES | {"int8": torch.int8}
DIMS = ("dim", "dims")
PLANTED_IN_FEW = ("nan", "most")  # in dtypes other than f32 and f64
OTHER_DTYPES = ("to", "cast", "type_as")  # functions whose second argument is one

MOST_OF_METHODS = 3  # calls in a dtype of a method that is a function, too
COUNTS = {"clamp": 3, "clamp_": 3, "clip": 3, "clip_": 3}  # of tensors, where not all of them are required

# PyTorch's function where it has another name, or OpInfo calls with arguments in another order.
THEIRS = {
    "cast": torch.Tensor.to,
    "expand": torch.broadcast_to,
    "repeat": torch.Tensor.repeat,
    "view": torch.reshape,
    "Tensor.view": torch.reshape,
    "einsum": lambda operands, equation: torch.einsum(equation, *operands),
    "where": lambda x, condition, y: torch.where(condition, x, y),
    "nn.functional.embedding": lambda weight, index: torch.nn.functional.embedding(index, weight),
    "nn.functional.embedding_bag": lambda weight, index: torch.nn.functional.embedding_bag(index, weight),
}


def theirs(path):
    """PyTorch's function for a path; for a method that it lacks, the function of that name."""
    if path in THEIRS:
        return THEIRS[path]
    found = torch
    for part in path.split("."):
        found = getattr(found, part, None)
    name = path.removeprefix("Tensor.")
    return found or getattr(torch, name, None) or getattr(torch.nn.functional, name, None)


def realized(spec, dtype, size, numbers):
    """An argument of a form as a value; numbers(place) are those of a tensor of any numbers, counted from 0."""
    places = iter(range(100))

    def made(item):
        if isinstance(item, T):
            shape = [size if part == "n" else part for part in item.shape]
            return of_kind(item, shape, dtype, numbers, places)
        if isinstance(item, (list, tuple)):
            return type(item)(map(made, item))
        return size if item == "n" else item

    return made(spec)


def of_kind(item, shape, dtype, numbers, places):
    floats = dtype if dtype.is_floating_point else torch.float32
    kinds = {
        "index": lambda: values.filled(shape, [i * 2 % item.below for i in range(item.below)], torch.int64),
        "mask": lambda: values.filled(shape, [True, False, False], torch.bool),
        "sign": lambda: values.filled(shape, [1, -1, -1], dtype),
        "probability": lambda: values.filled(shape, [0, 1, 0.25], floats),
        "positive": lambda: values.filled(shape, [1, 0, 0.25], floats),
        "sorted": lambda: values.filled(shape, sorted(values.edges(dtype), key=lambda v: (v != v, v)), dtype),
    }
    return kinds[item.numbers]() if item.numbers in kinds else numbers(shape, next(places))


def structured(forms, dtype):
    """Calls of a function with forms."""
    is_wide = dtype in (torch.float32, torch.float64)
    for spec in forms:
        count = [0]

        def usual(shape, place):
            count[0] = max(count[0], place + 1)
            return values.ordinary(shape, dtype, place)

        yield realized(spec, dtype, 2, usual)
        for special, value in values.planted(dtype).items():
            if not is_wide and special not in PLANTED_IN_FEW:
                continue
            for chosen in range(count[0]):

                def numbers(shape, place):
                    tensor = values.ordinary(shape, dtype, place)
                    if place == chosen and tensor.numel():
                        tensor.view(-1)[tensor.numel() // 2] = value
                    return tensor

                yield realized(spec, dtype, 2, numbers)
        yield realized(spec, dtype, 0, usual)
        yield realized(spec, dtype, 1, usual)
        if count[0] == 1:  # sums of several would depend on their order
            yield realized(spec, dtype, 2, lambda shape, place: values.filled(shape, values.edges(dtype), dtype))


def along(parameters, dtype):
    """Calls of a function of one tensor along a dimension."""
    dim = next(each for each in parameters if each.name in DIMS)
    pairs = values.rows(values.edges(dtype), dtype)
    named = {each.name for each in parameters}
    whole = [] if dim.is_required else [{}]
    yield (pairs, {dim.name: 1})
    yield (pairs.T.contiguous(), {dim.name: 0})
    for numbers in ([1, 1, 0, 0, 1], *([1, value, 2] for value in list(values.planted(dtype).values())[:4])):
        tensor = torch.tensor(numbers, dtype=dtype)
        for keywords in (*whole, {dim.name: 0}):
            yield (tensor, keywords)
            if "keepdim" in named and not keywords:
                yield (tensor, {"keepdim": True} if dim.is_required else {dim.name: 0, "keepdim": True})
    for shape, position in (((), 0), ((1,), 0), ((0,), 0), ((0, 3), 0), ((3, 0), 0), ((0, 3), 1)):
        yield (values.ordinary(shape, dtype), {dim.name: position})
    if whole:
        yield from ((values.ordinary(shape, dtype), {}) for shape in ((), (0,), (0, 3)))


def pointwise(last, parameters, dtype, takes):
    """Calls of a function of tensors of one shape; `takes` says whether it takes a call."""
    count = COUNTS.get(last, sum(each.takes_tensor and each.is_required for each in parameters))
    keywords = {"reduction": "none"} if any(each.name == "reduction" for each in parameters) else {}
    taken = values.edges(dtype) if count < 3 else values.few(dtype)
    whole = values.grid(taken, count, dtype)
    if not takes((*whole, keywords)):  # some values it refuses
        taken = [each for each in taken if takes((*values.grid([each], count, dtype), keywords))]
        whole = values.grid(taken, count, dtype) if taken else whole
    yield (*whole, keywords)
    if keywords:
        yield (*(values.ordinary((3,), dtype, place) for place in range(count)), {})
    points = torch.tensor(taken, dtype=dtype)
    if count == 2 and parameters[1].takes_number:
        for number in (0, 1, -1, 2, 0.5, float("inf"), float("nan")):
            yield (points, number, keywords)
    for value in taken[:1] + taken[-1:]:
        yield (*[torch.tensor(value, dtype=dtype)] * count, keywords)
    yield (*[torch.tensor(taken[-1:], dtype=dtype)] * count, keywords)
    yield (*[torch.zeros((0, 2), dtype=dtype)] * count, keywords)


def named_after(path, public):
    """The function whose parameters a method that writes has."""
    name = path.removeprefix("Tensor.")
    if re.fullmatch("__i(?!nv)[a-z]+__", name):
        return public.get(f"Tensor.__{name[3:]}")
    is_method = path.startswith("Tensor.") and not name.endswith("__")
    return public.get(f"Tensor.{name.removesuffix('_')}") if is_method else None


def calls_of(path, public, dtype):
    """What a function is called with: tuples whose last item is a dict of keywords."""
    function = theirs(path)

    def takes(call):
        try:
            sampling.computed(SimpleNamespace(op=function), sample_of(call))
        except Exception:
            return False
        return True

    last = path.rpartition(".")[2]
    own = public[path]
    parameters = functions.parameters(named_after(path, public) or own)
    tensors = [each for each in parameters if each.takes_tensor and each.is_required]
    if last in OTHER_DTYPES:
        points = torch.tensor(values.edges(dtype), dtype=dtype)
        for target in DTYPES.values():
            yield (points, torch.zeros(1, dtype=target) if last == "type_as" else target, {})
    elif forms_of(path):
        yield from map(with_keywords, structured(map(with_keywords, forms_of(path)), dtype))
    elif len(tensors) == 1 and any(each.name in DIMS for each in parameters):
        yield from along(parameters, dtype)
    else:
        yield from pointwise(last, parameters, dtype, takes)


def with_keywords(call):
    return call if isinstance(call[-1], dict) else (*call, {})


def sample_of(call):
    *args, keywords = call
    return SimpleNamespace(input=args[0], args=tuple(args[1:]), kwargs=keywords)


def cases_of(path, public):
    """The cases of a function, and how many PyTorch refuses by error."""
    op = SimpleNamespace(name=path, variant_test_name="", op=theirs(path), supports_autograd=True)
    file, refused = CaseFile(), Counter()
    for dtype, kind in DTYPES.items():
        is_function_too = path.startswith("Tensor.") and path.removeprefix("Tensor.") in public
        calls = itertools.islice(calls_of(path, public, kind), MOST_OF_METHODS if is_function_too else None)
        for number, call in enumerate(calls):
            add(file, op, sample_of(call), dtype, number, refused)
    return file, refused


def add(file, op, sample, dtype, number, refused):
    before = len(file.cases)
    try:
        sampling.add_case(file, op, sample, dtype, "edge", number)
    except Exception as error:
        refused[f"{type(error).__name__}: {error}".splitlines()[0][:120]] += 1
        del file.cases[before:]
        return
    # Functions with forms add up elements, of ordinary numbers but one, which are about 1; gradients along a dimension
    # are sums, too.
    is_sum = bool(forms_of(op.name))
    for expected in file.cases[-1].results:
        expected |= {"noise": None, "scale": float(is_sum)}
    for expected in file.cases[-1].gradients.values():
        expected |= {"noise": None, "scale": float(is_sum or any(dim in sample.kwargs for dim in DIMS))}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("functions", nargs="*")
    options = parser.parse_args()
    warnings.filterwarnings("ignore")
    torch.set_num_threads(1)
    options.folder.mkdir(parents=True, exist_ok=True)
    public = functions.public()
    for path in options.functions or functions.called(public):
        if theirs(path) is None:
            print(f"{path}: PyTorch has none")
            continue
        file, refused = cases_of(path, public)
        file.write(options.folder / f"{path}.cases")
        why_not = (f"\n  {number} refused: {why}" for why, number in refused.items())
        print(f"{path}: {len(file.cases)} cases", *why_not, flush=True)


if __name__ == "__main__":
    sys.exit(main())
