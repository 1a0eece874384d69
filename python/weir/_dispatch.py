"""The one door to ops: `dispatch` takes an op's operands and attributes as Python has them, checks, promotes and
broadcasts, and hands the op to the current executor (`_executor.py`): the trace inside `build`. Outside of it an op is
executed at once (`_eager/`), where a trace of its own comes back to this door.

What an op takes stands in `_records.py`, which is generated; nothing here knows an op but those that promotion and
broadcasting are made of."""

from __future__ import annotations

import math
from typing import Any, Callable, Sequence

import numpy as np

from . import _core, _dtypes, _executor
from ._errors import at_user_line
from ._number import Number
from ._open_sizes import OpenSize, as_size
from ._records import OPS
from ._spec import ANY, BOOL, FLOAT, INT64, INTEGER, VARIADIC, Attribute, Op, Operand
from ._tensor_base import TensorBase

_OPERAND_DTYPES = {INT64: _dtypes.int64, BOOL: _dtypes.bool_}
_PROMOTED = (ANY, FLOAT, INTEGER)
OPERAND_TYPES = (TensorBase, bool, int, float, np.number, np.bool_)


# dispatch(name, operands, /, *, function="", **attributes) executes an op: its result, or a tuple of several.
# Attributes that are None are left out, but dimensions, of which None means all. Errors speak of `function`, if the
# user called another one than the op's own. Where there is no executor, C++ finds calls like earlier ones.
dispatch: Callable[..., Any] = _core.dispatch


def traced(name: str, operands: Sequence[Any], /, *, function: str = "", **attributes: Any) -> Any:
    """`dispatch` where there is an executor."""
    target = _executor.executor()
    op = OPS[name]
    if function:
        op = op._replace(python=function)
    if op.operands and op.operands[-1].kind == VARIADIC:
        *fixed, last = op.operands
        op = op._replace(operands=(*fixed, *[Operand(last.name, ANY)] * (len(operands) - len(fixed))))
    _check_kinds(op, operands)
    if op.of_bools and all(map(_is_bool, operands)):
        return dispatch(op.of_bools, operands, function=op.python, **attributes)
    if op.of_integers and all(map(_is_integer, operands)):
        return dispatch(op.of_integers, operands, function=op.python)
    if op.promotion == "integral" and _is_integer(operands[0]) and not _is_bool(operands[0]):
        return operands[0]
    if op.promotion == "whether" and getattr(operands[0], "dtype", None) is _dtypes.uint8:
        answers = dispatch(name, [_promoted(op, operands[0])], function=op.python, **attributes)
        return cast(answers, _dtypes.uint8)
    if op.promotion == "float":
        operands = _with_floats(operands)
    elif op.promotion == "common":
        operands = _in_common_dtype(op, operands)
    elif op.promotion == "difference":
        operands = _in_common_dtype(op, operands) if all(map(_is_integer, operands)) else _with_floats(operands)
    elif op.promotion == "index":
        operands = [_as_index(x) if spec.kind == INT64 else x for spec, x in zip(op.operands, operands)]
    elif op.promotion and op.promotion != "own":
        operands = [_promoted(op, operand) for operand in operands]
    if op.elementwise:
        operands = _promote_and_broadcast(op, operands)
    tensors = [_tensor(op, spec, operand) for spec, operand in zip(op.operands, operands)]
    rank = len(tensors[0].shape) if tensors else 0
    if rank == 0 and any(value not in (None, (), []) for value in _dims(op, attributes)):
        return _of_vectors(name, tensors, op.python, attributes)
    made = converted(op, attributes, rank)
    try:
        results = target.emit(op, tensors, made)
    except ValueError as error:
        message = _dtypes.spelled_out(str(error).removeprefix(f"weir.{op.name}: "))
        raise ValueError(f"{op.python}: {message}") from None
    return results[0] if len(results) == 1 else tuple(results)


def converted(op: Op, attributes: dict[str, Any], rank: int) -> list[tuple[str, Any]]:
    """Attributes as an executor takes them, for operands of this rank."""
    made = []
    for key, value in attributes.items():
        spec = op.attributes.get(key) or Attribute(key, {"shape": "ints", "dtype": "dtype"}[key])
        if spec.kind == "dims" and (value is None or (spec.python == "dim" and value in ((), []))):
            value = range(rank)
        if value is not None:
            made.append((key, _attribute(op, spec, value, rank)))
    return made


def _dims(op: Op, attributes: dict[str, Any]) -> list[Any]:
    """The attributes that name dimensions."""
    kinds = ((op.attributes.get(key), value) for key, value in attributes.items())
    return [value for spec, value in kinds if spec and spec.kind in ("dim", "dims")]


def _of_vectors(name: str, operands: Sequence[Any], function: str, attributes: dict[str, Any]) -> Any:
    """The op where scalars have a dimension: of vectors of one element, whose results are scalars again."""
    vectors = [reshape(x, [1]) if isinstance(x, TensorBase) and not x.shape else x for x in operands]
    results = dispatch(name, vectors, function=function, **attributes)
    if isinstance(results, tuple):
        return tuple(reshape(result, []) for result in results)
    return reshape(results, [])


def _fail(op: Op, kind: type[Exception], rule: str) -> Exception:
    return kind(at_user_line(f"{op.python}: {rule}"))


# operands


def _check_kinds(op: Op, operands: Sequence[Any]) -> None:
    for spec, operand in zip(op.operands, operands):
        if not isinstance(operand, OPERAND_TYPES) and not (spec.is_optional and operand is None):
            raise _fail(op, TypeError, f"expects {spec.name} to be a Tensor or a number, got {type(operand).__name__}")


def _is_bool(operand: Any) -> bool:
    return operand.dtype is _dtypes.bool_ if isinstance(operand, TensorBase) else isinstance(operand, (bool, np.bool_))


def _is_integer(operand: Any) -> bool:
    """Of integers or bools."""
    if isinstance(operand, TensorBase):
        return not operand.dtype.is_floating_point
    return isinstance(operand, (int, np.integer, np.bool_))


def _common(operands: Sequence[Any]) -> _dtypes.dtype:
    """What these tensors and numbers are converted to."""
    tensors = [operand for operand in operands if isinstance(operand, TensorBase)]
    scalars = [python_scalar(x) for x in operands if x is not None and not isinstance(x, TensorBase)]
    of_rank_0 = [x.dtype for x in tensors if not x.shape]
    return _dtypes.common_dtype([x.dtype for x in tensors if x.shape], scalars, of_rank_0)


def _promoted(op: Op, operand: Any) -> Any:
    """How an op takes operands of dtypes that it does not compute in:
    "sum": integers and bools in int64; "truth": numbers as whether they are not 0; "whether": the same, and uint8 has a
    result of uint8; "number": bools in int64; "integral": integers are the result."""
    if not isinstance(operand, TensorBase):
        return bool(operand) if op.promotion in ("truth", "whether") else operand
    dtype = operand.dtype
    if op.promotion == "sum":
        return operand if dtype.is_floating_point else cast(operand, _dtypes.int64)
    if op.promotion == "integral":
        return operand
    if op.promotion == "number":
        return cast(operand, _dtypes.int64) if dtype is _dtypes.bool_ else operand
    assert op.promotion in ("truth", "whether"), op.promotion
    return operand if dtype is _dtypes.bool_ else dispatch("compare", (operand, 0), predicate="ne")


def _as_index(operand: Any) -> Any:
    return cast(operand, _dtypes.int64) if getattr(operand, "dtype", None) is _dtypes.int32 else operand


def _with_floats(operands: Sequence[Any]) -> list[Any]:
    """Integers and bools as the floats that they stand beside, or those of the default dtype."""
    common = _common(operands)
    target = common if common.is_floating_point else _dtypes.default()

    def promoted(operand: Any) -> Any:
        if isinstance(operand, TensorBase):
            return operand if operand.dtype.is_floating_point else cast(operand, target)
        if type(operand) is OpenSize:
            return operand.as_float()
        return operand if operand is None or isinstance(operand, float) else float(operand)

    return list(map(promoted, operands))


def _in_common_dtype(op: Op, operands: Sequence[Any]) -> list[Any]:
    free = [spec.kind in _PROMOTED and isinstance(x, TensorBase) for spec, x in zip(op.operands, operands)]
    tensors = [operand for operand, is_free in zip(operands, free) if is_free]
    target = _common(tensors) if tensors else None
    return [cast(x, target) if is_free else x for x, is_free in zip(operands, free)]


def _tensor(op: Op, spec: Operand, operand: Any) -> Any:
    if operand is None:
        return None
    if not isinstance(operand, TensorBase):
        raise _fail(op, TypeError, f"expects {spec.name} to be a Tensor, got {type(operand).__name__}")
    wanted = _OPERAND_DTYPES.get(spec.kind)
    if wanted is not None and operand.dtype is not wanted:
        raise _fail(op, TypeError, f"expects {spec.name} to be of dtype {wanted.name}, got {operand.dtype.name}")
    if spec.kind == FLOAT and not operand.dtype.is_floating_point:
        raise _fail(op, TypeError, f"expects {spec.name} to be of a floating-point dtype, got {operand.dtype.name}")
    if spec.kind == INTEGER and operand.dtype.is_floating_point:
        raise _fail(op, TypeError, f"expects {spec.name} to be of an integer dtype, got {operand.dtype.name}")
    return operand


def _promote_and_broadcast(op: Op, operands: Sequence[Any]) -> list[Any]:
    """Elementwise ops take equal shapes and, but for conditions, one dtype. With the promotion "own" operands keep
    theirs, and numbers are of the widest one."""
    free = [i for i, spec in enumerate(op.operands) if spec.kind in _PROMOTED and op.promotion != "own"]
    dtype = _common([operands[i] for i in free]) if free else _dtypes.bool_
    shapes = {
        spec.name: operand.shape
        for spec, operand in zip(op.operands, operands)
        if isinstance(operand, TensorBase)
    }
    shape = _broadcast_shape(op, shapes)
    made = []
    for spec, operand in zip(op.operands, operands):
        target = _OPERAND_DTYPES.get(spec.kind, dtype)
        if op.promotion == "own":
            target = _dtypes.int64 if _is_integer(operand) else _dtypes.float64
        if operand is None:
            made.append(None)
            continue
        if not isinstance(operand, TensorBase):
            made.append(splat(python_scalar(operand), shape, target))
            continue
        if spec.kind in _PROMOTED and operand.dtype is not target and len(free) > 1:
            operand = cast(operand, target)
        made.append(broadcast(operand, shape))
    return made


def _broadcast_shape(op: Op, shapes: dict[str, tuple[int, ...]]) -> tuple[int, ...]:
    try:
        return broadcast_shapes(*shapes.values())
    except ValueError:
        facts = ", ".join(f"{name} {tuple(shape)}" for name, shape in shapes.items())
        raise _fail(op, ValueError, f"expects shapes that broadcast, got {facts}") from None


def broadcast_shapes(*shapes: Sequence[int]) -> tuple[int, ...]:
    """NumPy's, also of sizes that a run says. Raises ValueError for shapes that don't broadcast."""
    joined: list[int] = []
    for d in range(max(map(len, shapes), default=0), 0, -1):
        sizes = [shape[-d] for shape in shapes if len(shape) >= d]
        if all(size is sizes[0] for size in sizes):  # asks nothing of one that is open
            joined.append(sizes[0])
            continue
        size = next((size for size in sizes if size != 1), 1)
        if any(other != 1 and other != size for other in sizes):
            raise ValueError("expects shapes that broadcast")
        joined.append(size)
    return tuple(joined)


# attributes


def _attribute(op: Op, spec: Attribute, value: Any, rank: int) -> Any:
    kind, shown = spec.kind, spec.python or spec.name
    if kind == "dtype":
        if not isinstance(value, _dtypes.dtype):
            raise _fail(op, TypeError, f"expects {shown} to be a dtype, got {value!r}")
        return value
    if kind == "flag":
        return bool(value)
    if kind == "float":
        if not isinstance(value, (bool, int, float, np.number)):
            raise _fail(op, TypeError, f"expects {shown} to be a number, got {value!r}")
        return float(value)
    if kind == "floats":
        return tuple(float(number) for number in value)
    if kind in ("int", "ints", "dim", "dims"):
        return _integers(op, shown, value, kind, rank)
    if spec.cases and value not in spec.cases:
        raise _fail(op, ValueError, f"expects {shown} to be {_listed(spec.cases)}, got {value!r}")
    return str(value)


def _listed(words: Sequence[str]) -> str:
    """mean, sum or none"""
    return " or ".join([", ".join(words[:-1]), words[-1]])


def _integers(op: Op, shown: str, value: Any, kind: str, rank: int) -> Any:
    is_one = kind in ("int", "dim")
    numbers = [value] if is_one or isinstance(value, (int, np.integer)) else list(value)
    for number in numbers:
        if not isinstance(number, (int, np.integer)) or isinstance(number, bool):
            raise _fail(op, TypeError, f"expects {shown} to be {'an integer' if is_one else 'integers'}, got {value!r}")
    if kind in ("dim", "dims"):
        for number in numbers:
            if not -rank <= number < rank:
                raise _fail(op, IndexError, f"expects {shown} to be in [{-rank}, {rank}), got {number}")
        numbers = [number % rank for number in numbers]
        if len(set(numbers)) != len(numbers):
            raise _fail(op, ValueError, f"expects each dimension once, got {tuple(value)}")
    numbers = [as_size(number) for number in numbers]
    return numbers[0] if is_one else tuple(numbers)


def dimension(x: Any, dim: int, op: str, of_scalars: bool = False) -> int:
    """`dim` counted from the front. With `of_scalars`, a scalar counts as having one dimension."""
    rank, dim = max(int(of_scalars), len(x.shape)), as_number(dim)
    if not -rank <= dim < rank:
        raise IndexError(at_user_line(f"{op}: expects dim to be in [{-rank}, {rank}), got {dim}"))
    return dim % rank


def kept(y: Any, x: Any, dim: Any, keepdim: bool) -> Any:
    """What was reduced over `dim` of x, with size 1 in their places if wanted."""
    if not keepdim:
        return y
    rank, dim = len(x.shape), as_number(dim)
    given = [dim] if isinstance(dim, int) else dim
    dims = {d % rank for d in given} if given and rank else range(rank)
    return reshape(y, [1 if d in dims else size for d, size in enumerate(x.shape)])


def overwritten(x: Any, y: Any, inplace: bool) -> Any:
    """y; or x, to which it is written, if wanted."""
    return x.copy_(y) if inplace else y


# what promotion and broadcasting are made of


def python_scalar(value: Any) -> bool | int | float:
    return value.item() if isinstance(value, (np.number, np.bool_)) else value


def as_number(value: Any) -> Any:
    """A scalar with data as its number, which stands wherever a number does, outside of traces; a number of NumPy as
    Python's; all else as it is."""
    if isinstance(value, TensorBase):
        return value if value.shape or _executor.current() is not None else value.item()  # type: ignore[attr-defined]
    return python_scalar(value)


def splat(value: bool | int | float, shape: Sequence[int], dtype: _dtypes.dtype, like: Any = None) -> Any:
    """A tensor that holds one number everywhere: a traced one, else where `like` is, or on the CPU."""
    if type(value) is Number:
        return broadcast(cast(value.tensor, dtype), shape)
    if type(value) is OpenSize and (dtype is _dtypes.int64 or dtype.is_floating_point):
        return broadcast(cast(value.tensor(), dtype), shape)
    if type(value) is OpenSize:
        value = value.needed()
    made = _executor.now().constant(encode(np.asarray(value), dtype), tuple(shape), dtype)
    is_there = like is None or _executor.current() is not None or like.device is made.device
    return made if is_there else made.to(like.device)


def encode(values: np.ndarray, dtype: _dtypes.dtype, function: str = "") -> np.ndarray:
    """Host values as an array of the dtype's storage, which may be theirs. Errors speak of the function."""
    if dtype is _dtypes.bfloat16:
        return _dtypes.float32_to_bfloat16(values.astype(np.float32)).reshape(values.shape)
    if values.dtype == dtype.numpy:
        return values
    if values.dtype.kind in "iuf" and dtype.numpy.kind in "iu" and values.size:
        limits: Any = np.iinfo(dtype.numpy.name)
        least, most = values.min().item(), values.max().item()  # NaN if there is one
        if not (least >= limits.min and most <= limits.max):
            numbers = "numbers" if values.dtype.kind == "f" else "integers"
            rule = f"expects {numbers} in [{limits.min}, {limits.max}] for {dtype.name}, got {least} to {most}"
            raise ValueError(at_user_line(f"{function}: {rule}" if function else rule))
    with np.errstate(over="ignore"):  # what a narrower float doesn't hold is an infinity
        return values.astype(dtype.numpy)


def cast(x: Any, dtype: _dtypes.dtype) -> Any:
    return x if x.dtype is dtype else dispatch("cast", (x,), to=dtype)


def same_shape(a: Sequence[int], b: Sequence[int]) -> bool:
    """Whether they are equal; asks for no more sizes than it needs, as programs with open ones are for the answers."""
    return len(a) == len(b) and all(x is y or x == y for x, y in zip(a, b))


def reshape(x: Any, shape: Sequence[int]) -> Any:
    return x if same_shape(x.shape, shape) else dispatch("reshape", (x,), shape=tuple(shape))


def broadcast(x: Any, shape: Sequence[int]) -> Any:
    """NumPy's rules: missing dimensions are added in front, dimensions of size 1 are repeated."""
    shape = tuple(shape)
    if same_shape(x.shape, shape):
        return x
    offset = len(shape) - len(x.shape)
    kept = [d for d, size in enumerate(x.shape) if size == shape[d + offset]]
    x = reshape(x, [x.shape[d] for d in kept])
    return dispatch("broadcast", (x,), shape=shape, dims=tuple(d + offset for d in kept))


def _listed_sizes(shape: Any, op: str) -> list[Any]:
    try:
        return list(shape)
    except TypeError:
        raise TypeError(at_user_line(f"{op}: expects sizes, got {shape!r}")) from None


def resolve_shape(x: Any, shape: Sequence[int], op: str) -> tuple[int, ...]:
    """`shape` with its one -1 replaced by the size that keeps the number of elements."""
    if not isinstance(shape, (list, tuple)):
        shape = _listed_sizes(shape, op)
    for size in shape:
        if not isinstance(size, (int, np.integer)) and not (isinstance(size, TensorBase) and not size.shape):
            raise TypeError(at_user_line(f"{op}: expects sizes to be integers, got {size!r}"))
    sizes = [as_size(size) for size in shape]
    total, known = math.prod(x.shape), math.prod(size for size in sizes if size != -1)
    unknown = sum(size == -1 for size in sizes)
    if unknown > 1 or any(size < -1 for size in sizes):
        raise ValueError(at_user_line(f"{op}: expects sizes of at least 0 and at most one -1, got {tuple(sizes)}"))
    if unknown and (known == 0 or total % known):
        raise ValueError(at_user_line(f"{op}: expects {total} elements to fit, got shape {tuple(sizes)}"))
    resolved = tuple(total // known if size == -1 else size for size in sizes)
    if math.prod(resolved) != total:
        raise ValueError(at_user_line(f"{op}: expects {total} elements to fit, got shape {tuple(sizes)}"))
    return resolved
