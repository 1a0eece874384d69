"""Calls of ops: from Python arguments to operands of equal shape and dtype and to attributes.

The table of ops in `_ops.py` is generated from the records; this module says what its entries mean."""

from __future__ import annotations

import math
from typing import Any, NamedTuple, Sequence

import numpy as np

from . import _dtypes, _extension, _tracing
from ._errors import EagerNotAvailable, at_user_line

ANY, FLOAT, INTEGER, INT64, BOOL = "any", "float", "integer", "int64", "bool"
_OPERAND_DTYPES = {INT64: _dtypes.int64, BOOL: _dtypes.bool_}
_PROMOTED = (ANY, FLOAT, INTEGER)
OPERAND_TYPES = (_tracing.TensorBase, bool, int, float, np.number, np.bool_)
# Attributes that count dimensions of the first operand; negative ones count from the end.
_DIMENSION_ATTRIBUTES = {"dim", "dims", "permutation"}


def require_trace(op: str) -> _tracing.Trace:
    trace = _tracing.current()
    if trace is None:
        raise EagerNotAvailable(
            at_user_line(
                f"{op}: runs inside nn.Graph.build only, eager execution is not available; "
                "put the computation into a weir.nn.Graph and call that, or use tensor.numpy()"
            )
        )
    return trace


def dimension(x: Any, dim: int, op: str) -> int:
    """`dim` counted from the front."""
    rank = len(x.shape)
    if not -rank <= dim < rank:
        raise IndexError(at_user_line(f"{op}: expects dim to be in [{-rank}, {rank}), got {dim}"))
    return dim % rank


class Operand(NamedTuple):
    name: str  # in Python
    kind: str  # ANY, FLOAT, INTEGER, which bool is too, INT64 or BOOL


class Attribute(NamedTuple):
    name: str  # in the record
    kind: str  # "int", "ints", "float", "str", "dtype", "flag", or the name of an enum attribute
    cases: tuple[str, ...] = ()  # of an enum attribute
    python: str = ""  # its name in Python, if that is another


class Op:
    """One op of the dialect, callable with its operands and attributes in the record's order."""

    def __init__(
        self,
        name: str,
        operands: Sequence[Operand],
        attributes: Sequence[Attribute],
        *,
        python: str = "",
        elementwise: bool = False,
        result_sized: bool = False,
        differentiable: bool = True,
    ):
        self.name = name
        self.python = python or name  # the name of its function
        self.operands = tuple(operands)
        self.attributes = {attribute.name: attribute for attribute in attributes}
        self.elementwise = elementwise
        self.result_sized = result_sized  # takes "shape" and "dtype" of its result as attributes
        self.differentiable = differentiable

    def __call__(self, operands: Sequence[Any], **attributes: Any) -> Any:
        results = self.all_results(operands, **attributes)
        return results[0] if len(results) == 1 else tuple(results)

    def all_results(self, operands: Sequence[Any], **attributes: Any) -> list[Any]:
        trace = require_trace(self.python)
        self._check_kinds(operands)
        if self.elementwise:
            operands = self._promote_and_broadcast(operands)
        tensors = [self._tensor(spec, operand) for spec, operand in zip(self.operands, operands)]
        rank = len(tensors[0].shape) if tensors else 0
        converted = [(key, self._attribute(key, value, rank)) for key, value in attributes.items() if value is not None]
        try:
            results: list[Any] = trace.emit(f"weir.{self.name}", tensors, converted, self.differentiable)
        except ValueError as error:
            message = str(error).removeprefix(f"weir.{self.name}: ")
            raise ValueError(f"{self.python}: {message}") from None
        return results

    def _fail(self, kind: type[Exception], rule: str) -> Exception:
        return kind(at_user_line(f"{self.python}: {rule}"))

    def _check_kinds(self, operands: Sequence[Any]) -> None:
        for spec, operand in zip(self.operands, operands):
            if not isinstance(operand, OPERAND_TYPES):
                raise self._fail(
                    TypeError, f"expects {spec.name} to be a Tensor or a number, got {type(operand).__name__}"
                )

    def _tensor(self, spec: Operand, operand: Any) -> Any:
        if not isinstance(operand, _tracing.TensorBase):
            raise self._fail(TypeError, f"expects {spec.name} to be a Tensor, got {type(operand).__name__}")
        wanted = _OPERAND_DTYPES.get(spec.kind)
        if wanted is not None and operand.dtype is not wanted:
            raise self._fail(TypeError, f"expects {spec.name} to be of dtype {wanted.name}, got {operand.dtype.name}")
        if spec.kind == FLOAT and not operand.dtype.is_floating_point:
            raise self._fail(
                TypeError, f"expects {spec.name} to be of a floating-point dtype, got {operand.dtype.name}"
            )
        if spec.kind == INTEGER and operand.dtype.is_floating_point:
            raise self._fail(TypeError, f"expects {spec.name} to be of an integer dtype, got {operand.dtype.name}")
        return operand

    def _promote_and_broadcast(self, operands: Sequence[Any]) -> list[Any]:
        """Elementwise ops take equal shapes and, but for conditions, one dtype."""
        free = [i for i, spec in enumerate(self.operands) if spec.kind in _PROMOTED]
        tensors = [operands[i].dtype for i in free if isinstance(operands[i], _tracing.TensorBase)]
        scalars = [python_scalar(operands[i]) for i in free if not isinstance(operands[i], _tracing.TensorBase)]
        dtype = _dtypes.common_dtype(tensors, scalars)
        shapes = {
            spec.name: operand.shape
            for spec, operand in zip(self.operands, operands)
            if isinstance(operand, _tracing.TensorBase)
        }
        shape = self._broadcast_shape(shapes)
        made = []
        for spec, operand in zip(self.operands, operands):
            target = _OPERAND_DTYPES.get(spec.kind, dtype)
            if not isinstance(operand, _tracing.TensorBase):
                made.append(splat(python_scalar(operand), shape, target))
                continue
            if spec.kind in _PROMOTED and operand.dtype is not target and len(free) > 1:
                operand = cast(operand, target)
            made.append(broadcast(operand, shape))
        return made

    def _broadcast_shape(self, shapes: dict[str, tuple[int, ...]]) -> tuple[int, ...]:
        try:
            return np.broadcast_shapes(*shapes.values())
        except ValueError:
            facts = ", ".join(f"{name} {tuple(shape)}" for name, shape in shapes.items())
            raise self._fail(ValueError, f"expects shapes that broadcast, got {facts}") from None

    def _attribute(self, name: str, value: Any, rank: int) -> Any:
        spec = self.attributes.get(name)
        kind = spec.kind if spec else {"shape": "ints", "dtype": "dtype"}.get(name, "")
        shown = spec.python or name if spec else name
        if kind == "dtype":
            if not isinstance(value, _dtypes.dtype):
                raise self._fail(TypeError, f"expects {shown} to be a dtype, got {value!r}")
            return _extension.mlir().DType(value.index)
        if kind == "flag":
            return bool(value)
        if kind == "float":
            return float(value)
        if kind == "str":
            return str(value)
        if kind in ("int", "ints"):
            return self._integers(name, shown, value, kind, rank)
        assert spec is not None
        if value not in spec.cases:
            raise self._fail(ValueError, f"expects {shown} to be one of {', '.join(spec.cases)}, got {value!r}")
        return _extension.mlir().EnumCase(kind, value)

    def _integers(self, name: str, shown: str, value: Any, kind: str, rank: int) -> Any:
        numbers = [value] if kind == "int" or isinstance(value, int) else list(value)
        for number in numbers:
            if not isinstance(number, (int, np.integer)) or isinstance(number, bool):
                raise self._fail(
                    TypeError, f"expects {shown} to be {'an integer' if kind == 'int' else 'integers'}, got {value!r}"
                )
        if name in _DIMENSION_ATTRIBUTES and not self.result_sized:
            for number in numbers:
                if not -rank <= number < rank:
                    raise self._fail(IndexError, f"expects {shown} to be in [{-rank}, {rank}), got {number}")
            numbers = [number % rank for number in numbers]
        numbers = [int(number) for number in numbers]
        return numbers[0] if kind == "int" else tuple(numbers)


def python_scalar(value: Any) -> bool | int | float:
    return value.item() if isinstance(value, (np.number, np.bool_)) else value


def splat(value: bool | int | float, shape: Sequence[int], dtype: _dtypes.dtype) -> Any:
    """A traced tensor that holds one number everywhere."""
    trace = _tracing.current()
    assert trace is not None
    return trace.constant(encode(np.asarray(value), dtype), tuple(shape), dtype)


def encode(values: np.ndarray, dtype: _dtypes.dtype) -> np.ndarray:
    """Host values as an array of the dtype's storage."""
    if dtype is _dtypes.bfloat16:
        return _dtypes.float32_to_bfloat16(values.astype(np.float32)).reshape(values.shape)
    if values.dtype.kind in "iuf" and dtype.numpy.kind in "iu" and values.size:
        limits: Any = np.iinfo(dtype.numpy.name)
        least, most = values.min().item(), values.max().item()  # NaN if there is one
        if not (least >= limits.min and most <= limits.max):
            numbers = "numbers" if values.dtype.kind == "f" else "integers"
            raise ValueError(
                at_user_line(
                    f"expects {numbers} in [{limits.min}, {limits.max}] for {dtype.name}, got {least} to {most}"
                )
            )
    return values.astype(dtype.numpy)


def cast(x: Any, dtype: _dtypes.dtype) -> Any:
    from . import _ops

    return x if x.dtype is dtype else _ops.cast(x, dtype)


def reshape(x: Any, shape: Sequence[int]) -> Any:
    from . import _ops

    return x if tuple(x.shape) == tuple(shape) else _ops.OPS["reshape"]((x,), shape=tuple(shape))


def broadcast(x: Any, shape: Sequence[int]) -> Any:
    """NumPy's rules: missing dimensions are added in front, dimensions of size 1 are repeated."""
    from . import _ops

    shape = tuple(shape)
    if tuple(x.shape) == shape:
        return x
    offset = len(shape) - len(x.shape)
    kept = [d for d, size in enumerate(x.shape) if size == shape[d + offset]]
    x = reshape(x, [x.shape[d] for d in kept])
    return _ops.OPS["broadcast"]((x,), shape=shape, dims=tuple(d + offset for d in kept))


def resolve_shape(x: Any, shape: Sequence[int], op: str) -> tuple[int, ...]:
    """`shape` with its one -1 replaced by the size that keeps the number of elements."""
    sizes = [int(size) for size in shape]
    total, known = math.prod(x.shape), math.prod(size for size in sizes if size != -1)
    unknown = sizes.count(-1)
    if unknown > 1 or any(size < -1 for size in sizes):
        raise ValueError(at_user_line(f"{op}: expects sizes of at least 0 and at most one -1, got {tuple(sizes)}"))
    if unknown and (known == 0 or total % known):
        raise ValueError(at_user_line(f"{op}: expects {total} elements to fit, got shape {tuple(sizes)}"))
    resolved = tuple(total // known if size == -1 else size for size in sizes)
    if math.prod(resolved) != total:
        raise ValueError(at_user_line(f"{op}: expects {total} elements to fit, got shape {tuple(sizes)}"))
    return resolved
