"""A graph as text: its modules, their ops, and the kernels that compute them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterable, Iterator, Mapping

from .._traced_op import kind_text
from .module import Module
from .parameter import is_lazy

if TYPE_CHECKING:
    from .._compiler import Program
    from .._tensor import Tensor

_INDENT = "  "


def tree(title: str, members: Mapping[str, Module | Tensor], program: Program | None) -> str:
    lines = list(_members(members.items(), _ops_by_module(program)))
    if program is None:
        return "\n".join([title, *(_INDENT + line for line in lines)])
    inputs = ", ".join(f"{name} {kind_text(dtype, shape)}" for name, dtype, shape in program.inputs)
    lines = [f"({inputs}) on {program.device}", *lines, *_ops_by_module(program).get(0, ())]
    return "\n".join([title, *(_INDENT + line for line in lines)])


def _ops_by_module(program: Program | None) -> dict[int, list[str]]:
    """A line for each op, by the id of the module that it belongs to."""
    if program is None:
        return {}
    kernels: dict[int, list[str]] = {}
    for launch in program.launches():
        for op in launch.ops:
            kernels.setdefault(op, []).append(launch.kernel)
    lines: dict[int, list[str]] = {}
    for number, op in enumerate(program.ops):
        used = ", ".join(dict.fromkeys(kernels.get(number, ())))
        lines.setdefault(op.module, []).append(str(op) + (f" in {used}" if used else ""))
    return lines


def _members(members: Iterable[tuple[str, Any]], ops: Mapping[int, list[str]]) -> Iterator[str]:
    for name, member in members:
        if not isinstance(member, Module):
            kind = member.dtype.name if is_lazy(member) else kind_text(member.dtype, member.shape)
            yield f"{name}: {type(member).__name__} {kind} on {member.device}"
            continue
        yield f"{name}: {type(member).__name__}({member.extra_repr()})"
        own = [*member.named_parameters(recurse=False), *member.named_buffers(recurse=False)]
        for line in (*_members([*own, *member.named_children()], ops), *ops.get(id(member), ())):
            yield _INDENT + line
