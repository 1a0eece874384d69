"""States of modules: what `state_dict` gives, how values get back in, and hooks of both."""

from __future__ import annotations

from collections import OrderedDict
from functools import partial
from typing import Any, Callable, Iterator, Mapping, NamedTuple

import numpy as np

from .._creation import from_host
from .._errors import at_user_line, lacks
from .._global import GlobalTensor
from .._grad_mode import no_grad
from .._saved import SavedTensor
from .._tensor import Tensor
from .hooks import RemovableHandle, StateHook, registered
from .parameter import Parameter, is_lazy

_EXTRA = "_extra_state"  # PyTorch's name for what modules have beside tensors
_ASSIGN = "assign_to_params_buffers"  # PyTorch's name for it, which overrides pass on


class IncompatibleKeys(NamedTuple):
    """Names that a state dict lacks, and names in it that the module does not have."""

    missing_keys: list[str]
    unexpected_keys: list[str]

    def __repr__(self) -> str:
        if not self.missing_keys and not self.unexpected_keys:
            return "<All keys matched successfully>"
        return f"_IncompatibleKeys(missing_keys={self.missing_keys}, unexpected_keys={self.unexpected_keys})"


class _Given(OrderedDict[str, Any]):
    """Of the values that are loaded, those of a module and of all below it. Hooks may change it."""

    def __init__(self, values: Any, copies: list[Callable[[], None]]):
        super().__init__(values)
        self.copies = copies  # which are made once everything is found to fit


class _Loading(NamedTuple):
    """What is found while values are loaded. `behind` are the hooks to call afterwards, with their modules."""

    keys: IncompatibleKeys
    errors: list[str]
    copies: list[Callable[[], None]]
    behind: list[tuple[Any, StateHook]]
    metadata: Mapping[str, Any]
    assign: bool


class StateMethods:
    """What modules have of it."""

    _version = 1
    _since: Mapping[str, int] = {}  # of parameters and buffers that earlier versions lacked, the first that has them
    _state_hooks: tuple[StateHook, ...] = ()

    def state_dict(
        self: Any, destination: Any = None, prefix: str = "", keep_vars: bool = False
    ) -> OrderedDict[str, Tensor]:
        """Parameters and persistent buffers by their paths, in `destination` if there is one: tensors over the same
        memory, without gradients; with `keep_vars` the parameters and buffers themselves. What modules say by
        `get_extra_state` stands under "_extra_state"."""
        if destination is None:
            destination = OrderedDict()
            destination._metadata = OrderedDict()
        metadata = {"version": self._version}
        if hasattr(destination, "_metadata"):
            destination._metadata[prefix[:-1]] = metadata
        for hook in self._hooks_at("before saving"):
            hook(self, prefix, keep_vars)
        self._save_to_state_dict(destination, prefix, keep_vars)
        for name, module in self._modules.items():
            if module is not None:
                module.state_dict(destination=destination, prefix=f"{prefix}{name}.", keep_vars=keep_vars)
        for hook in self._hooks_at("behind saving"):
            found = hook(self, destination, prefix, metadata)
            destination = destination if found is None else found
        return destination  # type: ignore[no-any-return]

    def _save_to_state_dict(self: Any, destination: Any, prefix: str, keep_vars: bool) -> None:
        """Adds what this module has itself; a subclass may override it."""
        for name, tensor in self._own_state():
            destination[prefix + name] = tensor if keep_vars or is_lazy(tensor) else tensor.detach()
        if self._has_extra_state():
            destination[prefix + _EXTRA] = self.get_extra_state()

    def get_extra_state(self: Any) -> Any:
        """What `state_dict` has of this module beside tensors: a subclass gives it, and takes it in
        `set_extra_state`."""
        raise lacks(self, "get_extra_state")

    def set_extra_state(self: Any, state: Any) -> None:
        """Takes what `get_extra_state` gave."""
        raise lacks(self, "set_extra_state")

    def _has_extra_state(self: Any) -> bool:
        return type(self).get_extra_state is not StateMethods.get_extra_state

    def _own_state(self: Any) -> Iterator[tuple[str, Tensor]]:
        for table, left in ((self._parameters, ()), (self._buffers, self.__dict__["_non_persistent_buffers_set"])):
            yield from ((name, each) for name, each in table.items() if each is not None and name not in left)

    def load_state_dict(
        self: Any, state_dict: Mapping[str, Any], strict: bool = True, assign: bool = False
    ) -> IncompatibleKeys:
        """Copies values into the parameters and buffers of the same paths; with `assign` the given tensors take their
        places. Raises RuntimeError if shapes differ, or, with `strict`, if paths do; then nothing is copied, but by
        modules with a `_load_from_state_dict` of their own. Raises TypeError for what is no mapping of names."""
        if not isinstance(state_dict, Mapping):
            got = type(state_dict).__name__
            raise TypeError(at_user_line(f"load_state_dict: expects a mapping of names to tensors, got {got}"))
        for name in state_dict:
            if not isinstance(name, str):
                raise TypeError(at_user_line(f"load_state_dict: expects names of tensors, got {name!r}"))
        metadata = getattr(state_dict, "_metadata", {})
        loading = _Loading(IncompatibleKeys([], []), [], [], [], metadata, assign)
        _load(self, _Given(state_dict, loading.copies), "", loading)
        if loading.errors or not loading.behind:
            self._raise_problems(loading, strict)
        for copy in loading.copies:
            copy()
        for module, hook in loading.behind:
            hook.function(module, loading.keys)
        self._raise_problems(loading, strict)
        return loading.keys

    def _raise_problems(self, loading: _Loading, strict: bool) -> None:
        problems = []
        if strict and loading.keys.missing_keys:
            problems.append(f"misses {', '.join(loading.keys.missing_keys)}")
        if strict and loading.keys.unexpected_keys:
            problems.append(f"has no place for {', '.join(loading.keys.unexpected_keys)}")
        problems += loading.errors
        if problems:
            raise RuntimeError(at_user_line(f"load_state_dict: {type(self).__name__} " + "; ".join(problems)))

    def _load_from_state_dict(
        self: Any,
        state_dict: Any,
        prefix: str,
        local_metadata: Mapping[str, Any],
        strict: bool,
        missing_keys: list[str],
        unexpected_keys: list[str],
        error_msgs: list[str],
    ) -> None:
        """Loads what this module has itself, from the values under `prefix`; a subclass may override it. What doesn't
        fit is added to the lists."""
        for hook in self._hooks_at("before loading"):
            hook(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs)
        own = dict(self._own_state())
        self._load_extra_state(state_dict, prefix + _EXTRA, missing_keys, strict)
        for name, tensor in own.items():
            key = prefix + name
            if key not in state_dict:
                is_older = (local_metadata.get("version") or 1) < self._since.get(name, 1)
                missing_keys += [key] if strict and not is_older else []
                continue
            if is_lazy(state_dict[key]):
                if not is_lazy(tensor):
                    error_msgs.append(f"expects {key} to have a shape, got {state_dict[key]!r}")
                continue
            source = _source_of(state_dict[key], tensor)
            if not is_lazy(tensor) and tuple(source.shape) != tuple(tensor.shape):
                error_msgs.append(f"expects {key} of shape {tuple(tensor.shape)}, got {tuple(source.shape)}")
                continue
            is_assigned = local_metadata.get(_ASSIGN, False)
            copy = partial(_assign, self, name, state_dict[key]) if is_assigned else partial(_copy, tensor, source)
            self._copied(state_dict, copy)
        known = {*own, _EXTRA} if type(self).set_extra_state is not StateMethods.set_extra_state else own
        for key in state_dict if strict else ():
            first = key[len(prefix) :].split(".", 1)
            if key.startswith(prefix) and first[0] not in (self._modules if len(first) > 1 else known):
                unexpected_keys.append(key)

    def _load_extra_state(self: Any, state_dict: Any, key: str, missing_keys: list[str], strict: bool) -> None:
        if key in state_dict and type(self).set_extra_state is not StateMethods.set_extra_state:
            self._copied(state_dict, partial(self.set_extra_state, state_dict[key]))
        elif self._has_extra_state() and key not in state_dict and strict:
            missing_keys.append(key)

    def _copied(self: Any, state_dict: Any, copy: Callable[[], None]) -> None:
        """Copies when everything is found to fit; at once for an override, which may go on with the values."""
        is_plain = type(self)._load_from_state_dict is StateMethods._load_from_state_dict
        if is_plain and isinstance(state_dict, _Given):
            state_dict.copies.append(copy)
        else:
            copy()

    # hooks

    def _hooks_at(self, place: str) -> list[Callable[..., Any]]:
        return [hook.function for hook in self._state_hooks if hook.place == place]

    def register_state_dict_pre_hook(self: Any, hook: Callable[..., None]) -> RemovableHandle:
        """Lets `state_dict` first call `hook(module, prefix, keep_vars)`. The handle's `remove` takes the hook away."""
        return registered(self, StateHook(hook, "before saving"), False)

    def register_state_dict_post_hook(self: Any, hook: Callable[..., None]) -> RemovableHandle:
        """Lets `state_dict` end with `hook(module, state_dict, prefix, local_metadata)`, which may change the entries.
        The handle's `remove` takes the hook away."""
        return registered(self, StateHook(partial(_in_place, hook), "behind saving"), False)

    def _register_state_dict_hook(self: Any, hook: Callable[..., Any]) -> RemovableHandle:
        """The same; the hook's result, unless it is None, takes the place of what `state_dict` gives."""
        return registered(self, StateHook(hook, "behind saving"), False)

    def register_load_state_dict_pre_hook(self: Any, hook: Callable[..., None]) -> RemovableHandle:
        """Lets the module, before it loads its own values, call `hook(module, state_dict, prefix, local_metadata,
        strict, missing_keys, unexpected_keys, error_msgs)`, which may change the entries under the prefix. The handle's
        `remove` takes the hook away."""
        return self._register_load_state_dict_pre_hook(hook, with_module=True)  # type: ignore[no-any-return]

    def _register_load_state_dict_pre_hook(
        self: Any, hook: Callable[..., None], with_module: bool = False
    ) -> RemovableHandle:
        """The same; without `with_module`, for hooks that don't take the module."""
        function = hook if with_module else partial(_without_module, hook)
        return registered(self, StateHook(function, "before loading"), False)

    def register_load_state_dict_post_hook(self: Any, hook: Callable[..., None]) -> RemovableHandle:
        """Calls `hook(module, incompatible_keys)` when values are loaded. It may change the lists of missing and of
        unexpected names, on which depends whether `load_state_dict` raises. The handle's `remove` takes the hook
        away."""
        return registered(self, StateHook(partial(_in_place, hook), "behind loading"), False)


def _in_place(hook: Callable[..., None], *given: Any) -> None:
    found: Any = hook(*given)  # type: ignore[func-returns-value]
    if found is not None:
        rule = "expects hooks to change what they are given, and to give None"
        raise TypeError(at_user_line(f"state_dict: {rule}, got {type(found).__name__}"))


def _without_module(hook: Callable[..., None], module: Any, *given: Any) -> None:
    hook(*given)


def _load(module: Any, given: _Given, prefix: str, loading: _Loading) -> None:
    """Loads a module and those below it."""
    metadata = dict(loading.metadata.get(prefix[:-1], {}))
    if loading.assign:
        metadata[_ASSIGN] = True
    missing, unexpected = loading.keys
    module._load_from_state_dict(given, prefix, metadata, True, missing, unexpected, loading.errors)
    parts: dict[str, _Given] = {}
    for key, value in given.items():
        if key.startswith(prefix):
            name = key[len(prefix) :].partition(".")[0]
            parts.setdefault(name, _Given((), loading.copies))[key] = value
    for name, child in module._modules.items():
        if child is not None:
            _load(child, parts.get(name) or _Given((), loading.copies), f"{prefix}{name}.", loading)
    loading.behind.extend((module, hook) for hook in module._state_hooks if hook.place == "behind loading")


def _copy(own: Tensor, source: Any) -> None:
    if is_lazy(own):
        own.materialize(source.shape)
    with no_grad():
        own.copy_(source)


def _assign(module: Any, name: str, value: Any) -> None:
    """Puts a tensor that was given in the place of one of the module's."""
    own = getattr(module, name)
    if isinstance(value, SavedTensor):
        value = value.tensor()
    if not isinstance(value, Tensor):
        value = from_host(np.asarray(value), own.dtype)
    if isinstance(own, Parameter):
        value = value if isinstance(value, Parameter) else Parameter(value)
        value.requires_grad = own.requires_grad
    setattr(module, name, value)


def _source_of(source: Any, own: Tensor) -> Any:
    """What `copy_` takes: of global tensors what each rank holds, else the whole."""
    if isinstance(own, GlobalTensor) and isinstance(source, (GlobalTensor, SavedTensor)):
        return source
    if isinstance(source, SavedTensor):
        source = source.tensor()
    return source._host_values("load_state_dict") if isinstance(source, Tensor) else np.asarray(source)
