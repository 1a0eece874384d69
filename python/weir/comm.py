"""What ranks do with their tensors together. All of them call the same functions in the same order. Functions that have
two forms give their result, or write it where OneFlow's and PyTorch's do."""

from __future__ import annotations

from typing import Any, Sequence

from . import _boxing, _world
from ._creation import host, zeros
from ._dtypes import int32
from ._errors import at_user_line
from ._joining import stack
from ._parts import nothing_of
from ._placement import own_device, placement, world
from ._tensor import Tensor
from .sbp import broadcast as whole, partial_sum, sbp, split

__all__ = [
    "all_gather",
    "all_gather_into_tensor",
    "all_reduce",
    "all_to_all",
    "barrier",
    "broadcast",
    "bytes_sent",
    "gather",
    "reduce",
    "reduce_scatter",
    "reduce_scatter_tensor",
    "scatter",
]


def _local(tensor: Any, what: str) -> Tensor:
    if not isinstance(tensor, Tensor) or tensor._storage is None:
        raise TypeError(at_user_line(f"{what}: expects a tensor with data, got {tensor!r}"))
    own = own_device(tensor.device.type)
    if _world.size > 1 and tensor.device is not own:
        rule = f"expects a tensor on {own}, which rank {_world.rank} meets others with"
        raise ValueError(at_user_line(f"{what}: {rule}, got one on {tensor.device}"))
    return tensor.detach()


def _changed(local: Tensor, shape: tuple[int, ...], before: sbp, after: sbp) -> Tensor:
    return _boxing.changed(local, shape, world(local.device.type), (before,), (after,))


def _of_each_rank(tensors: Any, like: Tensor | None, what: str) -> list[Tensor]:
    """A list of a tensor for each rank, of one shape and dtype, those of `like` if that is given."""
    if not isinstance(tensors, (list, tuple)) or len(tensors) != _world.size:
        got = f"{len(tensors)}" if isinstance(tensors, (list, tuple)) else type(tensors).__name__
        raise ValueError(at_user_line(f"{what}: expects a list of {_world.size} tensors, one for each rank, got {got}"))
    local = [_local(each, what) for each in tensors]
    for each in local:
        _check_kind(each, local[0] if like is None else like, what)
    return local


def _check_kind(tensor: Tensor, like: Tensor, what: str) -> None:
    kinds = [f"{each.dtype.name} {tuple(each.shape)} on {each.device}" for each in (like, tensor)]
    if kinds[0] != kinds[1]:
        rule = "expects tensors of one dtype and shape on one device"
        raise ValueError(at_user_line(f"{what}: {rule}, got {kinds[0]} and {kinds[1]}"))


def _check_count(many: Tensor, one: Tensor, rule: str, what: str) -> None:
    if many.numel() != _world.size * one.numel() or many.dtype is not one.dtype:
        kinds = [f"{each.dtype.name} {tuple(each.shape)}" for each in (many, one)]
        of = f"of the elements of {what} for each of {_world.size} ranks"
        raise ValueError(at_user_line(f"{rule} {of}, in its dtype, got {kinds[0]} and {kinds[1]}"))


def check_parts(input: Tensor, output: Tensor, what: str) -> None:
    """Raises ValueError unless the input has a part like the output for each rank."""
    _check_count(input, output, f"{what}: expects an input", "the output")


def _gathered(own: Tensor) -> Tensor:
    return _changed(own.unsqueeze(0), (_world.size, *own.shape), split(0), whole)


def _check_rank(rank: Any, what: str) -> None:
    if not isinstance(rank, int) or isinstance(rank, bool) or not 0 <= rank < _world.size:
        raise ValueError(at_user_line(f"{what}: expects a rank below {_world.size}, got {rank!r}"))


def all_reduce(tensor: Tensor) -> Tensor:
    """The sum of all ranks' tensors, which have one shape, in the order of ranks; written to the tensor, too."""
    result = _changed(_local(tensor, "all_reduce"), tuple(tensor.shape), partial_sum, whole)
    tensor.data.copy_(result)
    return tensor


def reduce(tensor: Tensor, dst: int = 0) -> None:
    """Writes the sum of all ranks' tensors, which have one shape, to that of rank `dst`."""
    _check_rank(dst, "reduce")
    result = _changed(_local(tensor, "reduce"), tuple(tensor.shape), partial_sum, whole)
    if _world.rank == dst:
        tensor.data.copy_(result)


def all_gather(tensor_or_list: Any, tensor: Tensor | None = None) -> Tensor | None:
    """Of `all_gather(tensor)` all ranks' tensors, which have one shape, behind each other in a new first dimension. Of
    `all_gather(list, tensor)` nothing: they are written to the tensors of the list, one for each rank."""
    own = _local(tensor_or_list if tensor is None else tensor, "all_gather")
    written = [] if tensor is None else _of_each_rank(tensor_or_list, own, "all_gather")
    gathered = _gathered(own)
    if tensor is None:
        return gathered
    for rank, each in enumerate(written):
        each.copy_(gathered[rank])
    return None


def all_gather_into_tensor(output_tensor: Tensor, input_tensor: Tensor) -> None:
    """Writes all ranks' inputs, which have one shape, behind each other along the first dimension to the output: it has
    the elements of the input for each rank, (ranks * rows, ...) or (ranks, rows, ...)."""
    output, given = (_local(each, "all_gather_into_tensor") for each in (output_tensor, input_tensor))
    _check_count(output, given, "all_gather_into_tensor: expects an output", "the input")
    output.copy_(_gathered(given).reshape(output.shape))


def gather(tensor: Tensor, gather_list: Sequence[Tensor] | None = None, dst: int = 0) -> None:
    """Writes all ranks' tensors, which have one shape, to those of rank `dst`'s list."""
    _check_rank(dst, "gather")
    own = _local(tensor, "gather")
    written = _of_each_rank(gather_list, own, "gather") if _world.rank == dst else []
    gathered = _gathered(own)
    for rank, each in enumerate(written):
        each.copy_(gathered[rank])


def scatter(tensor: Tensor, scatter_list: Sequence[Tensor] | None = None, src: int = 0) -> None:
    """Writes to each rank's tensor, which have one shape, its one of rank `src`'s list."""
    _check_rank(src, "scatter")
    own = _local(tensor, "scatter")
    source, all_ranks = placement(own.device.type, [src]), world(own.device.type)
    shape = (_world.size, *own.shape)
    if _world.rank == src:
        rows = stack(_of_each_rank(scatter_list, own, "scatter"))
    else:
        rows = nothing_of(shape, source, (whole,), own.dtype)
    row = _boxing.moved(rows, shape, source, (whole,), all_ranks, (split(0),))
    own.copy_(row[0])


def all_to_all(output_tensor_list: Sequence[Tensor], input_tensor_list: Sequence[Tensor]) -> None:
    """Writes to tensor r of each rank's output list the one that rank r has for it in its input list. All have one
    shape."""
    given = _of_each_rank(input_tensor_list, None, "all_to_all")
    written = _of_each_rank(output_tensor_list, given[0], "all_to_all")
    shape = (_world.size, _world.size, *given[0].shape)  # of senders and receivers
    received = _changed(stack(given).unsqueeze(0), shape, split(0), split(1))
    for rank, each in enumerate(written):
        each.copy_(received[rank, 0])


def reduce_scatter(tensor: Tensor, input_list: Sequence[Tensor] | None = None) -> Tensor | None:
    """Of `reduce_scatter(tensor)` a rank's part along the first dimension of the sum of all ranks' tensors, which have
    one shape. Of `reduce_scatter(output, list)` nothing: the sum of the tensors that the ranks' lists have for a rank
    is written to its output."""
    if input_list is not None:
        output = _local(tensor, "reduce_scatter")
        rows = stack(_of_each_rank(input_list, output, "reduce_scatter"))
        output.copy_(_changed(rows, tuple(rows.shape), partial_sum, split(0))[0])
        return None
    if not tensor.shape:
        raise ValueError(at_user_line("reduce_scatter: expects a tensor with dimensions, got a scalar"))
    return _changed(_local(tensor, "reduce_scatter"), tuple(tensor.shape), partial_sum, split(0))


def reduce_scatter_tensor(output_tensor: Tensor, input_tensor: Tensor) -> None:
    """Writes to each rank's output its part of the sum of all ranks' inputs, which have one shape: as many elements as
    the output for each rank."""
    output, given = (_local(each, "reduce_scatter_tensor") for each in (output_tensor, input_tensor))
    shape = (_world.size, *output.shape)
    check_parts(given, output, "reduce_scatter_tensor")
    output.copy_(_changed(given.reshape(shape), shape, partial_sum, split(0))[0])


def broadcast(tensor: Tensor, src: int = 0) -> Tensor:
    """The tensor of rank `src`, written to the tensors of all ranks, which have one shape."""
    _check_rank(src, "broadcast")
    tensor.data.copy_(_gathered(_local(tensor, "broadcast"))[src])
    return tensor


def bytes_sent() -> int:
    """Bytes of tensors that this rank has sent to others so far."""
    return _world.bytes_sent()


def barrier() -> None:
    """Returns when all ranks have called it."""
    all_reduce(zeros(1, dtype=int32, device=host())).numpy()
