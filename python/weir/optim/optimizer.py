"""What optimizers share: groups of parameters, state tensors, hyper-parameters that are variables of the graph."""

from __future__ import annotations

from numbers import Real
from typing import Any, Callable, Iterable, Mapping, Sequence, TypeAlias

from .. import _dtypes, _executor, _tracing
from .._creation import full
from .._device import device as Device
from .._errors import at_user_line, lacks
from .._grad_mode import enable_grad, without_history
from .._global import full_beside, own_placement, scalar_beside
from .._gradient_clipping import clip_grad_norm_
from .._gradient_norm import clipped
from .._tensor import Tensor, move
from .._tensor_base import is_traced
from .clearing import clear_gradients
from .saved_state import SavedState, state_dtype
from .step_hooks import StepHooks, hooked
from .steps import Steps

Group: TypeAlias = dict[str, Any]  # an entry of `param_groups`
Scalars: TypeAlias = Mapping[str, Tensor]  # hyper-parameters and what is derived from them, by name
GradientOf: TypeAlias = Callable[[Tensor], Tensor | None]
_WAYS = ("foreach", "fused", "capturable", "contiguous_params", "differentiable")
Updated: TypeAlias = tuple[Tensor, dict[str, Tensor]]  # a parameter's new value, and those of its state by name


class _Required:
    def __repr__(self) -> str:
        return "<required parameter>"


required = _Required()  # in the place of a default, of a hyper-parameter that every group is to have


class Optimizer(SavedState, StepHooks):
    """The base of optimizers. `param_groups` is a list of dicts with the parameters under "params" and numbers under
    the names of `hyper_parameters`. Those may be changed at any time: the next run uses them, and nothing is compiled
    again. The gradients of a group with "clip_grad_max_norm" are scaled so that their norm, of order
    "clip_grad_norm_type" (2), is at most that; a group with "maximize" ascends.

    A subclass states its defaults in its constructor, the names of its hyper-parameters and of the tensors that it
    keeps per parameter, and the formula of one parameter's update. The loop over groups and parameters is in `step`. Or
    it overrides that, and keeps in `state[parameter]` what it wants.

    Copies and pickles have parameters and state, and compile anew. Of PyTorch's keywords, `foreach`, `fused` and
    `capturable` say nothing here, where a step is compiled; `differentiable` is refused."""

    # Names of scalars that the step reads, of the tensors it may keep per parameter, and of scalars that change at each
    # step, with their first values. Parameters that have always stepped together share these.
    hyper_parameters: tuple[str, ...] = ()
    parameter_state: tuple[str, ...] = ()
    running: Mapping[str, float] = {"step": 0.0}
    steps_in_graphs = True  # whether a build can trace a step: not if values of losses decide what it does

    def __init_subclass__(cls) -> None:
        if "step" in vars(cls):
            cls.step = hooked(cls.step)  # type: ignore[method-assign]

    def __init__(self, params: Iterable[Any], defaults: Mapping[str, Any], ways: Mapping[str, Any] | None = None):
        self._check_ways(ways or {})
        self.defaults = dict(defaults)
        self.param_groups: list[Group] = []
        self.state: dict[Any, dict[str, Any]] = {}
        self.splits = 0  # how often parameters have ceased to share scalars; programs take them to be shared
        self._forget_programs()
        if isinstance(params, Tensor):
            rule = "expects an iterable of parameters or of groups"
            raise TypeError(at_user_line(f"{type(self).__name__}: {rule}, got {type(params).__name__}"))
        groups = list(params)
        if not groups:
            raise ValueError(at_user_line(f"{type(self).__name__}: expects at least one parameter, got none"))
        if not isinstance(groups[0], dict):
            groups = [{"params": groups}]
        for group in groups:
            self.add_param_group(group)

    def _check_ways(self, ways: Mapping[str, Any]) -> None:
        """Raises for keywords beside the hyper-parameters, unless they say nothing here."""
        for name, value in ways.items():
            if name not in _WAYS:
                raise TypeError(at_user_line(f"{type(self).__name__}: got an unexpected keyword argument {name!r}"))
            if name == "differentiable" and value:
                rule = "expects differentiable=False, as gradients do not pass steps"
                raise ValueError(at_user_line(f"{type(self).__name__}: {rule}, got {value}"))

    def _forget_programs(self) -> None:
        """Sets what programs of steps have, and is made again when it is needed."""
        self._steps = Steps()
        # Per group and dtype: hyper-parameters as tensors, and what was last written to them.
        self._scalars: list[dict[_dtypes.dtype, dict[str, Tensor]]] = [{} for _ in self.param_groups]
        self._written: list[dict[str, float]] = [{} for _ in self.param_groups]
        self._made: list[tuple[Tensor | None, str, Tensor]] = []  # since `take_new`: parameter, name, tensor

    def __getstate__(self) -> dict[str, Any]:
        """What copies and pickles have. Hooks stay behind, as in PyTorch."""
        left = ("_steps", "_scalars", "_written", "_made", "_pre_hooks", "_post_hooks")
        return {name: value for name, value in vars(self).items() if name not in left}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        vars(self).update(state)
        self._forget_programs()

    def __repr__(self) -> str:
        """The hyper-parameters of each group."""
        lines = [f"{type(self).__name__} ("]
        for number, group in enumerate(self.param_groups):
            lines.append(f"Parameter Group {number}")
            lines += [f"    {name}: {group[name]}" for name in sorted(group) if name != "params"]
            lines.append("")
        return "\n".join([*lines[:-1], ")"])

    def add_param_group(self, param_group: Group) -> None:
        """Adds a group: a dict with parameters of floating-point dtypes under "params", each of which is in no group
        yet, and hyper-parameters where they differ from the defaults. Parameters may come with their names, as
        `Module.named_parameters` gives them; the group has these under "param_names" then. Raises TypeError or
        ValueError for others, and for tensors that were computed of others."""
        if not isinstance(param_group, dict) or "params" not in param_group:
            is_dict = isinstance(param_group, dict)
            shown = f"keys {', '.join(map(repr, param_group))}" if is_dict else type(param_group).__name__
            raise TypeError(
                at_user_line(f'{type(self).__name__}: expects groups to be dicts with "params", got {shown}')
            )
        given = param_group["params"]
        parameters, names = _apart([given] if isinstance(given, Tensor) else list(given))
        taken = set(self._parameters())
        for parameter in parameters:
            self._check_parameter(parameter)
            if parameter in taken:
                raise ValueError(at_user_line(f"{type(self).__name__}: expects each parameter once, got one twice"))
            taken.add(parameter)
        made = {**self.defaults, **param_group, **names, "params": parameters}
        lacking = [name for name, value in made.items() if value is required]
        if lacking:
            rule = f"expects groups with {', '.join(lacking)}, which has no default"
            raise ValueError(at_user_line(f"{type(self).__name__}: {rule}"))
        self.check(made)
        for parameter in parameters:
            self.state[parameter] = {}
        self.param_groups.append(made)
        self._scalars.append({})
        self._written.append({})
        _tracing.something_changed()

    def _check_parameter(self, parameter: Any) -> None:
        kind = type(self).__name__
        if not isinstance(parameter, Tensor) or is_traced(parameter):
            raise TypeError(at_user_line(f"{kind}: expects parameters with data, got {type(parameter).__name__}"))
        if not parameter.dtype.is_floating_point:
            got = parameter.dtype.name
            raise TypeError(at_user_line(f"{kind}: expects parameters of a floating-point dtype, got {got}"))
        if not parameter.is_leaf:
            rule = "expects leaves as parameters, as steps don't change what another tensor was computed of"
            raise ValueError(at_user_line(f"{kind}: {rule}, got a tensor with grad_fn={parameter.grad_fn}"))

    def check(self, group: Group) -> None:
        """Raises ValueError or TypeError if a hyper-parameter of the group is out of range."""

    def check_not_negative(self, group: Group, *names: str) -> None:
        """Raises if one of these hyper-parameters is no number or is negative."""
        for name in names:
            is_scalar = isinstance(group[name], Tensor) and not group[name].shape
            if not is_scalar and not isinstance(group[name], Real):
                raise TypeError(
                    at_user_line(f"{type(self).__name__}: expects {name} to be a number, got {group[name]!r}")
                )
            if not group[name] >= 0:
                raise ValueError(
                    at_user_line(f"{type(self).__name__}: expects {name} to be at least 0, got {group[name]}")
                )

    def scalar_values(self, group: Group) -> dict[str, float]:
        """The group's hyper-parameters by name."""
        return {name: float(group[name]) for name in self.hyper_parameters}

    def variant(self, group: Group) -> tuple[Any, ...]:
        """What the traced update of the group depends on besides tensors, such as flags. A change of it makes graphs
        trace and compile again."""
        return ()

    def variants(self) -> tuple[Any, ...]:
        """The variants of all groups: as long as they are equal, graphs need not be traced again for this optimizer."""
        general = ("maximize", "clip_grad_max_norm", "clip_grad_norm_type")
        return tuple((*map(group.get, general), *self.variant(group)) for group in self.param_groups)

    def first_state(self, group: Group, name: str) -> float:
        """The value of all elements of a tensor of `parameter_state` before the first step."""
        return 0.0

    def state_shape(self, parameter: Tensor, name: str) -> tuple[int, ...]:
        """The shape of a tensor of `parameter_state`: the parameter's, or the same with some sizes 1."""
        return tuple(parameter.shape)

    def derived_scalars(self, group: Group, scalars: Scalars) -> dict[str, Tensor]:
        """Further scalars that updates read, computed from the hyper-parameters once for parameters that share theirs;
        and new values of those of `running`, apart from "step"."""
        return {}

    def update(self, group: Group, parameter: Tensor, gradient: Tensor, state: State, scalars: Scalars) -> Updated:
        """The new value of a parameter, and the new values of those tensors of `parameter_state` that change. `scalars`
        holds the hyper-parameters, "step", which counts from 1, and `derived_scalars`."""
        raise lacks(self, "update")

    @property
    def _keeps_any_state(self) -> bool:
        """Whether a step of its own, rather than a formula in `update`, says what is kept."""
        return type(self).update is Optimizer.update

    # tracing

    @hooked
    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Updates every parameter that has a gradient; what `closure` gives, if there is one, which is called first. At
        most once per build; a graph calls it for the optimizers given to `add_optimizer` unless `build` does."""
        if closure is not None:
            with enable_grad():
                loss = closure()
        else:
            loss = None
        if _executor.current() is None:
            self._steps.run(self)
        else:
            self._traced_step()
        return loss

    def clip_grad(self, error_if_nonfinite: bool = False) -> None:
        """Scales the gradients of groups with "clip_grad_max_norm" now; steps do so in any case. Raises RuntimeError,
        with `error_if_nonfinite` and outside of `build`, for a norm that is infinite or NaN."""
        for group in self.param_groups:
            if (most := group.get("clip_grad_max_norm")) is not None:
                clip_grad_norm_(group["params"], most, group.get("clip_grad_norm_type", 2.0), error_if_nonfinite)

    def _traced_step(self) -> None:
        trace = _tracing.required(f"{type(self).__name__}.step")
        if self in trace.stepped:
            raise RuntimeError(at_user_line(f"{type(self).__name__}.step: expects one step in a build, got two"))
        trace.stepped[self] = None
        self._step(trace.grad)

    def step_by_ops(self) -> None:
        """A step outside of traces that is no program of its own."""
        self.write_hyper_parameters()
        self._step(lambda parameter: parameter.grad)

    @without_history
    def _step(self, gradient_of: GradientOf) -> None:
        for index, group in enumerate(self.param_groups):
            gradients = dict(self._gradients(gradient_of, group))
            for lot in self._lots(gradients):
                dtype, scalars = state_dtype(lot[0]), self._step_scalars(index, lot[0])
                for parameter in lot:
                    state, wide = State(self, group, parameter), (parameter.to(dtype), gradients[parameter].to(dtype))
                    updated, changed = self.update(group, *wide, state, scalars)
                    parameter.copy_(updated.to(parameter.dtype))
                    for name, value in changed.items():
                        state[name].copy_(value)

    def _lots(self, parameters: Iterable[Tensor]) -> Iterable[list[Tensor]]:
        """Parameters of a group that step now, by the running scalars that they share."""
        lots: dict[Any, list[Tensor]] = {}
        for parameter in parameters:
            step = self.state[parameter].get("step")
            key = state_dtype(parameter), own_placement(parameter), None if step is None else id(step)
            lots.setdefault(key, []).append(parameter)
        for (dtype, *_), lot in lots.items():
            running = {name: self.state[lot[0]].get(name) for name in self.running}
            if running["step"] is None:
                self._share(lot, self.running)
            elif running["step"].dtype is not dtype or self._is_shared(running["step"], lot):
                self._split(lot, {name: _outside_trace(float, scalar) for name, scalar in running.items()})
        return lots.values()

    def _is_shared(self, step: Tensor, lot: Sequence[Tensor]) -> bool:
        """Whether others have the scalar, too."""
        return sum(state.get("step") is step for state in self.state.values()) > len(lot)

    def _share(self, lot: Sequence[Tensor], values: Mapping[str, float]) -> None:
        """Gives parameters running scalars of their own."""
        for name, value in values.items():
            scalar = _outside_trace(scalar_beside, lot[0], value, state_dtype(lot[0]))
            self._made.append((lot[-1], name, scalar))
            for parameter in lot:
                self.state[parameter][name] = scalar

    def _split(self, lot: Sequence[Tensor], values: Mapping[str, float]) -> None:
        """The same for parameters that have shared theirs with others."""
        self._share(lot, values)
        self.splits += 1
        _tracing.something_changed()

    def _step_scalars(self, index: int, parameter: Tensor) -> dict[str, Tensor]:
        """The scalars of this step, which is counted, for a parameter and those that share them."""
        running = {name: self.state[parameter][name] for name in self.running}
        move(running.values(), parameter.device)
        scalars = self._group_scalars(index, state_dtype(parameter), parameter.device)
        now = {**scalars, **running, "step": running["step"] + 1}
        now |= self.derived_scalars(self.param_groups[index], now)
        for name, scalar in running.items():
            scalar.copy_(now[name])
        return now

    def _gradients(self, gradient_of: GradientOf, group: Group) -> Iterable[tuple[Any, Tensor]]:
        """The group's parameters that have gradients, and these as the update takes them."""
        found = [(parameter, gradient_of(parameter)) for parameter in group["params"]]
        owners = [parameter for parameter, gradient in found if gradient is not None]
        gradients: list[Any] = [gradient for _, gradient in found if gradient is not None]
        if group.get("clip_grad_max_norm") is not None and gradients:
            _, gradients = clipped(gradients, group["clip_grad_max_norm"], group.get("clip_grad_norm_type", 2.0))
        return zip(owners, [-gradient for gradient in gradients] if group.get("maximize") else gradients)

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Sets the gradients of all parameters to None, or those that there are to zeros."""
        clear_gradients(self._parameters(), set_to_none)

    def _group_scalars(self, index: int, dtype: _dtypes.dtype, device: Device) -> dict[str, Tensor]:
        """On the device of the parameters that they are for, as all state is."""
        scalars = self._scalars[index].get(dtype)
        if scalars is None:
            values = self.scalar_values(self.param_groups[index])
            scalars = {name: _outside_trace(full, (), value, dtype=dtype) for name, value in values.items()}
            self._scalars[index][dtype] = scalars
            self._written[index] = values
            self._made += [(None, f"{index}.{dtype.name}.{name}", tensor) for name, tensor in scalars.items()]
        move(scalars.values(), device)
        return scalars

    def _state_tensor(self, group: Group, parameter: Tensor, name: str) -> Tensor:
        state, dtype = self.state[parameter], state_dtype(parameter)
        if name not in state:
            shape, value = self.state_shape(parameter, name), self.first_state(group, name)
            trace = _tracing.current()
            least = None if trace is None else trace.splits_state_from
            state[name] = _outside_trace(full_beside, parameter, shape, value, dtype, least)
            self._made.append((parameter, name, state[name]))
        elif state[name].dtype is not dtype:  # the parameter has been converted since
            state[name] = _outside_trace(state[name].to, dtype)
            self._made.append((parameter, name, state[name]))
        move([state[name]], parameter.device)
        return state[name]

    def named_tensors(self, names: Mapping[int, str]) -> Iterable[tuple[str, Tensor]]:
        """The optimizer's tensors with names for them as variables, made of the names of the parameters (by id)."""
        self._made.clear()
        for index, by_dtype in enumerate(self._scalars):
            for dtype, scalars in by_dtype.items():
                for name, tensor in scalars.items():
                    yield f"{index}.{dtype.name}.{name}", tensor
        for number, (parameter, state) in enumerate(self.state.items()):
            for name, tensor in state.items():
                yield f"{names.get(id(parameter), number)}.{name}", tensor

    def take_new(self, names: Mapping[int, str]) -> Iterable[tuple[str, Tensor]]:
        """Of the named tensors, those that were made since they were last asked for."""
        made, self._made = self._made, []
        numbers: dict[Tensor, int] = {}
        for parameter, name, tensor in made:
            if parameter is not None:
                if id(parameter) not in names and not numbers:
                    numbers = {each: number for number, each in enumerate(self.state)}
                name = f"{names.get(id(parameter)) or numbers[parameter]}.{name}"
            yield name, tensor

    def write_hyper_parameters(self) -> None:
        """Writes hyper-parameters that have changed in `param_groups` to their variables; called before each run."""
        for index, group in enumerate(self.param_groups):
            if not self._scalars[index]:
                continue
            values = self.scalar_values(group)
            if values == self._written[index]:
                continue
            self.check(group)
            for scalars in self._scalars[index].values():
                for name, value in values.items():
                    if value != self._written[index].get(name):
                        scalars[name].fill_(value)
            self._written[index] = values


class State:
    """The tensors that an optimizer keeps for one parameter, made when they are asked for."""

    def __init__(self, optimizer: Optimizer, group: Group, parameter: Tensor):
        self._optimizer, self._group, self.parameter = optimizer, group, parameter

    def __getitem__(self, name: str) -> Tensor:
        return self._optimizer._state_tensor(self._group, self.parameter, name)


def _outside_trace(call: Any, *args: Any, **kwargs: Any) -> Any:
    """What a call gives outside of builds, such as a tensor with storage, also while one is traced."""
    with _executor.suspended():
        return call(*args, **kwargs)


def _apart(given: list[Any]) -> tuple[list[Any], dict[str, list[str]]]:
    """Parameters, and what a group says of their names where they come with some."""
    pairs = [each for each in given if isinstance(each, tuple) and len(each) == 2 and isinstance(each[0], str)]
    if not pairs:
        return given, {}
    if len(pairs) < len(given):
        rule = "expects names for all parameters of a group or for none"
        raise ValueError(at_user_line(f"add_param_group: {rule}, got {len(pairs)} for {len(given)}"))
    return [parameter for _, parameter in pairs], {"param_names": [name for name, _ in pairs]}
