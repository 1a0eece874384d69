"""Gradient accumulation: a batch that runs in parts, whose gradients are added up before the optimizers step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator, Mapping, NamedTuple, Sequence

from .. import _core, _executor, _tracing
from .._creation import zeros
from .._errors import at_user_line
from .._structure import flatten, unflatten
from .._tensor import Tensor, move

if TYPE_CHECKING:
    from ..optim.optimizer import Optimizer


class Part(NamedTuple):
    """One of `count` parts of a batch: the first one begins the sums, and the last one steps the optimizers."""

    count: int = 1
    is_first: bool = True
    is_last: bool = True


WHOLE = Part()


class GradientSums:
    """The sums of the gradients so far, as variables of a graph. Outside of a call they mean nothing."""

    def __init__(self) -> None:
        self._sums: dict[Tensor, Tensor] = {}  # by the parameter
        self._made: list[Tensor] = []  # since `take_new`: parameters

    def trace(self, trace: _tracing.Trace, optimizers: Sequence[Optimizer], part: Part) -> None:
        """Adds the gradients of a build to the sums; behind the last part, the parameters get the mean of all parts'
        gradients."""
        for optimizer in optimizers:
            for parameter in optimizer.state:
                gradient = trace.grad(parameter)
                if gradient is None:
                    continue
                sums = self._sum_of(parameter)
                total = gradient if part.is_first else sums + gradient
                if part.is_last:
                    trace.set_grad(parameter, total / part.count)
                else:
                    sums.copy_(total)

    def _sum_of(self, parameter: Tensor) -> Tensor:
        if parameter not in self._sums:
            with _executor.suspended():
                self._sums[parameter] = zeros(parameter.shape, dtype=parameter.dtype, device=parameter.device)
            self._made.append(parameter)
        move([self._sums[parameter]], parameter.device)
        return self._sums[parameter]

    def named_tensors(self, names: Mapping[int, str]) -> Iterator[tuple[str, Tensor]]:
        """The sums with names for them as variables, made of the names of the parameters (by id)."""
        self._made.clear()
        for number, (parameter, sums) in enumerate(self._sums.items()):
            yield f"gradient.{names.get(id(parameter), number)}", sums

    def take_new(self, names: Mapping[int, str]) -> Iterator[tuple[str, Tensor]]:
        """Of the named sums, those that were made since they were last asked for."""
        made, self._made = self._made, []
        first = len(self._sums) - len(made)
        for number, parameter in enumerate(made, first):
            yield f"gradient.{names.get(id(parameter), number)}", self._sums[parameter]


def split(args: Any, kwargs: Any, parts: int) -> list[tuple[Any, Any]]:
    """The arguments with the rows of each part, in the memory of the whole; scalars go to each part."""
    structure, tensors = flatten((args, kwargs))
    for tensor in tensors:
        if tensor.shape and tensor.shape[0] % parts:
            raise ValueError(
                at_user_line(
                    f"graph: expects first dimensions that are multiples of {parts} steps of gradient accumulation, "
                    f"got shape {tuple(tensor.shape)}"
                )
            )
    return [unflatten(structure, [_rows(tensor, part, parts) for tensor in tensors]) for part in range(parts)]


def _rows(tensor: Tensor, part: int, parts: int) -> Tensor:
    if not tensor.shape:
        return tensor
    count = tensor.shape[0] // parts
    return Tensor(tensor._with_storage("graph").rows(part * count, count))


def joined(results: Sequence[Any]) -> Any:
    """The results of all parts, one behind the other along the first dimension; of scalars, a vector."""
    structure, _ = flatten(results[0])
    columns = zip(*(flatten(result)[1] for result in results))
    return unflatten(structure, [_joined(column) for column in columns])


def _joined(tensors: Sequence[Tensor]) -> Tensor:
    first = tensors[0]
    rows = first.shape[0] if first.shape else None  # None: one row without that dimension
    count = 1 if rows is None else rows
    shape = (len(tensors) * count, *first.shape[1:])
    whole = Tensor(_core.Storage.empty(first.dtype.index, shape, str(first.device)))
    for part, tensor in enumerate(tensors):
        whole._storage.rows(part * count, rows).copy_from(tensor._storage)
    return whole
