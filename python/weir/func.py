"""Functions of functions, in the words of PyTorch's torch.func: gradients as functions, and calls of modules with other
parameters. Arguments may be tensors, or dicts, lists and tuples of tensors."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Any, Callable, Iterator, Mapping, Sequence

from . import _jacobians
from ._batched import vmap
from ._errors import at_user_line
from ._functions import grad as _gradients
from ._grad_mode import enable_grad
from ._joining import stack
from ._structure import flatten, unflatten
from ._tensor_base import TensorBase
from .nn.module import Module

__all__ = [
    "functional_call",
    "grad",
    "grad_and_value",
    "hessian",
    "jacfwd",
    "jacrev",
    "jvp",
    "stack_module_state",
    "vjp",
    "vmap",
]

Argnums = int | tuple[int, ...]


# modules


def functional_call(
    module: Module,
    parameter_and_buffer_dicts: Mapping[str, Any] | Sequence[Mapping[str, Any]],
    args: Any = None,
    kwargs: Mapping[str, Any] | None = None,
    *,
    tie_weights: bool = True,
    strict: bool = False,
) -> Any:
    """What the module gives with these tensors in the places of its parameters and buffers of these names; gradients
    reach them. `args` is a tuple, or the only argument. With `tie_weights` names of one parameter get one tensor; with
    `strict` all names have to be given. Raises AttributeError for names that the module doesn't have."""
    dicts = parameter_and_buffer_dicts
    given: dict[str, Any] = {}
    for each in (dicts,) if isinstance(dicts, Mapping) else dicts:
        given.update(each)
    places = dict(_places(module))
    for name in given:
        if name not in places:
            rule = f"expects names of parameters and buffers of {type(module).__name__}"
            raise AttributeError(at_user_line(f"functional_call: {rule}, got {name!r}"))
    if missing := [name for name in places if strict and name not in given]:
        raise RuntimeError(at_user_line(f"functional_call: expects all names, without {', '.join(missing)}"))
    with _replaced(places, given, tie_weights):
        return module(*(args if isinstance(args, tuple) else () if args is None else (args,)), **(kwargs or {}))


def _places(module: Module) -> Iterator[tuple[str, tuple[dict[str, Any], str]]]:
    """By the names of parameters and buffers, those of one tensor several times: tables, and names there."""
    for path, part in module.named_modules(remove_duplicate=False):
        for table in (part._parameters, part._buffers):
            for name, each in table.items():
                if each is not None:
                    yield f"{path}.{name}" if path else name, (table, name)


@contextmanager
def _replaced(places: dict[str, tuple[dict[str, Any], str]], given: Mapping[str, Any], ties: bool) -> Iterator[None]:
    before = [(table, name, table[name]) for table, name in places.values()]
    by_tensor = {id(places[name][0][places[name][1]]): value for name, value in given.items()}
    try:
        for path, (table, name) in places.items():
            if path in given:
                table[name] = given[path]
            elif ties:
                table[name] = by_tensor.get(id(table[name]), table[name])
        yield
    finally:
        for table, name, tensor in before:
            table[name] = tensor


def stack_module_state(models: Sequence[Module]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The parameters and the buffers of modules of one kind, by their names, those of all modules stacked in a new
    first dimension: what `vmap` takes for ensembles. The stacked parameters require gradients where the modules' do."""
    if not models or len({type(each) for each in models}) > 1:
        kinds = ", ".join(sorted({type(each).__name__ for each in models})) or "none"
        raise RuntimeError(at_user_line(f"stack_module_state: expects modules of one class, got {kinds}"))
    parameters = [dict(each.named_parameters()) for each in models]
    buffers = [dict(each.named_buffers()) for each in models]
    made = {}
    for name, first in parameters[0].items():
        joined = stack([each[name].detach() for each in parameters])
        made[name] = joined.requires_grad_(first.requires_grad)
    return made, {name: stack([each[name] for each in buffers]) for name in buffers[0]}


# gradients


def grad(func: Callable[..., Any], argnums: Argnums = 0, has_aux: bool = False) -> Callable[..., Any]:
    """The function that gives the gradient of a scalar function with respect to arguments of these numbers, like the
    arguments; with `has_aux`, of a function that gives a scalar and something else, (gradient, that)."""

    def gradient(*args: Any, **kwargs: Any) -> Any:
        found, (_, aux) = _of(func, argnums, has_aux, args, kwargs)
        return (found, aux) if has_aux else found

    return gradient


def grad_and_value(func: Callable[..., Any], argnums: Argnums = 0, has_aux: bool = False) -> Callable[..., Any]:
    """The function that gives (gradient, value), as `grad`; with `has_aux`, (gradient, (value, something else))."""

    def both(*args: Any, **kwargs: Any) -> Any:
        found, (value, aux) = _of(func, argnums, has_aux, args, kwargs)
        return found, ((value, aux) if has_aux else value)

    return both


def _of(func: Callable[..., Any], argnums: Argnums, has_aux: bool, args: Any, kwargs: Any) -> tuple[Any, Any]:
    """(gradients like the arguments, (the value, what stands beside it))."""
    numbers = argnums if isinstance(argnums, tuple) else (argnums,)
    if not all(-len(args) <= number < len(args) for number in numbers):
        raise ValueError(at_user_line(f"grad: expects argnums among {len(args)} arguments, got {argnums}"))
    chosen = [args[number] for number in numbers]
    structure, tensors = flatten(chosen)
    keeps = any(each.requires_grad for each in tensors)
    with enable_grad():
        inputs = [x.view_as(x) if x.requires_grad else x.detach().requires_grad_() for x in tensors]
        given = list(args)
        for number, each in zip(numbers, unflatten(structure, inputs)):
            given[number] = each
        result = func(*given, **kwargs)
        value, aux = result if has_aux else (result, None)
        if not isinstance(value, TensorBase) or value.numel() != 1:
            got = f"shape {tuple(value.shape)}" if isinstance(value, TensorBase) else type(value).__name__
            raise RuntimeError(at_user_line(f"grad: expects the function to give a scalar, got {got}"))
        found = _gradients(value.sum(), inputs, create_graph=keeps, materialize_grads=True)
    like = unflatten(structure, found)
    value = value if keeps else value.detach()
    return (tuple(like) if isinstance(argnums, tuple) else like[0]), (value, aux)


def jacrev(func: Callable[..., Any], argnums: Argnums = 0) -> Callable[..., Any]:
    """The function that gives the Jacobian with respect to arguments of these numbers: see autograd.functional."""
    return _derivative(_jacobians.jacobian, func, argnums)


jacfwd = jacrev  # which PyTorch computes in another order


def hessian(func: Callable[..., Any], argnums: Argnums = 0) -> Callable[..., Any]:
    """The function that gives the Hessian of a scalar function with respect to arguments of these numbers."""
    return _derivative(_jacobians.hessian, func, argnums)


def _derivative(rule: Callable[..., Any], func: Callable[..., Any], argnums: Argnums) -> Callable[..., Any]:
    numbers = argnums if isinstance(argnums, tuple) else (argnums,)

    def derived(*args: Any) -> Any:
        def of_chosen(*chosen: Any) -> Any:
            given = list(args)
            for number, each in zip(numbers, chosen):
                given[number] = each
            return func(*given)

        inputs = tuple(args[number] for number in numbers)
        keeps = any(each.requires_grad for each in inputs)
        return rule(of_chosen, inputs if isinstance(argnums, tuple) else inputs[0], create_graph=keeps)

    return derived


def vjp(func: Callable[..., Any], *primals: Any, has_aux: bool = False) -> tuple[Any, ...]:
    """(what the function gives of the arguments, a function that gives of gradients of that a tuple of those of the
    arguments); with `has_aux`, of a function that gives something else beside, that too."""
    structure, tensors = flatten(list(primals))
    with enable_grad():
        inputs = [x.view_as(x) if x.requires_grad else x.detach().requires_grad_() for x in tensors]
        result = func(*unflatten(structure, inputs))
    value, aux = result if has_aux else (result, None)
    kind, outputs = flatten(value)

    def pulled(cotangents: Any, retain_graph: bool = True) -> Any:
        given = flatten(cotangents)[1]
        found = _gradients(outputs, inputs, given, retain_graph, materialize_grads=True)
        like = unflatten(structure, found)
        return tuple(like)

    keeps = any(each.requires_grad for each in tensors)
    shown = value if keeps else unflatten(kind, [each.detach() for each in outputs])
    return (shown, pulled, aux) if has_aux else (shown, pulled)


def jvp(func: Callable[..., Any], primals: Sequence[Any], tangents: Sequence[Any]) -> tuple[Any, Any]:
    """(what the function gives of the arguments, how that changes with them along the tangents)."""
    return _jacobians.jvp(func, tuple(primals), tuple(tangents))
