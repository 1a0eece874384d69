"""Functions whose gradients Python computes."""

from __future__ import annotations

from functools import partial, wraps
from typing import Any, Callable, Sequence

from .. import _core, _executor, _random, _tracing
from .._creation import zeros
from .._errors import at_user_line
from .._grad_mode import is_grad_enabled, no_grad
from .._tensor import Tensor
from . import flow, tape, writing


class Context:
    """What `forward` of a Function leaves for `backward`: tensors by `save_for_backward`, all else as attributes."""

    def __init__(self, needs_input_grad: tuple[bool, ...]):
        self.needs_input_grad = needs_input_grad
        self._saved: tuple[Any, ...] = ()
        self._writes: list[int] = []
        self._apart: set[int] = set()  # ids of results that no gradients pass
        self._dirty: list[Any] = []  # arguments that `forward` has written to, and gives
        self._materializes = True

    def save_for_backward(self, *tensors: Any) -> None:
        """Keeps tensors, which must be as they are when `backward` reads them."""
        self._saved = tensors
        self._writes = [_writes(each) for each in tensors]

    @property
    def saved_tensors(self) -> tuple[Any, ...]:
        """The tensors that were saved. Raises RuntimeError if one was written to since."""
        if [_writes(each) for each in self._saved] != self._writes:
            raise RuntimeError(at_user_line("saved_tensors: expects tensors as they were saved, got one written to"))
        return self._saved

    def mark_dirty(self, *args: Any) -> None:
        """Says that `forward` has written to these of its arguments, which it gives: gradients of them pass the
        function from now on."""
        self._dirty += args

    def mark_non_differentiable(self, *results: Any) -> None:
        """Says that no gradients pass these results."""
        self._apart |= set(map(id, results))

    def set_materialize_grads(self, value: bool) -> None:
        """Whether gradients of results that nobody asks for are zeros, as they are at first, or None."""
        self._materializes = value


def _writes(tensor: Any) -> Any:
    """Another one once a tensor has been written to."""
    if not isinstance(tensor, Tensor):
        return 0
    trace = _tracing.current()
    return tensor._storage.writes if trace is None else trace.value(tensor)


class Function:
    """A function with a gradient of its own: a subclass has the static methods `forward(ctx, *args)`, which gets
    tensors that require no gradients, and `backward(ctx, *gradients)`, which gives a gradient or None for each of
    `args`. It is called by `apply`; inside `nn.Graph.build` both are traced, and gradients don't pass `backward`."""

    @staticmethod
    def forward(ctx: Any, *args: Any, **kwargs: Any) -> Any:
        """The function's results."""
        raise NotImplementedError(at_user_line("Function: expects a static method forward, found none"))

    @staticmethod
    def backward(ctx: Any, *gradients: Any) -> Any:
        """The gradients with respect to the arguments of `forward`."""
        raise NotImplementedError(at_user_line("Function: expects a static method backward, found none"))

    @classmethod
    def apply(cls, *args: Any, **kwargs: Any) -> Any:
        """Calls the function."""
        wanted = [isinstance(each, Tensor) and each.requires_grad for each in args]
        ctx = Context(tuple(wanted))
        notes = is_grad_enabled() and any(wanted)
        with no_grad():
            setup = getattr(cls, "setup_context", None)
            if setup is None:
                results = cls.forward(ctx, *args, **kwargs)
            else:
                results = cls.forward(*args, **kwargs)  # as PyTorch's newer form has it
                setup(ctx, args, results)
        several = results if isinstance(results, tuple) else (results,)
        made = [_apart(each, [*args, *several[:number]]) for number, each in enumerate(several)]
        passed = [
            isinstance(each, Tensor) and each.dtype.is_floating_point and id(given) not in ctx._apart
            for each, given in zip(made, several)
        ]
        if notes and any(passed):
            made = _noted(cls, ctx, wanted, [each for each, is_wanted in zip(args, wanted) if is_wanted], made, passed)
        for each in ctx._dirty:
            number = _number_of(each, several, cls.__name__)
            made[number] = _followed(each, made[number], notes and passed[number], cls.__name__)
        return tuple(made) if isinstance(results, tuple) else made[0]


class InplaceFunction(Function):
    """A Function, by the name that PyTorch has for those which may write to an argument: their `forward` says so by
    `ctx.mark_dirty`."""


def _number_of(tensor: Any, results: Sequence[Any], name: str) -> int:
    """Which result it is."""
    for number, each in enumerate(results):
        if each is tensor:
            return number
    raise RuntimeError(at_user_line(f"{name}: expects forward to give what mark_dirty names, got other results"))


def _followed(tensor: Any, result: Any, is_passed: bool, name: str) -> Any:
    """A tensor that `forward` has written to; gradients of it go where those of the result go, if any pass."""
    if not is_passed:
        return tensor
    trace = _tracing.current()
    if trace is None:
        writing.follow(tensor, result, name)
    else:
        trace.write(tensor, result, name)
    return tensor


class _Refused(Function):
    """Gives the first `count` of its arguments; no gradients pass them."""

    @staticmethod
    def forward(ctx: Any, count: int, *given: Any) -> Any:
        return given[:count]

    @staticmethod
    def backward(ctx: Any, *gradients: Any) -> Any:
        rule = "expects gradients once of a backward that is once_differentiable, got them of its results"
        raise RuntimeError(at_user_line(f"backward: {rule}"))


def once_differentiable(backward: Callable[..., Any]) -> Callable[..., Any]:
    """Decorates a Function's `backward` which no gradients pass: those of its results are a RuntimeError."""

    @wraps(backward)
    def computed(ctx: Any, *gradients: Any) -> Any:
        with no_grad():
            found = backward(ctx, *gradients)
        if not is_grad_enabled() or not any(isinstance(each, Tensor) and each.requires_grad for each in gradients):
            return found
        several = _several(found)
        refused = _Refused.apply(len(several), *several, *gradients)
        return refused if isinstance(found, (tuple, list)) else refused[0]

    return computed


def _noted(
    cls: type[Function], ctx: Context, wanted: list[bool], operands: list[Any], made: list[Any], passed: list[bool]
) -> list[Any]:
    """The results, of which gradients that have passed go on to the operands."""
    trace = _tracing.current()
    if trace is not None:
        made = [trace.apart(each, operands) if is_passed else each for each, is_passed in zip(made, passed)]
    results = [each for each in made if isinstance(each, Tensor)]
    gradients = _Gradients(cls, ctx, wanted, operands, results)
    if trace is not None:
        noted = [each if is_passed else None for each, is_passed in zip(made, passed) if isinstance(each, Tensor)]
        trace.called.note(cls.__name__, partial(gradients, device=trace.device), operands, noted)
        return made
    step = _Called(gradients, [tape.edge_of(each) for each in operands], results)
    are_passed = (is_passed for each, is_passed in zip(made, passed) if isinstance(each, Tensor))
    for number, (each, is_passed) in enumerate(zip(results, are_passed)):
        if is_passed:
            tape.attach(each, step, number)
    return made


def _apart(result: Any, others: Sequence[Any]) -> Any:
    """A result that is an argument, or another result, becomes a tensor of its own over the same memory."""
    return result.detach() if any(result is each for each in others if isinstance(each, Tensor)) else result


class _Gradients:
    """The gradients of a call with respect to those of its operands that are wanted."""

    def __init__(
        self,
        function: type[Function],
        context: Context,
        wanted: list[bool],
        operands: Sequence[Any],
        results: Sequence[Any],
    ):
        self.name = function.__name__
        self._function, self._context, self._wanted = function, context, wanted
        self._operands = [(each.dtype, each.shape) for each in operands]
        self._results = [(each.dtype, each.shape) for each in results]

    def __call__(self, of_results: Sequence[Any], device: Any) -> Sequence[Any]:
        given = list(of_results)
        for number, (dtype, shape) in enumerate(self._results):
            if given[number] is None and self._context._materializes:
                given[number] = zeros(shape, dtype=dtype, device=device)
        found = self._function.backward(self._context, *given)
        several = found if isinstance(found, tuple) else (found,)
        count = len(self._wanted)
        if len(several) < count or any(each is not None for each in several[count:]):
            raise RuntimeError(at_user_line(f"{self.name}.backward: expects {count} gradients, got {len(several)}"))
        wanted = [each for each, is_wanted in zip(several, self._wanted) if is_wanted]
        return [self._fitting(each, *like) for each, like in zip(wanted, self._operands)]

    def _fitting(self, gradient: Any, dtype: Any, shape: Sequence[int]) -> Any:
        """The gradient in the dtype and shape of its operand, summed where that was broadcast."""
        if gradient is None:
            return None
        if not isinstance(gradient, Tensor):
            got = type(gradient).__name__
            raise TypeError(at_user_line(f"{self.name}.backward: expects tensors or None, got {got}"))
        if tuple(gradient.shape) != tuple(shape):
            try:
                gradient = gradient.sum_to_size(shape)
            except ValueError:
                facts = f"shape {tuple(shape)}, got {tuple(gradient.shape)}"
                raise RuntimeError(at_user_line(f"{self.name}.backward: expects a gradient of {facts}")) from None
        return gradient.to(dtype)


class _Called(tape.Step):
    __slots__ = ("_gradients",)

    def __init__(self, gradients: _Gradients, edges: Sequence[Any], results: Sequence[Any]):
        super().__init__(edges, results)
        self._gradients = gradients

    def __repr__(self) -> str:
        return f"<{self._gradients.name}>"

    def name(self) -> str:
        """That of the Function, as PyTorch calls its gradient."""
        return f"{self._gradients.name}Backward"

    def gradients(self, of_results: Sequence[Any], device: Any, keeps: bool) -> Sequence[Any]:
        return self._gradients(of_results, device)


class _Again(tape.Step):
    """A function that is called again when its gradients are asked for."""

    __slots__ = ("_function", "_args", "_kwargs", "_writes", "_drawn", "_numbers")

    def __init__(
        self,
        function: Callable[..., Any],
        args: Sequence[Any],
        kwargs: Any,
        drawn: Any,
        edges: Sequence[Any],
        results: dict[int, Any],
    ):
        super().__init__(edges, list(results.values()))
        self._function, self._args, self._kwargs, self._drawn = function, args, kwargs, drawn
        self._writes = [_writes(each) for each in args]
        self._numbers = list(results)  # of the results that gradients pass

    def __repr__(self) -> str:
        return "<checkpoint>"

    def gradients(self, of_results: Sequence[Any], device: Any, keeps: bool) -> Sequence[Any]:
        if [_writes(each) for each in self._args] != self._writes:
            raise RuntimeError(at_user_line("checkpoint: expects arguments as they were, got one that was written to"))
        generator = _random.default_generator
        now, generator._state = generator._state, self._drawn
        first = tape.next_number()
        try:
            with _executor.gradients(True):
                results = _several(self._function(*self._args, **self._kwargs))
        finally:
            generator._state = now
        made = [results[number] for number in self._numbers]
        roots = [(y, g) for y, g in zip(made, of_results) if g is not None and y.requires_grad]
        create_graph = _executor.gradients_flow()
        found, _ = flow.walk(roots, self.edges, create_graph, keeps=create_graph, ends_before=first)
        return found


def _several(results: Any) -> tuple[Any, ...]:
    return tuple(results) if isinstance(results, (tuple, list)) else (results,)


def _ends(results: Sequence[Any], first: int) -> list[Any]:
    """Where gradients of results go that have passed all steps from the number `first` on."""
    ends, seen = [], set()
    found = [tape.edge_of(each) for each in results]
    while found:
        owner, number = found.pop()
        if (id(owner), number) in seen:
            continue
        seen.add((id(owner), number))
        if number < 0 or owner.sequence < first:
            ends.append((owner, number))
        else:
            found += owner.edges
    return ends


def called_again(function: Callable[..., Any], args: Sequence[Any], kwargs: Any) -> Any:
    """What the function gives; what it computes in between is not kept, but computed again for gradients."""
    if not _executor.gradients_flow():
        return function(*args, **kwargs)
    drawn = _random.default_generator._state
    first = tape.next_number()
    results = function(*args, **kwargs)
    made = {
        number: each
        for number, each in enumerate(_several(results))
        if isinstance(each, Tensor) and each.grad_fn is not None and each.grad_fn.sequence >= first
    }
    if made:
        edges = _ends(list(made.values()), first)
        step = _Again(function, args, kwargs, drawn, edges, made)
        for number, each in enumerate(made.values()):
            tape.attach(each, step, number)
    return results
