"""Keywords as PyTorch and NumPy spell them, for functions that call their parameters otherwise: `axis` for `dim`,
`input` for the first tensor. Keywords that PyTorch has and nothing here can mean are taken where they say nothing, and
refused with the reason where they do."""

from __future__ import annotations

import functools
import inspect
from typing import Any, Callable

from . import _core
from ._errors import at_user_line, warn
from ._memory_format import check_memory_format, strided

_SPELLINGS = (("axis", "dim"), ("keepdims", "keepdim"), ("last_epoch", "last_step"))
_OF_ONE = {  # of the function of this name
    "pow": (("self", "lhs"), ("exponent", "rhs")),
    "split": (("tensor", "x"), ("split_size", "split_size_or_sections")),
}
_FIRST, _SECOND = ("x", "lhs", "a"), ("rhs", "b", "other")
_REFUSED = {
    "dtype": "convert what is given, or the result, with to",
    "generator": "numbers are drawn from the default generator",
    "inplace": "values are new tensors",
    "layout": "tensors have one layout",
    "max_norm": "rows of a weight are not changed where they are read",
    "names": "dimensions have no names",
    "norm_type": "rows of a weight are not changed where they are read",
    "out": "no tensor is made",
    "out_dtype": "convert the result with to",
    "pin_memory": "memory is pinned where a copy needs it",
    "scale_grad_by_freq": "gradients of rows are not scaled",
    "sparse": "gradients are dense",
}
_CREATE = set(
    "arange empty eye full linspace logspace normal ones rand randint randn randperm scalar_tensor tensor tril_indices "
    "triu_indices zeros".split()
)
_told: Callable[[str, dict[str, Any]], tuple[Any, Any] | None]  # where a tensor is to be made that ranks have together
_created: Callable[[Any, Any, Any], Any]  # a tensor that all ranks have made, as one that they have together
_SIZES = ("size", "shape", "sizes", "dims")  # of a list of arguments that may be one sequence


def set_created(told: Callable[..., Any], created: Callable[..., Any]) -> None:
    """Says what makes global tensors, which the functions here are beneath of."""
    global _told, _created
    _told, _created = told, created


def _parameters(function: Callable[..., Any]) -> tuple[list[str], list[str], bool]:
    """The names of a function's parameters, those of lists of sizes among them, and whether it takes any keywords. Read
    from its code: `inspect.signature` of all functions would be a tenth of the time that loading the package takes."""
    plain = inspect.unwrap(function)
    if hasattr(plain, "__signature__"):
        parameters = inspect.signature(plain).parameters.values()
        return [parameter.name for parameter in parameters], [], False
    code = plain.__code__  # type: ignore[attr-defined]
    count, end = code.co_argcount, code.co_argcount + code.co_kwonlyargcount
    has_list, takes_all = bool(code.co_flags & inspect.CO_VARARGS), bool(code.co_flags & inspect.CO_VARKEYWORDS)
    listed = code.co_varnames[end : end + has_list]
    names = [*code.co_varnames[:count], *listed, *code.co_varnames[count:end]]
    return names, [name for name in listed if name in _SIZES], takes_all


def _written(function: str, out: Any, result: Any) -> Any:
    """`out`, a tensor or several, to which results are written: in the dtype of each, which is empty or of the result's
    shape."""
    if isinstance(result, tuple) and isinstance(out, (tuple, list)) and len(out) == len(result):
        return tuple(_written(function, *each) for each in zip(out, result))
    if not isinstance(result, _core.TensorFields) or not isinstance(out, _core.TensorFields):
        what = f"{len(result)} tensors" if isinstance(result, tuple) else "a Tensor"
        what = what if isinstance(result, (tuple, _core.TensorFields)) else "None, as no tensor is made"
        raise TypeError(at_user_line(f"{function}: expects out to be {what}, got {type(out).__name__}"))
    if result.dtype.is_floating_point and not out.dtype.is_floating_point:
        got = f"got {result.dtype.name} for {out.dtype.name}"
        raise TypeError(at_user_line(f"{function}: expects results that the dtype of out has, {got}"))
    _core.count_op()  # each such call comes here
    if tuple(out.shape) == (0,) and tuple(result.shape) != (0,) and out.is_leaf and not out.is_lazy:
        out.data = result.detach().to(out.dtype)
        return out
    if tuple(out.shape) != tuple(result.shape):
        got = f"got {tuple(out.shape)}"
        raise ValueError(at_user_line(f"{function}: expects out of shape {tuple(result.shape)}, {got}"))
    return out.copy_(result)


def with_older_reductions(call: Callable[..., Any]) -> Callable[..., Any]:
    """The function of a loss, or the constructor of its module, which takes `size_average` and `reduce`, PyTorch's
    older words for `reduction`, too: by name, and in PyTorch's order where None or a bool stands in the place of
    size_average."""
    names, _, _ = _parameters(call)
    if "reduction" not in names or "reduce" in names:
        return call
    at = names.index("reduction")
    average_at = at - (names[at - 1] in ("eps", "ignore_index"))  # reduce is in front of reduction itself

    @functools.wraps(call)
    def called(*args: Any, **kwargs: Any) -> Any:
        size_average, reduce = kwargs.pop("size_average", None), kwargs.pop("reduce", None)
        given = [*args]
        if len(given) > average_at and (given[average_at] is None or isinstance(given[average_at], bool)):
            reduce = given.pop(at + 1) if len(given) > at + 1 else reduce
            size_average = given.pop(average_at)
        if size_average is None and reduce is None:
            return call(*given, **kwargs)
        is_mean, is_reduced = size_average is None or size_average, reduce is None or reduce
        reduction = ("mean" if is_mean else "sum") if is_reduced else "none"
        if len(given) > at:
            given[at] = reduction
        else:
            kwargs["reduction"] = reduction
        return call(*given, **kwargs)

    return called


def with_older_factors(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of tensors and of factors behind them, which takes these where PyTorch had them, too: in front of the
    tensors that they multiply, as in `addmm(beta, x, alpha, a, b)`."""
    names, _, _ = _parameters(function)
    if names[-1:] != ["alpha"] and names[-2:] != ["tensor2", "value"]:
        return function
    factors = names[-2:] if names[-2:] == ["beta", "alpha"] else names[-1:]
    count = len(names) - len(factors)

    @functools.wraps(function)
    def called(*args: Any, **kwargs: Any) -> Any:
        if len(args) > count and isinstance(args[-1], _core.TensorFields):
            tensors = [each for each in args if isinstance(each, _core.TensorFields)]
            numbers = [each for each in args if not isinstance(each, _core.TensorFields)]
            if len(tensors) == count and len(numbers) <= len(factors):
                return function(*tensors, **dict(zip(factors, numbers)), **kwargs)
        return function(*args, **kwargs)

    return called


def older_name(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function by PyTorch's older name, without the underscore, which warns of that."""
    name = function.__name__.removesuffix("_")

    @functools.wraps(function)
    def called(*args: Any, **kwargs: Any) -> Any:
        warn(f"{name}: an older name of {function.__name__}, which new programs call", FutureWarning)
        return function(*args, **kwargs)

    called.__name__, called.__doc__ = name, f"`{function.__name__}` by PyTorch's older name, with a FutureWarning."
    return called


def spelled(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, which takes the other spellings of its keywords, too. One that creates tensors takes `placement`
    and `sbp` for those that ranks have together."""
    function = with_older_factors(with_older_reductions(function))
    names, listed, takes_all = _parameters(function)
    spellings = (*_SPELLINGS, *_OF_ONE.get(function.__name__, ()))
    aliases = {alias: name for alias, name in spellings if name in names and alias not in names}
    for alias, known, position in (("input", _FIRST, 0), ("other", _SECOND, 1)):
        if len(names) > position and names[position] in known and alias not in names:
            aliases[alias] = names[position]
    creates = function.__name__ in _CREATE and function.__module__.endswith("creation")
    refused = {} if takes_all else {name: reason for name, reason in _REFUSED.items() if name not in names}
    takes_out = "out" in refused
    takes_format = not takes_all and "memory_format" not in names

    def renamed(*args: Any, **kwargs: Any) -> Any:
        if not kwargs:
            return function(*args)
        for given in [key for key in kwargs if key in aliases]:
            if aliases[given] in kwargs:
                both = f"{given} and {aliases[given]}"
                raise TypeError(at_user_line(f"{function.__name__}: expects one of {both}, got both"))
            kwargs[aliases[given]] = kwargs.pop(given)
        if takes_out and kwargs.get("out") is not None:
            out = kwargs.pop("out")
            return _written(function.__name__, out, renamed(*args, **kwargs))
        if takes_format and "memory_format" in kwargs:
            check_memory_format(kwargs.pop("memory_format"), function.__name__)
        for name in [key for key in kwargs if key in refused]:
            value = kwargs.pop(name)
            if value is not None and value is not False and value is not strided:
                raise TypeError(at_user_line(f"{function.__name__}: expects no {name}: {refused[name]}"))
        for name in listed:
            if name in kwargs:
                before = names[len(args) : names.index(name)]
                args = (*args, *(kwargs.pop(each) for each in before if each in kwargs), kwargs.pop(name))
        return function(*args, **kwargs)

    def made_there(*args: Any, **kwargs: Any) -> Any:
        told = _told(function.__name__, kwargs)
        local = renamed(*args, **kwargs)
        return local if told is None else _created(local, *told)

    is_plain = not aliases and not listed and not refused
    plain, named = (made_there, made_there) if creates else (function, function if is_plain else renamed)
    made = _core.make_function(plain, named)
    return functools.update_wrapper(made, function)


def spell_all(names: dict[str, Any]) -> None:
    """Lets all functions of a module or a class, by their names, take other spellings."""
    for name, value in list(names.items()):
        if inspect.isfunction(value) and not name.startswith("_"):
            names[name] = spelled(value)
