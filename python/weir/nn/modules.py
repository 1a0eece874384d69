"""Modules by the names of PyTorch's files: `from weir.nn.modules.batchnorm import _BatchNorm`."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any, Callable, Iterable

from . import activations, adaptive_softmax, attention, batch_norm, convolution, dropout, hooks, layers, lazy, losses
from . import margin_losses, module, normalization, padding, parameter_containers, patches, pooling, recurrent
from . import resizing, sync_batch_norm, transformer
from .module import Module

_FILES = {
    "activation": (activations, attention),
    "adaptive": (adaptive_softmax,),
    "batchnorm": (batch_norm, sync_batch_norm, lazy),
    "channelshuffle": (patches,),
    "container": (layers, parameter_containers),
    "conv": (convolution, lazy),
    "distance": (layers, losses, margin_losses),
    "dropout": (dropout,),
    "flatten": (layers,),
    "fold": (patches,),
    "instancenorm": (normalization, lazy),
    "lazy": (lazy,),
    "linear": (layers, lazy),
    "loss": (losses, margin_losses),
    "module": (module,),
    "normalization": (normalization,),
    "padding": (padding,),
    "pixelshuffle": (patches,),
    "pooling": (pooling,),
    "rnn": (recurrent,),
    "sparse": (layers,),
    "transformer": (transformer,),
    "upsampling": (resizing,),
}

# Bases, which programs ask modules for, isinstance(layer, _ConvNd), and functions.
_BESIDE = {
    "batchnorm": {"_NormBase": batch_norm._BatchNorm},
    "conv": {"_ConvNd": convolution._Conv, "_ConvTransposeNd": convolution._TransposedConv},
    "lazy": {"LazyModuleMixin": lazy.LazyModuleMixin},
    "dropout": {"_DropoutNd": dropout._Dropout},
    "module": {
        "register_module_forward_hook": hooks.register_module_forward_hook,
        "register_module_forward_pre_hook": hooks.register_module_forward_pre_hook,
    },
    "pooling": {"_AvgPoolNd": pooling._AvgPool, "_MaxPoolNd": pooling._MaxPool},
    "rnn": {"RNNBase": recurrent.RNNBase, "RNNCellBase": recurrent.RNNCellBase},
    "transformer": {"_get_clones": transformer._copies},
}


def _ntuple(count: int) -> Callable[[Any], tuple[Any, ...]]:
    """The function that makes a tuple of an iterable, or of one value, so many times."""

    def parse(value: Any) -> tuple[Any, ...]:
        return tuple(value) if isinstance(value, Iterable) and not isinstance(value, str) else (value,) * count

    return parse


def _reverse_repeat_tuple(t: Iterable[Any], n: int) -> tuple[Any, ...]:
    """The elements from back to front, each so many times: padding as `pad` takes it."""
    return tuple(each for each in reversed(tuple(t)) for _ in range(n))


def _modules_in(*sources: ModuleType) -> dict[str, Any]:
    found = [item for source in sources for item in vars(source).items()]
    return {name: each for name, each in found if isinstance(each, type) and issubclass(each, Module)}


def _file(name: str, contents: dict[str, Any]) -> ModuleType:
    made = ModuleType(f"{__name__}.{name}", f"What Weir has of PyTorch's file {name}.")
    vars(made).update(contents)
    sys.modules[made.__name__] = made
    return made


for _name, _sources in _FILES.items():
    _contents = _modules_in(*_sources)
    globals().update({name: each for name, each in _contents.items() if not name.startswith("_")})
    globals()[_name] = _file(_name, {**_contents, **_BESIDE.get(_name, {})})

_TUPLES = {"_single": 1, "_pair": 2, "_triple": 3, "_quadruple": 4}
_OF_TUPLES = {"_ntuple": _ntuple, "_reverse_repeat_tuple": _reverse_repeat_tuple}
utils = _file("utils", {**_OF_TUPLES, **{name: _ntuple(count) for name, count in _TUPLES.items()}})
