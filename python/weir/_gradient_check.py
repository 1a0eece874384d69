"""Gradients beside differences of function values, in PyTorch's words: autograd.gradcheck."""

from __future__ import annotations

from typing import Any, Callable, Sequence

import numpy as np

from . import _dtypes
from ._errors import at_user_line, warn
from ._functions import grad
from ._grad_mode import enable_grad
from ._random_creation import rand
from ._tensor_base import TensorBase

__all__ = ["GradcheckError", "gradcheck", "gradgradcheck"]


class GradcheckError(RuntimeError):
    """Gradients differ from differences."""

    __module__ = "weir.autograd"


def gradcheck(
    func: Callable[..., Any],
    inputs: Any,
    *,
    eps: float = 1e-6,
    atol: float = 1e-5,
    rtol: float = 1e-3,
    raise_exception: bool = True,
    **options: Any,
) -> bool:
    """True if the gradients of the function's results with respect to each input that requires one are within atol +
    rtol * |d| of d, the difference of the results `eps` to both sides of an input's element, over 2 eps. Else
    GradcheckError, or False without `raise_exception`. Inputs are of float64, as differences in others say little. The
    other options of PyTorch's function change nothing."""
    given = _listed(inputs)
    checked = [number for number, x in enumerate(given) if isinstance(x, TensorBase) and x.requires_grad]
    if not checked:
        rule = "expects an input that requires gradients, got none"
        raise ValueError(at_user_line(f"gradcheck: {rule}"))
    for number in checked:
        if given[number].dtype is not _dtypes.float64:
            got = f"got {given[number].dtype.name} as input {number}"
            warn(f"gradcheck: expects inputs of float64, as differences of others are not exact, {got}")
    with enable_grad():
        gradients = _gradients(func, given, checked)
        differences = [_differences(func, given, number, eps) for number in checked]
    for row, of_result in enumerate(gradients):
        for column, number in enumerate(checked):
            found, expected = of_result[column], differences[column][row]
            wrong = np.argwhere(~(np.abs(found - expected) <= atol + rtol * np.abs(expected)))
            if len(wrong) and raise_exception:
                raise GradcheckError(at_user_line(_told(row, number, found, expected, *wrong[0])))
            if len(wrong):
                return False
    return True


def gradgradcheck(
    func: Callable[..., Any],
    inputs: Any,
    grad_outputs: Any = None,
    *,
    eps: float = 1e-6,
    atol: float = 1e-5,
    rtol: float = 1e-3,
    raise_exception: bool = True,
    **options: Any,
) -> bool:
    """`gradcheck` of the function's gradients: those of its results times `grad_outputs`, which are random unless
    given."""
    given = _listed(inputs)
    if grad_outputs is None:
        results = _results(func, given)
        grad_outputs = [rand(*y.shape, dtype=y.dtype, requires_grad=True, device=y.device) for y in results]

    def gradients(*arguments: Any) -> Any:
        own, weights = arguments[: len(given)], arguments[len(given) :]
        wanted = [x for x in own if isinstance(x, TensorBase) and x.requires_grad]
        return grad(_results(func, own), wanted, weights, create_graph=True, materialize_grads=True)

    everything = (*given, *_listed(grad_outputs))
    return gradcheck(gradients, everything, eps=eps, atol=atol, rtol=rtol, raise_exception=raise_exception)


def _listed(tensors: Any) -> tuple[Any, ...]:
    return tuple(tensors) if isinstance(tensors, (tuple, list)) else (tensors,)


def _results(func: Callable[..., Any], given: Sequence[Any]) -> list[Any]:
    """Those that gradients may flow from."""
    results = _listed(func(*given))
    for each in results:
        if not isinstance(each, TensorBase):
            got = type(each).__name__
            raise TypeError(at_user_line(f"gradcheck: expects the function to give tensors, got {got}"))
    return [each for each in results if each.dtype.is_floating_point]


def _gradients(func: Callable[..., Any], given: Sequence[Any], checked: Sequence[int]) -> list[list[np.ndarray]]:
    """By results and inputs: a row for each element of the result, a column for each of the input."""
    made = []
    wanted = [given[number] for number in checked]
    for y in _results(func, given):
        rows: list[list[np.ndarray]] = [[] for _ in wanted]
        for element in y.reshape(-1).unbind() if y.requires_grad else ():
            found = grad(element, wanted, retain_graph=True, materialize_grads=True)
            for row, each in zip(rows, found):
                row.append(_values(each).reshape(-1))
        made.append([np.reshape(row, (-1, x.numel())) if row else _none(y, x) for row, x in zip(rows, wanted)])
    return made


def _none(y: Any, x: Any) -> np.ndarray:
    return np.zeros((y.numel(), x.numel()))


def _values(x: Any) -> np.ndarray:
    values: np.ndarray = x.detach()._host_values("gradcheck")
    return values.astype(np.float64)


def _differences(func: Callable[..., Any], given: Sequence[Any], number: int, eps: float) -> list[np.ndarray]:
    """By results: the same of differences, for which the input's elements are changed one by one, and set back."""
    x = given[number].detach()
    values = _values(x)
    columns: list[list[np.ndarray]] = []
    for place in np.ndindex(*x.shape):
        sides = []
        for step in (eps, -eps):
            moved = values.copy()
            moved[place] += step
            x.copy_(moved)
            sides.append([_values(y).reshape(-1) for y in _results(func, given)])
        columns.append([(above - below) / (2 * eps) for above, below in zip(*sides)])
    x.copy_(values)
    return [np.stack(each, 1) for each in zip(*columns)] if columns else [_none(y, x) for y in _results(func, given)]


def _told(row: int, number: int, found: np.ndarray, expected: np.ndarray, element: int, place: int) -> str:
    where = f"element {element} of result {row} with respect to element {place} of input {number}"
    facts = f"got {found[element, place]:.6g} where the difference is {expected[element, place]:.6g}"
    return f"gradcheck: expects gradients that agree with differences, {facts}: {where}"
