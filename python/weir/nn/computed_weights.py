"""Modules with weights that are computed each time that they are read."""

from __future__ import annotations

from typing import Any, Mapping, NoReturn, TypeVar

from .._errors import at_user_line
from .module import Module

M = TypeVar("M", bound=Module)


# They have a class of their own, below that which they had.


def weights_of(module: Module) -> Mapping[str, Any]:
    """What computes weights of the module, by their names: functions of the module. One with a method `assign(module,
    value)` says what an assignment to the weight does, which is an error else. The name of the class begins with its
    `prefix`, if it has one."""
    return getattr(type(module), "_computed_weights", {})


def _class_of(base: type, weights: Mapping[str, Any]) -> type:
    def setattr_of(self: Any, name: str, value: Any) -> None:
        if name not in weights:
            base.__setattr__(self, name, value)  # type: ignore[misc]
            return
        assign = getattr(weights[name], "assign", None)
        if assign is None:
            _refuse(base, name)
        assign(self, value)

    members: dict[str, Any] = {name: property(weight_of) for name, weight_of in weights.items()}
    members |= {"__module__": base.__module__, "__setattr__": setattr_of, "__reduce_ex__": _reduced}
    name = next((each.prefix for each in weights.values() if hasattr(each, "prefix")), "") + base.__name__
    return type(name, (base,), {**members, "_computed_weights": dict(weights), "_own_class": base})


def _refuse(base: type, name: str) -> NoReturn:
    rule = f"expects {name} to stay what it is computed from, got another one; assign to its parts"
    raise TypeError(at_user_line(f"{base.__name__}: {rule}"))


def _reduced(module: Any, protocol: Any) -> tuple[Any, ...]:
    """For copies and pickles: the class can be made again of what it is made of."""
    return _made, (type(module)._own_class, type(module)._computed_weights), vars(module)


def _made(base: type, weights: Mapping[str, Any]) -> Any:
    return object.__new__(_class_of(base, weights))


def with_weights(module: M, weights: Mapping[str, Any]) -> M:
    base = getattr(type(module), "_own_class", type(module))
    object.__setattr__(module, "__class__", _class_of(base, weights) if weights else base)
    return module
