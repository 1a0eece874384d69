"""Modules: trees of parameters, buffers and modules with a `forward`."""

from __future__ import annotations

from contextlib import nullcontext
from functools import partial
from typing import Any, Callable, ClassVar, Iterable, Iterator, Sequence

from .. import _dtypes, _tracing, _watch
from .._creation import from_host
from .._device import device as Device, opened, target_of
from .._errors import at_user_line, lacks
from .._global import GlobalTensor, globalize, hold
from .._grad_mode import no_grad
from .._number import Number
from .._open_sizes import OpenSize
from .._placement import placement as Placement
from .._tensor import Tensor, move
from .._tensor_types import meant
from ..optim.clearing import clear_gradients
from ..sbp import broadcast
from .graph_module import GraphModule as GraphModule, GraphOptions
from .hooks import HookMethods, called
from .module_state import IncompatibleKeys as IncompatibleKeys, StateMethods
from .parameter import Buffer, GlobalParameter, Parameter, is_lazy


@_watch.watched
class Module(HookMethods, StateMethods):
    """The base of layers and models. Parameters and modules that are assigned to attributes become its own; a subclass
    calls super().__init__() before it assigns such, and computes in `forward`."""

    training: bool
    _parameters: dict[str, Parameter | None]
    _buffers: dict[str, Tensor | None]
    _modules: dict[str, Module | None]
    _graph_options: GraphOptions
    # What traces depend on in another way than by its being read.
    _unwatched: ClassVar[frozenset[str]] = frozenset(
        ("_parameters", "_buffers", "_modules", "_non_persistent_buffers_set", "_graph_options")
    )

    def __init__(self) -> None:
        for name, value in (
            ("training", True),
            ("_parameters", {}),
            ("_buffers", {}),
            ("_modules", {}),
            ("_non_persistent_buffers_set", set()),
            ("_graph_options", GraphOptions()),
        ):
            object.__setattr__(self, name, value)

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        """What a call of the module computes."""
        raise lacks(self, "forward")

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        trace = _tracing.current()
        if trace is None:
            return called(self, args, kwargs)
        is_checkpoint = self._graph_options.activation_checkpointing
        with trace.calls.call(self), trace.calls.checkpoint() if is_checkpoint else nullcontext():
            return called(self, args, kwargs)

    # attributes

    def _tables(self) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
        """Parameters, buffers and modules; none before __init__."""
        tables = self.__dict__
        if "_parameters" in tables:
            return tables["_parameters"], tables["_buffers"], tables["_modules"]
        return {}, {}, {}

    def _check_made(self, kind: str) -> None:
        """Raises AttributeError before __init__, where there is no table for it."""
        if "_parameters" not in self.__dict__:
            rule = f"expects super().__init__() to be called before a {kind} is assigned"
            raise AttributeError(at_user_line(f"{type(self).__name__}: {rule}"))

    def __setattr__(self, name: str, value: Any) -> None:
        parameters, buffers, modules = self._tables()
        self._check_kind(name, value)
        if type(value) in (Number, OpenSize):
            value.needed()
        trace = _tracing.current()
        if trace is not None and not isinstance(value, (Parameter, Module)):
            table = buffers if name in buffers else self.__dict__
            if table is buffers or isinstance(value, Tensor) or isinstance(table.get(name), Tensor):
                trace.assigned.assign(table, name, value, f"{type(self).__name__}.{name}")
                return
        target = parameters if isinstance(value, Parameter) else modules if isinstance(value, Module) else None
        is_buffer = name in buffers and (value is None or isinstance(value, Tensor)) or isinstance(value, Buffer)
        if target is None and is_buffer:
            target = buffers
        if target is None and value is None:
            target = parameters if name in parameters else modules if name in modules else None
        is_member = target is not None or name == "training"
        for table in (parameters, buffers, modules):
            if table is not target and name in table:
                del table[name]
                is_member = True
        if target is None:
            object.__setattr__(self, name, value)
        else:
            self._check_made("module" if target is modules else "buffer" if target is buffers else "parameter")
            self.__dict__.pop(name, None)
            target[name] = value
            if target is buffers and isinstance(value, Buffer):
                self._set_persistent(name, value.persistent)
        if is_member or name in _watch.names:
            _tracing.something_changed()

    def _check_kind(self, name: str, value: Any) -> None:
        """Raises TypeError unless a parameter, buffer or module of this name stays one, or becomes None or a module."""
        if value is None or isinstance(value, Module):
            return
        kinds = ("parameter", Parameter), ("buffer", Tensor), ("module", Module)
        for table, (word, kind) in zip(self._tables(), kinds):
            if name in table and not isinstance(value, kind):
                where = f"{type(self).__name__}: expects {word} '{name}' to be a {kind.__name__} or None"
                raise TypeError(at_user_line(f"{where}, got {type(value).__name__}"))

    def __getattr__(self, name: str) -> Any:
        for table in ("_parameters", "_buffers", "_modules"):
            if name in self.__dict__.get(table, ()):
                return self.__dict__[table][name]
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __delattr__(self, name: str) -> None:
        for table in self._tables():
            if name in table:
                del table[name]
                _tracing.something_changed()
                return
        object.__delattr__(self, name)
        _tracing.something_changed()

    def register_parameter(self, name: str, param: Parameter | None) -> None:
        """Adds a parameter under a name; None keeps the name free. Raises KeyError for an empty name, one with dots or
        one of another attribute."""
        self._register("register_parameter", self._tables()[0], name, param, Parameter)

    def register_buffer(self, name: str, tensor: Tensor | None, persistent: bool = True) -> None:
        """Adds a tensor that belongs to the module but is not trained, such as a running mean. It is part of
        `state_dict` if `persistent`. Raises KeyError for an empty name, one with dots or one of another attribute."""
        self._register("register_buffer", self._tables()[1], name, tensor, Tensor)
        self._set_persistent(name, persistent)

    def _set_persistent(self, name: str, persistent: bool) -> None:
        left_out = self.__dict__["_non_persistent_buffers_set"]
        (left_out.discard if persistent else left_out.add)(name)

    def add_module(self, name: str, module: Module | None) -> None:
        """Adds a module under a name. Raises KeyError for an empty name, one with dots or one of another attribute."""
        self._register("add_module", self._tables()[2], name, module, Module)

    register_module = add_module

    def _register(self, function: str, table: dict[str, Any], name: str, value: Any, kind: type) -> None:
        self._check_made("buffer" if kind is Tensor else kind.__name__.lower())
        if not isinstance(name, str):
            raise TypeError(at_user_line(f"{function}: expects a name, got {type(name).__name__}"))
        if not name or "." in name:
            raise KeyError(at_user_line(f"{function}: expects a name without dots, got {name!r}"))
        if name not in table and hasattr(self, name):
            rule = "expects a name that no other attribute has"
            raise KeyError(at_user_line(f"{function}: {rule}, got {name!r} of {type(self).__name__}"))
        if value is not None and not isinstance(value, kind):
            got = type(value).__name__
            raise TypeError(at_user_line(f"{function}: expects a {kind.__name__} or None, got {got}"))
        table[name] = value
        _tracing.something_changed()

    # walks: shared modules and tensors come once

    def named_modules(
        self, memo: set[Any] | None = None, prefix: str = "", remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Module]]:
        """This module and all below it with their paths, each once, or as often as there are paths without
        `remove_duplicate`. Those in `memo` are left out, and it is added to."""
        seen = set() if memo is None else memo
        if self in seen:
            return
        if remove_duplicate:
            seen.add(self)
        yield prefix, self
        for name, module in self._modules.items():
            if module is not None:
                yield from module.named_modules(seen, f"{prefix}.{name}" if prefix else name, remove_duplicate)

    def get_submodule(self, target: str) -> Module:
        """The module at a path of names with dots between them; this one for an empty path. Raises AttributeError if
        there is none."""
        found: Any = self
        for name in target.split(".") if target else ():
            found = found._modules.get(name)
            if found is None:
                raise AttributeError(f"{type(self).__name__!r} object has no module {target!r}")
        return found  # type: ignore[no-any-return]

    def set_submodule(self, target: str, module: Module, strict: bool = False) -> None:
        """Puts a module at a path, where with `strict` there must be one. Raises AttributeError if what is on the way
        is no module."""
        path, _, name = target.rpartition(".")
        if not name or not isinstance(module, Module):
            rule = f"expects a path that ends in a name and a Module, got {target!r} and {type(module).__name__}"
            raise ValueError(at_user_line(f"set_submodule: {rule}"))
        if strict:
            self.get_submodule(target)  # raises
        setattr(self.get_submodule(path), name, module)

    def get_parameter(self, target: str) -> Parameter:
        """The parameter at a path, as in `named_parameters`. Raises AttributeError if there is none."""
        return self._member(target, "_parameters", "parameter")

    def get_buffer(self, target: str) -> Tensor:
        """The buffer at a path, as in `named_buffers`. Raises AttributeError if there is none."""
        return self._member(target, "_buffers", "buffer")

    def _member(self, target: str, table: str, word: str) -> Any:
        path, _, name = target.rpartition(".")
        found = getattr(self.get_submodule(path), table).get(name)
        if found is None:
            raise AttributeError(f"{type(self).__name__!r} object has no {word} {target!r}")
        return found

    def modules(self) -> Iterator[Module]:
        """This module and all below it, each once."""
        return (module for _, module in self.named_modules())

    def named_children(self) -> Iterator[tuple[str, Module]]:
        """The modules right below this one with their names, each once."""
        seen: set[int] = set()
        for name, module in self._modules.items():
            if module is not None and id(module) not in seen:
                seen.add(id(module))
                yield name, module

    def children(self) -> Iterator[Module]:
        """The modules right below this one, each once."""
        return (module for _, module in self.named_children())

    def _named_members(
        self, table: str, prefix: str, recurse: bool, remove_duplicate: bool
    ) -> Iterator[tuple[str, Any]]:
        seen: set[int] = set()
        modules = self.named_modules(None, prefix, remove_duplicate) if recurse else [(prefix, self)]
        for path, module in modules:
            for name, member in getattr(module, table).items():
                if member is not None and id(member) not in seen:
                    if remove_duplicate:
                        seen.add(id(member))
                    yield f"{path}.{name}" if path else name, member

    def named_parameters(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Parameter]]:
        """Parameters with their paths, each once, or as often as there are paths without `remove_duplicate`; without
        `recurse`, of this module alone."""
        return self._named_members("_parameters", prefix, recurse, remove_duplicate)

    def own_tensors(self) -> Iterator[Tensor]:
        """Parameters and buffers of this module, without those of the modules below it."""
        for table in (self._parameters, self._buffers):
            yield from (tensor for tensor in table.values() if tensor is not None)

    def parameters(self, recurse: bool = True) -> Iterator[Parameter]:
        """Parameters, each once; without `recurse`, of this module alone."""
        return (parameter for _, parameter in self.named_parameters(recurse=recurse))

    def named_buffers(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Tensor]]:
        """Buffers with their paths, each once, or as often as there are paths without `remove_duplicate`; without
        `recurse`, of this module alone."""
        return self._named_members("_buffers", prefix, recurse, remove_duplicate)

    def buffers(self, recurse: bool = True) -> Iterator[Tensor]:
        """Buffers, each once; without `recurse`, of this module alone."""
        return (buffer for _, buffer in self.named_buffers(recurse=recurse))

    def apply(self, fn: Callable[[Module], Any]) -> Module:
        """Calls `fn` with each module, those below first; the module itself."""
        for module in self.children():
            module.apply(fn)
        fn(self)
        return self

    # mode, conversion

    def train(self, mode: bool = True) -> Module:
        """Sets `training` of this module and all below it; the module itself."""
        for module in self.modules():
            object.__setattr__(module, "training", bool(mode))
        _tracing.something_changed()
        return self

    def eval(self) -> Module:
        """The same as train(False)."""
        return self.train(False)

    def requires_grad_(self, requires_grad: bool = True) -> Module:
        """Sets whether the parameters require gradients; the module itself."""
        for parameter in self.parameters():
            parameter.requires_grad = requires_grad
        return self

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Sets the gradients of all parameters to None, or those that there are to zeros."""
        clear_gradients(self.parameters(), set_to_none)

    def to(self, *args: Any, **kwargs: Any) -> Any:
        """Moves parameters and buffers, which keep their identity, to a device, and converts those of floating-point
        dtypes to a dtype: `to("cuda")`, `to(weir.float64)`, `to("cuda", weir.float64)`. Graphs that use the module
        follow it, which they are compiled for again. Gradients go with their parameters. `to(nn.graph.GraphModule)` is
        the module as graphs see it."""
        if len(args) == 1 and isinstance(args[0], type) and issubclass(args[0], (GraphModule, Module)):
            return self if issubclass(args[0], Module) else args[0](self)
        if _tracing.current() is not None:
            raise RuntimeError(at_user_line("to: expects modules to be moved outside nn.Graph.build"))
        target = target_of(args, kwargs)
        if target.dtype is not None and not target.dtype.is_floating_point:
            rule = "expects a floating-point dtype or a device"
            raise TypeError(at_user_line(f"to: {rule}, got {target.dtype!r}"))
        if any(type(each)._apply is not Module._apply for each in self.modules()):
            return self._apply(partial(_converted, dtype=target.dtype, device=target.device))
        tensors = [*self.parameters(), *self.buffers()]
        gradients = [each.grad for each in tensors if each.grad is not None]
        if target.dtype is not None:
            self._convert([*tensors, *gradients], target.dtype)
        if target.device is not None:
            _move([*tensors, *gradients], target.device)
        return self

    def _apply(self, fn: Callable[[Tensor], Tensor], recurse: bool = True) -> Any:
        """Gives each parameter, gradient and buffer, which keep their identity, what `fn` makes of it; without
        `recurse`, those of this module alone. `to` comes here where a module overrides it, as one does whose other
        tensors follow its parameters. The module itself."""
        for module in self.children() if recurse else ():
            module._apply(fn)
        with no_grad():
            for tensor in self.own_tensors():
                gradient = tensor.grad
                for each in (tensor,) if gradient is None else (tensor, gradient):
                    made = fn(each)
                    if made is not each:
                        each.data = made
        return self

    def to_empty(self, *, device: Any, recurse: bool = True) -> Any:
        """Moves parameters and buffers, whose values nobody may rely on; without `recurse`, of this module alone."""
        if recurse:
            return self.to(device=device)
        _move(self.own_tensors(), opened(device, "to_empty"))
        return self

    def to_global(self, placement: Any = None, sbp: Any = None) -> Any:
        """Makes the parameters and buffers global tensors, of the first rank's values, which all ranks hold so. Scalars
        are whole on each. All ranks call it."""
        for tensor in [*self.parameters(), *self.buffers()]:
            kind = GlobalParameter if isinstance(tensor, Parameter) else GlobalTensor
            axes = sbp if tensor.shape or not isinstance(placement, Placement) else [broadcast] * len(placement.mesh)
            globalize(tensor, kind, placement, axes)
        return self

    def _convert(self, tensors: Sequence[Tensor], dtype: _dtypes.dtype) -> None:
        for tensor in tensors:
            if not tensor.is_floating_point() or tensor.dtype is dtype:
                continue
            if is_lazy(tensor):
                tensor.dtype = dtype
                continue
            if isinstance(tensor, GlobalTensor):
                local = from_host(tensor._local._host_values("to"), dtype, device=tensor.device)
                hold(tensor, local, tensor.shape, tensor.placement, tensor.sbp)
                continue
            tensor._storage = from_host(tensor._host_values("to"), dtype, device=tensor.device)._storage
            tensor.dtype = dtype
            _tracing.something_changed()

    def type(self, dst_type: Any) -> Module:
        """The same as `to` with a dtype, a type such as `weir.DoubleTensor`, or its name."""
        dtype, place = meant(dst_type, "type")
        return self.to(dtype) if place is None else self.to(place, dtype)

    def share_memory(self) -> Module:
        """Raises NotImplementedError of a module with tensors, which other processes get copies of."""
        for tensor in (*self.parameters(), *self.buffers()):
            tensor.share_memory_()
        return self

    def compile(self, *args: Any, **kwargs: Any) -> None:
        """Changes nothing, as calls are compiled anyway."""

    def float(self) -> Module:
        return self.to(_dtypes.float32)

    def double(self) -> Module:
        return self.to(_dtypes.float64)

    def half(self) -> Module:
        return self.to(_dtypes.float16)

    def bfloat16(self) -> Module:
        return self.to(_dtypes.bfloat16)

    def cpu(self) -> Module:
        return self.to("cpu")

    def cuda(self, device: Any = "cuda") -> Module:
        return self.to(Device(device))

    # text

    def _get_name(self) -> str:
        """What repr calls the module; a subclass may override it."""
        return type(self).__name__

    def extra_repr(self) -> str:
        """What repr shows of the module beside its name; a subclass may override it."""
        return ""

    def __repr__(self) -> str:
        children = [f"({name}): {text}" for name, text in self._shown_children()]
        extra = self.extra_repr()
        if not children and "\n" not in extra:
            return f"{self._get_name()}({extra})"
        lines = "\n".join([*extra.split("\n"), *children] if extra else children)
        return f"{self._get_name()}(\n  " + lines.replace("\n", "\n  ") + "\n)"

    def _shown_children(self) -> list[tuple[str, str]]:
        """The names of modules inside, and what repr shows of them."""
        return [(name, repr(module)) for name, module in self._modules.items()]


def _converted(tensor: Tensor, dtype: _dtypes.dtype | None, device: Device | None) -> Tensor:
    """A tensor, if it is of floats in a dtype, on a device; one that has no shape yet gets its elements so."""
    dtype = dtype if dtype is not None and tensor.is_floating_point() else tensor.dtype
    if not is_lazy(tensor):
        return tensor.to(device or tensor.device, dtype)
    tensor.dtype, tensor._device = dtype, device or tensor.device
    return tensor


def _move(tensors: Iterable[Tensor], device: Device) -> None:
    """Moves tensors; those that have no shape yet get their elements there."""
    several = list(tensors)
    move([each for each in several if not is_lazy(each)], device)
    for each in filter(is_lazy, several):
        each._device = device
