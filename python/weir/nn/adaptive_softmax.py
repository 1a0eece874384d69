"""A softmax over many classes, of which few are frequent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Sequence

from .. import _dtypes, _ops
from .._errors import at_user_line
from .._indexing import gather
from .._joining import cat, narrow
from .._reductions import argmax
from .._shape import squeeze, unsqueeze
from . import functional
from .layers import Linear, ModuleList, Sequential
from .module import Module

if TYPE_CHECKING:
    from .._tensor import Tensor


class AdaptiveOutput(NamedTuple):
    """Log-probabilities of the targets, and the mean of their negatives."""

    output: Tensor
    loss: Tensor


class AdaptiveLogSoftmaxWithLoss(Module):
    """Log-probabilities of targets (N,) below `n_classes`, for inputs (N, in_features), or of a scalar for a vector,
    and their loss. Classes are sorted by frequency: `head` has those below the first of `cutoffs` and a class for each
    cluster of others, which end at the further cutoffs and at `n_classes`; cluster i of `tail` has products by way of
    in_features / div_value^(i + 1) features. All clusters are computed for all inputs, so that programs don't depend on
    targets. Raises ValueError for cutoffs that don't ascend from 1 to below n_classes; a target that is no class is an
    error where the result is read. Grave et al., "Efficient softmax approximation for GPUs", 2017."""

    def __init__(
        self,
        in_features: int,
        n_classes: int,
        cutoffs: Sequence[int],
        div_value: float = 4.0,
        head_bias: bool = False,
        device: Any = None,
        dtype: _dtypes.dtype | None = None,
    ) -> None:
        super().__init__()
        given = list(cutoffs)
        bounds = [0, *given, n_classes]
        if not given or any(int(high) != high or low >= high for low, high in zip(bounds, bounds[1:])):
            rule = f"expects cutoffs to be ascending integers from 1 to below n_classes {n_classes}"
            raise ValueError(at_user_line(f"AdaptiveLogSoftmaxWithLoss: {rule}, got {given}"))
        self.in_features, self.n_classes, self.div_value, self.head_bias = in_features, n_classes, div_value, head_bias
        self.cutoffs = bounds[1:]
        self.shortlist_size = self.cutoffs[0]
        self.n_clusters = len(self.cutoffs) - 1
        self.head_size = self.shortlist_size + self.n_clusters
        place: dict[str, Any] = {"device": device, "dtype": dtype}
        self.head = Linear(in_features, self.head_size, bias=head_bias, **place)
        self.tail = ModuleList()
        for number, (low, high) in enumerate(zip(self.cutoffs, self.cutoffs[1:]), 1):
            width = int(in_features // div_value**number)
            layers = ((in_features, width), (width, high - low))
            self.tail.append(Sequential(*[Linear(*sizes, False, **place) for sizes in layers]))

    def reset_parameters(self) -> None:
        """Draws all weights anew."""
        for module in self.modules():
            if isinstance(module, Linear):
                module.reset_parameters()

    def forward(self, input: Tensor, target: Tensor) -> AdaptiveOutput:
        if len(target.shape) > 1 or tuple(input.shape[:-1]) != tuple(target.shape):
            facts = f"{tuple(input.shape)} and {tuple(target.shape)}"
            rule = "expects input (N, in_features) and target (N,), or a vector and a scalar"
            raise ValueError(at_user_line(f"AdaptiveLogSoftmaxWithLoss: {rule}, got {facts}"))
        head = self._of_head(input)
        # Of a class of the head, or of the cluster: one that is none is behind the last.
        cluster = sum((target >= cutoff).to(_dtypes.int64) for cutoff in self.cutoffs)
        place = _ops.where(target < self.shortlist_size, target, cluster + (self.shortlist_size - 1))
        output = squeeze(gather(head, -1, unsqueeze(place, -1)), -1)
        for number, (low, high) in enumerate(zip(self.cutoffs, self.cutoffs[1:])):
            place = unsqueeze(_ops.clamp(target - low, 0, high - low - 1), -1)
            found = squeeze(gather(self._of_cluster(input, number), -1, place), -1)
            output = _ops.where((target >= low) & (target < high), output + found, output)
        return AdaptiveOutput(output, _ops.mean(-output))

    def _of_head(self, input: Tensor) -> Tensor:
        return functional.log_softmax(self.head(input), -1)

    def _of_cluster(self, input: Tensor, number: int) -> Tensor:
        return functional.log_softmax(self.tail[number](input), -1)

    def log_prob(self, input: Tensor) -> Tensor:
        """The log-probabilities (N, n_classes) of all classes."""
        head = self._of_head(input)
        parts = [narrow(head, -1, 0, self.shortlist_size)]
        for number in range(self.n_clusters):
            cluster = narrow(head, -1, self.shortlist_size + number, 1)
            parts.append(self._of_cluster(input, number) + cluster)
        return cat(parts, -1)

    def predict(self, input: Tensor) -> Tensor:
        """The classes (N,) that are most probable."""
        return argmax(self.log_prob(input), -1)
