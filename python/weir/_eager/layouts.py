"""Operands whose dimensions lie in memory in another order than they stand in the shape, as behind a transposition.
Jobs know sizes and no strides: such an operand is taken as it lies, and turned by the job, so that its kernels know
where neighbours are."""

from __future__ import annotations

from typing import Any, Sequence

from .. import _core, _extension
from .calls import Call

Order = tuple[int, ...]  # of dimensions, the one whose elements lie the farthest apart first


class Turned:
    """A call as a function of operands as they lie: those that have an order are turned back."""

    __slots__ = ("of", "orders")

    def __init__(self, of: Call, orders: Sequence[Order | None]):
        self.of, self.orders = of, tuple(orders)

    def __call__(self, *tensors: Any) -> Sequence[Any]:
        turned = [x if order is None else x.permute(_inverse(order)) for x, order in zip(tensors, self.orders)]
        return self.of.function(*turned)  # type: ignore[no-any-return]

    @property
    def call(self) -> Call:
        return Call(("turned", self.orders, self.of.key), self.of.name, self, self.of.amp)


def as_they_lie(call: Call, tensors: Sequence[Any]) -> tuple[Call, Sequence[Any]]:
    """A call and its operands, of which large ones are as they lie in memory. Where nothing can be compiled, jobs that
    are there read operands element by element."""
    orders = [*map(_core.memory_order, tensors)]
    if not any(orders) or not _extension.is_available():
        return call, tensors
    turned = [x if order is None else x.permute(order) for x, order in zip(tensors, orders)]
    return Turned(call, orders).call, turned


def _inverse(order: Order) -> Order:
    return tuple(sorted(range(len(order)), key=order.__getitem__))
