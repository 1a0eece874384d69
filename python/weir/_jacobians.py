"""Derivatives of functions of tensors: Jacobians, Hessians and their products with vectors. PyTorch's
autograd.functional. A function takes tensors and gives one tensor or several."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Sequence

from ._creation import ones_like, zeros_like
from ._errors import at_user_line
from ._functions import grad
from ._grad_mode import enable_grad
from ._joining import stack
from ._tensor_base import TensorBase

if TYPE_CHECKING:
    from ._tensor import Tensor

__all__ = ["hessian", "hvp", "jacobian", "jvp", "vhp", "vjp"]

Function = Callable[..., Any]
Tensors = Any  # a tensor, or a tuple of tensors


def jacobian(
    func: Function, inputs: Tensors, create_graph: bool = False, strict: bool = False, vectorize: bool = False
) -> Any:
    """The derivatives of each element of the result with respect to each element of the inputs: a tensor whose shape is
    the result's, then the input's. Of several results a tuple, of several inputs a tuple for each result. Gradients
    flow through it with `create_graph`. Derivatives with respect to an input that a result does not depend on are 0, or
    with `strict` RuntimeError is raised. `vectorize` changes nothing."""
    with enable_grad():
        given, results = _computed(func, inputs, create_graph, "jacobian")
        rows = [_like(inputs, _rows(result, given, create_graph, strict)) for result in _listed(results)]
        return _like(results, rows)


def _rows(result: Tensor, given: Sequence[Tensor], create_graph: bool, strict: bool) -> list[Tensor]:
    """Of one result: for each input the gradients of all elements."""
    if result.numel() == 0:
        return [zeros_like(x).expand(*result.shape, *x.shape) for x in given]
    gradients = [_gradients(each, given, None, create_graph, strict) for each in result.reshape(-1).unbind()]
    return [stack(each).reshape((*result.shape, *x.shape)) for each, x in zip(zip(*gradients), given)]


def hessian(
    func: Function, inputs: Tensors, create_graph: bool = False, strict: bool = False, vectorize: bool = False
) -> Any:
    """The second derivatives of a scalar function: the Jacobian of its gradient. Of several inputs a tuple of a tuple
    for each."""

    def gradient(*given: Tensor) -> Any:
        result = _scalar(func(*given), "hessian")
        return _like(inputs, _gradients(result, given, None, True, strict))

    return jacobian(gradient, inputs, create_graph, strict)


def vjp(
    func: Function, inputs: Tensors, v: Tensors = None, create_graph: bool = False, strict: bool = False
) -> tuple[Any, Any]:
    """(the function's result, the product of the vector v and its Jacobian): v is like the result, and needs not be
    given where that is a scalar."""
    with enable_grad():
        given, results = _computed(func, inputs, create_graph, "vjp")
        vector = _vector(v, _listed(results), "vjp: expects v like the function's result")
        return _apart(results, create_graph), _like(inputs, _gradients(results, given, vector, create_graph, strict))


def jvp(
    func: Function, inputs: Tensors, v: Tensors = None, create_graph: bool = False, strict: bool = False
) -> tuple[Any, Any]:
    """(the function's result, the product of its Jacobian and the vector v): v is like the inputs, and needs not be
    given where that is one scalar."""
    with enable_grad():
        given, results = _computed(func, inputs, True, "jvp")
        # The gradient is linear in what it is asked for, so that its own is the product.
        weights = tuple(ones_like(each).requires_grad_() for each in _listed(results))
        gradients = _gradients(results, given, weights, True, strict)
        vector = _vector(v, given, "jvp: expects v like the inputs")
        products = _gradients(tuple(gradients), weights, vector, create_graph)
        return _apart(results, create_graph), _like(results, products)


def hvp(
    func: Function, inputs: Tensors, v: Tensors = None, create_graph: bool = False, strict: bool = False
) -> tuple[Any, Any]:
    """(the scalar function's result, the product of its Hessian and the vector v, which is like the inputs)."""
    with enable_grad():
        given, results = _computed(func, inputs, True, "hvp")
        gradients = _gradients(_scalar(results, "hvp"), given, None, True, strict)
        vector = _vector(v, given, "hvp: expects v like the inputs")
        products = _gradients(tuple(gradients), given, vector, create_graph, strict)
        return _apart(results, create_graph), _like(inputs, products)


vhp = hvp  # a Hessian is symmetric


def _computed(func: Function, inputs: Tensors, keeps: bool, function: str) -> tuple[tuple[Any, ...], Any]:
    """Inputs from which gradients flow, and what the function makes of them. Unless the result `keeps` its history,
    these are other tensors over the same memory."""
    if not all(isinstance(each, TensorBase) for each in _listed(inputs)):
        got = ", ".join(type(each).__name__ for each in _listed(inputs))
        raise TypeError(at_user_line(f"{function}: expects a tensor or a tuple of tensors as inputs, got {got}"))
    given = tuple(_input(each, keeps) for each in _listed(inputs))
    results = func(*given)
    if not all(isinstance(each, TensorBase) for each in _listed(results)):
        got = type(results).__name__
        raise TypeError(at_user_line(f"{function}: expects the function to give tensors, got {got}"))
    return given, results


def _input(x: Any, keeps: bool) -> Any:
    return x.view_as(x) if keeps and x.requires_grad else x.detach().requires_grad_()


def _gradients(
    results: Tensors, given: Sequence[Any], v: Tensors, create_graph: bool, strict: bool = False
) -> list[Tensor]:
    """Of the results, times v unless that is None. For what they don't depend on zeros, unless that is an error."""
    terms = list(_listed(results)) if v is None else [each * w for each, w in zip(_listed(results), _listed(v))]
    flowing = [each.sum() for each in terms if each.requires_grad]
    if not flowing:
        if strict:
            raise RuntimeError(at_user_line("expects results that depend on all inputs with strict=True, got others"))
        return [zeros_like(x) for x in given]
    options = {"retain_graph": True, "create_graph": create_graph, "materialize_grads": not strict}
    return list(grad(sum(flowing), given, None, **options))


def _vector(v: Tensors, like: Sequence[Any], what: str) -> Tensors:
    """One that is like these tensors; 1 where that is one scalar and none is given."""
    if v is None and len(like) == 1 and like[0].numel() == 1:
        return (ones_like(like[0]),)
    chosen = () if v is None else tuple(_listed(v))
    if [tuple(each.shape) for each in chosen] != [tuple(each.shape) for each in like]:
        shapes = " and ".join(str(tuple(each.shape)) for each in like)
        got = " and ".join(str(tuple(each.shape)) for each in chosen) or "none"
        raise ValueError(at_user_line(f"{what}, of shape {shapes}, got {got}"))
    return chosen


def _scalar(result: Any, function: str) -> Any:
    if not isinstance(result, TensorBase) or result.numel() != 1:
        got = tuple(result.shape) if isinstance(result, TensorBase) else type(result).__name__
        raise ValueError(at_user_line(f"{function}: expects the function to give a scalar, got {got}"))
    return result.reshape(())


def _listed(tensors: Tensors) -> Sequence[Any]:
    return tensors if isinstance(tensors, (tuple, list)) else (tensors,)


def _like(tensors: Tensors, made: Sequence[Any]) -> Any:
    """One, or a tuple, as `tensors` are."""
    return tuple(made) if isinstance(tensors, (tuple, list)) else made[0]


def _apart(results: Tensors, keeps: bool) -> Tensors:
    """Without history, unless it is kept."""
    return results if keeps else _like(results, [each.detach() for each in _listed(results)])
