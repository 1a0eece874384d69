"""Parameters and buffers that modules compute from others: PyTorch's torch.nn.utils.parametrize."""

from __future__ import annotations

import dataclasses
from contextlib import contextmanager
from typing import Any, ClassVar, Iterator

from .._errors import at_user_line
from .._grad_mode import no_grad
from .._tensor_base import TensorBase
from .computed_weights import M, weights_of, with_weights
from .layers import ModuleDict, ModuleList
from .module import Module
from .parameter import Parameter

__all__ = ["ParametrizationList", "cached", "is_parametrized", "register_parametrization", "remove_parametrizations"]

_caches: list[dict[int, Any]] = []  # one at most: values by the ids of what computes them


@contextmanager
def cached() -> Iterator[None]:
    """Computes each parametrized tensor at most once inside the block, and again where it is assigned to."""
    if _caches:  # the outermost block's
        yield
        return
    _caches.append({})
    try:
        yield
    finally:
        _caches.clear()


class ParametrizationList(ModuleList):
    """The modules that compute a tensor one after another, from `original`, or from `original0`, `original1` and so on
    where the first one's `right_inverse` gives several tensors."""

    def __init__(self, modules: Any, original: Any, unsafe: bool = False) -> None:
        super().__init__(modules)
        self.unsafe = unsafe
        with no_grad():
            found = self._sources(original, must_exist=False)
        self.is_tensor = isinstance(found, TensorBase)
        self.ntensors = 1 if self.is_tensor else len(found)
        if self.is_tensor and found.dtype is original.dtype and tuple(found.shape) == tuple(original.shape):
            with no_grad():
                original.copy_(found)
            found = original  # which optimizers have
        for name, value in zip(self._names(), [found] if self.is_tensor else found):
            _register(self, name, value, original)
        if not unsafe:
            self._check(original)

    def _names(self) -> list[str]:
        return ["original"] if self.is_tensor else [f"original{number}" for number in range(self.ntensors)]

    def _sources(self, value: Any, must_exist: bool) -> Any:
        """What the value is computed from."""
        for module in reversed(list(self)):
            inverse = getattr(module, "right_inverse", None)
            if inverse is not None:
                value = inverse(value)
            elif must_exist:
                rule = f"expects {type(module).__name__} to have a method right_inverse, found none"
                raise RuntimeError(at_user_line(f"parametrize: {rule}"))
        if not isinstance(value, (TensorBase, tuple, list)):
            got = type(value).__name__
            raise TypeError(at_user_line(f"parametrize: expects right_inverse to give a tensor or several, got {got}"))
        return value

    def _check(self, original: Any) -> None:
        with no_grad():
            _check_result(self(), original)

    def forward(self) -> Any:  # type: ignore[override]
        first, *others = self
        value = first(*(getattr(self, name) for name in self._names()))
        for module in others:
            value = module(value)
        return value

    def value(self) -> Any:
        """What it computes, or has computed in the block of `cached`."""
        if not _caches:
            return self()
        if id(self) not in _caches[0]:
            _caches[0][id(self)] = self()
        return _caches[0][id(self)]

    def right_inverse(self, value: Any) -> None:
        """Writes what the value is computed from to the originals. Raises RuntimeError where a module has no
        `right_inverse`."""
        with no_grad():
            found = self._sources(value, must_exist=True)
            for name, each in zip(self._names(), [found] if self.is_tensor else found, strict=True):
                getattr(self, name).copy_(each)
        if _caches:
            _caches[0].pop(id(self), None)


def _kind(x: Any) -> str:
    return f"{x.dtype.name} {tuple(x.shape)}" if isinstance(x, TensorBase) else type(x).__name__


def _check_result(result: Any, original: Any) -> None:
    """Raises ValueError for a tensor that can't stand in the original's place."""
    kinds = [_kind(x) for x in (original, result)]
    if kinds[0] != kinds[1]:
        rule = f"expects a parametrization to give {kinds[0]}, as the tensor is, or unsafe=True"
        raise ValueError(at_user_line(f"register_parametrization: {rule}; got {kinds[1]}"))


@dataclasses.dataclass(frozen=True)
class _Parametrized:
    """Computes a tensor of a module by the list that is registered for it."""

    name: str
    prefix: ClassVar[str] = "Parametrized"

    def __call__(self, module: Any) -> Any:
        return module.parametrizations[self.name].value()

    def assign(self, module: Any, value: Any) -> None:
        module.parametrizations[self.name].right_inverse(value)


def _register(module: Module, name: str, value: Any, like: Any) -> None:
    """As a parameter or a buffer, whichever `like` is."""
    if not isinstance(like, Parameter):
        module.register_buffer(name, value)
    elif isinstance(value, Parameter):
        module.register_parameter(name, value)
    else:
        module.register_parameter(name, Parameter(value.detach(), like.requires_grad))


def register_parametrization(module: M, tensor_name: str, parametrization: Module, *, unsafe: bool = False) -> M:
    """Lets a parameter or buffer of the module be what `parametrization` computes from it, or from what earlier ones
    compute, each time that it is read. A method `right_inverse` of it gives what a value is computed from: one tensor,
    or several, which become parameters in the place of the one. Raises ValueError for a name that is none of the
    module's, and, unless `unsafe`, for a result of another dtype or shape."""
    parametrization.train(module.training)
    if is_parametrized(module, tensor_name):
        found: Any = module.parametrizations[tensor_name]  # type: ignore[index]
        if not unsafe:
            with no_grad():
                before = getattr(module, tensor_name)
                inverse = getattr(parametrization, "right_inverse", lambda value: value)
                _check_result(parametrization(inverse(before)), before)
        found.append(parametrization)
        found.unsafe = found.unsafe or unsafe
        return module
    original = module._parameters.get(tensor_name)
    original = module._buffers.get(tensor_name) if original is None else original
    if original is None:
        kind = type(module).__name__
        rule = f"expects a parameter or buffer {tensor_name} of {kind}, found none"
        raise ValueError(at_user_line(f"register_parametrization: {rule}"))
    made = ParametrizationList([parametrization], original, unsafe)
    if not is_parametrized(module):
        module.add_module("parametrizations", ModuleDict())
    delattr(module, tensor_name)
    module.parametrizations[tensor_name] = made  # type: ignore[index]
    return with_weights(module, {**weights_of(module), tensor_name: _Parametrized(tensor_name)})


def is_parametrized(module: Module, tensor_name: str | None = None) -> bool:
    """Whether a tensor of the module, or any, is parametrized."""
    names = [name for name, each in weights_of(module).items() if isinstance(each, _Parametrized)]
    return bool(names) if tensor_name is None else tensor_name in names


def remove_parametrizations(module: M, tensor_name: str, leave_parametrized: bool = True) -> M:
    """Makes a tensor a parameter or buffer again: with the value that is computed, or without `leave_parametrized` with
    that of the original. Raises ValueError for a tensor that is not parametrized, or has no one original."""
    if not is_parametrized(module, tensor_name):
        rule = f"expects {tensor_name} of {type(module).__name__} to be parametrized"
        raise ValueError(at_user_line(f"remove_parametrizations: {rule}"))
    found: Any = module.parametrizations[tensor_name]  # type: ignore[index]
    if not (leave_parametrized or found.is_tensor):
        rule = f"expects leave_parametrized=True for a tensor of {found.ntensors} originals, got False"
        raise ValueError(at_user_line(f"remove_parametrizations: {rule}"))
    first = getattr(found, found._names()[0])
    with no_grad():
        value = found().clone() if leave_parametrized else first
        if found.is_tensor and value.dtype is first.dtype and tuple(value.shape) == tuple(first.shape):
            value = first.copy_(value) if leave_parametrized else first  # which optimizers have
    weights = {name: each for name, each in weights_of(module).items() if name != tensor_name}
    with_weights(module, weights)
    del module.parametrizations._modules[tensor_name]  # type: ignore[union-attr]
    if not is_parametrized(module):
        delattr(module, "parametrizations")
    _register(module, tensor_name, value, first)
    return module
