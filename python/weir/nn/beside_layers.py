"""What programs do with parameters and sequences beside layers: by PyTorch's names, `from weir.nn.utils import
clip_grad_norm_`, `from weir.nn.utils.rnn import pad_sequence`."""

from typing import Any, Callable

from .. import _gradient_clipping
from . import packed as rnn, parameter_vectors, parametrizations, parametrize, weight_norms
from .._gradient_clipping import *
from .parameter_vectors import *
from .weight_norms import *

__all__ = [
    *_gradient_clipping.__all__,
    *parameter_vectors.__all__,
    *weight_norms.__all__,
    "parametrizations",
    "parametrize",
    "rnn",
    "skip_init",
]


def skip_init(module_cls: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """A module whose parameters the caller is going to set. They are drawn as ever."""
    return module_cls(*args, **kwargs)
