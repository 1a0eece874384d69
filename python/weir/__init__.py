"""Weir: programs for deep learning, compiled. `import weir as flow`."""

import importlib as _importlib
import sys as _sys
import types as _types
from typing import Any as _Any

from . import _C, _eager, accelerator, amp, autograd, backends, checkpointing as _checkpointing, cpu, cuda
from . import _distributed_sampler, _gradient_check, _jacobians, _lists, comm, data_loading as _data_loading
from . import boxing, compiler, distributed, distributions, env, framework, global_view, hub, jit, linalg
from . import nn, optim, overrides, profiler, random, return_types, sbp, special, testing, version
from .amp import autocast, get_autocast_dtype, is_autocast_cpu_enabled, is_autocast_enabled
from ._batched import vmap
from ._anomaly import is_anomaly_enabled
from ._boxes import nms, roi_align
from ._buffers import as_tensor, frombuffer
from ._compiler import Artifact, load_artifact
from ._core import __version__
from ._creation import (
    arange,
    asarray,
    empty,
    empty_like,
    eye,
    full,
    full_like,
    get_default_device,
    linspace,
    logspace,
    ones,
    ones_like,
    range_ as range,
    scalar_tensor,
    tensor,
    tril_indices,
    triu_indices,
    zeros,
    zeros_like,
)
from ._device import device, set_default_device
from ._dtypes import (
    bfloat16,
    bfloat16_to_float32,
    bool_,
    double,
    dtype,
    float16,
    float32,
    float32_to_bfloat16,
    float64,
    half,
    int8,
    int32,
    int64,
    long,
    uint8,
)
from ._dtypes import bool_ as bool
from ._dtypes import float32 as float
from ._dtypes import int32 as int
from ._errors import CompileError, EagerNotAvailable, OutOfMemory, WeirError
from ._ops import *
from ._ops import mish, selu, threshold  # of nn.functional
from ._found import *
from ._functions import *  # after _ops: these words win
from ._einsum import *
from .global_view import to_global
from ._grad_mode import *
from ._host_calls import call_on_host
from ._indexing import *
from ._limits import finfo, iinfo
from ._memory_format import *
from ._joining import *
from ._placement import placement
from ._placing import *
from ._poisson import *
from ._products import *
from ._reductions import *
from ._searching import *
from ._sequence import *
from ._shape import *
from ._statistics import *
from ._updating import *
from ._profile import profile
from ._random import *
from ._random_creation import (
    bernoulli,
    multinomial,
    normal,
    rand,
    rand_like,
    randint,
    randint_like,
    randn,
    randn_like,
    randperm,
)
from ._printing import set_printoptions
from ._promotion import *
from ._safetensors import SafetensorsError
from ._serialization import load, save
from ._session import get_num_threads, set_num_threads, synchronize
from ._tapers import *
from ._tensor_types import *
from ._tensor import Size, Tensor, broadcast_shapes, from_dlpack, from_numpy, is_floating_point, is_tensor, numel
from .jit import compile
from ._layer_functions import *
from .nn._losses import cdist, pairwise_distance, pdist
from math import e, inf, nan, pi
from .backends import are_deterministic_algorithms_enabled, get_float32_matmul_precision
from .backends import set_float32_matmul_precision, use_deterministic_algorithms
from ._spelling import spell_all as _spell_all

globals().update(_lists.FUNCTIONS)
newaxis = None  # x[:, weir.newaxis]


def _assert(condition: _Any, message: str) -> None:
    """Raises AssertionError with the message, where the condition, which may be a tensor, is false."""
    assert condition, message


def __getattr__(name: str) -> _Any:
    """`weir.multiprocessing`, which takes a while to load."""
    if name == "multiprocessing":
        return _importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


_spell_all(globals())

from . import func  # of modules, which are of all the above

# By PyTorch's names: `from weir.utils.data import DataLoader`.
utils = _types.ModuleType(f"{__name__}.utils", "What programs need beside tensors and modules.")
utils.data, utils.checkpoint, utils.global_view = _data_loading, _checkpointing, global_view
_sys.modules[utils.__name__], _sys.modules[f"{utils.__name__}.data"] = utils, _data_loading
_data_loading.distributed = _distributed_sampler  # type: ignore[attr-defined]
_data_loading.DistributedSampler = _distributed_sampler.DistributedSampler  # type: ignore[attr-defined]
_sys.modules[f"{utils.__name__}.data.distributed"] = _distributed_sampler
for _part in ("dataloader", "dataset", "sampler"):  # PyTorch's files, which programs import from
    _sys.modules[f"{utils.__name__}.data.{_part}"] = _data_loading
    setattr(_data_loading, _part, _data_loading)
_sys.modules[f"{utils.__name__}.checkpoint"] = _checkpointing
_sys.modules[f"{utils.__name__}.global_view"] = global_view
autograd.functional = _sys.modules[f"{__name__}.autograd.functional"] = _jacobians  # type: ignore[attr-defined]
utils.data.__name__, utils.checkpoint.__name__ = f"{utils.__name__}.data", f"{utils.__name__}.checkpoint"
_sys.modules[f"{__name__}.autograd.gradcheck"] = _gradient_check
cuda.amp = _sys.modules[f"{__name__}.cuda.amp"] = amp  # type: ignore[attr-defined]

from . import _paths  # more of them, of what is above
