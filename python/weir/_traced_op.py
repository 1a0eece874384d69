"""Ops of a trace, in words for people."""

from __future__ import annotations

from typing import Iterable, NamedTuple

from . import _dtypes


class TracedOp(NamedTuple):
    """An op of a trace, in words for people."""

    name: str
    module: int  # the id of the module whose call it is part of; 0 for none
    results: tuple[tuple[_dtypes.dtype, tuple[int, ...]], ...]

    def __str__(self) -> str:
        return f"{self.name} -> {', '.join(kind_text(*result) for result in self.results)}"


def kind_text(dtype: _dtypes.dtype, shape: Iterable[int]) -> str:
    """float32[2, 3]"""
    return f"{dtype.name}[{', '.join(map(str, shape))}]"
