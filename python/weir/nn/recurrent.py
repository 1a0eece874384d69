"""Recurrent layers and their cells. A trace unrolls a layer over the steps of its sequences; the part of the gates that
comes from the input is one product over all steps."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, ClassVar, Sequence

from .. import _dtypes, _ops
from .._creation import empty, zeros
from .._dispatch import dispatch
from .._errors import at_user_line, lacks
from .._joining import cat, select, stack, unbind
from .._shape import transpose
from . import functional, init
from .module import Module
from .packed import PackedSequence
from .parameter import Parameter

if TYPE_CHECKING:
    from .._tensor import Tensor

State = tuple["Tensor", ...]  # of a cell: what it hands to the next step, the output first
# What repr doesn't show of layers and cells.
_USUAL = dict(proj_size=0, num_layers=1, bias=True, batch_first=False, dropout=0.0, bidirectional=False)


class _Gated(Module):
    """What layers and cells share: the kind of step, with weights that a suffix names."""

    mode: str  # of layers, by PyTorch's word

    _gates: ClassVar[int] = 1  # parts of a weight's rows
    _states: ClassVar[int] = 1

    def __init__(self, input_size: int, hidden_size: int, bias: bool, placement: dict[str, Any]) -> None:
        super().__init__()
        for name, value in (("input_size", input_size), ("hidden_size", hidden_size)):
            if not isinstance(value, int) or isinstance(value, bool) or value <= 0:
                kind = type(self).__name__
                raise ValueError(at_user_line(f"{kind}: expects {name} to be an integer above 0, got {value!r}"))
        self.input_size, self.hidden_size, self.bias = input_size, hidden_size, bias
        self._placement = placement

    def _add_weights(self, suffix: str, input_size: int, hidden_size: int) -> None:
        rows = self._gates * self.hidden_size
        shapes: dict[str, tuple[int, ...]] = {"weight_ih": (rows, input_size), "weight_hh": (rows, hidden_size)}
        if self.bias:
            shapes |= {"bias_ih": (rows,), "bias_hh": (rows,)}
        for name, shape in shapes.items():
            setattr(self, name + suffix, Parameter(empty(*shape, **self._placement)))

    def reset_parameters(self) -> None:
        """Draws all weights uniformly from [-1/sqrt(hidden_size), 1/sqrt(hidden_size))."""
        bound = 1 / math.sqrt(self.hidden_size)
        for parameter in self.parameters():
            init.uniform_(parameter, -bound, bound)

    def extra_repr(self) -> str:
        said = {name: getattr(self, name, usual) for name, usual in _USUAL.items()}
        unusual = "".join(f", {name}={each!r}" for name, each in said.items() if each != _USUAL[name])
        return f"{self.input_size}, {self.hidden_size}{unusual}"

    def _from_input(self, x: Tensor, suffix: str) -> Tensor:
        """The input's part of the gates."""
        return functional.linear(x, getattr(self, "weight_ih" + suffix), getattr(self, "bias_ih" + suffix, None))

    def _from_hidden(self, h: Tensor, suffix: str) -> Tensor:
        return functional.linear(h, getattr(self, "weight_hh" + suffix), getattr(self, "bias_hh" + suffix, None))

    def _step(self, x: Tensor, state: State, suffix: str) -> State:
        """The state behind a step, by the input's part of the gates."""
        raise lacks(self, "_step")

    def _taken(self, hx: Any, shapes: Sequence[tuple[int, ...]], like: Tensor) -> State:
        """The state that a caller gave, or zeros."""
        if hx is None:
            return tuple(zeros(*shape, dtype=like.dtype, device=like.device) for shape in shapes)
        given: State = tuple(hx) if self._states > 1 else (hx,)
        got = [tuple(each.shape) for each in given]
        if got != [*shapes]:
            raise ValueError(at_user_line(f"{type(self).__name__}: expects a state of {[*shapes]}, got {got}"))
        return given


class _Tanh(_Gated):
    nonlinearity = "tanh"

    @property
    def mode(self) -> str:  # type: ignore[override]
        return f"RNN_{self.nonlinearity.upper()}"

    def _check_nonlinearity(self, nonlinearity: str) -> None:
        if nonlinearity not in ("tanh", "relu"):
            kind = type(self).__name__
            raise ValueError(at_user_line(f"{kind}: expects nonlinearity to be tanh or relu, got {nonlinearity!r}"))
        self.nonlinearity = nonlinearity

    def _step(self, x: Tensor, state: State, suffix: str) -> State:
        total = x + self._from_hidden(state[0], suffix)
        return (_ops.tanh(total) if self.nonlinearity == "tanh" else functional.relu(total),)


class _LongShortTerm(_Gated):
    _gates, _states = 4, 2
    mode = "LSTM"

    def _step(self, x: Tensor, state: State, suffix: str) -> State:
        h, c = dispatch("lstm_update", (x + self._from_hidden(state[0], suffix), state[1]))
        projection = getattr(self, "weight_hr" + suffix, None)
        return (h if projection is None else functional.linear(h, projection)), c


class _GatedUnit(_Gated):
    _gates = 3
    mode = "GRU"

    def _step(self, x: Tensor, state: State, suffix: str) -> State:
        return (dispatch("gru_update", (x, self._from_hidden(state[0], suffix), state[0])),)


class RNNCellBase(_Gated):
    """The base of cells, which take one step."""

    def __init__(
        self, input_size: int, hidden_size: int, bias: bool = True, device: Any = None, dtype: Any = None
    ) -> None:
        super().__init__(input_size, hidden_size, bias, {"device": device, "dtype": dtype})
        self._add_weights("", input_size, hidden_size)
        self.reset_parameters()

    def forward(self, input: Tensor, hx: Any = None) -> Any:
        """The state behind a step with an input (N, input_size) or (input_size,), from the state `hx` or zeros."""
        state = self._taken(hx, [(*input.shape[:-1], self.hidden_size)] * self._states, input)
        after = self._step(self._from_input(input, ""), state, "")
        return after if self._states > 1 else after[0]


class RNNCell(_Tanh, RNNCellBase):
    """A step of an RNN: tanh(W_ih x + b_ih + W_hh h + b_hh), or relu of it. Elman, "Finding Structure in Time",
    1990."""

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        bias: bool = True,
        nonlinearity: str = "tanh",
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(input_size, hidden_size, bias, device, dtype)
        self._check_nonlinearity(nonlinearity)


class LSTMCell(_LongShortTerm, RNNCellBase):
    """A step of an LSTM: (h, c) from an input and (h, c). Hochreiter and Schmidhuber, "Long Short-Term Memory",
    1997."""


class GRUCell(_GatedUnit, RNNCellBase):
    """A step of a GRU. Cho et al., "Learning Phrase Representations using RNN Encoder-Decoder for Statistical Machine
    Translation", 2014."""


class RNNBase(_Gated):
    """Layers one above the other, each in one direction or in two."""

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        bias: bool = True,
        batch_first: bool = False,
        dropout: float = 0.0,
        bidirectional: bool = False,
        proj_size: int = 0,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(input_size, hidden_size, bias, {"device": device, "dtype": dtype})
        kind = type(self).__name__
        if not isinstance(num_layers, int) or num_layers < 1:
            raise ValueError(at_user_line(f"{kind}: expects num_layers to be at least 1, got {num_layers!r}"))
        if not 0 <= dropout <= 1:
            raise ValueError(at_user_line(f"{kind}: expects dropout in [0, 1], got {dropout!r}"))
        if proj_size and not (isinstance(self, _LongShortTerm) and 0 < proj_size < hidden_size):
            facts = f"{proj_size!r} of {hidden_size}"
            raise ValueError(at_user_line(f"{kind}: expects proj_size of an LSTM below hidden_size, got {facts}"))
        self.num_layers, self.batch_first, self.dropout = num_layers, batch_first, dropout
        self.bidirectional, self.proj_size = bidirectional, proj_size
        width = proj_size or hidden_size
        for layer in range(num_layers):
            for suffix in self._suffixes(layer):
                self._add_weights(suffix, width * self._directions if layer else input_size, width)
                if proj_size:
                    setattr(self, "weight_hr" + suffix, Parameter(empty(width, hidden_size, **self._placement)))
        self.reset_parameters()

    @property
    def _directions(self) -> int:
        return 2 if self.bidirectional else 1

    def _suffixes(self, layer: int) -> list[str]:
        return [f"_l{layer}", f"_l{layer}_reverse"][: self._directions]

    @property
    def all_weights(self) -> list[list[Parameter]]:
        """The parameters of each layer and direction."""
        ends = [suffix for layer in range(self.num_layers) for suffix in self._suffixes(layer)]
        kinds = ("weight_ih", "weight_hh", "bias_ih", "bias_hh", "weight_hr")
        return [[getattr(self, kind + end) for kind in kinds if hasattr(self, kind + end)] for end in ends]

    @property
    def _flat_weights(self) -> list[Parameter]:
        return [weight for weights in self.all_weights for weight in weights]

    def flatten_parameters(self) -> None:
        """Nothing: a compiled program packs its weights by itself."""

    def forward(self, input: Tensor | PackedSequence, hx: Any = None) -> tuple[Any, Any]:
        """The last layer's outputs at all steps, and all layers' states behind the last step, (D * num_layers, N, H) in
        the order layer, direction. The input is (L, N, input_size), with batch_first (N, L, input_size), or
        (L, input_size); or a PackedSequence, whose outputs are one, too."""
        packed = input if isinstance(input, PackedSequence) else None
        x: Tensor = packed.filled(0.0) if packed else input  # type: ignore[assignment]
        is_batch = len(x.shape) == 3
        if len(x.shape) not in (2, 3) or x.shape[-1] != self.input_size:
            expected = f"an input (L, N, {self.input_size}) or (L, {self.input_size})"
            raise ValueError(at_user_line(f"{type(self).__name__}: expects {expected}, got {tuple(x.shape)}"))
        turns = self.batch_first and is_batch and packed is None
        x = transpose(x, 0, 1) if turns else x
        if x.shape[0] == 0:
            raise ValueError(at_user_line(f"{type(self).__name__}: expects at least one step, got none"))
        first = self._taken(hx, self._state_shapes(x), x)
        outputs, last = self._run(x, first, unbind(packed.running, 0) if packed else None)
        states = tuple(stack(list(each), 0) for each in zip(*last))
        outputs = transpose(outputs, 0, 1) if turns else outputs
        return (packed.with_steps(outputs) if packed else outputs), (states if self._states > 1 else states[0])

    def _state_shapes(self, x: Tensor) -> list[tuple[int, ...]]:
        layers, batch = self.num_layers * self._directions, x.shape[1:-1]
        shapes = [(layers, *batch, self.proj_size or self.hidden_size), (layers, *batch, self.hidden_size)]
        return shapes[: self._states]

    def _run(self, x: Tensor, first: State, running: Sequence[Tensor] | None) -> tuple[Tensor, list[State]]:
        """The last layer's outputs, and the state behind each layer and direction."""
        last: list[State] = []
        for layer in range(self.num_layers):
            if layer and self.dropout:
                x = functional.dropout(x, self.dropout, self.training)
            outputs = []
            for suffix in self._suffixes(layer):
                state = tuple(select(each, 0, len(last)) for each in first)
                output, state = self._swept(x, state, suffix, running)
                outputs.append(output)
                last.append(state)
            x = cat(outputs, -1) if self.bidirectional else outputs[0]
        return x, last

    def _swept(
        self, x: Tensor, state: State, suffix: str, running: Sequence[Tensor] | None
    ) -> tuple[Tensor, State]:
        """The outputs of one direction, and the state behind its last step. Where a sequence isn't running its state
        stays, and its output is zero."""
        inputs = unbind(self._from_input(x, suffix), 0)
        outputs: dict[int, Tensor] = {}
        for t in reversed(range(len(inputs))) if suffix.endswith("_reverse") else range(len(inputs)):
            after = self._step(inputs[t], state, suffix)
            if running is None:
                state, outputs[t] = after, after[0]
            else:
                state = tuple(_ops.where(running[t], new, old) for new, old in zip(after, state))
                outputs[t] = _ops.where(running[t], after[0], 0.0)
        return stack([outputs[t] for t in range(len(inputs))], 0), state


class RNN(_Tanh, RNNBase):
    """Layers of RNN cells; see RNNCell."""

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        nonlinearity: str = "tanh",
        bias: bool = True,
        batch_first: bool = False,
        dropout: float = 0.0,
        bidirectional: bool = False,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(
            input_size, hidden_size, num_layers, bias, batch_first, dropout, bidirectional, 0, device, dtype
        )
        self._check_nonlinearity(nonlinearity)


class LSTM(_LongShortTerm, RNNBase):
    """Layers of LSTM cells, whose state is (h, c); see LSTMCell. With `proj_size` h is projected to that size."""


class GRU(_GatedUnit, RNNBase):
    """Layers of GRU cells; see GRUCell."""
