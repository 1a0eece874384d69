"""What tensors say of gradients, and how these are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Sequence

from . import _core, _executor, _tracing
from ._errors import at_user_line
from ._gradient_flow import scalar
from ._tensor_base import APART, TensorBase

if TYPE_CHECKING:
    from ._tensor import Tensor


def _outside(function: str) -> _executor.EagerExecutor:
    """Who executes ops outside of `build`, for what isn't inside."""
    if _executor.current() is not None:
        raise RuntimeError(at_user_line(f"{function}: expects to be outside of nn.Graph.build"))
    return _executor.eager()


class GradientMethods:
    """Gradients of a trace inside of `build`, of the tape outside of it."""

    __slots__ = ()

    @property
    def requires_grad(self: Any) -> bool:
        """Whether `backward` finds the gradient of this tensor. Setting it raises TypeError for dtypes that are not
        floating-point."""
        self._follow()
        return self._requires_grad

    @requires_grad.setter
    def requires_grad(self: Any, wanted: bool) -> None:
        if wanted and not self.dtype.is_floating_point:
            raise TypeError(at_user_line(f"expects a floating-point dtype to require gradients, got {self.dtype.name}"))
        self._follow()
        if self._node is not None and not wanted:
            raise RuntimeError(at_user_line("requires_grad: expects a leaf to be set to False; use detach of a result"))
        _core.count_op()
        self._requires_grad = bool(wanted)
        if self._trace is None:
            if wanted:
                self._storage.note_history()
                if self._view is not None and self._node is None:  # a leaf of its own from now on
                    self._view = self._view._replace(value=APART)
            _tracing.something_changed()
        elif wanted:
            self._trace.add_leaf(self)

    def requires_grad_(self: Any, requires_grad: bool = True) -> Tensor:
        """Sets `requires_grad`; the tensor itself."""
        self.requires_grad = requires_grad
        return self

    @property
    def is_leaf(self: Any) -> bool:
        """Whether no op that gradients pass has made the tensor."""
        self._follow()
        return self._node is None

    @property
    def grad_fn(self: Any) -> Any:
        """What gradients of the tensor pass first, of one with data; None of a leaf."""
        self._follow()
        return self._node

    def _follow(self: Any) -> None:
        """A view with data has the history of what its source is now."""
        if self._view is not None and self._trace is None:
            _executor.eager().follow(self)

    @property
    def output_nr(self: Any) -> int:
        """Which of the results of `grad_fn` the tensor is."""
        return 0 if self._node is None else self._value

    def register_hook(self: Any, hook: Callable[[Any], Any]) -> Any:
        """Lets the gradient of this tensor be what `hook` makes of it, unless that is None. The handle's `remove` takes
        the hook away. Only outside of `build`."""
        return _outside("register_hook").register_hook(self, hook)

    def register_post_accumulate_grad_hook(self: Any, hook: Callable[[Any], Any]) -> Any:
        """Calls `hook` with this leaf each time that `backward` has added to its `grad`. Only outside of `build`."""
        return _outside("register_post_accumulate_grad_hook").register_behind(self, hook)

    def retain_grad(self: Any) -> None:
        """Lets this result keep its gradient in `grad`, as leaves do. Only outside of `build`."""
        _outside("retain_grad").retain(self)

    @property
    def retains_grad(self: Any) -> bool:
        """Whether this result keeps its gradient."""
        return self._node is not None and _executor.eager().retains(self)

    @property
    def grad(self: Any) -> Tensor | None:
        """The gradient that `backward` has found so far, or None. What it finds inside of `build` is there alone."""
        trace = _tracing.current()
        return trace.grad(self) if trace is not None else self._grad

    @grad.setter
    def grad(self: Any, gradient: Tensor | None) -> None:
        trace = _tracing.current()
        if trace is not None:
            trace.set_grad(self, gradient)
        elif gradient is not None and (gradient.shape != self.shape or gradient.dtype is not self.dtype):
            got = f"{gradient.dtype.name} of shape {tuple(gradient.shape)}"
            raise ValueError(
                at_user_line(f"grad: expects {self.dtype.name} of shape {tuple(self.shape)}, got {got}")
            )
        else:
            self._grad = gradient

    @grad.deleter
    def grad(self: Any) -> None:
        self.grad = None

    def backward(
        self: Any,
        gradient: Tensor | None = None,
        retain_graph: bool | None = None,
        create_graph: bool = False,
        inputs: Tensor | Sequence[Tensor] | None = None,
    ) -> None:
        """Computes the gradients of this scalar, or of the tensor times `gradient`, with respect to all tensors, or
        those of `inputs`, that it depends on and that require them, and adds them to their `grad`. Further gradients
        flow through these with `create_graph`. It may be called again with `retain_graph`, and inside of `build`
        whatever that says."""
        wanted = [inputs] if isinstance(inputs, TensorBase) else inputs
        if _executor.current() is None:
            keeps = create_graph if retain_graph is None else retain_graph
            if self._held is None:
                self._with_storage("backward")
            _executor.eager().backward([self], [gradient], wanted, create_graph, keeps)
            return
        trace = _tracing.required("backward")
        trace.backward(scalar(trace, self, gradient), wanted, create_graph)
