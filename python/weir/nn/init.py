"""Initial values, written in place. Numbers come from the default generator, so `weir.manual_seed` fixes them."""

from __future__ import annotations

import math

import numpy as np

from .. import _creation, _dtypes, _random, _tracing
from .._dispatch import cast
from .._errors import at_user_line
from .._indexing import scatter
from .._ops import clamp, erfinv
from .._random import Generator
from .._sequence import argsort
from .._spelling import older_name
from .._tensor import Tensor


def _fans(tensor: Tensor) -> tuple[int, int]:
    if len(tensor.shape) < 2:
        raise ValueError(at_user_line(f"init: expects at least 2 dimensions, got shape {tuple(tensor.shape)}"))
    field = math.prod(tensor.shape[2:])
    return tensor.shape[1] * field, tensor.shape[0] * field


def _drawn(shape: tuple[int, ...], dtype: _dtypes.dtype, generator: Generator | None, *limits: float) -> np.ndarray:
    """Normal numbers of a dtype as an array of those that it is computed in, outside of `build`."""
    array: np.ndarray = _random.normal(shape, _dtypes.computed_in(dtype), generator, *limits).numpy()
    return array


def constant_(tensor: Tensor, val: float) -> Tensor:
    """Sets all elements to `val`."""
    return tensor.fill_(val)


def zeros_(tensor: Tensor) -> Tensor:
    """Sets all elements to 0."""
    return tensor.fill_(0)


def ones_(tensor: Tensor) -> Tensor:
    """Sets all elements to 1."""
    return tensor.fill_(1)


def uniform_(tensor: Tensor, a: float = 0.0, b: float = 1.0, generator: Generator | None = None) -> Tensor:
    """Draws from the uniform distribution on [a, b)."""
    return tensor.uniform_(a, b, generator)


def normal_(tensor: Tensor, mean: float = 0.0, std: float = 1.0, generator: Generator | None = None) -> Tensor:
    """Draws from the normal distribution with this mean and standard deviation."""
    return tensor.normal_(mean, std, generator)


def trunc_normal_(
    tensor: Tensor,
    mean: float = 0.0,
    std: float = 1.0,
    a: float = -2.0,
    b: float = 2.0,
    generator: Generator | None = None,
) -> Tensor:
    """Draws from the normal distribution, truncated to [a, b]: by drawing again what is outside, or inside `build`
    by the inverse of the distribution function. Raises ValueError if [a, b] holds no more than 1/1000 of the
    distribution."""
    below = [math.erf((bound - mean) / (std * math.sqrt(2))) for bound in (a, b)] if std > 0 else [0.0, 0.0]
    share = (below[1] - below[0]) / 2
    if not share > 1e-3:
        held = f"got {share:.2g} of normal({mean}, {std}) in [{a}, {b}]"
        raise ValueError(at_user_line(f"trunc_normal_: expects [a, b] to hold more than 1/1000 of it, {held}"))
    if _tracing.current() is not None:
        units = _random.uniform(tuple(tensor.shape), _dtypes.float64, generator, *below)
        drawn = clamp(erfinv(units) * (std * math.sqrt(2)) + mean, a, b)
        return tensor.copy_(cast(drawn, tensor.dtype))
    values = _drawn((math.prod(tensor.shape),), tensor.dtype, generator, mean, std)
    outside = np.flatnonzero((values < a) | (values > b))
    while outside.size:
        values[outside] = _drawn((outside.size,), tensor.dtype, generator, mean, std)
        outside = outside[(values[outside] < a) | (values[outside] > b)]
    return tensor.copy_(values.reshape(tensor.shape))


def xavier_uniform_(tensor: Tensor, gain: float = 1.0, generator: Generator | None = None) -> Tensor:
    """Draws uniformly from [-r, r) with r = gain * sqrt(6 / (fan_in + fan_out)). Glorot and Bengio, "Understanding the
    difficulty of training deep feedforward neural networks", 2010."""
    bound = gain * math.sqrt(6.0 / sum(_fans(tensor)))
    return uniform_(tensor, -bound, bound, generator)


def xavier_normal_(tensor: Tensor, gain: float = 1.0, generator: Generator | None = None) -> Tensor:
    """Draws from the normal distribution with mean 0 and standard deviation gain * sqrt(2 / (fan_in + fan_out)). Glorot
    and Bengio, "Understanding the difficulty of training deep feedforward neural networks", 2010."""
    return normal_(tensor, 0.0, gain * math.sqrt(2.0 / sum(_fans(tensor))), generator)


_GAINS: dict[str, float] = {"relu": math.sqrt(2.0), "tanh": 5.0 / 3, "selu": 3.0 / 4}
_GAINS |= {f"conv{kind}{n}d": 1.0 for kind in ("", "_transpose") for n in (1, 2, 3)}
_GAINS |= {"linear": 1.0, "sigmoid": 1.0}


def calculate_gain(nonlinearity: str, param: float | None = None) -> float:
    """The factor by which weights before this function are scaled to keep the variance: sqrt(2) for "relu", sqrt(2 / (1
    + param^2)) for "leaky_relu", whose slope `param` is 0.01 unless given. Raises ValueError for a function that it
    does not know."""
    if nonlinearity == "leaky_relu":
        return math.sqrt(2.0 / (1 + (0.01 if param is None else param) ** 2))
    if nonlinearity in _GAINS:
        return _GAINS[nonlinearity]
    known = ", ".join(["leaky_relu", *_GAINS])
    raise ValueError(at_user_line(f"calculate_gain: expects one of {known}, got {nonlinearity!r}"))


def kaiming_uniform_(
    tensor: Tensor,
    a: float = 0.0,
    mode: str = "fan_in",
    nonlinearity: str = "leaky_relu",
    generator: Generator | None = None,
) -> Tensor:
    """Draws uniformly from [-r, r) with r = gain * sqrt(3 / fan), where the gain is that of `nonlinearity` with slope
    `a` and fan that of `mode`, "fan_in" or "fan_out". He et al., "Delving Deep into Rectifiers", 2015."""
    bound = calculate_gain(nonlinearity, a) * math.sqrt(3.0 / _fan(tensor, mode))
    return uniform_(tensor, -bound, bound, generator)


def kaiming_normal_(
    tensor: Tensor,
    a: float = 0.0,
    mode: str = "fan_in",
    nonlinearity: str = "leaky_relu",
    generator: Generator | None = None,
) -> Tensor:
    """Draws from the normal distribution with mean 0 and standard deviation gain / sqrt(fan), where the gain is that of
    `nonlinearity` with slope `a` and fan that of `mode`, "fan_in" or "fan_out". He et al., "Delving Deep into
    Rectifiers", 2015."""
    return normal_(tensor, 0.0, calculate_gain(nonlinearity, a) / math.sqrt(_fan(tensor, mode)), generator)


def _fan(tensor: Tensor, mode: str) -> int:
    if mode not in ("fan_in", "fan_out"):
        raise ValueError(at_user_line(f"init: expects mode to be fan_in or fan_out, got {mode!r}"))
    return max(1, _fans(tensor)[mode == "fan_out"])


def orthogonal_(tensor: Tensor, gain: float = 1.0, generator: Generator | None = None) -> Tensor:
    """Writes gain times a random matrix with orthonormal rows or columns, whichever are fewer; dimensions behind the
    first count as one. Only outside of `build`. Saxe, McClelland and Ganguli, "Exact solutions to the nonlinear
    dynamics of learning in deep linear neural networks", 2014."""
    if _tracing.current() is not None:
        raise NotImplementedError(
            at_user_line("orthogonal_: runs outside nn.Graph.build only, where NumPy factorizes matrices")
        )
    _fans(tensor)
    rows, columns = tensor.shape[0], math.prod(tensor.shape[1:])
    drawn = _drawn((rows, columns), tensor.dtype, generator).astype(np.float64)
    q, r = np.linalg.qr(drawn if rows >= columns else drawn.T)
    q = q * np.where(np.diagonal(r) < 0, -1.0, 1.0)  # each such matrix is as likely
    return tensor.copy_((gain * (q if rows >= columns else q.T)).reshape(tensor.shape))


def sparse_(tensor: Tensor, sparsity: float, std: float = 0.01, generator: Generator | None = None) -> Tensor:
    """Draws from the normal distribution with mean 0, and sets the fraction `sparsity` of each column, chosen at
    random, to 0."""
    if len(tensor.shape) != 2:
        raise ValueError(at_user_line(f"sparse_: expects 2 dimensions, got shape {tuple(tensor.shape)}"))
    count = math.ceil(sparsity * tensor.shape[0])
    values = _random.normal(tuple(tensor.shape), tensor.dtype, generator, std=std)
    order = _random.uniform(tuple(tensor.shape), _dtypes.float64, generator)
    return tensor.copy_(cast(scatter(values, 0, argsort(order, 0)[:count], 0), tensor.dtype))


def dirac_(tensor: Tensor, groups: int = 1) -> Tensor:
    """Makes a weight (out, in, *) of a convolution pass on as many channels as there are, in each of `groups`
    groups."""
    if not 3 <= len(tensor.shape) <= 5 or groups < 1 or tensor.shape[0] % groups:
        expected = f"3 to 5 dimensions, the first a multiple of {groups}"
        raise ValueError(at_user_line(f"dirac_: expects {expected}, got shape {tuple(tensor.shape)}"))
    values = np.zeros(tensor.shape)
    per_group = tensor.shape[0] // groups
    middle = tuple(size // 2 for size in tensor.shape[2:])
    for group in range(groups):
        for channel in range(min(per_group, tensor.shape[1])):
            values[(group * per_group + channel, channel, *middle)] = 1
    return tensor.copy_(_creation.tensor(values, dtype=tensor.dtype))


def eye_(tensor: Tensor) -> Tensor:
    """Writes the identity to a matrix."""
    if len(tensor.shape) != 2:
        raise ValueError(at_user_line(f"eye_: expects 2 dimensions, got shape {tuple(tensor.shape)}"))
    return tensor.copy_(_creation.eye(*tensor.shape, dtype=tensor.dtype))


constant, dirac, eye = map(older_name, (constant_, dirac_, eye_))
kaiming_normal, kaiming_uniform = map(older_name, (kaiming_normal_, kaiming_uniform_))
normal, orthogonal, sparse, uniform = map(older_name, (normal_, orthogonal_, sparse_, uniform_))
xavier_normal, xavier_uniform = map(older_name, (xavier_normal_, xavier_uniform_))
_calculate_fan_in_and_fan_out = _fans  # PyTorch's names, which programs use though they are private
_calculate_correct_fan = _fan
_no_grad_trunc_normal_ = trunc_normal_
