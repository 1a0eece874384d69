"""Names of devices, and what users may write where one is expected."""

from __future__ import annotations

from typing import Any, NamedTuple

from . import _core, _dtypes, _world
from ._errors import WeirError, at_user_line
from ._memory_format import check_memory_format
from ._tensor_base import TensorBase

_KINDS = ("cpu", "cuda", "sim")


class device:
    """A device that tensors are on and graphs run on: `device("cpu")`; `device("cuda", 1)` or `device("cuda:1")`, where
    "cuda" is the current GPU: "cuda:0", or what `cuda.set_device` has said, or of a rank the one of its number on its
    host; or `device("sim")`, which runs GPU kernels on the host and checks them. Equal devices are one object;
    `device("cpu:0")` is another one than "cpu", where tensors that are made there are. That a device has a name does
    not mean that the machine has it: see `weir.cuda.is_available()`. Inside of `with device("cuda"):` tensors are made
    there unless told otherwise."""

    __slots__ = ("type", "index", "_name")
    type: str
    index: int | None
    _name: str
    _known: dict[str, device] = {}  # by the name

    def __new__(cls, type: Any, index: int | None = None) -> device:
        if index is None and isinstance(type, str) and type in cls._known:
            return cls._known[type]
        kind, number = _parse(type, index)
        if number is None and kind != "cpu":
            number = _current_gpu() if kind == "cuda" else 0
        name = f"{kind}:{number}" if number or number == 0 and kind != "sim" else kind
        if name not in cls._known:
            made = object.__new__(cls)
            made.type, made.index, made._name = kind, number, name
            cls._known[name] = made
        return cls._known[name]

    def __str__(self) -> str:
        return self._name

    def __repr__(self) -> str:
        number = "" if self.index is None else f", index={self.index}"
        return f"device(type={self.type!r}{number})"

    def __enter__(self) -> device:
        _core.enter_device(opened(self, "device"))
        return self

    def __exit__(self, *_: Any) -> None:
        _core.leave_device()

    def __reduce__(self) -> tuple[Any, ...]:
        return (device, (self._name,))


_gpus: list[int] = []  # the number of the one that "cuda" means, last, once somebody has asked


def _current_gpu() -> int:
    """Ranks of a host divide its GPUs."""
    if not _gpus:
        try:
            count = _core.device_count("cuda") if _world.size > 1 else 0
        except WeirError:  # as there is no driver
            count = 0
        _gpus.append(_world.local_rank % count if count else 0)
    return _gpus[-1]


def set_current_gpu(number: int) -> None:
    _gpus.append(number)


def _parse(given: Any, index: int | None) -> tuple[str, int | None]:
    """The kind and the number, None where none is given."""
    if isinstance(given, device):
        kind, text = given.type, "" if given.index is None else str(given.index)
        colon = text
    elif isinstance(given, int) and not isinstance(given, bool):
        kind, text = "cuda", str(given)
        colon = ":"
    elif isinstance(given, str):
        kind, colon, text = given.partition(":")
        if colon and index is not None:
            raise ValueError(at_user_line(f"device: expects one number, got {given!r} and {index!r}"))
    else:
        raise TypeError(at_user_line(f"device: expects a string such as 'cuda:0', got {given!r}"))
    if index is not None:
        colon, text = ":", str(index)
    if kind not in _KINDS or colon and not (text.isascii() and text.isdigit()):
        shown = given if index is None else f"{kind}:{text}"
        raise ValueError(
            at_user_line(f"device: expects {', '.join(_KINDS)}, with a number behind a colon if need be, got {shown!r}")
        )
    return kind, int(text) if colon else None


CPU = device("cpu")
_core.set_default_device(CPU)


def opened(given: Any, function: str) -> device:
    """The device that `given` names, of "cpu:0" the one that tensors are on. Raises RuntimeError or ValueError if the
    machine does not have it."""
    found = device(given)
    if found.type == "cpu" and found.index == 0:
        return CPU
    try:
        _core.open_device(str(found))
    except (RuntimeError, ValueError) as error:
        raise type(error)(at_user_line(f"{function}: {error}")) from None
    return found


def default_device() -> device:
    """Where tensors are made outside of graphs, unless told otherwise."""
    return _core.default_device()  # type: ignore[no-any-return]


def set_default_device(device: Any) -> None:
    """Where tensors and the parameters of modules are made unless told otherwise, in all threads; None is the CPU. What
    shares memory with an array stays on the CPU. Raises RuntimeError or ValueError if the machine lacks the device."""
    _core.set_default_device(CPU if device is None else opened(device, "set_default_device"))


class Target(NamedTuple):
    """What a conversion asks for."""

    device: device | None
    dtype: _dtypes.dtype | None
    copy: bool
    non_blocking: bool


def target_of(args: tuple[Any, ...], kwargs: dict[str, Any]) -> Target:
    """What the arguments of `to` ask for: a device, a dtype, both, or those of a tensor. A memory format and None ask
    for nothing, and may stand alone."""
    place: device | None = None
    dtype: _dtypes.dtype | None = None
    rest = dict(kwargs)
    copy = bool(rest.pop("copy", False))
    non_blocking = bool(rest.pop("non_blocking", False))
    memory_format = rest.pop("memory_format", None)
    check_memory_format(memory_format, "to")
    if args and len(args) > 1 and isinstance(args[-1], bool):
        # to(dtype, non_blocking, copy) and to(device, dtype, non_blocking, copy)
        flags = [value for value in args if isinstance(value, bool)]
        args, non_blocking, copy = args[: -len(flags)], flags[0], flags[1] if len(flags) > 1 else copy
    is_asked = bool(args or kwargs.keys() & {"device", "dtype", "other"})
    args = tuple(value for value in args if value is not None)
    values = [*args, *(rest.pop(name) for name in ("device", "dtype", "other") if rest.get(name) is not None)]
    unknown = [name for name, value in rest.items() if value is not None]
    if unknown:
        raise TypeError(at_user_line(f"to: expects device, dtype, copy or non_blocking, got {unknown[0]!r}"))
    for value in values:
        if isinstance(value, _dtypes.dtype):
            dtype = value
        elif isinstance(value, TensorBase):
            place, dtype = value.device, value.dtype
        elif isinstance(value, (str, device, int)) and not isinstance(value, bool):
            place = opened(value, "to")
        else:
            raise TypeError(at_user_line(f"to: expects a device, a dtype or a tensor, got {value!r}"))
    if place is None and dtype is None and memory_format is None and not is_asked:
        raise TypeError(at_user_line("to: expects a device, a dtype or a tensor, got none"))
    return Target(place, dtype, copy, non_blocking)
