"""Ops on global tensors outside of traces: jobs of ranks, which move as little as they can. Results are held as what
comes in makes them: rows of rows, terms of products along split columns."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING, Any, Callable, Iterable, NamedTuple, Sequence

from .. import _compiler, _core, _executor, _extension, _session, _together, _world
from .._creation import full, unless_traced, zeros
from .._errors import at_user_line
from .._global import Axes, GlobalTensor
from .._job_room import make_room
from .._parts import nothing_of, shape_of_part
from .._placement import placement
from .._tensor import Tensor
from .._tensor_base import memory_of
from ..backends.cuda import matmul
from ..sbp import broadcast as WHOLE, sbp
from .calls import Call, Dispatched
from .facts import Facts
from .jobs import JOB
from .tape import Derived, Step, attach, edge_of
from .traced_jobs import traced

if TYPE_CHECKING:
    from .._spec import Op


class RanksJob(NamedTuple):
    """A job for one signature, how its results are held, those that there are, and the numbers of the operands whose
    elements it reads."""

    call: Call
    facts: Facts
    axes: list[Axes]
    job: Any
    read: set[int]


_jobs: dict[Any, RanksJob] = {}


def are_any(tensors: Sequence[Any]) -> bool:
    """Whether ranks have one of these together."""
    return GlobalTensor.are_there and any(each._held is not None for each in tensors)


def run(call: Call, tensors: Sequence[Any]) -> list[Any]:
    """The results of a call, None in the places of those that don't depend on the tensors; on the tape, if gradients
    flow. All ranks call it."""
    place = _placement(call.name, tensors)
    operands = [_global(call.name, each, place) for each in tensors]
    job = _job_of(call, operands, place)
    metas = [meta for meta in job.facts.results if meta is not None]
    made = iter(
        GlobalTensor(local, meta[1], place, axes)
        for local, meta, axes in zip(_launched(job, operands, metas, place), metas, job.axes)
    )
    results = [None if meta is None else next(made) for meta in job.facts.results]
    if _executor.gradients_flow():
        _note(job, tensors, operands, results)
    return results


def _launched(
    job: RanksJob, operands: Sequence[GlobalTensor], metas: Sequence[Any], place: placement
) -> Iterable[Tensor]:
    """What this rank has of the results; of ranks that are not in the placement no rows."""
    if not place.is_here:
        return [nothing_of(meta[1], place, axes, meta[0]) for meta, axes in zip(metas, job.axes)]
    return map(Tensor, job.job.launch([each._local.contiguous()._storage for each in operands]))


def dispatched(
    op: Op, written: Sequence[Any], attributes: dict[str, Any], function: str, tensors: Sequence[Any]
) -> Any:
    """The result of a call of an op, or a tuple of several. What are views of local tensors are copies here."""
    call = Dispatched(op.name, function, written, attributes).call(function or op.python, _core.autocasts())
    results = run(call, tensors)
    for each in results if op.view else ():
        each._held = each._held._replace(is_copy=True)
    return results[0] if len(results) == 1 else tuple(results)


def ones_of(y: GlobalTensor) -> GlobalTensor:
    """The gradient of a tensor with respect to itself."""
    whole = (WHOLE,) * len(y.sbp)
    shape = shape_of_part(y.shape, y.placement, whole, _world.rank)
    ones = full(shape, 1, y.dtype, device=unless_traced(y.placement.device))
    return GlobalTensor(ones, y.shape, y.placement, whole)


def _placement(name: str, tensors: Sequence[Any]) -> placement:
    places = [*dict.fromkeys(each._held.place for each in tensors if each._held is not None)]
    if len(places) > 1:
        got = f"{places[0]} and {places[1]}"
        raise ValueError(at_user_line(f"{name}: expects global tensors on one placement, got {got}"))
    return places[0]


def _global(name: str, tensor: Any, place: placement) -> GlobalTensor:
    """Scalars of which each rank has the same are whole."""
    if tensor._held is not None:
        return tensor  # type: ignore[no-any-return]
    if tensor.shape:
        rule = "expects global tensors or scalars beside a global tensor"
        got = f"a local tensor of shape {tuple(tensor.shape)}"
        raise TypeError(at_user_line(f"{name}: {rule}, got {got}; to_global(placement, sbp) makes it one"))
    return GlobalTensor(tensor.detach().to(place.device), (), place, (WHOLE,) * len(place.mesh))


def _job_of(call: Call, operands: Sequence[GlobalTensor], place: placement) -> RanksJob:
    signature = (call.key, matmul.allow_tf32, place, *((each.dtype, each.shape, each.sbp) for each in operands))
    job = _jobs.get(signature)
    if job is None:
        make_room(_jobs)
        job = _jobs[signature] = _made(call, operands, place)
    return job


def _made(call: Call, operands: Sequence[GlobalTensor], place: placement) -> RanksJob:
    text, facts = traced(call, operands, operands[0].device, held=(place, [each.sbp for each in operands]))
    options, device = (place.type, call.amp, matmul.allow_tf32), str(place.device)

    def make() -> bytes:
        held = _extension.mlir().held_results(text, JOB, *options)
        return pickle.dumps((held, _compiler.artifact_of(text, *options)))

    held, artifact = pickle.loads(_together.compiled(place, text, options, make))
    axes = [tuple(sbp(*each) for each in result) for result in held]
    if not place.is_here:
        return RanksJob(call, facts, axes, None, set())
    loaded = _core.Artifact.from_bytes(artifact, device)
    job = _core.Job(_session.session(device), loaded, JOB)
    return RanksJob(call, facts, axes, job, set(loaded.inputs_read(JOB)))


def _note(job: RanksJob, tensors: Sequence[Any], operands: Sequence[GlobalTensor], results: Sequence[Any]) -> None:
    wanted = tuple(number for number, each in enumerate(tensors) if each._requires_grad)
    made = [number for number, each in enumerate(results) if each is not None]
    reached = (number for number, each in zip(made, job.facts.reached_from) if not each.isdisjoint(wanted))
    of = tuple(reached) if wanted else ()
    if not of:
        return
    derived = Derived(job.call, len(operands), wanted, of)
    edges = [edge_of(tensors[number]) for number in wanted]
    node = RanksRun(edges, [results[number] for number in of], derived, operands)
    for place, number in enumerate(of):
        attach(results[number], node, place)


class Converted(Step):
    """What is another kind of tensor of the same elements: a function makes gradients of one those of the other."""

    __slots__ = ("_back",)

    def __init__(self, source: Any, result: Any, back: Callable[[Any], Any]):
        super().__init__([edge_of(source)], [result])
        self._back = back

    def __repr__(self) -> str:
        return "<to_global>"

    def gradients(self, of_results: Sequence[Any], device: Any, keeps: bool) -> Sequence[Any]:
        return [self._back(gradient) for gradient in of_results]


class RanksRun(Step):
    """A run of a job of ranks."""

    __slots__ = ("_derived", "_operands", "_writes")

    def __init__(self, edges: Any, results: Sequence[Any], derived: Derived, operands: Sequence[GlobalTensor]):
        super().__init__(edges, results)
        self._derived = derived
        self._operands: Sequence[GlobalTensor] | None = operands
        self._writes = [memory_of(each).writes for each in operands]

    def __repr__(self) -> str:
        return f"<{self._derived.call.name}>"

    def gradients(self, of_results: Sequence[Any], device: Any, keeps: bool) -> Sequence[Any]:
        operands, call = self._operands, self._derived.call
        if operands is None:
            rule = "expects retain_graph=True where gradients are asked for again"
            raise RuntimeError(at_user_line(f"backward: {rule}, got {call.name} whose operands are gone"))
        if not keeps:
            self._operands = None
        place = operands[0].placement
        given = [*operands, *(self._gradient(*each, place) for each in zip(of_results, self.results))]
        read = _job_of(call, given, place).read
        for number, (operand, writes) in enumerate(zip(operands, self._writes)):
            if number in read and memory_of(operand).writes != writes:
                got = f"operand {number} of {call.name}, which was written to since"
                raise RuntimeError(at_user_line(f"backward: expects operands to be as they were, got {got}"))
        return run(call, given)

    @staticmethod
    def _gradient(given: Any, result: Any, place: placement) -> GlobalTensor:
        """What arrived at a result; zeros if nothing has."""
        if given is not None and given._held is not None:
            return given  # type: ignore[no-any-return]
        dtype, shape = result
        whole = (WHOLE,) * len(place.mesh)
        if given is None or not place.is_here:
            sizes = shape_of_part(shape, place, whole, _world.rank)
            given = zeros(sizes, dtype=dtype, device=unless_traced(place.device))
        return GlobalTensor(given.to(place.device), shape, place, whole)
