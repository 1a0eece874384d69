"""Which values of a trace gradients flow between, and the scalars whose gradients are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterable, Sequence

from ._errors import at_user_line

if TYPE_CHECKING:
    from ._tensor import Tensor


class GradientFlow:
    """Of values by number. A leaf, a tensor that requires gradients, may have had several: it may be written to."""

    def __init__(self) -> None:
        self._made_of: dict[int, Sequence[int]] = {}
        self._versions: dict[int, dict[int, None]] = {}  # values of leaves, in order

    def note(self, results: Iterable[int], operands: Sequence[int]) -> None:
        """Says that gradients flow from each of the results to the operands."""
        self._made_of.update((result, operands) for result in results)

    def note_leaf(self, leaf: int, value: int) -> None:
        """Says that a leaf is read as this value."""
        self._versions.setdefault(leaf, {})[value] = None

    def versions(self, leaf: int | None, now: int) -> list[int]:
        """The values of a leaf, if it is one, that were read, and the one of now."""
        return [*{**self._versions.get(-1 if leaf is None else leaf, {}), now: None}]

    def reached(self, value: int) -> set[int]:
        """All values that gradients flow to from one."""
        found, seen = [value], {value}
        while found:
            new = set(self._made_of.get(found.pop(), ())) - seen
            seen |= new
            found += new
        return seen


def scalar(y: Tensor, gradient: Tensor | None) -> Tensor:
    """What has the gradients of y times `gradient`; y itself without one."""
    if gradient is None:
        return y
    if tuple(gradient.shape) != tuple(y.shape):
        facts = f"{tuple(y.shape)}, got {tuple(gradient.shape)}"
        raise ValueError(at_user_line(f"backward: expects a gradient of the tensor's shape {facts}"))
    return (y * gradient.detach()).sum()  # type: ignore[no-any-return]
