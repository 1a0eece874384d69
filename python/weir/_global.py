"""Global tensors: values that ranks have together, of which each holds a part, or a term, or all."""

from __future__ import annotations

import math
from functools import partial
from typing import Any, ClassVar, NamedTuple, Sequence

import numpy as np

from . import _boxing, _executor, _tracing, _world
from ._creation import full, tensor as made_of, unless_traced, zeros_like
from ._device import CPU, device as Device, target_of
from ._dtypes import dtype as DType
from ._dispatch import cast
from ._errors import at_user_line
from ._parts import bounds, gathered_shapes, nothing_of, part_of, shape_of_part, whole_shape
from ._placement import placement, world
from ._shape import broadcast_to
from ._saved import SavedTensor
from ._tensor import Size, Tensor
from ._tensor_base import TensorBase
from ._traced_ranks import OfTracedValues
from .sbp import axes_of, broadcast as WHOLE, partial_sum, sbp, split

Axes = tuple[sbp, ...]


class Held(NamedTuple):
    """How ranks hold a tensor, and what this one has."""

    place: placement
    axes: Axes
    local: Tensor
    is_copy: bool = False  # of what would share memory with another tensor if both were local


class _Ranks(NamedTuple):
    """In the place of the executor whose value a tensor is: that of global ones."""

    device: Device

    def add_leaf(self, tensor: Tensor) -> None:
        _tracing.something_changed()


class GlobalTensor(Tensor):
    """A value that ranks have together: `shape` is that of the whole of it. Graphs take and return such tensors, and
    have them as variables. What needs all of it is called by all ranks."""

    __slots__ = ()
    are_there: ClassVar[bool] = False  # any at all: calls of graphs need not look for them
    is_global, is_local = True, False

    def __init__(self, local: Tensor, shape: Sequence[int], place: placement, axes: Axes) -> None:
        self._value, self._view, self._requires_grad = -1, None, False
        hold(self, local, shape, place, axes)

    @property
    def placement(self) -> placement:
        return self._held.place  # type: ignore[no-any-return]

    @property
    def sbp(self) -> Axes:
        return self._held.axes  # type: ignore[no-any-return]

    @property
    def _local(self) -> Tensor:
        return self._held.local  # type: ignore[no-any-return]

    def to_local(self) -> Tensor:
        """What this rank holds, over the same memory. Gradients flow through it: those of parts are parts of the
        gradient, those of what each rank has a whole of are its terms."""
        if not (self.requires_grad and _executor.gradients_flow()):
            return self._local
        axes = tuple(partial_sum if held.is_broadcast() else held for held in self.sbp)
        if any(held.is_partial() for held in self.sbp):
            raise RuntimeError(at_user_line(f"to_local: expects no terms where gradients flow, got {self.sbp}"))
        result = self._local.detach()
        back = partial(GlobalTensor, shape=self.shape, place=self.placement, axes=axes)
        _executor.eager().let_pass(result, self, back)
        return result

    def to_global(
        self,
        placement: Any = None,
        sbp: Any = None,
        *,
        grad_sbp: Any = None,
        check_meta: bool = True,
        copy: bool = False,
    ) -> Any:
        """The same value, held as `sbp` says. All ranks call it. How its gradient is held follows from what that is
        used for, whatever `grad_sbp` says."""
        place = self.placement if placement is None else _checked(placement)
        axes = self.sbp if sbp is None and len(place.mesh) == len(self.sbp) else _axes(place, sbp, self.shape)
        trace = _tracing.current()
        if trace is not None:
            if place != self.placement:
                rule = f"expects the placement of the tensor, {self.placement}, in nn.Graph.build"
                raise ValueError(at_user_line(f"to_global: not supported yet: {rule}, got {place}"))
            return trace.constrain(self, axes)
        if place == self.placement:
            local = _boxing.changed(self._local, tuple(self.shape), place, self.sbp, axes)
        else:
            local = _boxing.moved(self._local, tuple(self.shape), self.placement, self.sbp, place, axes)
        result = GlobalTensor(local, self.shape, place, axes)
        source = tuple(WHOLE if held.is_partial() else held for held in self.sbp)
        _executor.eager().let_pass(result, self, partial(_moved_back, place=self.placement, axes=source))
        return result

    def to(self, *args: Any, **kwargs: Any) -> Tensor:
        """As of local tensors. A device means its type: the ranks stay, each with its own device of that type."""
        target = target_of(args, kwargs)
        is_elsewhere = target.device is not None and target.device.type != self.placement.type
        if is_elsewhere and _executor.current() is None:
            held = self.to_global(self.placement.on(target.device.type), self.sbp)  # type: ignore[union-attr]
            return held if target.dtype is None else held.to(target.dtype)
        if target.device is None or is_elsewhere:
            return super().to(*args, **kwargs)
        return super().to(self.device, target.dtype or self.dtype, copy=target.copy)

    def _move(self, device: Device) -> None:
        """Lets each rank's part be on its device of that type."""
        if device.type != self.placement.type:
            place = self.placement.on(device.type)
            local = Tensor(self._local._storage.copy_on(str(place.device)))
            hold(self, local, self.shape, place, self.sbp)

    def _whole(self) -> Tensor:
        place = self.placement if self.placement.is_everywhere else world(self.placement.type)
        return self.to_global(place, [WHOLE] * len(place.mesh))._local.detach()  # type: ignore[no-any-return]

    # what all local tensors have, of the whole: all ranks call it, unless each holds the whole

    def numpy(self) -> np.ndarray:
        """The whole of it, in memory of the host. All ranks call it, unless each holds the whole."""
        return self._whole().cpu().numpy()

    def item(self) -> Any:
        return self._whole().item()

    def tolist(self) -> Any:
        return self._whole().tolist()

    def __bool__(self) -> bool:
        return bool(self._whole())

    def _host_values(self, what: str) -> Any:
        return self._whole()._host_values(what)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled is the whole, as a local tensor."""
        return self._whole().requires_grad_(self.requires_grad).__reduce__()

    # the same, held so

    @property
    def is_lazy(self) -> bool:
        return False

    def _like(self, local: Tensor) -> GlobalTensor:
        return GlobalTensor(local, self.shape, self.placement, self.sbp)

    def _full(self, value: Any, dtype: DType) -> Tensor:
        """A tensor of equal elements, held the same way; terms, where this one's are, as a whole."""
        axes = tuple(WHOLE if held.is_partial() else held for held in self.sbp)
        shape = shape_of_part(self.shape, self.placement, axes, _world.rank)
        return GlobalTensor(full(shape, value, dtype=dtype, device=self.device), self.shape, self.placement, axes)

    def detach(self) -> Tensor:
        return super().detach() if _executor.current() is not None else self._like(self._local.detach())

    @property
    def data(self) -> Tensor:
        return self.detach()

    @data.setter
    def data(self, other: Tensor) -> None:
        if not isinstance(other, GlobalTensor):
            got = type(other).__name__
            raise TypeError(at_user_line(f"data: expects a global tensor for a global tensor, got a {got}"))
        hold(self, other._local, other.shape, other.placement, other.sbp)

    def clone(self) -> Tensor:
        if _executor.current() is not None:
            return super().clone()
        result = self._like(self._local.clone())
        _executor.eager().let_pass(result, self, lambda gradient: gradient)
        return result

    def __copy__(self) -> Tensor:
        return self._of_own(self._local.detach())

    def __deepcopy__(self, memo: dict[int, Any]) -> Tensor:
        copied = memo[id(self)] = self._of_own(self._local.clone())
        return copied

    def _of_own(self, local: Tensor) -> Tensor:
        """Another leaf of this kind, held the same way."""
        made = type(self).__new__(type(self))
        GlobalTensor.__init__(made, local, self.shape, self.placement, self.sbp)
        return made.requires_grad_(self.requires_grad)

    def copy_(self, source: Any) -> Tensor:
        """Writes the elements of `source`: of a global tensor, of one in a checkpoint, or of a whole that all ranks
        have."""
        if _executor.current() is not None:
            return super().copy_(source)
        if isinstance(source, SavedTensor):
            if tuple(source.shape) != tuple(self.shape):
                rule = f"expects a saved tensor of shape {tuple(self.shape)}"
                raise ValueError(at_user_line(f"copy_: {rule}, got {tuple(source.shape)}"))
            self._check_write("copy_", requires_grad=False)
            if not any(held.is_partial() for held in self.sbp):
                self._local.copy_(source.part(bounds(self.shape, self.placement, self.sbp, _world.rank)))
                return self
            source = source.tensor()
        if not isinstance(source, TensorBase):
            source = made_of(source, dtype=self.dtype)
        if tuple(source.shape) != tuple(self.shape):
            source = self._broadcast_here(source, broadcast_to)
        self._take(cast(source, self.dtype), "copy_")
        return self

    def fill_(self, value: Any) -> Tensor:
        if _executor.current() is not None:
            return super().fill_(value)
        self._take(full(tuple(self.shape), value, dtype=self.dtype), "fill_")
        return self

    def __setitem__(self, key: Any, value: Any) -> None:
        """Writes to elements, on all ranks, which give the same key and value."""
        if _executor.current() is not None:
            return super().__setitem__(key, value)
        self._check_write("item assignment", isinstance(value, TensorBase) and value.requires_grad)
        whole = self._whole()
        whole[_wholes(key)] = _wholes(value)
        is_own = self.placement.is_everywhere and all(held.is_broadcast() for held in self.sbp)
        if not is_own:
            self._take(whole, "item assignment")

    def _take(self, new: Tensor, name: str) -> None:
        """Writes what is of this shape and dtype."""
        self._check_write(name, new.requires_grad)
        if isinstance(new, GlobalTensor):
            part = new.to_global(self.placement, self.sbp)._local
        else:
            part = part_of(new, self.placement, self.sbp)
        self._local.copy_(part)

    def _check_write(self, name: str, requires_grad: bool) -> None:
        if self._held.is_copy:
            rule = "expects a tensor of its own, got a copy, as views of global tensors are"
            raise RuntimeError(at_user_line(f"{name}: {rule}; not supported yet: writes to views of them"))
        is_computed = self.requires_grad and not self.is_leaf
        if _executor.gradients_flow() and (is_computed or requires_grad):
            rule = "expects what gradients pass to be written under no_grad"
            advice = "not supported yet: gradients of writes to global tensors"
            raise RuntimeError(at_user_line(f"{name}: {rule}; {advice}"))

    def zero_(self) -> Tensor:
        return self.fill_(0)

    def _with_storage(self, what: str) -> Any:
        rule = "expects a local tensor, got a global one"
        raise TypeError(at_user_line(f"{what}: {rule}; to_local() gives what this rank has, numpy() the whole"))

    def __repr__(self) -> str:
        place = f"placement={self.placement!r}, sbp={self.sbp!r}"
        if self.placement.is_here and all(held.is_broadcast() for held in self.sbp):
            return f"{repr(self._local)[:-1]}, {place})"
        return f"tensor(..., shape={tuple(self.shape)}, dtype={self.dtype!r}, {place})"


def hold(tensor: Tensor, local: Tensor, shape: Sequence[int], place: placement, axes: Axes) -> None:
    """Lets a tensor, whose class is one of global tensors, be what ranks hold so, each on its device."""
    GlobalTensor.are_there = True
    device = place.device
    tensor._storage, tensor._trace, tensor._device = None, _Ranks(device), device
    tensor.dtype, tensor.shape = local.dtype, Size(shape)
    tensor._held = Held(place, axes, local)
    _tracing.something_changed()


def _wholes(given: Any) -> Any:
    """A key or a value with the whole of each global tensor in its place."""
    if isinstance(given, (tuple, list)):
        return type(given)(map(_wholes, given))
    return given._whole() if isinstance(given, GlobalTensor) else given


def _moved_back(gradient: Any, place: placement, axes: Axes) -> Any:
    """The gradient of what was moved, where it came from. All ranks may have the same, as a local tensor."""
    if not isinstance(gradient, GlobalTensor):
        return whole_of_ranks(gradient, place, axes)
    return gradient if gradient.placement == place else gradient.to_global(place, axes)


def _axes(place: placement, given: Any, shape: Sequence[int]) -> Axes:
    axes = axes_of(given, len(place.mesh), "to_global")
    for held in axes:
        if held.is_split() and held.dim >= len(shape):
            rule = f"expects a split along one of {len(shape)} dimensions"
            raise IndexError(at_user_line(f"to_global: {rule}, got {held}"))
    return axes


def to_global(
    self: Tensor,
    placement: Any = None,
    sbp: Any = None,
    *,
    grad_sbp: Any = None,
    check_meta: bool = True,
    copy: bool = False,
) -> Any:
    """A global tensor of all ranks' tensors: parts of it, or its terms; of a broadcast one the first rank's is all
    ranks'. In `nn.Graph.build` the same tensor, which is to be held so."""
    trace = _tracing.current()
    if trace is not None:
        return trace.to_global(self, None if placement is None else _checked(placement), sbp)
    if placement is None or sbp is None:
        raise ValueError(at_user_line("to_global: expects placement and sbp for a local tensor"))
    axes = _axes(_checked(placement), sbp, self.shape)
    local = self.detach().to(placement.device).contiguous()
    joined = (local, local.shape) if _world.size == 1 else _joined(local, placement, axes)
    result = GlobalTensor(*joined, placement, axes)
    axes = tuple(WHOLE if held.is_partial() else held for held in axes)

    def back(gradient: Any) -> Any:
        held = gradient.to_global(sbp=axes)._local
        found = held if placement.is_here else zeros_like(local)  # what this rank has given is nowhere
        return found.to(self.device)

    _executor.eager().let_pass(result, self, back)
    return result


def _joined(local: Tensor, place: placement, axes: Axes) -> tuple[Tensor, Sequence[int]]:
    """What this rank has, and the shape of the whole. Along axes of broadcast the first rank's is taken."""
    shape = whole_shape(gathered_shapes(local, "to_global"), place, axes)
    for axis, held in enumerate(axes):
        if held.is_broadcast():
            rows = tuple(split(0) if at == axis else _behind(each) for at, each in enumerate(axes))
            gathered = (*rows[:axis], WHOLE, *rows[axis + 1 :])
            sizes = (place.mesh[axis], *shape)
            firsts = _boxing.changed(local.unsqueeze(0), sizes, place, rows, gathered)
            local = firsts.detach()[0].contiguous() if place.is_here else local
    return local if place.is_here else nothing_of(shape, place, axes, local.dtype), shape


def _behind(held: sbp) -> sbp:
    """The same of a value with another dimension in front."""
    return split(held.dim + 1) if held.is_split() else held


def whole_of_ranks(whole: Tensor, place: Any, given: Any) -> GlobalTensor:
    """A global tensor of a value that all ranks have: each keeps its part."""
    axes = _axes(_checked(place), given, whole.shape)
    return GlobalTensor(part_of(whole, place, axes), whole.shape, place, axes)


def created(whole: Tensor, place: Any, given: Any) -> Tensor:
    """A tensor that all ranks have made, as one that they have together; in `nn.Graph.build` one that is held so."""
    if place is None or given is None:
        raise ValueError(at_user_line("expects placement and sbp together, got one of them"))
    if _tracing.current() is not None:
        return to_global(whole, place, given)  # type: ignore[no-any-return]
    return whole_of_ranks(whole, place, given).requires_grad_(whole.requires_grad)


def _checked(place: Any) -> placement:
    if not isinstance(place, placement):
        raise TypeError(at_user_line(f"to_global: expects a weir.placement, got {place!r}"))
    return place


def globalize(tensor: Tensor, kind: type, place: Any, given: Any) -> None:
    """Makes the first rank's tensor one of all ranks, of a class of global ones, which hold it so from now on."""
    if isinstance(tensor, GlobalTensor):
        held = tensor.to_global(place, given)
        hold(tensor, held._local, tensor.shape, held.placement, held.sbp)
        return
    axes = _axes(_checked(place), given, tensor.shape)
    whole = to_global(tensor, place, [WHOLE] * len(axes))._local
    tensor.__class__ = kind
    hold(tensor, part_of(whole, place, axes), tensor.shape, place, axes)


def divide(tensor: Any, least: int) -> None:
    """Splits a tensor of at least so many elements along the axes on which each rank has all of it, from now on."""
    axes = divided(tensor.sbp, tensor.shape, tensor.placement, least)
    if axes != tensor.sbp:
        hold(tensor, tensor.to_global(sbp=axes)._local, tensor.shape, tensor.placement, axes)


def divided(given: Axes, whole: Sequence[int], place: placement, least: int) -> Axes:
    """How a tensor is held that is split so: along a dimension in which equal parts are possible, else the longest."""
    axes, shape = [*given], [*whole]
    if math.prod(shape) < max(1, least):
        return given
    for held, ranks in zip(given, place.mesh):
        if held.is_split():
            shape[held.dim] //= ranks
    for axis, (held, ranks) in enumerate(zip(given, place.mesh)):
        if held.is_broadcast() and shape and max(shape) >= ranks:
            equal = (dim for dim, size in enumerate(shape) if size >= ranks and size % ranks == 0)
            dim = next(equal, shape.index(max(shape)))
            axes[axis] = split(dim)
            shape[dim] //= ranks
    return tuple(axes)


def rows_of_parts(tensor: GlobalTensor, parts: int) -> Tensor:
    """What this rank has of a batch in several equal parts, of each of which ranks hold rows as they do of the whole:
    those of the first part, and behind them those of the others."""
    if tensor.shape and tensor.shape[0] % parts == 0:
        axes = tuple(held.in_blocks(parts) if held.is_split() and held.dim == 0 else held for held in tensor.sbp)
        return _boxing.changed(tensor._local, tuple(tensor.shape), tensor.placement, tensor.sbp, axes)
    return tensor._local


def full_beside(tensor: Tensor, shape: tuple[int, ...], value: float, dtype: DType, least: int | None) -> Tensor:
    """A tensor of equal elements on another's device, of its shape or of one with 1 in the place of some sizes. Ranks
    hold it as that one, but whole along such a dimension; or split further, if there is a number of elements from which
    on tensors are."""
    if not isinstance(tensor, GlobalTensor):
        return full(shape, value, dtype=dtype, device=tensor.device)
    place = tensor.placement
    axes = tuple(
        WHOLE if held.is_split() and shape[held.dim] != tensor.shape[held.dim] else held for held in tensor.sbp
    )
    if least is not None:
        axes = divided(axes, shape, place, least)
    part = full(shape_of_part(shape, place, axes, _world.rank), value, dtype, device=unless_traced(place.device))
    return GlobalTensor(part, shape, place, axes)


def own_placement(tensor: Tensor) -> placement | None:
    """That of a tensor which some of the ranks have alone."""
    return tensor.placement if isinstance(tensor, GlobalTensor) and not tensor.placement.is_everywhere else None


def scalar_beside(tensor: Tensor, value: float, dtype: DType) -> Tensor:
    """A scalar where another tensor is. Of one that some of the ranks have alone it is theirs: others don't see what
    becomes of it."""
    place = own_placement(tensor)
    if place is None:
        return full((), value, dtype=dtype, device=tensor.device)
    made = full((), value, dtype, device=unless_traced(place.device))
    return GlobalTensor(made, (), place, (WHOLE,) * len(place.mesh))


def whole_beside(tensor: Tensor, like: Tensor) -> Tensor:
    """A tensor that all ranks have, whole where a global one is; itself if it is global, or beside a local one."""
    if isinstance(tensor, GlobalTensor) or not isinstance(like, GlobalTensor):
        return tensor
    return whole_of_ranks(tensor, like.placement, [WHOLE] * len(like.sbp))


def to_local(self: Tensor) -> Tensor:
    """Raises RuntimeError: the tensor is local, or of all ranks in `nn.Graph.build`."""
    if self.is_global:
        rule = "expects to be called outside of nn.Graph.build, where a tensor is all ranks'"
        raise RuntimeError(at_user_line(f"to_local: {rule}; returned from build it can be"))
    raise RuntimeError(at_user_line("to_local: expects a global tensor, got a local one"))


for _name in ("is_global", "is_local", "placement", "sbp", "_on_ranks"):
    setattr(Tensor, _name, vars(OfTracedValues)[_name])
for _name, _method in (("to_global", to_global), ("to_local", to_local)):
    setattr(Tensor, _name, _method)
