"""What the builds of a graph depend on besides their arguments."""

from __future__ import annotations

from functools import partial
from typing import Any, Mapping, TypeAlias

from .. import _watch
from .._number import Source
from .._tensor import Tensor
from .._watch import Read
from .module import Module

Member: TypeAlias = Module | Tensor | Read
Key: TypeAlias = Any  # the id of a module or a tensor; of an attribute, that of its owner and its name


class Dependencies:
    """Modules and tensors that builds of a graph have used, and attributes that they have read. They are kept, so that
    an id stands for one of them."""

    def __init__(self) -> None:
        self._members: dict[Key, Member] = {}
        self._changing: list[Key] = []  # attributes that may change without being assigned to
        self._numbers: dict[Key, Source] = {}  # floats that are inputs
        self._needed: set[Key] = set()  # floats that are constants, as a build has needed their values

    def add(self, member: Module | Tensor) -> None:
        """A tensor, or a module with all that it owns."""
        for each in member.modules() if isinstance(member, Module) else [member]:
            self._members[id(each)] = each
            if isinstance(each, Module):
                self._members.update({id(tensor): tensor for tensor in each.own_tensors()})

    def _adopt(self, module: Module) -> None:
        """What a module owns now."""
        for each in (*module.own_tensors(), *module.children()):
            if id(each) not in self._members:
                self.add(each)

    def add_read(self, key: Key, read: Read) -> None:
        """An attribute."""
        if key not in self._members:
            self._members[key] = read
        if key not in self._changing and _watch.may_change(read.now()):
            self._changing.append(key)

    def state(self, read: Mapping[Key, Any] | None = None) -> tuple[Any, ...]:
        """Equal as long as the modules have their members, the tensors require gradients or don't, have their dtypes
        and are where they were, and attributes are what they were; or what a trace found them to be, as `read` says.
        What is added later comes behind."""
        for member in list(self._members.values()):
            if isinstance(member, Module):
                self._adopt(member)
        found = read or {}
        return tuple([found[k] if k in found else self._state_of(k, member) for k, member in self._members.items()])

    def changing(self) -> tuple[Any, ...]:
        """The state of what may change without a word."""
        return tuple([self._state_of(key, self._members[key]) for key in self._changing])

    def numbers(self) -> Mapping[Key, Source]:
        """Attributes that are inputs of programs: floats that have changed."""
        return self._numbers

    def take_as_inputs(self, known: Mapping[Key, Any]) -> bool:
        """Makes inputs of floats that are others than `known`; whether there are such."""
        changed = []
        for key, token in known.items():
            read = self._members[key]
            if key in self._needed or key in self._numbers or not isinstance(read, Read):
                continue
            now = _watch.token(read.now())
            if type(token) is type(now) is tuple and token[0] is now[0] is float and token != now:
                changed.append((key, read))
        for key, read in changed:
            label = f"{type(read.owner).__name__}.{read.name}"
            self._numbers[key] = Source(label, partial(self._make_constant, key))
        return bool(changed)

    def _make_constant(self, key: Key) -> None:
        self._needed.add(key)
        self._numbers.pop(key, None)

    def _state_of(self, key: Key, member: Member) -> Any:
        if key in self._numbers and type(member.now()) is float:  # type: ignore[union-attr]
            return _watch.NUMBER
        return _state_of(member)

    def facts(self, names: Mapping[int, str]) -> dict[str, str]:
        """The state in words. `names` are those of modules and tensors by id."""
        facts = {}
        for key, member in self._members.items():
            if isinstance(member, Read):
                owner = names.get(id(member.owner)) or type(member.owner).__name__
                facts[f"{owner}.{member.name}"] = "any number" if key in self._numbers else _text(member.now())
                continue
            kind = type(member).__name__
            name = f"{kind} {names[key]}" if key in names else kind
            if isinstance(member, Module):
                facts[f"activation_checkpointing of {name}"] = str(member._graph_options.activation_checkpointing)
            else:
                facts[f"requires_grad of {name}"] = str(member.requires_grad)
                facts[f"dtype of {name}"] = member.dtype.name
                facts[f"device of {name}"] = str(member._device)
        return facts


def _state_of(member: Member) -> Any:
    if isinstance(member, Read):
        return _watch.token(member.now())
    if isinstance(member, Tensor):
        return member.requires_grad, member.dtype, member._device
    members = (*map(id, member.own_tensors()), *map(id, member.children()))
    return member._graph_options.activation_checkpointing, *members


def _text(value: Any) -> str:
    if value is _watch.ABSENT:
        return "absent"
    text = f"a {type(value).__name__}" if isinstance(value, (Tensor, Module)) else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
