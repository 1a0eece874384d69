"""What tensors say of themselves by PyTorch's names, and the same elements in a plainer form."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from . import _creation, _dtypes, _shape, _storage, _tensor_types, _values
from ._errors import at_user_line
from ._memory_format import check_memory_format, contiguous_format, lies_in, strided

if TYPE_CHECKING:
    from ._tensor import Tensor


def _never(what: str) -> property:
    """A property of tensors that no tensor here has."""
    return property(lambda self: False, doc=f"Whether the tensor is {what}; none is.")


class FactMethods:
    """Facts of tensors with data and of traced ones."""

    __slots__ = ()

    is_sparse = _never("sparse")
    is_sparse_csr = _never("sparse, in compressed rows")
    is_quantized = _never("quantized")
    is_meta = _never("without data for good")
    is_mkldnn = _never("in a layout of a library")
    is_nested = _never("nested")
    is_mps, is_xpu, is_xla = _never("on a device of this kind"), _never("on one of this"), _never("on one of this")

    @property
    def layout(self: Any) -> Any:
        """`weir.strided`, of all tensors."""
        return strided

    @property
    def is_cpu(self: Any) -> bool:
        return self.device.type == "cpu"  # type: ignore[no-any-return]

    def is_shared(self: Any) -> bool:
        """Whether the memory is other processes', too; it never is."""
        return False

    def share_memory_(self: Any) -> Tensor:
        """Raises NotImplementedError: threads have the memory anyway, and other processes can't."""
        rule = "not supported yet: memory that other processes have, too"
        raise NotImplementedError(at_user_line(f"share_memory_: {rule}; they get copies"))

    def is_pinned(self: Any, device: Any = None) -> bool:
        """Whether the memory is pinned for copies; it is where a copy needs it, and never for good."""
        return False

    def is_set_to(self: Any, tensor: Tensor) -> bool:
        """Whether both have the same elements of one memory, by the same shape and strides."""
        storages = [x._with_storage("is_set_to") for x in (self, tensor)]
        places = [(each.memory, each.offset, tuple(each.shape), tuple(each.strides)) for each in storages]
        return self.dtype is tensor.dtype and places[0] == places[1]

    def is_complex(self: Any) -> bool:
        """Whether the elements are complex; there are no such tensors."""
        return False

    def is_conj(self: Any) -> bool:
        """Whether the elements are still to be conjugated."""
        return False

    def is_neg(self: Any) -> bool:
        """Whether the elements are still to be negated."""
        return False

    def is_signed(self: Any) -> bool:
        """Whether elements may be below 0."""
        return self.dtype not in (_dtypes.uint8, _dtypes.bool_)

    def is_same_size(self: Any, other: Tensor) -> bool:
        """Whether both have one shape."""
        return tuple(self.shape) == tuple(other.shape)

    def is_nonzero(self: Any) -> bool:
        """Whether the only element is not 0."""
        return bool(self.item())

    @property
    def itemsize(self: Any) -> int:
        """Bytes per element."""
        return self.dtype.itemsize  # type: ignore[no-any-return]

    @property
    def nbytes(self: Any) -> int:
        """Bytes of all elements."""
        return self.numel() * self.itemsize  # type: ignore[no-any-return]

    def data_ptr(self: Any) -> int:
        """The address of the first element, of a tensor on the CPU."""
        return self._on_cpu("data_ptr").address  # type: ignore[no-any-return]

    def untyped_storage(self: Any) -> _storage.UntypedStorage:
        """The tensor's memory as bytes."""
        return _storage.UntypedStorage(self)

    def storage(self: Any) -> _storage.TypedStorage:
        """The tensor's memory as elements."""
        return _storage.TypedStorage(self)

    def storage_offset(self: Any) -> int:
        """Elements before the first one in the tensor's memory."""
        return 0 if self.is_lazy else self._storage.offset  # type: ignore[no-any-return]

    def dim_order(self: Any) -> tuple[int, ...]:
        """The dimensions from the outermost on."""
        steps = self.stride()
        return tuple(sorted(range(len(steps)), key=lambda dim: -steps[dim]))

    def is_contiguous(self: Any, memory_format: Any = contiguous_format) -> bool:
        """Whether the elements lie in row-major order without gaps, as traced values do, or in that of a format."""
        if memory_format is contiguous_format or memory_format is None:
            return self._trace is not None or self._storage.is_contiguous
        check_memory_format(memory_format, "is_contiguous")
        return lies_in(memory_format, self.shape, self.stride())

    def stride(self: Any, dim: int | None = None) -> Any:
        """How many elements lie from one to the next along each dimension, or along one."""
        if self.is_contiguous():
            steps = tuple(math.prod(max(size, 1) for size in self.shape[d + 1 :]) for d in range(len(self.shape)))
        else:
            steps = self._storage.strides
        return steps if dim is None else steps[dim]

    def type(self: Any, dtype: Any = None) -> Any:
        """The tensor in a dtype, or of a type such as `weir.LongTensor` or its name; without one the name of the
        tensor's own, such as "weir.FloatTensor"."""
        if dtype is None:
            return _tensor_types.name_of(self)
        wanted, place = _tensor_types.meant(dtype, "type")
        return self.to(wanted) if place is None or self.is_lazy else self.to(place, wanted)

    def char(self: Any) -> Tensor:
        return self.to(_dtypes.int8)  # type: ignore[no-any-return]

    def new(self: Any, *data: Any) -> Tensor:
        """As `weir.Tensor`, in the tensor's dtype and on its device."""
        return _creation.of_sizes_or_values(*data, dtype=self.dtype, device=self.device)

    def narrow_copy(self: Any, dim: int, start: int, length: int) -> Tensor:
        """A copy of `narrow`."""
        return _values.copied(self.narrow(dim, start, length), self)

    # the same, of elements that are no complex numbers and lie as they are

    def _same(self: Any) -> Tensor:
        """The tensor itself."""
        return self  # type: ignore[no-any-return]

    conj = conj_physical = resolve_conj = resolve_neg = pin_memory = _same

    @property
    def real(self: Any) -> Tensor:
        """The tensor itself."""
        return self  # type: ignore[no-any-return]

    @property
    def H(self: Any) -> Tensor:
        """The transpose of a matrix."""
        return _shape.t(self)

    adjoint = _shape.adjoint
    mH = property(adjoint)
