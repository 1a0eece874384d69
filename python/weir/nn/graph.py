"""Graphs: a `build` that is traced once per signature, compiled, and run from then on."""

from __future__ import annotations

import inspect
import itertools
import sys
import threading
import time
from functools import partial
from typing import Any, Callable, ClassVar, Iterable, Iterator, Mapping, Sequence

from .. import _anomaly, _compiler, _core, _dtypes, _random, _tracing, _watch, _world
from .._assigned import is_left
from .._device import CPU
from .._errors import CompileError, at_user_line, lacks
from .._held_arguments import HeldArguments, globalized, hold, localized
from .._number import Needed, Number
from .._open_sizes import OpenSize
from .._size_rules import Guard
from .._random_stream import Stream
from .._size_patterns import Opening
from .._structure import Structure, flatten, repetitions, signature_of, unflatten
from .._tensor import Size, Tensor
from .._traced_op import kind_text
from ..backends.cuda import matmul
from ..optim.lr_scheduler import LRScheduler
from ..optim.optimizer import Optimizer
from .accumulation import add_up, check_parts, check_written, stacked, take_means, warn_of_idle, whole
from .dependencies import Dependencies
from .graph_config import GraphConfig
from .graph_text import tree
from .behind import keeping, overwriting
from .builds import Build, Traced
from .graph_module import GraphModule
from .module import IncompatibleKeys, Module
from .open_programs import check_mark, shown
from .programs import Family, Found, Programs
from .zero import divide

__all__ = ["Graph", "GraphConfig", "GraphModule"]

_NO_NUMBERS: Mapping[int, float] = {}
_JOB = "run"
_EPILOGUE = "run.epilogue"
_STATES = ("optimizers", "schedulers", "generator")  # of a graph, beside its tensors
# Names of variables are given one graph after the other; re-entered where a build calls a graph, which is refused.
_COMPILING = threading.RLock()


def _prefixed(prefix: str, named: Iterable[tuple[str, Tensor]]) -> Iterator[tuple[str, Tensor]]:
    return ((f"{prefix}.{name}", tensor) for name, tensor in named)


@_watch.watched
class Graph(_core.Callable):
    """A function that is compiled: override `build`, and call the graph. It is traced and compiled once for each
    combination of the arguments' shapes, dtypes and devices and the values of others, and again where an attribute that
    `build` or a module has read is another. A float that changes becomes an input of the program, if no value of it is
    needed while tracing; `explain` says why there are several programs. Modules and tensors assigned to
    attributes are its members; tensors that `build` uses are variables, which all graphs share that use them. With
    `add_optimizer`, `loss.backward()` in `build` trains. A graph runs on the device of its arguments and parameters,
    which must be one."""

    _unwatched: ClassVar[frozenset[str]] = frozenset(
        ("config", "_dynamic", "_optimizers", "_schedulers", "_programs", "_latest", "_repeated", "_debug_level")
    )

    def __init__(self) -> None:
        self.config = GraphConfig()
        self._optimizers: list[Optimizer] = []
        self._schedulers: dict[Optimizer, LRScheduler] = {}
        self._programs = Programs(self._head)
        self._latest: _compiler.Program | None = None
        self._dynamic: dict[str, set[int]] = {}  # dimensions of arguments whose sizes programs leave open
        self._repeated: Any = None  # for a call like the last one, a _core.RepeatedCall, which C++ looks for
        self._debug_level = -1

    def build(self, *args: Any, **kwargs: Any) -> Any:
        """What the graph computes. Ops on its arguments and on the graph's tensors are recorded, not executed."""
        raise lacks(self, "build")

    def add_optimizer(self, optimizer: Optimizer, lr_sch: LRScheduler | None = None) -> None:
        """Lets `optimizer` step at the end of every build that runs backward and does not call its `step`. `lr_sch`, a
        scheduler of its learning rate, steps after each such run."""
        if not isinstance(optimizer, Optimizer):
            raise TypeError(at_user_line(f"add_optimizer: expects an Optimizer, got {type(optimizer).__name__}"))
        if not optimizer.steps_in_graphs:
            rule = "expects an optimizer whose step does not depend on the values of losses"
            raise TypeError(at_user_line(f"add_optimizer: {rule}, got {type(optimizer).__name__}"))
        if lr_sch is not None and not isinstance(lr_sch, LRScheduler):
            raise TypeError(at_user_line(f"add_optimizer: expects an LRScheduler, got {type(lr_sch).__name__}"))
        if lr_sch is not None and lr_sch.optimizer is not optimizer:
            raise ValueError(at_user_line("add_optimizer: expects a scheduler of this optimizer, got one of another"))
        self._optimizers.append(optimizer)
        if lr_sch is not None:
            self._schedulers[optimizer] = lr_sch
        _tracing.something_changed()

    def set_grad_scaler(self, grad_scaler: Any = None) -> None:
        """OneFlow's way to scale losses of mixed precision. It changes nothing: graphs compute in bfloat16, which has
        the range of float32, so that gradients need no scale."""

    def __setattr__(self, name: str, value: Any) -> None:
        trace = _tracing.current()
        if trace is not None and (isinstance(value, Tensor) or isinstance(self.__dict__.get(name), Tensor)):
            trace.assigned.assign(self.__dict__, name, value, f"{self.name}.{name}")
            return
        if type(value) in (Number, OpenSize):
            value.needed()
        if isinstance(value, (Module, Tensor)) and "_programs" not in self.__dict__:
            rule = "expects super().__init__() to be called before members are set"
            raise AttributeError(at_user_line(f"{type(self).__name__}: {rule}, got member {name!r}"))
        object.__setattr__(self, name, value)
        if isinstance(value, (Module, Tensor)) or name in _watch.names:
            _tracing.something_changed()

    def __getattr__(self, name: str) -> Any:
        kind = type(self).__name__
        if "_programs" not in self.__dict__:
            raise AttributeError(at_user_line(f"{kind}: expects super().__init__() to be called in __init__"))
        raise AttributeError(f"{kind!r} object has no attribute {name!r}")

    @property
    def name(self) -> str:
        """The name of the class, which names programs in dumps and messages."""
        return type(self).__name__

    @property
    def is_compiled(self) -> bool:
        """Whether any program of the graph is compiled."""
        return len(self._programs) > 0

    def _call(self, *args: Any, **kwargs: Any) -> Any:
        """A call that is not like the last one."""
        _tracing.require_no_build()
        parts = self._parts()
        given = args, kwargs
        args, kwargs, held = localized(args, kwargs, parts)
        tokens, tensors, floats = signature_of(args, kwargs)
        family, numbers = None, _NO_NUMBERS
        if floats:
            family = self._programs.family(tokens, floats)
            numbers = family.take_inputs(tokens, floats)
        key = self._key(tokens, tensors, parts, held)
        program = self._programs.now().get(key)
        if program is None:
            try:
                program = self._compiled(key, flatten((args, kwargs)), parts, family, numbers, held)
            except Needed as needed:
                self._programs.make_constant(needed)
            if program is None:
                return self(*given[0], **given[1])
        if program.finds_gradients:
            _anomaly.refuse_in_graphs()
        if program is not self._latest:
            self._latest = program
        results = program.run(tensors, numbers.values())
        if program.place is not None:
            return globalized(results, program.place)
        self._repeated = self._repeatable(program, args, kwargs)
        return results

    def _key(
        self, tokens: Sequence[Any], tensors: Sequence[Tensor], parts: int, held: HeldArguments | None
    ) -> tuple[Any, ...]:
        variants = [optimizer.variants() for optimizer in self._optimizers]
        of_all = matmul.allow_tf32, _dtypes.default()
        return (self.config.amp, *of_all, parts, held, repetitions(tensors), *variants, *tokens)

    def _repeatable(self, program: _compiler.Program, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """For calls like this one, if a program is found by the kinds of arguments alone, which are all different."""
        are_tensors = not kwargs and all(isinstance(x, Tensor) for x in args) and not repetitions(args)
        return program.repeated(args) if are_tensors and not self._optimizers and self._programs.hold() else None

    def _parts(self) -> int:
        return self.config.gradient_accumulation_steps if self._optimizers else 1

    def _head(self, dependencies: Dependencies) -> Any:
        """What programs depend on besides what builds have used."""
        own = self._own().values()
        for value in own:
            dependencies.add(value)
        optimizers = tuple((id(o), o.splits, *(len(g["params"]) for g in o.param_groups)) for o in self._optimizers)
        return optimizers, tuple(map(id, own))

    def _compiled(
        self,
        key: Any,
        arguments: tuple[Structure, list[Tensor]],
        parts: int,
        family: Family | None,
        numbers: Mapping[int, float],
        held: HeldArguments | None = None,
    ) -> _compiler.Program | None:
        """The program for a key; None if the key is another now, as attributes have become inputs."""
        with _COMPILING:
            program = self._programs.now().get(key)
            if program is not None:
                return program
            if self._programs.take_as_inputs():
                return None
            program = self._programs.find_open(key)
            if program is not None:
                return program
            opening = None if held is not None else self._opening(key, arguments[0], parts)
            sources = {} if family is None else {place: family.source(place) for place in numbers}
            build = Build(*arguments, parts, sources, opening, held)
            try:
                program, found, guards = self._compile(build)
            except CompileError:
                if opening is None:
                    raise
                opening.know_all()
                return None
            own = key if opening is None else self._programs.open.add(key, opening, guards)
            self._programs.add(own, program, found, partial(self._facts, build, guards))
            if opening is not None:
                self._programs.serve(key, program)
            return program

    def mark_dynamic(self, argument: str, *dims: int) -> None:
        """Lets programs be for any sizes of these dimensions of a tensor argument of `build`, and of dimensions that
        are equal to them, from the first call on; others may be any from the third call with another size on. The
        argument has its name there; what a container holds, a name such as "batch.0". Sizes of 0 and 1 have programs of
        their own, and so has a size that `build` needs as a number, which `explain` tells. Raises ValueError for a
        dimension that is no integer of at least 0, and for an argument that `build` doesn't take."""
        check_mark(inspect.signature(self.build).parameters.values(), argument, dims)
        self._dynamic.setdefault(argument, set()).update(dims)

    def _opening(self, key: Any, structure: Structure, parts: int) -> Opening | None:
        names = self._input_names(structure)
        marked = [(number, dim) for number, name in enumerate(names) for dim in self._dynamic.get(name, ())]
        return self._programs.open.opening(key, marked, self._programs.now()) if parts == 1 else None

    def _facts(self, build: Build, guards: Sequence[Guard], dependencies: Dependencies) -> dict[str, str]:
        """What a program was compiled for, in words."""
        facts = {"config.amp": str(self.config.amp), "allow_tf32": str(matmul.allow_tf32), "parts": str(self._parts())}
        for number, optimizer in enumerate(self._optimizers):
            facts[f"optimizer{number}"] = f"{type(optimizer).__name__}{optimizer.variants()}"
        remaining, floats = zip(build.tensors, shown(build.tensors, build.opening)), itertools.count()
        facts |= {guard.text: guard.answer for guard in guards}
        for name, leaf in self._arguments(build.structure):
            if leaf.kind == "tensor":
                tensor, shape = next(remaining)
                facts[f"argument {name}"] = f"{kind_text(tensor.dtype, shape)} on {tensor.device}"
            else:
                is_number = type(leaf.value) is float and next(floats) in build.numbers
                facts[f"argument {name}"] = "any number" if is_number else repr(leaf.value)
        names = {id(tensor): name for name, tensor in self._named_tensors()}
        return facts | dependencies.facts({**names, **self._layers(), id(self): self.name})

    # tracing

    def traced(self, *args: Any, **kwargs: Any) -> str:
        """The MLIR module that a call with these arguments compiles, as text."""
        parts = self._parts()
        args, kwargs, held = localized(args, kwargs, parts)
        structure, tensors = flatten((args, kwargs))
        with _COMPILING:
            key = self._key(signature_of(args, kwargs).tokens, tensors, parts, held)
            opening = None if held is not None else self._opening(key, structure, parts)
            try:
                return self._trace(Build(structure, tensors, parts, {}, opening, held)).text
            except Needed as needed:
                self._programs.make_constant(needed)
            return self.traced(*args, **kwargs)

    def _compile(self, build: Build) -> tuple[_compiler.Program, Found, list[Guard]]:
        started = time.perf_counter()
        traced = self._trace(build)
        trace, ended = traced.trace, time.perf_counter()
        self._report(0, lambda: f"traced {len(trace.ops)} ops in {1e3 * (ended - started):.1f} ms")
        streams = trace.streams.values()
        drawn_with = {id(tensor) for stream in streams for tensor in (stream.seed, stream.step)}
        members = (*trace.calls.modules.values(), *trace.variables.values())
        found = Found(trace.tokens, trace.reads, [each for each in members if id(each) not in drawn_with])
        guards, dtypes = trace.sizes.finish(), [each.dtype for each in build.tensors]
        program = _compiler.Program(
            traced.text,
            _JOB,
            traced.results,
            dict(trace.variables),
            traced.takers,
            written=trace.written,
            prepare=[*(o.write_hyper_parameters for o in trace.stepped), *(stream.write for stream in streams)],
            finish=[self._schedulers[optimizer].step for optimizer in trace.stepped if optimizer in self._schedulers],
            amp=self.config.amp,
            allow_tf32=matmul.allow_tf32,
            device=trace.device,
            inputs=[*zip(self._input_names(build.structure), dtypes, shown(build.tensors, build.opening))],
            numbers=[trace.reads[key].now for key in trace.numbers],
            ops=trace.ops,
            finds_gradients=trace.found_gradients,
            dump_stages_dir=self.config.dump_stages_dir,
            guards=guards,
            place=traced.place,
        )
        compiled = time.perf_counter()
        self._report(0, lambda: f"compiled for {trace.device} in {1e3 * (compiled - ended):.1f} ms")
        return program, found, guards

    def _trace(self, build: Build) -> Traced:
        structure, tensors, parts, numbers, opening, held = build
        shapes: Sequence[tuple[int, ...]] = [tensor.shape for tensor in tensors]
        if held is not None:
            shapes = held.whole(shapes)
        check_parts(shapes, parts)
        names = {id(tensor): name for name, tensor in self._named_tensors()}
        names.update({id(tensor): name for name, tensor in self._optimizer_tensors(names)})
        captured = itertools.count()

        def name_of(tensor: Tensor) -> str:
            if id(tensor) not in names:  # the optimizers' are made while they are traced
                names.update({id(t): n for n, t in self._new_optimizer_tensors(names)})
            return names.get(id(tensor)) or f"captured.{next(captured)}"

        default = next((tensor.device for _, tensor in self._named_tensors()), CPU)
        layers = self._layers()
        trace = _tracing.Trace(self.name, _JOB, name_of, Stream, default, self._report, parts, layers)
        trace.amp = self.config.amp
        trace.number_keys = self._programs.dependencies.numbers()
        divide(trace, self.config, self._optimizers)
        summed: list[Tensor] = []
        input_names = [*self._input_names(structure)]
        if opening is not None:
            shapes = opening.open(trace.sizes, shapes, input_names)
        with trace.recording():
            inputs = [trace.add_input(*each) for each in zip(input_names, tensors, shapes)]
            inputs = [inputs[place] for place in repetitions(tensors)] or inputs
            trace.note_arguments(inputs, held, self._named_tensors())
            given = [trace.value(each) for each in inputs]
            scalars = {place: trace.add_number(source) for place, source in numbers.items()}
            args, kwargs = unflatten(structure.with_numbers(scalars, itertools.count()), inputs)
            outputs = self.build(*args, **kwargs)
            if trace.backward_ran and parts == 1:
                self._step(trace)
            elif trace.backward_ran:
                summed = add_up(trace, self._optimizers)
            warn_of_idle(trace, self._optimizers, self.name)
            output_structure, values = flatten(outputs)
            written = [number for number, each in enumerate(inputs) if trace.value(each) != given[number]]
            check_written([inputs[number].shape for number in written], parts)
            kept = trace.assigned.kept()
            values = stacked(trace, [*values, *(inputs[number] for number in written), *(each.value for each in kept)])
            behind = (f"behind.{number}" for number in itertools.count())
            trace.end(zip(itertools.chain(output_structure.paths("result"), behind), values))
        if summed:
            self._trace_epilogue(trace, summed)
        place = hold(trace, held, len(inputs))
        if place is not None and not place.is_everywhere:
            rule = "not supported yet: placements of some of the ranks; graphs expect tensors on all of them"
            raise ValueError(at_user_line(f"{type(self).__name__}: {rule}, got {place}"))
        metas = [(value.dtype, whole(value.shape, parts) if opening is None else Size) for value in values]
        takers = [*map(overwriting, written), *(keeping(each.table, each.name) for each in kept)]
        return Traced(trace.finish(), (output_structure, metas), takers, trace, place)

    def _layers(self) -> dict[int, str]:
        """Paths of the modules, by id."""
        members = ((name, value) for name, value in self._own().items() if isinstance(value, Module))
        return {id(module): path for name, value in members for path, module in value.named_modules(prefix=name)}

    def _trace_epilogue(self, trace: _tracing.Trace, summed: list[Tensor]) -> None:
        """The step behind all parts."""
        epilogue = trace.epilogue(_EPILOGUE)
        with epilogue.recording():
            take_means(epilogue, summed, trace.parts)
            self._step(epilogue)
            epilogue.end([])

    def _step(self, trace: _tracing.Trace) -> None:
        for optimizer in self._optimizers:
            if optimizer not in trace.stepped:
                optimizer.step()

    def _arguments(self, structure: Structure) -> Iterator[tuple[str, Structure]]:
        return structure.arguments(list(inspect.signature(self.build).parameters.values()))

    def _input_names(self, structure: Structure) -> Iterator[str]:
        return (name for name, leaf in self._arguments(structure) if leaf.kind == "tensor")

    def _own(self) -> dict[str, Module | Tensor]:
        """Members: modules and tensors by attribute, without results that builds leave."""
        members = {name: value for name, value in self.__dict__.items() if isinstance(value, (Module, Tensor))}
        return {name: value for name, value in members.items() if isinstance(value, Module) or not is_left(value)}

    def _named_tensors(self) -> Iterator[tuple[str, Tensor]]:
        for attribute, value in self._own().items():
            if isinstance(value, Module):
                yield from value.named_parameters(attribute)
                yield from value.named_buffers(attribute)
            else:
                yield attribute, value

    def _optimizer_tensors(self, names: dict[int, str]) -> Iterator[tuple[str, Tensor]]:
        """What steps keep from call to call."""
        for index, optimizer in enumerate(self._optimizers):
            yield from _prefixed(f"optimizer{index}", optimizer.named_tensors(names))

    def _new_optimizer_tensors(self, names: dict[int, str]) -> Iterator[tuple[str, Tensor]]:
        """Of these, those that the trace made since it was last asked."""
        for index, optimizer in enumerate(self._optimizers):
            yield from _prefixed(f"optimizer{index}", optimizer.take_new(names))

    # what happens

    def debug(self, v_level: int = 0, *, ranks: int | Sequence[int] | None = None, max_py_stack_depth: int = 2) -> None:
        """Reports on stderr: from level 0 what is compiled and how long that takes, from level 1 calls of modules as
        they are traced, from level 2 each op with its line; nothing at level -1. Only the given ranks do."""
        if not isinstance(v_level, int) or isinstance(v_level, bool) or not -1 <= v_level <= 3:
            raise ValueError(at_user_line(f"debug: expects v_level from -1 to 3, got {v_level!r}"))
        asked = range(_world.size) if ranks is None or ranks == -1 else [ranks] if isinstance(ranks, int) else ranks
        self._debug_level = v_level if _world.rank in asked else -1

    def _report(self, level: int, text: Callable[[], str]) -> None:
        if level <= self._debug_level:
            print(f"{self.name}: {text()}", file=sys.stderr)

    def explain(self) -> str:
        """Why the graph was compiled, a line for each time: what was other than for the program that is most alike."""
        return "\n".join(f"{number}. {reason}" for number, reason in enumerate(self._programs.reasons, 1))

    # what was compiled

    def _program(self, what: str) -> _compiler.Program:
        if self._latest is None:
            raise RuntimeError(at_user_line(f"{what}: expects a graph that was called once, so that it is compiled"))
        return self._latest

    def mlir(self, stage: str | None = None) -> str:
        """The program called last as MLIR text: as it was traced, or after a stage of the compiler. Raises RuntimeError
        before the first call."""
        return self._program("mlir").mlir(stage)

    def save(self, path: str, targets: Sequence[str] = ()) -> None:
        """Writes the program called last, with the present values of its variables, as an artifact that runs without
        this package. It is for the device that it ran on, or for those of `targets`, such as ("cpu", "cuda"). Raises
        RuntimeError before the first call."""
        self._program("save").save(path, targets)

    def memory(self) -> dict[str, int]:
        """Bytes of the last run's memory plan: "arena_bytes", "live_bound", below which no plan goes, and
        "scratch_bytes". Raises RuntimeError before the first call."""
        return self._program("memory").memory()

    # state

    def _members(self) -> Module:
        """A module that has the graph's modules and tensors, by the names of the attributes."""
        members: Module = type(self.name, (Module,), {})()
        for attribute, value in self._own().items():
            if isinstance(value, Module):
                members.add_module(attribute, value)
            else:
                members.register_buffer(attribute, value)
        return members

    def state_dict(self) -> dict[str, Any]:
        """What is needed to continue training: tensors of modules and attributes by their paths; "optimizers" and
        "schedulers" in the order in which they were added, None where there is no scheduler; and "generator", the state
        of the default generator."""
        schedulers = [self._schedulers.get(optimizer) for optimizer in self._optimizers]
        return {
            **self._members().state_dict(),
            "optimizers": [optimizer.state_dict() for optimizer in self._optimizers],
            "schedulers": [None if each is None else each.state_dict() for each in schedulers],
            "generator": _random.get_rng_state(),
        }

    def load_state_dict(self, state_dict: Mapping[str, Any], strict: bool = True) -> IncompatibleKeys:
        """Copies in the `state_dict` of a graph with the same modules, optimizers and schedulers; raises RuntimeError
        or ValueError if they differ. The default generator goes on as it was. Without `strict`, tensors, optimizers and
        schedulers may be missing."""
        tensors = {name: value for name, value in state_dict.items() if name not in _STATES}
        missing = [name for name in _STATES if name not in state_dict]
        if strict and missing:
            raise RuntimeError(at_user_line(f"load_state_dict: {self.name} misses {', '.join(missing)}"))
        optimizers, schedulers = (state_dict.get(name) or [] for name in ("optimizers", "schedulers"))
        own = [self._schedulers.get(optimizer) for optimizer in self._optimizers]
        if optimizers and len(optimizers) != len(own):
            raise RuntimeError(
                at_user_line(f"load_state_dict: {self.name} expects {len(own)} optimizers, got {len(optimizers)}")
            )
        if schedulers and [each is None for each in schedulers] != [each is None for each in own]:
            raise RuntimeError(at_user_line(f"load_state_dict: {self.name} expects schedulers of the same optimizers"))
        keys = self._members().load_state_dict(tensors, strict)
        for optimizer, state in zip(self._optimizers, optimizers):
            optimizer.load_state_dict(state)
        for scheduler, state in zip(own, schedulers):
            if scheduler is not None:
                scheduler.load_state_dict(state)
        if "generator" in state_dict:
            _random.set_rng_state(state_dict["generator"])
        return keys

    def __repr__(self) -> str:
        """The modules with their parameters, and below each the ops of the program called last, with the kernels that
        compute them and their gradients."""
        return tree(f"{self.name}({len(self._programs)} programs, {self.config!r})", self._own(), self._latest)
