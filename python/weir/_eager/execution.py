"""Ops outside of traces: each is a job that is found by its signature, or a view of its operand's memory."""

from __future__ import annotations

from typing import Any, Callable, Sequence

import numpy as np

from .. import _core, _dispatch, _dtypes, _executor
from .._creation import from_host, full
from .._device import CPU, device as Device
from .._dtypes import dtype as DType
from .._errors import at_user_line
from .._job_room import make_room
from .._number import Needed
from .._random import Generator
from .._records import OPS
from .._tensor import Size, Tensor
from .._tensor_base import APART, TensorBase
from .._views import View
from . import flow, hooks, moves, parted, ranks, strided, tape, writing
from .calls import INTEGER, NUMBER, TENSOR, Call, Dispatched, Several
from .job_table import is_packed, job_of
from .jobs import Job, Meta
from .layouts import as_they_lie
from .view_rules import view_rule

_MOST_NUMBERS = 3  # values of a number that are constants of jobs; further ones are inputs
# Integers below these, and from their negatives on, are what they are in a dtype, or are rounded to it from int64 as
# from Python's.
_MOST = {_dtypes.float64: 1 << 53, _dtypes.float32: 1 << 53, _dtypes.float16: 1 << 11, _dtypes.bfloat16: 1 << 8}
_MOST |= {_dtypes.int64: 1 << 62, _dtypes.int32: 1 << 31, _dtypes.int8: 1 << 7, _dtypes.uint8: 1 << 8}
_MOST |= {_dtypes.bool_: 1 << 62}
_NARROW = (_dtypes.int32, _dtypes.int8, _dtypes.uint8)  # which a scalar of int64 widens a scalar of


class Eager:
    """Executes ops one by one."""

    device = CPU  # where tensors are made, unless something else is said

    def __init__(self) -> None:
        self._numbers: dict[Any, set[Any] | None] = {}  # values of numbers, by the rest of a key; None: to be constants

    def dispatch(self, name: str, operands: Sequence[Any], /, *, function: str = "", **attributes: Any) -> Any:
        """`dispatch` of a call unlike all before."""
        if any(map(_has_tensor, attributes.values())):  # scalars in the places of numbers
            numbers = {word: _with_numbers(value) for word, value in attributes.items()}
            return _dispatch.dispatch(name, operands, function=function, **numbers)
        op = OPS[name]
        written: list[Any] = []
        tensors = []
        for operand in operands:
            if isinstance(operand, TensorBase):
                tensors.append(operand)
                operand = TENSOR
            elif isinstance(operand, (np.number, np.bool_)):
                operand = operand.item()
            written.append(operand)
        what = function or op.python
        if ranks.are_any(tensors):
            return ranks.dispatched(op, written, attributes, function, tensors)
        together = _together(tensors, what) if tensors else tensors
        if op.view and len(tensors) == 1:
            made = self.viewed(name, together[0], attributes)
            view = made._view
            if view is not None and view.source is tensors[0]:
                rule = view_rule(name, tensors[0].shape, dict(view.attributes))
                _core.keep_view(rule, tensors[0].shape, made.shape, view.op, view.attributes)
            return made
        dispatched = Dispatched(name, function, written, attributes)
        amp = _core.autocasts()
        kinds = _kinds_of_inputs(op, written, together) if tensors else {}
        if kinds:
            numbers = [each for each in written if type(each) in kinds]
            general = dispatched.with_inputs(kinds).call(what, amp)
            if self._takes_inputs(general, numbers, together):
                inputs = [*together, *[_scalar(each, together[0]._device) for each in numbers]]
                try:
                    job, given = _job_of(general, inputs)
                except (Needed, TypeError, ValueError):  # by what is traced, which takes constants alone
                    self._numbers[general.key] = None
                else:
                    results = tape.run(job, given)
                    if together is tensors and given is inputs and job.is_ready:
                        limits = _integers_beside(together)
                        _core.keep_plan(job, job.program, job.read, job.are_there, for_any_in=limits)
                    return _unpacked(results)
        job, given = _job_of(dispatched.call(what, amp), together)
        results = tape.run(job, given)
        if given is tensors and job.is_ready:
            _core.keep_plan(job, job.program, job.read, job.are_there)
        return _unpacked(results)

    def _takes_inputs(self, general: Call, numbers: Sequence[float], tensors: Sequence[Any]) -> bool:
        """Whether numbers are inputs of a call's job: if they have had several values, or the pack has such a job."""
        make_room(self._numbers)
        seen = self._numbers.setdefault(general.key, set())
        if seen is None:
            return False
        values = tuple(map(repr, numbers))
        if values in seen or len(seen) < _MOST_NUMBERS:
            seen.add(values)
            return is_packed(general, [*tensors, *[Meta.of_scalar(each, tensors[0]._device) for each in numbers]])
        return True

    def together(self, name: str, function: Any, given: tuple[Any, ...], tensors: Sequence[Any]) -> Sequence[Any]:
        """See EagerExecutor."""
        call = Several(function, given).call(name)
        if ranks.are_any(tensors):
            return ranks.run(call, tensors)
        return tape.run(*_job_of(call, _together(list(tensors), name)))

    def viewed(self, name: str, x: Any, attributes: dict[str, Any]) -> Any:
        """See EagerExecutor: the op's result in the memory of x, or of a copy where that can't be."""
        op = OPS[name]
        if x._held is not None:
            return ranks.dispatched(op, [TENSOR], attributes, "", [x])
        self.follow(x)
        converted = _dispatch.converted(op, attributes, len(x.shape))
        place = view_rule(name, x.shape, dict(converted)).place(x.shape, _core.strides_of(x))
        if place is None:
            return self.viewed(name, self.copied(x), attributes)
        sizes, strides, offset = place
        result = over(_core.view_of(x, sizes, strides, offset), x, sizes)
        if not op.differentiable:
            return result
        result._view = View(x, x._node if _executor.gradients_flow() else APART, op, converted)
        if x._requires_grad and _executor.gradients_flow():
            self.note_view(result, x)
        return result

    def note_view(self, view: Any, source: Any) -> None:
        """Lets gradients of a view go on to its source."""
        made = view._view
        tape.attach(view, moves.Moved(tape.edge_of(source), made.op.name, dict(made.attributes), source.shape, view), 0)

    def view_again(self, view: Any) -> Any:
        """The same view of its source as that is now."""
        made = view._view
        return self.viewed(made.op.name, made.source, dict(made.attributes))

    def over(self, x: Any, sizes: Sequence[int], strides: Sequence[int], offset: int) -> Any:
        """See EagerExecutor."""
        return over(_core.view_of(x, list(sizes), list(strides), offset), x, sizes)

    def follow(self, view: Any) -> None:
        """See EagerExecutor."""
        if view._view is not None and _core.has_history(view):
            tape.edge_of(view)

    def joined(self, tensors: Sequence[Any], dim: int) -> Any:
        """See EagerExecutor."""
        return moves.joined(tensors, dim) if moves.pays_to_join(tensors, dim) else None

    def copied(self, x: Any) -> Any:
        """A row-major copy, which gradients pass."""
        return self.moved(x, x._device)

    def moved(self, x: Any, device: Device) -> Any:
        """A copy on a device, which gradients pass."""
        if device is x._device and (made := _core.copied(x)) is not None:
            return made
        self.follow(x)
        storage = x._storage
        copied = storage.clone() if device is x._device else storage.copy_on(str(device))
        result = _core.make_tensor(Tensor, copied, device, x.dtype, x.shape)
        if x._requires_grad and _executor.gradients_flow():
            tape.attach(result, tape.Passing([tape.edge_of(x)], x), 0)
        return result

    write, become = staticmethod(writing.write), staticmethod(writing.become)
    strided = staticmethod(strided.strided)
    parted = staticmethod(parted.parted)
    backward = staticmethod(flow.backward)
    gradients_of = staticmethod(flow.gradients_of)
    register_hook = staticmethod(hooks.register)
    register_behind = staticmethod(hooks.register_behind)
    retain, retains = staticmethod(hooks.retain), staticmethod(hooks.retains)

    def let_pass(self, result: Any, source: Any, back: Callable[[Any], Any]) -> None:
        """See EagerExecutor."""
        if source._requires_grad and _executor.gradients_flow():
            tape.attach(result, ranks.Converted(source, result, back), 0)

    def constant(self, values: np.ndarray, shape: tuple[int, ...], dtype: DType) -> Any:
        """See Executor."""
        stored = _dtypes.bfloat16_to_float32(values) if dtype is _dtypes.bfloat16 else values
        if stored.size == 1:
            return full(shape, stored.item(), dtype, device=CPU)
        return from_host(np.broadcast_to(stored.reshape(shape), shape), dtype)

    def random_stream(self, generator: Generator) -> tuple[Any, Any]:
        """See Executor: each draw is a run of its own."""
        seed, step = generator.take(1)
        return _integer(seed), _integer(step)


def _job_of(call: Call, tensors: Sequence[Any]) -> tuple[Job, Sequence[Any]]:
    """The job of a call, and its operands."""
    call, operands = as_they_lie(call, tensors)
    return job_of(call, operands), operands


def _has_tensor(value: Any) -> bool:
    return isinstance(value, TensorBase) or type(value) in (tuple, list) and any(map(_has_tensor, value))


def _with_numbers(value: Any) -> Any:
    """An attribute with the numbers of its scalars in their places."""
    kind = type(value)
    return kind(map(_with_numbers, value)) if kind in (tuple, list) else _dispatch.as_number(value)


def _unpacked(results: Sequence[Any]) -> Any:
    return results[0] if len(results) == 1 else tuple(results)


def _kinds_of_inputs(op: Any, operands: Sequence[Any], tensors: Sequence[Any]) -> dict[type, Any]:
    """Which numbers of a call may be inputs of its job, and what stands in their places: floats; without these,
    integers of elementwise ops, if the tensors' dtype has them. Powers by integers are products."""
    if float in map(type, operands):
        return {float: NUMBER}
    integers = [each for each in operands if type(each) is int]
    if not integers or not op.elementwise or op.name == "pow":
        return {}
    least, end = _integers_beside(tensors)
    return {int: INTEGER} if all(least <= each < end for each in integers) else {}


def _integers_beside(tensors: Sequence[Any]) -> tuple[int, int]:
    """The least integer that may be an input beside these tensors, and the one behind the largest."""
    if any(not each.shape and each.dtype in _NARROW for each in tensors):
        return 0, 0
    most = min(_MOST[each.dtype] for each in tensors)
    return 0 if any(each.dtype is _dtypes.uint8 for each in tensors) else -most, most


def _scalar(value: float, device: Device) -> Any:
    return full((), value, dtype=_dtypes.int64 if type(value) is int else _dtypes.float64, device=device)


def _integer(value: int) -> Any:
    """A scalar of these 64 bits."""
    return full((), value - (value >> 63 << 64), _dtypes.int64, device=CPU)


def over(storage: Any, like: Any, shape: Sequence[int]) -> Any:
    """A tensor over a storage, of the dtype and on the device of another tensor."""
    return _core.make_tensor(Tensor, storage, like._device, like.dtype, Size(shape))


def _together(tensors: list[Any], function: str) -> list[Any]:
    """The operands on one device: scalars of the host go where the others are."""
    device = tensors[0]._device
    for each in tensors:
        if each._trace is not None:
            raise RuntimeError(
                at_user_line(
                    f"{function}: expects tensors with data outside of nn.Graph.build, got a traced value"
                )
            )
        if each._device is not device:
            return _moved(tensors, function)
    return tensors


def _moved(tensors: list[Any], function: str) -> list[Any]:
    places = {each._device for each in tensors if each.shape or each._device is not CPU}
    if len(places) > 1:
        facts = " and ".join(sorted(map(str, places)))
        raise RuntimeError(at_user_line(f"{function}: expects tensors on one device, got some on {facts}"))
    (place,) = places
    return [each if each._device is place else each.to(place) for each in tensors]
