"""What ranks do with their tensors together. All of them call the same functions in the same order."""

from __future__ import annotations

from . import _boxing, _core, _world
from ._creation import zeros
from ._dtypes import int32
from ._errors import at_user_line
from ._placement import world
from ._tensor import Tensor
from .sbp import broadcast as whole, partial_sum, sbp, split

__all__ = ["all_gather", "all_reduce", "barrier", "broadcast", "bytes_sent", "reduce_scatter"]


def _local(tensor: Tensor, what: str) -> Tensor:
    if not isinstance(tensor, Tensor) or tensor._storage is None or tensor.device.type != "cpu":
        raise TypeError(at_user_line(f"{what}: expects a tensor with data on cpu, got {tensor!r}"))
    return tensor.detach()


def _changed(local: Tensor, shape: tuple[int, ...], before: sbp, after: sbp) -> Tensor:
    return _boxing.changed(local, shape, world(), (before,), (after,))


def all_reduce(tensor: Tensor) -> Tensor:
    """The sum of all ranks' tensors, which have one shape, in the order of ranks; written to the tensor, too."""
    result = _changed(_local(tensor, "all_reduce"), tuple(tensor.shape), partial_sum, whole)
    tensor.data.copy_(result)
    return tensor


def all_gather(tensor: Tensor) -> Tensor:
    """All ranks' tensors, which have one shape, behind each other in a new first dimension."""
    row = _local(tensor, "all_gather").unsqueeze(0)
    return _changed(row, (_world.size, *tensor.shape), split(0), whole)


def reduce_scatter(tensor: Tensor) -> Tensor:
    """A rank's part along the first dimension of the sum of all ranks' tensors, which have one shape."""
    if not tensor.shape:
        raise ValueError(at_user_line("reduce_scatter: expects a tensor with dimensions, got a scalar"))
    return _changed(_local(tensor, "reduce_scatter"), tuple(tensor.shape), partial_sum, split(0))


def broadcast(tensor: Tensor, src: int = 0) -> Tensor:
    """The tensor of rank `src`, written to the tensors of all ranks, which have one shape."""
    if not isinstance(src, int) or not 0 <= src < _world.size:
        raise ValueError(at_user_line(f"broadcast: expects a rank below {_world.size}, got {src!r}"))
    tensor.data.copy_(all_gather(tensor)[src])
    return tensor


def bytes_sent() -> int:
    """Bytes of tensors that this rank has sent to others so far."""
    return _core.bytes_sent("cpu")  # type: ignore[no-any-return]


def barrier() -> None:
    """Returns when all ranks have called it."""
    all_reduce(zeros(1, dtype=int32)).numpy()
