"""The trace of one `build`: which values stand for which tensors, variables, gradients."""

from __future__ import annotations

import copy
import functools
import operator
import weakref
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Callable, Iterable, Iterator, Mapping, Sequence

import numpy as np

from . import _core, _dtypes, _executor, _extension, _session, _views, _watch
from ._assigned import Assigned
from ._called_functions import CalledFunctions
from ._errors import Location, at_user_line, user_location
from ._gradient_flow import GradientFlow, check_scalar
from ._history import History
from ._number import Number, Source
from ._records import OPS
from ._open_sizes import OpenSizes, known
from ._tensor_base import TensorBase, is_traced, memory_of, traced
from ._traced_calls import Calls
from ._traced_op import TracedOp, built_attribute
from ._traced_ranks import TracedRanks

if TYPE_CHECKING:
    from ._device import device
    from ._random import Generator
    from ._random_stream import Stream
    from ._spec import Op
    from ._tensor import Tensor
    from .optim.optimizer import Optimizer


ABSENT = 2**32 - 1  # in the place of an optional operand's value, as TraceBuilder has it


def current() -> Trace | None:
    """The trace that ops are recorded in, if `build` is running."""
    executor = _executor.current()
    return executor if isinstance(executor, Trace) else None


def required(function: str) -> Trace:
    """The trace, for a function that needs one."""
    trace = current()
    if trace is None:
        raise _executor.only_in_build(function)
    return trace


def something_changed() -> None:
    """Says that a flag or a member that traces depend on, of any module, tensor or optimizer, has changed."""
    _core.something_changed()


def changes() -> int:
    """How often that was."""
    return _core.changes()  # type: ignore[no-any-return]


def require_no_build() -> None:
    """Fails where a graph is called in the build of another."""
    if current() is not None:
        raise RuntimeError(at_user_line("expects a graph to be called outside nn.Graph.build"))


class Trace(TracedRanks):
    """Records ops into one job of a module, of which a run may execute several parts.

    A tensor that has storage is a variable of the job: read where it is used first, assigned at the end if it was
    written to. `name_of` suggests its name in the session. All tensors are on one device: that of the first one, and
    where there is none, `device`."""

    def __init__(
        self,
        module: str,
        job: str,
        name_of: Callable[[Tensor], str],
        stream_of: Callable[[Generator, device], Stream],
        device: device,
        report: Callable[[int, Callable[[], str]], None] = lambda level, text: None,
        parts: int = 1,
        layers: Mapping[int, str] | None = None,
    ):
        super().__init__()
        self.amp = False  # whether products are computed in bfloat16
        self.parts = parts  # of what a call gets: a run executes the job for each
        self._report = report  # what happens, and from which level of detail on it is said
        self._builder = _extension.mlir().TraceBuilder(module)
        self._builder.begin_job(job, parts, self.where())
        self.sizes = OpenSizes(self._builder, _extension.mlir().SizeRule, self._upto)
        self.calls = Calls(self._builder, layers or {}, report)
        self._job = job
        self._name_of = name_of
        self._first_tensor = ""  # that said which device it is
        self.device = device
        self._stream_of = stream_of
        self.streams: dict[Generator, Stream] = {}  # that a run draws from
        self.stepped: dict[Optimizer, None] = {}
        self.variables: dict[str, Tensor] = {}
        self.carried_like: dict[str, Tensor] = {}
        self.written: set[str] = set()  # of these, what a run writes
        self.assigned = Assigned(self)
        self.splits_state_from: int | None = None  # elements of what optimizers keep, where ranks divide that
        self.number_keys: Mapping[Any, Source] = {}  # of attributes that are inputs
        self.numbers: dict[Any, Number] = {}  # of these, those that were read, in the order of inputs
        self.tokens: dict[Any, Any] = {}  # of attributes that were read, by owner's id and name
        self.reads: dict[Any, _watch.Read] = {}
        self.ops: list[TracedOp] = []  # that compute from operands, in order
        self.inputs: list[Tensor] = []
        self.views: weakref.WeakValueDictionary[int, Tensor] = weakref.WeakValueDictionary()  # by id
        self._begin_job()

    def where(self) -> Location:
        """The line that what is recorded now comes from."""
        return user_location()

    def _begin_job(self) -> None:
        self._draws: dict[Generator, tuple[Tensor, Tensor]] = {}  # seed and step, as the job draws with them
        self._values: dict[str, int] = {}  # of variables as they are now
        self._first: dict[str, int] = {}  # as read
        self._apart: dict[int, tuple[int, int]] = {}  # of other tensors over a variable, by id: made of, and as
        self._uncut: set[str] = set()  # variables that were written and not used since
        self._history = History()
        self._flow = GradientFlow()
        self.called = CalledFunctions(self)
        self._tensors: list[Tensor] = []  # whose ids are keys here
        self._grads: dict[int, Tensor] = {}
        self.gradients_flow = True  # through the ops that follow
        self.keeps_history = True  # of these ops; without, gradients end at what they compute
        self.backward_ran = self.found_gradients = False

    def epilogue(self, job: str) -> Trace:
        """A trace of what a run executes once, behind all parts, of the same module; this one has ended."""
        trace = copy.copy(self)
        trace._begin_job()
        trace.parts = 1
        self._builder.begin_epilogue(job, self._job, self.where())
        return trace

    @contextmanager
    def recording(self) -> Iterator[None]:
        """Ops inside are recorded here."""
        require_no_build()
        try:
            with _executor.executing(self), _watch.recording(self._note):
                yield
        finally:
            self.assigned.restore()
            self.sizes.has_ended = True

    def _note(self, owner: Any, name: str, value: Any) -> Any:
        """Notes what an attribute is when the trace reads it first; what the reader gets."""
        key = (id(owner), name)
        if self.assigned.holds(owner, name):
            return value
        is_number = key in self.number_keys and type(value) is float
        if key not in self.tokens:
            self.tokens[key] = _watch.NUMBER if is_number else _watch.token(value)
            self.reads[key] = _watch.Read(owner, name)
            _watch.names.add(name)
        if not is_number:
            return value
        if key not in self.numbers:
            self.numbers[key] = self.add_number(self.number_keys[key])
        return self.numbers[key]

    # values

    def _place(self, device: device, what: str, user: str) -> None:
        if not self._first_tensor:
            self.device, self._first_tensor = device, what
        elif device is not self.device:
            got = f"{self._first_tensor} on {self.device} and {what} on {device}"
            raise RuntimeError(at_user_line(f"{user}: expects all tensors of a graph on one device, got {got}"))

    def add_input(self, name: str, tensor: Tensor, shape: tuple[int, ...] | None = None) -> Tensor:
        """An input like a tensor; in its shape may stand what stands for sizes that are open."""
        self._place(tensor._device, f"argument '{name}'", "graph")
        shape = tuple(tensor.shape) if shape is None else shape
        is_sliced = self.parts > 1 and shape != ()
        if is_sliced:
            shape = (shape[0] // self.parts, *shape[1:])
        value = self._builder.add_input(name, tensor.dtype.index, shape, is_sliced, self.where())
        self.inputs.append(self._wrap((value, tensor.dtype.index, shape)))
        return self.inputs[-1]

    def add_number(self, source: Source) -> Number:
        """A float as an input, behind all tensors."""
        dtype = _dtypes.float64
        value = self._builder.add_input(source.label, dtype.index, (), False, self.where())
        return Number(source, self._wrap((value, dtype.index, ())))

    def _wrap(self, result: tuple[int, int, tuple[int, ...]], reached: int = 0) -> Tensor:
        value, index, shape = result
        if self.sizes:
            shape = self.sizes.shape(shape)
        dtype = _dtypes.ALL[index]
        if not dtype.is_floating_point:
            reached = 0
        elif reached:
            self._history.add(value, reached)
        return traced(self, value, dtype, shape, reached != 0)

    def value(self, tensor: Tensor, user: str = "graph") -> int:
        """The number of the value that `tensor` has now. `user` is who is blamed for the tensor's device."""
        if tensor._trace is not None and tensor._held is None:
            if tensor._trace is not self:
                raise RuntimeError(
                    at_user_line("expects tensors of this graph, got one traced in another call of build")
                )
            if tensor._view is not None:
                self._follow_source(tensor)
            return tensor._value
        value = self._value_of_variable(tensor, user)
        if tensor.requires_grad:
            self._history.mark(tensor, value)
        return value

    def _follow_source(self, view: Tensor) -> None:
        """Gives a view the value that it has since its source was written to."""
        made = view._view
        now = self.value(made.source)
        if now == made.value:
            return
        if not _views.is_view(view):
            view._view = None
            return
        if self._history.is_leaf(view):
            raise RuntimeError(at_user_line("expects no write to the source of a view that gradients were asked for"))
        (again,) = self.emit(made.op, [made.source], made.attributes)
        view._value, view._requires_grad = again._value, again._requires_grad
        view._view = made._replace(value=now)

    def _value_of_variable(self, tensor: Tensor, user: str) -> int:
        name = memory_of(tensor).variable
        if name not in self._values or tensor._device is not self.device:
            name = self._read(tensor, user)
        if name in self._uncut:
            self._uncut.discard(name)
            self._values[name] = self._detached(self._values[name])
        current = self._values[name]
        if self.variables[name] is tensor or not tensor.dtype.is_floating_point:
            return current
        # A tensor over the memory of another has a value, and so a gradient, of its own.
        source, own = self._apart.get(id(tensor), (-1, -1))
        if source != current:
            own = self._detached(current)
            self._apart[id(tensor)] = (current, own)
            self._tensors.append(tensor)
        return own

    def _read(self, tensor: Tensor, user: str) -> str:
        suggestion = self._name_of(tensor)
        self._place(tensor._device, f"variable '{suggestion}'", user)
        name = _session.name_variable(tensor, suggestion)
        where = self.where()
        shape = self.sizes.numbers(tensor.shape)
        self._builder.add_variable(name, tensor.dtype.index, shape, "", where)
        self._values[name] = self._first[name] = self._builder.read(name, where)
        self.variables[name] = tensor
        return name

    def write(self, tensor: Tensor, new: Tensor, name: str = "copy_", is_uniform: bool = False) -> None:
        """From here on, and after the run if it has storage, `tensor` has the value `new`, and so have the elements
        that it is a view of."""
        before = self.value(tensor)
        if new.dtype is not tensor.dtype or tuple(new.shape) != tuple(tensor.shape):
            got = f"{new.dtype.name} of shape {tuple(new.shape)}"
            raise ValueError(at_user_line(f"expects a {tensor.dtype.name} of shape {tuple(tensor.shape)}, got {got}"))
        value = self.value(new)
        if not is_traced(tensor):
            variable = memory_of(tensor).variable
            self._values[variable] = value
            if tensor.requires_grad:  # gradients are found of what it is now, and pass no write
                self._uncut.add(variable)
            return
        self.check_no_leaf(tensor, name)
        if self._history.reached(before) and not self.gradients_flow:
            rule = "expects a value that gradients pass to be written where they flow"
            raise RuntimeError(at_user_line(f"{name}: {rule}"))
        if _views.is_view(tensor):
            source = tensor._view.source
            self.write(source, _views.source_with(tensor, new, name, is_uniform), name)
            tensor._view = tensor._view._replace(value=self.value(source))
        else:
            tensor._view = None
        tensor._value, tensor._requires_grad = value, new.requires_grad

    def check_no_leaf(self, tensor: Tensor, name: str) -> None:
        if self._history.is_leaf(tensor) and not self.called.gave(tensor):
            raise RuntimeError(at_user_line(f"{name}: expects a value on which no gradients were asked for"))

    def uses(self, tensor: Tensor) -> bool:
        """Whether the job reads this tensor with storage."""
        return memory_of(tensor).variable in self._values

    def is_written(self, tensor: Tensor) -> bool:
        """Whether a tensor with storage, which has been read, has a new value."""
        name = memory_of(tensor).variable
        return self._values[name] != self._first[name]

    def carried(self, name: str, like: Tensor) -> Tensor:
        """What the part before has left under this name: zeros of the dtype and shape of `like` at first."""
        shape, index = tuple(like.shape), like.dtype.index
        if name not in self._values:
            self._builder.add_carried(name, index, shape, self.where())
            self.carried_like[name] = like
            self._values[name] = self._first[name] = self._builder.read(name, self.where())
        return self._wrap((self._values[name], index, shape))

    def carry(self, name: str, new: Tensor) -> None:
        """Leaves a value for the next part and the epilogue."""
        self._values[name] = self.value(new)

    def snapshot(self, tensor: Tensor) -> Tensor:
        """The value that `tensor` has now, whatever is written to it later."""
        value = self.value(tensor)
        return self._wrap((value, tensor.dtype.index, tuple(tensor.shape)), self._history.reached(value))

    # ops

    def emit(self, op: Op, operands: Sequence[Tensor | None], attributes: Sequence[tuple[str, Any]]) -> list[Tensor]:
        values = [ABSENT if operand is None else self.value(operand, op.name) for operand in operands]
        reached, has_ended = 0, False
        if op.differentiable:
            for value in values:
                reached |= self._history.reached(value)
                has_ended |= self._history.has_ended(value)
        if reached and not self.keeps_history:
            reached, has_ended = 0, True
        elif reached and has_ended:
            values = [self._detached(value) if self._history.has_ended(value) else value for value in values]
            has_ended = False
        results = self._op(op.name, values, [(name, self._built(op, name, value)) for name, value in attributes])
        if has_ended:
            for value, _, _ in results:
                self._history.end(value)
        if reached and not self.gradients_flow:
            results = [result for value, _, _ in results for result in self._op("detach", [value], [])]
            reached = 0
        elif op.differentiable and not has_ended:
            self._flow.note((result[0] for result in results), values)
        tensors = [self._wrap(result, reached) for result in results]
        self.note_results(tensors, operands)
        if op.view and operands[0] is not None:
            tensors[0]._view = _views.View(operands[0], values[0], op, attributes)
            self.views[id(tensors[0])] = tensors[0]
        return tensors

    def _built(self, op: Op, name: str, value: Any) -> Any:
        return self.sizes.numbers(value) if name == "shape" else built_attribute(op, name, known(value))

    def _op(self, name: str, values: Sequence[int], attributes: Sequence[tuple[str, Any]]) -> list[Any]:
        where = self.where()
        try:
            results: list[Any] = self._builder.op(f"weir.{name}", values, list(attributes), where)
        except ValueError:
            self.sizes.need_all()  # which tells whether it is the user's mistake
            raise
        self.sizes.add_formulas()
        if values:
            kinds = tuple((_dtypes.ALL[index], self.sizes.shown(shape)) for _, index, shape in results)
            op = TracedOp(name, self.calls.innermost(), kinds)
            self.ops.append(op)
            self._report(2, lambda: f"{self.calls.indent()}{op} ({where[0]}:{where[1]})")
        return results

    def constant(self, values: np.ndarray, shape: tuple[int, ...], dtype: _dtypes.dtype) -> Tensor:
        """`values` in the dtype's storage: all elements, or one that all equal."""
        shape = self.sizes.numbers(shape)
        value = self._builder.constant(dtype.index, shape, np.ascontiguousarray(values).tobytes(), self.where())
        return self._wrap((value, dtype.index, shape))

    def _upto(self, size: int) -> Tensor:
        (numbers,) = self.emit(OPS["iota"], [], [("shape", (size,)), ("dtype", _dtypes.int64)])
        return numbers

    def random_stream(self, generator: Generator) -> tuple[Tensor, Tensor]:
        """The generator's seed and its step in this execution of the job; all draws of the job have these."""
        if generator not in self._draws:
            if generator not in self.streams:
                self.streams[generator] = self._stream_of(generator, self.device)
            stream = self.streams[generator]
            stream.steps += self.parts
            self._draws[generator] = self.snapshot(stream.seed), self.snapshot(stream.step)
            self.write(stream.step, stream.step + 1)
        return self._draws[generator]

    # gradients

    def add_leaf(self, tensor: Tensor) -> None:
        """Makes a value one that `backward` finds the gradient of."""
        value = self.value(tensor)
        if self._history.has_ended(value):
            value = tensor._value = self._detached(value)
        self._history.mark(tensor, value)

    def apart(self, tensor: Tensor, computed_from: Sequence[Tensor]) -> Tensor:
        """A leaf that has the value of `tensor` and depends on what others do."""
        value, operands = self._detached(self.value(tensor)), [*map(self.value, computed_from)]
        reached = functools.reduce(operator.or_, map(self._history.reached, operands), 0)
        result = self._wrap((value, tensor.dtype.index, tuple(tensor.shape)), reached)
        self._history.mark(result, value)
        self._flow.note_call(value, operands)
        return result

    def leaves_of(self, tensor: Tensor) -> list[Tensor]:
        """The tensors that require gradients and that a traced one depends on."""
        return [leaf.tensor for leaf in self._history.leaves_of(self.value(tensor))]

    def _detached(self, value: int) -> int:
        ((detached, _, _),) = self._op("detach", [value], [])
        return detached  # type: ignore[no-any-return]

    def depends(self, y: Tensor, x: Tensor, beyond_calls: bool = True) -> bool:
        """Whether gradients flow from y to a value that x had."""
        value = self.value(y)
        return any(self._flow.reaches(value, had, beyond_calls) for had in self._values_of(x, value))

    def _values_of(self, x: Tensor, value: int) -> list[int]:
        """Those that a tensor had and that a value depends on, or the one that it has."""
        return self._history.values_of(x, value) or [self.value(x)]

    def gradient(self, loss: Tensor, wrt: Sequence[Tensor], create_graph: bool = False) -> list[Tensor | None]:
        """The gradients with respect to all values that each tensor had, None where functions whose gradients Python
        computes give none; with create_graph gradients pass them."""
        check_scalar(loss)
        self.found_gradients = True
        passed = self.called.passed(loss, create_graph)
        if passed is None:
            return [*self.gradient_of(loss, wrt, create_graph)]
        used = [self.depends(passed, each, beyond_calls=False) for each in wrt]
        needed = [each for each, is_used in zip(wrt, used) if is_used]
        found = iter(self.gradient_of(passed, needed, create_graph) if needed else ())
        return [next(found) if is_used else None for is_used in used]

    def gradient_of(self, loss: Tensor, wrt: Sequence[Tensor], create_graph: bool = False) -> list[Tensor]:
        """The same, not beyond results of functions whose gradients Python computes."""
        value = self.value(loss)
        values = [self._values_of(tensor, value) for tensor in wrt]
        flat = [each for several in values for each in several]
        results = self._builder.gradient(value, flat, self.where())
        if create_graph:
            self._flow.note((result[0] for result in results), [value, *flat])
        else:
            for result, _, _ in results:
                self._history.end(result)
        reached = self._history.reached(value) if create_graph else 0
        parts = (self._wrap(result, reached) for result in results)
        return [functools.reduce(operator.add, [next(parts) for _ in several]) for several in values]

    def backward(self, loss: Tensor, inputs: Sequence[Tensor] | None = None, create_graph: bool = False) -> None:
        """Adds to `grad` of every tensor, or every one of `inputs`, that requires gradients and that the loss was
        computed from."""
        leaves = [leaf for leaf in dict.fromkeys(self.leaves_of(loss)) if not self.called.gave(leaf)]
        if inputs is not None:
            wanted = set(map(id, inputs))
            leaves = [leaf for leaf in leaves if id(leaf) in wanted]
        if not leaves:
            raise RuntimeError(at_user_line("backward: expects a loss computed from a tensor that requires gradients"))
        for leaf, gradient in zip(leaves, self.gradient(loss, leaves, create_graph)):
            before = self._grads.get(id(leaf))
            if gradient is not None:
                self._grads[id(leaf)] = gradient if before is None else before + gradient
        self.backward_ran = True

    def grad(self, tensor: Tensor) -> Tensor | None:
        return self._grads.get(id(tensor))

    def set_grad(self, tensor: Tensor, gradient: Tensor | None) -> None:
        if gradient is None:
            self._grads.pop(id(tensor), None)
        else:
            self.value(tensor)
            self._tensors.append(tensor)
            self._grads[id(tensor)] = gradient

    # end

    def end(self, results: Iterable[tuple[str, Tensor]]) -> None:
        """Ends the job with these named results."""
        named = list(results)
        values = [self.value(tensor) for _, tensor in named]
        self.assigned.write()
        where = self.where()
        for name, value in self._values.items():
            if value != self._first[name]:
                self._builder.assign(name, value, where)
                self.written.add(name)
        self._builder.end_job(values, [name for name, _ in named], where)

    def finish(self) -> str:
        """The module's text."""
        text: str = self._builder.finish()
        self._builder = None  # so that other traces get its context
        return text
