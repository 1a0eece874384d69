"""Modules by the paths of PyTorch's files, which programs import from: `from weir.optim.adamw import AdamW`. They are
lists of names that stand elsewhere."""

from __future__ import annotations

import re
import sys
from types import ModuleType
from typing import Any

from . import _dlpack, _gradient_clipping, _serialization, _trees, _type_names, amp, autograd, compiler, data_loading
from . import distributions, framework, func, hub, optim, profiler
from ._eager import functions, tape
from .distributions import probabilities
from .nn import hooks, parameter_vectors

_weir = sys.modules[__name__.rpartition(".")[0]]  # all of it but for what is made here
_FUNCTIONS = (
    "atleast_1d atleast_2d atleast_3d broadcast_tensors cartesian_prod block_diag cdist chain_matmul einsum meshgrid "
    "norm split tensordot unique unique_consecutive unravel_index"
)
_COLLATE = "default_collate default_convert"
_GRAD_MODES = "enable_grad inference_mode is_grad_enabled no_grad set_grad_enabled".split()


def _public(*sources: ModuleType) -> dict[str, Any]:
    return {name: getattr(source, name) for source in sources for name in source.__all__}


_TYPES = {name: each for name, each in vars(_type_names).items() if not name.startswith("__")}
_OF_DYNAMO = {"cache_size_limit": 8, "suppress_errors": False, "verbose": False}  # which nothing here reads
_CONTENTS: dict[str, dict[str, Any]] = {
    "_dynamo": _public(compiler),
    "_dynamo.config": _OF_DYNAMO,
    "_oneflow_internal": {"Tensor": _weir.Tensor, "cpu_broadcast": framework.check_point_v2.broadcast_bytes},
    "_utils": {
        "_flatten_dense_tensors": parameter_vectors.parameters_to_vector,
        "_unflatten_dense_tensors": parameter_vectors.unflattened,
    },
    "amp.autocast_mode": _public(amp),
    "amp.grad_scaler": _public(amp),
    "autograd.function": {
        "Function": functions.Function,
        "FunctionCtx": functions.Context,
        "InplaceFunction": functions.InplaceFunction,
        "once_differentiable": functions.once_differentiable,
    },
    "autograd.grad_mode": {name: getattr(autograd, name) for name in _GRAD_MODES},
    "autograd.graph": {"Node": tape.Step},
    "autograd.profiler": _public(profiler),
    "autograd.variable": {"Variable": autograd.Variable},
    "cpu.amp": _public(amp),
    "cuda.amp.autocast_mode": _public(amp),
    "cuda.amp.grad_scaler": _public(amp),
    "distributions.utils": _public(probabilities),
    "functional": {name: getattr(_weir, name) for name in _FUNCTIONS.split()},
    "nn.common_types": _TYPES,
    "nn.utils.clip_grad": _public(_gradient_clipping),
    "nn.utils.stateless": {"functional_call": func.functional_call},
    "optim.adamw": {"AdamW": optim.AdamW},
    "optim.nadam": {"NAdam": optim.NAdam},
    "optim.radam": {"RAdam": optim.RAdam},
    "serialization": {"load": _serialization.load, "save": _serialization.save},
    "types": _TYPES,
    "utils.data._utils": {},
    "utils.data._utils.collate": {name: getattr(data_loading, name) for name in _COLLATE.split()},
    "utils.model_zoo": {"load_url": hub.load_state_dict_from_url},
    "utils._pytree": _public(_trees),
    "utils.dlpack": _public(_dlpack),
    "utils.hooks": {"RemovableHandle": hooks.RemovableHandle},
}
_UNUSUAL = {
    "OneHotCategoricalStraightThrough": "one_hot_categorical",
    "RelaxedOneHotCategorical": "relaxed_categorical",
    "StudentT": "studentt",
}


def _file_of(distribution: str) -> str:
    """The name of PyTorch's file: that of the class, with its words apart."""
    return _UNUSUAL.get(distribution, re.sub(r"(?<=[a-z])(?=[A-Z])", "_", distribution).lower())


def _make_paths() -> None:
    """Makes those of these modules that there are not."""
    of_distributions: dict[str, dict[str, Any]] = {}
    for name, each in _public(distributions).items():
        if isinstance(each, type) and issubclass(each, distributions.Distribution):
            of_distributions.setdefault(f"distributions.{_file_of(name)}", {})[name] = each
    for path, contents in {**_CONTENTS, **of_distributions}.items():
        parent, _, last = f"{_weir.__name__}.{path}".rpartition(".")
        around, name = sys.modules[parent], f"{parent}.{last}"
        if name in sys.modules:
            continue
        if not hasattr(around, last):
            made = ModuleType(name, f"What Weir has of PyTorch's file {last}.")
            vars(made).update(contents)
            setattr(around, last, made)
        sys.modules[name] = getattr(around, last)


_make_paths()
