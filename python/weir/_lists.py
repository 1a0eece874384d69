"""Methods of tensors for lists of them, by the private names that optimizers of PyTorch's users call:
`weir._foreach_add_(parameters, gradients, alpha=-0.1)`. Each is a loop."""

from __future__ import annotations

from typing import Any, Callable, Sequence

from ._errors import at_user_line

_METHODS = "abs add addcdiv addcmul copy div exp lerp log maximum minimum mul neg pow reciprocal sqrt sub zero".split()
_IN_PLACE_ALONE = ("copy", "zero")
_ELSEWHERE_ALONE = ("norm",)
_SCALED = ("addcdiv", "addcmul")  # whose third argument is a factor


def _spread(name: str, given: Any, count: int) -> Sequence[Any]:
    """An argument for each tensor: those in a list, or the same."""
    if not isinstance(given, (list, tuple)):
        return [given] * count
    if len(given) != count:
        raise ValueError(at_user_line(f"{name}: expects lists of {count} as the first one, got one of {len(given)}"))
    return given


def _for_each(name: str, method: str) -> Callable[..., Any]:
    in_place = method.endswith("_")
    is_scaled = method.rstrip("_") in _SCALED

    def function(self: Sequence[Any], *args: Any, **kwargs: Any) -> Any:
        if is_scaled and len(args) == 3:
            *args, kwargs["value"] = args  # type: ignore[assignment]
        rows = zip(*(_spread(name, each, len(self)) for each in (self, *args)))
        words = [dict(zip(kwargs, each)) for each in zip(*(_spread(name, v, len(self)) for v in kwargs.values()))]
        options = words or [{}] * len(self)
        found = [getattr(x, method)(*given, **option) for (x, *given), option in zip(rows, options)]
        return None if in_place else found

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"`{method}` of each tensor, with the same arguments or with one of each list."
    return function


def _names() -> dict[str, str]:
    """The methods by the functions' names."""
    plain = [method for method in _METHODS if method not in _IN_PLACE_ALONE]
    in_place = [f"{method}_" for method in _METHODS]
    return {f"_foreach_{method}": method for method in (*plain, *_ELSEWHERE_ALONE, *in_place)}


FUNCTIONS = {name: _for_each(name, method) for name, method in _names().items()}
