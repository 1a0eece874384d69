"""Weir: programs for deep learning, compiled. `import weir as flow`."""

from . import backends, cuda, nn, optim
from ._compiler import Artifact, load_artifact
from ._core import __version__
from ._creation import (
    arange,
    as_tensor,
    empty,
    empty_like,
    eye,
    full,
    full_like,
    linspace,
    ones,
    ones_like,
    tensor,
    zeros,
    zeros_like,
)
from ._device import device
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
from ._functions import *  # after _ops: these words win
from ._einsum import *
from ._grad_mode import *
from ._indexing import *
from ._limits import finfo, iinfo
from ._joining import *
from ._products import *
from ._reductions import *
from ._sequence import *
from ._shape import *
from ._profile import profile
from ._random import (
    Generator,
    default_generator,
    get_rng_state,
    initial_seed,
    manual_seed,
    seed,
    set_rng_state,
)
from ._random_creation import (
    bernoulli,
    normal,
    rand,
    rand_like,
    randint,
    randint_like,
    randn,
    randn_like,
    randperm,
)
from ._safetensors import SafetensorsError
from ._serialization import load, save
from ._session import get_num_threads, set_num_threads, synchronize
from ._tensor import Size, Tensor, from_dlpack, from_numpy, is_floating_point, is_tensor, numel
from .backends import get_float32_matmul_precision, set_float32_matmul_precision
from ._spelling import spell_all as _spell_all

_spell_all(globals())
