"""Connectionist temporal classification: the loss of sequences whose labels stand nobody knows where."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Sequence

import numpy as np

from .. import _dtypes, _ops
from .._creation import full, full_like, tensor, unless_traced
from .._dispatch import cast
from .._errors import at_user_line
from .._found import where
from .._global import whole_beside
from .._indexing import gather
from .._joining import cat, stack
from .._shape import broadcast_to, reshape, unsqueeze
from .._tensor_base import TensorBase
from .._values import as_one
from ._losses import checked_reduction
from ._padding import pad

if TYPE_CHECKING:
    from .._tensor import Tensor

__all__ = ["ctc_loss"]

_NEVER = -1e30  # the logarithm of 0, of which sums and differences are numbers
Lengths = Any  # a tensor of integers, or a sequence of them


def ctc_loss(
    log_probs: Tensor,
    targets: Tensor,
    input_lengths: Lengths,
    target_lengths: Lengths,
    blank: int = 0,
    reduction: str = "mean",
    zero_infinity: bool = False,
) -> Tensor:
    """Minus the log of the probability of targets, summed over all ways to stretch them, with blanks between labels, to
    the length of the inputs. `log_probs` (T, N, C) are logarithms of probabilities, as log_softmax gives, or (T, C) of
    one sequence; `targets` (N, S), or behind each other (sum of target_lengths,). Where targets don't fit the loss is
    infinite, or 0 with `zero_infinity`, and its gradient 0. "mean" divides each loss by its target's length before. In
    `build` sequences behind each other have lengths that are Python's numbers. Graves et al., "Connectionist Temporal
    Classification", 2006."""
    reduction = checked_reduction("ctc_loss", reduction)
    if not isinstance(log_probs, TensorBase) or not log_probs.is_floating_point() or len(log_probs.shape) not in (2, 3):
        got = tuple(log_probs.shape) if isinstance(log_probs, TensorBase) else type(log_probs).__name__
        raise ValueError(at_user_line(f"ctc_loss: expects log_probs (T, N, C) or (T, C) of floats, got {got}"))
    is_single = len(log_probs.shape) == 2
    scores = cast(unsqueeze(log_probs, 1) if is_single else log_probs, _dtypes.computed_in(log_probs.dtype))
    steps, batch, classes = scores.shape
    if batch == 0:
        raise ValueError(at_user_line("ctc_loss: expects at least one sequence, got log_probs of none"))
    if not 0 <= blank < classes:
        raise ValueError(at_user_line(f"ctc_loss: expects blank below {classes}, the number of classes, got {blank}"))
    steps_of = _lengths("input_lengths", input_lengths, batch, steps, log_probs)
    labels, labels_of = _labels(targets, target_lengths, batch, log_probs)
    losses = _losses(scores, labels, steps_of, labels_of, blank)
    losses = cast(where(losses > -_NEVER / 2, 0.0 if zero_infinity else float("inf"), losses), log_probs.dtype)
    if reduction == "mean":
        return _ops.mean(losses / labels_of.clamp(min=1))
    if reduction == "sum":
        return _ops.sum(losses)
    return losses.squeeze(0) if is_single else losses


def _known(lengths: Lengths) -> list[int] | None:
    """The numbers, where they are there without waiting for a graph."""
    if not isinstance(lengths, TensorBase):
        return np.asarray(lengths).reshape(-1).tolist()  # type: ignore[no-any-return]
    return None if lengths.is_lazy else lengths.reshape(-1).tolist()  # type: ignore[no-any-return]


def _lengths(name: str, given: Lengths, batch: int, most: int, like: Tensor) -> Tensor:
    """A number for each sequence (N,), beside another tensor."""
    known = _known(given)
    if isinstance(given, TensorBase) and given.is_floating_point() or any(int(each) != each for each in known or ()):
        raise TypeError(at_user_line(f"ctc_loss: expects {name} to be integers, got {known or given.dtype.name}"))
    count = given.numel() if isinstance(given, TensorBase) else len(known or ())
    if count != batch:
        raise ValueError(at_user_line(f"ctc_loss: expects {batch} {name}, one for each sequence, got {count}"))
    if known is not None and not all(0 <= each <= most for each in known):
        raise ValueError(at_user_line(f"ctc_loss: expects {name} from 0 to {most}, got {known}"))
    device = unless_traced(like.device)
    if isinstance(given, TensorBase):
        beside = given if given.device is device else given.to(device)
        return whole_beside(cast(reshape(beside, (-1,)), _dtypes.int64), like)
    return whole_beside(tensor(known, dtype=_dtypes.int64, device=device), like)


def _labels(targets: Tensor, lengths: Lengths, batch: int, like: Tensor) -> tuple[Tensor, Tensor]:
    """Of each sequence in a row (N, S), and how many they are."""
    if not isinstance(targets, TensorBase) or targets.is_floating_point() or len(targets.shape) not in (1, 2):
        raise ValueError(at_user_line("ctc_loss: expects targets (N, S) or (sum of target_lengths,) of integers"))
    device = unless_traced(like.device)
    labels = whole_beside(cast(targets if targets.device is device else targets.to(device), _dtypes.int64), like)
    if len(labels.shape) == 2 or batch == 1:
        rows = reshape(labels, (batch, -1)) if len(labels.shape) == 1 else labels
        if rows.shape[0] != batch:
            raise ValueError(at_user_line(f"ctc_loss: expects targets of {batch} sequences, got {rows.shape[0]}"))
        return rows, _lengths("target_lengths", lengths, batch, rows.shape[1], like)
    known = _known(lengths)
    if known is None:
        rule = "expects targets (N, S), or target_lengths that are no traced values"
        raise ValueError(at_user_line(f"ctc_loss: {rule}, got targets behind each other"))
    if sum(known) != labels.shape[0]:
        rule = f"expects as many targets as target_lengths say, {sum(known)}"
        raise ValueError(at_user_line(f"ctc_loss: {rule}, got {labels.shape[0]}"))
    counts = _lengths("target_lengths", lengths, batch, labels.shape[0], like)
    starts, longest = np.cumsum([0, *known[:-1]]), max(known)
    places = np.minimum(starts[:, None] + np.arange(longest), max(0, labels.shape[0] - 1))
    if not places.size:
        return whole_beside(full((batch, 0), 0, dtype=_dtypes.int64, device=device), like), counts
    rows = gather(labels, 0, whole_beside(tensor(places.reshape(-1), dtype=_dtypes.int64, device=device), like))
    return reshape(rows, places.shape), counts


def _losses(scores: Tensor, labels: Tensor, steps_of: Tensor, labels_of: Tensor, blank: int) -> Tensor:
    """Minus the logarithms of the probabilities that sequences end at their last label, or at the blank behind. Outside
    of traces each step is a job, the same for sequences of any length."""
    if scores.shape[0] == 0:
        return cast(where(labels_of > 0, -_NEVER, 0.0), scores.dtype)
    reached, emitted, passes, goes_on = as_one("ctc_loss", _begun, scores, labels, steps_of, labels_of, given=(blank,))
    for step in range(1, scores.shape[0]):
        (reached,) = as_one("ctc_loss", _gone_on, reached, emitted[step], passes, goes_on[step])
    return as_one("ctc_loss", _ended, reached, steps_of, labels_of)[0]  # type: ignore[no-any-return]


def _begun(blank: int, scores: Any, labels: Any, steps_of: Any, labels_of: Any) -> Sequence[Any]:
    """Of paths of blanks with the labels between them (N, 2 S + 1): what is reached in the first step, what each step
    emits there, which labels are entered past the blank before; and which sequences go on in each step."""
    (steps, batch, _), most = scores.shape, labels.shape[1]
    device = unless_traced(scores.device)
    numbers = tensor(np.arange(most), dtype=_dtypes.int64, device=device)
    labels = where(numbers < unsqueeze(labels_of, 1), labels, blank)
    blanks = full((batch, most), blank, dtype=_dtypes.int64, device=device)
    path = pad(reshape(stack([blanks, labels], 2), (batch, 2 * most)), (0, 1), value=blank)
    width = 2 * most + 1
    emitted = gather(scores, 2, broadcast_to(unsqueeze(path, 0), (steps, batch, width))).clamp(min=_NEVER)
    begins = tensor(np.arange(width) < 2, device=device)
    passes = (path != blank) & (path != _moved(path, 2, blank))
    goes_on = tensor(np.arange(steps).reshape(-1, 1, 1), dtype=_dtypes.int64, device=device) < unsqueeze(steps_of, 1)
    return where(begins, emitted[0], _NEVER), emitted, passes, goes_on


def _moved(x: Any, places: int, value: float) -> Any:
    """Rows whose elements stand some places further on."""
    return pad(x, (places, -places), value=value) if x.shape[1] >= places else full_like(x, value)


def _gone_on(reached: Any, emitted: Any, passes: Any, goes_on: Any) -> Sequence[Any]:
    ways = _ops.logaddexp(reached, _moved(reached, 1, _NEVER))
    ways = _ops.logaddexp(ways, where(passes, _moved(reached, 2, _NEVER), _NEVER))
    return (where(goes_on, ways + emitted, reached),)


def _ended(reached: Any, steps_of: Any, labels_of: Any) -> Sequence[Any]:
    at_blank = unsqueeze(labels_of * 2, 1)
    ends = gather(reached, 1, cat([at_blank, (at_blank - 1).clamp(min=0)], 1))
    ends = where(cat([at_blank >= 0, at_blank > 0], 1), ends, _NEVER)
    losses = -_ops.logaddexp(ends[:, 0], ends[:, 1])
    return (where(steps_of > 0, losses, cast(where(labels_of > 0, -_NEVER, 0.0), losses.dtype)),)
