"""Tensors: with storage of their own, or traced values inside `nn.Graph.build`."""

from __future__ import annotations

import copy
import inspect
import math
from typing import Any, Iterable, Sequence

import numpy as np

from . import _core, _creation, _device, _dispatch, _dtypes, _executor, _ops, _printing, _tracing, _values
from ._becoming import BecomingMethods
from ._device import CPU, device as Device
from ._dtypes import dtype as DType
from ._errors import at_user_line
from ._facts import FactMethods
from ._function_methods import FunctionMethods
from ._gradient_methods import GradientMethods
from ._new_like import LikeMethods
from ._operators import ArrayMethods, with_operators
from ._tensor_base import TensorBase, tensor_class
from ._writing import WritingMethods


_FIELDS = [name for name, field in vars(_core.TensorFields).items() if inspect.isdatadescriptor(field)]
_UNSAID = (_dtypes.int64, _dtypes.bool_)  # what integers and truths of Python become
_DLPACK_KINDS = {"cpu": 1, "cuda": 2}


class Size(_core.SlicedTuple):
    """A shape: a tuple of sizes. Its slices are shapes, too."""

    __slots__ = ()

    def numel(self) -> int:
        """The number of elements of a tensor of this shape."""
        return math.prod(self)

    def __repr__(self) -> str:
        return f"weir.Size({list(self)})"


@tensor_class
@with_operators
class Tensor(
    FunctionMethods,
    WritingMethods,
    BecomingMethods,
    GradientMethods,
    LikeMethods,
    FactMethods,
    ArrayMethods,
    TensorBase,
):
    """An n-dimensional array. Outside of `nn.Graph.build` it holds data, which may still be computed: what looks at
    elements waits for them. Inside it stands for a value that a run will have."""

    __slots__ = ("__weakref__",)
    _storage: Any  # _core.Storage, which tensors over the same memory share; None of a traced value
    _trace: Any  # the executor whose value it is, a _tracing.Trace inside `build`; None with storage
    _value: int  # its number there, or among the results of `_node`
    _view: Any  # of which tensor it is a view, a _views.View; None if of none
    _node: Any  # of the tape, that it is a result of; None of a leaf and of a traced value
    _grad: Any  # outside of traces
    _device: Device  # of the storage
    dtype: DType
    shape: Size
    _requires_grad: bool

    def __init__(self, data: Any = (), *more: Any, requires_grad: bool = False):
        """Of numbers in lists or an array, a tensor of float32; of sizes, one of that shape with undefined elements."""
        if isinstance(data, _core.Storage):
            self._set_up(data, *more) if more else self._set_up(data, requires_grad)
            return
        made = _creation.of_sizes_or_values(data, *more).requires_grad_(requires_grad)
        for field in _FIELDS:
            setattr(self, field, getattr(made, field))

    def _set_up(self, storage: Any, requires_grad: bool = False) -> None:
        self._storage = storage
        self._trace = None
        self._value = -1
        self._view = None
        self._node = None
        self._device = Device(storage.device)
        self.dtype = _dtypes.ALL[storage.dtype]
        self.shape = Size(storage.shape)
        self._requires_grad = False
        if requires_grad:
            self.requires_grad = True

    @classmethod
    def _of_value(cls, trace: Any, value: int, dtype: DType, shape: Sequence[int], requires_grad: bool) -> Tensor:
        tensor = cls.__new__(cls)
        tensor._storage = None
        tensor._trace = trace
        tensor._value = value
        tensor._view = None
        tensor._node = None
        tensor._device = CPU  # that of the trace is meant
        tensor.dtype = dtype
        tensor.shape = Size(shape)
        tensor._requires_grad = requires_grad
        return tensor

    # what it is

    @property
    def device(self) -> Device:  # type: ignore[override]
        """Where the elements are; of a traced value, where the graph runs."""
        return self._device if self._trace is None else self._trace.device

    @property
    def is_cuda(self) -> bool:
        return self.device.type == "cuda"

    def get_device(self) -> int:
        """The number of the GPU, or -1 on the CPU."""
        return -1 if self.device is CPU else self.device.index or 0

    @property
    def ndim(self) -> int:
        return len(self.shape)

    def dim(self) -> int:
        return len(self.shape)

    def size(self, dim: int | None = None) -> Any:
        """The shape, or the size of one dimension."""
        return self.shape if dim is None else self.shape[dim]

    def numel(self) -> int:
        """The number of elements."""
        return math.prod(self.shape)

    nelement = numel
    ndimension = dim

    def element_size(self) -> int:
        """Bytes per element."""
        return self.dtype.itemsize

    def is_floating_point(self) -> bool:
        return self.dtype.is_floating_point

    @property
    def is_lazy(self) -> bool:
        """Whether this is a traced value, which has no data before the graph runs."""
        return self._trace is not None

    # data

    def _with_storage(self, what: str) -> Any:
        if self._trace is not None:
            raise RuntimeError(
                at_user_line(
                    f"{what}: expects a tensor with data, got a traced value, which has none "
                    "until the graph runs; return it from build"
                )
            )
        return self._storage

    def _on_cpu(self, what: str) -> Any:
        """The storage, of a tensor whose memory others may see."""
        storage = self._with_storage(what)
        if self._device is not CPU:
            raise TypeError(
                at_user_line(f"{what}: expects a tensor on cpu, got one on {self._device}; use tensor.cpu() to copy it")
            )
        return storage

    def _host_storage(self, what: str) -> Any:
        """The elements in memory of the host, copied if need be."""
        storage = self._with_storage(what)
        return storage if self._device is CPU else storage.copy_on("cpu")

    def numpy(self) -> np.ndarray:
        """The same memory as a NumPy array, of a tensor on the CPU. It is read-only once a graph has the tensor as a
        variable: write with `copy_`. Arrays made before stay writable; as long as there is one, calls of graphs that
        use the variable return when they have ended. Raises TypeError for a tensor on another device, and for bfloat16,
        which NumPy lacks."""
        storage = self._storage
        if storage is None or self._device is not CPU:
            self._on_cpu("numpy")  # says why not
        if self.dtype is _dtypes.bfloat16:
            raise TypeError(
                at_user_line(
                    "numpy: expects a dtype that NumPy has, got bfloat16; use bits(), or "
                    "weir.bfloat16_to_float32(x.bits())"
                )
            )
        array: np.ndarray = storage.array()
        return array

    def bits(self) -> np.ndarray:
        """The bit patterns of the elements: the same memory as an array of unsigned integers. See `numpy`."""
        storage = self._on_cpu("bits")
        array: np.ndarray = storage.array()
        return array.view(np.dtype(f"u{self.dtype.itemsize}"))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        array = self.numpy()
        if copy or (dtype is not None and np.dtype(dtype) != array.dtype):
            if copy is False:
                raise ValueError(
                    at_user_line(f"numpy: expects dtype {array.dtype} where no copy is allowed, got {dtype}")
                )
            return array.astype(dtype or array.dtype)
        return array

    def _host_values(self, what: str) -> np.ndarray:
        """An array of values, converted if the dtype is not NumPy's."""
        if self.dtype is _dtypes.bfloat16:
            return _dtypes.bfloat16_to_float32(self._host_storage(what).array(False)).reshape(self.shape)
        return self._host_storage(what).array(False)

    def item(self) -> bool | int | float:
        """The only element, as a Python number. Raises ValueError if there are several."""
        if self.numel() != 1:
            raise ValueError(at_user_line(f"item: expects one element, got shape {tuple(self.shape)}"))
        value: bool | int | float = self._host_storage("item").item()
        return value

    def tolist(self) -> Any:
        """The elements as nested lists of Python numbers; of a scalar, the number."""
        return self._host_values("tolist").tolist()

    def __float__(self) -> float:
        return float(self.item())

    def __int__(self) -> int:
        return int(self.item())

    def __index__(self) -> int:
        if self.dtype.is_floating_point:
            raise TypeError(at_user_line(f"expects an integer tensor as an index, got {self.dtype.name}"))
        return int(self.item())

    def __bool__(self) -> bool:
        if self._trace is not None:
            raise RuntimeError(
                at_user_line(
                    "bool: expects a tensor with data, got a traced value; a graph cannot branch "
                    "on values, use weir.where"
                )
            )
        if self.numel() != 1:
            rule = f"expects one element, got shape {tuple(self.shape)}; use any() or all()"
            raise ValueError(at_user_line(f"bool: {rule}"))
        return bool(self.item())

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError(at_user_line("len: expects a tensor with dimensions, got a scalar"))
        return self.shape[0]

    def clone(self) -> Tensor:
        """A copy of the values that the tensor has now. Gradients flow through it to this tensor."""
        trace = _tracing.current()
        if trace is not None:
            return trace.snapshot(self)
        self._with_storage("clone")
        return _executor.eager().copied(self)  # type: ignore[no-any-return]

    def detach(self) -> Tensor:
        """The same values without gradients. Inside `build` none flow through it; outside it is a tensor over the same
        memory."""
        return Tensor(self._with_storage("detach")) if _executor.current() is None else _ops.detach(self)

    def contiguous(self) -> Tensor:
        """The tensor itself if its elements lie in row-major order, else a copy of which they do."""
        if _executor.current() is not None or self.is_contiguous():
            return self
        _core.count_op()  # other tensors of this shape are row-major
        return _executor.eager().copied(self)  # type: ignore[no-any-return]

    def __copy__(self) -> Tensor:
        """Another tensor over the same memory."""
        same, kind = Tensor(self._with_storage("copy")), type(self)
        copied = same.requires_grad_(self.requires_grad) if kind is Tensor else kind(same, self.requires_grad)
        vars(copied).update(vars(self))
        return copied

    def __deepcopy__(self, memo: dict[int, Any]) -> Tensor:
        copied = memo[id(self)] = Tensor(self._with_storage("deepcopy").clone(), self.requires_grad)
        vars(copied).update(copy.deepcopy(vars(self), memo))
        return copied

    def __reduce__(self) -> tuple[Any, ...]:
        """How a tensor with data is pickled: elements, dtype, device. Tensors over one memory become tensors over
        copies."""
        values = self._host_storage("pickle").array(False) if self._trace is None else self._with_storage("pickle")
        elements = np.ascontiguousarray(values).reshape(values.shape)  # NumPy makes vectors of scalars
        facts = (type(self), elements, self.dtype, str(self._device), self._requires_grad)
        return _unpickled, facts, vars(self) or None

    # conversion

    def to(self, *args: Any, **kwargs: Any) -> Tensor:
        """The tensor on another device, in another dtype or both: `to("cuda")`, `to(weir.float16)`, `to("cuda",
        weir.float16)`, or with those of a tensor, `to(other)`. It is the tensor itself if nothing changes, unless
        `copy=True`. A copy to the host is complete when this returns, unless `non_blocking=True`; whoever looks at it
        waits then. Inside of `build` all tensors are on one device."""
        target = _device.target_of(args, kwargs)
        place, dtype = target.device or self.device, target.dtype or self.dtype
        in_build = _executor.current() is not None
        if in_build and place is not self.device:
            raise RuntimeError(
                at_user_line(
                    f"to: expects tensors to be moved outside nn.Graph.build, got one on {self.device} for {place}"
                )
            )
        if dtype is not self.dtype:
            converted = _ops.cast(self, dtype)
            return converted if place is converted.device else converted.to(place)
        if in_build:
            return _values.copied(self, self) if target.copy else self
        if self._held is None or place is not self._device:
            self._with_storage("to")
        if place is not self._device:
            moved: Tensor = _executor.eager().moved(self, place)
            if place is CPU and not target.non_blocking:
                moved._storage.wait()
            return moved
        return self.clone() if target.copy else self

    def cpu(self) -> Tensor:
        return self.to(CPU)

    def cuda(self, device: Any = "cuda") -> Tensor:
        return self.to(Device(device))

    def float(self) -> Tensor:
        return self.to(_dtypes.float32)

    def double(self) -> Tensor:
        return self.to(_dtypes.float64)

    def half(self) -> Tensor:
        return self.to(_dtypes.float16)

    def bfloat16(self) -> Tensor:
        return self.to(_dtypes.bfloat16)

    def long(self) -> Tensor:
        return self.to(_dtypes.int64)

    def int(self) -> Tensor:
        return self.to(_dtypes.int32)

    def byte(self) -> Tensor:
        return self.to(_dtypes.uint8)

    def bool(self) -> Tensor:
        return self.to(_dtypes.bool_)

    def type_as(self, other: Tensor) -> Tensor:
        """The tensor in the dtype and on the device of `other`."""
        return self.to(other)

    # interchange

    def __dlpack__(
        self, *, stream: Any = None, max_version: Any = None, dl_device: Any = None, copy: bool | None = None
    ) -> Any:
        storage = self._with_storage("__dlpack__")
        device = self.__dlpack_device__()
        if self._device.type not in _DLPACK_KINDS:
            raise BufferError(
                at_user_line(
                    f"__dlpack__: expects a tensor on cpu or cuda, got one on {self._device}; "
                    "use tensor.cpu() to copy it"
                )
            )
        if dl_device is not None and tuple(dl_device) != device:
            raise BufferError(
                at_user_line(f"__dlpack__: expects {device} as target, as on {self._device}, got {tuple(dl_device)}")
            )
        return (storage.clone() if copy else storage).dlpack(device)

    def __dlpack_device__(self) -> tuple[int, int]:
        """The protocol's kind and number of the device; kinds that it doesn't know are extensions (12)."""
        return (_DLPACK_KINDS.get(self.device.type, 12), self.device.index or 0)

    # text

    def __repr__(self) -> str:
        if self._trace is not None:
            return f"tensor(traced, shape={tuple(self.shape)}, dtype={self.dtype!r})"
        facts = []
        if self._device is not CPU:
            facts.append(f"device='{self._device}'")
        if self.numel() == 0 and len(self.shape) != 1:
            facts.append(f"size={tuple(self.shape)}")
        if self.dtype is not _dtypes.default() and not (self.numel() and self.dtype in _UNSAID):
            facts.append(f"dtype={self.dtype!r}")
        if self._node is not None:
            facts.append(f"grad_fn={self._node}")
        elif self.requires_grad:
            facts.append("requires_grad=True")
        return _printing.shown(self._host_values("repr"), "tensor(", facts)

    def __format__(self, spec: str) -> str:
        """A scalar is formatted as its number, so that f"{loss}" shows a loss; with a format, so is a tensor with one
        element."""
        is_number = self._trace is None and (self.numel() == 1 if spec else not self.shape)
        if is_number or not spec:
            return format(self.item() if is_number else repr(self), spec)
        try:
            return format(repr(self), spec)
        except ValueError:
            lazy = "a traced value, which has none until the graph runs"
            got = lazy if self.is_lazy else f"shape {tuple(self.shape)}"
            raise TypeError(at_user_line(f"format: expects one element for {spec!r}, got {got}")) from None


_core.takes_rows(Tensor.__getitem__)


def move(tensors: Iterable[Tensor], device: Device) -> None:
    """Moves the tensors themselves to another device; those that share memory still do. Graphs that use them are
    compiled anew."""
    moved: dict[int, tuple[Any, Any]] = {}  # by the id of the old storage, which is kept so long
    for tensor in tensors:
        if tensor._device is device:
            continue
        if tensor._held is not None:
            tensor._move(device)
            continue
        old = tensor._storage
        if id(old) not in moved:
            moved[id(old)] = (old, old.copy_on(str(device)))
        tensor._storage, tensor._device = moved[id(old)][1], device
        _tracing.something_changed()


def _unpickled(kind: type, values: np.ndarray, dtype: DType, device: str, requires_grad: bool) -> Tensor:
    storage = _core.Storage.borrow(values if values.flags.writeable else values.copy(), dtype.index)
    made = Tensor(storage if device == "cpu" else storage.copy_on(device))
    return made.requires_grad_(requires_grad) if kind is Tensor else kind(made, requires_grad)  # type: ignore


def is_tensor(obj: Any) -> bool:
    """Whether `obj` is a Tensor."""
    return isinstance(obj, Tensor)


def is_floating_point(x: Tensor) -> bool:
    """Whether x has a floating-point dtype."""
    return x.is_floating_point()


def numel(x: Tensor) -> int:
    """The number of elements of x."""
    return x.numel()


def broadcast_shapes(*shapes: Any) -> Size:
    """The shape that tensors of all these shapes broadcast to; an integer is a shape of one size. Raises ValueError if
    there is none."""
    listed = [(int(shape),) if isinstance(shape, (int, np.integer)) else tuple(shape) for shape in shapes]
    try:
        return Size(_dispatch.broadcast_shapes(*listed))
    except ValueError:
        got = ", ".join(map(str, listed))
        raise ValueError(at_user_line(f"broadcast_shapes: expects shapes that broadcast, got {got}")) from None


def from_dlpack(source: Any) -> Tensor:
    """A tensor over the memory of an object that has `__dlpack__`, such as an array of another library, or of what that
    gave. Raises TypeError if it has none."""
    is_capsule = type(source).__name__ == "PyCapsule"
    if not is_capsule and not hasattr(source, "__dlpack__"):
        raise TypeError(at_user_line(f"from_dlpack: expects an object with __dlpack__, got {type(source).__name__}"))
    return Tensor(_core.Storage.from_dlpack(source if is_capsule else source.__dlpack__()))


def from_numpy(array: np.ndarray) -> Tensor:
    """A tensor over the memory of a NumPy array. The array is copied if it is read-only, in another byte order, not
    aligned, or has strides that are negative or no multiples of the element's size."""
    if not isinstance(array, np.ndarray):
        raise TypeError(at_user_line(f"from_numpy: expects a numpy.ndarray, got {type(array).__name__}"))
    dtype = _dtypes.from_numpy_dtype(array.dtype, "from_numpy")
    flags = array.flags
    can_borrow = (
        flags.writeable
        and flags.aligned
        and array.dtype.isnative
        and (flags.c_contiguous or all(stride >= 0 and stride % array.itemsize == 0 for stride in array.strides))
    )
    return Tensor(_core.Storage.borrow(array if can_borrow else array.astype(dtype.numpy, order="C"), dtype.index))
