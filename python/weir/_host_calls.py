"""Functions of the program's own among the calls of graphs."""

from __future__ import annotations

import traceback
from typing import Any, Callable, Sequence

from . import _core, _session, _tracing
from ._dtypes import bfloat16
from ._errors import at_user_line, is_ours
from ._tensor_base import TensorBase


def _place(error: BaseException) -> str:
    """The last line of the program itself that the error went through, if any."""
    frames = [place for place in traceback.walk_tb(error.__traceback__) if not is_ours(place[0])]
    return "".join(f", raised at {frame.f_code.co_filename}:{line}" for frame, line in frames[-1:])


def _told(function: Callable[..., Any]) -> Callable[..., str | None]:
    """The function, but that it returns what it has raised, and where."""

    def told(*arrays: Any) -> str | None:
        try:
            function(*arrays)
        except BaseException as error:
            return f"{type(error).__name__}: {error}{_place(error)}"
        return None

    return told


def _checked(tensors: Sequence[Any]) -> list[Any]:
    for tensor in tensors:
        if not isinstance(tensor, TensorBase):
            raise TypeError(at_user_line(f"call_on_host: expects tensors, got {type(tensor).__name__}"))
        if tensor.dtype is bfloat16:
            raise TypeError(at_user_line("call_on_host: expects dtypes that NumPy has, got bfloat16"))
        if tensor.device != tensors[0].device:
            facts = f"{tensors[0].device} and {tensor.device}"
            raise ValueError(at_user_line(f"call_on_host: expects tensors on one device, got {facts}"))
    return [tensor._with_storage("call_on_host") for tensor in tensors]  # type: ignore[attr-defined]


def call_on_host(function: Callable[..., Any], *tensors: Any, writes: Sequence[Any] = ()) -> None:
    """Calls a function with the tensors' elements, and returns at once.

    The function gets NumPy arrays, those of `writes` last; what it leaves in these becomes elements of their tensors.
    It sees what calls before this line have made of them, and calls behind it see what it writes: a loop that logs its
    loss, or fills its next batch, waits for nothing. Functions run one after the other on a thread of their own, and
    may last. They must not wait for tensors: such calls raise an error.

    Where the function raises, so does what looks at a tensor that it should have written, or `synchronize()`. It isn't
    called where what it would be given is missing, as a call failed that should have made it. Raises TypeError for
    what is no tensor, for traced values and for bfloat16, which NumPy lacks, and ValueError for tensors on several
    devices."""
    if _tracing.current() is not None:
        raise RuntimeError(at_user_line("call_on_host: expects to be outside of nn.Graph.build, which runs once"))
    if not callable(function):
        raise TypeError(at_user_line(f"call_on_host: expects a function, got {type(function).__name__}"))
    storages = _checked([*tensors, *writes])
    device = storages[0].device if storages else "cpu"
    _core.call_on_host(device, _told(function), storages, len(writes))
    for storage in storages[len(tensors) :]:
        _session.wrote(storage)
