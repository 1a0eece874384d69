"""Functions of one sample for batches of them, in the words of PyTorch's torch.vmap. The function is called for one
sample after the other; calls of one kind are compiled once."""

from __future__ import annotations

from functools import wraps
from typing import Any, Callable, Iterator

from . import _executor
from ._errors import at_user_line
from ._joining import stack
from ._random import default_generator
from ._structure import flatten, unflatten
from ._tensor_base import TensorBase

__all__ = ["vmap"]

_RANDOMNESS = ("error", "different", "same")


def vmap(
    func: Callable[..., Any],
    in_dims: Any = 0,
    out_dims: int | tuple[int, ...] = 0,
    randomness: str = "error",
    *,
    chunk_size: int | None = None,
) -> Callable[..., Any]:
    """The function of batches whose samples `func` takes. `in_dims` says along which dimension of each argument, or of
    each tensor in it, samples lie; None, that all take the whole. Results are stacked along `out_dims`. Whether samples
    draw "different" random numbers or the "same" ones has to be said, else RuntimeError is raised where they draw any.
    `chunk_size` changes nothing. Raises ValueError for batches of different sizes."""
    if randomness not in _RANDOMNESS:
        raise RuntimeError(at_user_line(f"vmap: expects randomness to be one of {_RANDOMNESS}, got {randomness!r}"))

    @wraps(func)
    def batched(*args: Any, **kwargs: Any) -> Any:
        dims = in_dims if isinstance(in_dims, (tuple, list)) else (in_dims,) * len(args)
        if len(dims) != len(args):
            raise ValueError(at_user_line(f"vmap: expects in_dims for {len(args)} arguments, got {len(dims)}"))
        placed = [*zip(args, dims), *((each, 0) for each in kwargs.values())]
        count = _common_size([size for arg, dim in placed for size in _sizes(arg, dim)])
        results = []
        for number, drawn in zip(range(count), _drawing(randomness)):
            given = [_sample(arg, dim, number) for arg, dim in placed]
            results.append(func(*given[: len(args)], **dict(zip(kwargs, given[len(args) :]))))
            drawn()
        return _stacked(results, out_dims)

    return batched


def _common_size(sizes: list[int]) -> int:
    if not sizes or len(set(sizes)) > 1 or not sizes[0]:
        got = ", ".join(map(str, dict.fromkeys(sizes))) or "no batch"
        raise ValueError(at_user_line(f"vmap: expects batches of one size of at least 1, got {got}"))
    return sizes[0]


def _dims_of(arg: Any, dim: Any) -> Any:
    """The dimensions of what a container holds."""
    if dim is None or isinstance(dim, int):
        return dict.fromkeys(arg, dim) if isinstance(arg, dict) else [dim] * len(arg)
    return dim


def _sizes(arg: Any, dim: Any) -> Iterator[int]:
    if isinstance(arg, (tuple, list, dict)):
        dims = _dims_of(arg, dim)
        for key in arg if isinstance(arg, dict) else range(len(arg)):
            yield from _sizes(arg[key], dims[key])
    elif isinstance(arg, TensorBase) and dim is not None:
        if not -len(arg.shape) <= dim < len(arg.shape):
            rule = f"expects in_dims to name a dimension of shape {tuple(arg.shape)}"
            raise ValueError(at_user_line(f"vmap: {rule}, got {dim}"))
        yield arg.shape[dim]
    elif dim is not None:
        got = f"{type(arg).__name__} with in_dims {dim}"
        raise ValueError(at_user_line(f"vmap: expects tensors, or None in in_dims for others, got {got}"))


def _sample(arg: Any, dim: Any, number: int) -> Any:
    """What the function is given of an argument for one sample."""
    if isinstance(arg, dict):
        dims = _dims_of(arg, dim)
        return {key: _sample(each, dims[key], number) for key, each in arg.items()}
    if isinstance(arg, (tuple, list)):
        made = [_sample(each, one, number) for each, one in zip(arg, _dims_of(arg, dim))]
        return type(arg)(*made) if hasattr(arg, "_fields") else type(arg)(made)
    return arg if dim is None else arg.select(dim, number)


def _drawing(randomness: str) -> Iterator[Callable[[], None]]:
    """For each sample what to call behind it."""
    is_traced = _executor.current() is not None  # where draws are numbered
    before = None if is_traced else default_generator.get_state()

    def check() -> None:
        if before is None:
            return
        if randomness == "same":
            default_generator.set_state(before)
        elif randomness == "error" and default_generator.get_state().tolist() != before.tolist():
            rule = 'expects randomness="different" or "same" where samples draw random numbers'
            raise RuntimeError(at_user_line(f"vmap: {rule}, got {randomness!r}"))

    while True:
        yield check


def _stacked(results: list[Any], out_dims: int | tuple[int, ...]) -> Any:
    structure, tensors = flatten(results[0])
    if any(leaf.kind == "value" for _, leaf in structure.leaves("")):
        raise ValueError(at_user_line("vmap: expects the function to give tensors, got something else"))
    dims = out_dims if isinstance(out_dims, tuple) else (out_dims,) * len(tensors)
    if len(dims) != len(tensors):
        raise ValueError(at_user_line(f"vmap: expects out_dims for {len(tensors)} results, got {len(dims)}"))
    columns = zip(*(flatten(each)[1] for each in results))
    return unflatten(structure, [stack(column, dim) for column, dim in zip(columns, dims)])
