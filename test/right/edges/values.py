"""Edge values of each dtype, and tensors of them. Runs where torch is."""

import itertools

import torch

ORDINARY = (0.5, 1.25, -0.75, 2.0, -1.5, 1.0, 0.25)  # whose sums and products every float holds
SPECIAL = {"nan": float("nan"), "inf": float("inf"), "-inf": float("-inf")}


def edges(dtype):
    """The values that arithmetic treats by rules of their own, and ordinary ones beside them."""
    if dtype is torch.bool:
        return [False, True]
    if not dtype.is_floating_point:
        info = torch.iinfo(dtype)
        signed = [-1, -2, info.min + 1] if info.min < 0 else []
        return [0, 1, 2, 3, 7, info.bits - 1, info.bits, info.max, info.max - 1, *signed, info.min]
    info = torch.finfo(dtype)
    least = info.smallest_normal * info.eps  # the smallest of all
    positive = [0.0, 1.0, 0.5, 2.5, 3.0, info.max, info.smallest_normal, least, float("inf")]
    return [*positive, *(-value for value in positive), float("nan")]


def few(dtype):
    """Fewer, where all combinations of three are formed."""
    if not dtype.is_floating_point:
        return edges(dtype)[:3] + edges(dtype)[-1:]
    return [0.0, -0.0, 1.0, -2.5, torch.finfo(dtype).max, float("inf"), float("nan")]


def planted(dtype):
    """What one element is beside ordinary ones."""
    if not dtype.is_floating_point:
        return {"most": edges(dtype)[-1]}
    info = torch.finfo(dtype)
    return {**SPECIAL, "most": info.max, "denormal": info.smallest_normal * info.eps, "zero": 0.0}


def grid(values, count, dtype):
    """As many tensors, that hold all combinations of values together."""
    columns = zip(*itertools.product(values, repeat=count), strict=True)
    return [torch.tensor(column, dtype=dtype) for column in columns]


def rows(values, dtype):
    """All pairs of values, and triples with equal ones."""
    pairs = torch.tensor(list(itertools.product(values, repeat=2)), dtype=dtype)
    return pairs.reshape(-1, 2)


def filled(shape, values, dtype):
    """A tensor with the values in turns."""
    size = torch.Size(shape).numel()
    return torch.tensor([values[i % len(values)] for i in range(size)], dtype=dtype).reshape(shape)


def ordinary(shape, dtype, start=0):
    if dtype is torch.bool:
        return filled(shape, [True, False, False], dtype)
    values = [abs(int(value * 4)) for value in ORDINARY] if not dtype.is_floating_point else ORDINARY
    return filled(shape, values[start:] + values[:start], dtype)
