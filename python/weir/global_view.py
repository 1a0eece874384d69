"""Local programs as global ones, in OneFlow's words: `flow.utils.global_view`."""

from __future__ import annotations

from contextlib import ContextDecorator
from typing import Any, NamedTuple

from . import _core, _device
from ._errors import at_user_line
from ._global import GlobalTensor, created
from ._placement import placement as Placement
from ._spelling import set_created
from ._tensor import Tensor
from ._trees import tree_map
from .sbp import axes_of, sbp as Sbp

__all__ = ["current_global_mode", "global_mode", "to_global", "to_local"]


class GlobalMode(NamedTuple):
    """What functions that make tensors are told by `global_mode`."""

    is_enabled: bool = False
    placement: Any = None
    sbp: Any = None


_LOCAL = GlobalMode()


def current_global_mode() -> GlobalMode:
    """Its `is_enabled`, `placement` and `sbp`."""
    return _core.global_mode() or _LOCAL


class global_mode(ContextDecorator):
    """`with global_mode(True, placement=place, sbp=flow.sbp.broadcast):` lets functions that make tensors of nothing or
    of numbers (`zeros`, `arange`, `randn` and their like) make global ones, unless they are told where; with a `device`
    the same ranks' devices of its type have them. `with global_mode(False):` lets them make local ones inside of such a
    block. Layers are made as ever: `to_global` puts them on ranks."""

    def __init__(self, enabled: bool, placement: Any = None, sbp: Any = None) -> None:
        if not enabled and (placement is not None or sbp is not None):
            raise ValueError(at_user_line("global_mode: expects no placement and no sbp where it is not enabled"))
        if enabled and not isinstance(placement, Placement):
            raise TypeError(at_user_line(f"global_mode: expects a weir.placement, got {placement!r}"))
        held = axes_of(sbp, len(placement.mesh), "global_mode") if enabled else None
        self._mode = GlobalMode(bool(enabled), placement, held)

    def _recreate_cm(self) -> global_mode:
        """For a call of what it decorates: calls may overlap."""
        return global_mode(*self._mode)

    def __enter__(self) -> global_mode:
        _core.enter_global_mode(self._mode)
        return self

    def __exit__(self, *_: Any) -> None:
        _core.leave_global_mode()


def _told(function: str, given: dict[str, Any]) -> tuple[Any, Any] | None:
    """Placement and sbp of the tensor that a function makes, taken out of its keywords; None of a local one."""
    place, sbp = given.pop("placement", None), given.pop("sbp", None)
    if place is None and sbp is None:
        mode = current_global_mode()
        if not mode.is_enabled:
            return None
        device = given.pop("device", None)
        return mode.placement if device is None else mode.placement.on(_device.device(device).type), mode.sbp
    if given.get("device") is not None:
        rule = "expects either device or placement and sbp"
        raise TypeError(at_user_line(f"{function}: {rule}, got both"))
    return place, sbp


def to_global(input: Any, placement: Any = None, sbp: Any = None, **_: Any) -> Any:
    """The tensor, or a container with its tensors, local or global ones, as global tensors that ranks hold so. All
    ranks call it. `sbp` may be a function of the input and a tensor in it, which says how that is held."""

    def held(each: Any) -> Any:
        if not isinstance(each, Tensor):
            return each
        of_function = callable(sbp) and not isinstance(sbp, Sbp)
        return each.to_global(placement, sbp(input, each) if of_function else sbp)

    return tree_map(held, input)


def to_local(input: Any, *, copy: bool = False) -> Any:
    """The tensor, or a container with its tensors, in which global tensors are what this rank has of them, over the
    same memory unless `copy`."""

    def local(each: Any) -> Any:
        if not isinstance(each, GlobalTensor):
            return each
        return each.to_local().clone() if copy else each.to_local()

    return tree_map(local, input)


set_created(_told, created)
