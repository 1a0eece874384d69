"""Global tensors as arguments and results of graphs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Iterable, NamedTuple, Sequence

from ._errors import at_user_line
from ._global import Axes, GlobalTensor, rows_of_parts
from ._placement import placement
from ._structure import rebuilt
from ._tensor import Tensor
from .sbp import broadcast as WHOLE

if TYPE_CHECKING:
    from ._tracing import Trace


class HeldArguments(NamedTuple):
    """How a call's tensors are held, those that are global: their places, how they are held, the sizes of the whole."""

    place: placement
    tensors: tuple[tuple[int, Axes, tuple[int, ...]], ...]

    def whole(self, shapes: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
        """The shapes of all tensors of the call, as graphs see them."""
        known = {number: shape for number, _, shape in self.tensors}
        return [known.get(number, shape) for number, shape in enumerate(shapes)]


def localized(args: Any, kwargs: Any, parts: int = 1) -> tuple[Any, Any, HeldArguments | None]:
    """Arguments with what the rank holds in the place of global tensors, and how these are held; None where none is.
    Of a batch that comes in several parts, a rank holds its rows of each."""
    if not GlobalTensor.are_there:
        return args, kwargs, None
    found: list[tuple[int, Axes, tuple[int, ...]]] = []
    places: list[placement] = []
    count = 0

    def local(value: Any) -> Any:
        nonlocal count
        if isinstance(value, GlobalTensor):
            found.append((count, value.sbp, tuple(value.shape)))
            places.append(value.placement)
            count += 1
            return value._local if parts == 1 else rows_of_parts(value, parts)
        count += isinstance(value, Tensor)
        return value

    args, kwargs = _mapped(local, (args, kwargs))
    return args, kwargs, HeldArguments(one_of(places), tuple(found)) if found else None  # type: ignore[arg-type]


def one_of(places: Iterable[placement]) -> placement | None:
    """The placement of all that are global; None where nothing is. Raises ValueError for several."""
    found = [*dict.fromkeys(places)]
    if len(found) > 1:
        raise ValueError(at_user_line(f"expects global tensors on one placement, got {found[0]} and {found[1]}"))
    return found[0] if found else None


def hold(trace: Trace, held: HeldArguments | None, count: int) -> placement | None:
    """Puts a job of so many inputs, which has ended, where its global tensors are, if it has any: inputs that are
    local, which ranks have the same of, as a whole. The ranks."""
    of_variables = (each._held.place for each in trace.variables.values() if each._held is not None)
    place = one_of([*([held.place] if held else []), *of_variables])
    for asked, line in trace.places if place is not None else ():
        if asked != place:
            rule = f"expects the placement of the graph's tensors, {place}"
            raise ValueError(f"to_global: not supported yet: {rule}, got {asked}{line}")
    if place is not None:
        known = {} if held is None else {number: axes for number, axes, _ in held.tensors}
        trace.hold(place, [known.get(number, (WHOLE,) * len(place.mesh)) for number in range(count)])
    return place


def globalized(value: Any, place: placement) -> Any:
    """Results of a graph, which each rank has the whole of."""
    whole = (WHOLE,) * len(place.mesh)
    return _mapped(lambda x: GlobalTensor(x, x.shape, place, whole) if isinstance(x, Tensor) else x, value)


def _mapped(function: Callable[[Any], Any], value: Any) -> Any:
    """The same containers with what the function makes of what is none."""
    if type(value) in (tuple, list):
        return type(value)(_mapped(function, each) for each in value)
    if isinstance(value, dict):
        return rebuilt(type(value), {name: _mapped(function, each) for name, each in value.items()})
    return function(value)
