"""The layers."""

from __future__ import annotations

import itertools
import math
import operator
from collections import OrderedDict
from typing import Any, Iterable, Iterator, Self, Sequence

from .. import _dtypes
from .._creation import empty
from .._errors import at_user_line
from .._tensor import Tensor
from . import functional, init
from .module import Module
from .parameter import Parameter


class Identity(Module):
    """Returns its input."""

    def forward(self, input: Tensor) -> Tensor:
        return input


class Linear(Module):
    """y = x W^T + b for inputs (*, in_features). The weight W has shape (out_features, in_features), the bias shape
    (out_features,); both are drawn uniformly from [-1/sqrt(in_features), 1/sqrt(in_features))."""

    def __init__(
        self,
        in_features: int,
        out_features: int,
        bias: bool = True,
        dtype: _dtypes.dtype | None = None,
        device: Any = None,
    ) -> None:
        super().__init__()
        for name, value in (("in_features", in_features), ("out_features", out_features)):
            if not isinstance(value, int) or isinstance(value, bool) or value < 0:
                raise ValueError(at_user_line(f"Linear: expects {name} to be an integer of at least 0, got {value!r}"))
        self.in_features = in_features
        self.out_features = out_features
        self.weight = Parameter(empty(out_features, in_features, dtype=dtype, device=device))
        if bias:
            self.bias = Parameter(empty(out_features, dtype=dtype, device=device))
        else:
            self.register_parameter("bias", None)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draws weight and bias anew."""
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            bound = 1 / math.sqrt(self.in_features) if self.in_features else 0.0
            init.uniform_(self.bias, -bound, bound)

    def forward(self, input: Tensor) -> Tensor:
        return functional.linear(input, self.weight, self.bias)

    def extra_repr(self) -> str:
        return f"in_features={self.in_features}, out_features={self.out_features}, bias={self.bias is not None}"


class Bilinear(Module):
    """y[o] = x1^T W[o] x2 + b[o] for inputs (*, in1_features) and (*, in2_features). The weight has shape
    (out_features, in1_features, in2_features); it and the bias are drawn uniformly from [-1/sqrt(in1_features),
    1/sqrt(in1_features))."""

    def __init__(
        self,
        in1_features: int,
        in2_features: int,
        out_features: int,
        bias: bool = True,
        device: Any = None,
        dtype: _dtypes.dtype | None = None,
    ) -> None:
        super().__init__()
        if in1_features <= 0:
            raise ValueError(at_user_line(f"Bilinear: expects in1_features to be above 0, got {in1_features!r}"))
        self.in1_features, self.in2_features, self.out_features = in1_features, in2_features, out_features
        self.weight = Parameter(empty(out_features, in1_features, in2_features, dtype=dtype, device=device))
        if bias:
            self.bias = Parameter(empty(out_features, dtype=dtype, device=device))
        else:
            self.register_parameter("bias", None)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draws weight and bias anew."""
        bound = 1 / math.sqrt(self.in1_features)
        init.uniform_(self.weight, -bound, bound)
        if self.bias is not None:
            init.uniform_(self.bias, -bound, bound)

    def forward(self, input1: Tensor, input2: Tensor) -> Tensor:
        return functional.bilinear(input1, input2, self.weight, self.bias)

    def extra_repr(self) -> str:
        sizes = f"in1_features={self.in1_features}, in2_features={self.in2_features}, out_features={self.out_features}"
        return f"{sizes}, bias={self.bias is not None}"


class Embedding(Module):
    """Maps integers (*) to rows (*, embedding_dim) of a weight (num_embeddings, embedding_dim), which is drawn from a
    standard normal distribution. Row `padding_idx` begins as zeros and gets no gradient. Rows whose norm is above
    `max_norm` are scaled to that, in the weight, where they are looked up. With `scale_grad_by_freq` the gradient of a
    row is divided by how often the input names it. `sparse` has no effect."""

    def __init__(
        self,
        num_embeddings: int,
        embedding_dim: int,
        padding_idx: int | None = None,
        max_norm: float | None = None,
        norm_type: float = 2.0,
        scale_grad_by_freq: bool = False,
        sparse: bool = False,
        dtype: _dtypes.dtype | None = None,
        device: Any = None,
        _weight: Tensor | None = None,
    ) -> None:
        super().__init__()
        if padding_idx is not None and not -num_embeddings <= padding_idx < num_embeddings:
            raise ValueError(
                at_user_line(
                    f"Embedding: expects padding_idx to be in [{-num_embeddings}, {num_embeddings}), got {padding_idx}"
                )
            )
        self.num_embeddings = num_embeddings
        self.embedding_dim = embedding_dim
        self.padding_idx = None if padding_idx is None else padding_idx % num_embeddings
        self.max_norm = max_norm
        self.norm_type = norm_type
        self.scale_grad_by_freq, self.sparse = scale_grad_by_freq, sparse
        if _weight is not None:
            self.weight = Parameter(_weight)
            return
        self.weight = Parameter(empty(num_embeddings, embedding_dim, dtype=dtype, device=device))
        self.reset_parameters()

    @classmethod
    def from_pretrained(cls, embeddings: Tensor, freeze: bool = True, *args: Any, **options: Any) -> Self:
        """A layer over the memory of a weight (num_embeddings, embedding_dim), which is not trained with `freeze`; with
        the other options of the class, from `padding_idx`, or of bags from `max_norm`, on."""
        if len(embeddings.shape) != 2:
            got = f"got shape {tuple(embeddings.shape)}"
            raise ValueError(at_user_line(f"from_pretrained: expects a matrix, {got}"))
        made = cls(*embeddings.shape, *args, _weight=embeddings.detach(), **options)
        made.weight.requires_grad = not freeze
        return made

    def reset_parameters(self) -> None:
        """Draws the weight anew; row `padding_idx` is zeros."""
        init.normal_(self.weight)
        if self.padding_idx is not None:
            values = self.weight.detach().cpu()._host_values("Embedding").copy()
            values[self.padding_idx] = 0
            self.weight.copy_(values)

    def forward(self, input: Tensor) -> Tensor:
        scaled = self.scale_grad_by_freq
        return functional.embedding(input, self.weight, self.padding_idx, self.max_norm, self.norm_type, scaled)

    def extra_repr(self) -> str:
        defaults = {"padding_idx": None, "max_norm": None, "norm_type": 2.0, "scale_grad_by_freq": False}
        return self._text({**defaults, "sparse": False})

    def _text(self, defaults: dict[str, Any]) -> str:
        """The sizes, and members that are no defaults."""
        shown = {name: getattr(self, name) for name, value in defaults.items() if getattr(self, name) != value}
        sizes = f"{self.num_embeddings}, {self.embedding_dim}"
        return ", ".join([sizes, *(f"{name}={value!r}" for name, value in shown.items())])


class EmbeddingBag(Embedding):
    """Sums, means or maxima ("sum", "mean", "max") of the rows of the weight that each bag of numbers names. See
    `functional.embedding_bag`."""

    def __init__(
        self,
        num_embeddings: int,
        embedding_dim: int,
        max_norm: float | None = None,
        norm_type: float = 2.0,
        scale_grad_by_freq: bool = False,
        mode: str = "mean",
        sparse: bool = False,
        include_last_offset: bool = False,
        padding_idx: int | None = None,
        dtype: _dtypes.dtype | None = None,
        device: Any = None,
        _weight: Tensor | None = None,
    ) -> None:
        place = {"dtype": dtype, "device": device}
        super().__init__(num_embeddings, embedding_dim, padding_idx=padding_idx, _weight=_weight, **place)
        self.max_norm, self.norm_type, self.scale_grad_by_freq = max_norm, norm_type, scale_grad_by_freq
        self.mode, self.sparse, self.include_last_offset = mode, sparse, include_last_offset

    def forward(  # type: ignore[override]
        self, input: Tensor, offsets: Tensor | None = None, per_sample_weights: Tensor | None = None
    ) -> Tensor:
        return functional.embedding_bag(
            input,
            self.weight,
            offsets,
            self.max_norm,
            self.norm_type,
            self.scale_grad_by_freq,
            self.mode,
            self.sparse,
            per_sample_weights,
            self.include_last_offset,
            self.padding_idx,
        )

    def extra_repr(self) -> str:
        defaults = {"max_norm": None, "norm_type": 2.0, "scale_grad_by_freq": False, "mode": None, "padding_idx": None}
        return self._text(defaults)


class Flatten(Module):
    """Joins the dimensions from start_dim to end_dim into one."""

    def __init__(self, start_dim: int = 1, end_dim: int = -1) -> None:
        super().__init__()
        self.start_dim = start_dim
        self.end_dim = end_dim

    def forward(self, input: Tensor) -> Tensor:
        return input.flatten(self.start_dim, self.end_dim)

    def extra_repr(self) -> str:
        return f"start_dim={self.start_dim}, end_dim={self.end_dim}"


class Unflatten(Module):
    """Takes dimension `dim` apart into dimensions of these sizes, of which one may be -1."""

    def __init__(self, dim: int, unflattened_size: Sequence[int]) -> None:
        super().__init__()
        self.dim, self.unflattened_size = dim, tuple(unflattened_size)

    def forward(self, input: Tensor) -> Tensor:
        return input.unflatten(self.dim, self.unflattened_size)

    def extra_repr(self) -> str:
        return f"dim={self.dim}, unflattened_size={self.unflattened_size}"


class Sequential(Module):
    """Applies modules one after another. Those of an OrderedDict have its keys as names, others their numbers."""

    def __init__(self, *modules: Any) -> None:
        super().__init__()
        if len(modules) == 1 and isinstance(modules[0], OrderedDict):
            named = list(modules[0].items())
        else:
            named = [(str(index), module) for index, module in enumerate(modules)]
        for name, module in named:
            if not isinstance(module, Module):
                raise TypeError(at_user_line(f"Sequential: expects modules, got {type(module).__name__}"))
            self.add_module(name, module)

    def forward(self, input: Any) -> Any:
        for module in self:
            input = module(input)
        return input

    def __iter__(self) -> Iterator[Module]:
        return (module for module in self._modules.values() if module is not None)

    def __len__(self) -> int:
        return len(self._modules)

    def __getitem__(self, index: int | slice) -> Any:
        """A module, or a Sequential of those of a slice under their names."""
        if isinstance(index, slice):
            return type(self)(OrderedDict(list(self._modules.items())[index]))
        return _at(self, index)

    def __setitem__(self, index: int, module: Module) -> None:
        self.add_module(_name_at(self, index), module)

    def __delitem__(self, index: int | slice) -> None:
        _delete(self, index)

    def append(self, module: Module) -> Sequential:
        """Adds a module at the end; the Sequential itself."""
        names = (str(number) for number in itertools.count(len(self)))
        self.add_module(next(name for name in names if name not in self._modules), module)
        return self

    def insert(self, index: int, module: Module) -> Sequential:
        """Adds a module in front of the one at `index`, and numbers all anew; the Sequential itself."""
        _insert(self, index, module)
        return self

    def pop(self, key: int) -> Module:
        """The module at an index, which is taken out; the others are numbered anew."""
        return _popped(self, key)

    def extend(self, modules: Iterable[Module]) -> Sequential:
        """Adds modules at the end; the Sequential itself."""
        for module in modules:
            self.append(module)
        return self

    def __iadd__(self, others: Sequential) -> Sequential:
        return self.extend(others) if isinstance(others, Sequential) else NotImplemented

    def __add__(self, others: Sequential) -> Sequential:
        return Sequential(*self, *others) if isinstance(others, Sequential) else NotImplemented

    def __imul__(self, times: int) -> Sequential:
        return self.extend(list(self) * (_times(times) - 1))

    def __mul__(self, times: int) -> Sequential:
        return Sequential(*list(self) * _times(times))

    __rmul__ = __mul__


def _times(times: Any) -> int:
    if not isinstance(times, int) or times < 1:
        kind, rule = (ValueError if isinstance(times, int) else TypeError), "expects to be taken at least once"
        raise kind(at_user_line(f"Sequential: {rule}, got {times!r} times"))
    return times


class ModuleList(Module):
    """A list of modules, whose names are their numbers."""

    def __init__(self, modules: Any = ()) -> None:
        super().__init__()
        for module in modules:
            self.append(module)

    def _shown_children(self) -> list[tuple[str, str]]:
        """Modules one after another that look alike are shown once."""
        shown = []
        for text, run in itertools.groupby(super()._shown_children(), lambda child: child[1]):
            names = [name for name, _ in run]
            alike = (f"{names[0]}-{names[-1]}", f"{len(names)} x {text}")
            shown.append(alike if len(names) > 1 else (names[0], text))
        return shown

    def append(self, module: Module) -> ModuleList:
        """Adds a module at the end; the list itself."""
        if not isinstance(module, Module):
            raise TypeError(at_user_line(f"ModuleList: expects modules, got {type(module).__name__}"))
        self.add_module(str(len(self)), module)
        return self

    def __iter__(self) -> Iterator[Module]:
        return (module for module in self._modules.values() if module is not None)

    def __len__(self) -> int:
        return len(self._modules)

    def __getitem__(self, index: int | slice) -> Any:
        """A module, or a ModuleList of those of a slice."""
        return type(self)(list(self)[index]) if isinstance(index, slice) else _at(self, index)

    def __setitem__(self, index: int, module: Module) -> None:
        self.add_module(_name_at(self, index), module)

    def __delitem__(self, index: int | slice) -> None:
        _delete(self, index)

    def insert(self, index: int, module: Module) -> None:
        """Adds a module in front of the one at `index`."""
        _insert(self, index, module)

    def pop(self, key: int) -> Module:
        """The module at an index, which is taken out; the others are numbered anew."""
        return _popped(self, key)

    def extend(self, modules: Iterable[Module]) -> ModuleList:
        """Adds modules at the end; the list itself."""
        for module in modules:
            self.append(module)
        return self

    def __iadd__(self, modules: Iterable[Module]) -> ModuleList:
        return self.extend(modules)

    def __add__(self, modules: Iterable[Module]) -> ModuleList:
        return ModuleList([*self, *modules])


def _at(container: Any, index: int) -> Module:
    module: Module = container._modules[_name_at(container, index)]
    return module


def _name_at(container: Any, index: int) -> str:
    names = list(container._modules)
    number = operator.index(index)
    if not -len(names) <= number < len(names):
        kind = type(container).__name__
        raise IndexError(at_user_line(f"{kind}: expects an index in [{-len(names)}, {len(names)}), got {number}"))
    return names[number]


def _insert(container: Any, index: int, module: Module) -> None:
    if not isinstance(module, Module):
        kind = type(container).__name__
        raise TypeError(at_user_line(f"{kind}: expects modules, got {type(module).__name__}"))
    modules = list(container._modules.values())
    modules.insert(index, module)
    _rename(container, modules)


def _popped(container: Any, index: int) -> Module:
    module = _at(container, index)
    _delete(container, index)
    return module


def _delete(container: Any, index: int | slice) -> None:
    """Deletes modules; the others are numbered anew."""
    modules = list(container._modules.values())
    if not isinstance(index, slice):
        _name_at(container, index)
    del modules[index]
    _rename(container, modules)


def _rename(container: Any, modules: Iterable[Module]) -> None:
    for name in list(container._modules):
        delattr(container, name)
    for number, module in enumerate(modules):
        container.add_module(str(number), module)


class ModuleDict(Module):
    """A dict of modules."""

    def __init__(self, modules: Any = ()) -> None:
        super().__init__()
        self.update(modules)

    def update(self, modules: Any) -> None:
        """Adds the modules of a mapping, or of pairs of a name and a module."""
        for name, module in dict(modules).items():
            self[name] = module

    def __setitem__(self, name: str, module: Module) -> None:
        if not isinstance(module, Module):
            raise TypeError(at_user_line(f"ModuleDict: expects modules, got {type(module).__name__}"))
        self.add_module(name, module)

    def __getitem__(self, name: str) -> Module:
        module = self._modules[name]
        assert module is not None
        return module

    def __delitem__(self, name: str) -> None:
        self.pop(name)

    def pop(self, name: str) -> Module:
        """The module of this name, which is taken out."""
        module = self[name]
        delattr(self, name)
        return module

    def clear(self) -> None:
        """Takes all modules out."""
        for name in list(self):
            delattr(self, name)

    def __contains__(self, name: str) -> bool:
        return name in self._modules

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __len__(self) -> int:
        return len(self._modules)

    def keys(self) -> Any:
        return self._modules.keys()

    def values(self) -> Any:
        return self._modules.values()

    def items(self) -> Any:
        return self._modules.items()
