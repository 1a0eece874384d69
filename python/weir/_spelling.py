"""Keywords as PyTorch and NumPy spell them, for functions that call their parameters otherwise: `axis` for `dim`,
`input` for the first tensor."""

from __future__ import annotations

import functools
import inspect
from typing import Any, Callable

from ._errors import at_user_line

_SPELLINGS = (("axis", "dim"), ("keepdims", "keepdim"), ("last_epoch", "last_step"))
_FIRST, _SECOND = ("x", "lhs", "a"), ("rhs", "b", "other")
_SIZES = ("size", "shape", "sizes", "dims")  # of a list of arguments that may be one sequence


def spelled(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, which takes the other spellings of its keywords, too."""
    parameters = list(inspect.signature(function).parameters.values())
    names = [parameter.name for parameter in parameters]
    aliases = {alias: name for alias, name in _SPELLINGS if name in names and alias not in names}
    for alias, known, position in (("input", _FIRST, 0), ("other", _SECOND, 1)):
        if len(names) > position and names[position] in known and alias not in names:
            aliases[alias] = names[position]
    listed = [p.name for p in parameters if p.kind is p.VAR_POSITIONAL and p.name in _SIZES]
    if not aliases and not listed:
        return function

    @functools.wraps(function)
    def renamed(*args: Any, **kwargs: Any) -> Any:
        for given in [key for key in kwargs if key in aliases]:
            if aliases[given] in kwargs:
                both = f"{given} and {aliases[given]}"
                raise TypeError(at_user_line(f"{function.__name__}: expects one of {both}, got both"))
            kwargs[aliases[given]] = kwargs.pop(given)
        for name in listed:
            if name in kwargs:
                args = (*args, kwargs.pop(name))
        return function(*args, **kwargs)

    return renamed


def spell_all(names: dict[str, Any]) -> None:
    """Lets all functions of a module or a class, by their names, take other spellings."""
    for name, value in list(names.items()):
        if inspect.isfunction(value) and not name.startswith("_"):
            names[name] = spelled(value)
