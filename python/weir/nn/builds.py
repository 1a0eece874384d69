"""What a graph's `build` is traced for, and what comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Mapping, NamedTuple

if TYPE_CHECKING:
    from .._dtypes import dtype as DType
    from .._held_arguments import HeldArguments
    from .._number import Source
    from .._placement import placement
    from .._size_patterns import Opening
    from .._structure import Structure
    from .._tensor import Size, Tensor
    from .._tracing import Trace
    from .behind import Taker


class Build(NamedTuple):
    """What a program is made for: arguments taken apart, parts of a call, floats that are inputs, by their places,
    sizes that are open, and how ranks hold the arguments."""

    structure: Structure
    tensors: list[Tensor]
    parts: int
    numbers: Mapping[int, Source]
    opening: Opening | None
    held: HeldArguments | None


class Traced(NamedTuple):
    """A build: the module's text, what a call returns (taken apart, with dtypes and shapes), what takes the results
    behind that, the trace, and where it runs if on ranks."""

    text: str
    results: tuple[Structure, list[tuple[DType, Size]]]
    takers: list[Taker]
    trace: Trace
    place: placement | None
