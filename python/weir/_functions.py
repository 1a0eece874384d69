"""Functions that call one op, with PyTorch's signatures where these differ from the op's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterable, Sequence, TypeAlias

import numpy as np

from . import _dtypes, _executor, _ops, _tracing
from ._creation import full
from ._dispatch import as_number, cast, dispatch, splat
from ._errors import at_user_line, warn
from ._gradient_flow import scalar
from ._joining import stack
from ._number import Number
from ._tensor_base import TensorBase, is_traced
from ._values import as_one

if TYPE_CHECKING:
    from ._dtypes import dtype as DType
    from ._tensor import Tensor

    Operand: TypeAlias = Tensor | bool | int | float

__all__ = [
    "add",
    "addcdiv",
    "addcmul",
    "allclose",
    "clamp_max",
    "clamp_min",
    "clone",
    "div",
    "divide",
    "eq",
    "equal",
    "float_power",
    "ge",
    "get_device",
    "grad",
    "greater",
    "greater_equal",
    "gt",
    "is_inference",
    "is_nonzero",
    "ldexp",
    "le",
    "less",
    "less_equal",
    "lt",
    "masked_fill",
    "ne",
    "not_equal",
    "positive",
    "pow",
    "round",
    "rsub",
    "sgn",
    "sub",
    "subtract",
    "typename",
]


def add(lhs: Operand, rhs: Operand, alpha: int | float = 1) -> Tensor:
    """lhs + alpha * rhs, elementwise; alpha may be a scalar"""
    rhs, alpha = _with_factor("add", rhs, alpha)
    return _ops.add(lhs, rhs) if alpha == 1 else _scaled("add", lhs, rhs, alpha)


def sub(lhs: Operand, rhs: Operand, alpha: int | float = 1) -> Tensor:
    """lhs - alpha * rhs, elementwise; alpha may be a scalar"""
    rhs, alpha = _with_factor("sub", rhs, alpha)
    return _ops.sub(lhs, rhs) if alpha == 1 else _scaled("sub", lhs, rhs, -alpha)


def rsub(input: Operand, other: Operand, alpha: int | float = 1) -> Tensor:
    """other - alpha * input, elementwise"""
    return sub(other, input, alpha)


def addcmul(input: Tensor, tensor1: Tensor, tensor2: Tensor, value: int | float = 1) -> Tensor:
    """input + value * tensor1 * tensor2; value may be a scalar"""
    tensor1, value = _with_factor("addcmul", tensor1, value)
    if _is_input(value, input, tensor1, tensor2):
        return _with_input("addcmul", _sum_with_product, value, input, tensor1, tensor2)
    return _ops.addcmul(input, tensor1, tensor2, value)


def addcdiv(input: Tensor, tensor1: Tensor, tensor2: Tensor, value: int | float = 1) -> Tensor:
    """input + value * tensor1 / tensor2; value may be a scalar"""
    tensor1, value = _with_factor("addcdiv", tensor1, value)
    if _is_input(value, input, tensor1, tensor2):
        return _with_input("addcdiv", _sum_with_quotient, value, input, tensor1, tensor2)
    return _ops.addcdiv(input, tensor1, tensor2, value)


def _with_factor(function: str, x: Any, factor: Any) -> tuple[Any, Any]:
    """What a factor multiplies, and the number that is left to multiply it by: that of a scalar with data."""
    if type(factor) is Number:
        return x * factor, 1
    if not isinstance(factor, TensorBase):
        return x, factor
    if factor.shape:
        rule = f"expects a number or a scalar as factor, got shape {tuple(factor.shape)}"
        raise TypeError(at_user_line(f"{function}: {rule}"))
    return (x * factor, 1) if is_traced(factor) or _executor.current() is not None else (x, as_number(factor))


_MOST_SCALES = 8  # that are constants of what is compiled outside of traces
_scales: set[float] = set()  # these


def _scaled(function: str, lhs: Operand, rhs: Operand, alpha: int | float) -> Tensor:
    if _is_input(alpha, lhs, rhs):
        return _with_input(function, _sum_with_scaled, alpha, lhs, rhs)
    return dispatch("add_scaled", (lhs, rhs), function=function, alpha=alpha)  # type: ignore[no-any-return]


def _is_input(scale: int | float, *operands: Operand) -> bool:
    """Whether a factor is an input of a job, as it is one of many."""
    if type(scale) not in (float, int) or scale == 1 or _executor.current() is not None or scale in _scales:
        return False
    if len(_scales) < _MOST_SCALES:
        _scales.add(scale)
        return False
    return all(isinstance(each, TensorBase) and each.dtype.is_floating_point for each in operands)


def _with_input(function: str, formula: Any, scale: int | float, *operands: Any) -> Tensor:
    """What a formula makes of operands and a factor that is an input."""
    made = full((), float(scale), dtype=_dtypes.float64, device=operands[0].device)
    return as_one(function, formula, made, *operands)[0]  # type: ignore[no-any-return]


def _widened(alpha: Tensor, *operands: Tensor) -> tuple[DType, list[Tensor]]:
    """The common dtype of operands, and a factor and these in that which it is computed in."""
    common = _dtypes.common_dtype([each.dtype for each in operands], [])
    return common, [cast(each, _dtypes.computed_in(common)) for each in (alpha, *operands)]


def _sum_with_scaled(alpha: Tensor, lhs: Tensor, rhs: Tensor) -> list[Tensor]:
    common, (scale, x, y) = _widened(alpha, lhs, rhs)
    return [cast(x + scale * y, common)]


def _sum_with_product(alpha: Tensor, input: Tensor, tensor1: Tensor, tensor2: Tensor) -> list[Tensor]:
    common, (scale, x, y, z) = _widened(alpha, input, tensor1, tensor2)
    return [cast(x + scale * (y * z), common)]


def _sum_with_quotient(alpha: Tensor, input: Tensor, tensor1: Tensor, tensor2: Tensor) -> list[Tensor]:
    common, (scale, x, y, z) = _widened(alpha, input, tensor1, tensor2)
    return [cast(x + scale * (y / z), common)]


def round(x: Tensor, decimals: int = 0) -> Tensor:
    """The number with `decimals` digits behind the point that is nearest to x; of two such, the even one. Below 0 it
    is a number of digits before the point. Integers stay as they are."""
    if decimals == 0 or not x.dtype.is_floating_point:
        return _ops.round(x)
    return dispatch("round_decimals", (x,), function="round", decimals=decimals)  # type: ignore[no-any-return]


def div(lhs: Operand, rhs: Operand, rounding_mode: str | None = None) -> Tensor:
    """lhs / rhs, elementwise; integers are divided as floats. With `rounding_mode` "trunc" the quotient is rounded
    towards zero, with "floor" down, and that of integers is an integer. Raises ValueError for another mode."""
    if rounding_mode is None:
        return _ops.true_divide(lhs, rhs)
    if rounding_mode == "floor":
        return _ops.floor_divide(lhs, rhs)
    if rounding_mode == "trunc":
        return dispatch("trunc_divide", (lhs, rhs), function="div")  # type: ignore[no-any-return]
    raise ValueError(at_user_line(f'div: expects rounding_mode to be None, "trunc" or "floor", got {rounding_mode!r}'))


def eq(lhs: Operand, rhs: Operand) -> Tensor:
    """lhs == rhs, elementwise"""
    return _ops.compare(lhs, rhs, "eq")


def ne(lhs: Operand, rhs: Operand) -> Tensor:
    """lhs != rhs, elementwise; true where either is NaN"""
    return _ops.compare(lhs, rhs, "ne")


def lt(lhs: Operand, rhs: Operand) -> Tensor:
    """lhs < rhs, elementwise"""
    return _ops.compare(lhs, rhs, "lt")


def le(lhs: Operand, rhs: Operand) -> Tensor:
    """lhs <= rhs, elementwise"""
    return _ops.compare(lhs, rhs, "le")


def gt(lhs: Operand, rhs: Operand) -> Tensor:
    """lhs > rhs, elementwise"""
    return _ops.compare(lhs, rhs, "gt")


def ge(lhs: Operand, rhs: Operand) -> Tensor:
    """lhs >= rhs, elementwise"""
    return _ops.compare(lhs, rhs, "ge")


greater, greater_equal, less, less_equal, not_equal = gt, ge, lt, le, ne
subtract, divide = sub, div


def equal(input: Tensor, other: Tensor) -> Any:
    """Whether both have one shape and equal elements: a bool, or inside of `build` a bool scalar."""
    if tuple(input.shape) != tuple(other.shape):
        return _answer(splat(False, (), _dtypes.bool_))
    return _answer(dispatch("equal", (input, other)))


def allclose(
    input: Tensor, other: Tensor, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False
) -> Tensor:
    """Whether `isclose` holds everywhere: a bool, or inside of `build` a bool scalar."""
    options = {"rtol": rtol, "atol": atol, "equal_nan": equal_nan}
    return _answer(dispatch("allclose", (input, other), **options))


def _answer(truth: Tensor) -> Any:
    """What it says, where it has been computed."""
    return truth if _executor.current() is not None else bool(truth)


def ldexp(input: Tensor, other: Operand) -> Tensor:
    """input times two to the power of other, which counts as of the default dtype where it is of integers"""
    is_tensor = isinstance(other, TensorBase)
    power = other.dtype if is_tensor and other.dtype.is_floating_point else _dtypes.default()
    given = [(input, input.dtype), *([(other, power)] if is_tensor else [])]
    to = _dtypes.common_dtype(
        [dtype for x, dtype in given if x.shape],
        [] if is_tensor else [0.0],
        [dtype for x, dtype in given if not x.shape],
    )
    return dispatch("ldexp", (input, other), to=to)  # type: ignore[no-any-return]


def positive(input: Tensor) -> Tensor:
    """The tensor itself, which must be of numbers."""
    if input.dtype is _dtypes.bool_:
        raise TypeError(at_user_line("positive: expects input to be of numbers, got bool"))
    return input


def clone(input: Tensor) -> Tensor:
    """A copy of the values that the tensor has now. Gradients flow through it to this tensor."""
    return input.clone()


def is_nonzero(input: Tensor) -> Any:
    """Whether the only element is not 0: a bool. Raises ValueError for another number of elements."""
    return input.is_nonzero()


def is_inference(input: Tensor) -> bool:
    """False: what is made in `inference_mode` is like other tensors."""
    return False


def get_device(input: Tensor) -> int:
    """The number of the GPU that has the tensor, or -1 on the CPU."""
    return input.get_device()


def typename(obj: Any) -> str:
    """The name of a tensor's type, such as "weir.FloatTensor", or of the class of something else with its module."""
    if isinstance(obj, TensorBase):
        return obj.type()  # type: ignore[attr-defined, no-any-return]
    kind = obj if hasattr(obj, "__qualname__") else type(obj)
    return kind.__qualname__ if kind.__module__ in ("", "builtins") else f"{kind.__module__}.{kind.__qualname__}"


sgn = _ops.sign


def clamp_min(input: Tensor, min: Operand) -> Tensor:
    """input, but no less than `min`."""
    return _ops.clamp(input, min, None)


def clamp_max(input: Tensor, max: Operand) -> Tensor:
    """input, but no more than `max`."""
    return _ops.clamp(input, None, max)


def where_of(input: Tensor, condition: Tensor, other: Operand) -> Tensor:
    """input where `condition` holds, else `other`."""
    return _ops.where(condition, input, other)


def masked_fill(x: Tensor, mask: Tensor, value: Operand) -> Tensor:
    """x with `value` where the bool tensor `mask`, which broadcasts to x, is true; of the dtype of x."""
    if isinstance(value, TensorBase) and value.shape:
        raise ValueError(
            at_user_line(f"masked_fill: expects value to be a number or a scalar, got shape {tuple(value.shape)}")
        )
    return cast(_ops.where(mask, value, x), x.dtype)  # type: ignore[no-any-return]


def pow(lhs: Operand, rhs: Operand) -> Tensor:
    """lhs to the power of rhs, elementwise. Integers have powers of integers of at least 0, which are integers; else
    ValueError is raised."""
    is_integer = isinstance(lhs, TensorBase) and not lhs.dtype.is_floating_point
    if is_integer and isinstance(rhs, (int, np.integer)) and not isinstance(rhs, bool):
        return _integer_power(lhs, int(rhs))  # type: ignore[arg-type]
    if isinstance(lhs, TensorBase) and type(rhs) in (float, np.float64) and rhs == 0.5:
        return _ops.sqrt(lhs)  # NaN of -infinity
    return _ops.pow(lhs, rhs)


def float_power(input: Operand, exponent: Operand) -> Tensor:
    """input to the power of exponent, elementwise, in float64."""
    return dispatch("float_power", (input, exponent))  # type: ignore[no-any-return]


def _integer_power(x: Tensor, exponent: int) -> Tensor:
    """By squaring."""
    if exponent < 0:
        raise ValueError(at_user_line(f"pow: expects an exponent of at least 0 for {x.dtype.name}, got {exponent}"))
    dtype = _dtypes.int64 if x.dtype is _dtypes.bool_ else x.dtype
    square, power = cast(x, dtype), None
    while exponent:
        if exponent & 1:
            power = square if power is None else power * square
        exponent >>= 1
        square = square * square if exponent else square
    return splat(1, x.shape, dtype, x) if power is None else power  # type: ignore[no-any-return]


def grad(
    outputs: Tensor,
    inputs: Tensor | Sequence[Tensor],
    grad_outputs: Tensor | None = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    only_inputs: bool = True,
    allow_unused: bool | None = None,
    is_grads_batched: bool = False,
    materialize_grads: bool = False,
) -> tuple[Tensor | None, ...]:
    """The gradients of a scalar, or of a tensor times `grad_outputs`, with respect to one tensor or several. Further
    gradients flow through them with `create_graph`. Of a tensor that it does not depend on the gradient is zeros with
    `materialize_grads`, else None with `allow_unused`; without both RuntimeError is raised. With `is_grads_batched`
    `grad_outputs` has one more dimension in front, and so have the gradients: one for each of its parts.
    `only_inputs` has no effect: no gradients are added up in other tensors."""
    if not only_inputs:
        warn("grad: only_inputs=False has no effect; backward adds gradients up in all tensors that want them")
    if is_grads_batched:
        options = create_graph, True, allow_unused
        return _for_each(outputs, inputs, grad_outputs, retain_graph, options, materialize_grads)
    if _executor.current() is None:
        found = _found_on_tape(outputs, _tensors_of(inputs), grad_outputs, retain_graph, create_graph)
        return tuple(_or_unused(x, gradient, allow_unused, materialize_grads) for x, gradient in found)
    trace = _tracing.required("grad")
    loss, given = scalar(trace, outputs, grad_outputs), _tensors_of(inputs)
    used = [trace.depends(loss, each) for each in given]
    if not (all(used) or allow_unused or materialize_grads):
        rule = "expects the scalar to be computed from all inputs, where gradients flow, or allow_unused=True"
        raise RuntimeError(at_user_line(f"grad: {rule}; not from number {used.index(False)}"))
    wrt = [each for each, is_used in zip(given, used) if is_used]
    found = iter(trace.gradient(loss, wrt, create_graph) if wrt else ())
    gradients = [next(found) if is_used else None for is_used in used]
    return tuple(_or_unused(x, each, allow_unused, materialize_grads) for x, each in zip(given, gradients))


def _for_each(
    outputs: Any, inputs: Any, of: Any, keeps: bool | None, options: tuple[Any, ...], materializes: bool
) -> tuple[Tensor | None, ...]:
    """What `grad` finds for each part of `of` along the first dimension, side by side."""
    batches = [of] if isinstance(of, TensorBase) else list(of or ())
    counts = {each.shape[0] if isinstance(each, TensorBase) and each.shape else None for each in batches}
    if len(counts) != 1 or None in counts or 0 in counts:
        rule = "expects grad_outputs with the same size in front with is_grads_batched=True"
        raise ValueError(at_user_line(f"grad: {rule}, got {[tuple(getattr(x, 'shape', ())) for x in batches]}"))
    (count,) = counts
    found = []
    for number in range(count):
        part = of[number] if isinstance(of, TensorBase) else [each[number] for each in batches]
        keeps_now = True if number < count - 1 else keeps
        found.append(grad(outputs, inputs, part, keeps_now, *options, False, materializes))
    return tuple(None if each[0] is None else stack(each) for each in zip(*found))


def _found_on_tape(
    outputs: Any, inputs: Sequence[Tensor], of: Any, keeps: bool | None, create_graph: bool
) -> Iterable[tuple[Tensor, Tensor | None]]:
    """The inputs with their gradients."""
    several = [outputs] if isinstance(outputs, TensorBase) else list(outputs)
    given = [of] * len(several) if of is None or isinstance(of, TensorBase) else list(of)
    return zip(inputs, _executor.eager().gradients_of(several, given, inputs, create_graph, bool(keeps)))


def _or_unused(x: Tensor, gradient: Tensor | None, allow_unused: bool | None, materialize: bool) -> Tensor | None:
    if gradient is not None:
        return gradient
    if not (allow_unused or materialize):
        rule = "expects the scalar to be computed from all inputs, where gradients flow, or allow_unused=True"
        raise RuntimeError(at_user_line(f"grad: {rule}"))
    return _unused(x, materialize)


def _unused(x: Tensor, materialize: bool) -> Tensor | None:
    return splat(0, x.shape, x.dtype, x) if materialize else None


def _tensors_of(inputs: Tensor | Sequence[Tensor]) -> Sequence[Tensor]:
    given = [inputs] if isinstance(inputs, TensorBase) else list(inputs)
    for each in given:
        if not isinstance(each, TensorBase):
            raise TypeError(at_user_line(f"grad: expects a Tensor or several as inputs, got {type(each).__name__}"))
    return given
