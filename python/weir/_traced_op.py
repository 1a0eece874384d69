"""Ops of a trace: their attributes, and what they are in words for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterable, NamedTuple

from . import _dtypes, _extension

if TYPE_CHECKING:
    from ._spec import Op


class TracedOp(NamedTuple):
    """An op of a trace, in words for people."""

    name: str
    module: int  # the id of the module whose call it is part of; 0 for none
    results: tuple[tuple[_dtypes.dtype, tuple[int | str, ...]], ...]

    def __str__(self) -> str:
        return f"{self.name} -> {', '.join(kind_text(*result) for result in self.results)}"


def built_attribute(op: Op, name: str, value: Any) -> Any:
    """An attribute as TraceBuilder takes it."""
    if isinstance(value, _dtypes.dtype):
        return _extension.mlir().DType(value.index)
    spec = op.attributes.get(name)
    return _extension.mlir().EnumCase(spec.kind, value) if spec and spec.is_enum else value


def kind_text(dtype: _dtypes.dtype, shape: Iterable[int | str]) -> str:
    """float32[2, 3], and float32[?, 3] where a run says a size."""
    return f"{dtype.name}[{', '.join(map(str, shape))}]"
