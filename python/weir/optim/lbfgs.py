"""L-BFGS, whose step asks a closure for losses until their values say that it ends."""

from __future__ import annotations

from typing import Any, Callable, Iterable, Sequence

from .. import _dtypes, _executor
from .._creation import zeros_like
from .._dispatch import cast
from .._errors import at_user_line
from .._grad_mode import enable_grad, no_grad
from .._joining import cat
from .._products import dot
from .._tensor import Tensor
from .._values import as_one
from .line_search import Point, strong_wolfe
from .optimizer import Group, Optimizer
from .saved_state import state_dtype

_SEARCHES = (None, "strong_wolfe")
_LEAST_CURVATURE = 1e-10  # a move along which the gradient hardly grows says nothing of the Hessian
Closure = Callable[[], Any]


class LBFGS(Optimizer):
    """L-BFGS, for whole batches: a step makes up to `max_iter` moves along the gradient times an estimate of the
    inverse Hessian, which the last `history_size` moves and the changes of the gradient in them give. A move is lr
    times that; the very first one is divided by the gradient's 1-norm where that is above 1; with `line_search_fn`
    "strong_wolfe" it is as long as that search says, which begins there. A step ends early where no element of the
    gradient is above `tolerance_grad`, where the loss or all elements change by less than `tolerance_change`, and where
    the closure was called `max_eval` times, by default 5/4 of max_iter. All parameters are one group and one vector,
    whose state the first one has. Nocedal and Wright, "Numerical Optimization", 2006, algorithms 7.4 and 7.5."""

    steps_in_graphs = False

    def __init__(
        self,
        params: Iterable[Any],
        lr: float = 1.0,
        max_iter: int = 20,
        max_eval: int | None = None,
        tolerance_grad: float = 1e-7,
        tolerance_change: float = 1e-9,
        history_size: int = 100,
        line_search_fn: str | None = None,
        **ways: Any,
    ):
        counts = {"max_iter": max_iter, "max_eval": max_iter * 5 // 4 if max_eval is None else max_eval}
        tolerances = {"tolerance_grad": tolerance_grad, "tolerance_change": tolerance_change}
        rest = {"history_size": history_size, "line_search_fn": line_search_fn}
        super().__init__(params, {"lr": lr, **counts, **tolerances, **rest}, ways)

    def add_param_group(self, param_group: Group) -> None:
        """Raises ValueError for a second group."""
        if self.param_groups:
            raise ValueError(at_user_line("LBFGS: expects one group of parameters, got two"))
        super().add_param_group(param_group)

    def check(self, group: Group) -> None:
        self.check_not_negative(group, "lr", "max_iter", "max_eval", "tolerance_grad", "tolerance_change")
        most, search = group["history_size"], group["line_search_fn"]
        if not most >= 1:
            raise ValueError(at_user_line(f"LBFGS: expects history_size to be at least 1, got {most}"))
        if search not in _SEARCHES:
            rule = "expects line_search_fn to be None or 'strong_wolfe'"
            raise ValueError(at_user_line(f"LBFGS: {rule}, got {search!r}"))
        for name in ("maximize", "clip_grad_max_norm"):
            if group.get(name):
                raise ValueError(at_user_line(f"LBFGS: expects a group without {name}, got {group[name]}"))

    def step(self, closure: Closure | None = None) -> Any:
        """Moves the parameters, and gives the loss that `closure` gave first. It sets gradients to zero, computes the
        loss and its gradients, and gives the loss. Raises TypeError without one, and RuntimeError inside of a build."""
        if not callable(closure):
            rule = "expects a closure that computes the loss and its gradients"
            raise TypeError(at_user_line(f"LBFGS.step: {rule}, got {type(closure).__name__}"))
        if _executor.current() is not None:
            rule = "expects to run outside of builds, as the values of losses decide what it does"
            raise RuntimeError(at_user_line(f"LBFGS.step: {rule}"))
        with no_grad():
            return self._moved(closure)

    def _moved(self, closure: Closure) -> Any:
        group, state = self.param_groups[0], self.state[self._parameters()[0]]
        calls = state.setdefault("func_evals", 0)
        state.setdefault("n_iter", 0)
        result = self._called(closure, state)
        loss, gradient = float(result), self._gradient()
        if _largest(gradient) <= group["tolerance_grad"]:
            return result
        state.update({name: _beside(gradient, kept) for name, kept in state.items()})
        for left in reversed(range(group["max_iter"])):
            direction, step = self._direction(gradient, state), float(group["lr"])
            if state["n_iter"] == 1:
                step *= min(1.0, 1.0 / float(gradient.abs().sum()))
            start = Point(0.0, loss, float(dot(gradient, direction)), gradient)
            state.update(d=direction, t=step, prev_flat_grad=gradient, prev_loss=loss)
            if start.slope > -group["tolerance_change"]:
                break
            most = group["max_eval"] - (state["func_evals"] - calls)
            end = self._move(closure, state, start, most, is_last=not left)
            loss, gradient, state["t"] = end.loss, end.gradient, end.step
            if (
                state["func_evals"] - calls >= group["max_eval"]
                or _largest(gradient) <= group["tolerance_grad"]
                or _largest(direction) * abs(end.step) <= group["tolerance_change"]
                or abs(loss - start.loss) < group["tolerance_change"]
            ):
                break
        return result

    def _move(self, closure: Closure, state: dict[str, Any], start: Point, most: int, is_last: bool) -> Point:
        """Goes along the direction; where that ends. `most` calls are left."""
        at, direction, step = self._vector(self._parameters()), state["d"], state["t"]

        def evaluate(step: float) -> Point:
            self._place(at + step * direction)
            loss, gradient = float(self._called(closure, state)), self._gradient()
            return Point(step, loss, float(dot(gradient, direction)), gradient)

        if self.param_groups[0]["line_search_fn"] is not None:
            end = strong_wolfe(evaluate, start, step, most, _largest(direction))
        elif is_last:  # nobody reads the loss there
            end = start._replace(step=step)
        else:
            return evaluate(step)
        self._place(at + end.step * direction)
        return end

    def _direction(self, gradient: Tensor, state: dict[str, Any]) -> Tensor:
        """The way to go, downhill; of what is known of the Hessian, with the last move."""
        state["n_iter"] += 1
        if state["n_iter"] == 1:
            state.update(old_dirs=[], old_stps=[], ro=[], H_diag=1)
            return -gradient
        self._remember(gradient - state["prev_flat_grad"], state["t"] * state["d"], state)
        known = list(zip(state["old_dirs"], state["old_stps"], state["ro"]))
        result, shares = -gradient, []
        for each in reversed(known):
            result, share = as_one("LBFGS.step", _without, result, *each)
            shares.append(share)
        result = result * state["H_diag"]
        for each in known:
            (result,) = as_one("LBFGS.step", _with, result, *each, shares.pop())
        return result

    def _remember(self, change: Tensor, move: Tensor, state: dict[str, Any]) -> None:
        """In lists of their own, as states that were saved have the others."""
        curvature, inverse, scale = as_one("LBFGS.step", _curvature, change, move)
        if float(curvature) > _LEAST_CURVATURE:
            for name, new in (("old_dirs", change), ("old_stps", move), ("ro", inverse)):
                state[name] = [*state[name], new][-self.param_groups[0]["history_size"] :]
            state["H_diag"] = scale

    # parameters as one vector

    def _called(self, closure: Closure, state: dict[str, Any]) -> Any:
        state["func_evals"] += 1
        with enable_grad():
            return closure()

    def _gradient(self) -> Tensor:
        """Of all parameters, zeros of those that the loss does not depend on."""
        return self._vector(zeros_like(each) if each.grad is None else each.grad for each in self._parameters())

    def _vector(self, tensors: Iterable[Tensor]) -> Tensor:
        dtype = _dtypes.common_dtype([state_dtype(each) for each in self._parameters()], [])
        return cat([cast(each, dtype).reshape(-1) for each in tensors])

    def _place(self, vector: Tensor) -> None:
        begin = 0
        for parameter in self._parameters():
            end = begin + parameter.numel()
            parameter.copy_(vector[begin:end].reshape(parameter.shape))
            begin = end


def _beside(vector: Tensor, kept: Any) -> Any:
    """What is kept, in the dtype and on the device of a vector: parameters may have been converted since."""
    if isinstance(kept, list):
        return [_beside(vector, each) for each in kept]
    return kept.to(vector.device, vector.dtype) if isinstance(kept, Tensor) else kept


def _largest(x: Tensor) -> float:
    return float(x.abs().max())


def _curvature(change: Tensor, move: Tensor) -> Sequence[Tensor]:
    """That along a move, its inverse, and what scales an estimate of the inverse Hessian to it."""
    curvature = dot(change, move)
    return curvature, 1 / curvature, curvature / dot(change, change)


def _without(x: Tensor, change: Tensor, move: Tensor, inverse: Tensor) -> Sequence[Tensor]:
    share = inverse * dot(move, x)
    return x - share * change, share


def _with(x: Tensor, change: Tensor, move: Tensor, inverse: Tensor, share: Tensor) -> Sequence[Tensor]:
    return (x + (share - inverse * dot(change, x)) * move,)
