"""What a case of bench/ops is: a function that both libraries know by the same names, and its inputs."""

import math
import zlib
from dataclasses import dataclass, replace
from typing import Callable

import numpy as np


@dataclass(frozen=True)
class Input:
    """A tensor: its sizes and what its elements are. Numbers are of the case's dtype."""

    shape: tuple[int, ...]
    kind: str = "normal"  # or positive, unit (between 0 and 1), below:N (indices), bool
    is_weight: bool = False  # a parameter, which stays from call to call

    @property
    def is_number(self):
        return self.kind in ("normal", "positive", "unit")

    def draw(self, rng):
        """In float64, int64 or bool; weights are small enough for sums over them to stay near 1."""
        if self.kind == "bool":
            return rng.random(self.shape) < 0.5
        if self.kind.startswith("below:"):
            return rng.integers(0, int(self.kind.removeprefix("below:")), self.shape)
        if self.kind == "positive":
            return rng.random(self.shape) + 0.5
        if self.kind == "unit":
            return 0.98 * rng.random(self.shape) + 0.01
        fan_in = math.prod(self.shape[1:]) if self.is_weight and len(self.shape) > 1 else 1
        return rng.standard_normal(self.shape) / math.sqrt(fan_in)


def weight(*shape):
    return Input(shape, is_weight=True)


def below(count, *shape):
    return Input(shape, f"below:{count}")


@dataclass(frozen=True)
class Case:
    """`function(t, *tensors)` of torch or weir returns a tensor. `flops` counts multiplications and additions of its
    products; 0 where memory is what is waited for."""

    name: str
    function: Callable
    inputs: tuple[Input, ...]
    has_gradient: bool = True
    flops: int = 0
    dtypes: tuple[str, ...] = ("float32", "bfloat16")

    @property
    def family(self):
        return self.name.split()[0]

    def draw(self):
        rng = np.random.default_rng(zlib.crc32(self.name.encode()))
        return [each.draw(rng) for each in self.inputs]

    def differentiated(self):
        """Positions of inputs that gradients are computed of."""
        return [i for i, each in enumerate(self.inputs) if each.is_number]


class Cases(dict):
    """Cases by name."""

    def add(self, name, function, *inputs, **options):
        given = tuple(each if isinstance(each, Input) else Input(tuple(each)) for each in inputs)
        assert name not in self, f"expects one case {name!r}"
        self[name] = Case(name, function, given, **options)

    def forward_only(self, name, function, *inputs, **options):
        self.add(name, function, *inputs, has_gradient=False, **options)


def in_dtype(case, dtype):
    return replace(case, name=f"{case.name} {dtype}")
