"""Collectives in the words of PyTorch's torch.distributed; `weir.comm` has OneFlow's. There is one group, of all ranks,
which a launcher has started. Calls return when their results are there."""

from __future__ import annotations

import pickle
from datetime import timedelta
from enum import Enum
from functools import reduce as folded
from typing import Any, Callable, Sequence

import numpy as np

from .. import _ops, _world, comm
from .._creation import empty_like, host, zeros
from .._dtypes import uint8
from .._errors import at_user_line
from .._tensor import Tensor, from_numpy

__all__ = [
    "ReduceOp",
    "Work",
    "all_gather",
    "all_gather_into_tensor",
    "all_gather_object",
    "all_reduce",
    "all_to_all",
    "barrier",
    "broadcast",
    "broadcast_object_list",
    "destroy_process_group",
    "gather",
    "get_backend",
    "get_rank",
    "get_world_size",
    "group",
    "init_process_group",
    "is_available",
    "is_initialized",
    "new_group",
    "reduce",
    "reduce_scatter",
    "reduce_scatter_tensor",
    "scatter",
]


class ReduceOp(Enum):
    """How values of ranks become one."""

    SUM = "sum"
    AVG = "mean"
    PRODUCT = "product"
    MIN = "minimum"
    MAX = "maximum"


class group:
    """All ranks are the only group."""

    WORLD = "all ranks"


class Work:
    """What calls with `async_op` give: it is done."""

    def wait(self, timeout: timedelta | None = None) -> bool:
        return True

    def is_completed(self) -> bool:
        return True


_backend: str | None = None


# the group


def is_available() -> bool:
    """True."""
    return True


def is_initialized() -> bool:
    """Whether `init_process_group` has been called."""
    return _backend is not None


def init_process_group(
    backend: str | None = None,
    init_method: str | None = None,
    timeout: timedelta | None = None,
    world_size: int = -1,
    rank: int = -1,
    **_: Any,
) -> None:
    """Says that the ranks which the launcher has started work together. `backend` and `init_method` have no effect.
    Raises ValueError if `world_size` or `rank` are not this process's, RuntimeError at a second call."""
    global _backend
    if _backend is not None:
        raise RuntimeError(at_user_line("init_process_group: expects to be called once, got a second call"))
    for name, given, own in (("world_size", world_size, _world.size), ("rank", rank, _world.rank)):
        if given not in (-1, own):
            rule = f"expects {name} to be {own}, what `python -m weir.distributed.launch` or mpirun has said"
            raise ValueError(at_user_line(f"init_process_group: {rule}, got {given}"))
    _backend = backend or "weir"


def destroy_process_group(group: Any = None) -> None:
    """Ends what `init_process_group` began."""
    global _backend
    _backend = None


def get_backend(group: Any = None) -> str:
    """What `init_process_group` was given. Raises RuntimeError before it was called."""
    if _backend is None:
        raise RuntimeError(at_user_line("get_backend: expects init_process_group to have been called"))
    return _backend


def get_rank(group: Any = None) -> int:
    """The number of this process among all ranks."""
    return _world.rank


def get_world_size(group: Any = None) -> int:
    """How many ranks there are."""
    return _world.size


def new_group(ranks: Sequence[int] | None = None, *_: Any, **__: Any) -> Any:
    """The group of all ranks. Raises NotImplementedError for fewer."""
    if ranks is not None and sorted(ranks) != [*range(_world.size)]:
        raise NotImplementedError(at_user_line(f"new_group: expects all {_world.size} ranks, got {[*ranks]}"))
    return group.WORLD


def _done(function: str, of: Any, async_op: bool) -> Work | None:
    """What a call gives. Raises NotImplementedError for a group of its own."""
    if of is not None and of is not group.WORLD:
        raise NotImplementedError(at_user_line(f"{function}: expects the group of all ranks, got {of!r}"))
    return Work() if async_op else None


# tensors

_FOLDS: dict[ReduceOp, Callable[[Any, Any], Any]] = {
    ReduceOp.PRODUCT: _ops.mul,
    ReduceOp.MIN: _ops.minimum,
    ReduceOp.MAX: _ops.maximum,
}


def _reduced(tensor: Tensor, op: ReduceOp, function: str) -> Tensor:
    """All ranks' tensors as one, in the order of ranks."""
    _check_op(op, tensor, function)
    if op in _FOLDS:
        gathered = comm.all_gather(tensor)
        return _folded(op, [gathered[rank] for rank in range(_world.size)])  # type: ignore[index]
    total = comm.all_reduce(tensor.detach().clone())
    _average(total, op)
    return total


def _check_op(op: Any, tensor: Tensor, function: str) -> None:
    if not isinstance(op, ReduceOp):
        raise ValueError(at_user_line(f"{function}: expects a ReduceOp, got {op!r}"))
    if op is ReduceOp.AVG and not tensor.dtype.is_floating_point:
        raise TypeError(at_user_line(f"{function}: expects floats for their mean, got {tensor.dtype.name}"))


def _average(total: Tensor, op: ReduceOp) -> None:
    """Makes the mean over ranks of a sum over them, if that is what `op` is."""
    if op is ReduceOp.AVG:
        total.data.div_(_world.size)


def _folded(op: ReduceOp, tensors: Sequence[Tensor]) -> Tensor:
    return folded(_FOLDS[op], tensors)  # type: ignore[no-any-return]


def all_reduce(tensor: Tensor, op: ReduceOp = ReduceOp.SUM, group: Any = None, async_op: bool = False) -> Any:
    """Writes to each rank's tensor what all of them are together. They have one shape."""
    done = _done("all_reduce", group, async_op)
    tensor.data.copy_(_reduced(tensor, op, "all_reduce"))
    return done


def reduce(tensor: Tensor, dst: int = 0, op: ReduceOp = ReduceOp.SUM, group: Any = None, async_op: bool = False) -> Any:
    """The same for the tensor of rank `dst` alone."""
    done = _done("reduce", group, async_op)
    result = _reduced(tensor, op, "reduce")
    if _world.rank == dst:
        tensor.data.copy_(result)
    return done


def broadcast(tensor: Tensor, src: int = 0, group: Any = None, async_op: bool = False) -> Any:
    """Writes the tensor of rank `src` to those of all, which have one shape."""
    done = _done("broadcast", group, async_op)
    comm.broadcast(tensor, src)
    return done


def all_gather(tensor_list: list[Tensor], tensor: Tensor, group: Any = None, async_op: bool = False) -> Any:
    """Writes all ranks' tensors to those of the list, one for each rank."""
    done = _done("all_gather", group, async_op)
    comm.all_gather(tensor_list, tensor)
    return done


def all_gather_into_tensor(
    output_tensor: Tensor, input_tensor: Tensor, group: Any = None, async_op: bool = False
) -> Any:
    """Writes all ranks' tensors behind each other along the first dimension."""
    done = _done("all_gather_into_tensor", group, async_op)
    comm.all_gather_into_tensor(output_tensor, input_tensor)
    return done


def gather(
    tensor: Tensor, gather_list: list[Tensor] | None = None, dst: int = 0, group: Any = None, async_op: bool = False
) -> Any:
    """Writes all ranks' tensors to those of rank `dst`'s list."""
    done = _done("gather", group, async_op)
    comm.gather(tensor, gather_list, dst)
    return done


def scatter(
    tensor: Tensor, scatter_list: list[Tensor] | None = None, src: int = 0, group: Any = None, async_op: bool = False
) -> Any:
    """Writes to each rank's tensor its one of rank `src`'s list."""
    done = _done("scatter", group, async_op)
    comm.scatter(tensor, scatter_list, src)
    return done


def all_to_all(
    output_tensor_list: list[Tensor], input_tensor_list: list[Tensor], group: Any = None, async_op: bool = False
) -> Any:
    """Writes to tensor r of each rank's output list what rank r has for it in its input list."""
    done = _done("all_to_all", group, async_op)
    comm.all_to_all(output_tensor_list, input_tensor_list)
    return done


def _folded_own(op: ReduceOp, output: Tensor, input_list: Sequence[Tensor]) -> None:
    """Writes to each rank's output what the tensors that the lists of all ranks have for it are together."""
    parts = [empty_like(output) for _ in range(_world.size)]
    comm.all_to_all(parts, input_list)
    output.data.copy_(_folded(op, parts))


def reduce_scatter(
    output: Tensor, input_list: list[Tensor], op: ReduceOp = ReduceOp.SUM, group: Any = None, async_op: bool = False
) -> Any:
    """Writes to each rank's output what the tensors that the lists of all ranks have for it are together."""
    done = _done("reduce_scatter", group, async_op)
    _check_op(op, output, "reduce_scatter")
    if op in _FOLDS:
        _folded_own(op, output, input_list)
    else:
        comm.reduce_scatter(output, input_list)
        _average(output, op)
    return done


def reduce_scatter_tensor(
    output: Tensor, input: Tensor, op: ReduceOp = ReduceOp.SUM, group: Any = None, async_op: bool = False
) -> Any:
    """Writes to each rank's output its part, along the first dimension, of what all ranks' inputs are together."""
    done = _done("reduce_scatter_tensor", group, async_op)
    _check_op(op, output, "reduce_scatter_tensor")
    if op in _FOLDS:
        comm.check_parts(input, output, "reduce_scatter_tensor")
        _folded_own(op, output, list(input.detach().reshape(_world.size, *output.shape)))
    else:
        comm.reduce_scatter_tensor(output, input)
        _average(output, op)
    return done


def barrier(group: Any = None, async_op: bool = False, device_ids: Any = None) -> Any:
    """Returns when all ranks have called it."""
    done = _done("barrier", group, async_op)
    comm.barrier()
    return done


# objects, by pickle


def all_gather_object(object_list: list[Any], obj: Any, group: Any = None) -> None:
    """Writes all ranks' objects, which can be pickled, to the list."""
    _done("all_gather_object", group, False)
    if len(object_list) != _world.size:
        rule = f"expects a list of {_world.size} places, one for each rank"
        raise ValueError(at_user_line(f"all_gather_object: {rule}, got {len(object_list)}"))
    own = np.frombuffer(pickle.dumps(obj), np.uint8)
    sizes = comm.all_gather(from_numpy(np.array([own.size])))
    most = int(sizes.max())  # type: ignore[union-attr]
    padded = zeros(most, dtype=uint8, device=host())
    padded[: own.size] = from_numpy(own.copy())
    gathered = comm.all_gather(padded).numpy()  # type: ignore[union-attr]
    for rank in range(_world.size):
        object_list[rank] = pickle.loads(gathered[rank].tobytes())


def broadcast_object_list(object_list: list[Any], src: int = 0, group: Any = None, device: Any = None) -> None:
    """Writes the objects of rank `src`'s list, which can be pickled, to those of all ranks."""
    found: list[Any] = [None] * _world.size
    all_gather_object(found, object_list if _world.rank == src else None, group)
    if len(found[src]) != len(object_list):
        rule = f"expects lists of one length, {len(found[src])} of rank {src}"
        raise ValueError(at_user_line(f"broadcast_object_list: {rule}, got {len(object_list)}"))
    object_list[:] = found[src]
