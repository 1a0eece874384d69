"""Methods that write to a tensor. Inside `build`, a tensor with storage has the new value as of that line and after the
run; a traced one stands for another value from that line on."""

from __future__ import annotations

import inspect
import operator
from typing import TYPE_CHECKING, Any, Callable

import numpy as np

from . import _core, _creation, _executor, _functions, _indexing, _ops, _products, _reductions, _sequence, _session
from . import _shape, _statistics, _tracing, _updating, _values, _views
from ._dispatch import cast, encode, splat
from ._device import CPU
from ._errors import at_user_line
from ._number import Number
from ._random import RandomMethods
from ._spelling import spelled, with_older_factors
from ._tensor_base import TensorBase

if TYPE_CHECKING:
    from ._functions import Operand
    from ._tensor import Tensor


def _in_place(name: str, function: Callable[..., Any]) -> Callable[..., Tensor]:
    """The method that writes what the function makes of a tensor to that tensor, in its dtype."""
    is_ours = inspect.isfunction(function)
    plain, named = (with_older_factors(function), spelled(function)) if is_ours else (function, function)

    def method(self: Any, *args: Any, **kwargs: Any) -> Tensor:
        return self._overwritten(name, named if kwargs else plain, *args, **kwargs)  # type: ignore[no-any-return]

    method.__name__ = name
    method.__doc__ = f"`{name.strip('_')}`, written to the tensor."
    return method


def _begins_here(tensor: Any, source: Any = None) -> bool:
    """Whether no gradients pass what is written to a tensor with data: there are none, or they begin at it."""
    if _executor.current() is not None:
        return False
    if not _executor.gradients_flow():
        return True
    return tensor.is_leaf and not (source is not None and source.requires_grad)  # type: ignore[no-any-return]


class WritingMethods(RandomMethods, _ops.InPlaceMethods):
    """Methods that write to the tensor: copies, fills, results of functions, and random draws. Those of elementwise
    ops are generated; methods here replace theirs."""

    __slots__ = ()

    def copy_(self: Any, source: Any) -> Tensor:
        """Writes the elements of `source`, a tensor or outside of `build` anything that NumPy makes an array of, in
        this tensor's dtype. It is broadcast to this tensor's shape."""
        if isinstance(source, TensorBase) and tuple(source.shape) != tuple(self.shape):
            source = self._broadcast_here(source, _shape.broadcast_to)
        trace = _tracing.current()
        if trace is not None:
            if not isinstance(source, TensorBase):
                raise TypeError(
                    at_user_line(f"copy_: expects a Tensor inside nn.Graph.build, got {type(source).__name__}")
                )
            trace.write(self, cast(source, self.dtype))  # type: ignore[arg-type]
            return self  # type: ignore[no-any-return]
        if isinstance(source, TensorBase) and not _begins_here(self, source):
            _values.write(self, cast(source, self.dtype))  # type: ignore[arg-type]
            return self  # type: ignore[no-any-return]
        storage = self._with_storage("copy_")
        _values.check_own_memory(self, "copy_")
        is_tensor = isinstance(source, TensorBase)
        if is_tensor and source.dtype is self.dtype and source.shape == self.shape:
            if _core.write(self, source):
                return self  # type: ignore[no-any-return]
            given = source._with_storage("copy_")
            if given is not storage:
                storage.copy_from(given)
            _session.wrote(storage)
            return self  # type: ignore[no-any-return]
        values = source._host_values("copy_") if is_tensor else np.asarray(source)
        if tuple(values.shape) != tuple(self.shape):
            values = self._broadcast_here(values, np.broadcast_to)
        self._write(storage, encode(values, self.dtype))
        return self  # type: ignore[no-any-return]

    def _broadcast_here(self: Any, source: Any, broadcast: Callable[..., Any]) -> Any:
        try:
            return broadcast(source, tuple(self.shape))
        except ValueError:
            rule = f"expects shape {tuple(self.shape)} or one that broadcasts to it, got {tuple(source.shape)}"
            raise ValueError(at_user_line(f"copy_: {rule}")) from None

    def __setitem__(self: Any, key: Any, value: Any) -> None:
        """Writes to the elements that the key selects. The value is broadcast and cast."""
        target, new = _indexing.assigned(self, key, value)
        if not (isinstance(value, TensorBase) and _views.same_elements(value, target)):  # type: ignore[arg-type]
            _values.write(target, new, "item assignment")

    @property
    def data(self: Any) -> Tensor:
        """`detach()`. Assigned to, the tensor lies over the memory of another, whose dtype, shape and device it has
        from then on, and graphs that use it are compiled anew; inside `build` it takes the other's value."""
        return self.detach()  # type: ignore[no-any-return]

    @data.setter
    def data(self: Any, other: Any) -> None:
        if not isinstance(other, TensorBase):
            raise TypeError(at_user_line(f"data: expects a Tensor, got {type(other).__name__}"))
        if self.requires_grad and not other.dtype.is_floating_point:
            rule = "a floating-point dtype for a tensor that requires gradients"
            raise TypeError(at_user_line(f"data: expects {rule}, got {other.dtype.name}"))
        if _executor.current() is not None:
            _tracing.required("data").write(self, _ops.detach(other), "data")  # type: ignore[arg-type]
            return
        storage = other._with_storage("data")  # type: ignore[attr-defined]
        self._storage, self._device, self._view = storage, other.device, None
        self.dtype, self.shape = other.dtype, other.shape
        _tracing.something_changed()

    def set_(self: Any, source: Tensor) -> Tensor:
        """Lies over the memory of another tensor of the dtype, in its shape, from now on; the tensor itself. Only
        outside of `build`."""
        if _executor.current() is not None:
            raise RuntimeError(at_user_line("set_: expects to be outside of nn.Graph.build"))
        if not isinstance(source, TensorBase) or source.dtype is not self.dtype:
            got = source.dtype.name if isinstance(source, TensorBase) else type(source).__name__
            raise TypeError(at_user_line(f"set_: expects a Tensor of {self.dtype.name}, got {got}"))
        if not _begins_here(self, source):
            rule = "expects tensors that gradients don't pass; use it in weir.no_grad()"
            raise RuntimeError(at_user_line(f"set_: {rule}"))
        self.data = source
        return self  # type: ignore[no-any-return]

    def fill_(self: Any, value: bool | int | float) -> Tensor:
        """Sets all elements to `value`."""
        if type(value) is not Number:
            element = encode(np.asarray(value), self.dtype, "fill_")
        if not _begins_here(self):
            _values.write(self, splat(value, self.shape, self.dtype), "fill_", is_uniform=True)
        else:
            storage = self._with_storage("fill_")
            if not _core.fill(self, element):
                self._write(storage, element)
        return self  # type: ignore[no-any-return]

    def fill_diagonal_(self: Any, fill_value: bool | int | float, wrap: bool = False) -> Tensor:
        """Sets elements to `fill_value` whose positions are equal in all dimensions, which have one size unless the
        tensor is a matrix."""
        rank, (rows, *others) = len(self.shape), self.shape or (0,)
        if rank < 2 or rank > 2 and any(size != rows for size in others):
            got = f"got shape {tuple(self.shape)}"
            raise ValueError(at_user_line(f"fill_diagonal_: expects a matrix or dimensions of one size, {got}"))
        if wrap and rank == 2 and rows > others[0] + 1:
            raise ValueError(at_user_line("fill_diagonal_: expects wrap=False, or no more rows than columns, got True"))
        if rank == 2:
            self.diagonal().fill_(fill_value)
        else:
            self[(_creation.arange(rows, device=self.device),) * rank] = fill_value
        return self  # type: ignore[no-any-return]

    def detach_(self: Any) -> Tensor:
        """Lets gradients no longer pass this tensor."""
        if _executor.current() is not None:
            return self._overwritten("detach_", _ops.detach)  # type: ignore[no-any-return]
        self._node = self._view = None
        self._requires_grad = False
        return self  # type: ignore[no-any-return]

    def zero_(self) -> Tensor:
        """Sets all elements to 0."""
        return self.fill_(0)

    def _write(self: Any, storage: Any, values: np.ndarray) -> None:
        if values.ndim:
            storage.write(np.ascontiguousarray(values))
        else:
            storage.fill(values)
        _session.wrote(storage)

    # results of functions

    def _overwritten(self: Any, name: str, function: Callable[..., Any], *args: Any, **kwargs: Any) -> Tensor:
        """The tensor, to which what the function makes of it is written in its dtype. Errors speak of `name`."""
        new = function(self, *args, **kwargs)
        if tuple(new.shape) != tuple(self.shape):
            facts = f"shape {tuple(self.shape)} to stay, got {tuple(new.shape)}"
            raise ValueError(at_user_line(f"{name}: expects the tensor's {facts}"))
        if new.dtype.is_floating_point and not self.dtype.is_floating_point:
            facts = f"got {new.dtype.name} for {self.dtype.name}"
            raise TypeError(at_user_line(f"{name}: expects numbers that the tensor's dtype has, {facts}"))
        _values.write(self, cast(new, self.dtype), name)  # type: ignore[arg-type]
        return self  # type: ignore[no-any-return]

    __iadd__, __isub__ = _in_place("__iadd__", _ops.add), _in_place("__isub__", _ops.sub)
    __imul__, __itruediv__ = _in_place("__imul__", _ops.mul), _in_place("__itruediv__", _functions.div)
    __ifloordiv__, __imod__ = _in_place("__ifloordiv__", _ops.floor_divide), _in_place("__imod__", _ops.remainder)
    __ipow__ = _in_place("__ipow__", _functions.pow)
    __iand__, __ior__ = _in_place("__iand__", operator.and_), _in_place("__ior__", operator.or_)
    __ixor__ = _in_place("__ixor__", operator.xor)
    addcdiv_, addcmul_ = _in_place("addcdiv_", _functions.addcdiv), _in_place("addcmul_", _functions.addcmul)
    add_, sub_ = _in_place("add_", _functions.add), _in_place("sub_", _functions.sub)
    div_, pow_ = _in_place("div_", _functions.div), _in_place("pow_", _functions.pow)
    subtract_, divide_ = sub_, div_
    round_ = _in_place("round_", _functions.round)
    clamp_max_ = _in_place("clamp_max_", _functions.clamp_max)
    clamp_min_ = _in_place("clamp_min_", _functions.clamp_min)
    masked_fill_ = _in_place("masked_fill_", _functions.masked_fill)
    eq_, ne_ = _in_place("eq_", _functions.eq), _in_place("ne_", _functions.ne)
    lt_, le_ = _in_place("lt_", _functions.lt), _in_place("le_", _functions.le)
    gt_, ge_ = _in_place("gt_", _functions.gt), _in_place("ge_", _functions.ge)
    less_, less_equal_, greater_, greater_equal_, not_equal_ = lt_, le_, gt_, ge_, ne_
    cumsum_, cumprod_ = _in_place("cumsum_", _sequence.cumsum), _in_place("cumprod_", _sequence.cumprod)
    tril_, triu_ = _in_place("tril_", _ops.tril), _in_place("triu_", _ops.triu)
    addmm_, addbmm_ = _in_place("addmm_", _products.addmm), _in_place("addbmm_", _products.addbmm)
    addmv_, addr_ = _in_place("addmv_", _products.addmv), _in_place("addr_", _products.addr)
    baddbmm_ = _in_place("baddbmm_", _products.baddbmm)
    index_add_ = _in_place("index_add_", _updating.index_add)
    index_copy_ = _in_place("index_copy_", _updating.index_copy)
    index_fill_ = _in_place("index_fill_", _updating.index_fill)
    index_put_ = _in_place("index_put_", _updating.index_put)
    float_power_, ldexp_ = _in_place("float_power_", _functions.float_power), _in_place("ldexp_", _functions.ldexp)
    gcd_, lcm_ = _in_place("gcd_", _statistics.gcd), _in_place("lcm_", _statistics.lcm)
    put_, renorm_ = _in_place("put_", _updating.put), _in_place("renorm_", _reductions.renorm)
    masked_scatter_ = _in_place("masked_scatter_", _updating.masked_scatter)
    scatter_ = _in_place("scatter_", _indexing.scatter)
    scatter_add_ = _in_place("scatter_add_", _indexing.scatter_add)
    scatter_reduce_ = _in_place("scatter_reduce_", _updating.scatter_reduce)
