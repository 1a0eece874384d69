"""Modules, layers and graphs."""

from . import functional, init
from .graph import Graph, GraphConfig
from .layers import (
    CrossEntropyLoss,
    Flatten,
    Identity,
    Linear,
    LogSoftmax,
    ModuleList,
    ReLU,
    Sequential,
    Sigmoid,
    SiLU,
    Softmax,
    Tanh,
)
from .module import Module
from .parameter import Parameter

__all__ = [
    "CrossEntropyLoss",
    "Flatten",
    "Graph",
    "GraphConfig",
    "Identity",
    "Linear",
    "LogSoftmax",
    "Module",
    "ModuleList",
    "Parameter",
    "ReLU",
    "Sequential",
    "SiLU",
    "Sigmoid",
    "Softmax",
    "Tanh",
    "functional",
    "init",
]
