"""Automatic mixed precision of ops that run one by one, in PyTorch's words. A graph has `config.enable_amp()`."""

from __future__ import annotations

import contextlib
from functools import partial, wraps
from typing import Any, Callable

from . import _core, _dtypes, _executor, _ops
from ._errors import at_user_line
from ._grad_mode import no_grad
from ._tensor_base import TensorBase
from ._trees import tree_map

__all__ = [
    "GradScaler",
    "autocast",
    "custom_bwd",
    "custom_fwd",
    "get_autocast_dtype",
    "is_autocast_cpu_enabled",
    "is_autocast_enabled",
]


def is_autocast_enabled(device_type: str | None = None) -> bool:
    """Whether this thread is inside of `autocast`, which is for all devices."""
    enabled: bool = _core.autocasts()
    return enabled


def is_autocast_cpu_enabled() -> bool:
    """The same as `is_autocast_enabled`."""
    return is_autocast_enabled()


def get_autocast_dtype(device_type: str) -> _dtypes.dtype:
    """weir.bfloat16, in which `autocast` computes on all devices."""
    return _dtypes.bfloat16


class autocast(contextlib.ContextDecorator):
    """Products and convolutions inside, and their gradients, are computed in bfloat16 and accumulated in float32.
    Results keep their dtype. Raises ValueError for another `dtype`: float16 would need losses that are scaled. Inside
    `build`, where the graph's `config.enable_amp()` decides, RuntimeError is raised unless it says the same."""

    def __init__(
        self,
        device_type: str = "cpu",
        dtype: _dtypes.dtype | None = None,
        enabled: bool = True,
        cache_enabled: bool | None = None,
    ):
        if dtype not in (None, _dtypes.bfloat16):
            raise ValueError(at_user_line(f"autocast: expects dtype weir.bfloat16, got {dtype!r}"))
        self._enabled = bool(enabled)
        self._before: list[bool] = []

    def __enter__(self) -> autocast:
        trace = _executor.current()
        if trace is not None and self._enabled != getattr(trace, "amp", False):
            rule = f"expects a graph {'with' if self._enabled else 'without'} config.enable_amp() in nn.Graph.build"
            raise RuntimeError(at_user_line(f"autocast: {rule}; not supported yet: parts of a graph"))
        self._before.append(is_autocast_enabled())
        _core.let_autocast(self._enabled)
        return self

    def __exit__(self, *error: Any) -> None:
        _core.let_autocast(self._before.pop())


def _switched(enabled: bool) -> Any:
    """What a `with` is inside of: `autocast`, unless that is so anyway."""
    return contextlib.nullcontext() if enabled == is_autocast_enabled() else autocast(enabled=enabled)


def custom_fwd(
    fwd: Any = None, *, device_type: str | None = None, cast_inputs: _dtypes.dtype | None = None
) -> Callable[..., Any]:
    """Decorates the `forward` of an `autograd.Function`. With `cast_inputs` it gets, inside of `autocast`, tensors of
    floats in that dtype, and computes as outside of it."""
    if fwd is None:
        return partial(custom_fwd, device_type=device_type, cast_inputs=cast_inputs)

    def cast(value: Any) -> Any:
        is_cast = isinstance(value, TensorBase) and value.dtype.is_floating_point
        return value.to(cast_inputs) if is_cast else value

    @wraps(fwd)
    def forward(ctx: Any, *args: Any, **kwargs: Any) -> Any:
        ctx._computed_narrow = is_autocast_enabled() and cast_inputs is None
        if cast_inputs is None or not is_autocast_enabled():
            return fwd(ctx, *args, **kwargs)
        with _switched(False):
            return fwd(ctx, *tree_map(cast, args), **tree_map(cast, kwargs))

    return forward


def custom_bwd(bwd: Any = None, *, device_type: str | None = None) -> Callable[..., Any]:
    """Decorates the `backward` of an `autograd.Function` whose `forward` is a `custom_fwd`: it is inside of `autocast`
    where that was."""
    if bwd is None:
        return partial(custom_bwd, device_type=device_type)

    @wraps(bwd)
    def backward(ctx: Any, *gradients: Any) -> Any:
        with _switched(ctx._computed_narrow):
            return bwd(ctx, *gradients)

    return backward


class GradScaler:
    """Scales losses so that small gradients are numbers of narrow dtypes, and steps optimizers by gradients that are
    scaled back. Where one is not finite, the step is left out and the scale shrinks; it grows after `growth_interval`
    steps without that."""

    def __init__(
        self,
        device: str = "cpu",
        init_scale: float = 65536.0,
        growth_factor: float = 2.0,
        backoff_factor: float = 0.5,
        growth_interval: int = 2000,
        enabled: bool = True,
    ):
        self._scale, self._enabled = float(init_scale), bool(enabled)
        self._growth, self._backoff, self._interval = growth_factor, backoff_factor, growth_interval
        self._good_steps = 0
        self._finite: dict[int, bool] = {}  # by the id of the optimizer whose gradients have been scaled back

    def is_enabled(self) -> bool:
        """Whether it does anything."""
        return self._enabled

    def get_scale(self) -> float:
        """What losses are multiplied by."""
        return self._scale if self._enabled else 1.0

    def scale(self, outputs: Any) -> Any:
        """A tensor, or several in a list or tuple, times the scale."""
        if not self._enabled:
            return outputs
        if isinstance(outputs, TensorBase):
            return _ops.mul(outputs, self._scale)
        return type(outputs)(map(self.scale, outputs))

    def unscale_(self, optimizer: Any) -> None:
        """Divides the gradients of an optimizer's parameters by the scale, at most once per step."""
        if not self._enabled:
            return
        if id(optimizer) in self._finite:
            raise RuntimeError(at_user_line("unscale_: expects gradients that are scaled, got some scaled back"))
        finite = True
        with no_grad():
            for group in optimizer.param_groups:
                for parameter in group["params"]:
                    if parameter.grad is not None:
                        parameter.grad = _ops.mul(parameter.grad, 1 / self._scale)
                        finite = finite and bool(_ops.all(_ops.isfinite(parameter.grad)))
        self._finite[id(optimizer)] = finite

    def step(self, optimizer: Any, *args: Any, **kwargs: Any) -> Any:
        """Steps the optimizer, unless a gradient is not finite."""
        if not self._enabled:
            return optimizer.step(*args, **kwargs)
        if id(optimizer) not in self._finite:
            self.unscale_(optimizer)
        return optimizer.step(*args, **kwargs) if self._finite[id(optimizer)] else None

    def update(self, new_scale: float | None = None) -> None:
        """Behind the steps: the scale of the next ones."""
        if new_scale is not None:
            self._scale = float(new_scale)
        elif not all(self._finite.values()):
            self._scale, self._good_steps = self._scale * self._backoff, 0
        else:
            self._good_steps += 1
            if self._good_steps >= self._interval:
                self._scale, self._good_steps = self._scale * self._growth, 0
        self._finite.clear()

    def state_dict(self) -> dict[str, Any]:
        """The scale, how it changes, and the steps since it did; empty where the scaler does nothing."""
        if not self._enabled:
            return {}
        return {
            "scale": self._scale,
            "growth_factor": self._growth,
            "backoff_factor": self._backoff,
            "growth_interval": self._interval,
            "_growth_tracker": self._good_steps,
        }

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Goes on from such a state. Raises RuntimeError for an empty one, unless the scaler does nothing."""
        if not self._enabled:
            return
        if not state_dict:
            rule = "expects a state of a scaler that is enabled, got an empty one"
            raise RuntimeError(at_user_line(f"GradScaler.load_state_dict: {rule}"))
        self._scale, self._good_steps = float(state_dict["scale"]), int(state_dict["_growth_tracker"])
        self._growth = state_dict.get("growth_factor", self._growth)
        self._backoff = state_dict.get("backoff_factor", self._backoff)
        self._interval = state_dict.get("growth_interval", self._interval)
