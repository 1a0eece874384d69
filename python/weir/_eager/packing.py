"""Makes the jobs of a pack from examples of calls. Sizes are open in all places where that is possible, 1 included, and
floats are inputs."""

from __future__ import annotations

from typing import Any, NamedTuple, Sequence

from .. import _dtypes
from .._compiler import artifact_of
from .._device import CPU
from .._errors import CompileError
from .._number import Needed
from .._size_patterns import Opening, Pattern, Served, patterns_of
from .calls import Call, Dispatched, Several
from .facts import Facts, Family
from .jobs import Meta
from .packs import PackedJob
from .tape import Derived
from .traced_jobs import traced

_LEAST = 1  # of open sizes, where calls treat it as any other
_DTYPES = {each.name: each for each in _dtypes.ALL}


class Example(NamedTuple):
    """A call that a pack is to serve, as JSON has it: what `Call.data` gives; dtype and shape of each operand."""

    call: list[Any]
    operands: list[tuple[str, list[int]]]

    def metas(self) -> list[Meta]:
        return [Meta(_DTYPES[dtype], tuple(shape), CPU) for dtype, shape in self.operands]

    def op(self) -> Example:
        """The call itself where this is a gradient."""
        call = self.call
        while call[0] == "gradient":
            call = call[1]
        if call[0] != "op":
            return Example(call, self.operands)
        return Example(call, self.operands[: call[3].count("tensor") + call[3].count("number")])

    def with_inputs(self) -> Example | None:
        """The same with its floats as inputs, behind the tensors; None where there are none."""
        op = self.op().call
        given = op[3] if op[0] == "op" else []
        tensors, floats = given.count("tensor"), sum(type(each) is float for each in given)
        if not floats or not tensors:
            return None
        scalars: list[tuple[str, list[int]]] = [("float64", [])] * floats
        operands = [*self.operands[:tensors], *scalars, *self.operands[tensors:]]
        return Example(_with_inputs(self.call, tensors, floats), operands)


def _with_inputs(call: list[Any], tensors: int, floats: int) -> list[Any]:
    kind, *parts = call
    if kind == "op":
        name, function, operands, *rest = parts
        return [kind, name, function, ["number" if type(each) is float else each for each in operands], *rest]
    of, count, wanted, *rest = parts
    moved = [number if number < tensors else number + floats for number in wanted]
    return [kind, _with_inputs(of, tensors, floats), count + floats, moved, *rest]


def call_of(data: Sequence[Any]) -> Call:
    """Of what `Call.data` gives."""
    kind, *parts, amp = data
    if kind == "op":
        name, function, operands, attributes = parts
        return Dispatched.of_data(name, function, operands, attributes).call(function or name, amp)
    if kind == "several":
        return Several.of_data(*parts).call(parts[1])
    of, count, wanted, results = parts
    return Derived(call_of(of), count, tuple(wanted), tuple(results)).call


class Packing:
    """The jobs for one level of CPUs. `refused` says why there are none for some examples."""

    def __init__(self, level: str):
        self._level = level
        self._served: dict[str, list[Served]] = {}  # by family
        self._are_inputs: dict[str, bool] = {}  # floats, by family of the call
        self.refused: list[tuple[Example, str]] = []

    def jobs_for(self, example: Example) -> list[PackedJob]:
        """What an example needs beside the jobs so far: one, or none."""
        try:
            general = example.with_inputs()
            return self._jobs_for(example if general is None or not self._takes_inputs(example) else general)
        except (CompileError, RuntimeError, ValueError) as error:
            self.refused.append((example, str(error)))
            return []

    def _takes_inputs(self, example: Example) -> bool:
        """Whether floats of a call, or of the call that it is a gradient of, are inputs."""
        general = example.op().with_inputs()
        assert general is not None
        family = repr(Family.of(call_of(general.call), general.metas()))
        if family not in self._are_inputs:
            try:
                traced(call_of(general.call), general.metas(), CPU)
                self._are_inputs[family] = True
            except Needed:
                self._are_inputs[family] = False
        return self._are_inputs[family]

    def _jobs_for(self, example: Example) -> list[PackedJob]:
        call, metas = call_of(example.call), example.metas()
        family, shapes = Family.of(call, metas), [meta.shape for meta in metas]
        assert family is not None
        served = self._served.setdefault(repr(family), [])
        if any(each.takes(shapes) for each in served):
            return []
        facts, artifact = self._made(call, metas)
        data = facts.data()
        assert data is not None and facts.pattern is not None
        served.append(Served(facts.pattern, facts.guards, None))
        return [PackedJob(self._level, family, data, artifact)]

    def _made(self, call: Call, metas: Sequence[Meta]) -> tuple[Facts, bytes]:
        """With as many sizes open as can be."""
        shapes = [meta.shape for meta in metas]
        if not any(size > 1 for shape in shapes for size in shape):
            facts, artifact = self._compiled(call, metas, None)
            return facts._replace(pattern=Pattern(shapes)), artifact
        for pattern in patterns_of(shapes, _LEAST):
            if not self._takes_ones(call, metas, pattern):
                pattern = Pattern(pattern.shapes)
            try:
                facts, artifact = self._compiled(call, metas, Opening(pattern, _ignored, _ignored, lambda place: True))
            except (CompileError, Needed):
                continue
            if facts.data() is not None:
                return facts, artifact
        raise _Refused("sizes that have to be known")

    def _takes_ones(self, call: Call, metas: Sequence[Meta], pattern: Pattern) -> bool:
        """Whether open sizes may be 1, all of them or one."""
        for ones in [pattern.stand_ins, *({each} for each in pattern.stand_ins)]:
            sizes = dict.fromkeys(ones, 1)
            try:
                traced(call, [_with_sizes(*each, sizes) for each in zip(metas, pattern.shapes)], CPU)
            except ValueError:
                return False
        return True

    def _compiled(self, call: Call, metas: Sequence[Meta], opening: Opening | None) -> tuple[Facts, bytes]:
        text, facts = traced(call, metas, CPU, opening)
        return facts, artifact_of(text, CPU.type, call.amp, False, machine=self._level)


def _with_sizes(meta: Meta, shape: Sequence[int], sizes: dict[int, int]) -> Meta:
    """Of a shape in which these sizes stand for others; all else is as in an example."""
    return Meta(meta.dtype, tuple(sizes.get(of, size) for of, size in zip(shape, meta.shape)), CPU)


def _ignored(*_: Any) -> None:
    """That a size has to be known: the next pattern may leave it so."""


class _Refused(ValueError):
    """No job of a call can serve others."""
