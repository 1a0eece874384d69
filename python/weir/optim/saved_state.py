"""States of optimizers as users save them, and how an optimizer goes on from one."""

from __future__ import annotations

from collections import Counter
from typing import Any, Iterable, Mapping

from .. import _dtypes
from .._errors import at_user_line
from .._global import own_placement
from .._saved import SavedTensor
from .._tensor import Tensor


class SavedState:
    """What optimizers have of it. Those with a formula in `update` say the names of their state; others, whose `step`
    is all their own, keep what they want in `state`."""

    def state_dict(self: Any) -> dict[str, Any]:
        """The state: under "state" the tensors of each parameter by its number, and under "param_groups" the groups
        with numbers in place of parameters."""
        numbers = self._numbers()
        groups = []
        for group in self.param_groups:
            packed = {key: value for key, value in group.items() if key != "params"}
            packed["params"] = [numbers[id(parameter)] for parameter in group["params"]]
            groups.append(packed)
        state = {
            numbers.get(id(key), key): dict(kept) if isinstance(kept, dict) else kept
            for key, kept in self.state.items()
            if kept or not isinstance(key, Tensor)
        }
        return {"state": state, "param_groups": groups}

    def load_state_dict(self: Any, state_dict: Mapping[str, Any]) -> None:
        """Copies a state in; parameters of which it has nothing begin anew. Groups, numbers of parameters and shapes
        must be those of this optimizer, else ValueError is raised and nothing is copied. An optimizer that keeps its
        state by itself takes whatever there is, in the dtypes that it was saved in."""
        try:
            problem = self._problem_of(state_dict)
        except (AttributeError, KeyError, TypeError, ValueError):
            problem = "what state_dict() gives"
        if problem:
            raise ValueError(at_user_line(f"load_state_dict: {type(self).__name__} expects {problem}"))
        groups = [
            {**group, **{key: value for key, value in saved.items() if key not in ("params", "step")}}
            for group, saved in zip(self.param_groups, state_dict["param_groups"])
        ]
        for group in groups:
            self.check(group)
        for own, group in zip(self.param_groups, groups):
            own.update(group)
        if self._keeps_any_state:
            self._load_any(state_dict["state"])
        else:
            self._load_named(state_dict)
        self.write_hyper_parameters()

    def _numbers(self: Any) -> dict[int, int]:
        """Of the parameters, by id."""
        numbers: dict[int, int] = {}
        for group in self.param_groups:
            for parameter in group["params"]:
                numbers[id(parameter)] = len(numbers)
        return numbers

    def _parameters(self: Any) -> list[Tensor]:
        return [parameter for group in self.param_groups for parameter in group["params"]]

    def _load_any(self: Any, saved: Mapping[Any, Any]) -> None:
        """Copies of what was saved take the place of the state."""
        parameters = self._parameters()
        self.state.clear()
        self.state.update({parameter: {} for parameter in parameters})
        for key, kept in saved.items():
            is_number = str(key).isdigit()
            parameter = parameters[int(key)] if is_number else None
            self.state[parameter if is_number else key] = _copied(kept, parameter)

    def _load_named(self: Any, state_dict: Mapping[str, Any]) -> None:
        """Copies values into the tensors of `parameter_state`, which programs have as variables."""
        parameters = self._parameters()
        saved = {parameters[int(number)]: tensors for number, tensors in state_dict["state"].items()}
        for own, group in zip(self.param_groups, state_dict["param_groups"]):
            for parameter in own["params"] if "step" in group else ():  # files that count the steps of groups, by dtype
                if parameter in saved:
                    saved[parameter] = {"step": group["step"][state_dtype(parameter).name], **saved[parameter]}
        for own in self.param_groups:
            for parameter in own["params"]:
                tensors = saved.get(parameter, {})
                for name in self.parameter_state:
                    if name in tensors:
                        self._state_tensor(own, parameter, name).copy_(tensors[name])
                    elif name in self.state[parameter]:
                        self.state[parameter][name].fill_(self.first_state(own, name))
            self._load_running([each for each in own["params"] if each in saved or self.state[each]], saved)

    def _load_running(self: Any, parameters: Iterable[Tensor], saved: Mapping[Tensor, Mapping[str, Any]]) -> None:
        """Takes the running scalars of parameters of a group out of their saved states."""
        lots: dict[Any, list[Tensor]] = {}
        for parameter in parameters:
            values = tuple(_number(saved.get(parameter, {}).get(*item)) for item in self.running.items())
            step = self.state[parameter].get("step")
            key = None if step is None else id(step), values, state_dtype(parameter), own_placement(parameter)
            lots.setdefault(key, []).append(parameter)
        times = Counter(step for step, *_ in lots)
        for (step, values, *_), lot in lots.items():
            named = dict(zip(self.running, values))
            if step is None:
                self._share(lot, named)
            elif times[step] > 1:
                times[step] -= 1
                self._split(lot, named)
            else:
                for name, value in named.items():
                    self.state[lot[0]][name].fill_(value)

    def _problem_of(self: Any, state_dict: Mapping[str, Any]) -> str:
        """What is expected of a state and not so, or ""."""
        sizes = [len(group["params"]) for group in self.param_groups]
        saved_sizes = [len(group["params"]) for group in state_dict["param_groups"]]
        if saved_sizes != sizes:
            return f"groups of {sizes} parameters, got {saved_sizes}"
        parameters = self._parameters()
        for number, tensors in state_dict["state"].items():
            if self._keeps_any_state and not str(number).isdigit():
                continue
            if not 0 <= int(number) < len(parameters):
                return f"numbers of parameters below {len(parameters)}, got {number}"
            for name, value in () if self._keeps_any_state else tensors.items():
                names = *self.parameter_state, *self.running
                if name not in names:
                    return f"states of the names {', '.join(names)}, got {name!r}"
                expected = () if name in self.running else self.state_shape(parameters[int(number)], name)
                if tuple(value.shape) != expected:
                    return f"{name} of parameter {number} to be of shape {expected}, got {tuple(value.shape)}"
        return ""


def state_dtype(parameter: Tensor) -> _dtypes.dtype:
    """What updates are computed in, and state is kept in: float32 for narrower parameters, whose new values are rounded
    once. The sums of moments would stop in a narrower dtype."""
    return _dtypes.computed_in(parameter.dtype)


def _number(value: Any) -> float:
    """Of a saved state."""
    return float(value.tensor() if isinstance(value, SavedTensor) else value)


def _copied(value: Any, parameter: Tensor | None) -> Any:
    """What was saved, with copies of its tensors, where the parameter is."""
    if isinstance(value, dict):
        return {name: _copied(each, parameter) for name, each in value.items()}
    if type(value) in (list, tuple):
        return type(value)(_copied(each, parameter) for each in value)
    if isinstance(value, SavedTensor):
        value = value.tensor()
    if not isinstance(value, Tensor):
        return value
    return value.detach().to(value.device if parameter is None or not value.shape else parameter.device, copy=True)
