"""Global tensors: values that ranks have together, of which each holds a part, or a term, or all."""

from __future__ import annotations

from typing import Any, Callable, ClassVar, Iterable, NamedTuple, Sequence

import numpy as np

from . import _tracing, _world
from ._boxing import changed
from ._creation import tensor as made_of
from ._dtypes import dtype as DType, int64
from ._errors import at_user_line
from ._placement import placement
from ._tensor import Size, Tensor
from .comm import all_gather, broadcast
from .sbp import broadcast as WHOLE, one, sbp


class GlobalTensor:
    """A value that ranks have together: `shape` is that of the whole of it. Graphs take and return such tensors;
    outside of graphs they change how they are held, and show themselves. What needs all of it is called by all
    ranks."""

    __slots__ = ("_local", "_shape", "placement", "sbp")
    is_global, is_local = True, False
    are_there: ClassVar[bool] = False  # any at all: calls of graphs need not look for them

    def __init__(self, local: Tensor, shape: Sequence[int], place: placement, held: sbp) -> None:
        GlobalTensor.are_there = True
        self._local, self._shape = local, Size(shape)
        self.placement, self.sbp = place, (held,)

    @property
    def shape(self) -> Size:
        return self._shape

    @property
    def dtype(self) -> DType:
        return self._local.dtype

    def size(self, dim: int | None = None) -> Any:
        return self._shape if dim is None else self._shape[dim]

    def numel(self) -> int:
        return self._shape.numel()

    def to_local(self) -> Tensor:
        """What this rank holds."""
        return self._local

    def to_global(self, placement: Any = None, sbp: Any = None, **_: Any) -> GlobalTensor:
        """The same value, held as `sbp` says. All ranks call it."""
        if placement is not None and placement != self.placement:
            raise ValueError(at_user_line(f"to_global: expects placement {self.placement}, got {placement}"))
        held = self.sbp[0] if sbp is None else one(sbp, "to_global")
        _check_dim(held, self._shape)
        local = changed(self._local, tuple(self._shape), self.sbp[0], held)
        return GlobalTensor(local, self._shape, self.placement, held)

    def _whole(self) -> Tensor:
        return self.to_global(sbp=WHOLE)._local

    def numpy(self) -> np.ndarray:
        """The whole of it. All ranks call it, unless each holds the whole."""
        return self._whole().detach().numpy()

    def item(self) -> Any:
        return self._whole().item()

    def tolist(self) -> Any:
        return self._whole().tolist()

    def __float__(self) -> float:
        return float(self.item())

    def __int__(self) -> int:
        return int(self.item())

    def __len__(self) -> int:
        if not self._shape:
            raise TypeError(at_user_line("len: expects a tensor with dimensions, got a scalar"))
        return self._shape[0]

    def __repr__(self) -> str:
        place = f"placement={self.placement!r}, sbp={self.sbp!r}"
        if self.sbp[0].is_broadcast():
            return f"{repr(self._local)[:-1]}, {place})"
        return f"tensor(..., shape={tuple(self._shape)}, dtype={self.dtype!r}, {place})"

    def __getattr__(self, name: str) -> Any:
        if not hasattr(Tensor, name):
            raise AttributeError(f"'GlobalTensor' object has no attribute {name!r}")
        rule = "expects a local tensor outside of graphs, got a global one"
        advice = "compute in nn.Graph.build, or on what to_local() gives"
        raise TypeError(at_user_line(f"{name}: {rule}; not supported yet: {advice}"))


def _check_dim(held: sbp, shape: Sequence[int]) -> None:
    if held.is_split() and held.dim >= len(shape):
        raise IndexError(at_user_line(f"to_global: expects a split along one of {len(shape)} dimensions, got {held}"))


def _whole_shape(local: Tensor, held: sbp) -> tuple[int, ...]:
    """That of the value of which all ranks have parts: they must be balanced."""
    shape = tuple(local.shape)
    if not held.is_split():
        return shape
    sizes = all_gather(made_of(shape, dtype=int64)).tolist()
    along = [each[held.dim] for each in sizes]
    total, ranks = sum(along), len(along)
    balanced = [total // ranks + (rank < total % ranks) for rank in range(ranks)]
    others = {(*each[: held.dim], *each[held.dim + 1 :]) for each in sizes}
    if along != balanced or len(others) > 1:
        rule = f"expects parts of balanced sizes along dimension {held.dim}, and of one size along others"
        raise ValueError(at_user_line(f"to_global: {rule}, got {', '.join(str(tuple(each)) for each in sizes)}"))
    return (*shape[: held.dim], total, *shape[held.dim + 1 :])


def to_global(self: Tensor, placement: Any = None, sbp: Any = None, **_: Any) -> Any:
    """A global tensor of all ranks' tensors: parts of it, or its terms; of a broadcast one the first rank's is all
    ranks'. In `nn.Graph.build` the same tensor, which is to be held so."""
    trace = _tracing.current()
    if trace is not None:
        return trace.constrain(self, [one(sbp, "to_global").held])
    if placement is None or sbp is None:
        raise ValueError(at_user_line("to_global: expects placement and sbp for a local tensor"))
    held = one(sbp, "to_global")
    _check_dim(held, self.shape)
    local = self.detach().contiguous()
    if held.is_broadcast() and _world.size > 1:
        local = broadcast(local.clone())
    return GlobalTensor(local, _whole_shape(local, held) if _world.size > 1 else local.shape, placement, held)


def to_local(self: Tensor) -> Tensor:
    """Raises RuntimeError: the tensor is local."""
    raise RuntimeError(at_user_line("to_local: expects a global tensor, got a local one"))


def globalize(tensors: Iterable[Tensor], place: Any, held: Any) -> None:
    """Makes the first rank's values all ranks'."""
    if not isinstance(place, placement):
        raise TypeError(at_user_line(f"to_global: expects a weir.placement, got {place!r}"))
    if not one(held, "to_global").is_broadcast():
        raise ValueError(at_user_line(f"to_global: not supported yet: parameters held as {held!r}; expects broadcast"))
    if _world.size > 1:
        for tensor in tensors:
            broadcast(tensor)


# Arguments of graphs.


class Held(NamedTuple):
    """How a call's tensors are held, those that are global: their places, how they are held, the sizes of the whole."""

    place: placement
    tensors: tuple[tuple[int, sbp, tuple[int, ...]], ...]

    def whole(self, shapes: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
        """The shapes of all tensors of the call, as graphs see them."""
        known = {number: shape for number, _, shape in self.tensors}
        return [known.get(number, shape) for number, shape in enumerate(shapes)]

    def as_compiled(self, count: int) -> list[tuple[int, int]]:
        """How so many tensors are held; those that are local, which ranks have the same of, as a whole."""
        known = {number: held for number, held, _ in self.tensors}
        return [known.get(number, WHOLE).held for number in range(count)]


def localized(args: Any, kwargs: Any) -> tuple[Any, Any, Held | None]:
    """Arguments with what the rank holds in the place of global tensors, and how these are held; None where none is."""
    if not GlobalTensor.are_there:
        return args, kwargs, None
    found: list[tuple[int, sbp, tuple[int, ...]]] = []
    places: list[placement] = []
    count = 0

    def local(value: Any) -> Any:
        nonlocal count
        if isinstance(value, GlobalTensor):
            found.append((count, value.sbp[0], tuple(value.shape)))
            places.append(value.placement)
            count += 1
            return value.to_local()
        count += isinstance(value, Tensor)
        return value

    args, kwargs = mapped(local, (args, kwargs))
    if not found:
        return args, kwargs, None
    if any(each != places[0] for each in places):
        raise ValueError(at_user_line(f"expects global tensors on one placement, got {places[0]} and others"))
    return args, kwargs, Held(places[0], tuple(found))


def mapped(function: Callable[[Any], Any], value: Any) -> Any:
    """The same containers with what the function makes of what is none."""
    if type(value) in (tuple, list):
        return type(value)(mapped(function, each) for each in value)
    if type(value) is dict:
        return {name: mapped(function, each) for name, each in value.items()}
    return function(value)


def globalized(value: Any, place: placement) -> Any:
    """Results of a graph, which each rank has the whole of."""
    return mapped(lambda x: GlobalTensor(x, x.shape, place, WHOLE) if isinstance(x, Tensor) else x, value)


for _name, _method in (("to_global", to_global), ("to_local", to_local)):
    setattr(Tensor, _name, _method)
Tensor.is_global, Tensor.is_local = False, True  # type: ignore[attr-defined]
